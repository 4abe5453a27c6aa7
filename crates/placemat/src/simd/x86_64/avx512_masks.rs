//! What AVX-512 has besides: sets of lanes as masks, by which vectors are compressed, and stored in part.

use super::avx2::Avx2;
use super::avx512::Avx512;
#[cfg(placemat_bochs)]
use super::bochs::{_mm512_maskz_compress_epi8, _mm512_maskz_compress_epi16};
use crate::simd::proved;
use crate::simd::{Simd, Wide};
use core::arch::x86_64::*;

/// The low bit of every four.
pub(super) const ONES: u64 = 0x1111_1111_1111_1111;
/// Every other bit, beginning with the lowest.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// From lane `first` on 16 lanes of 16 bits, each with the one before it, or where `first` is 0 the one
/// behind it in front.
const fn lanes_after_those_before(first: usize) -> [u8; 64] {
    let mut indexes = [0; 64];
    let mut i = 0;
    while i < 16 {
        let (unit, before) = if first == 0 { (i + 1, i) } else { (first + i, first + i - 1) };
        let bytes = [2 * unit, 2 * unit + 1, 2 * before, 2 * before + 1];
        let mut j = 0;
        while j < 4 {
            indexes[4 * i + j] = bytes[j] as u8;
            j += 1;
        }
        i += 1;
    }
    indexes
}
static LOW_HALF_OF_BEFORE: [u8; 64] = lanes_after_those_before(0);
static HIGH_HALF: [u8; 64] = lanes_after_those_before(16);

/// For lanes of 16 bits: each byte and, above it, the one before; from the second byte on 32 of them, or the last 32.
const fn bytes_after_those_before(first: usize) -> [u8; 64] {
    let mut indexes = [0; 64];
    let mut i = 0;
    while i < 32 {
        indexes[2 * i] = (first + i) as u8;
        indexes[2 * i + 1] = (first + i - 1) as u8;
        i += 1;
    }
    indexes
}
static FIRST_BYTES: [u8; 64] = bytes_after_those_before(1);
static LAST_BYTES: [u8; 64] = bytes_after_those_before(32);

/// For each of 32 lanes of 16 bits: both bytes of the first vector, and the low one
/// of the second, as indexes for `vpermt2b`.
static FIRST_TWO_AND_ONE: [u8; 96] = {
    let mut indexes = [0; 96];
    let mut lane = 0;
    while lane < 32 {
        indexes[3 * lane] = 2 * lane as u8;
        indexes[3 * lane + 1] = 2 * lane as u8 + 1;
        indexes[3 * lane + 2] = 64 + 2 * lane as u8;
        lane += 1;
    }
    indexes
};

/// 0 0 0 1 1 1 ..: each of 21 lanes three times, as indexes for `vpermb`.
static THREE_EACH: [u8; 64] = {
    let mut indexes = [0; 64];
    let mut i = 0;
    while i < 64 {
        indexes[i] = (i / 3) as u8;
        i += 1;
    }
    indexes
};

/// U+FFFD in UTF-8, 21 times.
static THREE_REPLACEMENTS: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = [0xEF, 0xBF, 0xBD][i % 3];
        i += 1;
    }
    bytes
};

impl Avx512 {
    /// The instruction set for half a vector, of which most operations take half the time.
    #[inline(always)]
    pub(crate) fn half(self) -> Avx2 {
        // SAFETY: a processor that has AVX-512 has AVX2; all else that is asked for is the same.
        unsafe { Avx2::assume() }
    }

    /// [`Simd::load_partial`] of half a vector, without its branches.
    #[inline(always)]
    pub(crate) fn load_half(self, bytes: &[u8]) -> __m256i {
        let lanes = self.first(bytes.len().min(32)) as u32;
        // SAFETY: only the lanes of the mask are read, and those are in the slice.
        unsafe { _mm256_maskz_loadu_epi8(lanes, bytes.as_ptr().cast()) }
    }

    /// Each byte of half a vector as a lane of 16 bits.
    #[inline(always)]
    pub(crate) fn widen_half(self, v: __m256i) -> __m512i {
        proved!(_mm512_cvtepu8_epi16(v))
    }

