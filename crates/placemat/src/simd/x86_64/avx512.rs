//! AVX-512 (F, BW, DQ, VL, VBMI and VBMI2, with BMI1, BMI2, LZCNT and POPCNT): 64
//! bytes a vector.
//!
//! Where AVX2 brings kept lanes together by tables of shuffles, 16 bytes at a
//! time, one `vpcompressb` does it here for 64. Loads and stores of part of a
//! vector take a mask: nothing outside the text is touched, and no store writes
//! more than it keeps.
//!
//! `vpcompressb` goes to a register and is stored from there: straight to memory
//! it takes over a hundred cycles on Zen 4.

#[cfg(placemat_bochs)]
use super::bochs::{_mm512_maskz_compress_epi8, _mm512_maskz_compress_epi16};
use super::{LOW_BYTES_U16, SWAP_U16};
use crate::simd::proved;
use crate::simd::sixteen::tables::MISSING_UTF8;
use crate::simd::{BLOCK, Simd, Vector, Wide};
use core::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, DQ, VL, VBMI and VBMI2, BMI1, BMI2,
/// LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// # Safety
    /// The processor has AVX-512 F, BW, DQ, VL, VBMI and VBMI2, BMI1, BMI2, LZCNT
    /// and POPCNT.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }
}

impl Vector for Avx512 {
    type V = __m512i;
    const LANES: usize = 64;
    const MASKS: bool = true;
    const OVERSHOOT: usize = 64;
    const OVERSHOOT_32: usize = 64;

    #[inline(always)]
    fn avx512(self) -> Option<Self> {
        Some(self)
    }
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Simd for Avx512 {
    #[inline(always)]
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for 64 bytes, by contract.
        unsafe { _mm512_loadu_si512(src.cast()) }
    }

