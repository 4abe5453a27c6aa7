//! What was changed, or would be, in words and in JSON.

use super::json::{ChangeRecord, FileRecord, PlanRecord, RecordsRecord, Totals};
use super::mender::{Edit, Tally};
use super::page::Gatherer;
use super::plan::{Change, Hunk, Plan};
use super::records::RecordTally;
use crate::print::Styles;
use crate::print::escape;
use crate::print::json::write_json;
use crate::print::name::{Name, hex};
use crate::print::progress::Progress;
use crate::print::say::say;
use crate::print::words::{count, spaced, thousands};
use crate::settings::{self, Method, Target};
use crate::standard::stdout;
use placemat::encoding::Utf8;
use placemat::policy::Cause;
use placemat::{Converter, MalformedKind, utf8};
use placemat_detect::mojibake::{Loss, Step};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// How many bytes of a line are shown around what changes.
const AROUND: usize = 120;

/// How many changes of a line are spelled out above it.
const SPELLED: usize = 4;

/// How many rows a table has: the most frequent bytes, where there are more.
const ROWS: usize = 12;

/// How much is rendered before it is written.
const PENDING: usize = 64 << 10;

pub(super) struct Report<'a> {
    settings: &'a settings::Fix,
    styles: Styles,
    /// To standard output; else to standard error, because the text goes there.
    to_stdout: bool,
    pending: Vec<u8>,
    /// The difference of this file has begun.
    headed: bool,
    tally: Tally,
    pub(super) totals: Totals,
    pub(super) progress: Progress,
    /// A page, if one was asked for; and how much of the file was read.
    page: Option<Gatherer>,
    read: u64,
}

