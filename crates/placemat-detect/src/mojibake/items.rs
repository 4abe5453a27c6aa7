//! Text taken apart: what is not ASCII one by one, ASCII between in one piece.

use super::context::Before;
use super::cost::{self, Trait};
use super::scan::ends_field;
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
    /// What it is to an "à" and a space before it; of "Ã" at the end of a field, whether a word in small letters ends with it.
    pub(super) rest: Rest,
    /// What an "â" stands behind.
    pub(super) behind: Behind,
}

/// What "â" stands behind, as that may be all that is left of a quotation mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// A space or a bracket: a quotation may open.
    Opening,
    /// A letter that is written from right to left, or what turns the direction.
    FromRight,
    Other,
}

/// What stands behind "à" and a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A word of its own.
    Word,
    /// The rest of the word, as in "à s" and "chà o".
    Joined,
    /// One of both: "dà i" is Italian, and was "dài".
    Unclear,
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

/// Whether it is of a script that is written from right to left.
pub(super) fn is_from_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}')
}

/// Whether it turns the direction of text.
pub(super) fn turns(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
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
        let is_rest = start > 0 && is_stretch_of_a(&text[start..]);
        let rest = if is_rest { Rest::Joined } else { Rest::Word };
        items.push(Item {
            start,
            end: at,
            first,
            known,
            last,
            entity: entity.is_some(),
            rest,
            behind: Behind::Other,
        });
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

/// Finds the rests of syllables of Vietnamese, whose "à" stands before a space: "chÃ o"; and words that end with "Ã",
/// as what stood behind was trimmed; and where quotations open.
pub(super) fn look_around(text: &[u8], before: Before, items: &mut [Item]) {
    let (mut vietnamese, mut unclear) = (None, Vec::new());
    for at in 0..items.len() {
        if items[at].first == Some('â') {
            let [_, c] = before.last_two(&text[..items[at].start]);
            items[at].behind = match c {
                _ if is_from_right(c) || turns(c) => Behind::FromRight,
                _ if c.is_whitespace() || c.is_control() || "([{<=>/".contains(c) => {
                    Behind::Opening
                }
                _ => Behind::Other,
            };
        }
        if items[at].first == Some('Ã') {
            let ends = text.get(items[at].end).is_none_or(|byte| ends_field(*byte));
            let is_small = |c: char| c.is_ascii_lowercase();
            if ends && before.last_two(&text[..items[at].start]).into_iter().all(is_small) {
                items[at].rest = Rest::Joined;
            }
        }
        if at < 2 || items[at - 2].first != Some('Ã') || !items[at - 1].single(' ') {
            continue;
        }
        let rest = &text[items[at].start..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_word = match &rest[..len] {
            b"o" | b"i" | b"y" => true,
            b"n" | b"m" | b"u" | b"ng" | b"nh" => false,
            _ => continue,
        };
        if rest.get(len).is_some_and(|byte| *byte == b'\'' || !byte.is_ascii()) {
            continue;
        }
        let onset = before.last_two(&text[..items[at - 2].start]);
        let known = *vietnamese.get_or_insert_with(|| is_vietnamese(text));
        items[at].rest = match onset_of(onset) {
            _ if known => Rest::Joined,
            Onset::Vietnamese => {
                vietnamese = Some(true);
                Rest::Joined
            }
            Onset::OfOthers if is_word => {
                unclear.push(at);
                Rest::Unclear
            }
            Onset::OfOthers => Rest::Joined,
            Onset::None => Rest::Word,
        };
    }
    if vietnamese == Some(true) {
        unclear.into_iter().for_each(|at| items[at].rest = Rest::Joined);
    }
}

/// What stands before "à" in a syllable.
enum Onset {
    /// Only Vietnamese has it.
    Vietnamese,
    /// Short words of Italian, French or Catalan begin so, too: "dà", "là", "già".
    OfOthers,
    /// That of no syllable, or of the last one of several.
    None,
}

/// The last two code points before it say.
fn onset_of(before: [char; 2]) -> Onset {
    let [earlier, last] = before.map(|c| c.to_ascii_lowercase());
    let is_consonant = |c: char| c.is_ascii_lowercase() && !"aeiouy".contains(c);
    let begins = !earlier.is_alphabetic();
    match last {
        'h' if begins || "cgknpt".contains(earlier) => Onset::Vietnamese,
        'g' if begins || earlier == 'n' => Onset::Vietnamese,
        'r' if begins || earlier == 't' => Onset::Vietnamese,
        'b' | 'c' | 'k' | 'n' | 't' | 'x' if begins => Onset::Vietnamese,
        'o' | 'u' if is_consonant(earlier) && earlier != 'q' => Onset::Vietnamese,
        'i' if earlier == 'g' => Onset::OfOthers,
        _ if begins && is_consonant(last) => Onset::OfOthers,
        _ => Onset::None,
    }
}

/// Whether there are letters of Vietnamese, as they are or read in windows-1252.
fn is_vietnamese(text: &[u8]) -> bool {
    text.windows(4).any(|near| {
        matches!(
            near,
            // From "ạ" on, "ơ" and "ư".
            [0xE1, 0xBA | 0xBB, 0xA0..=0xBF, _] | [0xC6, 0xA0 | 0xA1 | 0xAF | 0xB0, ..]
            | [0xC3, 0xA1, 0xC2, 0xBA | 0xBB] | [0xC3, 0x86, 0xC2, 0xA1 | 0xAF | 0xB0]
            // "đ".
            | [0xC4, 0x90 | 0x91, ..] | [0xC3, 0x84, 0xE2, 0x80] | [0xC3, 0x84, 0xC2, 0x90 | 0x91]
        )
    })
}

/// How much ASCII there is, up to what may be an entity.
fn stretch(text: &[u8]) -> usize {
    let ends = |byte: &u8| !byte.is_ascii() || *byte == b'&';
    1 + text[1..].iter().position(ends).unwrap_or(text.len() - 1)
}
