//! The buffer that a kernel writes to.
//!
//! A kernel is safe code: it names vectors and what is kept of them, and each method here
//! does all of the rest, or nothing. It asks the token how many bytes every store keeps,
//! takes a [`Slot`] for all of them, fills it, and commits it. So there is one comparison
//! for a window, whatever it becomes, and only what a token has stored counts as written.
//!
//! ```text
//! buffer   | written ............ | slot: kept | kept | kept | behind ...... | room
//! stores                          [ 16 bytes ----- ]
//!                                              [ 16 bytes ----- ]
//!                                                     [ 16 bytes ----- ]
//! ```
//!
//! Vectors are stored whole, so they write more than they keep. The next store overwrites
//! that; what lay behind the last one is put back by [`Output::restore`]: so nothing
//! behind the end is changed, whatever the source holds.

use crate::simd::Simd;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many bytes behind its end a slot may overwrite, before they are put back. The
/// overshoot of a store is less, or as much.
pub(crate) const SLACK: usize = 32;

/// How many bytes [`Output::splice`] copies at once, at most.
pub(crate) const BLOCK: usize = 64;

/// A buffer of bytes, how far it is written, and what lay behind that before vectors were
/// stored over it.
///
/// Every byte before `written`, and before `ahead`, is initialised; both are at most `len`.
pub(crate) struct Output<'a> {
    start: *mut u8,
    len: usize,
    written: usize,
    /// How much was written before some was taken back.
    ahead: usize,
    /// What lay at `written` before anything was stored over it.
    behind: Option<MaybeUninit<[u8; SLACK]>>,
    buffer: PhantomData<&'a mut [MaybeUninit<u8>]>,
}

/// Room for what some stores keep, one behind the other, and for what the last of them
/// writes behind that. It is gone when it is committed: nothing can be counted twice, and
/// of a slot that is forgotten nothing is.
struct Slot {
    /// Where the next store begins.
    place: *mut u8,
    total: usize,
    /// Of these, what is not taken back.
    certain: usize,
}

impl Slot {
    /// The place for the next store, which keeps `len` bytes.
    ///
    /// # Safety
    /// With all before they are at most those that the slot was asked for.
    #[inline(always)]
    unsafe fn next(&mut self, len: usize) -> *mut u8 {
        let place = self.place;
        // SAFETY: there is room.
        self.place = unsafe { place.add(len) };
        place
    }
}

impl<'a> Output<'a> {
    pub(crate) fn new(buffer: &'a mut [MaybeUninit<u8>]) -> Self {
        let (start, len) = (buffer.as_mut_ptr().cast(), buffer.len());
        Self { start, len, written: 0, ahead: 0, behind: None, buffer: PhantomData }
    }

