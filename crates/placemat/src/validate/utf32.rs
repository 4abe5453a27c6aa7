//! UTF-32: every unit is a Unicode scalar value.
//!
//! A unit is wrong if it is above 10FFFF or a surrogate. With the bits of D800
//! turned, surrogates are the values below 800, and no other value becomes wrong
//! or right: so, less 800 and with wrapping, exactly the wrong ones are above
//! 10F7FF. That is three operations a vector for both.
//!
//! ```text
//! unit      D800      DFFF      E000      D7FF      10FFFF    110000
//! turned    0         7FF       3800      FFF       1027FF    11D800
//! less 800  FFFFF800  FFFFFFFF  3000      7FF       101FFF    11D000
//! ```

use super::prefix::Check;
use crate::simd::{Simd, choice};

/// `SWAPPED`: in the other byte order than this processor's.
#[derive(Clone, Copy)]
pub(crate) struct WellFormedUtf32<const SWAPPED: bool>;

impl<const SWAPPED: bool> Check for WellFormedUtf32<SWAPPED> {
    const AVX512: choice::Lengths = choice::VALIDATE_UTF32;
    const UNIT: usize = 4;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], _before: [S::V; 4]) -> bool {
        holds_in_utf32(s, order::<S, SWAPPED>(s, v))
    }

    #[inline]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        let unit = u32::from_ne_bytes([unit[0], unit[1], unit[2], unit[3]]);
        char::from_u32(if SWAPPED { unit.swap_bytes() } else { unit }).is_some()
    }
}

/// A window in the byte order of this processor.
#[inline(always)]
pub(crate) fn order<S: Simd, const SWAPPED: bool>(s: S, mut v: [S::V; 4]) -> [S::V; 4] {
    if SWAPPED {
        for v in &mut v {
            *v = s.swap32(*v);
        }
    }
    v
}

/// Whether all are Unicode scalar values.
#[inline(always)]
pub(crate) fn holds_in_utf32<S: Simd>(s: S, v: [S::V; 4]) -> bool {
    is_up_to(s, 0x10_FFFF, highest(s, v))
}

/// The highest of all, turned and less 800, for [`is_up_to`].
#[inline(always)]
pub(crate) fn highest<S: Simd>(s: S, v: [S::V; 4]) -> S::V {
    let mut highest = s.splat(0);
    for v in v {
        let turned = s.xor(v, s.splat32(0xD800));
        highest = s.max_u32(highest, s.add32(turned, s.splat32(0x800_u32.wrapping_neg())));
    }
    highest
}

/// Whether all are Unicode scalar values up to `limit`, which is FFFF or 10FFFF.
#[inline(always)]
pub(crate) fn is_up_to<S: Simd>(s: S, limit: u32, highest: S::V) -> bool {
    s.all_up_to_32(limit - 0x800, highest)
}
