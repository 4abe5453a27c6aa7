//! The way that text takes, in chunks of any size: malformed bytes first, then mojibake, then what
//! profiles refuse, then the signature, then the ends of lines. So the result of one fix is clean for
//! the next.

use super::profile::{Filter, Origins};
use super::signature::Signature;
use crate::output::Endings;
use crate::settings::{self, Method};
use placemat::encoding::{Utf8, single_byte};
use placemat::escape::{Escape, Rewriter, Unescape};
use placemat::policy::{Account, Cause, PolicyError};
use placemat::{Converter, Policy, Progress, Status, Stream, Validator};
use placemat_detect::mojibake::{self, Repair};
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
            Self::Escape | Self::Undo | Self::Keep => false,
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
    /// Malformed subparts that stay, as no method was named.
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
        self.account.merge(&other.account);
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
    Keep(Validator),
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
    tally: Tally,
    /// What a push has mended, before the filters.
    buffer: Vec<u8>,
}

impl Mender {
    pub(super) fn new(settings: &settings::Fix) -> Result<Self, PolicyError> {
        let settings::Fix { method, mojibake, bom, eol, ref closely, .. } = *settings;
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
            Method::Keep => Step::Keep(Validator::new()),
        };
        let refused = || Refused {
            filter: Filter::new(closely.checkers(), method.for_refused()),
            origins: Default::default(),
        };
        Ok(Self {
            step,
            filters: Filters {
                misread: mojibake.map(|options| {
                    Box::new(Misread {
                        stream: mojibake::Stream::new(options),
                        origins: Origins::default(),
                        text: Vec::new(),
                    })
                }),
                refused: (!closely.profiles.is_empty()).then(refused),
                signature: Signature::new(bom),
                endings: Endings::new(eol, b"\r", b"\n"),
            },
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
        self.filters.misread.is_some() || self.filters.refused.is_some()
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
        let Self { step, filters, tally, .. } = self;
        if let Step::Keep(validator) = step {
            validator.push(chunk, last, |_| tally.malformed_left += 1);
            filters.push(chunk, last, out, tally, listen);
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(buffer.len().max(chunk.len()).max(Stream::<Utf8, Utf8>::MIN_ROOM), 0);
        let mut letters = Vec::new();
        let mut rest = chunk;
        // Any item fits: each turn but the last writes something.
        loop {
            let mut told = |edit: Edit<'_>| {
                filters.changed(&edit);
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
                    filters.push(part, false, out, tally, listen);
                }
                at = before;
            }
            let written = &buffer[at..done.written];
            filters.push(written, last && !more, out, tally, listen);
            if !more {
                break;
            }
        }
        self.buffer = buffer;
    }
}

/// What text goes through behind the step.
#[derive(Clone, Debug)]
struct Filters {
    misread: Option<Box<Misread>>,
    refused: Option<Refused>,
    signature: Signature,
    endings: Endings,
}

/// Mojibake is undone.
#[derive(Clone, Debug)]
struct Misread {
    stream: mojibake::Stream,
    /// Where what comes of the step was.
    origins: Origins,
    /// What a push has made.
    text: Vec<u8>,
}

/// What profiles refuse is mended.
#[derive(Clone, Debug)]
struct Refused {
    filter: Filter,
    /// Where what comes of repairs was, and then where that was before the step.
    origins: [Origins; 2],
}

impl Filters {
    /// The step has changed that.
    fn changed(&mut self, edit: &Edit<'_>) {
        let misread = self.misread.iter_mut().map(|misread| &mut misread.origins);
        let refused = self.refused.iter_mut().map(|refused| &mut refused.origins[1]);
        for origins in misread.chain(refused) {
            origins.add(edit.offset, edit.before.len(), edit.after.len());
        }
    }

    /// Appends what becomes of the next `text` to `out`.
    fn push(
        &mut self,
        text: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        tally: &mut Tally,
        listen: &mut dyn FnMut(Edit<'_>),
    ) {
        let Some(mut misread) = self.misread.take() else {
            return self.push_repaired(text, last, out, tally, listen);
        };
        let Misread { stream, origins, text: repaired } = &mut *misread;
        repaired.clear();
        stream.push(text, last, repaired, &mut |repair| {
            tally.edits += 1;
            tally.repairs += 1;
            tally.guessed += u64::from(!repair.is_exact());
            let Repair { offset, before, after, .. } = *repair;
            let (before, after) = (before.as_bytes(), after.as_bytes());
            if let Some(refused) = &mut self.refused {
                refused.origins[0].add(offset, before.len(), after.len());
            }
            let (offset, repair) = (origins.of(offset), Some(repair));
            listen(Edit { offset, before, after, cause: None, repair, refusal: None });
        });
        self.push_repaired(repaired, last, out, tally, listen);
        self.misread = Some(misread);
    }

    /// The same, for text without mojibake.
    fn push_repaired(
        &mut self,
        text: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        tally: &mut Tally,
        listen: &mut dyn FnMut(Edit<'_>),
    ) {
        let Self { refused, signature, endings, .. } = self;
        let mut push = |text: &[u8], last| {
            signature.push(text, last, |text| endings.push(text, false, out));
        };
        match refused {
            None => push(text, last),
            Some(Refused { filter, origins: [of_repairs, of_step] }) => {
                let mut tell = |refusal: &Refusal, before: &[u8], after: Option<&str>| {
                    let Some(after) = after else {
                        tally.left += 1;
                        return;
                    };
                    match refusal.is_mended_exactly() {
                        true => tally.refused_exactly += 1,
                        false => tally.refused += 1,
                    }
                    let offset = of_step.of(of_repairs.of(refusal.offset));
                    let (after, refusal) = (after.as_bytes(), Some(refusal));
                    listen(Edit { offset, before, after, cause: None, repair: None, refusal });
                };
                filter.push(text, last, &mut |text| push(text, false), &mut tell);
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
            Self::Keep(_) => unreachable!("it changes nothing"),
            Self::Undo(rewriter) => {
                rewriter.push_with_changes(chunk, out, last, |offset, before, after| {
                    tell(Edit { offset, before, after, cause: None, repair: None, refusal: None });
                })
            }
        }
    }
}
