//! Short texts, before any kernel: a call of one costs more than they do.
//!
//! A value is *plain* for a pair of encodings if it is one unit in each: ASCII
//! for UTF-8 and any other, all of Latin-1 towards UTF-16, all but surrogates
//! between UTF-16 and UTF-32. Plain text is converted unit by unit, in chunks of a
//! fixed length, of which the compiler makes vectors that every processor has; the
//! last chunk overlaps the one before.
//!
//! ```text
//! 11 units     |--------8-------|
//!                    |--------8-------|
//! ```
//!
//! Whether a chunk is plain is asked of words of eight bytes, so of several units
//! at once.

use super::fast::bytes_of;
use crate::encoding::{Encoding, Form, Step};
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
    let plain = match (F::FORM.unit_size(), T::FORM.unit_size()) {
        (1, 1) => plain::<F, T, 1, 1>(src, dst),
        (1, 2) => plain::<F, T, 1, 2>(src, dst),
        (1, 4) => plain::<F, T, 1, 4>(src, dst),
        (2, 1) => plain::<F, T, 2, 1>(src, dst),
        (2, 2) => plain::<F, T, 2, 2>(src, dst),
        (2, 4) => plain::<F, T, 2, 4>(src, dst),
        (4, 1) => plain::<F, T, 4, 1>(src, dst),
        (4, 2) => plain::<F, T, 4, 2>(src, dst),
        (4, 4) => plain::<F, T, 4, 4>(src, dst),
        _ => None,
    };
    if plain.is_some() {
        plain
    } else if src.len() <= FEW {
        few::<F, T>(src, dst)
    } else {
        None
    }
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

/// Plain text, of units of FROM and of TO bytes.
#[inline(always)]
fn plain<F: Encoding, T: Encoding, const FROM: usize, const TO: usize>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Option<usize> {
    let (src, rest) = bytes_of(src).as_chunks::<FROM>();
    let (len, room) = (src.len(), size_of_val(dst) / TO);
    if !rest.is_empty() || room < len {
        return None;
    }
    // SAFETY: there is room, bytes have no alignment, and any make a `MaybeUninit`.
    let dst = unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), len) };
    let plain = match len {
        0 => true,
        1 => chunk::<F, T, FROM, TO, 1>(src, dst, 0),
        2..4 => two_chunks::<F, T, FROM, TO, 2>(src, dst),
        4..8 => two_chunks::<F, T, FROM, TO, 4>(src, dst),
        8..16 => two_chunks::<F, T, FROM, TO, 8>(src, dst),
        _ => {
            let whole = (0..len - 16).step_by(16);
            whole.into_iter().all(|at| chunk::<F, T, FROM, TO, 16>(src, dst, at))
                && chunk::<F, T, FROM, TO, 16>(src, dst, len - 16)
        }
    };
    plain.then_some(len * TO / size_of::<T::Unit>())
}

/// From N units to twice as many.
#[inline(always)]
fn two_chunks<F: Encoding, T: Encoding, const FROM: usize, const TO: usize, const N: usize>(
    src: &[[u8; FROM]],
    dst: &mut [MaybeUninit<[u8; TO]>],
) -> bool {
    chunk::<F, T, FROM, TO, N>(src, dst, 0)
        && chunk::<F, T, FROM, TO, N>(src, dst, src.len().saturating_sub(N))
}

/// N units from `at` on, if they are plain.
#[inline(always)]
fn chunk<F: Encoding, T: Encoding, const FROM: usize, const TO: usize, const N: usize>(
    src: &[[u8; FROM]],
    dst: &mut [MaybeUninit<[u8; TO]>],
    at: usize,
) -> bool {
    let (Some(&from), Some(to)) = (src[at..].first_chunk::<N>(), dst[at..].first_chunk_mut::<N>())
    else {
        return false;
    };
    let (words, less) = from.as_flattened().as_chunks();
    let mut last = [0; 8];
    // Behind the last units there are zeros, which are plain.
    last[..(FROM * N) % 8].copy_from_slice(less);
    if !are_plain::<F, T>(words, last) {
        return false;
    }
    let mut units = [[0; TO]; N];
    for (from, to) in from.iter().zip(&mut units) {
        *to = unit(T::FORM, value(F::FORM, from));
    }
    // Not one by one: nobody knows that the two slices do not overlap.
    *to = units.map(MaybeUninit::new);
    true
}

