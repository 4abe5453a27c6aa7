//! Vectors of which a part is kept: the token says how many bytes that are, the slot is for
//! all of them, and what the last store writes behind is kept to be put back.

use super::{Output, slack};
use crate::simd::Simd;

/// Each returns whether there was room: else nothing is done.
/// `v` makes vectors when their turn comes: all at once they would not fit the registers.
impl Output<'_> {
    /// Writes the units of 16 bits of the lanes that are not `dropped`. If `split`, the
    /// last one may be taken back. Where there may be fewer bytes than a vector has, they are `FEW`.
    #[inline(always)]
    pub(crate) fn units16<S: Simd, const SWAPPED: bool, const FEW: bool, const N: usize>(
        &mut self,
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        v: impl Fn(usize) -> S::Units,
    ) -> bool {
        let mut total = 0;
        for of in dropped {
            total += 2 * (S::LANES - s.count(of));
        }
        let Some(mut slot) = self.slot::<S>(total, 2 * usize::from(split)) else { return false };
        for (i, of) in dropped.into_iter().enumerate() {
            let (v, len) = (v(i), 2 * (S::LANES - s.count(of)));
            // SAFETY: all of them are the slot.
            let place = unsafe { slot.next(len) };
            // SAFETY: there is room for what the token says that it keeps.
            unsafe { s.store_kept::<SWAPPED, FEW>(v, of, place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes the units of 32 bits of the lanes that are not `dropped`: 16 bits of each,
    /// and those above, if any has some.
    #[inline(always)]
    pub(crate) fn units32<S: Simd, const SWAPPED: bool, const N: usize>(
        &mut self,
        s: S,
        dropped: [S::Lanes; N],
        v: impl Fn(usize) -> (S::Units, Option<S::V>),
    ) -> bool {
        let mut total = 0;
        each::<N>(
            #[inline(always)]
            |i| total += 4 * (S::LANES - s.count(dropped[i])),
        );
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        each::<N>(
            #[inline(always)]
            |i| {
                let (v, len) = (v(i), 4 * (S::LANES - s.count(dropped[i])));
                // SAFETY: all of them are the slot.
                let place = unsafe { slot.next(len) };
                // SAFETY: there is room for what the token says that it keeps.
                unsafe { s.store_kept_32::<SWAPPED>(v.0, v.1, dropped[i], place) };
            },
        );
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes the lanes that are not flagged in `dropped`.
    #[inline(always)]
    pub(crate) fn kept8<S: Simd, const N: usize>(
        &mut self,
        s: S,
        dropped: [S::V; N],
        v: impl Fn(usize) -> S::V,
    ) -> bool {
        let mut total = 0;
        for of in dropped {
            total += s.len_kept8(of);
        }
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        for (i, of) in dropped.into_iter().enumerate() {
            let v = v(i);
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_kept8(v, of, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes the lanes of 32 bits, twice as many, that belong to those of 16 bits for
    /// which the mask `dropped` is not set.
    #[inline(always)]
    pub(crate) fn kept32<S: Simd, const N: usize>(
        &mut self,
        s: S,
        dropped: [S::V; N],
        v: impl Fn(usize) -> [S::V; 2],
    ) -> bool {
        let mut total = 0;
        each::<N>(
            #[inline(always)]
            |i| total += s.len_kept32(dropped[i]),
        );
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        each::<N>(
            #[inline(always)]
            |i| {
                let v = v(i);
                // SAFETY: there is room for what the token says that it keeps.
                slot.place = unsafe { s.store_kept32(v, dropped[i], slot.place) };
            },
        );
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes bytes of Latin-1 as UTF-8.
    #[inline(always)]
    pub(crate) fn latin1<S: Simd, const N: usize>(&mut self, s: S, v: [S::V; N]) -> bool {
        let mut total = 0;
        for v in v {
            total += s.len_pairs8(v);
        }
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        for v in v {
            if !s.any_high_bit(v) {
                // SAFETY: a vector is what it keeps.
                let place = unsafe { slot.next(S::LANES) };
                // SAFETY: there is room for it.
                unsafe { s.store_unaligned(v, place) };
                continue;
            }
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_latin1(v, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes, of every lane of 32 bits, the upper 16 bits in memory, and before them the
    /// lower where the mask `both` is set.
    #[inline(always)]
    pub(crate) fn pairs16<S: Simd, const N: usize>(
        &mut self,
        s: S,
        both: [S::V; N],
        v: impl Fn(usize) -> S::V,
    ) -> bool {
        let mut total = 0;
        each::<N>(
            #[inline(always)]
            |i| total += s.len_pairs16(both[i]),
        );
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        each::<N>(
            #[inline(always)]
            |i| {
                let v = v(i);
                // SAFETY: there is room for what the token says that it keeps.
                slot.place = unsafe { s.store_pairs16(v, both[i], slot.place) };
            },
        );
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes of every four bytes the last one to four: one, two more if bit 15 of the lane
    /// of 32 bits in `sizes` is set, and one more if bit 31 is.
    #[inline(always)]
    pub(crate) fn ends<S: Simd, const N: usize>(
        &mut self,
        s: S,
        sizes: [[S::V; 2]; N],
        v: impl Fn(usize) -> [S::V; 2],
    ) -> bool {
        let mut total = 0;
        each::<N>(
            #[inline(always)]
            |i| total += s.len_ends(sizes[i]),
        );
        let Some(mut slot) = self.slot::<S>(total, 0) else { return false };
        each::<N>(
            #[inline(always)]
            |i| {
                let v = v(i);
                // SAFETY: there is room for what the token says that it keeps.
                slot.place = unsafe { s.store_ends(v, sizes[i], slot.place) };
            },
        );
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes what [`Simd::one_or_two`] has made of two vectors.
    #[inline(always)]
    pub(crate) fn one_or_two<S: Simd>(&mut self, s: S, v: [S::V; 2]) -> bool {
        let kept = s.keep_one_or_two(v);
        let len = s.len_one_or_two(kept);
        let slot = if S::MASKS { self.exact_slot(len) } else { self.slot::<S>(len, 0) };
        let Some(slot) = slot else { return false };
        // SAFETY: there is room for what the token says that it keeps.
        unsafe { s.store_one_or_two(v, kept, slot.place) };
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes of each lane of 16 bits one byte, two if bit 15 of `two` is set, and three if
    /// that of `three` is, too: see [`Simd::store_one_to_three`].
    #[inline(always)]
    pub(crate) fn one_to_three<S: Simd>(
        &mut self,
        s: S,
        [first, last]: [[S::V; 2]; 2],
        [two, three]: [[S::V; 2]; 2],
    ) -> bool {
        let kept = s.keep_one_to_three(two, three);
        if !s.keeps_three(kept) {
            return self.kept_of_three(s, [first, last], kept, false);
        }
        let Some(slot) = self.slot::<S>(3 * S::LANES, 0) else { return false };
        // SAFETY: there is room for three bytes a lane, and the overshoot.
        unsafe { s.store_three(first, last, slot.place) };
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// The same where surrogates make some lanes two bytes. If the last lane `waits`, its
    /// two do not count.
    #[inline(always)]
    pub(crate) fn one_to_three_until<S: Simd>(
        &mut self,
        s: S,
        vectors: [[S::V; 2]; 2],
        [two, three]: [[S::V; 2]; 2],
        waits: bool,
    ) -> bool {
        let kept = s.keep_one_to_three(two, three);
        self.kept_of_three(s, vectors, kept, waits)
    }

    /// The same for what is kept, as [`Simd::keep_one_to_three`] has it.
    #[inline(always)]
    pub(crate) fn kept_of_three<S: Simd>(
        &mut self,
        s: S,
        [first, last]: [[S::V; 2]; 2],
        kept: S::Kept,
        waits: bool,
    ) -> bool {
        let back = 2 * usize::from(waits);
        let Some(slot) = self.slot::<S>(s.len_one_to_three(kept), back) else { return false };
        // SAFETY: there is room for what the token says that it keeps.
        unsafe { s.store_one_to_three(first, last, kept, slot.place) };
        // SAFETY: just stored.
        unsafe { self.commit_certain(slot) };
        true
    }

    /// Writes all of `v`, and counts all `but` the last bytes: at most [`slack`].
    #[inline(always)]
    pub(crate) fn vectors_but<S: Simd, const N: usize>(
        &mut self,
        s: S,
        v: [[S::V; 2]; N],
        but: usize,
    ) -> bool {
        assert!(but <= slack::<S>());
        let Some(mut slot) = self.slot::<S>(2 * N * S::LANES, but) else { return false };
        for v in v {
            for v in v {
                // SAFETY: twice N of them are the slot.
                let place = unsafe { slot.next(S::LANES) };
                // SAFETY: there is room for all that count, and the slack.
                unsafe { s.store_unaligned(v, place) };
            }
        }
        // SAFETY: just stored.
        unsafe { self.commit_certain(slot) };
        true
    }
}

/// Calls `f` with all numbers below N, at most four, without a loop: what a loop has by number is kept
/// in memory.
#[inline(always)]
fn each<const N: usize>(mut f: impl FnMut(usize)) {
    const { assert!(N <= 4) };
    if N > 0 {
        f(0);
    }
    if N > 1 {
        f(1);
    }
    if N > 2 {
        f(2);
    }
    if N > 3 {
        f(3);
    }
}
