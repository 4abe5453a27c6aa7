//! Pages of one byte a code point, by the language that the text would be in.
//!
//! A page and a language give a likelihood: of each letter behind the one before, which the model
//! has; of each sign behind its neighbour; and of upper and lower case. What is ASCII is the same
//! in all pages, but tells the language. Each language is one hypothesis: a text is in one.

use crate::model::{FOREIGN, Language, Model, NONE};
use crate::pages::{self, Class, Page};
use crate::{signs, usage};
use std::collections::HashMap;
use std::sync::OnceLock;

/// What a byte is in a page.
#[derive(Clone, Copy, Debug)]
struct Cell {
    class: Class,
    upper: bool,
    /// A letter of a script other than that of ASCII.
    other_script: bool,
    /// The letter, among those of all languages.
    letter: u16,
    /// What it is worth where it is foreign.
    foreign: f32,
    /// The logarithm of how likely it is behind each class, and each class behind it.
    contexts: ([f32; 5], [f32; 5]),
}

/// A page, made ready.
struct Table {
    page: Page,
    cells: Box<[Cell; 256]>,
    prior: f32,
    /// The languages that it can hold, each with the logarithm of its share.
    languages: Vec<(usize, f32)>,
}

/// All pages, made ready.
pub(crate) struct Tables(Vec<Table>);

/// What a page makes of a text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The number of the page.
    pub(crate) page: usize,
    pub(crate) name: &'static str,
    /// The logarithm of its likelihood, with how often the page is met.
    pub(crate) score: f32,
    /// The likeliest language.
    pub(crate) language: &'static str,
    /// Letters above U+007F.
    pub(crate) letters: u64,
}

/// Repeats are no new evidence: so many count as the power.
const DAMPED: f32 = 0.65;

/// How much pairs of ASCII letters say of the language, and at most.
const ASCII_WEIGHT: f32 = 0.25;
const ASCII_MOST: f32 = 7.0;

/// A byte that the page leaves undefined.
const UNDEFINED: f32 = -14.0;

/// Letters of two scripts in one word.
const MIXED: f32 = -4.0;

/// An accented letter in foreign words among another script.
const TWICE_FOREIGN: f32 = -4.5;

/// How much it says that a text has few letters of another script among much ASCII.
const SPARSE: f32 = 2.0;

/// Languages with so few letters above U+007F are written in any page, without them.
const RARELY: f32 = 0.02;

/// Languages and pages that go on to the second round.
const SECOND_ROUND: usize = 60;

