//! One sequence of UTF-8, spelled in the code points of a page.

use super::cost;
use super::items::{Behind, Item, Rest, is_from_right, turns};
use super::joiner::{Between, JOINER, between};
use super::pages::{self, C1, LOSABLE, PAGES, each, masks, row};
use placemat::encoding::single_byte;
use std::iter;

/// What happened to a byte on its way, so that it can only be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// A no-break space became a space, in a way that a plan cannot tell.
    Space,
    /// A quotation mark or dash became that of ASCII.
    Quote,
    /// What the page leaves undefined became U+FFFD.
    Replaced,
    /// What is not shown was dropped: a control, a soft hyphen, a second space.
    Dropped,
    /// The text was made small: "ã©" was "Ã©".
    Case,
}

impl Loss {
    /// Whether a step can know what was there.
    pub(super) fn may_be_known(self) -> bool {
        matches!(self, Self::Space | Self::Replaced | Self::Dropped)
    }

    /// In bits: how seldom that happens to a byte.
    fn cost(self) -> i32 {
        match self {
            Self::Replaced => 2,
            Self::Space => 3,
            Self::Case => 3,
            Self::Quote => 4,
            Self::Dropped => 7,
        }
    }
}

/// The pages that text was misread in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// That of the last time, which is undone first.
    pub(super) outer: usize,
    /// That of the times before.
    pub(super) inner: usize,
    /// How often it was misread in all.
    pub(super) depth: u8,
    /// What is above U+FFFF was encoded as two surrogates, as in CESU-8, and then misread.
    pub(super) surrogates: bool,
}

impl Chain {
    /// Misread once.
    pub(super) fn once(page: usize) -> Self {
        Self { outer: page, inner: page, depth: 1, surrogates: false }
    }

