//! Texts of few units with AVX-512, where part of a vector is loaded by a mask: whatever its length, such a
//! text is the same few vectors, and no branch asks for it.

use super::utf8::Checks;
use super::{utf16, utf32};
use crate::output::Output;
use crate::simd::dispatch::Brief;
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, Vector};

/// Whether UTF-8 is well-formed.
pub(crate) struct WellFormedUtf8;

impl Brief for WellFormedUtf8 {
    type Output = bool;
    /// A sequence that is cut has a zero behind it.
    const MOST: usize = Avx512::LANES - 1;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], _: Output<'_>) -> bool {
        // ASCII is not asked for: half of all words are, and nobody can foresee which.
        !s.any_nonzero(Checks::new(s).at_start(s.load_partial(src)))
    }
}

/// Whether UTF-16 has no surrogates.
pub(crate) struct NoSurrogates;

impl Brief for NoSurrogates {
    type Output = bool;
    const MOST: usize = 2 * Self::PART;
    const PART: usize = 2 * Avx512::LANES;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], _: Output<'_>) -> bool {
        no_surrogates(s, src)
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], _: Output<'_>) -> bool {
        let (first, second) = src.split_at(Self::PART);
        no_surrogates(s, first) && no_surrogates(s, second)
    }
}

/// Of two vectors, or less.
#[inline(always)]
fn no_surrogates(s: Avx512, src: &[u8]) -> bool {
    let (a, b) = src.split_at(src.len().min(Avx512::LANES));
    !utf16::any_surrogate(s, [s.load_partial(a), s.load_partial(b)])
}

/// Whether UTF-32 is well-formed.
pub(crate) struct WellFormedUtf32;

impl Brief for WellFormedUtf32 {
    type Output = bool;
    const MOST: usize = 2 * Self::PART;
    const PART: usize = 4 * Avx512::LANES;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], _: Output<'_>) -> bool {
        utf32::holds_in_utf32(s, vectors(s, src))
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], _: Output<'_>) -> bool {
        let (first, second) = src.split_at(Self::PART);
        utf32::holds_in_utf32(s, vectors(s, first)) && utf32::holds_in_utf32(s, vectors(s, second))
    }
}

/// All of 256 bytes, or fewer, with zeros behind them.
#[inline(always)]
pub(crate) fn vectors(s: Avx512, text: &[u8]) -> [<Avx512 as Vector>::V; 4] {
    let (a, rest) = text.split_at(text.len().min(64));
    let (b, rest) = rest.split_at(rest.len().min(64));
    let (c, d) = rest.split_at(rest.len().min(64));
    [s.load_partial(a), s.load_partial(b), s.load_partial(c), s.load_partial(d)]
}
