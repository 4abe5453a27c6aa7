//! The buffer that a kernel writes to.

use crate::simd::Simd;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// How many bytes behind its end a store may overwrite, before they are put
/// back.
pub(crate) const SLACK: usize = 32;

/// A buffer of bytes, how far it is written, and what lay behind that before
/// vectors were stored over it.
///
/// Vectors are stored whole, so they write more than counts. The next store
/// overwrites that; behind the last one, [`Output::restore`] puts back what was
/// there: so nothing behind the end is changed, whatever the source holds.
pub(crate) struct Output<'a> {
    start: *mut u8,
    len: usize,
    written: usize,
    /// What lay at `written` before anything was stored over it.
    behind: Option<MaybeUninit<[u8; SLACK]>>,
    buffer: PhantomData<&'a mut [MaybeUninit<u8>]>,
}

impl<'a> Output<'a> {
    pub(crate) fn new(buffer: &'a mut [MaybeUninit<u8>]) -> Self {
        let (start, len) = (buffer.as_mut_ptr().cast(), buffer.len());
        Self { start, len, written: 0, behind: None, buffer: PhantomData }
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

    /// Where the next byte goes: valid for writes of [`Self::room`] bytes.
    #[inline(always)]
    pub(crate) fn place(&mut self) -> *mut u8 {
        // SAFETY: `written` is at most `len`.
        unsafe { self.start.add(self.written) }
    }

    /// Keeps what lies behind the next `bytes`, which are about to be written.
    ///
    /// # Safety
    /// There is room for `bytes` and [`SLACK`], and nothing has been stored
    /// behind them yet.
    #[inline(always)]
    pub(crate) unsafe fn keep_behind(&mut self, bytes: usize) {
        // SAFETY: in the buffer, by contract.
        let behind = unsafe { self.place().add(bytes) };
        // SAFETY: there are SLACK bytes, by contract, initialised or not.
        self.behind = Some(unsafe { behind.cast::<MaybeUninit<[u8; SLACK]>>().read() });
    }

    /// Counts `bytes` as written.
    ///
    /// # Safety
    /// They are, and there was room.
    #[inline(always)]
    pub(crate) unsafe fn advance(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.room());
        self.written += bytes;
    }

    /// Nothing has been stored behind the end.
    #[inline(always)]
    pub(crate) fn nothing_behind(&mut self) {
        self.behind = None;
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

    /// Takes back the last `bytes`, which a kernel wrote ahead of their turn.
    #[inline(always)]
    pub(crate) fn take_back(&mut self, bytes: usize) {
        assert!(bytes <= self.written);
        self.written -= bytes;
    }

    /// Puts back what lay behind the end, if anything was stored over it.
    #[inline(always)]
    pub(crate) fn restore(&mut self) {
        if let Some(behind) = self.behind.take() {
            assert!(self.room() >= SLACK);
            // SAFETY: there is room.
            unsafe { self.place().cast::<MaybeUninit<[u8; SLACK]>>().write(behind) };
        }
    }

    /// Writes `bytes`, if there is room for them.
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

    /// The place for the next `bytes`, which the caller must write, and behind
    /// them [`SLACK`] that it may overwrite. `None` if there is no room for both.
    ///
    /// Unless this is the first, `bytes` are at least as many as have been
    /// overwritten behind the last ones.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, bytes: usize) -> Option<*mut u8> {
        // What is subtracted from does not depend on what is written.
        let room = (self.len + 1).saturating_sub(SLACK).checked_sub(self.written)?;
        if bytes >= room {
            return None;
        }
        let place = self.place();
        // SAFETY: there is room, and what the last store has overwritten ends
        // within `bytes`.
        unsafe { self.keep_behind(bytes) };
        self.written += bytes;
        Some(place)
    }

    /// The place for the next `bytes`, which the caller must write, and not one
    /// more. `None` if there is no room for them.
    ///
    /// They are at least as many as have been overwritten behind the last ones.
    #[inline(always)]
    pub(crate) fn reserve_exactly(&mut self, bytes: usize) -> Option<*mut u8> {
        if self.room() < bytes {
            return None;
        }
        let place = self.place();
        self.written += bytes;
        self.nothing_behind();
        Some(place)
    }

    /// Writes all of `v`, if there is room for them.
    #[inline(always)]
    pub(crate) fn write_vectors<S: Simd, const N: usize>(&mut self, s: S, v: [S::V; N]) -> bool {
        let Some(mut place) = self.reserve_exactly(N * S::LANES) else { return false };
        for v in v {
            // SAFETY: N vectors were reserved.
            unsafe { s.store_unaligned(v, place) };
            // SAFETY: as above.
            place = unsafe { place.add(S::LANES) };
        }
        true
    }

    /// Writes `bytes`, if there is room for them, by moves of fixed length that
    /// overlap: for few bytes a call costs more.
    #[inline(always)]
    pub(crate) fn write_exact<S: Simd>(&mut self, _: S, bytes: &[MaybeUninit<u8>]) -> bool {
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
                to[at] = bytes[at];
            }
        }
        self.written += n;
        true
    }
}

/// Moves `size_of::<T>()` bytes.
#[inline(always)]
fn copy<T>(from: &[MaybeUninit<u8>], to: &mut [MaybeUninit<u8>], at: usize) {
    let from = from[at..][..size_of::<T>()].as_ptr().cast::<MaybeUninit<T>>();
    let to = to[at..][..size_of::<T>()].as_mut_ptr().cast::<MaybeUninit<T>>();
    // SAFETY: the slice is as long as T, and a `MaybeUninit` may have any bytes.
    let bytes = unsafe { from.read_unaligned() };
    // SAFETY: as above.
    unsafe { to.write_unaligned(bytes) };
}
