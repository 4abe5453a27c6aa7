//! What a text says of all languages at once: rows of numbers, one for each language.
//!
//! To look up one language after the other takes most of the time that a short text takes. In rows, a letter
//! is looked up once, and the compiler makes vectors of the sums.

use super::pairs::{self, ASCII, Pairs};
use crate::model::{FOREIGN, Language, Model, NONE};

/// How many languages there are at most.
pub(super) const MOST: usize = 64;

/// A number for each language.
pub(super) type Row = [f32; MOST];

/// How much pairs of ASCII letters say of the language, and at most.
const ASCII_WEIGHT: f32 = 0.25;
const ASCII_MOST: f32 = 7.0;

/// Languages that no page of one byte a code point is for.
const EAST_ASIAN: [&str; 3] = ["ja", "ko", "zh"];

/// An accented letter in foreign words among another script.
const TWICE_FOREIGN: f32 = -4.5;

/// The language of a tag as in BCP 47, as the model has it; `None` for one that it lacks, which says nothing.
pub(crate) fn known(tag: &str) -> Option<String> {
    let language = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    // Whichever of the two Norwegians it is, most of it is this.
    let language = if language == "no" { "nb".to_owned() } else { language };
    let is = |one: &Language| one.tag == language && !one.is_several();
    let is_known = EAST_ASIAN.contains(&&*language) || Model::get().languages.iter().any(is);
    is_known.then_some(language)
}

/// The languages of the model, in rows.
pub(super) struct Languages {
    model: &'static Model,
    /// What each pair of ASCII letters costs in each language, in sixteenths.
    ascii: Vec<[u8; MOST]>,
    /// The bytes of ASCII in the numbering of each language.
    own: Vec<[u8; 0x80]>,
    /// Each letter, by its number.
    letters: Vec<Letter>,
    /// The number of English.
    english: usize,
}

/// A letter above U+007F.
#[derive(Clone)]
struct Letter {
    /// How likely it is in each language.
    single: Row,
    /// What it is worth as a foreign letter; 0 where it is none.
    foreign: Row,
}

impl Languages {
    pub(super) fn new(model: &'static Model) -> Self {
        assert!(model.languages.len() <= MOST, "a row has all languages");
        let mut ascii = vec![[0; MOST]; ASCII * ASCII];
        let mut letters =
            vec![Letter { single: [0.0; MOST], foreign: [0.0; MOST] }; model.letters()];
        let mut of_ascii = Vec::new();
        for (number, language) in model.languages.iter().enumerate() {
            let own: [u8; ASCII] = std::array::from_fn(|letter| match letter {
                0 => NONE,
                _ => language.own(letter as u16 - 1),
            });
            of_ascii.push(std::array::from_fn(|byte| own[pairs::letter(byte as u8)]));
            for (pair, row) in ascii.iter_mut().enumerate() {
                row[number] = language.cost(own[pair / ASCII], own[pair % ASCII]);
            }
            for (letter, row) in (0..).zip(&mut letters) {
                let own = language.own(letter);
                row.single[number] = language.single(own);
                if own == FOREIGN {
                    row.foreign[number] = foreign(letter, model, language);
                }
            }
        }
        let english = model.languages.iter().position(|language| language.tag == "en");
        Self {
            model,
            ascii,
            own: of_ascii,
            letters,
            english: english.expect("the model has English"),
        }
    }

    /// What the pairs of ASCII say of each language, as logarithms; the likeliest has 0.
    pub(super) fn by_ascii(&self, pairs: &Pairs, hint: Option<&str>) -> Row {
        let mut costs = [0.0; MOST];
        for &(a, b, weight) in &pairs.ascii {
            let row = &self.ascii[usize::from(a) * ASCII + usize::from(b)];
            costs.iter_mut().zip(row).for_each(|(sum, &cost)| *sum += weight * f32::from(cost));
        }
        let languages = &self.model.languages;
        let scores = costs.map(|cost| -cost / 16.0);
        let is_one = |language: &Language| language.latin && !language.is_several();
        let latin = languages.iter().zip(scores).filter(|(language, _)| is_one(language));
        let best = latin.map(|(_, score)| score).fold(f32::NEG_INFINITY, f32::max);
        let mut worth = [0.0; MOST];
        for (number, language) in languages.iter().enumerate() {
            // In text of another script, ASCII is mostly English, and so it is where words of several languages are.
            let own = language.latin && !language.is_several();
            let score = scores[if own { number } else { self.english }];
            let hinted = if hint.is_some_and(|hint| hint != language.tag) { -6.0 } else { 0.0 };
            let sparse = if language.latin { 0.0 } else { pairs.sparse() };
            worth[number] = (ASCII_WEIGHT * (score - best)).max(-ASCII_MOST) + sparse + hinted;
        }
        worth
    }

    /// The bytes of ASCII in the numbering of a language.
    pub(super) fn ascii(&self, language: usize) -> &[u8; 0x80] {
        &self.own[language]
    }

    /// What letters are worth in each language, each for itself.
    pub(super) fn singles(&self, letters: &[(u16, f32)]) -> Row {
        let mut worth = [0.0; MOST];
        for &(letter, weight) in letters {
            let Letter { single, foreign } = &self.letters[usize::from(letter)];
            for ((sum, single), foreign) in worth.iter_mut().zip(single).zip(foreign) {
                *sum += weight * single;
                *sum += weight * foreign;
            }
        }
        worth
    }

    /// What a letter is worth as a foreign one.
    pub(super) fn foreign(&self, letter: u16, language: usize) -> f32 {
        self.letters[usize::from(letter)].foreign[language]
    }
}

/// What a letter is worth in a language that lacks it. Where ASCII is foreign, what stands among it is so twice.
fn foreign(letter: u16, model: &Model, language: &Language) -> f32 {
    let twice = !language.latin && model.is_latin(letter);
    model.foreign(letter) + if twice { TWICE_FOREIGN } else { 0.0 }
}
