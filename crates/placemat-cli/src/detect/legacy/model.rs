//! How likely a text is in any language: letters above U+007F, and pairs of
//! letters with at least one of them, by the language that has them most.
//!
//! `cargo xtask detect model` counts them, and writes `model.bin`: rows of a
//! letter (two bytes, little-endian), how many follow (two bytes), and each of
//! those with its weight (three bytes): the negative natural logarithm of its
//! frequency, in sixteenths. The first row, of U+0000, are letters alone.

use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS};
use std::cell::RefCell;
use std::collections::HashMap;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

const MODEL: &[u8] = include_bytes!("model.bin");

/// Each thread has one of its own: it is made at once, and remembers what it has weighed.
pub(in crate::detect) struct Model {
    /// The letters that have a row, and what follows each; in the order of their numbers.
    rows: Vec<(u16, &'static [[u8; 3]])>,
    /// What letters are worth that no language here has.
    unknown: RefCell<HashMap<char, f32>>,
    /// What pairs of code points are worth, each in the place that its number falls on: text
    /// has few that are different, and they are read in dozens of encodings.
    weighed: RefCell<Vec<Weighed>>,
}

/// What the second of two code points adds to the likelihood of a text.
#[derive(Clone, Copy, Default)]
struct Weighed {
    /// The two code points; no two NULs are weighed.
    pair: u64,
    likelihood: f32,
    oddity: f32,
    /// Whether the second is a letter above U+007F.
    letter: bool,
}

/// The places for pairs: a power of two.
const PLACES: usize = 1 << 15;

/// What a text is worth.
pub(super) struct Score {
    /// As a natural logarithm.
    pub(super) likelihood: f32,
    /// Letters above U+007F.
    pub(super) letters: u64,
}

impl Model {
    pub(in crate::detect) fn load() -> Self {
        let mut rows = Vec::new();
        let mut rest = MODEL;
        while let Some((head, entries)) = rest.split_first_chunk::<4>() {
            let [a, b, c, d] = *head;
            let (first, count) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
            let (entries, behind) = entries.split_at(3 * usize::from(count));
            rows.push((first, entries.as_chunks().0));
            rest = behind;
        }
        let weighed = vec![Weighed::default(); PLACES];
        Self { rows, unknown: RefCell::default(), weighed: RefCell::new(weighed) }
    }

    fn weight(&self, first: char, second: char) -> Option<f32> {
        let unit = |c: char| u16::try_from(u32::from(c)).ok();
        let (first, second) = (unit(first)?, unit(second)?);
        let row = self.rows.binary_search_by_key(&first, |&(letter, _)| letter).ok()?;
        let entries = self.rows[row].1;
        let number = |&[a, b, _]: &[u8; 3]| u16::from_le_bytes([a, b]);
        let found = entries.binary_search_by_key(&second, number).ok()?;
        Some(-f32::from(entries[found][2]) / 16.0)
    }

    /// What `text` is worth.
    pub(super) fn score(&self, text: &str) -> Score {
        let mut weighed = self.weighed.borrow_mut();
        let mut before = ' ';
        let mut score = Score { likelihood: 0.0, letters: 0 };
        for c in text.chars().chain([' ']) {
            // Pairs of ASCII are worth nothing.
            if !(before.is_ascii() && c.is_ascii()) {
                let pair = u64::from(u32::from(before)) << 32 | u64::from(u32::from(c));
                // The golden ratio spreads numbers that are near each other.
                let hash = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let place = &mut weighed[(hash >> (64 - PLACES.ilog2())) as usize];
                if place.pair != pair {
                    *place = self.weigh(before, c, pair);
                }
                score.likelihood += place.likelihood;
                score.likelihood -= place.oddity;
                score.letters += u64::from(place.letter);
            }
            before = c;
        }
        score
    }

    fn weigh(&self, before: char, c: char, pair: u64) -> Weighed {
        Weighed {
            pair,
            likelihood: self.pair(normal(before), normal(c)),
            oddity: oddity(before, c),
            letter: !c.is_ascii() && c.is_alphabetic(),
        }
    }

