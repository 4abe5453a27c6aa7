//! Judges one input, or a piece of a big one, block by block.
//!
//! A block is small enough to stay in the cache between the system's copy and
//! the validator, and memory does not grow with the input. Blocks are cut where
//! no sequence and no group is split, and each is seen with [`CONTEXT`] bytes on
//! either side, so that the answer does not depend on the cuts.

use super::closely::Closer;
use super::event::{Block, Errors, Event, Piece, Wanted};
use super::window::Window;
use crate::input::{Patience, Place};
use crate::report::html::Sketch;
use crate::report::{CONTEXT, Tally};
use placemat::detect::Look;
use placemat::detect::{self, Sniffed};
use placemat::utf8;
use placemat_detect::mojibake::{self, Options, Repair};
use placemat_profile::is_utf8_with_nuls;
use std::io;
use std::ops::Range;
use std::time::Duration;

/// Checks a piece, with `closer` all of an input. `emit` returns whether to go on.
pub(crate) fn scan(
    piece: &Piece,
    window: &mut Window,
    wanted: Wanted,
    closer: Option<Closer>,
    emit: &mut dyn FnMut(Event) -> bool,
) {
    let tally = Tally::default();
    let sketch = wanted.sketch.then(|| Box::new(Sketch::new(piece.start)));
    let mut scan = Scan { piece, window, wanted, closer, emit, tally, sketch, place: None };
    let result = scan.run();
    let sketch = scan.sketch.take();
    let tally = std::mem::take(&mut scan.tally);
    sketch.map(|sketch| emit(Event::Sketch(sketch)));
    emit(Event::Tally(Box::new(tally)));
    match result {
        Ok(End::AsMeant) => {}
        Ok(End::CutShort) => _ = emit(Event::CutShort),
        Err(error) => _ = emit(Event::Trouble(error)),
    }
}

/// How a scan ends.
enum End {
    AsMeant,
    /// The input ends where the piece should go on.
    CutShort,
}

/// Of a hundred repairs, so many must be right to be told of.
const SURE: u8 = 97;

/// How many stretches of mojibake a text begins with.
fn mojibake_of(start: &[u8]) -> u64 {
    let start = &start[..start.len().min(detect::SAMPLE)];
    let mut found = 0;
    let mut count = |repair: &Repair<'_>| found += u64::from(repair.confidence() >= SURE);
    mojibake::Stream::new(Options::default()).push(start, true, &mut Vec::new(), &mut count);
    found
}

/// How many bytes are judged before it is told, for progress.
pub(super) const TOLD: u64 = 16 * 1024 * 1024;

struct Scan<'a> {
    piece: &'a Piece,
    window: &'a mut Window,
    wanted: Wanted,
    /// What looks for more than malformed UTF-8, if that was asked for.
    closer: Option<Closer>,
    emit: &'a mut dyn FnMut(Event) -> bool,
    /// What was counted since the last time that it was told.
    tally: Tally,
    /// What a page shows of the piece.
    sketch: Option<Box<Sketch>>,
    /// The farthest place to which lines were counted, if all before it were.
    place: Option<Place>,
}

