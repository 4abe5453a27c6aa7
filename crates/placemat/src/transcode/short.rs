//! Short texts, before any kernel: a call of one costs more than they do.
//!
//! A value is *plain* for a pair of encodings if it is one unit in each: ASCII
//! for UTF-8 and any other, all of Latin-1 towards UTF-16, all but surrogates
//! between UTF-16 and UTF-32. Plain text is converted in chunks of a fixed length,
//! as eight lanes of 16 bits, which every processor has; the last chunk overlaps
//! the one before.
//!
//! ```text
//! 11 units     |--------8-------|
//!                    |--------8-------|
//! ```

use super::fast::{bytes_of, bytes_of_mut};
use crate::encoding::{Encoding, Form, Step};
use crate::simd::Eight;
use core::mem::MaybeUninit;

/// Up to how many units a text is short.
const SHORT: usize = 128;

/// Up to how many units are left to the codecs.
const FEW: usize = 6;

/// Converts all of `src`, and returns how many units that makes; nothing if it is
/// not short, there is no room, or something is wrong with it. Then a prefix may
/// have been converted.
#[inline]
pub(crate) fn convert<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    if src.len() > SHORT || !is_known(F::FORM) || !is_known(T::FORM) {
        return None;
    }
    if let Some(units) = plain::<F, T>(bytes_of(src), bytes_of_mut(dst)) {
        return Some(units / size_of::<T::Unit>());
    }
    if src.len() <= FEW { few::<F, T>(src, dst) } else { None }
}

/// Whether something is plain in `form`. The relatives of these are rarely short.
const fn is_known(form: Form) -> bool {
    matches!(form, Form::Utf8 | Form::Latin1 | Form::Utf16 { .. } | Form::Utf32 { .. })
}

/// Few units, value by value.
#[inline(never)]
fn few<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (mut decoder, mut encoder) = Default::default();
    let (mut read, mut written) = (0, 0);
    while read < src.len() {
        let step = F::decode(&mut decoder, &src[read..], true);
        let Step::Value { value, len } = step else { return None };
        let encoded = T::encode(&mut encoder, value)?;
        if !put(encoded.as_slice(), &mut dst[written..]) {
            return None;
        }
        read += len;
        written += encoded.len;
    }
    (T::finish(&mut encoder).len == 0).then_some(written)
}

/// Writes the units of a value, if there is room for them. Not by a loop, of which
/// the compiler makes a call of `memcpy`.
#[inline(always)]
pub(super) fn put<U: Copy>(units: &[U], dst: &mut [MaybeUninit<U>]) -> bool {
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

/// Plain text, in bytes.
#[inline(always)]
fn plain<F: Encoding, T: Encoding>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let (from, to) = (F::FORM.unit_size(), T::FORM.unit_size());
    let len = src.len() / from;
    let dst = dst.get_mut(..to * len)?;
    let plain = match len {
        _ if !src.len().is_multiple_of(from) => false,
        0 => true,
        1 => two::<F, T, 1>(src, dst, 0, 0),
        2..4 => two::<F, T, 2>(src, dst, 0, len - 2),
        4..8 => two::<F, T, 4>(src, dst, 0, len - 4),
        8..16 => two::<F, T, 8>(src, dst, 0, len - 8),
        _ => {
            let mut at = 0;
            while at < len - 16 {
                if !two::<F, T, 8>(src, dst, at, at + 8) {
                    return None;
                }
                at += 16;
            }
            two::<F, T, 8>(src, dst, len - 16, len - 8)
        }
    };
    plain.then_some(dst.len())
}

/// Converts N units from each of two places on, if all are plain.
#[inline(always)]
fn two<F: Encoding, T: Encoding, const N: usize>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    first: usize,
    second: usize,
) -> bool {
    let (Some(a), Some(b)) = (lanes::<F, T, N>(src, first), lanes::<F, T, N>(src, second)) else {
        return false;
    };
    store::<T, N>(a, dst, first);
    store::<T, N>(b, dst, second);
    true
}

/// N units from `at` on, at most eight, if they are plain. The other lanes are 0.
#[inline(always)]
fn lanes<F: Encoding, T: Encoding, const N: usize>(src: &[u8], at: usize) -> Option<Eight> {
    let from = F::FORM.unit_size();
    let src = &src[from * at..][..from * N];
    let lanes = match F::FORM {
        Form::Utf16 { swapped: false } => Eight::from_16(padded(src)),
        Form::Utf16 { swapped: true } => Eight::from_16(padded(src)).swapped(),
        Form::Utf32 { swapped } => {
            let [low, high] = Eight::from_32(padded(src));
            let (lanes, upper) = if swapped { (high.swapped(), low) } else { (low, high) };
            if !upper.has_none(0xFFFF) {
                return None;
            }
            lanes
        }
        _ => Eight::from_8(padded(src)),
    };
    let limit = limit(F::FORM).min(limit(T::FORM));
    let plain = if limit <= 0xFFFF {
        F::FORM == Form::Latin1 && limit == 0x100 || lanes.has_none(!(limit - 1) as u16)
    } else {
        !lanes.has(0xF800, 0xD800)
    };
    plain.then_some(lanes)
}

/// The units of N lanes, to be the ones from `at` on.
#[inline(always)]
fn store<T: Encoding, const N: usize>(lanes: Eight, dst: &mut [MaybeUninit<u8>], at: usize) {
    let to = T::FORM.unit_size();
    let dst = &mut dst[to * at..][..to * N];
    match T::FORM {
        Form::Utf16 { swapped: false } => put_all(&lanes.to_16(), dst),
        Form::Utf16 { swapped: true } => put_all(&lanes.swapped().to_16(), dst),
        Form::Utf32 { swapped } => {
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
fn put_all(bytes: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (to, &byte) in dst.iter_mut().zip(bytes) {
        to.write(byte);
    }
}

/// Whether all of `src`, if it is short, is plain for the pair.
#[inline]
pub(crate) fn is_plain<F: Encoding, T: Encoding>(src: &[F::Unit]) -> bool {
    let (len, src) = (src.len(), bytes_of(src));
    match len {
        0 => true,
        1 => lanes::<F, T, 1>(src, 0).is_some(),
        2..4 => both::<F, T, 2>(src, 0, len - 2),
        4..8 => both::<F, T, 4>(src, 0, len - 4),
        8..16 => both::<F, T, 8>(src, 0, len - 8),
        16..=SHORT => {
            let mut at = 0;
            while at < len - 16 {
                if !both::<F, T, 8>(src, at, at + 8) {
                    return false;
                }
                at += 16;
            }
            both::<F, T, 8>(src, len - 16, len - 8)
        }
        _ => false,
    }
}

/// Whether N units from each of two places on are plain.
#[inline(always)]
fn both<F: Encoding, T: Encoding, const N: usize>(src: &[u8], first: usize, second: usize) -> bool {
    lanes::<F, T, N>(src, first).is_some() && lanes::<F, T, N>(src, second).is_some()
}

/// Values below it are one unit, if they are any; a power of two.
const fn limit(form: Form) -> u32 {
    match form {
        Form::Utf8 => 0x80,
        Form::Latin1 => 0x100,
        Form::Utf16 { .. } | Form::Utf32 { .. } => 0x1_0000,
        _ => 0,
    }
}
