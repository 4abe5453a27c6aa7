//! Pages of one byte a code point, by the language that the text would be in.
//!
//! A page and a language give a likelihood: of each letter behind the one before, which the model
//! has; of each sign behind its neighbour; and of upper and lower case. What is ASCII is the same
//! in all pages, but tells the language. Each language is one hypothesis: a text is in one.
//!
//! Pages that read all bytes of the text alike are looked at once: mostly a dozen texts are left of all pages.

use super::cells::{Beside, Cell, Cells};
use super::languages::{Languages, MOST, Row};
use super::measures;
use super::pairs::Pairs;
use crate::model::{FOREIGN, Language, Model, NONE};
use crate::pages::{self, Page};
use crate::usage;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A page, made ready.
struct Table {
    page: Page,
    cells: [Cell; 256],
    prior: f32,
    /// Whether most of its letters are of another script than those of ASCII.
    other_script: bool,
    /// The languages that it can hold, each with the logarithm of its share.
    languages: Vec<(usize, f32)>,
}

/// All pages, made ready.
pub(crate) struct Tables {
    pages: Vec<Table>,
    beside: Beside,
    languages: Languages,
}

/// What a page makes of a text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The number of the page.
    pub(crate) page: usize,
    pub(crate) name: &'static str,
    /// The number of the text that it reads: other pages may read the same.
    pub(crate) text: usize,
    /// The logarithm of its likelihood, with how often the page is met.
    pub(crate) score: f32,
    /// The same, if all encodings were met alike often.
    pub(crate) alike: f32,
    /// The likeliest language.
    pub(crate) language: &'static str,
    /// Letters above U+007F.
    pub(crate) letters: u64,
    /// Whether most letters of the page are of another script than those of ASCII.
    pub(crate) other_script: bool,
    /// Whether it has the signs that DOS drew with.
    pub(crate) draws: bool,
}

/// A byte that the page leaves undefined.
const UNDEFINED: f32 = -14.0;

/// A sign where it is expected, "·" in Catalan, and a sign in a word that no words have.
const EXPECTED: f32 = 4.0;
const IN_CATALAN: f32 = 6.0;
const IN_WORD: f32 = -3.0;

/// A sign in what may be a sound.
const IN_SOUND: f32 = -3.0;

/// A sign that lacks its other half.
const MISSING: f32 = -2.0;

/// All letters of another script than that of ASCII stand alone, and less the fewer do: text in it has words.
const ALL_ALONE: f32 = -5.0;

/// Languages with so few letters above U+007F are written in any page, without them.
const RARELY: f32 = 0.02;

/// Languages and pages that go on to the second round.
const SECOND_ROUND: usize = 72;

/// How much of what a language is to a page counts where all pages are met alike often.
const BY_LANGUAGE: f32 = 0.5;

/// And so does what would be this close to the best, if all were met alike often.
const RARE: f32 = 12.0;

