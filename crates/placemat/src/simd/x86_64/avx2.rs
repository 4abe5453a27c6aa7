//! AVX2 (with BMI1, BMI2, LZCNT and POPCNT): 32 bytes a vector.

use super::{LOW_BYTES_U16, SWAP_U16};
use crate::simd::proved;
use crate::simd::sixteen::tables::{
    KEEP, KEEP_SWAPPED, MISSING_UTF8, ONE_OR_TWO, ONE_TO_THREE, Rows,
};
use crate::simd::sixteen::{lanes, up_to_15_bytes};
use crate::simd::{Simd, Vector};
use core::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// # Safety
    /// The processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }

    /// The units of lanes 0 to 7, 8 to 15, and so on. (A closure that is used twice need not be inlined, and then
    /// what it does is called.)
    #[inline(always)]
    fn eights(self, [first, second]: [__m256i; 2]) -> [__m128i; 4] {
        [
            proved!(_mm256_castsi256_si128(first)),
            proved!(_mm256_castsi256_si128(second)),
            proved!(_mm256_extracti128_si256::<1>(first)),
            proved!(_mm256_extracti128_si256::<1>(second)),
        ]
    }
}

/// Read from `32 - n` on, these indexes move the last 16 bytes of a text of
/// n bytes (16 to 31) to where they belong behind its first 16.
const TO_SECOND_HALF: [u8; 32] = {
    let mut indexes = [0x80; 32]; // pshufb: zero
    let mut i = 0;
    while i < 16 {
        indexes[i] = i as u8;
        i += 1;
    }
    indexes
};

impl Vector for Avx2 {
    type V = __m256i;
    const LANES: usize = 32;
    const OVERSHOOT: usize = 16;
    const OVERSHOOT_32: usize = 32;
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Simd for Avx2 {
    #[inline(always)]
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for 32 bytes, by contract.
        unsafe { _mm256_loadu_si256(src.cast()) }
    }

