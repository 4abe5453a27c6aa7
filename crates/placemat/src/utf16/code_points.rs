//! Iteration over the code points of text that may be malformed, from both ends.

use crate::encoding::{Encoding, Native, Step, Utf16};
use crate::error::Malformed;
use core::iter::FusedIterator;

/// The code points of `units`, or the errors among them, from either end.
///
/// # Examples
/// ```
/// use placemat::utf16::code_points;
///
/// let units = [0x61, 0xD83D, 0xDE00, 0xD800];
/// let mended: String = code_points(&units).map(|c| c.unwrap_or('\u{FFFD}')).collect();
/// assert_eq!(mended, "a😀\u{FFFD}");
/// assert!(code_points(&units).next_back().unwrap().is_err());
/// ```
#[must_use]
pub fn code_points(units: &[u16]) -> CodePoints<'_> {
    CodePoints { units, start: 0, end: units.len() }
}

/// Iterator over code points and errors, from both ends: see [`code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'a> {
    units: &'a [u16],
    /// What is left: both ends are boundaries of `units`.
    start: usize,
    end: usize,
}

impl<'a> CodePoints<'a> {
    /// The offset of what [`next`](Iterator::next) gives, in units.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.start
    }

    /// The units that are left.
    #[must_use]
    pub fn as_units(&self) -> &'a [u16] {
        &self.units[self.start..self.end]
    }

    /// What the codec finds at `offset`, and its length.
    #[inline(always)]
    fn item(&self, offset: usize) -> (Result<char, Malformed>, usize) {
        match Utf16::<Native>::decode(&mut (), &self.units[offset..], true) {
            Step::Value { value, len } => {
                (Ok(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)), len)
            }
            Step::Malformed { len, kind } => (Err(Malformed { offset, len, kind }), len),
            Step::Shift { .. } | Step::NeedMore => unreachable!("nothing follows the slice"),
        }
    }
}

impl Iterator for CodePoints<'_> {
    type Item = Result<char, Malformed>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.start == self.end {
            return None;
        }
        let (item, len) = self.item(self.start);
        self.start += len;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let units = self.end - self.start;
        (units.div_ceil(2), Some(units))
    }
}

impl DoubleEndedIterator for CodePoints<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.start == self.end {
            return None;
        }
        // A pair, if two units are one item; otherwise the last unit.
        if self.end - self.start >= 2 {
            let (item, len) = self.item(self.end - 2);
            if len == 2 {
                self.end -= 2;
                return Some(item);
            }
        }
        self.end -= 1;
        Some(self.item(self.end).0)
    }
}

impl FusedIterator for CodePoints<'_> {}
