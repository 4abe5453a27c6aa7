//! Lines and columns of UTF-8, counted only as far as a report needs them.

use super::Lines;
use placemat::MalformedKind;
use placemat::utf8::{self, Group};

/// A place in an input: how many line feeds, and how many code points of its
/// line, come before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    lines: Lines,
    code_points: u64,
}

impl Place {
    /// In bytes, from 0.
    pub(crate) fn offset(&self) -> u64 {
        self.lines.offset()
    }

    /// The number of the line, from 1. A line ends with a line feed.
    pub(crate) fn line(&self) -> u64 {
        self.lines.line().0
    }

    /// The column in bytes, from 1.
    pub(crate) fn column(&self) -> u64 {
        self.offset() - self.lines.line().1 + 1
    }

    /// The column in code points, from 1; a malformed subpart counts as one,
    /// as it does once it is replaced.
    pub(crate) fn column_code_points(&self) -> u64 {
        self.code_points + 1
    }

    /// Goes past `bytes`, which are well-formed, or a part of what is.
    pub(crate) fn pass_well_formed(&mut self, bytes: &[u8]) {
        let line = self.pass_lines(bytes);
        self.code_points += utf8::count_code_points(line) as u64;
    }

    /// Goes past a mistake, which has no line feeds.
    pub(crate) fn pass_malformed(&mut self, group: &Group) {
        self.lines.skip(group.len as u64);
        self.code_points += group.subparts as u64;
    }

    /// Goes past a hole of a file: `count` NULs.
    pub(crate) fn pass_hole(&mut self, count: u64) {
        self.lines.skip(count);
        self.code_points += count;
    }

    /// Goes past any `bytes` that begin and end at boundaries.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let line = self.pass_lines(bytes);
        // All other malformed subparts begin with a byte that is counted.
        let stray = |kind| kind == MalformedKind::UnexpectedContinuation;
        let strays = utf8::errors(line).filter(|bad| stray(bad.kind)).count();
        self.code_points += (utf8::count_code_points(line) + strays) as u64;
    }

    /// Goes past all of `bytes`, but for counting the code points behind the
    /// last line feed, which are returned.
    fn pass_lines<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let (start, line) = (self.offset(), self.line());
        self.lines.pass(bytes);
        if self.line() == line {
            return bytes;
        }
        self.code_points = 0;
        &bytes[(self.lines.line().1 - start) as usize..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bytes: &[u8]) -> (u64, u64, u64) {
        let mut place = Place::default();
        place.pass(bytes);
        (place.line(), place.column(), place.column_code_points())
    }

    #[test]
    fn lines_and_columns() {
        assert_eq!(at(b""), (1, 1, 1));
        assert_eq!(at("é€".as_bytes()), (1, 6, 3));
        assert_eq!(at("é\r\n\n€x".as_bytes()), (3, 5, 3));
        assert_eq!(at(b"\n\x80\x80 \xE2\x82 \xC0\xAF"), (2, 9, 8));
    }

    #[test]
    fn well_formed_text_can_be_passed_in_any_pieces() {
        let text = "née\n日本 😀\n\nЖ €".as_bytes();
        let mut whole = Place::default();
        whole.pass(text);
        for cut in 0..=text.len() {
            let mut place = Place::default();
            place.pass_well_formed(&text[..cut]);
            place.pass_well_formed(&text[cut..]);
            assert_eq!(place, whole, "cut at {cut}");
        }
    }
}
