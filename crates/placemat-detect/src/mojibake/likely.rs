//! Whether a search is worth its time: what stands in one place, alone, against what it would be in a page.

use super::context::Trust;
use super::cost::{self, Trait, Way};
use super::items::{Item, take_apart};
use super::pages::{WINDOWS_1251, WINDOWS_1253, each, row};
use super::sequence;
use placemat::utf8;
use std::{array, iter};

/// How much less likely than what stands there something may be, to be judged in full.
const DOUBT: i32 = 4;

/// Whether what begins `text`, which may be one sequence, can be likelier when it is read in a page:
/// what is around it may be mojibake, too, and is given the benefit of the doubt.
pub(super) fn is_likely(text: &[u8], before: Trait, pages: u16, items: &mut Vec<Item>) -> bool {
    // Some sequences, and what is behind them.
    let (mut known, mut rows) = ([before; 8], [row('\0'); 8]);
    let (mut at, mut count) = (0, 0);
    // More may follow than is seen.
    let mut is_cut = true;
    while is_cut && count < known.len() {
        let Some((c, len)) = utf8::decode_first(&text[at..]) else { break };
        let c = c.ok();
        if c == Some('&') {
            // Of an entity.
            break;
        }
        known[count] = c.map_or(cost::MALFORMED, cost::of);
        rows[count] = row(c.unwrap_or('\0'));
        is_cut = rows[count].leads | rows[count].follows != 0;
        (at, count) = (at + len, count + 1);
    }
    let mut may_be_deep = false;
    let mut left = pages;
    while left != 0 {
        let page = left.trailing_zeros() as usize;
        left &= left - 1;
        let byte = |at: usize| rows.get(at).map_or(0, |row| row.bytes[page]);
        // Of a pair of surrogates, which is six code points.
        if matches!((byte(0), byte(1)), (0xED, 0xA0..=0xAF)) {
            let is_pair = matches!((byte(3), byte(4)), (0xED, 0xB0..=0xBF));
            if is_pair || is_cut && count < 5 {
                return true;
            }
            continue;
        }
        // What it costs so far, as it is and read in the page.
        let (mut old, mut new) = (Way::behind(before), Way::behind(before));
        let mut done = 0;
        let goes_on = loop {
            let bytes = array::from_fn::<_, 4, _>(|place| byte(done + place));
            let len = sequence::len(bytes[0]);
            let Some(c) = sequence::decode(&bytes[..len]) else {
                break is_cut && len > 0 && done + len > count;
            };
            may_be_deep |= row(c).leads != 0;
            known[done..done + len].iter().for_each(|known| old.go_on(*known));
            let of_control = sequence::replaced(c).filter(|_| page == 0);
            new.go_on(cost::of_read(of_control.unwrap_or(c)));
            done += len;
            if done >= count {
                break is_cut;
            }
        };
        if done == 0 {
            continue;
        }
        // Alone, it must be worth what its page costs at least.
        let least = if goes_on { -DOUBT } else { Trust::least_start(page) };
        if let Some(behind) = known[..count].get(done).filter(|_| !goes_on) {
            old.go_on(*behind);
            new.go_on(*behind);
        }
        if old.bits - new.bits > least {
            return true;
        }
    }
    may_be_deep && is_deep_likely(text, before, pages, items)
}

/// The same, where it may have been misread more than once.
fn is_deep_likely(text: &[u8], before: Trait, pages: u16, items: &mut Vec<Item>) -> bool {
    take_apart(text, items);
    let known = |item: &Item| (item.known, item.last);
    let mut likely = false;
    for page in each(pages) {
        sequence::read(items, 0, page, false, &mut |sequence| {
            let behind = items.get(sequence.end);
            let ascii = behind.filter(|item| item.is_ascii()).map(|item| (item.known, None));
            let old = cost::along(before, items[..sequence.end].iter().map(known).chain(ascii));
            let new = cost::of_read(sequence.c);
            let new = cost::along(before, iter::once((new, None)).chain(ascii));
            likely |= old - new > -DOUBT;
        });
    }
    likely
}

