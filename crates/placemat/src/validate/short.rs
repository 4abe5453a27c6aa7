//! Short texts, before any kernel: a call of one costs more than they do.

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use super::brief::{NoSurrogates, WellFormedUtf8, WellFormedUtf32};
use crate::bytes::bytes_of;
use crate::encoding::Unit;
use crate::encoding::form::Base;
use crate::plain::{Plain, SHORT};
use crate::simd::dispatch;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::dispatch::BriefKernel;

/// Units of 16 bits that are ASCII.
const ASCII: Plain = Plain { from: Base::Utf16 { swapped: false }, limit: 0x80, but_nul: false };
/// Units of 16 bits that are no surrogates.
const NO_SURROGATES: Plain =
    Plain { from: Base::Utf16 { swapped: false }, limit: 0x1_0000, but_nul: false };
/// Units of 32 bits that would be one of these.
const ONE_UNIT: Plain =
    Plain { from: Base::Utf32 { swapped: false }, limit: 0x1_0000, but_nul: false };

/// Whether all of `text`, if it is brief, is well-formed UTF-8: by masks, where the level has them.
#[inline]
pub(crate) fn is_well_formed_utf8(text: &[u8]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(true) = BriefKernel::of::<WellFormedUtf8>().run(text, &mut []) {
        return true;
    }
    let _ = text;
    false
}

/// Whether all of `units`, if they are few, are no surrogates: by masks, where the level has them.
#[inline]
pub(crate) fn has_no_surrogates(units: &[u16]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(none) = BriefKernel::of::<NoSurrogates>().run(bytes_of(units), &mut []) {
        return none;
    }
    is_plain(NO_SURROGATES, units)
}

/// The same for units of 32 bits that are Unicode scalar values, or some of these.
#[inline]
pub(crate) fn are_scalar_values(units: &[u32]) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(true) = BriefKernel::of::<WellFormedUtf32>().run(bytes_of(units), &mut []) {
        return true;
    }
    is_plain(ONE_UNIT, units)
}

/// Whether all of `units`, if they are few, are ASCII.
#[inline]
pub(crate) fn is_ascii(units: &[u16]) -> bool {
    is_plain(ASCII, units)
}

/// Whether all of `units`, if they are few, are plain.
#[inline]
fn is_plain<U: Unit>(plain: Plain, units: &[U]) -> bool {
    let (len, src) = (units.len(), bytes_of(units));
    match len {
        0 => true,
        1 => plain.lanes::<1>(src, 0).1,
        2..4 => both::<2>(plain, src, 0, len - 2),
        4..8 => both::<4>(plain, src, 0, len - 4),
        8..16 => both::<8>(plain, src, 0, len - 8),
        16..=32 => both::<8>(plain, src, 0, 8) & both::<8>(plain, src, len - 16, len - 8),
        // A kernel is faster for units that are twice as long.
        33..=SHORT if size_of::<U>() == 2 || !dispatch::has_vectors() => {
            let mut at = 0;
            while at < len - 16 {
                if !both::<8>(plain, src, at, at + 8) {
                    return false;
                }
                at += 16;
            }
            both::<8>(plain, src, len - 16, len - 8)
        }
        _ => false,
    }
}

/// Whether N units from each of two places on are plain.
#[inline(always)]
fn both<const N: usize>(plain: Plain, src: &[u8], first: usize, second: usize) -> bool {
    plain.lanes::<N>(src, first).1 & plain.lanes::<N>(src, second).1
}
