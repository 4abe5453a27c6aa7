//! What was mended, or would be, as a page.

use super::json::Totals;
use super::mender::{Edit, Tally};
use super::plan::Hunk;
use crate::input::Lines;
use crate::print::name::Name;
use crate::print::words::{count, thousands};
use crate::report::html::{
    self, Answer, Bytes, Edited, FILES, LINES, Map, Markup, OPEN, Page, Tone, bars, edited, heat,
    map,
};
use placemat::{MalformedKind, utf8};

/// How many bytes of a line are shown before its first change, and from there on.
const BEFORE: usize = 96;
const BEHIND: usize = 256;

/// How many changes of a block are looked at for lines to be shown.
const CHANGES: usize = 256;

/// How many sentences about files that are left alone, or cannot be read, are told.
const TOLD: usize = 20;

/// Gathers the page, file by file.
pub(super) struct Gatherer {
    page: Page,
    files: Vec<File>,
    left_out: u64,
    bytes: Bytes,
    kinds: [u64; MalformedKind::all().len()],
    told: Vec<String>,
    now: Now,
}

/// What is known of the file that is mended.
#[derive(Default)]
struct Now {
    lines: Lines,
    map: Map,
    edited: Vec<Edited>,
    /// Of the block that is mended.
    changes: Vec<Replaced>,
}

/// Bytes that are replaced: where they are, what they were, and what they become.
struct Replaced {
    offset: u64,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// A file that changes.
struct File {
    name: Name,
    bytes: u64,
    what: String,
    changes: u64,
    map: Map,
    edited: Vec<Edited>,
}

impl Gatherer {
    pub(super) fn new(page: Page) -> Self {
        Self {
            page,
            files: Vec::new(),
            left_out: 0,
            bytes: [0; 256],
            kinds: [0; MalformedKind::all().len()],
            told: Vec::new(),
            now: Now::default(),
        }
    }

    /// A change in the block that is mended.
    pub(super) fn edit(&mut self, edit: &Edit<'_>) {
        self.now.map.add(edit.offset, 1);
        if self.now.edited.len() < LINES && self.now.changes.len() < CHANGES {
            let (before, after) = (edit.before.to_vec(), edit.after.to_vec());
            self.now.changes.push(Replaced { offset: edit.offset, before, after });
        }
    }

    /// All changes of `block` were told.
    pub(super) fn pass(&mut self, block: &[u8]) {
        let mut changes = std::mem::take(&mut self.now.changes);
        changes.sort_by_cached_key(|change| change.offset);
        let base = self.now.lines.offset();
        // What was held back is in a block before.
        let mut rest = changes.iter().filter(|change| change.offset >= base).peekable();
        let (mut counted, mut line) = (0, self.now.lines.line().0);
        while let Some(first) = rest.peek()
            && self.now.edited.len() < LINES
        {
            let at = ((first.offset - base) as usize).min(block.len());
            line += memchr::memchr_iter(b'\n', &block[counted..at]).count() as u64;
            counted = at;
            let (edited, end) = excerpt(block, base, line, at, &changes);
            self.now.edited.push(edited);
            while rest.next_if(|change| change.offset < base + end as u64).is_some() {}
        }
        self.now.lines.pass(block);
    }

    /// A line that would change.
    pub(super) fn hunk(&mut self, hunk: &Hunk<'_>) {
        for change in hunk.changes {
            self.now.map.add(change.offset, 1);
        }
        if self.now.edited.len() < LINES
            && let Some(first) = hunk.changes.iter().find(|change| change.offset >= hunk.offset)
        {
            let replaced = hunk.changes.iter().take(CHANGES).map(|change| Replaced {
                offset: change.offset,
                before: change.before.clone(),
                after: change.after.clone(),
            });
            let replaced: Vec<_> = replaced.collect();
            let at = ((first.offset - hunk.offset) as usize).min(hunk.before.len());
            self.now.edited.push(excerpt(hunk.before, hunk.offset, hunk.line, at, &replaced).0);
        }
    }

