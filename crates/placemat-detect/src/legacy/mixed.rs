//! UTF-8 and Windows-1252 in one text: logs that several programs write, tables that were put together.

use super::single_byte::{Reading, Tables};
use super::{Context, Pairs, Read};
use crate::certainty::Writing;
use placemat::detect::Evidence;

/// How rare it is.
const PRIOR: f32 = -6.0;

/// Fewer sequences than one in so many are rather what a text in Windows-1252 says of such mistakes, or a mistake of its
/// own: who reads it as UTF-8 would lose all other letters.
const ONE_IN: u64 = 8;

/// What a code point costs that the page has not, "→" or an emoji: it could be any.
const OTHER: f32 = 11.0;

/// The first one that may be there so: sequences of two bytes come by chance, as "É»" does in text that has capitals.
const FROM: char = '\u{2000}';

/// The name of the reading: what is to be done begins with that.
pub(super) const NAME: &str = "utf-8";

/// The page of what is not UTF-8.
const PAGE: &str = "windows-1252";

/// The text as it would be if all of it were in the page, and each of its letters once: which of them are UTF-8 is
/// one more thing to tell, and costs what it would take to say it.
pub(super) fn read(tables: &Tables, evidence: &Evidence, context: &Context<'_>) -> Option<Read> {
    let good = evidence.multi_byte();
    if ONE_IN * good < good + evidence.malformed {
        return None;
    }
    let Parts { text, which, others } = parts(context.excerpt, tables)?;
    let pairs = Pairs::of(&text);
    let readings = tables.read(&pairs, None, &[]);
    let Reading { score, alike, .. } = readings.into_iter().find(|one| one.name == PAGE)?;
    let told = pairs.damping() * (cost(&which) + others as f32 * OTHER);
    let (score, alike) = (score - told + PRIOR, alike - told);
    let reason = "reads as text of which some is UTF-8, and some Windows-1252".to_owned();
    Some(Read { writing: Writing::Latin, ..Read::new(NAME, score, score - alike, reason) })
}

/// How certain it is at most with so many sequences: few may be what a text in Windows-1252 says of such mistakes.
pub(super) fn at_most(sequences: u64) -> f64 {
    1.0 - 0.2 / sequences.max(1) as f64
}

/// A text in one page, and of each byte that is not ASCII, whether it was UTF-8.
struct Parts {
    text: Vec<u8>,
    which: Vec<bool>,
    /// How many code points of UTF-8 the page has no byte for: a space stands there.
    others: usize,
}

/// None if the text has not both, or short sequences that the page has no byte for, or if most sequences are letters
/// beside no letter of ASCII, as what is quoted is.
fn parts(bytes: &[u8], tables: &Tables) -> Option<Parts> {
    let (mut text, mut which) = (Vec::new(), Vec::new());
    let (mut in_words, mut others) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let mut before = ' ';
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            if !c.is_ascii() {
                which.push(true);
                let beside = [before, chars.peek().copied().unwrap_or(' ')];
                let in_word = beside.iter().any(char::is_ascii_alphabetic);
                in_words += usize::from(in_word || !c.is_alphabetic());
            }
            let byte = tables.byte(PAGE, c);
            if byte.is_none() && c < FROM {
                return None;
            }
            others += usize::from(byte.is_none());
            text.push(byte.unwrap_or(b' '));
            before = c;
        }
        which.extend(chunk.invalid().iter().map(|_| false));
        text.extend(chunk.invalid());
    }
    let sequences = which.iter().filter(|is| **is).count();
    let both = sequences > 0 && sequences < which.len();
    (both && 2 * in_words >= sequences).then_some(Parts { text, which, others })
}

/// What it takes to say of each which it is, one by one or where they change: the negative logarithm of its likelihood.
fn cost(which: &[bool]) -> f32 {
    let sequences = which.iter().filter(|is| **is).count();
    let changes = which.windows(2).filter(|two| two[0] != two[1]).count();
    let (count, most) = (which.len() as f32, (which.len() + 1) as f32);
    let of = |some: usize| {
        let share = some as f32 / count;
        let entropy = |share: f32| if share > 0.0 { -share * share.ln() } else { 0.0 };
        count * (entropy(share) + entropy(1.0 - share))
    };
    of(sequences).min(of(changes)) + most.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_and_no_other() {
        let tables = Tables::get();
        let Parts { text, which, .. } = parts(b"caf\xC3\xA9, d\xE9j\xE0\n", tables).unwrap();
        assert_eq!(
            (&text[..], &which[..]),
            (&b"caf\xE9, d\xE9j\xE0\n"[..], &[true, false, false][..])
        );
        assert!(parts(b"\xC2\xA35 or \xA36\n", tables).is_some());
        // One of them only, and what is quoted.
        for one in [
            &b"caf\xC3\xA9"[..],
            b"caf\xE9",
            b"plain",
            b"\xC5\xAE \xC4\xD0",
            b"d\xE9j\xE0 \"\xC3\xA9\"",
        ] {
            assert!(parts(one, tables).is_none(), "{one:?}");
        }
    }

    #[test]
    fn what_comes_in_turn_costs_little() {
        let half: Vec<bool> = (0..100).map(|at| at < 50).collect();
        let mixed: Vec<bool> = (0..100).map(|at| at * at % 7 < 3).collect();
        assert!(cost(&half) < 12.0);
        assert!(cost(&mixed) > 50.0 && cost(&mixed) < 75.0);
    }
}
