//! Damage to words that stand elsewhere now, because their lines were moved, joined,
//! split, or changed too much: by what is left of the word.

use super::align::{Alignment, Counterpart, Hold, RUN, is_of_run, is_space};
use super::held::Held;
use super::items::Item;
use super::signature::{has_sign, unmixed};
use super::text::{Form, Text};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// How many words with the same rest are looked at.
const CANDIDATES: usize = 8;

/// Pairs the words that are no more with those that are what damage makes of them.
///
/// # Complexity
/// Linear.
pub(super) fn moved(
    (old, new): (&Text<'_>, &Text<'_>),
    alignment: &Alignment,
    held: &Held,
) -> Vec<Counterpart> {
    let hasher = RandomState::new();
    let key = |values: &[u32]| hasher.hash_one(values);
    let in_new = Words::new(new, &alignment.edited.1);
    let mut news: Vec<&[Item]> =
        in_new.all().filter(|word| held.is_free_new(&span(word))).collect();
    let beside_raw = old.form == Form::EightBit;
    if !news.iter().any(|word| has_sign(word, beside_raw)) {
        return Vec::new();
    }
    let in_old = Words::new(old, &alignment.edited.0);
    let mut olds: Vec<&[Item]> =
        in_old.all().filter(|word| held.is_free_old(&span(word))).collect();
    let keys =
        |words: &[&[Item]]| -> Vec<u64> { words.iter().map(|word| key(&values(word))).collect() };
    let (old_keys, new_keys) = (keys(&olds), keys(&news));
    olds = without((&olds, &old_keys), &new_keys);
    news = without((&news, &new_keys), &old_keys);
    let mut by_rest: HashMap<u64, Vec<&[Item]>> = HashMap::new();
    let mut by_text: HashMap<u64, Vec<&[Item]>> = HashMap::new();
    for word in olds {
        by_rest.entry(key(&rest(word))).or_default().push(word);
        by_text.entry(key(&values(word))).or_default().push(word);
    }
    let mut found = Vec::new();
    for word in news {
        if let Some(whole) = unmixed(word).and_then(|text| by_text.get_mut(&key(&text)))
            && let Some(was) = whole.pop()
        {
            let (old, new) = (was.to_vec(), word.to_vec());
            found.push(Counterpart { hold: Hold::Moved, inside: false, old, new });
        } else if tells(word)
            && let Some(candidates) = by_rest.get(&key(&rest(word)))
        {
            let first = values(candidates[0]);
            let some = &candidates[..candidates.len().min(CANDIDATES)];
            let sure =
                some.len() == candidates.len() && some.iter().all(|word| values(word) == first);
            let hold = if sure { Hold::Moved } else { Hold::OneOfSome };
            for candidate in some {
                let pairs = runs(candidate).map(|(old, _)| old).zip(runs(word));
                found.extend(pairs.map(|(old, (new, inside))| Counterpart {
                    hold,
                    inside,
                    old,
                    new,
                }));
            }
        }
    }
    found
}

/// The words of lines.
struct Words {
    items: Vec<Item>,
    /// Those that have something damage touches.
    ranges: Vec<Range<usize>>,
}

impl Words {
    fn new(text: &Text<'_>, lines: &[usize]) -> Self {
        let mut words = Self { items: Vec::new(), ranges: Vec::new() };
        for &line in lines {
            let start = words.items.len();
            words.items.extend(text.items(text.lines[line].content.clone()));
            let mut at = start;
            for word in words.items[start..].split(|item| is_space(item.value)) {
                if word.iter().any(|item| is_of_run(*item)) {
                    words.ranges.push(at..at + word.len());
                }
                at += word.len() + 1;
            }
        }
        words
    }

    fn all(&self) -> impl Iterator<Item = &[Item]> {
        self.ranges.iter().map(|range| &self.items[range.clone()])
    }
}

/// The words that are not among others, or not as often: by their keys.
fn without<'a>((words, keys): (&[&'a [Item]], &[u64]), others: &[u64]) -> Vec<&'a [Item]> {
    let mut count: HashMap<u64, usize> = HashMap::new();
    for key in others {
        *count.entry(*key).or_default() += 1;
    }
    let is_left = |key: &u64| match count.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let left: Vec<bool> = keys.iter().map(is_left).collect();
    words.iter().zip(left).filter(|(_, is_left)| *is_left).map(|(word, _)| *word).collect()
}

/// Whether what damage leaves of a word is enough to know it by: a letter behind a run, one
/// beside U+FFFD or two of those, three letters before a `?` that could end a sentence.
fn tells(word: &[Item]) -> bool {
    let letters = word.iter().filter(|item| item.is_ascii() && item.is_letter()).count();
    let inside =
        word.iter().rev().skip_while(|item| !item.is_letter()).any(|item| is_of_run(*item));
    let fffd = word.iter().filter(|item| item.is_fffd()).count();
    match (inside, fffd) {
        (true, _) => letters > 0,
        (false, 0) => letters > 2,
        (false, _) => letters + fffd > 1,
    }
}

fn values(word: &[Item]) -> Vec<u32> {
    word.iter().map(|item| item.value).collect()
}

/// A word with its runs as one token each.
fn rest(word: &[Item]) -> Vec<u32> {
    let mut rest: Vec<u32> =
        word.iter().map(|&item| if is_of_run(item) { RUN } else { item.value }).collect();
    rest.dedup_by(|a, b| (*a, *b) == (RUN, RUN));
    rest
}

/// The runs of a word, and whether each is in the middle of it.
fn runs(word: &[Item]) -> impl Iterator<Item = (Vec<Item>, bool)> {
    let (start, end) = (span(word).start, span(word).end);
    let runs = word.chunk_by(|a, b| is_of_run(*a) == is_of_run(*b));
    runs.filter(|run| is_of_run(run[0])).map(move |run| {
        let span = span(run);
        (run.to_vec(), span.start > start && span.end < end)
    })
}

fn span(word: &[Item]) -> Range<usize> {
    word[0].start..word[word.len() - 1].end
}
