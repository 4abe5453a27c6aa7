//! The way that text takes, in chunks of any size: malformed bytes first, then
//! the signature, then the ends of lines. So the result of one fix is clean for
//! the next.

use super::endings::Endings;
use super::signature::Signature;
use crate::args::{Bom, Eol};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::{Account, Cause, Converter, Policy, PolicyError, Status, Stream, Utf8};

/// What becomes of malformed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Policy(Policy),
    /// Reversibly escaped.
    Escape,
    /// That undone.
    Undo,
}

/// One change of the source: where, the bytes before, and those after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit<'a> {
    pub(super) offset: u64,
    pub(super) before: &'a [u8],
    pub(super) after: &'a [u8],
    /// None: an escape.
    pub(super) cause: Option<Cause>,
}

/// What was changed.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) account: Account,
    /// Malformed subparts, or escapes.
    pub(super) edits: u64,
    /// How often each byte was changed.
    pub(super) bytes: [u64; 256],
    pub(super) endings: u64,
    /// Signatures added or removed.
    pub(super) signatures: u64,
}

impl Default for Tally {
    fn default() -> Self {
        let account = Account::default();
        Self { account, edits: 0, bytes: [0; 256], endings: 0, signatures: 0 }
    }
}

impl Tally {
    pub(super) fn changes(&self) -> u64 {
        self.edits + self.endings + self.signatures
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.edits += other.edits;
        self.endings += other.endings;
        self.signatures += other.signatures;
        self.bytes.iter_mut().zip(other.bytes).for_each(|(sum, n)| *sum += n);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Repair(Stream<Utf8, Utf8>),
    Escape(Rewriter<Escape>),
    Undo(Rewriter<Unescape>),
}

#[derive(Clone, Debug)]
pub(super) struct Mender {
    step: Step,
    signature: Signature,
    endings: Endings,
    tally: Tally,
    /// What a push has mended, before the filters.
    buffer: Vec<u8>,
}

impl Mender {
    pub(super) fn new(method: Method, bom: Bom, eol: Eol) -> Result<Self, PolicyError> {
        let step = match method {
            Method::Policy(policy) => Step::Repair(Converter::new(policy)?.stream()),
            Method::Escape => Step::Escape(Rewriter::new()),
            Method::Undo => Step::Undo(Rewriter::new()),
        };
        Ok(Self {
            step,
            signature: Signature::new(bom),
            endings: Endings::new(eol),
            tally: Tally::default(),
            buffer: Vec::new(),
        })
    }

    /// What was changed so far.
    pub(super) fn tally(&self) -> Tally {
        let (endings, signatures) = (self.endings.changed(), self.signature.changed());
        Tally { endings, signatures, ..self.tally.clone() }
    }

    pub(super) fn has_changed(&self) -> bool {
        self.tally.edits + self.endings.changed() + self.signature.changed() > 0
    }

    /// Mends `chunk`, which follows all that was pushed before, and appends what
    /// it becomes to `out`. `listen` is told the changes of malformed bytes.
    pub(super) fn push(
        &mut self,
        chunk: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        listen: &mut dyn FnMut(Edit<'_>),
    ) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(buffer.len().max(chunk.len()).max(Stream::<Utf8, Utf8>::MIN_ROOM), 0);
        let mut rest = chunk;
        // Any item fits: each turn but the last writes something.
        loop {
            let progress = self.step.push(rest, &mut buffer, last, &mut self.tally, listen);
            rest = &rest[progress.0..];
            let ends = last && !progress.2;
            let written = &buffer[..progress.1];
            self.signature.push(written, ends, |text| self.endings.push(text, false, out));
            if !progress.2 {
                break;
            }
        }
        if last {
            self.endings.push(b"", true, out);
        }
        self.buffer = buffer;
    }
}

impl Step {
    /// Bytes read, bytes written, and whether there is more to be written.
    fn push(
        &mut self,
        chunk: &[u8],
        out: &mut [u8],
        last: bool,
        tally: &mut Tally,
        listen: &mut dyn FnMut(Edit<'_>),
    ) -> (usize, usize, bool) {
        let undoes = matches!(self, Self::Undo(_));
        let mut tell = |edit: Edit<'_>| {
            tally.edits += 1;
            // What --undo changes is ASCII; what it makes is not.
            let counted = if undoes { edit.after } else { edit.before };
            counted.iter().for_each(|&byte| tally.bytes[usize::from(byte)] += 1);
            listen(edit);
        };
        let progress = match self {
            Self::Repair(stream) => {
                stream.push_with_changes(chunk, out, last, |change, before, after| {
                    tally.account.add(change);
                    tell(Edit { offset: change.offset, before, after, cause: Some(change.cause) });
                })
            }
            Self::Escape(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None });
                })
            }
            Self::Undo(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None });
                })
            }
        };
        (progress.read, progress.written, progress.status == Status::OutputFull)
    }
}