impl Tables {
    /// The tables, which are made once.
    pub(crate) fn get() -> &'static Self {
        static MADE: OnceLock<Tables> = OnceLock::new();
        MADE.get_or_init(Self::make)
    }

    fn make() -> Self {
        let model = Model::get();
        let ascii: Vec<Cell> = (0..0x80_u8).map(|byte| Cell::of(char::from(byte), model)).collect();
        let mut known = Known::default();
        let high: Vec<HighLetters> = model.languages.iter().map(HighLetters::of).collect();
        let numbers: HashMap<&str, usize> =
            (0..).zip(&model.languages).map(|(number, language)| (language.tag, number)).collect();
        let table = |page: Page| {
            let mut cells = Vec::with_capacity(256);
            cells.extend_from_slice(&ascii);
            cells.extend(page.high.iter().map(|&c| known.cell(c, model)));
            let used = usage::ALL.iter().find(|usage| usage.page == page.name);
            let (prior, used) = used.map_or((-9.0, &[][..]), |used| (used.prior, used.languages));
            let mut held = vec![false; model.letters()];
            let letters = cells[0x80..].iter().map(|cell| usize::from(cell.letter));
            letters
                .for_each(|letter| held.get_mut(letter).into_iter().for_each(|held| *held = true));
            let mut shares: Vec<Option<f32>> = vec![None; model.languages.len()];
            for (number, language) in model.languages.iter().enumerate() {
                shares[number] = match language.tag {
                    // English is written everywhere.
                    "en" => Some(usage::ENGLISH),
                    _ => high[number].are_in(&held, language).then_some(usage::ELSEWHERE),
                };
            }
            for (tag, share) in used {
                if let Some(&number) = numbers.get(tag) {
                    shares[number] = Some(share.ln());
                }
            }
            let shares = (0..).zip(shares);
            let languages = shares.filter_map(|(number, share)| Some((number, share?))).collect();
            let cells = cells.try_into().expect("a page has 256 bytes");
            Table { page, cells, prior, languages }
        };
        Self(pages::all().into_iter().map(table).collect())
    }

    /// The page of this number.
    pub(crate) fn page(&self, number: usize) -> &Page {
        &self.0[number].page
    }

    /// The number of the page that a label names.
    pub(crate) fn named(&self, label: &str) -> Option<usize> {
        let is = |table: &Table| table.page.name == label || table.page.aliases.contains(&label);
        self.0.iter().position(is)
    }

    /// The likelihood of the text in each page that is likely, and in those `named`.
    pub(crate) fn read(
        &self,
        pairs: &Pairs,
        language: Option<&str>,
        named: &[usize],
    ) -> Vec<Reading> {
        let model = Model::get();
        let known = known_languages(pairs, model, language);
        // The first round: letters alone, and what is the same in all languages.
        let mut first: Vec<Round> = Vec::new();
        let shared: Vec<f32> = self.0.iter().map(|table| table.shared(pairs)).collect();
        for (page, table) in self.0.iter().enumerate() {
            for &(number, share) in &table.languages {
                let extra = shared[page] + known[number] + table.prior + share;
                let singles = table.singles(pairs, &model.languages[number]);
                first.push(Round { score: extra + singles, extra, page, number });
            }
        }
        let by_score = |a: &Round, b: &Round| b.score.total_cmp(&a.score);
        if first.len() > SECOND_ROUND {
            first.select_nth_unstable_by(SECOND_ROUND, by_score);
        }
        let mut place = 0;
        first.retain(|round| {
            place += 1;
            place <= SECOND_ROUND || named.contains(&round.page)
        });
        // The second round: letters behind each other, summed up over languages.
        let mut found: Vec<Reading> = Vec::new();
        let mut best: Vec<f32> = Vec::new();
        for &Round { extra, page, number, .. } in &first {
            let table = &self.0[page];
            let language = &model.languages[number];
            let score = extra + table.pairs(pairs, language);
            let at = found.iter().position(|reading| reading.page == page);
            let at = at.unwrap_or_else(|| {
                let (name, letters) = (table.page.name, table.letters(pairs));
                found.push(Reading { page, name, score: f32::NEG_INFINITY, language: "", letters });
                best.push(f32::NEG_INFINITY);
                found.len() - 1
            });
            if score > best[at] {
                best[at] = score;
                found[at].language = language.tag;
            }
            found[at].score = sum(found[at].score, score);
        }
        found
    }
}

/// A page and a language in the first round.
struct Round {
    score: f32,
    /// What is known without letters.
    extra: f32,
    page: usize,
    number: usize,
}

/// What a language writes above U+007F: each letter, as its number among those of all languages,
/// with its frequency; and all together.
struct HighLetters {
    letters: Vec<(usize, f32)>,
    all: f32,
}

impl HighLetters {
    fn of(language: &Language) -> Self {
        let letters: Vec<(usize, f32)> = language
            .high_letters()
            .map(|(letter, own)| (letter, language.single(own).exp()))
            .collect();
        let all = letters.iter().map(|letter| letter.1).sum();
        Self { letters, all }
    }

    /// Whether a page has most of them, or they are rare.
    fn are_in(&self, held: &[bool], language: &Language) -> bool {
        let found = self.letters.iter().filter(|letter| held[letter.0]);
        found.map(|letter| letter.1).sum::<f32>() >= 0.7 * self.all
            || language.latin && self.all < RARELY
    }
}

/// The cells of code points that were looked up before: most pages have them, too.
#[derive(Default)]
struct Known {
    /// By the code point, where the cell is.
    index: Vec<u16>,
    cells: Vec<Cell>,
}

