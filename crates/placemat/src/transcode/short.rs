//! Short texts, before any kernel: a call of one costs more than they do.
//!
//! A value is *plain* for a pair of encodings if it is one unit in each: ASCII
//! for UTF-8 and any other, all of Latin-1 towards UTF-16, all but surrogates
//! between UTF-16 and UTF-32. Plain text is converted in chunks of a fixed length,
//! as eight lanes of 16 bits, which every processor has; the last chunk overlaps
//! the one before. What is not plain is for `scalar.rs`, if it is little, or for a kernel.
//!
//! ```text
//! 11 units     |--------8-------|
//!                    |--------8-------|
//! ```

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use super::brief::{self, Whole};
use crate::bytes::{bytes_of, bytes_of_mut, maybe_uninit};
use crate::encoding::form::{Apart, Base};
use crate::encoding::{Encoding, Utf16, Utf32};
use crate::engine::pair::Pair;
use crate::engine::table::SHORT;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::dispatch::BriefKernel;
use crate::simd::{Eight, dispatch};
use core::mem::MaybeUninit;

/// How many units are a chunk.
pub(super) const CHUNK: usize = 8;

/// What is plain for a pair. A value and no parameter of types: where it is a constant, the code that
/// takes it is inlined, and what it does not need of that is left out.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) from: Base,
    pub(super) to: Base,
    /// Values below it, but surrogates; a power of two.
    pub(super) limit: u32,
    /// But U+0000.
    but_nul: bool,
}

impl Plain {
    /// What is plain for a pair, if anything is known of it.
    #[inline(always)]
    pub(super) const fn of<F: Encoding, T: Encoding>() -> Option<Self> {
        let pair = Pair::of::<F, T>();
        match pair.bases() {
            Some((from, to)) => {
                let but_nul = pair.apart().has(Apart::NUL);
                Some(Self { from, to, limit: pair.plain_limit(), but_nul })
            }
            None => None,
        }
    }

    /// Whether every value is: Latin-1 to what has room for it. Nothing follows the attempt then.
    /// The little code that is left is inlined where it is called, if that of longer texts is not
    /// in it, and takes half the time.
    #[inline(always)]
    fn is_all(self) -> bool {
        matches!(self.from, Base::Latin1) && self.limit >= 0x100
    }
}

/// Converts all of `src`, and returns how many units that makes; nothing if it is
/// not short, there is no room, or something is wrong with it. Then a prefix may
/// have been converted. (What has masks is called from where the caller is: a call between is a sixth
/// of the time.)
#[inline(always)]
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if let Some(brief) = Pair::of::<F, T>().brief()
        && let Some(Some(bytes)) = brief.run(bytes_of(src), bytes_of_mut(dst))
    {
        return Some(bytes / size_of::<T::Unit>());
    }
    if src.len() > SHORT { None } else { without_masks::<F, T>(src, dst) }
}

/// The same of a short text, on every processor.
#[inline]
fn without_masks<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (pair, row) = (Plain::of::<F, T>()?, Pair::of::<F, T>().row()?);
    if let Some(units) = plain(pair, bytes_of(src), bytes_of_mut(dst), more::<F, T>) {
        return Some(units / size_of::<T::Unit>());
    }
    if src.len() <= row.few_units { without_kernel::<F, T>(src, dst) } else { None }
}

/// Never inlined: plain texts need no registers for it.
#[inline(never)]
fn without_kernel<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (src, dst) = (bytes_of(src), bytes_of_mut(dst));
    let done = Pair::of::<F, T>().convert_few(src, dst);
    (done.read == src.len()).then_some(done.written / size_of::<T::Unit>())
}

/// Writes the units of a value, if there is room for them. Not by a loop, of which
/// the compiler makes a call of `memcpy`.
#[inline(always)]
pub(crate) fn put<U: Copy>(units: &[U], dst: &mut [MaybeUninit<U>]) -> bool {
    match (units, dst) {
        (&[a], [to, ..]) => _ = to.write(a),
        (&[a, b], [to, to1, ..]) => _ = (to.write(a), to1.write(b)),
        (&[a, b, c], [to, to1, to2, ..]) => _ = (to.write(a), to1.write(b), to2.write(c)),
        (&[a, b, c, d], [to, to1, to2, to3, ..]) => {
            _ = (to.write(a), to1.write(b), to2.write(c), to3.write(d));
        }
        (more, dst) => {
            let Some(dst) = dst.get_mut(..more.len()) else { return false };
            for (to, &unit) in dst.iter_mut().zip(more) {
                to.write(unit);
            }
        }
    }
    true
}

