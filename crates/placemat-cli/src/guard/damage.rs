//! Whether what stands in the place of old text is that text, damaged.

use super::align::{Counterpart, Hold};
use super::harm::Harm;
use super::items::Item;
use super::legacy::Decoding;
use super::matching::{CODE_POINTS, Hunk, Matching};
use placemat::encoding::single_byte;
use std::ops::Range;

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

/// What is known of the texts that runs are of.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    old: &'a [u8],
    /// The file was not UTF-8 and is now, and nobody knows what it was in.
    converted: bool,
    /// What else its bytes can be read as: when it was converted, or when neither text is
    /// UTF-8.
    others: Vec<Decoding>,
    of_conversion: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(old: &'a [u8], converted: bool) -> Self {
        Self { old, converted, others: Vec::new(), of_conversion: false }
    }

    /// The file was not UTF-8, and is not: text that is was converted.
    pub(super) fn of_legacy(old: &'a [u8]) -> Self {
        Self { others: Decoding::all().collect(), ..Self::new(old, false) }
    }

    /// The whole file was converted from an encoding; here, too, bytes can have been read
    /// in another.
    pub(super) fn of_conversion(old: &'a [u8]) -> Self {
        let others = Decoding::all().filter(Decoding::is_short).collect();
        Self { old, converted: false, others, of_conversion: true }
    }

    pub(super) fn is_of_conversion(&self) -> bool {
        self.of_conversion
    }

    /// What of a run is damaged.
    ///
    /// `unaligned` takes the bytes of a run that are too different to be aligned.
    pub(super) fn judge(&self, run: &Counterpart, unaligned: &mut Vec<Hunk>) -> Vec<Damage> {
        let values = |items: &[Item]| items.iter().map(|item| item.value).collect::<Vec<_>>();
        let (old, new) = (values(&run.old), values(&run.new));
        let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let (rest_old, rest_new) = (&old[start..], &new[start..]);
        let end = rest_old.iter().rev().zip(rest_new.iter().rev()).take_while(|(a, b)| a == b);
        let end = end.count();
        let whole = (start..old.len() - end, start..new.len() - end);
        if let Some(damage) = self.judge_part(run, whole.clone()) {
            return vec![damage];
        }
        let matching = Matching::new(&old[whole.0], &new[whole.1], CODE_POINTS);
        let moved = |range: Range<usize>| start + range.start..start + range.end;
        unaligned.extend(
            matching
                .unaligned
                .into_iter()
                .map(|(i, j)| (span(&run.old[moved(i)]), span(&run.new[moved(j)]))),
        );
        let hunks = matching.hunks.into_iter().map(|(i, j)| (moved(i), moved(j)));
        hunks.filter_map(|hunk| self.judge_part(run, hunk)).collect()
    }

    /// Judges a part that differs.
    fn judge_part(&self, run: &Counterpart, (i, j): Hunk) -> Option<Damage> {
        let damage = |harm, old: &[Item], new: &[Item]| {
            Some(Damage { harm, hold: run.hold, old: span(old), new: span(new) })
        };
        let (old, new) = (&run.old[i.clone()], &run.new[j.clone()]);
        if let Some(harm) = self.harm(old, new, run) {
            return damage(harm, old, new);
        }
        // "Â°" begins or ends as what it was: there the ends that are equal belong to it.
        for (before, behind) in [(0, 1), (1, 0), (1, 1)] {
            let wider = |items: &'_ [Item], range: &Range<usize>| {
                Some(range.start.checked_sub(before)?..range.end + behind)
                    .filter(|range| range.end <= items.len())
            };
            let (Some(i), Some(j)) = (wider(&run.old, &i), wider(&run.new, &j)) else { continue };
            let (old, new) = (&run.old[i], &run.new[j]);
            if !old[0].is_ascii() && CODE_PAGES.iter().any(|page| is_misread(old, new, *page)) {
                return damage(misread(old), old, new);
            }
        }
        None
    }

    fn harm(&self, old: &[Item], new: &[Item], run: &Counterpart) -> Option<Harm> {
        if new.is_empty() || old.iter().all(|item| item.is_ascii()) {
            return None;
        }
        let was_text = old.iter().all(|item| item.code_point().is_some());
        if CODE_PAGES.iter().any(|page| is_misread(old, new, *page)) {
            return Some(misread(old));
        }
        if CODE_PAGES.iter().any(|page| is_narrowed(old, new, *page)) || self.is_other(old, new) {
            return Some(Harm::Converted);
        }
        let fffd = |items: &[Item]| items.iter().filter(|item| item.is_fffd()).count();
        if fffd(new) > fffd(old) {
            return Some(Harm::Replaced);
        }
        // What follows can be typed, too.
        let holds = match run.hold {
            Hold::Line | Hold::Sides => true,
            _ if run.inside => true,
            Hold::Word | Hold::Moved | Hold::OneOfSome => old.iter().all(|item| item.is_letter()),
            Hold::Side => false,
        };
        // What stands next to it was not lost: it is the same mark, typed in ASCII.
        let typed =
            old.len() < run.old.len() && old.iter().all(|item| is_question_of_script(*item));
        if holds && !typed && is_question_marks(old, new) {
            return Some(Harm::Replaced);
        }
        let is_text = new.iter().all(|item| item.code_point().is_some() && !item.is_ascii());
        let converted = self.converted && run.hold <= Hold::Sides && !was_text && is_text;
        converted.then_some(Harm::Converted)
    }

    /// Whether `new` is what the bytes of `old` are in an encoding that the file is not in.
    fn is_other(&self, old: &[Item], new: &[Item]) -> bool {
        let bytes = &self.old[span(old)];
        let new: Option<String> = new.iter().map(|item| item.code_point()).collect();
        let is_text = new.as_ref().is_some_and(|new| !new.contains(char::REPLACEMENT_CHARACTER));
        let read = |other: &Decoding| other.decode(bytes) == new;
        is_text && self.others.iter().any(read)
    }
}

/// What it is to have been read as another encoding and written as UTF-8.
fn misread(old: &[Item]) -> Harm {
    let was_text = old.iter().all(|item| item.code_point().is_some());
    if was_text { Harm::DoubleEncoded } else { Harm::Converted }
}

/// The bytes from the first item to the last, of which there is one.
fn span(items: &[Item]) -> Range<usize> {
    items[0].start..items[items.len() - 1].end
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

/// Whether it is a question mark of another script, of full width or small.
fn is_question_of_script(item: Item) -> bool {
    matches!(item.code_point(), Some('？' | '؟' | '﹖'))
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
    if new.iter().any(|item| item.code_point().is_some()) {
        return false;
    }
    let narrow = |item: &Item| {
        let c = item.code_point()?;
        (0..=0xFF).find(|&byte| page(byte) == c)
    };
    let bytes: Option<Vec<u8>> = old.iter().map(narrow).collect();
    bytes.is_some_and(|bytes| new.iter().flat_map(|item| item.raw()).eq(bytes))
}
