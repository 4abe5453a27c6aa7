//! Text passed many bytes at a time, where it is certain that it has no mojibake.

use super::context::Before;
use super::entity;
use super::items::Item;
use super::pages::{NOTHING, look, masks};
use super::scan::{OF_LATIN, ends_field, is_guess, is_open, lost, may_lose_hyphen, without_last};
use placemat::utf8;

/// How many bytes are letters that no page has, and with `ascii` what is ASCII between: Hebrew and
/// Arabic, South Asian and East Asian text.
#[inline]
pub(super) fn letters_of_no_page(text: &[u8], ascii: bool) -> usize {
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    let mut at = 0;
    while let Some(&[a, b, c]) = text[at..].first_chunk::<3>() {
        at += match a {
            // From U+0540, and from U+3000 on, and what is between.
            0xE0 | 0xE1 | 0xE3..=0xEE if continues(b) && continues(c) => 3,
            0xD5..=0xDF if continues(b) => 2,
            0..=0x7F if ascii && a != b'&' => 1,
            _ => break,
        }
    }
    at
}

/// The same, with ASCII between, where much of it may follow.
#[inline(never)]
fn many_letters_of_no_page(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = text[at..].first_chunk() {
        let len = letters_of_block(block);
        at += len;
        if len < LETTERS - 2 {
            return at;
        }
    }
    at + letters_of_no_page(&text[at..], true)
}

/// So many bytes are looked at together, where all may be such letters.
const LETTERS: usize = 34;

/// The same for a block, up to where a code point ends: a byte continues where one before says so, and no other does. Where
/// words end, the next byte is not known beforehand, so that a branch for each letter takes twice the time.
#[inline(never)]
fn letters_of_block(block: &[u8; LETTERS]) -> usize {
    let is_long = |byte: u8| matches!(byte, 0xE0..=0xEE) & (byte != 0xE2);
    let is_lead = |byte: u8| matches!(byte, 0xD5..=0xEE) & (byte != 0xE2);
    let is_wrong = |earlier: u8, before: u8, byte: u8| {
        let continues = is_behind(byte);
        let is_letter = continues | is_lead(byte) | (byte < 0x80) & (byte != b'&');
        !is_letter | (continues != (is_lead(before) | is_long(earlier)))
    };
    let mut wrong = [0; LETTERS - 2];
    for (at, wrong) in wrong.iter_mut().enumerate() {
        *wrong = mask(is_wrong(block[at], block[at + 1], block[at + 2]));
    }
    let end = if is_wrong(0, 0, block[0]) {
        0
    } else if is_wrong(0, block[0], block[1]) {
        1
    } else if wrong.iter().fold(0, |any, wrong| any | wrong) == 0 {
        LETTERS
    } else {
        2 + wrong.iter().take_while(|wrong| **wrong == 0).count()
    };
    match block[..end] {
        [.., lead] if is_lead(lead) => end - 1,
        [.., lead, _] if is_long(lead) => end - 2,
        _ => end,
    }
}

/// So many bytes are looked at together.
const BLOCK: usize = 64;

/// What stands before a block and behind it, as far as it matters.
const MARGIN: (usize, usize) = (1, 5);

/// A block and its margins.
type Window = [u8; MARGIN.0 + BLOCK + MARGIN.1];

/// What a look at blocks says.
pub(super) struct Plain {
    /// So many bytes have no mojibake, for sure: up to where what stands directly before plays no part.
    pub(super) passed: usize,
    /// So many were looked at: behind those passed, there is no such place among them.
    pub(super) looked: usize,
}