impl Known {
    fn cell(&mut self, c: char, model: &Model) -> Cell {
        let at = c as usize;
        // All but a few signs.
        if at >= 0x2600 {
            return Cell::of(c, model);
        }
        self.index.resize(0x2600, u16::MAX);
        if self.index[at] == u16::MAX {
            self.index[at] = self.cells.len() as u16;
            self.cells.push(Cell::of(c, model));
        }
        self.cells[usize::from(self.index[at])]
    }
}

/// The logarithm of a sum.
pub(crate) fn sum(a: f32, b: f32) -> f32 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

impl Cell {
    fn of(c: char, model: &Model) -> Self {
        let class = pages::class(c);
        let lower = pages::fold(c);
        let letter = model.letter(lower);
        Self {
            class,
            upper: lower != c,
            other_script: class == Class::Letter && !is_latin(c),
            letter,
            foreign: if c.is_ascii() { 0.0 } else { model.foreign(letter) },
            contexts: match class {
                Class::Sign => signs::contexts(c),
                _ => ([0.0; 5], [0.0; 5]),
            },
        }
    }

    /// What it is worth as a foreign letter. Where ASCII is foreign, what stands among it is so
    /// twice.
    fn foreign_in(&self, language: &Language) -> f32 {
        self.foreign + if language.latin || self.other_script { 0.0 } else { TWICE_FOREIGN }
    }

    fn own(&self, language: &Language) -> u8 {
        if self.class == Class::Letter { language.own(self.letter) } else { NONE }
    }
}

/// Whether Latin words have this letter.
fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24F}' | '\u{300}'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}')
}

/// What two cells are worth beside each other, whatever the language.
fn beside(a: &Cell, b: &Cell) -> f32 {
    let class = |cell: &Cell| match cell.class {
        Class::Undefined => Class::Punctuation as usize,
        class => class as usize,
    };
    match (a.class, b.class) {
        (_, Class::Undefined) => 0.0, // counted alone
        (Class::Letter, Class::Letter) if a.other_script != b.other_script => MIXED,
        (Class::Letter, Class::Letter) => case(Some(a.upper), b.upper),
        (Class::Sign, Class::Letter) => a.contexts.1[class(b)] + case(None, b.upper),
        (_, Class::Letter) => signs::letter_behind(a.class) + case(None, b.upper),
        // That a word ends is in the model of the language.
        (Class::Letter, Class::Sign) => (b.contexts.0[class(a)] + 1.6).min(0.0),
        (_, Class::Sign) => b.contexts.0[class(a)],
        (Class::Sign, _) => a.contexts.1[class(b)],
        _ => 0.0,
    }
}

/// Upper or lower case behind the case of a letter, or behind what is no letter.
fn case(before: Option<bool>, upper: bool) -> f32 {
    match (before, upper) {
        (None, false) => -0.25,
        (None, true) => -1.5,
        (Some(false), false) => -0.02,
        (Some(false), true) => -5.5,
        (Some(true), false) => -0.25,
        (Some(true), true) => -1.5,
    }
}

/// What the pairs of ASCII say of each language, as logarithms; the likeliest has 0.
fn known_languages(pairs: &Pairs, model: &Model, hint: Option<&str>) -> Vec<f32> {
    let of = |language: &Language| -> f32 {
        let own: [u8; 27] = std::array::from_fn(|letter| match letter {
            0 => NONE,
            _ => language.own(letter as u16 - 1),
        });
        let own = |letter: u8| own[usize::from(letter)];
        pairs.ascii.iter().map(|&(a, b, weight)| weight * language.pair(own(a), own(b))).sum()
    };
    let latin = model.languages.iter().filter(|language| language.latin);
    let scores: Vec<(&str, f32)> = latin.map(|language| (language.tag, of(language))).collect();
    let best = scores.iter().map(|score| score.1).fold(f32::NEG_INFINITY, f32::max);
    // In text of another script, ASCII is mostly English.
    let score =
        |tag: &str| scores.iter().find(|score| score.0 == tag).map_or(best, |score| score.1);
    let worth = |language: &Language| {
        let score = score(if language.latin { language.tag } else { "en" });
        let hinted = if hint.is_some_and(|hint| hint != language.tag) { -6.0 } else { 0.0 };
        let sparse = if language.latin { 0.0 } else { pairs.sparse() };
        (ASCII_WEIGHT * (score - best)).max(-ASCII_MOST) + sparse + hinted
    };
    model.languages.iter().map(worth).collect()
}

