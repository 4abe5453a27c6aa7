//! What a scan is asked for, and what it finds.

use super::subject::Subject;
use crate::input::{Handle, Place};
use crate::report::html::Sketch;
use crate::report::{Misread, Tally};
use crate::rules::Untrue;
use placemat::detect::Sniffed;
use placemat::utf8::Group;
use placemat_profile::Refusal;
use placemat_profile::records;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// A part of an input, checked by one thread.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) subject: Arc<Subject>,
    pub(crate) handle: Handle,
    pub(crate) start: u64,
    /// Where the next piece begins; the last one goes on to the end of the
    /// input, wherever that is by then.
    pub(crate) end: Option<u64>,
}

/// What a scan finds, in order.
#[derive(Debug)]
pub(crate) enum Event {
    /// What the input looks like, from its first bytes, and whether it is checked
    /// as UTF-8 all the same.
    Sniffed {
        sniffed: Sniffed,
        checked: bool,
    },
    /// Errors to be shown.
    Errors(Errors),
    /// Something that was looked for closely.
    Near(Box<Near>),
    /// What a page shows of it, since the last one.
    Sketch(Box<Sketch>),
    /// One of text in another encoding than UTF-8.
    Misread(Box<Misread>),
    /// The input is not what is said of it.
    Untrue(Untrue),
    /// The delimiter of CSV may be another, of this name.
    OtherDelimiter(&'static str),
    /// What there was, since the last tally.
    Tally(Box<Tally>),
    /// Nothing more comes for now: what was found is to be seen.
    Waiting,
    /// The input ends within the piece, or before it, and should not.
    CutShort,
    Trouble(io::Error),
}

/// Errors with the bytes around them.
#[derive(Debug)]
pub(crate) struct Errors {
    pub(crate) bytes: Vec<u8>,
    /// The offset of `bytes` in the input.
    pub(crate) base: u64,
    /// The part of `bytes` whose errors are meant.
    pub(crate) judged: Range<usize>,
    /// The place where `judged` begins, if it is known.
    pub(crate) place: Option<Place>,
}

/// What a scan is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// How many malformed subparts are shown.
    pub(crate) limit: u64,
    /// Whether to go by what the input looks like, or to check it in any case.
    pub(crate) sniff: bool,
    /// Whether binary files are skipped.
    pub(crate) skip_binary: bool,
    /// Whether the first error is enough.
    pub(crate) first_only: bool,
    /// Whether to find out what the malformed text is.
    pub(crate) reading: bool,
    /// Whether the line around an error is shown.
    pub(crate) line: bool,
    /// Whether a page is made of it.
    pub(crate) sketch: bool,
}

/// Something that was found, and what is around it.
#[derive(Debug)]
pub(crate) struct Near {
    pub(crate) bytes: Vec<u8>,
    /// Where it begins in `bytes`.
    pub(crate) at: usize,
    pub(crate) place: Place,
    pub(crate) wrong: Wrong,
    pub(crate) record: Option<records::Place>,
}

#[derive(Debug)]
pub(crate) enum Wrong {
    Malformed(Group),
    Refused(Refusal),
}

/// What is in memory, and which part of it is judged.
pub(super) struct Block<'a> {
    pub(super) text: &'a [u8],
    /// The offset of `text` in the input.
    pub(super) base: u64,
    pub(super) judged: Range<usize>,
    /// Nothing follows.
    pub(super) last: bool,
}
