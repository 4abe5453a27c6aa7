//! The pairs of bytes of a text: all that is judged of it.

use super::{ascii_cost, measures};
use std::sync::LazyLock;

/// Repeats are no new evidence: so many count as the power.
const DAMPED: f32 = 0.65;

/// How often each pair is there, on average, in no text but one that says the same again and again, as a log does. What
/// is oftener counts as if it were so often: else what is odd about a line would be odder with each copy of it.
const MOST_OFTEN: f32 = 32.0;

/// How much the pairs with bytes that are not ASCII count at most, for each such byte: of the one sign that a text has, the
/// hundredth says no more than the tenth. Else 30 apostrophes in English were a letter of Slovak.
const MOST_EACH: f32 = 8.0;

/// Up to how many such bytes that is so: words of another language, and signs.
const FEW: usize = 32;

/// Up to how many such bytes may be signs alone.
const FEW_SIGNS: usize = 12;

/// So many different pairs of letters tell that they are those of a page that has no name: fewer are a word again and
/// again.
const LEAST_DIFFERENT: usize = 32;

/// A sound has so many bytes and more,
const A_SOUND: usize = 64;

/// of which one in so many is 0x7F, which is beside the middle, and in no text; and fewer are spaces and ends of lines.
/// Lists without spaces are in few values, too.
const A_MIDDLE_IN: usize = 50;

/// How much it says that a text has few letters of another script among much ASCII.
const SPARSE: f32 = 2.0;

/// The pairs of bytes of a text, and how much each counts.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// Those with a byte that is not ASCII.
    pub(super) high: Vec<(u8, u8, f32)>,
    /// Those of ASCII letters, as their numbers from 1 on; 0 is what is no letter.
    pub(super) ascii: Vec<(u8, u8, f32)>,
    /// What is known of the pairs in `high` together.
    sums: Sums,
    /// How many letters of ASCII.
    letters: f32,
    /// Those of the bytes that are not ASCII that stand between ASCII that is no letter: how much each counts, and how
    /// often it is there.
    pub(super) alone: Vec<(u8, f32, f32)>,
    /// The signs that would stand in the places of these bytes, and how much that counts.
    pub(super) expected: Vec<(u8, &'static str, f32)>,
    /// Whether 0x7F is frequent, and there are hardly any spaces and ends of lines.
    pub(super) sound: bool,
    /// Whether the last line has no end.
    pub(super) cut: bool,
    /// The bytes that are not ASCII: how much each counts, and how often it is there.
    pub(super) bytes: Vec<(u8, f32, f32)>,
    /// How often each byte is there.
    counts: Vec<u32>,
}

/// Sums over pairs with a byte that is not ASCII.
#[derive(Debug, Default)]
struct Sums {
    /// How many there are.
    all: f32,
    /// How much they count,
    weights: f32,
    /// those of them whose second byte is not ASCII,
    high: f32,
    /// and those of two of which neither is.
    words: f32,
}

/// How many ASCII letters there are, and what is none.
pub(super) const ASCII: usize = 27;

/// The number of each byte among ASCII letters; 0 is what is none.
static LETTERS: [u8; 256] = {
    let (mut letters, mut byte) = ([0; 256], b'a');
    while byte <= b'z' {
        letters[byte as usize] = byte - b'a' + 1;
        letters[byte.to_ascii_uppercase() as usize] = byte - b'a' + 1;
        byte += 1;
    }
    letters
};

/// The number of a byte among them.
pub(super) fn letter(byte: u8) -> usize {
    usize::from(LETTERS[usize::from(byte)])
}

/// Whether a byte is ASCII, and no letter.
static APART: [bool; 256] = {
    let (mut apart, mut byte) = ([false; 256], 0);
    while byte < 0x80 {
        apart[byte] = LETTERS[byte] == 0;
        byte += 1;
    }
    apart
};

/// How much so many repeats count.
pub(super) fn damped(count: u32) -> f32 {
    static FEW: LazyLock<[f32; 64]> =
        LazyLock::new(|| std::array::from_fn(|count| (count as f32).powf(DAMPED)));
    FEW.get(count as usize).copied().unwrap_or_else(|| (count as f32).powf(DAMPED))
}

/// How often each byte is there.
fn counts(text: &[u8]) -> Vec<u32> {
    // A byte that comes again soon need not wait for the sum before.
    let mut each = [[0_u32; 256]; 4];
    let (fours, rest) = text.as_chunks::<4>();
    for four in fours {
        each.iter_mut().zip(four).for_each(|(counts, &byte)| counts[usize::from(byte)] += 1);
    }
    rest.iter().for_each(|&byte| each[0][usize::from(byte)] += 1);
    let [a, b, c, d] = &each;
    (0..256).map(|byte| a[byte] + b[byte] + c[byte] + d[byte]).collect()
}

