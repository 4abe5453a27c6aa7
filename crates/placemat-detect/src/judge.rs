//! From evidence to a verdict: what a file is, what else it might be, and why.

use crate::certainty::Weighed;
use crate::legacy::{self, Context};
use crate::scripts::strange;
use crate::words::{count, spaced, thousands};
use crate::{Hints, declared, seven_bits, utf16};
use placemat::detect::{Evidence, Look, OtherEncoding, Sniffed, Wide};
use placemat::encoding::Label;
use placemat::{Policy, Status, Transcoder};

/// What bytes are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The canonical name of the first candidate; none if that is uncertain.
    pub encoding: Option<&'static str>,
    /// How likely the first candidate is, from 0 to 1: of answers stated at 0.9, nine in ten are
    /// right where all encodings are met alike often; as text is met, more are.
    pub certainty: f64,
    /// What is to be said of the bytes, whatever the encoding is.
    pub notes: Vec<Note>,
    /// The likeliest first.
    pub candidates: Vec<Candidate>,
    /// The label that the bytes declare, if any.
    pub declared: Option<String>,
    /// What the library counted.
    pub evidence: Evidence,
}

/// What is to be said of the bytes, whatever the encoding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// So many sequences of UTF-8 are what was taken for Windows-1252 and encoded once more.
    EncodedTwice {
        /// How many.
        sequences: u64,
        /// Nothing is malformed, and nothing is cut.
        whole: bool,
    },
    /// So many NULs are in the text.
    Nuls(u64),
    /// UTF-8, and so many single letters and signs of Windows-1252 among it.
    Mixed(u64),
    /// UTF-16 whose first byte is lost: the text begins with the second one.
    OddStart,
    /// The letters of Romanian that have cedillas in this encoding have commas below in ISO-8859-16, as they
    /// are written, in the same bytes.
    Cedillas,
}

/// What bytes may be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The canonical name; `binary` if it is no text, `unknown-8bit` if it is in a page that has
    /// no name here.
    pub encoding: &'static str,
    /// From 0 to 1: the certainties of all candidates sum up to 1 at most.
    pub certainty: f64,
    /// What it was made from, if likelihoods were.
    pub(crate) weighed: Option<Weighed>,
    /// How many bytes before it are no part of it.
    pub(crate) skipped: usize,
    /// Why, in a few words.
    pub reason: String,
    /// Other encodings that read these bytes as the same text: the choice does not matter. Romanian with commas
    /// below, as ISO-8859-16 has it, is the same as with cedillas.
    pub same: Vec<&'static str>,
}

impl Candidate {
    pub(crate) fn new(encoding: &'static str, certainty: f64, reason: String) -> Self {
        Self { encoding, certainty, weighed: None, skipped: 0, reason, same: Vec::new() }
    }
}

/// What is less certain is not called an answer.
const ENOUGH: f64 = 0.5;

/// The verdict on bytes of which the library has seen all. `excerpt` is what of them is not
/// ASCII, `shifts` what may have escapes, and `start` their first bytes.
pub(crate) fn judge(evidence: Evidence, seen: &Seen<'_>, hints: &Hints<'_>) -> Verdict {
    let mut candidates = Vec::new();
    let mut notes = Vec::new();
    let declared = declared::label(seen.start);
    let Seen { excerpt, start, .. } = *seen;
    let context = Context { excerpt, start, declared: declared.as_deref(), hints };
    match evidence.sniffed {
        Sniffed::Other(other) => {
            wide(other, &evidence, &mut candidates);
            if other.signature.is_empty() && other.name.starts_with("utf-16") {
                otherwise(utf16::instead_of(other.name, start), &mut candidates);
            }
        }
        Sniffed::Binary => {
            candidates.push(binary(&evidence));
            left_open(&evidence, &mut candidates);
            let is_wide = evidence.wide.is_some();
            otherwise(utf16::among_zeros(start, is_wide), &mut candidates);
        }
        Sniffed::Text { .. } if evidence.high() == 0 => {
            ascii(&evidence, seen, &mut candidates);
            otherwise(utf16::among_controls(start), &mut candidates);
        }
        Sniffed::Text { signature } => {
            utf8(&evidence, &context, signature, &mut candidates, &mut notes);
            if evidence.malformed > evidence.multi_byte() {
                left_open(&evidence, &mut candidates);
            }
        }
    }
    if let Some(signed) = signed(seen.start) {
        candidates.iter_mut().for_each(|candidate| candidate.certainty *= 1.0 - signed.certainty);
        candidates.push(signed);
    }
    candidates.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    candidates.truncate(6);
    let first = candidates.first();
    if first.is_some_and(|first| first.skipped > 0) {
        notes.push(Note::OddStart);
    }
    if first.is_some_and(|first| first.same.contains(&COMMAS_BELOW)) && has_cedillas(seen.excerpt) {
        notes.push(Note::Cedillas);
    }
    let certainty = first.map_or(0.0, |first| first.certainty);
    let named = |first: &&Candidate| certainty >= ENOUGH && first.encoding != legacy::UNKNOWN;
    let encoding = first.filter(named).map(|first| first.encoding);
    Verdict { encoding, certainty, notes, candidates, declared, evidence }
}

