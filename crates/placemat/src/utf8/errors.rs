//! Every error of a text, at the speed of validation between them.

use crate::encoding::{Step, utf8 as codec};
use crate::error::Malformed;
use crate::simd::dispatch;
use crate::validate::next_subparts::NextSubparts;
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
    Errors { bytes, at: 0, window: 0, starts: 0, next: 0 }
}

/// Iterator over the errors of a text: see [`errors()`].
#[derive(Clone, Debug)]
pub struct Errors<'a> {
    pub(super) bytes: &'a [u8],
    /// A boundary; everything before it has been reported, or is no error.
    pub(super) at: usize,
    /// Where the window begins whose errors are being reported,
    window: usize,
    /// where those begin, in it,
    starts: u64,
    /// and where the next one is looked for.
    next: usize,
}

impl Iterator for Errors<'_> {
    type Item = Malformed;

    fn next(&mut self) -> Option<Malformed> {
        let offset = self.next_start()?;
        Some(self.report(offset))
    }
}

impl Errors<'_> {
    /// Where the next error begins: whoever takes it says where it ends, in `at`.
    pub(super) fn next_start(&mut self) -> Option<usize> {
        loop {
            while self.starts != 0 {
                let offset = self.window + self.starts.trailing_zeros() as usize;
                self.starts &= self.starts - 1;
                // What lies before `at` was part of a group.
                if offset >= self.at {
                    return Some(offset);
                }
            }
            self.next = self.next.max(self.at);
            let found = dispatch::run(NextSubparts { text: self.bytes, at: self.next });
            (self.window, self.starts, self.next) = (found.window, found.starts, found.next);
            if self.starts == 0 {
                let bad = self.by_codec(found.until);
                if bad.is_some() || self.at >= self.bytes.len() {
                    return bad;
                }
            }
        }
    }

    /// The error at `offset`.
    fn report(&mut self, offset: usize) -> Malformed {
        match codec::decode(&self.bytes[offset..], true) {
            Step::Malformed { len, kind } => {
                self.at = offset + len;
                Malformed { offset, len, kind }
            }
            _ => unreachable!("the kernel says that {offset} is malformed, the codec does not"),
        }
    }

    /// Where the next error before `until` is, found by the codec alone.
    fn by_codec(&mut self, until: usize) -> Option<usize> {
        self.at = self.at.max(self.next);
        while self.at < until {
            match codec::decode(&self.bytes[self.at..], true) {
                Step::Malformed { .. } => return Some(self.at),
                step => self.at += step.len(),
            }
        }
        None
    }
}

impl FusedIterator for Errors<'_> {}
