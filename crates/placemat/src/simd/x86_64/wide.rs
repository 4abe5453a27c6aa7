//! [`Wide`] on x86-64, for both levels: stores of variable length are tables of
//! shuffles, 16 bytes at a time.

use super::avx2::Avx2;
use super::proved;
use super::sse42::Sse42;
use super::wide_tables::{ENDS, ENDS_LEN, KEPT8, KEPT32, PAIRS8, PAIRS16, THREE, UP_TO_THREE};
use crate::simd::{Simd, Wide};
use core::arch::x86_64::*;

impl Wide for Sse42 {
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

    #[inline(always)]
    unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = !proved!(_mm_movemask_epi8(dropped)) as u16;
        // SAFETY: by contract, there is room for both halves and 8 bytes more.
        unsafe { store_kept8(self, v, kept, dst) }
    }
    #[inline(always)]
    unsafe fn store_kept32(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = 0xF & !proved!(_mm_movemask_ps(_mm_castsi128_ps(dropped))) as usize;
        // SAFETY: by contract, there is room for 16 bytes.
        unsafe { self.store_unaligned(self.lookup(v, self.table(KEPT32[kept])), dst) };
        // SAFETY: at most LANES.
        unsafe { dst.add(4 * kept.count_ones() as usize) }
    }
    #[inline(always)]
    unsafe fn store_pairs8(
        self,
        first: Self::V,
        second: Self::V,
        both: Self::V,
        dst: *mut u8,
    ) -> *mut u8 {
        let both = proved!(_mm_movemask_epi8(both)) as u32;
        for (part, pairs) in self.zip8(first, second).into_iter().enumerate() {
            // SAFETY: by contract, there is room for all and 16 bytes more.
            unsafe { store_pairs8(self, pairs, both, part, dst) };
        }
        // SAFETY: as above.
        unsafe { dst.add(16 + both.count_ones() as usize) }
    }
    #[inline(always)]
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
        let both = proved!(_mm_movemask_ps(_mm_castsi128_ps(both))) as usize;
        // SAFETY: by contract, there is room for all and 16 bytes more.
        unsafe { store_pairs16(self, pairs, both, dst) }
    }

    #[inline(always)]
    fn count_ends(self, sizes: [Self::V; 2]) -> usize {
        let sizes = proved!(_mm_movemask_epi8(_mm_packs_epi16(sizes[0], sizes[1]))) as u32;
        8 + (sizes.count_ones() + (sizes & 0x5555).count_ones()) as usize
    }
    #[inline(always)]
    unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], dst: *mut u8) -> *mut u8 {
        let sizes = proved!(_mm_movemask_epi8(_mm_packs_epi16(sizes[0], sizes[1]))) as u16;
        let [low, high] = sizes.to_le_bytes();
        // SAFETY: by contract, there is room for all and 16 bytes more.
        let dst = unsafe { store_ends(self, v[0], low, dst) };
        // SAFETY: as above.
        unsafe { store_ends(self, v[1], high, dst) }
    }
    #[inline(always)]
    unsafe fn store_up_to_three(
        self,
        first: Self::V,
        last: Self::V,
        sizes: Self::V,
        dst: *mut u8,
    ) -> *mut u8 {
        let sizes = proved!(_mm_movemask_epi8(sizes)) as u32;
        let [low, high] = self.zip16(first, last);
        // SAFETY: by contract, there is room for all and 16 bytes more.
        unsafe { store_up_to_three(self, low, sizes, 0, dst) };
        // SAFETY: as above.
        unsafe { store_up_to_three(self, high, sizes, 1, dst) };
        // SAFETY: as above.
        unsafe { dst.add(8 + sizes.count_ones() as usize) }
    }
    #[inline(always)]
    unsafe fn store_all_three(self, first: Self::V, last: Self::V, dst: *mut u8) -> *mut u8 {
        let [low, high] = self.zip16(first, last);
        let indexes = self.table(THREE);
        // SAFETY: by contract, there is room for 24 bytes and 16 more.
        unsafe { self.store_unaligned(self.lookup(low, indexes), dst) };
        // SAFETY: as above.
        let second = unsafe { dst.add(12) };
        // SAFETY: as above.
        unsafe { self.store_unaligned(self.lookup(high, indexes), second) };
        // SAFETY: as above.
        unsafe { dst.add(24) }
    }
}

