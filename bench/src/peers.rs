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