impl Table {
    /// What is the same in all languages.
    fn shared(&self, pairs: &Pairs) -> f32 {
        let mut score = 0.0;
        for &(a, b, weight) in &pairs.high {
            score += weight * beside(&self.cells[usize::from(a)], &self.cells[usize::from(b)]);
        }
        for &(byte, _, count) in &pairs.bytes {
            if self.cells[usize::from(byte)].class == Class::Undefined {
                score += count * UNDEFINED;
            }
        }
        score
    }

    /// The letters of a language, each for itself.
    fn singles(&self, pairs: &Pairs, language: &Language) -> f32 {
        let mut score = 0.0;
        for &(byte, weight, _) in &pairs.bytes {
            let cell = &self.cells[usize::from(byte)];
            if cell.class == Class::Letter {
                let own = language.own(cell.letter);
                score += weight * language.single(own);
                if own == FOREIGN {
                    score += weight * cell.foreign_in(language);
                }
            }
        }
        score
    }

    /// The letters of a language, each behind the one before.
    fn pairs(&self, pairs: &Pairs, language: &Language) -> f32 {
        let own: [u8; 256] = std::array::from_fn(|byte| self.cells[byte].own(language));
        let mut score = 0.0;
        for &(a, b, weight) in &pairs.high {
            let (first, second) = (own[usize::from(a)], own[usize::from(b)]);
            if first != NONE || second != NONE {
                score += weight * language.pair(first, second);
            }
        }
        for &(byte, weight, _) in &pairs.bytes {
            if own[usize::from(byte)] == FOREIGN {
                score += weight * self.cells[usize::from(byte)].foreign_in(language);
            }
        }
        for &(byte, weight) in &pairs.alone {
            let letter = own[usize::from(byte)];
            if letter != NONE {
                score += weight * (language.alone(letter) - language.pair(letter, NONE));
            }
        }
        score
    }

    fn letters(&self, pairs: &Pairs) -> u64 {
        let letters =
            |&&(byte, _, _): &&(u8, f32, f32)| self.cells[usize::from(byte)].class == Class::Letter;
        pairs.bytes.iter().filter(letters).map(|&(_, _, count)| count as u64).sum()
    }
}

/// The pairs of bytes of a text, and how much each counts.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// Those with a byte that is not ASCII.
    high: Vec<(u8, u8, f32)>,
    /// Those of ASCII letters, as their numbers from 1 on; 0 is what is no letter.
    ascii: Vec<(u8, u8, f32)>,
    /// How many pairs there are with a byte that is not ASCII.
    all_high: f32,
    /// How many letters of ASCII.
    letters: f32,
    /// Those of the bytes that are not ASCII that stand between ASCII that is no letter.
    alone: Vec<(u8, f32)>,
    /// The bytes that are not ASCII: how much each counts, and how often it is there.
    bytes: Vec<(u8, f32, f32)>,
    /// How often each byte is there.
    counts: Vec<u32>,
}

/// Pairs with a byte that is not ASCII have numbers: the first such a byte, or only the second.
const NUMBERS: usize = 128 * 256 + 128 * 128;

fn number(a: u8, b: u8) -> usize {
    match a {
        0x80.. => usize::from(a & 0x7F) << 8 | usize::from(b),
        _ => 128 * 256 + (usize::from(a) << 7 | usize::from(b & 0x7F)),
    }
}

