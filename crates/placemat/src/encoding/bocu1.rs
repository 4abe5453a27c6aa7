//! BOCU-1 (Unicode Technical Note #6): each code point as its distance from one near the code point
//! before, in one to four bytes. Sorted as bytes, texts are in the order of code points.
//!
//! ```text
//! distance                     lead byte
//! -64 to 63                    50 to CF, and nothing behind it
//! -10513 to 10512              25 to 4F, D0 to FA, and one trail byte
//! -187660 to 187659            22 to 24, FB to FD, and two
//! all others                   21, FE, and three
//! ```
//!
//! Space and the controls below it stand for themselves, and nothing else has their bytes, but for those
//! controls that are trail bytes: line ends and NUL are what they are in ASCII.

use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// BOCU-1: units of one byte. `LENIENT` takes lone surrogates, and space and controls that are written as
/// a distance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bocu1<const LENIENT: bool = false>;

/// What distances are counted from: the middle of where the last code point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base(i32);

impl Default for Base {
    /// The middle of ASCII.
    fn default() -> Self {
        Self(0x40)
    }
}

impl Base {
    fn behind(value: u32) -> Self {
        Self(match value {
            0x3040..=0x309F => 0x3070,
            // The lowest of the distances that take two bytes leads to U+4E00.
            0x4E00..=0x9FA5 => 0x4E00 + 10513,
            0xAC00..=0xD7A3 => (0xAC00 + 0xD7A3) / 2,
            _ => (value as i32 & !0x7F) + 0x40,
        })
    }
}

/// The lead byte that stands for nothing: the next distance is counted as at the start of text.
const RESET: u8 = 0xFF;
/// The bytes up to space that do not stand for themselves when they trail.
const LOW_TRAILS: [u8; 20] =
    [1, 2, 3, 4, 5, 6, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31];
/// How many trail bytes there are: these, and all above space.
const TRAILS: i32 = LOW_TRAILS.len() as i32 + 0xDF;

/// How many trail bytes follow, the lead byte of the first distance, and that.
struct Row {
    trails: usize,
    lead: i32,
    distance: i32,
}

/// The rows, by their first distances; what a row has ends where the next begins.
const ROWS: [Row; 7] = [
    Row { trails: 3, lead: 0x21, distance: -187_660 - TRAILS.pow(3) },
    Row { trails: 2, lead: 0x22, distance: -187_660 },
    Row { trails: 1, lead: 0x25, distance: -10_513 },
    Row { trails: 0, lead: 0x50, distance: -64 },
    Row { trails: 1, lead: 0xD0, distance: 64 },
    Row { trails: 2, lead: 0xFB, distance: 10_513 },
    Row { trails: 3, lead: 0xFE, distance: 187_660 },
];

/// The last row that begins at or below `n`: at the first, if none does.
fn row(n: i32, begin: impl Fn(&Row) -> i32) -> &'static Row {
    ROWS.iter().rfind(|row| begin(row) <= n).unwrap_or(&ROWS[0])
}

const fn trail(digit: i32) -> u8 {
    let low = LOW_TRAILS.len() as i32;
    if digit < low { LOW_TRAILS[digit as usize] } else { (digit - low + 0x21) as u8 }
}

fn digit(trail: u8) -> Option<i32> {
    let low = LOW_TRAILS.len() as i32;
    match trail {
        0x21.. => Some(i32::from(trail) - 0x21 + low),
        _ => LOW_TRAILS.iter().position(|&low| low == trail).map(|digit| digit as i32),
    }
}

impl<const LENIENT: bool> Sealed for Bocu1<LENIENT> {}

