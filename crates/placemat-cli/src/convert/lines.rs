//! Lines of the source, counted where an error wants to be located.

use super::pair;
use memchr::{memchr_iter, memrchr};
use placemat::{Label, Policy};

/// How many lines there were, and where the last one began.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// U+000A in the encoding of the source.
    line_feed: Vec<u8>,
    offset: u64,
    line: u64,
    line_start: u64,
}

impl Lines {
    pub(super) fn new(from: Label) -> Self {
        // It is what all encodings of bytes have in common.
        let mut line_feed = vec![b'\n'];
        let mut unit = [0; 8];
        let mut pair =
            pair(Label::Utf8, from, Policy::Strict, false).expect("strict always makes sense");
        let written = pair.push(b"\n", &mut unit, true).written;
        if matches!(written, 2 | 4) {
            line_feed = unit[..written].to_vec();
        }
        Self { line_feed, offset: 0, line: 1, line_start: 0 }
    }

    /// Whether blocks of any length can be [counted](Self::count).
    pub(super) fn takes_any_block(&self) -> bool {
        self.line_feed.len() == 1
    }

    /// Counts the lines of `block`, which is the next of the source. All blocks
    /// but the last are of whole code units.
    pub(super) fn count(&mut self, block: &[u8]) {
        let width = self.line_feed.len();
        let (feeds, last) = if let [byte] = self.line_feed[..] {
            (memchr_iter(byte, block).count(), memrchr(byte, block))
        } else {
            let units = block.chunks_exact(width).enumerate();
            units
                .filter(|(_, unit)| *unit == self.line_feed)
                .fold((0, None), |(count, _), (i, _)| (count + 1, Some(i * width)))
        };
        self.line += feeds as u64;
        if let Some(last) = last {
            self.line_start = self.offset + (last + width) as u64;
        }
        self.offset += block.len() as u64;
    }

    /// Line and column of what follows, from 1; the column in code units.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.line, (self.offset - self.line_start) / self.line_feed.len() as u64 + 1)
    }
}
