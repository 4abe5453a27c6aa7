//! What was repaired, and the proof of it.
//!
//! A reading becomes part of a repair only as a [`Plan`], and there is none whose inverse does not give back what
//! was there, unless guesses are asked for. Edits are made of plans alone, and what is told and written of edits that
//! are asked once more, as a whole.

use super::entity;
use super::pages::{self, C1, NAMES, WINDOWS_1252, WINDOWS_1254};
use super::reading::Reading;
use super::sequence::{Chain, Loss, replaced};
use placemat::Converter;
use placemat::encoding::{Cesu8, Utf8};
use std::borrow::Cow;
use std::ops::Range;

/// One step of a repair: text that was read in a page, and what its bytes are in UTF-8.
///
/// Without a loss, the bytes of `after`, read in the page, are `before`: [`spelled`](Self::spelled).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Where in the text of the repair, as the steps before leave it; in bytes.
    pub at: usize,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
    /// What had to be guessed.
    pub loss: Option<Loss>,
    page: usize,
    /// It was encoded as CESU-8.
    surrogates: bool,
    bits: i32,
    /// Which of the bytes are not written as what they are in the page, and what stands there.
    respelled: Vec<(usize, Box<str>)>,
    /// Of ten thousand like it, in how many a letter that was named by the language is another one.
    doubt: u32,
}

impl Step {
    /// The steps from `text` to `after`, which it was, one each time that it was misread.
    fn all(
        text: &str,
        (chain, mut after): (Chain, String),
        mut loss: Option<Loss>,
        bits: i32,
    ) -> impl Iterator<Item = Self> {
        let layers = layers(text, chain, &after, loss);
        let mut steps = Vec::new();
        for undone in (0..chain.depth).rev() {
            let page = chain.page(undone);
            let surrogates = chain.surrogates;
            let before = String::new();
            let mut step = Self { before, after, loss, page, surrogates, bits, ..Self::default() };
            step.before = step.spelled().unwrap_or_default();
            let before = match undone {
                0 => Some(text),
                _ => layers.get(usize::from(undone)).map(|layer| &**layer),
            };
            if let Some(before) = before {
                let spelled = std::mem::replace(&mut step.before, before.to_owned());
                let known = respelled(&spelled, before, page)
                    .filter(|_| loss.is_none_or(Loss::may_be_known));
                if let Some(respelled) = known {
                    step.respelled = respelled;
                    loss = loss.filter(|_| undone > 0);
                }
            }
            after = step.before.clone();
            steps.push(step);
        }
        steps.into_iter().rev().map(move |step| Self { loss, ..step })
    }

    /// Makes it one that was read once, and [`is_read_back`]; keeps the memory.
    pub(super) fn set(&mut self, before: &str, after: &str, page: usize, bits: i32) {
        (self.at, self.loss, self.page, self.surrogates, self.bits) = (0, None, page, false, bits);
        self.respelled.clear();
        for (text, new) in [(&mut self.before, before), (&mut self.after, after)] {
            text.clear();
            text.push_str(new);
        }
        debug_assert!(self.is_exact());
    }

    /// Whether its bytes are those of `after`, and all of them are written as they are in a page.
    fn is_plain(&self) -> bool {
        self.loss.is_none() && !self.surrogates && self.respelled.is_empty() && self.page != C1
    }

    /// Its page, if it begins where the repair does, and is plain.
    pub(super) fn plain_page(&self) -> Option<usize> {
        (self.at == 0 && self.is_plain()).then_some(self.page)
    }

