//! Iteration over the code points of text that may be malformed, from both ends.

use crate::boundary;
use crate::encoding::{Step, utf8 as codec};
use crate::error::Malformed;
use core::iter::FusedIterator;

/// The first code point of `bytes`, or the error there, and the number of bytes
/// it has; `None` if there are no bytes.
///
/// # Examples
/// ```
/// use placemat::utf8::decode_first;
/// assert_eq!(decode_first("€!".as_bytes()), Some((Ok('€'), 3)));
/// assert!(matches!(decode_first(b"\xE2\x82!"), Some((Err(bad), 2)) if bad.offset == 0));
/// ```
#[inline]
#[must_use]
pub fn decode_first(bytes: &[u8]) -> Option<(Result<char, Malformed>, usize)> {
    if bytes.is_empty() {
        return None;
    }
    let step = codec::decode(bytes, true);
    Some((item(step, 0), step.len()))
}

/// The last code point of `bytes`, or the error there, and the number of bytes
/// it has; `None` if there are no bytes. Malformed text falls into the same
/// pieces from both ends.
///
/// # Examples
/// ```
/// use placemat::utf8::decode_last;
/// assert_eq!(decode_last("!€".as_bytes()), Some((Ok('€'), 3)));
/// assert!(matches!(decode_last(b"!\xE2\x82"), Some((Err(bad), 2)) if bad.offset == 1));
/// ```
///
/// # Complexity
/// Constant: at most four bytes are read.
#[must_use]
pub fn decode_last(bytes: &[u8]) -> Option<(Result<char, Malformed>, usize)> {
    if bytes.is_empty() {
        return None;
    }
    let (start, step) = boundary::last_item(bytes, bytes.len());
    Some((item(step, start), step.len()))
}

/// What the codec found at `offset`.
#[inline(always)]
fn item(step: Step, offset: usize) -> Result<char, Malformed> {
    match step {
        Step::Value { value, .. } => {
            Ok(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
        }
        Step::Malformed { len, kind } => Err(Malformed { offset, len, kind }),
        Step::Shift { .. } | Step::NeedMore => unreachable!("nothing follows the slice"),
    }
}

/// Iterator over code points and errors, from both ends: see
/// [`code_points()`](fn@crate::utf8::code_points).
#[derive(Clone, Debug)]
pub struct CodePoints<'a> {
    bytes: &'a [u8],
    /// What is left: both ends are boundaries of `bytes`.
    start: usize,
    end: usize,
}

impl<'a> CodePoints<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, start: 0, end: bytes.len() }
    }

    /// The offset of what [`next`](Iterator::next) gives, in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.start
    }

    /// The bytes that are left.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        &self.bytes[self.start..self.end]
    }
}

impl Iterator for CodePoints<'_> {
    type Item = Result<char, Malformed>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.start == self.end {
            return None;
        }
        // All of the slice is given to the codec, so that an error has the same
        // kind from both ends.
        let step = codec::decode(&self.bytes[self.start..], true);
        let offset = self.start;
        self.start += step.len();
        Some(item(step, offset))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let bytes = self.end - self.start;
        (bytes.div_ceil(4), Some(bytes))
    }
}

impl DoubleEndedIterator for CodePoints<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.start == self.end {
            return None;
        }
        let (start, step) = boundary::last_item(self.bytes, self.end);
        self.end = start;
        Some(item(step, start))
    }
}

impl FusedIterator for CodePoints<'_> {}
