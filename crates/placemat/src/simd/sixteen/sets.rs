//! Sets of lanes and of bytes as numbers of at most 32 bits, and the stores that keep them: for
//! tokens that have nothing better.

use super::Sixteen;
use super::tables::{KEEP, ONE_OR_TWO, ONE_TO_THREE};

/// [`Simd::store_widened`](crate::simd::Simd::store_widened).
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_widened<S: Sixteen, const SWAPPED: bool>(s: S, v: S::V, dst: *mut u8) {
    let zero = s.splat(0);
    let [low, high] = if SWAPPED { s.zip8(zero, v) } else { s.zip8(v, zero) };
    // SAFETY: room for 32 bytes, by contract.
    unsafe { s.store_unaligned(low, dst) };
    // SAFETY: the same.
    let second = unsafe { dst.add(16) };
    // SAFETY: the same.
    unsafe { s.store_unaligned(high, second) };
}

/// [`Simd::store_kept_32`](crate::simd::Simd::store_kept_32).
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_kept_32<S: Sixteen, const SWAPPED: bool>(
    s: S,
    units: [S::V; 2],
    upper: Option<S::V>,
    dropped: u16,
    dst: *mut u8,
) {
    let zero = s.splat(0);
    let upper = s.zip8(upper.unwrap_or(zero), zero);
    let first = 8 - (dropped as u8).count_ones() as usize;
    for (i, dropped) in dropped.to_le_bytes().into_iter().enumerate() {
        let indexes = &KEEP[usize::from(dropped)];
        let values = s.zip16(s.pick(units[i], indexes), s.pick(upper[i], indexes));
        for (j, values) in values.into_iter().enumerate() {
            let values = if SWAPPED { s.swap32(values) } else { values };
            // SAFETY: room for the units kept, and for eight more, by contract.
            let place = unsafe { dst.add(4 * first * i + 16 * j) };
            // SAFETY: the same.
            unsafe { s.store_unaligned(values, place) };
        }
    }
}

/// [`Simd::store_widened_32`](crate::simd::Simd::store_widened_32).
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_widened_32<S: Sixteen, const SWAPPED: bool>(
    s: S,
    v: S::V,
    dst: *mut u8,
) {
    let zero = s.splat(0);
    let units = if SWAPPED { s.zip8(zero, v) } else { s.zip8(v, zero) };
    for (i, units) in units.into_iter().enumerate() {
        let values = if SWAPPED { s.zip16(zero, units) } else { s.zip16(units, zero) };
        for (j, values) in values.into_iter().enumerate() {
            // SAFETY: room for four bytes for every lane, by contract.
            let place = unsafe { dst.add(32 * i + 16 * j) };
            // SAFETY: the same.
            unsafe { s.store_unaligned(values, place) };
        }
    }
}

/// [`Simd::store_one_or_two`](crate::simd::Simd::store_one_or_two); bit i of `kept`: lane i keeps two.
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_one_or_two<S: Sixteen>(s: S, v: [S::V; 2], kept: u32, dst: *mut u8) {
    let (low, high) = (kept as usize & 0xFF, kept as usize >> 8 & 0xFF);
    let end = 8 + low.count_ones() as usize;
    // SAFETY: every store begins at a kept byte, and has 16.
    unsafe { s.store_unaligned(s.pick(v[0], &ONE_OR_TWO.0[low]), dst) };
    let dst = dst.wrapping_add(end);
    // SAFETY: the same.
    unsafe { s.store_unaligned(s.pick(v[1], &ONE_OR_TWO.0[high]), dst) };
}

/// [`Simd::keep_one_to_three`](crate::simd::Simd::keep_one_to_three): eight bits of `two`, then of `three`; twice.
#[inline(always)]
pub(crate) fn keep_one_to_three<S: Sixteen>(s: S, two: [S::V; 2], three: [S::V; 2]) -> u32 {
    let (a, b) = (s.flags16(two[0], three[0]), s.flags16(two[1], three[1]));
    u32::from(a) | u32::from(b) << 16
}

/// [`Simd::store_one_to_three`](crate::simd::Simd::store_one_to_three).
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_one_to_three<S: Sixteen>(
    s: S,
    first: [S::V; 2],
    last: [S::V; 2],
    kept: u32,
    mut dst: *mut u8,
) {
    for i in [0, 1] {
        for (half, v) in s.zip16(first[i], last[i]).into_iter().enumerate() {
            let kept = (kept >> (16 * i + 4 * half)) as usize;
            let row = kept & 0x0F | kept >> 4 & 0xF0;
            // SAFETY: every store begins at a kept byte, and has 16.
            unsafe { s.store_unaligned(s.pick(v, &ONE_TO_THREE.0[row]), dst) };
            dst = dst.wrapping_add(4 + row.count_ones() as usize);
        }
    }
}