    /// 16 bytes as lanes of 32 bits, whose bytes are turned around if SWAPPED.
    #[inline(always)]
    pub(crate) fn widen_quarter<const SWAPPED: bool>(self, bytes: &[u8]) -> __m512i {
        let quarter: &[u8; 16] = bytes.first_chunk().expect("16 bytes");
        // SAFETY: so many bytes are read.
        let v = unsafe { _mm_loadu_si128(quarter.as_ptr().cast()) };
        let values = proved!(_mm512_cvtepu8_epi32(v));
        if SWAPPED { proved!(_mm512_slli_epi32::<24>(values)) } else { values }
    }

    /// The first `n` of 64 lanes; all of them if `n` is 64 to 255.
    #[inline(always)]
    pub(crate) fn first(self, n: usize) -> u64 {
        proved!(_bzhi_u64(u64::MAX, n as u32))
    }

    /// The lanes that are `byte` or above.
    #[inline(always)]
    pub(crate) fn at_least(self, byte: u8, v: __m512i) -> u64 {
        proved!(_mm512_cmpge_epu8_mask(v, self.splat(byte)))
    }

    /// The lanes of 16 bits that are `unit` or above.
    #[inline(always)]
    pub(crate) fn at_least16(self, unit: u16, v: __m512i) -> u32 {
        proved!(_mm512_cmpge_epu16_mask(v, self.splat16(unit)))
    }

    /// `b` where a lane of 16 bits is in the set, `a` where it is not.
    #[inline(always)]
    pub(crate) fn select16(self, a: __m512i, b: __m512i, lanes: u32) -> __m512i {
        proved!(_mm512_mask_blend_epi16(lanes, a, b))
    }

    /// Some of the lanes plus `byte`.
    #[inline(always)]
    pub(crate) fn plus(self, v: __m512i, byte: u8, lanes: u64) -> __m512i {
        proved!(_mm512_mask_add_epi8(v, lanes, v, self.splat(byte)))
    }

    /// Of each unit below 800 `110bbbbb`, then `10cccccc`; of ASCII, the unit.
    #[inline(always)]
    pub(super) fn up_to_two_bytes(self, units: __m512i) -> __m512i {
        let two = proved!(_mm512_test_epi16_mask(units, self.splat16(0xFF80)));
        // Of each lane the eight bits from bit 6 on, and those from bit 0 on.
        let places = proved!(_mm512_set1_epi64(0x3036_2026_1016_0006));
        let split = proved!(_mm512_multishift_epi64_epi8(places, units));
        // (split & bits) | marks
        let (bits, marks) = (self.splat16(0x3F1F), self.splat16(0x80C0));
        let bytes = proved!(_mm512_ternarylogic_epi32::<0xEA>(split, bits, marks));
        proved!(_mm512_mask_mov_epi16(units, two, bytes))
    }

    /// Which units are high surrogates, and which are low ones.
    #[inline(always)]
    pub(crate) fn surrogates(self, units: __m512i) -> [u32; 2] {
        let top = self.and(units, self.splat16(0xFC00));
        [0xD800, 0xDC00].map(|first| proved!(_mm512_cmpeq_epi16_mask(top, self.splat16(first))))
    }

    /// Each unit in a lane of 32 bits, and above it the one before it. `before` are the same units, from one
    /// before them on.
    #[inline(always)]
    pub(crate) fn after_those_before(self, units: __m512i, before: __m512i) -> [__m512i; 2] {
        let [first, last] = [self.load(&LOW_HALF_OF_BEFORE, 0), self.load(&HIGH_HALF, 0)];
        [
            proved!(_mm512_permutexvar_epi8(first, before)),
            proved!(_mm512_permutexvar_epi8(last, units)),
        ]
    }

    /// Each byte in a lane of 16 bits, and above it the one before, `before` being the bytes from one before them on.
    #[inline(always)]
    pub(super) fn pairs8(self, v: __m512i, before: __m512i) -> [__m512i; 2] {
        let [first, last] = [self.load(&FIRST_BYTES, 0), self.load(&LAST_BYTES, 0)];
        [proved!(_mm512_permutexvar_epi8(first, before)), proved!(_mm512_permutexvar_epi8(last, v))]
    }

    /// Each byte in a lane of 16 bits; above it is anything.
    #[inline(always)]
    pub(super) fn each8(self, v: __m512i) -> [__m512i; 2] {
        let last = proved!(_mm512_permutexvar_epi8(self.load(&LAST_BYTES, 0), v));
        [self.widen_half(proved!(_mm512_castsi512_si256(v))), last]
    }

