//! The kernel: which rows are well-formed, many rows at once.
//!
//! Bytes that hold several rows are decoded as if they were one text. An *item* is a well-formed
//! sequence or a malformed maximal subpart, and all its bytes but the first are continuation
//! bytes. A row that is not empty is well-formed if, and only if,
//!
//! - it begins between two items: else its first byte continues what another row began;
//! - it ends between two items: else its last sequence is cut;
//! - and no item in it is malformed.
//!
//! For then its items are those that it has alone. So the bytes of a row are looked at once, with
//! all others around it, and only edges are looked at for each row.

use crate::bits::Bits;
use placemat::{ascii, utf8};
use std::ops::Range;

/// How many bytes are taken at once: few enough to be in the fastest cache when edges are asked for.
const BLOCK: usize = 1 << 14;

/// How many edges are looked at together.
const MANY: usize = 16;

/// Where rows that lie one behind the other begin and end: row `n` is between edge `n` and edge `n + 1`.
/// Edges do not decrease.
pub(crate) trait Edges {
    /// How many rows there are.
    fn rows(&self) -> usize;

    /// An edge: a row begins there, or the last one ends.
    fn at(&self, edge: usize) -> usize;

    /// So many edges from `first` on.
    fn many<const N: usize>(&self, first: usize) -> [usize; N];
}

/// The rows that are not well-formed, of those that lie between `edges` of `values`.
///
/// # Complexity
/// Linear in the bytes and in the rows.
#[inline]
pub(crate) fn bad(edges: &impl Edges, values: &[u8]) -> Bits {
    let len = edges.rows();
    let mut bad = Bits::none(len);
    let mut first = 0;
    while first < len {
        let start = edges.at(first);
        let end_row = last_row(first, len, start.saturating_add(BLOCK), edges);
        let text = &values[start..edges.at(end_row)];
        // In ASCII edges are anywhere.
        let is_whole = ascii::is_ascii(text)
            || utf8::is_valid(text) && cuts_nothing(values, edges, first + 1..end_row);
        if !is_whole {
            mark(values, first..end_row, start, edges, &mut bad);
        }
        first = end_row;
    }
    bad
}

/// Whether no byte at some of the edges continues a sequence.
#[inline]
fn cuts_nothing(values: &[u8], edges: &impl Edges, mut range: Range<usize>) -> bool {
    // The last edge may be behind the last byte.
    let byte = |edge: usize| values.get(edge).copied().unwrap_or_default();
    let continues = |byte: u8| (byte as i8) < -0x40;
    let mut found = false;
    while range.len() >= MANY {
        // First the bytes, one by one, and then all are compared at once.
        let bytes = edges.many::<MANY>(range.start).map(byte);
        found |= bytes.iter().fold(false, |found, &byte| found | continues(byte));
        range.start += MANY;
    }
    !found && !range.map(|edge| edges.at(edge)).any(|edge| continues(byte(edge)))
}

/// Marks those of `rows` that are not well-formed; `start` is where the first one begins.
fn mark(values: &[u8], rows: Range<usize>, start: usize, edges: &impl Edges, bad: &mut Bits) {
    let text = &values[start..edges.at(rows.end)];
    let mut row = rows.start;
    for fault in utf8::errors(text) {
        if row == rows.end {
            break;
        }
        let (begin, end) = (start + fault.offset, start + fault.end());
        // The row that it begins in, or the next one if that is marked already.
        let touched =
            if edges.at(row + 1) > begin { row } else { last_row(row, rows.end, begin, edges) };
        mark_cut(values, row..touched, start, edges, bad);
        row = touched;
        while row < rows.end && edges.at(row) < end {
            if edges.at(row) < edges.at(row + 1) {
                bad.mark(row);
            }
            row += 1;
        }
    }
    mark_cut(values, row..rows.end, start, edges, bad);
}