impl Tables {
    /// The tables, which are made once.
    pub(crate) fn get() -> &'static Self {
        static MADE: OnceLock<Tables> = OnceLock::new();
        MADE.get_or_init(Self::make)
    }

    fn make() -> Self {
        let model = Model::get();
        let mut cells = Cells::default();
        let high: Vec<HighLetters> = model.languages.iter().map(HighLetters::of).collect();
        let numbers: HashMap<&str, usize> =
            (0..).zip(&model.languages).map(|(number, language)| (language.tag, number)).collect();
        let table = |page: Page| {
            let cells: [Cell; 256] = std::array::from_fn(|byte| match byte {
                0..0x80 => cells.cell(char::from(byte as u8), model),
                _ => cells.cell(page.high[byte - 0x80], model),
            });
            let used = usage::ALL.iter().find(|usage| usage.page == page.name);
            let (prior, used) = used.map_or((-9.0, &[][..]), |used| (used.prior, used.languages));
            let mut held = vec![false; model.letters()];
            let letters = cells[0x80..].iter().filter_map(|cell| cell.letter);
            letters.for_each(|letter| held[usize::from(letter)] = true);
            let mut shares: Vec<Option<f32>> = vec![None; model.languages.len()];
            for (number, language) in model.languages.iter().enumerate() {
                shares[number] = match language.tag {
                    // English is written everywhere.
                    "en" => Some(usage::ENGLISH),
                    _ if language.is_several() => None,
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
            let letters = page.high.iter().filter(|c| pages::is_letter(**c));
            let (all, latin) = letters.fold((0, 0), |(all, latin), c| {
                (all + 1, latin + usize::from(pages::is_latin(*c)))
            });
            let other_script = 2 * latin < all;
            Table { page, cells, prior, other_script, languages }
        };
        let pages = pages::all().into_iter().map(table).collect();
        Self { pages, beside: cells.beside(), languages: Languages::new(model) }
    }

    /// The number of the page that a label names.
    pub(crate) fn named(&self, label: &str) -> Option<usize> {
        let is = |table: &Table| table.page.name == label || table.page.aliases.contains(&label);
        self.pages.iter().position(is)
    }

    /// The byte that `c` has in a page.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn byte(&self, page: &str, c: char) -> Option<u8> {
        if c.is_ascii() {
            return Some(c as u8);
        }
        let table = self.pages.iter().find(|table| table.page.name == page)?;
        let at = table
            .page
            .high
            .iter()
            .position(|high| *high == c && c != char::REPLACEMENT_CHARACTER)?;
        Some(0x80 + at as u8)
    }

    /// Whether each byte that two pages read otherwise is a sign in one of them. What is no page reads all otherwise.
    pub(crate) fn differ_by_signs(
        &self,
        one: Option<usize>,
        other: Option<usize>,
        pairs: &Pairs,
    ) -> bool {
        let pages = [one, other].map(|page| page.map(|page| &self.pages[page]));
        pairs.bytes().all(|(byte, _)| {
            let high = |table: &Table| table.page.high[usize::from(byte & 0x7F)];
            let is_sign = |table: &Table| table.cells[usize::from(byte)].letter.is_none();
            let alike = matches!(pages, [Some(one), Some(other)] if high(one) == high(other));
            alike || pages.into_iter().flatten().any(is_sign)
        })
    }

    /// The likelihood of the text in each page that is likely, and in those `named`.
    pub(crate) fn read(
        &self,
        pairs: &Pairs,
        language: Option<&str>,
        named: &[usize],
    ) -> Vec<Reading> {
        let model = Model::get();
        let known = self.languages.by_ascii(pairs, language);
        let (texts, text_of) = self.texts(pairs);
        // The first round: letters alone, and what is the same in all languages.
        let mut first = Vec::with_capacity(self.pages.len() * MOST);
        for (page, table) in self.pages.iter().enumerate() {
            let text = &texts[text_of[page]];
            for &(number, share) in &table.languages {
                let extra = text.shared + known[number] + table.prior + share;
                let likely = text.shared + known[number] + BY_LANGUAGE * share;
                first.push(Round {
                    score: extra + text.singles[number],
                    extra,
                    likely,
                    page,
                    number,
                });
            }
        }
        let by_score = |a: &Round, b: &Round| b.score.total_cmp(&a.score);
        // What each text would be worth if it were met as often as the others.
        let mut rare = vec![(f32::NEG_INFINITY, 0, 0); texts.len()];
        for round in &first {
            let one = &mut rare[text_of[round.page]];
            let worth = round.likely + texts[text_of[round.page]].singles[round.number];
            if worth > one.0 {
                *one = (worth, round.page, round.number);
            }
        }
        let most = rare.iter().map(|one| one.0).fold(f32::NEG_INFINITY, f32::max);
        rare.retain(|one| one.0 > most - RARE);
        if first.len() > SECOND_ROUND {
            first.select_nth_unstable_by(SECOND_ROUND, by_score);
        }
        let mut place = 0;
        first.retain(|round| {
            place += 1;
            place <= SECOND_ROUND
                || named.contains(&round.page)
                || rare.iter().any(|one| (one.1, one.2) == (round.page, round.number))
        });
        // The second round: letters behind each other, summed up over languages.
        // With room for all of them at once: threads that make more wait for each other.
        let mut found: Vec<Reading> = Vec::with_capacity(self.pages.len());
        let mut best: Vec<f32> = Vec::with_capacity(self.pages.len());
        let mut worth = vec![None; texts.len() * MOST];
        for &Round { extra, likely, page, number, .. } in &first {
            let Table { page: Page { name, .. }, cells, other_script, .. } = &self.pages[page];
            let (text, language) = (text_of[page], &model.languages[number]);
            let worth = worth[text * MOST + number]
                .get_or_insert_with(|| self.worth(pairs, cells, number, language));
            let score = extra + *worth;
            let at = found.iter().position(|reading| reading.page == page);
            let at = at.unwrap_or_else(|| {
                let (score, letters) = (f32::NEG_INFINITY, texts[text].letters);
                found.push(Reading {
                    page,
                    name,
                    text,
                    score,
                    alike: score,
                    language: "",
                    letters,
                    other_script: *other_script,
                    draws: self.pages[page].page.high[0x44] == '─',
                });
                best.push(f32::NEG_INFINITY);
                found.len() - 1
            });
            if score > best[at] {
                best[at] = score;
                found[at].language = language.tag;
            }
            found[at].score = sum(found[at].score, score);
            found[at].alike = sum(found[at].alike, likely + *worth);
        }
        found
    }

    /// The texts that pages read, and which of them each page reads.
    fn texts(&self, pairs: &Pairs) -> (Vec<Text>, Vec<usize>) {
        let mut tables: Vec<&Table> = Vec::with_capacity(self.pages.len());
        let which = |table| {
            // Romanian with commas below is the same text as with cedillas, for who reads it.
            let high = |table: &Table, byte: u8| {
                pages::with_cedilla(table.page.high[usize::from(byte & 0x7F)])
            };
            let alike = |other: &&Table| {
                pairs.bytes().all(|(byte, _)| high(table, byte) == high(other, byte))
            };
            tables.iter().position(alike).unwrap_or_else(|| {
                tables.push(table);
                tables.len() - 1
            })
        };
        let text_of = self.pages.iter().map(which).collect();
        (tables.iter().map(|table| self.text(pairs, table)).collect(), text_of)
    }

    /// What is known of a text without its pairs of letters.
    fn text(&self, pairs: &Pairs, table: &Table) -> Text {
        let cells = &table.cells;
        let cell = |byte: u8| cells[usize::from(byte)];
        let mut shared = 0.0;
        for &(a, b, weight) in &pairs.high {
            shared += self.beside.of(cell(a), cell(b), a == b, weight);
        }
        let (mut letters, mut count_of_letters) = (Vec::with_capacity(pairs.bytes.len()), 0);
        for &(byte, weight, count) in &pairs.bytes {
            match cell(byte).letter {
                Some(letter) => {
                    letters.push((letter, weight));
                    count_of_letters += count as u64;
                }
                None if self.beside.is_undefined(cell(byte)) => shared += count * UNDEFINED,
                None if pairs.sound => shared += count * pairs.damping() * IN_SOUND,
                None => {}
            }
        }
        let high = |byte: u8| table.page.high[usize::from(byte & 0x7F)];
        for &(byte, signs, weight) in &pairs.expected {
            let is = signs.contains(high(byte));
            if measures::no_others(signs) {
                let is_sign = cell(byte).letter.is_none();
                shared += if is_sign && !is { IN_WORD * weight } else { 0.0 };
            } else if is {
                shared += weight * if signs == measures::CATALAN { IN_CATALAN } else { EXPECTED };
            }
        }
        if table.other_script && count_of_letters > 0 {
            let alone = pairs.alone.iter().filter(|one| cell(one.0).letter.is_some());
            let alone = alone.map(|one| one.2).sum::<f32>() / count_of_letters as f32;
            shared += ALL_ALONE * (2.0 * alone - 1.0).max(0.0);
        }
        shared += MISSING * missing(pairs, high);
        Text { shared, singles: self.languages.singles(&letters), letters: count_of_letters }
    }

    /// What the letters of a text are worth in a language, each behind the one before.
    fn worth(&self, pairs: &Pairs, cells: &[Cell; 256], number: usize, language: &Language) -> f32 {
        let mut own = [NONE; 256];
        own[..0x80].copy_from_slice(self.languages.ascii(number));
        for (byte, _) in pairs.bytes() {
            let letter = cells[usize::from(byte)].letter;
            own[usize::from(byte)] = letter.map_or(NONE, |letter| language.own(letter));
        }
        let mut score = 0.0;
        for &(a, b, weight) in &pairs.high {
            let (first, second) = (own[usize::from(a)], own[usize::from(b)]);
            if first != NONE || second != NONE {
                score += weight * language.pair(first, second);
            }
        }
        for &(byte, weight, _) in &pairs.bytes {
            let letter = cells[usize::from(byte)].letter;
            if let Some(letter) = letter.filter(|_| own[usize::from(byte)] == FOREIGN) {
                score += weight * self.languages.foreign(letter, number);
            }
        }
        for &(byte, weight, _) in &pairs.alone {
            let letter = own[usize::from(byte)];
            if letter != NONE {
                score += weight * (language.alone(letter) - language.pair(letter, NONE));
            }
        }
        score
    }
}

