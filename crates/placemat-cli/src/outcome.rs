//! What the tool says with its exit code.

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing found, or done.
    Clean = 0,
    /// Something was found.
    Findings = 1,
    /// Something could not be done.
    Trouble = 2,
}