/// Plain text, in bytes; `more` is [`more`] for the pair. With debug assertions this is ten times as
/// much code: compiled once for all pairs then, and not for each.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn plain(
    pair: Plain,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    more: fn(&[u8], &mut [MaybeUninit<u8>]) -> bool,
) -> Option<usize> {
    let (from, to) = (pair.from.unit_size(), pair.to.unit_size());
    let len = src.len() / from;
    let dst = dst.get_mut(..to * len)?;
    let plain = match len {
        _ if !src.len().is_multiple_of(from) => false,
        0 => true,
        1 => two::<1>(pair, src, dst, 0, 0),
        2..4 => two::<2>(pair, src, dst, 0, len - 2),
        4..8 => two::<4>(pair, src, dst, 0, len - 4),
        8..16 => two::<8>(pair, src, dst, 0, len - 8),
        16..=32 if !pair.is_all() => four(pair, src, dst, 0, len - 16),
        _ => more(src, dst),
    };
    plain.then_some(dst.len())
}

/// Converts a chunk, if it is plain.
#[inline(always)]
pub(super) fn chunk(pair: Plain, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let (lanes, plain) = lanes::<CHUNK>(pair, src, 0);
    if plain {
        store::<CHUNK>(pair.to, lanes, dst, 0);
    }
    plain
}

/// Converts N units from each of two places on, if all are plain.
#[inline(always)]
fn two<const N: usize>(
    pair: Plain,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    first: usize,
    second: usize,
) -> bool {
    let (a, plain) = lanes::<N>(pair, src, first);
    let (b, plain_b) = lanes::<N>(pair, src, second);
    // One branch for both.
    if plain & plain_b {
        store::<N>(pair.to, a, dst, first);
        store::<N>(pair.to, b, dst, second);
    }
    plain & plain_b
}

/// Converts 16 units from each of two places on, if all are plain. Written out, as [`two`] is: an
/// array of chunks is kept on the stack, and takes up to twice as long.
#[inline(always)]
fn four(pair: Plain, src: &[u8], dst: &mut [MaybeUninit<u8>], first: usize, second: usize) -> bool {
    let (a, plain_a) = lanes::<8>(pair, src, first);
    let (b, plain_b) = lanes::<8>(pair, src, first + 8);
    let (c, plain_c) = lanes::<8>(pair, src, second);
    let (d, plain_d) = lanes::<8>(pair, src, second + 8);
    let plain = plain_a & plain_b & plain_c & plain_d;
    if plain {
        store::<8>(pair.to, a, dst, first);
        store::<8>(pair.to, b, dst, first + 8);
        store::<8>(pair.to, c, dst, second);
        store::<8>(pair.to, d, dst, second + 8);
    }
    plain
}

/// Converts 16 units and more, if all are plain. Never inlined: a loop costs registers.
#[inline(never)]
fn more<F: Encoding, T: Encoding>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    Plain::of::<F, T>().is_some_and(|pair| many(pair, src, dst))
}

/// The same. Compiled once with debug assertions, as [`plain`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn many(pair: Plain, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let (from, to) = (pair.from.unit_size(), pair.to.unit_size());
    let len = src.len() / from;
    if len <= 32 {
        return four(pair, src, dst, 0, len - 16);
    }
    let (from, to) = (32 * from, 32 * to);
    let all_but_last = src[..src.len() - 1].chunks_exact(from).zip(dst.chunks_exact_mut(to));
    for (src, dst) in all_but_last {
        if !four(pair, src, dst, 0, 16) {
            return false;
        }
    }
    let (src_at, dst_at) = (src.len() - from, dst.len() - to);
    four(pair, &src[src_at..], &mut dst[dst_at..], 0, 16)
}

/// N units from `at` on, at most eight, and whether they are plain. The other lanes are 0.
#[inline(always)]
fn lanes<const N: usize>(pair: Plain, src: &[u8], at: usize) -> (Eight, bool) {
    let from = pair.from.unit_size();
    let src = &src[from * at..][..from * N];
    let mut plain = true;
    let lanes = match pair.from {
        Base::Utf16 { swapped: false } => Eight::from_16(padded(src)),
        Base::Utf16 { swapped: true } => Eight::from_16(padded(src)).swapped(),
        Base::Utf32 { swapped } => {
            let [low, high] = Eight::from_32(padded(src));
            let (lanes, upper) = if swapped { (high.swapped(), low) } else { (low, high) };
            plain = upper.has_none(0xFFFF);
            lanes
        }
        _ => Eight::from_8(padded(src)),
    };
    let limit = pair.limit;
    plain &= if limit <= 0xFFFF {
        pair.is_all() || lanes.has_none(!(limit - 1) as u16)
    } else {
        !lanes.has(0xF800, 0xD800)
    };
    // Lanes behind the text are 0, too.
    plain &= !(pair.but_nul && (N < 8 || lanes.has(0xFFFF, 0)));
    (lanes, plain)
}

