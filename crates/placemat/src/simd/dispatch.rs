//! The only feature detection, and the only way from an operation to a kernel.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use super::aarch64::neon::Neon;
use super::choice::Units;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm32::simd128::Simd128;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use super::x86_64::avx512::Avx512;
#[cfg(target_arch = "x86_64")]
use super::x86_64::{self, avx2::Avx2, sse42::Sse42};
use super::{Simd, choice};
use crate::level::Level;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::output::Output;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering};

/// Something to be done at a level: arguments, and the algorithm that works on
/// them.
pub(crate) trait Operation {
    type Output;

    /// For how many bytes AVX-512 is taken in place of AVX2, where nothing is forced: a line of
    /// [`choice`].
    const AVX512: choice::Lengths;

    /// How many bytes there are to work on.
    fn len(&self) -> usize;

    /// The algorithm over vectors. Implementations are `#[inline(always)]`, so
    /// that they are compiled for the instruction set of the entry point.
    fn with_vectors<S: Simd>(self, token: S) -> Self::Output;

    /// The algorithm for a processor without any.
    fn scalar(self) -> Self::Output;
}

/// Runs `operation` at the level in use.
#[inline]
pub(crate) fn run<O: Operation>(operation: O) -> O::Output {
    let level = level_for(O::AVX512, operation.len());
    // SAFETY: only a level that is available is in use.
    unsafe { operation::at(level, operation) }
}

/// An operation that makes bytes of bytes, and has no other arguments: they stay in registers from the
/// caller to the kernel.
pub(crate) trait Conversion {
    /// The default: nothing is done, as there are no vectors.
    type Output: Default;

    /// As of an [`Operation`].
    const AVX512: choice::Lengths;

    /// The same.
    fn with_vectors<S: Simd>(token: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Self::Output;
}

/// Runs a conversion at the level in use.
#[inline(always)]
pub(crate) fn convert<C: Conversion>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> C::Output {
    let level = level_for(C::AVX512, src.len());
    // SAFETY: only a level that is available is in use.
    unsafe { conversion::at::<C>(level, src, dst) }
}

/// Whether the level in use has vectors.
#[inline]
pub(crate) fn has_vectors() -> bool {
    in_use() != Level::Scalar
}

/// What is done with texts of few units by vectors of which parts are loaded and stored by masks.
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
pub(crate) trait Brief {
    type Output;
    /// The most bytes that a text may have.
    const MOST: usize;
    /// Up to how many bytes all is done or nothing: of a longer text a part may have been. (What mends is not asked.)
    const PART: usize = Self::MOST;

    /// The algorithm for a part. Inlined, as those over other vectors are.
    fn run(s: Avx512, src: &[u8], out: Output<'_>) -> Self::Output;

    /// The same for more. In a function of its own, so that the other one begins sooner.
    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: Output<'_>) -> Self::Output {
        Self::run(s, src, out)
    }
}

/// The same as a value, for tables. It is called without a way round: that would be a tenth of all.
#[derive(Clone, Copy)]
pub(crate) struct BriefKernel<T> {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    most: usize,
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    part: usize,
    /// To be called only where AVX-512 is.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    run: unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> T,
    /// The same of more than a part.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    parts: unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> T,
    #[cfg(not(all(target_arch = "x86_64", feature = "avx512")))]
    never: core::marker::PhantomData<T>,
}

impl<T> BriefKernel<T> {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    pub(crate) const fn of<B: Brief<Output = T>>() -> Self {
        let parts = if B::PART < B::MOST { avx512_parts::<B> } else { avx512_brief::<B> };
        Self { most: B::MOST, part: B::PART, run: avx512_brief::<B>, parts }
    }

    /// Up to how many bytes all is done or nothing; none, where there are no masks.
    #[inline(always)]
    pub(crate) const fn part(self) -> usize {
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        return self.part;
        #[cfg(not(all(target_arch = "x86_64", feature = "avx512")))]
        0
    }