/// How many signs lack their other half, as repeats count.
fn missing(pairs: &Pairs, high: impl Fn(u8) -> char) -> f32 {
    let mut missing = 0.0;
    for &(byte, weight, count) in &pairs.bytes {
        // What is behind the end is not known.
        if pairs.cut && count < 2.0 {
            continue;
        }
        let halves = match high(byte) {
            '«' => "»",
            '»' => "«",
            '“' => "”„",
            '”' => "“„",
            '„' => "“”",
            '‚' => "‘’",
            '‘' => "’‚",
            '‹' => "›",
            '›' => "‹",
            '¿' if pairs.count(b'?') == 0 => "?",
            '¡' if pairs.count(b'!') == 0 => "!",
            _ => continue,
        };
        let own = matches!(high(byte), '”' | '»') && count >= 2.0;
        if !own && !pairs.bytes.iter().any(|other| halves.contains(high(other.0))) {
            missing += weight;
        }
    }
    missing
}

/// A text that pages read.
struct Text {
    /// What it is worth in any language.
    shared: f32,
    /// What its letters are worth in each, each for itself.
    singles: Row,
    /// Letters above U+007F.
    letters: u64,
}

/// A page and a language in the first round.
struct Round {
    score: f32,
    /// What is known without letters.
    extra: f32,
    /// The same, if all encodings were met alike often.
    likely: f32,
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
        found.map(|letter| letter.1).sum::<f32>() >= 0.35 * self.all
            || language.latin && self.all < RARELY
    }
}