/// Sets of lanes and of bytes as numbers, and the stores of [`Simd`](crate::simd::Simd) that keep them: for tokens that have
/// nothing better.
macro_rules! lanes_of_sixteen {
    () => {
        type Lanes = u16;

        #[inline(always)]
        fn flagged(self, flags: Self::V) -> u16 {
            self.flags8(flags)
        }
        #[inline(always)]
        fn lanes_of(self, bits: u64) -> u16 {
            bits as u16
        }
        #[inline(always)]
        fn count(self, lanes: u16) -> usize {
            lanes.count_ones() as usize
        }
        #[inline(always)]
        unsafe fn store_kept<const SWAPPED: bool, const FEW: bool>(
            self,
            units: Self::Units,
            dropped: u16,
            dst: *mut u8,
        ) {
            let [low, high] = dropped.to_le_bytes();
            let (rows, first) = ([low.into(), high.into()], 8 - low.count_ones() as usize);
            // SAFETY: the same contract.
            unsafe {
                $crate::simd::sixteen::store_kept::<Self, SWAPPED>(self, units, rows, first, dst)
            }
        }
        #[inline(always)]
        unsafe fn store_widened<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
            // SAFETY: the same contract.
            unsafe { $crate::simd::sixteen::sets::store_widened::<Self, SWAPPED>(self, v, dst) }
        }
        #[inline(always)]
        unsafe fn store_kept_32<const SWAPPED: bool>(
            self,
            units: Self::Units,
            upper: Option<Self::V>,
            dropped: u16,
            dst: *mut u8,
        ) {
            // SAFETY: the same contract.
            unsafe {
                $crate::simd::sixteen::sets::store_kept_32::<Self, SWAPPED>(
                    self, units, upper, dropped, dst,
                )
            }
        }
        #[inline(always)]
        unsafe fn store_widened_32<const SWAPPED: bool>(self, v: Self::V, dst: *mut u8) {
            // SAFETY: the same contract.
            unsafe { $crate::simd::sixteen::sets::store_widened_32::<Self, SWAPPED>(self, v, dst) }
        }

        /// One bit per kept byte beyond the first: one or two bits per lane.
        type KeptPairs = u32;
        type Kept = u32;

        #[inline(always)]
        fn keep_one_or_two(self, [_, last]: [Self::V; 2]) -> u32 {
            u32::from(self.flags8(last))
        }
        #[inline(always)]
        fn len_one_or_two(self, kept: u32) -> usize {
            16 + kept.count_ones() as usize
        }
        #[inline(always)]
        unsafe fn store_one_or_two(self, [lead, last]: [Self::V; 2], kept: u32, dst: *mut u8) {
            let v = self.unpack16(lead, last);
            // SAFETY: the same contract.
            unsafe { $crate::simd::sixteen::sets::store_one_or_two(self, v, kept, dst) }
        }
        #[inline(always)]
        fn keep_one_to_three(self, two: [Self::V; 2], three: [Self::V; 2]) -> u32 {
            $crate::simd::sixteen::sets::keep_one_to_three(self, two, three)
        }
        #[inline(always)]
        fn len_one_to_three(self, kept: u32) -> usize {
            16 + kept.count_ones() as usize
        }
        #[inline(always)]
        fn keeps_three(self, kept: u32) -> bool {
            kept == u32::MAX
        }
        #[inline(always)]
        unsafe fn store_one_to_three(
            self,
            first: [Self::V; 2],
            last: [Self::V; 2],
            kept: u32,
            dst: *mut u8,
        ) {
            // SAFETY: the same contract.
            unsafe { $crate::simd::sixteen::sets::store_one_to_three(self, first, last, kept, dst) }
        }
        #[inline(always)]
        unsafe fn store_three(self, first: [Self::V; 2], last: [Self::V; 2], dst: *mut u8) {
            // SAFETY: the same contract.
            unsafe {
                $crate::simd::sixteen::sets::store_one_to_three(self, first, last, u32::MAX, dst)
            }
        }
    };
}
pub(crate) use lanes_of_sixteen;
