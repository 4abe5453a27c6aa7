//! Writes the names of code points that placemat-inspect has:
//! `crates/placemat-inspect/src/names.bin`, whose form `names.rs` beside it tells.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// As in `names.rs` of placemat-inspect.
const WORDS_A_GROUP: usize = 16;
const NAMES_A_GROUP: usize = 32;
const SHORT: usize = 192;

/// Where Hangul syllables are, whose names are those of their letters.
const SYLLABLES: std::ops::RangeInclusive<char> = '\u{AC00}'..='\u{D7A3}';

/// Code points that follow each other and have names.
struct Run {
    start: u32,
    len: u32,
    /// All have one name, and their number behind it.
    numbered: bool,
}

pub(crate) fn run() -> Result<()> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/placemat-inspect/src/names.bin");
    let (runs, names) = collect();
    let table = table(&runs, &names)?;
    println!("{} runs, {} names, {} bytes", runs.len(), names.len(), table.len());
    std::fs::write(&path, table).with_context(|| format!("{}", path.display()))
}

/// All names that must be listed, and where they belong.
fn collect() -> (Vec<Run>, Vec<String>) {
    let (mut runs, mut names) = (Vec::<Run>::new(), Vec::<String>::new());
    for c in ('\0'..=char::MAX).filter(|c| !SYLLABLES.contains(c)) {
        let Some(name) = unicode_names2::name(c) else { continue };
        let (name, number) = (name.to_string(), u32::from(c));
        let stem = name.strip_suffix(&format!("{number:04X}"));
        let numbered = stem.is_some_and(|stem| stem.ends_with('-'));
        let name = stem.filter(|_| numbered).map_or(name.clone(), str::to_owned);
        let goes_on = runs.last().is_some_and(|run| {
            run.start + run.len == number
                && run.numbered == numbered
                && (!numbered || names.last() == Some(&name))
        });
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.len += 1,
            None => runs.push(Run { start: number, len: 1, numbered }),
        }
        if !(goes_on && numbered) {
            names.push(name);
        }
    }
    (runs, names)
}

/// Words, and hyphens with what follows them. A space is none but before a hyphen.
fn words_of(name: &str) -> Vec<&str> {
    let (mut words, mut start) = (Vec::new(), 0);
    let bytes = name.as_bytes();
    let begins = |at: usize| bytes[at] == b' ' || bytes[at] == b'-' && bytes[at - 1] != b' ';
    for end in (1..name.len()).filter(|&at| begins(at)).chain([name.len()]) {
        let word = &name[start..end];
        let bare = word.strip_prefix(' ').filter(|bare| !bare.starts_with('-'));
        words.push(bare.unwrap_or(word));
        start = end;
    }
    words
}

/// How many words of each name are those that the name before begins with.
fn shared(names: &[Vec<&str>]) -> Vec<usize> {
    let mut before: &[&str] = &[];
    let mut shared = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let same = name.iter().zip(before).take_while(|(one, other)| one == other).count();
        shared.push(if at % NAMES_A_GROUP == 0 { 0 } else { same.min(15) });
        before = name;
    }
    shared
}

fn table(runs: &[Run], names: &[String]) -> Result<Vec<u8>> {
    let names: Vec<Vec<&str>> = names.iter().map(|name| words_of(name)).collect();
    let shared = shared(&names);
    let words = dictionary(&names, &shared);
    let code: HashMap<&str, usize> =
        words.iter().enumerate().map(|(at, &word)| (word, at)).collect();

    let mut run_bytes = Vec::new();
    let mut end = 0;
    for run in runs {
        push_number(run.start - end, &mut run_bytes);
        push_number(run.len << 1 | u32::from(run.numbered), &mut run_bytes);
        end = run.start + run.len;
    }

    let (mut word_groups, mut word_bytes) = (Vec::new(), Vec::new());
    let mut before = "";
    for (at, word) in words.iter().enumerate() {
        if at % WORDS_A_GROUP == 0 {
            word_groups.push(word_bytes.len());
            before = "";
        }
        let same = word.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
        // So that something is left to mark.
        let same = same.min(word.len() - 1);
        let (last, rest) = word.as_bytes()[same..].split_last().context("a word is empty")?;
        word_bytes.push(u8::try_from(same)?);
        word_bytes.extend(rest);
        word_bytes.push(last | 0x80);
        before = word;
    }

    let (mut name_groups, mut name_bytes) = (Vec::new(), Vec::new());
    for (at, (name, &shared)) in names.iter().zip(&shared).enumerate() {
        if at % NAMES_A_GROUP == 0 {
            name_groups.push(name_bytes.len());
        }
        let new = &name[shared..];
        ensure!(new.len() < 16, "a name has too many words");
        name_bytes.push(u8::try_from(shared << 4 | new.len())?);
        for word in new {
            match code[word] {
                short @ 0..SHORT => name_bytes.push(u8::try_from(short)?),
                long => {
                    let long = long - SHORT;
                    name_bytes.push(u8::try_from(SHORT + (long >> 8))?);
                    name_bytes.push((long & 0xFF) as u8);
                }
            }
        }
    }

    let mut table = Vec::new();
    for part in
        [&run_bytes, &offsets(&word_groups), &word_bytes, &offsets(&name_groups), &name_bytes]
    {
        table.extend(u32::try_from(part.len())?.to_le_bytes());
        table.extend(part);
    }
    Ok(table)
}

/// All words: first those that are written most often, which get one byte, then the others in
/// order.
fn dictionary<'a>(names: &[Vec<&'a str>], shared: &[usize]) -> Vec<&'a str> {
    let mut counts = HashMap::<&str, usize>::new();
    for word in names.iter().zip(shared).flat_map(|(name, &shared)| &name[shared..]) {
        *counts.entry(word).or_default() += 1;
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
    let mut words: Vec<&str> = words.into_iter().map(|(word, _)| word).collect();
    words[..SHORT].sort_unstable();
    words[SHORT..].sort_unstable();
    words
}

/// Seven bits a byte, the lowest first; all but the last are marked.
fn push_number(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Three bytes each.
fn offsets(offsets: &[usize]) -> Vec<u8> {
    offsets.iter().flat_map(|offset| offset.to_le_bytes()[..3].to_vec()).collect()
}
