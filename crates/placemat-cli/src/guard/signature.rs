//! What tells damage where text could not be aligned: signs that nobody types, such as
//! there were not before, while text beyond ASCII is gone.

use super::harm::Harm;
use super::items::Item;
use super::text::Text;
use placemat::encoding::{Label, single_byte};
use placemat::utf8;
use std::collections::HashMap;

/// What text that could not be aligned comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signs {
    /// Code points beyond ASCII that are no more.
    pub(crate) gone: u64,
    /// Signs of damage that were not there.
    pub(crate) signs: u64,
}

/// Compares the signs of two texts; `None` if there is no reason to fear damage.
/// `converted` says that the file was not UTF-8 and is now, and nobody knows what it was in:
/// then all text beyond ASCII is a sign.
pub(super) fn compare(old: &[Item], new: &[Item], converted: bool) -> Option<Signs> {
    let mut gone: HashMap<u32, u64> = HashMap::new();
    for item in old.iter().filter(|item| !item.is_ascii() && !item.is_fffd()) {
        *gone.entry(item.value).or_default() += 1;
    }
    for item in new {
        if let Some(count) = gone.get_mut(&item.value) {
            *count = count.saturating_sub(1);
        }
    }
    let gone = gone.values().sum();
    let signs = [is_replaced, is_misplaced, is_mixed, is_raw].map(|is_sign| {
        let count = |items: &[Item]| (0..items.len()).filter(|&at| is_sign(&items[at..])).count();
        count(new).saturating_sub(count(old)) as u64
    });
    let mut signs = Signs { gone, signs: signs.iter().sum() };
    if converted {
        signs.signs += new.iter().filter(|item| !item.is_ascii() && !item.is_fffd()).count() as u64;
    }
    (signs.gone > 0 && signs.signs > 0).then_some(signs)
}

/// What was done to the signature of a text in UTF-8, and how many bytes are left of it: as
/// many replacements as it has bytes or code points, or the same encoded twice.
pub(super) fn damaged_signature(old: &Text<'_>, new: &Text<'_>) -> Option<(Harm, usize)> {
    let signature = Label::Utf8.signature();
    if old.signature_bytes() != signature || new.signature > 0 {
        return None;
    }
    let twice: String = signature.iter().map(|&byte| single_byte::latin1(byte)).collect();
    let fffd = "\u{FFFD}";
    let remains = [
        (Harm::DoubleEncoded, twice),
        (Harm::Replaced, fffd.repeat(3)),
        (Harm::Replaced, fffd.to_owned()),
        (Harm::Replaced, "???".to_owned()),
        (Harm::Replaced, "?".to_owned()),
    ];
    let found = remains.into_iter().find(|(_, left)| new.bytes.starts_with(left.as_bytes()));
    let (harm, left) = found?;
    let was_there = old.bytes[old.signature..].starts_with(left.as_bytes());
    (!was_there).then_some((harm, left.len()))
}

/// Whether there is anything in new text that damage leaves. Beside bytes that were no
/// text, all text beyond ASCII can be that.
pub(super) fn has_sign(items: &[Item], beside_raw: bool) -> bool {
    (0..items.len()).any(|at| {
        let item = items[at];
        let beyond = !item.is_ascii();
        item.is_replacement()
            || beyond && (beside_raw || is_raw(&items[at..]) || is_mixed(&items[at..]))
    })
}

fn is_replaced(items: &[Item]) -> bool {
    items[0].is_fffd()
}

/// A `?` that ends no sentence: before a letter, a digit or another.
fn is_misplaced(items: &[Item]) -> bool {
    let is_question = |item: &Item| item.value == u32::from('?');
    let follows =
        |item: &Item| is_question(item) || item.code_point().is_some_and(char::is_alphanumeric);
    is_question(&items[0]) && items.get(1).is_some_and(follows)
}

fn is_raw(items: &[Item]) -> bool {
    items[0].code_point().is_none()
}

/// Text that was encoded twice.
fn is_mixed(items: &[Item]) -> bool {
    first_unmixed(items, single_byte::windows_1252).is_some()
        || first_unmixed(items, single_byte::latin1).is_some()
}

/// The code point that `items` begin with, if they are its UTF-8 read in a code page;
/// and how many they are.
fn first_unmixed(items: &[Item], page: fn(u8) -> char) -> Option<(u32, usize)> {
    // The lead bytes of UTF-8 are the same letters in both code pages.
    let is_lead = items[0].code_point().is_some_and(|c| ('\u{C2}'..='\u{F4}').contains(&c));
    if !is_lead {
        return None;
    }
    let byte = |item: &Item| {
        let found = || (0x80..=0xFF).find(|&byte| Some(page(byte)) == item.code_point());
        if item.is_ascii() { None } else { found() }
    };
    let bytes: Vec<u8> = items.iter().take(4).map_while(byte).collect();
    match utf8::decode_first(&bytes)? {
        (Ok(c), len) => Some((c.into(), len)),
        _ => None,
    }
}

/// A word as it was before it was encoded twice.
pub(super) fn unmixed(word: &[Item]) -> Option<Vec<u32>> {
    [single_byte::windows_1252 as fn(u8) -> char, single_byte::latin1].into_iter().find_map(
        |page| {
            let mut text = Vec::new();
            let mut at = 0;
            let mut mixed = false;
            while let Some(item) = word.get(at) {
                let (value, len) = match first_unmixed(&word[at..], page) {
                    Some(found) => {
                        mixed = true;
                        found
                    }
                    None if item.is_ascii() => (item.value, 1),
                    None => return None,
                };
                text.push(value);
                at += len;
            }
            mixed.then_some(text)
        },
    )
}
