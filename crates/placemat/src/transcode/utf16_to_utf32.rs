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
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::x86_64::avx512::Avx512;
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
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    const ONE_BY_ONE: bool = true;

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
        if !s.any_below16(0x800, least) {
            let mut halves = [[s.splat(0); 2]; N];
            for (halves, v) in halves.iter_mut().zip(v) {
                let [low, high] = s.widen16(v);
                *halves = [order::<S, TO>(s, low), order::<S, TO>(s, high)];
            }
            return out.halves(s, halves);
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

    /// Where emoji or rare ideographs are scattered, nobody can foresee which window has one. So each vector is
    /// asked, as is each by simdutf, and what it costs is what one vector takes: chat 1.32 of windows, one in a
    /// thousand 1.17, emoji 1.15, all else 1.01 to 1.03 (Zen 5). Where five of the last 32 had one, it is taken
    /// as if it had one, and not asked: chat 1.9 of asking, if it is not learnt by heart (Zen 4).
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn one_by_one(self, s: Avx512, src: &[u8], mut at: usize, out: &mut Output<'_>) -> usize {
        let order = |v| order::<_, TO>(s, v);
        let mut after_high = u32::from(self.begins(&src[at - 2..at]));
        // Which of the last vectors had one, a bit each.
        let mut recent = 0_u32;
        loop {
            let with_before = &src[at - 2..];
            let done = out.values32(
                s,
                (src.len() - at) / 64,
                #[inline(always)]
                |i| {
                    let units = order_16::<_, FROM>(s, s.load(with_before, 64 * i + 2));
                    let [highs, lows] = s.surrogates(units);
                    let any = highs | lows | after_high != 0;
                    let plain = recent.count_ones() + 5 * u32::from(any) < 5;
                    recent = recent << 1 | u32::from(any);
                    if plain {
                        return Some((s.widen16(units).map(order), None));
                    }
                    if lows != highs << 1 | after_high {
                        return None;
                    }
                    after_high = highs >> 31;
                    let before = order_16::<_, FROM>(s, s.load(with_before, 64 * i));
                    let values = s.values_of_pairs(s.after_those_before(units, before), lows);
                    Some((values.map(order), Some(!highs)))
                },
            );
            // There may be room for more of them than was known before.
            if done == 0 {
                return at;
            }
            at += 64 * done;
        }
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
