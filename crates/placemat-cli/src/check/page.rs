//! What was checked, as a page.

use crate::print::name::Name;
use crate::print::words::{count, size, thousands};
use crate::report::html::{
    self, Answer, Bytes, FILES, Hit, LINES, Map, Markup, OPEN, Page, Part, Share, Sketch, Tone,
    bars, heat, hit, map, shares,
};
use crate::report::{Misread, Summary, Tally, summary_lines, words};
use placemat::MalformedKind;
use placemat::detect::Look;
use placemat_profile::Kind;

/// How many troubles are told.
const TROUBLES: usize = 20;

/// Gathers the page, file by file.
pub(super) struct Gatherer {
    page: Page,
    bytes: Bytes,
    wrong: Bytes,
    /// The worst files, at most [`FILES`], and how many others there are with findings.
    files: Vec<File>,
    left_out: u64,
    troubles: Vec<String>,
    /// What is known of the file that is read.
    now: Now,
}

#[derive(Default)]
struct Now {
    sketch: Option<Sketch>,
    what: Option<String>,
    hits: Vec<Hit>,
}

/// A file with findings.
struct File {
    name: Name,
    bytes: u64,
    errors: u64,
    /// What it is as a whole.
    what: Option<String>,
    map: Map,
    hits: Vec<Hit>,
}

impl File {
    /// What is wrong as a whole comes first, then what has the most errors.
    fn weight(&self) -> u64 {
        if self.what.is_some() && self.errors == 0 { u64::MAX } else { self.errors }
    }
}

impl Gatherer {
    pub(super) fn new(page: Page) -> Self {
        let (bytes, wrong) = ([0; 256], [0; 256]);
        Self {
            page,
            bytes,
            wrong,
            files: Vec::new(),
            left_out: 0,
            troubles: Vec::new(),
            now: Now::default(),
        }
    }

    /// A stretch of the file was read.
    pub(super) fn sketch(&mut self, sketch: Sketch) {
        match &mut self.now.sketch {
            Some(before) => before.join(sketch),
            None => self.now.sketch = Some(sketch),
        }
    }

    /// What the file is, in one sentence without a full stop.
    pub(super) fn what(&mut self, what: String) {
        self.now.what.get_or_insert(what);
    }

    /// An error in text of another encoding.
    pub(super) fn misread(&mut self, found: &Misread) {
        if self.now.hits.len() < LINES {
            let (before, after) = (&found.before, &found.after);
            self.now.hits.push(Hit {
                line: found.line,
                column: found.column,
                offset: found.offset,
                errors: 1,
                like: 0,
                parts: vec![
                    Part::Text(before.0.clone()),
                    Part::Wrong(found.bytes.clone()),
                    Part::Text(after.0.clone()),
                ],
                more: (before.1, after.1),
                sentence: words::misread(found),
                reading: None,
            });
        }
    }

    pub(super) fn trouble(&mut self, what: &str) {
        if self.troubles.len() < TROUBLES {
            self.troubles.push(what.to_owned());
        }
    }

