//! Self-synchronisation: from any byte, a boundary is at most three bytes away.

use crate::encoding::{Step, utf8 as codec};

/// The start of the item (a well-formed sequence or a maximal subpart) that the
/// byte at `at` belongs to. `at < text.len()`. At most four bytes are read
/// before it.
///
/// A byte that is no continuation byte always begins an item. Those that follow
/// it belong to it as far as the codec says; the rest stand alone.
#[inline]
pub(crate) fn item_start(text: &[u8], at: usize) -> usize {
    if !codec::is_continuation(text[at]) {
        return at;
    }
    for back in 1..=at.min(3) {
        let start = at - back;
        if codec::is_continuation(text[start]) {
            continue;
        }
        let inside = codec::decode(&text[start..], true).len() > back;
        return if inside { start } else { at };
    }
    at
}

/// What the codec finds in the item that ends at `end`, and where it begins.
/// `0 < end <= text.len()`, and `end` is the end of an item.
pub(crate) fn last_item(text: &[u8], end: usize) -> (usize, Step) {
    let start = item_start(text, end - 1);
    (start, codec::decode(&text[start..], true))
}