    /// The file was mended, or looked at; `bytes` were read.
    pub(super) fn file(&mut self, name: &Name, tally: &Tally, bytes: u64, what: String) {
        let now = std::mem::take(&mut self.now);
        html::add(&mut self.bytes, &tally.bytes);
        for (sum, kind) in self.kinds.iter_mut().zip(MalformedKind::all()) {
            *sum += tally.account.of_kind(*kind);
        }
        let changes = tally.changes();
        if changes == 0 && what.is_empty() {
            return;
        }
        if self.files.len() == FILES {
            self.left_out += 1;
            return;
        }
        let (name, map, edited) = (name.clone(), now.map, now.edited);
        self.files.push(File { name, bytes, what, changes, map, edited });
    }

    /// A file was left alone, or cannot be mended: why, in one sentence.
    pub(super) fn told(&mut self, what: &str) {
        self.now = Now::default();
        if self.told.len() < TOLD {
            self.told.push(what.to_owned());
        }
    }

    /// Writes the page. `summed` is what was changed, in words; `becomes` what a byte becomes.
    pub(super) fn finish(
        self,
        totals: &Totals,
        preview: bool,
        summed: &str,
        becomes: impl Fn(u8) -> String,
    ) -> Result<(), String> {
        let mut out = Markup::default();
        self.files(preview, &mut out);
        self.kinds(becomes, &mut out);
        let hint = "The stronger the colour, the more often, by orders of magnitude.";
        heat("Bytes that change", hint, &self.bytes, &[0; 256], &mut out);
        if !self.told.is_empty() {
            out.raw("<section><h2>What is left as it is</h2>\n<ul class=\"trouble\">");
            self.told.iter().for_each(|what| _ = out.within("li", |out| _ = out.prose(what)));
            out.raw("</ul></section>\n");
        }
        self.page.finish(&answer(totals, preview, summed), &out)
    }

    fn files(&self, preview: bool, out: &mut Markup) {
        if self.files.is_empty() {
            return;
        }
        out.raw("<section class=\"changes\"><h2>").raw(if preview {
            "What would change"
        } else {
            "What has changed"
        });
        out.raw("</h2>\n<p class=\"hint\">Each file from its start to its end, and its first lines that change, before and after.</p>\n");
        for (at, file) in self.files.iter().enumerate() {
            let folds = self.files.len() > 1 && !file.edited.is_empty();
            out.raw(match (folds, at < OPEN) {
                (true, true) => "<details class=\"file\" open><summary>",
                (true, false) => "<details class=\"file\"><summary>",
                (false, _) => "<div class=\"file\"><div class=\"head\">",
            });
            out.within("h3 dir=\"auto\"", |out| _ = out.name(&file.name));
            out.raw("<p class=\"tally none\">").text(&match file.changes {
                0 => String::new(),
                n => count(n, "change", "changes"),
            });
            out.raw("</p>\n");
            if !file.what.is_empty() {
                out.within("p class=\"what\"", |out| _ = out.text(&file.what));
            }
            map(&file.map, file.bytes, ("change", "changes"), out);
            out.raw(if folds { "</summary>\n" } else { "</div>\n" });
            if !file.edited.is_empty() {
                out.raw("<ul class=\"hits\">\n");
                file.edited.iter().for_each(|line| edited(line, out));
                out.raw("</ul>\n");
            }
            out.raw(if folds { "</details>\n" } else { "</div>\n" });
        }
        if self.left_out > 0 {
            out.raw("<p class=\"hint\">")
                .number(self.left_out)
                .raw(" more files are counted, and not shown here.</p>\n");
        }
        out.raw("</section>\n");
    }