/// Whether all of `src`, if it is short, is plain for the pair.
#[inline]
pub(crate) fn is_plain<F: Encoding, T: Encoding>(src: &[F::Unit]) -> bool {
    let text = bytes_of(src);
    if src.len() > SHORT {
        return false;
    }
    // The last word overlaps the one before; one that is too long ends in zeros,
    // which are plain.
    let last = match *text {
        [.., a, b, c, d, e, f, g, h] => [a, b, c, d, e, f, g, h],
        [a, b, c, d, ..] => {
            let [.., e, f, g, h] = *text else { return false };
            [a, b, c, d, e, f, g, h]
        }
        [a, b, ..] => {
            let [.., e, f] = *text else { return false };
            [a, b, e, f, 0, 0, 0, 0]
        }
        [a] => [a, 0, 0, 0, 0, 0, 0, 0],
        [] => [0; 8],
    };
    are_plain::<F, T>(text.as_chunks().0, last)
}

/// Whether all units in some words, and in one more, are plain.
#[inline(always)]
fn are_plain<F: Encoding, T: Encoding>(words: &[[u8; 8]], last: [u8; 8]) -> bool {
    let limit = if limit(F::FORM) < limit(T::FORM) { limit(F::FORM) } else { limit(T::FORM) };
    if F::FORM == Form::Latin1 && limit == 0x100 {
        return true;
    }
    let last = u64::from_ne_bytes(last);
    let (mut any, mut surrogates) = (last, surrogates(F::FORM, last));
    for &word in words {
        let word = u64::from_ne_bytes(word);
        any |= word;
        surrogates |= self::surrogates(F::FORM, word);
    }
    any & lanes(F::FORM, !(limit - 1)) == 0 && (limit <= 0xD800 || surrogates == 0)
}

/// Not 0 if a lane of `word` is a surrogate.
#[inline(always)]
fn surrogates(form: Form, word: u64) -> u64 {
    // A lane becomes zero if it is one; and some lane is zero if a borrow sets the
    // top bit of one that has none.
    let lanes_turned = (word & lanes(form, !0x7FF)) ^ lanes(form, 0xD800);
    let ones = ones(form.unit_size());
    lanes_turned.wrapping_sub(ones) & !lanes_turned & ones << (8 * form.unit_size() - 1)
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

/// `value` as a unit in every lane of a word.
const fn lanes(form: Form, value: u32) -> u64 {
    let unit = match form {
        Form::Utf16 { swapped: false } => value as u16 as u64,
        Form::Utf16 { swapped: true } => (value as u16).swap_bytes() as u64,
        Form::Utf32 { swapped: false } => value as u64,
        Form::Utf32 { swapped: true } => value.swap_bytes() as u64,
        _ => value as u8 as u64,
    };
    unit * ones(form.unit_size())
}

/// 1 in every lane of `size` bytes.
const fn ones(size: usize) -> u64 {
    u64::MAX / (u64::MAX >> (64 - 8 * size))
}

/// The number that a unit is.
#[inline(always)]
fn value(form: Form, unit: &[u8]) -> u32 {
    match (form, unit) {
        (Form::Utf16 { swapped }, &[a, b]) => {
            let unit = u16::from_ne_bytes([a, b]);
            u32::from(if swapped { unit.swap_bytes() } else { unit })
        }
        (Form::Utf32 { swapped }, &[a, b, c, d]) => {
            let unit = u32::from_ne_bytes([a, b, c, d]);
            if swapped { unit.swap_bytes() } else { unit }
        }
        (_, unit) => u32::from(unit[0]),
    }
}

/// The unit that a number is.
#[inline(always)]
fn unit<const SIZE: usize>(form: Form, value: u32) -> [u8; SIZE] {
    let mut unit = [0; SIZE];
    match form {
        Form::Utf16 { swapped } => {
            let value = value as u16;
            let value = if swapped { value.swap_bytes() } else { value };
            unit.copy_from_slice(&value.to_ne_bytes());
        }
        Form::Utf32 { swapped } => {
            let value = if swapped { value.swap_bytes() } else { value };
            unit.copy_from_slice(&value.to_ne_bytes());
        }
        _ => unit[0] = value as u8,
    }
    unit
}