/// What is passed from `at` on: has neither what is mojibake for sure nor, if `LOSSY`, what may be guessed.
#[inline]
pub(super) fn plain<const LOSSY: bool>(
    text: &[u8],
    at: usize,
    last: bool,
    items: &mut Vec<Item>,
) -> Plain {
    let mut end = at;
    // Greek and Cyrillic text is, all of it; Latin only here and there.
    let mut dense = false;
    loop {
        let passed = ascii(&text[end..]);
        end += passed;
        dense &= passed < 8;
        // East Asian text, which is passed faster so.
        if text.get(end).is_some_and(|lead| (0xE3..=0xEE).contains(lead)) {
            end += many_letters_of_no_page(&text[end..]);
        }
        if text.get(end) == Some(&b'&') {
            // Alone, an entity is no sequence; a guess may be made of it.
            if LOSSY || end == 0 || !text[end - 1].is_ascii() || entity::may_begin(&text[end..]) {
                break;
            }
            end += 1;
            continue;
        }
        let mut copy = [0; _];
        let Some(window) = window(text, end, last, &mut copy) else { break };
        dense = dense || !is_sparse(window) || LOSSY && may_lose(window);
        if !dense {
            end = most(text).min(end + BLOCK);
            continue;
        }
        let flag = first_flag::<LOSSY>(window, text, end, items);
        end = most(text).min(end + flag.unwrap_or(BLOCK));
        if flag.is_some() {
            break;
        }
    }
    let fresh = |byte: &u8| byte.is_ascii() || is_lead_of_no_page(*byte);
    let pass = |end: usize| {
        let last = text[at..end].iter().rposition(fresh);
        last.map_or(0, |last| last + usize::from(text[at + last].is_ascii()))
    };
    let mut passed = pass(end);
    while let [.., a, b, b' '] = text[at..at + passed]
        && is_open(a, b)
    {
        // A sequence may begin before the space, and what stands directly before that is part of its run.
        passed = pass(at + passed - 3);
    }
    Plain { passed, looked: end - at }
}

/// Blocks that end after a few bytes cost more than they save: where they did, fewer and fewer are tried.
#[derive(Default)]
pub(super) struct Patience {
    /// So many blocks more are not tried,
    left: u32,
    /// and so many behind the next one that is no help.
    next: u32,
}

/// The most blocks that are not tried behind each other.
const MOST_LEFT_OUT: u32 = 64;

/// The same, with guesses. In letters and signs of Latin so much may have been lost that a look at each is faster.
#[inline]
pub(super) fn plain_for_guesses(
    text: &[u8],
    at: usize,
    last: bool,
    items: &mut Vec<Item>,
    patience: &mut Patience,
) -> Plain {
    let ascii = ascii(&text[at..]);
    let end = at + ascii;
    if matches!(text.get(end), Some(0xC2..=0xC5)) {
        return Plain { passed: ascii, looked: 0 };
    }
    if patience.left > 0 {
        patience.left -= 1;
        return Plain { passed: ascii, looked: 0 };
    }
    let Plain { passed, looked } = plain_lossy(text, end, last, items);
    patience.next = if looked < BLOCK / 4 { MOST_LEFT_OUT.min(2 * patience.next + 1) } else { 0 };
    patience.left = patience.next;
    Plain { passed: ascii + passed, looked: ascii + looked }
}

/// Apart, as the loop that calls it is slower where it is inlined.
#[inline(never)]
fn plain_lossy(text: &[u8], at: usize, last: bool, items: &mut Vec<Item>) -> Plain {
    plain::<true>(text, at, last, items)
}

/// Up to where blocks are looked at: what is malformed behind that may go on.
fn most(text: &[u8]) -> usize {
    text.len().saturating_sub(4)
}

/// The first flag of the block at `at` that is worth a closer look.
#[inline(never)]
fn first_flag<const LOSSY: bool>(
    window: &Window,
    text: &[u8],
    at: usize,
    items: &mut Vec<Item>,
) -> Option<usize> {
    let mut flags = [0; BLOCK];
    flag(window, &mut flags);
    if LOSSY {
        flag_lost(window, &mut flags);
        flag_lost_last(window, &mut flags);
    }
    loop {
        match first(&flags) {
            Some(flag) if is_harmless::<LOSSY>(text, at + flag + 1, items) => flags[flag] = 0,
            flag => return flag,
        }
    }
}