impl Pairs {
    /// Those of `text`.
    pub(crate) fn of(text: &[u8]) -> Self {
        let counts = counts(text);
        // Bytes that are there have numbers, so that the table of pairs is small. A line ends before the text,
        // and behind it.
        let (mut numbers, mut all) = ([0_u8; 256], 0_usize);
        for byte in 0..=0xFF_u8 {
            if counts[usize::from(byte)] > 0 || byte == b'\n' {
                numbers[usize::from(byte)] = all as u8;
                all += 1;
            }
        }
        let number = |byte: u8| usize::from(numbers[usize::from(byte)]);
        let (mut table, mut seen) = (vec![0_u16; all * all], vec![(0, 0); text.len() + 2]);
        let mut new = 0;
        let (mut ascii, mut alone) = ([0_u32; ASCII * ASCII], [0_u32; 256]);
        let apart = |byte: u8| APART[usize::from(byte)];
        let (mut before, mut row) = (b'\n', number(b'\n') * all);
        // The byte two before, and the one before.
        let (mut two, mut last) = (0xFF, 0xFF);
        for at in 0..=text.len() {
            let byte = text.get(at).copied().unwrap_or(b'\n');
            let one = std::mem::replace(&mut before, byte);
            let behind = std::mem::replace(&mut two, std::mem::replace(&mut last, byte));
            let column = number(byte);
            let pair = std::mem::replace(&mut row, column * all) + column;
            if one.is_ascii() && byte.is_ascii() {
                ascii[letter(one) * ASCII + letter(byte)] += 1;
                continue;
            }
            let count = &mut table[pair];
            // No branch: nothing could foretell it.
            seen[new] = (one, byte);
            new += usize::from(*count == 0);
            *count = count.saturating_add(1);
            // Seldom is all of that so, and one branch is foretold better than four.
            if apart(byte) & apart(behind) & (at < text.len()) {
                alone[usize::from(one)] += 1;
            }
        }
        let letters = |byte: u8| counts[usize::from(byte)] as f32;
        let letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(letters).sum();
        // There is room for all of them at once: to make more waits for other threads that do.
        let ascii_pairs = ascii.iter().filter(|count| **count > 0).count();
        let (bytes, lone) = (128, alone.iter().filter(|count| **count > 0).count());
        let mut pairs = Self {
            letters,
            high: Vec::with_capacity(new),
            ascii: Vec::with_capacity(ascii_pairs),
            bytes: Vec::with_capacity(bytes),
            alone: Vec::with_capacity(lone),
            ..Self::default()
        };
        let mut sums = Sums::default();
        for &(a, b) in &seen[..new] {
            let count = u32::from(table[number(a) * all + number(b)]);
            let weight = damped(count);
            pairs.high.push((a, b, weight));
            // No branches, either.
            let if_high = |byte: u8| f32::from(byte >> 7) * weight;
            sums.all += count as f32;
            sums.weights += weight;
            sums.high += if_high(b);
            sums.words += if_high(a & b);
        }
        pairs.sums = sums;
        for (pair, &count) in ascii.iter().enumerate().skip(1).filter(|pair| *pair.1 > 0) {
            pairs.ascii.push(((pair / ASCII) as u8, (pair % ASCII) as u8, damped(count)));
        }
        for byte in 0x80..=0xFF_u8 {
            let count = counts[usize::from(byte)];
            if count > 0 {
                pairs.bytes.push((byte, damped(count), count as f32));
            }
            if alone[usize::from(byte)] > 0 {
                let count = alone[usize::from(byte)];
                pairs.alone.push((byte, damped(count), count as f32));
            }
        }
        let of = |byte: u8| A_MIDDLE_IN * counts[usize::from(byte)] as usize;
        let spaces: usize = [b' ', b'\t', b'\n', b'\r'].map(of).iter().sum();
        pairs.sound = text.len() >= A_SOUND && spaces < text.len() && of(0x7F) >= text.len();
        pairs.counts = counts;
        if pairs.bytes.len() <= FEW_SIGNS {
            let expected = measures::expected(text).into_iter();
            pairs.expected =
                expected.map(|(byte, signs, count)| (byte, signs, damped(count))).collect();
            pairs.cut = text.last() != Some(&b'\n');
        }
        let often = pairs.sums.all / (MOST_OFTEN * pairs.high.len().max(1) as f32);
        if often > 1.0 {
            pairs.weigh(often.powf(-DAMPED));
        }
        let most = MOST_EACH * pairs.bytes.len() as f32;
        if pairs.bytes.len() <= FEW && pairs.sums.weights > most {
            pairs.weigh_high(most / pairs.sums.weights);
        }
        pairs
    }

