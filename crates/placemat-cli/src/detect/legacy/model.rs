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

pub(in crate::detect) struct Model {
    /// A letter is a pair with U+0000.
    pairs: HashMap<(u16, u16), f32>,
    /// What letters are worth that no language here has.
    unknown: RefCell<HashMap<char, f32>>,
}

impl Model {
    pub(in crate::detect) fn load() -> Self {
        let mut pairs = HashMap::new();
        let mut rest = MODEL;
        while let Some((head, entries)) = rest.split_first_chunk::<4>() {
            let [a, b, c, d] = *head;
            let (first, count) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
            let (entries, behind) = entries.split_at(3 * usize::from(count));
            for &[a, b, weight] in entries.as_chunks().0 {
                let second = u16::from_le_bytes([a, b]);
                pairs.insert((first, second), -f32::from(weight) / 16.0);
            }
            rest = behind;
        }
        Self { pairs, unknown: RefCell::default() }
    }

    fn weight(&self, first: char, second: char) -> Option<f32> {
        let unit = |c: char| u16::try_from(u32::from(c)).ok();
        self.pairs.get(&(unit(first)?, unit(second)?)).copied()
    }

    /// The likelihood of `text`, as a natural logarithm.
    pub(super) fn score(&self, text: &str) -> f32 {
        let (mut before, mut before_normal) = (' ', ' ');
        let mut score = 0.0;
        for c in text.chars().chain([' ']) {
            let normal = normal(c);
            score += self.pair(before_normal, normal);
            score -= oddity(before, c);
            (before, before_normal) = (c, normal);
        }
        score
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
        assert!(model.pairs.len() > 20_000);
        assert!(model.weight('\0', 'é').is_some());
        assert!(model.weight('f', 'é').is_some());
        assert!(model.weight('ф', '÷').is_none());
    }

    #[test]
    fn words_are_likelier_than_noise() {
        let model = Model::load();
        assert!(model.score("Привет, мир") > model.score("Ïðèâåò, ìèð"));
        assert!(model.score("Größe") > model.score("Gr÷▀e"));
        assert!(model.score("日本語の文章") > model.score("ﾓﾜﾋ鬢ﾎﾊｸﾕﾂ"));
        assert_eq!(model.score("plain"), 0.0);
    }
}
