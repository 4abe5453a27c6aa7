//! What was counted, for people and for machines.

use super::page::Gatherer;
use super::tally::{Full, Tally};
use super::words::{ends, looks, of_note};
use crate::args::StatsFormat;
use crate::print::Styles;
use crate::print::json::write_line;
use crate::print::name::{Name, NameFields};
use crate::print::words::{count, thousands};
use crate::settings;
use placemat_inspect::code_point;
use serde::Serialize;
use std::io::{self, Write};

/// How many scripts, and blocks, are shown to people.
const ROWS: usize = 8;

/// The columns of a bar.
const BAR: usize = 24;

pub(super) struct Report<'a, W> {
    settings: &'a settings::Stats,
    styles: Styles,
    out: W,
    total: Tally,
    /// A page, if one was asked for.
    page: Option<Gatherer>,
}

impl<'a, W: Write> Report<'a, W> {
    pub(super) fn new(settings: &'a settings::Stats, out: W, page: Option<Gatherer>) -> Self {
        let styles = Styles::new(settings.color);
        Self { settings, styles, out, total: Tally::default(), page }
    }

    pub(super) fn begin(&mut self) -> io::Result<()> {
        if self.settings.counts && self.settings.format == StatsFormat::Text {
            let [lines, code_points, units, bytes, malformed] =
                ["lines", "code points", "UTF-16 units", "bytes", "malformed"];
            writeln!(
                self.out,
                "{lines:>12} {code_points:>14} {units:>14} {bytes:>15} {malformed:>10}  name"
            )?;
        }
        Ok(())
    }

    pub(super) fn file(&mut self, name: &Name, tally: Tally) -> io::Result<()> {
        self.total.join(&tally);
        if let Some(page) = &mut self.page {
            page.file(name, &tally);
        }
        match self.settings.format {
            StatsFormat::Json => write_line(&Object::of_file(name, &tally), &mut self.out),
            StatsFormat::Text => self.text(&name.shown(), &tally),
        }
    }

    /// The sum, if there is more than one file, or a machine that reads it.
    ///
    /// An inner error is one of the page.
    pub(super) fn end(mut self) -> io::Result<Result<(), String>> {
        let total = std::mem::take(&mut self.total).summed_up();
        match self.settings.format {
            StatsFormat::Json => write_line(&Object::of_total(&total), &mut self.out)?,
            StatsFormat::Text if total.files > 1 => {
                self.text(&count(total.files, "file", "files"), &total)?;
            }
            StatsFormat::Text => {}
        }
        self.out.flush()?;
        Ok(self.page.map_or(Ok(()), |page| page.finish(&total)))
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn text(&mut self, name: &str, tally: &Tally) -> io::Result<()> {
        let Some(full) = &tally.full else { return self.counts(name, tally) };
        let place = self.styles.place;
        writeln!(
            self.out,
            "{place}{name}{place:#}: {}, {}, {}",
            count(tally.bytes, "byte", "bytes"),
            count(tally.lines, "line", "lines"),
            count(tally.code_points, "code point", "code points"),
        )?;
        let bytes = count(full.longest.bytes, "byte", "bytes");
        let longest = match full.longest.line {
            _ if full.longest.bytes == 0 => String::new(),
            0 => bytes,
            line => format!("{bytes}, line {}", thousands(line)),
        };
        self.field("Longest line", &longest)?;
        self.field("Ends of lines", &ends(full))?;
        let lengths = full.summary.sequences.iter().zip(1..).filter(|&(&count, _)| count > 0);
        let lengths: Vec<String> =
            lengths.map(|(count, len)| format!("{len}: {}", thousands(*count))).collect();
        self.field("Bytes of each", &lengths.join(", "))?;
        self.field("UTF-16 units", &thousands(tally.utf16_units))?;
        let subparts = count(tally.malformed, "maximal subpart", "maximal subparts");
        let malformed = if tally.malformed > 0 { subparts } else { String::new() };
        self.field("Malformed", &malformed)?;
        self.field("Looks like", &looks(full))?;
        self.field("Signature", if full.signature { "EF BB BF" } else { "" })?;
        let highest = full.summary.highest;
        let highest = highest.map(|c| format!("U+{:04X} {}", u32::from(c), code_point::name(c)));
        self.field("Highest", &highest.unwrap_or_default())?;
        self.field("Of note", &of_note(full))?;
        let nfc = match full.summary.nfc {
            _ if tally.code_points == 0 => "",
            Some(true) => "yes",
            Some(false) => "no",
            None => "not told: a run of combining marks is too long",
        };
        self.field("NFC", nfc)?;
        self.histogram("Scripts", &full.summary.scripts)?;
        self.histogram("Blocks", &full.summary.blocks)
    }

    /// A label and its text, unless there is none.
    fn field(&mut self, label: &str, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let style = self.styles.note;
        writeln!(self.out, "  {style}{label:<14}{style:#}{text}")
    }

    /// The most frequent ones, and how many there are of each, as bars.
    fn histogram(&mut self, label: &str, counts: &[(&str, u64)]) -> io::Result<()> {
        let all: u64 = counts.iter().map(|(_, count)| count).sum();
        let most = counts.first().map_or(1, |&(_, count)| count.max(1));
        let style = self.styles.note;
        // What is left for names, beside the label, the number, the share and the bar.
        let room = self.settings.width.saturating_sub(2 + 14 + 16 + 9 + BAR);
        let names = counts.iter().take(ROWS).map(|(name, _)| name.len()).max();
        let names = names.unwrap_or_default().min(room.max(10));
        for (row, &(name, count)) in counts.iter().take(ROWS).enumerate() {
            let label = if row == 0 { label } else { "" };
            let share = count as f64 * 100.0 / all as f64;
            // Whatever occurs at all can be seen.
            let eighths = (count as f64 * (BAR * 8) as f64 / most as f64).ceil() as usize;
            let mut bar = "█".repeat(eighths / 8);
            bar.extend(['▏', '▎', '▍', '▌', '▋', '▊', '▉'].get((eighths % 8).wrapping_sub(1)));
            let name: String = name.chars().take(names).collect();
            let number = thousands(count);
            writeln!(
                self.out,
                "  {style}{label:<14}{style:#}{name:<names$} {number:>14} {share:>6.2} % {bar}"
            )?;
        }
        match counts.len().saturating_sub(ROWS) {
            0 => Ok(()),
            more => writeln!(self.out, "  {:<14}and {more} more: --format json has all", ""),
        }
    }

    fn counts(&mut self, name: &str, tally: &Tally) -> io::Result<()> {
        let Tally { lines, code_points, utf16_units, bytes, malformed, .. } = tally;
        writeln!(
            self.out,
            "{lines:>12} {code_points:>14} {utf16_units:>14} {bytes:>15} {malformed:>10}  {name}"
        )
    }
}

#[derive(Serialize)]
struct Object<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    name: Option<NameFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u64>,
    bytes: u64,
    lines: u64,
    code_points: u64,
    utf16_units: u64,
    malformed: u64,
    #[serde(flatten)]
    full: Option<FullObject>,
}