    #[inline(always)]
    fn load_partial(self, bytes: &[u8]) -> Self::V {
        let lanes = self.first(bytes.len().min(64));
        // SAFETY: only the lanes of the mask are read, and those are in the slice.
        unsafe { _mm512_maskz_loadu_epi8(lanes, bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::V {
        proved!(_mm512_set1_epi8(byte as i8))
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> Self::V {
        // SAFETY: the array has 16 bytes.
        let quarter = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
        proved!(_mm512_broadcast_i32x4(quarter))
    }
    #[inline(always)]
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        proved!(_mm512_shuffle_epi8(table, index))
    }
    #[inline(always)]
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        self.lookup(table, index)
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_and_si512(a, b))
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_or_si512(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_xor_si512(a, b))
    }
    #[inline(always)]
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_subs_epu8(a, b))
    }
    #[inline(always)]
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_min_epu8(a, b))
    }
    #[inline(always)]
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_max_epu8(a, b))
    }
    #[inline(always)]
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_min_epi8(a, b))
    }
    #[inline(always)]
    fn high_nibble(self, v: Self::V) -> Self::V {
        self.low_nibble(proved!(_mm512_srli_epi16::<4>(v)))
    }
    #[inline(always)]
    fn is_continuation(self, v: Self::V) -> Self::V {
        self.less_than_i8(v, self.splat(0xC0))
    }
    #[inline(always)]
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_movm_epi8(_mm512_cmplt_epi8_mask(a, b)))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V {
        // Each quarter takes its first bytes from the one below.
        let below = proved!(_mm512_alignr_epi32::<12>(v, _mm512_setzero_si512()));
        match N {
            1 => proved!(_mm512_alignr_epi8::<15>(v, below)),
            2 => proved!(_mm512_alignr_epi8::<14>(v, below)),
            3 => proved!(_mm512_alignr_epi8::<13>(v, below)),
            _ => proved!(_mm512_alignr_epi8::<12>(v, below)),
        }
    }

    /// A load of 64 bytes that is not aligned takes two lines.
    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Self::V, v: Self::V) -> Option<Self::V> {
        let four = proved!(_mm512_alignr_epi32::<15>(v, before));
        Some(match N {
            1 => proved!(_mm512_shldi_epi32::<8>(v, four)),
            2 => proved!(_mm512_shldi_epi32::<16>(v, four)),
            3 => proved!(_mm512_shldi_epi32::<24>(v, four)),
            _ => four,
        })
    }

    #[inline(always)]
    fn any_nonzero(self, v: Self::V) -> bool {
        proved!(_mm512_test_epi32_mask(v, v)) != 0
    }
    #[inline(always)]
    fn any_high_bit(self, v: Self::V) -> bool {
        self.flagged(v) != 0
    }

    #[inline(always)]
    fn bits(self, v: Self::V) -> u64 {
        self.flagged(v)
    }

    /// By eighths of vectors, a byte for each vector: a test and a store.
    #[inline(always)]
    fn not_ascii(self, block: &[u8]) -> Option<[u64; 2]> {
        let (vectors, _) = block[..64 * BLOCK].as_chunks::<64>();
        let mut eighths = [0; BLOCK];
        for (eighths, vector) in eighths.iter_mut().zip(vectors) {
            let v = self.load(vector, 0);
            *eighths = proved!(_mm512_test_epi64_mask(v, _mm512_set1_epi8(-128)));
        }
        let eighths = self.load(&eighths, 0);
        Some([proved!(_mm512_test_epi8_mask(eighths, eighths)), self.flagged(eighths)])
    }

    #[inline(always)]
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        let lanes = proved!(_mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(0xC0_u8 as i8)));
        proved!(_mm512_mask_sub_epi8(totals, lanes, totals, _mm512_set1_epi8(-1)))
    }
    #[inline(always)]
    fn sum_u8(self, v: Self::V) -> usize {
        let sums = proved!(_mm512_sad_epu8(v, _mm512_setzero_si512()));
        proved!(_mm512_reduce_add_epi64(sums)) as usize
    }

    /// Lanes 0 to 31; lanes 32 to 63.
    type Units = [__m512i; 2];

    #[inline(always)]
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        // Not by multiplication: an Intel Xeon that has just begun with it takes 1.4 times as long for all, up to half a millisecond.
        let low = self.or(low, self.and(self.shl16::<6>(middle), self.splat(0xC0)));
        let high = self.or(high, self.and(self.shr16::<2>(middle), self.splat(0x0F)));
        let first = proved!(_mm512_unpacklo_epi8(low, high));
        let second = proved!(_mm512_unpackhi_epi8(low, high));
        // Unpacking works within quarters.
        self.in_order(first, second)
    }
    #[inline(always)]
    fn units_up_to_two(self, b1: Self::V, b2: Self::V) -> Self::Units {
        let pairs = self.pairs8(b1, b2);
        let two = self.flagged(b1);
        [self.unit_of_two(pairs[0], two as u32), self.unit_of_two(pairs[1], (two >> 32) as u32)]
    }
    #[inline(always)]
    fn units_up_to_three(self, b1: Self::V, b2: Self::V, b3: Self::V) -> Self::Units {
        let pairs = self.pairs8(b1, b2);
        let two = self.flagged(b1);
        let three = proved!(_mm512_mask_cmplt_epi8_mask(two, b2, self.splat(0xC0)));
        let thirds = self.each8(b3);
        let unit = |pair, third, two, three| {
            let high = proved!(_mm512_maskz_slli_epi16::<12>(three, third));
            self.or(self.unit_of_two(pair, two), high)
        };
        [
            unit(pairs[0], thirds[0], two as u32, three as u32),
            unit(pairs[1], thirds[1], (two >> 32) as u32, (three >> 32) as u32),
        ]
    }
    type Lanes = u64;

    #[inline(always)]
    fn flagged(self, flags: Self::V) -> Self::Lanes {
        proved!(_mm512_movepi8_mask(flags))
    }
    #[inline(always)]
    fn lanes_of(self, bits: u64) -> Self::Lanes {
        bits
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
        let kept = [!dropped as u32, (!dropped >> 32) as u32];
        let mut place = dst;
        for (units, kept) in units.into_iter().zip(kept) {
            let units = if SWAPPED { self.swap16(units) } else { units };
            place = if FEW {
                // SAFETY: room for the units kept, by contract.
                unsafe { self.store_compressed16(units, kept, place) }
            } else {
                // SAFETY: and for a vector behind them.
                unsafe { self.store_over16(units, kept, place) }
            };
        }
    }
    #[inline(always)]
    unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        let zero = self.splat(0);
        let halves = if SWAPPED { self.zip8(zero, v) } else { self.zip8(v, zero) };
        for (i, units) in halves.into_iter().enumerate() {
            // SAFETY: room for two bytes for every lane, by contract.
            unsafe { self.store_unaligned(units, dst.wrapping_add(64 * i)) };
        }
    }
    #[inline(always)]
    unsafe fn store_kept_32<const SWAPPED: bool>(
        self,
        units: Self::Units,
        upper: Option<Self::V>,
        dropped: Self::Lanes,
        dst: *mut u8,
    ) {
        let kept = [!dropped as u32, (!dropped >> 32) as u32];
        let upper = upper.map(|upper| self.halves(upper));
        let mut place = dst;
        for i in 0..2 {
            let packed = proved!(_mm512_maskz_compress_epi16(kept[i], units[i]));
            let mut values = self.widen16(packed);
            if let Some(upper) = upper {
                let packed = proved!(_mm256_maskz_compress_epi8(kept[i], upper[i]));
                let upper = self.widen16(proved!(_mm512_cvtepu8_epi16(packed)));
                for (values, upper) in values.iter_mut().zip(upper) {
                    *values = self.or(*values, proved!(_mm512_slli_epi32::<16>(upper)));
                }
            }
            let values = values.map(|v| if SWAPPED { self.swap32(v) } else { v });
            // SAFETY: room for the units kept, and a vector behind them, by contract.
            unsafe { self.store_unaligned(values[0], place) };
            let len = 4 * kept[i].count_ones() as usize;
            if len > 64 {
                // SAFETY: the same.
                unsafe { self.store_unaligned(values[1], place.wrapping_add(64)) };
            }
            place = place.wrapping_add(len);
        }
    }
    #[inline(always)]
    unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        for i in 0..4 {
            let quarter = match i {
                0 => proved!(_mm512_castsi512_si128(v)),
                1 => proved!(_mm512_extracti32x4_epi32::<1>(v)),
                2 => proved!(_mm512_extracti32x4_epi32::<2>(v)),
                _ => proved!(_mm512_extracti32x4_epi32::<3>(v)),
            };
            let mut values = proved!(_mm512_cvtepu8_epi32(quarter));
            if SWAPPED {
                values = proved!(_mm512_slli_epi32::<24>(values));
            }
            // SAFETY: room for four bytes for every lane, by contract.
            unsafe { self.store_unaligned(values, dst.wrapping_add(64 * i)) };
        }
    }
    #[inline(always)]
    fn lanes(self, from: usize, to: usize) -> Self::V {
        proved!(_mm512_movm_epi8(self.first(to) & !self.first(from)))
    }
    #[inline(always)]
    fn shift_left_2(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm512_slli_epi16::<2>(v)), self.splat(0xFC))
    }
    #[inline(always)]
    fn shift_left_4(self, v: Self::V) -> Self::V {
        self.and(proved!(_mm512_slli_epi16::<4>(v)), self.splat(0xF0))
    }
    #[inline(always)]
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        // mask ? b : a
        proved!(_mm512_ternarylogic_epi32::<0xCA>(mask, b, a))
    }
    #[inline(always)]
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        proved!(_mm512_mask_blend_epi8(_mm512_movepi8_mask(flags), a, b))
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_andnot_si512(a, b))
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_sub_epi8(a, b))
    }

    // Lanes of 16 bits.

    /// Which lanes keep a second byte, and which a third one: a bit for every lane
    /// of both vectors.
    type KeptPairs = [u64; 2];
    type Kept = [u64; 2];

    #[inline(always)]
    fn splat16(self, unit: u16) -> Self::V {
        proved!(_mm512_set1_epi16(unit as i16))
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
        proved!(_mm512_sll_epi16(v, _mm_cvtsi32_si128(BY)))
    }
    #[inline(always)]
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        proved!(_mm512_srl_epi16(v, _mm_cvtsi32_si128(BY)))
    }
    #[inline(always)]
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_add_epi16(a, b))
    }
    #[inline(always)]
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_sub_epi16(a, b))
    }
    #[inline(always)]
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_adds_epu16(a, b))
    }
    #[inline(always)]
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_min_epu16(a, b))
    }
    #[inline(always)]
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(_mm512_movm_epi16(_mm512_cmpeq_epi16_mask(a, b)))
    }
    #[inline(always)]
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something between.
        let a = proved!(_mm512_srai_epi16::<7>(v[0]));
        let b = proved!(_mm512_srai_epi16::<7>(v[1]));
        let v = proved!(_mm512_packs_epi16(a, b));
        // What is 80 or above by that has its bit 7 set, and nothing is looked up for it.
        let index = proved!(_mm512_adds_epu8(v, self.splat(0x70)));
        let missing = self.lookup(self.table(MISSING_UTF8), index);
        [proved!(_mm512_add_epi8(totals, missing)), proved!(_mm512_add_epi8(v, self.splat(0x40)))]
    }
    #[inline(always)]
    fn surrogates(self, lanes: Self::V) -> Option<[u64; 2]> {
        // Eight units of the one vector, eight of the other: in order. F0 to F7 for a high one, F8 to FF for a low one.
        let order = proved!(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0));
        let lanes = proved!(_mm512_permutexvar_epi64(order, lanes));
        let both = self.bits(self.saturating_sub(lanes, self.splat(0x70)));
        let low = self.bits(self.saturating_sub(lanes, self.splat(0x78)));
        Some([both ^ low, low])
    }
    #[inline(always)]
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for 64 bytes, by contract.
        unsafe { _mm512_storeu_si512(dst.cast(), v) }
    }
    #[inline(always)]
    unsafe fn store_narrowed32<const SWAPPED: bool>(self, v: [Self::V; 2], dst: *mut u8) {
        for (i, v) in v.into_iter().enumerate() {
            let v = if SWAPPED { self.shr32::<16>(self.swap32(v)) } else { v };
            // SAFETY: room for 64 bytes, by contract.
            let place = unsafe { dst.add(32 * i) };
            let units = proved!(_mm512_cvtepi32_epi16(v));
            // SAFETY: the same.
            unsafe { _mm256_storeu_si256(place.cast(), units) };
        }
    }
    #[inline(always)]
    unsafe fn store_in_halves(self, v: Self::V, dst: *mut u8) {
        let low = proved!(_mm512_castsi512_si256(v));
        let high = proved!(_mm512_extracti64x4_epi64::<1>(v));
        // SAFETY: valid for 64 bytes, by contract.
        unsafe { _mm256_storeu_si256(dst.cast(), low) };
        // SAFETY: the same.
        let second = unsafe { dst.add(32) };
        // The compiler would put both together again.
        // SAFETY: there is nothing in it.
        unsafe { core::arch::asm!("", options(nostack, preserves_flags)) };
        // SAFETY: the same.
        unsafe { _mm256_storeu_si256(second.cast(), high) };
    }
    #[inline(always)]
    fn sum16(self, v: Self::V) -> usize {
        let low = proved!(_mm512_and_si512(v, _mm512_set1_epi32(0xFFFF)));
        // Sums of two lanes; sixteen of them are below 2^21.
        let sums = proved!(_mm512_add_epi32(low, _mm512_srli_epi32::<16>(v)));
        proved!(_mm512_reduce_add_epi32(sums)) as usize
    }
    #[inline(always)]
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        // The last quarter of `before`, then three quarters of `v`.
        let below = proved!(_mm512_alignr_epi32::<12>(v, before));
        proved!(_mm512_alignr_epi8::<14>(v, below))
    }
    #[inline(always)]
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        // Packing works within quarters.
        let order = proved!(_mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0));
        proved!(_mm512_permutexvar_epi64(order, _mm512_packus_epi16(a, b)))
    }

    #[inline(always)]
    fn pack16(self, v: [Self::V; 2]) -> Self::V {
        self.narrow16(v[0], v[1])
    }
    #[inline(always)]
    fn unpack16(self, low: Self::V, high: Self::V) -> [Self::V; 2] {
        self.zip8(low, high)
    }

    /// In the lanes themselves: first the lead byte, then the last one; of ASCII its byte,
    /// then zero, which no last byte is.
    #[inline(always)]
    fn one_or_two(self, units: [Self::V; 2]) -> [Self::V; 2] {
        [self.up_to_two_bytes(units[0]), self.up_to_two_bytes(units[1])]
    }
    #[inline(always)]
    fn all_one(self, _: [Self::V; 2], v: [Self::V; 2]) -> bool {
        let (any, high_bytes) = (self.or(v[0], v[1]), self.splat16(0xFF00));
        proved!(_mm512_test_epi16_mask(any, high_bytes)) == 0
    }
    #[inline(always)]
    fn any_below16(self, limit: u16, v: Self::V) -> bool {
        proved!(_mm512_cmplt_epu16_mask(v, self.splat16(limit))) != 0
    }
    #[inline(always)]
    fn units_of_bmp(self, v: [Self::V; 4]) -> Option<[Self::V; 2]> {
        let units = [self.narrow32(v[0], v[1]), self.narrow32(v[2], v[3])];
        let any = self.or(self.or(v[0], v[1]), self.or(v[2], v[3]));
        let above = proved!(_mm512_test_epi32_mask(any, self.splat32(0xFFFF_0000)));
        let [a, b] = units.map(
            #[inline(always)]
            |v| self.sub16(v, self.splat16(0xD800)),
        );
        let wrong = above != 0 || self.any_below16(0x800, self.min_u16(a, b));
        if wrong { None } else { Some(units) }
    }
    #[inline(always)]
    fn keep_one_or_two(self, v: [Self::V; 2]) -> [u64; 2] {
        self.of_one_or_two(v)
    }
    #[inline(always)]
    fn len_one_or_two(self, [first, second]: [u64; 2]) -> usize {
        (first.count_ones() + second.count_ones()) as usize
    }
    #[inline(always)]
    unsafe fn store_one_or_two(self, v: [Self::V; 2], kept: [u64; 2], dst: *mut u8) {
        // SAFETY: room for the bytes kept, by contract.
        let dst = unsafe { self.store_compressed(v[0], kept[0], dst) };
        // SAFETY: the same.
        unsafe { self.store_compressed(v[1], kept[1], dst) };
    }
    #[inline(always)]
    unsafe fn store_latin1(self, v: Self::V, dst: *mut u8) -> *mut u8 {
        let [(a, of_a), (b, of_b)] = self.latin1_as_utf8(v);
        // SAFETY: room for the bytes kept, and a vector behind them, by contract.
        let dst = unsafe { self.store_over(a, of_a, dst) };
        // SAFETY: the same.
        unsafe { self.store_over(b, of_b, dst) }
    }

    #[inline(always)]
    fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> [u64; 2] {
        [self.lanes16(two), self.lanes16(three)]
    }
    #[inline(always)]
    fn len_one_to_three(self, [two, three]: [u64; 2]) -> usize {
        (64 + two.count_ones() + three.count_ones()) as usize
    }
    #[inline(always)]
    fn keeps_three(self, [two, three]: [u64; 2]) -> bool {
        two & three == u64::MAX
    }
    #[inline(always)]
    unsafe fn store_one_to_three(
        self,
        first: [Self::V; 2],
        last: [Self::V; 2],
        kept: [u64; 2],
        mut dst: *mut u8,
    ) {
        for i in 0..4 {
            let (bytes, kept) = self.quarter_of_three(first, last, kept, i);
            // SAFETY: room for the bytes kept, and a vector behind them, by contract.
            dst = unsafe { self.store_over(bytes, kept, dst) };
        }
    }
    #[inline(always)]
    fn widen16(self, v: __m512i) -> [__m512i; 2] {
        let [low, high] = self.halves(v);
        [proved!(_mm512_cvtepu16_epi32(low)), proved!(_mm512_cvtepu16_epi32(high))]
    }
    #[inline(always)]
    fn values16(self, units: Self::V, before: Self::V, low: Self::V) -> [Self::V; 2] {
        let low = proved!(_mm512_movepi16_mask(low));
        self.values_of_pairs(self.after_those_before(units, before), low)
    }

    #[inline(always)]
    unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], mut dst: *mut u8) {
        for i in 0..2 {
            // SAFETY: room for three bytes a lane, by contract.
            dst = unsafe { self.store_picked(first[i], last[i], dst) };
        }
    }
}