    /// The number of its page, if it was read once, or the last time.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn page_number(&self) -> Option<usize> {
        (!self.surrogates).then_some(self.page)
    }

    /// How many code points it read, if that was in this page.
    pub(super) fn count_in(&self, page: usize) -> usize {
        if self.page == page { self.after.chars().count() } else { 0 }
    }

    /// The page that the bytes were read in.
    #[must_use]
    pub fn page(&self) -> &'static str {
        NAMES[self.page]
    }

    /// The bytes that were read in the page: those of `after` in UTF-8, or in CESU-8 where it was that; of
    /// a C1 control, its byte.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.encoded().into_owned()
    }

    fn encoded(&self) -> Cow<'_, [u8]> {
        match self.page {
            C1 => self.after.chars().map(|c| pages::row(c).bytes[0]).collect(),
            _ if self.surrogates => Cow::Owned(cesu8(&self.after)),
            _ => Cow::Borrowed(self.after.as_bytes()),
        }
    }

    /// Which of the bytes are not written as what they are in the page, and what stands there: an HTML entity;
    /// for a no-break space a space, or nothing if only the space behind it is left; for a byte that the page
    /// leaves undefined U+FFFD, or nothing; for another one its C1 control. That is no loss, as the step knows it.
    pub fn respelled(&self) -> impl Iterator<Item = (usize, &str)> {
        self.respelled.iter().map(|(place, written)| (*place, &**written))
    }

    /// Tells what the bytes are in the page, as it is written, piece by piece; whether they are that, and each
    /// piece was taken.
    fn spell(&self, mut take: impl FnMut(&str) -> bool) -> bool {
        let mut respelled = self.respelled().peekable();
        self.encoded().iter().enumerate().all(|(place, byte)| {
            let c = match self.page {
                C1 => Some(char::from(*byte)),
                page => pages::code_point(page, *byte),
            };
            let written = respelled.next_if(|(at, _)| *at == place).map(|(_, written)| written);
            c.is_some_and(|c| match written {
                Some(written) => stands_for(written, c, self.page) && take(written),
                None => take(c.encode_utf8(&mut [0; 4])),
            })
        })
    }

    /// The bytes, read in the page and written as they were: the inverse of the step. Equal to `before`, unless
    /// there is a loss.
    #[must_use]
    pub fn spelled(&self) -> Option<String> {
        let mut text = String::new();
        let is_whole = self.spell(|piece| {
            text.push_str(piece);
            true
        });
        is_whole.then_some(text)
    }

    /// Whether it gives back what was there.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        // Every step is asked, and most are plain.
        if self.is_plain() {
            return is_read_back(&self.before, &self.after, self.page);
        }
        // As text, that would need memory.
        let mut rest = &*self.before;
        let strip = |piece: &str| rest.strip_prefix(piece).map(|behind| rest = behind).is_some();
        self.loss.is_none() && self.spell(strip) && rest.is_empty()
    }
}

/// Whether the bytes of `after`, none of which is ASCII, are `before` when they are read in the page: a step that is
/// exact.
pub(super) fn is_read_back(before: &str, after: &str, page: usize) -> bool {
    let mut chars = before.chars();
    after.bytes().all(|byte| {
        let c = pages::code_point(page, byte);
        c.is_some() && c == chars.next()
    }) && chars.next().is_none()
}

/// Whether a code point may be written so, where that was read in the page. A control stands for its byte
/// in the two pages where the search finds such.
fn stands_for(written: &str, c: char, page: usize) -> bool {
    match (c, written) {
        ('\u{A0}', "" | " ") | ('\u{80}'..='\u{9F}', "" | "\u{FFFD}") => return true,
        _ => {}
    }
    let entity = entity::read(written.as_bytes()).filter(|(_, len)| *len == written.len());
    let mut chars = written.chars();
    let single = chars.next().filter(|_| chars.next().is_none());
    match entity.map(|(c, _)| c).or(single) {
        Some(now @ '\u{80}'..='\u{9F}') if matches!(page, WINDOWS_1252 | WINDOWS_1254) => {
            now == c || pages::code_point(page, now as u8) == Some(c)
        }
        now => now == Some(c),
    }
}

/// The text without entities, and what it was before each time that it was misread but the first; nothing where that is
/// not known.
fn layers(text: &str, chain: Chain, after: &str, loss: Option<Loss>) -> Vec<String> {
    if chain.depth == 1 || loss.is_some_and(|loss| loss != Loss::Space) {
        return Vec::new();
    }
    let (mut known, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let (c, len) = entity::read(rest.as_bytes()).unwrap_or((c, c.len_utf8()));
        known.push(c);
        rest = &rest[len..];
    }
    let mut layers = vec![known];
    for undone in 0..chain.depth {
        let page = chain.page(undone);
        let byte = |c: char| match c {
            ' ' if undone == 0 => 0xA0,
            c => pages::row(c).bytes[page],
        };
        let now = match layers.last() {
            Some(text) if page == C1 => text.chars().map(|c| replaced(c).unwrap_or(c)).collect(),
            Some(text) => String::from_utf8(text.chars().map(byte).collect()).unwrap_or_default(),
            None => String::new(),
        };
        layers.push(now);
    }
    match layers.pop() {
        Some(last) if last == after => layers,
        _ => Vec::new(),
    }
}