impl Edit<'_> {
    /// The name of the kind, for machines.
    pub(super) fn kind(&self) -> &'static str {
        match self.cause {
            Some(Cause::Malformed(kind)) => kind.name(),
            _ if self.repair.is_some() => "mojibake",
            _ => self.refusal.map_or("escape", |refusal| refusal.kind.name()),
        }
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(settings: &'a settings::Fix, page: Option<Gatherer>) -> Self {
        Self {
            settings,
            styles: Styles::new(settings.color),
            to_stdout: !settings.writes_to_stdout(),
            pending: Vec::new(),
            headed: false,
            tally: Tally::default(),
            totals: Totals { r#type: "summary", ..Totals::default() },
            progress: Progress::of_walk(settings.progress, &settings.walk),
            page,
            read: 0,
        }
    }

    /// A change of the block that is mended.
    pub(super) fn edit(&mut self, edit: &Edit<'_>) {
        if let Some(page) = &mut self.page {
            page.edit(edit);
        }
    }

    /// All of `block` was mended.
    pub(super) fn pass(&mut self, block: &[u8]) {
        self.read += block.len() as u64;
        if let Some(page) = &mut self.page {
            page.pass(block);
        }
    }

    /// Whether it shows changes, and what is around them.
    pub(super) fn shows_changes(&self) -> bool {
        self.page.is_some()
    }

    /// So many bytes were mended. What of them was told as progress is not told again.
    pub(super) fn mended(&mut self, bytes: u64, told: &mut u64) {
        self.read += bytes;
        self.progress.add_bytes(bytes.saturating_sub(*told));
        *told = told.saturating_sub(bytes);
    }

    /// So many bytes were looked at, and lines that change were told.
    pub(super) fn looked_at(&mut self, bytes: usize) {
        self.read += bytes as u64;
        self.progress.add_bytes(bytes as u64);
    }

    /// Writes the page, if one was asked for.
    pub(super) fn write_page(&mut self) {
        let Some(page) = self.page.take() else { return };
        let (preview, method) = (self.settings.is_preview(), self.settings.method);
        let written =
            page.finish(&self.totals, preview, &summed(&self.tally), |byte| becomes(method, byte));
        if let Err(what) = written {
            self.totals.trouble += 1;
            self.say(&what);
        }
    }

    /// Says something on standard error.
    pub(super) fn say(&self, what: &str) {
        self.progress.suspend(|| say(what));
    }

    /// Says why a file is left alone.
    pub(super) fn alone(&mut self, what: &str) {
        if let Some(page) = &mut self.page {
            page.told(what);
        }
        self.say(what);
    }

    /// A file that is not as it should be.
    pub(super) fn trouble(&mut self, name: &str, what: &str) {
        self.totals.trouble += 1;
        let told = format!("{name}: {what}");
        if let Some(page) = &mut self.page {
            page.told(&told);
        }
        self.say(&told);
    }

    /// A line that would be changed.
    pub(super) fn hunk(&mut self, name: &Name, hunk: &Hunk<'_>) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.hunk(hunk);
        }
        if self.settings.json {
            for change in hunk.changes {
                let Change { offset, line, column, kind, .. } = *change;
                let record = ChangeRecord {
                    r#type: "change",
                    name: name.fields(),
                    offset,
                    line,
                    column,
                    kind,
                    before: hex(&change.before),
                    after: hex(&change.after),
                    plan: change.plan.as_ref().map(PlanRecord::new),
                };
                write_json(&record, &mut self.pending)?;
                self.pending.push(b'\n');
            }
        } else if self.settings.diff {
            self.difference(name, hunk)?;
        } else {
            let place = self.styles.place;
            let name = name.shown();
            for change in hunk.changes {
                let Change { line, column, .. } = change;
                let what = in_words(change);
                writeln!(self.pending, "{place}{name}:{line}:{column}:{place:#} {what}")?;
                if let Some(plan) = change.plan.as_ref().filter(|_| self.settings.plan) {
                    explain(plan, &mut self.pending)?;
                }
            }
        }
        self.write(PENDING)
    }

    fn difference(&mut self, name: &Name, hunk: &Hunk<'_>) -> io::Result<()> {
        let Styles { place, removed, added, hunk: head, .. } = self.styles;
        let out = &mut self.pending;
        if !std::mem::replace(&mut self.headed, true) {
            let name = name.shown();
            writeln!(out, "{place}--- {name}{place:#}\n{place}+++ {name} (fixed){place:#}")?;
        }
        let spelled = hunk.changes.iter().take(SPELLED);
        let spelled: Vec<String> = spelled
            .map(|change| format!(" offset {}: {}", change.offset, in_words(change)))
            .collect();
        let more = match hunk.changes.len().saturating_sub(SPELLED) {
            0 => String::new(),
            more => format!(", and {} more", thousands(more as u64)),
        };
        let (line, changes) = (hunk.line, spelled.join(","));
        writeln!(out, "{head}@@ -{line} +{line} @@{head:#}{changes}{more}")?;
        let (before, after) = shown(hunk.before, hunk.after);
        writeln!(out, "{removed}-{before}{removed:#}\n{added}+{after}{added:#}")
    }

    /// A file was mended, or looked at.
    pub(super) fn file(
        &mut self,
        name: &Name,
        tally: &Tally,
        kept: Option<&Path>,
    ) -> io::Result<()> {
        self.totals.files += 1;
        self.progress.add_file();
        self.headed = false;
        let changes = tally.changes();
        self.totals.left += tally.left;
        let read = std::mem::take(&mut self.read);
        if let Some(page) = &mut self.page {
            let what = match kept {
                Some(kept) => {
                    format!("the old file is kept as {}", crate::print::name::shown(kept))
                }
                None => String::new(),
            };
            page.file(name, tally, read, what);
        }
        if tally.left > 0 && !self.settings.quiet {
            let names: Vec<&str> =
                self.settings.closely.profiles.iter().map(|profile| profile.name()).collect();
            self.say(&format!(
                "{}: {} cannot be mended without knowing what was meant: `placemat check --profile {}` \
                 shows them",
                name.shown(),
                count(tally.left, "refusal", "refusals"),
                names.join(",")
            ));
        }
        if tally.malformed_left > 0 && !self.settings.quiet {
            let stay = if tally.malformed_left == 1 { "stays" } else { "stay" };
            self.say(&format!(
                "{}: {} {stay}: --mojibake is for well-formed text. With --policy replace or \
                 --fallback windows-1252 they are mended before",
                name.shown(),
                count(tally.malformed_left, "malformed sequence", "malformed sequences"),
            ));
        }
        if changes == 0 && (tally.left == 0 || !self.settings.json) {
            return Ok(());
        }
        self.totals.files_changed += u64::from(changes > 0);
        self.totals.changes += changes;
        self.tally.add(tally);
        if self.settings.json {
            let kinds =
                MalformedKind::all().iter().map(|kind| (kind.name(), tally.account.of_kind(*kind)));
            let bytes = (0..=0xFF_u8).zip(tally.bytes);
            let record = FileRecord {
                r#type: "file",
                name: name.fields(),
                changed: changes > 0,
                looks_like: None,
                changes,
                bytes: bytes.filter(|(_, n)| *n > 0).map(|(b, n)| (hex(&[b]), n)).collect(),
                kinds: kinds.filter(|(_, n)| *n > 0).collect(),
                refused: tally.refused + tally.refused_exactly,
                left: tally.left,
                line_endings: tally.endings,
                signatures: tally.signatures,
                kept: kept.map(|kept| Name::Path(kept.to_owned()).lossy().into_owned()),
            };
            write_json(&record, &mut self.pending)?;
            self.pending.push(b'\n');
        } else if !self.settings.quiet {
            let place = self.styles.place;
            let verb = if self.settings.is_preview() { "would change" } else { "changed" };
            let changes = summed(tally);
            let kept = match kept {
                Some(kept) => {
                    format!("; the old file is kept as {}", crate::print::name::shown(kept))
                }
                None => String::new(),
            };
            writeln!(self.pending, "{place}{}:{place:#} {verb} {changes}{kept}", name.shown())?;
            self.table(tally)?;
        }
        self.write(PENDING)
    }

    /// The records of a file were kept, changed or moved aside.
    pub(super) fn records(&mut self, name: &Name, tally: &RecordTally) -> io::Result<()> {
        let RecordTally { records, kept, moved, changed, emptied, left } = *tally;
        self.totals.files += 1;
        self.totals.files_changed += u64::from(changed + moved > 0);
        self.totals.changes += emptied + moved;
        self.totals.left += left;
        self.progress.add_file();
        let quarantine = self.settings.records.as_ref().and_then(|of| of.quarantine.as_ref());
        if self.settings.json {
            let quarantine = quarantine.map(|path| Name::Path(path.clone()).lossy().into_owned());
            let (r#type, name) = ("records", name.fields());
            let (tally, moved_to) = (*tally, quarantine.as_deref());
            let record = RecordsRecord { r#type, name, tally, moved_to };
            write_json(&record, &mut self.pending)?;
            self.pending.push(b'\n');
        } else if !self.settings.quiet {
            let place = self.styles.place;
            let mut told =
                format!("{}, {} kept", count(records, "record", "records"), thousands(kept));
            if changed > 0 {
                let fields = count(emptied, "emptied field", "emptied fields");
                told += &format!(" ({} with {fields})", thousands(changed));
            }
            if let Some(path) = quarantine {
                let shown = crate::print::name::shown(path);
                told += &format!(", {} moved to {shown}", thousands(moved));
            }
            if left > 0 {
                told += &format!(", {} of those kept with errors in no field", thousands(left));
            }
            let would = if self.settings.is_preview() { "would be: " } else { "" };
            writeln!(self.pending, "{place}{}:{place:#} {would}{told}", name.shown())?;
        }
        self.write(PENDING)
    }

    /// A file is left alone, because it is no text, or in another encoding.
    pub(super) fn left_alone(&mut self, name: &Name, looks_like: &str) -> io::Result<()> {
        self.totals.files_left_alone += 1;
        if self.settings.json {
            let record = FileRecord {
                r#type: "file",
                name: name.fields(),
                changed: false,
                looks_like: Some(looks_like),
                changes: 0,
                bytes: BTreeMap::new(),
                kinds: BTreeMap::new(),
                refused: 0,
                left: 0,
                line_endings: 0,
                signatures: 0,
                kept: None,
            };
            write_json(&record, &mut self.pending)?;
            self.pending.push(b'\n');
        }
        self.write(PENDING)
    }

    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.settings.json {
            write_json(&self.totals, &mut self.pending)?;
            self.pending.push(b'\n');
        } else if !self.settings.quiet && self.totals.files_changed > 1 {
            let verb = if self.settings.is_preview() { "would change" } else { "changed" };
            let files = count(self.totals.files_changed, "file", "files");
            writeln!(self.pending, "{files}: {verb} {}", summed(&self.tally))?;
        }
        self.write(0)
    }

    /// How often each byte of a file was changed, and to what.
    fn table(&mut self, tally: &Tally) -> io::Result<()> {
        let mut bytes: Vec<(u8, u64)> = (0..=0xFF).zip(tally.bytes).filter(|b| b.1 > 0).collect();
        let more = bytes.len().saturating_sub(ROWS);
        if more > 0 {
            bytes.sort_by_cached_key(|&(_, n)| u64::MAX - n);
            bytes.truncate(ROWS);
        }
        for (byte, n) in bytes {
            let becomes = becomes(self.settings.method, byte);
            writeln!(self.pending, "  {byte:02X} ×{}{becomes}", thousands(n))?;
        }
        if more > 0 {
            let others = count(more as u64, "other byte", "other bytes");
            writeln!(self.pending, "  and {others} (all in --report=json)")?;
        }
        Ok(())
    }

    /// Writes what is rendered: nothing more comes for now.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.write(0)
    }

    /// Writes what is rendered, if it is more than `most` bytes.
    fn write(&mut self, most: usize) -> io::Result<()> {
        if self.pending.len() <= most {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let aside = self.page.is_some() || matches!(self.settings.target, Target::InPlace(_));
        self.progress.suspend(|| match self.to_stdout {
            true => stdout(aside).write_all(&pending),
            false => {
                crate::print::say::write(&pending);
                Ok(())
            }
        })
    }
}

