//! [`Wide`] with AVX-512: a mask says which bytes are kept, and `vpcompressb` brings
//! them together.

use super::avx512::Avx512;
use super::avx512_masks::{EVEN, ONES};
use crate::simd::proved;
use crate::simd::{Simd, Wide};
use core::arch::x86_64::*;

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Wide for Avx512 {
    #[inline(always)]
    fn splat32(self, unit: u32) -> Self::V {
        proved!(_mm512_set1_epi32(unit as i32))
    }
    #[inline(always)]
    fn swap32(self, v: Self::V) -> Self::V {
        self.lookup(v, self.table([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]))
    }
    #[inline(always)]
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm512_sll_epi32(v, _mm_cvtsi32_si128(N)))
    }
    #[inline(always)]
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm512_srl_epi32(v, _mm_cvtsi32_si128(N)))
    }
    #[inline(always)]
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_add_epi32(a, b))
    }
    #[inline(always)]
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_max_epu32(a, b))
    }
    #[inline(always)]
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b)))
    }

    #[inline(always)]
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (a, b) = (self.quarters(a), self.quarters(b));
        [proved!(_mm512_unpacklo_epi8(a, b)), proved!(_mm512_unpackhi_epi8(a, b))]
    }
    #[inline(always)]
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (a, b) = (self.quarters(a), self.quarters(b));
        [proved!(_mm512_unpacklo_epi16(a, b)), proved!(_mm512_unpackhi_epi16(a, b))]
    }
    #[inline(always)]
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        // Packing works within quarters.
        let order = proved!(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0));
        proved!(_mm512_permutexvar_epi64(order, _mm512_packus_epi32(a, b)))
    }

    #[inline(always)]
    fn count_flags(self, v: Self::V) -> usize {
        proved!(_mm512_movepi8_mask(v)).count_ones() as usize
    }

    #[inline(always)]
    unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        // SAFETY: by contract, there is room for what is kept, and a vector behind.
        unsafe { self.store_over(v, !self.flagged(dropped), dst) }
    }
    #[inline(always)]
    fn len_kept32(self, dropped: Self::V) -> usize {
        4 * (!proved!(_mm512_movepi16_mask(dropped))).count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_kept32(self, v: [Self::V; 2], dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = !proved!(_mm512_movepi16_mask(dropped));
        // SAFETY: by contract, there is room for what is kept, and a vector behind.
        let dst = unsafe { self.store_over32(v[0], kept as u16, dst) };
        // SAFETY: the same.
        unsafe { self.store_over32(v[1], (kept >> 16) as u16, dst) }
    }
    #[inline(always)]
    unsafe fn store_pairs8(
        self,
        first: Self::V,
        second: Self::V,
        both: Self::V,
        mut dst: *mut u8,
    ) -> *mut u8 {
        let both = self.flagged(both);
        for (i, pairs) in self.zip8(first, second).into_iter().enumerate() {
            let kept = !EVEN | proved!(_pdep_u64(both >> (32 * i), EVEN));
            // SAFETY: by contract, there is room for what is kept, and a vector behind.
            dst = unsafe { self.store_over(pairs, kept, dst) };
        }
        dst
    }
    #[inline(always)]
    fn len_pairs16(self, both: Self::V) -> usize {
        2 * (!EVEN as u32 | proved!(_mm512_movepi16_mask(both))).count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = !EVEN as u32 | proved!(_mm512_movepi16_mask(both));
        // SAFETY: by contract, there is room for what is kept, and a vector behind.
        unsafe { self.store_over16(pairs, kept, dst) }
    }

    #[inline(always)]
    fn len_ends(self, sizes: [Self::V; 2]) -> usize {
        let kept = [self.ends(sizes[0]), self.ends(sizes[1])];
        (kept[0].count_ones() + kept[1].count_ones()) as usize
    }
    #[inline(always)]
    unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], mut dst: *mut u8) -> *mut u8 {
        for (v, sizes) in v.into_iter().zip(sizes) {
            // SAFETY: by contract, there is room for what is kept, and a vector behind.
            dst = unsafe { self.store_over(v, self.ends(sizes), dst) };
        }
        dst
    }
}

impl Avx512 {
    /// The eighths in the order 0 4 1 5 2 6 3 7: what unpacking within quarters
    /// needs to work on the whole.
    #[inline(always)]
    pub(super) fn quarters(self, v: __m512i) -> __m512i {
        let order = proved!(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0));
        proved!(_mm512_permutexvar_epi64(order, v))
    }

    /// Which bytes [`Wide::store_ends`] keeps: of every four the fourth; the third
    /// if bit 15 or bit 31 is set, the second if bit 15 is, and the first if both.
    #[inline(always)]
    fn ends(self, sizes: __m512i) -> u64 {
        let flags = self.flagged(sizes);
        let (bit_15, bit_31) = (flags >> 1 & ONES, flags >> 3 & ONES);
        ONES << 3 | (bit_15 | bit_31) << 2 | bit_15 << 1 | bit_15 & bit_31
    }
}
