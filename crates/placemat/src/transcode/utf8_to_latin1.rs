//! UTF-8 to Latin-1.
//!
//! What Latin-1 can hold is ASCII and the sequences of two bytes that begin with
//! C2 or C3. A position looks one byte back: if that is C3, bit 6 is set; and a
//! byte is a continuation byte exactly if the one before it is C2 or C3. The
//! store leaves out C2 and C3.
//!
//! ```text
//! text      63 61 66 C3 A9 C2 A3
//! before    .. 63 61 66 C3 A9 C2     C3, so A9 becomes E9; C2, so A3 stays
//! dropped   .  .  .  80 .  80 .
//! stored    63 61 66 E9 A3
//! ```
//!
//! A window with any other byte, or with one that is missing or too many, is
//! left alone. Without branches but for windows of ASCII.

use super::expanding::{Expanding, all};
use crate::output::Output;
use crate::simd::dispatch::{BriefKernel, masks};
use crate::simd::{Simd, choice};
use crate::validate::latin1::{holds_in_utf8, lead};

#[derive(Clone, Copy, Default)]
pub(crate) struct Utf8ToLatin1;

impl Expanding for Utf8ToLatin1 {
    const AVX512: choice::Lengths = choice::UTF8_TO_LATIN1;
    const SOURCE: usize = 1;
    const TARGET: usize = 1;
    const LOOKS_BACK: bool = true;
    const BRIEF: Option<BriefKernel<Option<usize>>> =
        masks!(super::brief::Whole<super::brief::Utf8ToLatin1>);
    const TAIL: usize = 1;

    #[inline(always)]
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool {
        let mut any = before(0);
        for &v in &v {
            any = s.or(any, v);
        }
        if !s.any_high_bit(any) {
            return out.vectors(s, [v]);
        }
        let before = all::<S, N>(before);
        if !holds_in_utf8(s, v, before) {
            return false;
        }
        let mut leads = v;
        for lead_in in &mut leads {
            *lead_in = lead(s, *lead_in);
        }
        out.kept8(
            s,
            leads,
            #[inline(always)]
            |i| {
                // 1 behind C3; no byte is above it.
                let is_c3 = s.saturating_sub(before[i], s.splat(0xC2));
                s.or(v[i], s.shl16::<6>(is_c3))
            },
        )
    }

    fn begins(self, unit: &[u8]) -> bool {
        unit[0] >= 0xC0
    }
}