/// ` → é`: what becomes of a byte, where that is always the same.
fn becomes(method: Method, byte: u8) -> String {
    match method {
        Method::Policy(policy) => {
            let converter = Converter::<Utf8, Utf8>::new(policy);
            let after = converter.ok().and_then(|c| c.convert(&[byte]).ok());
            format!(" → {}", text(&after.unwrap_or_default()))
        }
        Method::CodePage(page) => {
            let letter = page.fallback(byte).unwrap_or(char::REPLACEMENT_CHARACTER);
            format!(" → {}", text(letter.encode_utf8(&mut [0; 4]).as_bytes()))
        }
        Method::Escape | Method::Undo | Method::Keep => String::new(),
    }
}

/// `3 malformed sequences, 1 line ending`.
fn summed(tally: &Tally) -> String {
    let parts = [
        (tally.malformed, "malformed sequence", "malformed sequences"),
        (tally.edits - tally.malformed - tally.repairs, "escape", "escapes"),
        (tally.repairs, "stretch of mojibake", "stretches of mojibake"),
        (tally.refused + tally.refused_exactly, "refusal", "refusals"),
        (tally.signatures, "signature", "signatures"),
        (tally.endings, "line ending", "line endings"),
    ];
    let parts = parts.into_iter().filter(|(n, _, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, one, many)| count(n, one, many)).collect();
    parts.join(", ")
}

