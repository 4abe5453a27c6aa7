//! One sequence of UTF-8, spelled in the code points of a page.

use super::cost;
use super::items::Item;
use super::pages::{self, row};

/// What happened to a byte on its way, so that it can only be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// A no-break space became a space.
    Space,
    /// A quotation mark or dash became that of ASCII.
    Quote,
    /// What the page leaves undefined became U+FFFD.
    Replaced,
    /// What is not shown was dropped: a control, a soft hyphen, a second space.
    Dropped,
    /// Part of it is written as HTML entities, of which each can be written in several ways.
    Entity,
}

impl Loss {
    /// In bits: how seldom that happens to a byte.
    fn cost(self) -> i32 {
        match self {
            Self::Entity => 0,
            Self::Replaced => 2,
            Self::Space | Self::Quote => 4,
            Self::Dropped => 7,
        }
    }
}

/// What a sequence can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    pub(super) c: char,
    /// The item behind it.
    pub(super) end: usize,
    pub(super) loss: Option<Loss>,
    /// What the loss costs.
    pub(super) cost: i32,
    /// How often it was misread in the page.
    pub(super) depth: u8,
}

/// How much better the likeliest of several letters must be, in bits, to be taken.
const CLEAR: i32 = 3;

/// How often a sequence can have been misread in one page, to be read in one go.
pub(super) const DEPTH: u8 = 3;

/// What the items from `at` on can be, if they are a sequence in that page: at most one reading
/// without a loss; with one, some.
pub(super) fn read(
    items: &[Item],
    at: usize,
    page: usize,
    lossy: bool,
    found: &mut impl FnMut(Sequence),
) {
    let mut bytes = [byte(&items[at], page), 0, 0, 0];
    let len = len(bytes[0]);
    if len == 0 {
        return;
    }
    let entity = |to: usize| items[at..to].iter().any(|item| item.entity);
    let mut next = at + 1;
    for place in 1..len {
        let byte = items.get(next).map_or(0, |item| byte(item, page));
        if matches!(byte, 0x80..=0xBF) {
            bytes[place] = byte;
            next += 1;
        } else if lossy {
            return guess(items, next, page, (bytes, place, len), found);
        } else {
            return;
        }
    }
    if let Some(c) = decode(&bytes[..len]) {
        let loss = entity(next).then_some(Loss::Entity);
        if loss.is_none() || lossy {
            found(Sequence { c, end: next, loss, cost: 0, depth: 1 });
        }
        // What was misread once more begins a sequence itself.
        let deepest = if row(c).leads >> page & 1 == 1 { DEPTH } else { 1 };
        for depth in 2..=deepest {
            let Some((c, end)) = deep(items, at, page, depth).filter(|(_, end)| !entity(*end))
            else {
                break;
            };
            found(Sequence { c, end, loss: None, cost: 0, depth });
        }
    }
}

/// What was misread so often: sequences, of which each code point was one, and so on.
fn deep(items: &[Item], at: usize, page: usize, depth: u8) -> Option<(char, usize)> {
    if depth == 0 {
        return Some((items.get(at)?.first?, at + 1));
    }
    let (mut bytes, mut next, mut len) = ([0; 4], at, 1);
    let mut place = 0;
    while place < len {
        let (c, end) = deep(items, next, page, depth - 1)?;
        let byte = row(c).bytes[page];
        len = match (place, byte) {
            (0, 0xC2..=0xDF) => 2,
            (0, 0xE0..=0xEF) => 3,
            (0, 0xF0..=0xF4) => 4,
            (1.., 0x80..=0xBF) => len,
            _ => return None,
        };
        bytes[place] = byte;
        (place, next) = (place + 1, end);
    }
    Some((decode(&bytes[..len])?, next))
}

/// The length of a sequence with this first byte; 0: it is none.
pub(super) fn len(first: u8) -> usize {
    match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}

fn byte(item: &Item, page: usize) -> u8 {
    item.first.map_or(0, |c| row(c).bytes[page])
}

