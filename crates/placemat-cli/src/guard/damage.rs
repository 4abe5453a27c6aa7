//! Whether what stands in the place of old text is that text, damaged.

use super::align::{Counterpart, Hold, Matching};
use super::text::Item;
use imara_diff::Algorithm;
use placemat::single_byte;
use std::ops::Range;

/// What was done to a run of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// U+FFFD or `?` is there now.
    Replaced,
    /// Its UTF-8 was read as Latin-1 or Windows-1252, and written as UTF-8.
    DoubleEncoded,
    /// It is in another encoding now than the rest of the file.
    Converted,
}

impl Harm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::DoubleEncoded => "double-encoded",
            Self::Converted => "converted",
        }
    }
}

/// A damaged run: what it was and what it is.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) harm: Harm,
    pub(super) hold: Hold,
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// A code page as a function.
type CodePage = fn(u8) -> char;

const CODE_PAGES: [CodePage; 2] = [single_byte::latin1, single_byte::windows_1252];

/// What of a run is damaged. `converted` says that the file was not UTF-8 and is
/// now.
pub(super) fn judge(run: &Counterpart, converted: bool) -> Vec<Damage> {
    let (old, new) = without_common_ends(&run.old, &run.new);
    let judge =
        |old: &[Item], new: &[Item]| Some((harm(old, new, converted)?, old.to_vec(), new.to_vec()));
    let found = if let Some(whole) = judge(old, new) {
        vec![whole]
    } else {
        let values = |items: &[Item]| items.iter().map(|item| item.value).collect();
        let matching = Matching::new(Algorithm::MyersMinimal, values(old), values(new));
        let hunks = matching.hunks.into_iter();
        hunks.filter_map(|(i, j)| judge(&old[i], &new[j])).collect()
    };
    found
        .into_iter()
        .map(|(harm, old, new)| Damage { harm, hold: run.hold, old: span(&old), new: span(&new) })
        .collect()
}

fn without_common_ends<'a>(mut old: &'a [Item], mut new: &'a [Item]) -> (&'a [Item], &'a [Item]) {
    while let ([a, rest_old @ ..], [b, rest_new @ ..]) = (old, new)
        && a.value == b.value
    {
        (old, new) = (rest_old, rest_new);
    }
    while let ([rest_old @ .., a], [rest_new @ .., b]) = (old, new)
        && a.value == b.value
    {
        (old, new) = (rest_old, rest_new);
    }
    (old, new)
}

/// The bytes from the first item to the last, of which there is one.
fn span(items: &[Item]) -> Range<usize> {
    items[0].start..items[items.len() - 1].end
}

fn harm(old: &[Item], new: &[Item], converted: bool) -> Option<Harm> {
    if new.is_empty() || old.iter().all(|item| item.is_ascii()) {
        return None;
    }
    let was_text = old.iter().all(|item| item.code_point().is_some());
    if CODE_PAGES.iter().any(|page| is_misread(old, new, *page)) {
        return Some(if was_text { Harm::DoubleEncoded } else { Harm::Converted });
    }
    if CODE_PAGES.iter().any(|page| is_narrowed(old, new, *page)) {
        return Some(Harm::Converted);
    }
    let fffd = |items: &[Item]| items.iter().filter(|item| item.is_fffd()).count();
    if fffd(new) > fffd(old) || is_question_marks(old, new) {
        return Some(Harm::Replaced);
    }
    let is_text = new.iter().all(|item| item.code_point().is_some() && !item.is_ascii());
    (converted && !was_text && is_text).then_some(Harm::Converted)
}

/// As many `?` as the old text has bytes, code units or code points.
fn is_question_marks(old: &[Item], new: &[Item]) -> bool {
    let units = old.iter().map(|item| item.code_point().map_or(1, char::len_utf16)).sum();
    let bytes = old
        .iter()
        .map(|item| item.code_point().map_or(item.end - item.start, char::len_utf8))
        .sum();
    new.iter().all(|item| item.is_replacement()) && [old.len(), units, bytes].contains(&new.len())
}

/// Whether `new` is what the bytes of `old` are in a code page.
fn is_misread(old: &[Item], new: &[Item], page: CodePage) -> bool {
    let mut bytes = Vec::new();
    for item in old {
        match item.code_point() {
            Some(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => bytes.extend(item.raw()),
        }
    }
    let read = bytes.into_iter().map(page);
    read.map(Some).eq(new.iter().map(|item| item.code_point()))
}

/// Whether the bytes of `new` are what `old` is in a code page.
fn is_narrowed(old: &[Item], new: &[Item], page: CodePage) -> bool {
    let narrow = |item: &Item| {
        let c = item.code_point()?;
        (0..=0xFF).find(|&byte| page(byte) == c)
    };
    let bytes: Option<Vec<u8>> = old.iter().map(narrow).collect();
    let raw = new.iter().flat_map(|item| item.raw());
    new.iter().all(|item| item.code_point().is_none()) && bytes.is_some_and(|bytes| raw.eq(bytes))
}
