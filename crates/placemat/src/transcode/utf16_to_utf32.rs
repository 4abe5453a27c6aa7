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

use super::elastic::{Kernel, all};
use super::output::Output;
use crate::simd::Simd;

/// `FROM`, `TO`: the source, the target is not in the byte order of this
/// processor. `CHECKED`: the source may be malformed.
#[derive(Clone, Copy)]
pub(crate) struct Utf16ToUtf32<const FROM: bool, const TO: bool, const CHECKED: bool>;

impl<const FROM: bool, const TO: bool, const CHECKED: bool> Kernel
    for Utf16ToUtf32<FROM, TO, CHECKED>
{
    const SOURCE: usize = 2;
    const TARGET: usize = 4;
    const LOOKS_BACK: bool = true;
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
            let Some(mut at) = out.reserve_exactly(2 * N * S::LANES) else { return false };
            for v in v {
                for half in s.zip16(v, s.splat(0)) {
                    // SAFETY: 2 N vectors are reserved.
                    unsafe { s.store_unaligned(order::<S, TO>(s, half), at) };
                    // SAFETY: as above.
                    at = unsafe { at.add(S::LANES) };
                }
            }
            return true;
        }

        let mut before = all::<S, N>(before);
        for before in &mut before {
            *before = order_16::<S, FROM>(s, *before);
        }
        let mut errors = s.splat(0);
        let mut len = 2 * N * S::LANES;
        for i in 0..N {
            let low = is_low(s, v[i]);
            let after_high = is_high(s, before[i]);
            errors = s.or(errors, s.xor(low, after_high));
            len -= 2 * s.count_flags(is_high(s, v[i]));
        }
        if CHECKED && s.any_nonzero(errors) {
            return false;
        }
        let Some(mut at) = out.reserve(len) else { return false };
        for i in 0..N {
            let high = is_high(s, v[i]);
            let low = is_low(s, v[i]);
            let units = s.zip16(v[i], s.splat(0));
            let befores = s.zip16(before[i], s.splat(0));
            let (highs, lows) = (s.zip16(high, high), s.zip16(low, low));
            for half in 0..2 {
                // (high - D800) << 10, and low - DC00, and 10000.
                let offset = 0x1_0000_u32.wrapping_sub((0xD800 << 10) + 0xDC00);
                let both = s.add32(s.shl32::<10>(befores[half]), s.splat32(offset));
                let value = s.add32(units[half], s.and(lows[half], both));
                // SAFETY: `len` bytes are reserved for all, with LANES more.
                at = unsafe { s.store_kept32(order::<S, TO>(s, value), highs[half], at) };
            }
        }
        true
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
