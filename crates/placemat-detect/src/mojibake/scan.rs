//! Where there may be mojibake: a search that text without it passes at the speed of reading.

use super::context::Before;
use super::entity;
use super::items::Item;
use super::likely::{is_likely, may_be_guessed};
use super::pages::{NOTHING, look, masks};
use placemat::utf8;

/// A sequence that was misread once, and a code point behind it, are no longer.
pub(super) const LOOK_AHEAD: usize = 16;

/// A longer stretch of what pages have is cut.
const RUN: usize = 64;

/// What a search comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// What begins here may be mojibake.
    At(usize),
    /// Nothing before here; what follows may be the start of it, and the text ends.
    Until(usize),
}

/// Where in `text` a first byte of a sequence, read in some page, stands before as many as it needs
/// that continue it in that page (of four bytes, three are enough), or a C1 control stands; or a space
/// behind "Ã" and the like, where that is the first byte of "à". Entities count as what they stand for. With
/// `lossy`, also before one that continues it, or before what such a byte can become.
///
/// A sequence that is certainly no mojibake is passed: `items` are memory for that.
pub(super) fn find(
    text: &[u8],
    before: Before,
    lossy: bool,
    last: bool,
    items: &mut Vec<Item>,
) -> Found {
    if lossy {
        // ASCII with nothing before it that pages have.
        let pass = |text: &[u8], at| Plain { passed: ascii(&text[at..]), looked: 0 };
        return search(text, before, true, last, items, pass);
    }
    search(text, before, false, last, items, plain)
}

