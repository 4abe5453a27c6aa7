//! The engine: what is decided, and no bytes. Its loop:
//!
//! ```text
//! loop:
//!     kernel    converts a prefix it surely understands
//!     step      the codec decodes ONE value, or names ONE malformed sequence
//!     policy    decides what a malformed or unmappable item becomes
//! ```
//!
//! Kernels are optional: without the rows of [`table`] every result is the same, only later.
//! [`Policy::settle`] is the one place where something becomes of an item.

mod begin;
#[cfg(feature = "alloc")]
pub(crate) mod caller;
pub(crate) mod pair;
mod pivot;
pub(crate) mod short;
pub(crate) mod stream;
pub(crate) mod table;

use crate::bytes::{bytes_of, bytes_of_mut};
use crate::change::Cause;
use crate::encoding::{Encoded, Encoding, Step, Unit};
use crate::error::{Done, Malformed, Reason, Stopped, Unmappable};
use crate::observer::{Nobody, Observer};
use crate::policy::{Policy, Substitute, UTF8B};
use crate::transcode::mend::Mending;
use crate::transcode::{Converted, short::put};
use begin::{Begun, by_kernel, pair_of};
use core::mem::MaybeUninit;
use pair::Pair;
use table::{LONGEST_STRETCH, STRETCH};

/// How a run of the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of the source is converted.
    Finished,
    /// What is left, if anything follows, may become well-formed: only when the
    /// source goes on.
    NeedMore,
    /// There is no room for the next item.
    Full,
    /// The policy has no answer to it.
    Item(Item),
}

/// What does not stand in the target as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Where it begins, in units of the source.
    pub(crate) offset: usize,
    pub(crate) len: usize,
    pub(crate) cause: Cause,
}

impl Item {
    pub(crate) const fn reason(&self) -> Reason {
        let (offset, len) = (self.offset, self.len);
        match self.cause {
            Cause::Malformed(kind) => Reason::Malformed(Malformed { offset, len, kind }),
            Cause::Unmappable(code_point) => {
                Reason::Unmappable(Unmappable { offset, len, code_point })
            }
        }
    }
}

/// What the codecs know of the text before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct States<F, T> {
    pub(crate) decoder: F,
    pub(crate) encoder: T,
}

pub(crate) type StatesOf<F, T> = States<<F as Encoding>::State, <T as Encoding>::State>;

impl<F, T> States<F, T> {
    pub(crate) const fn new(decoder: F, encoder: T) -> Self {
        Self { decoder, encoder }
    }
}

/// Converts `src` into `dst`, after text that has left `states`; behind an item that the policy
/// leaves, they are those behind it. `last` says that nothing follows `src`: behind
/// [`End::Finished`] they are those of the start of a text then. Nothing behind the units written
/// is touched.
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
#[inline(always)]
pub(crate) fn convert_observed<F: Encoding, T: Encoding, O: Observer<F, T>>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    observer: &mut O,
) -> (Done, End) {
    let begun = begin::first::<F, T, O>(states, src, dst, policy, last);
    let begun = begin::go_on::<F, T, O>(states, src, dst, policy, last, begun);
    // Nearly always that is all: it is asked before anything else is made ready.
    if begun.is_all::<F, T>(states, src.len()) {
        return (begun.done(), End::Finished);
    }
    convert_rest::<F, T, O>(states, src, dst, policy, last, observer, begun)
}

/// What is left behind what has `begun`.
#[inline(never)]
fn convert_rest<F: Encoding, T: Encoding, O: Observer<F, T>>(
    states: &mut StatesOf<F, T>,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    observer: &mut O,
    begun: Begun,
) -> (Done, End) {
    let done = begun.done();
    let mut run = Run::<F, T, _> { states, behind: None, src, dst, policy, last, observer, done };
    let end = run.run();
    if let End::Item(_) = end {
        run.pass_item();
    }
    (run.done, end)
}

/// A prefix of `src`, strictly: it stops before what is malformed or unmappable, and before what
/// does not fit.
pub(crate) fn convert_prefix<F: Encoding, T: Encoding>(
    decoder: &mut F::State,
    encoder: &mut T::State,
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Converted {
    let mut states = States::new(*decoder, *encoder);
    let progress = by_kernel::<F, T>(&mut states, src, dst);
    let done = Done { read: progress.read, written: progress.written, ..Done::default() };
    let (policy, last) = (Policy::Strict, false);
    let (states, observer) = (&mut states, &mut Nobody);
    let mut run = Run::<F, T, _> { states, behind: None, src, dst, policy, last, observer, done };
    run.run();
    (*decoder, *encoder) = (run.states.decoder, run.states.encoder);
    Converted { read: run.done.read, written: run.done.written }
}

/// The same for a source that is whole.
#[inline(always)]
pub(crate) fn convert_whole<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
) -> Result<Done, Stopped> {
    short::ask_level::<F, T>();
    let mut states = States::default();
    let begun = if begin::is_record::<F, T>(&mut states, src, policy) {
        Begun::of::<F, T>(begin::first_of_record::<F, T>(src, dst))
    } else {
        // Nearly always the kernel does all: it is called from where the caller is.
        begin::first::<F, T, Nobody>(&mut states, src, dst, policy, true)
    };
    if begun.is_all::<F, T>(&states, src.len()) {
        return Ok(begun.done());
    }
    convert_whole_rest::<F, T>(src, dst, policy, begun)
}

