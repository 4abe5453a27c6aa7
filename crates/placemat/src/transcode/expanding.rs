//! Conversions in which a unit becomes one or more: the loop that they share.
//!
//! Whole windows are converted straight into the output, as long as it has room
//! for them and for the overshoot of vector stores. The rest, which is short, is
//! converted by masks, where there are any, and else into a buffer on the stack and
//! copied: an output of exactly the right size is enough.

use super::Converted;
use crate::output::{Output, SLACK};
use crate::simd::{
    Simd, choice,
    dispatch::{BriefKernel, Conversion},
};
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::{Vector, x86_64::avx512::Avx512};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The vectors of a window.
pub(crate) const WINDOW: usize = 4;

/// What is special to one conversion.
pub(crate) trait Expanding: Copy + Default {
    /// See [`choice`].
    const AVX512: choice::Lengths;
    /// Bytes of a unit of the source.
    const SOURCE: usize;
    /// Bytes of a unit of the target.
    const TARGET: usize;
    /// Whether a unit may only mean something together with the one before it.
    /// It is converted with the last of its sequence.
    const LOOKS_BACK: bool;
    /// How many vectors of the tail are converted at a time.
    const TAIL: usize;
    /// What converts few units by masks.
    const BRIEF: Option<BriefKernel<Option<usize>>>;

    /// Converts N vectors, WINDOW or TAIL, all or nothing; `false`: nothing,
    /// because they are not all right or because there is no room. `before` gives
    /// the same vectors one unit earlier, if the conversion looks back.
    ///
    /// Where it goes straight to the output, that is at least as much as a store
    /// writes behind it: a vector, or half of one with masks and N = 1. At most
    /// twice the size of the source.
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool;

    /// Converts what follows windows in which unit became unit, from `at` on, as long as that goes on, and returns
    /// where that ends. Where there is no such loop, nothing is to be left of this one, either: by a slice from `at` on,
    /// which may be a panic, UTF-32 to UTF-8 took 1.1 times as long.
    #[inline(always)]
    fn plain<S: Simd>(self, _s: S, _src: &[u8], at: usize, _out: &mut Output<'_>) -> usize {
        at
    }

    /// Whether AVX-512 has an algorithm of its own: [`one_by_one`](Self::one_by_one).
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    const ONE_BY_ONE: bool = false;

    /// Converts vectors, all by themselves, from `at` on, and returns where that ends. If the conversion looks back, `at` is
    /// not 0.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    fn one_by_one(self, _s: Avx512, _src: &[u8], at: usize, _out: &mut Output<'_>) -> usize {
        at
    }

    /// Whether `unit`, in the byte order of memory, is the beginning of a
    /// sequence that it does not end.
    fn begins(self, _unit: &[u8]) -> bool {
        false
    }
}

/// The conversion of a prefix.
pub(crate) struct ConvertExpanding<K>(PhantomData<K>);

/// How many vectors the tail has at most, and with them the buffer.
const TAIL_VECTORS: usize = 2 * WINDOW;
/// Twice as many vectors, and the slack.
const BUFFER: usize = 2 * TAIL_VECTORS * 64 + SLACK;

impl<K: Expanding> Conversion for ConvertExpanding<K> {
    type Output = Converted;
    const AVX512: choice::Lengths = K::AVX512;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let kernel = K::default();
        let src = &src[..src.len() / K::SOURCE * K::SOURCE];
        let mut done = windows(s, kernel, src, dst);
        if S::MASKS
            && let Some(brief) = K::BRIEF
        {
            done = by_masks(kernel, brief, src, dst, done);
        }
        let mut done = tail(s, kernel, src, dst, done);
        done.read = boundary(kernel, src, done.read);
        done
    }
}

/// `at`, or the start of a sequence that is cut there.
#[inline(always)]
fn boundary<K: Expanding>(kernel: K, src: &[u8], at: usize) -> usize {
    let is_cut = K::LOOKS_BACK && at > 0 && kernel.begins(&src[at - K::SOURCE..at]);
    if is_cut { at - K::SOURCE } else { at }
}