    /// Makes all count so many times as much.
    fn weigh(&mut self, times: f32) {
        self.ascii.iter_mut().for_each(|pair| pair.2 *= times);
        self.weigh_high(times);
    }

    /// The same for what is not ASCII.
    fn weigh_high(&mut self, times: f32) {
        let Self { high, bytes, alone, expected, sums, .. } = self;
        high.iter_mut().for_each(|pair| pair.2 *= times);
        bytes.iter_mut().for_each(|byte| byte.1 *= times);
        alone.iter_mut().for_each(|byte| byte.1 *= times);
        expected.iter_mut().for_each(|byte| byte.2 *= times);
        sums.weights *= times;
        sums.high *= times;
        sums.words *= times;
    }

    /// The bytes that are not ASCII, and how often each is there.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = (u8, f32)> {
        self.bytes.iter().map(|&(byte, _, count)| (byte, count))
    }

    /// How much "i" and "I" count behind what is not ASCII.
    pub(crate) fn latin_i(&self) -> f32 {
        let is = |pair: &&(u8, u8, f32)| matches!(pair.1, b'i' | b'I');
        self.high.iter().filter(is).map(|pair| pair.2).sum()
    }

    /// How often a byte is there.
    pub(crate) fn count(&self, byte: u8) -> u32 {
        self.counts[usize::from(byte)]
    }

    /// The bytes that are ASCII, and how often each is there.
    pub(crate) fn ascii(&self) -> impl Iterator<Item = (u8, f32)> {
        (0..0x80).map(|byte| (byte, self.count(byte) as f32))
    }

    /// What it says against another script that there is far more ASCII than what is not.
    pub(crate) fn sparse(&self) -> f32 {
        let high: f32 = self.bytes.iter().map(|byte| byte.2).sum();
        -SPARSE * (self.letters / (4.0 * high)).max(1.0).ln()
    }

    /// How much the pairs count for each that is there.
    pub(crate) fn damping(&self) -> f32 {
        self.sums.weights / self.sums.all.max(1.0)
    }

    /// How much the bytes that are not ASCII count.
    pub(crate) fn high(&self) -> f32 {
        self.sums.high
    }

    /// The logarithm of the likelihood of bytes in few values, as sounds are: each is as likely as it is
    /// frequent here, and which they are has to be told, too. Only where 0x7F is frequent, and
    /// spaces and ends of lines are not: else it would explain a list.
    pub(crate) fn few_values(&self) -> f32 {
        if !self.sound {
            return f32::NEG_INFINITY;
        }
        let all = self.counts.iter().sum::<u32>() as f32;
        let share = |byte: u8| (self.count(byte) as f32 / all).ln();
        let shares: [f32; 256] = std::array::from_fn(|byte| share(byte as u8));
        let seconds = self.high.iter().filter(|pair| pair.1 >= 0x80);
        let high: f32 = seconds.map(|&(_, b, weight)| weight * shares[usize::from(b)]).sum();
        let there = self.ascii().filter(|one| one.1 > 0.0);
        let ascii =
            there.map(|(byte, count)| count * (ascii_cost(byte) + shares[usize::from(byte)]));
        let ascii = ascii.sum::<f32>() * self.damping();
        let values = self.counts.iter().filter(|count| **count > 0).count() as f32;
        high + ascii - values * (256.0_f32.ln() + 0.5 * all.ln())
    }

    /// The logarithm of the likelihood in a page of which nothing is known: each byte is as
    /// likely as it is frequent here, and which they are has to be told, too. Only for text that
    /// has words of such bytes: with fewer, it would explain anything.
    pub(crate) fn nameless(&self) -> f32 {
        let all: f32 = self.bytes.iter().map(|byte| byte.1).sum();
        let different = self.high.iter().filter(|(a, b, _)| a & b >= 0x80 && a != b).count();
        if 3.0 * self.sums.words < 2.0 * self.high() || different < LEAST_DIFFERENT {
            return f32::NEG_INFINITY;
        }
        let mut share = [0.0; 256];
        let counted: f32 = self.bytes.iter().map(|byte| byte.2).sum();
        // Many bytes are there as often as another one: a logarithm takes a while.
        let mut known = [None; 64];
        for &(byte, _, count) in &self.bytes {
            let logarithm = || (count / counted).ln();
            share[usize::from(byte)] = match known.get_mut(count as usize) {
                Some(known) => *known.get_or_insert_with(logarithm),
                None => logarithm(),
            };
        }
        // Bytes of ASCII have none.
        let own: f32 = self.high.iter().map(|&(_, b, weight)| weight * share[usize::from(b)]).sum();
        let told = self.bytes.len() as f32 * (128.0_f32.ln() + 0.5 * (all + 1.0).ln());
        own - told - 0.8 * self.sums.weights
    }
}
