//! What is written with AVX-512 alone: parts of vectors, stored by masks, so that what is written is exact,
//! however little room there is, and nothing lies behind it to be put back; and vectors one by one or by fours.

use super::Output;
use crate::simd::Simd;
use crate::simd::x86_64::avx512::Avx512;
use core::arch::x86_64::__m512i;
use core::ops::Range;

/// Each returns whether there was room, where nothing else is said: else nothing is done.
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

    /// Writes twice as many bytes as `src` has, 32 at least: what `widen` makes of each half of a vector of it. All but the
    /// first and the last lie in one line of the cache each.
    #[inline(always)]
    pub(crate) fn widened(
        &mut self,
        s: Avx512,
        src: &[u8],
        widen: impl Fn(&[u8]) -> __m512i,
    ) -> bool {
        const HALF: usize = 32;
        let Some(last) = src.len().checked_sub(HALF) else { return false };
        let Some(slot) = self.exact_slot(2 * src.len()) else { return false };
        let store = |at: usize| {
            // SAFETY: there is room for twice the text.
            let place = unsafe { slot.place.add(2 * at) };
            // SAFETY: half a vector of the text is there, so there is room for a whole one.
            unsafe { s.store_unaligned(widen(&src[at..at + HALF]), place) };
        };
        store(0);
        let mut at = HALF - slot.place.addr() / 2 % HALF;
        while at <= last {
            store(at);
            at += HALF;
            // The compiler would do this eight times at once, and what is left before that in a loop of its own: a second
            // end that nobody can foresee.
            // SAFETY: there is nothing in it.
            unsafe { core::arch::asm!("", options(nomem, nostack, preserves_flags)) };
        }
        store(last);
        // SAFETY: just stored: each begins where the one before ends, or sooner.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes ASCII that `src` begins with, as far as there is room, and if that is 64 bytes or more: `widen` makes a
    /// vector of units of LANES bytes, 64, 32 or 16. Returns how much that was.
    #[inline(always)]
    pub(crate) fn widened_ascii<const LANES: usize>(
        &mut self,
        s: Avx512,
        src: &[u8],
        widen: impl Fn(&[u8]) -> __m512i,
    ) -> usize {
        const { assert!(LANES == 64 || LANES == 32 || LANES == 16) };
        let unit = 64 / LANES;
        let src = &src[..src.len().min(self.room() / unit)];
        self.restore::<Avx512>();
        let start = self.place();
        // What is stored then, but for the last 64 bytes, lies in one line of the cache each, if units have their places.
        let second = 64 - start.addr() / unit % LANES;
        let read = by_parts(
            src.len(),
            second,
            #[inline(always)]
            |part| {
                // SAFETY: there is room for as many units as the text has bytes.
                unsafe { store_if_ascii::<LANES>(s, src, part, &widen, start) }
            },
        );
        self.written += unit * read;
        read
    }

    /// Writes units of 16 bits that `src` begins with, as bytes, as long as they have none of the bits `above`, which has the upper
    /// eight; as far as there is room, and if that is 64 units or more. Returns how many it was.
    #[inline(always)]
    pub(crate) fn narrowed<const SWAPPED: bool>(
        &mut self,
        s: Avx512,
        src: &[u8],
        above: u16,
    ) -> usize {
        let (units, _) = src.as_chunks::<2>();
        let units = &units[..units.len().min(self.room())];
        self.restore::<Avx512>();
        let start = self.place();
        // What is loaded then, but for the last 64 units, lies in one line of the cache each, if units have their places.
        let second = 64 - src.as_ptr().addr() / 2 % 32;
        let above = s.splat16(if SWAPPED { above.swap_bytes() } else { above });
        let read = by_parts(
            units.len(),
            second,
            #[inline(always)]
            |part: Range<usize>| {
                let part_of_src = units[part.clone()].as_flattened();
                let mut any = s.splat(0);
                for at in (0..part_of_src.len()).step_by(64) {
                    any = s.or(any, s.load(part_of_src, at));
                }
                if s.any_nonzero(s.and(any, above)) {
                    return false;
                }
                for at in (0..part_of_src.len()).step_by(128) {
                    let (a, b) = (s.load(part_of_src, at), s.load(part_of_src, at + 64));
                    let [a, b] = if SWAPPED { [s.shr16::<8>(a), s.shr16::<8>(b)] } else { [a, b] };
                    // SAFETY: these units are in the text, and for each there is room for a byte.
                    let place = unsafe { start.add(part.start + at / 2) };
                    // SAFETY: the same.
                    unsafe { s.store_unaligned(s.narrow16(a, b), place) };
                }
                true
            },
        );
        self.written += read;
        read
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

    /// The same of lanes of 32 bits.
    #[inline(always)]
    pub(crate) fn compressed32(&mut self, s: Avx512, v: [__m512i; 2], kept: u32) -> bool {
        let Some(mut slot) = self.exact_slot(4 * kept.count_ones() as usize) else { return false };
        for (v, kept) in v.into_iter().zip([kept as u16, (kept >> 16) as u16]) {
            // SAFETY: there is room for all that is kept.
            slot.place = unsafe { s.store_compressed32(v, kept, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes what a record of Latin-1 begins with as UTF-8, a vector at most and then vectors, if there is room. Returns whether
    /// the vector that must follow should be asked whether it is ASCII: behind one in `src` that is not, none is until eight were.
    ///
    /// Stores write up to 95 bytes behind the end of what comes first, and 32 behind that of others, but never the last byte of the
    /// room. What follows goes over them, a vector of `src` at least and one more; or it has no room, and whoever then converts all of
    /// it again leaves one byte at most.
    #[inline(always)]
    pub(crate) fn latin1_before_more(
        &mut self,
        s: Avx512,
        head: &[u8],
        src: &[[u8; 64]],
    ) -> Option<bool> {
        const CALM: u32 = 8;
        debug_assert!(!src.is_empty());
        self.restore::<Avx512>();
        let start = self.place();
        // The last place with room for two vectors; what comes first must leave a byte of it.
        let last = start.addr() + self.room().checked_sub(128).filter(|&spare| spare > 0)?;
        let v = s.load_partial(head);
        // SAFETY: there is room for two vectors.
        unsafe { s.store_latin1_over(v, start) };
        let mut place = start.wrapping_add(head.len() + s.flagged(v).count_ones() as usize);
        // How many vectors before this one were ASCII: as if there had been enough of them.
        let mut calm = CALM;
        for vector in src {
            let v = s.load(vector, 0);
            let any = s.any_high_bit(v);
            // A vector that is not ASCII and the one that follows become more than two. As a sum: a branch for `any` would be missed.
            if place.addr() + usize::from(any) > last {
                return None;
            }
            if calm >= CALM && !any {
                // SAFETY: there is room for two vectors.
                unsafe { s.store_unaligned(v, place) };
                place = place.wrapping_add(64);
                continue;
            }
            calm = if any { 0 } else { calm + 1 };
            // SAFETY: the same.
            place = unsafe { s.store_latin1_over(v, place) };
        }
        self.written += place.addr() - start.addr();
        Some(calm >= CALM)
    }

    /// Writes vectors of a long text of Latin-1 as UTF-8, as long as there is room: how many.
    ///
    /// Each is asked whether it is ASCII until five of the last 32 were not. Then nobody can foresee it, and all are
    /// converted until fewer than three were not.
    ///
    /// Stores write up to 32 bytes behind the end: 32 bytes of Latin-1 must follow, and have room.
    #[inline(always)]
    pub(crate) fn much_latin1_before_more(&mut self, s: Avx512, src: &[[u8; 64]]) -> usize {
        self.restore::<Avx512>();
        let start = self.place();
        let Some(spare) = self.room().checked_sub(128 + 64) else { return 0 };
        let last = start.addr() + spare;
        let mut place = start;
        let mut vectors = src.iter();
        // Which of the last vectors were not ASCII, a bit each.
        let mut recent = 0_u32;
        while place.addr() <= last
            && let Some(vector) = vectors.next()
        {
            let mut v = s.load(vector, 0);
            recent <<= 1;
            if !s.any_high_bit(v) {
                // SAFETY: there is room for two vectors.
                unsafe { s.store_unaligned(v, place) };
                place = place.wrapping_add(64);
                continue;
            }
            recent |= 1;
            let mut asks = recent.count_ones() < 5;
            loop {
                // SAFETY: the same.
                place = unsafe { s.store_latin1_over(v, place) };
                if asks || place.addr() > last {
                    break;
                }
                let Some(vector) = vectors.next() else { break };
                v = s.load(vector, 0);
                recent = recent << 1 | u32::from(s.any_high_bit(v));
                asks = recent.count_ones() < 3;
            }
        }
        self.written += place.addr() - start.addr();
        src.len() - vectors.len()
    }

    /// Writes lanes of 32 bits, 32 at a time, of which half or more are kept, or all, at most so often, as long as `next`
    /// gives some and there is room for all. Returns how often. Room is counted before all, not for each.
    #[inline(always)]
    pub(crate) fn values32(
        &mut self,
        s: Avx512,
        most: usize,
        mut next: impl FnMut(usize) -> Option<([__m512i; 2], Option<u32>)>,
    ) -> usize {
        self.restore::<Avx512>();
        let most = most.min(self.room() / 128);
        let start = self.place();
        let mut place = start;
        let mut done = 0;
        while done < most
            && let Some((v, kept)) = next(done)
        {
            if let Some(kept) = kept {
                // What this writes behind those kept is stored over, as half of the lanes are kept or more.
                // SAFETY: there is room for all lanes.
                place = unsafe { s.store_over32(v[0], kept as u16, place) };
                // SAFETY: the same.
                place = unsafe { s.store_compressed32(v[1], (kept >> 16) as u16, place) };
            } else {
                for v in v {
                    // SAFETY: the same.
                    unsafe { s.store_unaligned(v, place) };
                    place = place.wrapping_add(64);
                }
            }
            done += 1;
        }
        self.written += place.addr() - start.addr();
        done
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

/// Has `write` write a text of `len` units, some multiple of 64 at a time: the first 64, then from `second` on, which is one of
/// these or the next, and the last 64 of them, as long as it returns that it has. Returns how much that was.
#[inline(always)]
fn by_parts(len: usize, second: usize, write: impl Fn(Range<usize>) -> bool) -> usize {
    const FOUR: usize = 4 * 64;
    debug_assert!((1..=64).contains(&second));
    let Some(last) = len.checked_sub(64) else { return 0 };
    if !write(0..64) {
        return 0;
    }
    let mut at = second;
    while len - at >= FOUR && write(at..at + FOUR) {
        at += FOUR;
    }
    while at <= last && write(at..at + 64) {
        at += 64;
    }
    if last < at && at < len && write(last..len) {
        at = len;
    }
    // What the first 64 are, if the next are other text.
    at.max(64)
}

/// Stores the units of a part of `src`, whole vectors, if it is ASCII: where they belong, if those of all of it begin at
/// `start`. `widen` makes a vector of LANES bytes, 64, 32 or 16. Returns whether it is.
///
/// # Safety
/// `start` is valid for writes of `64 / LANES` bytes, a unit, for each byte of `src`.
#[inline(always)]
unsafe fn store_if_ascii<const LANES: usize>(
    s: Avx512,
    src: &[u8],
    part: Range<usize>,
    widen: &impl Fn(&[u8]) -> __m512i,
    start: *mut u8,
) -> bool {
    let text = &src[part.clone()];
    let mut any = s.load(text, 0);
    for at in (64..text.len()).step_by(64) {
        any = s.or(any, s.load(text, at));
    }
    if s.any_high_bit(any) {
        return false;
    }
    for at in part.step_by(LANES) {
        let v = widen(&src[at..at + LANES]);
        // SAFETY: these bytes are in `src`, so there is room for their units.
        let place = unsafe { start.add(64 / LANES * at) };
        // SAFETY: the same.
        unsafe { s.store_unaligned(v, place) };
    }
    true
}
