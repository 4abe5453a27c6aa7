//! The executable meaning of [`Wide`].

use super::Array;
use crate::simd::Vector;
use crate::simd::Wide;
use core::array::from_fn;
use std::vec::Vec;

// SAFETY: every store is tested with its length, beside guard pages.
unsafe impl<const N: usize> Wide for Array<N> {
    fn splat32(self, unit: u32) -> Self::V {
        from_fn(|i| unit.to_ne_bytes()[i % 4])
    }
    fn swap32(self, v: Self::V) -> Self::V {
        from_fn(|i| v[i ^ 3])
    }
    fn shl32<const BY: i32>(self, v: Self::V) -> Self::V {
        lanes32(v, v, |a, _| a << BY)
    }
    fn shr32<const BY: i32>(self, v: Self::V) -> Self::V {
        lanes32(v, v, |a, _| a >> BY)
    }
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        lanes32(a, b, u32::wrapping_add)
    }
    fn max_u32(self, a: Self::V, b: Self::V) -> Self::V {
        lanes32(a, b, u32::max)
    }
    fn greater_i32(self, a: Self::V, b: Self::V) -> Self::V {
        lanes32(a, b, |a, b| if a as i32 > b as i32 { !0 } else { 0 })
    }

    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let lane = |i: usize| if i % 2 == 1 { b[i / 2] } else { a[i / 2] };
        [from_fn(lane), from_fn(|i| lane(N + i))]
    }
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let lane = |i: usize| if i % 4 < 2 { a[i / 4 * 2 + i % 2] } else { b[i / 4 * 2 + i % 2] };
        [from_fn(lane), from_fn(|i| lane(N + i))]
    }
    fn narrow32(self, a: Self::V, b: Self::V) -> Self::V {
        let units: Vec<u32> =
            [a, b].concat().as_chunks().0.iter().map(|&u| u32::from_ne_bytes(u)).collect();
        let unit =
            |i: usize| u16::try_from(units[i]).expect("it means something else on each processor");
        from_fn(|i| unit(i / 2).to_ne_bytes()[i % 2])
    }

    fn count_flags(self, v: Self::V) -> usize {
        v.iter().filter(|&&b| b & 0x80 != 0).count()
    }

    unsafe fn store_kept8(self, v: Self::V, dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = (0..N).filter(|&i| dropped[i] & 0x80 == 0).map(|i| v[i]);
        // SAFETY: by contract.
        unsafe { store_and_overshoot(kept.collect(), Self::OVERSHOOT, dst) }
    }
    fn len_kept32(self, dropped: Self::V) -> usize {
        4 * dropped.iter().skip(HIGH).step_by(2).filter(|&&b| b & 0x80 == 0).count()
    }
    unsafe fn store_kept32(self, v: [Self::V; 2], dropped: Self::V, dst: *mut u8) -> *mut u8 {
        let v = v.concat();
        let kept = (0..2 * N).filter(|&i| dropped[i / 4 * 2 + HIGH] & 0x80 == 0).map(|i| v[i]);
        // SAFETY: by contract.
        unsafe { store_and_overshoot(kept.collect(), Self::OVERSHOOT_32, dst) }
    }
    unsafe fn store_pairs8(
        self,
        first: Self::V,
        second: Self::V,
        both: Self::V,
        dst: *mut u8,
    ) -> *mut u8 {
        let mut kept = Vec::new();
        for i in 0..N {
            kept.extend((both[i] & 0x80 != 0).then_some(first[i]));
            kept.push(second[i]);
        }
        // SAFETY: by contract.
        unsafe { store_and_overshoot(kept, Self::OVERSHOOT, dst) }
    }
    fn len_pairs16(self, both: Self::V) -> usize {
        (0..N).filter(|&i| i % 4 >= 2 || both[i] & 0x80 != 0).count()
    }
    unsafe fn store_pairs16(self, pairs: Self::V, both: Self::V, dst: *mut u8) -> *mut u8 {
        let kept = (0..N).filter(|&i| i % 4 >= 2 || both[i] & 0x80 != 0).map(|i| pairs[i]);
        // SAFETY: by contract.
        unsafe { store_and_overshoot(kept.collect(), Self::OVERSHOOT, dst) }
    }
    fn len_ends(self, sizes: [Self::V; 2]) -> usize {
        sizes.concat().as_chunks().0.iter().map(end_len).sum()
    }
    unsafe fn store_ends(self, v: [Self::V; 2], sizes: [Self::V; 2], dst: *mut u8) -> *mut u8 {
        let (v, sizes) = (v.concat(), sizes.concat());
        let kept = |i: &usize| i % 4 + end_len(&sizes.as_chunks().0[i / 4]) >= 4;
        let kept = (0..2 * N).filter(kept).map(|i| v[i]);
        // SAFETY: by contract.
        unsafe { store_and_overshoot(kept.collect(), Self::OVERSHOOT, dst) }
    }
}

/// Where in a lane of 16 bits the high byte is.
const HIGH: usize = cfg!(target_endian = "little") as usize;

/// How many bytes [`Wide::store_ends`] stores for a lane of sizes.
fn end_len(size: &[u8; 4]) -> usize {
    let size = u32::from_ne_bytes(*size);
    1 + 2 * (size >> 15 & 1) as usize + (size >> 31) as usize
}

/// Stores `kept`, and as much rubbish behind it as an operation may. Returns the end of
/// `kept`.
///
/// # Safety
/// `dst` is valid for writes of `overshoot` bytes more than `kept` has.
unsafe fn store_and_overshoot(kept: Vec<u8>, overshoot: usize, dst: *mut u8) -> *mut u8 {
    let bytes = [&kept[..], &[0xDB; 64][..overshoot]].concat();
    // SAFETY: `bytes` are that many.
    unsafe { dst.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: that many have fitted.
    unsafe { dst.add(kept.len()) }
}

/// `f` on lanes of 32 bits.
fn lanes32<const N: usize>(a: [u8; N], b: [u8; N], f: impl Fn(u32, u32) -> u32) -> [u8; N] {
    let lane = |v: &[u8; N], i: usize| u32::from_ne_bytes([v[i], v[i + 1], v[i + 2], v[i + 3]]);
    from_fn(|i| f(lane(&a, i & !3), lane(&b, i & !3)).to_ne_bytes()[i % 4])
}
