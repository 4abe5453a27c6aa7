//! Where there may be mojibake: a search that text without it passes at the speed of reading.

use super::entity;
use super::items::Item;
use super::pages::{NOTHING, look};
use super::reading::{Before, is_likely};
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
/// that continue it in that page (of four bytes, three are enough), or a C1 control stands. With
/// `lossy`, also before one that continues it, or before what such a byte can become, and where an
/// entity begins.
///
/// A sequence that is certainly no mojibake is passed: `items` are memory for that.
pub(super) fn find(
    text: &[u8],
    before: Before,
    lossy: bool,
    last: bool,
    items: &mut Vec<Item>,
) -> Found {
    let mut at = 0;
    // What stands directly before, and the pages in which what stands before that begins three
    // bytes and goes on; and where each begins.
    let (mut first, mut start) = (NOTHING, 0);
    let (mut two, mut start_of_two) = (0, 0);
    // Where what stands there begins that a page has: what is repaired can become part of a
    // sequence with it.
    let (mut run, mut in_run) = (0, false);
    while at < text.len() {
        if !in_run && !lossy {
            at += plain(&text[at..]);
            if at == text.len() {
                break;
            }
        }
        if !in_run || at - run > RUN {
            run = at;
        }
        if text[at].is_ascii() {
            if lossy && (first.leads != 0 && may_be_lost(text[at]) || text[at] == b'&') {
                if first.leads != 0 && may_be_lost(text[at]) {
                    return Found::At(run);
                }
                match entity::read(&text[at..]) {
                    Some(_) => return Found::At(at),
                    None if text.len() - at < entity::LONGEST && !text[at..].contains(&b';') => {
                        return Found::Until(at);
                    }
                    None => {}
                }
            }
            (first, two, in_run) = (NOTHING, 0, false);
            at += 1;
            continue;
        }
        let passed = letters_of_no_page(&text[at..], !lossy);
        if passed > 0 && !(lossy && first.leads != 0) {
            (first, two, in_run) = (NOTHING, 0, false);
            at += passed;
            continue;
        }
        let (now, len) = look(&text[at..]);
        let is_replaced = lossy && text[at..].starts_with("\u{FFFD}".as_bytes());
        if first.leads != 0 && is_replaced {
            return Found::At(run);
        }
        let begins = if lossy { first.leads } else { first.leads & !first.leads_more };
        let of_two = two & !(first.small & now.small);
        for (pages, start) in [(of_two, start_of_two), (begins, start)] {
            let pages = pages & now.follows;
            if pages == 0 {
                continue;
            }
            let rest = &text[start..];
            if rest.len() < LOOK_AHEAD && !last && !rest.contains(&b'\n') {
                return Found::Until(run);
            }
            let near = &rest[..utf8::floor_boundary(rest, rest.len().min(LOOK_AHEAD))];
            let before = before.near(&text[start.saturating_sub(4)..start]);
            if lossy || is_likely(near, before, pages, items) {
                return Found::At(run);
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
    Found::Until(if in_run { run } else { text.len() })
}

/// Whether a byte of a sequence can have become it; or it stands behind one that was dropped.
fn may_be_lost(byte: u8) -> bool {
    matches!(byte, b' ' | b'\'' | b'"' | b'-') || byte.is_ascii_lowercase()
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
            0..=0x7F if ascii => 1,
            _ => break,
        }
    }
    at
}

/// How many bytes are ASCII and words in small letters of Greek and Cyrillic, which are no mojibake
/// without others: not a word that something else follows directly.
#[inline]
fn plain(text: &[u8]) -> usize {
    // From U+03AC to U+03CE, from U+0430 to U+044F, and "ђіјљњћџ": for the first bytes CE to D1, a bit each
    // for what continues them. Comparisons would be branches that nobody can foretell.
    const SMALL: [u64; 4] = [0xFFFF_F000_0000_0000, 0x7FFF, 0xFFFF_0000_0000_0000, 0x8F44_FFFF];
    let is_small = |letter: [u8; 2]| {
        let code = u16::from_be_bytes(letter).wrapping_sub(0xCE80);
        code & 0xFCC0 == 0 && SMALL[usize::from(code >> 8)] >> (code & 0x3F) & 1 == 1
    };
    let mut at = 0;
    loop {
        at += ascii(&text[at..]);
        let word = at;
        while let Some(letter) = text[at..].first_chunk().filter(|letter| is_small(**letter)) {
            at += letter.len();
        }
        if at == word || text.get(at).is_none_or(|byte| !byte.is_ascii()) {
            return word;
        }
    }
}

/// How many bytes are ASCII.
#[inline]
fn ascii(text: &[u8]) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut at = 0;
    while let Some(eight) = text[at..].first_chunk::<8>() {
        let high = u64::from_le_bytes(*eight) & HIGH;
        if high != 0 {
            return at + high.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + text[at..].iter().take_while(|byte| byte.is_ascii()).count()
}
