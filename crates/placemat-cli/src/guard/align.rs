//! Which text of the new version stands where which text of the old one stood.
//!
//! First equal lines. Between them, lines that are equal but for their runs of
//! what damage touches: there a run's counterpart is the run at the same place.
//! In lines that were edited, too, such runs are found by what is around them.
//! Time is bounded ([`Matching`]): lines that are too long and too different for
//! it are left unaligned.

use super::items::Item;
use super::matching::{CODE_POINTS, EXACT, Hunk, LINES, Matching};
use super::signature::has_sign;
use super::text::{Form, Text};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Takes the place of a run in what is compared.
pub(super) const RUN: u32 = 0x80;

/// A run of the old text, and what stands there now.
#[derive(Debug)]
pub(super) struct Counterpart {
    pub(super) hold: Hold,
    /// Whether what stands there is in the middle of a word.
    pub(super) inside: bool,
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
    /// What is before them is equal, or what is behind, and of the same word.
    Word,
    /// What is before them is equal, or what is behind.
    Side,
    /// The word is equal but for such runs; it stood elsewhere.
    Moved,
    /// As `Moved`, and more than one word stood elsewhere that can be meant.
    OneOfSome,
}

/// What belongs together.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// Lines with the same text, or nearly: numbers from 0.
    pub(super) lines: Vec<(usize, usize)>,
    /// Runs that differ.
    pub(super) runs: Vec<Counterpart>,
    /// Lines that are equal to none, not even but for such runs.
    pub(super) edited: (Vec<usize>, Vec<usize>),
    /// Bytes that were too different to be aligned.
    pub(super) unaligned: Vec<Hunk>,
}

/// Aligns two texts.
///
/// # Complexity
/// O(n log n) for n bytes.
pub(super) fn align(old: &Text<'_>, new: &Text<'_>) -> Alignment {
    let mut alignment = Alignment::default();
    let (olds, news) = numbered(old.keys(), new.keys());
    let matching = Matching::new(&olds, &news, LINES);
    alignment.lines.extend(matching.pairs());
    for (before, after) in matching.hunks {
        if before.is_empty() || after.is_empty() {
            alignment.edited.0.extend(before);
            alignment.edited.1.extend(after);
        } else {
            align_changed((old, before), (new, after), &mut alignment);
        }
    }
    alignment.lines.sort_unstable();
    alignment
}

/// Equal elements as equal numbers.
fn numbered<T: Eq + Hash>(old: Vec<T>, new: Vec<T>) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = HashMap::with_capacity(old.len());
    let mut number = |element| {
        let next = u32::try_from(numbers.len()).expect("a text has fewer lines than 2^32");
        *numbers.entry(element).or_insert(next)
    };
    (old.into_iter().map(&mut number).collect(), new.into_iter().map(&mut number).collect())
}

