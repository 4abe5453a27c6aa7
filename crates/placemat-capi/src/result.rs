//! What functions return, and the numbers of what C names by an enumeration.

use crate::border::{Answer, answer};
use placemat::encoding::Label;
use placemat::error::{Done, Stopped};
use placemat::{Error, Malformed, MalformedKind, Policy, Progress, Status};

/// `placemat_status`.
pub const OK: u32 = 0;
/// The source is ill-formed.
pub const MALFORMED: u32 = 1;
/// The target cannot hold a value.
pub const UNMAPPABLE: u32 = 2;
/// The next item does not fit.
pub const OUTPUT_FULL: u32 = 3;
/// An argument breaks a rule.
pub const BAD_ARGUMENT: u32 = 4;
/// A panic.
pub const DEFECT: u32 = 5;

/// `placemat_error`: one place in a text.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// In units of the source, from its start.
    pub offset: u64,
    /// In units of the source.
    pub len: usize,
    /// `placemat_kind`.
    pub kind: u32,
    /// What the target cannot hold.
    pub code_point: u32,
}

impl From<Malformed<u64>> for Place {
    fn from(Malformed { offset, len, kind }: Malformed<u64>) -> Self {
        Self { offset, len, kind: number_of_kind(kind), code_point: 0 }
    }
}

impl From<Malformed> for Place {
    fn from(bad: Malformed) -> Self {
        bad.in_stream(0).into()
    }
}

/// `placemat_result`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Why it returned.
    pub status: u32,
    /// What the status is about.
    pub error: Place,
    /// Units of the source.
    pub read: usize,
    /// Units of the target.
    pub written: usize,
    /// Malformed items that the policy has dealt with.
    pub malformed: usize,
    /// Unmappable ones.
    pub unmappable: usize,
}

impl Answer for Report {
    const REFUSED: Self = Self::with(BAD_ARGUMENT);
    const DEFECT: Self = Self::with(DEFECT);
}

answer!(*const std::ffi::c_char: std::ptr::null());

impl Report {
    const fn with(status: u32) -> Self {
        let error = Place { offset: 0, len: 0, kind: 0, code_point: 0 };
        Self { status, error, read: 0, written: 0, malformed: 0, unmappable: 0 }
    }

    /// Of `len` units that are in order, or the first error.
    #[inline]
    pub(crate) fn of_validation(len: usize, result: Result<(), Malformed>) -> Self {
        match result {
            Ok(()) => Self { read: len, ..Self::default() },
            Err(bad) => Self { read: bad.offset, ..Self::stopped_by(Error::Malformed(bad)) },
        }
    }

    /// Of a text of `read` units that is in order, and has become `written`.
    #[inline(always)]
    pub(crate) fn of_whole_text(read: usize, written: usize) -> Self {
        Self { read, written, ..Self::with(OK) }
    }

    /// Of a conversion.
    #[inline]
    pub(crate) fn of_conversion(result: Result<Done, Stopped>) -> Self {
        match result {
            Ok(done) => Self::default().having(done),
            Err(Stopped { done, error }) => Self::stopped_by(error).having(done),
        }
    }

    /// Of a push; of counts, only the sums of the stream are known.
    pub(crate) fn of_push(progress: Progress, offset: u64) -> Self {
        let error = match progress.status {
            Status::InputEmpty => None,
            Status::OutputFull => Some(Error::OutputFull(offset)),
            status => status.error(),
        };
        let Progress { read, written, .. } = progress;
        Self { read, written, ..error.map_or_else(Self::default, Self::stopped_by_in_stream) }
    }

    /// Of all of a text: where a stream goes on behind an error, this stops before it.
    pub(crate) fn of_whole(self) -> Self {
        match self.status {
            MALFORMED | UNMAPPABLE => Self { read: self.error.offset as usize, ..self },
            _ => self,
        }
    }

    fn having(self, Done { read, written, malformed, unmappable }: Done) -> Self {
        Self { read, written, malformed, unmappable, ..self }
    }

    #[cold]
    fn stopped_by(error: Error) -> Self {
        Self::stopped_by_in_stream(error.in_stream(0))
    }

    #[cold]
    fn stopped_by_in_stream(error: Error<u64>) -> Self {
        match error {
            Error::Malformed(bad) => Self { error: bad.into(), ..Self::with(MALFORMED) },
            Error::Unmappable(item) => {
                let placemat::Unmappable { offset, len, code_point } = item;
                let error = Place { offset, len, kind: 0, code_point };
                Self { error, ..Self::with(UNMAPPABLE) }
            }
            Error::OutputFull(offset) => {
                Self { error: Place { offset, ..Place::default() }, ..Self::with(OUTPUT_FULL) }
            }
            _ => Self::REFUSED,
        }
    }
}

/// The number of a kind: its place in the declaration, from 1.
pub(crate) fn number_of_kind(kind: MalformedKind) -> u32 {
    kind as u32 + 1
}

/// The kind of a number.
pub(crate) fn kind_of_number(number: u32) -> Option<MalformedKind> {
    MalformedKind::all().get((number as usize).checked_sub(1)?).copied()
}

/// The policy of a number: its place in the declaration, from 0.
#[inline]
pub(crate) fn policy_of_number(number: u32) -> Option<Policy> {
    Policy::all().get(number as usize).copied()
}

/// The number of a label: its place in the declaration, from 1. 0 is none.
pub(crate) fn number_of_label(label: Option<Label>) -> u32 {
    label.map_or(0, |label| label as u32 + 1)
}

/// The label of a number.
pub(crate) fn label_of_number(number: u32) -> Option<Label> {
    Label::all().get((number as usize).checked_sub(1)?).copied()
}