/// The page that has commas below where others have cedillas.
const COMMAS_BELOW: &str = "iso-8859-16";

/// Whether bytes have Ş, Ţ, ş or ţ of the pages that read the same as [`COMMAS_BELOW`].
fn has_cedillas(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0xAA | 0xBA | 0xDE | 0xFE))
}

/// What the judge has seen of the bytes.
pub(crate) struct Seen<'a> {
    /// What is not ASCII, and what stands around it.
    pub(crate) excerpt: &'a [u8],
    /// What begins with an escape or a tilde.
    pub(crate) escapes: &'a [u8],
    /// The first bytes.
    pub(crate) start: &'a [u8],
}

/// What nothing tells but its signature, if the start can be read behind that.
fn signed(start: &[u8]) -> Option<Candidate> {
    let labels = [Label::Scsu, Label::Bocu1, Label::UtfEbcdic, Label::Utf1];
    let label = labels.into_iter().find(|label| start.starts_with(label.signature()))?;
    let mut text = Transcoder::new(label, Label::Utf8, Policy::Strict).ok()?;
    let mut out = [0; 256];
    let mut read = 0;
    loop {
        let progress = text.push(&start[read..], &mut out, false);
        read += progress.read;
        match progress.status {
            Status::InputEmpty => break,
            Status::OutputFull => {}
            _ => return None,
        }
    }
    let reason = format!("the signature {} ({})", spaced(label.signature()), label.about());
    Some(Candidate::new(label.name(), 0.97, reason))
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
    candidates.push(Candidate::new(other.label(), certainty, reason));
    if share > 0.02 {
        let reason = format!("it begins as {} does, and does not go on like that", other.title);
        candidates.push(Candidate::new("binary", 0.9 * (1.0 - certainty), reason));
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
    candidates.push(Candidate::new(wide.name, 0.8, reason));
}

/// What is likelier than what was found so far.
fn otherwise(found: Option<Candidate>, candidates: &mut Vec<Candidate>) {
    if let Some(found) = found {
        candidates.retain(|other| other.encoding != found.encoding);
        let most = candidates.iter().map(|other| other.certainty).fold(f64::MIN_POSITIVE, f64::max);
        let left = (1.0 - found.certainty) / most.max(1.0 - found.certainty);
        candidates.iter_mut().for_each(|other| other.certainty *= left);
        candidates.push(found);
    }
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
        1 => "1 NUL that is no part of UTF-16 or UTF-32".to_owned(),
        nuls => format!("{nuls} NULs that are no part of UTF-16 or UTF-32"),
    };
    Candidate::new("binary", 0.95, reason)
}

