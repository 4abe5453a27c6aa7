//! Renamed files that damage left so little of that git takes them for others: what belongs
//! together is known by what is left when the damage is taken back.
//!
//! Lines without what damage touches choose a few old files for each new one. Each of those is
//! then tried: a file is the old one, edited, if most of that is there again once the damage is
//! taken back. Files that only look alike have no damage to be taken back, and are no pair.

use super::align::{RUN, is_of_run};
use super::restore::restore;
use super::text::{Form, Reading, Text};
use crate::settings::Accepted;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;

/// How many old files are tried for a new one; and as many more with its name.
const TRIED: usize = 4;

/// A line that so many old files have tells none from another.
const COMMON: usize = 32;

/// So many hundredths must be there again, as git asks of a rename.
const ENOUGH: u64 = 50;

/// Finds what each new file was: one of the old files, none of which was more than one.
///
/// `olds` and `news` hold the paths; `read_old` and `read_new` hand out all contents in turn,
/// none where they cannot be read; `again` reads the contents of one old file.
///
/// # Complexity
/// Linear in the bytes of all files, but for twice [`TRIED`] comparisons for each new one.
pub(super) fn find(
    (olds, news): (&[&Path], &[&Path]),
    read_old: impl FnOnce(&mut dyn FnMut(usize, &[u8])) -> io::Result<()>,
    read_new: impl FnOnce(&mut dyn FnMut(usize, &[u8])) -> io::Result<()>,
    again: impl Fn(usize) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<Option<usize>>> {
    let mut found = vec![None; news.len()];
    let hasher = RandomState::new();
    let mut by_line: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut by_name: HashMap<&OsStr, Vec<usize>> = HashMap::new();
    let mut lines: HashMap<usize, Lines> = HashMap::new();
    read_old(&mut |at, bytes| {
        let mut text = Text::new(bytes);
        if matches!(text.form, Form::Ascii | Form::Binary) {
            return;
        }
        by_name.entry(name(olds[at])).or_default().push(at);
        let mut of_old = Lines::new(&text, &hasher);
        if text.can_be_double() {
            text.reading = Reading::Double;
            of_old.bytes.extend(Lines::new(&text, &hasher).bytes);
        }
        for key in of_old.bytes.keys() {
            by_line.entry(*key).or_default().push(at);
        }
        lines.insert(at, of_old);
    })?;
    if by_name.is_empty() {
        return Ok(found);
    }
    let mut pairs = Vec::new();
    read_new(&mut |at, bytes| {
        if !bytes.iter().any(|&byte| byte == b'?' || !byte.is_ascii()) {
            return;
        }
        let text = Text::new(bytes);
        if text.form == Form::Binary {
            return;
        }
        let mut shared: HashMap<usize, usize> = HashMap::new();
        let of_new = Lines::new(&text, &hasher);
        for key in of_new.bytes.keys() {
            let having = by_line.get(key).map_or(&[][..], |having| &having[..]);
            for old in having.iter().filter(|_| having.len() <= COMMON) {
                *shared.entry(*old).or_default() += 1;
            }
        }
        let mut tried: Vec<(usize, usize)> = shared.into_iter().collect();
        let alike = |old: usize| common_names(olds[old], news[at]);
        tried.sort_by_key(|&(old, count)| (Reverse(count), Reverse(alike(old)), old));
        let mut tried: Vec<usize> = tried.into_iter().map(|(old, _)| old).take(TRIED).collect();
        // Of a name that many have, the lines tell.
        let having = by_name.get(name(news[at])).filter(|having| having.len() <= COMMON);
        let mut namesakes = having.cloned().unwrap_or_default();
        namesakes.retain(|old| !tried.contains(old));
        namesakes.sort_by_key(|&old| (Reverse(alike(old)), old));
        tried.extend(namesakes.into_iter().take(TRIED));
        // Before a comparison, which takes longer.
        for old in tried.into_iter().filter(|old| lines[old].can_be(&of_new)) {
            // What cannot be read is no pair.
            let Ok(was) = again(old) else { continue };
            if let Some(hundredths) = likeness(&was, bytes) {
                let has_name = name(olds[old]) == name(news[at]);
                pairs.push((Reverse((hundredths, has_name, alike(old))), at, old));
            }
        }
    })?;
    pairs.sort_unstable();
    let mut taken = HashSet::new();
    for (_, at, old) in pairs {
        if found[at].is_none() && taken.insert(old) {
            found[at] = Some(old);
        }
    }
    Ok(found)
}

/// How many hundredths of the old text are there once the damage is taken back; none if that is
/// not enough, or if there is no damage.
fn likeness(old: &[u8], new: &[u8]) -> Option<u64> {
    let (restored, _) = restore(old, new, Accepted { text_only: true, ..Accepted::default() });
    if restored == new {
        return None;
    }
    let (old, restored) = (Text::new(old), Text::new(&restored));
    let (was, is) = (old.keys(), restored.keys());
    let sum = |keys: &[std::borrow::Cow<'_, [u8]>]| keys.iter().map(|key| key.len()).sum::<usize>();
    let most = sum(&was).max(sum(&is)) as u64;
    let mut left: HashMap<&[u8], usize> = HashMap::new();
    for key in &was {
        *left.entry(key).or_default() += 1;
    }
    let mut common = 0;
    for key in &is {
        if let Some(count) = left.get_mut(&**key).filter(|count| **count > 0) {
            *count -= 1;
            common += key.len() as u64;
        }
    }
    (100 * common).checked_div(most).filter(|hundredths| *hundredths >= ENOUGH)
}

/// The lines of a text, each run of what damage touches as one, as numbers.
#[derive(Debug)]
struct Lines {
    /// How many bytes the lines have that are alike.
    bytes: HashMap<u64, u64>,
    /// How many there are.
    all: u64,
}

impl Lines {
    fn new(text: &Text<'_>, hasher: &RandomState) -> Self {
        let mut lines = Self { bytes: HashMap::new(), all: 0 };
        for line in text.lines.iter().filter(|line| !line.content.is_empty()) {
            let items = text.items(line.content.clone());
            let mut rest: Vec<u32> =
                items.iter().map(|&item| if is_of_run(item) { RUN } else { item.value }).collect();
            rest.dedup_by(|a, b| (*a, *b) == (RUN, RUN));
            let len = line.content.len() as u64;
            *lines.bytes.entry(hasher.hash_one(rest)).or_default() += len;
            lines.all += len;
        }
        lines
    }

    /// Whether there can be enough of them once damage is taken back.
    fn can_be(&self, new: &Self) -> bool {
        let shared = self.bytes.iter().filter(|(key, _)| new.bytes.contains_key(key));
        100 * shared.map(|(_, bytes)| bytes).sum::<u64>() >= ENOUGH * self.all
    }
}

fn name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

/// How many names of folders two paths have in common, from the front and from behind.
fn common_names(one: &Path, other: &Path) -> usize {
    let front = one.components().zip(other.components()).take_while(|(a, b)| a == b).count();
    let pairs = one.components().rev().zip(other.components().rev());
    front + pairs.take_while(|(a, b)| a == b).count()
}