/// Which code points of `spelled` are written otherwise in `text`, and how; where nothing else differs.
fn respelled(spelled: &str, text: &str, page: usize) -> Option<Vec<(usize, Box<str>)>> {
    let (mut rest, mut respelled) = (text, Vec::new());
    for (place, c) in spelled.chars().enumerate() {
        if let Some(behind) = rest.strip_prefix(c) {
            rest = behind;
            continue;
        }
        let entity = entity::read(rest.as_bytes()).map(|(_, len)| len);
        let lens = [entity, rest.chars().next().map(char::len_utf8), Some(0)];
        let mut ways = lens.into_iter().flatten().map(|len| rest.split_at(len));
        let (written, behind) = ways.find(|(written, _)| stands_for(written, c, page))?;
        respelled.push((place, written.into()));
        rest = behind;
    }
    rest.is_empty().then_some(respelled)
}

/// `text` in CESU-8: two surrogates for what is above U+FFFF.
fn cesu8(text: &str) -> Vec<u8> {
    Converter::<Utf8, Cesu8>::strict().convert(text.as_bytes()).unwrap_or_default()
}

/// A repair: a stretch of text, what it was, and the steps that lead there, in order.
#[derive(Clone, Copy, Debug)]
pub struct Repair<'a> {
    /// Where it stands in the source, in bytes.
    pub offset: u64,
    /// What stands there.
    pub before: &'a str,
    /// What it was.
    pub after: &'a str,
    /// How one becomes the other. The last to be misread comes first.
    pub steps: &'a [Step],
}

/// The least number of bits, and of a hundred lines whose weakest repair has so many, how many are right: see
/// docs/mojibake.md for how that was measured.
const RIGHT: [(i32, u8); 4] = [(1, 85), (4, 96), (13, 97), (21, 99)];

impl Repair<'_> {
    /// Of a hundred repairs of this kind, how many are right.
    #[must_use]
    pub fn confidence(&self) -> u8 {
        let bits = self.bits();
        let known =
            RIGHT.iter().rev().find(|(least, _)| bits >= *least).map_or(0, |(_, percent)| *percent);
        let doubt = self.steps.iter().map(|step| step.doubt).sum::<u32>().div_ceil(100).min(100);
        known.min(100 - doubt as u8)
    }

    /// By how many bits it is likelier than the text as it was: that of its weakest step.
    #[must_use]
    pub fn bits(&self) -> i32 {
        self.steps.iter().map(|step| step.bits).min().unwrap_or(0)
    }

    /// Whether nothing had to be guessed: then [`undo`](Self::undo) gives `before`.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.steps.iter().all(Step::is_exact)
    }

    /// What `after` was, computed from it by the inverse of each step; `None` where a step has
    /// a loss.
    #[must_use]
    pub fn undo(&self) -> Option<String> {
        let mut text = self.after.to_owned();
        for step in self.steps.iter().rev() {
            let range = step.at..step.at + step.after.len();
            let spelled = step.spelled().filter(|_| step.loss.is_none())?;
            if text.get(range.clone())? != step.after {
                return None;
            }
            text.replace_range(range, &spelled);
        }
        Some(text)
    }
}

/// What is to be read somewhere, and how: with a proof, unless guesses are asked for.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    range: Range<usize>,
    /// From what stands there to what it was; each is exact, or `lossy` was asked for.
    steps: Vec<Step>,
    /// The page of the first step, and whether there are more; how much likelier it is, and which pages it proves.
    page: usize,
    is_deep: bool,
    bits: i32,
    proves: u16,
}