/// Whether what begins at `at`, and what stands directly before it, are no part of a sequence, and of nothing else that is
/// looked for: flags say that of few letters.
fn is_harmless<const LOSSY: bool>(text: &[u8], at: usize, items: &mut Vec<Item>) -> bool {
    let (before, rest) = text.split_at(at);
    let Some((Ok(c), len)) = utf8::decode_last(before) else { return false };
    let start = at - len;
    let first = masks(c);
    let (earlier, len) = match utf8::decode_last(&before[..start]) {
        Some((Ok(c), len)) => (masks(c), len),
        _ => (NOTHING, 0),
    };
    // Signs of Latin may stand before much else.
    if (first.leads | earlier.leads) & OF_LATIN != 0 || matches!(c, '\u{80}'..='\u{9F}') {
        return false;
    }
    let two = earlier.leads_more & first.follows;
    let (of_two, of_one) = if LOSSY && rest[0].is_ascii() {
        let c = &before[start..];
        if rest[0] == b'&' || first.leads != 0 && is_before_space(c[0], c[1]) {
            return false;
        }
        lost(c, rest, first, two)
    } else {
        let (now, len) = look(rest);
        let behind = &rest[len..];
        if len == 1 || behind.len() < 4 || LOSSY && rest.starts_with("\u{FFFD}".as_bytes()) {
            return false;
        }
        let goes_on = if behind[0] == b'&' { u16::MAX } else { look(behind).0.follows };
        let ends = two & now.follows & !(first.small & now.small);
        let begins = first.leads & now.follows & (!first.leads_more | goes_on);
        if ends | begins != 0 {
            return false;
        }
        (if LOSSY { without_last(two, now) } else { 0 }, 0)
    };
    // What stands before the text is not known here.
    [(of_two, start - len), (of_one, start)].into_iter().all(|(pages, start)| {
        pages == 0
            || start > 0 && is_guess(text, start, Before::START, false, pages, items) == Some(false)
    })
}

/// The block that begins there, if there is one: what the text lacks at its start, and with `last` behind its end, needs a copy.
/// Of others there is none, as loads would wait for its stores.
#[inline]
fn window<'a>(text: &'a [u8], at: usize, last: bool, copy: &'a mut Window) -> Option<&'a Window> {
    let start = at.saturating_sub(MARGIN.0);
    if at >= MARGIN.0
        && let Some(window) = text[start..].first_chunk()
    {
        return Some(window);
    }
    let end = at + BLOCK + MARGIN.1;
    if end > text.len() && !last || at >= most(text) {
        return None;
    }
    let rest = &text[start..text.len().min(end)];
    let from = MARGIN.0 - (at - start);
    copy[from..from + rest.len()].copy_from_slice(rest);
    Some(copy)
}

/// Whether nothing in a block that is not ASCII stands behind another such code point, there is no C1
/// control, and no space that was a no-break one.
#[inline(never)]
fn is_sparse(window: &Window) -> bool {
    let mut found = [0; BLOCK];
    for (at, found) in found.iter_mut().enumerate() {
        let (a, b, c) = (window[at], window[at + 1], window[at + 2]);
        *found = mask(is_behind(b) & (c >= 0xC2) | is_alone(a, b, c) | (c == b'&'));
    }
    first(&found).is_none()
}

/// Where in a block what may be mojibake ends its first code point: where one that is not ASCII
/// stands behind another, but for those that no page has, and for letters of one script that are no
/// sequence together; and at C1 controls. There is no branch in it, and so one instruction does the
/// same to many bytes.
// Inlined where much else is, it may be compiled byte by byte.
#[inline(never)]
fn flag(window: &Window, flags: &mut [u8; BLOCK]) {
    for (at, flag) in flags.iter_mut().enumerate() {
        // The first code point ends with `a` and `b`, the second begins with `c` and `d`.
        let (a, b, c, d) = (window[at], window[at + 1], window[at + 2], window[at + 3]);
        let script = a & 0xFE;
        let is_script = (script == c & 0xFE) & ((script == 0xCE) | (script == 0xD0));
        // Greek capital letters with an accent, which continue a sequence in windows-1253; "Ѐ" to "Џ".
        let is_accented = ((c == 0xCE) | (c == 0xD0)) & !is_from(d, 0x90);
        // Capital letters of Cyrillic continue one in ibm866, but behind each other.
        let is_capital = (a == 0xD0) & is_from(b, 0x90) & !is_from(b, 0xB0);
        let is_mixed = (c == 0xD0) & !is_from(d, 0xB0) & !is_capital;
        // "ђ" to "џ" do in windows-1251, behind capital letters and each other, and "ё" in koi8-r.
        let is_small = (a == 0xD1) & !is_from(b, 0x90) | (a == 0xD0) & is_from(b, 0xB0);
        let is_national = is_from(d, 0x92) & !is_from(d, 0xA0);
        let is_other = (c == 0xD1) & is_from(d, 0x90) & !(is_national & is_small);
        let is_plain = is_script & !is_accented & !is_mixed & !is_other | is_lead_of_no_page(c);
        let is_adjacent = is_behind(b) & (c >= 0xC2);
        *flag = mask(is_adjacent & !is_plain | is_alone(a, b, c) | (c == b'&'));
    }
}

