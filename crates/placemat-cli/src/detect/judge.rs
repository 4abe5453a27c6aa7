//! From evidence to a verdict: what a file is, what else it might be, and why.

use super::legacy;
use super::sample::Sample;
use crate::name::Name;
use crate::render::words::{count, spaced, thousands};
use legacy::Model;
use placemat::detect::{Evidence, Look, OtherEncoding, Sniffed, Wide};
use std::cell::LazyCell;

/// What a file is.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The canonical name of the first candidate; none if that is uncertain.
    pub(super) encoding: Option<&'static str>,
    /// From 0 to 1: of the first candidate.
    pub(super) certainty: f64,
    /// What the bytes are, whatever the encoding is.
    pub(super) notes: Vec<Note>,
    /// The likeliest first.
    pub(crate) candidates: Vec<Candidate>,
}

/// What is to be said of the bytes, whatever the encoding is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Note {
    /// So many sequences of UTF-8 are what was taken for Windows-1252 and encoded once more;
    /// `whole`: nothing is malformed, and nothing is cut.
    EncodedTwice {
        sequences: u64,
        whole: bool,
    },
    Nuls(u64),
}

impl Note {
    /// In words; a command that is named can be used as it is on the file `name`.
    pub(super) fn words(self, name: &Name) -> String {
        match self {
            Self::EncodedTwice { sequences, whole } => {
                let sequences = count(sequences, "sequence", "sequences");
                let words =
                    format!("encoded twice: read as Windows-1252, {sequences} of UTF-8 more");
                // As the Web has it, the encoding has all bytes: also the five that
                // Windows-1252 leaves undefined, and that programs yet pass on.
                let command = "placemat convert -f utf-8 -t windows-1252-whatwg";
                match (name, name.argument()) {
                    (Name::Path(_), Some(file)) if whole => {
                        format!("{words}; `{command} -o {file} {file}` undoes it")
                    }
                    (Name::Stdin, _) if whole => format!("{words}; `{command}` undoes it"),
                    _ => words,
                }
            }
            Self::Nuls(nuls) => count(nuls, "NUL", "NULs"),
        }
    }
}

/// What a file may be.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) encoding: &'static str,
    pub(crate) certainty: f64,
    pub(super) reason: String,
}

/// What is less certain is not called an answer.
const ENOUGH: f64 = 0.55;

/// The verdict on a file, of which the library has seen all.
pub(super) fn judge(evidence: &Evidence, sample: &Sample, model: &LazyCell<Model>) -> Verdict {
    let mut candidates = Vec::new();
    let mut notes = Vec::new();
    match evidence.sniffed {
        Sniffed::Other(other) => wide(other, evidence, &mut candidates),
        Sniffed::Binary => {
            candidates.push(binary(evidence));
            left_open(evidence, &mut candidates);
        }
        Sniffed::Text { .. } if evidence.high() == 0 => ascii(evidence, sample, &mut candidates),
        Sniffed::Text { signature } => {
            utf8((evidence, sample, model), signature, &mut candidates, &mut notes);
            if evidence.malformed > evidence.multi_byte() {
                left_open(evidence, &mut candidates);
            }
        }
    }
    candidates.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    candidates.truncate(6);
    let first = candidates.first();
    let certainty = first.map_or(0.0, |first| first.certainty);
    let encoding = first.filter(|_| certainty >= ENOUGH).map(|first| first.encoding);
    Verdict { encoding, certainty, notes, candidates }
}

/// What begins as UTF-16 or UTF-32, if the rest is that, too.
fn wide(other: OtherEncoding, evidence: &Evidence, candidates: &mut Vec<Candidate>) {
    let (certainty, mut reason) = match other.signature {
        [] => (0.97, "zero bytes where its ASCII has them, or its punctuation".to_owned()),
        signature => (1.0, format!("the signature {} ({})", spaced(signature), other.title)),
    };
    let Some(wide) = &evidence.wide else { return };
    reason += &mistakes(wide);
    // A signature can stand before anything; without it, all is to be text.
    let odd = wide.malformed + if other.signature.is_empty() { wide.implausible } else { 0 };
    let share = odd as f64 / (wide.code_points + wide.malformed).max(1) as f64;
    let certainty = certainty * (1.0 - 20.0 * share).max(0.05);
    // The name that reads the text without the signature.
    candidates.push(Candidate { encoding: other.label(), certainty, reason });
    if share > 0.02 {
        let reason = format!("it begins as {} does, and does not go on like that", other.title);
        candidates.push(Candidate {
            encoding: "binary",
            certainty: 0.9 * (1.0 - certainty),
            reason,
        });
    }
}

