//! What is written whole: bytes, and vectors of which every lane is kept. Nothing is
//! overwritten behind it.

use super::Output;
use crate::simd::Simd;
use core::mem::MaybeUninit;

/// Each returns whether there was room: else nothing is done.
impl Output<'_> {
    /// Writes `bytes`.
    #[inline(always)]
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > self.room() {
            return false;
        }
        // SAFETY: there is room, and a buffer that is borrowed mutably does not
        // overlap `bytes`.
        unsafe { self.place().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        self.written += bytes.len();
        true
    }

    /// Writes `bytes` by moves of fixed length that overlap: for few bytes a call costs
    /// more.
    #[inline(always)]
    pub(crate) fn write_short<S: Simd>(&mut self, _: S, bytes: &[u8]) -> bool {
        let n = bytes.len();
        if n > self.room() {
            return false;
        }
        let to = self.place();
        // SAFETY: there is room for n bytes.
        let to = unsafe { core::slice::from_raw_parts_mut(to.cast::<MaybeUninit<u8>>(), n) };
        if n >= S::LANES {
            for at in (0..n - S::LANES).step_by(S::LANES) {
                copy::<S::V>(bytes, to, at);
            }
            copy::<S::V>(bytes, to, n - S::LANES);
        } else if n >= 32 {
            copy::<[u128; 2]>(bytes, to, 0);
            copy::<[u128; 2]>(bytes, to, n - 32);
        } else if n >= 16 {
            copy::<u128>(bytes, to, 0);
            copy::<u128>(bytes, to, n - 16);
        } else if n >= 8 {
            copy::<u64>(bytes, to, 0);
            copy::<u64>(bytes, to, n - 8);
        } else if n >= 4 {
            copy::<u32>(bytes, to, 0);
            copy::<u32>(bytes, to, n - 4);
        } else if n > 0 {
            // One to three bytes: first, middle and last are all.
            for at in [0, n / 2, n - 1] {
                to[at].write(bytes[at]);
            }
        }
        self.written += n;
        true
    }

    /// Writes all of `v`.
    #[inline(always)]
    pub(crate) fn vectors<S: Simd, const M: usize, const N: usize>(
        &mut self,
        s: S,
        v: [[S::V; M]; N],
    ) -> bool {
        self.all::<S, false, M, N>(s, v)
    }

    /// The same by stores of at most 32 bytes.
    #[inline(always)]
    pub(crate) fn halves<S: Simd, const M: usize, const N: usize>(
        &mut self,
        s: S,
        v: [[S::V; M]; N],
    ) -> bool {
        self.all::<S, true, M, N>(s, v)
    }

    #[inline(always)]
    fn all<S: Simd, const HALVES: bool, const M: usize, const N: usize>(
        &mut self,
        s: S,
        v: [[S::V; M]; N],
    ) -> bool {
        let Some(mut slot) = self.exact_slot(N * M * S::LANES) else { return false };
        for v in v {
            for v in v {
                // SAFETY: N times M of them are the slot.
                let place = unsafe { slot.next(S::LANES) };
                if HALVES {
                    // SAFETY: there is room for a vector.
                    unsafe { s.store_in_halves(v, place) };
                } else {
                    // SAFETY: there is room for a vector.
                    unsafe { s.store_unaligned(v, place) };
                }
            }
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes lanes of 32 bits, which are at most FFFF, as units of 16 bits.
    #[inline(always)]
    pub(crate) fn narrowed32<S: Simd, const SWAPPED: bool>(&mut self, s: S, v: [S::V; 4]) -> bool {
        let Some(mut slot) = self.exact_slot(2 * S::LANES) else { return false };
        for v in [[v[0], v[1]], [v[2], v[3]]] {
            // SAFETY: two of them are the slot.
            let place = unsafe { slot.next(S::LANES) };
            // SAFETY: there is room for a vector.
            unsafe { s.store_narrowed32::<SWAPPED>(v, place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes every lane as a unit of 16 bits.
    #[inline(always)]
    pub(crate) fn widened16<S: Simd, const SWAPPED: bool, const N: usize>(
        &mut self,
        s: S,
        v: [S::V; N],
    ) -> bool {
        let Some(mut slot) = self.exact_slot(N * 2 * S::LANES) else { return false };
        for v in v {
            // SAFETY: N of them are the slot.
            let place = unsafe { slot.next(2 * S::LANES) };
            // SAFETY: there is room for two bytes for every lane.
            unsafe { s.store_widened::<SWAPPED>(v, place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes every lane as a unit of 32 bits.
    #[inline(always)]
    pub(crate) fn widened32<S: Simd, const SWAPPED: bool, const N: usize>(
        &mut self,
        s: S,
        v: [S::V; N],
    ) -> bool {
        let Some(mut slot) = self.exact_slot(N * 4 * S::LANES) else { return false };
        for v in v {
            // SAFETY: N of them are the slot.
            let place = unsafe { slot.next(4 * S::LANES) };
            // SAFETY: there is room for four bytes for every lane.
            unsafe { s.store_widened_32::<SWAPPED>(v, place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }
}

/// Moves `size_of::<T>()` bytes.
#[inline(always)]
fn copy<T>(from: &[u8], to: &mut [MaybeUninit<u8>], at: usize) {
    let from = from[at..][..size_of::<T>()].as_ptr().cast::<MaybeUninit<T>>();
    let to = to[at..][..size_of::<T>()].as_mut_ptr().cast::<MaybeUninit<T>>();
    // SAFETY: the slice is as long as T, and a `MaybeUninit` may have any bytes.
    let bytes = unsafe { from.read_unaligned() };
    // SAFETY: as above.
    unsafe { to.write_unaligned(bytes) };
}
