//! `-f auto`: what an input is read as is what it looks like, if that is sure enough.

use super::failure::Failure;
use crate::args::Labels;
use crate::coding::{Coding, coding};
use crate::identify::judge_file;
use crate::print::name::Name;
use placemat::detect::Sniffed;
use placemat::encoding::Label;
use placemat_detect::{Hints, Verdict};
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
}

impl From<Coding> for Taken {
    fn from(coding: Coding) -> Self {
        Self { coding, told: None }
    }
}

/// Judges a file from its start; an error if it is no text, or less sure than `certainty`.
pub(super) fn taken(
    name: &Name,
    file: &File,
    certainty: f64,
    hints: &Hints<'_>,
) -> Result<Taken, Failure> {
    let verdict = judge_file(file, hints).map_err(|error| Failure::Input(name.clone(), error))?;
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
    if verdict.certainty < certainty {
        return Err(unsure(
            format!("not sure enough what it is in{}", likeliest(&verdict)),
            format!("{HINT}; --certainty takes what is less sure"),
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
    let told = (!plain).then(|| format!("taken for {encoding} ({})", percent(verdict.certainty)));
    Ok(Taken { coding, told })
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
