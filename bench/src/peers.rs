//! How peers are called, where that takes more than a line.
//!
//! Every peer gets what suits it: its fastest form that gives the same result, a buffer with slack
//! if it wants slack, no allocation.

use encoding_rs::{CoderResult, Encoding};

use crate::case::Sink;

/// A conversion of simdutf: `simdutf!(convert_utf8_to_utf16le)`.
macro_rules! simdutf {
    ($function:ident) => {
        |input: &[_], sink: &mut $crate::case::Sink<_>| {
            let output = sink.roomy().as_mut_ptr();
            // SAFETY: pointer and length are those of a slice, and the sink has room for the longest
            // output that an input of this length can have.
            unsafe { ::simdutf::$function(input.as_ptr(), input.len(), output) }
        }
    };
}
pub(crate) use simdutf;

/// A decoder of encoding_rs, which replaces what is malformed.
pub(crate) fn decode(encoding: &'static Encoding, input: &[u8], sink: &mut Sink<u8>) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (result, _read, written, _replaced) = decoder.decode_to_utf8(input, sink.roomy(), true);
    if result == CoderResult::InputEmpty { written } else { 0 }
}

/// Writes scalar values as UTF-8.
pub(crate) fn encode_utf8(chars: impl Iterator<Item = char>, sink: &mut Sink<u8>) -> usize {
    let output = sink.roomy();
    let mut written = 0;
    for c in chars {
        written += c.encode_utf8(&mut output[written..]).len();
    }
    written
}

/// Writes each unit of UTF-16 as a value of its own: CESU-8.
pub(crate) fn encode_units(units: impl Iterator<Item = u16>, sink: &mut Sink<u8>) -> usize {
    let output = sink.roomy();
    let mut written = 0;
    for unit in units {
        let [low, middle] = [unit, unit >> 6].map(|bits| 0x80 | (bits & 0x3F) as u8);
        let bytes = [0xE0 | (unit >> 12) as u8, middle, low];
        let bytes = match unit {
            0..0x80 => &[unit as u8][..],
            0x80..0x800 => &[0xC0 | (unit >> 6) as u8, low],
            _ => &bytes,
        };
        output[written..][..bytes.len()].copy_from_slice(bytes);
        written += bytes.len();
    }
    written
}

/// The units of UTF-16 that well-formed CESU-8 was made of.
pub(crate) fn decode_units(bytes: &[u8]) -> impl Iterator<Item = u16> {
    let mut bytes = bytes.iter().map(|&byte| u16::from(byte));
    std::iter::from_fn(move || {
        let mut next = || bytes.next();
        let lead = next()?;
        Some(match lead {
            0..0x80 => lead,
            0x80..0xE0 => (lead & 0x1F) << 6 | next()? & 0x3F,
            _ => lead << 12 | (next()? & 0x3F) << 6 | next()? & 0x3F,
        })
    })
}

/// A byte as the Encoding Standard reads it.
pub(crate) fn windows_1252(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xA0 => UPPER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Writes pieces of text, with U+FFFD after each of those that a malformed sequence follows.
pub(crate) fn replace<'a>(
    pieces: impl Iterator<Item = (&'a str, bool)>,
    sink: &mut Sink<u8>,
) -> usize {
    let output = sink.roomy();
    let mut written = 0;
    for (valid, malformed) in pieces {
        for text in [valid, if malformed { "\u{FFFD}" } else { "" }] {
            output[written..][..text.len()].copy_from_slice(text.as_bytes());
            written += text.len();
        }
    }
    written
}