    /// The page that is undone when so many are undone.
    pub(super) fn page(self, undone: u8) -> usize {
        if undone == 0 { self.outer } else { self.inner }
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
    pub(super) chain: Chain,
}

/// Letters that differ by less are as likely.
const ALIKE: i32 = 2;

/// How much better the likeliest of several letters must be, in bits, to be taken.
const CLEAR: i32 = 3;

/// The same, to be known.
const KNOWN: i32 = 5;

/// By how much likelier marks of print are than others of their kind.
const COMMON: i32 = 6;

/// Pages of Latin on Windows and the Web, in which a byte can have become "?".
const ASKED: u16 = 0b1110_0111;

/// What it costs more where what is there is likely as it stands: a space behind "é" or "ç", which begin
/// East Asian letters, and a hyphen behind what ends words of Romanian; or where the loss of another
/// byte is likelier: of "â€ ", that of a quotation mark.
const RARE: i32 = 6;

/// What it costs less where U+FFFD shows that something was lost.
const SHOWN: i32 = 8;

/// What it costs more where a C1 control stands for a byte that the page has a sign for.
const MIXED: i32 = 4;

/// How often a sequence can have been misread, to be read in one go.
pub(super) const DEPTH: u8 = 3;

/// What the items from `at` on can be, if they are a sequence in that page, and if what comes out
/// is one itself: for each chain at most one reading without a loss; with one, some.
pub(super) fn read(
    items: &[Item],
    at: usize,
    page: usize,
    lossy: bool,
    found: &mut impl FnMut(Sequence),
) {
    let mut bytes = [byte(&items[at], page), 0, 0, 0];
    let len = len(bytes[0]);
    let mut next = at + 1;
    let mut place = 1;
    while place < len {
        let byte = items.get(next).map_or(0, |item| byte(item, page));
        if !matches!(byte, 0x80..=0xBF) {
            break;
        }
        bytes[place] = byte;
        (place, next) = (place + 1, next + 1);
    }
    if lossy && place < 3 {
        made_small(items, at, page).into_iter().for_each(&mut *found);
    }
    if lossy && page == 0 {
        made_capital(items, at, found);
    }
    if len == 0 {
        return;
    }
    if place == len && is_capital(items, at) {
        // It lacks nothing that could be guessed: it is what it was before, or nothing.
    } else if place == len {
        let once = Chain::once(page);
        let is_mixed = is_mixed(&items[at..next], page);
        let cost = if is_mixed { MIXED } else { 0 };
        let (c, end, chain) = match decode(&bytes[..len]) {
            Some(c) => (c, next, once),
            None => match low_surrogate(items, next, page, bytes) {
                Some(c) => (c, next + 3, Chain { surrogates: true, ..once }),
                None => return,
            },
        };
        // Controls and signs of iso-8859-15 make private ones: "ïŒ\u{8C}", which is "，".
        if is_mixed && is_private(c) {
            return;
        }
        let cost = if is_mixed && is_rare(c) { cost + RARE } else { cost };
        found(Sequence { c, end, loss: None, cost, chain });
        // "donÂ’t": what windows-1252 has there was read as iso-8859-1, before.
        // "Âœuf", too, in a word of small letters; not "Âœ" alone, which may be what is talked about.
        let is_in_word = || {
            let c = |at: usize| items.get(at).and_then(|item| item.first);
            c(end).is_some_and(char::is_lowercase)
                && !at.checked_sub(1).and_then(c).is_some_and(char::is_uppercase)
        };
        let is_told = |c: &char| !c.is_alphabetic() || matches!(c, 'Œ' | 'œ') && is_in_word();
        if let Some(c) = replaced(c).filter(|c| page == 0 && is_told(c)) {
            found(Sequence {
                c,
                end,
                loss: None,
                cost,
                chain: Chain { inner: C1, depth: 2, ..chain },
            });
        }
    } else if lossy {
        guess(items, next, page, (bytes, place, len), found);
    } else {
        spaced(items, next, page, (bytes, place, len)).into_iter().for_each(&mut *found);
        lost(items, next, page, (bytes, place, len)).into_iter().for_each(&mut *found);
    }
    if place < len && !items.get(next).is_some_and(|item| item.single(' ')) {
        return;
    }
    // What was misread once more begins a sequence itself.
    let Some(first) = deep(items, at, Chain::once(page), 1) else { return };
    let once = Chain::once(page);
    let second = match row(first.c).leads {
        0 => return,
        _ => deep(items, first.end, once, 1),
    };
    let mut known = [None; PAGES];
    let leads = row(first.c).leads & second.map_or(0, |second| row(second.c).follows);
    let first = Some(page).filter(|page| leads >> page & 1 == 1);
    for inner in first.into_iter().chain(each(leads)) {
        for depth in 2..=DEPTH {
            let chain = Chain { outer: page, inner, depth, surrogates: false };
            let Some(Deep { c, end, spaces, mixed }) = deep(items, at, chain, depth) else { break };
            // Rare letters and marks that no page has are what comes of one more step in the wrong page; where
            // they are not, the next round finds them.
            let of_page = row(c).leads | row(c).follows != 0;
            if matches!(c, '\u{100}'..='\u{36F}') && !of_page && cost::bits(c) >= 12 {
                continue;
            }
            if mixed && is_private(c) {
                continue;
            }
            // What is the same in an earlier page is that.
            if depth == 2 && known.contains(&Some(c)) {
                break;
            }
            if !mixed {
                known[inner] = known[inner].or(Some(c));
            }
            let loss = (spaces > 0).then_some(Loss::Space);
            let rare = if is_rare(c) { RARE } else { 0 };
            let cost = spaces * Loss::Space.cost() + if mixed { MIXED + rare } else { 0 };
            found(Sequence { c, end, loss, cost, chain });
        }
    }
}

/// The pages in which what begins with `c` may go on with `next`, or may have lost a byte before it.
pub(super) fn may_go_on(c: char, next: Option<char>) -> u16 {
    let lost = match next {
        None | Some('\u{FFFD}') => u16::MAX,
        Some(next) if next.is_ascii() => LOSABLE,
        // The last byte of two was dropped.
        Some(next) => row(next).follows | !masks(c).leads_more & LOSABLE,
    };
    // In windows-1252, text was made small or put in capitals.
    lost | 1
}

/// A sequence of two bytes in Windows-1252, if its first code point was a capital letter.
fn made_small(items: &[Item], at: usize, page: usize) -> Option<Sequence> {
    let first = capital(&items[at], page)?;
    let next = items.get(at + 1)?;
    let next = [byte(next, page), capital(next, page).unwrap_or(0)];
    let next = next.into_iter().find(|byte| matches!(byte, 0x80..=0xBF))?;
    let c = one(decode(&[first, next])?.to_lowercase())?;
    let loss = Loss::Case;
    // Words end in "å" and "ä", and signs follow; in "ã", fewer.
    let cost = loss.cost() + if first == 0xC3 { 0 } else { RARE };
    let (end, chain) = (at + 2, Chain::once(page));
    let is_likely = first <= 0xDF
        && cost::bits(c) <= 10
        && !matches!(c, '\u{250}'..='\u{2AF}')
        && !is_mixed(&items[at + 1..at + 2], page);
    is_likely.then_some(Sequence { c, end, loss: Some(loss), cost, chain })
}

/// Whether what begins there was longer before it was put in capitals: "Â€™" was "â€™", and "ÐŸ˜€" was "ðŸ˜€".
pub(super) fn is_capital(items: &[Item], at: usize) -> bool {
    let goes_on = |place: usize| {
        items.get(at + place).is_some_and(|item| matches!(byte(item, 0), 0x80..=0xBF))
    };
    let starts = |c: char, second: char| {
        items[at].first == Some(c) && items.get(at + 1).and_then(|item| item.first) == Some(second)
    };
    matches!(items[at].first, Some('Â' | 'Ð' | 'Ï'))
        && (starts('Â', '€') && goes_on(2)
            || starts('Ð', 'Ÿ') && goes_on(2) && goes_on(3)
            || starts('Ï', '¿') && items.get(at + 2).and_then(|item| item.first) == Some('½'))
}

/// What a sequence in Windows-1252 was, if it was put in capitals.
fn made_capital(items: &[Item], at: usize, found: &mut impl FnMut(Sequence)) {
    let first = byte(&items[at], 0);
    let long = small(&items[at]).filter(|byte| matches!(byte, 0xE0..=0xF4));
    for first in iter::once(first).chain(long) {
        let len = len(first);
        let Some(rest) = items.get(at + 1..at + len.max(1)) else { continue };
        let (mut bytes, mut other) = ([first, 0, 0, 0], None);
        for (place, item) in rest.iter().enumerate() {
            let is_behind = |byte: &u8| matches!(byte, 0x80..=0xBF);
            let small = small(item).filter(is_behind);
            bytes[place + 1] = match byte(item, 0) {
                byte @ 0x80..=0xBF => {
                    other = small.map(|small| (place + 1, small)).or(other);
                    byte
                }
                _ => small.unwrap_or(0),
            };
        }
        let was = other.map(|(place, small)| {
            let mut bytes = bytes;
            bytes[place] = small;
            bytes
        });
        for bytes in iter::once(bytes).chain(was) {
            let is_same = bytes[0] == byte(&items[at], 0)
                && rest.iter().zip(&bytes[1..]).all(|(item, is)| byte(item, 0) == *is);
            let Some(c) = decode(&bytes[..len]).filter(|_| !is_same) else { continue };
            let (loss, chain, end) = (Some(Loss::Case), Chain::once(0), at + len);
            // Of two letters, that which is there; of long ones, marks and pictures.
            let is_print = matches!(c, '\u{2010}'..='\u{203A}' | '€' | '™' | '\u{FE0F}' | '\u{FFFD}' | '\u{1F300}'..);
            let rare = match len {
                2 if decode(&[byte(&items[at], 0), byte(&rest[0], 0)]).is_some() => 2,
                2 => 0,
                _ if is_print => 0,
                _ => RARE,
            };
            if cost::bits(c) <= 13 {
                found(Sequence { c, end, loss, cost: Loss::Case.cost() + rare, chain });
            }
        }
    }
}

/// The byte of its small letter, in Windows-1252.
fn small(item: &Item) -> Option<u8> {
    let c = item.first.filter(|c| !c.is_ascii())?;
    let small = match c {
        // Of the sign "µ".
        'Μ' => 'µ',
        c => one(c.to_lowercase())?,
    };
    let byte = row(small).bytes[0];
    (byte != 0 && small != c).then_some(byte)
}

/// The byte of its capital letter, in Windows-1252.
fn capital(item: &Item, page: usize) -> Option<u8> {
    let c = item.first.filter(|c| page == 0 && !c.is_ascii())?;
    let byte = row(one(c.to_uppercase())?).bytes[page];
    (byte != 0 && byte != row(c).bytes[page]).then_some(byte)
}

/// The only one.
fn one(mut chars: impl Iterator<Item = char>) -> Option<char> {
    chars.next().filter(|_| chars.next().is_none())
}

/// The code point of two surrogates of three bytes each, of which the first are these.
fn low_surrogate(items: &[Item], at: usize, page: usize, high: [u8; 4]) -> Option<char> {
    let items = items.get(at..at + 3)?;
    let low = [byte(&items[0], page), byte(&items[1], page), byte(&items[2], page)];
    match (high, low) {
        ([0xED, 0xA0..=0xAF, ..], [0xED, 0xB0..=0xBF, 0x80..=0xBF]) => {
            let bits = |byte: u8, mask: u8| u32::from(byte & mask);
            let high = bits(high[1], 0x0F) << 6 | bits(high[2], 0x3F);
            char::from_u32(0x10000 + (high << 10 | bits(low[1], 0x0F) << 6 | bits(low[2], 0x3F)))
        }
        _ => None,
    }
}

/// What was misread several times.
struct Deep {
    c: char,
    end: usize,
    /// How many no-break spaces of it became spaces.
    spaces: i32,
    /// Something of it is a C1 control where the page has a sign.
    mixed: bool,
}

/// What was misread so often: sequences, of which each code point was one, and so on.
fn deep(items: &[Item], at: usize, chain: Chain, depth: u8) -> Option<Deep> {
    if depth == 0 {
        let item = items.get(at)?;
        let space = item.single(' ') && has_space(chain.outer);
        let c = if space { '\u{A0}' } else { item.first? };
        return Some(Deep { c, end: at + 1, spaces: i32::from(space), mixed: false });
    }
    let page = chain.page(depth - 1);
    let (mut bytes, mut next, mut len) = ([0; 4], at, 1);
    let (mut place, mut all, mut any) = (0, 0, false);
    while place < len {
        let Deep { c, end, spaces, mixed } = deep(items, next, chain, depth - 1)?;
        let byte = row(c).bytes[page];
        any |= mixed || is_rewritten(c, page);
        len = match (place, byte) {
            (0, 0xC2..=0xDF) => 2,
            (0, 0xE0..=0xEF) => 3,
            (0, 0xF0..=0xF4) => 4,
            (1.., 0x80..=0xBF) => len,
            _ => return None,
        };
        bytes[place] = byte;
        (place, next, all) = (place + 1, end, all + spaces);
    }
    Some(Deep { c: decode(&bytes[..len])?, end: next, spaces: all, mixed: any })
}

/// Whether it is what no text has that many can read.
fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

/// Whether it is an ideograph that few have seen.
fn is_rare(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether it is a C1 control, and the page has a sign for its byte.
fn is_rewritten(c: char, page: usize) -> bool {
    matches!(c, '\u{80}'..='\u{9F}') && page < PAGES && pages::byte(c, page) == 0
}

/// Whether any of these is that.
pub(super) fn is_mixed(items: &[Item], page: usize) -> bool {
    items.iter().any(|item| item.first.is_some_and(|c| is_rewritten(c, page)))
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

pub(super) fn byte(item: &Item, page: usize) -> u8 {
    item.first.map_or(0, |c| row(c).bytes[page])
}

/// The sequence in which this byte is at `place`, and the rest is what stands from the item on.
fn guessed(
    items: &[Item],
    page: usize,
    begun: ([u8; 4], usize, usize),
    (byte, loss, from): (u8, Loss, usize),
) -> Option<Sequence> {
    guesses(items, page, begun, (loss, from), iter::once(byte)).next()
}

/// The sequences in which one of these bytes is at `place`, and the rest is what stands from the item on.
fn guesses(
    items: &[Item],
    page: usize,
    (mut bytes, place, len): ([u8; 4], usize, usize),
    (loss, from): (Loss, usize),
    lost: impl Iterator<Item = u8>,
) -> impl Iterator<Item = Sequence> {
    let mut end = from;
    for later in &mut bytes[place + 1..len] {
        *later = items.get(end).map_or(0, |item| self::byte(item, page));
        end += 1;
    }
    let is_whole = bytes[place + 1..len].iter().all(|byte| matches!(byte, 0x80..=0xBF));
    lost.filter(move |_| is_whole).filter_map(move |byte| {
        bytes[place] = byte;
        let c = matches!(byte, 0x80..=0xBF).then(|| decode(&bytes[..len])).flatten()?;
        Some(Sequence { c, end, loss: Some(loss), cost: loss.cost(), chain: Chain::once(page) })
    })
}

/// The sequence in which a no-break space became a space, or was joined to the one behind it.
fn spaced(
    items: &[Item],
    next: usize,
    page: usize,
    (bytes, place, len): ([u8; 4], usize, usize),
) -> Option<Sequence> {
    if !has_space(page) || !items.get(next)?.single(' ') {
        return None;
    }
    // "à" is a word, or ends one: the space that follows may be the other one of two.
    // But for "às" and "àquele", it is.
    let behind = items.get(next + 1);
    let begins = behind.and_then(|item| item.first).is_some_and(|c| {
        c.is_alphanumeric()
            || matches!(c, '(' | '[' | '"' | '«' | '“' | '„' | '‘' | '€' | '£' | '$')
    });
    // "A URÎ È˜I": a letter of Greek or Cyrillic has others of its kind beside it.
    let byte_at = |at: usize| items.get(at).map_or(0, |item| byte(item, page));
    let is_kin = |at: usize| match byte_at(at) {
        0xCE..=0xD3 => true,
        // Greek with its older accents, of three bytes.
        0xE1 => matches!(byte_at(at + 1), 0xBC..=0xBF),
        _ => false,
    };
    let lead = next - place;
    let is_stray = matches!(bytes[0], 0xCE | 0xD0)
        && !is_kin(next + 1)
        && ![2, 3].into_iter().filter_map(|len| lead.checked_sub(len)).any(is_kin);
    if is_stray {
        return None;
    }
    let rest = behind.map_or(Rest::Word, |item| item.rest);
    if bytes[0] == 0xC3 && rest == Rest::Unclear {
        return None;
    }
    let kept = bytes[0] == 0xC3 && begins && rest == Rest::Word;
    let from = if kept { next } else { next + 1 };
    // "á €" would be the birga of Mongolian.
    let is_rare = bytes[0] >= 0xE3 || bytes[..2] == [0xE2, 0x80] || bytes[0] == 0xE1 && place == 1;
    // "В" is a word.
    let rare = if is_rare || items[next - place].first == Some('В') { RARE } else { 0 };
    let sequence = guessed(items, page, (bytes, place, len), (0xA0, Loss::Space, from))?;
    Some(Sequence { cost: if kept { 0 } else { sequence.cost + rare }, ..sequence })
}

/// The sequence in which a byte that windows-1252 leaves undefined became U+FFFD, or was dropped, if there is but one
/// that anybody would write: "â€\u{FFFD}" and "â€" are "”".
fn lost(
    items: &[Item],
    next: usize,
    page: usize,
    (bytes, place, len): ([u8; 4], usize, usize),
) -> Option<Sequence> {
    let item = items.get(next);
    let (loss, from) = match item.and_then(|item| item.first) {
        _ if page > 0 || len < 3 => return None,
        Some('\u{FFFD}') => (Loss::Replaced, next + 1),
        // What another byte can have become.
        Some('"' | '\'' | '-' | '?') => return None,
        // Nothing is closed behind a space: a dash was cut.
        None if place == 2 && is_behind_space(items, next - place, page) => return None,
        c if place == 2 && c.is_none_or(|c| c.is_ascii()) => (Loss::Dropped, next),
        _ if between(items, page, (bytes, place), (next, next)) == Between::Joined => {
            (Loss::Dropped, next)
        }
        _ => return None,
    };
    match between(items, page, (bytes, place), (next, from)) {
        Between::Joined => return guessed(items, page, (bytes, place, len), (JOINER, loss, from)),
        Between::Unknown => return None,
        Between::Other => {}
    }
    let undefined = pages::undefined(page, false);
    let known = guesses(items, page, (bytes, place, len), (loss, from), undefined);
    likeliest(items, (next - place, page), known, KNOWN)
}

/// Whether a space stands before the item, and no quotation is open that may end there: "â€œ oui â€".
fn is_behind_space(items: &[Item], at: usize, page: usize) -> bool {
    let is_space = |item: &Item| item.last.unwrap_or(item.known).is_space();
    // "â€œlibertÃ â€": that space is part of a letter.
    let is_letter = |at: usize| byte(&items[at], page) == 0xC3;
    let [.., before] = &items[..at] else { return false };
    is_space(before)
        && !at.checked_sub(2).is_some_and(is_letter)
        && !is_quotation_open(&items[..at], page)
}

/// Whether the last quotation mark of these, as it is or in the page, is one that opens.
fn is_quotation_open(items: &[Item], page: usize) -> bool {
    let opens = |(at, item): (usize, &Item)| match item.first {
        Some('“') => Some(true),
        Some('”') => Some(false),
        _ if byte(item, page) == 0xE2
            && items.get(at + 1).is_some_and(|item| byte(item, page) == 0x80) =>
        {
            match items.get(at + 2).map_or(0, |item| byte(item, page)) {
                0x9C => Some(true),
                0x80..=0x9B | 0x9E..=0xBF => None,
                _ => Some(false),
            }
        }
        _ => None,
    };
    items.iter().enumerate().rev().find_map(opens).unwrap_or(false)
}

/// What a C1 control was, where its byte is defined in Windows-1252.
pub(super) fn replaced(c: char) -> Option<char> {
    let byte = u8::try_from(c).ok().filter(|byte| matches!(byte, 0x80..=0x9F))?;
    single_byte::windows_1252_strict(byte)
}

/// Whether the no-break space of the page is A0.
pub(super) fn has_space(page: usize) -> bool {
    row('\u{A0}').bytes[page] == 0xA0
}

/// What its small letter costs.
fn small_bits(c: char) -> i32 {
    cost::bits(one(c.to_lowercase()).unwrap_or(c))
}

/// The readings of a sequence, of which the byte at `place` is lost.
fn guess(
    items: &[Item],
    next: usize,
    page: usize,
    (bytes, place, len): ([u8; 4], usize, usize),
    found: &mut impl FnMut(Sequence),
) {
    let guessed =
        |byte: u8, loss, from| guessed(items, page, (bytes, place, len), (byte, loss, from));
    let of = |c: char| row(c).bytes[page];
    let item = items.get(next);
    let is = |c: char| item.is_some_and(|item| item.single(c));
    spaced(items, next, page, (bytes, place, len)).into_iter().for_each(&mut *found);
    if let Some(byte) = item.and_then(|item| capital(item, page)) {
        guessed(byte, Loss::Case, next + 1).into_iter().for_each(&mut *found);
    }
    for (typed, lost) in [('\'', "‘’"), ('"', "“”"), ('-', "–—")] {
        if is(typed) {
            // What ends words is a quotation mark more often than part of a letter.
            let goes_on = items.get(next + 1).and_then(|item| item.first).is_some_and(|c| {
                c.is_alphanumeric() || (row(c).leads | row(c).follows) >> page & 1 == 1
            });
            let rare = match typed {
                '-' if page != 0 => RARE,
                '"' if !goes_on && bytes[0] != 0xE2 => 2 * RARE,
                _ => 0,
            };
            let mut known: Vec<_> =
                lost.chars().filter_map(|c| guessed(of(c), Loss::Quote, next + 1)).collect();
            // Two letters that are as frequent.
            if let [one, other] = *known
                && one.c.is_alphabetic()
                && other.c.is_alphabetic()
                && (small_bits(one.c) - small_bits(other.c)).abs() < ALIKE
            {
                // It stands for a letter.
                let bits = (cost::bits(one.c) - cost::bits('\u{FFFD}')).max(0);
                known = vec![Sequence { c: '\u{FFFD}', cost: one.cost + bits, ..one }];
            }
            known
                .into_iter()
                .map(|sequence| Sequence { cost: sequence.cost + rare, ..sequence })
                .for_each(&mut *found);
        }
    }
    // A no-break space was trimmed at the end of a field: "cittÃ".
    if bytes[0] == 0xC3 && place == 1 && items[next - 1].rest == Rest::Joined && has_space(page) {
        guessed(0xA0, Loss::Dropped, next).into_iter().for_each(&mut *found);
    }
    let is_replaced = |item: &Item| item.first == Some('\u{FFFD}');
    if is('?') && ASKED >> page & 1 == 1 && (len > 2 || bytes[0] <= 0xC3) && bytes[0] <= 0xF0 {
        asked(items, next, page, (bytes, place, len)).into_iter().for_each(&mut *found);
    }
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
                    cost: loss.cost() - if page <= 1 { SHOWN } else { 0 },
                    chain: Chain::once(page),
                });
            }
            return;
        }
        let between = between(items, page, (bytes, place), (next, next + 1));
        // Between pictures, of which one has lost a byte, too, no quotation ends.
        let is_joiner = between != Between::Other;
        let undefined = pages::undefined(page, false).filter(|byte| !is_joiner || *byte == JOINER);
        let (begun, from) = ((bytes, place, len), (Loss::Replaced, next + 1));
        let mut known = guesses(items, page, begun, from, undefined).peekable();
        let lost = known.peek().map(|known| Sequence { c: '\u{FFFD}', ..*known });
        // Few texts have it but for this.
        let shown = if page <= 1 { SHOWN } else { 0 };
        likeliest(items, (next - place, page), known, CLEAR)
            .or(lost)
            .map(|sequence| Sequence { cost: sequence.cost - shown, ..sequence })
            .into_iter()
            .for_each(&mut *found);
    }
    // Of what is not shown: the end of a closing quotation mark, and the soft hyphen of "í".
    let quote = bytes[..2] == [0xE2, 0x80]
        && place == 2
        && !(item.is_none() && is_behind_space(items, next - place, page))
        && pages::is_undefined(page, 0x9D)
        && !item.is_some_and(|item| ends_elsewhere(item, page));
    if quote {
        let between = between(items, page, (bytes, place), (next, next));
        let byte = if between == Between::Joined { JOINER } else { 0x9D };
        if byte == JOINER || may_close(items, (next - place, next), page) {
            guessed(byte, Loss::Dropped, next).into_iter().for_each(&mut *found);
        }
    }
    let behind = item.and_then(|item| item.first);
    let is_first = |c: char| row(c).leads >> page & 1 == 1;
    if bytes[0] == 0xC3
        && behind.is_some_and(|c| c.is_lowercase() && !is_first(c))
        && of('\u{AD}') == 0xAD
    {
        guessed(0xAD, Loss::Dropped, next).into_iter().for_each(&mut *found);
    }
    // The last byte, where another sequence follows, or of what makes a picture of a sign.
    let goes_on =
        behind.is_some_and(|c| row(c).leads >> page & 1 == 1) || bytes[..2] == [0xEF, 0xB8];
    if place == len - 1 && goes_on && bytes[0] != 0xC3 && !quote {
        let hyphen = Some(0xAD).filter(|_| of('\u{AD}') == 0xAD);
        let lost = pages::undefined(page, false).chain(hyphen);
        let known = guesses(items, page, (bytes, place, len), (Loss::Dropped, next), lost);
        likeliest(items, (next - place, page), known, CLEAR).into_iter().for_each(found);
    }
}