/// `E9 → é (C3 A9)`.
fn in_words(change: &Change) -> String {
    if change.plan.is_some() {
        return format!("{} → {}", text(&change.before), text(&change.after));
    }
    let (before, after) = (spaced(&change.before), &change.after);
    match utf8::is_valid(after) {
        _ if after.is_empty() => format!("{before} → nothing"),
        true => format!("{before} → {} ({})", text(after), spaced(after)),
        false => format!("{} → {}", text(&change.before), spaced(after)),
    }
}

/// The steps of a repair, a line each, and what they prove.
fn explain(plan: &Plan, out: &mut Vec<u8>) -> io::Result<()> {
    for step in &plan.steps {
        let (before, after) = (text(step.before.as_bytes()), text(step.after.as_bytes()));
        let (bytes, page) = (spaced(&step.bytes()), step.page());
        let lost = match step.loss {
            None => {
                let bytes = step.bytes();
                let written = step.respelled().map(|(place, written)| (bytes[place], written));
                in_other_ways(written)
            }
            Some(loss) => in_a_sentence(loss).to_owned(),
        };
        writeln!(
            out,
            "    {before} are the bytes {bytes}, read as {page}; they are {after}{lost}"
        )?;
    }
    let proof = match plan.steps.iter().all(Step::is_exact) {
        true => "the way back gives what was there",
        false => "part of it is guessed",
    };
    writeln!(out, "    {} of 100 like it are right; {proof}", plan.confidence)
}

