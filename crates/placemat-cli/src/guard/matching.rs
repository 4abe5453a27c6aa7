//! What is equal in two sequences, in bounded time.
//!
//! Equal ends are cut off, and what is short is matched exactly. In what is longer,
//! stretches of elements that are equally often on both sides are found by their
//! hashes; the longest chain of them that is in the same order on both sides is
//! held (as in "patience diff"), and what lies between is treated likewise. What has
//! no such stretch, and is too long, is left as it is: [`Matching::unaligned`].

use super::exact::longest_common;
use std::ops::Range;

/// Up to so many pairs of elements are matched exactly: so no element costs more
/// than 17 steps there.
pub(super) const EXACT: usize = 1 << 20;

/// How often what lies between stretches is searched for stretches.
const DEPTH: usize = 8;

/// About so many stretches of a side are looked at; of longer sides a sample, which
/// the hashes choose, and so the same on both.
const SAMPLE: usize = 1 << 14;

/// Lengths of stretches that are looked for, the longest first.
pub(super) type Lengths = &'static [usize];

/// For lines.
pub(super) const LINES: Lengths = &[4, 1];

/// For code points.
pub(super) const CODE_POINTS: Lengths = &[24, 8, 4];

/// A part of either sequence.
pub(super) type Hunk = (Range<usize>, Range<usize>);

/// What is equal in two sequences, and what is not.
#[derive(Debug, Default)]
pub(super) struct Matching {
    /// Equal stretches, in order: where they begin, and how long they are.
    blocks: Vec<(usize, usize, usize)>,
    /// What is not equal, in order.
    pub(super) hunks: Vec<Hunk>,
    /// Parts of hunks that are too long, and too different, to be matched.
    pub(super) unaligned: Vec<Hunk>,
}

impl Matching {
    /// # Complexity
    /// O(n log n) for n elements of both together, with a constant of [`DEPTH`] times
    /// the number of lengths.
    pub(super) fn new(old: &[u32], new: &[u32], lengths: Lengths) -> Self {
        let mut matching = Self::default();
        matching.search((old, new), (0..old.len(), 0..new.len()), lengths, DEPTH);
        let mut from = (0, 0);
        for &(i, j, len) in matching.blocks.iter().chain([&(old.len(), new.len(), 0)]) {
            if from != (i, j) {
                matching.hunks.push((from.0..i, from.1..j));
            }
            from = (i + len, j + len);
        }
        matching
    }

    /// The pairs of equal elements.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.blocks.iter().flat_map(|&(i, j, len)| (i..i + len).zip(j..))
    }

    fn search(
        &mut self,
        texts: (&[u32], &[u32]),
        (mut old, mut new): Hunk,
        lengths: Lengths,
        depth: usize,
    ) {
        let (a, b) = (&texts.0[old.clone()], &texts.1[new.clone()]);
        let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
        self.push(old.start, new.start, start);
        (old.start, new.start) = (old.start + start, new.start + start);
        let (a, b) = (&a[start..], &b[start..]);
        let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
        (old.end, new.end) = (old.end - end, new.end - end);
        let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
        if a.len().saturating_mul(b.len()) <= EXACT {
            let pairs = if a.len() <= b.len() {
                longest_common(a, b)
            } else {
                longest_common(b, a).into_iter().map(|(j, i)| (i, j)).collect()
            };
            for (i, j) in pairs {
                self.push(old.start + i, new.start + j, 1);
            }
        } else {
            let chains = lengths.iter().map(|&length| chain(a, b, length));
            let chain = if depth == 0 { None } else { chains.into_iter().find(|c| !c.is_empty()) };
            self.between(texts, (old.clone(), new.clone()), chain, lengths, depth);
        }
        self.push(old.end, new.end, end);
    }

    /// Holds the stretches of a chain, each as long as it is equal, and searches what
    /// lies between them.
    fn between(
        &mut self,
        texts: (&[u32], &[u32]),
        (mut old, mut new): Hunk,
        chain: Option<Vec<(usize, usize)>>,
        lengths: Lengths,
        depth: usize,
    ) {
        let Some(chain) = chain else { return self.unaligned.push((old, new)) };
        let (first, end) = ((old.start, new.start), (old.end, new.end));
        for (i, j) in chain {
            let (i, j) = (first.0 + i, first.1 + j);
            // What the stretch before has taken with it.
            if i < old.start || j < new.start {
                continue;
            }
            let (a, b) = (&texts.0[i..end.0], &texts.1[j..end.1]);
            let len = a.iter().zip(b).take_while(|(x, y)| x == y).count();
            self.search(texts, (old.start..i, new.start..j), lengths, depth - 1);
            self.push(i, j, len);
            (old.start, new.start) = (i + len, j + len);
        }
        self.search(texts, (old, new), lengths, depth - 1);
    }

    fn push(&mut self, i: usize, j: usize, len: usize) {
        match self.blocks.last_mut() {
            Some((a, b, before)) if (*a + *before, *b + *before) == (i, j) => *before += len,
            _ if len > 0 => self.blocks.push((i, j, len)),
            _ => {}
        }
    }
}

