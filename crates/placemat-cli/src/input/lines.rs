//! Lines, counted only as far as a report needs them.

use crate::coding::{Coding, control};
use memchr::{memchr_iter, memrchr};

/// How many lines there were, and where the last one began. That of UTF-8, unless it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    /// U+000A in the encoding of the source.
    line_feed: Unit,
    /// The begin of a code unit whose rest is in the next block.
    begun: Unit,
    /// In bytes, from 0.
    offset: u64,
    line: u64,
    line_start: u64,
}

/// A code unit, or the begin of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Unit {
    bytes: [u8; 4],
    len: usize,
}

impl Unit {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.len..][..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }
}

impl Default for Lines {
    fn default() -> Self {
        Self::of(b"\n")
    }
}

impl Lines {
    pub(crate) fn new(from: Coding) -> Self {
        Self::of(&control(from, b'\n'))
    }

    fn of(line_feed: &[u8]) -> Self {
        let mut unit = Unit::default();
        unit.push(line_feed);
        Self { line_feed: unit, begun: Unit::default(), offset: 0, line: 1, line_start: 0 }
    }

    /// Goes past `block`, which is the next of the source.
    pub(crate) fn pass(&mut self, block: &[u8]) {
        let (feeds, last) = match self.line_feed {
            Unit { bytes: [byte, ..], len: 1 } => match memrchr(byte, block) {
                Some(last) => (memchr_iter(byte, &block[..=last]).count(), Some(last as u64 + 1)),
                None => (0, None),
            },
            _ => self.pass_units(block),
        };
        self.line += feeds as u64;
        if let Some(end) = last {
            self.line_start = self.offset + end;
        }
        self.offset += block.len() as u64;
    }

    /// Goes past `bytes` bytes without a line feed.
    pub(crate) fn skip(&mut self, bytes: u64) {
        self.offset += bytes;
    }

    /// How many line feeds there are, and how far behind the start of `block` the
    /// last one ends.
    fn pass_units(&mut self, block: &[u8]) -> (usize, Option<u64>) {
        let width = self.line_feed.len;
        let (mut feeds, mut last, mut rest) = (0, None, block);
        if self.begun.len > 0 {
            let (front, behind) = rest.split_at(rest.len().min(width - self.begun.len));
            self.begun.push(front);
            rest = behind;
            if self.begun.len < width {
                return (0, None);
            }
            if self.begun == self.line_feed {
                (feeds, last) = (1, Some(front.len() as u64));
            }
        }
        let start = block.len() - rest.len();
        let units = rest.chunks_exact(width);
        self.begun = Unit::default();
        self.begun.push(units.remainder());
        let line_feed = &self.line_feed.bytes[..width];
        for (at, _) in units.enumerate().filter(|(_, unit)| *unit == line_feed) {
            feeds += 1;
            last = Some((start + (at + 1) * width) as u64);
        }
        (feeds, last)
    }

    /// How much was passed.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The line of what follows, from 1, and the offset at which it begins.
    pub(crate) fn line(&self) -> (u64, u64) {
        (self.line, self.line_start)
    }

    /// The line of `offset`, which is in the last line, and its column in code
    /// units; both from 1.
    pub(crate) fn place(&self, offset: u64) -> (u64, u64) {
        (self.line, (offset - self.line_start) / self.line_feed.len as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat::encoding::Label;

    #[test]
    fn blocks_do_not_matter() {
        let text = "one\nਊਊ\n\nab";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        let cases = [
            (Label::Utf8, text.as_bytes().to_vec(), (4, 3)),
            (Label::Utf16Le, le, (4, 3)),
            (Label::Utf32Be, wide, (4, 3)),
        ];
        for (label, bytes, expected) in cases {
            for size in 1..=bytes.len() {
                let mut lines = Lines::new(label.into());
                bytes.chunks(size).for_each(|block| lines.pass(block));
                assert_eq!(lines.place(bytes.len() as u64), expected, "{label} {size}");
            }
        }
    }
}
