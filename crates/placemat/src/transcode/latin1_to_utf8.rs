//! Latin-1 to UTF-8.
//!
//! A byte below 80 is itself; any other becomes two bytes, of which the first is
//! C2 or C3. So every byte is made into a pair, a lead byte and a last one, and
//! the store leaves out the lead bytes of ASCII.
//!
//! ```text
//! text      63    61    66    E9
//! pairs     C1 63 C1 61 C1 66 C3 A9       C0 | byte >> 6, then the byte or
//! flags     .     .     .     80          80 | byte & 3F
//! stored    63    61    66    C3 A9
//! ```
//!
//! There is nothing that can be wrong. Without branches but for ASCII, by windows and by
//! vectors: about 12 operations per 16 bytes, half of them the store's. To ask each vector
//! made German and French 1.2 to 1.4 times as fast as asking windows only; with AVX-512, not to ask
//! where the last ones had letters, prose 1.1 to 1.3 times as fast as that.

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use super::brief::{self, Brief};
use super::expanding::Expanding;
use crate::output::Output;
use crate::simd::dispatch::{BriefKernel, masks};
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, choice};

#[derive(Clone, Copy, Default)]
pub(crate) struct Latin1ToUtf8;

impl Expanding for Latin1ToUtf8 {
    const AVX512: choice::Lengths = choice::LATIN1_TO_UTF8;
    const SOURCE: usize = 1;
    const TARGET: usize = 1;
    const LOOKS_BACK: bool = false;
    const BRIEF: Option<BriefKernel<Option<usize>>> =
        masks!(super::brief::Whole<super::brief::Latin1ToUtf8>);
    const TAIL: usize = 1;
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    const ONE_BY_ONE: bool = true;

    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn one_by_one(self, s: Avx512, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        let src = &src[at..];
        let head = src.as_ptr().align_offset(64).min(src.len());
        let (head, rest) = src.split_at(head);
        if !brief::Latin1ToUtf8::run(s, head, out) {
            return at;
        }
        let [before @ .., _] = rest.as_chunks().0 else { return at + head.len() };
        let done = head.len() + 64 * out.much_latin1_before_more(s, before);
        // This goes over what stores left behind that.
        let next = &src[done..done + 32];
        let more = if brief::Latin1ToUtf8::run(s, next, out) { next.len() } else { 0 };
        at + done + more
    }

    #[inline(always)]
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        _before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool {
        let mut any = v[0];
        for &v in &v[1..] {
            any = s.or(any, v);
        }
        if !s.any_high_bit(any) {
            return out.vectors(s, [v]);
        }
        // A copy of what lies behind a single vector would wait for the store before it: .56.
        if S::MASKS && N == 1 {
            return false;
        }
        out.latin1(s, v)
    }
}
