//! The units of UTF-8 and of UTF-16 that UTF-32 becomes.

use crate::simd::{Simd, choice, dispatch::Operation};

/// The operation: how many bytes of UTF-8, or, if `AS_UTF16`, units of UTF-16,
/// UTF-32 in memory becomes; more than one for each unit that is above one of the
/// limits. The byte order is that of the processor, or, if `SWAPPED`, the other
/// one.
#[derive(Clone, Copy)]
pub(crate) struct Utf32Len<'a, const SWAPPED: bool, const AS_UTF16: bool>(pub(crate) &'a [u8]);

/// Lanes of totals are negative numbers of 32 bits, and lose up to twelve a
/// window.
const WINDOWS_A_ROUND: usize = 1 << 20;

impl<const SWAPPED: bool, const AS_UTF16: bool> Operation for Utf32Len<'_, SWAPPED, AS_UTF16> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::LEN_UTF32;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let mut len = self.0.len() / 4;
        let text = &self.0[..4 * len];
        let (windows, rest) = text.split_at(text.len() - text.len() % (4 * S::LANES));
        for round in windows.chunks(WINDOWS_A_ROUND * 4 * S::LANES) {
            let mut totals = [s.splat(0); 4];
            for window in round.chunks_exact(4 * S::LANES) {
                for (i, totals) in totals.iter_mut().enumerate() {
                    let v = s.load(window, i * S::LANES);
                    *totals = s.add32(*totals, more::<S, SWAPPED, AS_UTF16>(s, v));
                }
            }
            for totals in totals {
                len += lost(s, totals);
            }
        }
        for part in rest.chunks(S::LANES) {
            let v = s.load_partial(part);
            len += lost(s, more::<S, SWAPPED, AS_UTF16>(s, v));
        }
        len
    }

    fn scalar(self) -> usize {
        let (units, _) = self.0.as_chunks::<4>();
        let mut len = units.len();
        for &unit in units {
            let unit = u32::from_ne_bytes(unit);
            let unit = if SWAPPED { unit.swap_bytes() } else { unit };
            len += usize::from(unit > 0xFFFF);
            if !AS_UTF16 {
                len += usize::from(unit > 0x7F) + usize::from(unit > 0x7FF);
            }
        }
        len
    }
}

/// Minus one for every limit that the lane is above.
#[inline(always)]
fn more<S: Simd, const SWAPPED: bool, const AS_UTF16: bool>(s: S, v: S::V) -> S::V {
    let v = if SWAPPED { s.swap32(v) } else { v };
    // Signed comparisons: without the top bit, units above 7FFFFFFF, which are
    // ill-formed, would count as if they were small.
    let v = s.xor(v, s.splat32(0x8000_0000));
    let mut more = s.greater_i32(v, s.splat32(0x8000_FFFF));
    if !AS_UTF16 {
        more = s.add32(more, s.greater_i32(v, s.splat32(0x8000_007F)));
        more = s.add32(more, s.greater_i32(v, s.splat32(0x8000_07FF)));
    }
    more
}

/// The sum of the lanes, negated.
#[inline(always)]
fn lost<S: Simd>(s: S, totals: S::V) -> usize {
    let bytes = s.bytes(totals);
    let (lanes, _) = bytes.as_chunks::<4>();
    lanes.iter().map(|&lane| u32::from_ne_bytes(lane).wrapping_neg() as usize).sum()
}
