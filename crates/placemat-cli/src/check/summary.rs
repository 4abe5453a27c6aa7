//! What a whole check comes to.

use super::dialect::Dialect;
use super::scan::Tally;
use crate::name::Name;
use placemat::detect::Look;
use std::time::Duration;

#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// Files that were read and judged; not those that were skipped.
    pub(crate) files: u64,
    /// Files with malformed UTF-8.
    pub(crate) files_with_errors: u64,
    /// Files in UTF-16 or UTF-32.
    pub(crate) other_encodings: u64,
    /// Files with a UTF-8 signature.
    pub(crate) signatures: u64,
    /// The first file with malformed UTF-8.
    pub(crate) malformed: Option<Name>,
    /// What was asked for, as it was typed.
    pub(crate) asked: Vec<Name>,
    pub(crate) tally: Tally,
    /// What files are whose errors a relative of UTF-8 explains.
    pub(crate) dialects: Vec<(Name, Dialect)>,
    /// The encoding that was asked for; none: UTF-8.
    pub(crate) judged_as: Option<&'static str>,
    /// What was skipped as binary.
    pub(crate) binary: Vec<Name>,
    /// What was checked, is malformed, and looks binary.
    pub(crate) looks_binary: Vec<Name>,
    /// FIFOs, sockets and devices found in folders, and skipped.
    pub(crate) special: Vec<Name>,
    /// Symbolic links found in folders, and not followed.
    pub(crate) links: u64,
    /// Files, and folders, with trouble.
    pub(crate) trouble: u64,
    /// Files of which not every error was shown.
    pub(crate) cut: Vec<Cut>,
    pub(crate) elapsed: Duration,
}

/// A file of which not every error was shown.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) name: Name,
    /// Malformed subparts: all, and those shown.
    pub(crate) errors: u64,
    pub(crate) shown: u64,
}

impl Summary {
    pub(crate) fn has_findings(&self) -> bool {
        self.files_with_errors > 0 || self.other_encodings > 0
    }

    /// What most of the errors look like, if anything.
    pub(crate) fn look(&self) -> Option<Look> {
        let looks = Look::ALL.into_iter().zip(self.tally.looks);
        looks
            .filter(|&(look, count)| look.title().is_some() && count * 2 > self.tally.groups)
            .map(|(look, _)| look)
            .next()
    }
}
