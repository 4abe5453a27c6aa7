//! Conversion in which the caller says what becomes of what cannot be converted.

use crate::encoding::Encoding;
use crate::engine::stream::MIN_ROOM;
use crate::engine::{self, End, StatesOf};
use crate::error::{Malformed, Reason, Unmappable};
use crate::observer::Observer;
use crate::policy::Policy;
use crate::vectors;
use alloc::vec::Vec;
use core::convert::Infallible;

/// Something that a policy makes an error, with its units in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item<'a, U> {
    /// A maximal subpart that is ill-formed.
    Malformed(Malformed, &'a [U]),
    /// A value that the target encoding cannot hold.
    Unmappable(Unmappable, &'a [U]),
}

/// Where the text goes that takes the place of an item.
#[derive(Debug)]
pub struct Values<'a, T: Encoding> {
    units: &'a mut Vec<T::Unit>,
    encoder: &'a mut T::State,
    policy: Policy,
}

impl<T: Encoding> Values<'_, T> {
    /// Writes a value: a code point, or a surrogate where the target takes lone ones
    /// (WTF-8, and lenient forms); `?` if the target cannot hold the value. So what
    /// is written is well-formed, but for U+DC80 to U+DCFF under
    /// [`Policy::Utf8b`], in which they stand for bytes.
    pub fn push(&mut self, value: u32) {
        let encoded = engine::encode_substitute::<T>(self.encoder, value, self.policy);
        self.units.extend_from_slice(encoded.as_slice());
    }

    /// Writes text.
    pub fn push_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(c.into()));
    }
}

/// Converts all of `src` into memory that grows as needed. In the place of each item that the
/// policy leaves, `write` writes what it likes: it is given the place in the source.
pub(crate) fn convert_to_vec<F: Encoding, T: Encoding, O: Observer<F, T>>(
    src: &[F::Unit],
    policy: Policy,
    observer: &mut O,
    mut write: impl FnMut(usize, Reason, &mut Values<'_, T>),
) -> Vec<T::Unit> {
    let mut out = Vec::with_capacity(src.len() + src.len() / 16 + MIN_ROOM);
    let result = append::<F, T, O, Infallible>(&mut out, src, policy, observer, |at, item, out| {
        write(at, item, out);
        Ok(())
    });
    match result {
        Ok(()) => out,
    }
}

/// The same behind what `out` has; where `write` fails, that is the end.
pub(crate) fn append<F: Encoding, T: Encoding, O: Observer<F, T>, E>(
    out: &mut Vec<T::Unit>,
    src: &[F::Unit],
    policy: Policy,
    observer: &mut O,
    mut write: impl FnMut(usize, Reason, &mut Values<'_, T>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut states, mut read) = (StatesOf::<F, T>::default(), 0);
    loop {
        observer.starts_at(read as u64, out.len() as u64);
        let rest = &src[read..];
        let (done, end) = vectors::append(out, |room| {
            let states = &mut states;
            let (done, end) =
                engine::convert_observed::<F, T, O>(states, rest, room, policy, true, observer);
            (done.written, (done, end))
        });
        read += done.read;
        match end {
            End::Finished => return Ok(()),
            // There is room for the next item then, whatever it becomes.
            End::Full => out.reserve(src.len() - read + MIN_ROOM),
            End::Item(item) => {
                let mut out = Values { units: out, encoder: &mut states.encoder, policy };
                write(read, item.reason(), &mut out)?;
                read += item.len;
            }
            End::NeedMore => unreachable!("nothing follows the source"),
        }
    }
}
