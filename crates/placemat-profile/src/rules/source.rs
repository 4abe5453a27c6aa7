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

/// A control character that source code has no use for.
fn is_control(byte: u8) -> bool {
    byte < 0x20 && byte != b'\n' && byte != b'\t' && byte != b'\r' && byte != 0x0C
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
        // Most source code is ASCII: no word of it can be mixed.
        if find(text, |byte| byte >= 0x7F || is_control(byte)).is_none() {
            self.previous = text.last().map_or(self.previous, |&byte| char::from(byte));
            return;
        }
        // At the start of text, U+FEFF is a signature.
        let mut base = if first && text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        // What is malformed ends a word.
        for chunk in text[base..].utf8_chunks() {
            self.well_formed(chunk.valid(), base, tell);
            base += chunk.valid().len() + chunk.invalid().len();
            if !chunk.invalid().is_empty() {
                self.previous = '\u{FFFD}';
            }
        }
    }

    /// Looks at text that begins at `base`.
    fn well_formed(&mut self, text: &str, base: usize, tell: &mut Tell<'_>) {
        let bytes = text.as_bytes();
        let mut from = 0;
        while let Some(found) = find(&bytes[from..], |byte| byte >= 0x7F || is_control(byte)) {
            let at = from + found;
            if at > from {
                self.previous = char::from(bytes[at - 1]);
            }
            if bytes[at] < 0x80 {
                tell(Found::value(Kind::Control, base + at, 1, u32::from(bytes[at])));
                self.previous = char::from(bytes[at]);
                from = at + 1;
                continue;
            }
            // The word began before, if it begins with ASCII.
            let before = bytes[from..at].iter().rev();
            let before = before.take_while(|&&byte| may_be_in_word(byte)).count();
            from = self.words(text, at - before, at, base, tell);
        }
        if let Some(&byte) = bytes[from..].last() {
            self.previous = char::from(byte);
        }
    }

    /// Passes a word, which is ASCII before `from`, and what is behind it, up to ASCII that no other
    /// word begins behind. Returns where that is.
    fn words(
        &mut self,
        text: &str,
        start: usize,
        from: usize,
        base: usize,
        tell: &mut Tell<'_>,
    ) -> usize {
        let bytes = text.as_bytes();
        let (mut word, mut word_start) = (Word::default(), start);
        bytes[start..from].iter().for_each(|&byte| word.add(char::from(byte)));
        let mut at = from;
        for c in text[from..].chars() {
            let end = at;
            at += c.len_utf8();
            if word.add_frequent(c) {
                self.previous = c;
                continue;
            }
            if c.is_alphanumeric() || c == '_' {
                word.add(c);
            } else if !is_within_word(c) {
                tell_mixed(&word, word_start, end, base, tell);
                (word, word_start) = (Word::default(), at);
            }
            if c.is_ascii() && !may_be_in_word(c as u8) {
                let goes_on = bytes.get(at).is_some_and(|&next| next >= 0x80);
                if !goes_on || c == '\u{7F}' || is_control(c as u8) {
                    return end;
                }
            }
            self.previous = match self.refused(c) {
                Some(kind) => {
                    tell(Found::value(kind, base + end, at - end, u32::from(c)));
                    // Nothing is excused by what is refused itself.
                    '\0'
                }
                None => c,
            };
        }
        tell_mixed(&word, word_start, at, base, tell);
        at
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

fn tell_mixed(word: &Word, start: usize, end: usize, base: usize, tell: &mut Tell<'_>) {
    if let Some(scripts) = word.mixed() {
        let found = Found::whole(Kind::MixedScripts, base + start, end - start);
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