/// Aligns lines none of which is equal to another.
fn align_changed(
    (old, before): (&Text<'_>, Range<usize>),
    (new, after): (&Text<'_>, Range<usize>),
    alignment: &mut Alignment,
) {
    let olds = Tokens::new(old, before.clone(), |items| items.iter().any(|item| !item.is_ascii()));
    let beside_raw = old.form == Form::EightBit;
    let news = Tokens::new(new, after.clone(), |items| has_sign(items, beside_raw));
    let (i, j) = numbered(olds.lines().collect(), news.lines().collect());
    let matching = Matching::new(&i, &j, LINES);
    for (i, j) in matching.pairs() {
        alignment.lines.push((before.start + i, after.start + j));
        for (i, j) in olds.runs(i).zip(news.runs(j)) {
            let (was, is) = (olds.items(old, i), news.items(new, j));
            alignment.differing(Counterpart { hold: Hold::Line, inside: false, old: was, new: is });
        }
    }
    for (i, j) in matching.hunks {
        alignment.edited.0.extend(i.clone().map(|i| before.start + i));
        alignment.edited.1.extend(j.clone().map(|j| after.start + j));
        if i.len() == j.len() {
            let lines = i.clone().zip(j.clone());
            alignment.lines.extend(lines.map(|(i, j)| (before.start + i, after.start + j)));
        }
        // Most edits are honest, and leave no signs.
        if olds.has_sign(i.clone()) && news.has_sign(j.clone()) {
            align_edited((old, &olds, i), (new, &news, j), alignment);
        }
    }
}

/// Aligns lines that were edited.
fn align_edited(
    (old, olds, i): (&Text<'_>, &Tokens, Range<usize>),
    (new, news, j): (&Text<'_>, &Tokens, Range<usize>),
    alignment: &mut Alignment,
) {
    let (first, second) = (olds.around(i.clone()), news.around(j.clone()));
    // Too many to be matched exactly; but a program often changes line by line.
    let many = first.len().saturating_mul(second.len()) > EXACT;
    if many && i.len() == j.len() && i.len() > 1 {
        for (i, j) in i.zip(j) {
            if olds.signs[i] && news.signs[j] {
                align_edited((old, olds, i..i + 1), (new, news, j..j + 1), alignment);
            }
        }
    }
    let values = (&olds.values[first.clone()], &news.values[second.clone()]);
    let matching = Matching::new(values.0, values.1, CODE_POINTS);
    for (i, j) in matching.pairs().filter(|(i, _)| values.0[*i] == RUN) {
        // A line can have been split at a space, or joined.
        let equal = |(&old, &new): (&u32, &u32)| {
            (old == new || is_space(old) && is_space(new)).then_some(old)
        };
        let (before_i, before_j) = (values.0[..i].iter().rev(), values.1[..j].iter().rev());
        let (behind_i, behind_j) = (values.0[i + 1..].iter(), values.1[j + 1..].iter());
        let before = before_i.zip(before_j).map_while(equal);
        let behind = behind_i.zip(behind_j).map_while(equal);
        let inside = is_inside(&values.1[..j], &values.1[j + 1..]);
        // A word that ends with it now, and did not, is another word.
        let whole = inside || !is_inside(&values.0[..i], &values.0[i + 1..]);
        let sides = [Side::new(before), Side::new(behind)];
        let hold = match sides {
            [side, other] if side.holds && other.holds => Hold::Sides,
            _ if whole && sides.iter().any(|side| side.holds && side.is_of_word) => Hold::Word,
            _ if sides.iter().any(|side| side.holds) => Hold::Side,
            _ => continue,
        };
        let was = olds.items(old, first.start + i);
        let is = news.items(new, second.start + j);
        // A `?` that was typed before text that still stands.
        let stands_in = |tokens: &Tokens, text, run| {
            let next = tokens.next_run(run);
            next.is_some_and(|next| values_of(&tokens.items(text, next)) == values_of(&was))
        };
        let typed = is.iter().all(|item| item.is_ascii());
        if typed && stands_in(news, new, second.start + j) && !stands_in(olds, old, first.start + i)
        {
            continue;
        }
        alignment.differing(Counterpart { hold, inside, old: was, new: is });
    }
    let bytes = matching.unaligned.into_iter().map(|(i, j)| {
        let i = olds.starts[first.start + i.start]..olds.starts[first.start + i.end];
        (i, news.starts[second.start + j.start]..news.starts[second.start + j.end])
    });
    alignment.unaligned.extend(bytes);
}

impl Alignment {
    fn differing(&mut self, run: Counterpart) {
        if values_of(&run.old) != values_of(&run.new) {
            self.runs.push(run);
        }
    }
}

fn values_of(items: &[Item]) -> Vec<u32> {
    items.iter().map(|item| item.value).collect()
}

/// What is equal next to a run.
#[derive(Clone, Copy)]
struct Side {
    /// Whether it is enough to hold the run in its place: the rest of the word, or
    /// three code points.
    holds: bool,
    /// Whether it begins with a letter: the run is a part of that word.
    is_of_word: bool,
}

impl Side {
    fn new(neighbours: impl Iterator<Item = u32>) -> Self {
        let mut side = Self { holds: false, is_of_word: false };
        for (value, count) in neighbours.zip(1..) {
            let letter = char::from_u32(value).is_some_and(|c| c.is_ascii_alphabetic());
            side.is_of_word |= count == 1 && letter;
            if is_space(value) || count == 3 {
                side.holds = true;
                break;
            }
        }
        side
    }
}

/// Whether there is a letter or a digit on both sides.
fn is_inside(before: &[u32], behind: &[u32]) -> bool {
    let of_word = |value: Option<&u32>| {
        value.and_then(|value| char::from_u32(*value)).is_some_and(|c| c.is_ascii_alphanumeric())
    };
    of_word(before.last()) && of_word(behind.first())
}

pub(super) fn is_space(value: u32) -> bool {
    matches!(value, 0x09..=0x0D | 0x20)
}

/// Whether an item is of a run.
pub(super) fn is_of_run(item: Item) -> bool {
    !item.is_ascii() || item.is_replacement()
}

/// The items of lines, each run of what damage touches as one token, with ends of
/// lines around each line.
#[derive(Debug)]
struct Tokens {
    values: Vec<u32>,
    /// Where each begins, and where the last ends: bytes.
    starts: Vec<usize>,
    /// The first token of each line, and of the one behind the last.
    firsts: Vec<usize>,
    /// Whether each line has what was asked for: text that can be damaged, or that is.
    signs: Vec<bool>,
}

impl Tokens {
    fn new(text: &Text<'_>, lines: Range<usize>, is_sign: impl Fn(&[Item]) -> bool) -> Self {
        let from = text.lines[lines.start].content.start;
        let (values, starts) = (vec!['\n'.into()], vec![from]);
        let mut tokens = Self { values, starts, firsts: Vec::new(), signs: Vec::new() };
        for line in &text.lines[lines] {
            tokens.firsts.push(tokens.values.len());
            let mut in_run = false;
            let items = text.items(line.content.clone());
            tokens.signs.push(is_sign(&items));
            for item in items {
                let was_in_run = std::mem::replace(&mut in_run, is_of_run(item));
                if !(was_in_run && in_run) {
                    tokens.values.push(if in_run { RUN } else { item.value });
                    tokens.starts.push(item.start);
                }
            }
            tokens.values.push('\n'.into());
            tokens.starts.push(line.content.end);
        }
        tokens.firsts.push(tokens.values.len());
        tokens.starts.push(*tokens.starts.last().expect("there is one"));
        tokens
    }

    fn has_sign(&self, lines: Range<usize>) -> bool {
        self.signs[lines].contains(&true)
    }

    /// The tokens of each line.
    fn lines(&self) -> impl Iterator<Item = &[u32]> {
        self.firsts.windows(2).map(|firsts| &self.values[firsts[0]..firsts[1] - 1])
    }

    /// The tokens of lines, with the ends of lines before the first and behind the last.
    fn around(&self, lines: Range<usize>) -> Range<usize> {
        self.firsts[lines.start] - 1..self.firsts[lines.end]
    }

    /// The items of a run.
    fn items(&self, text: &Text<'_>, token: usize) -> Vec<Item> {
        text.items(self.starts[token]..self.starts[token + 1])
    }

    /// The run behind a run of the same line, with no letter or digit between them.
    fn next_run(&self, token: usize) -> Option<usize> {
        let is_of_word =
            |value: u32| char::from_u32(value).is_some_and(|c| c.is_ascii_alphanumeric());
        let behind = (token + 1..).zip(&self.values[token + 1..]);
        let mut between = behind.take_while(|(_, value)| !is_of_word(**value) && **value != 0x0A);
        between.find(|(_, value)| **value == RUN).map(|(token, _)| token)
    }

    /// The tokens of a line that are runs.
    fn runs(&self, line: usize) -> impl Iterator<Item = usize> {
        let tokens = self.firsts[line]..self.firsts[line + 1];
        tokens.filter(|&token| self.values[token] == RUN)
    }
}
