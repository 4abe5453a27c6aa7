//! A source of any size, read once from front to back, in pieces.

use super::strip::CONTEXT;
use placemat::detect::Look;
use placemat::utf8::{self, Group};
use placemat_detect::Judge;
use placemat_inspect::code_point;
use serde::{Deserialize, Serialize};

/// The map of errors has so many stretches, at most.
const STRETCHES: u64 = 128;

/// So many bytes at least lie between two checkpoints of lines.
const STRIDE: u64 = 1 << 20;

/// Where it is in a text, by line.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// In bytes.
    pub(super) at: u64,
    /// How many line feeds are before it.
    pub(super) line_feeds: u64,
    /// How many bytes of its line are before it, and how many code points.
    pub(super) bytes: u64,
    pub(super) code_points: u64,
}

/// Line and column, from 1; columns in bytes and in code points.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) nth: u64,
}

impl Checkpoint {
    /// The same behind `bytes`, which begin here.
    pub(super) fn pass(mut self, bytes: &[u8]) -> Self {
        let mut line = bytes;
        if let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') {
            let feeds = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.line_feeds = self.line_feeds.saturating_add(feeds);
            line = &bytes[end + 1..];
            (self.bytes, self.code_points) = (0, 0);
        }
        self.at = self.at.saturating_add(bytes.len() as u64);
        self.bytes = self.bytes.saturating_add(line.len() as u64);
        self.code_points = self.code_points.saturating_add(utf8::count_code_points(line) as u64);
        self
    }

    /// Where the line of this number begins, if it does in `bytes`, which begin here.
    pub(super) fn line_start(self, number: u64, bytes: &[u8]) -> Option<u64> {
        let before = number.checked_sub(1)?.checked_sub(self.line_feeds)?;
        let Some(nth) = before.checked_sub(1) else {
            return Some(self.at.saturating_sub(self.bytes));
        };
        let mut feeds = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        let (at, _) = feeds.nth(usize::try_from(nth).ok()?)?;
        Some(self.at.saturating_add(at as u64 + 1))
    }

    pub(super) fn place(self) -> Place {
        let [line, column, nth] = [self.line_feeds, self.bytes, self.code_points];
        let [line, column, nth] = [line, column, nth].map(|before| before.saturating_add(1));
        Place { line, column, nth }
    }
}

/// How often something occurs, and where first.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Count {
    pub(super) count: u64,
    pub(super) first: Option<u64>,
}

impl Count {
    fn add(&mut self, at: u64) {
        self.count += 1;
        self.first.get_or_insert(at);
    }
}

/// What has been read of a source.
#[derive(Debug)]
pub(super) struct Scan {
    /// How many bytes the source has.
    pub(super) len: u64,
    judge: Judge,
    /// What has come, and waits for what is behind it.
    held: Vec<u8>,
    lines: Checkpoint,
    checkpoints: Vec<Checkpoint>,
    pub(super) code_points: u64,
    pub(super) groups: Count,
    pub(super) subparts: u64,
    /// By the name of what was meant.
    pub(super) kinds: Vec<(&'static str, Count)>,
    /// By where such bytes come from.
    pub(super) looks: Vec<(Look, Count)>,
    /// Mistakes in each stretch of the source.
    pub(super) map: Vec<Count>,
    /// Code points that do not show, or that change the order of others.
    pub(super) hidden: Count,
    first_high: Option<u64>,
}

impl Scan {
    pub(super) fn new(len: u64) -> Self {
        let stretches = len.clamp(1, STRETCHES) as usize;
        Self {
            len,
            judge: Judge::new(),
            held: Vec::new(),
            lines: Checkpoint::default(),
            checkpoints: vec![Checkpoint::default()],
            code_points: 0,
            groups: Count::default(),
            subparts: 0,
            kinds: Vec::new(),
            looks: Vec::new(),
            map: vec![Count::default(); stretches],
            hidden: Count::default(),
            first_high: None,
        }
    }

    /// Takes the next piece.
    pub(super) fn push(&mut self, piece: &[u8], last: bool) {
        self.judge.push(piece);
        if self.held.is_empty() {
            let done = self.take(piece, last);
            self.held.extend_from_slice(&piece[done..]);
        } else {
            let mut held = std::mem::take(&mut self.held);
            held.extend_from_slice(piece);
            let done = self.take(&held, last);
            held.drain(..done);
            self.held = held;
        }
    }

    /// Takes what is certain of `text`: how much of it.
    fn take(&mut self, text: &[u8], last: bool) -> usize {
        let end = match last {
            true => text.len(),
            false => utf8::floor_group_boundary(text, text.len().saturating_sub(CONTEXT)),
        };
        let base = self.lines.at;
        if self.first_high.is_none() {
            let high = text[..end].iter().position(|byte| !byte.is_ascii());
            self.first_high = high.map(|at| base + at as u64);
        }
        for group in utf8::groups(text).take_while(|group| group.offset < end) {
            self.mistake(&group, text, base + group.offset as u64);
        }
        self.look_for_hidden(&text[..end]);
        self.code_points += utf8::count_code_points(&text[..end]) as u64;
        for piece in text[..end].chunks(STRIDE as usize) {
            self.lines = self.lines.pass(piece);
            if self.checkpoints.last().is_some_and(|last| self.lines.at - last.at >= STRIDE) {
                self.checkpoints.push(self.lines);
            }
        }
        end
    }