/// The units of N lanes, to be the ones from `at` on.
#[inline(always)]
fn store<const N: usize>(to: Base, lanes: Eight, dst: &mut [MaybeUninit<u8>], at: usize) {
    let size = to.unit_size();
    let dst = &mut dst[size * at..][..size * N];
    match to {
        Base::Utf16 { swapped: false } => put_all(&lanes.to_16(), dst),
        Base::Utf16 { swapped: true } => put_all(&lanes.swapped().to_16(), dst),
        Base::Utf32 { swapped } => {
            let lanes = if swapped { lanes.swapped() } else { lanes };
            // Which half is first in memory: that of the little end, unless exactly one of both
            // turns it around.
            let big = swapped != cfg!(target_endian = "big");
            let (first, second) = if big { (Eight::zero(), lanes) } else { (lanes, Eight::zero()) };
            put_all(&first.zipped(second), dst);
        }
        _ => put_all(&lanes.to_8(), dst),
    }
}

/// `bytes`, and zeros behind them.
#[inline(always)]
fn padded<const LEN: usize>(bytes: &[u8]) -> [u8; LEN] {
    let mut padded = [0; LEN];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

/// The first of `bytes`, as many as there is room for.
#[inline(always)]
fn put_all<const LEN: usize>(bytes: &[u8; LEN], dst: &mut [MaybeUninit<u8>]) {
    // Of a loop over a whole vector the compiler makes many small stores, now and then; and of
    // `array::map` and `zip`, with debug assertions, 30 KB of code for each pair.
    if let Some(dst) = dst.first_chunk_mut::<LEN>() {
        *dst = *maybe_uninit(bytes);
        return;
    }
    let mut at = 0;
    while at < dst.len() {
        dst[at].write(bytes[at]);
        at += 1;
    }
}

/// Whether all of `text`, if it is brief, is well-formed UTF-8: by masks, where the level has them.
#[inline]
pub(crate) fn is_well_formed_utf8(text: &[u8]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(Some(_)) = BriefKernel::of::<Whole<brief::WellFormedUtf8>>().run(text, &mut []) {
        return true;
    }
    let _ = text;
    false
}

/// Whether all of `units`, if they are few, are no surrogates: by masks, where the level has them.
#[inline]
pub(crate) fn has_no_surrogates(units: &[u16]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(none) =
        BriefKernel::of::<Whole<brief::NoSurrogates>>().run(bytes_of(units), &mut [])
    {
        return none.is_some();
    }
    is_plain::<Utf16, Utf32>(units)
}

/// The same for units of 32 bits that are Unicode scalar values, or some of these.
#[inline]
pub(crate) fn are_scalar_values(units: &[u32]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(Some(_)) =
        BriefKernel::of::<Whole<brief::WellFormedUtf32>>().run(bytes_of(units), &mut [])
    {
        return true;
    }
    is_plain::<Utf32, Utf16>(units)
}

/// Whether all of `src`, if it is short, is plain for the pair.
#[inline]
pub(crate) fn is_plain<F: Encoding, T: Encoding>(src: &[F::Unit]) -> bool {
    let (len, src) = (src.len(), bytes_of(src));
    let Some(pair) = Plain::of::<F, T>() else { return false };
    match len {
        0 => true,
        1 => lanes::<1>(pair, src, 0).1,
        2..4 => both::<2>(pair, src, 0, len - 2),
        4..8 => both::<4>(pair, src, 0, len - 4),
        8..16 => both::<8>(pair, src, 0, len - 8),
        16..=32 => both::<8>(pair, src, 0, 8) & both::<8>(pair, src, len - 16, len - 8),
        // A kernel is faster for units that are twice as long.
        33..=SHORT if size_of::<F::Unit>() == 2 || !dispatch::has_vectors() => {
            let mut at = 0;
            while at < len - 16 {
                if !both::<8>(pair, src, at, at + 8) {
                    return false;
                }
                at += 16;
            }
            both::<8>(pair, src, len - 16, len - 8)
        }
        _ => false,
    }
}

/// Whether N units from each of two places on are plain.
#[inline(always)]
fn both<const N: usize>(pair: Plain, src: &[u8], first: usize, second: usize) -> bool {
    lanes::<N>(pair, src, first).1 & lanes::<N>(pair, src, second).1
}
