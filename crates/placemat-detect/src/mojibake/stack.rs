//! Text full of mojibake that was misread more than once in the same pages, without a search.
//!
//! Where much of the text before was read in some pages, one after the other, and all of a line that is not ASCII can be
//! read so, there is nothing to weigh but each stretch of it against itself, and against what another page makes of it.

use super::context::{self, Before, MUCH, Trust};
use super::cost::{self, Trait, Way};
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
    /// The line as it was.
    text: String,
    /// Where it is not ASCII, in stretches that are as long as can be; and how much likelier each is.
    stretches: Vec<(Range<usize>, i32)>,
    /// The stretches when they are undone once, twice, and so on.
    layers: Vec<Layer>,
    /// Memory for bytes that are no text yet.
    bytes: Vec<u8>,
    /// Memory for what is told.
    steps: Vec<Step>,
}

/// Stretches that were undone, one behind the other, and where each ends.
#[derive(Clone, Debug, Default)]
struct Layer {
    text: String,
    ends: Vec<usize>,
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
        self.text.as_bytes()
    }

    /// Reads a line; whether all that is not ASCII can be read, and is clear.
    pub(super) fn read(&mut self, line: &str, before: Before, trust: &Trust) -> bool {
        if !self.is_known() || !before.c.is_ascii() || before.line.mark.is_some() {
            return false;
        }
        self.text.clear();
        self.stretches.clear();
        self.layers.resize_with(self.pages.len(), Layer::default);
        self.layers.iter_mut().for_each(Layer::clear);
        let (bytes, mut last, mut at) = (line.as_bytes(), before.known, 0);
        while let Some(ascii) = bytes[at..].iter().position(|byte| !byte.is_ascii()) {
            let start = at + ascii;
            let len = bytes[start..].iter().position(u8::is_ascii);
            let end = len.map_or(bytes.len(), |len| start + len);
            self.text.push_str(&line[at..start]);
            let two = &bytes[at.max(start.saturating_sub(2))..start];
            last = two.iter().fold(last, |last, byte| known(byte).behind(last));
            let Some(of_new) = self.stretch(line, start..end, last, before) else { return false };
            (last, at) = (of_new, end);
        }
        self.text.push_str(&line[at..]);
        !self.stretches.is_empty() && self.share(trust)
    }

    /// Reads the stretch that stands there, behind `first`: what the result ends with, if it is clear.
    fn stretch(
        &mut self,
        line: &str,
        source: Range<usize>,
        first: Trait,
        before: Before,
    ) -> Option<Trait> {
        let Self { pages, text, stretches, layers, bytes, .. } = self;
        let was = &line[source.clone()];
        let (mut old, mut earlier, mut is) = (Way::behind(first), was, was);
        for (undone, (page, layer)) in iter::zip(&*pages, layers).enumerate() {
            bytes.clear();
            // As it is looked at anyway, what it costs is counted, too.
            let is_read = match undone {
                0 => undo(is, *page, bytes, |c| old.go_on(cost::of(c))),
                _ => undo(is, *page, bytes, |_| ()),
            };
            let now = utf8::validate(bytes).ok().filter(|_| is_read)?;
            (earlier, is) = (is, layer.push(now));
        }
        let behind = line.as_bytes().get(source.end).map_or(cost::EDGE, known);
        let mut new = Way::behind(first);
        is.chars().for_each(|c| new.go_on(cost::of(c)));
        let last = new.last;
        new.go_on(behind);
        old.go_on(behind);
        // Nothing costs less than nothing, so what is too much stays that.
        let costs_less = |text: &str, most| {
            let mut way = Way::behind(first);
            text.chars().all(|c| {
                way.go_on(cost::of(c));
                way.bits < most
            }) && {
                way.go_on(behind);
                way.bits < most
            }
        };
        let of_earlier = || before.last_two(text.as_bytes())[0];
        let of_last = line[..source.start].bytes().next_back().map_or(before.c, char::from);
        let next = line[source.end..].chars().next();
        if costs_less(earlier, new.bits + ONCE_LESS)
            || is_doubtful(of_earlier, of_last, earlier, is, next)
        {
            return None;
        }
        let is_rival = |page| {
            bytes.clear();
            undo(earlier, page, bytes, |_| ())
                && utf8::validate(bytes)
                    .is_ok_and(|other| other != is && costs_less(other, new.bits))
        };
        if rivals(earlier, *pages.last()?).any(is_rival) {
            return None;
        }
        text.push_str(is);
        stretches.push((source, old.bits - new.bits));
        Some(last)
    }

    /// What is paid for the pages, all stretches share; whether each is clear.
    fn share(&mut self, trust: &Trust) -> bool {
        let Self { pages, stretches, .. } = self;
        let all = stretches.len() as i32;
        let elsewhere = match pages.iter().find(|page| **page != pages[0]) {
            Some(inner) => ELSEWHERE + context::rarer(*inner),
            None => 0,
        };
        let deeper = DEEPER * (pages.len() as i32 - 1) + elsewhere;
        let paid = trust.start(pages[0]) + deeper + trust.again(pages[0]) * (all - 1);
        let share = (paid + all - 1) / all;
        stretches.iter_mut().for_each(|(_, bits)| *bits -= share);
        stretches.iter().all(|(_, bits)| *bits >= CLEAR)
    }

    /// Whether one of the pages reads a stretch of the result once more.
    pub(super) fn goes_on(&self) -> bool {
        let Some(layer) = self.layers.last() else { return false };
        // Most begin with nothing that a page has, and need no memory.
        let mut other = Vec::new();
        (0..self.stretches.len()).any(|place| {
            self.pages.iter().any(|page| {
                other.clear();
                undo(layer.stretch(place), *page, &mut other, |_| ())
                    && utf8::validate(&other).is_ok()
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
        let Self { pages, stretches, layers, steps, .. } = self;
        // Other lines are read in one of these after the other.
        for page in pages::each(pages.iter().fold(0, |all, page| all | 1 << page)) {
            stretches.iter().for_each(|(_, bits)| trust.add(page, *bits));
        }
        steps.resize_with(pages.len(), Step::default);
        for (place, (source, bits)) in stretches.iter().enumerate() {
            let text = &line[source.clone()];
            let (mut before, mut after) = (text, "");
            for ((step, page), layer) in iter::zip(&mut *steps, &*pages).zip(&*layers) {
                after = layer.stretch(place);
                step.set(before, after, *page, *bits);
                before = after;
            }
            let offset = start + source.start as u64;
            listen(&Repair { offset, before: text, after, steps });
        }
    }
}

impl Layer {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Takes one more, and gives it back.
    fn push(&mut self, stretch: &str) -> &str {
        let start = self.text.len();
        self.text.push_str(stretch);
        self.ends.push(self.text.len());
        &self.text[start..]
    }

    fn stretch(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[place]]
    }
}

/// Appends the bytes of which the page makes `text`, if there are such. Each is read back. `told` is given each code point that is
/// looked up, the one that has no byte, too.
fn undo(text: &str, page: usize, bytes: &mut Vec<u8>, mut told: impl FnMut(char)) -> bool {
    text.chars().all(|c| {
        told(c);
        let byte = pages::exact_byte(c, page);
        bytes.extend(byte);
        byte.is_some()
    })
}

/// What is known of a byte of ASCII.
fn known(byte: &u8) -> Trait {
    cost::of(char::from(*byte))
}

/// Other pages that may read what `text` begins with.
fn rivals(text: &str, page: usize) -> impl Iterator<Item = usize> {
    let mut masks = text.chars().map(pages::masks);
    let mut next = || masks.next().unwrap_or(pages::NOTHING);
    let (first, second) = (next(), next());
    pages::each(first.leads & second.follows & !(1 << page))
}
