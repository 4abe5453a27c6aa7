//! The letters of languages: how likely each is behind each other one.
//!
//! `cargo xtask detect model` counts them, and writes `model.bin`:
//!
//! - how many languages; for each its tag (length, bytes), how many letters it has, those (two
//!   bytes, little-endian), the frequency of each letter, how often a word that begins with it
//!   has no other, and the frequency of each letter behind each other one;
//! - the letters of all languages with their frequency in all of them (count, code point, cost);
//! - grids of East Asian character sets (tag, rows, columns, the costs of 16 classes, and the
//!   class of each cell in four bits).
//!
//! Frequencies are costs: negative natural logarithms, in sixteenths.

use crate::pages;
use std::sync::OnceLock;

const MODEL: &[u8] = include_bytes!("model.bin");

/// What is no letter, in the numbering of a language.
pub(crate) const NONE: u8 = 0;

/// A letter that the language does not have.
pub(crate) const FOREIGN: u8 = 1;

/// The tags of several languages in one text begin with this (ISO 639-2).
pub(crate) const SEVERAL: &str = "mul-";

/// All that is known of languages.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) languages: Vec<Language>,
    /// The letters of all languages, ASCII first, and what each costs where it is foreign.
    letters: Vec<(u16, f32)>,
    grids: Vec<Grid>,
}

/// A language.
#[derive(Debug)]
pub(crate) struct Language {
    pub(crate) tag: &'static str,
    /// Whether the letters of ASCII are its own.
    pub(crate) latin: bool,
    /// How many rows a table has: its letters, and two.
    size: usize,
    // Costs.
    single: &'static [u8],
    alone: &'static [u8],
    pairs: &'static [u8],
    /// The number in this language of each letter of all languages.
    own: Vec<u8>,
}

impl Language {
    /// Whether it stands for several, and English: lists of names, and foreign words.
    pub(crate) fn is_several(&self) -> bool {
        self.tag.starts_with(SEVERAL)
    }

    /// The number in this language of a letter of all languages.
    pub(crate) fn own(&self, letter: u16) -> u8 {
        self.own.get(usize::from(letter)).copied().unwrap_or(FOREIGN)
    }

    /// Its letters that are not ASCII: the number among those of all languages, and its own.
    pub(crate) fn high_letters(&self) -> impl Iterator<Item = (usize, u8)> {
        // Those of ASCII come first.
        let from = if self.latin { 2 + 26 } else { 2 };
        let all = self.own.iter().copied().enumerate();
        all.filter(move |&(_, own)| own >= from && own != FOREIGN)
    }

    /// The logarithm of the frequency of a letter.
    pub(crate) fn single(&self, letter: u8) -> f32 {
        weight(self.single[usize::from(letter)])
    }

    /// The logarithm of how often a word that begins with this letter has no other.
    pub(crate) fn alone(&self, letter: u8) -> f32 {
        weight(self.alone[usize::from(letter)])
    }

    /// The logarithm of the frequency of the second letter behind the first.
    pub(crate) fn pair(&self, first: u8, second: u8) -> f32 {
        weight(self.cost(first, second))
    }

    /// The same as a cost in sixteenths.
    pub(crate) fn cost(&self, first: u8, second: u8) -> u8 {
        self.pairs[usize::from(first) * self.size + usize::from(second)]
    }
}

/// A character set of rows and columns, and how frequent each of its characters is.
#[derive(Debug)]
pub(crate) struct Grid {
    tag: &'static str,
    columns: usize,
    costs: [f32; 16],
    classes: &'static [u8],
}

impl Grid {
    /// The logarithm of the frequency of a character.
    pub(crate) fn weight(&self, row: usize, column: usize) -> f32 {
        let cell = row * self.columns + column;
        let two = self.classes.get(cell / 2).copied().unwrap_or(0);
        -self.costs[usize::from(if cell.is_multiple_of(2) { two & 15 } else { two >> 4 })]
    }
}

