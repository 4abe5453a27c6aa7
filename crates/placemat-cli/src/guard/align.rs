//! Which text of the new version stands where which text of the old one stood.
//!
//! First equal lines. Between them, lines that are equal but for their runs of
//! what damage touches: there a run's counterpart is the run at the same place.
//! In lines that were edited, too, such runs are found by what is around them.

use super::text::{Item, Line, Reading, Text};
use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use std::hash::Hash;
use std::ops::Range;

/// Takes the place of a run in what is compared.
const RUN: u32 = 0x80;

/// A run of the old text, and what stands there now.
#[derive(Debug)]
pub(super) struct Counterpart {
    pub(super) hold: Hold,
    pub(super) old: Vec<Item>,
    pub(super) new: Vec<Item>,
}

/// How sure it is that they belong together, from the surest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hold {
    /// Their lines are equal but for such runs.
    Line,
    /// What is before them is equal, and what is behind them.
    Sides,
    Side,
}

/// What belongs together.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// Lines with the same text, or nearly: numbers from 0.
    pub(super) lines: Vec<(usize, usize)>,
    /// Runs that differ.
    pub(super) runs: Vec<Counterpart>,
}

/// Aligns two texts.
pub(super) fn align(old: &Text<'_>, new: &Text<'_>, reading: Reading) -> Alignment {
    let mut alignment = Alignment::default();
    let matching = Matching::new(Algorithm::Histogram, old.keys(), new.keys());
    alignment.lines.extend(matching.pairs());
    for (before, after) in matching.hunks {
        if !before.is_empty() && !after.is_empty() {
            align_changed((old, before), (new, after), reading, &mut alignment);
        }
    }
    alignment.lines.sort_unstable();
    alignment
}

