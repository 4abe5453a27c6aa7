//! Who is told about what a policy changes.

use crate::change::{Cause, Change};
use crate::encoding::Encoding;
use crate::error::Malformed;

/// Somebody who is told about each change when it is done.
pub(crate) trait Observer<F: Encoding, T: Encoding> {
    /// Whether anybody listens: if not, nothing is put together to be told.
    const LISTENS: bool;

    /// The slices that changes are seen in begin at these offsets.
    fn starts_at(&mut self, _offset: u64, _output_offset: u64) {}

    /// `before`, at `offset` of the source, became `after`, at `output_offset` of
    /// the target.
    fn changed(
        &mut self,
        offset: usize,
        before: &[F::Unit],
        output_offset: usize,
        after: &[T::Unit],
        cause: Cause,
    );
}

/// Nobody.
pub(crate) struct Nobody;

impl<F: Encoding, T: Encoding> Observer<F, T> for Nobody {
    const LISTENS: bool = false;

    fn changed(&mut self, _: usize, _: &[F::Unit], _: usize, _: &[T::Unit], _: Cause) {}
}

/// A function.
pub(crate) struct Tell<O> {
    function: O,
    offset: u64,
    output_offset: u64,
}

impl<O> Tell<O> {
    pub(crate) fn new(function: O) -> Self {
        Self { function, offset: 0, output_offset: 0 }
    }
}

impl<F: Encoding, T: Encoding, O> Observer<F, T> for Tell<O>
where
    O: FnMut(&Change, &[F::Unit], &[T::Unit]),
{
    const LISTENS: bool = true;

    fn starts_at(&mut self, offset: u64, output_offset: u64) {
        (self.offset, self.output_offset) = (offset, output_offset);
    }

    fn changed(
        &mut self,
        offset: usize,
        before: &[F::Unit],
        output_offset: usize,
        after: &[T::Unit],
        cause: Cause,
    ) {
        let change = Change {
            offset: self.offset + offset as u64,
            len: before.len(),
            output_offset: self.output_offset + output_offset as u64,
            output_len: after.len(),
            cause,
        };
        (self.function)(&change, before, after);
    }
}

/// The way from a kernel that mends UTF-8 to an observer.
pub(crate) trait Relay {
    /// Whether anybody listens.
    const LISTENS: bool;

    /// `bad`, an error of all of the source, has become `after`, at `output_offset`
    /// of what the kernel has written.
    fn told(&mut self, bad: Malformed, output_offset: usize, after: &[u8]);
}

impl Relay for Nobody {
    const LISTENS: bool = false;

    fn told(&mut self, _: Malformed, _: usize, _: &[u8]) {}
}

/// A function. It is not a parameter of the kernel, so that there is one for all.
impl Relay for &mut Told<'_> {
    const LISTENS: bool = true;

    fn told(&mut self, bad: Malformed, output_offset: usize, after: &[u8]) {
        self(bad, output_offset, after);
    }
}

/// As [`Relay::told`].
pub(crate) type Told<'a> = dyn FnMut(Malformed, usize, &[u8]) + 'a;
