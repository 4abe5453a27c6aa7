//! Verdicts, for people and for machines.

use super::judge::{Candidate, Verdict};
use crate::args::DetectFormat;
use crate::name::{Name, NameFields};
use crate::render::json::write_line;
use crate::settings;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    encoding: Option<&'a str>,
    certainty: f64,
    evidence: Vec<&'a str>,
    candidates: Vec<CandidateObject<'a>>,
}

#[derive(Serialize)]
struct CandidateObject<'a> {
    encoding: &'a str,
    certainty: f64,
    reason: &'a str,
}

pub(super) fn write(
    name: &Name,
    verdict: &Verdict,
    settings: &settings::Detect,
    out: &mut impl Write,
) -> io::Result<()> {
    match settings.format {
        DetectFormat::Json => json(name, verdict, out),
        DetectFormat::Text => text(name, verdict, settings, out),
    }
}

fn json(name: &Name, verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let first = verdict.candidates.first().map(|first| first.reason.as_str());
    let notes: Vec<String> = verdict.notes.iter().map(|note| note.words(name)).collect();
    let object = Object {
        name: name.fields(),
        encoding: verdict.encoding,
        certainty: rounded(verdict.certainty),
        evidence: first.into_iter().chain(notes.iter().map(String::as_str)).collect(),
        candidates: verdict
            .candidates
            .iter()
            .map(|Candidate { encoding, certainty, reason }| CandidateObject {
                encoding,
                certainty: rounded(*certainty),
                reason,
            })
            .collect(),
    };
    write_line(&object, out)
}

/// To three places: no more is meant.
fn rounded(certainty: f64) -> f64 {
    (certainty * 1000.0).round() / 1000.0
}

fn text(
    name: &Name,
    verdict: &Verdict,
    settings: &settings::Detect,
    out: &mut impl Write,
) -> io::Result<()> {
    let (bold, note) = match settings.color {
        true => (Style::new().bold(), AnsiColor::Cyan.on_default()),
        false => (Style::new(), Style::new()),
    };
    let word = match verdict.certainty {
        0.95.. => "certain",
        0.75.. => "likely",
        _ => "perhaps",
    };
    let notes = verdict.notes.iter().map(|note| note.words(name));
    let name = name.shown();
    let reason = verdict.candidates.first().map_or("", |first| &first.reason);
    match verdict.encoding {
        Some(encoding) => writeln!(out, "{bold}{name}:{bold:#} {encoding}, {word}: {reason}")?,
        None => writeln!(out, "{bold}{name}:{bold:#} uncertain: too little to tell")?,
    }
    for words in notes {
        writeln!(out, "  {note}note:{note:#} {words}")?;
    }
    // What is certain needs no other candidates, and what is not has them all.
    let from = usize::from(verdict.encoding.is_some());
    let shown = settings.all || verdict.certainty < 0.95;
    for Candidate { encoding, certainty, reason } in verdict.candidates.iter().skip(from) {
        if shown && *certainty >= 0.01 {
            writeln!(out, "  {note}or {encoding}{note:#} ({:.0} %): {reason}", certainty * 100.0)?;
        }
    }
    Ok(())
}
