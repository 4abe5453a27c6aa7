//! NEON: 16 bytes a vector.
//!
//! There is no instruction for a bit from every lane: [`Sixteen::flags8`] masks each
//! with its bit and adds neighbours three times.

use crate::simd::proved;
use crate::simd::sixteen::{
    Sixteen, simd_stores_of_sixteen, up_to_15_bytes, wide_stores_of_sixteen,
};
use crate::simd::{Simd, Vector, Wide};
use core::arch::aarch64::*;

/// Proof that the processor has NEON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// # Safety
    /// The processor has NEON.
    #[inline(always)]
    pub(crate) unsafe fn assume() -> Self {
        Self(())
    }
}

impl Vector for Neon {
    type V = uint8x16_t;
    const LANES: usize = 16;
    const OVERSHOOT: usize = 16;
    const OVERSHOOT_32: usize = 32;
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Simd for Neon {
    #[inline(always)]
    unsafe fn load_unaligned(self, src: *const u8) -> Self::V {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { vld1q_u8(src) }
    }

    #[inline(always)]
    fn load_partial(self, bytes: &[u8]) -> Self::V {
        if let Some(whole) = bytes.first_chunk::<16>() {
            // SAFETY: the array has 16 bytes.
            return unsafe { self.load_unaligned(whole.as_ptr()) };
        }
        let (low, high) = up_to_15_bytes(bytes);
        proved!(vcombine_u8(vcreate_u8(low), vcreate_u8(high)))
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Self::V {
        proved!(vdupq_n_u8(byte))
    }
    #[inline(always)]
    fn table(self, entries: [u8; 16]) -> Self::V {
        // SAFETY: the array has 16 bytes.
        unsafe { self.load_unaligned(entries.as_ptr()) }
    }
    #[inline(always)]
    fn lookup(self, table: Self::V, index: Self::V) -> Self::V {
        proved!(vqtbl1q_u8(table, index))
    }
    #[inline(always)]
    fn lookup_low(self, table: Self::V, index: Self::V) -> Self::V {
        self.lookup(table, self.low_nibble(index))
    }

    #[inline(always)]
    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vandq_u8(a, b))
    }
    #[inline(always)]
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vorrq_u8(a, b))
    }
    #[inline(always)]
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(veorq_u8(a, b))
    }
    #[inline(always)]
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vqsubq_u8(a, b))
    }
    #[inline(always)]
    fn min_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vminq_u8(a, b))
    }
    #[inline(always)]
    fn max_u8(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vmaxq_u8(a, b))
    }
    #[inline(always)]
    fn min_i8(self, a: Self::V, b: Self::V) -> Self::V {
        let (a, b) = (proved!(vreinterpretq_s8_u8(a)), proved!(vreinterpretq_s8_u8(b)));
        proved!(vreinterpretq_u8_s8(vminq_s8(a, b)))
    }
    #[inline(always)]
    fn high_nibble(self, v: Self::V) -> Self::V {
        proved!(vshrq_n_u8::<4>(v))
    }
    #[inline(always)]
    fn is_continuation(self, v: Self::V) -> Self::V {
        self.less_than_i8(v, self.splat(0xC0))
    }
    #[inline(always)]
    fn less_than_i8(self, a: Self::V, b: Self::V) -> Self::V {
        let (a, b) = (proved!(vreinterpretq_s8_u8(a)), proved!(vreinterpretq_s8_u8(b)));
        proved!(vcltq_s8(a, b))
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, v: Self::V) -> Self::V {
        let zero = self.splat(0);
        match N {
            1 => proved!(vextq_u8::<15>(zero, v)),
            2 => proved!(vextq_u8::<14>(zero, v)),
            3 => proved!(vextq_u8::<13>(zero, v)),
            _ => proved!(vextq_u8::<12>(zero, v)),
        }
    }

    #[inline(always)]
    fn any_nonzero(self, v: Self::V) -> bool {
        proved!(vmaxvq_u32(vreinterpretq_u32_u8(v))) != 0
    }
    #[inline(always)]
    fn any_high_bit(self, v: Self::V) -> bool {
        proved!(vmaxvq_u8(v)) >= 0x80
    }

    #[inline(always)]
    fn add_continuations(self, totals: Self::V, v: Self::V) -> Self::V {
        // A true lane is -1.
        self.sub(totals, self.is_continuation(v))
    }
    #[inline(always)]
    fn sum_u8(self, v: Self::V) -> usize {
        usize::from(proved!(vaddlvq_u8(v)))
    }

    type Units = [uint8x16_t; 2];

    #[inline(always)]
    fn units(self, low: Self::V, middle: Self::V, high: Self::V) -> Self::Units {
        let [low, low_2] = self.zip8(low, high);
        let middle_2 = proved!(vshll_high_n_u8::<6>(middle));
        let middle = proved!(vshll_n_u8::<6>(vget_low_u8(middle)));
        [
            self.or(low, proved!(vreinterpretq_u8_u16(middle))),
            self.or(low_2, proved!(vreinterpretq_u8_u16(middle_2))),
        ]
    }

    simd_stores_of_sixteen!();

    #[inline(always)]
    fn shift_left_2(self, v: Self::V) -> Self::V {
        proved!(vshlq_n_u8::<2>(v))
    }
    #[inline(always)]
    fn shift_left_4(self, v: Self::V) -> Self::V {
        proved!(vshlq_n_u8::<4>(v))
    }
    #[inline(always)]
    fn select(self, a: Self::V, b: Self::V, mask: Self::V) -> Self::V {
        proved!(vbslq_u8(mask, b, a))
    }
    #[inline(always)]
    fn select_flagged(self, a: Self::V, b: Self::V, flags: Self::V) -> Self::V {
        // All bits of a lane, by its sign.
        let mask = proved!(vcltzq_s8(vreinterpretq_s8_u8(flags)));
        proved!(vbslq_u8(mask, b, a))
    }
    #[inline(always)]
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vbicq_u8(b, a))
    }
    #[inline(always)]
    fn sub(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vsubq_u8(a, b))
    }

    // Lanes of 16 bits.

    #[inline(always)]
    fn splat16(self, unit: u16) -> Self::V {
        from_u16(self, proved!(vdupq_n_u16(unit)))
    }
    #[inline(always)]
    fn swap16(self, v: Self::V) -> Self::V {
        proved!(vrev16q_u8(v))
    }
    #[inline(always)]
    fn repeat_low_byte16(self, v: Self::V) -> Self::V {
        proved!(vtrn1q_u8(v, v))
    }
    #[inline(always)]
    fn shl16<const BY: i32>(self, v: Self::V) -> Self::V {
        from_u16(self, proved!(vshlq_n_u16::<BY>(to_u16(self, v))))
    }
    #[inline(always)]
    fn shr16<const BY: i32>(self, v: Self::V) -> Self::V {
        from_u16(self, proved!(vshrq_n_u16::<BY>(to_u16(self, v))))
    }
    #[inline(always)]
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        from_u16(self, proved!(vaddq_u16(to_u16(self, a), to_u16(self, b))))
    }
    #[inline(always)]
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        from_u16(self, proved!(vsubq_u16(to_u16(self, a), to_u16(self, b))))
    }
    #[inline(always)]
    fn saturating_add16(self, a: Self::V, b: Self::V) -> Self::V {
        from_u16(self, proved!(vqaddq_u16(to_u16(self, a), to_u16(self, b))))
    }
    #[inline(always)]
    fn min_u16(self, a: Self::V, b: Self::V) -> Self::V {
        from_u16(self, proved!(vminq_u16(to_u16(self, a), to_u16(self, b))))
    }
    #[inline(always)]
    fn equal16(self, a: Self::V, b: Self::V) -> Self::V {
        from_u16(self, proved!(vceqq_u16(to_u16(self, a), to_u16(self, b))))
    }
    #[inline(always)]
    fn add_missing_utf8(self, totals: Self::V, v: [Self::V; 2]) -> [Self::V; 2] {
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something
        // between.
        let a = proved!(vshrq_n_s16::<7>(vreinterpretq_s16_u8(v[0])));
        let b = proved!(vshrq_n_s16::<7>(vreinterpretq_s16_u8(v[1])));
        let v = proved!(vreinterpretq_u8_s8(vqmovn_high_s16(vqmovn_s16(a), b)));
        let high = self.and(v, self.splat(0xF0));
        // A true lane is -1.
        let one = proved!(vceqzq_u8(v));
        let up_to_two = proved!(vceqzq_u8(high));
        let surrogate = proved!(vceqq_u8(high, self.splat(0xB0)));
        [self.sub(self.sub(totals, one), up_to_two), surrogate]
    }
    #[inline(always)]
    unsafe fn store_unaligned(self, v: Self::V, dst: *mut u8) {
        // SAFETY: valid for 16 bytes, by contract.
        unsafe { vst1q_u8(dst, v) }
    }
    #[inline(always)]
    fn sum16(self, v: Self::V) -> usize {
        proved!(vaddlvq_u16(to_u16(self, v))) as usize
    }
    #[inline(always)]
    fn shift_in16(self, before: Self::V, v: Self::V) -> Self::V {
        proved!(vextq_u8::<14>(before, v))
    }
    #[inline(always)]
    fn narrow16(self, a: Self::V, b: Self::V) -> Self::V {
        proved!(vqmovn_high_u16(vqmovn_u16(to_u16(self, a)), to_u16(self, b)))
    }
}

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl Wide for Neon {
    #[inline(always)]
    fn splat32(self, unit: u32) -> Self::V {
        from_u32(self, proved!(vdupq_n_u32(unit)))
    }
    #[inline(always)]
    fn swap32(self, v: Self::V) -> Self::V {
        proved!(vrev32q_u8(v))
    }
    #[inline(always)]
    fn shl32<const N: i32>(self, v: Self::V) -> Self::V {
        from_u32(self, proved!(vshlq_n_u32::<N>(to_u32(self, v))))
    }
    #[inline(always)]
    fn shr32<const N: i32>(self, v: Self::V) -> Self::V {
        from_u32(self, proved!(vshrq_n_u32::<N>(to_u32(self, v))))
    }
    #[inline(always)]
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        from_u32(self, proved!(vaddq_u32(to_u32(self, a), to_u32(self, b))))
    }
    #[inline(always)]
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        from_u32(self, proved!(vmaxq_u32(to_u32(self, a), to_u32(self, b))))
    }
    #[inline(always)]
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        let (a, b) = (proved!(vreinterpretq_s32_u8(a)), proved!(vreinterpretq_s32_u8(b)));
        from_u32(self, proved!(vcgtq_s32(a, b)))
    }

    #[inline(always)]
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [proved!(vzip1q_u8(a, b)), proved!(vzip2q_u8(a, b))]
    }
    #[inline(always)]
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (a, b) = (to_u16(self, a), to_u16(self, b));
        [from_u16(self, proved!(vzip1q_u16(a, b))), from_u16(self, proved!(vzip2q_u16(a, b)))]
    }
    #[inline(always)]
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        let a = proved!(vqmovn_u32(to_u32(self, a)));
        from_u16(self, proved!(vqmovn_high_u32(a, to_u32(self, b))))
    }

    #[inline(always)]
    fn count_flags(self, v: Self::V) -> usize {
        usize::from(proved!(vaddvq_u8(vshrq_n_u8::<7>(v))))
    }

    wide_stores_of_sixteen!();
}

