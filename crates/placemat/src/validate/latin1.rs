//! Whether Latin-1 can hold text in UTF-8, UTF-16 or UTF-32: in UTF-8, ASCII and
//! sequences that begin with C2 or C3; else units below 100.

use super::prefix::Check;
use crate::encoding::utf8::is_continuation;
use crate::simd::{Simd, choice};

/// UTF-8. The prefix may end inside a sequence.
#[derive(Clone, Copy)]
pub(crate) struct Latin1InUtf8;

impl Check for Latin1InUtf8 {
    const AVX512: choice::Lengths = choice::LATIN1_IN_UTF8;
    const UNIT: usize = 1;
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], before: [S::V; 4]) -> bool {
        holds_in_utf8(s, v, before)
    }

    #[inline]
    fn holds_for(self, unit: &[u8], before: u8) -> bool {
        let continues = matches!(before, 0xC2 | 0xC3);
        unit[0] <= 0xC3 && is_continuation(unit[0]) == continues && before & 0xFE != 0xC0
    }
}

/// Whether all of `v`, behind `before`, are ASCII, C2, C3, or continuation bytes,
/// and those exactly behind C2 and C3. A C0 or C1 is found out by the byte
/// behind it.
#[inline(always)]
pub(crate) fn holds_in_utf8<S: Simd, const N: usize>(
    s: S,
    v: [S::V; N],
    before: [S::V; N],
) -> bool {
    let (mut errors, mut lowest, mut highest) = (s.splat(0), s.splat(0), s.splat(0));
    for i in 0..N {
        let lead_before = lead(s, before[i]);
        errors = s.or(errors, s.xor(lead_before, s.is_continuation(v[i])));
        lowest = s.min_i8(lowest, lead_before);
        highest = s.max_u8(highest, v[i]);
    }
    let too_low = s.less_than_i8(lowest, s.splat(0xC2 - 0x40));
    let too_high = s.saturating_sub(highest, s.splat(0xC4 - 0x80));
    !s.any_high_bit(s.or(errors, s.or(too_low, too_high)))
}

/// Flag: the byte is C0 or more. As signed numbers, C0 and C1 are the two
/// smallest of all results.
#[inline(always)]
pub(crate) fn lead<S: Simd>(s: S, v: S::V) -> S::V {
    s.saturating_sub(v, s.splat(0xC0 - 0x80))
}

/// UTF-16. `SWAPPED`: in the other byte order than this processor's.
#[derive(Clone, Copy)]
pub(crate) struct Latin1InUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Check for Latin1InUtf16<SWAPPED> {
    const AVX512: choice::Lengths = choice::LATIN1_IN_UTF16;
    const UNIT: usize = 2;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], _before: [S::V; 4]) -> bool {
        let any = s.or(s.or(v[0], v[1]), s.or(v[2], v[3]));
        let must_be_zero = if SWAPPED { 0x00FF } else { 0xFF00 };
        !s.any_nonzero(s.and(any, s.splat16(must_be_zero)))
    }

    #[inline]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        let unit = u16::from_ne_bytes([unit[0], unit[1]]);
        unit & if SWAPPED { 0x00FF } else { 0xFF00 } == 0
    }
}

/// UTF-32, the same.
#[derive(Clone, Copy)]
pub(crate) struct Latin1InUtf32<const SWAPPED: bool>;

impl<const SWAPPED: bool> Check for Latin1InUtf32<SWAPPED> {
    const AVX512: choice::Lengths = choice::LATIN1_IN_UTF32;
    const UNIT: usize = 4;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], _before: [S::V; 4]) -> bool {
        let any = s.or(s.or(v[0], v[1]), s.or(v[2], v[3]));
        let must_be_zero = if SWAPPED { 0x00FF_FFFF } else { 0xFFFF_FF00 };
        !s.any_nonzero(s.and(any, s.splat32(must_be_zero)))
    }

    #[inline]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        let unit = u32::from_ne_bytes([unit[0], unit[1], unit[2], unit[3]]);
        unit & if SWAPPED { 0x00FF_FFFF } else { 0xFFFF_FF00 } == 0
    }
}
