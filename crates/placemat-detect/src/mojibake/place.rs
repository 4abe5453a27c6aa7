//! What a letter that was read counts as, by where it stands and what else a text has.

use super::cost::{self, Trait};
use super::items::Item;
use super::pages::{IBM437, ISO_8859_2, WINDOWS_1250, row};
use super::sequence::{Chain, Sequence};

/// What a small letter among capitals costs more than its capital.
const SMALL: u8 = 3;

/// What a letter costs more that few words have there.
const ODD: u8 = 4;

/// What a letter costs more that another page has where this one has a rarer one.
const RARER: u8 = 2;

/// What stands around a sequence: two code points before it, and two behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) before: [char; 2],
    pub(super) behind: [Option<char>; 2],
}

/// What the sequence of these items counts as, read between those.
pub(super) fn known(around: Around, sequence: Sequence, items: &[Item]) -> Trait {
    let ([_, before], [behind, _]) = (around.before, around.behind);
    let Sequence { c, loss, .. } = sequence;
    let has_sign = || items.iter().any(|item| !item.known.is_letter());
    // The word was put in capitals when this letter was bytes, which have none.
    if c.is_lowercase()
        && loss.is_none()
        && is_in_capitals(around, items, sequence.chain)
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
    // Before a vowel, Polish writes "si".
    let is_odd = c == 'ś' && sequence.chain.outer == IBM437 && behind.is_some_and(is_vowel);
    cost::of_read(c).dearer(odd(before, c, behind) + if is_odd { ODD + RARER } else { 0 })
}

/// Whether the letter of these items is one of a word in capitals.
fn is_in_capitals(around: Around, items: &[Item], chain: Chain) -> bool {
    let ([earlier, before], [behind, later]) = (around.before, around.behind);
    let is_upper = |c: Option<char>| c.is_some_and(char::is_uppercase);
    let ends = !behind.is_some_and(char::is_alphanumeric);
    // What can stand behind a capital letter at the end of a word.
    let is_mark = |item: &Item| {
        item.first.is_some_and(|c| matches!(c, '®' | '©' | '™' | '°' | '²' | '³' | '¹' | '…'))
            || !item.known.is_sign() && !item.known.is_letter()
    };
    match (before.is_uppercase(), is_upper(behind)) {
        (true, true) => true,
        _ if chain.outer > 1 || chain.depth > 1 => false,
        (true, false) => ends && earlier.is_uppercase() && !items[1..].iter().any(is_mark),
        (false, true) => {
            !before.is_alphanumeric() && is_upper(later) && !items[1..].iter().any(is_mark)
        }
        _ => false,
    }
}

/// Its capital letter, if that is one.
fn capital(c: char) -> char {
    let mut capital = c.to_uppercase();
    capital.next().filter(|_| capital.next().is_none()).unwrap_or(c)
}

fn is_vowel(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// How much rarer a letter is where it stands.
fn odd(before: char, c: char, behind: Option<char>) -> u8 {
    match c {
        'ß' if before.is_ascii() && !is_vowel(before) => ODD,
        'ñ' if !behind.is_some_and(char::is_alphanumeric) => ODD,
        'þ' if before.is_ascii_alphabetic() => RARER,
        'ť' | 'Ť' | '\u{2B0}'..='\u{2BA}' | '\u{2BD}'..='\u{2FF}' => RARER + 1,
        _ => 0,
    }
}

/// Whether these items, between those, are a letter and a mark that may stand behind it: "KČ™", "Ë\u{A0}!", in
/// Welsh "Â’R" and "Â’r", "Â… " at the start of a line, and "5 Å" before a no-break space.
pub(super) fn is_dressed(around: Around, c: char, items: &[Item]) -> bool {
    let ([earlier, before], [behind, later]) = (around.before, around.behind);
    let [Item { first: Some(letter), .. }, Item { first: Some(mark), .. }] = items else {
        return false;
    };
    letter.is_uppercase()
        && match mark {
            '™' | '®' | '…' if c != '…' => {
                !behind.is_some_and(char::is_alphanumeric)
                    && before.is_uppercase()
                    && c.is_lowercase()
            }
            // "Γ΄ τάξη": numbers are written so.
            '΄' => !before.is_alphabetic() && !behind.is_some_and(char::is_alphanumeric),
            '’' => {
                let is_alone = !later.is_some_and(char::is_alphanumeric);
                behind.is_some_and(|c| c.is_uppercase() || c.is_alphabetic() && is_alone)
                    && before.is_whitespace()
                    && c == '’'
            }
            '…' if c == '…' => before == '\n' && behind.is_some_and(char::is_whitespace),
            '\u{A0}' if *letter == 'Å' && before.is_whitespace() && earlier.is_ascii_digit() => {
                true
            }
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
    pub(super) fn of(sequences: &[(usize, usize, Sequence)], states: &[Chain]) -> Self {
        if !states.contains(&Chain::once(WINDOWS_1250)) {
            return Self { nordic: false, other: false, danish: false };
        }
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