#[derive(Serialize)]
struct FullObject {
    longest_line: LongestObject,
    line_ends: Ends,
    sequences: [u64; 4],
    scripts: Vec<Named>,
    blocks: Vec<Named>,
    highest: Option<u32>,
    controls: u64,
    noncharacters: u64,
    private_use: u64,
    unassigned: u64,
    replacement: u64,
    nfc: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks_like: Option<&'static str>,
}

#[derive(Serialize)]
struct LongestObject {
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

#[derive(Serialize)]
struct Ends {
    lf: u64,
    crlf: u64,
    cr: u64,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    count: u64,
}

impl<'a> Object<'a> {
    fn of_file(name: &'a Name, tally: &Tally) -> Self {
        let mut object = Self::of(tally);
        (object.r#type, object.name) = ("file", Some(name.fields()));
        object
    }

    fn of_total(tally: &Tally) -> Self {
        let mut object = Self::of(tally);
        object.files = Some(tally.files);
        if let Some(full) = &mut object.full {
            (full.signature, full.looks_like, full.longest_line.line) = (None, None, None);
        }
        object
    }

    fn of(tally: &Tally) -> Self {
        let &Tally { bytes, lines, code_points, utf16_units, malformed, .. } = tally;
        Self {
            r#type: "total",
            name: None,
            files: None,
            bytes,
            lines,
            code_points,
            utf16_units,
            malformed,
            full: tally.full.as_ref().map(FullObject::of),
        }
    }
}

impl FullObject {
    fn of(full: &Full) -> Self {
        let named = |counts: &[(&'static str, u64)]| {
            counts.iter().map(|&(name, count)| Named { name, count }).collect()
        };
        let found = &full.summary;
        let line = Some(full.longest.line).filter(|&line| line > 0);
        Self {
            longest_line: LongestObject { bytes: full.longest.bytes, line },
            line_ends: Ends {
                lf: full.line_feeds - full.crlf,
                crlf: full.crlf,
                cr: found.carriage_returns.saturating_sub(full.crlf),
            },
            sequences: found.sequences,
            scripts: named(&found.scripts),
            blocks: named(&found.blocks),
            highest: found.highest.map(u32::from),
            controls: found.controls,
            noncharacters: found.noncharacters,
            private_use: found.private_use,
            unassigned: found.unassigned,
            replacement: found.replacement,
            nfc: found.nfc,
            signature: Some(full.signature),
            looks_like: match full.other {
                Some(other) => Some(other.name),
                None => full.binary.then_some("binary"),
            },
        }
    }
}
