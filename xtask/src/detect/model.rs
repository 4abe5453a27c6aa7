//! Counts letters and pairs of letters, and writes how likely each is in the language that has it
//! most.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;

/// Where the tool expects it.
const MODEL: &str = "crates/placemat-cli/src/detect/legacy/model.bin";

/// The least number of letters above U+007F that a language is learnt from.
const ENOUGH: usize = 30;

/// Writes the model: see `crates/placemat-cli/src/detect/legacy/model.rs` for its form.
pub(super) fn write() -> Result<()> {
    let (mut letters, mut pairs) = (BTreeMap::new(), BTreeMap::new());
    let mut languages = 0;
    for (_, [text, _]) in super::halves()? {
        languages += usize::from(learn(&text, &mut letters, &mut pairs));
    }
    let mut rows: BTreeMap<u16, Vec<(u16, u8)>> = BTreeMap::new();
    for ((first, second), weight) in &pairs {
        rows.entry(*first).or_default().push((*second, quantised(*weight)));
    }
    let mut model = Vec::new();
    row(&mut model, 0, letters.iter().map(|(&letter, &weight)| (letter, quantised(weight))));
    for (first, row_of) in rows {
        row(&mut model, first, row_of.into_iter());
    }
    let path = crate::shell::root().join(MODEL);
    fs::write(&path, &model)?;
    let (letters, pairs, bytes) = (letters.len(), pairs.len(), model.len());
    println!("{MODEL}: {languages} languages, {letters} letters, {pairs} pairs, {bytes} bytes");
    Ok(())
}

/// The first letter, how many follow, and each of them with its weight.
fn row(model: &mut Vec<u8>, first: u16, seconds: impl ExactSizeIterator<Item = (u16, u8)>) {
    model.extend(first.to_le_bytes());
    model.extend((seconds.len() as u16).to_le_bytes());
    for (second, weight) in seconds {
        model.extend(second.to_le_bytes());
        model.push(weight);
    }
}

/// In sixteenths of a natural logarithm.
fn quantised(weight: f64) -> u8 {
    (-weight * 16.0).round().clamp(0.0, 255.0) as u8
}

/// Adds one language; whether it has enough letters above U+007F.
fn learn(
    text: &str,
    letters: &mut BTreeMap<u16, f64>,
    pairs: &mut BTreeMap<(u16, u16), f64>,
) -> bool {
    let text: Vec<char> = normal(text);
    let (mut own_letters, mut own_pairs) = (BTreeMap::new(), BTreeMap::new());
    for pair in text.windows(2) {
        let &[first, second] = pair else { unreachable!("windows of two") };
        if !second.is_ascii() {
            *own_letters.entry(second).or_insert(0.0) += 1.0;
        }
        let telling = !first.is_ascii() || !second.is_ascii();
        if telling && !has_many(first) && !has_many(second) {
            *own_pairs.entry((first, second)).or_insert(0.0) += 1.0;
        }
    }
    let total: f64 = own_letters.values().sum();
    if total < ENOUGH as f64 {
        return false;
    }
    // Between the share of letters above U+007F and that of all letters: a language with few of
    // them is not to be likelier wherever they stand.
    let length = (text.len() - 2) as f64;
    let share = |count: f64, of: f64| ((count - 0.5) / (of * length).sqrt()).ln();
    let total_pairs: f64 = own_pairs.values().sum();
    for (letter, count) in own_letters {
        if let Ok(letter) = u16::try_from(u32::from(letter)) {
            let weight: &mut f64 = letters.entry(letter).or_insert(f64::NEG_INFINITY);
            *weight = weight.max(share(count, total));
        }
    }
    for ((first, second), count) in own_pairs {
        if let (Ok(first), Ok(second)) =
            (u16::try_from(u32::from(first)), u16::try_from(u32::from(second)))
        {
            let weight: &mut f64 = pairs.entry((first, second)).or_insert(f64::NEG_INFINITY);
            *weight = weight.max(share(count, total_pairs));
        }
    }
    true
}

/// Lower case; digits alike, and all other ASCII that is no letter a space.
fn normal(text: &str) -> Vec<char> {
    let one = |c: char| match c {
        '0'..='9' => '0',
        _ if c.is_ascii_alphabetic() => c.to_ascii_lowercase(),
        _ if c.is_ascii() => ' ',
        _ => {
            let mut lower = c.to_lowercase();
            lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
        }
    };
    std::iter::once(' ').chain(text.chars().map(one)).chain([' ']).collect()
}

/// Ideographs and Hangul: too many for pairs.
fn has_many(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}
