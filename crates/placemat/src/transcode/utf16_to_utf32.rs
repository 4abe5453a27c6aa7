//! UTF-16 to UTF-32.
//!
//! Without surrogates, units are widened. With them, every unit is given to a
//! lane of 32 bits together with the one before it: a low surrogate makes a
//! value from both, and the store leaves out the high ones. They are in order if
//! a unit is a low surrogate exactly where the one before is a high one.
//!
//! ```text
//! text      0041   D83D   DE00   20AC
//! before    ....   0041   D83D   DE00
//! value     0041   ----   1F600  20AC
//! ```

use super::expanding::{Expanding, all};
use crate::output::Output;
use crate::simd::dispatch::{BriefKernel, masks};
use crate::simd::{Simd, choice};

/// `FROM`, `TO`: the source, the target is not in the byte order of this
/// processor.
#[derive(Clone, Copy, Default)]
pub(crate) struct Utf16ToUtf32<const FROM: bool, const TO: bool>;

impl<const FROM: bool, const TO: bool> Expanding for Utf16ToUtf32<FROM, TO> {
    const AVX512: choice::Lengths = choice::UTF16_TO_UTF32;
    const SOURCE: usize = 2;
    const TARGET: usize = 4;
    const LOOKS_BACK: bool = true;
    const BRIEF: Option<BriefKernel<Option<usize>>> =
        masks!(super::brief::Whole<super::brief::Utf16ToUtf32<FROM, TO>>);
    const TAIL: usize = 1;

    #[inline(always)]
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool {
        let mut v = v;
        for v in &mut v {
            *v = order_16::<S, FROM>(s, *v);
        }
        // The units, and one before them: a surrogate there is seen by the window
        // that it ends in. Surrogates are the smallest, D800 less.
        let from_d800 = |v| s.sub16(v, s.splat16(0xD800));
        let mut least = from_d800(order_16::<S, FROM>(s, before(0)));
        for &v in &v {
            least = s.min_u16(least, from_d800(v));
        }
        let surrogates = s.equal16(s.min_u16(least, s.splat16(0x7FF)), least);
        if !s.any_nonzero(surrogates) {
            let mut halves = [[s.splat(0); 2]; N];
            for (halves, v) in halves.iter_mut().zip(v) {
                let [low, high] = s.widen16(v);
                *halves = [order::<S, TO>(s, low), order::<S, TO>(s, high)];
            }
            return out.vectors(s, halves);
        }

        let mut before = all::<S, N>(before);
        for before in &mut before {
            *before = order_16::<S, FROM>(s, *before);
        }
        let mut errors = s.splat(0);
        let mut highs = v;
        for i in 0..N {
            let low = is_low(s, v[i]);
            let after_high = is_high(s, before[i]);
            errors = s.or(errors, s.xor(low, after_high));
            highs[i] = is_high(s, v[i]);
        }
        if s.any_nonzero(errors) {
            return false;
        }
        out.kept32(
            s,
            highs,
            #[inline(always)]
            |i| {
                let [first, second] = s.values16(v[i], before[i], is_low(s, v[i]));
                [order::<S, TO>(s, first), order::<S, TO>(s, second)]
            },
        )
    }

    fn begins(self, unit: &[u8]) -> bool {
        unit[usize::from(FROM != cfg!(target_endian = "little"))] & 0xFC == 0xD8
    }
}

/// The unit in the byte order of the processor.
#[inline(always)]
fn order_16<S: Simd, const SWAPPED: bool>(s: S, v: S::V) -> S::V {
    if SWAPPED { s.swap16(v) } else { v }
}

/// The value in the byte order of the target.
#[inline(always)]
fn order<S: Simd, const SWAPPED: bool>(s: S, v: S::V) -> S::V {
    if SWAPPED { s.swap32(v) } else { v }
}

/// Mask: the unit is a high surrogate.
#[inline(always)]
fn is_high<S: Simd>(s: S, v: S::V) -> S::V {
    s.equal16(s.and(v, s.splat16(0xFC00)), s.splat16(0xD800))
}

/// Mask: the unit is a low surrogate.
#[inline(always)]
fn is_low<S: Simd>(s: S, v: S::V) -> S::V {
    s.equal16(s.and(v, s.splat16(0xFC00)), s.splat16(0xDC00))
}
