//! Conversions in which a unit becomes a unit: Latin-1 to and from UTF-16 and
//! UTF-32.
//!
//! ```text
//! Latin-1   63   61   66   E9
//! UTF-16    63.. 61.. 66.. E9..      zipped with zeros; for the other byte
//! swapped   ..63 ..61 ..66 ..E9      order, zeros zipped with it
//! ```
//!
//! Towards Latin-1 the lanes are narrowed, after a look at the bits that must be
//! zero. The last vector overlaps the one before.

use super::Progress;
use super::elastic::load_any;
use super::output::Output;
use crate::simd::{Simd, dispatch::Operation};
use core::mem::MaybeUninit;

/// What is special to one conversion.
pub(crate) trait Kernel: Copy {
    /// Bytes of a unit of the source.
    const SOURCE: usize;
    /// Bytes of a unit of the target.
    const TARGET: usize;

    /// Converts `LANES` units: the first SOURCE vectors of `v`, into as
    /// many vectors as TARGET; the others do not matter. `None` if the target
    /// cannot hold one of them.
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]>;
}

/// The operation: converts a prefix.
pub(crate) struct Lockstep<'a, K> {
    pub(crate) kernel: K,
    pub(crate) src: &'a [u8],
    pub(crate) dst: Output<'a>,
}

impl<K: Kernel> Operation for Lockstep<'_, K> {
    type Output = Progress;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Progress {
        let Self { kernel, src, mut dst } = self;
        let units = (src.len() / K::SOURCE).min(dst.room() / K::TARGET);
        let src = &src[..units * K::SOURCE];
        if units < S::LANES {
            few(s, kernel, src, &mut dst);
        } else {
            many(s, kernel, src, &mut dst);
        }
        Progress { read: dst.written() / K::TARGET * K::SOURCE, written: dst.written() }
    }

    fn scalar(self) -> Progress {
        Progress::default()
    }
}

/// From how many vectors on it pays to align them.
const LONG: usize = 8;

/// At least a vector of units, for which there is room.
#[inline(always)]
fn many<S: Simd, K: Kernel>(s: S, kernel: K, src: &[u8], dst: &mut Output<'_>) {
    let size = K::SOURCE * S::LANES;
    let (mut at, mut first) = (0, 0);
    if src.len() >= LONG * size && vectors::<S, K, 1>(s, kernel, src, dst) {
        // Vectors of the longer side are to lie in no two cache lines.
        let lanes = if K::SOURCE < K::TARGET {
            dst.place() as usize / K::TARGET
        } else {
            (src.as_ptr() as usize + size) / K::SOURCE
        };
        let again = lanes % S::LANES;
        dst.take_back(again * K::TARGET);
        first = size;
        at = first - again * K::SOURCE;
    }
    while src.len() - at >= 4 * size && vectors::<S, K, 4>(s, kernel, &src[at..], dst) {
        at += 4 * size;
    }
    while src.len() - at >= size {
        if !vectors::<S, K, 1>(s, kernel, &src[at..], dst) {
            // SAFETY: they were written before, and have been taken back.
            unsafe { dst.advance(first.saturating_sub(at) / K::SOURCE * K::TARGET) };
            return;
        }
        at += size;
    }
    let missing = src.len() - at;
    if missing > 0 {
        // The last vector begins inside the one before.
        let again = (size - missing) / K::SOURCE * K::TARGET;
        dst.take_back(again);
        if !vectors::<S, K, 1>(s, kernel, &src[src.len() - size..], dst) {
            // SAFETY: they were written before.
            unsafe { dst.advance(again) };
        }
    }
}

/// The first N vectors of units, for which there is room, all or nothing; whether
/// they are converted.
#[inline(always)]
fn vectors<S: Simd, K: Kernel, const N: usize>(
    s: S,
    kernel: K,
    src: &[u8],
    dst: &mut Output<'_>,
) -> bool {
    let src = &src[..N * K::SOURCE * S::LANES];
    let mut converted = [[s.splat(0); 4]; N];
    for (i, units) in converted.iter_mut().enumerate() {
        let mut v = [s.splat(0); 4];
        for (j, v) in v.iter_mut().enumerate().take(K::SOURCE) {
            *v = s.load(src, (i * K::SOURCE + j) * S::LANES);
        }
        let Some(v) = kernel.convert(s, v) else { return false };
        *units = v;
    }
    for units in converted {
        for v in units.into_iter().take(K::TARGET) {
            // SAFETY: there is room for as many units as were read.
            unsafe { s.store_unaligned(v, dst.place()) };
            // SAFETY: it is written.
            unsafe { dst.advance(S::LANES) };
        }
    }
    true
}