    /// The file was read, and something was `found` or not.
    pub(super) fn end_file(&mut self, name: &Name, tally: &Tally, found: bool) {
        let Now { sketch, what, mut hits } = std::mem::take(&mut self.now);
        let mut map = Map::default();
        if let Some(mut sketch) = sketch {
            html::add(&mut self.bytes, &sketch.bytes);
            html::add(&mut self.wrong, &sketch.wrong);
            if found {
                hits.extend(sketch.worst().iter().map(Hit::from));
            }
            map = sketch.map;
        }
        if !found {
            return;
        }
        let errors = tally.groups + tally.refused;
        let file = File { name: name.clone(), bytes: tally.bytes, errors, what, map, hits };
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
    pub(super) fn finish(mut self, summary: &Summary) -> Result<(), String> {
        self.files.sort_by_cached_key(|file| u64::MAX - file.weight());
        let mut out = Markup::default();
        self.shares(summary, &mut out);
        self.files(&mut out);
        kinds(summary, &mut out);
        let hint = "The stronger the colour, the more often, by orders of magnitude. Dashed: malformed somewhere.";
        heat("Bytes", hint, &self.bytes, &self.wrong, &mut out);
        if !self.troubles.is_empty() {
            out.raw("<section><h2>What could not be checked</h2>\n<ul class=\"trouble\">");
            self.troubles.iter().for_each(|what| _ = out.within("li", |out| _ = out.text(what)));
            let more = summary.trouble.saturating_sub(self.troubles.len() as u64);
            if more > 0 {
                out.raw("<li>and ").number(more).raw(" more</li>");
            }
            out.raw("</ul></section>\n");
        }
        self.page.finish(&answer(summary), &out)
    }

    fn shares(&self, summary: &Summary, out: &mut Markup) {
        let clean = summary.files - summary.files_with_errors - summary.other_encodings;
        let skipped = (summary.binary.len() + summary.special.len()) as u64;
        shares(
            &[
                Share { count: clean, what: "well-formed", look: "good" },
                Share { count: summary.other_encodings, what: "in UTF-16 or UTF-32", look: "note" },
                Share { count: summary.files_with_errors, what: "with errors", look: "bad" },
                Share { count: skipped, what: "skipped: binary, or no file", look: "grey" },
            ],
            out,
        );
    }

    fn files(&self, out: &mut Markup) {
        if self.files.is_empty() {
            return;
        }
        out.raw("<section><h2>Where it is</h2>\n<p class=\"hint\">Each file from its start to its end, and the lines with the most errors");
        out.raw(if self.files.len() > 1 { "; the worst files first.</p>\n" } else { ".</p>\n" });
        for (at, file) in self.files.iter().enumerate() {
            let folds = self.files.len() > 1 && !file.hits.is_empty();
            out.raw(match (folds, at < OPEN) {
                (true, true) => "<details class=\"file\" open><summary>",
                (true, false) => "<details class=\"file\"><summary>",
                (false, _) => "<div class=\"file\"><div class=\"head\">",
            });
            out.within("h3 dir=\"auto\"", |out| _ = out.name(&file.name));
            out.raw("<p class=\"tally\">").text(&match file.errors {
                0 => String::new(),
                n => count(n, "error", "errors"),
            });
            out.raw("</p>\n");
            if let Some(what) = &file.what {
                out.within("p class=\"what\"", |out| _ = out.prose(what));
            }
            map(&file.map, file.bytes, ("error", "errors"), out);
            out.raw(if folds { "</summary>\n" } else { "</div>\n" });
            if !file.hits.is_empty() {
                out.raw("<ul class=\"hits\">\n");
                file.hits.iter().for_each(|found| hit(found, out));
                out.raw("</ul>\n");
            }
            out.raw(if folds { "</details>\n" } else { "</div>\n" });
        }
        if self.left_out > 0 {
            out.raw("<p class=\"hint\">").number(self.left_out);
            out.raw(" more files with errors are counted, and not shown here: <code>placemat check -l</code> names all.</p>\n");
        }
        out.raw("</section>\n");
    }
}

/// What is wrong, and what it comes from.
fn kinds(summary: &Summary, out: &mut Markup) {
    let tally = &summary.tally;
    if tally.is_clean() {
        return;
    }
    let named = MalformedKind::all().iter().map(ToString::to_string).zip(tally.kinds);
    let named: Vec<_> =
        named.chain(Kind::all().iter().map(ToString::to_string).zip(tally.refused_kinds)).collect();
    let kinds: Vec<_> = named.iter().map(|(kind, n)| (&**kind, *n)).collect();
    let look = |look: &Look| match look {
        Look::CutOff => "a text that was cut off",
        look => look.title().unwrap_or("no sign of what it was"),
    };
    let looks: Vec<_> = Look::all().iter().map(look).zip(tally.looks).collect();
    out.raw("<section><h2>What it is</h2>\n<div class=\"columns\">");
    bars("Kinds of errors", &kinds, 12, out);
    bars("What the malformed bytes look like", &looks, 12, out);
    out.raw("</div></section>\n");
}

/// What the page says first.
fn answer(summary: &Summary) -> Answer {
    let (files, encoding) = (summary.files, summary.judged_as.unwrap_or("UTF-8"));
    let wrong = summary.files_with_errors + summary.other_encodings;
    let only_refused = summary.tally.groups == 0 && summary.other_encodings == 0;
    let profiles: Vec<&str> = summary.profiles.iter().map(|profile| profile.name()).collect();
    let refused = || profiles.join(", ");
    let of = || format!("{} of {}", thousands(wrong), count(files, "file", "files"));
    let untrue = summary.untrue;
    let (tone, sentence) = match (wrong, files) {
        (0, 1) if untrue > 0 => (Tone::Bad, "The text is not what is declared".to_owned()),
        (0, n) if untrue > 0 => {
            let is = if untrue == 1 { "is" } else { "are" };
            let of = format!("{} of {} files", thousands(untrue), thousands(n));
            (Tone::Bad, format!("{of} {is} not what is declared"))
        }
        (0, 0) => (Tone::Note, "Nothing was checked".to_owned()),
        (0, 1) => (Tone::Good, format!("The text is well-formed {encoding}")),
        (0, n) => (Tone::Good, format!("All {} files are well-formed {encoding}", thousands(n))),
        (1, 1) if only_refused => (Tone::Bad, format!("The text has what {} refuses", refused())),
        (1, _) if only_refused => (Tone::Bad, format!("{} has what {} refuses", of(), refused())),
        _ if only_refused => (Tone::Bad, format!("{} have what {} refuses", of(), refused())),
        (1, 1) => (Tone::Bad, format!("The text is not {encoding}")),
        (1, _) => (Tone::Bad, format!("{} is not {encoding}", of())),
        (n, all) if n == all => {
            (Tone::Bad, format!("None of {} files is {encoding}", thousands(all)))
        }
        _ => (Tone::Bad, format!("{} are not {encoding}", of())),
    };
    let tone = match tone {
        Tone::Good if summary.mojibake.is_some() || summary.trouble > 0 => Tone::Note,
        tone => tone,
    };
    let mut figures = vec![(thousands(files), if files == 1 { "file" } else { "files" })];
    let tally = &summary.tally;
    if wrong > 0 {
        figures.push((thousands(wrong), "with something wrong"));
        figures.push((thousands(tally.groups + tally.refused), "errors"));
    }
    if untrue > 0 {
        figures.push((thousands(untrue), "not what is declared"));
    }
    if tally.groups != tally.subparts {
        figures.push((thousands(tally.subparts), "malformed subparts"));
    }
    figures.push((size(tally.bytes), "read"));
    Answer { tone, sentence, more: summary_lines(summary), figures }
}