    /// The units of such lanes: of those in `two`, which are continuation bytes, that of the last two bytes, of any
    /// other the byte.
    #[inline(always)]
    pub(super) fn unit_of_two(self, pairs: __m512i, two: u32) -> __m512i {
        // Bit 6 of a continuation byte is 0, as is bit 5 of a lead byte of two.
        let middle = proved!(_mm512_maskz_srli_epi16::<2>(two, pairs));
        self.or(self.and(pairs, self.splat16(0x007F)), self.and(middle, self.splat16(0x0FC0)))
    }

    /// The values of such lanes: of those in `low`, which are low surrogates, of both units, of any
    /// other of the unit.
    #[inline(always)]
    pub(crate) fn values_of_pairs(self, lanes: [__m512i; 2], low: u32) -> [__m512i; 2] {
        // Ten bits of the low surrogate, and all of the high one above them. Not by multiplication, see `Avx512::units`.
        const OFFSET: u32 = (1_u32 << 16).wrapping_sub(0xD800 << 10);
        let value = |lanes, low| {
            let unit = self.and(lanes, self.splat32(0xFFFF));
            let high = proved!(_mm512_srli_epi32::<6>(lanes));
            let both = self.select(high, lanes, self.splat32(0x03FF));
            proved!(_mm512_mask_add_epi32(unit, low, both, self.splat32(OFFSET)))
        };
        [value(lanes[0], low as u16), value(lanes[1], (low >> 16) as u16)]
    }

    /// The first byte of each lane of 16 bits, and the second if it is not zero.
    #[inline(always)]
    pub(super) fn nonzero_and_first(self, v: __m512i) -> u64 {
        // A first byte may be zero, but FF it is not; what is kept does not matter if it is.
        proved!(_mm512_cmpneq_epi8_mask(v, self.splat16(0x00FF)))
    }

    /// Both halves of 64 bytes of Latin-1 as UTF-8, two bytes for each, and which of those count.
    #[inline(always)]
    pub(crate) fn latin1_as_utf8(self, v: __m512i) -> [(__m512i, u64); 2] {
        let two = self.flagged(v);
        let v = self.quarters(v);
        let from_c0 = self.at_least(0xC0, v);
        let leads = proved!(_mm512_mask_blend_epi8(from_c0, self.splat(0xC2), self.splat(0xC3)));
        let last = proved!(_mm512_mask_sub_epi8(v, from_c0, v, self.splat(0x40)));
        // Every second byte, and the first one of what is not ASCII.
        let kept = |half: u32| !EVEN | proved!(_pdep_u64(u64::from(half), EVEN));
        [
            (proved!(_mm512_unpacklo_epi8(leads, last)), kept(two as u32)),
            (proved!(_mm512_unpackhi_epi8(leads, last)), kept((two >> 32) as u32)),
        ]
    }

    /// Which bytes of two vectors [`Simd::store_one_or_two`] stores.
    #[inline(always)]
    pub(crate) fn of_one_or_two(self, v: [__m512i; 2]) -> [u64; 2] {
        [self.nonzero_and_first(v[0]), self.nonzero_and_first(v[1])]
    }

    /// Four bytes from each of sixteen lanes, the i-th sixteen: both of `first`, both of `last`;
    /// and which of them [`Simd::store_one_to_three`] stores.
    #[inline(always)]
    pub(super) fn quarter_of_three(
        self,
        first: [__m512i; 2],
        last: [__m512i; 2],
        [two, three]: [u64; 2],
        i: usize,
    ) -> (__m512i, u64) {
        let bytes = self.zip16(first[i / 2], last[i / 2])[i % 2];
        let two = proved!(_pdep_u64(two >> (16 * i), ONES << 2));
        let three = proved!(_pdep_u64(three >> (16 * i), ONES));
        let one = (two ^ ONES << 2) << 1;
        (bytes, three | two >> 1 | two | one)
    }

