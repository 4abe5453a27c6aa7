//! One byte, one code point: ISO-8859-1 and Windows-1252.

use super::sealed::Sealed;
use super::{Encoded, Encoding, Form, Step};

/// The code point of `byte` in ISO-8859-1: the same number.
///
/// # Examples
/// ```
/// assert_eq!(placemat::single_byte::latin1(0xE9), 'é');
/// ```
#[must_use]
pub const fn latin1(byte: u8) -> char {
    byte as char
}

/// The code point of `byte` in Windows-1252, as the WHATWG Encoding Standard
/// reads it: 81, 8D, 8F, 90 and 9D, which the code page leaves undefined, are
/// the C1 controls of the same number.
///
/// # Examples
/// ```
/// use placemat::single_byte::windows_1252;
/// assert_eq!([0x80, 0x92, 0xE9, 0x81].map(windows_1252), ['€', '’', 'é', '\u{81}']);
/// ```
#[must_use]
pub const fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[(byte - 0x80) as usize],
        _ => byte as char,
    }
}

/// The same, and `None` for the five bytes that the code page leaves undefined.
#[must_use]
pub const fn windows_1252_strict(byte: u8) -> Option<char> {
    match byte {
        0x81 | 0x8D | 0x8F | 0x90 | 0x9D => None,
        _ => Some(windows_1252(byte)),
    }
}

/// 80 to 9F of the index of windows-1252 of the Encoding Standard.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// ISO-8859-1: units of one byte, the first 256 code points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Latin1;

impl Sealed for Latin1 {}

impl Encoding for Latin1 {
    type Unit = u8;
    const NAME: &'static str = "iso-8859-1";
    const FORM: Form = Form::Latin1;

    #[inline]
    fn decode(units: &[u8], _last: bool) -> Step {
        Step::Value { value: u32::from(units[0]), len: 1 }
    }

    #[inline]
    fn encode(value: u32) -> Option<Encoded<u8>> {
        let unit = u8::try_from(value).ok()?;
        Some(Encoded { units: [unit, 0, 0, 0], len: 1 })
    }
}