impl Wide for Avx2 {
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
    unsafe fn store_kept32(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = !proved!(_mm256_movemask_ps(_mm256_castsi256_ps(dropped))) as u8;
        // The table has bytes; as lane numbers of 32 bits they are what vpermd takes.
        let lanes = KEPT8[usize::from(kept)] as i64;
        let lanes = proved!(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(lanes)));
        let v = proved!(_mm256_permutevar8x32_epi32(v, lanes));
        // SAFETY: by contract, there is room for 32 bytes.
        unsafe { self.store_unaligned(v, dst) };
        // SAFETY: at most LANES.
        unsafe { dst.add(4 * kept.count_ones() as usize) }
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
            // SAFETY: by contract, there is room for all and 32 bytes more.
            unsafe { store_pairs8(s, pairs, both, part, dst) };
        }
        // SAFETY: as above.
        unsafe { dst.add(32 + both.count_ones() as usize) }
    }
    #[inline(always)]
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
        let both = proved!(_mm256_movemask_ps(_mm256_castsi256_ps(both))) as usize;
        let (s, [low, high]) = halves(self, pairs);
        // SAFETY: by contract, there is room for all and 32 bytes more.
        let dst = unsafe { store_pairs16(s, low, both & 0xF, dst) };
        // SAFETY: as above.
        unsafe { store_pairs16(s, high, both >> 4, dst) }
    }

    #[inline(always)]
    fn count_ends(self, sizes: [Self::V; 2]) -> usize {
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
            // SAFETY: by contract, there is room for all and 32 bytes more.
            end = unsafe { store_ends(s, v, size, end) };
        }
        end
    }
    #[inline(always)]
    unsafe fn store_up_to_three(
        self,
        first: Self::V,
        last: Self::V,
        sizes: Self::V,
        dst: *mut u8,
    ) -> *mut u8 {
        let sizes = proved!(_mm256_movemask_epi8(sizes)) as u32;
        // Unpacking works within halves.
        let (s, [a, c]) = halves(self, proved!(_mm256_unpacklo_epi16(first, last)));
        let (_, [b, d]) = halves(self, proved!(_mm256_unpackhi_epi16(first, last)));
        for (part, v) in [a, b, c, d].into_iter().enumerate() {
            // SAFETY: by contract, there is room for all and 32 bytes more.
            unsafe { store_up_to_three(s, v, sizes, part, dst) };
        }
        // SAFETY: as above.
        unsafe { dst.add(16 + sizes.count_ones() as usize) }
    }
    #[inline(always)]
    unsafe fn store_all_three(self, first: Self::V, last: Self::V, dst: *mut u8) -> *mut u8 {
        // Unpacking works within halves.
        let (s, [a, c]) = halves(self, proved!(_mm256_unpacklo_epi16(first, last)));
        let (_, [b, d]) = halves(self, proved!(_mm256_unpackhi_epi16(first, last)));
        let indexes = s.table(THREE);
        for (part, v) in [a, b, c, d].into_iter().enumerate() {
            // SAFETY: by contract, there is room for 48 bytes and 32 more.
            let place = unsafe { dst.add(12 * part) };
            // SAFETY: as above.
            unsafe { s.store_unaligned(s.lookup(v, indexes), place) };
        }
        // SAFETY: as above.
        unsafe { dst.add(48) }
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

// Stores of variable length, 16 bytes at a time, for both levels.

/// Stores the bytes of `v` whose bits in `kept` are set. Returns the end.
///
/// # Safety
/// `dst` is valid for writes of 8 bytes behind what is returned.
#[inline(always)]
unsafe fn store_kept8(s: Sse42, v: __m128i, kept: u16, dst: *mut u8) -> *mut u8 {
    let [low, high] = kept.to_le_bytes();
    let indexes = |kept: u8| KEPT8[usize::from(kept)];
    // The table is for the low eight bytes: those of the high ones are 8 more.
    let high_indexes = indexes(high) + 0x0808_0808_0808_0808;
    // SAFETY: the token proves the instructions.
    let indexes = unsafe { _mm_set_epi64x(high_indexes as i64, indexes(low) as i64) };
    let packed = s.lookup(v, indexes);
    // SAFETY: by contract; the token proves the instructions.
    unsafe { _mm_storel_epi64(dst.cast(), packed) };
    // SAFETY: that many bytes have fitted.
    let end = unsafe { dst.add(low.count_ones() as usize) };
    // SAFETY: the token proves the instructions.
    let packed = unsafe { _mm_castsi128_pd(packed) };
    // SAFETY: by contract; the token proves the instructions.
    unsafe { _mm_storeh_pd(end.cast(), packed) };
    // SAFETY: as above.
    unsafe { end.add(high.count_ones() as usize) }
}

/// Stores sixteen bytes: of eight pairs, the second ones, and the first ones
/// where the bit of byte `part` of `both` is set, behind those of the parts
/// before. That place is counted from the start each time, so that no store
/// waits for the one before.
///
/// # Safety
/// `dst` is valid for writes of 8 bytes for every part up to this one, one for
/// every bit set in them, and 8 more.
#[inline(always)]
unsafe fn store_pairs8(s: Sse42, pairs: __m128i, both: u32, part: usize, dst: *mut u8) {
    let indexes = s.table(PAIRS8[usize::from((both >> (8 * part)) as u8)]);
    // SAFETY: by contract.
    let place = unsafe { dst.add(8 * part + bits_before(both, part)) };
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.lookup(pairs, indexes), place) };
}

