//! Parts of vectors, stored by masks: what is written is exact, however little room there is, and
//! nothing lies behind it to be put back.

use super::Output;
use crate::simd::x86_64::avx512::Avx512;
use core::arch::x86_64::__m512i;

/// Each returns whether there was room: else nothing is done.
impl Output<'_> {
    /// Writes the first `len` bytes of some vectors, or all.
    #[inline(always)]
    pub(crate) fn first<const N: usize>(&mut self, s: Avx512, v: [__m512i; N], len: usize) -> bool {
        let len = len.min(64 * N);
        let Some(mut slot) = self.exact_slot(len) else { return false };
        for (i, v) in v.into_iter().enumerate() {
            let here = len.saturating_sub(64 * i).min(64);
            // SAFETY: all of them are the slot.
            let place = unsafe { slot.next(here) };
            // SAFETY: there is room for so many.
            unsafe { s.store_first(v, here, place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes of each vector the bytes of the set that is with it.
    #[inline(always)]
    pub(crate) fn compressed<const N: usize>(&mut self, s: Avx512, v: [(__m512i, u64); N]) -> bool {
        let Some(total) = self.total(v.map(|(_, kept)| kept.count_ones())) else { return false };
        let Some(mut slot) = self.exact_slot(total) else { return false };
        for (v, kept) in v {
            // SAFETY: there is room for all that is kept.
            slot.place = unsafe { s.store_compressed(v, kept, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// The same of units of 16 bits.
    #[inline(always)]
    pub(crate) fn compressed16<const N: usize>(
        &mut self,
        s: Avx512,
        v: [(__m512i, u32); N],
    ) -> bool {
        let Some(total) = self.total(v.map(|(_, kept)| 2 * kept.count_ones())) else {
            return false;
        };
        let Some(mut slot) = self.exact_slot(total) else { return false };
        for (v, kept) in v {
            // SAFETY: there is room for all that is kept.
            slot.place = unsafe { s.store_compressed16(v, kept, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// The sum, if there is room for so many bytes. It is asked for each: of a plain sum the compiler makes one
    /// of vectors, by way of memory, which takes longer than all else (6 to 15 ns).
    #[inline(always)]
    fn total<const N: usize>(&self, lens: [u32; N]) -> Option<usize> {
        let mut room = self.room();
        for len in lens {
            room = room.checked_sub(len as usize)?;
        }
        Some(self.room() - room)
    }
}
