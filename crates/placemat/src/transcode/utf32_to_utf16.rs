//! UTF-32 to UTF-16.
//!
//! Most windows have no value above FFFF: each becomes a unit. In any other, a
//! value becomes a pair of units, and the store leaves out the first where there
//! is only one.
//!
//! ```text
//! value     U+0041      U+20AC      U+1F600
//! pair      ---- 0041   ---- 20AC   D83D DE00
//! stored    0041        20AC        D83D DE00
//! ```

use super::expanding::{Expanding, WINDOW};
use crate::output::Output;
use crate::simd::dispatch::{BriefKernel, masks};
use crate::simd::{Simd, choice};
use crate::validate::utf32;

/// `FROM`, `TO`: the source, the target is not in the byte order of this
/// processor.
#[derive(Clone, Copy, Default)]
pub(crate) struct Utf32ToUtf16<const FROM: bool, const TO: bool>;

impl<const FROM: bool, const TO: bool> Expanding for Utf32ToUtf16<FROM, TO> {
    const AVX512: choice::Lengths = choice::UTF32_TO_UTF16;
    const SOURCE: usize = 4;
    const TARGET: usize = 2;
    const LOOKS_BACK: bool = false;
    const BRIEF: Option<BriefKernel<Option<usize>>> =
        masks!(super::brief::Whole<super::brief::Utf32ToUtf16<FROM, TO>>);
    const TAIL: usize = WINDOW;

    #[inline(always)]
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        _before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool {
        let v = utf32::order::<S, FROM>(s, [v[0], v[1], v[2], v[3]]);
        let highest = utf32::highest(s, v);
        if utf32::is_up_to(s, 0xFFFF, highest) {
            return out.narrowed32::<S, TO>(s, v);
        }
        if !utf32::is_up_to(s, 0x10_FFFF, highest) {
            return false;
        }
        let mut two = v;
        for two in &mut two {
            *two = s.greater_i32(*two, s.splat32(0xFFFF));
        }
        out.pairs16(
            s,
            two,
            #[inline(always)]
            |i| {
                // High surrogate: D800 - (10000 >> 10) and the bits above the low
                // ten. Low surrogate: DC00 and those.
                let high = s.add32(s.shr32::<10>(v[i]), s.splat32(0xD7C0));
                let low = s.and(v[i], s.splat32(0x3FF));
                let low = s.or(s.shl32::<16>(low), s.splat32(0xDC00_0000));
                let pairs = s.select(s.shl32::<16>(v[i]), s.or(high, low), two[i]);
                order::<S, TO>(s, pairs)
            },
        )
    }

    #[inline(always)]
    fn plain<S: Simd>(self, s: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        let mut both = out.beside(&src[at..], Self::SOURCE, Self::TARGET);
        while both.vectors::<S, 1>(
            s,
            0,
            #[inline(always)]
            |v| {
                let [a, b] = s.units_of_bmp(utf32::order::<S, FROM>(s, v))?;
                let zero = s.splat(0);
                Some([order::<S, TO>(s, a), order::<S, TO>(s, b), zero, zero])
            },
        ) {}
        at + both.read()
    }
}

/// The units in the byte order of the target.
#[inline(always)]
fn order<S: Simd, const SWAPPED: bool>(s: S, v: S::V) -> S::V {
    if SWAPPED { s.swap16(v) } else { v }
}
