//! What was counted, as a page.

use super::tally::Tally;
use super::words::{ends, looks, of_note};
use crate::print::name::Name;
use crate::print::words::{count, size, thousands};
use crate::report::html::{self, Answer, Bytes, FILES, Markup, Page, Tone, bars, heat};
use placemat_inspect::code_point;

/// How many scripts, and blocks, are shown.
const ROWS: usize = 12;

/// Gathers the page, file by file.
pub(super) struct Gatherer {
    page: Page,
    files: Vec<File>,
    left_out: u64,
    bytes: Bytes,
}

struct File {
    name: Name,
    bytes: u64,
    lines: u64,
    code_points: u64,
    malformed: u64,
    /// What is special about it.
    notes: Vec<String>,
}

impl File {
    /// What is wrong comes first, then what is special.
    fn weight(&self) -> u64 {
        self.malformed << 4 | self.notes.len() as u64
    }
}

impl Gatherer {
    pub(super) fn new(page: Page) -> Self {
        Self { page, files: Vec::new(), left_out: 0, bytes: [0; 256] }
    }

    pub(super) fn file(&mut self, name: &Name, tally: &Tally) {
        if let Some(bytes) = &tally.byte_counts {
            html::add(&mut self.bytes, bytes);
        }
        let mut notes = Vec::new();
        if let Some(full) = &tally.full {
            notes.extend([looks(full), of_note(full)]);
            let ends = ends(full);
            notes.push(if ends.contains(',') {
                format!("ends of lines: {ends}")
            } else {
                String::new()
            });
            notes.push(if full.summary.nfc == Some(false) {
                "not in NFC".to_owned()
            } else {
                String::new()
            });
            notes.push(if full.signature {
                "signature EF BB BF".to_owned()
            } else {
                String::new()
            });
            notes.retain(|note| !note.is_empty());
        }
        let &Tally { bytes, lines, code_points, malformed, .. } = tally;
        let file = File { name: name.clone(), bytes, lines, code_points, malformed, notes };
        if self.files.len() < FILES {
            return self.files.push(file);
        }
        self.left_out += 1;
        let least = self.files.iter_mut().rev().min_by_key(|file| file.weight());
        if let Some(least) = least.filter(|least| least.weight() < file.weight()) {
            *least = file;
        }
    }

    /// Writes the page.
    pub(super) fn finish(mut self, total: &Tally) -> Result<(), String> {
        self.files.sort_by_cached_key(|file| u64::MAX - file.weight());
        let mut out = Markup::default();
        if let Some(full) = &total.full {
            let found = &full.summary;
            out.raw("<section><h2>What it is made of</h2>\n<div class=\"columns\">");
            bars("Scripts", &found.scripts, ROWS, &mut out);
            bars("Blocks", &found.blocks, ROWS, &mut out);
            let lengths = ["1 byte: ASCII", "2 bytes", "3 bytes", "4 bytes"];
            let lengths: Vec<_> = lengths.into_iter().zip(found.sequences).collect();
            bars("Sequences by length", &lengths, 4, &mut out);
            let seldom = [
                ("controls", found.controls),
                ("noncharacters", found.noncharacters),
                ("for private use", found.private_use),
                ("not assigned", found.unassigned),
                ("U+FFFD", found.replacement),
            ];
            bars("Of note", &seldom, 5, &mut out);
            out.raw("</div></section>\n");
        }
        self.table(&mut out);
        let hint = "The stronger the colour, the more often, by orders of magnitude.";
        heat("Bytes", hint, &self.bytes, &[0; 256], &mut out);
        self.page.finish(&answer(total), &out)
    }

    fn table(&self, out: &mut Markup) {
        if self.files.is_empty() {
            return;
        }
        out.raw(
            "<section><h2>Files</h2>\n<table class=\"list\"><thead><tr><th>File</th>\
            <th class=\"n\">Bytes</th><th class=\"n\">Lines</th><th class=\"n\">Code points</th>\
                <th class=\"n\">Malformed</th><th>Of note</th></tr></thead>\n<tbody>\n",
        );
        for file in &self.files {
            out.raw("<tr><th scope=\"row\" dir=\"auto\">")
                .name(&file.name)
                .raw("</th><td class=\"n\" data-of=\"bytes\">")
                .number(file.bytes);
            out.raw("</td><td class=\"n\" data-of=\"lines\">")
                .number(file.lines)
                .raw("</td><td class=\"n\" data-of=\"code points\">")
                .number(file.code_points);
            out.raw("</td><td class=\"n\" data-of=\"malformed\">")
                .number(file.malformed)
                .raw("</td><td class=\"other\">");
            out.text(&file.notes.join("; ")).raw("</td></tr>\n");
        }
        out.raw("</tbody></table>\n");
        if self.left_out > 0 {
            out.raw("<p class=\"hint\">")
                .number(self.left_out)
                .raw(" more files are counted, and not shown here.</p>\n");
        }
        out.raw("</section>\n");
    }
}

/// What the page says first.
fn answer(total: &Tally) -> Answer {
    let points = count(total.code_points, "code point", "code points");
    let place = if total.files == 1 {
        String::new()
    } else {
        format!(" in {} files", thousands(total.files))
    };
    let (tone, sentence) = match total.malformed {
        0 if total.files == 0 => (Tone::Note, "Nothing was counted".to_owned()),
        0 => (Tone::Good, format!("{points}{place}, all well-formed")),
        n => {
            let subparts = count(n, "malformed subpart", "malformed subparts");
            (Tone::Bad, format!("{points} and {subparts}{place}"))
        }
    };
    let mut figures = vec![
        (size(total.bytes), "in all"),
        (thousands(total.lines), "lines"),
        (thousands(total.utf16_units), "units in UTF-16"),
    ];
    let mut more = Vec::new();
    if let Some(full) = &total.full {
        if full.longest.bytes > 0 {
            figures.push((count(full.longest.bytes, "byte", "bytes"), "longest line"));
        }
        if let Some(c) = full.summary.highest {
            more.push(format!(
                "The highest code point is U+{:04X} {}.",
                u32::from(c),
                code_point::name(c)
            ));
        }
        let nfc = match full.summary.nfc {
            Some(true) => "It is in Normalization Form C.",
            Some(false) => "It is not in Normalization Form C.",
            None => {
                "Whether it is in Normalization Form C cannot be told: a run of combining marks is too long."
            }
        };
        more.push(nfc.to_owned());
        let ends = ends(full);
        if !ends.is_empty() {
            more.push(format!("Ends of lines: {ends}."));
        }
    }
    Answer {
        tone,
        sentence,
        more: vec![more.join(" ")].into_iter().filter(|more| !more.is_empty()).collect(),
        figures,
    }
}