/// What the start leaves open: UTF-16 or UTF-32 if all of it is text.
fn left_open(evidence: &Evidence, candidates: &mut Vec<Candidate>) {
    let Some(wide) = &evidence.wide else { return };
    let mut reason = format!(
        "{}, all but {} of text",
        count(wide.code_points, "code point", "code points"),
        thousands(wide.implausible)
    );
    reason += &mistakes(wide);
    candidates.iter_mut().for_each(|candidate| candidate.certainty *= 0.2);
    candidates.push(Candidate { encoding: wide.name, certainty: 0.8, reason });
}

/// What is malformed in UTF-16 or UTF-32, in words.
fn mistakes(wide: &Wide) -> String {
    let mut words = String::new();
    if let Some(first) = wide.first_malformed {
        let (malformed, first) = (thousands(wide.malformed), thousands(first));
        words += &format!(", {malformed} malformed, the first at byte {first}");
    }
    if wide.cut_end > 0 {
        let bytes = count(wide.cut_end as u64, "byte", "bytes");
        words += &format!(", cut at the end: {bytes} of a code point");
    }
    words
}

fn binary(evidence: &Evidence) -> Candidate {
    let nuls = evidence.count(0..=0);
    let reason = match nuls {
        0 => "it begins as a binary format does".to_owned(),
        nuls => format!("{} that are no part of UTF-16 or UTF-32", count(nuls, "NUL", "NULs")),
    };
    Candidate { encoding: "binary", certainty: 0.95, reason }
}

/// No byte above 7F.
fn ascii(evidence: &Evidence, sample: &Sample, candidates: &mut Vec<Candidate>) {
    let mut add = |encoding, certainty, reason: String| {
        candidates.push(Candidate { encoding, certainty, reason });
    };
    let bytes = evidence.bytes();
    if evidence.controls() * 10 > bytes {
        let reason = format!(
            "{} among {}",
            count(evidence.controls(), "control code", "control codes"),
            count(bytes, "byte", "bytes")
        );
        add("binary", 0.9, reason);
    }
    if legacy::is_iso_2022_jp(sample.bytes()) {
        add(
            "iso-2022-jp",
            0.98,
            "its escape sequences, and only what may stand between them".to_owned(),
        );
    }
    let shifts = evidence.shifts;
    if shifts.good > 0 && shifts.bad == 0 {
        let reason = format!(
            "{} that hold UTF-16 exactly",
            count(shifts.good, "shift (+..-)", "shifts (+..-)")
        );
        add("utf-7", 1.0 - 0.3 / shifts.good as f64, reason);
    }
    let reason = match bytes {
        0 => "empty".to_owned(),
        bytes => format!("{}, none above 7F", count(bytes, "byte", "bytes")),
    };
    let certainty = if candidates.is_empty() { 1.0 } else { 0.1 };
    candidates.push(Candidate { encoding: "us-ascii", certainty, reason });
}