/// How many bits are set below byte `part`, 0 to 3.
#[inline(always)]
fn bits_before(bits: u32, part: usize) -> usize {
    (bits & ((1 << (8 * part)) - 1)).count_ones() as usize
}

/// Stores four times 16 bits, the second ones of pairs, and the first ones where
/// the bit in `both`, which is below 16, is set. Returns the end.
///
/// # Safety
/// `dst` is valid for writes of 16 bytes.
#[inline(always)]
unsafe fn store_pairs16(s: Sse42, pairs: __m128i, both: usize, dst: *mut u8) -> *mut u8 {
    let indexes = s.table(PAIRS16[both]);
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.lookup(pairs, indexes), dst) };
    // SAFETY: at most 16.
    unsafe { dst.add(8 + 2 * both.count_ones() as usize) }
}

/// Stores the last one to four of every four bytes.
///
/// # Safety
/// `dst` is valid for writes of 16 bytes.
#[inline(always)]
unsafe fn store_ends(s: Sse42, v: __m128i, sizes: u8, dst: *mut u8) -> *mut u8 {
    let indexes = s.table(ENDS[usize::from(sizes)]);
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.lookup(v, indexes), dst) };
    // SAFETY: at most 16.
    unsafe { dst.add(usize::from(ENDS_LEN[usize::from(sizes)])) }
}

/// Stores four sequences of one to three bytes, of which `v` has the first byte,
/// anything, and the last two: those of byte `part` of `sizes`, behind those of
/// the parts before.
///
/// # Safety
/// `dst` is valid for writes of 4 bytes for every part up to this one, one for
/// every bit set in them, and 12 more.
#[inline(always)]
unsafe fn store_up_to_three(s: Sse42, v: __m128i, sizes: u32, part: usize, dst: *mut u8) {
    let indexes = s.table(UP_TO_THREE[usize::from((sizes >> (8 * part)) as u8)]);
    // SAFETY: by contract.
    let place = unsafe { dst.add(4 * part + bits_before(sizes, part)) };
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.lookup(v, indexes), place) };
}