    fn mistake(&mut self, group: &Group, text: &[u8], at: u64) {
        self.groups.add(at);
        self.subparts += group.subparts as u64;
        count(&mut self.kinds, group.meaning.name()).add(at);
        count(&mut self.looks, Look::of(text, group)).add(at);
        let stretch = (at / self.stretch()).min(self.map.len() as u64 - 1);
        self.map[stretch as usize].add(at);
    }

    /// How many bytes a stretch of the map has.
    pub(super) fn stretch(&self) -> u64 {
        self.len.div_ceil(self.map.len() as u64).max(1)
    }

    fn look_for_hidden(&mut self, text: &[u8]) {
        let mut at = 0;
        // Only sequences with these lead bytes are any of them: controls of ASCII are counted by byte.
        let leads =
            |byte: &u8| matches!(byte, 0xC2 | 0xCD | 0xD8 | 0xE1..=0xE3 | 0xEF | 0xF0 | 0xF3);
        while let Some(next) = text[at..].iter().position(leads) {
            at += next;
            match utf8::decode_first(&text[at..]) {
                Some((Ok(c), len)) => {
                    // An emoji is made of several by joiners and selectors: they are as they should be.
                    if code_point::is_unsafe(c) && !matches!(c, '\u{200D}' | '\u{FE0F}') {
                        self.hidden.add(self.lines.at + at as u64);
                    }
                    at += len;
                }
                _ => at += 1,
            }
        }
    }

    /// Where a sample should begin: a little before the first byte that tells something.
    pub(super) fn sample(&self) -> u64 {
        let first = self.groups.first.or(self.first_high).unwrap_or(0);
        first.saturating_sub(4096)
    }

    /// The last checkpoint at or before `at`.
    pub(super) fn checkpoint(&self, at: u64) -> Checkpoint {
        let behind = self.checkpoints.partition_point(|point| point.at <= at);
        self.checkpoints[behind - 1]
    }

    /// The last one before the line of this number, or at its start.
    pub(super) fn checkpoint_of_line(&self, number: u64) -> Checkpoint {
        let behind = self.checkpoints.partition_point(|point| point.line_feeds < number.max(1));
        self.checkpoints[behind - 1]
    }

    pub(super) fn lines(&self) -> u64 {
        self.lines.line_feeds + u64::from(self.lines.bytes > 0)
    }

    pub(super) fn judge(&self) -> Judge {
        self.judge.clone()
    }
}

/// The counter of `what`, in order of first occurrence.
fn count<T: PartialEq>(counts: &mut Vec<(T, Count)>, what: T) -> &mut Count {
    let at = counts.iter().position(|(other, _)| *other == what).unwrap_or_else(|| {
        counts.push((what, Count::default()));
        counts.len() - 1
    });
    &mut counts[at].1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(text: &[u8], piece: usize) -> Scan {
        let mut scan = Scan::new(text.len() as u64);
        for part in text.chunks(piece) {
            scan.push(part, false);
        }
        scan.push(b"", true);
        scan
    }

    #[test]
    fn pieces_split_nothing() {
        let text = b"a\n\xE2\x82\xACb\xED\xA0\xBD\xED\xB9\x88\xC3 \xE2\x80\x8B\n\xF0\x9F";
        let whole = scanned(text, 1000);
        assert_eq!((whole.groups.count, whole.subparts, whole.hidden.count), (3, 8, 1));
        assert_eq!((whole.lines(), whole.groups.first), (3, Some(6)));
        for piece in 1..12 {
            let parts = scanned(text, piece);
            assert_eq!(format!("{:?}", parts.kinds), format!("{:?}", whole.kinds), "{piece}");
            assert_eq!(format!("{:?}", parts.looks), format!("{:?}", whole.looks), "{piece}");
            assert_eq!(format!("{:?}", parts.map), format!("{:?}", whole.map), "{piece}");
            assert_eq!(parts.lines.line_feeds, whole.lines.line_feeds);
            assert_eq!(parts.code_points, whole.code_points);
        }
    }

    #[test]
    fn checkpoints_know_their_lines() {
        let text = b"0123456\n".repeat(500_000);
        let scan = scanned(&text, 300_000);
        assert!(scan.checkpoints.len() >= 3);
        for at in [0, 1, 1_500_001, 3_999_999_u64] {
            let point = scan.checkpoint(at);
            let place = point.pass(&text[point.at as usize..at as usize]).place();
            assert_eq!((place.line, place.column), (at / 8 + 1, at % 8 + 1), "{at}");
        }
        for number in [1, 2, 131_073, 400_000, 500_001_u64] {
            let point = scan.checkpoint_of_line(number);
            let start = point.line_start(number, &text[point.at as usize..]);
            assert_eq!(start, Some((number - 1) * 8), "{number}");
        }
        let point = scan.checkpoint_of_line(500_002);
        assert_eq!(point.line_start(500_002, &text[point.at as usize..]), None);
        assert_eq!(point.line_start(0, &text), None);
    }
}
