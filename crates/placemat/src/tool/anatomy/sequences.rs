//! Text taken apart, sequence by sequence, mistakes included.

use crate::utf8::{Group, decode_first};
use core::iter::FusedIterator;

/// A well-formed sequence, or a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// How many bytes it has: 1 to 4, and up to 6 for a mistake.
    pub len: usize,
    /// What it is.
    pub item: Item,
}

/// What a sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Well-formed.
    CodePoint(char),
    /// A mistake, as people read it. Its offset is that of the sequence.
    Malformed(Group),
}

impl Sequence {
    /// The first byte behind it.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.offset + self.len
    }
}

/// Everything in `bytes`, in order: code points, and the mistakes of
/// [`groups`](crate::utf8::groups()) between them.
///
/// # Examples
/// ```
/// use placemat::tool::anatomy::{Item, sequences};
///
/// let found: Vec<_> = sequences(b"a\xC0\xAF").collect();
/// assert_eq!(found[0].item, Item::CodePoint('a'));
/// assert!(matches!(found[1].item, Item::Malformed(slash) if slash.len == 2));
/// ```
///
/// # Complexity
/// Linear.
#[must_use]
pub fn sequences(bytes: &[u8]) -> Sequences<'_> {
    Sequences { bytes, at: 0 }
}

/// Iterator over sequences: see [`sequences()`].
#[derive(Clone, Debug)]
pub struct Sequences<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Sequences<'_> {
    type Item = Sequence;

    fn next(&mut self) -> Option<Sequence> {
        let offset = self.at;
        let (found, len) = decode_first(&self.bytes[offset..])?;
        let (item, len) = match found {
            Ok(c) => (Item::CodePoint(c), len),
            Err(mut bad) => {
                bad.offset = offset;
                let group = bad.reading(self.bytes);
                (Item::Malformed(group), group.len)
            }
        };
        self.at += len;
        Some(Sequence { offset, len, item })
    }
}

impl FusedIterator for Sequences<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::utf8;
    use std::vec::Vec;

    #[test]
    fn nothing_is_left_out() {
        let text =
            b"na\xEFve \xE2\x82\xAC\xED\xA0\xBD\xED\xB9\x88 \xF8\x88\x80\x80\x80\xFF\xE2\x82";
        let all: Vec<_> = sequences(text).collect();
        let mut at = 0;
        for sequence in &all {
            assert_eq!(sequence.offset, at);
            at = sequence.end();
        }
        assert_eq!(at, text.len());
        let mistakes = all.iter().filter_map(|sequence| match sequence.item {
            Item::Malformed(group) => Some(group),
            Item::CodePoint(_) => None,
        });
        assert!(mistakes.eq(utf8::groups(text)));
    }
}
