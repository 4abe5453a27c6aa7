//! Which lanes are kept, as numbers: rows of the tables of [`sixteen`](crate::simd::sixteen), and
//! how much each row stores. All are made at once in a vector, which counts bits (CNT), while a
//! number would have to go there and back for each.

use super::neon::Neon;
use crate::simd::proved;
use crate::simd::sixteen::Sixteen;
use core::arch::aarch64::*;

/// A set of sixteen lanes to be dropped.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    /// The sets of eight lanes.
    pub(super) rows: [usize; 2],
    /// How many lanes are not in the set: of the first eight, and of all.
    pub(super) kept_of_8: usize,
    pub(super) kept: usize,
}

impl Lanes {
    /// The flagged lanes of four vectors.
    #[inline(always)]
    pub(super) fn flagged(token: Neon, [a, b, c, d]: [uint8x16_t; 4]) -> [Self; 4] {
        let pairs = proved!(vpaddq_u8(token.own_bits_negated(a), token.own_bits_negated(b)));
        let pairs_2 = proved!(vpaddq_u8(token.own_bits_negated(c), token.own_bits_negated(d)));
        let fours = proved!(vpaddq_u8(pairs, pairs_2));
        Self::of(token, proved!(vneg_s8(low_s8(token, vpaddq_u8(fours, fours)))))
    }

    /// Four sets, of two bytes each.
    #[inline(always)]
    pub(super) fn of(token: Neon, sets: int8x8_t) -> [Self; 4] {
        let sets = proved!(vreinterpret_u8_s8(sets));
        let kept_of_8 = proved!(vcnt_u8(vmvn_u8(sets)));
        let kept = number(token, proved!(vreinterpret_u8_u16(vpaddl_u8(kept_of_8))));
        let (sets, kept_of_8) = (number(token, sets), number(token, kept_of_8));
        let each = |i: u32| Self {
            rows: [byte(sets, 2 * i), byte(sets, 2 * i + 1)],
            kept_of_8: byte(kept_of_8, 2 * i),
            kept: byte(kept, 2 * i),
        };
        [each(0), each(1), each(2), each(3)]
    }
}

/// Which bytes of lanes of 16 bits are kept, one or two of each: rows of [`ONE_OR_TWO`] for eight
/// lanes, and how many bytes they store.
///
/// [`ONE_OR_TWO`]: crate::simd::sixteen::tables::ONE_OR_TWO
#[derive(Clone, Copy)]
pub(crate) struct OneOrTwo {
    pub(super) rows: [usize; 2],
    pub(super) lens: [usize; 2],
}

impl OneOrTwo {
    /// Two bytes of the lanes that are flagged, and one of the others.
    #[inline(always)]
    pub(super) fn of(token: Neon, two: uint8x16_t) -> Self {
        let v = token.own_bits(two);
        let (low, high) = proved!((vaddv_u8(vget_low_u8(v)), vaddv_u8(vget_high_u8(v))));
        let (low, high) = (usize::from(low), usize::from(high));
        Self { rows: [low, high], lens: [8 + token.ones(low), 8 + token.ones(high)] }
    }
}

/// The same for one to three bytes: four rows of [`ONE_TO_THREE`] for four lanes, a byte of a number each.
///
/// [`ONE_TO_THREE`]: crate::simd::sixteen::tables::ONE_TO_THREE
#[derive(Clone, Copy)]
pub(crate) struct OneToThree {
    rows: u64,
    lens: u64,
}

impl OneToThree {
    /// Three bytes of the lanes of 16 bits that are flagged in `three`, two if only in `two`, and
    /// one of the others.
    #[inline(always)]
    pub(super) fn of(token: Neon, two: [uint8x16_t; 2], three: [uint8x16_t; 2]) -> Self {
        // The flags are in the second bytes. Of every four lanes those of two, then those of three.
        let two = proved!(vreinterpretq_u32_u8(vuzp2q_u8(two[0], two[1])));
        let three = proved!(vreinterpretq_u32_u8(vuzp2q_u8(three[0], three[1])));
        let a = token.own_bits_negated(proved!(vreinterpretq_u8_u32(vzip1q_u32(two, three))));
        let b = token.own_bits_negated(proved!(vreinterpretq_u8_u32(vzip2q_u32(two, three))));
        let twos = proved!(vpaddq_u8(a, b));
        let fours = proved!(vpaddq_u8(twos, twos));
        let rows = proved!(vneg_s8(low_s8(token, vpaddq_u8(fours, fours))));
        let rows = proved!(vreinterpret_u8_s8(rows));
        // Every row stores four bytes, and one more for each bit.
        let lens = proved!(vadd_u8(vcnt_u8(rows), vdup_n_u8(4)));
        Self { rows: number(token, rows), lens: number(token, lens) }
    }

    #[inline(always)]
    pub(super) fn row(self, i: u32) -> usize {
        byte(self.rows, i)
    }

    /// How many bytes row `i` stores.
    #[inline(always)]
    pub(super) fn len(self, i: u32) -> usize {
        byte(self.lens, i)
    }

    /// Whether three bytes of each lane are kept.
    #[inline(always)]
    pub(super) fn all_three(self) -> bool {
        self.rows as u32 == u32::MAX
    }
}

#[inline(always)]
fn byte(number: u64, i: u32) -> usize {
    (number >> (8 * i)) as usize & 0xFF
}

#[inline(always)]
fn number(_: Neon, v: uint8x8_t) -> u64 {
    proved!(vget_lane_u64::<0>(vreinterpret_u64_u8(v)))
}

#[inline(always)]
fn low_s8(_: Neon, v: uint8x16_t) -> int8x8_t {
    proved!(vreinterpret_s8_u8(vget_low_u8(v)))
}
