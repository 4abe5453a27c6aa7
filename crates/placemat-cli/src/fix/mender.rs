//! The way that text takes, in chunks of any size: malformed bytes first, then what profiles refuse,
//! then the signature, then the ends of lines. So the result of one fix is clean for the next.

use super::profile::{Filter, Origins};
use super::signature::Signature;
use crate::output::Endings;
use crate::settings::{self, Method};
use placemat::encoding::{Utf8, single_byte};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::policy::{Account, Cause, PolicyError};
use placemat::{Converter, Policy, Progress, Status, Stream, Validator};
use placemat_detect::mojibake::{self, Options, Repair};
use placemat_profile::Refusal;

impl Method {
    /// Whether `byte`, which is malformed, cannot be told from what it becomes.
    fn loses(self, byte: u8) -> bool {
        match self {
            Self::Policy(Policy::Latin1 | Policy::Windows1252) => false,
            Self::Policy(Policy::Windows1252Strict) => {
                single_byte::windows_1252_strict(byte).is_none()
            }
            Self::Policy(_) => true,
            Self::CodePage(page) => page.fallback(byte).is_none(),
            Self::Escape | Self::Undo | Self::Mojibake { .. } => false,
        }
    }

    /// What becomes of what profiles refuse: the same as of malformed text, if that is a policy.
    fn for_refused(self) -> Policy {
        match self {
            Self::Policy(policy) => policy,
            _ => Policy::Replace,
        }
    }

    /// Whether all that was changed can still be told from the result, of which
    /// `tally` is the account.
    pub(super) fn loses_text(self, tally: &Tally) -> bool {
        let loses = |(byte, n)| n > 0 && self.loses(byte);
        tally.guessed > 0 || tally.refused > 0 || (0..=0xFF).zip(tally.bytes).any(loses)
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
    /// Of what a profile refuses.
    pub(super) refusal: Option<&'a Refusal>,
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
    /// What profiles refuse: how much of it was changed, how much was without any loss, and how much
    /// nobody can mend.
    pub(super) refused: u64,
    pub(super) refused_exactly: u64,
    pub(super) left: u64,
    /// Malformed subparts that stay, as the method is not for them.
    pub(super) malformed_left: u64,
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
        let (refused, refused_exactly, left, malformed_left) = (0, 0, 0, 0);
        let (bytes, endings, signatures) = ([0; 256], 0, 0);
        Self {
            account,
            edits,
            malformed,
            repairs,
            guessed,
            refused,
            refused_exactly,
            left,
            malformed_left,
            bytes,
            endings,
            signatures,
        }
    }
}

impl Tally {
    /// Whether something was changed of which a method must be named.
    pub(super) fn needs_method(&self) -> bool {
        self.malformed > 0 || self.refused > 0
    }

    pub(super) fn changes(&self) -> u64 {
        self.edits + self.refused + self.refused_exactly + self.endings + self.signatures
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.edits += other.edits;
        self.endings += other.endings;
        self.signatures += other.signatures;
        self.malformed += other.malformed;
        self.repairs += other.repairs;
        self.guessed += other.guessed;
        self.refused += other.refused;
        self.refused_exactly += other.refused_exactly;
        self.left += other.left;
        self.malformed_left += other.malformed_left;
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
    /// The validator counts what stays.
    Mojibake(Box<(mojibake::Stream, Validator)>),
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
    filters: Filters,
    /// Where what comes of the step was, if a profile asks.
    origins: Origins,
    tally: Tally,
    /// What a push has mended, before the filters.
    buffer: Vec<u8>,
}

impl Mender {
    pub(super) fn new(settings: &settings::Fix) -> Result<Self, PolicyError> {
        let settings::Fix { method, bom, eol, ref closely, .. } = *settings;
        let step = match method {
            Method::Policy(policy) => Step::Repair(Converter::new(policy)?.stream()),
            Method::CodePage(page) => {
                let stream = Converter::new(Policy::Remove)?.stream();
                let letter = |byte| page.fallback(byte).unwrap_or(char::REPLACEMENT_CHARACTER);
                let letters = std::array::from_fn(|byte| letter(byte as u8));
                Step::CodePage(Box::new(CodePage { stream, letters, written: 0 }))
            }
            Method::Escape => Step::Escape(Rewriter::new()),
            Method::Undo => Step::Undo(Rewriter::new()),
            Method::Mojibake { lossy } => {
                let options = if lossy { Options::lossy() } else { Options::default() };
                Step::Mojibake(Box::new((mojibake::Stream::new(options), Validator::new())))
            }
        };
        Ok(Self {
            step,
            filters: Filters {
                profile: (!closely.profiles.is_empty())
                    .then(|| Filter::new(closely.checkers(), method.for_refused())),
                signature: Signature::new(bom),
                endings: Endings::new(eol, b"\r", b"\n"),
            },
            origins: Origins::default(),
            tally: Tally::default(),
            buffer: Vec::new(),
        })
    }

