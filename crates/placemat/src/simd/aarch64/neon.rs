//! NEON: 16 bytes a vector.
//!
//! There is no instruction for a bit from every lane: [`Sixteen::flags8`] masks each
//! with its bit and adds neighbours three times; for four vectors together that takes four additions
//! ([`kept`](super::kept)).

use super::kept::{Lanes, OneOrTwo, OneToThree};
use crate::simd::proved;
use crate::simd::sixteen::tables::{KEEP, MISSING_UTF8, ONE_OR_TWO, ONE_TO_THREE};
use crate::simd::sixteen::{
    Sixteen, simd_stores_of_sixteen, store_kept, up_to_15_bytes, wide_stores_of_sixteen,
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

    /// Of flags: 1, 2, 4 .. 128 in the lanes, and so again from lane 8 on; or 0.
    #[inline(always)]
    pub(super) fn own_bits(self, flags: uint8x16_t) -> uint8x16_t {
        let bits = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        self.and(self.less_than_i8(flags, self.splat(0)), self.table(bits))
    }

    /// The same, negated, and so is their sum. (Of positive ones the compiler knows that they have no bit
    /// in common, so it makes an OR of the addition of neighbours, and three instructions of one.)
    #[inline(always)]
    pub(super) fn own_bits_negated(self, flags: uint8x16_t) -> uint8x16_t {
        let bits = [255, 254, 252, 248, 240, 224, 192, 128, 255, 254, 252, 248, 240, 224, 192, 128];
        self.and(self.less_than_i8(flags, self.splat(0)), self.table(bits))
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
        self.any_from(0x80, v)
    }
    #[inline(always)]
    fn any_from(self, limit: u8, v: Self::V) -> bool {
        proved!(vmaxvq_u8(v)) >= limit
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

    type Lanes = Lanes;

    #[inline(always)]
    fn flagged(self, flags: Self::V) -> Lanes {
        self.flagged_4([flags; 4])[0]
    }
    #[inline(always)]
    fn flagged_4(self, flags: [Self::V; 4]) -> [Lanes; 4] {
        Lanes::flagged(self, flags)
    }
    #[inline(always)]
    fn lanes_of(self, bits: u64) -> Lanes {
        Lanes::of(self, proved!(vcreate_s8(bits & 0xFFFF)))[0]
    }
    #[inline(always)]
    fn count(self, lanes: Lanes) -> usize {
        16 - lanes.kept
    }
    #[inline(always)]
    unsafe fn store_kept<const SWAPPED: bool, const FEW: bool>(
        self,
        units: Self::Units,
        Lanes { rows, kept_of_8, .. }: Lanes,
        dst: *mut u8,
    ) {
        // SAFETY: the same contract.
        unsafe { store_kept::<Self, SWAPPED>(self, units, rows, kept_of_8, dst) }
    }
    #[inline(always)]
    unsafe fn store_kept_32<const SWAPPED: bool>(
        self,
        units: Self::Units,
        upper: Option<Self::V>,
        Lanes { rows, kept_of_8, .. }: Lanes,
        dst: *mut u8,
    ) {
        for i in [0, 1] {
            let indexes = &KEEP[rows[i]];
            let units = self.pick(units[i], indexes);
            let values = match upper {
                None => self.widen16(units),
                Some(upper) => {
                    let upper = self.zip8(upper, self.splat(0))[i];
                    self.zip16(units, self.pick(upper, indexes))
                }
            };
            for (j, values) in values.into_iter().enumerate() {
                let values = if SWAPPED { self.swap32(values) } else { values };
                // SAFETY: room for the units kept, and for eight more, by contract.
                let place = unsafe { dst.add(4 * kept_of_8 * i + 16 * j) };
                // SAFETY: the same.
                unsafe { self.store_unaligned(values, place) };
            }
        }
    }
    #[inline(always)]
    unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        // By extension, not by zip: of that the compiler makes ST2, which is slower than two stores.
        let low = from_u16(self, proved!(vmovl_u8(vget_low_u8(v))));
        let high = from_u16(self, proved!(vmovl_high_u8(v)));
        let order = |v| if SWAPPED { self.swap16(v) } else { v };
        // SAFETY: room for 32 bytes, by contract.
        unsafe { self.store_unaligned(order(low), dst) };
        // SAFETY: the same.
        let second = unsafe { dst.add(16) };
        // SAFETY: the same.
        unsafe { self.store_unaligned(order(high), second) };
    }
    #[inline(always)]
    unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
        // An index behind the vector makes a zero.
        const INDEXES: [[u8; 16]; 4] = {
            let mut indexes = [[16; 16]; 4];
            let mut lane = 0;
            while lane < 16 {
                indexes[lane / 4][lane % 4 * 4] = lane as u8;
                lane += 1;
            }
            indexes
        };
        for (i, indexes) in INDEXES.iter().enumerate() {
            let units = self.pick(v, indexes);
            let units = if SWAPPED { self.swap32(units) } else { units };
            // SAFETY: room for 64 bytes, by contract.
            let place = unsafe { dst.add(16 * i) };
            // SAFETY: the same.
            unsafe { self.store_unaligned(units, place) };
        }
    }

    #[inline(always)]
    fn one_or_two(self, units: [Self::V; 2]) -> [Self::V; 2] {
        let [a, b] = units.map(
            #[inline(always)]
            |v| to_u16(self, v),
        );
        let first = proved!(vshrn_high_n_u16::<6>(vshrn_n_u16::<6>(a), b));
        // 0 and 1 are the bit 6 of ASCII; 2 is the mark of a continuation byte.
        let mark = self.min_u8(first, self.splat(2));
        let last = proved!(vsliq_n_u8::<6>(vuzp1q_u8(units[0], units[1]), mark));
        [self.or(first, self.splat(0xC0)), last]
    }
    #[inline(always)]
    fn all_one(self, units: [Self::V; 2], _: [Self::V; 2]) -> bool {
        self.none_of_upper16(0xFF80, self.or(units[0], units[1]))
    }
    #[inline(always)]
    fn none_of_upper16(self, bits: u16, v: Self::V) -> bool {
        proved!(vmaxvq_u16(to_u16(self, v))) <= !bits
    }
    #[inline(always)]
    fn any_above32(self, limit: u32, v: Self::V) -> bool {
        proved!(vmaxvq_u32(to_u32(self, v))) > limit
    }

    #[inline(always)]
    fn units_of_bmp(self, v: [Self::V; 4]) -> Option<[Self::V; 2]> {
        let units = [self.narrow32(v[0], v[1]), self.narrow32(v[2], v[3])];
        let above = self.shr32::<16>(self.or(self.or(v[0], v[1]), self.or(v[2], v[3])));
        // D800..DFFF become 0..7FF.
        let [a, b] = units.map(
            #[inline(always)]
            |v| self.add16(v, self.splat16(0x2800)),
        );
        let surrogate = proved!(vcltq_u16(to_u16(self, self.min_u16(a, b)), vdupq_n_u16(0x800)));
        let wrong = self.any_nonzero(self.or(above, from_u16(self, surrogate)));
        if wrong { None } else { Some(units) }
    }
    #[inline(always)]
    fn all_up_to_32(self, limit: u32, v: Self::V) -> bool {
        proved!(vmaxvq_u32(to_u32(self, v))) <= limit
    }

    type KeptPairs = OneOrTwo;
    type Kept = OneToThree;

    #[inline(always)]
    fn keep_one_or_two(self, [lead, _]: [Self::V; 2]) -> OneOrTwo {
        // Of ASCII it is C0 or C1. The last byte would say the same, some operations later.
        OneOrTwo::of(self, proved!(vcgtq_u8(lead, self.splat(0xC1))))
    }
    #[inline(always)]
    fn len_one_or_two(self, kept: OneOrTwo) -> usize {
        kept.lens[0] + kept.lens[1]
    }
    #[inline(always)]
    unsafe fn store_one_or_two(self, [lead, last]: [Self::V; 2], kept: OneOrTwo, mut dst: *mut u8) {
        for (i, v) in self.unpack16(lead, last).into_iter().enumerate() {
            // SAFETY: every store begins at a kept byte, and has 16.
            unsafe { self.store_unaligned(self.pick(v, &ONE_OR_TWO.0[kept.rows[i]]), dst) };
            dst = dst.wrapping_add(kept.lens[i]);
        }
    }
    #[inline(always)]
    fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> OneToThree {
        OneToThree::of(self, two, three)
    }
    #[inline(always)]
    fn len_one_to_three(self, kept: OneToThree) -> usize {
        kept.len(0) + kept.len(1) + kept.len(2) + kept.len(3)
    }
    #[inline(always)]
    fn keeps_three(self, kept: OneToThree) -> bool {
        kept.all_three()
    }
    #[inline(always)]
    unsafe fn store_one_to_three(
        self,
        first: [Self::V; 2],
        last: [Self::V; 2],
        kept: OneToThree,
        mut dst: *mut u8,
    ) {
        for i in 0..4 {
            let v = self.zip16(first[i / 2], last[i / 2])[i % 2];
            let (row, len) = (kept.row(i as u32), kept.len(i as u32));
            // SAFETY: every store begins at a kept byte, and has 16.
            unsafe { self.store_unaligned(self.pick(v, &ONE_TO_THREE.0[row]), dst) };
            dst = dst.wrapping_add(len);
        }
    }
    #[inline(always)]
    unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], dst: *mut u8) {
        let bytes = proved!(uint8x16x3_t(
            vuzp1q_u8(first[0], first[1]),
            vuzp2q_u8(first[0], first[1]),
            vuzp1q_u8(last[0], last[1]),
        ));
        // SAFETY: valid for 48 bytes, by contract.
        unsafe { vst3q_u8(dst, bytes) };
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
        // 0 below 80, 1 to 15 below 800; B0 to BF for a surrogate, else something between.
        let a = proved!(vshrq_n_s16::<7>(vreinterpretq_s16_u8(v[0])));
        let b = proved!(vshrq_n_s16::<7>(vreinterpretq_s16_u8(v[1])));
        let v = proved!(vreinterpretq_u8_s8(vqmovn_high_s16(vqmovn_s16(a), b)));
        // Nothing is looked up for 16 and above.
        let missing = proved!(vqtbl1q_u8(self.table(MISSING_UTF8), v));
        [proved!(vaddq_u8(totals, missing)), proved!(vaddq_u8(v, self.splat(0x40)))]
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
        proved!(vuzp1q_u8(a, b))
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
        from_u16(self, proved!(vuzp1q_u16(to_u16(self, a), to_u16(self, b))))
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
        let v = self.own_bits_negated(v);
        let twos = proved!(vpaddq_u8(v, v));
        let fours = proved!(vpaddq_u8(twos, twos));
        let eights = proved!(vnegq_s8(vreinterpretq_s8_u8(vpaddq_u8(fours, fours))));
        proved!(vgetq_lane_u16::<0>(vreinterpretq_u16_s8(eights)))
    }
    #[inline(always)]
    fn flags16(self, a: Self::V, b: Self::V) -> u16 {
        let a = proved!(vshrn_n_u16::<8>(to_u16(self, a)));
        self.flags8(proved!(vshrn_high_n_u16::<8>(a, to_u16(self, b))))
    }
    #[inline(always)]
    fn flags32(self, v: Self::V) -> u16 {
        let bits = proved!(vcltzq_s32(vreinterpretq_s32_u8(v)));
        let own_bit = proved!(vld1q_u32([1, 2, 4, 8].as_ptr()));
        proved!(vaddvq_u32(vandq_u32(bits, own_bit))) as u16
    }
    #[inline(always)]
    fn ones(self, bits: usize) -> usize {
        // Only vectors can count, and the way there is longer than a load.
        static ONES: [u8; 256] = {
            let mut ones = [0; 256];
            let mut i = 0;
            while i < 256 {
                ones[i] = (i as u8).count_ones() as u8;
                i += 1;
            }
            ones
        };
        usize::from(ONES[bits & 0xFF])
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