impl Sixteen for Neon {
    #[inline(always)]
    fn flags8(self, v: Self::V) -> u16 {
        let own_bit = self.table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
        let v = self.and(self.less_than_i8(v, self.splat(0)), own_bit);
        let twos = proved!(vpaddq_u8(v, v));
        let fours = proved!(vpaddq_u8(twos, twos));
        let eights = proved!(vpaddq_u8(fours, fours));
        proved!(vgetq_lane_u16::<0>(to_u16(self, eights)))
    }
    #[inline(always)]
    fn flags16(self, a: Self::V, b: Self::V) -> u16 {
        let a = proved!(vshrn_n_u16::<8>(to_u16(self, a)));
        self.flags8(proved!(vshrn_high_n_u16::<8>(a, to_u16(self, b))))
    }
    #[inline(always)]
    fn flags32(self, v: Self::V) -> u16 {
        // The top bytes of the four lanes.
        let top = self.pick(v, &[3, 7, 11, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16]);
        self.flags8(top)
    }
    #[inline(always)]
    fn pick(self, v: Self::V, indexes: &[u8; 16]) -> Self::V {
        self.lookup(v, self.table(*indexes))
    }
}

#[inline(always)]
fn to_u16(_: Neon, v: uint8x16_t) -> uint16x8_t {
    proved!(vreinterpretq_u16_u8(v))
}
#[inline(always)]
fn from_u16(_: Neon, v: uint16x8_t) -> uint8x16_t {
    proved!(vreinterpretq_u8_u16(v))
}
#[inline(always)]
fn to_u32(_: Neon, v: uint8x16_t) -> uint32x4_t {
    proved!(vreinterpretq_u32_u8(v))
}
#[inline(always)]
fn from_u32(_: Neon, v: uint32x4_t) -> uint8x16_t {
    proved!(vreinterpretq_u8_u32(v))
}
