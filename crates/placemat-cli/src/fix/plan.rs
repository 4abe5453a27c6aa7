//! What is to be changed, and where.

use placemat_detect::mojibake::Step;

/// A change, and where it is.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) offset: u64,
    /// From 1; the column in bytes.
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
    /// The name of the kind, for machines.
    pub(super) kind: &'static str,
    /// Of mojibake.
    pub(super) plan: Option<Plan>,
}

/// The steps of a repair, and how sure it is.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) confidence: u8,
}

/// A line, or a piece of a long one, before and after.
#[derive(Debug)]
pub(super) struct Hunk<'a> {
    /// Where `before` begins.
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) before: &'a [u8],
    pub(super) after: &'a [u8],
    pub(super) changes: &'a [Change],
}
