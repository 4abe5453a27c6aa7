//! What is counted of one input, block by block.

use crate::report::html::Bytes;
use memchr::memchr_iter;
use placemat::detect::{OtherEncoding, SAMPLE, Sniffed, sniff};
use placemat::{MalformedKind, utf8};
use placemat_inspect::{Summary, Survey};

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) lines: u64,
    pub(super) code_points: u64,
    pub(super) utf16_units: u64,
    /// Maximal subparts.
    pub(super) malformed: u64,
    /// How often each byte occurs, if that was asked for.
    pub(super) byte_counts: Option<Box<Bytes>>,
    /// The rest, unless only counts are asked for.
    pub(super) full: Option<Full>,
}

/// What takes longer to count.
#[derive(Debug, Default)]
pub(super) struct Full {
    survey: Survey,
    /// What the survey says, when all is counted.
    pub(super) summary: Summary,
    pub(super) longest: Longest,
    /// Line feeds behind a carriage return.
    pub(super) crlf: u64,
    /// All line feeds.
    pub(super) line_feeds: u64,
    pub(super) signature: bool,
    /// What it looks like, if that is not UTF-8.
    pub(super) other: Option<OtherEncoding>,
    pub(super) binary: bool,
    /// Where the line begins that is read, in bytes.
    line_start: u64,
    /// The last byte of what was read.
    last: u8,
}

/// The longest line: its bytes without what ends it, and its number, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Longest {
    pub(super) bytes: u64,
    pub(super) line: u64,
}

/// Counts an input that comes in blocks.
pub(super) struct Counter {
    tally: Tally,
    /// The beginning of a sequence that the last block has cut.
    cut: Vec<u8>,
    ends_with_line_feed: bool,
}

impl Counter {
    pub(super) fn new(counts_only: bool) -> Self {
        let full = (!counts_only).then(Full::default);
        let tally = Tally { files: 1, full, ..Tally::default() };
        Self { tally, cut: Vec::new(), ends_with_line_feed: true }
    }

    /// Counts each byte, too.
    pub(super) fn count_bytes(&mut self) {
        self.tally.byte_counts = Some(Box::new([0; 256]));
    }

    /// Counts the next block.
    pub(super) fn push(&mut self, block: &[u8]) {
        let Some(&last) = block.last() else { return };
        if let Some(full) = &mut self.tally.full {
            if self.tally.bytes == 0 {
                full.look(block);
            }
            full.lines(block, self.tally.bytes, self.tally.lines);
        }
        if let Some(counts) = &mut self.tally.byte_counts {
            block.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
        }
        self.tally.bytes += block.len() as u64;
        self.tally.lines += memchr_iter(b'\n', block).count() as u64;
        self.ends_with_line_feed = last == b'\n';

        let mut rest = block;
        while !self.cut.is_empty()
            && let Some((&byte, behind)) = rest.split_first()
        {
            self.cut.push(byte);
            rest = behind;
            // What is certain goes, so that no more than a sequence is ever held.
            let certain = self.cut.len() - cut_at_end(&self.cut);
            let bytes: Vec<u8> = self.cut.drain(..certain).collect();
            self.text(&bytes);
        }
        let (whole, cut) = rest.split_at(rest.len() - cut_at_end(rest));
        self.text(whole);
        self.cut.extend_from_slice(cut);
    }

    /// What was counted, now that nothing follows.
    pub(super) fn finish(mut self) -> Tally {
        let cut = std::mem::take(&mut self.cut);
        self.text(&cut);
        let tally = &mut self.tally;
        if let Some(full) = &mut tally.full {
            full.line_ends(tally.bytes, tally.lines);
            full.summary = full.survey.summary();
            tally.code_points = full.summary.code_points();
            tally.utf16_units = full.summary.utf16_units();
        }
        // A last line that no line feed ends is one.
        tally.lines += u64::from(!self.ends_with_line_feed);
        self.tally
    }

    /// Counts code points and what is malformed.
    fn text(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (text, behind) = utf8::split_valid(rest);
            self.well_formed(text);
            rest = behind;
            if let Some((Err(_), len)) = utf8::decode_first(rest) {
                self.tally.malformed += 1;
                if let Some(full) = &mut self.tally.full {
                    full.survey.interrupt();
                }
                rest = &rest[len..];
            }
        }
    }

    fn well_formed(&mut self, text: &str) {
        match &mut self.tally.full {
            Some(full) => full.survey.push(text),
            None => {
                let tally = &mut self.tally;
                tally.code_points += utf8::count_code_points(text.as_bytes()) as u64;
                tally.utf16_units += utf8::utf16_len(text.as_bytes()) as u64;
            }
        }
    }
}

