//! UTF-8 to UTF-16 with U+FFFD in the place of malformed subparts, in one pass.
//!
//! Text in order is for the kernel of [`utf8_to_units`](super::utf8_to_units).
//! Where it is not, [`Subparts`] say what a byte is, 58 bytes at a time, and a
//! unit is made for every lane and kept where a sequence ends, as there; or where
//! a subpart begins, and then it is U+FFFD. The cost does not depend on how many
//! there are:
//!
//! ```text
//! text       a    C3   A9   E2   82   b    80
//! starts                    x              x
//! ends       x         x              x
//! unit       a         é    FFFD      b    FFFD
//! ```
//!
//! In ASCII with errors every byte is a unit, and nothing has to be moved.

use super::mend_utf8::{LONG_CALM, Mended, SHORT_CALM};
use super::output::{Output, SLACK};
use super::utf8_to_units::{Target, ToUtf16, bulk, fields, fields_of_any};
use crate::boundary;
use crate::encoding::{Step, utf8 as codec};
use crate::simd::{Simd, dispatch::Operation};
use crate::validate::subparts::{BACK, DECIDED, Subparts};

/// The operation: goes on from `at`, a boundary, to another one.
pub(crate) struct MendUtf8ToUtf16<'a, 'd, const SWAPPED: bool> {
    pub(crate) src: &'a [u8],
    pub(crate) at: usize,
    pub(crate) out: Output<'d>,
}

impl<const SWAPPED: bool> Operation for MendUtf8ToUtf16<'_, '_, SWAPPED> {
    type Output = Mended;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Mended {
        let Self { src, at, out } = self;
        if at < BACK {
            return Mended { read: at, ..Mended::default() };
        }
        let mut kernel = Kernel::<S, SWAPPED> { s, src, out, malformed: 0 };
        let read = kernel.run(at);
        kernel.out.restore();
        Mended { read, written: kernel.out.written(), malformed: kernel.malformed }
    }

    fn scalar(self) -> Mended {
        Mended { read: self.at, ..Mended::default() }
    }
}

/// How many lanes a step has, of which the last are not [`DECIDED`].
const LANES: usize = 64;

/// The room that a step needs.
const ROOM: usize = 2 * LANES + SLACK;

/// The first lanes.
const DECIDED_LANES: u64 = (1 << DECIDED) - 1;

struct Kernel<'a, 'd, S, const SWAPPED: bool> {
    s: S,
    src: &'a [u8],
    out: Output<'d>,
    malformed: usize,
}

impl<S: Simd, const SWAPPED: bool> Kernel<'_, '_, S, SWAPPED> {
    /// Returns how far it gets: a boundary.
    #[inline(always)]
    fn run(&mut self, mut at: usize) -> usize {
        let mut calm = SHORT_CALM;
        loop {
            // Malformed bytes before a window can deceive the kernel, but no masks:
            // the last one before it is for them.
            let (mut recent, mut split) = (0, false);
            loop {
                if self.src.len() - at <= LANES || self.out.room() < ROOM {
                    return self.settle(at, split);
                }
                let subparts = Subparts::new(self.s, self.src, at);
                split = self.step(at, subparts);
                at += DECIDED;
                // No branch: nothing predicts it.
                recent = recent << 1 | u64::from(subparts.starts != 0);
                if recent & calm == 0 {
                    break;
                }
            }
            let start = self.settle(at, split);
            at = bulk::<S, ToUtf16<SWAPPED, true>>(self.s, self.src, start, &mut self.out);
            // Where errors are near to each other it does not pay to leave.
            calm = if at == start { LONG_CALM } else { SHORT_CALM };
        }
    }

