//! Text full of mojibake that was misread more than once in the same pages, without a search.
//!
//! Where much of the text before was read in some pages, one after the other, and all of a line that is not ASCII can be
//! read so, there is nothing to weigh but each stretch of it against itself, and against what another page makes of it.

use super::context::{self, Before, MUCH, Trust};
use super::cost::{self, Trait};
use super::pages;
use super::plan::{Repair, Step};
use super::quick::is_doubtful;
use super::reading::{DEEPER, ELSEWHERE};
use placemat::utf8;
use std::iter;
use std::ops::Range;

/// By how many bits a stretch must be likelier than what stands there: what the search holds against one comes to no more.
const CLEAR: i32 = 32;

/// By how many it must be likelier than what it is when it is read once less: lines among them may be that.
const ONCE_LESS: i32 = 16;

/// Pages that text was read in, one after the other, and a line that was; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    /// The page of the last time comes first.
    pages: Vec<usize>,
    /// How often they were seen, less how often others were since.
    seen: u32,
    /// Where the line is not ASCII, in stretches that are as long as can be.
    stretches: Vec<Range<usize>>,
    /// The line when it is undone once, twice, and so on.
    layers: Vec<Layer>,
    /// How much likelier each stretch is.
    bits: Vec<i32>,
    /// Memory for what another page reads.
    other: Vec<u8>,
    /// Memory for what is told.
    steps: Vec<Step>,
}

/// A line that was undone, and where its stretches are now.
#[derive(Clone, Debug, Default)]
struct Layer {
    text: Vec<u8>,
    stretches: Vec<Range<usize>>,
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

    /// Whether much of the text was read in its pages. Never in WebAssembly: there each line is searched, as the web page has no room for
    /// this code, and little text.
    fn is_known(&self) -> bool {
        !cfg!(target_arch = "wasm32") && self.seen >= MUCH
    }

    /// Whether it was, and these are several.
    pub(super) fn is_known_and_mixed(&self) -> bool {
        self.is_known() && self.pages.iter().any(|page| *page != self.pages[0])
    }

    /// The line as it was.
    pub(super) fn text(&self) -> &[u8] {
        self.layers.last().map_or(&[], |layer| &layer.text)
    }

    /// Reads a line; whether all that is not ASCII can be read, and is clear.
    pub(super) fn read(&mut self, line: &str, before: Before, trust: &Trust) -> bool {
        if !self.is_known() || !before.c.is_ascii() || before.line.mark.is_some() {
            return false;
        }
        let Self { pages, stretches, layers, bits, other, .. } = self;
        find(line.as_bytes(), stretches);
        if stretches.is_empty() {
            return false;
        }
        layers.resize_with(pages.len(), Layer::default);
        let (mut earlier, mut now) = ((line, &**stretches), (line, &**stretches));
        for (page, layer) in iter::zip(&*pages, layers) {
            let Some(layer) = layer.undo(now, *page) else { return false };
            (earlier, now) = (now, layer);
        }
        let inner = pages[pages.len() - 1];
        bits.clear();
        let (mut last, mut end) = (before.known, 0);
        for (place, was) in stretches.iter().enumerate() {
            let known = |byte: &u8| cost::of(char::from(*byte));
            let ascii = &line.as_bytes()[end..was.start];
            let two = &ascii[ascii.len().saturating_sub(2)..];
            let first = two.iter().fold(last, |last, byte| known(byte).behind(last));
            end = was.end;
            let behind = line.as_bytes().get(end).map_or(cost::EDGE, known);
            let (was, is) = (&line[was.clone()], &now.0[now.1[place].clone()]);
            let (new, of_new) = along(first, is, behind);
            bits.push(along(first, was, behind).0 - new);
            last = of_new;
            let earlier = &earlier.0[earlier.1[place].clone()];
            let of_last = ascii.last().map_or(before.c, |byte| char::from(*byte));
            let of_earlier = || before.last_two(&now.0.as_bytes()[..now.1[place].start])[0];
            let next = line[end..].chars().next();
            if along(first, earlier, behind).0 - new < ONCE_LESS
                || is_doubtful(of_earlier, of_last, earlier, is, next)
            {
                return false;
            }
            if rivals(earlier, inner).any(|page| {
                other.clear();
                undo(earlier, page, other)
                    && utf8::validate(other)
                        .is_ok_and(|other| other != is && along(first, other, behind).0 < new)
            }) {
                return false;
            }
        }
        // What is paid for the pages, all share.
        let all = bits.len() as i32;
        let elsewhere = match pages.iter().find(|page| **page != pages[0]) {
            Some(inner) => ELSEWHERE + context::rarer(*inner),
            None => 0,
        };
        let deeper = DEEPER * (pages.len() as i32 - 1) + elsewhere;
        let paid = trust.start(pages[0]) + deeper + trust.again(pages[0]) * (all - 1);
        let share = (paid + all - 1) / all;
        bits.iter_mut().for_each(|bits| *bits -= share);
        bits.iter().all(|bits| *bits >= CLEAR)
    }