    #[inline(always)]
    fn load_partial(self, bytes: &[u8]) -> Self::V {
        let n = bytes.len();
        if let Some(whole) = bytes.first_chunk::<32>() {
            // SAFETY: the array has 32 bytes.
            unsafe { self.load_unaligned(whole.as_ptr()) }
        } else if let (Some(head), Some(tail)) =
            (bytes.first_chunk::<16>(), bytes.last_chunk::<16>())
        {
            let indexes = &TO_SECOND_HALF[32 - n..][..16];
            // SAFETY: the array has 16 bytes.
            let head = unsafe { _mm_loadu_si128(head.as_ptr().cast()) };
            // SAFETY: the array has 16 bytes.
            let tail = unsafe { _mm_loadu_si128(tail.as_ptr().cast()) };
            // SAFETY: the slice has 16 bytes.
            let indexes = unsafe { _mm_loadu_si128(indexes.as_ptr().cast()) };
            proved!(_mm256_set_m128i(_mm_shuffle_epi8(tail, indexes), head))
        } else {
            let (low, high) = up_to_15_bytes(bytes);
            proved!(_mm256_zextsi128_si256(_mm_set_epi64x(high as i64, low as i64)))
        }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::V {
        proved!(_mm256_set1_epi8(byte as i8))
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> Self::V {
        // SAFETY: the array has 16 bytes.
        let half = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
        proved!(_mm256_broadcastsi128_si256(half))
    }
    #[inline(always)]
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        proved!(_mm256_shuffle_epi8(table, index))
    }
    #[inline(always)]
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        self.lookup(table, index)
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_or_si256(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_xor_si256(a, b))
    }
    #[inline(always)]
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_subs_epu8(a, b))
    }
    #[inline(always)]
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_min_epu8(a, b))
    }
    #[inline(always)]
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_max_epu8(a, b))
    }
    #[inline(always)]
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_min_epi8(a, b))
    }
    #[inline(always)]
    fn high_nibble(self, v: Self::V) -> Self::V {
        self.low_nibble(proved!(_mm256_srli_epi16::<4>(v)))
    }
    #[inline(always)]
    fn is_continuation(self, v: Self::V) -> Self::V {
        self.less_than_i8(v, self.splat(0xC0))
    }
    #[inline(always)]
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_cmpgt_epi8(b, a))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V {
        // The low half moves up; the high half takes its first bytes from it.
        let low_above_zero = proved!(_mm256_permute2x128_si256::<0x08>(v, v));
        match N {
            1 => proved!(_mm256_alignr_epi8::<15>(v, low_above_zero)),
            2 => proved!(_mm256_alignr_epi8::<14>(v, low_above_zero)),
            3 => proved!(_mm256_alignr_epi8::<13>(v, low_above_zero)),
            _ => proved!(_mm256_alignr_epi8::<12>(v, low_above_zero)),
        }
    }

    #[inline(always)]
    fn any_nonzero(self, v: Self::V) -> bool {
        proved!(_mm256_testz_si256(v, v)) == 0
    }
    #[inline(always)]
    fn any_high_bit(self, v: Self::V) -> bool {
        proved!(_mm256_movemask_epi8(v)) != 0
    }
    #[inline(always)]
    fn bits(self, v: Self::V) -> u64 {
        u64::from(proved!(_mm256_movemask_epi8(v)).cast_unsigned())
    }

    #[inline(always)]
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        // A true lane is -1.
        let flags = self.is_continuation(v);
        proved!(_mm256_sub_epi8(totals, flags))
    }
    #[inline(always)]
    fn sum_u8(self, v: Self::V) -> usize {
        self.sum_u64(proved!(_mm256_sad_epu8(v, _mm256_setzero_si256())))
    }

    type Units = [__m256i; 2];

    #[inline(always)]
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        // Lanes 0 to 7 and 16 to 23; lanes 8 to 15 and 24 to 31.
        let weights = proved!(_mm256_set1_epi16(64 << 8 | 1));
        let first = proved!(_mm256_unpacklo_epi8(low, middle));
        let second = proved!(_mm256_unpackhi_epi8(low, middle));
        let first = proved!(_mm256_maddubs_epi16(first, weights));
        let second = proved!(_mm256_maddubs_epi16(second, weights));
        let zero = self.splat(0);
        [
            self.or(first, proved!(_mm256_unpacklo_epi8(zero, high))),
            self.or(second, proved!(_mm256_unpackhi_epi8(zero, high))),
        ]
    }
    type Lanes = u32;

    #[inline(always)]
    fn flagged(self, flags: Self::V) -> Self::Lanes {
        proved!(_mm256_movemask_epi8(flags)).cast_unsigned()
    }
    #[inline(always)]
    fn lanes_of(self, bits: u64) -> Self::Lanes {
        bits as u32
    }
    #[inline(always)]
    fn count(self, lanes: Self::Lanes) -> usize {
        lanes.count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_kept<const SWAPPED: bool, const FEW: bool>(
        self,
        units: Self::Units,
        dropped: Self::Lanes,
        dst: *mut u8,
    ) {
        let table = if SWAPPED { &KEEP_SWAPPED } else { &KEEP };
        for (i, units) in self.eights(units).into_iter().enumerate() {
            let indexes = &table[(dropped >> (8 * i)) as u8 as usize];
            // SAFETY: the array has 16 bytes.
            let indexes = unsafe { _mm_loadu_si128(indexes.as_ptr().cast()) };
            // Counted from the start each time, so that no store waits for the
            // count of the one before.
            let before = 8 * i - (dropped & ((1 << (8 * i)) - 1)).count_ones() as usize;
            // SAFETY: room for the units kept, by contract.
            let place = unsafe { dst.add(2 * before) };
            let units = proved!(_mm_shuffle_epi8(units, indexes));
            // SAFETY: room for eight units more, by contract.
            unsafe { _mm_storeu_si128(place.cast(), units) };
        }
    }
    #[inline(always)]
    unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        let low = proved!(_mm256_cvtepu8_epi16(_mm256_castsi256_si128(v)));
        let high = proved!(_mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(v)));
        let order = |units| if SWAPPED { proved!(_mm256_slli_epi16::<8>(units)) } else { units };
        // SAFETY: room for 64 bytes, by contract.
        unsafe { _mm256_storeu_si256(dst.cast(), order(low)) };
        // SAFETY: the same.
        let second = unsafe { dst.add(32) };
        // SAFETY: the same.
        unsafe { _mm256_storeu_si256(second.cast(), order(high)) };
    }
    #[inline(always)]
    unsafe fn store_kept_32<const SWAPPED: bool>(
        self,
        units: Self::Units,
        upper: Option<Self::V>,
        dropped: Self::Lanes,
        dst: *mut u8,
    ) {
        let zero = self.splat(0);
        let upper = upper.map(
            #[inline(always)]
            |upper| {
                let first = proved!(_mm256_unpacklo_epi8(upper, zero));
                self.eights([first, proved!(_mm256_unpackhi_epi8(upper, zero))])
            },
        );
        for (i, units) in self.eights(units).into_iter().enumerate() {
            let indexes = &KEEP[(dropped >> (8 * i)) as u8 as usize];
            // SAFETY: the array has 16 bytes.
            let indexes = unsafe { _mm_loadu_si128(indexes.as_ptr().cast()) };
            let units = proved!(_mm_shuffle_epi8(units, indexes));
            let mut values = proved!(_mm256_cvtepu16_epi32(units));
            if let Some(upper) = upper {
                let upper = proved!(_mm_shuffle_epi8(upper[i], indexes));
                let upper = proved!(_mm256_cvtepu16_epi32(upper));
                values = self.or(values, proved!(_mm256_slli_epi32::<16>(upper)));
            }
            if SWAPPED {
                let swap = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
                values = self.lookup(values, self.table(swap));
            }
            let before = 8 * i - (dropped & ((1 << (8 * i)) - 1)).count_ones() as usize;
            // SAFETY: room for the units kept, by contract.
            let place = unsafe { dst.add(4 * before) };
            // SAFETY: room for eight units more, by contract.
            unsafe { _mm256_storeu_si256(place.cast(), values) };
        }
    }
    #[inline(always)]
    unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        let halves =
            [proved!(_mm256_castsi256_si128(v)), proved!(_mm256_extracti128_si256::<1>(v))];
        for (i, half) in halves.into_iter().enumerate() {
            let upper = proved!(_mm_unpackhi_epi64(half, half));
            for (j, eight) in [half, upper].into_iter().enumerate() {
                let mut values = proved!(_mm256_cvtepu8_epi32(eight));
                if SWAPPED {
                    values = proved!(_mm256_slli_epi32::<24>(values));
                }
                // SAFETY: room for four bytes for every lane, by contract.
                let place = unsafe { dst.add(64 * i + 32 * j) };
                // SAFETY: the same.
                unsafe { _mm256_storeu_si256(place.cast(), values) };
            }
        }
    }
    #[inline(always)]
    fn lanes(self, from: usize, to: usize) -> Self::V {
        lanes(self, from, to)
    }
    #[inline(always)]
    fn shift_left_2(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm256_slli_epi16::<2>(v)), self.splat(0xFC))
    }
    #[inline(always)]
    fn shift_left_4(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm256_slli_epi16::<4>(v)), self.splat(0xF0))
    }
    #[inline(always)]
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        proved!(_mm256_blendv_epi8(a, b, mask))
    }
    #[inline(always)]
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        proved!(_mm256_blendv_epi8(a, b, flags))
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_andnot_si256(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_sub_epi8(a, b))
    }

    // Lanes of 16 bits.

    /// A bit for every byte beyond one a lane: in the order of `pack16`, or by eight
    /// lanes, first the second bytes and then the third ones.
    type KeptPairs = u64;
    type Kept = u64;

    #[inline(always)]
    fn splat16(self, unit: u16) -> Self::V {
        proved!(_mm256_set1_epi16(unit as i16))
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
        proved!(_mm256_slli_epi16::<BY>(v))
    }
    #[inline(always)]
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm256_srli_epi16::<BY>(v))
    }
    #[inline(always)]
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_add_epi16(a, b))
    }
    #[inline(always)]
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_sub_epi16(a, b))
    }
    #[inline(always)]
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_adds_epu16(a, b))
    }
    #[inline(always)]
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_min_epu16(a, b))
    }
    #[inline(always)]
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm256_cmpeq_epi16(a, b))
    }
    #[inline(always)]
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something between.
        let a = proved!(_mm256_srai_epi16::<7>(v[0]));
        let b = proved!(_mm256_srai_epi16::<7>(v[1]));
        let v = proved!(_mm256_packs_epi16(a, b));
        // What is 80 or above by that has its bit 7 set, and nothing is looked up for it.
        let index = proved!(_mm256_adds_epu8(v, self.splat(0x70)));
        let missing = self.lookup(self.table(MISSING_UTF8), index);
        [proved!(_mm256_add_epi8(totals, missing)), proved!(_mm256_add_epi8(v, self.splat(0x40)))]
    }
    #[inline(always)]
    fn surrogates(self, lanes: Self::V) -> Option<[u64; 2]> {
        // Eight units of the one vector, eight of the other: in order. F0 to F7 for a high one, F8 to FF for a low one.
        let lanes = proved!(_mm256_permute4x64_epi64::<0b11_01_10_00>(lanes));
        let both = self.bits(self.saturating_sub(lanes, self.splat(0x70)));
        let low = self.bits(self.saturating_sub(lanes, self.splat(0x78)));
        Some([both ^ low, low])
    }
    #[inline(always)]
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for 32 bytes, by contract.
        unsafe { _mm256_storeu_si256(dst.cast(), v) }
    }
    #[inline(always)]
    fn sum16(self, v: Self::V) -> usize {
        let low = proved!(_mm256_and_si256(v, _mm256_set1_epi32(0xFFFF)));
        let sums = proved!(_mm256_add_epi32(low, _mm256_srli_epi32::<16>(v)));
        // Sums of two lanes, as lanes of 32 bits; then of 64.
        let low = proved!(_mm256_and_si256(sums, _mm256_set1_epi64x(0xFFFF_FFFF)));
        let sums = proved!(_mm256_add_epi64(low, _mm256_srli_epi64::<32>(sums)));
        self.sum_u64(sums)
    }
    #[inline(always)]
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        // The high half of `before`, then the low half of `v`.
        let halves = proved!(_mm256_permute2x128_si256::<0x21>(before, v));
        proved!(_mm256_alignr_epi8::<14>(v, halves))
    }
    #[inline(always)]
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        let packed = proved!(_mm256_packus_epi16(a, b));
        proved!(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))
    }

    #[inline(always)]
    fn pack16(self, v: [Self::V; 2]) -> Self::V {
        proved!(_mm256_packus_epi16(v[0], v[1]))
    }
    #[inline(always)]
    fn unpack16(self, low: Self::V, high: Self::V) -> [Self::V; 2] {
        [proved!(_mm256_unpacklo_epi8(low, high)), proved!(_mm256_unpackhi_epi8(low, high))]
    }

    #[inline(always)]
    fn keep_one_or_two(self, [_, last]: [Self::V; 2]) -> u64 {
        u64::from(proved!(_mm256_movemask_epi8(last)) as u32)
    }
    #[inline(always)]
    fn len_one_or_two(self, kept: u64) -> usize {
        32 + kept.count_ones() as usize
    }
    #[inline(always)]
    unsafe fn store_one_or_two(self, [lead, last]: [Self::V; 2], kept: u64, dst: *mut u8) {
        let v = self.unpack16(lead, last);
        let ([a, b], [c, d]) = (self.halves(v[0]), self.halves(v[1]));
        // The halves of both vectors, in the order of `pack16`.
        let sets = [0xFF, 0x00FF_0000, 0xFF00, 0xFF00_0000];
        // SAFETY: the contract is the same.
        unsafe { self.store_rows::<8>(&ONE_OR_TWO, [a, b, c, d], kept, sets, dst) };
    }

    #[inline(always)]
    fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> u64 {
        // Eight bits of `two`, then of `three`; four times.
        let a = proved!(_mm256_movemask_epi8(_mm256_packs_epi16(two[0], three[0]))) as u32;
        let b = proved!(_mm256_movemask_epi8(_mm256_packs_epi16(two[1], three[1]))) as u32;
        u64::from(a) | u64::from(b) << 32
    }
    #[inline(always)]
    fn len_one_to_three(self, kept: u64) -> usize {
        32 + kept.count_ones() as usize
    }
    #[inline(always)]
    fn keeps_three(self, kept: u64) -> bool {
        kept == u64::MAX
    }
    #[inline(always)]
    unsafe fn store_one_to_three(
        self,
        first: [Self::V; 2],
        last: [Self::V; 2],
        kept: u64,
        mut dst: *mut u8,
    ) {
        for i in [0, 1] {
            // Lanes 0 to 3 and 8 to 11; 4 to 7 and 12 to 15.
            let [a, c] = self.halves(proved!(_mm256_unpacklo_epi16(first[i], last[i])));
            let [b, d] = self.halves(proved!(_mm256_unpackhi_epi16(first[i], last[i])));
            let kept = kept >> (32 * i) & 0xFFFF_FFFF;
            let sets = [0x0F0F, 0xF0F0, 0x0F0F_0000, 0xF0F0_0000];
            // SAFETY: the contract is the same.
            dst = unsafe { self.store_rows::<4>(&ONE_TO_THREE, [a, b, c, d], kept, sets, dst) };
        }
    }
    #[inline(always)]
    unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], dst: *mut u8) {
        let all = &ONE_TO_THREE.0[0xFF];
        for i in [0, 1] {
            let even = proved!(_mm256_unpacklo_epi16(first[i], last[i]));
            let odd = proved!(_mm256_unpackhi_epi16(first[i], last[i]));
            let even = self.lookup(even, self.table(*all));
            let odd = self.lookup(odd, self.table(*all));
            let ([a, c], [b, d]) = (self.halves(even), self.halves(odd));
            for (j, v) in [a, b, c, d].into_iter().enumerate() {
                let place = dst.wrapping_add(48 * i + 12 * j);
                // SAFETY: every store begins at a kept byte, and has 16.
                unsafe { _mm_storeu_si128(place.cast(), v) };
            }
        }
    }
}

