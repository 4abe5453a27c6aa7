//! Text full of mojibake that was misread more than once in the same pages, without a search.
//!
//! Where much of the text before was read in some pages, one after the other, and all of a line that is not ASCII can be
//! read so, there is nothing to weigh but each stretch of it against itself.

use super::context::{self, Before, MUCH, Trust};
use super::cost::{self, Trait};
use super::pages;
use super::plan::{Repair, Step};
use super::reading::{DEEPER, ELSEWHERE};
use placemat::utf8;
use std::iter;
use std::ops::Range;

/// By how many bits a stretch must be likelier than what stands there: what the search holds against one comes to no more.
const CLEAR: i32 = 32;

/// Pages that text was read in, one after the other, and lines that were; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    /// The page of the last time comes first.
    pages: Vec<usize>,
    /// How often they were seen, less how often others were since.
    seen: u32,
    /// The line when it is undone once, twice, and so on.
    layers: Vec<Vec<u8>>,
    /// How much likelier each stretch is.
    bits: Vec<i32>,
    /// Memory for what another page reads.
    other: Vec<u8>,
    /// Memory for what is told.
    steps: Vec<Step>,
}

impl Stack {
    /// Learns of a repair.
    pub(super) fn learn(&mut self, steps: &[Step]) {
        let pages = || steps.iter().map(|step| step.plain_page());
        if pages().eq(self.pages.iter().map(|page| Some(*page))) {
            self.seen = (self.seen + 1).min(2 * MUCH);
        } else if self.seen > 0 {
            self.seen -= 1;
        } else if steps.len() > 1
            && let Some(pages) = pages().collect()
        {
            (self.pages, self.seen) = (pages, 1);
        }
    }

    /// The page of the last time.
    pub(super) fn page(&self) -> usize {
        self.pages[0]
    }

    /// What each stretch has.
    pub(super) fn bits(&self) -> &[i32] {
        &self.bits
    }

    /// The line as it was.
    pub(super) fn text(&self) -> &[u8] {
        self.layers.last().map_or(&[], |layer| layer)
    }

    /// Reads a line; whether all that is not ASCII can be read, and is clear.
    pub(super) fn read(&mut self, line: &str, before: Before, trust: &Trust) -> bool {
        if self.seen < MUCH || line.is_ascii() || !before.c.is_ascii() || before.line.mark.is_some()
        {
            return false;
        }
        let Self { pages, layers, bits, other, .. } = self;
        layers.resize_with(pages.len(), Vec::new);
        let (mut text, mut earlier) = (line, line);
        for (page, layer) in iter::zip(&*pages, layers) {
            match undo(text, *page, layer) {
                Some(now) => (earlier, text) = (text, now),
                None => return false,
            }
        }
        bits.clear();
        let mut last = before.known;
        let mut end = 0;
        let all = iter::zip(stretches(line), stretches(earlier)).zip(stretches(text));
        for ((was, earlier_at), is) in all {
            let known = |byte: &u8| cost::of(char::from(*byte));
            let ascii = &line.as_bytes()[end..was.start];
            let first = ascii[ascii.len().saturating_sub(2)..]
                .iter()
                .fold(last, |last, byte| known(byte).behind(last));
            end = was.end;
            let behind = line.as_bytes().get(end).map_or(cost::EDGE, known);
            let (old, _) = along(first, &line[was], behind);
            let (new, now) = along(first, &text[is.clone()], behind);
            let (earlier, is) = (&earlier[earlier_at], &text[is]);
            let is_likelier = |now: &str| now != is && along(first, now, behind).0 < new;
            if rivals(earlier, pages[pages.len() - 1])
                .any(|page| undo(earlier, page, other).is_some_and(is_likelier))
            {
                return false;
            }
            bits.push(old - new);
            last = now;
        }
        // What is paid for the pages, all share.
        let times = pages.len() as i32 - 1;
        let elsewhere = match pages.iter().find(|page| **page != pages[0]) {
            Some(inner) => ELSEWHERE + context::rarer(*inner),
            None => 0,
        };
        let all = bits.len() as i32;
        let paid =
            trust.start(pages[0]) + DEEPER * times + elsewhere + trust.again(pages[0]) * (all - 1);
        let share = (paid + all - 1) / all;
        bits.iter_mut().for_each(|bits| *bits -= share);
        bits.iter().all(|bits| *bits >= CLEAR)
    }

    /// Tells what was read of a line that stands at `offset`.
    pub(super) fn tell(&mut self, line: &str, offset: u64, listen: &mut dyn FnMut(&Repair<'_>)) {
        let Self { pages, layers, bits, steps, .. } = self;
        steps.resize_with(pages.len(), Step::default);
        let layers = layers.iter().map(|layer| utf8::validate(layer).unwrap_or_default());
        let texts: Vec<&str> = iter::once(line).chain(layers).collect();
        let mut of_texts: Vec<_> = texts.iter().map(|text| stretches(text)).collect();
        for bits in &*bits {
            let mut each = iter::zip(&texts, &mut of_texts)
                .map(|(text, stretches)| stretches.next().map(|range| (*text, range)));
            let Some((_, source)) = each.next().flatten() else { return };
            let (mut before, mut after) = (&line[source.clone()], "");
            for ((step, page), layer) in iter::zip(&mut *steps, &*pages).zip(each.by_ref()) {
                after = layer.map_or("", |(text, range)| &text[range]);
                step.set(before, after, *page, *bits);
                before = after;
            }
            let (offset, before) = (offset + source.start as u64, &line[source]);
            listen(&Repair { offset, before, after, steps });
        }
    }
}

/// What `text` was before it was read in the page, if all that is not ASCII can be that. Each code point is read back.
fn undo<'a>(text: &str, page: usize, now: &'a mut Vec<u8>) -> Option<&'a str> {
    now.clear();
    let mut at = 0;
    for Range { start, end } in stretches(text) {
        now.extend_from_slice(&text.as_bytes()[at..start]);
        for c in text[start..end].chars() {
            let byte = pages::byte(c, page);
            if pages::code_point(page, byte) != Some(c) {
                return None;
            }
            now.push(byte);
        }
        at = end;
    }
    now.extend_from_slice(&text.as_bytes()[at..]);
    utf8::validate(now).ok()
}

/// Other pages that may read what `text` begins with.
fn rivals(text: &str, page: usize) -> impl Iterator<Item = usize> {
    let mut masks = text.chars().map(pages::masks);
    let mut next = || masks.next().unwrap_or(pages::NOTHING);
    let (first, second) = (next(), next());
    pages::each(first.leads & second.follows & !(1 << page))
}

/// What of `text` is not ASCII, in pieces that are as long as can be.
fn stretches(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| !byte.is_ascii())?;
        let len = bytes[start..].iter().position(u8::is_ascii);
        at = len.map_or(bytes.len(), |len| start + len);
        Some(start..at)
    })
}

/// What `text` costs between those, and what it ends with.
fn along(before: Trait, text: &str, behind: Trait) -> (i32, Trait) {
    let (bits, last) = text.chars().fold((0, before), |(bits, last), c| {
        let known = cost::of(c);
        (bits + cost::cost(last, known), known.behind(last))
    });
    (bits + cost::cost(last, behind), last)
}
