//! Stores of variable length for every instruction set with vectors of 16 bytes and
//! a shuffle: SSE4.2, NEON, and simd128 of WebAssembly.
//!
//! Which lanes are kept is a number of at most 16 bits; a table has the shuffle that
//! brings them together. What a shuffle leaves behind the kept lanes is stored too.

use super::{Simd, Vector, Wide};
use core::mem::transmute_copy;
use tables::{EDGE, KEEP, KEEP_SWAPPED};
use wide_tables::{ENDS, ENDS_LEN, KEPT8, KEPT32, PAIRS8, PAIRS16};

#[cfg(not(target_arch = "aarch64"))]
pub(crate) mod sets;
pub(crate) mod tables;
pub(crate) mod wide_tables;

/// A token for vectors of 16 bytes.
pub(crate) trait Sixteen: Simd<Units = [<Self as Vector>::V; 2]> + Wide {
    /// Bit i: bit 7 of lane i.
    fn flags8(self, v: Self::V) -> u16;
    /// Bit i: bit 15 of lane i of 16 bits, those of `a` and then those of `b`.
    fn flags16(self, a: Self::V, b: Self::V) -> u16;
    /// Bit i: bit 31 of lane i of 32 bits.
    fn flags32(self, v: Self::V) -> u16;
    /// How many bits of a number below 100 are set.
    #[inline(always)]
    fn ones(self, bits: usize) -> usize {
        bits.count_ones() as usize
    }
    /// Lane i becomes lane `indexes[i]`; anything, if there is none.
    fn pick(self, v: Self::V, indexes: &[u8; 16]) -> Self::V;
}

/// Up to 15 bytes as a little-endian number, from at most two overlapping loads
/// and without a copy of variable length.
#[inline(always)]
pub(crate) fn up_to_15_bytes(bytes: &[u8]) -> (u64, u64) {
    let n = bytes.len();
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        // The tail overlaps the head by 16 - n bytes; shift those out.
        let tail = u64::from_le_bytes(*tail);
        let high = if n > 8 { tail >> (8 * (16 - n)) } else { 0 };
        (u64::from_le_bytes(*head), high)
    } else {
        (up_to_7_bytes(bytes), 0)
    }
}

/// Up to 7 bytes as a little-endian number.
#[inline(always)]
fn up_to_7_bytes(bytes: &[u8]) -> u64 {
    let n = bytes.len();
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let tail = u64::from(u32::from_le_bytes(*tail));
        u64::from(u32::from_le_bytes(*head)) | tail << (8 * (n - 4))
    } else if n == 0 {
        0
    } else {
        // One to three bytes: first, middle and last cover them all.
        let middle = u64::from(bytes[n / 2]) << (8 * (n / 2));
        u64::from(bytes[0]) | middle | u64::from(bytes[n - 1]) << (8 * (n - 1))
    }
}

/// [`Simd::lanes`].
#[inline(always)]
pub(crate) fn lanes<S: Simd>(s: S, from: usize, to: usize) -> S::V {
    s.and(s.load(&EDGE, 64 - from), s.load(&EDGE, 128 - to))
}

/// [`Simd::store_kept`], with the sets of eight lanes that are dropped, and how many of the `first`
/// eight are kept.
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_kept<S: Sixteen, const SWAPPED: bool>(
    s: S,
    units: [S::V; 2],
    [low, high]: [usize; 2],
    first: usize,
    dst: *mut u8,
) {
    let table = if SWAPPED { &KEEP_SWAPPED } else { &KEEP };
    // SAFETY: room for the units kept, and for eight more, by contract.
    unsafe { s.store_unaligned(s.pick(units[0], &table[low]), dst) };
    // SAFETY: the same.
    let second = unsafe { dst.add(2 * first) };
    // SAFETY: the same.
    unsafe { s.store_unaligned(s.pick(units[1], &table[high]), second) };
}

// Lanes of 32 bits, and parts of lanes.

/// Stores the bytes of `v` whose bits in `kept` are set. Returns the end.
///
/// # Safety
/// `dst` is valid for writes of them, and of 8 bytes more.
#[inline(always)]
pub(crate) unsafe fn store_kept8<S: Sixteen>(s: S, v: S::V, kept: u16, dst: *mut u8) -> *mut u8 {
    let [low, high] = kept.to_le_bytes();
    // The table is for the low eight bytes: those of the high ones are 8 more.
    let indexes = [KEPT8[usize::from(low)], KEPT8[usize::from(high)] + 0x0808_0808_0808_0808];
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&indexes[0].to_le_bytes());
    bytes[8..].copy_from_slice(&indexes[1].to_le_bytes());
    // SAFETY: a vector of 16 bytes, and any bytes are two numbers.
    let [packed_low, packed_high] = unsafe { transmute_copy::<S::V, [u64; 2]>(&s.pick(v, &bytes)) };
    // SAFETY: by contract.
    unsafe { dst.cast::<u64>().write_unaligned(packed_low) };
    // SAFETY: that many bytes have fitted.
    let end = unsafe { dst.add(s.ones(low.into())) };
    // SAFETY: by contract.
    unsafe { end.cast::<u64>().write_unaligned(packed_high) };
    // SAFETY: as above.
    unsafe { end.add(s.ones(high.into())) }
}