impl<const LENIENT: bool> Encoding for Bocu1<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "bocu-1";
    type State = Base;

    fn decode(base: &mut Base, units: &[u8], last: bool) -> Step {
        let before = core::mem::take(base);
        let lead = match units[0] {
            b' ' => {
                *base = before;
                return Step::Value { value: b' '.into(), len: 1 };
            }
            control @ ..b' ' => return Step::Value { value: control.into(), len: 1 },
            RESET => return Step::Shift { len: 1 },
            lead => i32::from(lead),
        };
        let row = row(lead, |row| row.lead);
        let mut distance = lead - row.lead;
        for len in 1..=row.trails {
            let Some(&unit) = units.get(len) else {
                let kind = MalformedKind::IncompleteAtEnd;
                return if last { Step::Malformed { len, kind } } else { Step::NeedMore };
            };
            let Some(digit) = digit(unit) else {
                return Step::Malformed { len, kind: MalformedKind::Incomplete };
            };
            distance = distance * TRAILS + digit;
        }
        let len = row.trails + 1;
        let kind = match u32::try_from(before.0 + distance + row.distance) {
            Ok(0..=0x20) if !LENIENT => MalformedKind::Overlong,
            Ok(0xD800..=0xDFFF) if !LENIENT => MalformedKind::Surrogate,
            Ok(value @ 0..=0x10_FFFF) => {
                *base = Base::behind(value);
                return Step::Value { value, len };
            }
            _ => MalformedKind::TooLarge,
        };
        Step::Malformed { len, kind }
    }

    fn encode(base: &mut Base, value: u32) -> Option<Encoded<u8>> {
        match value {
            0..=0x20 => {
                if value < 0x20 {
                    *base = Base::default();
                }
                return Some(Encoded::new([value as u8], 1));
            }
            0xD800..=0xDFFF if !LENIENT => return None,
            0x21..=0x10_FFFF => {}
            _ => return None,
        }
        let distance = value as i32 - base.0;
        *base = Base::behind(value);
        let row = row(distance, |row| row.distance);
        let mut rest = distance - row.distance;
        let mut units = [0; 4];
        for at in (1..=row.trails).rev() {
            units[at] = trail(rest % TRAILS);
            rest /= TRAILS;
        }
        units[0] = (row.lead + rest) as u8;
        Some(Encoded::new(units, row.trails + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn encoded<const LENIENT: bool>(values: &[u32]) -> Vec<u8> {
        let mut base = Base::default();
        let mut units = |&value| Bocu1::<LENIENT>::encode(&mut base, value).unwrap();
        values.iter().flat_map(|value| units(value).as_slice().to_vec()).collect()
    }

    /// The last step of all that `bytes` are read in.
    fn last_step(bytes: &[u8], last: bool) -> Step {
        let (mut base, mut rest) = (Base::default(), bytes);
        loop {
            let step = Bocu1::<false>::decode(&mut base, rest, last);
            rest = &rest[step.len()..];
            if rest.is_empty() || step.len() == 0 {
                return step;
            }
        }
    }

    #[test]
    fn borders_between_the_lengths() {
        // From the middle of ASCII, 40; the signature is that of the note.
        let table: [(u32, &[u8]); 9] = [
            (0x21, b"\x71"),
            (0x7F, b"\xCF"),
            (0x80, b"\xD0\x01"),
            (0x40 + 10_512, b"\xFA\xFF"),
            (0x40 + 10_513, b"\xFB\x01\x01"),
            (0x40 + 187_659, b"\xFD\xFF\xFF"),
            (0x40 + 187_660, b"\xFE\x01\x01\x01"),
            (0x10_FFFF, b"\xFE\x19\xB4\x54"),
            (0xFEFF, b"\xFB\xEE\x28"),
        ];
        for (value, bytes) in table {
            assert_eq!(encoded::<false>(&[value]), bytes, "{value:X}");
            assert_eq!(last_step(bytes, true), Step::Value { value, len: bytes.len() });
        }
        // And down again.
        assert_eq!(encoded::<false>(&[0x10_FFFF, 0x21])[4..], *b"\x21\xF0\x58\xD9");
    }

    #[test]
    fn controls_begin_anew_and_space_does_not() {
        let text: Vec<u32> = "\u{43c} \u{43c}\n\u{43c}".chars().map(u32::from).collect();
        assert_eq!(encoded::<false>(&text), b"\xD3\xF0 \x8C\n\xD3\xF0");
        // So does FF.
        assert_eq!(last_step(b"\xD3\xF0\xFF\x8C", true), Step::Value { value: 0x3C, len: 1 });
    }

    #[test]
    fn what_is_refused() {
        let bad = |len, kind| Step::Malformed { len, kind };
        assert_eq!(last_step(b"\xFB\xEE", false), Step::NeedMore);
        assert_eq!(last_step(b"\xFB\xEE", true), bad(2, MalformedKind::IncompleteAtEnd));
        for no_trail in [0, 7, 15, 0x1A, 0x1B, b' '] {
            let step = Bocu1::<false>::decode(&mut Base::default(), &[0xD0, no_trail], true);
            assert_eq!(step, bad(1, MalformedKind::Incomplete), "{no_trail:X}");
        }
        // 20, as a distance.
        assert_eq!(last_step(b"\x70", true), bad(1, MalformedKind::Overlong));
        assert_eq!(last_step(b"\xFE\x19\xB4\x55", true), bad(4, MalformedKind::TooLarge));
        assert_eq!(last_step(b"\x21\xFF\xFF\xFF", true), bad(4, MalformedKind::TooLarge));
        let surrogate = encoded::<true>(&[0xD800]);
        assert_eq!(last_step(&surrogate, true), bad(surrogate.len(), MalformedKind::Surrogate));
    }
}
