//! Verdicts, as a page.

use super::report::{certainty_in_words, reason, words};
use crate::print::name::Name;
use crate::print::words::thousands;
use crate::report::html::{Answer, Markup, Page, Tone, bars};
use placemat_detect::{Candidate, Verdict};
use std::collections::BTreeMap;

/// How many files are listed: the uncertain ones first.
const FILES: usize = 500;

/// How many other candidates of a file are listed.
const OTHERS: usize = 5;

/// Gathers the page, file by file.
pub(super) struct Gatherer {
    page: Page,
    files: Vec<(Name, Verdict)>,
    all: u64,
    uncertain: u64,
    encodings: BTreeMap<&'static str, u64>,
    trouble: u64,
}

impl Gatherer {
    pub(super) fn new(page: Page) -> Self {
        let (files, encodings) = (Vec::new(), BTreeMap::new());
        Self { page, files, all: 0, uncertain: 0, encodings, trouble: 0 }
    }

    pub(super) fn file(&mut self, name: &Name, verdict: &Verdict) {
        self.all += 1;
        self.uncertain += u64::from(verdict.encoding.is_none());
        *self.encodings.entry(verdict.encoding.unwrap_or("uncertain")).or_default() += 1;
        if self.files.len() < FILES {
            return self.files.push((name.clone(), verdict.clone()));
        }
        let surest =
            self.files.iter_mut().rev().max_by(|a, b| a.1.certainty.total_cmp(&b.1.certainty));
        if let Some(surest) = surest.filter(|surest| surest.1.certainty > verdict.certainty) {
            *surest = (name.clone(), verdict.clone());
        }
    }

    pub(super) fn trouble(&mut self) {
        self.trouble += 1;
    }

    /// Writes the page.
    pub(super) fn finish(mut self) -> Result<(), String> {
        // What is sure needs nobody to look at it.
        // Of numbers that are not negative, the bits have the same order.
        self.files.sort_by_cached_key(|(_, verdict)| verdict.certainty.to_bits());
        let mut out = Markup::default();
        if self.all > 1 {
            let encodings: Vec<_> = self.encodings.iter().map(|(name, n)| (*name, *n)).collect();
            out.raw("<section><h2>Encodings</h2>\n<div class=\"columns\">");
            bars("Files in each", &encodings, 16, &mut out);
            out.raw("</div></section>\n");
        }
        if !self.files.is_empty() {
            out.raw("<section><h2>Files</h2>\n<table class=\"list\"><thead><tr><th>File</th><th>Encoding</th>\
                <th class=\"n\">Certainty</th><th>Why</th></tr></thead>\n<tbody>\n");
            self.files.iter().for_each(|(name, verdict)| row(name, verdict, &mut out));
            out.raw("</tbody></table>\n");
            let left = self.all - self.files.len() as u64;
            if left > 0 {
                out.raw("<p class=\"hint\">").number(left).raw(
                    " more files are counted, and not shown here; the least certain are.</p>\n",
                );
            }
            out.raw("</section>\n");
        }
        let answer = self.answer();
        self.page.finish(&answer, &out)
    }

    fn answer(&self) -> Answer {
        let one = self.files.first().filter(|_| self.all == 1).map(|(_, verdict)| verdict);
        let (tone, sentence) = match (one, self.uncertain) {
            _ if self.all == 0 => (Tone::Note, "No file was read".to_owned()),
            (Some(Verdict { encoding: Some(encoding), certainty, .. }), _) => {
                let word = certainty_in_words(*certainty);
                let tone = if *certainty < 0.8 { Tone::Note } else { Tone::Good };
                (tone, format!("The text is in {encoding}, {word}"))
            }
            (Some(_), _) => (Tone::Bad, "It is uncertain what the text is in".to_owned()),
            (None, 0) => (Tone::Good, format!("All {} files are identified", thousands(self.all))),
            (None, n) => {
                let is = if n == 1 { "is" } else { "are" };
                (
                    Tone::Note,
                    format!("{} of {} files {is} uncertain", thousands(n), thousands(self.all)),
                )
            }
        };
        let mut figures = Vec::new();
        if self.all > 1 {
            figures.push((thousands(self.all), "files"));
            figures.push((
                thousands(self.encodings.len() as u64 - u64::from(self.uncertain > 0)),
                "encodings",
            ));
        }
        for (n, what) in [(self.uncertain, "uncertain"), (self.trouble, "with trouble")] {
            if n > 0 && self.all + self.trouble > 1 {
                figures.push((thousands(n), what));
            }
        }
        Answer { tone, sentence, more: Vec::new(), figures }
    }
}

fn row(name: &Name, verdict: &Verdict, out: &mut Markup) {
    out.raw("<tr><th scope=\"row\" dir=\"auto\">").name(name).raw("</th><td>");
    out.text(verdict.encoding.unwrap_or("uncertain")).raw("</td><td class=\"n\">");
    let percent = format!("{:.0} %", (verdict.certainty * 100.0).floor());
    out.text(if verdict.encoding.is_some() { &percent } else { "" })
        .raw("</td><td>")
        .text(reason(verdict));
    for &note in &verdict.notes {
        let note = words(note, name);
        if !note.is_empty() {
            out.within("p class=\"other\"", |out| _ = out.prose(&note));
        }
    }
    let others = verdict.candidates.iter().skip(usize::from(verdict.encoding.is_some()));
    let others: Vec<&Candidate> =
        others.filter(|other| other.certainty >= 0.01).take(OTHERS).collect();
    if !others.is_empty() {
        out.raw("<details><summary>or else</summary><ul class=\"other\">");
        for Candidate { encoding, certainty, reason, .. } in others {
            let claim = format!("{encoding} ({:.0} %): {reason}", certainty * 100.0);
            out.within("li", |out| _ = out.text(&claim));
        }
        out.raw("</ul></details>");
    }
    out.raw("</td></tr>\n");
}