/// No byte above 7F.
fn ascii(evidence: &Evidence, seen: &Seen<'_>, candidates: &mut Vec<Candidate>) {
    let mut add = |encoding, certainty, reason: String| {
        candidates.push(Candidate::new(encoding, certainty, reason));
    };
    let bytes = evidence.bytes();
    // ISO-2022-KR and -CN shift by two of them.
    if let Some((name, stretches)) = seven_bits::find(seen.escapes) {
        let stretches = count(stretches, "stretch", "stretches");
        let reason = format!("{stretches} between its escapes, and only what may stand there");
        add(name, 0.98, reason);
    } else if evidence.controls() * 10 > bytes {
        let reason = format!(
            "{} among {}",
            count(evidence.controls(), "control code", "control codes"),
            count(bytes, "byte", "bytes")
        );
        add("binary", 0.9, reason);
    }
    let shifts = evidence.shifts;
    if shifts.good > 0 && shifts.bad == 0 {
        let reason = format!(
            "{} UTF-16 exactly",
            count(shifts.good, "shift (+..-) that holds", "shifts (+..-) that hold")
        );
        add("utf-7", 1.0 - 0.3 / shifts.good as f64, reason);
    }
    let reason = match bytes {
        0 => "empty".to_owned(),
        bytes => format!("{}, none above 7F", count(bytes, "byte", "bytes")),
    };
    let left = 1.0 - candidates.iter().map(|candidate| candidate.certainty).fold(0.0, f64::max);
    candidates.push(Candidate::new("us-ascii", left, reason));
}

/// Fewer sequences of UTF-8 than these may have come by chance.
const FEW: u64 = 8;

/// What few sequences are worth that are of no language.
const BY_CHANCE: f64 = 0.1;

/// UTF-8 and its relatives, then all else.
fn utf8(
    evidence: &Evidence,
    context: &Context<'_>,
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
    // sequence alone is rare, but not beyond chance. Short text of East Asia and Thai has a few, and what
    // looks cut; hardly ever are they the letters and signs of Latin text.
    let is_latin = evidence.count(0xC2..=0xC5) + evidence.count(0xE2..=0xE2) >= good;
    let is_doubtful = good < FEW && !is_latin;
    let cuts = 2 * u64::from(evidence.cut_start > 0) + u64::from(evidence.cut_end > 0);
    let doubts = 2 * bad + if is_doubtful { cuts } else { 0 };
    let alone = if signature { 0 } else { good.saturating_sub(doubts).min(4) };
    let certainty = match (good, bad) {
        _ if signature => {
            if bad == 0 {
                1.0
            } else {
                0.9_f64.min(0.5 + share / 2.0)
            }
        }
        (0, _) => 0.0,
        // Short text of two bytes a character seems cut at the start oftener than one is.
        (_, 0) if alone == 0 && evidence.cut_start > 0 => 0.4,
        (_, 0) => [0.5, 0.97, 0.997, 0.999, 1.0][alone as usize],
        _ if good >= 2 * bad && is_doubtful => {
            (0.3 + 0.7 * share) * [0.3, 0.5, 0.7, 0.9, 1.0][alone as usize]
        }
        _ if good >= 2 * bad => 0.3 + 0.7 * share,
        // Text of two bytes a character has sequences by chance, but more mistakes.
        _ => 0.5 * share / (1.0 + 0.25 * bad.saturating_sub(good) as f64),
    };
    let certainty = match good {
        1..FEW if !signature && strange(context.excerpt) + cuts.min(1) >= 2 => {
            certainty * BY_CHANCE
        }
        _ => certainty,
    };
    let cut = cut(evidence);
    let only_relatives = explained > 0 && bad == 0;
    if only_relatives {
        for (encoding, seen, reason) in relative_candidates(&relatives, evidence) {
            let certainty = if seen == explained { 0.97 } else { 0.3 };
            candidates.push(Candidate::new(encoding, certainty, reason + &cut));
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
        candidates.push(Candidate::new("utf-8", certainty, reason + &cut));
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
        for mut candidate in legacy::candidates(evidence, context) {
            candidate.certainty *= left;
            match candidates.iter_mut().find(|other| other.encoding == candidate.encoding) {
                Some(other) => other.certainty += candidate.certainty,
                None => candidates.push(candidate),
            }
        }
    }
    let utf8 = candidates.iter().find(|candidate| candidate.encoding == "utf-8");
    let single = evidence.looks_like(Look::Windows1252);
    if single > 0 && good > 0 && utf8.is_some_and(|utf8| utf8.certainty > ENOUGH) {
        notes.push(Note::Mixed(single));
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
