//! The names of code points (The Unicode Standard, 4.8), in a table of a sixth of their size.
//!
//! `names.bin`, which `cargo xtask names` writes, has five parts, each behind its length:
//!
//! - runs of code points that have names: the distance from the run before, and twice the
//!   length; one more where all have the same name, and their number behind it;
//! - words: where each group of 16 begins, and how many bytes each has of the one before,
//!   with the others, of which the last is marked;
//! - names: where each group of 32 begins, and how many words each has of the one before, and
//!   how many others, which are numbers of words: one byte for those that are met most often.
//!
//! Hangul syllables are in none: their names are those of their letters (chapter 3.12).

use std::ops::Range;
use std::sync::LazyLock;

static TABLE: &[u8] = include_bytes!("names.bin");

/// As `cargo xtask names` has them.
const WORDS_A_GROUP: usize = 16;
const NAMES_A_GROUP: usize = 32;
/// How many words have numbers of one byte.
const SHORT: usize = 192;

/// The parts of the table.
static PARTS: LazyLock<[&[u8]; 5]> = LazyLock::new(|| {
    let mut rest = TABLE;
    std::array::from_fn(|_| {
        let (len, behind) = rest.split_at(4);
        let len = u32::from_le_bytes(len.try_into().expect("it has four bytes"));
        let (part, behind) = behind.split_at(len as usize);
        rest = behind;
        part
    })
});

/// The name of `c`, if it has one.
pub(crate) fn name(c: char) -> Option<String> {
    if let syllable @ 0xAC00..=0xD7A3 = u32::from(c) {
        return Some(syllable_name(syllable as usize - 0xAC00));
    }
    let [mut runs, ..] = *PARTS;
    let (mut start, mut names) = (0, 0);
    while !runs.is_empty() {
        start += number(&mut runs);
        let kind = number(&mut runs);
        let (len, numbered) = (kind >> 1, kind & 1 == 1);
        let at = u32::from(c).checked_sub(start)?;
        if at < len {
            return Some(match numbered {
                true => format!("{}{:04X}", listed(names), u32::from(c)),
                false => listed(names + at as usize),
            });
        }
        start += len;
        names += if numbered { 1 } else { len as usize };
    }
    None
}

/// Calls `visit` with each name in the list, whether their numbers are behind it, and with the code
/// points that it belongs to: one, or all that have it with their number. Hangul syllables are not among them.
pub(crate) fn each(mut visit: impl FnMut(&str, bool, Range<u32>)) {
    let [mut runs, ..] = *PARTS;
    let (mut start, mut names) = (0, 0);
    while !runs.is_empty() {
        start += number(&mut runs);
        let kind = number(&mut runs);
        let len = kind >> 1;
        if kind & 1 == 1 {
            visit(&listed(names), true, start..start + len);
            names += 1;
        } else {
            for at in 0..len {
                visit(&listed(names + at as usize), false, start + at..start + at + 1);
            }
            names += len as usize;
        }
        start += len;
    }
}

/// The name at this place in the list.
fn listed(at: usize) -> String {
    let [.., groups, names] = *PARTS;
    let mut bytes = &names[offset(groups, at / NAMES_A_GROUP)..];
    let mut words = Vec::new();
    for _ in 0..=at % NAMES_A_GROUP {
        let head = take(&mut bytes);
        words.truncate(head >> 4);
        for _ in 0..head & 15 {
            words.push(match take(&mut bytes) {
                short @ 0..SHORT => short,
                long => SHORT + ((long - SHORT) << 8) + take(&mut bytes),
            });
        }
    }
    let mut name = String::new();
    for word in words {
        let start = name.len();
        push_word(word, &mut name);
        // A hyphen and what follows it is a word, and so is a space before that.
        if start > 0 && !name[start..].starts_with(['-', ' ']) {
            name.insert(start, ' ');
        }
    }
    name
}

/// Appends the word of this number.
fn push_word(number: usize, name: &mut String) {
    let [_, groups, words, ..] = *PARTS;
    let mut bytes = &words[offset(groups, number / WORDS_A_GROUP)..];
    let start = name.len();
    for _ in 0..=number % WORDS_A_GROUP {
        name.truncate(start + take(&mut bytes));
        loop {
            let byte = take(&mut bytes) as u8;
            name.push(char::from(byte & 0x7F));
            if byte >= 0x80 {
                break;
            }
        }
    }
}

fn take(bytes: &mut &'static [u8]) -> usize {
    let (&first, rest) = bytes.split_first().expect("the table is whole");
    *bytes = rest;
    usize::from(first)
}

/// Where a group begins.
fn offset(groups: &[u8], group: usize) -> usize {
    let bytes = &groups[3 * group..][..3];
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
}

/// Seven bits a byte, the lowest first; all but the last are marked.
fn number(bytes: &mut &'static [u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = take(bytes) as u32;
        number |= (byte & 0x7F) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// The letters of the syllable at this place.
fn syllable_name(at: usize) -> String {
    const LEADING: [&str; 19] = [
        "G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T",
        "P", "H",
    ];
    const VOWELS: [&str; 21] = [
        "A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO",
        "WE", "WI", "YU", "EU", "YI", "I",
    ];
    const TRAILING: [&str; 28] = [
        "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH",
        "M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H",
    ];
    let (leading, vowel) = (LEADING[at / 28 / 21], VOWELS[at / 28 % 21]);
    format!("HANGUL SYLLABLE {leading}{vowel}{}", TRAILING[at % 28])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_those_of_unicode() {
        for c in '\0'..=char::MAX {
            let expected = unicode_names2::name(c).map(|name| name.to_string());
            assert_eq!(name(c), expected, "U+{:04X}", u32::from(c));
        }
    }
}