/// The same; what `plain` says is passed.
#[inline]
fn search(
    text: &[u8],
    before: Before,
    lossy: bool,
    last: bool,
    items: &mut Vec<Item>,
    mut plain: impl FnMut(&[u8], usize) -> Plain,
) -> Found {
    let mut at = 0;
    // Up to where `plain` would pass no more.
    let mut looked = 0;
    // What stands directly before, and the pages in which what stands before that begins three
    // bytes and goes on; and where each begins.
    let (mut first, mut start) = (NOTHING, 0);
    let (mut two, mut start_of_two) = (0, 0);
    // Where what stands there begins that a page has: what is repaired can become part of a
    // sequence with it.
    let (mut run, mut in_run) = (0, false);
    // Where an entity begins, the last one: it may be part of it.
    let mut entity = None;
    while at < text.len() {
        if !in_run && at >= looked {
            let plain = plain(text, at);
            looked = at + plain.looked;
            at += plain.passed;
            if at == text.len() {
                break;
            }
        }
        if !in_run {
            run = at;
        } else if at - run > RUN {
            run = match (two, first.leads) {
                (0, 0) => at,
                (0, _) => start,
                _ => start_of_two,
            };
        }
        let mut of_entity = None;
        if text[at] == b'&' {
            let rest = &text[at..];
            if !last && entity::is_open(rest) {
                return Found::Until(run);
            }
            if in_run || lossy || entity::may_begin(rest) {
                of_entity = entity::read(rest).map(|(c, len)| (masks(c), len));
            }
        }
        if of_entity.is_none() && text[at].is_ascii() {
            if two & 1 == 1 && may_lose_last(&text[start_of_two..at]) {
                return Found::At(run);
            }
            if text[at] == b' ' && two & OF_LATIN != 0 && start_of_two < at {
                let (lead, c) = text[start_of_two..at].split_at(2);
                // "à² " is a letter of faces, "ä½ " a frequent one of Chinese.
                let is_frequent = match lead {
                    [0xC3, 0xA0..=0xA3] => matches!(c, [0xC2, 0xA8..=0xBF]),
                    [0xC3, 0xA4] => matches!(c, [0xC2, 0xBC..=0xBE]),
                    _ => false,
                };
                if is_frequent {
                    return Found::At(run);
                }
            }
            if first.leads != 0
                && text[at] == b' '
                && matches!(text[..at], [.., a, b] if is_before_space(a, b))
            {
                return Found::At(run);
            }
            if lossy && (first.leads | two) & LOSABLE != 0 && may_be_lost(text[at]) {
                if text.len() - at < 5 && !last && !text[at..].contains(&b'\n') {
                    // What is behind may go on.
                    return Found::Until(run);
                }
                let behind = look_at(&text[at + 1..]);
                let is_lowercase = text[at].is_ascii_lowercase();
                let of_one = match is_lowercase {
                    true if may_lose_hyphen(&text[start..at]) => first.leads,
                    true => 0,
                    false => first.leads & (!first.leads_more | behind),
                };
                let of_two = if is_lowercase { 0 } else { two };
                for (pages, start) in [(of_two, start_of_two), (of_one, start)] {
                    if pages & LOSABLE == 0 {
                        continue;
                    }
                    let Some(near) = near(&text[start..], last) else { return Found::Until(run) };
                    let before = before.near(&text[start.saturating_sub(4)..start]);
                    if may_be_guessed(near, before, pages & LOSABLE, items) {
                        return Found::At(run);
                    }
                }
            }
            (first, two, in_run) = (NOTHING, 0, false);
            at += 1;
            continue;
        }
        let passed = if of_entity.is_some() { 0 } else { letters_of_no_page(&text[at..], !lossy) };
        if passed > 0 && !(lossy && first.leads != 0) {
            (first, two, in_run) = (NOTHING, 0, false);
            at += passed;
            continue;
        }
        let (now, len) = of_entity.unwrap_or_else(|| look(&text[at..]));
        // Of two bytes, one that is left could be many letters.
        let may_lose = if lossy { first.leads | two } else { (first.leads_more | two) & 1 };
        if may_lose != 0 && text[at..].starts_with("\u{FFFD}".as_bytes()) {
            return Found::At(run);
        }
        // "Â€™" was "â€™", before it was put in capitals.
        if lossy && text[at..].starts_with("€".as_bytes()) && text[..at].ends_with("Â".as_bytes())
        {
            return Found::At(run);
        }
        entity = of_entity.map(|_| at).or(entity);
        // Where it has moved on, none: what comes in chunks is searched from there.
        let has_entity = entity.is_some_and(|at| at >= run);
        if lossy && has_entity && now.leads | now.follows != 0 {
            return Found::At(run);
        }
        let begins = first.leads & !first.leads_more;
        let of_two = two & !(first.small & now.small);
        for (pages, start) in [(of_two, start_of_two), (begins, start)] {
            let pages = pages & now.follows;
            if pages == 0 {
                continue;
            }
            if has_entity {
                return Found::At(run);
            }
            let Some(near) = near(&text[start..], last) else { return Found::Until(run) };
            let before = before.near(&text[start.saturating_sub(4)..start]);
            if is_likely(near, before, pages, items) {
                return Found::At(run);
            }
        }
        if lossy {
            // A last byte that was dropped, and what was made small.
            let dropped = two & now.leads & LOSABLE;
            let small = first.leads_more & now.follows & 1;
            // Of four bytes, the last one.
            let cut = two & now.follows & LOSABLE;
            for (pages, start) in [(dropped | cut, start_of_two), (small, start)] {
                if pages == 0 {
                    continue;
                }
                let Some(near) = near(&text[start..], last) else { return Found::Until(run) };
                let before = before.near(&text[start.saturating_sub(4)..start]);
                if may_be_guessed(near, before, pages, items) {
                    return Found::At(run);
                }
            }
        }
        if text[at] == 0xC2 && text.get(at + 1).is_some_and(|byte| matches!(byte, 0x80..=0x9F)) {
            return Found::At(run);
        }
        if len == 1 && text.len() - at < 4 {
            // It may go on.
            return Found::Until(run);
        }
        (two, start_of_two) = (first.leads_more & now.follows, start);
        (first, start) = (now, at);
        in_run = now.leads | now.follows != 0;
        at += len;
    }
    if last && two & 1 == 1 && may_lose_last(&text[start_of_two..]) {
        return Found::At(run);
    }
    Found::Until(if in_run { run } else { text.len() })
}

/// Pages in which "à" to "ã" begin three bytes, and signs of Latin-1 go on: windows-1252, iso-8859-1 and
/// windows-1254.
const OF_LATIN: u16 = 0b10_0011;

/// Pages in which a byte can be lost: those of Windows, iso-8859-1 and iso-8859-2.
const LOSABLE: u16 = 0b1111_1111;

/// What is behind, as far as a sequence needs it; none if more of it may come.
#[inline]
fn near(rest: &[u8], last: bool) -> Option<&[u8]> {
    let is_cut = rest.len() < LOOK_AHEAD && !last && !rest.contains(&b'\n');
    (!is_cut).then(|| &rest[..utf8::floor_boundary(rest, rest.len().min(LOOK_AHEAD))])
}

/// The pages in which what begins `text` goes on with a sequence.
#[inline]
fn look_at(text: &[u8]) -> u16 {
    if text.first().is_none_or(u8::is_ascii) { 0 } else { look(text).0.follows }
}

/// Whether it is the first byte of "í" in some page, whose second one is not shown.
fn may_lose_hyphen(c: &[u8]) -> bool {
    matches!(c, [0xC3, 0x83] | [0xC4, 0x82 | 0x86] | [0xD0, 0x93] | [0xCE, 0x93])
}

