//! What becomes of letters of which a byte was lost: `--lossy` names them by the language.

use std::collections::BTreeMap;

use anyhow::Result;
use placemat_detect::mojibake::{Options, Stream};

use super::cases;
use crate::detect::sources::{self, Split};

/// Windows pages that leave bytes undefined.
const PAGES: [&str; 5] =
    ["windows-1252", "windows-1250", "windows-1253", "windows-1254", "windows-1257"];

/// Words that a line has at most, where lines are short.
const SHORT: usize = 8;

/// What became of lost letters.
#[derive(Clone, Copy, Default)]
struct Count {
    right: usize,
    wrong: usize,
    /// U+FFFD.
    left: usize,
    /// Their line was not repaired, or something else in it is not right.
    stays: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.left += other.left;
        self.stays += other.stays;
    }
}

/// Judges texts of a split, or in languages that the model lacks; shows so many that are wrong.
pub(super) fn run(split: Option<Split>, mut show: usize) -> Result<()> {
    let texts = match split {
        Some(split) => sources::texts(split)?,
        None => sources::strange()?,
    };
    let mut rows: BTreeMap<(String, String), Count> = BTreeMap::new();
    let mut stated: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for text in &texts {
        let short: Vec<String> = text.lines.iter().flat_map(|line| pieces(line)).collect();
        for page in PAGES {
            for (kind, instead) in [("U+FFFD", "\u{FFFD}"), ("?", "?"), ("dropped", "")] {
                let damaged = |line: &str| {
                    line.chars().map(|c| damage(c, page, instead)).collect::<Option<String>>()
                };
                for (size, lines, together) in [
                    ("short", &short, false),
                    ("lines", &text.lines, false),
                    ("whole", &text.lines, true),
                ] {
                    let lines: Vec<(&str, String)> = lines
                        .iter()
                        .filter(|line| !line.contains('\u{FFFD}') && !line.contains('\n'))
                        .filter_map(|line| Some((&**line, damaged(line)?)))
                        .collect();
                    let mut count = Count::default();
                    let mut stream = Stream::new(Options::lossy());
                    for (line, damaged) in &lines {
                        if !together {
                            stream = Stream::new(Options::lossy());
                        }
                        let mut out = Vec::new();
                        let mut sure = Vec::new();
                        let line_of = format!("{damaged}\n");
                        stream.push(line_of.as_bytes(), false, &mut out, &mut |repair| {
                            sure.push(repair.confidence());
                        });
                        let answer = String::from_utf8_lossy(&out);
                        let one =
                            compare(line, damaged, answer.trim_end_matches('\n'), page, instead);
                        if one.wrong > 0 && show > 0 && split != Some(Split::Test) {
                            show -= 1;
                            println!(
                                "{} {page} {kind}\n  {line}\n  {damaged}\n  {answer}",
                                text.language
                            );
                        }
                        // Of several repairs it is not clear which is wrong.
                        let is_named = one.right + one.wrong > 0 && one.left + one.stays == 0;
                        if let ([sure], true, "U+FFFD") = (&*sure, is_named, kind) {
                            let of = stated.entry(*sure).or_default();
                            of.0 += usize::from(one.wrong == 0);
                            of.1 += usize::from(one.wrong > 0);
                        }
                        count.add(one);
                    }
                    for key in [
                        (format!("{size} {kind}"), "all".to_owned()),
                        (format!("{size} {kind}"), page.to_owned()),
                    ] {
                        rows.entry(key).or_default().add(count);
                    }
                    if kind == "U+FFFD" {
                        rows.entry((format!("{size} {kind} language"), text.language.clone()))
                            .or_default()
                            .add(count);
                    }
                }
            }
        }
    }
    println!(
        "| lost | | letters | right | wrong | U+FFFD | line stays | of named |\n|---|---|--:|--:|--:|--:|--:|--:|"
    );
    for ((what, of), Count { right, wrong, left, stays }) in rows {
        let all = right + wrong + left + stays;
        if all > 0 {
            let named = 100.0 * right as f64 / (right + wrong).max(1) as f64;
            println!(
                "| {what} | {of} | {all} | {right} | {wrong} | {left} | {stays} | {named:.1} % |"
            );
        }
    }
    for (sure, (right, wrong)) in stated {
        println!(
            "stated {sure}: {right} right, {wrong} wrong, {:.1} %",
            100.0 * right as f64 / (right + wrong) as f64
        );
    }
    Ok(())
}

/// Of one to eight words.
fn pieces(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (mut at, mut pieces) = (0, Vec::new());
    while at < words.len() {
        let size = 1 + (at * 5 + words.len()) % SHORT;
        let end = words.len().min(at + size);
        pieces.push(words[at..end].join(" "));
        at = end;
    }
    pieces
}

/// What is left of a code point that was read in the page.
fn damage(c: char, page: &str, instead: &str) -> Option<String> {
    let page = placemat_detect::training::page(page)?;
    let mut bytes = [0; 4];
    let mut left = String::new();
    for byte in c.encode_utf8(&mut bytes).bytes() {
        match page.high.get(usize::from(byte).wrapping_sub(0x80)) {
            None => left.push(char::from(byte)),
            Some('\u{FFFD}') => left.push_str(instead),
            Some(c) => left.push(*c),
        }
    }
    Some(left)
}

/// What became of the lost letters of a line.
fn compare(line: &str, damaged: &str, answer: &str, page: &str, instead: &str) -> Count {
    let is_lost =
        |c: char| !c.is_ascii() && cases::misread(&c.to_string(), page) != damage(c, page, instead);
    let lost = line.chars().filter(|c| is_lost(*c)).count();
    let mut count = Count::default();
    if lost == 0 {
        return count;
    }
    if answer == damaged {
        count.stays = lost;
        return count;
    }
    let mut rest = answer;
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        if let Some(behind) = rest.strip_prefix(c) {
            rest = behind;
            count.right += usize::from(is_lost(c));
            continue;
        }
        let left = damage(c, page, instead).unwrap_or_default();
        let mut chars = rest.chars();
        match chars.next() {
            _ if !is_lost(c) => break,
            Some('\u{FFFD}') => {
                count.left += 1;
                rest = chars.as_str();
            }
            _ if rest.starts_with(&left) => {
                count.left += 1;
                rest = &rest[left.len()..];
            }
            Some(_)
                if letters
                    .peek()
                    .is_none_or(|next| chars.as_str().starts_with(*next) || is_lost(*next)) =>
            {
                count.wrong += 1;
                rest = chars.as_str();
            }
            _ => break,
        }
    }
    if rest.is_empty() && letters.next().is_none() {
        return count;
    }
    Count { stays: lost, ..Count::default() }
}