impl Plan {
    /// That of a reading of `text`. None if its inverse does not give back what stands there, but for `lossy`.
    pub(super) fn of(text: &[u8], reading: Reading, lossy: bool) -> Option<Self> {
        let (proves, is_deep) = (reading.proves(), reading.chain.depth > 1);
        let Reading { chain, range, after, loss, bits, .. } = reading;
        let before = str::from_utf8(text.get(range.clone())?).ok()?;
        let steps: Vec<Step> = Step::all(before, (chain, after), loss, bits).collect();
        let is_proved = steps.iter().all(Step::is_exact);
        let plan = Self { range, steps, page: chain.outer, is_deep, bits, proves };
        (lossy || is_proved).then_some(plan)
    }

    /// The same, so much later in a text.
    pub(super) fn later(mut self, by: usize) -> Self {
        self.range = self.range.start + by..self.range.end + by;
        self
    }

    /// The page in which the text was misread last.
    pub(super) fn page(&self) -> usize {
        self.page
    }

    /// How much likelier it is than what stands there.
    pub(super) fn bits(&self) -> i32 {
        self.bits
    }

    /// The pages that something was read in without a loss, if that is so of more than one time.
    pub(super) fn proves_deep(&self) -> u16 {
        if self.is_deep { self.proves } else { 0 }
    }

    fn after(&self) -> &str {
        self.steps.last().map_or("", |step| &step.after)
    }
}

/// A repair that is still made: steps are added to it, and others join it.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// What it replaces of the source.
    source: Range<usize>,
    /// What it is of the text as it is now.
    now: Range<usize>,
    steps: Vec<Step>,
}

impl Edit {
    /// What it is of the text as it is now.
    pub(super) fn now(&self) -> Range<usize> {
        self.now.clone()
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Other letters stand in what a step became, in the place of so many bytes; and how likely they are wrong.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn rename(
        &mut self,
        (step, within): (usize, usize),
        old: usize,
        new: &str,
        doubt: f32,
    ) {
        let by = new.len() as isize - old as isize;
        let (before, behind) = self.steps.split_at_mut(step + 1);
        if let Some(step) = before.last_mut() {
            step.after.replace_range(within..within + old, new);
            step.loss = Some(step.loss.unwrap_or(Loss::Replaced));
            step.respelled.clear();
            step.doubt += (doubt * 1e4).ceil() as u32;
        }
        behind.iter_mut().for_each(|step| step.at = step.at.wrapping_add_signed(by));
        self.now.end = self.now.end.wrapping_add_signed(by);
    }

    /// What is before became longer by that.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn shift(&mut self, by: isize) {
        self.now = self.now.start.wrapping_add_signed(by)..self.now.end.wrapping_add_signed(by);
    }

    /// What it comes to: `text`, which stands at `offset`, became `now`. None if its steps, one after the other, do
    /// not give back what was there, but for `lossy`.
    pub(super) fn repair<'a>(
        &'a self,
        (text, offset): (&'a [u8], u64),
        now: &'a [u8],
        lossy: bool,
    ) -> Option<Repair<'a>> {
        let before = str::from_utf8(text.get(self.source.clone())?).ok()?;
        let after = str::from_utf8(now.get(self.now.clone())?).ok()?;
        let offset = offset + self.source.start as u64;
        let repair = Repair { offset, before, after, steps: &self.steps };
        (lossy || repair.undo().as_deref() == Some(before)).then_some(repair)
    }
}

