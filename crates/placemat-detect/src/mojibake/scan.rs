//! Where there may be mojibake: a search that text without it passes at the speed of reading.

use super::blocks::{
    Patience, Plain, is_before_space, letters_of_no_page, plain, plain_for_guesses,
};
use super::context::Before;
use super::entity;
use super::items::Item;
use super::likely::{is_likely, may_be_guessed};
use super::pages::{LOSABLE, Masks, NOTHING, look, masks};
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
    let mut patience = Patience::default();
    // Apart, so that neither asks at each byte whether to guess.
    match lossy {
        true => search(text, before, true, last, items, |text, at, items| {
            plain_for_guesses(text, at, last, items, &mut patience)
        }),
        false => search(text, before, false, last, items, |text, at, items| {
            plain::<false>(text, at, last, items)
        }),
    }
}

/// The same; what `plain` says is passed.
#[inline]
fn search(
    text: &[u8],
    before: Before,
    lossy: bool,
    last: bool,
    items: &mut Vec<Item>,
    mut plain: impl FnMut(&[u8], usize, &mut Vec<Item>) -> Plain,
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
            let plain = plain(text, at, items);
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
                let (of_two, of_one) = lost(&text[start..at], &text[at..], first, two);
                for (pages, start) in [(of_two, start_of_two), (of_one, start)] {
                    match is_guess(text, start, before, last, pages, items) {
                        Some(true) => return Found::At(run),
                        Some(false) => {}
                        None => return Found::Until(run),
                    }
                }
            }
            if lossy && ends_field(text[at]) && may_be_trimmed(&text[..at], before) {
                return Found::At(run);
            }
            // "Ð Ð¾": the space may have been a no-break one, and what begins with it is known if the rest is found.
            in_run = first.leads != 0
                && match text[at - 2..] {
                    [a, b, b' ', behind, ..] => is_open(a, b) && !behind.is_ascii(),
                    [a, b, b' '] => is_open(a, b) && !last,
                    _ => false,
                };
            (first, two) = (NOTHING, 0);
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
            // What was made small.
            let small = first.leads_more & now.follows & 1;
            let of_two = without_last(two, now);
            for (pages, start) in [(of_two, start_of_two), (small, start)] {
                match is_guess(text, start, before, last, pages, items) {
                    Some(true) => return Found::At(run),
                    Some(false) => {}
                    None => return Found::Until(run),
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
    if last && lossy && may_be_trimmed(text, before) {
        return Found::At(if in_run { run } else { text.len() - "Ã".len() });
    }
    Found::Until(if in_run { run } else { text.len() })
}

/// Pages in which "à" to "ã" begin three bytes, and signs of Latin-1 go on: windows-1252, iso-8859-1 and
/// windows-1254.
pub(super) const OF_LATIN: u16 = 0b10_0011;

/// Whether what begins at `start` may be a sequence in these pages of which a byte was lost; none if more of it may come.
pub(super) fn is_guess(
    text: &[u8],
    start: usize,
    before: Before,
    last: bool,
    pages: u16,
    items: &mut Vec<Item>,
) -> Option<bool> {
    if pages == 0 {
        return Some(false);
    }
    let near = near(&text[start..], last)?;
    let before = before.near(&text[start.saturating_sub(4)..start]);
    Some(may_be_guessed(near, before, pages, items))
}

/// The pages in which ASCII that begins `rest` may be what a byte has become, or stand behind one that was dropped: a byte of
/// what begins two code points before, `two`, and of `c`, the one before, which is `first`.
pub(super) fn lost(c: &[u8], rest: &[u8], first: Masks, two: u16) -> (u16, u16) {
    let of_one = match rest[0] {
        b' ' | b'\'' | b'"' | b'-' | b'?' => {
            first.leads & (!first.leads_more | look_at(&rest[1..]))
        }
        b'a'..=b'z' if matches!(*c, [a, b] if may_lose_hyphen(a, b)) => first.leads,
        _ => 0,
    };
    let of_two = if rest[0].is_ascii_lowercase() { 0 } else { two };
    (of_two & LOSABLE, of_one & LOSABLE)
}

/// The pages in which what begins two code points before, `two`, may lack its last byte, as it was dropped, or of four bytes
/// may have three.
pub(super) fn without_last(two: u16, now: Masks) -> u16 {
    two & (now.leads | now.follows) & LOSABLE
}

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
#[inline]
pub(super) fn may_lose_hyphen(a: u8, b: u8) -> bool {
    (a == 0xC3) & (b == 0x83)
        | (a == 0xC4) & (b & 0xFB == 0x82)
        | ((a == 0xD0) | (a == 0xCE)) & (b == 0x93)
}

/// Whether these are "Ð" or "Î", or what they are in other pages, with which words of Russian and Greek begin before a no-break
/// space.
#[inline]
pub(super) fn is_open(a: u8, b: u8) -> bool {
    (a == 0xC3) & ((b == 0x8E) | (b == 0x90))
        | (a == 0xC4) & ((b == 0x90) | (b == 0x9E))
        | (a == 0xD0) & (b == 0xA0)
}

/// Whether it is all that is left of "”", or of what makes a picture of a sign, in windows-1252.
fn may_lose_last(text: &[u8]) -> bool {
    text == "â€".as_bytes() || text == "ï¸".as_bytes()
}

/// Whether it ends with "Ã" behind a small letter, whose no-break space may have been trimmed: "cittÃ".
fn may_be_trimmed(text: &[u8], before: Before) -> bool {
    match text {
        [0xC3, 0x83] => before.c.is_ascii_lowercase(),
        _ => matches!(text, [.., b'a'..=b'z', 0xC3, 0x83]),
    }
}

/// Whether a field of a table, or a line, ends with it.
#[inline]
pub(super) fn ends_field(byte: u8) -> bool {
    (byte == b'\n')
        | (byte == b'\r')
        | (byte == b'\t')
        | (byte == b',')
        | (byte == b';')
        | (byte == b'|')
}

/// Whether a byte of a sequence can have become it; or it stands behind one that was dropped.
fn may_be_lost(byte: u8) -> bool {
    matches!(byte, b' ' | b'\'' | b'"' | b'-' | b'?') || byte.is_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::cost;
    use super::*;

    /// What is passed in blocks has nothing that a closer look would find.
    #[test]
    fn blocks_pass_only_what_is_none() {
        let pools: [Vec<char>; 4] = [
            ('А'..='я').chain("ёіїєґўЁІЇЄҐ ,”’–╨√\u{A0}\u{92}  '\"-?\u{FFFD}".chars()).collect(),
            ('Ά'..='ώ').chain("ΐ ,”’–½é\u{A0}  '\"-?\u{FFFD}".chars()).collect(),
            ('\u{80}'..='ſ').chain("   –”…┬√'\"-?".chars()).collect(),
            "日本、。ש אي क😀é “”\u{FEFF}я├┬ό\u{92}&â€?\"'-\u{FFFD}".chars().collect(),
        ];
        let mut seed = 1_u64;
        let mut dice = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let before = Before { known: cost::EDGE, ..Before::START };
        let (mut items, mut passed, mut guessed) = (Vec::new(), 0, 0);
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
            let nothing = |_: &[u8], _, _: &mut Vec<Item>| Plain { passed: 0, looked: 0 };
            let slow = search(&text, before, false, last, &mut items, nothing);
            passed += plain::<false>(&text, 0, last, &mut items).passed;
            guessed += plain::<true>(&text, 0, last, &mut items).passed;
            let text_of = || String::from_utf8_lossy(&text).into_owned();
            assert_eq!(find(&text, before, false, last, &mut items), slow, "{}", text_of());
            let slow = search(&text, before, true, last, &mut items, nothing);
            assert_eq!(find(&text, before, true, last, &mut items), slow, "{}", text_of());
        }
        assert!(passed > 1_000_000 && guessed > 1_000_000, "{passed} {guessed}");
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
            let counted = |text: &[u8], at, items: &mut Vec<Item>| {
                let plain = plain::<false>(text, at, true, items);
                looked += plain.looked;
                plain
            };
            search(&text, before, false, true, &mut items, counted);
            assert!(looked <= 2 * text.len(), "{letter}: {looked} of {}", text.len());
        }
    }
}