    /// Four bytes for each unit of UTF-16 in half a vector, if it is no surrogate: three, of which the last
    /// two are those of two bytes as well, and one, which is that of ASCII; and which of them count.
    #[inline(always)]
    pub(crate) fn half_as_utf8(self, units: __m256i) -> (__m512i, u64) {
        let values = proved!(_mm512_cvtepu16_epi32(units));
        // Of each lane the eight bits from bit 12 on, from bit 6 on, and twice those from bit 0 on.
        let places = proved!(_mm512_set1_epi64(0x2020_262C_0000_060C));
        let split = proved!(_mm512_multishift_epi64_epi8(places, values));
        // (split & bits) | marks
        let (bits, marks) = (self.splat32(0x7F3F_3F0F), self.splat32(0x0080_80E0));
        let bytes = proved!(_mm512_ternarylogic_epi32::<0xEA>(split, bits, marks));
        let not_one = proved!(_mm512_cmpge_epu32_mask(values, self.splat32(0x80)));
        let three = proved!(_mm512_cmpge_epu32_mask(values, self.splat32(0x800)));
        let of_two = self.splat32(0x4000);
        let bytes = proved!(_mm512_mask_or_epi32(bytes, !three, bytes, of_two));
        let kept = self.splat32(1 << 31);
        let kept = proved!(_mm512_mask_mov_epi32(kept, not_one, self.splat32(0x0080_8000)));
        let kept = proved!(_mm512_mask_mov_epi32(kept, three, self.splat32(0x0080_8080)));
        (bytes, self.flagged(kept))
    }

    /// Three bytes for each of 21 lanes, the i-th 21: U+FFFD in UTF-8 for one of `starts`, else the
    /// byte itself three times; and which of these are one each that is `kept`, and those of `starts`.
    #[inline(always)]
    pub(crate) fn third_with_replacements(
        self,
        v: __m512i,
        kept: u64,
        starts: u64,
        i: usize,
    ) -> (__m512i, u64) {
        const FIRST: u64 = 0x1249_2492_4924_9249;
        let indexes = proved!(_mm512_add_epi8(self.load(&THREE_EACH, 0), self.splat(21 * i as u8)));
        let starts = 7 * proved!(_pdep_u64(starts >> (21 * i), FIRST));
        let three = proved!(_mm512_permutexvar_epi8(indexes, v));
        let three = proved!(_mm512_mask_mov_epi8(three, starts, self.load(&THREE_REPLACEMENTS, 0)));
        (three, starts | proved!(_pdep_u64(kept >> (21 * i), FIRST)))
    }

    /// Units of 16 bits, with U+FFFD in some lanes.
    #[inline(always)]
    pub(crate) fn with_replacements16(self, units: __m512i, lanes: u32) -> __m512i {
        proved!(_mm512_mask_mov_epi16(units, lanes, self.splat16(0xFFFD)))
    }

    /// Stores the first `len` bytes.
    ///
    /// # Safety
    /// `dst` is valid for writes of that many, at most 64.
    #[inline(always)]
    pub(crate) unsafe fn store_first(self, v: __m512i, len: usize, dst: *mut u8) {
        // SAFETY: only the lanes of the mask are written, and for those there is
        // room, by contract.
        unsafe { _mm512_mask_storeu_epi8(dst.cast(), self.first(len), v) }
    }

    /// The lanes that are `kept`, close together, and zeros.
    #[inline(always)]
    pub(crate) fn compressed(self, v: __m512i, kept: u64) -> __m512i {
        proved!(_mm512_maskz_compress_epi8(kept, v))
    }

    /// Stores the bytes that are `kept`, close together, and returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of that many.
    #[inline(always)]
    pub(crate) unsafe fn store_compressed(self, v: __m512i, kept: u64, dst: *mut u8) -> *mut u8 {
        let packed = self.compressed(v, kept);
        let len = kept.count_ones() as usize;
        // SAFETY: valid for the bytes kept, by contract.
        unsafe { self.store_first(packed, len, dst) };
        dst.wrapping_add(len)
    }

    /// The same for units of 16 bits.
    ///
    /// # Safety
    /// `dst` is valid for writes of that many.
    #[inline(always)]
    pub(crate) unsafe fn store_compressed16(self, v: __m512i, kept: u32, dst: *mut u8) -> *mut u8 {
        let packed = proved!(_mm512_maskz_compress_epi16(kept, v));
        let len = 2 * kept.count_ones() as usize;
        // SAFETY: valid for the units kept, by contract.
        unsafe { self.store_first(packed, len, dst) };
        dst.wrapping_add(len)
    }

    /// The same for lanes of 32 bits.
    ///
    /// # Safety
    /// `dst` is valid for writes of that many.
    #[inline(always)]
    pub(crate) unsafe fn store_compressed32(self, v: __m512i, kept: u16, dst: *mut u8) -> *mut u8 {
        let packed = proved!(_mm512_maskz_compress_epi32(kept, v));
        let len = 4 * kept.count_ones() as usize;
        // SAFETY: valid for the lanes kept, by contract.
        unsafe { self.store_first(packed, len, dst) };
        dst.wrapping_add(len)
    }

