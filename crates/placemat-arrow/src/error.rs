//! What can be wrong with a column, beside its text.

use arrow_schema::{ArrowError, DataType};
use placemat::policy::PolicyError;
use std::fmt;

/// Why there is no answer for a column.
///
/// Malformed text is none of these: it is what the answers are about.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The array holds neither bytes nor text.
    NotText(DataType),
    /// The buffers of the array contradict each other at that row, or at none in particular.
    Broken {
        /// The row, from 0.
        row: Option<usize>,
        /// What is wrong.
        what: &'static str,
    },
    /// The policy repairs nothing, or makes no sense for UTF-8.
    Policy(PolicyError),
    /// The result has more bytes than offsets of 32 bits can count: cast the column to a large or
    /// a view type, or take it in smaller chunks.
    TooLong,
    /// The text of a row cannot be converted.
    Text {
        /// The row, from 0.
        row: usize,
        /// Why; its offset counts from the start of the row.
        error: placemat::Error,
    },
    /// Arrow refuses an array.
    Arrow(ArrowError),
}

impl Error {
    pub(crate) const fn broken(what: &'static str) -> Self {
        Self::Broken { row: None, what }
    }

    pub(crate) const fn broken_at(row: usize, what: &'static str) -> Self {
        Self::Broken { row: Some(row), what }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText(found) => write!(f, "a column of bytes or text is needed, not {found}"),
            Self::Broken { row: Some(row), what } => {
                write!(f, "the array is broken at row {row}: {what}")
            }
            Self::Broken { row: None, what } => write!(f, "the array is broken: {what}"),
            Self::Policy(refused) => refused.fmt(f),
            Self::TooLong => f.write_str(
                "the result is too long for offsets of 32 bits: cast the column to a large or a view type",
            ),
            Self::Text { row, error } => write!(f, "row {row}: {error}"),
            Self::Arrow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<PolicyError> for Error {
    fn from(refused: PolicyError) -> Self {
        Self::Policy(refused)
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}
