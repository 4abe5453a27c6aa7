//! Text taken apart: what is not ASCII one by one, ASCII between in one piece.

use super::cost::{self, Trait};
use placemat::utf8;

/// A piece of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its first code point; of malformed bytes, none.
    pub(super) first: Option<char>,
    pub(super) known: Trait,
    /// Of its last code point, where it has several.
    pub(super) last: Option<Trait>,
    /// An HTML entity stands for it.
    pub(super) entity: bool,
    /// It is the rest of a word of Portuguese that begins with "à".
    pub(super) joins_a: bool,
}

impl Item {
    pub(super) fn is_ascii(&self) -> bool {
        self.first.is_some_and(|c| c.is_ascii())
    }

    /// It is one code point, not a stretch of ASCII.
    pub(super) fn single(&self, c: char) -> bool {
        self.first == Some(c) && self.end - self.start == 1
    }
}

/// Takes `text` apart. The first of a stretch of ASCII stands alone, as what was lost may be there.
pub(super) fn take_apart(text: &[u8], items: &mut Vec<Item>) {
    items.clear();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let mut entity = None;
        if text[at].is_ascii() {
            let behind = items.last().is_some_and(|item| !item.is_ascii());
            entity = super::entity::read(&text[at..]);
            at += match entity {
                Some((_, len)) => len,
                None if behind => 1,
                None => stretch(&text[at..]),
            };
        } else {
            at += utf8::decode_first(&text[at..]).map_or(1, |(_, len)| len);
        }
        let first = match entity {
            Some((c, _)) => Some(c),
            None => utf8::decode_first(&text[start..at]).and_then(|(c, _)| c.ok()),
        };
        let known = first.map_or(cost::MALFORMED, cost::of);
        let is_stretch = entity.is_none() && at - start > 1 && first.is_some_and(|c| c.is_ascii());
        let of = |at: usize| cost::of(char::from(text[at]));
        let last = is_stretch.then(|| of(at - 1).behind(of(at - 2)));
        let joins_a = start > 0 && is_stretch_of_a(&text[start..]);
        items.push(Item { start, end: at, first, known, last, entity: entity.is_some(), joins_a });
    }
}

/// Whether it goes on as "às" and "àquele" do, behind the first letter.
fn is_stretch_of_a(rest: &[u8]) -> bool {
    match rest {
        [b's', rest @ ..] => !rest.first().is_some_and(|c| c.is_ascii_alphanumeric() || *c >= 0x80),
        [b'q', b'u', b'e', b'l', b'a' | b'e', ..] => true,
        _ => rest.starts_with(b"quilo"),
    }
}

/// How much ASCII there is, up to what may be an entity.
fn stretch(text: &[u8]) -> usize {
    let ends = |byte: &u8| !byte.is_ascii() || *byte == b'&';
    1 + text[1..].iter().position(ends).unwrap_or(text.len() - 1)
}
