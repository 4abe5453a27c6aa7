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

mod beside;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
mod first;
mod part;
mod splice;
mod whole;

pub(crate) use beside::Beside;
pub(crate) use splice::{BLOCK, Few, Instead, REPLACE_AHEAD, REPLACE_ROOM};

use crate::simd::Simd;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many bytes behind its end a slot may overwrite, before they are put back, with any token.
pub(crate) const SLACK: usize = 80;

/// The same with this token. The overshoot of a store is less, or as much; two bytes less of one that
/// may be taken back.
#[inline(always)]
pub(crate) const fn slack<S: Simd>() -> usize {
    const {
        let (of_units, of_32) = (S::OVERSHOOT + 2, S::OVERSHOOT_32);
        let slack = (if of_units > of_32 { of_units } else { of_32 }).next_multiple_of(16);
        assert!(slack <= SLACK);
        slack
    }
}

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
    /// What lay at `written` before anything was stored over it: as much as the token has of slack.
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

    /// Whether it is over a buffer that begins there.
    #[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
    #[inline(always)]
    pub(crate) fn begins_at(&self, start: *const u8) -> bool {
        self.start.cast_const() == start
    }

    /// The room that is left, for an output of its own. What was taken back cannot be had again.
    #[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
    #[inline(always)]
    pub(crate) fn rest(&mut self) -> &mut [MaybeUninit<u8>] {
        self.ahead = self.written;
        let (place, room) = (self.place().cast(), self.room());
        // SAFETY: it is the end of the buffer, and nobody else has it while `self` is borrowed.
        unsafe { core::slice::from_raw_parts_mut(place, room) }
    }

    /// Counts what such an output has written to [`rest`](Self::rest).
    ///
    /// # Safety
    /// There is room for so many `bytes`, and they are initialised.
    #[cfg(all(target_arch = "x86_64", feature = "avx512", feature = "convert"))]
    #[inline(always)]
    pub(crate) unsafe fn count(&mut self, bytes: usize) {
        self.written += bytes;
    }

    /// How many units of `size` bytes ago the place for the next one was a multiple of
    /// `count` of them: vectors stored from there on lie in no two cache lines, which
    /// takes half the time.
    #[inline(always)]
    fn beyond_aligned(&self, size: usize, count: usize) -> usize {
        (self.start.addr() + self.written) / size % count
    }

    /// Takes back what lies behind the last such place, to be written once more, and returns
    /// how many units that is.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline(always)]
    pub(crate) fn back_to_aligned<S: Simd>(&mut self, size: usize, count: usize) -> usize {
        let units = self.beyond_aligned(size, count);
        self.restore::<S>();
        self.take_back(units * size);
        units
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
    pub(crate) fn restore<S: Simd>(&mut self) {
        if let Some(behind) = self.behind.take() {
            assert!(self.room() >= slack::<S>());
            // SAFETY: there is room, and as much in what is put back.
            unsafe { self.place().copy_from(behind.as_ptr().cast(), slack::<S>()) };
            // That may not be initialised.
            self.ahead = self.written;
        }
    }

    /// Whether nothing was stored over what lies behind the end.
    #[inline(always)]
    pub(crate) fn is_exact(&self) -> bool {
        self.behind.is_none()
    }

    /// Where the next byte goes: valid for writes of [`Self::room`] bytes.
    #[inline(always)]
    fn place(&mut self) -> *mut u8 {
        // SAFETY: `written` is at most `len`.
        unsafe { self.start.add(self.written) }
    }

    /// A slot for stores that keep `total` bytes. `None`, and nothing is changed, if there is no
    /// room. The last bytes, `back`, may be taken back afterwards: [`slack`] bytes are there
    /// behind the others, and are kept.
    ///
    /// All slots but the first are at least as long as what was overwritten behind the one
    /// before.
    #[inline(always)]
    fn slot<S: Simd>(&mut self, total: usize, back: usize) -> Option<Slot> {
        // Of less than `back` nothing is left: there is no room for a number so large.
        let certain = total.wrapping_sub(back);
        // What is subtracted from does not depend on what is written.
        let room = (self.len + 1).saturating_sub(slack::<S>()).checked_sub(self.written)?;
        if certain >= room {
            return None;
        }
        // SAFETY: there is room.
        let behind = unsafe { self.place().add(certain) };
        let mut kept = MaybeUninit::<[u8; SLACK]>::uninit();
        // SAFETY: there are so many bytes, initialised or not.
        unsafe { kept.as_mut_ptr().cast::<u8>().copy_from(behind, slack::<S>()) };
        self.behind = Some(kept);
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

#[cfg(test)]
mod tests;