/// Whether it ends in another page of Windows what begins with "â€" there, as well.
fn ends_elsewhere(item: &Item, page: usize) -> bool {
    let alike = (0..PAGES).filter(|other| {
        *other != page && (row('â').bytes[*other], row('€').bytes[*other]) == (0xE2, 0x80)
    });
    alike.into_iter().any(|other| {
        item.first.is_some_and(|c| row(c).follows >> other & 1 == 1 && row(c).bytes[page] == 0)
    })
}

/// A sequence of which one byte became "?": what the page leaves undefined, or what ISO-8859-1 has no sign
/// for.
fn asked(
    items: &[Item],
    next: usize,
    page: usize,
    (bytes, place, len): ([u8; 4], usize, usize),
) -> Option<Sequence> {
    // What is in no page but this one says that the text never was in ISO-8859-1.
    let is_known = items[next - place..next].iter().any(|item| item.first > Some('\u{FF}'));
    let lost = pages::undefined(page, !is_known);
    let (begun, from) = ((bytes, place, len), (Loss::Replaced, next + 1));
    let mut known = guesses(items, page, begun, from, lost).peekable();
    let first = known.peek().map(|known| Sequence { c: '\u{FFFD}', ..*known });
    let best = likeliest(items, (next - place, page), known, CLEAR).or(first)?;
    // In the middle of a word there is no question.
    let goes_on =
        items.get(best.end).and_then(|item| item.first).is_some_and(char::is_alphanumeric);
    let bits = match place == len - 1 {
        true if goes_on => -4,
        true if len > 2 => 0,
        _ => 2,
    };
    Some(Sequence { cost: best.cost + bits, ..best })
}