    /// If the level in use has masks, and `src` is brief.
    #[inline(always)]
    pub(crate) fn run(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<T> {
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if src.len() <= self.most && in_use() == Level::Avx512 {
            // SAFETY: the level is in use, so it is available.
            return Some(unsafe { self.call(src, dst) });
        }
        let _ = (src, dst);
        None
    }

    /// The same where the level has been asked for before; what cannot fail. (So the caller keeps nothing for what else
    /// would follow a call.)
    #[inline(always)]
    pub(crate) fn has_run(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if src.len() <= self.most && has_masks() {
            // SAFETY: the level is in use, so it is available.
            unsafe { self.call(src, dst) };
            return true;
        }
        let _ = (src, dst);
        false
    }

    /// All of `src`.
    ///
    /// # Safety
    /// The level with masks is available, and `src` is brief.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    unsafe fn call(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> T {
        if src.len() <= self.part {
            // SAFETY: the level is available.
            unsafe { (self.run)(src, dst) }
        } else {
            // SAFETY: the same.
            unsafe { (self.parts)(src, dst) }
        }
    }
}

/// What the level with masks does, if it is compiled: a path of this crate.
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
macro_rules! masks {
    ($brief:ty) => {
        Some(crate::simd::dispatch::BriefKernel::of::<$brief>())
    };
}
#[cfg(not(all(target_arch = "x86_64", feature = "avx512")))]
macro_rules! masks {
    ($brief:ty) => {
        None
    };
}
pub(crate) use masks;

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn avx512_brief<B: Brief>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> B::Output {
    // SAFETY: this function runs only where the features are.
    B::run(unsafe { Avx512::assume() }, src, Output::new(dst))
}

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn avx512_parts<B: Brief>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> B::Output {
    // SAFETY: this function runs only where the features are.
    B::parts(unsafe { Avx512::assume() }, src, Output::new(dst))
}

/// Part of what a kernel does, in a function of its own, so that each has the registers for itself.
#[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
pub(crate) trait Apart {
    /// What is kept from one call to the next.
    type State;

    /// Converts what `src` begins with, and returns how many bytes of it. Inlined into that function.
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>, state: &mut Self::State) -> usize;
}

/// Converts what `src` begins with in that function, and returns how many bytes of it.
#[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
#[inline(always)]
pub(crate) fn apart<A: Apart>(
    _: Avx512,
    src: &[u8],
    out: &mut Output<'_>,
    state: &mut A::State,
) -> usize {
    out.restore::<Avx512>();
    // SAFETY: where there is a token, there are its features.
    let (read, written) = unsafe { avx512_apart::<A>(src, out.rest(), state) };
    // SAFETY: so much is written, by an output over the rest.
    unsafe { out.count(written) };
    read
}

/// How many bytes are read and written. `out` is not handed in: a loop can keep nothing in registers of what somebody else has
/// the address of.
#[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
)]
fn avx512_apart<A: Apart>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    state: &mut A::State,
) -> (usize, usize) {
    let start = dst.as_ptr();
    let mut out = Output::new(dst);
    // SAFETY: this function runs only where the features are.
    let read = A::run(unsafe { Avx512::assume() }, src, &mut out, state);
    out.restore::<Avx512>();
    assert!(out.begins_at(start.cast()), "it is the same output still");
    (read, out.written())
}

/// [`current`], or what a unit test has chosen.
#[inline]
fn in_use() -> Level {
    #[cfg(test)]
    if let Some(level) = testing::chosen() {
        return level;
    }
    current()
}

/// Whether that has masks, if anybody has asked for it before. Nothing is called for it.
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
#[inline(always)]
fn has_masks() -> bool {
    #[cfg(test)]
    if let Some(level) = testing::chosen() {
        return level == Level::Avx512;
    }
    matches!(CURRENT.load(Ordering::Relaxed), AVX512 | EACH_BY_HALVES..=EACH_WHOLE)
}

/// Whether anybody has asked for the level in use before.
#[inline(always)]
pub(crate) fn is_known() -> bool {
    cfg!(placemat_one_level) || CURRENT.load(Ordering::Relaxed) != 0
}