    /// How many bytes are written.
    #[inline(always)]
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// How many bytes can still be written.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        self.len - self.written
    }

    /// The bytes from `start` on that are written.
    ///
    /// # Panics
    /// If `start` is behind them.
    #[inline(always)]
    pub(crate) fn written_from(&self, start: usize) -> &[u8] {
        assert!(start <= self.written);
        // SAFETY: at most `written`, which is at most `len`.
        let first = unsafe { self.start.add(start) };
        // SAFETY: they are written, and nobody else writes while `self` is borrowed.
        unsafe { core::slice::from_raw_parts(first, self.written - start) }
    }

    /// How many units of `size` bytes ago the place for the next one was a multiple of
    /// `count` of them: vectors stored from there on lie in no two cache lines, which
    /// takes half the time.
    #[inline(always)]
    pub(crate) fn beyond_aligned(&self, size: usize, count: usize) -> usize {
        (self.start.addr() + self.written) / size % count
    }

    /// Takes back the last `bytes`, which a kernel wrote ahead of their turn, or is to
    /// write once more.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline(always)]
    pub(crate) fn take_back(&mut self, bytes: usize) {
        assert!(bytes <= self.written);
        self.ahead = self.ahead.max(self.written);
        self.written -= bytes;
    }

    /// Undoes [`take_back`](Self::take_back), if nothing has been written since.
    #[inline(always)]
    pub(crate) fn undo_take_back(&mut self) {
        self.written = self.written.max(self.ahead);
    }

    /// Puts back what lay behind the end, if anything was stored over it.
    #[inline(always)]
    pub(crate) fn restore(&mut self) {
        if let Some(behind) = self.behind.take() {
            assert!(self.room() >= SLACK);
            // SAFETY: there is room.
            unsafe { self.place().cast::<MaybeUninit<[u8; SLACK]>>().write(behind) };
            // That may not be initialised.
            self.ahead = self.written;
        }
    }

    /// Where the next byte goes: valid for writes of [`Self::room`] bytes.
    #[inline(always)]
    fn place(&mut self) -> *mut u8 {
        // SAFETY: `written` is at most `len`.
        unsafe { self.start.add(self.written) }
    }

    /// A slot for stores that keep `total` bytes. `None`, and nothing is changed, if there is no
    /// room. The last bytes, `back`, may be taken back afterwards: [`SLACK`] bytes are there
    /// behind the others, and are kept.
    ///
    /// All slots but the first are at least as long as what was overwritten behind the one
    /// before.
    #[inline(always)]
    fn slot(&mut self, total: usize, back: usize) -> Option<Slot> {
        // Of less than `back` nothing is left: there is no room for a number so large.
        let certain = total.wrapping_sub(back);
        // What is subtracted from does not depend on what is written.
        let room = (self.len + 1).saturating_sub(SLACK).checked_sub(self.written)?;
        if certain >= room {
            return None;
        }
        // SAFETY: there is room.
        let behind = unsafe { self.place().add(certain) };
        // SAFETY: there are SLACK bytes, initialised or not.
        self.behind = Some(unsafe { behind.cast::<MaybeUninit<[u8; SLACK]>>().read() });
        Some(Slot { place: self.place(), total, certain })
    }

    /// A slot for stores that keep all of their `total` bytes: nothing is overwritten
    /// behind them.
    #[inline(always)]
    fn exact_slot(&mut self, total: usize) -> Option<Slot> {
        if self.room() < total {
            return None;
        }
        self.behind = None;
        Some(Slot { place: self.place(), total, certain: total })
    }

    /// Counts what has been stored.
    ///
    /// # Safety
    /// The slot is the last one of this output, and all of it has been stored.
    #[inline(always)]
    unsafe fn commit(&mut self, slot: Slot) {
        self.written += slot.total;
    }

    /// The same, and takes back what is not certain.
    ///
    /// # Safety
    /// The same.
    #[inline(always)]
    unsafe fn commit_certain(&mut self, slot: Slot) {
        self.written += slot.certain;
    }
}

/// Stores that keep everything. Each returns whether there was room: else nothing is done.
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
        let Some(mut slot) = self.exact_slot(N * M * S::LANES) else { return false };
        for v in v {
            for v in v {
                // SAFETY: N times M of them are the slot.
                let place = unsafe { slot.next(S::LANES) };
                // SAFETY: there is room for a vector.
                unsafe { s.store_unaligned(v, place) };
            }
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

/// A text and an output in which its units become as many units: what is left of the text
/// says how much room there is.
pub(crate) struct Beside<'o, 'a, 's> {
    output: &'o mut Output<'a>,
    src: &'s [u8],
    /// How much of it is converted. There is room for what the rest becomes.
    at: usize,
    /// The sizes of units.
    from: usize,
    to: usize,
}

impl<'a> Output<'a> {
    /// `src` beside this output, as far as there is room: units of `from` bytes that
    /// become units of `to` bytes.
    #[inline(always)]
    pub(crate) fn beside<'s>(
        &mut self,
        src: &'s [u8],
        from: usize,
        to: usize,
    ) -> Beside<'_, 'a, 's> {
        let units = (src.len() / from).min(self.room() / to);
        Beside { src: &src[..units * from], output: self, at: 0, from, to }
    }
}

