//! Text that is copied by whole blocks, and what stands for the malformed bytes between them.

use super::Output;
use crate::simd::Simd;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::x86_64::avx512::Avx512;

/// How many bytes [`Output::splice`] copies at once, at most.
pub(crate) const BLOCK: usize = 64;

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

/// What stands for one to eight bytes: at most twice as many, and eight at most.
#[derive(Clone, Copy)]
pub(crate) struct Instead {
    read: usize,
    bytes: [u8; 8],
    len: usize,
}

impl Instead {
    /// The first `len` of `bytes`, for `read` of them.
    #[inline(always)]
    pub(crate) const fn new(read: usize, bytes: [u8; 8], len: usize) -> Self {
        assert!(0 < read && read <= 8 && len <= 8 && len <= 2 * read);
        Self { read, bytes, len }
    }
}

/// How many bytes of text [`Output::replace`] needs, and how much room.
pub(crate) const REPLACE_AHEAD: usize = 2 * BLOCK;
pub(crate) const REPLACE_ROOM: usize = 3 * BLOCK;

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

    /// Writes `few`, and four bytes in all.
    ///
    /// # Panics
    /// If there is no room for those.
    #[inline(always)]
    pub(crate) fn few(&mut self, few: &Few) {
        assert!(self.room() >= 4);
        // SAFETY: there is room.
        unsafe { self.place().cast::<[u8; 4]>().write(few.bytes) };
        self.written += few.len as usize;
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

    /// The same as [`splice`](Self::splice) with U+FFFD for each hole that is counted: without a branch, as three bytes
    /// are made of each, of which a compression takes out what is too much.
    ///
    /// # Panics
    /// The same.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    pub(crate) fn splice_replacements<const LEN: usize>(
        &mut self,
        s: Avx512,
        text: &[u8],
        holes: u64,
        counted: u64,
    ) {
        // Three vectors have room for three bytes of each.
        const { assert!(LEN < 64) }
        assert!(self.room() >= 4 * LEN + BLOCK);
        let v = s.load(text, 0);
        let inside = (1 << LEN) - 1;
        let (kept, counted) = (!holes & inside, counted & holes & inside);
        let mut to = 0;
        for i in 0..3 {
            let (three, kept) = s.third_with_replacements(v, kept, counted, i);
            // SAFETY: there is room for three bytes of each before, and a block.
            let place = unsafe { self.place().add(to) };
            // SAFETY: as above.
            unsafe { s.store_unaligned(s.compressed(three, kept), place) };
            to += kept.count_ones() as usize;
        }
        self.written += to;
    }

    /// Copies the first `len` bytes of `text`, at most [`BLOCK`]. Where a bit of `places` is set, the first
    /// byte as bit 0, comes `instead` of what begins there; that may end behind `len`. Returns how
    /// many bytes are read: fewer where `instead` has nothing to say.
    ///
    /// # Panics
    /// If there is no [`REPLACE_ROOM`], or `text` is no [`REPLACE_AHEAD`].
    #[inline(always)]
    pub(crate) fn replace<S: Simd, const N: usize>(
        &mut self,
        s: S,
        text: &[u8],
        len: usize,
        mut places: u64,
        instead: impl Fn([u8; N]) -> Option<Instead>,
    ) -> usize {
        const { assert!(N <= BLOCK) }
        let text = &text[..REPLACE_AHEAD];
        assert!(len <= BLOCK && self.room() >= REPLACE_ROOM);
        let start = self.place();
        // At most twice as many bytes become of those read: `to` is at most twice `from`.
        let (mut from, mut to) = (0, 0);
        while from < len {
            // The next place, and behind the last one the end.
            let place = (places.trailing_zeros() as usize).clamp(from, len);
            let kept = place - from;
            // SAFETY: `to` is less than 2 * BLOCK.
            let copy = unsafe { start.add(to) };
            for i in (0..BLOCK).step_by(S::LANES) {
                if i >= BLOCK / 2 && kept <= BLOCK / 2 {
                    break;
                }
                // SAFETY: a block behind that at most.
                let copy = unsafe { copy.add(i) };
                // SAFETY: as above.
                unsafe { s.store_unaligned(s.load(text, from + i), copy) };
            }
            from = place;
            to += kept;
            if place == len {
                break;
            }
            let Some(what) = text[place..].first_chunk().copied().and_then(&instead) else { break };
            // SAFETY: `to` is at most twice `from`, which is less than BLOCK.
            let behind = unsafe { start.add(to) };
            // SAFETY: eight bytes are less than a block.
            unsafe { behind.cast::<[u8; 8]>().write(what.bytes) };
            from += what.read;
            to += what.len;
            places &= places - 1;
        }
        self.written += to;
        from
    }
}
