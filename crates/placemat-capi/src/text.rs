//! Validation, counts, boundaries.

use crate::border::export;
use crate::order::{Utf16Be, Utf16Le};
use crate::result::Report;
use placemat::encoding::{Encoding, UsAscii, Utf8, Utf16, Utf32};
use placemat::error::Stopped;
use placemat::{Converter, Error, Malformed, MalformedKind, ascii, utf8, utf16, utf32};

/// The first error of text in any byte order: text in order becomes as many units of its own
/// encoding, and any other a prefix of that.
pub(crate) fn validate<F: Encoding>(units: &[F::Unit]) -> Result<(), Malformed> {
    let converter = Converter::<F, F>::strict();
    let offset = converter.output_len(units);
    if offset == units.len() {
        return Ok(());
    }
    let mut scratch = [F::Unit::default(); 4];
    match converter.convert_into(&units[offset..], &mut scratch) {
        Err(Stopped { error: Error::Malformed(bad), .. }) => Err(Malformed { offset, ..bad }),
        other => unreachable!("conversion ended at {offset}, and now it does not: {other:?}"),
    }
}

/// The number of units of `T` that text in order becomes.
fn len<F: Encoding, T: Encoding>(units: &[F::Unit]) -> usize {
    Converter::<F, T>::lossy().output_len(units)
}

fn validate_ascii(bytes: &[u8]) -> Result<(), Malformed> {
    let kind = MalformedKind::Undefined;
    ascii::first_non_ascii(bytes).map_or(Ok(()), |offset| Err(Malformed { offset, len: 1, kind }))
}