impl Beside<'_, '_, '_> {
    /// What is left of the text.
    #[inline(always)]
    pub(crate) fn rest(&self) -> &[u8] {
        &self.src[self.at..]
    }

    /// How much of it is converted.
    #[inline(always)]
    pub(crate) fn read(&self) -> usize {
        self.at
    }

    /// How many units ago both were at the start of a vector of as many units, or the
    /// longer one was: see [`Output::beyond_aligned`].
    #[inline(always)]
    pub(crate) fn beyond_aligned(&self, count: usize) -> usize {
        if self.from < self.to {
            self.output.beyond_aligned(self.to, count)
        } else {
            (self.src.as_ptr().addr() + self.at) / self.from % count
        }
    }

    /// Converts N vectors of units, of which the first ones, `again`, are converted already,
    /// if there are so many and `convert` does: it makes, of the first vectors of four, as
    /// many as a unit has bytes.
    #[inline(always)]
    pub(crate) fn vectors<S: Simd, const N: usize>(
        &mut self,
        s: S,
        again: usize,
        convert: impl Fn([S::V; 4]) -> Option<[S::V; 4]>,
    ) -> bool {
        assert!(again * self.from <= self.at);
        let (size, from) = (N * self.from * S::LANES, self.at - again * self.from);
        let Some(chunk) = self.src[from..].get(..size) else { return false };
        let mut converted = [[s.splat(0); 4]; N];
        for (i, units) in converted.iter_mut().enumerate() {
            let mut v = [s.splat(0); 4];
            for (j, v) in v.iter_mut().enumerate().take(self.from) {
                *v = s.load(chunk, (i * self.from + j) * S::LANES);
            }
            let Some(v) = convert(v) else { return false };
            *units = v;
        }
        // As many units as on the other side, so they are there.
        self.output.written -= again * self.to;
        for units in converted {
            for v in units.into_iter().take(self.to) {
                // SAFETY: there is room for as many units as were loaded.
                unsafe { s.store_unaligned(v, self.output.place()) };
                self.output.written += S::LANES;
            }
        }
        self.at = from + size;
        true
    }
}

