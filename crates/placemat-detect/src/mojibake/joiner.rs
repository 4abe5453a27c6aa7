//! What joins two pictures, and lost its last byte.

use super::items::Item;
use super::sequence::{byte, decode};

/// The last byte of what joins two pictures, U+200D.
pub(super) const JOINER: u8 = 0x8D;

/// Whether "â€" before `next`, whose last byte is lost, stands between two pictures that are joined, of which the second one
/// is at `from`: people and what they are, do or love. Quotations end behind other pictures, and before them.
pub(super) fn is_joiner(
    items: &[Item],
    page: usize,
    (bytes, place): ([u8; 4], usize),
    (next, from): (usize, usize),
) -> bool {
    if (bytes[0], bytes[1], place) != (0xE2, 0x80, 2) {
        return false;
    }
    let sequence = |items: &[Item]| {
        let mut bytes = [0; 4];
        bytes.iter_mut().zip(items).for_each(|(to, item)| *to = byte(item, page));
        decode(&bytes[..items.len().min(4)])
    };
    let behind = |len: usize| sequence(items.get(from..from + len)?);
    if ![4, 3].into_iter().filter_map(behind).any(is_second) {
        return false;
    }
    let mut end = next - 2;
    let part = |end: usize, len: usize| Some(&items[end.checked_sub(len)?..end]);
    // What makes a picture of a sign, whole or without its last byte.
    let selector = |len: usize| {
        part(end, len).is_some_and(|items| {
            let at = |at: usize| byte(&items[at], page);
            let is_last = || at(2) == 0x8F || items[2].first == Some('\u{FFFD}');
            (at(0), at(1)) == (0xEF, 0xB8) && (len == 2 || is_last())
        })
    };
    end -= [3, 2].into_iter().find(|len| selector(*len)).unwrap_or(0);
    [4, 3].into_iter().filter_map(|len| sequence(part(end, len)?)).any(is_first)
}

/// Whether it stands between two pictures of which one has lost a byte, too: nobody knows what it joins, and it ends no quotation.
pub(super) fn is_between_lost(
    items: &[Item],
    page: usize,
    (bytes, place): ([u8; 4], usize),
    (next, from): (usize, usize),
) -> bool {
    if (bytes[0], bytes[1], place) != (0xE2, 0x80, 2) {
        return false;
    }
    // Whether a picture is there, and whether it is whole.
    let picture = |items: &[Item]| {
        let is = items.first().is_some_and(|item| byte(item, page) == 0xF0);
        is.then(|| items.iter().all(|item| byte(item, page) != 0))
    };
    let behind = items.get(from..).map(|items| &items[..items.len().min(4)]).and_then(picture);
    let start = next - 2;
    let part = |len: usize| Some(&items[start.checked_sub(len)?..start]);
    // Behind what makes a picture of a sign the sign may be whole or not.
    let is_selected = part(3).is_some_and(|items| byte(&items[0], page) == 0xEF);
    let before = [4, 3].into_iter().find_map(|len| picture(part(len)?));
    let before = before.or(is_selected.then_some(false));
    matches!((before, behind), (Some(is), Some(are)) if !(is && are))
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