/// What is left behind what has `begun`. (Never inlined: the caller needs its registers.)
#[inline(never)]
fn convert_whole_rest<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    policy: Policy,
    begun: Begun,
) -> Result<Done, Stopped> {
    let (states, observer) = (&mut States::default(), &mut Nobody);
    let begun = begin::go_on::<F, T, Nobody>(states, src, dst, policy, true, begun);
    if begun.is_all::<F, T>(states, src.len()) {
        return Ok(begun.done());
    }
    let (done, end) = convert_rest::<F, T, _>(states, src, dst, policy, true, observer, begun);
    if end == End::Finished { Ok(done) } else { Err(stopped(done, end)) }
}

#[cold]
fn stopped(done: Done, end: End) -> Stopped {
    let reason = match end {
        End::Full => Reason::OutputFull,
        End::Item(item) => item.reason(),
        End::Finished | End::NeedMore => unreachable!("nothing follows the source: {end:?}"),
    };
    Stopped::new(done, reason)
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
    let Converted { read, written } =
        Pair::of::<F, T>().convert_trusted(bytes_of(src), bytes_of_mut(dst));
    let (read, written) = (read / size_of::<F::Unit>(), written / size_of::<T::Unit>());
    let done = convert_whole::<F, T>(&src[read..], &mut dst[written..], Policy::Strict)?;
    Ok(written + done.written)
}

/// The number of units of `T` that `src` becomes, if it is known at once: when
/// all of it is well-formed, and `T` can hold it.
pub(crate) fn known_len<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    Some(Pair::of::<F, T>().len(bytes_of(src))? / size_of::<T::Unit>())
}

/// How many units of `T` `src` is likely to become. `None` for what has no kernel.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn likely_units<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    Some(Pair::of::<F, T>().likely_bytes(bytes_of(src))? / size_of::<T::Unit>())
}

/// The most units of `T` that `src` can become, if nothing in it is replaced: to
/// know better is not worth a pass. `None` for what has no kernel.
#[cfg(feature = "alloc")]
pub(crate) fn most_units<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    Some(Pair::of::<F, T>().most_bytes(size_of_val(src))? / size_of::<T::Unit>())
}

struct Run<'a, F: Encoding, T: Encoding, O> {
    states: &'a mut StatesOf<F, T>,
    /// The state of the decoder behind the item that the last step has found, if it has one.
    behind: Option<F::State>,
    src: &'a [F::Unit],
    dst: &'a mut [MaybeUninit<T::Unit>],
    policy: Policy,
    last: bool,
    observer: &'a mut O,
    done: Done,
}

