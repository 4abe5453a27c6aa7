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
mod mend;
mod mend_utf16;
mod mend_utf16_to_utf8;
mod mend_utf8;
mod mend_utf8_to_utf16;
mod observer;
mod output;
mod relatives;
mod scalar;
pub(crate) mod short;
mod substitutes;
mod utf16_to_utf32;
mod utf16_to_utf8;
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
pub(crate) use observer::{Nobody, Observer, Tell};

use crate::change::Cause;
use crate::encoding::{Encoded, Encoding, Step};
use crate::error::{Done, Malformed, Reason, Stopped, Unmappable};
use crate::policy::{Policy, Substitute, UTF8B};
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
/// there is one reason for a kernel to stop there are often more: while it gets no
/// further than that, as many again, up to the most.
const STRETCH: usize = 12;
const LONGEST_STRETCH: usize = 16 * STRETCH;

/// What the codecs know of the text before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct States<F, T> {
    decoder: F,
    pub(crate) encoder: T,
}

impl<F, T> States<F, T> {
    pub(crate) fn decoder_mut(&mut self) -> &mut F {
        &mut self.decoder
    }
}

pub(crate) type StatesOf<F, T> = States<<F as Encoding>::State, <T as Encoding>::State>;

/// Converts `src` into `dst`, after text that has left `states`. `last` says that
/// nothing follows `src`: behind [`End::Finished`] the states are those of the start
/// of a text then. Nothing behind the units written is touched.
pub(crate) fn convert<F: Encoding, T: Encoding>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
) -> (Done, End) {
    convert_observed::<F, T, _>(states, src, dst, policy, last, &mut Nobody)
}

/// The same, telling `observer` what the policy changes.
pub(crate) fn convert_observed<F: Encoding, T: Encoding, O: Observer<F, T>>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    observer: &mut O,
) -> (Done, End) {
    let done = Done::default();
    let mut run = Run::<F, T, _> { states: *states, src, dst, policy, last, observer, done };
    let end = run.run();
    *states = run.states;
    (run.done, end)
}

/// The same for a source that is whole. (Never inlined: the caller of a short
/// conversion needs its registers.)
#[inline(never)]
pub(crate) fn convert_whole<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
) -> Result<Done, Stopped> {
    match convert::<F, T>(&mut States::default(), src, dst, policy, true) {
        (done, End::Finished) => Ok(done),
        (done, End::Stopped(reason)) => Err(Stopped { done, reason }),
        (_, End::NeedMore) => unreachable!("nothing follows the source"),
    }
}

/// The same for a source that is well-formed, and a target that can hold all of
/// it, without a check where that pays. Returns how many units are written.
#[cfg(feature = "alloc")]
pub(crate) fn convert_trusted<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Stopped> {
    if let Some(written) = short::convert::<F, T>(src, dst) {
        return Ok(written);
    }
    let fast::Progress { read, written } = fast::convert_if::<F, T, false>(src, dst);
    let done = convert_whole::<F, T>(&src[read..], &mut dst[written..], Policy::Strict)?;
    Ok(written + done.written)
}

/// `units` as a buffer for [`convert`], which writes initialised units only.
pub(crate) fn as_uninit<U>(units: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: the two have the same layout, and nothing in this library writes
    // uninitialised units to a buffer.
    unsafe { &mut *(core::ptr::from_mut(units) as *mut [MaybeUninit<U>]) }
}

struct Run<'a, F: Encoding, T: Encoding, O> {
    states: StatesOf<F, T>,
    src: &'a [F::Unit],
    dst: &'a mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    observer: &'a mut O,
    done: Done,
}

