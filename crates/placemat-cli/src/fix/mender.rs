//! The way that text takes, in chunks of any size: malformed bytes first, then
//! the signature, then the ends of lines. So the result of one fix is clean for
//! the next.

use super::signature::Signature;
use crate::args::{Bom, Eol};
use crate::output::Endings;
use crate::settings::Method;
use placemat::encoding::{Utf8, single_byte};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::policy::{Account, Cause, PolicyError};
use placemat::{Converter, Policy, Progress, Status, Stream};
use placemat_detect::mojibake::{self, Options, Repair};

impl Method {
    /// Whether `byte`, which is malformed, cannot be told from what it becomes.
    fn loses(self, byte: u8) -> bool {
        match self {
            Self::Policy(Policy::Latin1 | Policy::Windows1252) => false,
            Self::Policy(Policy::Windows1252Strict) => {
                single_byte::windows_1252_strict(byte).is_none()
            }
            Self::Policy(_) => true,
            Self::CodePage(page) => page.letter(byte).is_none(),
            Self::Escape | Self::Undo | Self::Mojibake { .. } => false,
        }
    }

    /// Whether all that was changed can still be told from the result, of which
    /// `tally` is the account.
    pub(super) fn loses_text(self, tally: &Tally) -> bool {
        let loses = |(byte, n)| n > 0 && self.loses(byte);
        tally.guessed > 0 || (0..=0xFF).zip(tally.bytes).any(loses)
    }
}

/// One change of the source: where, the bytes before, and those after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit<'a> {
    pub(super) offset: u64,
    pub(super) before: &'a [u8],
    pub(super) after: &'a [u8],
    /// None: an escape, or a repair.
    pub(super) cause: Option<Cause>,
    /// Of mojibake.
    pub(super) repair: Option<&'a Repair<'a>>,
}

/// What was changed.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) account: Account,
    /// Malformed subparts, escapes, or repairs.
    pub(super) edits: u64,
    /// How many of them are malformed subparts.
    pub(super) malformed: u64,
    /// How many are repairs of mojibake, and of these guesses.
    pub(super) repairs: u64,
    pub(super) guessed: u64,
    /// How often each byte was changed.
    pub(super) bytes: [u64; 256],
    pub(super) endings: u64,
    /// Signatures added or removed.
    pub(super) signatures: u64,
}

impl Default for Tally {
    fn default() -> Self {
        let account = Account::default();
        let (edits, malformed, repairs, guessed) = (0, 0, 0, 0);
        let (endings, signatures) = (0, 0);
        Self { account, edits, malformed, repairs, guessed, bytes: [0; 256], endings, signatures }
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
        self.malformed += other.malformed;
        self.repairs += other.repairs;
        self.guessed += other.guessed;
        self.bytes.iter_mut().zip(other.bytes).for_each(|(sum, n)| *sum += n);
    }
}

#[derive(Clone, Debug)]
enum Step {
    Repair(Stream<Utf8, Utf8>),
    /// The malformed bytes are removed, and their letters put in their place.
    CodePage(Box<CodePage>),
    Escape(Rewriter<Escape>),
    Undo(Rewriter<Unescape>),
    Mojibake(Box<mojibake::Stream>),
}

