//! `-f auto`: what an input is read as is what it looks like, if that is sure enough.

use super::BLOCK;
use super::failure::Failure;
use crate::args::Labels;
use crate::coding::{Coding, coding};
use crate::identify::judge_file;
use crate::input::Blocks;
use crate::print::name::Name;
use crate::print::say::say;
use crate::rules::{PageOrUtf8, Rule, Untrue};
use crate::settings::Auto;
use placemat::detect::Sniffed;
use placemat::encoding::Label;
use placemat_detect::{Note, Verdict};
use std::fs::File;

/// What a person can do where it is unsure.
const HINT: &str = "-f ENC says it; --hint-language helps, and so does more text";

/// How many candidates are told, and how likely each is at least.
const MOST: usize = 3;
const LEAST: f64 = 0.01;

/// What an input is read as.
pub(super) struct Taken {
    pub(super) coding: Coding,
    /// How sure that is, where it is a guess.
    pub(super) told: Option<String>,
    pub(super) certainty: Option<f64>,
}

impl From<Coding> for Taken {
    fn from(coding: Coding) -> Self {
        Self { coding, told: None, certainty: None }
    }
}

/// Judges a file from its start, unless it is declared what it is in; an error if it is no text, or less sure than
/// asked for, or not what is declared.
pub(super) fn taken(name: &Name, file: &File, how: &Auto) -> Result<Taken, Failure> {
    let rule = match name {
        Name::Path(path) => how.rules.of(path),
        Name::Stdin => None,
    };
    how.rules.notices().iter().for_each(say);
    if let Some(rule) = rule {
        return declared(name, file, &rule);
    }
    let verdict = judge_file(file, &how.hints.hints())
        .map_err(|error| Failure::Input(name.clone(), error))?;
    let unsure =
        |reason: String, hint: String| Failure::Unsure { name: name.clone(), reason, hint };
    let Some(encoding) = verdict.encoding else {
        return Err(unsure(
            format!("what it is in is uncertain{}", likeliest(&verdict)),
            HINT.into(),
        ));
    };
    if encoding == "binary" {
        return Err(Failure::NoText(name.clone()));
    }
    if verdict.certainty < how.certainty {
        // To read all of it in one page would damage what is UTF-8.
        let mixed = verdict.notes.iter().any(|note| matches!(note, Note::Mixed(_)));
        let hint = match mixed {
            true => {
                "some of it is UTF-8, and some windows-1252: placemat fix --fallback windows-1252 \
                 makes all of it UTF-8"
                    .to_owned()
            }
            false => format!("{HINT}; --certainty takes what is less sure"),
        };
        return Err(unsure(format!("not sure enough what it is in{}", likeliest(&verdict)), hint));
    }
    if verdict.notes.contains(&Note::OddStart) {
        return Err(unsure(
            format!("taken for {encoding} whose first byte is lost"),
            format!(
                "without its second half it can be read: tail -c +2 FILE | placemat convert -f {encoding} .."
            ),
        ));
    }
    let Ok(coding) = coding(encoding, Labels::Iana) else {
        return Err(unsure(
            format!("taken for {encoding}, which placemat cannot convert yet"),
            "placemat detect tells why it is that".into(),
        ));
    };
    // A signature states the byte order, and is none of the text.
    let coding = match verdict.evidence.sniffed {
        Sniffed::Other(other) => self::coding(other.label(), Labels::Iana).unwrap_or(coding),
        _ => coding,
    };
    let plain = matches!(coding, Coding::Family(Label::Utf8 | Label::UsAscii));
    let cedillas = match verdict.notes.contains(&Note::Cedillas) {
        true => {
            ", with cedillas (ş, ţ): -f iso-8859-16 reads the same bytes with commas below (ș, ț)"
        }
        false => "",
    };
    let told = (!plain)
        .then(|| format!("taken for {encoding} ({}){cedillas}", percent(verdict.certainty)));
    Ok(Taken { coding, told, certainty: Some(verdict.certainty) })
}

/// Takes a file for what is said of it, if that is true.
fn declared(name: &Name, file: &File, rule: &Rule) -> Result<Taken, Failure> {
    let failed = |error| Failure::Input(name.clone(), error);
    let mut blocks = Blocks::borrowed(file, BLOCK).map_err(failed)?;
    // What is said of all files of a folder is not said of its pictures.
    if blocks.sniff().map_err(failed)? == Sniffed::Binary {
        return Err(Failure::NoText(name.clone()));
    }
    let signed = rule.signature_of(blocks.block()).is_some();
    let mut untrue = rule.is_untrue(blocks.block(), blocks.ended());
    let mut page = PageOrUtf8::new(rule);
    while untrue.is_none() {
        untrue = page.push(blocks.block(), blocks.ended());
        if blocks.ended() {
            break;
        }
        blocks.next_block().map_err(failed)?;
    }
    // With a signature that it should not have, it is what it is.
    if let Some(Untrue::Encoding(why)) = untrue {
        return Err(Failure::Unsure {
            name: name.clone(),
            reason: format!(
                "declared as {} ({}: {}), but {why}",
                rule.coding, rule.place, rule.said
            ),
            hint: "--no-rules leaves out what is declared; -f ENC says what it is".to_owned(),
        });
    }
    // A signature states the byte order, and is none of the text, as where it is guessed.
    let coding = match rule.coding.name().get(..6) {
        Some("utf-16") if signed => Coding::Family(Label::Utf16),
        Some("utf-32") if signed => Coding::Family(Label::Utf32),
        _ => rule.coding,
    };
    let told = (!rule.is_utf8()).then(|| format!("{} is declared ({})", rule.coding, rule.place));
    Ok(Taken { coding, told, certainty: None })
}

/// What it may be, the likeliest first.
fn likeliest(verdict: &Verdict) -> String {
    let known = verdict.candidates.iter().filter(|candidate| candidate.certainty >= LEAST);
    let told: Vec<String> = known
        .take(MOST)
        .map(|candidate| format!("{} ({})", candidate.encoding, percent(candidate.certainty)))
        .collect();
    if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) }
}

fn percent(certainty: f64) -> String {
    format!("{:.0} %", 100.0 * certainty)
}
