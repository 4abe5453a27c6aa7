//! Which letters a lost byte can have been part of, by the bytes that are left.

use crate::mojibake::pages::{self, ISO_8859_1, PAGES, WINDOWS_1252, row};
use crate::mojibake::plan::{Edit, Step};
use crate::mojibake::sequence;
use crate::pages::{is_latin, is_letter};

/// The pages of Windows, in which bytes are undefined, and iso-8859-1, in which "?" stands for signs.
const PAGES_OF_LOSS: u16 = 0b111_1111;

/// What it costs to have been read in a page that fewer texts are.
const RARER: f32 = -2.0;

/// A letter that was lost, in the line.
pub(super) struct Gap {
    pub(super) edit: usize,
    pub(super) step: usize,
    /// Where in what the step became, and in the line.
    pub(super) within: usize,
    pub(super) at: usize,
    /// What is there now.
    pub(super) now: char,
    /// The letters that are possible, and what their page costs.
    pub(super) can_be: Vec<(char, f32)>,
    /// Whether it is of Latin, if it is a letter.
    pub(super) latin: bool,
}

/// The letters of a line of which a byte was lost, in order. `pages` are those that all of the text so far can have been
/// read in, a bit each; 0: any.
pub(super) fn of(edits: &[Edit], pages: &mut u16) -> Vec<Gap> {
    let of_line =
        edits.iter().flat_map(Edit::steps).fold(PAGES_OF_LOSS, |all, step| all & alike(step));
    *pages = match *pages & of_line {
        0 => of_line,
        both => both,
    };
    let mut gaps = Vec::new();
    for (edit, of) in edits.iter().enumerate() {
        let steps = of.steps();
        let are_apart = steps.windows(2).all(|two| two[0].at + two[0].after.len() <= two[1].at);
        for (number, step) in steps.iter().enumerate().filter(|_| are_apart) {
            let Some(page) = step.page_number().filter(|page| *page < PAGES) else { continue };
            if !step.before.contains(['\u{FFFD}', '?', '"', '\'', '-']) {
                continue;
            }
            let can_be = match alike(step) & *pages {
                0 => 1 << page,
                both => both,
            };
            let Some(lost) = lost(step, page, can_be) else { continue };
            gaps.extend(lost.into_iter().map(|(within, now, can_be)| Gap {
                edit,
                step: number,
                within,
                at: of.now().start + step.at + within,
                now,
                latin: can_be.iter().any(|(c, _)| is_latin(*c) && is_letter(*c)),
                can_be,
            }));
        }
    }
    gaps
}

/// The pages of Windows in which a step could have been read as well.
fn alike(step: &Step) -> u16 {
    let Some(page) = step.page_number().filter(|page| *page < PAGES) else { return PAGES_OF_LOSS };
    let chars = step.before.chars().filter(|c| !c.is_ascii() && *c != '\u{FFFD}');
    chars.fold(PAGES_OF_LOSS, |all, c| {
        let bytes = &row(c).bytes;
        let same = |other: &usize| bytes[*other] == bytes[page];
        all & pages::each(PAGES_OF_LOSS).filter(same).fold(0, |all, other| all | 1 << other)
    })
}

/// Where a letter is in what a step became, what is there, and what can be, with what its page costs.
type Letter = (usize, char, Vec<(char, f32)>);

/// The letters of a step of which a byte was lost: where in what it became, what is there, and what can be; none where
/// that is not clear.
fn lost(step: &Step, page: usize, pages: u16) -> Option<Vec<Letter>> {
    let (mut rest, mut lost) = (&*step.before, Vec::new());
    for (within, now) in step.after.char_indices() {
        let first = row(rest.chars().next()?).bytes[page];
        let len = sequence::len(first);
        if len == 0 {
            return None;
        }
        let mut can_be: Vec<(char, f32)> = Vec::new();
        let written: Vec<char> = rest.chars().take(len).collect();
        // As iso-8859-1 no text becomes U+FFFD.
        let is_asked = written.contains(&'?');
        let is_page = |other: &usize| *other != ISO_8859_1 || is_asked || *other == page;
        for other in pages::each(pages).filter(is_page) {
            let mut all = vec![vec![first]];
            for c in &written[1..] {
                let byte = row(*c).bytes[page];
                let of = |c: char| Some(row(c).bytes[other]);
                let bytes: Vec<u8> = match c {
                    _ if matches!(byte, 0x80..=0xBF) => vec![byte],
                    '\u{FFFD}' | '?' => pages::undefined(other, false).collect(),
                    '"' => ['“', '”'].into_iter().filter_map(of).collect(),
                    '\'' => ['‘', '’'].into_iter().filter_map(of).collect(),
                    '-' => ['–', '—'].into_iter().filter_map(of).collect(),
                    _ => return None,
                };
                all = all
                    .iter()
                    .flat_map(|begun| bytes.iter().map(|byte| [&begun[..], &[*byte]].concat()))
                    .collect();
                // Two of three bytes were lost.
                if all.len() > 64 {
                    break;
                }
            }
            let cost = if other == WINDOWS_1252 { 0.0 } else { RARER };
            for c in all.iter().filter_map(|bytes| sequence::decode(bytes)) {
                if !c.is_control() && !can_be.iter().any(|one| one.0 == c) {
                    can_be.push((c, cost));
                }
            }
        }
        rest = &rest[written.iter().map(|c| c.len_utf8()).sum()..];
        if now != '\u{FFFD}' && !can_be.iter().any(|one| one.0 == now) {
            return None;
        }
        let is_word = || can_be.iter().any(|one| is_letter(one.0));
        if can_be.len() > 1 && (now == '\u{FFFD}' || is_letter(now)) && is_word() {
            lost.push((within, now, can_be));
        }
    }
    rest.is_empty().then_some(lost)
}
