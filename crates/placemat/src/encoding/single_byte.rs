//! One byte, one code point: ISO-8859-1 and Windows-1252.

use super::form::{Apart, Base, Form};
use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// The code point of `byte` in ISO-8859-1: the same number.
///
/// # Examples
/// ```
/// assert_eq!(placemat::encoding::single_byte::latin1(0xE9), 'é');
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
/// use placemat::encoding::single_byte::windows_1252;
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
    const FORM: Form = Form::of(Base::Latin1);
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u8], _last: bool) -> Step {
        Step::Value { value: u32::from(units[0]), len: 1 }
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let unit = u8::try_from(value).ok()?;
        Some(Encoded::new([unit], 1))
    }
}

/// ASCII: units of one byte, of which only the lower half is used.
#[derive(Clone, Copy, Debug, Default)]
pub struct UsAscii;

impl Sealed for UsAscii {}

impl Encoding for UsAscii {
    type Unit = u8;
    const NAME: &'static str = "us-ascii";
    const FORM: Form = Form::like(Base::Latin1).but_for(Apart::ABOVE_7F);
    type State = ();

    fn decode((): &mut (), units: &[u8], _last: bool) -> Step {
        match units[0] {
            byte @ 0..=0x7F => Step::Value { value: byte.into(), len: 1 },
            _ => Step::Malformed { len: 1, kind: MalformedKind::Undefined },
        }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        u8::try_from(value).ok().filter(u8::is_ascii).map(|unit| Encoded::new([unit], 1))
    }
}

/// Windows-1252: units of one byte. 81, 8D, 8F, 90 and 9D are undefined; `WHATWG`:
/// they are the C1 controls of the same number, as in the Encoding Standard.
#[derive(Clone, Copy, Debug, Default)]
pub struct Windows1252<const WHATWG: bool = false>;

impl<const WHATWG: bool> Sealed for Windows1252<WHATWG> {}

impl<const WHATWG: bool> Encoding for Windows1252<WHATWG> {
    type Unit = u8;
    const NAME: &'static str = if WHATWG { "windows-1252-whatwg" } else { "windows-1252" };
    const FORM: Form =
        Form::like(Base::Latin1).but_for(Apart::C1).with_lengths([1, 1, 1, 1, 1, 0, 0]);
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u8], _last: bool) -> Step {
        let byte = units[0];
        let code_point = if WHATWG { Some(windows_1252(byte)) } else { windows_1252_strict(byte) };
        match code_point {
            Some(c) => Step::Value { value: c.into(), len: 1 },
            None => Step::Malformed { len: 1, kind: MalformedKind::Undefined },
        }
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let byte = match value {
            0..=0x7F | 0xA0..=0xFF => value as u8,
            _ => {
                let place = WINDOWS_1252.iter().position(|&c| u32::from(c) == value)?;
                0x80 + place as u8
            }
        };
        // The undefined ones stand for themselves in the table.
        let undefined = !WHATWG && windows_1252_strict(byte).is_none();
        (!undefined).then_some(Encoded::new([byte], 1))
    }
}
