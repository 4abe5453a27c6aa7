//! Whether a search is worth its time: what stands in one place, alone, against what it would be in a page.

use super::context::Trust;
use super::cost::{self, Trait};
use super::items::{Item, take_apart};
use super::pages::{PAGES, row};
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
        let ((mut old, mut was), (mut new, mut is)) = ((0, before), (0, before));
        let go_on = |sum: &mut i32, last: &mut Trait, known: Trait| {
            *sum += cost::cost(*last, known);
            *last = known.behind(*last);
        };
        let mut done = 0;
        let goes_on = loop {
            let bytes = array::from_fn::<_, 4, _>(|place| byte(done + place));
            let len = sequence::len(bytes[0]);
            let Some(c) = sequence::decode(&bytes[..len]) else {
                break is_cut && len > 0 && done + len > count;
            };
            if row(c).leads != 0 && is_deep_likely(text, before, pages, items) {
                return true;
            }
            known[done..done + len].iter().for_each(|known| go_on(&mut old, &mut was, *known));
            let of_control = sequence::replaced(c).filter(|_| page == 0);
            go_on(&mut new, &mut is, cost::of_read(of_control.unwrap_or(c)));
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
            go_on(&mut old, &mut was, *behind);
            go_on(&mut new, &mut is, *behind);
        }
        if old - new > least {
            return true;
        }
    }
    false
}

/// The same, where it may have been misread more than once.
fn is_deep_likely(text: &[u8], before: Trait, pages: u16, items: &mut Vec<Item>) -> bool {
    take_apart(text, items);
    let known = |item: &Item| (item.known, item.last);
    let mut likely = false;
    for page in (0..PAGES).filter(|page| pages >> page & 1 == 1) {
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
    take_apart(text, items);
    let known = |item: &Item| (item.known, item.last);
    let mut likely = false;
    for page in (0..PAGES).filter(|page| pages >> page & 1 == 1) {
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