    /// Stores the bytes that are `kept`, close together, by a whole vector, which takes less time
    /// than by a mask, and returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of 64 bytes.
    #[inline(always)]
    pub(crate) unsafe fn store_over(self, v: __m512i, kept: u64, dst: *mut u8) -> *mut u8 {
        let packed = proved!(_mm512_maskz_compress_epi8(kept, v));
        // SAFETY: by contract.
        unsafe { self.store_unaligned(packed, dst) };
        dst.wrapping_add(kept.count_ones() as usize)
    }

    /// Stores 64 bytes of Latin-1 as UTF-8, and up to 32 behind them, and returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of 128 bytes.
    #[inline(always)]
    pub(crate) unsafe fn store_latin1_over(self, v: __m512i, dst: *mut u8) -> *mut u8 {
        let [(a, of_a), (b, of_b)] = self.latin1_as_utf8(v);
        // SAFETY: by contract.
        let end = unsafe { self.store_over(a, of_a, dst) };
        // SAFETY: by contract: the first half became a vector at most.
        unsafe { self.store_over(b, of_b, end) }
    }

    /// The same for units of 16 bits.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    pub(super) unsafe fn store_over16(self, v: __m512i, kept: u32, dst: *mut u8) -> *mut u8 {
        let packed = proved!(_mm512_maskz_compress_epi16(kept, v));
        // SAFETY: by contract.
        unsafe { self.store_unaligned(packed, dst) };
        dst.wrapping_add(2 * kept.count_ones() as usize)
    }

    /// The same for lanes of 32 bits.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    pub(crate) unsafe fn store_over32(self, v: __m512i, kept: u16, dst: *mut u8) -> *mut u8 {
        let packed = proved!(_mm512_maskz_compress_epi32(kept, v));
        // SAFETY: by contract.
        unsafe { self.store_unaligned(packed, dst) };
        dst.wrapping_add(4 * kept.count_ones() as usize)
    }

    /// Stores both bytes of each lane of 16 bits, and the low one of that of another vector: 96 bytes.
    /// Returns the end.
    ///
    /// # Safety
    /// `dst` is valid for writes of that many.
    #[inline(always)]
    pub(super) unsafe fn store_picked(self, a: __m512i, b: __m512i, dst: *mut u8) -> *mut u8 {
        let head = proved!(_mm512_permutex2var_epi8(a, self.load(&FIRST_TWO_AND_ONE, 0), b));
        let tail = self.load_partial(&FIRST_TWO_AND_ONE[64..]);
        let tail = proved!(_mm512_castsi512_si256(_mm512_permutex2var_epi8(a, tail, b)));
        // SAFETY: valid for 96 bytes, by contract.
        unsafe { self.store_unaligned(head, dst) };
        // SAFETY: the same.
        unsafe { _mm256_storeu_si256(dst.wrapping_add(64).cast(), tail) };
        dst.wrapping_add(96)
    }

    /// The low and the high half.
    #[inline(always)]
    pub(crate) fn halves(self, v: __m512i) -> [__m256i; 2] {
        [proved!(_mm512_castsi512_si256(v)), proved!(_mm512_extracti64x4_epi64::<1>(v))]
    }

    /// The lanes of 16 bits of two vectors whose bit 15 is set.
    #[inline(always)]
    pub(crate) fn lanes16(self, masks: [__m512i; 2]) -> u64 {
        let low = proved!(_mm512_movepi16_mask(masks[0]));
        let high = proved!(_mm512_movepi16_mask(masks[1]));
        self.both([low, high])
    }

    /// The sets of two vectors, of lanes of 16 bits, as one.
    #[inline(always)]
    pub(crate) fn both(self, [low, high]: [u32; 2]) -> u64 {
        u64::from(low) | u64::from(high) << 32
    }

    /// Of two vectors that were unpacked, the first quarters, then the second ones.
    #[inline(always)]
    pub(super) fn in_order(self, low: __m512i, high: __m512i) -> [__m512i; 2] {
        let first = proved!(_mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0));
        let second = proved!(_mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4));
        [
            proved!(_mm512_permutex2var_epi64(low, first, high)),
            proved!(_mm512_permutex2var_epi64(low, second, high)),
        ]
    }
}