/// Whether a letter stands there, or what begins one in the page, and no sign.
fn begins_letter(items: &[Item], at: usize, page: usize) -> bool {
    items.get(at).is_some_and(|item| {
        let of_letter = matches!(byte(item, page), 0xC3..=0xDF | 0xE0 | 0xE1 | 0xE3..=0xEE);
        of_letter || item.first.is_some_and(char::is_alphanumeric) && byte(item, page) < 0xC2
    })
}

/// Whether "”", which ends before `end`, can stand there: no word goes on behind it, and no quotation opens with it
/// where others do. Beside what turns the direction of text, and behind its letters where none is open, U+200F is as
/// likely.
fn may_close(items: &[Item], (at, end): (usize, usize), page: usize) -> bool {
    let goes_on = || {
        let behind = items.get(end).and_then(|item| item.first);
        behind.is_some_and(|c| !c.is_whitespace() && !".,;:!?)]}>…»”".contains(c))
    };
    let sequence = |at: usize, len: usize| {
        let items = items.get(at..at + len)?;
        let bytes: [u8; 3] =
            std::array::from_fn(|i| items.get(i).map_or(0, |item| byte(item, page)));
        decode(&bytes[..len]).or(items[0].first)
    };
    let before = |len: usize| at.checked_sub(len).and_then(|at| sequence(at, len));
    let is_turn = sequence(end, 3).is_some_and(turns) || before(3).is_some_and(turns);
    let comes_from_right =
        items[at].behind == Behind::FromRight || before(2).is_some_and(is_from_right);
    let is_mark = comes_from_right && !is_quotation_open(&items[..at], page);
    let opens = items[at].behind == Behind::Opening && goes_on();
    !(begins_letter(items, end, page) || opens || is_turn || is_mark)
}

