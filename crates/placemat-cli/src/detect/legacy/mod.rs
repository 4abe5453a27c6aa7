//! Legacy encodings: the text is read in each of them, and the likeliest text
//! tells the encoding.

mod model;

use super::judge::Candidate;
use super::sample::Sample;
use crate::render::words::count;
use encoding_rs::{DecoderResult, Encoding};
pub(super) use model::Model;
use model::Score;
use placemat::detect::{Evidence, Look};
use placemat::encoding::single_byte;

/// What can be told, and how much it is expected, as a natural logarithm.
/// ISO-8859-1 and Windows-1252 come first: of those that read the same text, the
/// first is named.
const ENCODINGS: [(&str, f32); 33] = [
    ("iso-8859-1", 1.0),
    ("windows-1252", 1.5),
    ("windows-1250", 0.5),
    ("windows-1251", 0.8),
    ("windows-1253", 0.0),
    ("windows-1254", 0.0),
    ("windows-1255", 0.0),
    ("windows-1256", 0.0),
    ("windows-1257", 0.0),
    ("windows-1258", -0.7),
    ("windows-874", 0.0),
    ("iso-8859-2", 0.0),
    ("iso-8859-3", -0.7),
    ("iso-8859-4", -0.7),
    ("iso-8859-5", 0.0),
    ("iso-8859-6", 0.0),
    ("iso-8859-7", 0.0),
    ("iso-8859-8", 0.0),
    ("iso-8859-10", -1.0),
    ("iso-8859-13", -0.7),
    ("iso-8859-14", -0.8),
    ("iso-8859-15", 0.0),
    ("iso-8859-16", -0.8),
    ("koi8-r", 0.0),
    ("koi8-u", -0.3),
    ("ibm866", 0.0),
    ("macintosh", -3.0),
    ("x-mac-cyrillic", -3.0),
    ("shift_jis", 0.5),
    ("euc-jp", 0.0),
    ("gbk", 0.5),
    ("big5", 0.0),
    ("euc-kr", 0.0),
];

/// Four-byte sequences are only in this one; without them GBK is the same.
const GB18030: (&str, f32) = ("gb18030", 0.3);

/// A malformed sequence: text may be cut or damaged, but rarely is.
const MALFORMED: f32 = -20.0;

/// What the end cuts off: as unlikely as an unknown letter.
const CUT: f32 = -9.0;

/// Kana in the encodings of Chinese and Korean, which have them, while the
/// languages do not: the bytes are the same in EUC-JP.
const KANA: f32 = -8.0;

/// More of them in a sample, and it is in another encoding.
const MOST_MALFORMED: usize = 4;

/// Legacy encodings, the likeliest first; certainties sum up to 1 at most.
pub(super) fn candidates(evidence: &Evidence, sample: &Sample, model: &Model) -> Vec<Candidate> {
    let bytes = sample.bytes();
    let mut read: Vec<Read> = Vec::new();
    for (encoding, expected) in ENCODINGS.into_iter().chain([GB18030]) {
        let Some(Text { text, malformed, cut }) = decode(bytes, encoding) else { continue };
        // The same text is in the encoding that was tried before.
        if read.iter().any(|other| other.text == text) {
            continue;
        }
        let mut mistakes = malformed as f32 * MALFORMED + f32::from(u8::from(cut)) * CUT;
        let no_kana = matches!(encoding, "gbk" | "gb18030" | "big5" | "euc-kr");
        if no_kana && text.contains(|c| matches!(c, '\u{3041}'..='\u{30FF}')) {
            mistakes += KANA;
        }
        let Score { likelihood, letters } = model.score(&text);
        read.push(Read { encoding, score: likelihood + expected + mistakes, letters, text });
    }
    read.sort_by(|a, b| b.score.total_cmp(&a.score));
    let Some(best) = read.first().map(|read| read.score) else { return Vec::new() };
    // What lies behind by few points is wrong half of the time; that is measured.
    let weight = |score: f32| f64::from((score - best) * 0.8).exp();
    let total: f64 = read.iter().map(|read| weight(read.score)).sum();
    let high = evidence.high();
    read.into_iter()
        .take(6)
        .map(|Read { encoding, score, letters, .. }| Candidate {
            encoding,
            // One byte alone can be a letter in any of them.
            certainty: weight(score) / total * (1.0 - 0.3 / (high * high).max(1) as f64),
            reason: reason(encoding, letters, evidence),
        })
        .collect()
}

/// The text that an encoding reads, and what it is worth.
struct Read {
    encoding: &'static str,
    score: f32,
    /// Those above U+007F.
    letters: u64,
    text: String,
}

fn reason(encoding: &str, letters: u64, evidence: &Evidence) -> String {
    let mut reason =
        format!("reads as text with {} above U+007F", count(letters, "letter", "letters"));
    let (known, _) = evidence.c1();
    match encoding {
        "windows-1252" if known > 0 => {
            reason += &format!(
                ", and {} that ISO-8859-1 has no signs for",
                count(known, "byte in 80..9F", "bytes in 80..9F")
            );
        }
        "iso-8859-1" => reason += ", and no byte in 80..9F: the same in Windows-1252",
        _ => {}
    }
    let signs = evidence.looks_like(Look::Windows1252);
    if encoding == "windows-1252" && signs > 0 {
        reason += &format!(", {signs} of them alone or in twos between ASCII");
    }
    reason
}

/// Text as some encoding reads it.
struct Text {
    text: String,
    /// Sequences that were left out.
    malformed: usize,
    /// The last sequence is not whole.
    cut: bool,
}

/// The text in `encoding`; none if too much of it is malformed.
fn decode(bytes: &[u8], encoding: &str) -> Option<Text> {
    if encoding == "iso-8859-1" {
        let text = bytes.iter().map(|&byte| single_byte::latin1(byte)).collect();
        return Some(Text { text, malformed: 0, cut: false });
    }
    let mut decoder = Encoding::for_label(encoding.as_bytes())?.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len())?);
    let (mut rest, mut malformed) = (bytes, 0);
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, false);
        rest = &rest[read..];
        match result {
            DecoderResult::Malformed(..) if malformed < MOST_MALFORMED => malformed += 1,
            DecoderResult::InputEmpty => break,
            _ => return None,
        }
    }
    let (end, _) = decoder.decode_to_string_without_replacement(&[], &mut text, true);
    Some(Text { text, malformed, cut: end != DecoderResult::InputEmpty })
}

/// Whether `bytes`, which are ASCII, are ISO-2022-JP: escapes that are its own.
pub(super) fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let escapes = bytes.windows(2).any(|pair| matches!(pair, b"\x1B$" | b"\x1B("));
    escapes
        && decode(bytes, "iso-2022-jp")
            .is_some_and(|read| read.malformed == 0 && !read.text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Labels;
    use crate::coding::coding;

    #[test]
    fn what_is_told_can_be_converted() {
        let told = ENCODINGS.iter().chain([&GB18030]).map(|(name, _)| *name);
        for name in told.chain(["iso-2022-jp", "utf-7", "utf-8-rfc2279"]) {
            assert_eq!(coding(name, Labels::Iana).map(|coding| coding.name()), Ok(name));
        }
    }
}
