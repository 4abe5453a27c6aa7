//! Text full of mojibake of one page, without a search.
//!
//! Where much of the text before was read in a page, and a line has sequences of that page and nothing
//! that another one could read, there is nothing to weigh but each stretch of them against itself.
//! Whatever else stands in the line, it is judged in full.

use super::clues::is_mention;
use super::context::{Before, Trust};
use super::cost::{self, Trait, Way};
use super::pages::{self, row};
use super::plan::{Repair, Step, is_read_back};
use super::reading::LEAST;
use super::sequence;
use std::ops::Range;

/// A stretch that was read, with a proof: what it is now gives back what was there.
#[derive(Clone, Debug)]
struct Stretch {
    source: Range<usize>,
    /// Where it stands in the result.
    now: Range<usize>,
    bits: i32,
}

/// Reads lines; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Quick {
    text: String,
    stretches: Vec<Stretch>,
    /// Memory for what is told.
    step: Step,
}

impl Quick {
    /// Reads `text` in the page; whether all of it is clear.
    pub(super) fn read(&mut self, line: &str, before: Before, page: usize, trust: &Trust) -> bool {
        let text = line.as_bytes();
        self.text.clear();
        self.stretches.clear();
        let mut last = before.known;
        let mut of_last = before.c;
        let mut at = 0;
        while at < text.len() {
            let ascii = text[at..].iter().take_while(|byte| byte.is_ascii()).count();
            if ascii > 0 {
                let (now, end) = (&text[at..at + ascii], at + ascii);
                self.text.push_str(&line[at..end]);
                of_last = char::from(text[end - 1]);
                last = now
                    .iter()
                    .rev()
                    .take(2)
                    .rev()
                    .fold(last, |last, byte| cost::of(char::from(*byte)).behind(last));
                at = end;
                continue;
            }
            let Some(end) = self.stretch(line, at, last, page, trust) else {
                return false;
            };
            if end == at {
                // A code point that is as it should be.
                let mut chars = line[at..].chars();
                let Some(c) = chars.next() else { return false };
                let next = chars.next().map_or(0, |c| row(c).follows);
                if row(c).leads & next != 0 || matches!(c, '\u{80}'..='\u{9F}') {
                    return false;
                }
                self.text.push(c);
                (last, of_last, at) = (cost::of(c).behind(last), c, at + c.len_utf8());
                continue;
            }
            let read = self.stretches.last().map_or(0, |stretch| stretch.now.start);
            let behind = line[end..].chars().next();
            let (now, is) = self.text.split_at(read);
            let earlier = || before.last_two(now.as_bytes())[0];
            if is_doubtful(earlier, of_last, &line[at..end], is, behind) {
                return false;
            }
            of_last = self.text.chars().next_back().unwrap_or(' ');
            (last, at) = (cost::of(of_last).behind(last), end);
        }
        !self.stretches.is_empty()
    }

    /// The line as it was.
    pub(super) fn text(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Tells what was read of a line that stands at `start`, and trusts the page more for it.
    pub(super) fn tell(
        &mut self,
        line: &str,
        (start, page): (u64, usize),
        trust: &mut Trust,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) {
        let Self { text, stretches, step } = self;
        for Stretch { source, now, bits } in stretches {
            trust.add(page, *bits);
            let (before, after) = (&line[source.clone()], &text[now.clone()]);
            step.set(before, after, page, *bits);
            let (offset, steps) = (start + source.start as u64, std::slice::from_ref(step));
            listen(&Repair { offset, before, after, steps });
        }
    }

    /// Reads all sequences from `at` on: where they end, if they are clear.
    fn stretch(
        &mut self,
        text: &str,
        at: usize,
        first: Trait,
        page: usize,
        trust: &Trust,
    ) -> Option<usize> {
        let (mut old, mut new) = (Way::behind(first), Way::behind(first));
        let (mut end, from) = (at, self.text.len());
        while let Some((c, len, was)) = sequence_in(&text[end..], old, page) {
            old = was;
            new.go_on(cost::of(c));
            end += len;
            self.text.push(c);
        }
        if end == at {
            return Some(at);
        }
        let behind = text[end..].chars().next().map_or(cost::EDGE, cost::of);
        old.go_on(behind);
        new.go_on(behind);
        let paid = if self.stretches.is_empty() { trust.start(page) } else { trust.again(page) };
        let bits = old.bits - new.bits - paid;
        self.stretches.push(Stretch { source: at..end, now: from..self.text.len(), bits });
        debug_assert!(is_read_back(&text[at..end], &self.text[from..], page));
        (bits >= LEAST).then_some(end)
    }
}

/// Whether what was read behind `of_last` and before `behind` may be as it should be, by what the full search looks at: it is behind a
/// letter that stays, as in "СССР–США"; it is one letter at the end of a word in capitals, or a dash is part of it; or one
/// sequence alone between marks, which is talked about.
#[inline]
pub(super) fn is_doubtful(
    earlier: impl FnOnce() -> char,
    of_last: char,
    was: &str,
    is: &str,
    behind: Option<char>,
) -> bool {
    if !of_last.is_ascii() && of_last.is_alphabetic() {
        return true;
    }
    let mut chars = is.chars();
    let (first, second) = (chars.next(), chars.next());
    let is_capital = || {
        of_last.is_ascii_uppercase()
            && earlier().is_uppercase()
            && first.is_some_and(|c| c.is_lowercase() || c.is_uppercase())
            && match behind.is_some_and(char::is_alphanumeric) {
                true => was.ends_with(['–', '—', '·']),
                false => was.ends_with(MARKS),
            }
    };
    second.is_none() && (is_capital() || is_mention(of_last, behind))
}

/// What may stand behind a word in capitals, or between two.
const MARKS: [char; 15] =
    ['–', '—', '·', '…', '™', '®', '©', '²', '³', '’', '“', '”', '„', '»', '›'];

/// The sequence of the page that begins `text`, and that is proved: its code point, its length, and the way along it as it is.
#[inline]
fn sequence_in(text: &str, mut was: Way, page: usize) -> Option<(char, usize, Way)> {
    let (mut bytes, mut at, mut len) = ([0; 4], 0, 1);
    let mut chars = text.chars();
    let mut place = 0;
    while place < len {
        let c = chars.next()?;
        // With the way back, of each byte; all of them are those of the code point in UTF-8.
        let byte = pages::exact_byte(c, page)?;
        match place {
            0 => len = sequence::len(byte).max(1),
            _ if !matches!(byte, 0x80..=0xBF) => return None,
            _ => {}
        }
        if len == 1 {
            return None;
        }
        was.go_on(cost::of(c));
        bytes[place] = byte;
        (place, at) = (place + 1, at + c.len_utf8());
    }
    Some((sequence::decode(&bytes[..len])?, at, was))
}
