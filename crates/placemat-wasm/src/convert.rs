//! Conversions between any two encodings, of text that comes in pieces.

use crate::border::{answer, report};
use crate::export;
use crate::handles::Handles;
use placemat::encoding::Label;
use placemat::policy::PolicyError;
use placemat::{Policy, Progress, Status, Transcoder};
use std::cell::Cell;

/// A conversion that goes on. Where the source states its byte order itself, it is begun when enough of
/// the text is there to tell.
#[derive(Debug)]
struct Conversion {
    from: Label,
    to: Label,
    policy: Policy,
    lenient: bool,
    work: Option<Transcoder>,
    /// The first bytes: less than tell the byte order, or what of them is not converted yet.
    start: Vec<u8>,
    /// How long the signature was.
    signature: usize,
}

impl Conversion {
    fn new(from: Label, to: Label, policy: Policy, lenient: bool) -> Result<Self, PolicyError> {
        let (start, signature) = (Vec::new(), 0);
        let mut new = Self { from, to, policy, lenient, work: None, start, signature };
        new.begun(from)?;
        new.reset();
        Ok(new)
    }

    /// At the start of another text.
    fn reset(&mut self) {
        // It could be made before.
        self.work = self.begun(self.from).ok().filter(|_| !self.from.needs_signature());
        self.start.clear();
        self.signature = 0;
    }

    fn begun(&self, from: Label) -> Result<Transcoder, PolicyError> {
        let make = if self.lenient { Transcoder::lenient } else { Transcoder::new };
        make(from, self.to, self.policy)
    }

    /// As [`Transcoder::push`] does.
    fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        let mut read = 0;
        let work = loop {
            if let Some(work) = &mut self.work {
                break work;
            }
            if let Some((label, signature)) =
                self.from.for_reading(&self.start, last && read == chunk.len())
            {
                self.work = self.begun(label).ok();
                self.start.drain(..signature);
                self.signature = signature;
            } else if let Some(&byte) = chunk.get(read) {
                self.start.push(byte);
                read += 1;
            } else {
                return Progress { read, written: 0, status: Status::InputEmpty };
            }
        };
        let mut written = 0;
        while !self.start.is_empty() {
            let ends = last && read == chunk.len();
            let progress = work.push(&self.start, out, ends);
            self.start.drain(..progress.read);
            written += progress.written;
            if ends || progress.status != Status::InputEmpty {
                return Progress { read, written, status: progress.status };
            }
        }
        let progress = work.push(&chunk[read..], &mut out[written..], last);
        Progress { read: read + progress.read, written: written + progress.written, ..progress }
    }

    /// How many bytes are converted, or passed over.
    fn offset(&self) -> u64 {
        self.signature as u64 + self.work.as_ref().map_or(0, Transcoder::offset)
    }
}

/// What a report says first.
#[derive(Clone, Copy)]
enum Stop {
    InputEmpty,
    OutputFull,
    Malformed,
    Unmappable,
    /// There is no such conversion.
    Refused,
}

/// Status, read, written, offset converted; offset, length, and kind or code point of an error.
fn tell(progress: Progress, offset: u64, signature: usize) {
    let Progress { read, written, status } = progress;
    let (stop, [at, len, what]) = match status {
        Status::InputEmpty => (Stop::InputEmpty, [0.0; 3]),
        Status::Malformed(bad) => {
            (Stop::Malformed, [bad.offset as f64, bad.len as f64, f64::from(bad.kind as u8)])
        }
        Status::Unmappable(item) => {
            (Stop::Unmappable, [item.offset as f64, item.len as f64, item.code_point.into()])
        }
        _ => (Stop::OutputFull, [0.0; 3]),
    };
    let at = at + signature as f64;
    report([f64::from(stop as u8), read as f64, written as f64, offset as f64, at, len, what]);
}

thread_local! {
    static CONVERSIONS: Handles<Conversion> = const { Handles::new() };
    /// Why the last conversion could not be made.
    static REFUSAL: Cell<Option<PolicyError>> = const { Cell::new(None) };
}

/// The label with this number: its place in the list of `encodings`.
pub(crate) fn label(number: usize) -> Option<Label> {
    Label::all().get(number).copied()
}

export! {
    /// A conversion; 0 if there is none. Encodings and policies are named
    /// by their places in the lists of `encodings` and `policies`.
    fn conversion_new(from: usize, to: usize, policy: usize, lenient: bool) -> usize {
        let (from, to, policy) = (label(from), label(to), Policy::all().get(policy).copied());
        let (Some(from), Some(to), Some(policy)) = (from, to, policy) else { return 0 };
        match Conversion::new(from, to, policy, lenient) {
            Ok(new) => CONVERSIONS.with(|all| all.keep(new)),
            Err(error) => {
                REFUSAL.set(Some(error));
                0
            }
        }
    }
    /// Why there was no conversion, in words.
    fn conversion_refusal() -> usize {
        answer(REFUSAL.take().map_or_else(String::new, |error| error.to_string()))
    }
    /// Converts the next chunk, and reports. 96 bytes of room are enough for any item.
    fn conversion_push(number: usize, chunk[len]: In, out[room]: Out, last: bool) {
        let pushed = CONVERSIONS.with(|all| all.with(number, |work| {
            let progress = work.push(chunk, out, last);
            tell(progress, work.offset(), work.signature);
        }));
        if pushed.is_none() {
            report([f64::from(Stop::Refused as u8)]);
        }
    }
    /// Another text from the start, and all counts from 0.
    fn conversion_reset(number: usize) {
        CONVERSIONS.with(|all| all.with(number, Conversion::reset));
    }
    /// The end of it.
    fn conversion_free(number: usize) { CONVERSIONS.with(|all| all.forget(number)); }
    /// What is written in front of text in this encoding, whose byte order its label leaves open.
    fn signature(to: usize) -> usize {
        let needed = label(to).filter(|label| label.needs_signature());
        answer(needed.map_or(&[][..], |label| label.for_writing().signature()))
    }
}
