//! The strip of bytes: every sequence of a window, as a tile.

use super::scan::{Checkpoint, Place};
use placemat::tool::anatomy::{self, ByteClass, Item, Sequence};
use placemat::utf8::{self, Group, Meaning};
use placemat_inspect::code_point;
use placemat_inspect::notation::spaced;
use serde::{Deserialize, Serialize};

/// How far a mistake reaches, and what is seen behind it.
pub(super) const CONTEXT: usize = 8;

/// What is to be shown of a window.
#[derive(Debug, Deserialize)]
pub(super) struct Window {
    /// The offset of the window in the source.
    base: u64,
    /// Where in the window the strip begins, or ends if it goes `back`.
    from: usize,
    /// How many sequences, at most.
    count: usize,
    back: bool,
    /// Line and column before the window.
    lines: Checkpoint,
}

/// The sequences of a window.
#[derive(Debug, Serialize)]
pub(super) struct Strip {
    tiles: Vec<Tile>,
    /// The first byte behind the last tile.
    end: u64,
}

/// A sequence.
#[derive(Debug, Serialize)]
struct Tile {
    at: u64,
    hex: String,
    /// The class of each byte, a letter each.
    classes: String,
    /// As it is shown.
    glyph: String,
    /// How: `letter`, `hidden`, `bad`.
    look: &'static str,
    /// Below the bytes: its number, or what is wrong.
    label: String,
    name: String,
    #[serde(flatten)]
    place: Place,
}

/// The sequences of the window `bytes`.
pub(super) fn strip(window: &Window, bytes: &[u8]) -> Strip {
    let from = utf8::floor_group_boundary(bytes, window.from.min(bytes.len()));
    let mut found: Vec<Sequence>;
    if window.back {
        let all = anatomy::sequences(bytes).take_while(|next| next.offset < from);
        found = all.collect();
        found.drain(..found.len().saturating_sub(window.count));
    } else {
        let all = anatomy::sequences(&bytes[from..]).take(window.count);
        found = all.map(|next| Sequence { offset: from + next.offset, ..next }).collect();
    }
    let mut lines = window.lines;
    let mut done = 0;
    let mut tiles = Vec::with_capacity(found.len());
    for sequence in &found {
        lines = lines.pass(&bytes[done..sequence.offset]);
        done = sequence.offset;
        tiles.push(tile(sequence, bytes, window.base, lines.place()));
    }
    let end = found.last().map_or(from, Sequence::end);
    Strip { tiles, end: window.base.saturating_add(end as u64) }
}

fn tile(sequence: &Sequence, bytes: &[u8], base: u64, place: Place) -> Tile {
    let own = &bytes[sequence.offset..sequence.end()];
    let (glyph, look, label, name) = match sequence.item {
        Item::CodePoint(c) => {
            let (glyph, look) = glyph(c);
            (glyph, look, format!("{:04X}", u32::from(c)), code_point::name(c))
        }
        Item::Malformed(group) => {
            (String::new(), "bad", label(&group).to_owned(), group.kind.to_string())
        }
    };
    Tile {
        at: base.saturating_add(sequence.offset as u64),
        hex: spaced(own),
        classes: own.iter().map(|&byte| class_letter(byte)).collect(),
        glyph,
        look,
        label,
        name,
        place,
    }
}

/// A picture of a code point, and how it is shown: as itself, on a dotted circle where it
/// combines; by its abbreviation or not at all where it has no picture.
pub(super) fn glyph(c: char) -> (String, &'static str) {
    if let Some(abbreviation) = code_point::abbreviation(c) {
        return (abbreviation.to_owned(), "hidden");
    }
    let (category, _) = code_point::category(c);
    match category.chars().next() {
        Some('C' | 'Z') => (String::new(), "hidden"),
        _ if code_point::is_unsafe(c) => (String::new(), "hidden"),
        Some('M') => (format!("\u{25CC}{c}"), "letter"),
        _ => (c.to_string(), "letter"),
    }
}

/// What is wrong, in one word.
fn label(group: &Group) -> &'static str {
    match group.meaning {
        Meaning::Overlong { .. } => "overlong",
        Meaning::Surrogate { .. } => "surrogate",
        Meaning::SurrogatePair { .. } => "surrogate pair",
        Meaning::TooLarge { .. } => "too large",
        Meaning::Incomplete { .. } => "cut",
        Meaning::StrayContinuation => "stray",
        _ => "never",
    }
}

/// Single, continuation, lead, restricted lead, never valid.
pub(super) fn class_letter(byte: u8) -> char {
    match ByteClass::of(byte) {
        ByteClass::Single => 's',
        ByteClass::Continuation => 'c',
        ByteClass::Lead => 'l',
        ByteClass::RestrictedLead => 'r',
        ByteClass::NeverValid => 'n',
    }
}

/// Where in the window the first mistake is that begins at `from` or behind it and has this
/// [kind](Meaning::name); any, if it is empty. With `last`, nothing is behind the window.
pub(super) fn find(kind: &str, bytes: &[u8], base: u64, from: usize, last: bool) -> Option<u64> {
    let end = if last { bytes.len() } else { bytes.len().saturating_sub(CONTEXT) };
    let wanted = |group: &Group| kind.is_empty() || group.meaning.name() == kind;
    let start = utf8::floor_group_boundary(bytes, from.min(bytes.len()));
    let mut found = utf8::groups(&bytes[start..]).map(|group| (start + group.offset, group));
    let (at, _) = found.find(|(at, group)| (from..end).contains(at) && wanted(group))?;
    Some(base.saturating_add(at as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8], from: usize, count: usize, back: bool) -> Vec<(u64, String)> {
        let window = Window { base: 100, from, count, back, lines: Checkpoint::default() };
        strip(&window, bytes).tiles.into_iter().map(|tile| (tile.at, tile.hex)).collect()
    }

    #[test]
    fn forth_and_back() {
        let text = "a€b\u{1F648}c".as_bytes();
        let all = of(text, 0, 9, false);
        assert_eq!(all.iter().map(|tile| tile.0).collect::<Vec<_>>(), [100, 101, 104, 105, 109]);
        // In the middle of a sequence, it begins with that.
        assert_eq!(of(text, 2, 2, false), all[1..3]);
        assert_eq!(of(text, 9, 2, true), all[2..4]);
        assert_eq!(of(text, 0, 2, true), []);
    }

    #[test]
    fn lines_and_columns() {
        let window =
            Window { base: 0, from: 3, count: 9, back: false, lines: Checkpoint::default() };
        let tiles = strip(&window, "é\nxé!".as_bytes()).tiles;
        let places: Vec<_> =
            tiles.iter().map(|tile| (tile.place.line, tile.place.column, tile.place.nth)).collect();
        assert_eq!(places, [(2, 1, 1), (2, 2, 2), (2, 4, 3)]);
    }

    #[test]
    fn mistakes_are_found_from_any_place() {
        let text = b"a\xC0\xAF\xFFb\xED\xA0\x80";
        assert_eq!(find("", text, 10, 0, true), Some(11));
        assert_eq!(find("", text, 10, 2, true), Some(13));
        assert_eq!(find("surrogate", text, 10, 0, true), Some(15));
        assert_eq!(find("overlong", text, 10, 2, true), None);
        // Not where more bytes could tell something else.
        assert_eq!(find("surrogate", text, 10, 0, false), None);
    }
}