    /// What the second of two normal letters adds.
    fn pair(&self, first: char, second: char) -> f32 {
        let pair = self.weight(first, second);
        if second.is_ascii() {
            return match pair {
                _ if first.is_ascii() || stands_alone(first) => 0.0,
                Some(weight) => weight.max(-10.0) / 2.0,
                None => -5.0,
            };
        }
        match (pair, self.weight('\0', second)) {
            (Some(pair), letter) => (pair.max(-11.0) + letter.unwrap_or(-11.0)) / 2.0,
            (None, Some(letter)) => letter - 3.0,
            (None, None) => {
                *self.unknown.borrow_mut().entry(second).or_insert_with(|| unknown(second))
            }
        }
    }
}

/// What makes text unlikely in any language: capital letters within words, and
/// letters of ASCII beside those of another script.
fn oddity(before: char, c: char) -> f32 {
    let mut oddity = 0.0;
    if !c.is_ascii() && c.is_uppercase() && before.is_alphabetic() {
        oddity += if before.is_lowercase() { 2.5 } else { 1.5 };
    }
    let (ascii, other) = if c.is_ascii() { (c, before) } else { (before, c) };
    let latin = matches!(other, '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}');
    if ascii.is_ascii_alphabetic() && other.is_alphabetic() && !latin {
        oddity += 3.0;
    }
    oddity
}

/// Lower case; digits alike, and all other ASCII that is no letter a space. The
/// model is counted in the same way.
fn normal(c: char) -> char {
    match c {
        '0'..='9' => '0',
        _ if c.is_ascii_alphabetic() => c.to_ascii_lowercase(),
        _ if c.is_ascii() => ' ',
        _ => {
            let mut lower = c.to_lowercase();
            lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
        }
    }
}

/// Whether ASCII may follow without having been seen: the scripts that have too
/// many letters for that.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

/// The likelihood of a letter that no language here has. Of ideographs and
/// Hangul, those are common that national standards have put first.
fn unknown(c: char) -> f32 {
    match c.general_category() {
        GeneralCategory::Unassigned
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Control => return -22.0,
        _ => {}
    }
    match c {
        '\u{4E00}'..='\u{9FFF}' => ideograph(c),
        '\u{AC00}'..='\u{D7A3}' => match two_bytes(c, EUC_KR) {
            Some([0xA1..=0xFE, 0xA1..=0xFE]) => -9.0,
            _ => -14.0,
        },
        '\u{3400}'..='\u{4DFF}' | '\u{10000}'.. => -16.0,
        '\u{FF61}'..='\u{FF9F}' => -13.0, // half-width katakana
        _ => match c.general_category_group() {
            GeneralCategoryGroup::Symbol | GeneralCategoryGroup::Punctuation => -12.5,
            GeneralCategoryGroup::Letter => -12.0,
            _ => -11.0,
        },
    }
}

fn ideograph(c: char) -> f32 {
    match (two_bytes(c, GBK), two_bytes(c, SHIFT_JIS), two_bytes(c, BIG5)) {
        (Some([0xB0..=0xD7, 0xA1..=0xFE]), _, _) => -10.0, // GB 2312, level 1
        (_, Some([0x88..=0x97, _]), _) => -10.0,           // JIS X 0208, level 1
        (_, _, Some([0xA4..=0xC6, _])) => -10.5,           // Big5, level 1
        _ => -14.0,
    }
}

fn two_bytes(c: char, encoding: &'static encoding_rs::Encoding) -> Option<[u8; 2]> {
    let mut text = [0; 4];
    let (bytes, _, unmappable) = encoding.encode(c.encode_utf8(&mut text));
    (*bytes).try_into().ok().filter(|_| !unmappable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_whole() {
        let model = Model::load();
        assert!(model.rows.iter().map(|(_, entries)| entries.len()).sum::<usize>() > 20_000);
        let number = |&[a, b, _]: &[u8; 3]| u16::from_le_bytes([a, b]);
        assert!(model.rows.is_sorted_by(|a, b| a.0 < b.0));
        assert!(
            model.rows.iter().all(|row| row.1.is_sorted_by(|a, b| number(a) < number(b))),
            "rows are searched"
        );
        assert!(model.weight('\0', 'é').is_some());
        assert!(model.weight('f', 'é').is_some());
        assert!(model.weight('ф', '÷').is_none());
    }

    #[test]
    fn words_are_likelier_than_noise() {
        let model = Model::load();
        let score = |text| model.score(text).likelihood;
        assert!(score("Привет, мир") > score("Ïðèâåò, ìèð"));
        assert!(score("Größe") > score("Gr÷▀e"));
        assert!(score("日本語の文章") > score("ﾓﾜﾋ鬢ﾎﾊｸﾕﾂ"));
        assert_eq!(score("plain"), 0.0);
    }
}