/// Whether a byte can have been lost in a block in which nothing that is not ASCII stands behind its like.
fn may_lose(window: &Window) -> bool {
    let mut flags = [0; BLOCK];
    flag_lost(window, &mut flags);
    first(&flags).is_some()
}

/// Adds where a byte can have become ASCII, or been dropped, behind the first code point.
#[inline(never)]
fn flag_lost(window: &Window, flags: &mut [u8; BLOCK]) {
    for (at, flag) in flags.iter_mut().enumerate() {
        let (a, b, c) = (window[at], window[at + 1], window[at + 2]);
        let goes_on = continues(window[at + 3], window[at + 4]);
        let is_letter = is_from(c, b'a') & !is_from(c, b'z' + 1);
        let is_lost =
            is_typed(c) & (begins_two(a, b) | goes_on) | is_letter & may_lose_hyphen(a, b);
        let is_trimmed = ends_field(c) & (a == 0xC3) & (b == 0x83);
        *flag |= mask(is_behind(b) & (is_lost | is_trimmed));
    }
}

/// The same, behind two code points: the second continues what the first one may begin.
#[inline(never)]
fn flag_lost_last(window: &Window, flags: &mut [u8; BLOCK]) {
    for (at, flag) in flags.iter_mut().enumerate() {
        let (a, b, c) = (window[at], window[at + 1], window[at + 2]);
        let goes_on = continues(a, b) | is_sign(a);
        let is_next = (c >= 0xC2) & !is_lead_of_no_page(c);
        *flag |= mask(is_behind(b) & goes_on & (is_typed(c) | is_next));
    }
}

/// Whether this is the second byte of a sign of print, or of currency: all of three bytes that continues a sequence.
#[inline]
fn is_sign(byte: u8) -> bool {
    byte & 0xF9 == 0x80
}

/// Whether a byte of a sequence can have become it.
#[inline]
fn is_typed(byte: u8) -> bool {
    (byte == b' ') | (byte == b'\'') | (byte == b'"') | (byte == b'-') | (byte == b'?')
}

/// Whether these begin a sequence of two bytes in a page in which one can be lost, as capital letters do, and "ß", and "ά" to
/// "ί".
#[inline]
fn begins_two(a: u8, b: u8) -> bool {
    // From "Ĺ" to "Ň", and from "Ź" on, the capital letter is the odd one of two.
    let is_odd =
        (a == 0xC4) & is_from(b, 0xB9) | (a == 0xC5) & (!is_from(b, 0x8A) | is_from(b, 0xB9));
    let is_capital = (a & 0xFE == 0xC4) & ((b & 1 == 1) == is_odd);
    let is_latin = (a == 0xC3) & is_from(b, 0x82) & !is_from(b, 0xA0);
    let is_other = ((a == 0xCE) | (a == 0xD0)) & is_from(b, 0x92) & !is_from(b, 0xB0);
    is_capital | is_latin | is_other
}

/// Whether what begins with these can continue a sequence in a page in which a byte can be lost: of Cyrillic and Greek,
/// letters of few languages.
#[inline]
fn continues(a: u8, b: u8) -> bool {
    let is_script = (a & 0xFE == 0xCE) | (a & 0xFE == 0xD0);
    let is_national = ((a == 0xCE) | (a == 0xD0)) & !is_from(b, 0x90)
        | (a == 0xD1) & is_from(b, 0x90) & !is_from(b, 0xA0);
    is_national | is_from(a, 0xC2) & !is_script & !is_lead_of_no_page(a)
}

/// Whether the first two are a C1 control, or begin a sequence that a space ends.
#[inline]
fn is_alone(a: u8, b: u8, c: u8) -> bool {
    (a == 0xC2) & is_behind(b) & !is_from(b, 0xA0) | (c == b' ') & is_before_space(a, b)
}

/// Whether these are "Ã", or what it is in another page: "Ă" and "Ć"; or a letter next to it.
#[inline]
pub(super) fn is_before_space(a: u8, b: u8) -> bool {
    (a == 0xC3) & is_from(b, 0x82) & !is_from(b, 0x87) | (a == 0xC4) & (b & 0xFB == 0x82)
}

