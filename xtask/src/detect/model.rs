//! Counts letters and pairs of letters in each language, and characters of East Asian sets, and
//! writes what the judge reads: see `crates/placemat-detect/src/model.rs` for its form.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::Result;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK};
use placemat_detect::training::{Class, class, fold};

use super::sources::{self, Split};

const MODEL: &str = "crates/placemat-detect/src/model.bin";

/// A letter above U+007F that is rarer is foreign to the language.
const LEAST: (usize, f64) = (4, 2e-5);

/// So many letters above U+007F at most.
const MOST: usize = 96;

/// Several languages in one text, as lists of names have them, and English with foreign words.
const SEVERAL: [(&str, &[&str]); 3] = [
    ("mul-west", &["en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca"]),
    ("mul-center", &["en", "pl", "cs", "hu", "sk", "hr", "sl", "ro", "de"]),
    ("mul-balt", &["en", "lt", "lv", "et"]),
];

/// Writes the model.
pub(super) fn write() -> Result<()> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for text in sources::texts(Split::Train)? {
        let all = texts.entry(text.language).or_default();
        *all += &text.lines.join("\n");
        all.push('\n');
    }
    for (tag, several) in SEVERAL {
        let mut all: Vec<&str> = Vec::new();
        for language in several {
            let times = if *language == "en" { several.len() / 3 } else { 1 };
            all.extend(std::iter::repeat_n(texts[*language].as_str(), times));
        }
        texts.insert(tag.to_owned(), all.concat());
    }
    let mut model = Vec::new();
    let east_asian = ["ja", "ko", "zh", "zh-tw"];
    let of_letters = texts.iter().filter(|(tag, _)| !east_asian.contains(&&***tag));
    let languages: Vec<Counted> = of_letters.map(|(tag, text)| Counted::of(tag, text)).collect();
    model.push(languages.len() as u8);
    languages.iter().for_each(|language| language.write(&mut model));
    write_letters(&languages, &mut model);
    let letters = model.len();
    let grids: [(&str, &str, usize, usize, Cell); 5] = [
        ("jis", "ja", 94, 94, |c| euc(c, EUC_JP)),
        ("gb", "zh", 94, 94, |c| euc(c, GBK)),
        ("big5", "zh-tw", 89, 157, big5),
        ("ks", "ko", 94, 94, |c| euc(c, EUC_KR)),
        ("cns", "zh-tw", 94, 94, cns),
    ];
    model.push(grids.len() as u8);
    for (tag, language, rows, columns, cell) in grids {
        write_grid(tag, &texts[language], (rows, columns), cell, &mut model);
    }
    fs::write(crate::shell::root().join(MODEL), &model)?;
    println!(
        "{MODEL}: {} languages in {letters} bytes, {} grids, {} bytes",
        languages.len(),
        grids.len(),
        model.len()
    );
    Ok(())
}

/// The letters of a language, and how often each follows each.
struct Counted {
    tag: String,
    letters: Vec<char>,
    single: Vec<f64>,
    alone: Vec<f64>,
    pairs: Vec<Vec<f64>>,
}