/// The logarithm of a sum.
pub(crate) fn sum(a: f32, b: f32) -> f32 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_quotation_marks() {
        let high = |byte: u8| match byte {
            0xAB => '«',
            0xBB => '»',
            0xBF => '¿',
            0x93 => '“',
            0x94 => '”',
            0x84 => '„',
            _ => 'é',
        };
        let of = |text: &[u8]| missing(&Pairs::of(text), high);
        for whole in [
            &b"\xABa\xBB b\n"[..],
            b"\x84a\x93 b\n",
            b"\x84a\x94 b\n",
            b"\xBFa? b\n",
            b"caf\xE9\n",
            // Quoted with the same mark on both sides.
            b"\xBBa\xBB b\n",
            b"\x94a\x94 b\n",
            // What is behind the end is not known.
            b"\xABa b",
        ] {
            assert_eq!(of(whole), 0.0, "{whole:X?}");
        }
        for half in [&b"\xABa b\n"[..], b"a\xBB b\n", b"\x93a b\n", b"a\x94 b\n", b"\xBFa b\n"] {
            assert_eq!(of(half), 1.0, "{half:X?}");
        }
        // Each time it is missing, as repeats count, and with nothing behind the end, too.
        assert!(of(b"\xABa \xABb") > 1.5);
        assert_eq!(of(b"\xABa \xBF b\n"), 2.0);
    }

    #[test]
    fn letters_of_another_script_stand_in_words() {
        let tables = Tables::get();
        let against = |page: &str, text: &[u8]| {
            let table = &tables.pages[tables.named(page).unwrap()];
            let mut pairs = Pairs::of(text);
            let with = tables.text(&pairs, table).shared;
            pairs.alone.clear();
            with - tables.text(&pairs, table).shared
        };
        let is = |found: f32, expected: f32| (found - expected).abs() < 1e-3;
        assert!(is(against("windows-1251", b"x \xE8 y\n"), ALL_ALONE));
        assert!(is(against("windows-1253", b"x (\xE8) \xE9 y\n"), ALL_ALONE));
        // Three of four: half as much; and half of them say nothing.
        assert!(is(against("windows-1251", b"a \xE8 b \xE9 c \xEA x\xEB y\n"), 0.5 * ALL_ALONE));
        assert!(is(against("windows-1251", b"a \xE8 x\xE9 y\n"), 0.0));
        // "à" is a word, and "²" no letter.
        assert!(is(against("windows-1252", b"x \xE0 y\n"), 0.0));
        assert!(is(against("windows-1251", b"x \xB1 y\n"), 0.0));
    }
}
