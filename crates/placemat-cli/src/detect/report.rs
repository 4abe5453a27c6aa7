//! Verdicts, for people and for machines.

use crate::args::{DetectFormat, Labels};
use crate::coding::coding;
use crate::print::json::write_line;
use crate::print::name::{Name, NameFields};
use crate::print::words::count;
use crate::settings;
use anstyle::{AnsiColor, Style};
use placemat_detect::{Candidate, Note, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
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
    /// Encodings that read the file as the same text.
    same: &'a [&'a str],
}

pub(super) fn write(
    name: &Name,
    verdict: &Verdict,
    settings: &settings::Detect,
    known: &mut Known,
    out: &mut impl Write,
) -> io::Result<()> {
    match settings.format {
        DetectFormat::Json => json(name, verdict, out),
        DetectFormat::Text => text(name, verdict, settings, known, out),
    }
}

fn json(name: &Name, verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let first = verdict.candidates.first().map(|first| first.reason.as_str());
    let notes: Vec<String> = verdict.notes.iter().map(|&note| words(note, name)).collect();
    let object = Object {
        name: name.fields(),
        encoding: verdict.encoding,
        certainty: rounded(verdict.certainty),
        evidence: first.into_iter().chain(notes.iter().map(String::as_str)).collect(),
        candidates: verdict
            .candidates
            .iter()
            .map(|Candidate { encoding, certainty, reason, same, .. }| CandidateObject {
                encoding,
                certainty: rounded(*certainty),
                reason,
                same,
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
    known: &mut Known,
    out: &mut impl Write,
) -> io::Result<()> {
    let (bold, note) = match settings.color {
        true => (Style::new().bold(), AnsiColor::Cyan.on_default()),
        false => (Style::new(), Style::new()),
    };
    let word = certainty_in_words(verdict.certainty);
    let notes = verdict.notes.iter().map(|&note| words(note, name));
    let name = name.shown();
    let (reason, same) = match verdict.candidates.first() {
        Some(first) => (&*first.reason, &first.same[..]),
        None => ("", &[][..]),
    };
    // What has commas for cedillas is told by its own note.
    let cedillas = verdict.notes.contains(&Note::Cedillas);
    let same: Vec<&str> =
        same.iter().copied().filter(|same| !(cedillas && *same == COMMAS_BELOW)).collect();
    match verdict.encoding {
        Some(encoding) => writeln!(out, "{bold}{name}:{bold:#} {encoding}, {word}: {reason}")?,
        None => writeln!(out, "{bold}{name}:{bold:#} uncertain: {}", uncertain(verdict))?,
    }
    if let Some(encoding) = verdict.encoding.filter(|encoding| !known.has(encoding)) {
        writeln!(out, "  {note}note:{note:#} placemat cannot convert {encoding} yet")?;
    }
    if let (Some(_), [first, ..]) = (verdict.encoding, &same[..]) {
        let reads = match same.len() {
            1 => "reads".to_owned(),
            more => format!("and {} more read", more - 1),
        };
        writeln!(
            out,
            "  {note}note:{note:#} the choice does not matter: {first} {reads} the same text"
        )?;
    }
    for words in notes {
        writeln!(out, "  {note}note:{note:#} {words}")?;
    }
    // What is certain needs no other candidates, and what is not has them all.
    let from = usize::from(verdict.encoding.is_some());
    let shown = settings.all || verdict.certainty < CERTAIN;
    for Candidate { encoding, certainty, reason, .. } in verdict.candidates.iter().skip(from) {
        if shown && *certainty >= 0.01 {
            writeln!(out, "  {note}or {encoding}{note:#} ({:.0} %): {reason}", certainty * 100.0)?;
        }
    }
    Ok(())
}

/// `certain`, `likely` or `perhaps`.
pub(super) fn certainty_in_words(certainty: f64) -> &'static str {
    match certainty {
        CERTAIN.. => "certain",
        0.8.. => "likely",
        _ => "perhaps",
    }
}

/// Why an encoding is named, or why none is.
pub(super) fn reason(verdict: &Verdict) -> &str {
    match verdict.candidates.first() {
        Some(first) if verdict.encoding.is_some() => &first.reason,
        _ => uncertain(verdict),
    }
}

/// Why no encoding is named.
fn uncertain(verdict: &Verdict) -> &'static str {
    match verdict.candidates.first() {
        Some(first) if first.encoding == "unknown-8bit" => "text, but in no encoding that is known",
        _ => "too little to tell",
    }
}

/// Names of encodings, and whether other commands take them. Each is looked up once: many files are in one encoding, and
/// to look through all labels takes a while.
#[derive(Default)]
pub(super) struct Known(BTreeMap<&'static str, bool>);

impl Known {
    fn has(&mut self, encoding: &'static str) -> bool {
        let look = || encoding == "binary" || coding(encoding, Labels::Iana).is_ok();
        *self.0.entry(encoding).or_insert_with(look)
    }
}

/// What is surer than this is called certain.
const CERTAIN: f64 = 0.995;

/// A note in words; a command that is named can be used as it is on the file `name`.
pub(super) fn words(note: Note, name: &Name) -> String {
    match note {
        Note::EncodedTwice { sequences, whole } => {
            let sequences = count(sequences, "sequence", "sequences");
            let words = format!("encoded twice: read as Windows-1252, {sequences} of UTF-8 more");
            // Where only a part was read wrongly, a conversion would damage the rest.
            let command = "placemat fix --mojibake";
            match (name, name.argument()) {
                (Name::Path(_), Some(file)) if whole => {
                    format!("{words}; `{command} -i {file}` undoes it")
                }
                (Name::Stdin, _) if whole => format!("{words}; `{command}` undoes it"),
                _ => words,
            }
        }
        Note::Nuls(nuls) => count(nuls, "NUL", "NULs"),
        Note::Mixed(bytes) => format!(
            "mixed: {} of Windows-1252 in UTF-8; \
             `placemat fix --fallback windows-1252` mends that",
            count(bytes, "letter or sign", "letters and signs")
        ),
        Note::OddStart => {
            "its first byte is lost, so no command reads it as it is; `tail -c +2` drops what is left of it"
                .to_owned()
        }
        Note::Cedillas => format!("{CEDILLAS}; `convert -f {COMMAS_BELOW}` reads them so"),
        _ => String::new(),
    }
}

/// The page that has commas below, and what is said where another one is named.
const COMMAS_BELOW: &str = "iso-8859-16";
const CEDILLAS: &str = "Romanian with cedillas (ş, ţ), which iso-8859-16 has with commas below (ș, ț) in the same bytes";