/// Fewer units than a vector, by way of the stack.
#[inline(always)]
fn few<S: Simd, K: Kernel>(s: S, kernel: K, src: &[u8], dst: &mut Output<'_>) {
    let mut v = [s.splat(0); 4];
    for (i, v) in v.iter_mut().enumerate().take(K::SOURCE) {
        *v = load_any(s, src, i * S::LANES);
    }
    let Some(v) = kernel.convert(s, v) else { return };
    let mut buffer = [MaybeUninit::uninit(); 5 * 64];
    let mut out = Output::new(&mut buffer);
    out.write_vectors(s, v);
    dst.write_exact(s, &buffer[..src.len() / K::SOURCE * K::TARGET]);
}

/// `TO`: the target is not in the byte order of this processor. So below, and
/// `FROM` for the source.
#[derive(Clone, Copy)]
pub(crate) struct Latin1ToUtf16<const TO: bool>;

impl<const TO: bool> Kernel for Latin1ToUtf16<TO> {
    const SOURCE: usize = 1;
    const TARGET: usize = 2;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, [v, zero, ..]: [S::V; 4]) -> Option<[S::V; 4]> {
        // The little end first, unless exactly one of both turns it around.
        let big = TO != cfg!(target_endian = "big");
        let [a, b] = if big { s.zip8(s.splat(0), v) } else { s.zip8(v, s.splat(0)) };
        Some([a, b, zero, zero])
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Latin1ToUtf32<const TO: bool>;

impl<const TO: bool> Kernel for Latin1ToUtf32<TO> {
    const SOURCE: usize = 1;
    const TARGET: usize = 4;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]> {
        let big = TO != cfg!(target_endian = "big");
        let [low, high, ..] = Latin1ToUtf16::<TO>.convert(s, v)?;
        let zero = s.splat(0);
        let [a, b] = if big { s.zip16(zero, low) } else { s.zip16(low, zero) };
        let [c, d] = if big { s.zip16(zero, high) } else { s.zip16(high, zero) };
        Some([a, b, c, d])
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Utf16ToLatin1<const FROM: bool>;

impl<const FROM: bool> Kernel for Utf16ToLatin1<FROM> {
    const SOURCE: usize = 2;
    const TARGET: usize = 1;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, [a, b, zero, _]: [S::V; 4]) -> Option<[S::V; 4]> {
        let must_be_zero = if FROM { 0x00FF } else { 0xFF00 };
        if s.any_nonzero(s.and(s.or(a, b), s.splat16(must_be_zero))) {
            return None;
        }
        let [a, b] = if FROM { [s.shr16::<8>(a), s.shr16::<8>(b)] } else { [a, b] };
        Some([s.narrow16(a, b), zero, zero, zero])
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Utf32ToLatin1<const FROM: bool>;

impl<const FROM: bool> Kernel for Utf32ToLatin1<FROM> {
    const SOURCE: usize = 4;
    const TARGET: usize = 1;

    #[inline(always)]
    fn convert<S: Simd>(self, s: S, v: [S::V; 4]) -> Option<[S::V; 4]> {
        let must_be_zero = if FROM { 0x00FF_FFFF } else { 0xFFFF_FF00 };
        let any = s.or(s.or(v[0], v[1]), s.or(v[2], v[3]));
        if s.any_nonzero(s.and(any, s.splat32(must_be_zero))) {
            return None;
        }
        let mut v = v;
        if FROM {
            for v in &mut v {
                *v = s.shr32::<24>(*v);
            }
        }
        let (low, high) = (s.narrow32(v[0], v[1]), s.narrow32(v[2], v[3]));
        let zero = s.splat(0);
        Some([s.narrow16(low, high), zero, zero, zero])
    }
}
