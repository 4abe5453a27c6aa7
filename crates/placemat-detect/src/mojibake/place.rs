//! What a letter that was read counts as, by where it stands and what else a text has.

use super::cost::{self, Trait};
use super::items::Item;
use super::pages::{ISO_8859_2, WINDOWS_1250, row};
use super::sequence::Sequence;

/// What a small letter among capitals costs more than its capital.
const SMALL: u8 = 3;

/// What a letter costs more that few words have there.
const ODD: u8 = 4;

/// What a letter costs more that another page has where this one has a rarer one.
const RARER: u8 = 2;

/// What the sequence of these items counts as, read between those.
pub(super) fn known(
    before: char,
    sequence: Sequence,
    behind: Option<char>,
    items: &[Item],
) -> Trait {
    let Sequence { c, loss, .. } = sequence;
    let has_sign = || items.iter().any(|item| !item.known.is_letter());
    // The word was put in capitals when this letter was bytes, which have none.
    if c.is_lowercase()
        && loss.is_none()
        && before.is_uppercase()
        && behind.is_some_and(char::is_uppercase)
        && has_sign()
    {
        return cost::of_read(capital(c)).dearer(SMALL);
    }
    // "10 kΩ", "5 MΩ": a unit.
    if matches!(c, 'Ω' | 'μ')
        && matches!(before, '0'..='9' | ' ' | 'k' | 'M' | 'G')
        && behind.is_none_or(|c| row(c).leads == 0)
    {
        return cost::UNIT;
    }
    cost::of_read(c).dearer(odd(before, c, behind))
}

/// Its capital letter, if that is one.
fn capital(c: char) -> char {
    let mut capital = c.to_uppercase();
    capital.next().filter(|_| capital.next().is_none()).unwrap_or(c)
}

/// How much rarer a letter is where it stands.
fn odd(before: char, c: char, behind: Option<char>) -> u8 {
    let is_vowel = |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    match c {
        'ß' if before.is_ascii() && !is_vowel(before) => ODD,
        'ñ' if !behind.is_some_and(char::is_alphanumeric) => ODD,
        'þ' if before.is_ascii_alphabetic() => RARER,
        'ť' | 'Ť' | '\u{2B0}'..='\u{2BA}' | '\u{2BD}'..='\u{2FF}' => RARER + 1,
        _ => 0,
    }
}

/// Whether these items, between those, are a letter and a mark that may stand behind it: "KČ™", "Ë\u{A0}!".
pub(super) fn is_dressed(before: char, c: char, behind: Option<char>, items: &[Item]) -> bool {
    let [Item { first: Some(letter), .. }, Item { first: Some(mark), .. }] = items else {
        return false;
    };
    let ends = !behind.is_some_and(char::is_alphanumeric);
    ends && letter.is_uppercase()
        && match mark {
            '™' => before.is_uppercase() && c.is_lowercase(),
            '\u{A0}' => {
                !before.is_lowercase()
                    && !matches!(letter, 'Ã' | 'Â' | 'Ă')
                    && matches!(behind, Some('!' | '?' | ':' | ';' | '»'))
            }
            _ => false,
        }
}

/// What else a text has in two pages: one has "ü" where the other one has "å", and "å" where that has "á".
#[derive(Clone, Copy, Debug)]
pub(super) struct Company {
    /// Letters that stand beside "å".
    nordic: bool,
    /// Letters of languages without "å".
    other: bool,
    /// Letters of languages without "ü".
    danish: bool,
}

impl Company {
    pub(super) fn of(sequences: &[(usize, usize, Sequence)]) -> Self {
        let has = |page: usize, letters: &str| {
            sequences.iter().any(|(.., Sequence { c, chain, .. })| {
                chain.outer == page && chain.depth == 1 && letters.contains(*c)
            })
        };
        Self {
            nordic: has(WINDOWS_1250, "äöøæÄÖØÆ"),
            other: has(WINDOWS_1250, "íóúýčěřšžůñçőűąęłśźżćăţ"),
            danish: has(ISO_8859_2, "øæØÆ"),
        }
    }

    /// How much rarer a letter is among them.
    pub(super) fn odd(self, c: char, page: usize) -> u8 {
        match c {
            'å' if page == WINDOWS_1250 && self.other => ODD,
            'å' if page == WINDOWS_1250 && !self.nordic => RARER,
            'ü' if page == WINDOWS_1250 && self.danish => ODD,
            _ => 0,
        }
    }
}
