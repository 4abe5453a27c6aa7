//! Judges an input as text in an encoding that was asked for: `--as`.
//!
//! It is read from front to back by the decoder of the library, or of
//! `encoding_rs`, which stops at every malformed sequence. Each is seen with
//! [`CONTEXT`] bytes behind it, so that what is told does not depend on how the
//! input comes.

use super::event::{Event, Piece, Wanted};
use super::scan::TOLD;
use crate::coding::{Coding, Source, line_feed};
use crate::input::{Lines, Patience};
use crate::report::html::Sketch;
use crate::report::{CONTEXT, Misread, Tally};
use crate::rules::{PageOrUtf8, Untrue};
use placemat::detect::{SAMPLE, Sniffed, sniff};
use placemat::{Malformed, MalformedKind, Status, utf8};
use std::io;
use std::time::Duration;

/// How much of what was judged is kept: more than a sequence has.
const HISTORY: usize = 16;

/// How much text is decoded at a time.
const TEXT: usize = 16 << 10;

/// Judges `piece`, all of an input, which is read in blocks of `block` bytes. `emit` returns
/// whether to go on.
pub(super) fn scan_as(
    piece: &Piece,
    coding: Coding,
    block: usize,
    wanted: Wanted,
    emit: &mut dyn FnMut(Event) -> bool,
) {
    let mut tally = Tally::default();
    let mut sketch = wanted.sketch.then(|| Box::new(Sketch::new(0)));
    let result = read(piece, coding, block, wanted, (&mut tally, &mut sketch), emit);
    sketch.map(|sketch| emit(Event::Sketch(sketch)));
    emit(Event::Tally(Box::new(tally)));
    if let Err(error) = result {
        emit(Event::Trouble(error));
    }
}

fn read(
    piece: &Piece,
    coding: Coding,
    block: usize,
    wanted: Wanted,
    (tally, sketch): (&mut Tally, &mut Option<Box<Sketch>>),
    emit: &mut dyn FnMut(Event) -> bool,
) -> io::Result<()> {
    let (subject, input) = (&*piece.subject, &piece.subject.input);
    let mut reader = input.reader_at(&piece.handle, 0)?;
    let stream = input.size.is_none();
    let mut patience = Patience::default();
    // Behind it a block always fits.
    let front = HISTORY + CONTEXT;
    let mut buffer = vec![0; front + block.max(4)];
    let (mut high, mut scan): (usize, Option<Scan>) = (0, None);
    let mut page = subject.rule.as_deref().map(PageOrUtf8::new);
    loop {
        if stream && scan.is_some() && !reader.is_ready(Duration::ZERO) && !emit(Event::Waiting) {
            return Ok(());
        }
        let read = reader.read(&mut buffer[high..])?;
        let last = read == 0;
        if last {
            reader.is_whole(input.size)?;
        }
        if let Some(page) = &mut page
            && let Some(untrue) = page.push(&buffer[high..high + read], last)
            && !emit(Event::Untrue(untrue))
        {
            return Ok(());
        }
        high += read;
        let scan = match &mut scan {
            Some(scan) => scan,
            None => {
                let start = &buffer[..high];
                if !last
                    && high < SAMPLE.min(block)
                    && !(stream && patience.is_over(start, |wait| reader.is_ready(wait)))
                {
                    continue;
                }
                if wanted.skip_binary && !coding.is_wide() && is_binary(&buffer[..high], last) {
                    tally.bytes += high as u64;
                    subject.decide();
                    emit(Event::Sniffed { sniffed: Sniffed::Binary, checked: false });
                    return Ok(());
                }
                if let Some(untrue) =
                    subject.rule.as_ref().and_then(|rule| rule.is_untrue(&buffer[..high], last))
                {
                    let is_other = matches!(untrue, Untrue::Encoding(_));
                    if !emit(Event::Untrue(untrue)) || is_other {
                        tally.bytes += high as u64;
                        subject.decide();
                        return Ok(());
                    }
                }
                let found = coding.for_reading(&buffer[..high], last);
                let Some((coding, signature)) = found else { continue };
                tally.bytes += signature as u64;
                let declared = subject.rule.as_ref().map(|rule| rule.place.clone());
                scan.insert(Scan::new(coding, declared, signature, wanted)?)
            }
        };
        // Bytes behind an error are shown with it, up to the end of the line.
        let cut = match last {
            true => high,
            false if stream => high.saturating_sub(CONTEXT).max(scan.line_end(&buffer[..high])),
            false => high.saturating_sub(CONTEXT).max(scan.judged),
        };
        tally.bytes += (cut - scan.judged) as u64;
        let from = scan.judged;
        let go_on = scan.judge(&buffer[..high], cut, last, (tally, sketch.as_deref_mut()), emit);
        if let Some(sketch) = sketch {
            sketch.pass(&buffer[from..scan.judged]);
        }
        if !go_on || last {
            return Ok(());
        }
        if tally.bytes >= TOLD && !emit(Event::Tally(Box::new(std::mem::take(tally)))) {
            return Ok(());
        }
        if subject.is_decided() {
            return Ok(());
        }
        let keep = scan.judged.saturating_sub(HISTORY);
        buffer.copy_within(keep..high, 0);
        scan.base += keep as u64;
        scan.judged -= keep;
        high -= keep;
    }
}

