//! The naive reference: what RFC 3629 and the Unicode Standard say, word for
//! word, and nothing else. It is read, compared with the documents and never
//! made faster. It shares no code with the library.

use placemat::{Malformed, MalformedKind};
use std::vec::Vec;

/// The length of the `UTF8-char` at the start of `text`, if there is one:
/// the grammar of RFC 3629, section 4, production by production.
pub(crate) fn utf8_char(text: &[u8]) -> Option<usize> {
    // UTF8-tail = %x80-BF
    match *text {
        // UTF8-1 = %x00-7F
        [0x00..=0x7F, ..] => Some(1),
        // UTF8-2 = %xC2-DF UTF8-tail
        [0xC2..=0xDF, 0x80..=0xBF, ..] => Some(2),
        // UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
        //          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
        [0xE0, 0xA0..=0xBF, 0x80..=0xBF, ..] => Some(3),
        [0xE1..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(3),
        [0xED, 0x80..=0x9F, 0x80..=0xBF, ..] => Some(3),
        [0xEE..=0xEF, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(3),
        // UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
        //          %xF4 %x80-8F 2( UTF8-tail )
        [0xF0, 0x90..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(4),
        [0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(4),
        [0xF4, 0x80..=0x8F, 0x80..=0xBF, 0x80..=0xBF, ..] => Some(4),
        _ => None,
    }
}

/// `UTF8-octets = *( UTF8-char )`: whether `text` is well-formed.
pub(crate) fn is_well_formed(mut text: &[u8]) -> bool {
    while !text.is_empty() {
        let Some(len) = utf8_char(text) else { return false };
        text = &text[len..];
    }
    true
}

/// The code point of a `UTF8-char`: the free bits of RFC 3629, section 3, step
/// by step from the table there.
pub(crate) fn code_point(sequence: &[u8]) -> char {
    let bits = |byte: u8, mask: u8| u32::from(byte & mask);
    let value = match *sequence {
        [a] => bits(a, 0b0111_1111),
        [a, b] => bits(a, 0b0001_1111) << 6 | bits(b, 0b0011_1111),
        [a, b, c] => bits(a, 0b0000_1111) << 12 | bits(b, 0b0011_1111) << 6 | bits(c, 0b0011_1111),
        [a, b, c, d] => {
            bits(a, 0b0000_0111) << 18
                | bits(b, 0b0011_1111) << 12
                | bits(c, 0b0011_1111) << 6
                | bits(d, 0b0011_1111)
        }
        _ => unreachable!("a UTF8-char has one to four octets"),
    };
    char::from_u32(value).expect("the grammar allows scalar values only")
}

/// D93b of the Unicode Standard: the length of the longest prefix of `text`,
/// which begins with no `UTF8-char`, that could be continued to one; else 1.
pub(crate) fn maximal_subpart(text: &[u8]) -> usize {
    let longest = text.len().min(3);
    (1..=longest).rev().find(|&len| can_be_continued(&text[..len])).unwrap_or(1)
}

/// Whether some octets make `prefix` a `UTF8-char`.
fn can_be_continued(prefix: &[u8]) -> bool {
    // Each range of second octets in the grammar has one of these three, and
    // each range of later ones has 80.
    [0x80, 0x90, 0xA0].into_iter().any(|next| {
        let mut whole = [0x80; 4];
        whole[..prefix.len()].copy_from_slice(prefix);
        whole[prefix.len()] = next;
        (prefix.len() + 1..=4).any(|len| utf8_char(&whole[..len]) == Some(len))
    })
}

/// Why `text`, which begins with no `UTF8-char` but a maximal subpart of `len`
/// octets, is malformed: what MalformedKind promises, from its first two octets.
pub(crate) fn kind(text: &[u8], len: usize) -> MalformedKind {
    match *text {
        [0xC0..=0xC1, ..] | [0xE0, 0x80..=0x9F, ..] | [0xF0, 0x80..=0x8F, ..] => {
            MalformedKind::Overlong
        }
        [0xED, 0xA0..=0xBF, ..] => MalformedKind::Surrogate,
        [0xF4, 0x90..=0xBF, ..] | [0xF5..=0xF7, ..] => MalformedKind::TooLarge,
        [0xF8..=0xFD, ..] => MalformedKind::ObsoleteForm,
        [0xFE..=0xFF, ..] => MalformedKind::NeverValid,
        [0x80..=0xBF, ..] => MalformedKind::UnexpectedContinuation,
        _ if len == text.len() => MalformedKind::IncompleteAtEnd,
        _ => MalformedKind::Incomplete,
    }
}

/// What is at `at`, a boundary before the end: a code point or an error, and
/// its length.
pub(crate) fn item(text: &[u8], at: usize) -> (Result<char, Malformed>, usize) {
    let rest = &text[at..];
    if let Some(len) = utf8_char(rest) {
        return (Ok(code_point(&rest[..len])), len);
    }
    let len = maximal_subpart(rest);
    (Err(Malformed { offset: at, len, kind: kind(rest, len) }), len)
}

/// All of `text`, piece by piece.
pub(crate) fn items(text: &[u8]) -> Vec<Result<char, Malformed>> {
    let (mut items, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let (item, len) = item(text, at);
        items.push(item);
        at += len;
    }
    items
}

/// Every error of `text`.
pub(crate) fn errors(text: &[u8]) -> Vec<Malformed> {
    items(text).into_iter().filter_map(Result::err).collect()
}

/// The first error of `text`.
pub(crate) fn first_error(text: &[u8]) -> Option<Malformed> {
    let mut at = 0;
    while at < text.len() {
        match item(text, at) {
            (Ok(_), len) => at += len,
            (Err(bad), _) => return Some(bad),
        }
    }
    None
}

/// Where the items of `text` begin, and its end.
pub(crate) fn boundaries(text: &[u8]) -> Vec<usize> {
    let (mut boundaries, mut at) = (Vec::new(), 0);
    while at < text.len() {
        boundaries.push(at);
        at += item(text, at).1;
    }
    boundaries.push(at);
    boundaries
}
