//! Every error of a text, at the speed of validation between them.

use super::well_formed_prefix;
use crate::encoding::{Encoding, Step, Utf16};
use crate::error::Malformed;
use core::iter::FusedIterator;

/// Every lone surrogate of `units`, in order.
///
/// # Examples
/// ```
/// let bad: Vec<String> =
///     placemat::utf16::errors(&[0xDC00, 0x61, 0xD800]).map(|bad| bad.to_string()).collect();
/// assert_eq!(bad, ["lone low surrogate at offset 0", "lone high surrogate at offset 2"]);
/// ```
///
/// # Complexity
/// Linear in the units passed over, however many errors they have.
#[must_use]
pub fn errors(units: &[u16]) -> Errors<'_> {
    Errors { units, at: Position::default() }
}

/// Iterator over the errors of a text: see [`errors`].
#[derive(Clone, Debug)]
pub struct Errors<'a> {
    units: &'a [u16],
    at: Position,
}

impl Iterator for Errors<'_> {
    type Item = Malformed;

    fn next(&mut self) -> Option<Malformed> {
        self.at.next(self.units)
    }
}

impl FusedIterator for Errors<'_> {}

/// How far a text has been searched for errors.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// A boundary; everything before it has been reported.
    at: usize,
    /// Where the kernel is asked again: errors come in clusters, and a kernel
    /// that finds one at once costs more than the codec.
    scalar_until: usize,
}

/// How many units behind an error are left to the codec.
const CLUSTER: usize = 32;

impl Position {
    /// The next error.
    pub(super) fn next(&mut self, units: &[u16]) -> Option<Malformed> {
        while self.at < units.len() {
            if self.at >= self.scalar_until {
                self.at += well_formed_prefix(&units[self.at..]);
                // The error is near; the codec finds it.
                self.scalar_until = units.len();
                continue;
            }
            match scalar(units, self.at, self.scalar_until) {
                Ok(bad) => {
                    self.at = bad.end();
                    self.scalar_until = self.at + CLUSTER;
                    return Some(bad);
                }
                Err(end) => self.at = end,
            }
        }
        None
    }
}

/// The first error from `at`, a boundary, on, found by the codec alone; or the
/// first boundary from `until` on.
#[cold]
pub(super) fn scalar(units: &[u16], mut at: usize, until: usize) -> Result<Malformed, usize> {
    while at < units.len().min(until) {
        match Utf16::<crate::encoding::Native>::decode(&mut (), &units[at..], true) {
            Step::Malformed { len, kind } => return Ok(Malformed { offset: at, len, kind }),
            step => at += step.len(),
        }
    }
    Err(at)
}
