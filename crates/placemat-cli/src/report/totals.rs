//! What a check comes to: what was counted, and all that a summary says.

use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::name::Name;
use crate::print::words::count;
use placemat::MalformedKind;
use placemat::detect::Look;
use placemat::utf8::Group;
use placemat_profile::{Kind, Profile};
use std::time::Duration;

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) bytes: u64,
    pub(crate) groups: u64,
    pub(crate) subparts: u64,
    /// How many groups look like what, in the order of [`Look::all()`].
    pub(crate) looks: [u64; Look::all().len()],
    /// How many groups begin with what kind of error, in the order of
    /// `MalformedKind::all()`.
    pub(crate) kinds: [u64; MalformedKind::all().len()],
    /// What profiles refuse,
    pub(crate) refused: u64,
    /// and how often for what reason, in the order of `Kind::all()`.
    pub(crate) refused_kinds: [u64; Kind::all().len()],
    /// Stretches of mojibake at the start that are certain enough to tell of.
    pub(crate) mojibake: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.groups += other.groups;
        self.subparts += other.subparts;
        self.refused += other.refused;
        self.mojibake += other.mojibake;
        self.looks.iter_mut().zip(other.looks).for_each(|(sum, n)| *sum += n);
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, n)| *sum += n);
        let refused = self.refused_kinds.iter_mut().zip(other.refused_kinds);
        refused.for_each(|(sum, n)| *sum += n);
    }

    /// Whether nothing was found.
    pub(crate) fn is_clean(&self) -> bool {
        self.groups == 0 && self.refused == 0
    }

    /// Adds what a profile refuses.
    pub(crate) fn add_refusal(&mut self, kind: Kind) {
        self.refused += 1;
        if let Some(at) = Kind::all().iter().position(|&known| known == kind) {
            self.refused_kinds[at] += 1;
        }
    }

    pub(crate) fn add_group(&mut self, group: &Group, look: Look) {
        self.add_error(group.kind, group.subparts as u64);
        self.looks[look as usize] += 1;
    }

    /// Adds a mistake of so many subparts.
    pub(crate) fn add_error(&mut self, kind: MalformedKind, subparts: u64) {
        self.groups += 1;
        self.subparts += subparts;
        if let Some(at) = MalformedKind::all().iter().position(|&known| known == kind) {
            self.kinds[at] += 1;
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// Files that were read and judged; not those that were skipped.
    pub(crate) files: u64,
    /// Files with malformed UTF-8, or with what a profile refuses.
    pub(crate) files_with_errors: u64,
    /// Files in UTF-16 or UTF-32.
    pub(crate) other_encodings: u64,
    /// Files that are not what is declared.
    pub(crate) untrue: u64,
    /// Files with a UTF-8 signature.
    pub(crate) signatures: u64,
    /// The first file with malformed UTF-8 that is not in another encoding.
    pub(crate) malformed: Option<Name>,
    /// What was asked for, as it was typed.
    pub(crate) asked: Vec<Name>,
    pub(crate) tally: Tally,
    /// The first file that begins with mojibake, and how many do.
    pub(crate) mojibake: Option<(Name, u64)>,
    /// What files are whose errors a relative of UTF-8 explains.
    pub(crate) dialects: Vec<(Name, Dialect)>,
    /// Files that are text in a legacy encoding from front to back, and what is
    /// malformed in them as UTF-8.
    pub(crate) throughout: Vec<(Name, Coding)>,
    pub(crate) of_throughout: Tally,
    /// With a baseline: how much of it was found again, and how much was not.
    pub(crate) known: Option<(u64, u64)>,
    /// Whose refusals were looked for, and the first file with any.
    pub(crate) profiles: Vec<Profile>,
    pub(crate) refused: Option<Name>,
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
    /// Malformed subparts and refusals: all, and those shown.
    pub(crate) errors: u64,
    pub(crate) shown: u64,
    /// Some of them are refusals.
    pub(crate) refuses: bool,
}

impl Cut {
    /// How many are not shown, in words.
    pub(super) fn more(&self) -> String {
        let more = self.errors - self.shown;
        match self.refuses {
            true => count(more, "more error", "more errors"),
            false => count(more, "more malformed subpart", "more malformed subparts"),
        }
    }
}

impl Summary {
    /// Whether there was nothing to judge, and nothing to tell of.
    pub(crate) fn is_of_nothing(&self) -> bool {
        let skipped = self.binary.is_empty() && self.special.is_empty() && self.links == 0;
        self.files == 0 && self.trouble == 0 && skipped
    }

    pub(crate) fn has_findings(&self) -> bool {
        self.files_with_errors > 0 || self.other_encodings > 0 || self.untrue > 0
    }

    /// What most of the errors look like, if anything.
    pub(crate) fn look(&self) -> Option<Look> {
        self.look_without(&Tally::default())
    }

    /// The same, but for files about which all is said already; how many others have
    /// errors.
    pub(crate) fn look_of_rest(&self) -> Option<(Look, u64)> {
        let files = self.files_with_errors - self.throughout.len() as u64;
        Some((self.look_without(&self.of_throughout)?, files))
    }

    fn look_without(&self, told: &Tally) -> Option<Look> {
        let groups = self.tally.groups - told.groups;
        Look::all().iter().copied().find(|&look| {
            let count = self.tally.looks[look as usize] - told.looks[look as usize];
            look.title().is_some() && count * 2 > groups
        })
    }
}