/// Aligns lines none of which is equal to another.
fn align_changed(
    (old, before): (&Text<'_>, Range<usize>),
    (new, after): (&Text<'_>, Range<usize>),
    reading: Reading,
    alignment: &mut Alignment,
) {
    let tokens = |text: &Text<'_>, lines: Range<usize>| -> Vec<Tokens> {
        text.lines[lines].iter().map(|line| Tokens::new(text, line, reading)).collect()
    };
    let (olds, news) = (tokens(old, before.clone()), tokens(new, after.clone()));
    let values = |lines: &[Tokens]| -> Vec<Vec<u32>> {
        lines.iter().map(|line| line.values.clone()).collect()
    };
    let matching = Matching::new(Algorithm::Histogram, values(&olds), values(&news));
    for (i, j) in matching.pairs() {
        alignment.lines.push((before.start + i, after.start + j));
        let runs = olds[i].runs().zip(news[j].runs());
        alignment.runs.extend(runs.map(|(old, new)| Counterpart { hold: Hold::Line, old, new }));
    }
    for (i, j) in matching.hunks {
        if i.len() == j.len() {
            let lines = i.clone().zip(j.clone());
            alignment.lines.extend(lines.map(|(i, j)| (before.start + i, after.start + j)));
        }
        align_edited(&Tokens::joined(&olds[i]), &Tokens::joined(&news[j]), alignment);
    }
    alignment.runs.retain(|run| {
        let values = |items: &[Item]| items.iter().map(|item| item.value).collect::<Vec<_>>();
        values(&run.old) != values(&run.new)
    });
}

/// Aligns lines that were edited.
fn align_edited(old: &Tokens, new: &Tokens, alignment: &mut Alignment) {
    let matching = Matching::new(Algorithm::Myers, old.values.clone(), new.values.clone());
    let pairs: Vec<(usize, usize)> = matching.pairs().collect();
    for (at, &(i, j)) in pairs.iter().enumerate() {
        if old.values[i] != RUN {
            continue;
        }
        let before = pairs[..at].iter().rev().zip(1..).take_while(|((a, b), k)| {
            i.checked_sub(*k) == Some(*a) && j.checked_sub(*k) == Some(*b)
        });
        let before = before.map(|((a, _), _)| old.values[*a]);
        let behind =
            pairs[at + 1..].iter().zip(1..).take_while(|((a, b), k)| (i + k, j + k) == (*a, *b));
        let behind = behind.map(|((a, _), _)| old.values[*a]);
        let (before, behind) = (holds(before), holds(behind));
        let (was, is) = (old.items(i), new.items(j));
        let hold = match (before, behind) {
            (true, true) => Hold::Sides,
            (false, false) => continue,
            // U+FFFD is not typed: less is enough to say where it comes from.
            _ if is.iter().any(|item| item.is_fffd()) => Hold::Side,
            _ => continue,
        };
        alignment.runs.push(Counterpart { hold, old: was, new: is });
    }
}

/// Whether what is equal next to a run is enough to hold it in its place: the
/// rest of the word, or three code points.
fn holds(neighbours: impl Iterator<Item = u32>) -> bool {
    let space = |value: u32| matches!(value, 0x09..=0x0D | 0x20);
    neighbours.zip(1..).any(|(value, count)| space(value) || count == 3)
}

/// The items of lines, each run of what damage touches as one token.
#[derive(Debug, Default)]
struct Tokens {
    values: Vec<u32>,
    items: Vec<Item>,
    /// Where the items of each token end.
    ends: Vec<usize>,
}

impl Tokens {
    fn new(text: &Text<'_>, line: &Line, reading: Reading) -> Self {
        let mut tokens = Self::default();
        for item in text.items(line.content.clone(), reading) {
            let in_run = !item.is_ascii() || item.is_replacement();
            let value = if in_run { RUN } else { item.value };
            tokens.items.push(item);
            match tokens.ends.last_mut() {
                Some(end) if in_run && tokens.values.last() == Some(&RUN) => *end += 1,
                _ => {
                    tokens.values.push(value);
                    tokens.ends.push(tokens.items.len());
                }
            }
        }
        tokens
    }

    /// Several lines as one, with ends of lines around each.
    fn joined(lines: &[Self]) -> Self {
        let mut all = Self { values: vec!['\n'.into()], items: Vec::new(), ends: vec![0] };
        for line in lines {
            let base = all.items.len();
            all.values.extend(&line.values);
            all.items.extend(&line.items);
            all.ends.extend(line.ends.iter().map(|end| base + end));
            all.values.push('\n'.into());
            all.ends.push(all.items.len());
        }
        all
    }

    /// The items of a token.
    fn items(&self, token: usize) -> Vec<Item> {
        let start = token.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.items[start..self.ends[token]].to_vec()
    }

    fn runs(&self) -> impl Iterator<Item = Vec<Item>> {
        (0..self.values.len()).filter(|&at| self.values[at] == RUN).map(|at| self.items(at))
    }
}

/// What is equal in two sequences, and what is not.
pub(super) struct Matching {
    lengths: (usize, usize),
    /// In order.
    pub(super) hunks: Vec<(Range<usize>, Range<usize>)>,
}

impl Matching {
    pub(super) fn new<T: Eq + Hash>(algorithm: Algorithm, old: Vec<T>, new: Vec<T>) -> Self {
        let lengths = (old.len(), new.len());
        let mut input = InternedInput {
            before: Vec::new(),
            after: Vec::new(),
            interner: Interner::new(lengths.0 + lengths.1),
        };
        input.update_before(old.into_iter());
        input.update_after(new.into_iter());
        let diff = Diff::compute(algorithm, &input);
        let range = |range: Range<u32>| range.start as usize..range.end as usize;
        let hunks = diff.hunks().map(|hunk| (range(hunk.before), range(hunk.after))).collect();
        Self { lengths, hunks }
    }

    /// The pairs of equal elements.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let end = (self.lengths.0..self.lengths.0, self.lengths.1..self.lengths.1);
        let mut from = (0, 0);
        self.hunks.iter().cloned().chain([end]).flat_map(move |(old, new)| {
            let equal = (from.0..old.start).zip(from.1..new.start);
            from = (old.end, new.end);
            equal
        })
    }
}
