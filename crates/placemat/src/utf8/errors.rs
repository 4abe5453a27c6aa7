//! Every error of a text, at the speed of validation between them.

use crate::encoding::{Step, utf8 as codec};
use crate::error::Malformed;
use crate::simd::dispatch;
use crate::validate::utf8::WellFormedPrefix;
use core::iter::FusedIterator;

/// Every maximal subpart of `bytes` that is ill-formed, in order.
///
/// Their number is the number of U+FFFD that a conforming decoder would write.
///
/// # Examples
/// ```
/// let kinds: Vec<String> =
///     placemat::utf8::errors(b"x\xED\xA0\x80\xC3").map(|bad| bad.to_string()).collect();
/// assert_eq!(
///     kinds,
///     [
///         "encoded surrogate at offset 1",
///         "unexpected continuation byte at offset 2",
///         "unexpected continuation byte at offset 3",
///         "incomplete sequence at the end of the input at offset 4",
///     ]
/// );
/// ```
///
/// # Complexity
/// Linear in the bytes passed over, however many errors they have.
#[must_use]
pub fn errors(bytes: &[u8]) -> Errors<'_> {
    Errors { bytes, at: 0, scalar_until: 0 }
}

/// Iterator over the errors of a text: see [`errors()`].
#[derive(Clone, Debug)]
pub struct Errors<'a> {
    pub(super) bytes: &'a [u8],
    /// A boundary; everything before it has been reported.
    pub(super) at: usize,
    /// Where the kernel is asked again: errors come in clusters, and a kernel
    /// that finds one at once costs more than the codec.
    scalar_until: usize,
}

/// How many bytes behind an error are left to the codec.
const CLUSTER: usize = 32;

impl Iterator for Errors<'_> {
    type Item = Malformed;

    fn next(&mut self) -> Option<Malformed> {
        while self.at < self.bytes.len() {
            if self.at >= self.scalar_until {
                self.at += dispatch::run(WellFormedPrefix(&self.bytes[self.at..]));
                // The error is near; the codec finds it.
                self.scalar_until = self.bytes.len();
                continue;
            }
            match codec::decode(&self.bytes[self.at..], true) {
                Step::Malformed { len, kind } => {
                    let offset = self.at;
                    self.at += len;
                    self.scalar_until = self.at + CLUSTER;
                    return Some(Malformed { offset, len, kind });
                }
                step => self.at += step.len(),
            }
        }
        None
    }
}

impl FusedIterator for Errors<'_> {}