    /// What was changed so far.
    pub(super) fn tally(&self) -> Tally {
        let Filters { endings, signature, .. } = &self.filters;
        let (endings, signatures) = (endings.changed(), signature.changed());
        Tally { endings, signatures, ..self.tally.clone() }
    }

    /// Whether text can be held back until more of its line is known.
    pub(super) fn waits(&self) -> bool {
        matches!(self.step, Step::Mojibake(_)) || self.filters.profile.is_some()
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
        let Self { step, filters, origins, tally, .. } = self;
        let is_filtered = filters.profile.is_some();
        if let Step::Mojibake(step) = step {
            let (stream, validator) = &mut **step;
            buffer.clear();
            validator.push(chunk, last, |_| tally.malformed_left += 1);
            stream.push(chunk, last, &mut buffer, &mut |repair| {
                tally.edits += 1;
                tally.repairs += 1;
                tally.guessed += u64::from(!repair.is_exact());
                let Repair { offset, before, after, .. } = *repair;
                let (before, after) = (before.as_bytes(), after.as_bytes());
                if is_filtered {
                    origins.add(offset, before.len(), after.len());
                }
                let repair = Some(repair);
                listen(Edit { offset, before, after, cause: None, repair, refusal: None });
            });
            filters.push(&buffer, last, out, origins, tally, listen);
            self.buffer = buffer;
            return;
        }
        buffer.resize(buffer.len().max(chunk.len()).max(Stream::<Utf8, Utf8>::MIN_ROOM), 0);
        let mut letters = Vec::new();
        let mut rest = chunk;
        // Any item fits: each turn but the last writes something.
        loop {
            let mut told = |edit: Edit<'_>| {
                if is_filtered {
                    origins.add(edit.offset, edit.before.len(), edit.after.len());
                }
                listen(edit);
            };
            let done = step.push(rest, &mut buffer, last, &mut letters, tally, &mut told);
            rest = &rest[done.read..];
            let more = done.status == Status::OutputFull;
            // With letters between what was written.
            let mut at = 0;
            for Letters { before, text } in letters.drain(..) {
                let front = &buffer[at..before];
                for part in [front, text.as_bytes()] {
                    filters.push(part, false, out, origins, tally, listen);
                }
                at = before;
            }
            let written = &buffer[at..done.written];
            filters.push(written, last && !more, out, origins, tally, listen);
            if !more {
                break;
            }
        }
        self.buffer = buffer;
    }
}

/// What well-formed text goes through.
#[derive(Clone, Debug)]
struct Filters {
    profile: Option<Filter>,
    signature: Signature,
    endings: Endings,
}

impl Filters {
    /// Appends what becomes of the next `text` to `out`.
    fn push(
        &mut self,
        text: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        origins: &mut Origins,
        tally: &mut Tally,
        listen: &mut dyn FnMut(Edit<'_>),
    ) {
        let Self { profile, signature, endings } = self;
        let mut push = |text: &[u8], last| {
            signature.push(text, last, |text| endings.push(text, false, out));
        };
        match profile {
            None => push(text, last),
            Some(profile) => {
                let mut tell = |refusal: &Refusal, before: &[u8], after: Option<&str>| {
                    let Some(after) = after else {
                        tally.left += 1;
                        return;
                    };
                    match refusal.is_mended_exactly() {
                        true => tally.refused_exactly += 1,
                        false => tally.refused += 1,
                    }
                    let (offset, after) = (origins.of(refusal.offset), after.as_bytes());
                    let refusal = Some(refusal);
                    listen(Edit { offset, before, after, cause: None, repair: None, refusal });
                };
                profile.push(text, last, &mut |text| push(text, false), &mut tell);
                if last {
                    push(b"", true);
                }
            }
        }
        if last {
            self.endings.push(b"", true, out);
        }
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
                        refusal: None,
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
                    let cause = Some(change.cause);
                    tell(Edit { offset, before, after, cause, repair: None, refusal: None });
                    letters.push(Letters { before: (change.output_offset - start) as usize, text });
                });
                *written += done.written as u64;
                done
            }
            Self::Escape(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None, repair: None, refusal: None });
                })
            }
            Self::Mojibake(_) => unreachable!("it writes as much as it likes"),
            Self::Undo(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None, repair: None, refusal: None });
                })
            }
        }
    }
}
