//! UTF-1 (ISO-IR 178): the first encoding form of ISO 10646, of one to five bytes,
//! none of which is a control code. It counts in base 190: the number of bytes
//! that are no control codes, no space and not 7F.
//!
//! ```text
//! 0000 to 009F         itself
//! 00A0 to 00FF         A0, itself
//! 0100 to 4015         A1 to F5, and one digit
//! 4016 to 38E2D        F6 to FB, and two
//! 38E2E to 7FFFFFFF    FC to FF, and four
//! ```

use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// UTF-1: units of one byte, values up to 7FFFFFFF. `LENIENT` takes surrogates,
/// too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf1<const LENIENT: bool = false>;

/// The number of digits.
const BASE: u32 = 190;

/// A lead byte, the first value that it and those behind it stand for, and how
/// many digits follow.
type Row = (u8, u32, u32);
const TWO: Row = (0xA1, 0x100, 1);
const THREE: Row = (0xF6, 0x4016, 2);
const FIVE: Row = (0xFC, 0x3_8E2E, 4);

/// The byte of a digit: T, in the registration.
const fn byte(digit: u32) -> u8 {
    (match digit {
        0..=0x5D => digit + 0x21,
        _ => digit + 0x42,
    }) as u8
}

/// The digit of a byte: U.
const fn digit(byte: u8) -> Option<u32> {
    match byte {
        0x21..=0x7E => Some(byte as u32 - 0x21),
        0xA0..=0xFF => Some(byte as u32 - 0x42),
        _ => None,
    }
}

impl<const LENIENT: bool> Utf1<LENIENT> {
    fn holds(value: u32) -> bool {
        LENIENT || !matches!(value, 0xD800..=0xDFFF)
    }
}

impl<const LENIENT: bool> Sealed for Utf1<LENIENT> {}

impl<const LENIENT: bool> Encoding for Utf1<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "utf-1";
    type State = ();

    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        let lead = units[0];
        let (first, start, digits) = match lead {
            0..=0x9F => return Step::Value { value: lead.into(), len: 1 },
            0xA0 => (0xA0, 0, 1),
            0xA1..=0xF5 => TWO,
            0xF6..=0xFB => THREE,
            0xFC..=0xFF => FIVE,
        };
        let mut value = u64::from(lead - first);
        for len in 1..=digits as usize {
            let Some(&unit) = units.get(len) else {
                let kind = MalformedKind::IncompleteAtEnd;
                return if last { Step::Malformed { len, kind } } else { Step::NeedMore };
            };
            value = match digit(unit) {
                _ if lead == 0xA0 && unit >= 0xA0 => unit.into(),
                Some(digit) if lead != 0xA0 => value * u64::from(BASE) + u64::from(digit),
                _ => return Step::Malformed { len, kind: MalformedKind::Incomplete },
            };
        }
        let (value, len) = (value + u64::from(start), digits as usize + 1);
        match u32::try_from(value) {
            Ok(value @ 0..=0x7FFF_FFFF) if Self::holds(value) => Step::Value { value, len },
            Ok(0xD800..=0xDFFF) => Step::Malformed { len, kind: MalformedKind::Surrogate },
            _ => Step::Malformed { len, kind: MalformedKind::TooLarge },
        }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let (first, start, digits) = match value {
            0..=0x9F => return Some(Encoded::new([value as u8], 1)),
            0xA0..=0xFF => return Some(Encoded::new([0xA0, value as u8], 2)),
            0x100..=0x4015 => TWO,
            0x4016..=0x3_8E2D => THREE,
            0x3_8E2E..=0x7FFF_FFFF => FIVE,
            _ => return None,
        };
        if !Self::holds(value) {
            return None;
        }
        let value = value - start;
        let mut encoded = Encoded::new([first + (value / BASE.pow(digits)) as u8], 1);
        for place in (0..digits).rev() {
            encoded.push(byte(value / BASE.pow(place) % BASE));
        }
        Some(encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn encoded(value: u32) -> Vec<u8> {
        Utf1::<false>::encode(&mut (), value).unwrap().as_slice().to_vec()
    }

    #[test]
    fn values_of_the_registration() {
        // The list of ISO-IR 178, and the borders between the lengths.
        let table: [(u32, &[u8]); 20] = [
            (0x7F, b"\x7F"),
            (0x80, b"\x80"),
            (0x9F, b"\x9F"),
            (0xA0, b"\xA0\xA0"),
            (0xBF, b"\xA0\xBF"),
            (0xC0, b"\xA0\xC0"),
            (0xFF, b"\xA0\xFF"),
            (0x100, b"\xA1\x21"),
            (0x15D, b"\xA1\x7E"),
            (0x15E, b"\xA1\xA0"),
            (0x1BD, b"\xA1\xFF"),
            (0x1BE, b"\xA2\x21"),
            (0x7FF, b"\xAA\x72"),
            (0x800, b"\xAA\x73"),
            (0xFFF, b"\xB5\x48"),
            (0x4015, b"\xF5\xFF"),
            (0x4016, b"\xF6\x21\x21"),
            (0x3_8E2D, b"\xFB\xFF\xFF"),
            (0x3_8E2E, b"\xFC\x21\x21\x21\x21"),
            (0x7FFF_FFFF, b"\xFD\xBD\x2B\xB9\x40"),
        ];
        for (value, bytes) in table {
            assert_eq!(encoded(value), bytes, "{value:X}");
            let step = Utf1::<false>::decode(&mut (), bytes, true);
            assert_eq!(step, Step::Value { value, len: bytes.len() });
        }
    }

    #[test]
    fn what_is_refused() {
        let step = |bytes: &[u8], last| Utf1::<false>::decode(&mut (), bytes, last);
        let bad = |len, kind| Step::Malformed { len, kind };
        assert_eq!(step(b"\xA0", false), Step::NeedMore);
        assert_eq!(step(b"\xFC\x21\x21\x21", false), Step::NeedMore);
        assert_eq!(step(b"\xF6\x21", true), bad(2, MalformedKind::IncompleteAtEnd));
        assert_eq!(step(b"\xA0\x21", true), bad(1, MalformedKind::Incomplete));
        assert_eq!(step(b"\xF6\x21 ", true), bad(2, MalformedKind::Incomplete));
        assert_eq!(step(b"\xFF\xFF\xFF\xFF\xFF", true), bad(5, MalformedKind::TooLarge));
        let surrogate = Utf1::<true>::encode(&mut (), 0xD800).unwrap();
        assert_eq!(step(surrogate.as_slice(), true), bad(3, MalformedKind::Surrogate));
        assert!(Utf1::<false>::encode(&mut (), 0x8000_0000).is_none());
    }
}