export! {
    /// The first error.
    fn placemat_ascii_validate(text[len]: In<u8>) -> Report {
        Report::of_validation(len, validate_ascii(text))
    }
    /// The first error.
    fn placemat_utf8_validate(text[len]: In<u8>) -> Report {
        Report::of_validation(len, utf8::validate(text).map(|_| ()))
    }
    /// The first error.
    fn placemat_utf16_validate(text[len]: In<u16>) -> Report {
        Report::of_validation(len, utf16::validate(text))
    }
    /// The first error.
    fn placemat_utf16le_validate(text[len]: In<u16>) -> Report {
        Report::of_validation(len, validate::<Utf16Le>(text))
    }
    /// The first error.
    fn placemat_utf16be_validate(text[len]: In<u16>) -> Report {
        Report::of_validation(len, validate::<Utf16Be>(text))
    }
    /// The first error.
    fn placemat_utf32_validate(text[len]: In<u32>) -> Report {
        Report::of_validation(len, utf32::validate(text))
    }

    /// Whether all is ASCII.
    fn placemat_ascii_is_valid(text[len]: In<u8>) -> bool { ascii::is_ascii(text) }
    /// Whether it is well-formed.
    fn placemat_utf8_is_valid(text[len]: In<u8>) -> bool { utf8::is_valid(text) }
    /// Whether it is well-formed.
    fn placemat_utf16_is_valid(text[len]: In<u16>) -> bool { utf16::is_valid(text) }
    /// Whether it is well-formed.
    fn placemat_utf16le_is_valid(text[len]: In<u16>) -> bool { validate::<Utf16Le>(text).is_ok() }
    /// Whether it is well-formed.
    fn placemat_utf16be_is_valid(text[len]: In<u16>) -> bool { validate::<Utf16Be>(text).is_ok() }
    /// Whether it is well-formed.
    fn placemat_utf32_is_valid(text[len]: In<u32>) -> bool { utf32::is_valid(text) }
    /// Whether all units are ASCII.
    fn placemat_utf16_is_ascii(text[len]: In<u16>) -> bool { ascii_prefix::<Utf16>(text) == len }
    /// Whether all units are ASCII.
    fn placemat_utf16le_is_ascii(text[len]: In<u16>) -> bool { ascii_prefix::<Utf16Le>(text) == len }
    /// Whether all units are ASCII.
    fn placemat_utf16be_is_ascii(text[len]: In<u16>) -> bool { ascii_prefix::<Utf16Be>(text) == len }

    /// The number of code points.
    fn placemat_utf8_count(text[len]: In<u8>) -> usize { utf8::count_code_points(text) }
    /// The number of code points.
    fn placemat_utf16_count(text[len]: In<u16>) -> usize { utf16::count_code_points(text) }
    /// The number of code points.
    fn placemat_utf16le_count(text[length]: In<u16>) -> usize { len::<Utf16Le, Utf32>(text) }
    /// The number of code points.
    fn placemat_utf16be_count(text[length]: In<u16>) -> usize { len::<Utf16Be, Utf32>(text) }

    /// The length of text in order, as UTF-16.
    fn placemat_utf16_len_of_valid_utf8(text[len]: In<u8>) -> usize { utf8::utf16_len(text) }
    /// The length of text in order, as UTF-8.
    fn placemat_utf8_len_of_valid_utf16(text[len]: In<u16>) -> usize { utf16::utf8_len(text) }
    /// The length of text in order, as UTF-8.
    fn placemat_utf8_len_of_valid_utf16le(text[length]: In<u16>) -> usize { len::<Utf16Le, Utf8>(text) }
    /// The length of text in order, as UTF-8.
    fn placemat_utf8_len_of_valid_utf16be(text[length]: In<u16>) -> usize { len::<Utf16Be, Utf8>(text) }
    /// The length of text in order, as UTF-8.
    fn placemat_utf8_len_of_valid_utf32(text[len]: In<u32>) -> usize { utf32::utf8_len(text) }
    /// The length of text in order, as UTF-16.
    fn placemat_utf16_len_of_valid_utf32(text[len]: In<u32>) -> usize { utf32::utf16_len(text) }
    /// The length as UTF-8.
    fn placemat_utf8_len_of_latin1(text[len]: In<u8>) -> usize { placemat::latin1::utf8_len(text) }

    /// Whether a cut there splits nothing.
    fn placemat_utf8_is_boundary(text[len]: In<u8>, at: usize) -> bool { utf8::is_boundary(text, at) }
    /// The last boundary at or before `at`.
    fn placemat_utf8_floor(text[len]: In<u8>, at: usize) -> usize { utf8::floor_boundary(text, at) }
    /// The first boundary at or behind `at`.
    fn placemat_utf8_ceil(text[len]: In<u8>, at: usize) -> usize { utf8::ceil_boundary(text, at) }
    /// Whether a cut there splits nothing.
    fn placemat_utf16_is_boundary(text[len]: In<u16>, at: usize) -> bool { utf16::is_boundary(text, at) }
    /// The last boundary at or before `at`.
    fn placemat_utf16_floor(text[len]: In<u16>, at: usize) -> usize { utf16::floor_boundary(text, at) }
    /// The first boundary at or behind `at`.
    fn placemat_utf16_ceil(text[len]: In<u16>, at: usize) -> usize { utf16::ceil_boundary(text, at) }
    /// What is left without a sequence that the end cuts.
    fn placemat_utf8_trim(text[len]: In<u8>) -> usize { len - utf8::fragment(text).tail.len() }
    /// What is left without a pair that the end cuts.
    fn placemat_utf16_trim(text[len]: In<u16>) -> usize { len - utf16::fragment(text).tail.len() }
    /// What is left without a pair that the end cuts.
    fn placemat_utf16le_trim(text[len]: In<u16>) -> usize { trim(text, u16::from_le) }
    /// What is left without a pair that the end cuts.
    fn placemat_utf16be_trim(text[len]: In<u16>) -> usize { trim(text, u16::from_be) }

    /// Lone surrogates become U+FFFD.
    fn placemat_utf16_make_well_formed(text[len]: Mut<u16>) -> usize { utf16::make_well_formed(text) }
    /// Lone surrogates become U+FFFD.
    fn placemat_utf16le_make_well_formed(text[len]: Mut<u16>) -> usize {
        make_well_formed::<Utf16Le>(text, 0xFFFD_u16.to_le())
    }
    /// Lone surrogates become U+FFFD.
    fn placemat_utf16be_make_well_formed(text[len]: Mut<u16>) -> usize {
        make_well_formed::<Utf16Be>(text, 0xFFFD_u16.to_be())
    }
    /// The other byte order.
    fn placemat_utf16_swap_bytes(text[len]: Mut<u16>) { utf16::swap_bytes(text) }
    /// The other byte order.
    fn placemat_utf32_swap_bytes(text[len]: Mut<u32>) { utf32::swap_bytes(text) }
}

/// The number of units that are ASCII, at the front.
fn ascii_prefix<F: Encoding<Unit = u16>>(units: &[u16]) -> usize {
    Converter::<F, UsAscii>::strict().output_len(units)
}

/// What is left of units in another byte order.
fn trim(units: &[u16], native: impl Fn(u16) -> u16) -> usize {
    let cut = units.last().is_some_and(|&last| matches!(native(last), 0xD800..=0xDBFF));
    units.len() - usize::from(cut)
}

/// The same in any byte order, of which `replacement` is U+FFFD.
fn make_well_formed<F: Encoding<Unit = u16>>(units: &mut [u16], replacement: u16) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Err(bad) = validate::<F>(&units[at..]) {
        units[at + bad.offset] = replacement;
        at += bad.end();
        count += 1;
    }
    count
}