/// Makes one round of `plans` of `text`: what it becomes. `edits` are what was done before, in
/// order, and then what was done by now.
pub(super) fn apply(text: &[u8], plans: Vec<Plan>, edits: &mut Vec<Edit>) -> Vec<u8> {
    let mut new = Vec::with_capacity(text.len());
    let mut old = std::mem::take(edits).into_iter().peekable();
    let mut plans = plans.into_iter().peekable();
    // How much of `text` is done; and what stands there, how much further on in the source.
    let (mut done, mut shift) = (0, 0);
    loop {
        // The next edit or plan, and all that overlaps it, become one edit.
        let starts =
            [old.peek().map(|edit| edit.now.start), plans.peek().map(|plan| plan.range.start)];
        let Some(start) = starts.into_iter().flatten().min() else { break };
        let source_start = start.wrapping_add_signed(shift);
        let source_start = old
            .peek()
            .filter(|edit| edit.now.start == start)
            .map_or(source_start, |edit| edit.source.start);
        new.extend_from_slice(&text[done..start]);
        let new_start = new.len();
        let mut end = start;
        let (mut steps, mut here) = (Vec::new(), Vec::new());
        loop {
            let within = |from: usize| from < end || from == start && end == start;
            if let Some(edit) = old.next_if(|edit| within(edit.now.start)) {
                end = end.max(edit.now.end);
                shift = edit.source.end as isize - edit.now.end as isize;
                let by = edit.now.start - start;
                steps.extend(edit.steps.into_iter().map(|step| Step { at: step.at + by, ..step }));
            } else if let Some(plan) = plans.next_if(|plan| within(plan.range.start)) {
                end = end.max(plan.range.end);
                here.push(plan);
            } else {
                break;
            }
        }
        done = start;
        for plan in here {
            new.extend_from_slice(&text[done..plan.range.start]);
            let at = new.len() - new_start;
            new.extend_from_slice(plan.after().as_bytes());
            steps.extend(plan.steps.into_iter().map(|step| Step { at, ..step }));
            done = plan.range.end;
        }
        new.extend_from_slice(&text[done..end]);
        done = end;
        let source = source_start..end.wrapping_add_signed(shift);
        edits.push(Edit { source, now: new_start..new.len(), steps });
    }
    new.extend_from_slice(&text[done..]);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the inverse does not give back is no plan, whoever asks for it.
    #[test]
    fn there_is_no_plan_without_a_proof() {
        let text = "Ã©";
        let plan = |after: &str, depth, page, loss, lossy| {
            let chain = Chain { depth, ..Chain::once(page) };
            let (range, after) = (0..text.len(), after.to_owned());
            let reading = Reading { chain, range, after, loss, has_proof: true, bits: 9 };
            Plan::of(text.as_bytes(), reading, lossy)
        };
        assert!(plan("é", 1, 0, None, false).is_some());
        // Another letter, another page, one more time, a guess, and one that the page lacks.
        for (after, depth, page, loss) in [
            ("è", 1, 0, None),
            ("é", 1, 8, None),
            ("é", 2, 0, None),
            ("é", 1, 0, Some(Loss::Quote)),
            ("", 1, 0, None),
            ("é", 1, C1, None),
        ] {
            assert!(plan(after, depth, page, loss, false).is_none(), "{after} {depth} {page}");
            assert!(plan(after, depth, page, loss, true).is_some());
        }
        // A loss that a step knows is none.
        assert!(plan("é", 1, 0, Some(Loss::Dropped), false).is_some());
    }

    /// Nor is an edit told whose steps do not follow from each other.
    #[test]
    fn there_is_no_repair_without_a_proof() {
        let (text, now) = ("Ã©", "é");
        let step = |at, before: &str, after: &str| {
            let mut step = Step { at, ..Step::default() };
            (step.before, step.after) = (before.to_owned(), after.to_owned());
            step
        };
        let repair = |steps: Vec<Step>, lossy| {
            let edit = Edit { source: 0..text.len(), now: 0..now.len(), steps };
            edit.repair((text.as_bytes(), 0), now.as_bytes(), lossy).is_some()
        };
        assert!(repair(vec![step(0, text, now)], false));
        for steps in [vec![], vec![step(1, text, now)], vec![step(0, "Ã¨", "è")]] {
            assert!(!repair(steps.clone(), false));
            assert!(repair(steps, true));
        }
    }

    /// What is read back piece by piece, and as a whole: the same.
    #[test]
    fn what_is_read_back_is_spelled_so() {
        for page in 0..super::super::pages::PAGES {
            for (before, after) in [
                ("Ã©", "é"),
                ("Ð¿Ñ€", "пр"),
                ("Ã", "é"),
                ("Ã©©", "é"),
                ("", "é"),
                ("", ""),
                ("a", "a"),
            ] {
                let step = Step {
                    before: before.to_owned(),
                    after: after.to_owned(),
                    page,
                    ..Step::default()
                };
                let is_spelled_so = step.spelled().as_deref() == Some(before);
                assert_eq!(step.is_exact(), is_spelled_so, "{before} {page}");
            }
        }
    }
}
