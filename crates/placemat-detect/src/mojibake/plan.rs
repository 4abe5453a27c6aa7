//! What was repaired, and the proof of it.

use super::entity;
use super::pages::{self, C1, NAMES};
use super::reading::Reading;
use super::sequence::Loss;
use placemat::Converter;
use placemat::encoding::{Cesu8, Utf8};
use std::borrow::Cow;

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
}

impl Step {
    /// The steps from `text` to what it was, one each time that it was misread.
    fn of(text: &str, reading: Reading) -> impl Iterator<Item = Self> {
        let Reading { chain, after, mut loss, bits, .. } = reading;
        let mut steps = Vec::new();
        let mut after = after;
        for undone in (0..chain.depth).rev() {
            let page = chain.page(undone);
            let surrogates = chain.surrogates;
            let before = String::new();
            let mut step = Self { before, after, loss, page, surrogates, bits, ..Self::default() };
            step.before = step.spelled().unwrap_or_default();
            if undone == 0 {
                let spelled = std::mem::replace(&mut step.before, text.to_owned());
                let known =
                    respelled(&spelled, text).filter(|_| loss.is_none_or(Loss::may_be_known));
                if let Some(respelled) = known {
                    (step.respelled, loss) = (respelled, None);
                }
            }
            after = step.before.clone();
            steps.push(step);
        }
        steps.into_iter().rev().map(move |step| Self { loss, ..step })
    }

    /// Makes it one that was read once, without a loss; keeps the memory.
    pub(super) fn set(&mut self, before: &str, after: &str, page: usize, bits: i32) {
        (self.at, self.loss, self.page, self.surrogates, self.bits) = (0, None, page, false, bits);
        self.respelled.clear();
        for (text, new) in [(&mut self.before, before), (&mut self.after, after)] {
            text.clear();
            text.push_str(new);
        }
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
    /// leaves undefined U+FFFD, or nothing. That is no loss, as the step knows it.
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
                Some(written) => stands_for(written, c) && take(written),
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
        // As text, that would need memory; every step is asked.
        let mut rest = &*self.before;
        let strip = |piece: &str| rest.strip_prefix(piece).map(|behind| rest = behind).is_some();
        self.loss.is_none() && self.spell(strip) && rest.is_empty()
    }
}

/// Whether a code point may be written so.
fn stands_for(written: &str, c: char) -> bool {
    match (c, written) {
        ('\u{A0}', "" | " ") | ('\u{80}'..='\u{9F}', "" | "\u{FFFD}") => true,
        _ => entity::read(written.as_bytes()) == Some((c, written.len())),
    }
}

/// Which code points of `spelled` are written otherwise in `text`, and how; where nothing else differs.
fn respelled(spelled: &str, text: &str) -> Option<Vec<(usize, Box<str>)>> {
    let (mut rest, mut respelled) = (text, Vec::new());
    for (place, c) in spelled.chars().enumerate() {
        if let Some(behind) = rest.strip_prefix(c) {
            rest = behind;
            continue;
        }
        let entity = entity::read(rest.as_bytes()).map(|(_, len)| len);
        let lens = [entity, rest.chars().next().map(char::len_utf8), Some(0)];
        let mut ways = lens.into_iter().flatten().map(|len| rest.split_at(len));
        let (written, behind) = ways.find(|(written, _)| stands_for(written, c))?;
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
        RIGHT.iter().rev().find(|(least, _)| bits >= *least).map_or(0, |(_, percent)| *percent)
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

/// A repair that is still made: steps are added to it, and others join it.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// What it replaces of the source.
    pub(super) source: std::ops::Range<usize>,
    /// What it is of the text as it is now.
    pub(super) now: std::ops::Range<usize>,
    pub(super) steps: Vec<Step>,
}

/// Makes one round of readings of `text`: what it becomes. `edits` are what was done before, in
/// order, and then what was done by now.
pub(super) fn apply(text: &[u8], readings: Vec<Reading>, edits: &mut Vec<Edit>) -> Vec<u8> {
    let mut new = Vec::with_capacity(text.len());
    let mut old = std::mem::take(edits).into_iter().peekable();
    let mut readings = readings.into_iter().peekable();
    // How much of `text` is done; and what stands there, how much further on in the source.
    let (mut done, mut shift) = (0, 0);
    loop {
        // The next edit or reading, and all that overlaps it, become one edit.
        let starts = [
            old.peek().map(|edit| edit.now.start),
            readings.peek().map(|reading| reading.range.start),
        ];
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
            } else if let Some(reading) = readings.next_if(|reading| within(reading.range.start)) {
                end = end.max(reading.range.end);
                here.push(reading);
            } else {
                break;
            }
        }
        done = start;
        for reading in here {
            let range = reading.range.clone();
            new.extend_from_slice(&text[done..range.start]);
            let Ok(before) = str::from_utf8(&text[range.clone()]) else { continue };
            let at = new.len() - new_start;
            new.extend_from_slice(reading.after.as_bytes());
            steps.extend(Step::of(before, reading).map(|step| Step { at, ..step }));
            done = range.end;
        }
        new.extend_from_slice(&text[done..end]);
        done = end;
        let source = source_start..end.wrapping_add_signed(shift);
        edits.push(Edit { source, now: new_start..new.len(), steps });
    }
    new.extend_from_slice(&text[done..]);
    new
}
