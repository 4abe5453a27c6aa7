//! What a page shows of a stretch of a file, gathered while it is read: how often each byte occurs, where the
//! errors are, and the lines with the most of them. However long the stretch is, it takes a few kilobytes.
//! Two that follow each other can be joined, so threads make them side by side.

use placemat::utf8;
use std::ops::Range;

/// How many lines are kept.
pub(crate) const LINES: usize = 6;

/// How many bytes of a line are kept before its first error, and from there on.
const BEFORE: usize = 96;
const BEHIND: usize = 256;

/// How many refusals of a line are marked.
const MARKS: usize = 32;

/// How often each byte occurs.
pub(crate) type Bytes = [u64; 256];

/// Adds what was counted elsewhere.
pub(crate) fn add(sum: &mut Bytes, more: &Bytes) {
    sum.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) bytes: Bytes,
    /// Of these, those that are malformed.
    pub(crate) wrong: Bytes,
    pub(crate) map: Map,
    /// The lines with the most errors, at most [`LINES`], but for the one that is read.
    lines: Vec<Line>,
    /// The line that is read, if it has errors.
    open: Option<Line>,
    /// Where that begins, if that is in the stretch.
    start: Option<u64>,
    /// Where the stretch ends.
    end: u64,
}

/// A line with errors.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// How many line feeds come before it, in the stretch.
    feeds: u64,
    start: Option<u64>,
    /// Of the first error, in the file.
    pub(crate) offset: u64,
    pub(crate) errors: u64,
    /// How many lines behind it look the same.
    pub(crate) like: u64,
    /// The part of the line that is kept; with its line feed, if it reaches so far.
    pub(crate) text: Vec<u8>,
    /// Where in it the first error begins.
    pub(crate) at: usize,
    /// What is refused of it, though well-formed; and why the first of it is.
    pub(crate) refused: Vec<Range<usize>>,
    pub(crate) why: Option<String>,
    /// More of the line is left out before it, and behind it.
    pub(crate) more: (bool, bool),
}

impl Line {
    /// From 1.
    pub(crate) fn number(&self) -> u64 {
        self.feeds + 1
    }

    /// Of the first error, in bytes, from 1.
    pub(crate) fn column(&self) -> u64 {
        self.offset - self.start.unwrap_or_default() + 1
    }
}

impl Sketch {
    /// A stretch that begins at `offset`.
    pub(crate) fn new(offset: u64) -> Self {
        Self {
            bytes: [0; 256],
            wrong: [0; 256],
            map: Map::default(),
            lines: Vec::new(),
            open: None,
            start: (offset == 0).then_some(0),
            end: offset,
        }
    }

    /// Goes past `bytes`.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.bytes[usize::from(byte)] += 1);
        if let Some(feed) = memchr::memrchr(b'\n', bytes) {
            self.start = Some(self.end + feed as u64 + 1);
        }
        self.end += bytes.len() as u64;
    }

    /// Goes past a hole: zeros.
    pub(crate) fn pass_hole(&mut self, count: u64) {
        self.bytes[0] += count;
        self.end += count;
    }

    /// An error where the stretch ends so far. It is `wrong` of `text`; `why` says what refuses it, if it
    /// is not malformed.
    pub(crate) fn error(
        &mut self,
        text: &[u8],
        wrong: Range<usize>,
        why: Option<&dyn Fn() -> String>,
    ) {
        self.map.add(self.end, 1);
        if why.is_none() {
            text[wrong.clone()].iter().for_each(|&byte| self.wrong[usize::from(byte)] += 1);
        }
        let feeds = self.bytes[usize::from(b'\n')];
        if self.open.as_ref().is_none_or(|open| open.feeds != feeds) {
            self.close();
            self.open = Some(self.line(text, wrong.start));
        }
        let offset = self.end;
        let Some(open) = &mut self.open else { return };
        open.errors += 1;
        let Some(why) = why else { return };
        let at = open.at + (offset - open.offset) as usize;
        if at < open.text.len() && open.refused.len() < MARKS {
            open.refused.push(at..open.text.len().min(at + wrong.len()));
        }
        if offset == open.offset && open.why.is_none() {
            open.why = Some(why());
        }
    }

    /// The line around the first error of it, which is at `at` of `text`.
    fn line(&self, text: &[u8], at: usize) -> Line {
        let near = at.saturating_sub(BEFORE);
        let from = match memchr::memrchr(b'\n', &text[near..at]) {
            Some(feed) => near + feed + 1,
            None => utf8::floor_group_boundary(text, near),
        };
        let most = text.len().min(at + BEHIND);
        let to = memchr::memchr(b'\n', &text[at..most]).map(|feed| at + feed + 1);
        let cut = if most < text.len() { utf8::floor_group_boundary(text, most) } else { most };
        let end = to.unwrap_or(cut).max(at + 1);
        let known = self.start.is_some_and(|start| self.end - start <= (at - from) as u64);
        Line {
            feeds: self.bytes[usize::from(b'\n')],
            start: self.start,
            offset: self.end,
            errors: 0,
            like: 0,
            text: text[from..end].to_vec(),
            at: at - from,
            refused: Vec::new(),
            why: None,
            more: (!known, to.is_none() && end < text.len()),
        }
    }

    /// The line that is read has ended.
    fn close(&mut self) {
        if let Some(line) = self.open.take() {
            self.keep(line);
        }
    }

    /// Keeps a line, if it has more errors than another that is kept. Of those that look the same there is
    /// but one.
    fn keep(&mut self, line: Line) {
        let same = |kept: &&mut Line| {
            (kept.errors, kept.at, &kept.text) == (line.errors, line.at, &line.text)
        };
        if let Some(same) = self.lines.iter_mut().find(same) {
            same.like += 1 + line.like;
            return;
        }
        if self.lines.len() < LINES {
            return self.lines.push(line);
        }
        // Of those with as many, the first ones stay.
        let fewest = self.lines.iter_mut().rev().min_by_key(|line| line.errors);
        if let Some(fewest) = fewest.filter(|fewest| fewest.errors < line.errors) {
            *fewest = line;
            self.lines.sort_by_cached_key(|line| line.offset);
        }
    }

    /// Adds the stretch that follows.
    pub(crate) fn join(&mut self, mut next: Self) {
        let feeds = self.bytes[usize::from(b'\n')];
        let (first, start) = (next.bytes[usize::from(b'\n')] == 0, self.start);
        let mut lines = std::mem::take(&mut next.lines);
        lines.extend(next.open.take());
        for mut line in lines {
            let goes_on = line.feeds == 0;
            line.feeds += feeds;
            line.start = line.start.or(start);
            match &mut self.open {
                Some(open) if goes_on && open.feeds == line.feeds => open.errors += line.errors,
                _ => {
                    self.close();
                    self.open = Some(line);
                }
            }
        }
        if !first {
            self.start = next.start;
        }
        add(&mut self.bytes, &next.bytes);
        add(&mut self.wrong, &next.wrong);
        self.map.join(&next.map);
        self.end = next.end;
    }

    /// The worst lines, the worst first; of those with as many errors, as they stand.
    pub(crate) fn worst(&mut self) -> Vec<Line> {
        self.close();
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_by_cached_key(|line| u64::MAX - line.errors);
        lines
    }
}