/// All bits or none.
#[inline]
fn mask(is: bool) -> u8 {
    0_u8.wrapping_sub(u8::from(is))
}

/// Whether it is no first byte, and not ASCII.
#[inline]
fn is_behind(byte: u8) -> bool {
    byte.cast_signed() < -0x40
}

/// Whether a byte from 80 on is one from `least` on.
#[inline]
fn is_from(byte: u8, least: u8) -> bool {
    byte.cast_signed() >= least.cast_signed()
}

/// Whether a code point that begins with this byte, which is not ASCII, is in no page: those from U+04C0 on, but for signs and U+F000
/// to U+FFFF.
#[inline]
fn is_lead_of_no_page(lead: u8) -> bool {
    is_from(lead, 0xD3) & (lead != 0xE2) & (lead != 0xEF)
}

/// The first that is not 0.
#[inline]
fn first(flags: &[u8; BLOCK]) -> Option<usize> {
    let (eights, _) = flags.as_chunks::<8>();
    let words = eights.iter().map(|eight| u64::from_le_bytes(*eight));
    let found = words.enumerate().find(|(_, word)| *word != 0);
    found.map(|(number, word)| 8 * number + word.trailing_zeros() as usize / 8)
}

/// How many bytes are ASCII, but not "&".
#[inline]
pub(super) fn ascii(text: &[u8]) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const ONES: u64 = HIGH >> 7;
    let mut at = 0;
    while let Some(eight) = text[at..].first_chunk::<8>() {
        let eight = u64::from_le_bytes(*eight);
        // 0 where "&" is; a byte above it may count as one, too.
        let other = eight ^ (ONES * b'&' as u64);
        let ends = (eight | other.wrapping_sub(ONES) & !other) & HIGH;
        if ends != 0 {
            return at + ends.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + text[at..].iter().take_while(|byte| byte.is_ascii() && **byte != b'&').count()
}

#[cfg(test)]
mod tests {
    use super::super::pages::LOSABLE;
    use super::*;

    /// What flags say of the bytes of a code point is what the tables do, and little else.
    #[test]
    fn flags_are_those_of_the_tables() {
        let (mut begin, mut go_on) = (0, 0);
        for c in '\u{80}'..='\u{FFFF}' {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).as_bytes();
            let &[.., a, b] = bytes else { continue };
            let of_c = masks(c);
            if of_c.leads & !of_c.leads_more & LOSABLE != 0 {
                assert!(bytes.len() == 2 && begins_two(a, b), "{c}");
                begin += 1;
            }
            if of_c.follows & LOSABLE != 0 {
                assert!(continues(bytes[0], bytes[1]), "{c}");
                assert!(bytes.len() == 2 || is_sign(a), "{c}");
                go_on += 1;
            }
        }
        assert!(begin > 100 && go_on > 100, "{begin} {go_on}");
        assert!(('а'..='я').all(|c| {
            let mut bytes = [0; 2];
            c.encode_utf8(&mut bytes);
            !begins_two(bytes[0], bytes[1]) && !continues(bytes[0], bytes[1])
        }));
    }

    /// Blocks pass what one letter after the other does, and stop where that does.
    #[test]
    fn letters_in_blocks_are_those_one_by_one() {
        let pieces: [&[u8]; 14] = [
            "한".as_bytes(),
            "の".as_bytes(),
            "ש".as_bytes(),
            "ก".as_bytes(),
            b" ",
            b"a",
            b"word ",
            "あ".as_bytes(),
            "é".as_bytes(),
            "—".as_bytes(),
            "，".as_bytes(),
            b"&",
            b"\x81",
            b"\xE3\x81",
        ];
        let mut seed = 1_u64;
        let mut dice = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let mut passed = 0;
        for _ in 0..20_000 {
            let mut text = Vec::new();
            while text.len() < 100 {
                let rare = if dice(30) == 0 { pieces.len() } else { 8 };
                text.extend_from_slice(pieces[dice(rare)]);
            }
            let slow = letters_of_no_page(&text, true);
            let fast = many_letters_of_no_page(&text);
            // The last letters may be too short for a look at three bytes.
            assert!(
                fast == slow || text.len() - slow.min(fast) < 3,
                "{fast} {slow} {:?}",
                String::from_utf8_lossy(&text)
            );
            passed += fast;
        }
        assert!(passed > 500_000, "{passed}");
    }
}