/// UTF-8 and its relatives, then all else.
fn utf8(
    (evidence, sample, model): (&Evidence, &Sample, &LazyCell<Model>),
    signature: bool,
    candidates: &mut Vec<Candidate>,
    notes: &mut Vec<Note>,
) {
    let good = evidence.multi_byte();
    let relatives = relatives(evidence);
    let explained: u64 = relatives.iter().map(|(_, count)| count).sum();
    let bad = evidence.malformed - explained;
    let share = good as f64 / (good + bad).max(1) as f64;
    // Legacy text has sequences by chance, and mistakes wherever it has none. One
    // sequence alone is rare, but not beyond chance.
    let alone = if signature { 0 } else { good.saturating_sub(2 * bad).min(4) };
    let certainty = match (good, bad) {
        _ if signature => {
            if bad == 0 {
                1.0
            } else {
                0.9_f64.min(0.5 + share / 2.0)
            }
        }
        (0, _) => 0.0,
        (_, 0) => [0.0, 0.95, 0.99, 0.995, 1.0][alone as usize],
        _ if good >= 2 * bad => 0.3 + 0.7 * share,
        _ => 0.5 * share,
    };
    let cut = cut(evidence);
    let only_relatives = explained > 0 && bad == 0;
    if only_relatives {
        for (encoding, seen, reason) in relative_candidates(&relatives, evidence) {
            let certainty = if seen == explained { 0.97 } else { 0.3 };
            candidates.push(Candidate { encoding, certainty, reason: reason + &cut });
        }
    }
    if good > 0 || explained > 0 || signature {
        let mut reason = String::new();
        if signature {
            reason += "the signature EF BB BF, ";
        }
        reason += &count(good, "multi-byte sequence", "multi-byte sequences");
        if let Some(first) = evidence.first_malformed {
            let malformed = evidence.malformed;
            reason += &format!(
                ", {} malformed, the first at byte {}",
                thousands(malformed),
                thousands(first)
            );
        }
        let certainty = if only_relatives { (certainty * share).min(0.6) } else { certainty };
        candidates.push(Candidate { encoding: "utf-8", certainty, reason: reason + &cut });
    }
    let double = evidence.double;
    if double.sequences > 0 && double.others == 0 && bad == 0 {
        // What is malformed or cut has no way back through a conversion.
        let whole = evidence.malformed + (evidence.cut_start + evidence.cut_end) as u64 == 0;
        notes.push(Note::EncodedTwice { sequences: double.sequences, whole });
    }
    if evidence.count(0..=0) > 0 {
        notes.push(Note::Nuls(evidence.count(0..=0)));
    }
    // UTF-8 that is clean needs no other explanation.
    let left = 1.0 - candidates.iter().map(|candidate| candidate.certainty).fold(0.0, f64::max);
    if left > 0.02 {
        for mut candidate in legacy::candidates(evidence, sample, model) {
            candidate.certainty *= left;
            candidates.push(candidate);
        }
    }
}

/// What was cut at the ends, in words.
fn cut(evidence: &Evidence) -> String {
    let mut words = String::new();
    if evidence.cut_start > 0 {
        words += &format!(
            ", cut at the start: {} of a sequence",
            count(evidence.cut_start as u64, "last byte", "last bytes")
        );
    }
    if evidence.cut_end > 0 {
        words += &format!(
            ", cut at the end: {} of a sequence",
            count(evidence.cut_end as u64, "first byte", "first bytes")
        );
    }
    words
}

/// The mistakes that belong to relatives of UTF-8, and how many there are.
fn relatives(evidence: &Evidence) -> Vec<(Look, u64)> {
    [Look::Cesu8, Look::ModifiedUtf8, Look::Wtf8, Look::Rfc2279]
        .map(|look| (look, evidence.looks_like(look)))
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// The relatives that have such sequences: how many of the mistakes each
/// explains, and in words.
fn relative_candidates(
    relatives: &[(Look, u64)],
    evidence: &Evidence,
) -> Vec<(&'static str, u64, String)> {
    let of = |look| relatives.iter().find(|&&(one, _)| one == look).map_or(0, |&(_, count)| count);
    let (pairs, nuls) = (of(Look::Cesu8), of(Look::ModifiedUtf8));
    let (lone, large) = (of(Look::Wtf8), of(Look::Rfc2279));
    // Only UTF-8 and WTF-8 have sequences of four bytes and NULs.
    let four = evidence.count(0xF0..=0xF4) > 0;
    let pairs_in_words = count(pairs, "pair of encoded surrogates", "pairs of encoded surrogates");
    let lone_in_words = count(lone, "lone encoded surrogate", "lone encoded surrogates");
    let nuls_in_words = count(nuls, "NUL as C0 80", "NULs as C0 80");
    let mut found = Vec::new();
    if pairs > 0 && !four {
        found.push(("cesu-8", pairs, pairs_in_words.clone()));
    }
    if (nuls > 0 || pairs > 0 && lone > 0) && !four {
        let parts = [(nuls, &nuls_in_words), (pairs, &pairs_in_words), (lone, &lone_in_words)];
        let parts = parts.into_iter().filter(|&(count, _)| count > 0);
        let reason = parts.map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(", ");
        found.push(("modified-utf-8", nuls + pairs + lone, reason));
    }
    if lone > 0 && pairs == 0 {
        found.push(("wtf-8", lone, lone_in_words));
    }
    if large > 0 {
        let reason = count(large, "value above U+10FFFF", "values above U+10FFFF");
        found.push(("utf-8-rfc2279", large, reason));
    }
    found
}