/// How many cells a map has at most.
const CELLS: u64 = 256;

/// Where in a file something is: how often in each of up to 256 cells, which grow as the file does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    /// A cell has two to this power bytes.
    pub(super) shift: u32,
    pub(super) cells: Vec<u64>,
}

impl Map {
    pub(crate) fn add(&mut self, offset: u64, count: u64) {
        while offset >> self.shift >= CELLS {
            self.widen();
        }
        let at = (offset >> self.shift) as usize;
        if at >= self.cells.len() {
            self.cells.resize(at + 1, 0);
        }
        self.cells[at] += count;
    }

    fn widen(&mut self) {
        self.cells = self.cells.chunks(2).map(|pair| pair.iter().sum()).collect();
        self.shift += 1;
    }

    fn join(&mut self, other: &Self) {
        for (cell, &count) in (0_u64..).zip(&other.cells) {
            if count > 0 {
                self.add(cell << other.shift, count);
            }
        }
        while self.shift < other.shift {
            self.widen();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a scan does it: in stretches that begin and end at boundaries of groups.
    fn sketch(text: &[u8], cuts: &[usize]) -> Sketch {
        let mut cuts: Vec<usize> =
            cuts.iter().map(|&at| utf8::floor_group_boundary(text, at)).collect();
        cuts.insert(0, 0);
        cuts.push(text.len());
        let mut whole = Sketch::new(0);
        for cut in cuts.windows(2) {
            let mut part = Sketch::new(cut[0] as u64);
            let mut done = cut[0];
            for group in utf8::groups(text).filter(|g| (cut[0]..cut[1]).contains(&g.offset)) {
                part.pass(&text[done..group.offset]);
                part.error(text, group.offset..group.end(), None);
                done = group.offset;
            }
            part.pass(&text[done..cut[1]]);
            whole.join(part);
        }
        whole
    }

    #[test]
    fn cuts_change_nothing() {
        let text = b"ok\n\xE9\xE9x\nxx\xFFy\nfine\n\xC0\xAF \x80 \x80\n\xE2\x82";
        let told = |mut sketch: Sketch| {
            let lines = sketch.worst();
            let lines: Vec<_> = lines.iter().map(|l| (l.number(), l.column(), l.errors)).collect();
            (lines, sketch.bytes.to_vec(), sketch.wrong.to_vec(), sketch.map.cells)
        };
        let whole = told(sketch(text, &[]));
        assert_eq!(whole.0, [(5, 1, 3), (2, 1, 2), (3, 3, 1), (6, 1, 1)]);
        assert_eq!(whole.2.iter().sum::<u64>(), 9);
        for first in 0..text.len() {
            for second in first..text.len() {
                assert_eq!(told(sketch(text, &[first, second])), whole, "{first} {second}");
            }
        }
    }

    #[test]
    fn of_many_lines_the_worst_are_kept() {
        let text: Vec<u8> = (0..1000)
            .flat_map(|n| [&[b'x'; 9][..], &[0xFF; 30][..n * 37 % 30], b"\n"].concat())
            .collect();
        let mut sketch = sketch(&text, &[500, 7000]);
        let lines = sketch.worst();
        let lines: Vec<_> =
            lines.iter().map(|line| (line.errors, line.number(), line.like)).collect();
        let first = |errors| (0..).find(|n| n * 37 % 30 == errors).unwrap();
        let all = |errors| (0..1000_u64).filter(|n| n * 37 % 30 == errors).count() as u64;
        let expected = (24..30).rev().map(|errors| (errors, first(errors) + 1, all(errors) - 1));
        assert_eq!(lines, expected.collect::<Vec<_>>());
    }

    #[test]
    fn maps_grow() {
        let mut map = Map::default();
        (0..100_000).for_each(|at| map.add(at, 1));
        assert_eq!((map.shift, map.cells.len(), map.cells[0]), (9, 196, 512));
        map.add(u64::MAX, 1);
        assert_eq!((map.cells.len() as u64, map.cells[0]), (CELLS, 100_000));
    }
}