/// How some of it is written: each way once.
fn in_other_ways<'a>(written: impl Iterator<Item = (u8, &'a str)>) -> String {
    let mut ways: Vec<&str> = Vec::new();
    for way in written.map(in_another_way) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.concat()
}

/// How one byte of it is written.
fn in_another_way((byte, written): (u8, &str)) -> &'static str {
    match written {
        "\u{FFFD}" => "; U+FFFD stands for a byte that the page lacks",
        "" if byte != 0xA0 => "; a byte that the page lacks was dropped",
        "" | " " => "; a no-break space of it became a space",
        written if written.starts_with('&') => "; entities stand for some of it",
        _ => "; a control stands for a byte that the page has a sign for",
    }
}

/// What had to be guessed.
fn in_a_sentence(loss: Loss) -> &'static str {
    match loss {
        Loss::Space => "; a no-break space of it is lost",
        Loss::Quote => "; a mark of it was typed anew",
        Loss::Replaced => "; U+FFFD stands for a byte that the page lacks",
        Loss::Dropped => "; what is not shown was dropped",
        Loss::Case => "; it was made small",
        _ => "; something of it was lost",
    }
}

/// Safe to print.
fn text(bytes: &[u8]) -> String {
    let mut shown = String::new();
    escape::escape(bytes, &mut shown);
    if shown.is_empty() { "nothing".to_owned() } else { shown }
}

/// A line, safe to print. A tab is: it stays, as in other differences.
fn line(bytes: &[u8], shown: &mut String) {
    for (at, part) in bytes.split(|&byte| byte == b'\t').enumerate() {
        shown.push_str(if at > 0 { "\t" } else { "" });
        escape::escape(part, shown);
    }
}

/// Two versions of a line, safe to print; of a long one, what is around the
/// difference.
fn shown(before: &[u8], after: &[u8]) -> (String, String) {
    let plain = |line: &[u8]| line.strip_suffix(b"\n").map_or(line.len(), <[u8]>::len);
    let (before, after) = (&before[..plain(before)], &after[..plain(after)]);
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(after.len()) - same;
    let behind = before.iter().rev().zip(after.iter().rev()).take(rest);
    let behind = behind.take_while(|(a, b)| a == b).count();
    let around = |line: &[u8]| {
        let from = utf8::floor_boundary(line, same.saturating_sub(AROUND));
        let to = utf8::ceil_boundary(line, (line.len() - behind + AROUND).min(line.len()));
        let mut shown = String::from(if from > 0 { "…" } else { "" });
        self::line(&line[from..to], &mut shown);
        shown + if to < line.len() { "…" } else { "" }
    };
    (around(before), around(after))
}