/// Stores that keep a part. Each returns whether there was room: else nothing is done.
/// `v` makes vectors when their turn comes: all at once they would not fit the registers.
impl Output<'_> {
    /// Writes the units of 16 bits of the lanes that are not `dropped`. If `split`, the
    /// last one may be taken back.
    #[inline(always)]
    pub(crate) fn units16<S: Simd, const SWAPPED: bool, const N: usize>(
        &mut self,
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        v: impl Fn(usize) -> S::Units,
    ) -> bool {
        const { assert!(S::OVERSHOOT + 2 <= SLACK) }
        let mut total = 0;
        for of in dropped {
            total += 2 * (S::LANES - s.count(of));
        }
        let Some(mut slot) = self.slot(total, 2 * usize::from(split)) else { return false };
        for (i, of) in dropped.into_iter().enumerate() {
            let (v, len) = (v(i), 2 * (S::LANES - s.count(of)));
            // SAFETY: all of them are the slot.
            let place = unsafe { slot.next(len) };
            // SAFETY: there is room for what the token says that it keeps.
            unsafe { s.store_kept::<SWAPPED>(v, of, place) };
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
        const { assert!(S::OVERSHOOT_32 <= SLACK) }
        let mut total = 0;
        for of in dropped {
            total += 4 * (S::LANES - s.count(of));
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
        for (i, of) in dropped.into_iter().enumerate() {
            let (v, len) = (v(i), 4 * (S::LANES - s.count(of)));
            // SAFETY: all of them are the slot.
            let place = unsafe { slot.next(len) };
            // SAFETY: there is room for what the token says that it keeps.
            unsafe { s.store_kept_32::<SWAPPED>(v.0, v.1, of, place) };
        }
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
        const { assert!(S::OVERSHOOT <= SLACK) }
        let mut total = 0;
        for of in dropped {
            total += s.len_kept8(of);
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
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
        const { assert!(S::OVERSHOOT_32 <= SLACK) }
        let mut total = 0;
        for of in dropped {
            total += s.len_kept32(of);
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
        for (i, of) in dropped.into_iter().enumerate() {
            let v = v(i);
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_kept32(v, of, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes the lanes of the second vector, and before each the one of the first where
    /// `both` is flagged.
    #[inline(always)]
    pub(crate) fn pairs8<S: Simd, const N: usize>(
        &mut self,
        s: S,
        both: [S::V; N],
        v: impl Fn(usize) -> [S::V; 2],
    ) -> bool {
        const { assert!(S::OVERSHOOT <= SLACK) }
        let mut total = 0;
        for of in both {
            total += s.len_pairs8(of);
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
        for (i, of) in both.into_iter().enumerate() {
            if !s.any_high_bit(of) {
                // SAFETY: a vector is what it keeps.
                let place = unsafe { slot.next(S::LANES) };
                // SAFETY: there is room for it.
                unsafe { s.store_unaligned(v(i)[1], place) };
                continue;
            }
            let v = v(i);
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_pairs8(v[0], v[1], of, slot.place) };
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
        const { assert!(S::OVERSHOOT <= SLACK) }
        let mut total = 0;
        for of in both {
            total += s.len_pairs16(of);
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
        for (i, of) in both.into_iter().enumerate() {
            let v = v(i);
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_pairs16(v, of, slot.place) };
        }
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
        const { assert!(S::OVERSHOOT <= SLACK) }
        let mut total = 0;
        for of in sizes {
            total += s.len_ends(of);
        }
        let Some(mut slot) = self.slot(total, 0) else { return false };
        for (i, of) in sizes.into_iter().enumerate() {
            let v = v(i);
            // SAFETY: there is room for what the token says that it keeps.
            slot.place = unsafe { s.store_ends(v, of, slot.place) };
        }
        // SAFETY: just stored.
        unsafe { self.commit(slot) };
        true
    }

    /// Writes of each lane of two vectors of 16 bits, packed, the byte in `last`, and before
    /// it, where that has bit 7 set, the one in `lead`.
    #[inline(always)]
    pub(crate) fn one_or_two<S: Simd>(&mut self, s: S, [lead, last]: [S::V; 2]) -> bool {
        const { assert!(S::OVERSHOOT <= SLACK) }
        let kept = s.keep_one_or_two(last);
        let Some(slot) = self.slot(s.len_one_or_two(kept), 0) else { return false };
        // SAFETY: there is room for what the token says that it keeps.
        unsafe { s.store_one_or_two(s.unpack16(lead, last), kept, slot.place) };
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
        const { assert!(S::OVERSHOOT <= SLACK) }
        let kept = s.keep_one_to_three(two, three);
        if !s.keeps_three(kept) {
            return self.kept_of_three(s, [first, last], kept, 0);
        }
        let Some(slot) = self.slot(3 * S::LANES, 0) else { return false };
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
        self.kept_of_three(s, vectors, kept, 2 * usize::from(waits))
    }

    /// `kept` is of [`Simd::keep_one_to_three`].
    #[inline(always)]
    fn kept_of_three<S: Simd>(
        &mut self,
        s: S,
        [first, last]: [[S::V; 2]; 2],
        kept: S::Kept,
        back: usize,
    ) -> bool {
        const { assert!(S::OVERSHOOT + 2 <= SLACK) }
        let Some(slot) = self.slot(s.len_one_to_three(kept), back) else { return false };
        // SAFETY: there is room for what the token says that it keeps.
        unsafe { s.store_one_to_three(first, last, kept, slot.place) };
        // SAFETY: just stored.
        unsafe { self.commit_certain(slot) };
        true
    }

    /// Writes all of `v`, and counts all `but` the last bytes: at most [`SLACK`].
    #[inline(always)]
    pub(crate) fn vectors_but<S: Simd, const N: usize>(
        &mut self,
        s: S,
        v: [[S::V; 2]; N],
        but: usize,
    ) -> bool {
        assert!(but <= SLACK);
        let Some(mut slot) = self.slot(2 * N * S::LANES, but) else { return false };
        for v in v {
            for v in v {
                // SAFETY: twice N of them are the slot.
                let place = unsafe { slot.next(S::LANES) };
                // SAFETY: there is room for all that count, and SLACK.
                unsafe { s.store_unaligned(v, place) };
            }
        }
        // SAFETY: just stored.
        unsafe { self.commit_certain(slot) };
        true
    }
}

/// One to four bytes, or none.
#[derive(Clone, Copy)]
pub(crate) struct Few {
    bytes: [u8; 4],
    len: u32,
}

impl Few {
    /// The first `len` of `bytes`.
    pub(crate) const fn new(bytes: [u8; 4], len: usize) -> Self {
        assert!(len <= 4);
        Self { bytes, len: len as u32 }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }
}

/// Text that is copied by whole blocks. What is too much lies behind what counts and is
/// *not* put back: these are for a kernel that writes all of that in the end.
impl Output<'_> {
    /// Copies `block`, but counts it only if it `counts`.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub(crate) fn block<S: Simd>(&mut self, s: S, block: &[u8; BLOCK], counts: bool) {
        assert!(self.room() >= BLOCK);
        for i in (0..BLOCK).step_by(S::LANES) {
            // SAFETY: there is room for the block.
            let place = unsafe { self.place().add(i) };
            // SAFETY: as above.
            unsafe { s.store_unaligned(s.load(block, i), place) };
        }
        self.written += if counts { BLOCK } else { 0 };
    }

    /// Copies the first `LEN` bytes of `text` without the `holes`, the first byte as bit 0;
    /// in the place of each hole that is `counted` comes what `few` gives for it. If `NEAR`,
    /// half a block is copied at a time where that is enough.
    ///
    /// # Panics
    /// If there is no room for four times as many bytes and a block behind them, or `text`
    /// has no block behind them.
    #[inline(always)]
    pub(crate) fn splice<S: Simd, const LEN: usize, const NEAR: bool>(
        &mut self,
        s: S,
        text: &[u8],
        holes: u64,
        counted: u64,
        few: impl Fn(u8) -> &'static Few,
    ) {
        const { assert!(LEN < 64) }
        let text = &text[..LEN + BLOCK];
        assert!(self.room() >= 4 * LEN + BLOCK);
        let place = self.place();
        let inside = (1 << LEN) - 1;
        let (holes, counted) = (holes & inside, counted & inside);
        // At most four bytes become of each: `to` is at most four times `from`.
        let (mut left, mut from, mut to) = (holes, 0, 0);
        while from < LEN {
            // The next hole; behind the last one the end, where nothing is written. Not
            // before `from`: what is left of the holes lies behind the last one.
            let hole = (left | 1 << LEN).trailing_zeros() as usize;
            let kept = hole - from;
            // SAFETY: at most 4 * LEN.
            let copy = unsafe { place.add(to) };
            for i in (0..BLOCK).step_by(S::LANES) {
                if NEAR && i >= BLOCK / 2 && kept <= BLOCK / 2 {
                    break;
                }
                // SAFETY: a block behind that at most.
                let copy = unsafe { copy.add(i) };
                // SAFETY: as above.
                unsafe { s.store_unaligned(s.load(text, from + i), copy) };
            }
            to += kept;
            let few = few(text[hole]);
            // SAFETY: at most 4 * LEN.
            let behind = unsafe { place.add(to) };
            // SAFETY: that, and a block is more than four bytes.
            unsafe { behind.cast::<[u8; 4]>().write(few.bytes) };
            to += few.len as usize * (counted >> hole & 1) as usize;
            from = hole + (holes >> hole & 1) as usize;
            left &= left.wrapping_sub(1);
        }
        self.written += to;
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

#[cfg(test)]
mod tests;