fn is_binary(start: &[u8], whole: bool) -> bool {
    sniff(start, whole) == Sniffed::Binary
}

/// What is known of the input so far.
struct Scan {
    coding: Coding,
    /// Where it is said that the text is in it.
    declared: Option<String>,
    source: Source,
    wanted: Wanted,
    text: Vec<u8>,
    lines: Lines,
    /// U+000A in the encoding.
    line_feed: Vec<u8>,
    /// How far lines are counted, as an offset in the input.
    counted: u64,
    /// Where decoding began: behind the signature.
    start: u64,
    /// The offset of the buffer, and what of it is judged.
    base: u64,
    judged: usize,
    line: Line,
}

/// The text of the line that is read.
#[derive(Default)]
struct Line {
    /// From the start of the line, or from further on.
    text: String,
    longer: bool,
    code_points: u64,
}

impl Scan {
    fn new(
        coding: Coding,
        declared: Option<String>,
        signature: usize,
        wanted: Wanted,
    ) -> io::Result<Self> {
        Ok(Self {
            coding,
            declared,
            source: Source::new(coding, false).map_err(io::Error::other)?,
            wanted,
            text: vec![0; TEXT],
            lines: Lines::new(coding),
            line_feed: line_feed(coding),
            counted: 0,
            start: signature as u64,
            base: 0,
            judged: signature,
            line: Line::default(),
        })
    }

    /// The end of the last line of `bytes`; of what is judged, if there is none behind that.
    fn line_end(&self, bytes: &[u8]) -> usize {
        let width = self.line_feed.len();
        // Code units begin where the text does.
        let begun = (self.base + self.judged as u64 - self.start) as usize % width;
        let from = self.judged + (width - begun) % width;
        let units = bytes.get(from..).unwrap_or_default().chunks_exact(width);
        let behind = units.rev().position(|unit| unit == self.line_feed);
        let whole = bytes.len().saturating_sub(from) / width;
        behind.map_or(self.judged, |behind| from + (whole - behind) * width)
    }

    /// Judges `bytes` up to `cut`; `last` says that nothing follows. Whether to go
    /// on.
    fn judge(
        &mut self,
        bytes: &[u8],
        mut cut: usize,
        last: bool,
        (tally, mut sketch): (&mut Tally, Option<&mut Sketch>),
        emit: &mut dyn FnMut(Event) -> bool,
    ) -> bool {
        let mut text = std::mem::take(&mut self.text);
        let mut go_on = true;
        while go_on {
            let done = self.source.push(&bytes[self.judged..cut], &mut text, last);
            self.judged += done.read;
            self.line.pass(&text[..done.written]);
            match done.status {
                Status::InputEmpty => break,
                Status::Malformed(bad) => {
                    let before = self.judged;
                    if let Some(sketch) = &mut sketch {
                        sketch.map.add(self.start + bad.offset, 1);
                    }
                    let subparts = self.group(bytes, bad);
                    tally.add_error(bad.kind, subparts.len() as u64);
                    // Seen for what is behind it, which needs no judgement.
                    tally.bytes += self.judged.saturating_sub(before.max(cut)) as u64;
                    cut = cut.max(self.judged);
                    let count = subparts.len();
                    if self.wanted.limit > 0 {
                        let found = self.misread(bytes, subparts);
                        self.wanted.limit -= found.subparts.len() as u64;
                        go_on = emit(Event::Misread(Box::new(found)));
                    }
                    go_on &= !self.wanted.first_only;
                    (0..count).for_each(|_| self.line.pass_sign());
                }
                // Lone surrogates, and values above U+10FFFF.
                Status::Unmappable(_) => self.line.pass_sign(),
                _ => {}
            }
        }
        self.text = text;
        self.count_lines(bytes, self.base + self.judged as u64);
        go_on
    }

    /// Counts the lines of `bytes` up to `end`.
    fn count_lines(&mut self, bytes: &[u8], end: u64) {
        if self.wanted.limit > 0 && end > self.counted {
            let from = (self.counted - self.base) as usize;
            self.lines.pass(&bytes[from..(end - self.base) as usize]);
            self.counted = end;
        }
    }

