//! simd128 of WebAssembly: 16 bytes a vector.
//!
//! No token needs a proof here: a module with these instructions does not load where
//! they are missing.

use crate::simd::sixteen::sets::lanes_of_sixteen;
use crate::simd::sixteen::tables::MISSING_UTF8;
use crate::simd::sixteen::{
    Sixteen, simd_stores_of_sixteen, up_to_15_bytes, wide_stores_of_sixteen,
};
use crate::simd::{Simd, Vector, Wide};
use core::arch::wasm32::*;

/// The instructions of simd128.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

impl Vector for Simd128 {
    type V = v128;
    const LANES: usize = 16;
    const OVERSHOOT: usize = 16;
    const OVERSHOOT_32: usize = 32;
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Simd for Simd128 {
    #[inline(always)]
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { v128_load(src.cast()) }
    }

    #[inline(always)]
    fn load_partial(self, bytes: &[u8]) -> Self::V {
        if let Some(whole) = bytes.first_chunk::<16>() {
            // SAFETY: the array has 16 bytes.
            return unsafe { self.load_unaligned(whole.as_ptr()) };
        }
        let (low, high) = up_to_15_bytes(bytes);
        u64x2(low, high)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::V {
        u8x16_splat(byte)
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> Self::V {
        // SAFETY: the array has 16 bytes.
        unsafe { self.load_unaligned(entries.as_ptr()) }
    }
    #[inline(always)]
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        u8x16_swizzle(table, index)
    }
    #[inline(always)]
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        self.lookup(table, self.low_nibble(index))
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        v128_and(a, b)
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        v128_or(a, b)
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        v128_xor(a, b)
    }
    #[inline(always)]
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        u8x16_sub_sat(a, b)
    }
    #[inline(always)]
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        u8x16_min(a, b)
    }
    #[inline(always)]
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        u8x16_max(a, b)
    }
    #[inline(always)]
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        i8x16_min(a, b)
    }
    #[inline(always)]
    fn high_nibble(self, v: Self::V) -> Self::V {
        u8x16_shr(v, 4)
    }
    #[inline(always)]
    fn is_continuation(self, v: Self::V) -> Self::V {
        self.less_than_i8(v, self.splat(0xC0))
    }
    #[inline(always)]
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        i8x16_lt(a, b)
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V {
        let zero = self.splat(0);
        // Lanes from 16 on are those of `v`.
        match N {
            1 => u8x16_shuffle::<0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(
                zero, v,
            ),
            2 => u8x16_shuffle::<0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(
                zero, v,
            ),
            3 => u8x16_shuffle::<0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(
                zero, v,
            ),
            _ => {
                u8x16_shuffle::<0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27>(zero, v)
            }
        }
    }

    #[inline(always)]
    fn any_nonzero(self, v: Self::V) -> bool {
        v128_any_true(v)
    }
    #[inline(always)]
    fn any_high_bit(self, v: Self::V) -> bool {
        self.flags8(v) != 0
    }

    #[inline(always)]
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        // A true lane is -1.
        self.sub(totals, self.is_continuation(v))
    }
    #[inline(always)]
    fn sum_u8(self, v: Self::V) -> usize {
        self.sum16(u16x8_extadd_pairwise_u8x16(v))
    }

    type Units = [v128; 2];

    #[inline(always)]
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        let [first, second] = self.zip8(low, high);
        [
            self.or(first, u16x8_shl(u16x8_extend_low_u8x16(middle), 6)),
            self.or(second, u16x8_shl(u16x8_extend_high_u8x16(middle), 6)),
        ]
    }

    lanes_of_sixteen!();
    simd_stores_of_sixteen!();

    #[inline(always)]
    fn shift_left_2(self, v: Self::V) -> Self::V {
        u8x16_shl(v, 2)
    }
    #[inline(always)]
    fn shift_left_4(self, v: Self::V) -> Self::V {
        u8x16_shl(v, 4)
    }
    #[inline(always)]
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        v128_bitselect(b, a, mask)
    }
    #[inline(always)]
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        // All bits of a lane, by its sign.
        v128_bitselect(b, a, i8x16_shr(flags, 7))
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        v128_andnot(b, a)
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        u8x16_sub(a, b)
    }

    // Lanes of 16 bits.

    #[inline(always)]
    fn splat16(self, unit: u16) -> Self::V {
        u16x8_splat(unit)
    }
    #[inline(always)]
    fn swap16(self, v: Self::V) -> Self::V {
        u8x16_shuffle::<1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14>(v, v)
    }
    #[inline(always)]
    fn repeat_low_byte16(self, v: Self::V) -> Self::V {
        u8x16_shuffle::<0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14>(v, v)
    }
    #[inline(always)]
    fn shl16<const BY: i32>(self, v: Self::V) -> Self::V {
        u16x8_shl(v, BY as u32)
    }
    #[inline(always)]
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        u16x8_shr(v, BY as u32)
    }
    #[inline(always)]
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_add(a, b)
    }
    #[inline(always)]
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_sub(a, b)
    }
    #[inline(always)]
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_add_sat(a, b)
    }
    #[inline(always)]
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_min(a, b)
    }
    #[inline(always)]
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_eq(a, b)
    }
    #[inline(always)]
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something between.
        let v = i8x16_narrow_i16x8(i16x8_shr(v[0], 7), i16x8_shr(v[1], 7));
        // Nothing is looked up for 16 and above.
        let missing = u8x16_swizzle(self.table(MISSING_UTF8), v);
        [u8x16_add(totals, missing), u8x16_add(v, self.splat(0x40))]
    }
    #[inline(always)]
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { v128_store(dst.cast(), v) }
    }
    #[inline(always)]
    fn sum16(self, v: Self::V) -> usize {
        let sums = u32x4_extadd_pairwise_u16x8(v);
        let low = u32x4_extract_lane::<0>(sums) + u32x4_extract_lane::<1>(sums);
        let high = u32x4_extract_lane::<2>(sums) + u32x4_extract_lane::<3>(sums);
        (low + high) as usize
    }
    #[inline(always)]
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        u16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(before, v)
    }
    #[inline(always)]
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        u8x16_narrow_i16x8(a, b)
    }
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Wide for Simd128 {
    #[inline(always)]
    fn splat32(self, unit: u32) -> Self::V {
        u32x4_splat(unit)
    }
    #[inline(always)]
    fn swap32(self, v: Self::V) -> Self::V {
        u8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(v, v)
    }
    #[inline(always)]
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V {
        u32x4_shl(v, N as u32)
    }
    #[inline(always)]
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V {
        u32x4_shr(v, N as u32)
    }
    #[inline(always)]
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        u32x4_add(a, b)
    }
    #[inline(always)]
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        u32x4_max(a, b)
    }
    #[inline(always)]
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        i32x4_gt(a, b)
    }

    #[inline(always)]
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [
            u8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b),
            u8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b),
        ]
    }
    #[inline(always)]
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [
            u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b),
            u16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b),
        ]
    }
    #[inline(always)]
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        u16x8_narrow_i32x4(a, b)
    }

    #[inline(always)]
    fn count_flags(self, v: Self::V) -> usize {
        self.flags8(v).count_ones() as usize
    }

    wide_stores_of_sixteen!();
}

impl Sixteen for Simd128 {
    #[inline(always)]
    fn flags8(self, v: Self::V) -> u16 {
        u8x16_bitmask(v)
    }
    #[inline(always)]
    fn flags16(self, a: Self::V, b: Self::V) -> u16 {
        self.flags8(i8x16_narrow_i16x8(a, b))
    }
    #[inline(always)]
    fn flags32(self, v: Self::V) -> u16 {
        u16::from(u32x4_bitmask(v))
    }
    #[inline(always)]
    fn pick(self, v: Self::V, indexes: &[u8; 16]) -> Self::V {
        self.lookup(v, self.table(*indexes))
    }
}
