//! The loop: kernel, step, policy.
//!
//! ```text
//! loop:
//!     kernel    converts a prefix it surely understands
//!     step      the codec decodes ONE value, or names ONE malformed sequence
//!     policy    decides what a malformed or unmappable item becomes
//! ```
//!
//! Kernels are optional: without [`fast`] every result is the same, only later.

mod elastic;
mod fast;
mod latin1_to_utf8;
pub(crate) mod lengths;
mod lockstep;
mod output;
mod utf16_to_utf32;
mod utf16_to_utf8;
mod utf16_to_utf8_scalar;
mod utf32_to_utf16;
mod utf32_to_utf8;
mod utf8_to_latin1;
mod utf8_to_units;

#[cfg(test)]
mod pairs_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod utf16_to_utf8_tests;

pub(crate) use fast::bytes_of;

use crate::encoding::{Encoded, Encoding, Step};
use crate::error::{Done, Malformed, Reason, Stopped, Unmappable};
use crate::policy::{Policy, Substitute};
use core::mem::MaybeUninit;

/// How a run of the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of the source is converted.
    Finished,
    /// What is left, if anything follows, may become well-formed: only when the
    /// source goes on.
    NeedMore,
    Stopped(Reason),
}

/// How many units are left to the codec before the kernel is asked again. Where
/// there is one reason for a kernel to stop there are often more.
const STRETCH: usize = 12;

/// Converts `src` into `dst` from its beginning. `last` says that nothing
/// follows `src`. Nothing behind the units written is touched.
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
) -> (Done, End) {
    let mut run = Run::<F, T> { src, dst, policy, last, done: Done::default() };
    let end = run.run();
    (run.done, end)
}

/// The same for a source that is whole.
pub(crate) fn convert_whole<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
) -> Result<Done, Stopped> {
    match convert::<F, T>(src, dst, policy, true) {
        (done, End::Finished) => Ok(done),
        (done, End::Stopped(reason)) => Err(Stopped { done, reason }),
        (_, End::NeedMore) => unreachable!("nothing follows the source"),
    }
}

/// `units` as a buffer for [`convert`], which writes initialised units only.
pub(crate) fn as_uninit<U>(units: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: the two have the same layout, and nothing in this library writes
    // uninitialised units to a buffer.
    unsafe { &mut *(core::ptr::from_mut(units) as *mut [MaybeUninit<U>]) }
}

struct Run<'a, F: Encoding, T: Encoding> {
    src: &'a [F::Unit],
    dst: &'a mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    done: Done,
}

impl<F: Encoding, T: Encoding> Run<'_, F, T> {
    fn run(&mut self) -> End {
        loop {
            let rest = &mut self.dst[self.done.written..];
            let progress = fast::convert::<F, T>(&self.src[self.done.read..], rest);
            self.done.read += progress.read;
            self.done.written += progress.written;
            let until = self.src.len().min(self.done.read.saturating_add(STRETCH));
            while self.done.read < until {
                if let Err(end) = self.step() {
                    return end;
                }
            }
            if self.done.read == self.src.len() {
                return End::Finished;
            }
        }
    }

    /// One value, or one malformed sequence.
    #[inline(always)]
    fn step(&mut self) -> Result<(), End> {
        let offset = self.done.read;
        match F::decode(&self.src[offset..], self.last) {
            Step::Value { value, len } => {
                match T::encode(value) {
                    Some(encoded) => self.write(&encoded)?,
                    None => self.unmappable(Unmappable { offset, len, code_point: value })?,
                }
                self.done.read += len;
            }
            Step::Malformed { len, kind } => {
                self.malformed(Malformed { offset, len, kind })?;
                self.done.read += len;
            }
            Step::NeedMore => return Err(End::NeedMore),
        }
        Ok(())
    }

    #[inline(always)]
    fn write(&mut self, encoded: &Encoded<T::Unit>) -> Result<(), End> {
        let units = encoded.as_slice();
        let Some(room) = self.dst[self.done.written..].get_mut(..units.len()) else {
            return Err(End::Stopped(Reason::OutputFull));
        };
        for (place, &unit) in room.iter_mut().zip(units) {
            place.write(unit);
        }
        self.done.written += units.len();
        Ok(())
    }

    #[cold]
    fn malformed(&mut self, bad: Malformed) -> Result<(), End> {
        let units = &self.src[bad.offset..bad.end()];
        match self.policy.malformed(fast::bytes_of(units)) {
            None => return Err(End::Stopped(Reason::Malformed(bad))),
            Some(substitute) => self.write_substitute(&substitute)?,
        }
        self.done.malformed += 1;
        Ok(())
    }

    #[cold]
    fn unmappable(&mut self, item: Unmappable) -> Result<(), End> {
        match self.policy.unmappable(item.code_point) {
            None => return Err(End::Stopped(Reason::Unmappable(item))),
            Some(substitute) => self.write_substitute(&substitute)?,
        }
        self.done.unmappable += 1;
        Ok(())
    }

    /// All of it, or nothing.
    fn write_substitute(&mut self, substitute: &Substitute) -> Result<(), End> {
        let encoded = substitute.values().iter().map(|&value| encode_substitute::<T>(value));
        let units: usize = encoded.clone().map(|encoded| encoded.len).sum();
        if self.dst.len() - self.done.written < units {
            return Err(End::Stopped(Reason::OutputFull));
        }
        for encoded in encoded {
            self.write(&encoded)?;
        }
        Ok(())
    }
}

/// The units of a value that a policy has chosen; `?` for what the target
/// cannot hold.
fn encode_substitute<T: Encoding>(value: u32) -> Encoded<T::Unit> {
    T::encode(value)
        .or_else(|| T::encode_surrogate(value))
        .or_else(|| T::encode(u32::from('?')))
        .unwrap_or_default()
}