/// What a cost is as a logarithm.
fn weight(cost: u8) -> f32 {
    -f32::from(cost) / 16.0
}

/// Reads the parts of a model.
struct Reader(&'static [u8]);

impl Reader {
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    fn byte(&mut self) -> usize {
        usize::from(self.bytes(1)[0])
    }

    fn two(&mut self) -> u16 {
        u16::from_le_bytes([self.bytes(1)[0], self.bytes(1)[0]])
    }

    fn tag(&mut self) -> &'static str {
        let len = self.byte();
        std::str::from_utf8(self.bytes(len)).expect("tags are ASCII")
    }

    fn weights(&mut self, count: usize) -> Vec<f32> {
        self.bytes(count).iter().map(|&cost| weight(cost)).collect()
    }
}

impl Model {
    /// The model, which is read once.
    pub(crate) fn get() -> &'static Self {
        static READ: OnceLock<Model> = OnceLock::new();
        READ.get_or_init(Self::read)
    }

    fn read() -> Self {
        let mut reader = Reader(MODEL);
        let count = reader.byte();
        let mut alphabets = Vec::new();
        let mut languages = Vec::new();
        for _ in 0..count {
            let tag = reader.tag();
            let letters = reader.byte();
            let alphabet: Vec<u16> = (0..letters).map(|_| reader.two()).collect();
            let size = letters + 2;
            let [single, alone, pairs] = [size, size, size * size].map(|count| reader.bytes(count));
            let latin = alphabet.contains(&u16::from(b'a'));
            alphabets.push(alphabet);
            languages.push(Language { tag, latin, size, single, alone, pairs, own: Vec::new() });
        }
        let count = reader.two();
        let letters: Vec<(u16, f32)> =
            (0..count).map(|_| (reader.two(), reader.weights(1)[0])).collect();
        for (language, alphabet) in languages.iter_mut().zip(&alphabets) {
            language.own = vec![FOREIGN; letters.len()];
            for (number, letter) in (2..).zip(alphabet) {
                if let Ok(at) = letters.binary_search_by_key(letter, |&(letter, _)| letter) {
                    language.own[at] = number;
                }
            }
        }
        let count = reader.byte();
        let grids = (0..count)
            .map(|_| {
                let (tag, rows, columns) = (reader.tag(), reader.byte(), reader.byte());
                let mut costs = [0.0; 16];
                costs.iter_mut().zip(reader.weights(16)).for_each(|(cost, weight)| *cost = -weight);
                Grid { tag, columns, costs, classes: reader.bytes((rows * columns).div_ceil(2)) }
            })
            .collect();
        Self { languages, letters, grids }
    }

    /// The number of a letter, in lower case, among those of all languages. Behind them are two that none
    /// has: a Latin letter, and one of another script.
    pub(crate) fn letter(&self, c: char) -> u16 {
        let found = u16::try_from(u32::from(c))
            .ok()
            .and_then(|c| self.letters.binary_search_by_key(&c, |&(letter, _)| letter).ok());
        found.unwrap_or(self.letters.len() + usize::from(!pages::is_latin(c))) as u16
    }

    /// How many numbers of letters there are.
    pub(crate) fn letters(&self) -> usize {
        self.letters.len() + 2
    }

    /// Whether Latin words have the letter.
    pub(crate) fn is_latin(&self, letter: u16) -> bool {
        match self.letters.get(usize::from(letter)) {
            Some(&(c, _)) => char::from_u32(c.into()).is_some_and(pages::is_latin),
            None => usize::from(letter) == self.letters.len(),
        }
    }

    /// What a letter is worth in a text whose language does not have it.
    pub(crate) fn foreign(&self, letter: u16) -> f32 {
        self.letters.get(usize::from(letter)).map_or(-9.0, |&(_, weight)| weight)
    }

    /// The grid of this tag.
    pub(crate) fn grid(&self, tag: &str) -> &Grid {
        self.grids.iter().find(|grid| grid.tag == tag).expect("the model has it")
    }
}