/// The level in use, or what a unit test has chosen; where each operation has its own, the one for
/// so many bytes. All are available.
#[inline(always)]
fn level_for(avx512: choice::Lengths, bytes: usize) -> Level {
    #[cfg(test)]
    if let Some(level) = testing::chosen() {
        return level;
    }
    // Only there is it ever so: elsewhere the compiler leaves the question out.
    if cfg!(target_arch = "x86_64") {
        let is_wide = match CURRENT.load(Ordering::Relaxed) {
            EACH_BY_HALVES => avx512.has(bytes, Units::Halves),
            EACH_WHOLE => avx512.has(bytes, Units::Whole),
            EACH_TWO_FOR_THREE => avx512.has(bytes, Units::TwoForThree),
            _ => true,
        };
        if !is_wide {
            return Level::Avx2;
        }
    }
    current()
}

/// The same for an operation on so many `units`; few are done without vectors,
/// for which a call costs more.
#[inline]
pub(crate) fn run_unless_few<O: Operation>(operation: O, units: usize) -> O::Output {
    if units <= FEW { operation.scalar() } else { run(operation) }
}

/// How many units are few.
const FEW: usize = 8;

/// The entry points of one shape, a function for each instruction set, and the choice among them.
macro_rules! entry_points {
    (
        mod $room:ident, <$T:ident: $Bound:ident>, ($($argument:ident: $type:ty),+),
        |$token:ident| $with_vectors:expr, $scalar:expr
    ) => {
        mod $room {
            use super::*;

            /// What it is at `level`.
            ///
            /// # Safety
            /// The level is available. (Not even debug builds ask again: CPUID takes
            /// microseconds on a virtual machine.)
            #[inline(always)]
            pub(crate) unsafe fn at<$T: $Bound>(level: Level, $($argument: $type),+) -> $T::Output {
                match level {
                    Level::Scalar => $scalar,
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: the level is available.
                    Level::Sse42 => unsafe { sse42::<$T>($($argument),+) },
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: the level is available.
                    Level::Avx2 => unsafe { avx2::<$T>($($argument),+) },
                    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
                    // SAFETY: the level is available.
                    Level::Avx512 => unsafe { avx512::<$T>($($argument),+) },
                    #[cfg(all(
                        target_arch = "aarch64",
                        target_feature = "neon",
                        target_endian = "little"
                    ))]
                    // SAFETY: the level is available.
                    Level::Neon => unsafe { neon::<$T>($($argument),+) },
                    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                    Level::Simd128 => {
                        let $token = Simd128;
                        $with_vectors
                    }
                    // Levels of other processors.
                    _ => $scalar,
                }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "sse4.2,popcnt")]
            fn sse42<$T: $Bound>($($argument: $type),+) -> $T::Output {
                // SAFETY: this function runs only where the features are.
                let $token = unsafe { Sse42::assume() };
                $with_vectors
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2<$T: $Bound>($($argument: $type),+) -> $T::Output {
                // SAFETY: this function runs only where the features are.
                let $token = unsafe { Avx2::assume() };
                $with_vectors
            }

            #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt"
            )]
            fn avx512<$T: $Bound>($($argument: $type),+) -> $T::Output {
                // SAFETY: this function runs only where the features are.
                let $token = unsafe { Avx512::assume() };
                $with_vectors
            }

            #[cfg(all(
                target_arch = "aarch64",
                target_feature = "neon",
                target_endian = "little"
            ))]
            #[target_feature(enable = "neon")]
            fn neon<$T: $Bound>($($argument: $type),+) -> $T::Output {
                // SAFETY: this function runs only where the features are.
                let $token = unsafe { Neon::assume() };
                $with_vectors
            }
        }
    };
}

entry_points!(
    mod operation, <O: Operation>, (operation: O),
    |token| operation.with_vectors(token), operation.scalar()
);

entry_points!(
    mod conversion, <C: Conversion>, (src: &[u8], dst: &mut [MaybeUninit<u8>]),
    |token| C::with_vectors(token, src, dst), {
        let _ = (src, dst);
        C::Output::default()
    }
);

#[cfg(test)]
pub(crate) use {conversion::at as convert_at, operation::at as run_at};