/// Stores the lanes of 32 bits of two vectors whose bits in `kept` are set. Returns
/// the end.
///
/// # Safety
/// `dst` is valid for writes of them, and of 16 bytes more.
#[inline(always)]
pub(crate) unsafe fn store_kept32<S: Sixteen>(
    s: S,
    v: [S::V; 2],
    kept: u8,
    mut dst: *mut u8,
) -> *mut u8 {
    for (v, kept) in v.into_iter().zip([kept & 0xF, kept >> 4]) {
        // SAFETY: every store begins where a lane may be kept, and has 16.
        unsafe { s.store_unaligned(s.pick(v, &KEPT32[usize::from(kept)]), dst) };
        dst = dst.wrapping_add(4 * s.ones(kept.into()));
    }
    dst
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
pub(crate) unsafe fn store_pairs8<S: Sixteen>(
    s: S,
    pairs: S::V,
    both: u32,
    part: usize,
    dst: *mut u8,
) {
    let indexes = &PAIRS8[usize::from((both >> (8 * part)) as u8)];
    // SAFETY: by contract.
    let place = unsafe { dst.add(8 * part + bits_before(both, part)) };
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.pick(pairs, indexes), place) };
}

/// [`Wide::store_pairs8`].
///
/// # Safety
/// The same.
#[inline(always)]
pub(crate) unsafe fn store_all_pairs8<S: Sixteen>(
    s: S,
    first: S::V,
    second: S::V,
    both: S::V,
    dst: *mut u8,
) -> *mut u8 {
    let both = u32::from(s.flags8(both));
    for (part, pairs) in s.zip8(first, second).into_iter().enumerate() {
        // SAFETY: by contract, there is room for all and 8 bytes more.
        unsafe { store_pairs8(s, pairs, both, part, dst) };
    }
    // SAFETY: as above.
    unsafe { dst.add(16 + both.count_ones() as usize) }
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
pub(crate) unsafe fn store_pairs16<S: Sixteen>(
    s: S,
    pairs: S::V,
    both: usize,
    dst: *mut u8,
) -> *mut u8 {
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.pick(pairs, &PAIRS16[both]), dst) };
    // SAFETY: at most 16.
    unsafe { dst.add(8 + 2 * s.ones(both)) }
}

/// Stores the last one to four of every four bytes.
///
/// # Safety
/// `dst` is valid for writes of 16 bytes.
#[inline(always)]
pub(crate) unsafe fn store_ends<S: Sixteen>(s: S, v: S::V, sizes: u8, dst: *mut u8) -> *mut u8 {
    // SAFETY: by contract.
    unsafe { s.store_unaligned(s.pick(v, &ENDS[usize::from(sizes)]), dst) };
    // SAFETY: at most 16.
    unsafe { dst.add(usize::from(ENDS_LEN[usize::from(sizes)])) }
}

/// Operations of [`Simd`] that are those of this module, for all of its tokens.
macro_rules! simd_stores_of_sixteen {
    () => {
        #[inline(always)]
        fn bits(self, v: Self::V) -> u64 {
            u64::from(self.flags8(v))
        }
        #[inline(always)]
        fn lanes(self, from: usize, to: usize) -> Self::V {
            $crate::simd::sixteen::lanes(self, from, to)
        }
        #[inline(always)]
        fn pack16(self, v: [Self::V; 2]) -> Self::V {
            self.narrow16(v[0], v[1])
        }
        #[inline(always)]
        fn unpack16(self, low: Self::V, high: Self::V) -> [Self::V; 2] {
            $crate::simd::Wide::zip8(self, low, high)
        }
    };
}
pub(crate) use simd_stores_of_sixteen;

/// The stores of [`Wide`] that are those of this module.
macro_rules! wide_stores_of_sixteen {
    () => {
        #[inline(always)]
        unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
            // SAFETY: by contract, there is room for both halves and 8 bytes more.
            unsafe { $crate::simd::sixteen::store_kept8(self, v, !self.flags8(dropped), dst) }
        }
        #[inline(always)]
        fn len_kept32(self, dropped: Self::V) -> usize {
            4 * $crate::simd::sixteen::Sixteen::ones(
                self,
                usize::from(!self.flags16(dropped, dropped) & 0xFF),
            )
        }
        #[inline(always)]
        unsafe fn store_kept32(self, v: [Self::V; 2], dropped: Self::V, dst: *mut u8) -> *mut u8 {
            let kept = !self.flags16(dropped, dropped) as u8;
            // SAFETY: by contract, there is room for all and 16 bytes more.
            unsafe { $crate::simd::sixteen::store_kept32(self, v, kept, dst) }
        }
        #[inline(always)]
        unsafe fn store_pairs8(
            self,
            first: Self::V,
            second: Self::V,
            both: Self::V,
            dst: *mut u8,
        ) -> *mut u8 {
            // SAFETY: the same contract.
            unsafe { $crate::simd::sixteen::store_all_pairs8(self, first, second, both, dst) }
        }
        #[inline(always)]
        fn len_pairs16(self, both: Self::V) -> usize {
            8 + 2 * $crate::simd::sixteen::Sixteen::ones(self, self.flags32(both).into())
        }
        #[inline(always)]
        unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
            let both = usize::from(self.flags32(both));
            // SAFETY: by contract, there is room for all and 8 bytes more.
            unsafe { $crate::simd::sixteen::store_pairs16(self, pairs, both, dst) }
        }
        #[inline(always)]
        fn len_ends(self, sizes: [Self::V; 2]) -> usize {
            let sizes = self.flags16(sizes[0], sizes[1]);
            8 + (sizes.count_ones() + (sizes & 0x5555).count_ones()) as usize
        }
        #[inline(always)]
        unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], dst: *mut u8) -> *mut u8 {
            let [low, high] = self.flags16(sizes[0], sizes[1]).to_le_bytes();
            // SAFETY: by contract, there is room for all and 12 bytes more.
            let dst = unsafe { $crate::simd::sixteen::store_ends(self, v[0], low, dst) };
            // SAFETY: as above.
            unsafe { $crate::simd::sixteen::store_ends(self, v[1], high, dst) }
        }
    };
}
pub(crate) use wide_stores_of_sixteen;