    /// The subpart that was found, and those that make one mistake with it: what a
    /// lead byte asks for. These are judged now.
    fn group(&mut self, bytes: &[u8], bad: Malformed<u64>) -> Vec<Malformed<u64>> {
        use MalformedKind::{FourByteForm, ObsoleteForm, Overlong, Surrogate, TooLarge};
        let mut subparts = vec![bad];
        let leads =
            matches!(bad.kind, FourByteForm | ObsoleteForm | Overlong | Surrogate | TooLarge);
        let at = (self.start + bad.offset - self.base) as usize;
        let Some(mut source) = self.source.ahead(self.coding).filter(|_| leads) else {
            return subparts;
        };
        let first = Malformed { offset: 0, len: bad.len, kind: bad.kind };
        let end = at + first.reading(&bytes[at..]).len;
        let mut judged = self.judged;
        // Each push reads something, or tells an error that was waiting.
        while judged < end {
            let done = source.push(&bytes[judged..end], &mut [0; 64], false);
            judged += done.read;
            match done.status {
                Status::Malformed(next) if done.written == 0 => subparts.push(next),
                // It is something else.
                _ => {
                    subparts.truncate(1);
                    return subparts;
                }
            }
        }
        while self.judged < end {
            self.judged += self.source.push(&bytes[self.judged..end], &mut [0; 64], false).read;
        }
        subparts
    }

    fn misread(&mut self, bytes: &[u8], mut subparts: Vec<Malformed<u64>>) -> Misread {
        let (first, last) = (subparts[0], subparts[subparts.len() - 1]);
        let offset = self.start + first.offset;
        let at = (offset - self.base) as usize;
        let end = at + (last.offset - first.offset) as usize + last.len;
        self.count_lines(bytes, offset);
        let (line, line_start) = self.lines.line();
        let (before, after) = match self.wanted.line {
            true => ((self.line.text.clone(), self.line.longer), self.behind(bytes)),
            false => Default::default(),
        };
        subparts.truncate(usize::try_from(self.wanted.limit).unwrap_or(usize::MAX));
        subparts.iter_mut().for_each(|bad| bad.offset += self.start);
        Misread {
            encoding: self.coding.name(),
            declared: self.declared.clone(),
            offset,
            line,
            column: offset - line_start + 1,
            column_code_points: self.line.code_points + 1,
            kind: first.kind,
            subparts,
            bytes: bytes[at..end].to_vec(),
            next: bytes.get(end).copied(),
            before,
            after,
        }
    }

    /// The text of the line behind what is judged, as far as it can be shown.
    fn behind(&self, bytes: &[u8]) -> (String, bool) {
        let end = bytes.len().min(self.judged + CONTEXT);
        let (mut rest, mut line) = (&bytes[self.judged..end], Line::default());
        let Some(mut source) = self.source.ahead(self.coding) else { return Default::default() };
        let mut text = [0; 4 * CONTEXT];
        loop {
            let done = source.push(rest, &mut text, false);
            rest = &rest[done.read..];
            let made = &text[..done.written];
            if let Some(end) = memchr::memchr(b'\n', made) {
                line.add(&made[..end]);
                return (line.text.trim_end_matches('\r').to_owned(), false);
            }
            line.add(made);
            if line.text.len() >= CONTEXT || done.status == Status::InputEmpty {
                return (line.text, end == self.judged + CONTEXT);
            }
            if done.status != Status::OutputFull {
                line.pass_sign();
            }
        }
    }
}

impl Line {
    /// Goes past decoded text.
    fn pass(&mut self, text: &[u8]) {
        let mut rest = text;
        if let Some(end) = memchr::memrchr(b'\n', text) {
            rest = &text[end + 1..];
            *self = Self::default();
        }
        self.code_points += utf8::count_code_points(rest) as u64;
        let from = utf8::floor_boundary(rest, rest.len().saturating_sub(CONTEXT));
        self.longer |= from > 0;
        self.add(&rest[from..]);
        let excess = self.text.len().saturating_sub(2 * CONTEXT);
        if excess > 0 {
            let from = utf8::floor_boundary(self.text.as_bytes(), excess + CONTEXT);
            self.text.drain(..from);
            self.longer = true;
        }
    }

    /// Goes past what is no text, or none that UTF-8 can hold.
    fn pass_sign(&mut self) {
        self.text.push(char::REPLACEMENT_CHARACTER);
        self.code_points += 1;
    }

    fn add(&mut self, text: &[u8]) {
        self.text.push_str(str::from_utf8(text).expect("sources make UTF-8"));
    }
}