impl<F: Encoding, T: Encoding, O: Observer<F, T>> Run<'_, F, T, O> {
    fn run(&mut self) -> End {
        let mut stretch = STRETCH;
        // Each turn reads something, or is the last: a step reads, or ends the run.
        loop {
            let start = self.done.read;
            let known = self.states == States::default();
            if known && self.src.len() - start > short::few::<F, T>() {
                self.advance(self.src.len(), fast::convert::<F, T>);
                if !self.is_short() {
                    self.mend();
                }
            }
            let stuck = self.done.read - start < stretch;
            let rest = self.src.len() - self.done.read;
            let until = self.done.read + if self.is_short() { rest } else { rest.min(stretch) };
            stretch = if stuck { LONGEST_STRETCH.min(2 * stretch) } else { STRETCH };
            // Relatives must be searched first: that pays in short texts.
            let few = until == self.src.len() || !fast::is_searched::<F, T>();
            while self.done.read < until {
                if few && self.states == States::default() {
                    self.advance(until, fast::convert_few::<F, T>);
                }
                if self.done.read < until
                    && let Err(end) = self.step()
                {
                    return end;
                }
            }
            if self.done.read == self.src.len() {
                return match self.finish() {
                    Ok(()) => End::Finished,
                    Err(end) => end,
                };
            }
        }
    }

    /// Whether what is left is too little for kernels, as one has stopped before it.
    #[inline(always)]
    fn is_short(&self) -> bool {
        self.src.len() - self.done.read <= short::dirty::<F, T>()
    }

    /// As far as `convert` converts the units before `until`.
    #[inline(always)]
    fn advance(
        &mut self,
        until: usize,
        convert: impl Fn(&[F::Unit], &mut [MaybeUninit<T::Unit>]) -> fast::Progress,
    ) {
        let rest = &self.src[self.done.read..until];
        let progress = convert(rest, &mut self.dst[self.done.written..]);
        self.done.read += progress.read;
        self.done.written += progress.written;
    }

    /// One value, or one malformed sequence. What does not fit the buffer changes
    /// no state: it comes again.
    #[inline(always)]
    fn step(&mut self) -> Result<(), End> {
        let States { mut decoder, mut encoder } = self.states;
        let offset = self.done.read;
        let len = match F::decode(&mut decoder, &self.src[offset..], self.last) {
            Step::Value { value, len } => {
                match T::encode(&mut encoder, value) {
                    Some(encoded) => {
                        self.write(&encoded)?;
                        self.states.encoder = encoder;
                    }
                    None => {
                        self.unmappable(Unmappable { offset, len, code_point: value }, decoder)?
                    }
                }
                len
            }
            Step::Malformed { len, kind } => {
                self.malformed(Malformed { offset, len, kind }, decoder)?;
                len
            }
            Step::Shift { len } => len,
            Step::NeedMore => return Err(End::NeedMore),
        };
        self.states.decoder = decoder;
        self.done.read += len;
        Ok(())
    }

    /// All of `src` is read. If nothing follows, what comes next is another text: no state of this
    /// one is left. Encodings without states have nothing to add.
    #[inline(always)]
    fn finish(&mut self) -> Result<(), End> {
        if size_of::<StatesOf<F, T>>() > 0 && self.last {
            self.write(&T::finish(&mut { self.states.encoder }))?;
            self.states = States::default();
        }
        Ok(())
    }

    #[inline(always)]
    fn write(&mut self, encoded: &Encoded<T::Unit>) -> Result<(), End> {
        let units = encoded.as_slice();
        if !short::put(units, &mut self.dst[self.done.written..]) {
            return Err(End::Stopped(Reason::OutputFull));
        }
        self.done.written += units.len();
        Ok(())
    }

    /// The decoder stands behind the item when it is an error.
    #[cold]
    fn malformed(&mut self, bad: Malformed, decoder: F::State) -> Result<(), End> {
        let units = &self.src[bad.offset..bad.end()];
        match self.policy.malformed(F::FORM, fast::bytes_of(units)) {
            None => {
                self.states.decoder = decoder;
                return Err(End::Stopped(Reason::Malformed(bad)));
            }
            Some(substitute) => {
                let cause = Cause::Malformed(bad.kind);
                self.write_substitute(&substitute, bad.offset, bad.len, cause)?;
            }
        }
        self.done.malformed += 1;
        Ok(())
    }

    /// The decoder stands behind the item when it is an error.
    #[cold]
    fn unmappable(&mut self, item: Unmappable, decoder: F::State) -> Result<(), End> {
        match self.policy.unmappable(item.code_point) {
            None => {
                self.states.decoder = decoder;
                return Err(End::Stopped(Reason::Unmappable(item)));
            }
            Some(substitute) => {
                let cause = Cause::Unmappable(item.code_point);
                self.write_substitute(&substitute, item.offset, item.len, cause)?;
            }
        }
        self.done.unmappable += 1;
        Ok(())
    }

    /// All of it, or nothing, in the place of an item.
    fn write_substitute(
        &mut self,
        substitute: &Substitute,
        offset: usize,
        len: usize,
        cause: Cause,
    ) -> Result<(), End> {
        let mut encoder = self.states.encoder;
        let values = substitute.values().iter();
        let policy = self.policy;
        let units = |&value| encode_substitute::<T>(&mut encoder, value, policy).len;
        if self.dst.len() - self.done.written < values.clone().map(units).sum() {
            return Err(End::Stopped(Reason::OutputFull));
        }
        let output_offset = self.done.written;
        for &value in values {
            let encoded = encode_substitute::<T>(&mut self.states.encoder, value, policy);
            self.write(&encoded)?;
        }
        if O::LISTENS {
            let before = &self.src[offset..][..len];
            let after = &self.dst[output_offset..self.done.written];
            // SAFETY: just written.
            let after = unsafe { assume_init(after) };
            self.observer.changed(offset, before, output_offset, after, cause);
        }
        Ok(())
    }
}

/// Units that are written.
///
/// # Safety
/// They are.
unsafe fn assume_init<U>(units: &[MaybeUninit<U>]) -> &[U] {
    // SAFETY: the two have the same layout, and the units are initialised.
    unsafe { &*(core::ptr::from_ref(units) as *const [U]) }
}

/// The units of a value that `policy`, or the caller under it, has chosen; `?` for what the
/// target cannot hold. A surrogate that it holds only as a byte of UTF-8B is written under that
/// policy alone.
pub(crate) fn encode_substitute<T: Encoding>(
    state: &mut T::State,
    value: u32,
    policy: Policy,
) -> Encoded<T::Unit> {
    let before = *state;
    if let Some(encoded) = T::encode(state, value) {
        return encoded;
    }
    *state = before;
    if policy == Policy::Utf8b
        && UTF8B.contains(&value)
        && let Some(encoded) = T::encode_surrogate(value)
    {
        return encoded;
    }
    T::encode(state, u32::from('?')).unwrap_or_default()
}