impl Counted {
    fn of(tag: &str, text: &str) -> Self {
        let text: Vec<char> = written(tag, text).chars().map(fold).collect();
        let mut counts: BTreeMap<char, usize> = BTreeMap::new();
        text.iter()
            .filter(|&&c| class(c) == Class::Letter)
            .for_each(|&c| *counts.entry(c).or_default() += 1);
        let all: usize = counts.values().sum();
        let ascii: usize = ('a'..='z').filter_map(|c| counts.get(&c)).sum();
        let latin = 2 * ascii > all;
        let mut high: Vec<(usize, char)> = counts
            .iter()
            .filter(|&(c, &count)| {
                !c.is_ascii() && count >= LEAST.0 && count as f64 >= LEAST.1 * all as f64
            })
            .map(|(&c, &count)| (count, c))
            .collect();
        high.sort_unstable_by(|a, b| b.cmp(a));
        high.truncate(MOST);
        let mut letters: Vec<char> = high.into_iter().map(|(_, c)| c).collect();
        if latin {
            letters.extend('a'..='z');
        }
        letters.sort_unstable();
        let number = |c: char| match class(c) {
            Class::Letter => letters.binary_search(&c).map_or(1, |at| at + 2),
            _ => 0,
        };
        let size = letters.len() + 2;
        let mut single = vec![0.0; size];
        let mut pairs = vec![vec![0.0; size]; size];
        let numbers: Vec<usize> = text.into_iter().map(number).collect();
        let mut alone = vec![0.0; size];
        let mut begun = vec![0.0; size];
        for two in numbers.windows(2) {
            single[two[1]] += 1.0;
            pairs[two[0]][two[1]] += 1.0;
        }
        for three in numbers.windows(3).filter(|three| three[0] == 0) {
            begun[three[1]] += 1.0;
            alone[three[1]] += f64::from(u8::from(three[2] == 0));
        }
        let alone = alone.iter().zip(&begun).map(|(alone, begun)| (alone + 0.02) / (begun + 2.0));
        let alone = alone.collect();
        let (single, pairs) = smooth(single, pairs, latin);
        Self { tag: tag.to_owned(), letters, single, alone, pairs }
    }

    fn write(&self, model: &mut Vec<u8>) {
        model.push(self.tag.len() as u8);
        model.extend(self.tag.bytes());
        model.push(self.letters.len() as u8);
        model.extend(self.letters.iter().flat_map(|&c| (u32::from(c) as u16).to_le_bytes()));
        model.extend(self.single.iter().map(|&share| cost(share)));
        model.extend(self.alone.iter().map(|&share| cost(share)));
        model.extend(self.pairs.iter().flatten().map(|&share| cost(share)));
    }
}

/// From counts to shares, by Witten and Bell: what was not seen behind a letter is as likely as
/// it is alone, as often as something new was seen there.
fn smooth(single: Vec<f64>, pairs: Vec<Vec<f64>>, latin: bool) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = single.len();
    let all: f64 = single.iter().sum();
    let least = |number: usize| match number {
        1 if latin => 1e-4,
        1 => 5e-3,
        _ => 1e-5,
    };
    let single: Vec<f64> =
        (0..size).map(|number| (single[number] / all).max(least(number))).collect();
    let row = |before: usize, counts: &Vec<f64>| -> Vec<f64> {
        // Letters of ASCII keep to themselves in other scripts.
        let own = |now: usize| if before == 1 && !latin && now > 1 { 0.01 } else { 1.0 };
        let seen: f64 = counts.iter().sum();
        let kinds = counts.iter().filter(|&&count| count > 0.0).count().max(1) as f64;
        let share = |now: usize| own(now) * (counts[now] + kinds * single[now]) / (seen + kinds);
        (0..size).map(|now| share(now).max(1e-7)).collect()
    };
    let pairs = pairs.iter().enumerate().map(|(before, counts)| row(before, counts)).collect();
    (single, pairs)
}

/// A negative natural logarithm in sixteenths.
fn cost(share: f64) -> u8 {
    (-share.ln() * 16.0).round().clamp(0.0, 255.0) as u8
}

/// The text as its code pages write it.
fn written(tag: &str, text: &str) -> String {
    match tag {
        // Windows-1256 has one yeh and no keheh of its own for Persian in old programs.
        "fa" => text.replace('\u{6CC}', "\u{64A}"),
        // With cedillas in most pages, with commas in ISO-8859-16.
        "ro" => {
            let cedillas =
                text.replace('ș', "ş").replace('ț', "ţ").replace('Ș', "Ş").replace('Ț', "Ţ");
            let commas =
                text.replace('ş', "ș").replace('ţ', "ț").replace('Ş', "Ș").replace('Ţ', "Ț");
            cedillas + &commas
        }
        "vi" => super::samples::windows_1258(text),
        _ => text.to_owned(),
    }
}

