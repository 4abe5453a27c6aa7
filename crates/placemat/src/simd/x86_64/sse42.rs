//! SSE4.2 (with POPCNT): 16 bytes a vector.

use super::proved;
use crate::simd::Simd;
use core::arch::x86_64::*;

/// Proof that the processor has SSE4.2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sse42(());

impl Sse42 {
    /// # Safety
    /// The processor has SSE4.2 and POPCNT.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }
}

impl Simd for Sse42 {
    type V = __m128i;
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { _mm_loadu_si128(src.cast()) }
    }

    #[inline(always)]
    fn load_partial(self, bytes: &[u8]) -> Self::V {
        if let Some(whole) = bytes.first_chunk::<16>() {
            // SAFETY: the array has 16 bytes.
            return unsafe { self.load_unaligned(whole.as_ptr()) };
        }
        let (low, high) = super::up_to_15_bytes(bytes);
        proved!(_mm_set_epi64x(high as i64, low as i64))
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::V {
        proved!(_mm_set1_epi8(byte as i8))
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> Self::V {
        // SAFETY: the array has 16 bytes.
        unsafe { self.load_unaligned(entries.as_ptr()) }
    }
    #[inline(always)]
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        proved!(_mm_shuffle_epi8(table, index))
    }
    #[inline(always)]
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        self.lookup(table, index)
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_and_si128(a, b))
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_or_si128(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_xor_si128(a, b))
    }
    #[inline(always)]
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_subs_epu8(a, b))
    }
    #[inline(always)]
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_max_epu8(a, b))
    }
    #[inline(always)]
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_min_epi8(a, b))
    }
    #[inline(always)]
    fn high_nibble(self, v: Self::V) -> Self::V {
        self.low_nibble(proved!(_mm_srli_epi16::<4>(v)))
    }
    #[inline(always)]
    fn is_continuation(self, v: Self::V) -> Self::V {
        self.less_than_i8(v, self.splat(0xC0))
    }
    #[inline(always)]
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_cmpgt_epi8(b, a))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V {
        match N {
            1 => proved!(_mm_slli_si128::<1>(v)),
            2 => proved!(_mm_slli_si128::<2>(v)),
            _ => proved!(_mm_slli_si128::<3>(v)),
        }
    }

    #[inline(always)]
    fn any_nonzero(self, v: Self::V) -> bool {
        proved!(_mm_testz_si128(v, v)) == 0
    }
    #[inline(always)]
    fn any_high_bit(self, v: Self::V) -> bool {
        proved!(_mm_movemask_epi8(v)) != 0
    }

    #[inline(always)]
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        // A true lane is -1.
        let flags = self.is_continuation(v);
        proved!(_mm_sub_epi8(totals, flags))
    }
    #[inline(always)]
    fn add_four_byte_leads(self, totals: Self::V, v: Self::V) -> Self::V {
        let flags = proved!(_mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8(0xF0_u8 as i8)), v));
        proved!(_mm_sub_epi8(totals, flags))
    }
    #[inline(always)]
    fn sum_u8(self, v: Self::V) -> usize {
        let sums = proved!(_mm_sad_epu8(v, _mm_setzero_si128()));
        let (low, high) = (proved!(_mm_cvtsi128_si64(sums)), proved!(_mm_extract_epi64::<1>(sums)));
        (low + high) as usize
    }
}