/// Whether what begins `text` may be a sequence of which a byte was lost.
pub(super) fn may_be_guessed(
    text: &[u8],
    before: Trait,
    pages: u16,
    items: &mut Vec<Item>,
) -> bool {
    if is_hopeless(text, before, pages) {
        return false;
    }
    take_apart(text, items);
    let known = |item: &Item| (item.known, item.last);
    let mut likely = false;
    for page in each(pages) {
        sequence::read(items, 0, page, true, &mut |sequence| {
            let behind = items.get(sequence.end);
            // More may follow, in the same page.
            let goes_on = behind.is_none_or(|item| {
                item.first.is_none_or(|c| (row(c).leads | row(c).follows) >> page & 1 == 1)
            });
            let behind = behind.filter(|_| !goes_on).map(|item| (item.known, None));
            let old = cost::along(before, items[..sequence.end].iter().map(known).chain(behind));
            let new =
                cost::along(before, iter::once((cost::of_read(sequence.c), None)).chain(behind));
            let least = if goes_on { -DOUBT } else { 0 };
            likely |= old - new - sequence.cost > least;
        });
    }
    likely
}

/// Whether no sequence of which a byte was lost can be likely there, by what it costs at least: words of Cyrillic and Greek
/// are full of what could be one.
fn is_hopeless(text: &[u8], before: Trait, pages: u16) -> bool {
    let page = pages.trailing_zeros() as usize;
    if !pages.is_power_of_two() || !matches!(page, WINDOWS_1251 | WINDOWS_1253) {
        return false;
    }
    let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let (mut chars, mut count) = (['\0'; 4], 0);
    for (place, c) in chars.iter_mut().zip(valid.chars()) {
        (*place, count) = (c, count + 1);
    }
    let byte = |at: usize| row(chars[at]).bytes[page];
    let goes_on = |at: usize| matches!(byte(at), 0x80..=0xBF);
    let len = sequence::len(byte(0));
    let place = if len == 3 && goes_on(1) { 2 } else { 1 };
    // What the loss costs at least, and where the sequence ends.
    let (loss, end) = match chars[place] {
        ' ' if byte(0) >= 0xE3 => (9, len),
        ' ' => (3, len),
        '\'' | '"' | '-' => (4, len),
        c if c.is_ascii() || c == char::REPLACEMENT_CHARACTER || goes_on(place) => return false,
        _ => (7, place),
    };
    if count <= end || chars[..=end].contains(&'&') {
        return false;
    }
    let second = match chars[1] {
        ' ' => 0xA0,
        _ if place == 2 => byte(1),
        _ => 0,
    };
    let Some(new) = least_behind(before, [byte(0), second]) else { return false };
    let of_behind = row(chars[end]);
    let goes_on = (of_behind.leads | of_behind.follows) >> page & 1 == 1;
    let (old, least) = if goes_on { (&chars[..end], -DOUBT) } else { (&chars[..=end], 0) };
    let old = cost::along(before, old.iter().map(|c| (cost::of(*c), None)));
    old - new - loss <= least
}

/// What a code point that begins with these bytes costs at least behind a letter of Latin, Greek or Cyrillic, or behind none.
fn least_behind(before: Trait, bytes: [u8; 2]) -> Option<i32> {
    let (of_word, of_other) = match bytes {
        [0xDC..=0xDF, _] => (26, 22),
        [0xE4..=0xEE, _] | [0xE2, 0xA0..=0xAB | 0xB0..=0xBF] | [0xEF, 0xAE..=0xB7] => (20, 14),
        [0xE0, _] | [0xE1, 0x84..=0xB3] | [0xE3, 0x81..=0xBF] => (17, 10),
        _ => return None,
    };
    match before.is_letter() {
        true => before.is_of_page().then_some(of_word),
        false => Some(of_other),
    }
}

#[cfg(test)]
mod tests {
    use super::super::context::Before;
    use super::*;

    #[test]
    fn nothing_costs_less_than_the_least() {
        let all = || '\0'..=char::MAX;
        let mut befores: Vec<_> =
            all().map(|c| Before::START.near(c.encode_utf8(&mut [0; 4]).as_bytes())).collect();
        befores.sort_by_key(|before| format!("{before:?}"));
        befores.dedup_by_key(|before| format!("{before:?}"));
        let mut known = 0;
        for c in all() {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes);
            for before in &befores {
                if let Some(least) = least_behind(*before, [bytes[0], bytes[1]]) {
                    known += 1;
                    assert!(cost::cost(*before, cost::of_read(c)) >= least, "{before:?} {c:?}");
                }
            }
        }
        assert!(known > 1_000_000, "{known}");
    }
}