/// The letters of all languages, and how likely each is where it is foreign.
fn write_letters(languages: &[Counted], model: &mut Vec<u8>) {
    let mut shares: BTreeMap<char, f64> = ('a'..='z').map(|c| (c, 0.0)).collect();
    for language in languages {
        for (letter, share) in language.letters.iter().zip(&language.single[2..]) {
            if !letter.is_ascii() {
                *shares.entry(*letter).or_default() += share;
            }
        }
    }
    let all: f64 = shares.values().sum();
    model.extend((shares.len() as u16).to_le_bytes());
    for (letter, share) in shares {
        model.extend((u32::from(letter) as u16).to_le_bytes());
        model.push(cost((share / all).max(1e-5)));
    }
}

/// The row and the column of a character.
type Cell = fn(char) -> Option<(usize, usize)>;

fn euc(c: char, encoding: &'static Encoding) -> Option<(usize, usize)> {
    match bytes(c, encoding)? {
        [lead @ 0xA1..=0xFE, trail @ 0xA1..=0xFE] => {
            Some((usize::from(lead - 0xA1), usize::from(trail - 0xA1)))
        }
        _ => None,
    }
}

fn big5(c: char) -> Option<(usize, usize)> {
    match bytes(c, BIG5)? {
        [lead @ 0xA1..=0xF9, trail @ 0x40..=0x7E] => {
            Some((usize::from(lead - 0xA1), usize::from(trail - 0x40)))
        }
        [lead @ 0xA1..=0xF9, trail @ 0xA1..=0xFE] => {
            Some((usize::from(lead - 0xA1), usize::from(trail - 0x62)))
        }
        _ => None,
    }
}

/// CNS 11643, plane 1, which has the common characters of Big5 in the same order.
fn cns(c: char) -> Option<(usize, usize)> {
    let (row, column) = big5(c)?;
    let linear = row.checked_sub(3)? * 157 + column;
    (linear < 5401).then_some((35 + linear / 94, linear % 94))
}

fn bytes(c: char, encoding: &'static Encoding) -> Option<[u8; 2]> {
    let mut text = [0; 4];
    let (bytes, _, unmappable) = encoding.encode(c.encode_utf8(&mut text));
    (*bytes).try_into().ok().filter(|_| !unmappable)
}

/// The classes of cells: each half as frequent as the one before, and what was not seen.
fn write_grid(
    tag: &str,
    text: &str,
    (rows, columns): (usize, usize),
    cell: Cell,
    model: &mut Vec<u8>,
) {
    let mut counts = vec![0.0_f64; rows * columns];
    for c in text.chars().filter(|c| !c.is_ascii()) {
        if let Some((row, column)) = cell(c) {
            counts[row * columns + column] += 1.0;
        }
    }
    let all: f64 = counts.iter().sum();
    // A class for each factor of 1.7 from 6 % on; 1 are cells of rows that were seen, 0 all others.
    let costs: Vec<f64> = (0..16)
        .map(|class| match class {
            0 => 13.5,
            1 => 11.5,
            _ => 2.8 + 0.53 * (15 - class) as f64,
        })
        .collect();
    let class = |row: usize, column: usize| -> u8 {
        let count = counts[row * columns + column];
        let seen = counts[row * columns..][..columns].iter().filter(|&&count| count > 0.0).count();
        if count == 0.0 {
            return u8::from(seen * 8 > columns);
        }
        let own = -(count / all).ln();
        (15.0 - ((own - 2.8) / 0.53).round()).clamp(2.0, 15.0) as u8
    };
    model.push(tag.len() as u8);
    model.extend(tag.bytes());
    model.extend([rows as u8, columns as u8]);
    model.extend(costs.iter().map(|cost| (cost * 16.0) as u8));
    let classes: Vec<u8> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .map(|(row, column)| class(row, column))
        .collect();
    model.extend(classes.chunks(2).map(|two| two[0] | two.get(1).copied().unwrap_or(0) << 4));
    let known: BTreeSet<usize> = (0..counts.len()).filter(|&at| counts[at] > 0.0).collect();
    println!("grid {tag}: {} characters of {} kinds", all, known.len());
}