/// The readings of a sequence, of which the byte at `place` is lost.
fn guess(
    items: &[Item],
    next: usize,
    page: usize,
    (bytes, place, len): ([u8; 4], usize, usize),
    found: &mut impl FnMut(Sequence),
) {
    let guessed = |byte: u8, loss: Loss, from: usize| {
        let mut bytes = bytes;
        bytes[place] = byte;
        let mut end = from;
        for later in &mut bytes[place + 1..len] {
            *later = items.get(end).map_or(0, |item| self::byte(item, page));
            end += 1;
        }
        let c = matches!(byte, 0x80..=0xBF).then(|| decode(&bytes[..len])).flatten()?;
        Some(Sequence { c, end, loss: Some(loss), cost: loss.cost(), depth: 1 })
    };
    let of = |c: char| row(c).bytes[page];
    let item = items.get(next);
    let is = |c: char| item.is_some_and(|item| item.single(c));
    let is_a_grave = bytes[0] == 0xC3 && of('\u{A0}') == 0xA0;
    if is(' ') {
        // "à" is a word, or ends one: the space that follows may be the other one of two.
        let letter =
            items.get(next + 1).and_then(|item| item.first).is_some_and(char::is_alphabetic);
        let kept = is_a_grave && letter;
        let from = if kept { next } else { next + 1 };
        if let Some(sequence) = guessed(of('\u{A0}'), Loss::Space, from) {
            found(if kept { Sequence { cost: 0, ..sequence } } else { sequence });
        }
    }
    for (typed, lost) in [('\'', "‘’"), ('"', "“”"), ('-', "–—")] {
        if is(typed) {
            lost.chars()
                .filter_map(|c| guessed(of(c), Loss::Quote, next + 1))
                .for_each(&mut *found);
        }
    }
    let is_replaced = |item: &Item| item.first == Some('\u{FFFD}');
    if item.is_some_and(is_replaced) {
        let rest = items.get(next + 1..next + len - place).unwrap_or_default();
        if rest.iter().any(is_replaced) {
            let goes_on =
                |item: &Item| is_replaced(item) || matches!(byte(item, page), 0x80..=0xBF);
            if rest.iter().all(goes_on) {
                let (loss, end) = (Loss::Replaced, next + len - place);
                found(Sequence {
                    c: '\u{FFFD}',
                    end,
                    loss: Some(loss),
                    cost: loss.cost(),
                    depth: 1,
                });
            }
            return;
        }
        let undefined = (0x80..=0x9F).filter(|byte| pages::is_undefined(page, *byte));
        let known: Vec<Sequence> =
            undefined.filter_map(|byte| guessed(byte, Loss::Replaced, next + 1)).collect();
        let bits = |sequence: &Sequence| cost::bits(sequence.c);
        if let Some(best) = known.iter().min_by_key(|sequence| bits(sequence)) {
            let clear =
                known.iter().all(|other| other.c == best.c || bits(other) >= bits(best) + CLEAR);
            found(if clear { *best } else { Sequence { c: '\u{FFFD}', ..*best } });
        }
    }
    // Of what is not shown: the end of a closing quotation mark, and the soft hyphen of "í".
    let quote = bytes[..2] == [0xE2, 0x80] && place == 2 && pages::is_undefined(page, 0x9D);
    if quote {
        guessed(0x9D, Loss::Dropped, next).into_iter().for_each(&mut *found);
    }
    let between = item.and_then(|item| item.first).is_some_and(char::is_lowercase);
    if bytes[0] == 0xC3 && place == 1 && of('\u{AD}') == 0xAD && between {
        guessed(0xAD, Loss::Dropped, next).into_iter().for_each(&mut *found);
    }
}

/// The code point of a whole sequence; Table 3-7 of the Unicode Standard.
pub(super) fn decode(bytes: &[u8]) -> Option<char> {
    let low = |byte: u8| u32::from(byte & 0x3F);
    let (value, least) = match *bytes {
        [a, b] => (u32::from(a & 0x1F) << 6 | low(b), 0x80),
        [a, b, c] => (u32::from(a & 0x0F) << 12 | low(b) << 6 | low(c), 0x800),
        [a, b, c, d] => (u32::from(a & 0x07) << 18 | low(b) << 12 | low(c) << 6 | low(d), 0x10000),
        _ => return None,
    };
    if value < least || bytes[1..].iter().any(|byte| !matches!(byte, 0x80..=0xBF)) {
        return None;
    }
    char::from_u32(value)
}
