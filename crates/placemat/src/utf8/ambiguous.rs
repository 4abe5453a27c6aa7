//! Text that is well-formed UTF-8, and could be something else.

use crate::ascii::first_non_ascii;
use crate::encoding::single_byte::windows_1252;
use crate::encoding::{Step, utf8 as codec};
use core::iter::FusedIterator;

/// A well-formed sequence of two bytes that would be two letters in Windows-1252.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    /// Where it begins.
    pub offset: usize,
    /// What it is in UTF-8.
    pub utf8: char,
    /// What it would be in Windows-1252.
    pub windows_1252: [char; 2],
}

/// Every spot of `bytes` that is well-formed, and yet could be Windows-1252: a
/// sequence of two bytes, both of which are letters there.
///
/// A repair that reads malformed bytes as Windows-1252 leaves these alone. Where
/// text mixes the two encodings, they are what a person may want to look at.
///
/// # Examples
/// ```
/// use placemat::utf8::ambiguous;
///
/// // C5 A1 is "Å¡", and an exclamation mark is no letter.
/// let spots: Vec<_> = ambiguous("Straße, š, Ú".as_bytes()).collect();
/// assert_eq!((spots[0].offset, spots[0].utf8, spots[0].windows_1252), (4, 'ß', ['Ã', 'Ÿ']));
/// assert_eq!((spots[1].utf8, spots[1].windows_1252), ('Ú', ['Ã', 'š']));
/// assert_eq!(spots.len(), 2);
/// ```
///
/// # Complexity
/// Linear; ASCII is passed over at the speed of memory.
#[must_use]
pub fn ambiguous(bytes: &[u8]) -> AmbiguousSpots<'_> {
    AmbiguousSpots { bytes, at: 0 }
}

/// Iterator over the ambiguous spots of a text: see [`ambiguous`].
#[derive(Clone, Debug)]
pub struct AmbiguousSpots<'a> {
    bytes: &'a [u8],
    /// A boundary.
    at: usize,
}

impl Iterator for AmbiguousSpots<'_> {
    type Item = Ambiguous;

    fn next(&mut self) -> Option<Ambiguous> {
        loop {
            let rest = &self.bytes[self.at..];
            let offset =
                self.at + if rest.first()?.is_ascii() { first_non_ascii(rest)? } else { 0 };
            let step = codec::decode(&self.bytes[offset..], true);
            self.at = offset + step.len();
            let Step::Value { value, .. } = step else { continue };
            let &[first, second] = &self.bytes[offset..self.at] else { continue };
            if let (Some(utf8), true) =
                (char::from_u32(value), is_letter(first) && is_letter(second))
            {
                return Some(Ambiguous {
                    offset,
                    utf8,
                    windows_1252: [first, second].map(windows_1252),
                });
            }
        }
    }
}

/// Whether `byte`, from 80 on, is a letter of Windows-1252.
const fn is_letter(byte: u8) -> bool {
    match byte {
        // ƒ Š Œ Ž š œ ž Ÿ ª µ º
        0x83 | 0x8A | 0x8C | 0x8E | 0x9A | 0x9C | 0x9E | 0x9F | 0xAA | 0xB5 | 0xBA => true,
        // × ÷
        0xD7 | 0xF7 => false,
        _ => byte >= 0xC0,
    }
}

impl FusedIterator for AmbiguousSpots<'_> {}