/// Whole windows.
#[inline(always)]
fn windows<S: Simd, K: Expanding>(
    s: S,
    kernel: K,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Converted {
    let mut out = Output::new(dst);
    let first = WINDOW * S::LANES;
    // A shorter text takes a tenth longer than by windows.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if K::ONE_BY_ONE
        && src.len() >= LONG * first
        && let Some(s) = s.avx512()
    {
        return one_by_one(s, kernel, src, out);
    }
    let mut at = 0;
    let mut was_plain = false;
    while whole::<S, K, WINDOW>(s, kernel, src, at, &mut out) {
        at += WINDOW * S::LANES;
        if at == first && src.len() >= LONG * at {
            at -= align::<S, K>(src, at, &mut out);
        }
        if was_plain && out.is_exact() {
            at = kernel.plain(s, src, at, &mut out);
        }
        was_plain = out.is_exact();
    }
    if at > 0 && at < first {
        out.restore::<S>();
        out.undo_take_back();
        at = first;
    }
    if S::MASKS && K::TAIL == 1 {
        while whole::<S, K, 1>(s, kernel, src, at, &mut out) {
            at += S::LANES;
        }
    }
    out.restore::<S>();
    Converted { read: at, written: out.written() }
}

/// The same of a long text, where vectors are converted by themselves.
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
#[inline(always)]
fn one_by_one<K: Expanding>(s: Avx512, kernel: K, src: &[u8], mut out: Output<'_>) -> Converted {
    let mut at = 0;
    if !K::LOOKS_BACK {
        at = kernel.one_by_one(s, src, 0, &mut out);
    } else if whole::<Avx512, K, 1>(s, kernel, src, at, &mut out) {
        at = Avx512::LANES;
        at -= align::<Avx512, K>(src, at, &mut out);
        at = kernel.one_by_one(s, src, at, &mut out);
        if at < Avx512::LANES {
            out.undo_take_back();
            at = Avx512::LANES;
        }
    }
    out.restore::<Avx512>();
    Converted { read: at, written: out.written() }
}

/// N vectors from `at` on, if there are so many.
#[inline(always)]
fn whole<S: Simd, K: Expanding, const N: usize>(
    s: S,
    kernel: K,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> bool {
    let Some(window) = src[at..].get(..N * S::LANES) else { return false };
    let mut v = [s.splat(0); N];
    for (i, v) in v.iter_mut().enumerate() {
        *v = s.load(window, i * S::LANES);
    }
    convert_at::<S, K, N>(
        s,
        kernel,
        v,
        at,
        #[inline(always)]
        |at| s.load(src, at),
        out,
    )
}

/// Converts N vectors that were loaded from `at` on; `load` gives those before them.
#[inline(always)]
fn convert_at<S: Simd, K: Expanding, const N: usize>(
    s: S,
    kernel: K,
    v: [S::V; N],
    at: usize,
    load: impl Fn(usize) -> S::V,
    out: &mut Output<'_>,
) -> bool {
    kernel.convert::<S, N>(
        s,
        v,
        #[inline(always)]
        |i| match at + i * S::LANES {
            0 => shift_up::<S, K>(s, v[0]),
            at => load(at - K::SOURCE),
        },
        out,
    )
}

/// From how many windows on it pays to align vectors.
const LONG: usize = 8;

/// What follows the windows, by masks: without a buffer, and without a branch for how much it is.
#[inline(always)]
fn by_masks<K: Expanding>(
    kernel: K,
    brief: BriefKernel<Option<usize>>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Converted,
) -> Converted {
    let Converted { mut read, mut written } = done;
    loop {
        let start = boundary(kernel, src, read);
        let end = boundary(kernel, src, src.len().min(start + brief.part()));
        // Behind the last one there may be a sequence that is cut.
        if end <= read {
            break;
        }
        let Some(Some(more)) = brief.run(&src[start..end], &mut dst[written..]) else { break };
        (read, written) = (end, written + more);
    }
    Converted { read, written }
}

/// If unit has become unit so far, goes back to the last place where a vector begins in the longer of
/// source and target, and returns how many bytes of the source that is: vectors loaded or stored from there on
/// lie in no two cache lines. (A source that is loaded by less than lines is .91 times as fast then.)
#[inline(always)]
fn align<S: Simd, K: Expanding>(src: &[u8], read: usize, out: &mut Output<'_>) -> usize {
    if out.written() * K::SOURCE != read * K::TARGET {
        return 0;
    }
    if K::SOURCE < K::TARGET {
        return out.back_to_aligned::<S>(K::TARGET, S::LANES / K::TARGET) * K::SOURCE;
    }
    if S::LANES < 64 {
        return 0;
    }
    let units = src[read..].as_ptr().addr() % S::LANES / K::SOURCE;
    out.restore::<S>();
    out.take_back(units * K::TARGET);
    units * K::SOURCE
}

/// What follows the windows, a few vectors, through a buffer.
#[inline(always)]
fn tail<S: Simd, K: Expanding>(
    s: S,
    kernel: K,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Converted,
) -> Converted {
    let Converted { mut read, written } = done;
    if read == src.len() {
        return done;
    }
    let mut dst = Output::new(&mut dst[written..]);
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    let mut out = Output::new(&mut buffer);
    let mut len = 0;
    for _ in 0..TAIL_VECTORS / K::TAIL {
        let rest = &src[read..];
        if rest.is_empty() {
            break;
        }
        let converted = if K::TAIL == 1 {
            few::<S, K, 1>(s, kernel, src, read, &mut out)
        } else {
            few::<S, K, WINDOW>(s, kernel, src, read, &mut out)
        };
        if !converted {
            break;
        }
        let units = rest.len().min(K::TAIL * S::LANES) / K::SOURCE;
        // What the vectors have behind the text are zeros, one unit each.
        let zeros = K::TAIL * S::LANES / K::SOURCE - units;
        let end = out.written() - zeros * K::TARGET;
        if end > dst.room() {
            break;
        }
        len = end;
        read += units * K::SOURCE;
    }
    dst.write_short(s, &out.written_from(0)[..len]);
    Converted { read, written: written + dst.written() }
}

/// N vectors from `at` on, of which some may be behind the text.
#[inline(always)]
fn few<S: Simd, K: Expanding, const N: usize>(
    s: S,
    kernel: K,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> bool {
    let mut v = [s.splat(0); N];
    for (i, v) in v.iter_mut().enumerate() {
        *v = s.load_to_end(src, at + i * S::LANES);
    }
    convert_at::<S, K, N>(
        s,
        kernel,
        v,
        at,
        #[inline(always)]
        |at| s.load_to_end(src, at),
        out,
    )
}

/// All vectors of `before`.
#[inline(always)]
pub(crate) fn all<S: Simd, const N: usize>(before: impl Fn(usize) -> S::V) -> [S::V; N] {
    let mut all = [before(0); N];
    for (i, all) in all.iter_mut().enumerate() {
        *all = before(i);
    }
    all
}

/// The first vector of the source, one unit earlier.
#[inline(always)]
fn shift_up<S: Simd, K: Expanding>(s: S, v: S::V) -> S::V {
    if K::SOURCE == 1 { s.shift_up::<1>(v) } else { s.shift_up::<2>(v) }
}