impl Pairs {
    /// Those of `text`.
    pub(crate) fn of(text: &[u8]) -> Self {
        let (mut counts, mut seen) = (vec![0_u16; NUMBERS], Vec::new());
        let mut ascii = [0_u32; 27 * 27];
        let (mut singles, mut alone) = (vec![0_u32; 256], [0_u32; 256]);
        let apart = |byte: u8| byte.is_ascii() && !byte.is_ascii_alphabetic();
        let letter = |byte: u8| match byte.to_ascii_lowercase() {
            letter @ b'a'..=b'z' => letter - b'a' + 1,
            _ => 0,
        };
        let mut before = b'\n';
        for (at, &byte) in text.iter().chain(b"\n").enumerate() {
            singles[usize::from(byte)] += 1;
            let one = std::mem::replace(&mut before, byte);
            if one.is_ascii() && byte.is_ascii() {
                ascii[usize::from(letter(one)) * 27 + usize::from(letter(byte))] += 1;
                continue;
            }
            let count = &mut counts[number(one, byte)];
            if *count == 0 {
                seen.push((one, byte));
            }
            *count = count.saturating_add(1);
            if byte.is_ascii() && at > 1 && at < text.len() && apart(byte) && apart(text[at - 2]) {
                alone[usize::from(one)] += 1;
            }
        }
        // What ends the last pair is not there.
        singles[usize::from(b'\n')] -= 1;
        let few: [f32; 32] = std::array::from_fn(|count| (count as f32).powf(DAMPED));
        let damped = |count: u32| match few.get(count as usize) {
            Some(&damped) => damped,
            None => (count as f32).powf(DAMPED),
        };
        let letters = |byte: u8| singles[usize::from(byte)] as f32;
        let letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(letters).sum();
        let mut pairs = Self { letters, ..Self::default() };
        for (a, b) in seen {
            let count = u32::from(counts[number(a, b)]);
            pairs.high.push((a, b, damped(count)));
            pairs.all_high += count as f32;
        }
        for (pair, &count) in ascii.iter().enumerate().skip(1).filter(|pair| *pair.1 > 0) {
            pairs.ascii.push(((pair / 27) as u8, (pair % 27) as u8, damped(count)));
        }
        for byte in 0x80..=0xFF_u8 {
            let count = singles[usize::from(byte)];
            if count > 0 {
                pairs.bytes.push((byte, damped(count), count as f32));
            }
            if alone[usize::from(byte)] > 0 {
                pairs.alone.push((byte, damped(alone[usize::from(byte)])));
            }
        }
        pairs.counts = singles;
        pairs
    }

    /// The bytes that are not ASCII, and how often each is there.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = (u8, f32)> {
        self.bytes.iter().map(|&(byte, _, count)| (byte, count))
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
        self.high.iter().map(|pair| pair.2).sum::<f32>() / self.all_high.max(1.0)
    }

    /// How much the bytes that are not ASCII count.
    pub(crate) fn high(&self) -> f32 {
        self.high.iter().filter(|pair| !pair.1.is_ascii()).map(|pair| pair.2).sum()
    }

    /// The logarithm of the likelihood in a page of which nothing is known: each byte is as
    /// likely as it is frequent here, and which they are has to be told, too. Only for text that
    /// has words of such bytes: with fewer, it would explain anything.
    pub(crate) fn nameless(&self) -> f32 {
        let all: f32 = self.bytes.iter().map(|byte| byte.1).sum();
        let goes_on: f32 = self
            .high
            .iter()
            .filter(|pair| !pair.0.is_ascii() && !pair.1.is_ascii())
            .map(|pair| pair.2)
            .sum();
        if 3.0 * goes_on < 2.0 * self.high() {
            return f32::NEG_INFINITY;
        }
        let mut share = [0.0; 256];
        let counted: f32 = self.bytes.iter().map(|byte| byte.2).sum();
        self.bytes.iter().for_each(|&(byte, _, count)| share[usize::from(byte)] = count / counted);
        let own = |&(_, b, weight): &(u8, u8, f32)| match b.is_ascii() {
            true => 0.0,
            false => weight * share[usize::from(b)].ln(),
        };
        let own: f32 = self.high.iter().map(own).sum();
        let told = self.bytes.len() as f32 * (128.0_f32.ln() + 0.5 * (all + 1.0).ln());
        own - told - 0.8 * self.high.iter().map(|pair| pair.2).sum::<f32>()
    }
}