#[derive(Clone, Debug)]
struct CodePage {
    stream: Stream<Utf8, Utf8>,
    /// What each byte is.
    letters: [char; 256],
    /// How much the stream has written.
    written: u64,
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
            Method::CodePage(page) => {
                let stream = Converter::new(Policy::Remove)?.stream();
                let letter = |byte| page.letter(byte).unwrap_or(char::REPLACEMENT_CHARACTER);
                let letters = std::array::from_fn(|byte| letter(byte as u8));
                Step::CodePage(Box::new(CodePage { stream, letters, written: 0 }))
            }
            Method::Escape => Step::Escape(Rewriter::new()),
            Method::Undo => Step::Undo(Rewriter::new()),
            Method::Mojibake { lossy } => {
                let options = if lossy { Options::lossy() } else { Options::default() };
                Step::Mojibake(Box::new(mojibake::Stream::new(options)))
            }
        };
        Ok(Self {
            step,
            signature: Signature::new(bom),
            endings: Endings::new(eol, b"\r", b"\n"),
            tally: Tally::default(),
            buffer: Vec::new(),
        })
    }

    /// What was changed so far.
    pub(super) fn tally(&self) -> Tally {
        let (endings, signatures) = (self.endings.changed(), self.signature.changed());
        Tally { endings, signatures, ..self.tally.clone() }
    }

    /// Whether text can be held back until more of its line is known.
    pub(super) fn waits(&self) -> bool {
        matches!(self.step, Step::Mojibake(_))
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
        if let Step::Mojibake(stream) = &mut self.step {
            buffer.clear();
            stream.push(chunk, last, &mut buffer, &mut |repair| {
                self.tally.edits += 1;
                self.tally.repairs += 1;
                self.tally.guessed += u64::from(!repair.is_exact());
                let Repair { offset, before, after, .. } = *repair;
                let (before, after) = (before.as_bytes(), after.as_bytes());
                listen(Edit { offset, before, after, cause: None, repair: Some(repair) });
            });
            self.signature.push(&buffer, last, |text| self.endings.push(text, last, out));
            self.buffer = buffer;
            return;
        }
        buffer.resize(buffer.len().max(chunk.len()).max(Stream::<Utf8, Utf8>::MIN_ROOM), 0);
        let mut letters = Vec::new();
        let mut rest = chunk;
        // Any item fits: each turn but the last writes something.
        loop {
            let done =
                self.step.push(rest, &mut buffer, last, &mut letters, &mut self.tally, listen);
            rest = &rest[done.read..];
            let more = done.status == Status::OutputFull;
            // With letters between what was written.
            let mut at = 0;
            for Letters { before, text } in letters.drain(..) {
                let front = &buffer[at..before];
                for part in [front, text.as_bytes()] {
                    self.signature.push(part, false, |text| self.endings.push(text, false, out));
                }
                at = before;
            }
            let written = &buffer[at..done.written];
            self.signature.push(written, last && !more, |text| self.endings.push(text, false, out));
            if !more {
                break;
            }
        }
        if last {
            self.endings.push(b"", true, out);
        }
        self.buffer = buffer;
    }
}

/// What malformed bytes are in a code page, and how much is written before them.
struct Letters {
    before: usize,
    text: String,
}

impl Step {
    /// Mends `chunk` into the front of `out`; `letters` belong between.
    fn push(
        &mut self,
        chunk: &[u8],
        out: &mut [u8],
        last: bool,
        letters: &mut Vec<Letters>,
        tally: &mut Tally,
        listen: &mut dyn FnMut(Edit<'_>),
    ) -> Progress {
        let undoes = matches!(self, Self::Undo(_));
        let mut tell = |edit: Edit<'_>| {
            tally.edits += 1;
            tally.malformed += u64::from(edit.cause.is_some());
            // What --undo changes is ASCII; what it makes is not.
            let counted = if undoes { edit.after } else { edit.before };
            counted.iter().for_each(|&byte| tally.bytes[usize::from(byte)] += 1);
            listen(edit);
        };
        match self {
            Self::Repair(stream) => {
                stream.push_with_changes(chunk, out, last, |change, before, after| {
                    tally.account.add(change);
                    tell(Edit {
                        offset: change.offset,
                        before,
                        after,
                        cause: Some(change.cause),
                        repair: None,
                    });
                })
            }
            Self::CodePage(page) => {
                let CodePage { stream, letters: of, written } = &mut **page;
                let start = *written;
                let done = stream.push_with_changes(chunk, out, last, |change, before, _| {
                    tally.account.add(change);
                    let text: String = before.iter().map(|&byte| of[usize::from(byte)]).collect();
                    let (offset, after) = (change.offset, text.as_bytes());
                    tell(Edit { offset, before, after, cause: Some(change.cause), repair: None });
                    letters.push(Letters { before: (change.output_offset - start) as usize, text });
                });
                *written += done.written as u64;
                done
            }
            Self::Escape(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None, repair: None });
                })
            }
            Self::Mojibake(_) => unreachable!("it writes as much as it likes"),
            Self::Undo(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None, repair: None });
                })
            }
        }
    }
}