    /// Whether one of the pages reads a stretch of the result once more.
    pub(super) fn goes_on(&self) -> bool {
        let Some(Layer { text, stretches }) = self.layers.last() else { return false };
        // Most begin with nothing that a page has, and need no memory.
        let mut other = Vec::new();
        stretches.iter().any(|stretch| {
            let text = str::from_utf8(&text[stretch.clone()]).unwrap_or_default();
            self.pages.iter().any(|page| {
                other.clear();
                undo(text, *page, &mut other) && utf8::validate(&other).is_ok()
            })
        })
    }

    /// Tells what was read of a line that stands at `start`, and trusts its pages more for it.
    pub(super) fn tell(
        &mut self,
        line: &str,
        start: u64,
        trust: &mut Trust,
        listen: &mut dyn FnMut(&Repair<'_>),
    ) {
        let Self { pages, stretches, layers, bits, steps, .. } = self;
        // Other lines are read in one of these after the other.
        for page in pages::each(pages.iter().fold(0, |all, page| all | 1 << page)) {
            bits.iter().for_each(|bits| trust.add(page, *bits));
        }
        steps.resize_with(pages.len(), Step::default);
        for (place, (source, bits)) in iter::zip(&*stretches, bits).enumerate() {
            let text = &line[source.clone()];
            let (mut before, mut after) = (text, "");
            for ((step, page), layer) in iter::zip(&mut *steps, &*pages).zip(&*layers) {
                let stretch = &layer.text[layer.stretches[place].clone()];
                after = str::from_utf8(stretch).unwrap_or_default();
                step.set(before, after, *page, *bits);
                before = after;
            }
            let offset = start + source.start as u64;
            listen(&Repair { offset, before: text, after, steps });
        }
    }
}

impl Layer {
    /// Becomes what a line was before it was read in the page, if all of its stretches can be that.
    fn undo<'a>(
        &'a mut self,
        (line, stretches): (&str, &[Range<usize>]),
        page: usize,
    ) -> Option<(&'a str, &'a [Range<usize>])> {
        self.text.clear();
        self.stretches.clear();
        let mut at = 0;
        for Range { start, end } in stretches {
            self.text.extend_from_slice(&line.as_bytes()[at..*start]);
            let from = self.text.len();
            if !undo(&line[*start..*end], page, &mut self.text) {
                return None;
            }
            self.stretches.push(from..self.text.len());
            at = *end;
        }
        self.text.extend_from_slice(&line.as_bytes()[at..]);
        Some((utf8::validate(&self.text).ok()?, &self.stretches))
    }
}

/// Appends the bytes of which the page makes `text`, if there are such. Each is read back.
fn undo(text: &str, page: usize, bytes: &mut Vec<u8>) -> bool {
    let mut is_exact = true;
    bytes.extend(text.chars().map_while(|c| {
        let byte = pages::exact_byte(c, page);
        is_exact = byte.is_some();
        byte
    }));
    is_exact
}

/// Other pages that may read what `text` begins with.
fn rivals(text: &str, page: usize) -> impl Iterator<Item = usize> {
    let mut masks = text.chars().map(pages::masks);
    let mut next = || masks.next().unwrap_or(pages::NOTHING);
    let (first, second) = (next(), next());
    pages::each(first.leads & second.follows & !(1 << page))
}

/// Finds what of a line is not ASCII.
fn find(line: &[u8], stretches: &mut Vec<Range<usize>>) {
    stretches.clear();
    let mut at = 0;
    while let Some(ascii) = line[at..].iter().position(|byte| !byte.is_ascii()) {
        let start = at + ascii;
        let len = line[start..].iter().position(u8::is_ascii);
        at = len.map_or(line.len(), |len| start + len);
        stretches.push(start..at);
    }
}

/// What `text` costs between those, and what it ends with.
fn along(before: Trait, text: &str, behind: Trait) -> (i32, Trait) {
    let (bits, last) = text.chars().fold((0, before), |(bits, last), c| {
        let known = cost::of(c);
        (bits + cost::cost(last, known), known.behind(last))
    });
    (bits + cost::cost(last, behind), last)
}