    fn kinds(&self, becomes: impl Fn(u8) -> String, out: &mut Markup) {
        let kinds: Vec<String> = MalformedKind::all().iter().map(ToString::to_string).collect();
        let kinds: Vec<_> = kinds.iter().map(|kind| &**kind).zip(self.kinds).collect();
        let bytes = (0..=0xFF_u8).zip(self.bytes).filter(|(_, n)| *n > 0);
        let bytes: Vec<(String, u64)> =
            bytes.map(|(byte, n)| (format!("{byte:02X}{}", becomes(byte)), n)).collect();
        let bytes: Vec<_> = bytes.iter().map(|(what, n)| (&**what, *n)).collect();
        if kinds.iter().any(|(_, n)| *n > 0) || !bytes.is_empty() {
            out.raw("<section><h2>What it was</h2>\n<div class=\"columns\">");
            bars("Kinds of errors", &kinds, 12, out);
            bars("What became of each byte", &bytes, 12, out);
            out.raw("</div></section>\n");
        }
    }
}

/// The line of `text`, which begins at `base`, around the change at `at`; and where what is shown ends.
fn excerpt(text: &[u8], base: u64, line: u64, at: usize, changes: &[Replaced]) -> (Edited, usize) {
    let near = at.saturating_sub(BEFORE);
    let (from, more) = match memchr::memrchr(b'\n', &text[near..at]) {
        Some(feed) => (near + feed + 1, false),
        None => (utf8::floor_group_boundary(text, near), near > 0),
    };
    let most = text.len().min(at + BEHIND);
    let (end, goes_on) = match memchr::memchr(b'\n', &text[at..most]) {
        Some(feed) => (at + feed, false),
        None if most < text.len() => (utf8::floor_group_boundary(text, most).max(at + 1), true),
        None => (most, false),
    };
    let (mut parts, mut done, mut shown) = (Vec::new(), from, 0);
    for change in changes {
        let Some(start) = change.offset.checked_sub(base).map(|at| at as usize) else { continue };
        let stop = start + change.before.len();
        if start < done || stop > text.len() || start >= end.max(at + 1) {
            continue;
        }
        parts.push((text[done..start].to_vec(), None));
        parts.push((change.before.clone(), Some(change.after.clone())));
        (done, shown) = (stop, shown + 1);
    }
    if done < end {
        let rest = &text[done..end];
        parts.push((rest.strip_suffix(b"\r").unwrap_or(rest).to_vec(), None));
    }
    (Edited { line, parts, more: (more, goes_on), changes: shown }, end.max(done))
}

/// What the page says first.
fn answer(totals: &Totals, preview: bool, summed: &str) -> Answer {
    let &Totals { files, files_changed, files_left_alone, changes, left, trouble, .. } = totals;
    let which = match (files_changed, files) {
        (1, 1) => "the text".to_owned(),
        (n, all) if n == all => format!("all {} files", thousands(all)),
        (n, all) => format!("{} of {}", thousands(n), count(all, "file", "files")),
    };
    let changed = count(changes, "change", "changes");
    let have = if changes == 1 { "has" } else { "have" };
    let (mut tone, sentence) = match (files_changed, preview) {
        (0, _) if files == 0 => (Tone::Note, "Nothing was mended".to_owned()),
        (0, _) => (Tone::Good, "Nothing needs to be mended".to_owned()),
        (_, true) => (Tone::Note, format!("{changed} would mend {which}")),
        (_, false) => (Tone::Good, format!("{changed} {have} mended {which}")),
    };
    if left + trouble > 0 && tone == Tone::Good {
        tone = Tone::Note;
    }
    let mut more = Vec::new();
    if changes > 0 {
        more.push(format!("{summed}."));
    }
    if left > 0 {
        let refusals = count(left, "refusal is left", "refusals are left");
        more.push(format!("{refusals}: nobody can mend that without knowing what was meant."));
    }
    let mut figures = vec![(thousands(files), if files == 1 { "file" } else { "files" })];
    figures.push((thousands(files_changed), if preview { "would change" } else { "changed" }));
    figures.push((thousands(changes), "changes"));
    for (n, what) in [(files_left_alone, "left alone"), (left, "left"), (trouble, "with trouble")] {
        if n > 0 {
            figures.push((thousands(n), what));
        }
    }
    Answer { tone, sentence, more, figures }
}
