//! UTF-16 to UTF-16, in memory, with U+FFFD in the place of lone surrogates.
//!
//! A unit is lone when it is a low surrogate and the one before it no high one,
//! or a high one and the one behind it no low one. The loads at -1 and +1 unit
//! tell that for every lane; nothing is carried.

use super::Mended;
use crate::output::Output;
use crate::simd::{Simd, choice, dispatch::Operation};

/// The operation: mends `src`, from `at` on, a boundary, as far as there is room
/// and a vector can be filled.
pub(crate) struct MendUtf16<'a, 'd, const SWAPPED: bool> {
    pub(crate) src: &'a [u8],
    pub(crate) at: usize,
    pub(crate) out: Output<'d>,
}

impl<const SWAPPED: bool> Operation for MendUtf16<'_, '_, SWAPPED> {
    type Output = Mended;
    const AVX512: choice::Lengths = choice::MEND_UTF16;

    #[inline(always)]
    fn len(&self) -> usize {
        self.src.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Mended {
        let Self { src, mut at, mut out } = self;
        let replacement = order::<S, SWAPPED>(s, s.splat16(0xFFFD));
        let mut malformed = 0;
        // In a stretch that is looked at, all units have neighbours.
        while at >= 2 && src.len() - at >= S::LANES + 2 && out.room() >= S::LANES {
            let v = s.load(src, at);
            let (unit, before, behind) = (
                order::<S, SWAPPED>(s, v),
                order::<S, SWAPPED>(s, s.load(src, at - 2)),
                order::<S, SWAPPED>(s, s.load(src, at + 2)),
            );
            let (low, high) = (is(s, unit, 0xDC00), is(s, unit, 0xD800));
            let lone =
                s.or(s.and_not(is(s, before, 0xD800), low), s.and_not(is(s, behind, 0xDC00), high));
            malformed += s.bits(lone).count_ones() as usize / 2;
            out.vectors(s, [[s.select(v, replacement, lone)]]);
            at += S::LANES;
        }
        // Half of a pair waits for the other.
        if let [.., a, b] = *out.written_from(0) {
            let unit = u16::from_ne_bytes([a, b]);
            if (if SWAPPED { unit.swap_bytes() } else { unit }) & 0xFC00 == 0xD800 {
                out.take_back(2);
                at -= 2;
            }
        }
        Mended { read: at, written: out.written(), malformed }
    }

    fn scalar(self) -> Mended {
        Mended { read: self.at, ..Mended::default() }
    }
}

/// The units in the byte order of the processor.
#[inline(always)]
fn order<S: Simd, const SWAPPED: bool>(s: S, v: S::V) -> S::V {
    if SWAPPED { s.swap16(v) } else { v }
}

/// Mask: the unit is one of that half of the surrogates.
#[inline(always)]
fn is<S: Simd>(s: S, units: S::V, half: u16) -> S::V {
    s.equal16(s.and(units, s.splat16(0xFC00)), s.splat16(half))
}
