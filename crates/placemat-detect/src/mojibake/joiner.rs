//! What joins two pictures, and lost its last byte.

use super::items::Item;
use super::sequence::{byte, decode};

/// The last byte of what joins two pictures, U+200D.
pub(super) const JOINER: u8 = 0x8D;

/// What stands on either side of "â€".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Two pictures that are joined: people and what they are, do or love.
    Joined,
    /// Two pictures, of which one has lost a byte, too: nobody knows whether they are joined, and no quotation ends there.
    Unknown,
    /// Anything else. Quotations end behind other pictures, and before them.
    Other,
}

/// What "â€" before `next`, whose last byte is lost, stands between; what is behind it is at `from`.
pub(super) fn between(
    items: &[Item],
    page: usize,
    (bytes, place): ([u8; 4], usize),
    (next, from): (usize, usize),
) -> Between {
    if (bytes[0], bytes[1], place) != (0xE2, 0x80, 2) {
        return Between::Other;
    }
    let sequence = |items: &[Item]| {
        let mut bytes = [0; 4];
        bytes.iter_mut().zip(items).for_each(|(to, item)| *to = byte(item, page));
        decode(&bytes[..items.len().min(4)])
    };
    let part = |end: usize, len: usize| Some(&items[end.checked_sub(len)?..end]);
    // What makes a picture of a sign, whole or without its last byte.
    let selector = |end: usize, len: usize| {
        part(end, len).is_some_and(|items| {
            let at = |at: usize| byte(&items[at], page);
            let is_last = || at(2) == 0x8F || items[2].first == Some('\u{FFFD}');
            (at(0), at(1)) == (0xEF, 0xB8) && (len == 2 || is_last())
        })
    };
    let start = next - 2;
    let selected = [3, 2].into_iter().find(|len| selector(start, *len)).unwrap_or(0);
    let end = start - selected;
    let first = [4, 3].into_iter().filter_map(|len| sequence(part(end, len)?));
    let second = [4, 3].into_iter().filter_map(|len| sequence(items.get(from..from + len)?));
    if first.into_iter().any(is_first) && second.into_iter().any(is_second) {
        return Between::Joined;
    }
    // Whether a picture is there, and whether it is whole.
    let picture = |items: &[Item]| {
        let is = items.first().is_some_and(|item| byte(item, page) == 0xF0);
        is.then(|| items.iter().all(|item| byte(item, page) != 0))
    };
    let behind = items.get(from..).and_then(|items| picture(&items[..items.len().min(4)]));
    // Of a sign that was made a picture nobody asks whether it is whole.
    let before = match selected {
        0 => [4, 3].into_iter().find_map(|len| picture(part(start, len)?)),
        _ => Some(false),
    };
    match (before, behind) {
        (Some(true), Some(true)) | (None, _) | (_, None) => Between::Other,
        _ => Between::Unknown,
    }
}

/// People, hearts, flags and animals that another picture is joined to.
fn is_first(c: char) -> bool {
    matches!(c, '❤' | '⛓' | '⛹' | '\u{1F3C3}' | '\u{1F3C4}' | '\u{1F3CA}'..='\u{1F3CC}' | '\u{1F3F3}' | '\u{1F3F4}'
        | '\u{1F3FB}'..='\u{1F3FF}' | '\u{1F408}' | '\u{1F415}' | '\u{1F43B}' | '\u{1F441}' | '\u{1F466}'..='\u{1F469}'
        | '\u{1F46E}'..='\u{1F487}' | '\u{1F48B}' | '\u{1F575}' | '\u{1F645}'..='\u{1F647}' | '\u{1F64B}'..='\u{1F64E}'
        | '\u{1F6A3}' | '\u{1F6B4}'..='\u{1F6B6}' | '\u{1F91D}' | '\u{1F926}' | '\u{1F935}'..='\u{1F93E}'
        | '\u{1F9B8}' | '\u{1F9B9}' | '\u{1F9CD}'..='\u{1F9DF}')
}

/// What is joined to them.
fn is_second(c: char) -> bool {
    matches!(c, '♀' | '♂' | '⚕' | '⚖' | '⚧' | '✈' | '❤' | '☠' | '\u{1F308}' | '\u{1F32B}' | '\u{1F33E}'
        | '\u{1F373}' | '\u{1F37C}' | '\u{1F393}' | '\u{1F3A4}' | '\u{1F3A8}' | '\u{1F3EB}' | '\u{1F3ED}'
        | '\u{1F466}'..='\u{1F469}' | '\u{1F48B}' | '\u{1F4BB}' | '\u{1F4BC}' | '\u{1F525}' | '\u{1F527}'
        | '\u{1F52C}' | '\u{1F5E8}' | '\u{1F680}' | '\u{1F692}' | '\u{1F91D}' | '\u{1F9AF}'..='\u{1F9BD}'
        | '\u{1F9D1}')
}
