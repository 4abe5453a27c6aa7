//! JSON: what its strings may not hold, and how half a pair is written in them.

use crate::Kind;
use crate::checker::{Found, Tell};
use crate::find::find;
use placemat::encoding::Label;

/// Two escapes, which may be a pair.
const LONGEST: usize = 12;

#[derive(Clone, Debug, Default)]
pub(crate) struct Json {
    in_string: bool,
    /// Something else than signatures was passed.
    begun: bool,
}

impl Json {
    /// All but an escape, or the first half of a pair, that is not at its end.
    pub(crate) fn floor(text: &[u8]) -> usize {
        let from = text.len() - text.len().min(LONGEST);
        let Some(first) = memchr::memchr(b'\\', &text[from..]) else { return text.len() };
        let first = from + first;
        // Which of a row of them begin escapes depends on how many there are.
        let before = text[..first].iter().rev().take_while(|&&byte| byte == b'\\').count();
        let mut at = first + before % 2;
        while at < text.len() {
            if text[at] != b'\\' {
                at += 1;
                continue;
            }
            let escape = escape(&text[at..]);
            if escape.is_open {
                return at;
            }
            at += escape.len;
        }
        text.len()
    }

    pub(crate) fn push(&mut self, text: &[u8], tell: &mut Tell<'_>) {
        let mut from = 0;
        let signature = Label::Utf8.signature();
        // All of them, so that none is left at the start when the first is removed.
        while !self.begun && text[from..].starts_with(signature) {
            tell(Found::value(Kind::Signature, from, signature.len(), 0xFEFF));
            from += signature.len();
        }
        self.begun |= from < text.len();
        // Quotes are counted between what is suspect: in a string there is an odd number before.
        while let Some(found) = find(&text[from..], |byte| byte < 0x20 || byte == b'\\') {
            let at = from + found;
            self.pass_quotes(&text[from..at]);
            from = at + 1;
            match text[at] {
                b'\\' => {
                    let Escape { lone, len, .. } = escape(&text[at..]);
                    if let Some(value) = lone {
                        tell(Found::value(Kind::LoneEscape, at, len, value));
                    }
                    from = at + len;
                }
                b'\t' | b'\n' | b'\r' if !self.in_string => {}
                control => {
                    let kind = if self.in_string { Kind::StringControl } else { Kind::JsonControl };
                    tell(Found::value(kind, at, 1, u32::from(control)));
                }
            }
        }
        self.pass_quotes(&text[from..]);
    }

    fn pass_quotes(&mut self, text: &[u8]) {
        self.in_string ^= memchr::memchr_iter(b'"', text).count() % 2 == 1;
    }
}

/// An escape, or what looks like the begin of one.
struct Escape {
    /// The surrogate that it stands for, if it is a lone one.
    lone: Option<u32>,
    len: usize,
    /// Whether what follows can change it.
    is_open: bool,
}

/// The escape at the front of `text`, as it is if nothing follows.
fn escape(text: &[u8]) -> Escape {
    let (lone, len, is_open) = match (text.get(1), unit(text)) {
        (None, _) => (None, 1, true),
        (Some(_), Unit::Other) => (None, 2, false),
        (Some(_), Unit::Cut) => (None, text.len(), true),
        (Some(_), Unit::Is(high @ 0xD800..=0xDBFF)) => match unit(&text[6..]) {
            Unit::Is(0xDC00..=0xDFFF) => (None, 12, false),
            Unit::Cut => (Some(high), 6, true),
            _ => (Some(high), 6, false),
        },
        (Some(_), Unit::Is(low @ 0xDC00..=0xDFFF)) => (Some(low), 6, false),
        (Some(_), Unit::Is(_)) => (None, 6, false),
    };
    Escape { lone, len, is_open }
}

/// What is at the front of a text.
enum Unit {
    /// `\u` and four digits.
    Is(u32),
    /// The begin of that, or nothing.
    Cut,
    Other,
}

fn unit(text: &[u8]) -> Unit {
    let mut value = 0;
    for at in 0..6 {
        let Some(&byte) = text.get(at) else { return Unit::Cut };
        match (at, byte, char::from(byte).to_digit(16)) {
            (0, b'\\', _) | (1, b'u', _) => {}
            (2.., _, Some(digit)) => value = value << 4 | digit,
            _ => return Unit::Other,
        }
    }
    Unit::Is(value)
}
