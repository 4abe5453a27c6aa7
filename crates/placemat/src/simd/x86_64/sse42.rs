//! SSE4.2 (with POPCNT): 16 bytes a vector.

use super::{LOW_BYTES_U16, SWAP_U16};
use crate::simd::proved;
use crate::simd::sixteen::sets::lanes_of_sixteen;
use crate::simd::sixteen::tables::MISSING_UTF8;
use crate::simd::sixteen::{Sixteen, simd_stores_of_sixteen, up_to_15_bytes};
use crate::simd::{Simd, Vector};
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

impl Vector for Sse42 {
    type V = __m128i;
    const LANES: usize = 16;
    const OVERSHOOT: usize = 16;
    const OVERSHOOT_32: usize = 32;
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Simd for Sse42 {
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
        let (low, high) = up_to_15_bytes(bytes);
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
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_min_epu8(a, b))
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
            3 => proved!(_mm_slli_si128::<3>(v)),
            _ => proved!(_mm_slli_si128::<4>(v)),
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
    fn sum_u8(self, v: Self::V) -> usize {
        self.sum_u64(proved!(_mm_sad_epu8(v, _mm_setzero_si128())))
    }

    type Units = [__m128i; 2];

    #[inline(always)]
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        let weights = proved!(_mm_set1_epi16(64 << 8 | 1));
        let (first, second) =
            (proved!(_mm_unpacklo_epi8(low, middle)), proved!(_mm_unpackhi_epi8(low, middle)));
        let first = proved!(_mm_maddubs_epi16(first, weights));
        let second = proved!(_mm_maddubs_epi16(second, weights));
        let zero = self.splat(0);
        [
            self.or(first, proved!(_mm_unpacklo_epi8(zero, high))),
            self.or(second, proved!(_mm_unpackhi_epi8(zero, high))),
        ]
    }
    lanes_of_sixteen!();
    simd_stores_of_sixteen!();

    #[inline(always)]
    fn shift_left_2(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm_slli_epi16::<2>(v)), self.splat(0xFC))
    }
    #[inline(always)]
    fn shift_left_4(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm_slli_epi16::<4>(v)), self.splat(0xF0))
    }
    #[inline(always)]
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        proved!(_mm_blendv_epi8(a, b, mask))
    }
    #[inline(always)]
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        proved!(_mm_blendv_epi8(a, b, flags))
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_andnot_si128(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_sub_epi8(a, b))
    }

    // Lanes of 16 bits.

    #[inline(always)]
    fn splat16(self, unit: u16) -> Self::V {
        proved!(_mm_set1_epi16(unit as i16))
    }
    #[inline(always)]
    fn swap16(self, v: Self::V) -> Self::V {
        self.lookup(v, self.table(SWAP_U16))
    }
    #[inline(always)]
    fn repeat_low_byte16(self, v: Self::V) -> Self::V {
        self.lookup(v, self.table(LOW_BYTES_U16))
    }
    #[inline(always)]
    fn shl16<const BY: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm_slli_epi16::<BY>(v))
    }
    #[inline(always)]
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm_srli_epi16::<BY>(v))
    }
    #[inline(always)]
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_add_epi16(a, b))
    }
    #[inline(always)]
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_sub_epi16(a, b))
    }
    #[inline(always)]
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_adds_epu16(a, b))
    }
    #[inline(always)]
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_min_epu16(a, b))
    }
    #[inline(always)]
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_cmpeq_epi16(a, b))
    }
    #[inline(always)]
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something between.
        let a = proved!(_mm_srai_epi16::<7>(v[0]));
        let b = proved!(_mm_srai_epi16::<7>(v[1]));
        let v = proved!(_mm_packs_epi16(a, b));
        // What is 80 or above by that has its bit 7 set, and nothing is looked up for it.
        let index = proved!(_mm_adds_epu8(v, self.splat(0x70)));
        let missing = self.lookup(self.table(MISSING_UTF8), index);
        [proved!(_mm_add_epi8(totals, missing)), proved!(_mm_add_epi8(v, self.splat(0x40)))]
    }
    #[inline(always)]
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { _mm_storeu_si128(dst.cast(), v) }
    }
    #[inline(always)]
    fn sum16(self, v: Self::V) -> usize {
        let low = proved!(_mm_and_si128(v, _mm_set1_epi32(0xFFFF)));
        let sums = proved!(_mm_add_epi32(low, _mm_srli_epi32::<16>(v)));
        // Sums of two lanes, as lanes of 32 bits; then of 64.
        let low = proved!(_mm_and_si128(sums, _mm_set1_epi64x(0xFFFF_FFFF)));
        let sums = proved!(_mm_add_epi64(low, _mm_srli_epi64::<32>(sums)));
        self.sum_u64(sums)
    }
    #[inline(always)]
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        proved!(_mm_alignr_epi8::<14>(v, before))
    }
    #[inline(always)]
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_packus_epi16(a, b))
    }
}

impl Sixteen for Sse42 {
    #[inline(always)]
    fn flags8(self, v: Self::V) -> u16 {
        proved!(_mm_movemask_epi8(v)) as u16
    }
    #[inline(always)]
    fn flags16(self, a: Self::V, b: Self::V) -> u16 {
        self.flags8(proved!(_mm_packs_epi16(a, b)))
    }
    #[inline(always)]
    fn flags32(self, v: Self::V) -> u16 {
        proved!(_mm_movemask_ps(_mm_castsi128_ps(v))) as u16
    }
    #[inline(always)]
    fn pick(self, v: Self::V, indexes: &[u8; 16]) -> Self::V {
        self.lookup(v, self.table(*indexes))
    }
}

impl Sse42 {
    /// The sum of the lanes of 64 bits.
    #[inline(always)]
    fn sum_u64(self, v: __m128i) -> usize {
        let (low, high) = (proved!(_mm_cvtsi128_si64(v)), proved!(_mm_extract_epi64::<1>(v)));
        (low + high) as usize
    }
}
