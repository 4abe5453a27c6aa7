//! UTF-8 to UTF-16 with U+FFFD in the place of malformed subparts, in one pass.
//!
//! Text in order is for the kernel of [`utf8_to_units`](crate::transcode::utf8_to_units).
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

use super::utf8::{LONG_CALM, Mended, SHORT_CALM};
use crate::boundary;
use crate::encoding::{Step, utf8 as codec};
use crate::output::{Output, SLACK};
use crate::simd::{Simd, choice, dispatch::Operation};
use crate::transcode::utf8_to_units::{ToUtf16, bulk, fields_of_any};
use crate::validate::subparts::{BACK, DECIDED, Subparts};

/// The operation: goes on from `at`, a boundary, to another one.
pub(crate) struct MendUtf8ToUtf16<'a, 'd, const SWAPPED: bool> {
    pub(crate) src: &'a [u8],
    pub(crate) at: usize,
    pub(crate) out: Output<'d>,
}

impl<const SWAPPED: bool> Operation for MendUtf8ToUtf16<'_, '_, SWAPPED> {
    type Output = Mended;
    const AVX512: choice::Lengths = choice::MEND_UTF8_TO_UTF16;

    #[inline(always)]
    fn len(&self) -> usize {
        self.src.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Mended {
        let Self { src, at, out } = self;
        if at < BACK {
            return Mended { read: at, ..Mended::default() };
        }
        let mut mender = Mender::<S, SWAPPED> { s, src, out, malformed: 0 };
        let read = mender.run(at);
        mender.out.restore::<S>();
        Mended { read, written: mender.out.written(), malformed: mender.malformed }
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

struct Mender<'a, 'd, S, const SWAPPED: bool> {
    s: S,
    src: &'a [u8],
    out: Output<'d>,
    malformed: usize,
}

impl<S: Simd, const SWAPPED: bool> Mender<'_, '_, S, SWAPPED> {
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
    /// If there are not [`LANES`] bytes and one more.
    #[inline(always)]
    fn step(&mut self, at: usize, subparts: Subparts) -> bool {
        self.malformed += subparts.starts.count_ones() as usize;
        if subparts.plain {
            self.plain(at);
            return false;
        }
        let (four, kept) = (subparts.four(), subparts.units() & DECIDED_LANES);
        let split = four >> DECIDED & 1 == 1;
        match S::LANES {
            16 => self.lanes::<4>(at, kept, split, four, subparts.bytes),
            32 => self.lanes::<2>(at, kept, split, four, subparts.bytes),
            _ => self.lanes::<1>(at, kept, split, four, subparts.bytes),
        }
        split
    }

    /// Writes the units of N vectors that are `kept`.
    #[inline(always)]
    fn lanes<const N: usize>(&mut self, at: usize, kept: u64, split: bool, four: u64, bytes: u64) {
        let text = &self.src[at - BACK..at + LANES];
        let mut dropped = [self.s.lanes_of(!kept); N];
        for (i, dropped) in dropped.iter_mut().enumerate() {
            *dropped = self.s.lanes_of(!kept >> (i * S::LANES));
        }
        let (s, text) = (self.s, text);
        self.out.units16::<S, SWAPPED, true, N>(
            s,
            dropped,
            split,
            #[inline(always)]
            |i| {
                let at = i * S::LANES;
                let back = |back: usize| s.load(text, BACK + at - back);
                units(s, [back(0), back(1), back(2)], four >> at, bytes >> at)
            },
        );
    }

    /// Converts [`DECIDED`] bytes, of which each is ASCII or malformed on its own.
    #[inline(always)]
    fn plain(&mut self, at: usize) {
        match S::LANES {
            16 => self.plain_lanes::<4>(at),
            32 => self.plain_lanes::<2>(at),
            _ => self.plain_lanes::<1>(at),
        }
    }

    #[inline(always)]
    fn plain_lanes<const N: usize>(&mut self, at: usize) {
        let (s, text) = (self.s, &self.src[at..at + LANES]);
        let mut units = [[s.splat(0); 2]; N];
        for (i, units) in units.iter_mut().enumerate() {
            let v = s.load(text, i * S::LANES);
            let low = s.select_flagged(v, s.splat(0xFD), v);
            let high = s.select_flagged(s.splat(0), s.splat(0xFF), v);
            *units = if SWAPPED { s.zip8(high, low) } else { s.zip8(low, high) };
        }
        self.out.vectors_but(s, units, 2 * (LANES - DECIDED));
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

/// The units of the lanes of some bytes and the two before each: those that end there, and U+FFFD
/// where there are malformed `bytes`. `four` are the last ones of four; further bits are ignored, but
/// for the first one behind.
#[inline(always)]
pub(super) fn units<S: Simd>(s: S, [b1, b2, b3]: [S::V; 3], four: u64, bytes: u64) -> S::Units {
    let [low, middle, high] = if four == 0 {
        s.fields(b1, b2, b3)
    } else {
        fields_of_any(s, [b1, b2, b3], s.mask_of(four >> 1), s.mask_of(four))
    };
    let bad = s.mask_of(bytes);
    s.units(
        s.select(low, s.splat(0x3D), bad),
        s.select(middle, s.splat(0x3F), bad),
        s.select(high, s.splat(0xF0), bad),
    )
}
