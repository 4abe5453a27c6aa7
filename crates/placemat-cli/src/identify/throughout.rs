//! Files that are text in a legacy encoding from front to back: what is malformed in
//! them is not a mistake here and there.

use crate::args::Labels;
use crate::coding::{Coding, Source, coding};
use crate::input::Input;
use placemat::Status;
use placemat::detect::{Detector, Evidence, Look};
use placemat::encoding::Label;
use std::io;

/// What is less certain is not said (`placemat detect` calls it "perhaps").
const CERTAIN: f64 = 0.75;

/// For how many that are malformed there may be one well-formed sequence of UTF-8, which
/// letters of one byte make by chance, and those of two bytes more often: Japanese in EUC-JP more than one for
/// two. Those of Windows-1252 hardly do: a line of UTF-8 among them is no chance.
const CHANCE: (u64, u64) = (20, 1);

/// Fewer malformed sequences are mistakes, as far as anybody can tell.
const FEW: u64 = 3;

/// The size of the largest file that is read once more.
const LARGEST: u64 = 16 << 20;

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// What malformed text in a file is, as far as that can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// All of the file is text in this encoding, and well-formed in it.
    Throughout(Coding),
    /// Most of the malformed bytes are single letters of Windows-1252.
    Windows1252,
    Unknown,
}

/// What a file is that has malformed text. It is read twice more; a pipe cannot be, and
/// a file above 16 MiB would take too long.
pub(crate) fn reading(input: &Input) -> io::Result<Reading> {
    if input.size.is_none_or(|size| size > LARGEST) {
        return Ok(Reading::Unknown);
    }
    let verdict = super::survey(input)?;
    let evidence = &verdict.evidence;
    let western = looks_like_windows_1252(evidence);
    let otherwise = if western { Reading::Windows1252 } else { Reading::Unknown };
    if evidence.malformed < FEW || is_cut_utf8(evidence) {
        return Ok(otherwise);
    }
    // The likeliest first. What the whole of the file refutes leaves its share to others.
    let mut left = 1.0;
    for (at, candidate) in verdict.candidates.iter().enumerate() {
        let Some(coding) = legacy(candidate.encoding) else { break };
        if candidate.certainty < CERTAIN * left {
            break;
        }
        if evidence.multi_byte().saturating_mul(chance(coding)) > evidence.malformed {
            break;
        }
        if is_text(input, coding)? {
            // Signs and single letters are alike in all code pages of one byte, and Windows-1252
            // is by far the commonest: it cannot be told.
            if western && is_code_page(coding) && !is_western(coding) {
                break;
            }
            return Ok(Reading::Throughout(coding));
        }
        left = verdict.candidates[at + 1..].iter().map(|other| other.certainty).sum();
    }
    Ok(otherwise)
}

fn chance(coding: Coding) -> u64 {
    match coding {
        _ if is_western(coding) => u64::MAX,
        _ if is_code_page(coding) => CHANCE.0,
        _ => CHANCE.1,
    }
}

fn is_western(coding: Coding) -> bool {
    matches!(coding, Coding::Family(Label::Latin1 | Label::Windows1252))
}

fn is_code_page(coding: Coding) -> bool {
    match coding {
        Coding::Family(_) => is_western(coding),
        Coding::Legacy(legacy) => legacy.is_code_page(),
    }
}

/// Whether what is malformed is mostly sequences of UTF-8 that were cut, as by columns of a
/// fixed number of bytes: two bytes and more each, or the first bytes of two alone.
fn is_cut_utf8(evidence: &Evidence) -> bool {
    let of_malformed = evidence.high().saturating_sub(2 * evidence.multi_byte());
    of_malformed >= 2 * evidence.malformed || evidence.count(0xC2..=0xC3) == evidence.high()
}

/// Whether a file can be in one legacy encoding that has `sample` in it: it need not be
/// read for that if it is a mixture.
pub(crate) fn may_be_throughout(sample: &[u8]) -> bool {
    let mut detector = Detector::new();
    detector.push(&sample[..sample.len().min(BLOCK)]);
    let evidence = detector.finish();
    evidence.multi_byte() * CHANCE.1 <= evidence.malformed + 1
}

/// Whether most of what is malformed does.
fn looks_like_windows_1252(evidence: &Evidence) -> bool {
    let mistakes = evidence.malformed + u64::from(evidence.cut_end > 0);
    evidence.looks_like(Look::Windows1252) * 2 > mistakes
}

/// A legacy encoding of that name.
fn legacy(name: &str) -> Option<Coding> {
    let coding = coding(name, Labels::Iana).ok()?;
    let is_legacy = match coding {
        Coding::Family(label) => matches!(label, Label::Latin1 | Label::Windows1252),
        Coding::Legacy(_) => true,
    };
    is_legacy.then_some(coding)
}

/// Whether all of `input` is well-formed, and has none of the control codes of C1, which
/// no text has.
fn is_text(input: &Input, coding: Coding) -> io::Result<bool> {
    read_as(input, coding, BLOCK, |text| {
        str::from_utf8(text)
            .is_ok_and(|text| !text.contains(|c| ('\u{80}'..='\u{9F}').contains(&c)))
    })
}

/// Whether all of `input` is well-formed in the strict form of `coding`; never of a
/// pipe, which cannot be read twice.
pub(super) fn is_well_formed(input: &Input, coding: Coding, block: usize) -> io::Result<bool> {
    read_as(input, coding, block, |_| true)
}

/// The same, and whether all that it becomes in UTF-8 is as `expected`.
fn read_as(
    input: &Input,
    coding: Coding,
    block: usize,
    expected: impl Fn(&[u8]) -> bool,
) -> io::Result<bool> {
    if input.size.is_none() {
        return Ok(false);
    }
    let mut source = Source::new(coding, false).map_err(io::Error::other)?;
    let mut text = vec![0; 2 * block.max(64)];
    input.read_all(&mut vec![0; block], |mut rest| {
        let last = rest.is_empty();
        loop {
            let done = source.push(rest, &mut text, last);
            rest = &rest[done.read..];
            if !expected(&text[..done.written]) {
                return false;
            }
            match done.status {
                Status::InputEmpty => return true,
                Status::Malformed(_) => return false,
                // A lone surrogate, which is in order, or the text is full.
                _ => {}
            }
        }
    })
}