/// The same for rows that no error reaches into: they are only malformed if an edge cuts a sequence.
fn mark_cut(values: &[u8], rows: Range<usize>, start: usize, edges: &impl Edges, bad: &mut Bits) {
    if rows.is_empty() || cuts_nothing(values, edges, rows.start..rows.end + 1) {
        return;
    }
    let cuts = |edge: usize| !utf8::is_boundary(&values[start..], edges.at(edge) - start);
    for row in rows {
        if edges.at(row) < edges.at(row + 1) && (cuts(row) || cuts(row + 1)) {
            bad.mark(row);
        }
    }
}

/// The last edge behind `first` that is not behind `limit`, or the one next to it. Edges that are
/// near are asked first: those that are far away are in no cache.
#[inline]
fn last_row(first: usize, len: usize, limit: usize, edges: &impl Edges) -> usize {
    let mut step = 64;
    while step < len - first && edges.at(first + step) <= limit {
        step *= 2;
    }
    let (mut low, mut high) = (first + 1, len.min(first + step));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if edges.at(middle) <= limit { low = middle } else { high = middle - 1 }
    }
    low
}

/// Bytes that hold rows in any order, and what is malformed in them.
pub(crate) enum Region<'a> {
    /// Nothing.
    Clean(&'a str),
    /// Something.
    Faulty(Faulty<'a>),
}

impl<'a> Region<'a> {
    /// One that holds any rows of `text`. `None` if so much is malformed that to list it would take
    /// more than a quarter of the memory of `text`.
    pub(crate) fn new(text: &'a [u8]) -> Option<Self> {
        if let Ok(text) = utf8::validate(text) {
            return Some(Self::Clean(text));
        }
        let most = text.len() / 64 + 16;
        let listed = utf8::errors(text).map(|bad| bad.offset..bad.end()).take(most + 1);
        let faults: Vec<_> = listed.collect();
        (faults.len() <= most).then(|| Self::Faulty(Faulty::new(text, faults)))
    }

    /// Whether `row`, which is not empty, lies in the text and is well-formed alone.
    #[inline]
    pub(crate) fn is_well_formed(&mut self, row: Range<usize>) -> bool {
        match self {
            Self::Clean(text) => text.is_char_boundary(row.start) & text.is_char_boundary(row.end),
            Self::Faulty(faulty) => faulty.is_well_formed(&row),
        }
    }
}

/// Text, and the parts of it that are malformed.
pub(crate) struct Faulty<'a> {
    text: &'a [u8],
    /// In order, none overlapping.
    faults: Vec<Range<usize>>,
    /// The first fault behind `clean`.
    next: usize,
    /// Bytes between two faults, where a row was looked for last: rows mostly come in order.
    clean: Range<usize>,
}

impl<'a> Faulty<'a> {
    fn new(text: &'a [u8], faults: Vec<Range<usize>>) -> Self {
        let clean = 0..faults.first().map_or(text.len(), |fault| fault.start);
        Self { text, faults, next: 0, clean }
    }

    #[inline]
    fn is_well_formed(&mut self, row: &Range<usize>) -> bool {
        if row.start < self.clean.start || row.end > self.clean.end {
            self.look_for(row.start);
        }
        self.clean.start <= row.start
            && row.end <= self.clean.end
            && self.is_edge(row.start)
            && self.is_edge(row.end)
    }

    /// Whether nothing is cut there, in clean bytes or at one of their ends.
    #[inline]
    fn is_edge(&self, at: usize) -> bool {
        at == self.clean.end || self.text[at] as i8 >= -0x40
    }

    /// The clean bytes that `at` lies in; if it lies in a fault, those before.
    fn look_for(&mut self, at: usize) {
        if at < self.clean.start {
            self.next = self.faults.partition_point(|fault| fault.end <= at);
        }
        // A few steps; and the rest by halves, if rows come in any order.
        let is_before = |fault: &Range<usize>| fault.end <= at;
        let near =
            self.faults[self.next..].iter().take(8).take_while(|fault| is_before(fault)).count();
        self.next += near;
        if near == 8 {
            self.next += self.faults[self.next..].partition_point(is_before);
        }
        let start = self.next.checked_sub(1).map_or(0, |before| self.faults[before].end);
        let end = self.faults.get(self.next).map_or(self.text.len(), |fault| fault.start);
        self.clean = start..end;
    }
}