impl<F: Encoding, T: Encoding, O: Observer<F, T>> Run<'_, F, T, O> {
    /// The kernel has been asked, and has come from `start` as far as is done.
    fn run(&mut self) -> End {
        let pair = pair_of::<F, T>(self.states);
        let by_pivot = pair.row().is_none() && F::chosen(&mut self.states.decoder).is_some();
        let mut pivot_room = usize::MAX;
        // Where there is no kernel, all is little.
        let dirty = pair.row().map_or(usize::MAX, |row| row.dirty_units);
        let (mut start, mut stretch) = (0, STRETCH);
        // Each turn reads something, or is the last: a step reads, or ends the run.
        loop {
            if by_pivot {
                self.pivot(self.src.len(), &mut pivot_room);
            } else if self.left() > dirty && self.is_at_start() {
                self.mend(pair);
            }
            let is_stuck = self.done.read - start < stretch;
            let left = self.left();
            let stop = match left {
                // The pivot stops only where something is odd.
                _ if by_pivot => left.min(1),
                // What is apart may be alone: the kernel goes on right behind it.
                _ if pair.is_borrowed() && !is_stuck && left > dirty => 1,
                _ if left <= dirty => left,
                _ => left.min(stretch),
            };
            let until = self.done.read + stop;
            stretch = if is_stuck { LONGEST_STRETCH.min(2 * stretch) } else { STRETCH };
            if is_stuck && pair.is_borrowed() {
                // Many that are apart: in blocks they take less than one by one.
                self.pivot(until, &mut pivot_room);
            }
            // Relatives must be searched first: that pays in short texts.
            let few = until == self.src.len() || !pair.is_borrowed();
            while self.done.read < until {
                if few && self.is_at_start() {
                    self.few(pair, until);
                }
                if self.done.read < until
                    && let Err(end) = self.step()
                {
                    return end;
                }
            }
            if self.left() == 0 {
                return self.finish();
            }
            start = self.done.read;
            let (src, dst) = (&self.src[start..], &mut self.dst[self.done.written..]);
            let Converted { read, written } = by_kernel::<F, T>(self.states, src, dst);
            self.done.read += read;
            self.done.written += written;
        }
    }

    /// The units before `until`, as far as the codecs of both come in blocks, if they were chosen.
    fn pivot(&mut self, until: usize, room: &mut usize) {
        let States { decoder, encoder } = &mut *self.states;
        let (Some(from), Some(to)) = (F::chosen(decoder), T::chosen(encoder)) else { return };
        let rest = bytes_of(&self.src[self.done.read..until]);
        let dst = bytes_of_mut(&mut self.dst[self.done.written..]);
        let Converted { read, written } = pivot::convert(from, to, rest, dst, room);
        self.done.read += read;
        self.done.written += written;
    }

    /// How many units are not read.
    #[inline(always)]
    fn left(&self) -> usize {
        self.src.len() - self.done.read
    }

    /// The units before `until`, without a kernel, as far as they are in order.
    #[inline(always)]
    fn few(&mut self, pair: Pair, until: usize) {
        let rest = bytes_of(&self.src[self.done.read..until]);
        let dst = bytes_of_mut(&mut self.dst[self.done.written..]);
        let Converted { read, written } = pair.convert_few(rest, dst);
        self.done.read += read / size_of::<F::Unit>();
        self.done.written += written / size_of::<T::Unit>();
    }

    /// As far as malformed text can be dealt with by a kernel that has the answers of the policy as
    /// a table.
    #[inline(always)]
    fn mend(&mut self, pair: Pair) {
        let Some((row, mend)) = pair.mend().filter(|_| self.policy != Policy::Strict) else {
            return;
        };
        let Self { src, last, policy, done: before, .. } = *self;
        let observer = &mut *self.observer;
        let mut tell = |bad: Malformed, output_offset: usize, after: &[u8]| {
            let output_offset = before.written + output_offset;
            let after = T::Unit::of_bytes(after).unwrap_or_default();
            let cause = Cause::Malformed(bad.kind);
            observer.changed(bad.offset, &src[bad.offset..bad.end()], output_offset, after, cause);
        };
        let mended = mend(
            row,
            Mending {
                src: bytes_of(src),
                at: before.read * size_of::<F::Unit>(),
                last,
                dst: bytes_of_mut(&mut self.dst[before.written..]),
                policy,
                told: if O::LISTENS { Some(&mut tell) } else { None },
            },
        );
        self.done.read = mended.read / size_of::<F::Unit>();
        self.done.written += mended.written / size_of::<T::Unit>();
        self.done.malformed += mended.malformed;
    }

    /// One value, or one item that the policy has an answer to. What does not fit the buffer changes
    /// nothing: it comes again.
    #[inline(always)]
    fn step(&mut self) -> Result<(), End> {
        let before = kept(self.is_stateless(), self.states);
        let offset = self.done.read;
        let States { decoder, encoder } = &mut *self.states;
        let (len, cause) = match F::decode(decoder, &self.src[offset..], self.last) {
            Step::Value { value, len } => match T::encode(encoder, value) {
                Some(encoded) if self.write(&encoded) => {
                    self.done.read += len;
                    return Ok(());
                }
                Some(_) => {
                    self.step_back(before);
                    return Err(End::Full);
                }
                None => (len, Cause::Unmappable(value)),
            },
            Step::Malformed { len, kind } => (len, Cause::Malformed(kind)),
            Step::Shift { len } => {
                self.done.read += len;
                return Ok(());
            }
            Step::NeedMore => {
                self.step_back(before);
                return Err(End::NeedMore);
            }
        };
        self.step_back(before);
        self.settle(&Item { offset, len, cause })
    }

    /// The codecs stand as before the last step.
    #[inline(always)]
    fn step_back(&mut self, before: Option<StatesOf<F, T>>) {
        if let Some(before) = before {
            self.behind = Some(self.states.decoder);
            *self.states = before;
        }
    }

    /// The decoder stands behind the item that the last step has found.
    fn pass_item(&mut self) {
        if let Some(behind) = self.behind.take() {
            self.states.decoder = behind;
        }
    }

    #[inline(always)]
    fn is_at_start(&self) -> bool {
        F::is_at_start(&self.states.decoder) && T::is_at_start(&self.states.encoder)
    }

    #[inline(always)]
    fn is_stateless(&self) -> bool {
        F::is_stateless(&self.states.decoder) && T::is_stateless(&self.states.encoder)
    }

    /// All of `src` is read. If nothing follows, what comes next is another text: no state of this
    /// one is left. Encodings without states have nothing to add.
    #[inline(always)]
    fn finish(&mut self) -> End {
        if !self.last || self.is_stateless() {
            return End::Finished;
        }
        if !self.write(&T::finish(&mut { self.states.encoder })) {
            return End::Full;
        }
        F::restart(&mut self.states.decoder);
        T::restart(&mut self.states.encoder);
        End::Finished
    }

    /// All of it, or nothing; whether there was room.
    #[inline(always)]
    fn write(&mut self, encoded: &Encoded<T::Unit>) -> bool {
        let units = encoded.as_slice();
        let has_room = put(units, &mut self.dst[self.done.written..]);
        self.done.written += if has_room { units.len() } else { 0 };
        has_room
    }

    /// What the policy makes of an item, all of it or nothing; or the run ends.
    #[cold]
    fn settle(&mut self, item: &Item) -> Result<(), End> {
        let (src, policy, output_offset) = (self.src, self.policy, self.done.written);
        let units = &src[item.offset..][..item.len];
        let form = F::chosen(&mut self.states.decoder).map_or(F::FORM, |from| from.form());
        // What is written, once more for the observer.
        let mut after = O::LISTENS.then_some([T::Unit::default(); SUBSTITUTE]);
        let write = |substitute: &Substitute| self.write_substitute(substitute, &mut after);
        if !policy.settle_of(form, item.cause, bytes_of(units), write)? {
            return Err(End::Item(*item));
        }
        match item.cause {
            Cause::Malformed(_) => self.done.malformed += 1,
            Cause::Unmappable(_) => self.done.unmappable += 1,
        }
        self.pass_item();
        self.done.read += item.len;
        if let Some(after) = after {
            let after = &after[..self.done.written - output_offset];
            self.observer.changed(item.offset, units, output_offset, after, item.cause);
        }
        Ok(())
    }

    /// All of it, or nothing; and once more into `after`, if the observer listens.
    fn write_substitute(
        &mut self,
        substitute: &Substitute,
        after: &mut Option<[T::Unit; SUBSTITUTE]>,
    ) -> Result<(), End> {
        let (policy, values) = (self.policy, substitute.values());
        // One value is written whole or not at all.
        if values.len() > 1 {
            let mut encoder = self.states.encoder;
            let units = values.iter().map(|&v| encode_substitute::<T>(&mut encoder, v, policy).len);
            if self.dst.len() - self.done.written < units.sum() {
                return Err(End::Full);
            }
        }
        let start = self.done.written;
        for &value in values {
            let encoder = &mut self.states.encoder;
            let before = kept(T::is_stateless(encoder), encoder);
            let encoded = encode_substitute::<T>(encoder, value, policy);
            if let Some(after) = after {
                let units = encoded.as_slice();
                after[self.done.written - start..][..units.len()].copy_from_slice(units);
            }
            if !self.write(&encoded) {
                if let Some(before) = before {
                    self.states.encoder = before;
                }
                return Err(End::Full);
            }
        }
        Ok(())
    }
}

/// A copy of a state, to be put back; none where no call changes it. (A branch: states that are
/// chosen at run time are large.)
#[inline(always)]
fn kept<S: Copy>(is_stateless: bool, state: &S) -> Option<S> {
    if is_stateless { None } else { Some(*state) }
}

/// How many units a substitute has at most: 24 values of eight.
const SUBSTITUTE: usize = 24 * 8;

/// The units of a value that `policy`, or the caller under it, has chosen; `?` for what the
/// target cannot hold. A surrogate that it holds only as a byte of UTF-8B is written under that
/// policy alone.
pub(crate) fn encode_substitute<T: Encoding>(
    state: &mut T::State,
    value: u32,
    policy: Policy,
) -> Encoded<T::Unit> {
    let before = kept(T::is_stateless(state), state);
    if let Some(encoded) = T::encode(state, value) {
        return encoded;
    }
    if let Some(before) = before {
        *state = before;
    }
    if policy == Policy::Utf8b
        && UTF8B.contains(&value)
        && let Some(encoded) = T::encode_surrogate(state, value)
    {
        return encoded;
    }
    T::encode(state, u32::from('?')).unwrap_or_default()
}
