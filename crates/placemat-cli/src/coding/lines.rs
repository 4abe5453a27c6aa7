//! Lines of the source, counted where an error wants to be located.

use super::Coding;
use memchr::{memchr_iter, memrchr};
use placemat::encoding::Label;
use placemat::{Policy, Transcoder};

/// How many lines there were, and where the last one began.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// U+000A in the encoding of the source.
    line_feed: Vec<u8>,
    /// The begin of a code unit whose rest is in the next block.
    begun: Vec<u8>,
    offset: u64,
    line: u64,
    line_start: u64,
}

impl Lines {
    pub(crate) fn new(from: Coding) -> Self {
        Self { line_feed: line_feed(from), begun: Vec::new(), offset: 0, line: 1, line_start: 0 }
    }

    /// Counts the lines of `block`, which is the next of the source.
    pub(crate) fn count(&mut self, block: &[u8]) {
        let width = self.line_feed.len();
        let (feeds, last) = if let [byte] = self.line_feed[..] {
            (memchr_iter(byte, block).count(), memrchr(byte, block).map(|at| at as u64 + 1))
        } else {
            self.count_units(block)
        };
        self.line += feeds as u64;
        if let Some(end) = last {
            self.line_start = self.offset + end;
        }
        self.offset += block.len() as u64;
        debug_assert!(self.begun.len() < width);
    }

    /// How many line feeds there are, and how far behind the start of `block` the
    /// last one ends.
    fn count_units(&mut self, block: &[u8]) -> (usize, Option<u64>) {
        let width = self.line_feed.len();
        let (mut feeds, mut last, mut rest) = (0, None, block);
        if !self.begun.is_empty() {
            let (front, behind) = rest.split_at(rest.len().min(width - self.begun.len()));
            self.begun.extend(front);
            rest = behind;
            if self.begun.len() < width {
                return (0, None);
            }
            if self.begun == self.line_feed {
                (feeds, last) = (1, Some(front.len() as u64));
            }
        }
        let start = block.len() - rest.len();
        let units = rest.chunks_exact(width);
        self.begun.clear();
        self.begun.extend(units.remainder());
        for (at, _) in units.enumerate().filter(|(_, unit)| *unit == self.line_feed) {
            feeds += 1;
            last = Some((start + (at + 1) * width) as u64);
        }
        (feeds, last)
    }

    /// The line of what follows, from 1, and the offset at which it begins.
    pub(crate) fn line(&self) -> (u64, u64) {
        (self.line, self.line_start)
    }

    /// The line of `offset`, which is in the last line, and its column in code
    /// units; both from 1.
    pub(crate) fn place(&self, offset: u64) -> (u64, u64) {
        (self.line, (offset - self.line_start) / self.line_feed.len() as u64 + 1)
    }
}

/// U+000A: the code unit that stands for it, and for nothing else but in SCSU, where it may be half of a unit
/// of UTF-16.
pub(crate) fn line_feed(coding: Coding) -> Vec<u8> {
    control(coding, b'\n')
}

/// The code unit of a control of ASCII: itself, where the encoding has none for it alone.
pub(crate) fn control(coding: Coding, control: u8) -> Vec<u8> {
    let mut unit = [0; 8];
    let written = match coding {
        Coding::Family(label) => {
            Transcoder::new(Label::Utf8, label, Policy::Strict)
                .expect("strict always makes sense")
                .push(&[control], &mut unit, true)
                .written
        }
        Coding::Legacy(_) => 0,
    };
    if matches!(written, 1 | 2 | 4) { unit[..written].to_vec() } else { vec![control] }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                bytes.chunks(size).for_each(|block| lines.count(block));
                assert_eq!(lines.place(bytes.len() as u64), expected, "{label} {size}");
            }
        }
    }
}
