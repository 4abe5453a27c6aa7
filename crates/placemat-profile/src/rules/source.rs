//! Source code: what shows something else than it does.
//!
//! Controls of direction are refused wherever they are, as CVE-2021-42574 asks for. Marks of direction
//! (U+200E, U+200F, U+061C) are not: UTS #55 allows them. Of what is not shown, that is let pass which
//! a script or an emoji needs: joiners behind anything that is not ASCII, variation selectors behind what
//! can have a variant, tags behind a black flag.

use super::scripts::Word;
use crate::Kind;
use crate::checker::{Found, Tell};
use crate::find::find;
use placemat::utf8;

/// A word of more bytes is cut where the text is.
const LONGEST: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The code point before.
    previous: char,
}

impl Default for Source {
    fn default() -> Self {
        Self { previous: '\n' }
    }
}

fn may_be_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl Source {
    /// All but a word that may go on.
    pub(crate) fn floor(text: &[u8]) -> usize {
        let tail = &text[text.len().saturating_sub(LONGEST)..];
        let word = tail.iter().rev().take_while(|&&byte| may_be_in_word(byte)).count();
        if word < LONGEST { text.len() - word } else { text.len() }
    }

    pub(crate) fn push(&mut self, text: &[u8], first: bool, tell: &mut Tell<'_>) {
        let is_suspect = |byte: u8| {
            byte >= 0x7F
                || (byte < 0x20 && byte != b'\n' && byte != b'\t' && byte != b'\r' && byte != 0x0C)
        };
        // At the start of text, U+FEFF is a signature.
        let mut from = if first && text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        while let Some(found) = find(&text[from..], is_suspect) {
            let at = from + found;
            if at > from {
                self.previous = char::from(text[at - 1]);
            }
            if text[at] < 0x80 {
                tell(Found::value(Kind::Control, at, 1, u32::from(text[at])));
                self.previous = char::from(text[at]);
                from = at + 1;
                continue;
            }
            // The word began before, if it begins with ASCII.
            let before = text[from..at].iter().rev();
            let before = before.take_while(|&&byte| may_be_in_word(byte)).count();
            from = self.word(text, at - before, at, tell);
        }
        if let Some(&byte) = text[from..].last() {
            self.previous = char::from(byte);
        }
    }

    /// Passes a word, and whatever is not ASCII behind it. All of it is ASCII before `from`. Returns
    /// where it ends.
    fn word(&mut self, text: &[u8], start: usize, from: usize, tell: &mut Tell<'_>) -> usize {
        let (mut word, mut word_start) = (Word::default(), start);
        text[start..from].iter().for_each(|&byte| word.add(char::from(byte)));
        let mut at = from;
        loop {
            let end = at;
            let Some((item, len)) = utf8::decode_first(&text[at..]) else {
                tell_mixed(&word, word_start, end, tell);
                return end;
            };
            at += len;
            // What is malformed ends a word.
            let c = item.unwrap_or('\u{FFFD}');
            if c.is_alphanumeric() || c == '_' {
                word.add(c);
            } else if !is_within_word(c) {
                tell_mixed(&word, word_start, end, tell);
                (word, word_start) = (Word::default(), at);
                if c.is_ascii() {
                    return end;
                }
            }
            self.previous = match self.refused(c) {
                Some(kind) => {
                    tell(Found::value(kind, end, len, u32::from(c)));
                    // Nothing is excused by what is refused itself.
                    '\0'
                }
                None => c,
            };
        }
    }

    /// Why `c`, which is behind `previous` and not ASCII, is refused.
    fn refused(&self, c: char) -> Option<Kind> {
        let behind_ascii = self.previous.is_ascii();
        let is_refused = match c {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => return Some(Kind::BidiControl),
            '\u{80}'..='\u{9F}' => return Some(Kind::Control),
            '\u{200C}' | '\u{200D}' => behind_ascii,
            '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => {
                let is_key = matches!(self.previous, '0'..='9' | '#' | '*');
                behind_ascii && !is_key
                    || is_selector(self.previous)
                    || self.previous.is_whitespace()
            }
            '\u{E0020}'..='\u{E007F}' => {
                !matches!(self.previous, '\u{1F3F4}' | '\u{E0020}'..='\u{E007F}')
            }
            _ => is_filler(c) || is_invisible(c),
        };
        is_refused.then_some(Kind::Invisible)
    }
}

fn tell_mixed(word: &Word, start: usize, end: usize, tell: &mut Tell<'_>) {
    if let Some(scripts) = word.mixed() {
        let found = Found::whole(Kind::MixedScripts, start, end - start);
        tell(Found { scripts: Some(scripts), ..found });
    }
}

/// What a reader does not see, or not as an end of the word.
fn is_within_word(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36F}' | '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Letters that are not shown: a name can be made of them.
fn is_filler(c: char) -> bool {
    matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{17B4}' | '\u{17B5}')
}

/// Other code points that are not shown, or that end a line for some programs and not for others.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{180E}' | '\u{200B}' | '\u{2028}' | '\u{2029}'
        | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E001F}')
}