/// The one that is clearly likelier than the others, of sequences that begin at `at`.
fn likeliest(
    items: &[Item],
    (at, page): (usize, usize),
    known: impl Iterator<Item = Sequence>,
    clear: i32,
) -> Option<Sequence> {
    // What stands in all kinds of text.
    let is_common = |Sequence { c, end, .. }: Sequence| {
        matches!(c, '€' | '•' | '™' | '…' | '–' | '—' | '‘'..='’' | '“'..='”')
            && (c != '”' || may_close(items, (at, end), page))
    };
    let (mut best, mut least, mut second): (Option<Sequence>, _, _) = (None, i32::MAX, i32::MAX);
    for sequence in known {
        let bits = cost::bits(sequence.c) - if is_common(sequence) { COMMON } else { 0 };
        let is_same = best.is_some_and(|best| best.c == sequence.c);
        if bits < least {
            (best, second, least) = (Some(sequence), least, bits);
        } else if !is_same {
            second = second.min(bits);
        }
    }
    // Letters for mathematics are as seldom as what a lost byte can make of them.
    let is_rare = |c: char| matches!(c, '\u{1D400}'..='\u{1D7FF}');
    let is_odd = |best: &Sequence| {
        is_rare(best.c) || best.c == '”' && !may_close(items, (at, best.end), page)
    };
    best.filter(|best| !is_odd(best) && second >= least.saturating_add(clear))
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
