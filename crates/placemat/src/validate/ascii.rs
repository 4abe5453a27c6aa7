//! ASCII: no byte has its bit 7 set.

use super::prefix::Check;
use crate::simd::{Simd, choice};

#[derive(Clone, Copy)]
pub(crate) struct Ascii;

impl Check for Ascii {
    const AVX512: choice::Lengths = choice::ASCII;
    const UNIT: usize = 1;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], _before: [S::V; 4]) -> bool {
        !s.any_high_bit(s.or(s.or(v[0], v[1]), s.or(v[2], v[3])))
    }

    #[inline]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        unit[0] < 0x80
    }
}