    /// Converts [`DECIDED`] bytes. Says whether the last of them made a high
    /// surrogate, whose low one is to come.
    ///
    /// # Panics
    /// If there are not [`LANES`] bytes and one more, or not [`ROOM`].
    #[inline(always)]
    fn step(&mut self, at: usize, subparts: Subparts) -> bool {
        let Subparts { starts, bytes, accepted, fourth, plain } = subparts;
        self.malformed += starts.count_ones() as usize;
        if plain {
            self.plain(at);
            return false;
        }
        // The high surrogate is made by the third byte of four.
        let four = fourth & !bytes;
        let ends = !bytes & (!(accepted >> 1) | four >> 1);
        let kept = (ends | starts) & DECIDED_LANES;
        let split = four >> DECIDED & 1 == 1;

        let text = &self.src[at - BACK..at + LANES];
        assert!(self.out.room() >= ROOM);
        let len = 2 * kept.count_ones() as usize;
        // SAFETY: there is room; a vector is stored up to 16 bytes behind what is
        // kept, and 58 bytes make more than that.
        unsafe { self.out.keep_behind(len - 2 * usize::from(split)) };
        let place = self.out.place();
        for i in (0..LANES).step_by(S::LANES) {
            let units = self.units(text, i, four, bytes);
            let dropped = self.s.lanes_of(!kept >> i);
            let before = (kept & ((1 << i) - 1)).count_ones() as usize;
            // SAFETY: at most a unit for every lane before.
            let place = unsafe { place.add(2 * before) };
            // SAFETY: room for as many as there are lanes, and for the slack.
            unsafe { ToUtf16::<SWAPPED, true>::store(self.s, units, dropped, place) };
        }
        // SAFETY: just written.
        unsafe { self.out.advance(len) };
        split
    }

    /// The units of the lanes from `i` on: those that end there, and U+FFFD where
    /// there are malformed `bytes`. `four` are the last ones of four.
    #[inline(always)]
    fn units(&self, text: &[u8], i: usize, four: u64, bytes: u64) -> S::Units {
        let s = self.s;
        let back = |back: usize| s.load(text, BACK + i - back);
        let (b1, b2, b3) = (back(0), back(1), back(2));
        let (low, middle, high) = if four == 0 {
            fields(s, b1, b2, b3)
        } else {
            let (is_high, is_low) = (s.mask_of(four >> 1 >> i), s.mask_of(four >> i));
            fields_of_any(s, [b1, b2, b3], is_high, is_low)
        };
        let bad = s.mask_of(bytes >> i);
        s.units(
            s.select(low, s.splat(0x3D), bad),
            s.select(middle, s.splat(0x3F), bad),
            s.select(high, s.splat(0xF0), bad),
        )
    }

    /// Converts [`DECIDED`] bytes, of which each is ASCII or malformed on its own.
    #[inline(always)]
    fn plain(&mut self, at: usize) {
        let s = self.s;
        let text = &self.src[at..at + LANES];
        assert!(self.out.room() >= ROOM);
        // SAFETY: there is room, and nothing was stored more than 16 bytes ahead.
        unsafe { self.out.keep_behind(2 * DECIDED) };
        for i in (0..LANES).step_by(S::LANES) {
            let v = s.load(text, i);
            let low = s.select_flagged(v, s.splat(0xFD), v);
            let high = s.select_flagged(s.splat(0), s.splat(0xFF), v);
            let units = if SWAPPED { s.zip8(high, low) } else { s.zip8(low, high) };
            for (half, units) in units.into_iter().enumerate() {
                // SAFETY: there is room for a unit from every lane.
                let place = unsafe { self.out.place().add(2 * i + half * S::LANES) };
                // SAFETY: as above.
                unsafe { s.store_unaligned(units, place) };
            }
        }
        // SAFETY: just written.
        unsafe { self.out.advance(2 * DECIDED) };
    }

    /// From any place that has been come to, to a boundary.
    #[inline(always)]
    fn settle(&mut self, at: usize, split: bool) -> usize {
        if split {
            self.out.take_back(2);
        }
        let start = boundary::item_start(self.src, at);
        if start == at {
            return at;
        }
        match codec::decode(&self.src[start..], true) {
            // Its U+FFFD is written.
            Step::Malformed { len, .. } => start + len,
            _ => start,
        }
    }
}
