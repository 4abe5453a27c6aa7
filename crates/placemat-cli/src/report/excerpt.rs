//! The part of a line that is shown around an error.
//!
//! Excerpts of errors that stand close together are nearly the same. So a [`Strip`] of the line
//! is made safe to print once, and each excerpt is cut out of that: what an error costs does
//! not depend on how long its line is, nor on how many others are in it.

use super::CONTEXT;
use crate::print::escape;
use placemat::{Malformed, utf8};
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A stretch of one line, safe to print.
#[derive(Clone, Debug, Default)]
pub(super) struct Strip {
    shown: String,
    /// Where each item, a code point or a malformed subpart, begins; and where the last ends.
    cells: Vec<Cell>,
    /// More of the line is before it, and behind it.
    longer: bool,
    behind: bool,
    /// Up to here in `cells` errors were told.
    told: usize,
    /// The cells between which the last excerpt was, and the farthest that it could begin at.
    last: [usize; 3],
    /// Some code points in it may have another width together than each of them.
    joins: bool,
}

/// Where an item begins.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// In what it is made of, in bytes.
    at: usize,
    /// In what is shown, in bytes,
    shown: usize,
    /// and in columns of the terminal.
    column: usize,
}

/// A strip that has more items is not added to: a new one is begun.
const MOST_CELLS: usize = 8 * 1024;

/// The columns that the line has around an error, however narrow the terminal is.
const LEAST: usize = 16;

/// The sign for what is left out. It takes one column.
pub(super) const SIGN: &str = "…";

impl Strip {
    /// What follows is about other bytes.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Covers the line around `bad`, a malformed stretch of `bytes`, as far as a terminal of
    /// `width` columns has room for it; the line has `passed` bytes before it. Returns which
    /// items `bad` is. All calls until the next [`clear`](Self::clear) are for the same bytes,
    /// from front to back.
    pub(super) fn cover(
        &mut self,
        bytes: &[u8],
        bad: Range<usize>,
        passed: u64,
        width: usize,
    ) -> Range<usize> {
        let room = width.max(LEAST);
        let reaches = |end: &Cell| bad.start <= end.at && self.cells.len() < MOST_CELLS;
        if !self.cells.last().is_some_and(reaches) {
            let known = &bytes[bad.start.saturating_sub(CONTEXT)..bad.start];
            let before = &known[memchr::memrchr(b'\n', known).map_or(0, |at| at + 1)..];
            self.begin(bad.start, before, passed > before.len() as u64, room);
        }
        while self.end().at < bad.end {
            self.push_item(&bytes[self.end().at..]);
        }
        let item =
            |from, at| walk(&self.cells, from, self.told..self.cells.len(), |cell| cell.at < at);
        let start = item(self.told, bad.start);
        let items = start..item(start, bad.end);
        self.told = items.end;
        let limit = bad.end + CONTEXT;
        let known = &bytes[..bytes.len().min(limit)];
        let enough = self.cells[items.end].column + room;
        self.behind = loop {
            let Cell { at, column, .. } = self.end();
            let rest = &known[at.min(known.len())..];
            match rest {
                [] => break at >= limit,
                [b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..] => break false,
                _ if column > enough => break true,
                // What the limit cuts is not known.
                _ if known.len() == limit && is_malformed_to_its_end(rest) => break true,
                _ => self.push_item(rest),
            }
        };
        items
    }

    /// Holds this line and no other: `bad`, which is no text, between `before` and `after`.
    /// With each of them comes whether there is more of it. Returns which item `bad` is.
    pub(super) fn hold(
        &mut self,
        (before, longer): (&str, bool),
        bad: &[u8],
        (after, behind): (&str, bool),
        width: usize,
    ) -> Range<usize> {
        let room = width.max(LEAST);
        self.begin(before.len(), before.as_bytes(), longer, room);
        let item = self.cells.len() - 1;
        escape::escape_malformed(bad, &mut self.shown);
        self.push_cell(bad.len(), escape::malformed_len(bad.len()));
        let (mut rest, enough) = (after.as_bytes(), self.end().column + room);
        while !rest.is_empty() && self.end().column <= enough {
            let at = self.end().at;
            self.push_item(rest);
            rest = &rest[self.end().at - at..];
        }
        self.behind = behind || !rest.is_empty();
        item..item + 1
    }

    /// What is shown around the items `bad` in `width` columns, or [`LEAST`].
    pub(super) fn excerpt(&mut self, bad: Range<usize>, width: usize) -> Excerpt<'_> {
        let cells = &self.cells;
        let [first, from, to] = self.last;
        let (start, end, last) = (cells[bad.start], cells[bad.end], cells[cells.len() - 1]);
        let room = width.saturating_sub(end.column - start.column).max(LEAST);
        let farthest = start.at.saturating_sub(CONTEXT);
        let nearest = bad.start.saturating_sub(CONTEXT)..bad.start;
        let first = walk(cells, first, nearest, |cell| cell.at < farthest);