impl Avx2 {
    /// The sum of the lanes of 64 bits.
    #[inline(always)]
    fn sum_u64(self, v: __m256i) -> usize {
        let [low, high] = self.halves(v);
        let sums = proved!(_mm_add_epi64(low, high));
        let (low, high) = (proved!(_mm_cvtsi128_si64(sums)), proved!(_mm_extract_epi64::<1>(sums)));
        (low + high) as usize
    }

    #[inline(always)]
    fn halves(self, v: __m256i) -> [__m128i; 2] {
        [proved!(_mm256_castsi256_si128(v)), proved!(_mm256_extracti128_si256::<1>(v))]
    }

    /// Stores of each vector the bytes that a row of `table` picks: `AT_LEAST`, and
    /// one for every bit of `kept` that is in its set, of eight bits, in `sets`.
    /// Those are the row number. Returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of all those bytes and 12 more: a row keeps four at least.
    #[inline(always)]
    unsafe fn store_rows<const AT_LEAST: usize>(
        self,
        table: &'static Rows,
        v: [__m128i; 4],
        kept: u64,
        sets: [u64; 4],
        mut dst: *mut u8,
    ) -> *mut u8 {
        for i in 0..4 {
            // Four zeros below the row number make it the place of the row.
            let place = proved!(_pext_u64(kept << 4, sets[i] << 4 | 0xF)) as usize;
            // SAFETY: at most 255 rows of 16 bytes.
            let row = unsafe { table.0.as_ptr().byte_add(place) };
            // SAFETY: a row has 16 bytes.
            let row = unsafe { _mm_loadu_si128(row.cast()) };
            let to = dst.wrapping_add(AT_LEAST * i);
            let picked = proved!(_mm_shuffle_epi8(v[i], row));
            // SAFETY: the store begins at a kept byte, and has 16.
            unsafe { _mm_storeu_si128(to.cast(), picked) };
            dst = dst.wrapping_add(place.count_ones() as usize);
        }
        dst.wrapping_add(4 * AT_LEAST)
    }
}
