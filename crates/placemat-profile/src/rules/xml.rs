//! XML 1.0: `Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]`.

use crate::Kind;
use crate::checker::{Found, Tell};
use crate::find::find;

/// The longest reference that is understood: `&#x`, digits, most of them zeros, and `;`.
const LONGEST: usize = 32;

fn is_character(value: u32) -> bool {
    matches!(value, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}

/// All but a reference that is not at its end.
pub(crate) fn floor(text: &[u8]) -> usize {
    let from = text.len().saturating_sub(LONGEST);
    let tail = &text[from..];
    match memchr::memrchr(b'&', tail) {
        Some(at) if !tail[at..].contains(&b';') => from + at,
        _ => text.len(),
    }
}

pub(crate) fn push(text: &[u8], tell: &mut Tell<'_>) {
    // The two noncharacters begin with EF, and so do some others.
    let is_suspect = |byte| {
        byte == b'&' || byte == 0xEF || (byte < 0x20 && byte != 9 && byte != 10 && byte != 13)
    };
    let mut from = 0;
    while let Some(at) = find(&text[from..], is_suspect) {
        let at = from + at;
        from = at + 1;
        match &text[at..] {
            [b'&', b'#', digits @ ..] => {
                if let Some((value, len)) = reference(digits)
                    && !is_character(value)
                {
                    tell(Found::value(Kind::XmlReference, at, 2 + len, value));
                }
            }
            [b'&', ..] => {}
            [0xEF, 0xBF, last @ (0xBE | 0xBF), ..] => {
                let value = 0xFF40 + u32::from(*last);
                tell(Found::value(Kind::XmlCharacter, at, 3, value));
            }
            [0xEF, ..] => {}
            [control, ..] => {
                tell(Found::value(Kind::XmlCharacter, at, 1, u32::from(*control)));
            }
            [] => {}
        }
    }
}

/// The number behind `&#`, and how many bytes it and `;` have.
fn reference(digits: &[u8]) -> Option<(u32, usize)> {
    let end = memchr::memchr(b';', &digits[..digits.len().min(LONGEST - 2)])?;
    let (radix, number) = match &digits[..end] {
        [b'x', hex @ ..] => (16, hex),
        decimal => (10, decimal),
    };
    if number.is_empty() {
        return None;
    }
    let value = number.iter().try_fold(0_u32, |value, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        Some(value.saturating_mul(radix).saturating_add(digit))
    })?;
    Some((value, end + 1))
}