/// Whether it is all that is left of "”", or of what makes a picture of a sign, in windows-1252.
fn may_lose_last(text: &[u8]) -> bool {
    text == "â€".as_bytes() || text == "ï¸".as_bytes()
}

/// Whether a byte of a sequence can have become it; or it stands behind one that was dropped.
fn may_be_lost(byte: u8) -> bool {
    matches!(byte, b' ' | b'\'' | b'"' | b'-' | b'?') || byte.is_ascii_lowercase()
}

/// How many bytes are letters that no page has, and with `ascii` what is ASCII between: Hebrew and
/// Arabic, South Asian and East Asian text.
#[inline]
fn letters_of_no_page(text: &[u8], ascii: bool) -> usize {
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

/// So many bytes are looked at together.
const BLOCK: usize = 64;

/// What stands before a block and behind it, as far as it matters.
const MARGIN: (usize, usize) = (1, 2);

/// A block and its margins.
type Window = [u8; MARGIN.0 + BLOCK + MARGIN.1];

/// What a look at blocks says.
struct Plain {
    /// So many bytes have no mojibake, for sure: up to where what stands directly before plays no part.
    passed: usize,
    /// So many were looked at: behind those passed, there is no such place among them.
    looked: usize,
}

/// What is passed from `at` on.
#[inline]
fn plain(text: &[u8], at: usize) -> Plain {
    let mut end = at;
    // Greek and Cyrillic text is, all of it; Latin only here and there.
    let mut dense = false;
    loop {
        let passed = ascii(&text[end..]);
        end += passed;
        dense &= passed < 8;
        // East Asian text, which is passed faster so.
        if text.get(end).is_some_and(|lead| (0xE3..=0xEE).contains(lead)) {
            end += letters_of_no_page(&text[end..], true);
        }
        if text.get(end) == Some(&b'&') {
            if end == 0 || !text[end - 1].is_ascii() || entity::may_begin(&text[end..]) {
                break;
            }
            // Alone, an entity is no sequence.
            end += 1;
            continue;
        }
        let mut copy = [0; _];
        let Some(window) = window(text, end, &mut copy) else { break };
        dense = dense || !is_sparse(window);
        if !dense {
            end += BLOCK;
            continue;
        }
        let flag = first_flag(window, text, end);
        end += flag.unwrap_or(BLOCK);
        if flag.is_some() {
            break;
        }
    }
    let fresh = |byte: &u8| byte.is_ascii() || is_lead_of_no_page(*byte);
    let last = text[at..end].iter().rposition(fresh);
    let passed = last.map_or(0, |last| last + usize::from(text[at + last].is_ascii()));
    Plain { passed, looked: end - at }
}

/// The first flag of the block at `at` that is worth a closer look.
#[inline(never)]
fn first_flag(window: &Window, text: &[u8], at: usize) -> Option<usize> {
    let mut flags = [0; BLOCK];
    flag(window, &mut flags);
    loop {
        match first(&flags) {
            Some(flag) if is_harmless(text, at + flag + 1) => flags[flag] = 0,
            flag => return flag,
        }
    }
}

/// Whether what begins at `at`, and what stands directly before it, are no part of a sequence, and of nothing else that is
/// looked for: flags say that of few letters.
fn is_harmless(text: &[u8], at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let Some((Ok(c), len)) = utf8::decode_last(before) else { return false };
    let first = masks(c);
    let earlier = match utf8::decode_last(&before[..at - len]) {
        Some((Ok(c), _)) => masks(c),
        _ => NOTHING,
    };
    // Signs of Latin may stand before much else.
    if (first.leads | earlier.leads) & OF_LATIN != 0 || matches!(c, '\u{80}'..='\u{9F}') {
        return false;
    }
    let (now, len) = look(rest);
    let behind = &rest[len..];
    if len == 1 || behind.len() < 4 {
        return false;
    }
    let goes_on = if behind[0] == b'&' { u16::MAX } else { look(behind).0.follows };
    let ends = earlier.leads_more & first.follows & now.follows & !(first.small & now.small);
    let begins = first.leads & now.follows & (!first.leads_more | goes_on);
    ends | begins == 0
}

/// The block that begins there, if there is one; what the start of the text lacks needs a copy. Of others there is
/// none, as loads would wait for its stores.
#[inline]
fn window<'a>(text: &'a [u8], at: usize, copy: &'a mut Window) -> Option<&'a Window> {
    if let Some(start) = at.checked_sub(MARGIN.0) {
        return text[start..].first_chunk();
    }
    copy[MARGIN.0..].copy_from_slice(text.first_chunk::<{ BLOCK + MARGIN.1 }>()?);
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

/// Whether the first two are a C1 control, or begin a sequence that a space ends.
#[inline]
fn is_alone(a: u8, b: u8, c: u8) -> bool {
    (a == 0xC2) & is_behind(b) & !is_from(b, 0xA0) | (c == b' ') & is_before_space(a, b)
}

/// Whether these are "Ã", or what it is in another page: "Ă" and "Ć"; or a letter next to it.
#[inline]
fn is_before_space(a: u8, b: u8) -> bool {
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
fn ascii(text: &[u8]) -> usize {
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
    use super::super::cost;
    use super::*;

    /// What is passed in blocks has nothing that a closer look would find.
    #[test]
    fn blocks_pass_only_what_is_none() {
        let pools: [Vec<char>; 4] = [
            ('А'..='я').chain("ёіїєґўЁІЇЄҐ ,”’–╨√\u{A0}\u{92}".chars()).collect(),
            ('Ά'..='ώ').chain("ΐ ,”’–½é\u{A0}".chars()).collect(),
            ('\u{80}'..='ſ').chain("   –”…┬√".chars()).collect(),
            "日本、。ש אي क😀é “”\u{FEFF}я├┬ό\u{92}&â€?\"'-\u{FFFD}".chars().collect(),
        ];
        let mut seed = 1_u64;
        let mut dice = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let before = Before { known: cost::EDGE, ..Before::START };
        let (mut items, mut passed) = (Vec::new(), 0);
        for round in 0..40_000 {
            let pool = &pools[round % pools.len()];
            // Of few letters at a time, so that much is passed.
            let few: Vec<char> = (0..2 + dice(6)).map(|_| pool[dice(pool.len())]).collect();
            let mut text: String =
                (0..200).map(|_| if dice(3) == 0 { 'a' } else { few[dice(few.len())] }).collect();
            text.insert_str(0, &"x"[..dice(2)]);
            let entity = ["&Atilde;", "&copy;", "&#195", "& ", "&amp;"][dice(5)];
            text = text.replace('&', entity);
            let mut text = text.into_bytes();
            if round % 5 == 0 {
                text.remove(dice(text.len()));
            }
            let last = round % 2 == 0;
            let nothing = |_: &[u8], _| Plain { passed: 0, looked: 0 };
            let slow = search(&text, before, false, last, &mut items, nothing);
            passed += plain(&text, 0).passed;
            let text_of = || String::from_utf8_lossy(&text).into_owned();
            assert_eq!(find(&text, before, false, last, &mut items), slow, "{}", text_of());
            let slow = search(&text, before, true, last, &mut items, nothing);
            assert_eq!(find(&text, before, true, last, &mut items), slow, "{}", text_of());
        }
        assert!(passed > 1_000_000, "{passed}");
    }

    /// What stands before a run that has moved on plays no part: chunks begin there.
    #[test]
    fn entities_are_part_of_a_run_only_while_it_is_there() {
        let before = Before { known: cost::EDGE, ..Before::START };
        let mut unlikely = 0;
        for pair in ["ö§", "ñ£", "ä»", "é®", "Å®", "ô°", "Ö®", "ö·", "é»Ö", "Ùµ", "Ç®", "È®", "Ï®"]
        {
            let tail = format!("{}{pair}!", "é".repeat(RUN));
            let mut items = Vec::new();
            let mut found = |text: &str| find(text.as_bytes(), before, false, true, &mut items);
            if found(&tail) == Found::Until(tail.len()) {
                unlikely += 1;
                let text = format!("&eacute;{tail}");
                assert_eq!(found(&text), Found::Until(text.len()), "{pair}");
            }
        }
        assert!(unlikely > 3, "{unlikely}");
    }

    /// Long runs without a place to stop at, too: of 100,000 marks each had all others looked at once more.
    #[test]
    fn blocks_are_looked_at_once() {
        let before = Before { known: cost::EDGE, ..Before::START };
        for letter in ["\u{301}", "а", "ё", "é", "★", "！", "ə", "Ã", "\u{300}\u{301}", "я ", "日я"]
        {
            let text = format!("e{}!", letter.repeat(10_000)).into_bytes();
            let (mut items, mut looked) = (Vec::new(), 0);
            let counted = |text: &[u8], at| {
                let plain = plain(text, at);
                looked += plain.looked;
                plain
            };
            search(&text, before, false, true, &mut items, counted);
            assert!(looked <= 2 * text.len(), "{letter}: {looked} of {}", text.len());
        }
    }
}
