//! A stretch of text whose bounds were checked once, so that the loads of a
//! kernel need no check each.

use super::Simd;
use core::marker::PhantomData;

/// [`Window::VECTORS`] whole vectors of text, and the four bytes before them:
/// those of the sequence that a byte may come right behind.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a, S> {
    /// Valid for reads from -4 to `LEN`.
    start: *const u8,
    token: S,
    text: PhantomData<&'a [u8]>,
}

impl<S: Simd> Window<'_, S> {
    /// How many vectors a window has.
    pub(crate) const VECTORS: usize = 4;
    /// How many bytes a window has, without those before it.
    pub(crate) const LEN: usize = Self::VECTORS * S::LANES;
    /// How far a load may reach back.
    pub(crate) const BACK: usize = 4;
}

impl<'a, S: Simd> Window<'a, S> {
    /// The window that begins at `at`, if the four bytes before it and all of
    /// it are in `text`.
    #[inline(always)]
    pub(crate) fn new(token: S, text: &'a [u8], at: usize) -> Option<Self> {
        // One comparison, as `starts` does not change from window to window: how
        // many places there are, from BACK on, for a window to begin at.
        let starts = text.len().saturating_sub(Self::BACK + Self::LEN - 1);
        if at.wrapping_sub(Self::BACK) >= starts {
            return None;
        }
        // SAFETY: BACK <= at < BACK + starts, so at + LEN <= text.len().
        let start = unsafe { text.as_ptr().add(at) };
        Some(Self { start, token, text: PhantomData })
    }

    /// The vector number `vector`, moved back by `BACK` bytes.
    #[inline(always)]
    pub(crate) fn load<const BACK: usize>(self, vector: usize) -> S::V {
        const { assert!(BACK <= 4) };
        assert!(vector < Self::VECTORS);
        let offset = (vector * S::LANES).wrapping_sub(BACK).cast_signed();
        // SAFETY: from -4 to LEN all bytes are in the slice, by `new`, and the
        // offset is -4 to LEN - LANES.
        let src = unsafe { self.start.offset(offset) };
        // SAFETY: LANES bytes from there end at LEN at most.
        unsafe { self.token.load_unaligned(src) }
    }

    /// What stands `N` bytes before each byte of vector number `vector`.
    #[inline(always)]
    pub(crate) fn before<const N: usize>(self, vector: usize) -> S::V {
        let shifted = match vector {
            0 => None,
            _ => self.token.shift_in::<N>(self.load::<0>(vector - 1), self.load::<0>(vector)),
        };
        match shifted {
            Some(v) => v,
            None => self.load::<N>(vector),
        }
    }

    /// All vectors of the window.
    #[inline(always)]
    pub(crate) fn load_all(self) -> [S::V; 4] {
        [self.load::<0>(0), self.load::<0>(1), self.load::<0>(2), self.load::<0>(3)]
    }

    /// The lane-wise maximum of all vectors of the window.
    #[inline(always)]
    pub(crate) fn highest(self) -> S::V {
        let [a, b, c, d] = self.load_all();
        let s = self.token;
        s.max_u8(s.max_u8(a, b), s.max_u8(c, d))
    }
}
