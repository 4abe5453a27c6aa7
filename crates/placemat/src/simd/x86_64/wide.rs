//! [`Wide`] with SSE4.2 and AVX2: stores of variable length are tables of shuffles,
//! 16 bytes at a time.

use super::avx2::Avx2;
use super::sse42::Sse42;
use crate::simd::proved;
use crate::simd::sixteen::wide_tables::KEPT8;
use crate::simd::sixteen::{
    Sixteen, store_ends, store_kept8, store_pairs8, store_pairs16, wide_stores_of_sixteen,
};
use crate::simd::{Simd, Wide};
use core::arch::x86_64::*;

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Wide for Sse42 {
    #[inline(always)]
    fn splat32(self, unit: u32) -> Self::V {
        proved!(_mm_set1_epi32(unit as i32))
    }
    #[inline(always)]
    fn swap32(self, v: Self::V) -> Self::V {
        self.lookup(v, self.table([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]))
    }
    #[inline(always)]
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm_slli_epi32::<N>(v))
    }
    #[inline(always)]
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm_srli_epi32::<N>(v))
    }
    #[inline(always)]
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_add_epi32(a, b))
    }
    #[inline(always)]
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_max_epu32(a, b))
    }
    #[inline(always)]
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_cmpgt_epi32(a, b))
    }

    #[inline(always)]
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [proved!(_mm_unpacklo_epi8(a, b)), proved!(_mm_unpackhi_epi8(a, b))]
    }
    #[inline(always)]
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [proved!(_mm_unpacklo_epi16(a, b)), proved!(_mm_unpackhi_epi16(a, b))]
    }
    #[inline(always)]
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm_packus_epi32(a, b))
    }

    #[inline(always)]
    fn count_flags(self, v: Self::V) -> usize {
        proved!(_mm_movemask_epi8(v)).count_ones() as usize
    }

    wide_stores_of_sixteen!();
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Wide for Avx2 {
    #[inline(always)]
    fn splat32(self, unit: u32) -> Self::V {
        proved!(_mm256_set1_epi32(unit as i32))
    }
    #[inline(always)]
    fn swap32(self, v: Self::V) -> Self::V {
        self.lookup(v, self.table([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]))
    }
    #[inline(always)]
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm256_slli_epi32::<N>(v))
    }
    #[inline(always)]
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm256_srli_epi32::<N>(v))
    }
    #[inline(always)]
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_add_epi32(a, b))
    }
    #[inline(always)]
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_max_epu32(a, b))
    }
    #[inline(always)]
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_cmpgt_epi32(a, b))
    }

    #[inline(always)]
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (a, b) = (quarters(self, a), quarters(self, b));
        [proved!(_mm256_unpacklo_epi8(a, b)), proved!(_mm256_unpackhi_epi8(a, b))]
    }
    #[inline(always)]
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (a, b) = (quarters(self, a), quarters(self, b));
        [proved!(_mm256_unpacklo_epi16(a, b)), proved!(_mm256_unpackhi_epi16(a, b))]
    }
    #[inline(always)]
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        quarters(self, proved!(_mm256_packus_epi32(a, b)))
    }

    #[inline(always)]
    fn count_flags(self, v: Self::V) -> usize {
        proved!(_mm256_movemask_epi8(v)).count_ones() as usize
    }

    #[inline(always)]
    unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = !proved!(_mm256_movemask_epi8(dropped)) as u32;
        let (s, [low, high]) = halves(self, v);
        // SAFETY: by contract, there is room for both halves and 8 bytes more.
        let dst = unsafe { store_kept8(s, low, kept as u16, dst) };
        // SAFETY: as above.
        unsafe { store_kept8(s, high, (kept >> 16) as u16, dst) }
    }
    #[inline(always)]
    fn len_kept32(self, dropped: Self::V) -> usize {
        let flags = proved!(_mm256_movemask_epi8(dropped)) as u32 & 0xAAAA_AAAA;
        64 - 4 * flags.count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_kept32(self, v: [Self::V; 2], dropped: Self::V, mut dst: *mut u8) -> *mut u8 {
        for (v, dropped) in v.into_iter().zip(self.zip16(dropped, dropped)) {
            let kept = !proved!(_mm256_movemask_ps(_mm256_castsi256_ps(dropped))) as u8;
            // The table has bytes; as lane numbers of 32 bits they are what vpermd takes.
            let lanes = KEPT8[usize::from(kept)] as i64;
            let lanes = proved!(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(lanes)));
            let v = proved!(_mm256_permutevar8x32_epi32(v, lanes));
            // SAFETY: every store begins where a lane may be kept, and has 32.
            unsafe { self.store_unaligned(v, dst) };
            dst = dst.wrapping_add(4 * kept.count_ones() as usize);
        }
        dst
    }
    #[inline(always)]
    unsafe fn store_pairs8(
        self,
        first: Self::V,
        second: Self::V,
        both: Self::V,
        dst: *mut u8,
    ) -> *mut u8 {
        let both = proved!(_mm256_movemask_epi8(both)) as u32;
        // Unpacking works within halves.
        let (s, [a, c]) = halves(self, proved!(_mm256_unpacklo_epi8(first, second)));
        let (_, [b, d]) = halves(self, proved!(_mm256_unpackhi_epi8(first, second)));
        for (part, pairs) in [a, b, c, d].into_iter().enumerate() {
            // SAFETY: by contract, there is room for all and 8 bytes more.
            unsafe { store_pairs8(s, pairs, both, part, dst) };
        }
        // SAFETY: as above.
        unsafe { dst.add(32 + both.count_ones() as usize) }
    }
    #[inline(always)]
    fn len_pairs16(self, both: Self::V) -> usize {
        // Of every lane of 32 bits the topmost bit, as the store sees it.
        let both = proved!(_mm256_movemask_epi8(both)) as u32 & 0x8888_8888;
        16 + 2 * both.count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
        let both = proved!(_mm256_movemask_ps(_mm256_castsi256_ps(both))) as usize;
        let (s, [low, high]) = halves(self, pairs);
        // SAFETY: by contract, there is room for all and 8 bytes more.
        let dst = unsafe { store_pairs16(s, low, both & 0xF, dst) };
        // SAFETY: as above.
        unsafe { store_pairs16(s, high, both >> 4, dst) }
    }

    #[inline(always)]
    fn len_ends(self, sizes: [Self::V; 2]) -> usize {
        let sizes = proved!(_mm256_movemask_epi8(_mm256_packs_epi16(sizes[0], sizes[1]))) as u32;
        16 + (sizes.count_ones() + (sizes & 0x5555_5555).count_ones()) as usize
    }
    #[inline(always)]
    unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], dst: *mut u8) -> *mut u8 {
        // Packing works within halves: theirs are bytes 0 and 2, 1 and 3.
        let sizes = proved!(_mm256_movemask_epi8(_mm256_packs_epi16(sizes[0], sizes[1]))) as u32;
        let [size_a, size_c, size_b, size_d] = sizes.to_le_bytes();
        let (s, [a, b]) = halves(self, v[0]);
        let (_, [c, d]) = halves(self, v[1]);
        let mut end = dst;
        for (v, size) in [(a, size_a), (b, size_b), (c, size_c), (d, size_d)] {
            // SAFETY: by contract, there is room for all and 12 bytes more.
            end = unsafe { store_ends(s, v, size, end) };
        }
        end
    }
}

/// The four quarters in the order 0 2 1 3: what unpacking and packing
/// within halves needs to work on the whole.
#[inline(always)]
fn quarters(_: Avx2, v: __m256i) -> __m256i {
    proved!(_mm256_permute4x64_epi64::<0b11_01_10_00>(v))
}

/// The low and the high half, and a token for them.
#[inline(always)]
fn halves(_: Avx2, v: __m256i) -> (Sse42, [__m128i; 2]) {
    let halves = [proved!(_mm256_castsi256_si128(v)), proved!(_mm256_extracti128_si256::<1>(v))];
    // SAFETY: AVX2 and POPCNT include SSE4.2 and POPCNT.
    (unsafe { Sse42::assume() }, halves)
}
