//! Errors by the numbers of simdutf.

use crate::border::export;
use crate::result::{MALFORMED, OK, OUTPUT_FULL, Place, Report, UNMAPPABLE, kind_of_number};
use placemat::utf8::Meaning;
use placemat::{Malformed, MalformedKind};

/// `simdutf::error_code`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Success = 0,
    HeaderBits = 1,
    TooShort = 2,
    TooLong = 3,
    Overlong = 4,
    TooLarge = 5,
    Surrogate = 6,
    OutputBufferTooSmall = 10,
    Other = 11,
}

/// What simdutf says of an error of UTF-8: it looks at the whole sequence, by its first byte.
fn of_utf8(bytes: &[u8], to_latin1: bool) -> Code {
    let bad = Malformed { offset: 0, len: 1, kind: MalformedKind::Incomplete };
    match (bytes[0], bad.reading(bytes).meaning) {
        (0xF8.., _) | (_, Meaning::NeverValid) => Code::HeaderBits,
        // No such sequence could be one byte.
        (0xE0.., _) if to_latin1 => Code::TooLarge,
        (_, Meaning::StrayContinuation) => Code::TooLong,
        (_, Meaning::Incomplete { .. }) => Code::TooShort,
        (_, Meaning::Overlong { .. }) => Code::Overlong,
        (_, Meaning::TooLarge { .. }) => Code::TooLarge,
        (_, Meaning::Surrogate { .. } | Meaning::SurrogatePair { .. }) => Code::Surrogate,
        _ => Code::Other,
    }
}

/// The same of other sources.
fn of_units(place: &Place, to_latin1: bool) -> Code {
    match kind_of_number(place.kind) {
        _ if to_latin1 => Code::TooLarge,
        // ASCII.
        Some(MalformedKind::TooLarge | MalformedKind::Undefined) => Code::TooLarge,
        Some(
            MalformedKind::Surrogate
            | MalformedKind::LoneHighSurrogate
            | MalformedKind::LoneLowSurrogate,
        ) => Code::Surrogate,
        _ => Code::Other,
    }
}

export! {
    /// `simdutf::error_code`; `utf8` is the source if it is UTF-8, else null.
    fn placemat_simdutf_error(
        result: Option<&Report>, utf8[len]: In<u8>, to_latin1: bool
    ) -> u32 {
        let Some(result) = result else { return Code::Other as u32 };
        let from = utf8.get(usize::try_from(result.error.offset).unwrap_or(len)..);
        let code = match (result.status, from) {
            (OK, _) => Code::Success,
            (UNMAPPABLE, _) => Code::TooLarge,
            (OUTPUT_FULL, _) => Code::OutputBufferTooSmall,
            (MALFORMED, Some(bytes @ [_, ..])) => of_utf8(bytes, to_latin1),
            (MALFORMED, _) => of_units(&result.error, to_latin1),
            _ => Code::Other,
        };
        code as u32
    }
}