        // What one side does not need, the other can have.
        let all = (start.column - cells[first].column, last.column - end.column);
        let for_before = room - all.1.min(room / 2);
        let more_before = all.0 > for_before || self.longer || first > 0;
        let from = match more_before {
            true => {
                walk(cells, from, first..bad.start, |cell| start.column - cell.column >= for_before)
            }
            false => first,
        };
        let for_after = room - (start.column - cells[from].column) - usize::from(more_before);
        let more_behind = all.1 > for_after || self.behind;
        let to = match more_behind {
            true => walk(cells, to, bad.end + 1..cells.len(), |cell| {
                cell.column - end.column < for_after
            }),
            false => cells.len(),
        };
        self.last = [first, from, to];
        let before = &self.shown[cells[from].shown..start.shown];
        Excerpt {
            more_before,
            columns_before: match self.joins {
                true => columns(before),
                false => start.column - cells[from].column,
            },
            before,
            bad: &self.shown[start.shown..end.shown],
            after: &self.shown[end.shown..cells[to - 1].shown],
            more_behind,
        }
    }

    /// Begins anew with what is nearest in `before`, which ends at `at`, until that takes more
    /// than `room`. `longer`: there is more of the line before it.
    fn begin(&mut self, at: usize, before: &[u8], longer: bool, room: usize) {
        let before = if longer { whole_front(before) } else { before };
        let (mut start, mut columns) = (before.len(), 0);
        while columns <= room
            && let Some((item, len)) = utf8::decode_last(&before[..start])
        {
            start -= len;
            columns += item_columns(&item);
        }
        self.shown.clear();
        self.cells.clear();
        self.cells.push(Cell { at: at - (before.len() - start), shown: 0, column: 0 });
        (self.longer, self.told, self.joins) = (longer || start > 0, 0, false);
        while self.end().at < at {
            self.push_item(&before[before.len() - (at - self.end().at)..]);
        }
    }

    /// Adds the first item of `rest`, which is not empty.
    fn push_item(&mut self, rest: &[u8]) {
        if let byte @ b' '..=b'~' = rest[0] {
            self.shown.push(char::from(byte));
            return self.push_cell(1, 1);
        }
        let (item, len) = utf8::decode_first(rest).expect("it is not empty");
        match item {
            Ok('\t') => self.shown.push_str(TAB),
            Ok(c) => {
                self.joins |= c >= JOINS;
                escape::escape_char(c, &mut self.shown);
            }
            Err(_) => escape::escape_malformed(&rest[..len], &mut self.shown),
        }
        self.push_cell(len, item_columns(&item));
    }

    /// Says where what was added to `shown` ends.
    fn push_cell(&mut self, len: usize, columns: usize) {
        let Cell { at, column, .. } = self.end();
        self.cells.push(Cell { at: at + len, shown: self.shown.len(), column: column + columns });
    }

    /// Where the last item ends.
    fn end(&self) -> Cell {
        *self.cells.last().expect("a strip has begun")
    }
}

const TAB: &str = "    ";

/// How many columns it takes, made safe to print.
fn item_columns(item: &Result<char, Malformed>) -> usize {
    match *item {
        Ok(' '..='~') => 1,
        Ok('\t') => TAB.len(),
        Ok(c) if escape::is_unsafe(c) => escape::escaped_len(c),
        Ok(c) => c.width().unwrap_or_default(),
        Err(bad) => escape::malformed_len(bad.len),
    }
}

/// The first of `cells` in `range` that is not `before`, as all behind it are not: looked for from
/// `hint` on, since it is near the one before.
fn walk(cells: &[Cell], hint: usize, range: Range<usize>, before: impl Fn(&Cell) -> bool) -> usize {
    let mut at = hint.clamp(range.start, range.end);
    while at < range.end && before(&cells[at]) {
        at += 1;
    }
    while at > range.start && !before(&cells[at - 1]) {
        at -= 1;
    }
    at
}

/// Some code points from here on have another width together than each of them. All below
/// are one wide.
const JOINS: char = '\u{300}';

/// How many columns text takes that is safe to print.
pub(super) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Without the end of a sequence whose start is not known.
fn whole_front(line: &[u8]) -> &[u8] {
    let stray = utf8::code_points(line).take(3).take_while(Result::is_err).count();
    &line[stray..]
}

/// Whether `text` is one malformed subpart.
fn is_malformed_to_its_end(text: &[u8]) -> bool {
    matches!(utf8::decode_first(text), Some((Err(_), len)) if len == text.len())
}

/// What is shown of a line.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    /// More of the line is left out before this.
    pub(super) more_before: bool,
    pub(super) before: &'a str,
    /// How many columns that takes.
    pub(super) columns_before: usize,
    /// Bytes in digits: ASCII.
    pub(super) bad: &'a str,
    pub(super) after: &'a str,
    /// More of the line is left out behind this.
    pub(super) more_behind: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_what_is_shown() {
        for c in '\0'..=char::MAX {
            let mut shown = String::new();
            escape::escape_char(c, &mut shown);
            if c != '\t' {
                assert_eq!(item_columns(&Ok(c)), shown.width(), "{c:?}");
            }
            assert_eq!(columns(&shown), shown.width(), "{c:?}");
            assert!(c >= '\u{300}' || escape::is_unsafe(c) || shown.width() == 1, "{c:?}");
        }
        assert_eq!(SIGN.width(), 1);
    }

    /// What is cut out of a strip that grows is what a new strip shows.
    #[test]
    fn what_was_told_before_does_not_matter() {
        let pieces: [&[u8]; 8] = [
            b"abc \xE9",
            "né €\u{301}".as_bytes(),
            b"\xED\xA0\x80\t",
            b"\x1B[",
            b"\xE2\x82\r\n",
            &[b'x'; 90],
            &[0xE9; 300],
            "日本".as_bytes(),
        ];
        let text = (0..4000_usize).flat_map(|n| pieces[n * n % 61 % 8]).copied();
        let text: Vec<u8> = text.collect();
        let (mut grown, mut line) = (Strip::default(), 0);
        for group in utf8::groups(&text) {
            let bad = group.offset..group.end();
            line = memchr::memrchr(b'\n', &text[line..bad.start]).map_or(line, |at| line + at + 1);
            let passed = (bad.start - line) as u64;
            let [grown, new] = [&mut grown, &mut Strip::default()].map(|strip| {
                let items = strip.cover(&text, bad.clone(), passed, 80);
                format!("{:?}", strip.excerpt(items, 80))
            });
            assert_eq!(grown, new, "at {}", group.offset);
        }
    }
}