/// The level in use, as a number; 0 before the first question. It only ever
/// holds a level that is available.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The level in use.
#[inline]
pub(crate) fn current() -> Level {
    if cfg!(placemat_one_level) {
        // What the target has anyway. The compiler leaves the code of other levels out.
        return if is_available(Level::Simd128) { Level::Simd128 } else { Level::Scalar };
    }
    // Compared, not looked up: this is most of the cost of a text of a few bytes.
    match CURRENT.load(Ordering::Relaxed) {
        AVX512 | EACH_BY_HALVES..=EACH_WHOLE => Level::Avx512,
        AVX2 => Level::Avx2,
        SSE42 => Level::Sse42,
        NEON => Level::Neon,
        SIMD128 => Level::Simd128,
        SCALAR => Level::Scalar,
        _ => detect(),
    }
}

const SCALAR: u8 = Level::Scalar as u8;
const SSE42: u8 = Level::Sse42 as u8;
const AVX2: u8 = Level::Avx2 as u8;
const AVX512: u8 = Level::Avx512 as u8;
const NEON: u8 = Level::Neon as u8;
const SIMD128: u8 = Level::Simd128 as u8;
/// AVX2 and AVX-512 are available, and each operation takes the one that is faster for it, by how the processor
/// works on vectors of 64 bytes.
const EACH_BY_HALVES: u8 = u8::MAX - 2;
const EACH_TWO_FOR_THREE: u8 = u8::MAX - 1;
const EACH_WHOLE: u8 = u8::MAX;

#[cold]
fn detect() -> Level {
    // A level that another thread has forced meanwhile stays.
    let _ = CURRENT.compare_exchange(0, best(), Ordering::Relaxed, Ordering::Relaxed);
    current()
}

/// Makes `level` the level in use.
///
/// # Panics
/// If it is not available: [`run`] relies on that.
pub(crate) fn set_current(level: Level) {
    assert!(is_available(level), "this processor does not have {level}");
    CURRENT.store(level as u8, Ordering::Relaxed);
}

/// Goes back to the levels of this processor that are used unless one is forced.
pub(crate) fn reset() {
    CURRENT.store(best(), Ordering::Relaxed);
}

/// What is used unless a level is forced, as a number.
fn best() -> u8 {
    let best = Level::all().iter().copied().rev().find(|&level| is_available(level));
    match best.unwrap_or(Level::Scalar) {
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        Level::Avx512 => match x86_64::detect::units() {
            Units::Halves => EACH_BY_HALVES,
            Units::Whole => EACH_WHOLE,
            Units::TwoForThree => EACH_TWO_FOR_THREE,
        },
        level => level as u8,
    }
}

/// Whether this processor, and its operating system, can run `level`.
pub(crate) fn is_available(level: Level) -> bool {
    match level {
        Level::Scalar => true,
        #[cfg(target_arch = "x86_64")]
        Level::Sse42 => x86_64::detect::has_sse42(),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86_64::detect::has_avx2(),
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        Level::Avx512 => x86_64::detect::has_avx512(),
        Level::Neon => {
            cfg!(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))
        }
        Level::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
        #[cfg(not(target_arch = "x86_64"))]
        Level::Sse42 | Level::Avx2 => false,
        #[cfg(not(all(target_arch = "x86_64", feature = "avx512")))]
        Level::Avx512 => false,
    }
}

/// Levels for the tests of one thread.
#[cfg(test)]
pub(crate) mod testing {
    use super::Level;
    use crate::common::levels::is_left_out;
    use crate::level;
    use core::cell::Cell;

    std::thread_local! {
        static CHOSEN: Cell<Option<Level>> = const { Cell::new(None) };
    }

    pub(crate) fn chosen() -> Option<Level> {
        CHOSEN.get()
    }

    /// Calls `f` once for every level, which [`run`](super::run) uses meanwhile,
    /// in this thread only.
    pub(crate) fn at_every_level(mut f: impl FnMut(Level)) {
        for level in level::available().filter(|&level| !is_left_out(level)) {
            CHOSEN.set(Some(level));
            f(level);
        }
        CHOSEN.set(None);
    }
}