/// How many bytes at the end of `bytes` may be the beginning of a sequence.
fn cut_at_end(bytes: &[u8]) -> usize {
    let is_cut = |&len: &usize| match utf8::decode_first(&bytes[bytes.len() - len..]) {
        Some((Err(bad), found)) => bad.kind == MalformedKind::IncompleteAtEnd && found == len,
        _ => false,
    };
    (1..=bytes.len().min(3)).find(is_cut).unwrap_or(0)
}

impl Full {
    /// Looks at the first block.
    fn look(&mut self, block: &[u8]) {
        match sniff(&block[..block.len().min(SAMPLE)], block.len() < SAMPLE) {
            Sniffed::Text { signature } => self.signature = signature,
            Sniffed::Other(other) => self.other = Some(other),
            Sniffed::Binary => self.binary = true,
        }
    }

    /// Counts the lines that end in `block`, which begins at `offset`, behind so many lines.
    fn lines(&mut self, block: &[u8], offset: u64, before: u64) {
        for (number, at) in (before..).zip(memchr_iter(b'\n', block)) {
            let behind = if at == 0 { self.last } else { block[at - 1] };
            self.last = behind;
            self.line_ends(offset + at as u64, number);
            self.crlf += u64::from(behind == b'\r');
            self.line_feeds += 1;
            self.line_start = offset + at as u64 + 1;
        }
        self.last = *block.last().expect("it is not empty");
    }

    /// A line ends at `offset`, behind so many others.
    fn line_ends(&mut self, offset: u64, before: u64) {
        let bytes = offset - self.line_start;
        let bytes = bytes - u64::from(bytes > 0 && self.last == b'\r');
        if bytes > self.longest.bytes {
            self.longest = Longest { bytes, line: before + 1 };
        }
    }
}

impl Tally {
    /// Adds what was counted of another input.
    pub(super) fn join(&mut self, other: &Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.lines += other.lines;
        self.code_points += other.code_points;
        self.utf16_units += other.utf16_units;
        self.malformed += other.malformed;
        let Some(other) = &other.full else { return };
        let full = self.full.get_or_insert_with(Full::default);
        full.survey.join(&other.survey);
        full.crlf += other.crlf;
        full.line_feeds += other.line_feeds;
        // Its number says nothing without the name of the file.
        full.longest.bytes = full.longest.bytes.max(other.longest.bytes);
    }

    /// A sum, of which all is counted.
    pub(super) fn summed_up(mut self) -> Self {
        if let Some(full) = &mut self.full {
            full.summary = full.survey.summary();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(blocks: &[&[u8]], counts_only: bool) -> Tally {
        let mut counter = Counter::new(counts_only);
        blocks.iter().for_each(|block| counter.push(block));
        counter.finish()
    }

    #[test]
    fn every_cut_counts_the_same() {
        let text = b"a\xE2\x82\xAC\r\n\xF0\x9F\x98\x80\xE2\x82\xF0\x9F\n\xED\xA0\x80longest\r\ne\xCC\x81\xE2\xE2\xC3";
        let told = |tally: &Tally| {
            let full = tally.full.as_ref().unwrap();
            let numbers =
                (tally.bytes, tally.lines, tally.code_points, tally.utf16_units, tally.malformed);
            (numbers, full.summary.clone(), full.longest, full.crlf, full.line_feeds)
        };
        let whole = told(&tally(&[text], false));
        assert_eq!(whole.0, (text.len() as u64, 4, 17, 18, 8));
        assert_eq!((whole.2, whole.3, whole.4), (Longest { bytes: 10, line: 3 }, 2, 3));
        for first in 0..text.len() {
            for second in first..text.len() {
                let blocks = [&text[..first], &text[first..second], &text[second..]];
                assert_eq!(told(&tally(&blocks, false)), whole, "{first} {second}");
                let counts = tally(&blocks, true);
                assert_eq!(
                    (counts.lines, counts.code_points, counts.utf16_units, counts.malformed),
                    (4, 17, 18, 8)
                );
            }
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(told(&tally(&bytes, false)), whole);
    }

    #[test]
    fn little_is_held() {
        let mut counter = Counter::new(true);
        for _ in 0..1000 {
            counter.push(b"\xE2");
            assert!(counter.cut.len() <= 3);
        }
        assert_eq!(counter.finish().malformed, 1000);
    }

    #[test]
    fn ends_of_lines() {
        for (text, lines, longest) in [
            ("", 0, (0, 0)),
            ("\n", 1, (0, 0)),
            ("ab", 1, (2, 1)),
            ("a\r\nbc\r\n", 2, (2, 2)),
            ("\r\n\r", 2, (0, 0)),
        ] {
            let tally = tally(&[text.as_bytes()], false);
            let longest = Longest { bytes: longest.0, line: longest.1 };
            assert_eq!((tally.lines, tally.full.unwrap().longest), (lines, longest), "{text:?}");
        }
    }
}