/// The starts of stretches that are equal, in the same order on both sides: such as are
/// there once on either, else such as are equally often.
fn chain(a: &[u32], b: &[u32], length: usize) -> Vec<(usize, usize)> {
    let mask = (a.len().max(b.len()) / SAMPLE).next_power_of_two() as u64 - 1;
    let (a_hashes, b_hashes) = (hashes(a, length, mask), hashes(b, length, mask));
    let mut once = Vec::new();
    let mut often = Vec::new();
    let (mut rest_a, mut rest_b) = (&a_hashes[..], &b_hashes[..]);
    while let (Some(x), Some(y)) = (rest_a.first(), rest_b.first()) {
        let (count_a, count_b) = (group(rest_a), group(rest_b));
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => rest_a = &rest_a[count_a..],
            std::cmp::Ordering::Greater => rest_b = &rest_b[count_b..],
            std::cmp::Ordering::Equal => {
                let pairs = rest_a.iter().zip(rest_b).take(count_a).map(|(x, y)| (x.1, y.1));
                // Hashes can be equal by chance.
                let mut pairs = pairs.filter(|&(i, j)| a[i..i + length] == b[j..j + length]);
                match (count_a, count_b) {
                    (1, 1) => once.extend(pairs.next()),
                    _ if count_a == count_b => often.extend(pairs),
                    _ => {}
                }
                (rest_a, rest_b) = (&rest_a[count_a..], &rest_b[count_b..]);
            }
        }
    }
    // Those that are there once are surer; unless they are few, and there by chance.
    if once.len() < often.len() / 8 {
        once.append(&mut often);
    }
    in_order(if once.is_empty() { often } else { once })
}

/// How many begin with the same hash.
fn group(hashes: &[(u64, usize)]) -> usize {
    hashes.iter().take_while(|(hash, _)| *hash == hashes[0].0).count()
}

/// The hashes of stretches that are in the sample, each with where it begins, in the
/// order of the hashes, and then of the places.
fn hashes(elements: &[u32], length: usize, mask: u64) -> Vec<(u64, usize)> {
    /// Any odd number whose bits look random.
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let leaves = (0..length).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut rolling = 0_u64;
    let mut found = Vec::new();
    for (at, &element) in elements.iter().enumerate() {
        rolling = rolling.wrapping_mul(BASE).wrapping_add(u64::from(element) + 1);
        let Some(start) = (at + 1).checked_sub(length) else { continue };
        if start > 0 {
            let gone = u64::from(elements[start - 1]) + 1;
            rolling = rolling.wrapping_sub(gone.wrapping_mul(leaves));
        }
        // The low bits of a product depend on low bits alone.
        let hash = (rolling ^ rolling >> 32).wrapping_mul(BASE);
        if hash >> 40 & mask == 0 {
            found.push((hash, start));
        }
    }
    found.sort_unstable();
    found
}

/// The longest part of `pairs` that is in order on both sides (by patience).
fn in_order(mut pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    pairs.sort_unstable();
    // The last pair of the best chain of each length; before each pair, its predecessor.
    let mut tails: Vec<usize> = Vec::new();
    let mut before = Vec::with_capacity(pairs.len());
    for (at, &(_, j)) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < j);
        before.push(length.checked_sub(1).map(|shorter| tails[shorter]));
        if length == tails.len() {
            tails.push(at);
        } else {
            tails[length] = at;
        }
    }
    let last = tails.last().copied();
    let mut chain: Vec<_> =
        std::iter::successors(last, |&at| before[at]).map(|at| pairs[at]).collect();
    chain.reverse();
    chain
}