impl Scan<'_> {
    fn run(&mut self) -> io::Result<End> {
        let Piece { ref subject, ref handle, start, end } = *self.piece;
        let input = &subject.input;
        if subject.is_decided() {
            return Ok(End::AsMeant);
        }
        let base = start.saturating_sub(CONTEXT as u64);
        let mut reader = input.reader_at(handle, base)?;
        if let Some(end) = end.filter(|_| start > 0) {
            let seen = end + CONTEXT as u64;
            if reader.hole_end(base)? >= seen {
                self.tally.bytes += end - start;
                if let Some(sketch) = &mut self.sketch {
                    sketch.pass_hole(end - start);
                }
                return Ok(End::AsMeant);
            }
        }
        self.window.reset(base, start > base);
        let stream = input.size.is_none();
        // Bytes behind the end of the piece that its last errors are seen with.
        let stop = end.map_or(u64::MAX, |end| end + CONTEXT as u64);
        let mut first = start == 0;
        self.place = first.then(Place::default);
        let mut positioned = first;
        let mut patience = Patience::default();
        loop {
            if stream && !first && !reader.is_ready(Duration::ZERO) && !(self.emit)(Event::Waiting)
            {
                return Ok(End::AsMeant);
            }
            let most = stop - self.window.end();
            // All that is wanted is here, or the input ends.
            let read = if most == 0 { 0 } else { self.window.read(&mut reader, most)? };
            let last = read == 0;
            let held = self.window.high - self.window.low;
            if first {
                let start = &self.window.buffer[self.window.low..self.window.high];
                if !last
                    && held < detect::SAMPLE.min(self.window.block)
                    && !(stream && patience.is_over(start, |wait| reader.is_ready(wait)))
                {
                    continue;
                }
                first = false;
                if !self.sniff(last) {
                    return Ok(End::AsMeant);
                }
            }
            if !positioned {
                if !last && self.window.end() < start + CONTEXT as u64 {
                    continue;
                }
                positioned = true;
                if self.window.end() <= start {
                    return Ok(End::CutShort);
                }
                self.window.judged = self.window.floor(start);
            }
            // A stream may have more to say only later; a file has it at once.
            if !stream && !last && !self.window.is_full() {
                continue;
            }
            let cut = self.cut(last);
            let ends = last && self.closer.is_some();
            if (cut > self.window.judged || ends) && !self.judge(cut, last) {
                return Ok(End::AsMeant);
            }
            if last {
                let short = end.is_some_and(|end| self.window.end() < end);
                return Ok(if short { End::CutShort } else { End::AsMeant });
            }
            if self.window.is_full() {
                if stream || self.closer.is_some() {
                    self.pass_judged();
                }
                self.window.slide();
            }
        }
    }

    /// How far the window can be judged.
    fn cut(&self, last: bool) -> usize {
        let window = &*self.window;
        let mut offset = window.end();
        if !last {
            offset = offset.saturating_sub(CONTEXT as u64).max(window.base);
            // Nothing behind a line is needed to judge it, and it may be long in coming.
            let feed = memchr::memrchr(b'\n', &window.buffer[window.judged..window.high]);
            if let Some(at) = feed.filter(|_| self.piece.subject.input.size.is_none()) {
                offset = offset.max(window.base + (window.judged - window.low + at + 1) as u64);
            }
        }
        if let Some(end) = self.piece.end {
            offset = offset.min(end);
        }
        let cut = window.floor(offset);
        match &self.closer {
            // Of a stream, more may be judged than what has its context behind it.
            Some(closer) if !last && cut > window.judged => {
                window.judged + closer.floor(&window.buffer[window.judged..cut])
            }
            _ => cut,
        }
    }

    /// Counts the lines of what is about to leave the window: a stream cannot
    /// be read again, should they be asked for.
    fn pass_judged(&mut self) {
        let Window { low, judged, base, .. } = *self.window;
        if let Some(place) = &mut self.place
            && self.wanted.limit > 0
        {
            place.pass(&self.window.buffer[low + (place.offset() - base) as usize..judged]);
        }
    }

    /// Looks at the start of the input; whether to check it.
    fn sniff(&mut self, whole: bool) -> bool {
        let held = &self.window.buffer[self.window.low..self.window.high];
        let sniffed = detect::sniff(held, whole);
        let check = match sniffed {
            Sniffed::Text { .. } => true,
            Sniffed::Other(_) => {
                !self.wanted.sniff || self.closer.is_some() && is_utf8_with_nuls(held)
            }
            Sniffed::Binary => !self.wanted.skip_binary,
        };
        if !check {
            self.tally.bytes += held.len() as u64;
            self.piece.subject.decide();
        }
        if self.wanted.reading && check && matches!(sniffed, Sniffed::Text { .. }) {
            self.tally.mojibake = mojibake_of(held);
        }
        if check
            && let Some(rule) = &self.piece.subject.rule
            && let Some(untrue) = rule.is_untrue(held, whole)
            && !(self.emit)(Event::Untrue(untrue))
        {
            return false;
        }
        let plain = sniffed == Sniffed::Text { signature: false };
        (plain || (self.emit)(Event::Sniffed { sniffed, checked: check })) && check
    }

    /// Judges what lies before `cut`, the `last` of the piece or not; whether to go on.
    fn judge(&mut self, cut: usize, last: bool) -> bool {
        let Window { low, judged, high, base, .. } = *self.window;
        let text = &self.window.buffer[low..high];
        let (from, to) = (judged - low, cut - low);
        self.window.judged = cut;
        self.tally.bytes += (to - from) as u64;
        if let Some(closer) = &mut self.closer {
            let (place, wanted) = (self.place.as_mut(), &mut self.wanted);
            let block = Block { text, base, judged: from..to, last };
            let go_on = closer.judge(
                &block,
                place,
                wanted,
                (&mut self.tally, self.sketch.as_deref_mut()),
                self.piece,
                self.emit,
            );
            return self.told(go_on);
        }

        // The part that is shown, from the first error on.
        let (mut shown, mut passed): (Option<Range<usize>>, _) = (None, from);
        for mut group in utf8::groups(&text[from..]).take_while(|group| from + group.offset < to) {
            group.offset += from;
            self.tally.add_group(&group, Look::of(text, &group));
            if let Some(sketch) = &mut self.sketch {
                sketch.pass(&text[passed..group.offset]);
                sketch.error(text, group.offset..group.end(), None);
                passed = group.offset;
            }
            if self.wanted.limit > 0 {
                self.wanted.limit = self.wanted.limit.saturating_sub(group.subparts as u64);
                shown = Some(shown.map_or(group.offset, |shown| shown.start)..group.end());
            }
        }
        if let Some(sketch) = &mut self.sketch {
            sketch.pass(&text[passed..to]);
        }
        let mut go_on = true;
        if let Some(shown) = shown {
            if self.wanted.reading {
                self.piece.subject.find_reading(&text[shown.start..]);
            }
            self.place = self.place.filter(|place| place.offset() >= base);
            if let Some(place) = &mut self.place {
                place.pass(&text[(place.offset() - base) as usize..shown.start]);
            }
            let around = shown.start.saturating_sub(CONTEXT)..text.len().min(shown.end + CONTEXT);
            go_on = (self.emit)(Event::Errors(Errors {
                bytes: text[around.clone()].to_vec(),
                base: base + around.start as u64,
                judged: shown.start - around.start..shown.end - around.start,
                place: self.place,
            }));
        }
        self.told(go_on)
    }

    /// What was judged was told: whether to go on.
    fn told(&mut self, mut go_on: bool) -> bool {
        if self.wanted.first_only && !self.tally.is_clean() {
            self.piece.subject.decide();
        }
        if self.tally.bytes >= TOLD {
            go_on &= (self.emit)(Event::Tally(Box::new(std::mem::take(&mut self.tally))));
        }
        go_on && !self.piece.subject.is_decided()
    }
}
