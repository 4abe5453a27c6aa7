//! A long text in pieces, each of which can be worked on by itself, as threads do.

use core::iter::FusedIterator;

/// Pieces of a text in units of `U`, from its start: see
/// [`utf8::split_at_boundaries`](crate::utf8::split_at_boundaries) and
/// [`utf16::split_at_boundaries`](crate::utf16::split_at_boundaries).
#[derive(Clone, Debug)]
pub struct Pieces<'a, U> {
    rest: &'a [U],
    most: usize,
    /// How long the first piece is, of a text that is longer than `most`; 0, if nothing is that short.
    first: fn(&[U], usize) -> usize,
    /// The end of the first item.
    item: fn(&[U]) -> usize,
}

impl<'a, U> Pieces<'a, U> {
    pub(crate) fn new(
        text: &'a [U],
        most: usize,
        first: fn(&[U], usize) -> usize,
        item: fn(&[U]) -> usize,
    ) -> Self {
        Self { rest: text, most, first, item }
    }
}

impl<'a, U> Iterator for Pieces<'a, U> {
    type Item = &'a [U];

    fn next(&mut self) -> Option<&'a [U]> {
        if self.rest.is_empty() {
            return None;
        }
        let len = if self.rest.len() <= self.most {
            self.rest.len()
        } else {
            match (self.first)(self.rest, self.most) {
                0 => (self.item)(self.rest),
                len => len,
            }
        };
        let (piece, rest) = self.rest.split_at(len);
        self.rest = rest;
        Some(piece)
    }
}

impl<U> FusedIterator for Pieces<'_, U> {}
