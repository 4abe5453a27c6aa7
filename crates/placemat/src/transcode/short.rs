//! Short texts, before any kernel: a call of one costs more than they do.
//!
//! [Plain](crate::plain) text is converted in chunks of a fixed length,
//! as eight lanes of 16 bits, which every processor has; the last chunk overlaps
//! the one before. What is not plain is for `scalar.rs`, if it is little, or for a kernel.
//!
//! ```text
//! 11 units     |--------8-------|
//!                    |--------8-------|
//! ```

use crate::bytes::maybe_uninit;
use crate::encoding::Encoding;
use crate::encoding::form::{Apart, Base};
use crate::plain::Plain;
use crate::simd::Eight;
use core::mem::MaybeUninit;

/// How many units are a chunk.
pub(super) const CHUNK: usize = 8;

/// A pair of encodings that has plain values. A value and no parameter of types: where it is a constant, the code that
/// takes it is inlined, and what it does not need of that is left out.
#[derive(Clone, Copy)]
pub(crate) struct PlainPair {
    pub(crate) plain: Plain,
    pub(crate) to: Base,
}

impl PlainPair {
    /// What is plain for a pair, if anything is known of it.
    #[inline(always)]
    pub(crate) const fn of<F: Encoding, T: Encoding>() -> Option<Self> {
        let (Some(from), Some(to)) = (F::FORM.base, T::FORM.base) else { return None };
        let (limit, limit_to) = (F::FORM.plain_limit(), T::FORM.plain_limit());
        let limit = if limit < limit_to { limit } else { limit_to };
        let but_nul = F::FORM.read.and(T::FORM.written).has(Apart::NUL);
        Some(Self { plain: Plain { from, limit, but_nul }, to })
    }
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
pub(crate) fn plain(
    pair: PlainPair,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    more: fn(&[u8], &mut [MaybeUninit<u8>]) -> bool,
) -> Option<usize> {
    let (from, to) = (pair.plain.from.unit_size(), pair.to.unit_size());
    let len = src.len() / from;
    let dst = dst.get_mut(..to * len)?;
    let plain = match len {
        _ if !src.len().is_multiple_of(from) => false,
        0 => true,
        1 => two::<1>(pair, src, dst, 0, 0),
        2..4 => two::<2>(pair, src, dst, 0, len - 2),
        4..8 => two::<4>(pair, src, dst, 0, len - 4),
        8..16 => two::<8>(pair, src, dst, 0, len - 8),
        16..=32 if !pair.plain.is_all() => four(pair, src, dst, 0, len - 16),
        _ => more(src, dst),
    };
    plain.then_some(dst.len())
}

/// Converts a chunk, if it is plain.
#[inline(always)]
pub(super) fn chunk(pair: PlainPair, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let (lanes, plain) = pair.plain.lanes::<CHUNK>(src, 0);
    if plain {
        store::<CHUNK>(pair.to, lanes, dst, 0);
    }
    plain
}

/// Converts N units from each of two places on, if all are plain.
#[inline(always)]
fn two<const N: usize>(
    pair: PlainPair,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    first: usize,
    second: usize,
) -> bool {
    let (a, plain) = pair.plain.lanes::<N>(src, first);
    let (b, plain_b) = pair.plain.lanes::<N>(src, second);
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
fn four(
    pair: PlainPair,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    first: usize,
    second: usize,
) -> bool {
    let (a, plain_a) = pair.plain.lanes::<8>(src, first);
    let (b, plain_b) = pair.plain.lanes::<8>(src, first + 8);
    let (c, plain_c) = pair.plain.lanes::<8>(src, second);
    let (d, plain_d) = pair.plain.lanes::<8>(src, second + 8);
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
pub(crate) fn more<F: Encoding, T: Encoding>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    PlainPair::of::<F, T>().is_some_and(|pair| many(pair, src, dst))
}

/// The same. Compiled once with debug assertions, as [`plain`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn many(pair: PlainPair, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let (from, to) = (pair.plain.from.unit_size(), pair.to.unit_size());
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
