//! UTF-16, in memory, to UTF-8, with U+FFFD in the place of lone surrogates.
//!
//! What is strict conversion for all other text mends on the way: only the windows with
//! surrogates are looked at once more. A lone one becomes U+FFFD while it is a lane;
//! then the window is in order, and converted as any other.
//!
//! ```text
//! unit       D83D   0041   D83D   DE00   DC00   D83D | DE00
//! behind     0041   D83D   DE00   DC00   D83D   DE00 |         load at +1 unit
//! lone       x                           x                     a low one behind no high
//! mended     FFFD   0041   D83D   DE00   FFFD   D83D |         one, a high one before no
//! read       --------------------------------- waits |         low one
//! ```

use super::Mended;
use crate::output::Output;
use crate::simd::{Simd, choice, dispatch::Operation};
use crate::transcode::utf16_to_utf8::Writer;

/// The operation: converts `src`, from `at` on, a boundary, as far as there is room.
pub(crate) struct MendUtf16ToUtf8<'a, 'd, const SWAPPED: bool> {
    pub(crate) src: &'a [u8],
    pub(crate) at: usize,
    pub(crate) out: Output<'d>,
}

impl<const SWAPPED: bool> Operation for MendUtf16ToUtf8<'_, '_, SWAPPED> {
    type Output = Mended;
    const AVX512: choice::Lengths = choice::MEND_UTF16_TO_UTF8;

    #[inline(always)]
    fn len(&self) -> usize {
        self.src.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Mended {
        let Self { src, at, mut out } = self;
        let kernel = Writer::<S, SWAPPED> { s };
        let (mut rest, mut malformed) = (&src[at..], 0);
        loop {
            let left = rest.len();
            rest = kernel.without_surrogates(rest, &mut out);
            rest = kernel.mend_surrogates(rest, &mut out, &mut malformed);
            if rest.len() == left {
                break;
            }
        }
        out.restore::<S>();
        let rest = kernel.tail(rest, &mut out);
        Mended { read: src.len() - rest.len(), written: out.written(), malformed }
    }

    fn scalar(self) -> Mended {
        Mended { read: self.at, ..Mended::default() }
    }
}

impl<S: Simd, const SWAPPED: bool> Writer<S, SWAPPED> {
    /// Converts windows with surrogates, and returns what is behind them. A unit must
    /// be there behind each.
    #[inline(always)]
    fn mend_surrogates<'a>(
        self,
        mut rest: &'a [u8],
        out: &mut Output<'_>,
        malformed: &mut usize,
    ) -> &'a [u8] {
        let s = self.s;
        while rest.len() >= Self::WINDOW + 2
            && let Some((units, _)) = self.window(rest)
            && self.any_surrogate(units)
        {
            let behind = [self.order(s.load(rest, 2)), self.order(s.load(rest, S::LANES + 2))];
            let (units, lone) = self.with_replacements(units, behind);
            let [.., a, b, c, d] = rest[..Self::WINDOW + 2] else { break };
            // Where all were lone, as in most text, none is left.
            let read = if self.encode(units, out) {
                Self::WINDOW
            } else {
                let waits = self.is_high([a, b]) && self.is_low([c, d]);
                let Some(read) = self.encode_surrogates(units, waits, out) else { break };
                read
            };
            *malformed += lone;
            rest = &rest[read..];
        }
        rest
    }

    /// The units of a window, which does not begin between two halves, with U+FFFD in the place of lone
    /// surrogates, and how many those are. `behind` are those from the second one on.
    #[inline(always)]
    pub(in crate::transcode) fn with_replacements(
        self,
        mut units: [S::V; 2],
        behind: [S::V; 2],
    ) -> ([S::V; 2], usize) {
        let s = self.s;
        let low_behind = self.are_surrogates(behind, 0xDC00);
        let high = self.are_surrogates(units, 0xD800);
        let low = self.are_surrogates(units, 0xDC00);
        let behind_high = [s.shift_in16(s.splat(0), high[0]), s.shift_in16(high[0], high[1])];
        let mut lone = 0;
        for i in 0..2 {
            let lanes = s.or(s.and_not(behind_high[i], low[i]), s.and_not(low_behind[i], high[i]));
            lone += s.bits(lanes).count_ones() as usize / 2;
            units[i] = s.select(units[i], s.splat16(0xFFFD), lanes);
        }
        (units, lone)
    }
}
