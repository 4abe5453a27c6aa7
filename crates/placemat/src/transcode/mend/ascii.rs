//! ASCII with bytes among it that are malformed, each by itself, under `replace`: logs and lists in which a
//! few letters are of another encoding. In one pass, while all other text is validated, copied up to its error,
//! mended, and validated again.
//!
//! ```text
//! src     d o n 92 t   g o ..
//! copied  d o n 92 t   g o ..     a window, whatever is in it
//!               EF BF BD          over what is too much
//!                        t   g o ..
//! ```
//!
//! It ends where a byte is not alone: before a sequence. Stores reach up to a window behind what counts. As in
//! [`utf8`](super::utf8), which has the same windows, that is not put back: as many bytes of the source are left, and each
//! becomes at least one. What may not be filled in the end, as no sequence fits, is no part of a window.

use super::brief::BrieflyMended;
use super::by_vectors::REPLACEMENT;
use crate::encoding::utf8 as codec;
use crate::output::{Few, Output};
use crate::simd::{
    Simd, choice,
    dispatch::{Conversion, convert},
};
use core::mem::MaybeUninit;

/// Mends a prefix of the bytes, behind which nothing follows: fewer than 4 GiB.
pub(crate) type MendAscii = fn(&[u8], &mut [MaybeUninit<u8>]) -> BrieflyMended;

/// The same at the level in use.
pub(crate) fn mend(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
    convert::<Mend>(src, dst)
}

/// Whether a text begins and ends with so much ASCII that it pays before validation. By one branch: of text that is not
/// ASCII each end is now and then.
#[inline]
pub(crate) fn is_likely_throughout(text: &[u8]) -> bool {
    const END: usize = 64;
    let (Some(first), Some(last)) = (text.first_chunk::<END>(), text.last_chunk::<END>()) else {
        return false;
    };
    // By words, of which the compiler makes vectors.
    let words = |end: &[u8; END]| {
        end.as_chunks::<8>().0.iter().fold(0, |any, &word| any | u64::from_ne_bytes(word))
    };
    (words(first) | words(last)) & 0x8080_8080_8080_8080 == 0
}

/// Whether some ASCII follows the first byte, so that it pays.
#[inline(always)]
pub(crate) fn is_likely(text: &[u8]) -> bool {
    let ahead = text.get(1..).and_then(<[u8]>::first_chunk::<16>);
    ahead.is_some_and(|ahead| ahead.is_ascii())
}

/// The operation.
struct Mend;

impl Conversion for Mend {
    type Output = BrieflyMended;
    const AVX512: choice::Lengths = choice::MEND_ASCII;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> BrieflyMended {
        match vectors::<S>() {
            2 => windows::<S, 2>(s, src, dst),
            _ => windows::<S, 4>(s, src, dst),
        }
    }
}

/// By windows of N vectors.
#[inline(always)]
fn windows<S: Simd, const N: usize>(
    s: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> BrieflyMended {
    let mut out = Output::new(dst);
    let (window, replacement) = (N * S::LANES, REPLACEMENT.as_slice());
    let (mut at, mut malformed) = (0, 0);
    while src.len() - at >= 2 * window && out.room() >= 5 * window {
        let few = |_| {
            malformed += 1;
            &REPLACEMENT
        };
        if let Some(bad) = window_of::<S, N>(s, src, at, &mut out, few) {
            return BrieflyMended::new(bad, malformed, &out);
        }
        at += window;
    }
    while src.len() - at >= window && out.room() >= window + replacement.len() {
        let v = load::<S, N>(s, src, at);
        let ascii = if any_high(s, v) { first_high(s, v, 0) } else { window };
        out.vectors(s, [v]);
        at += ascii;
        if ascii < window {
            out.take_back(window - ascii);
            if !is_alone(&src[at..]) {
                return BrieflyMended::new(at, malformed, &out);
            }
            out.write(replacement);
            at += 1;
            malformed += 1;
        }
    }
    // Fewer than a window, or room for fewer.
    if src.len() < window || src.len() - at >= window {
        return BrieflyMended::new(at, malformed, &out);
    }
    let last = load::<S, N>(s, src, src.len() - window);
    let left = src.len() - at;
    if !any_high(s, last) && out.room() >= left {
        // There is no error among what is written once more.
        out.take_back(window - left);
        out.vectors(s, [last]);
        return BrieflyMended::new(src.len(), malformed, &out);
    }
    while at < src.len() {
        let left = src.len() - at;
        let ascii = first_high(s, last, window - left) - (window - left);
        if !out.write_short(s, &src[at..][..ascii]) {
            break;
        }
        at += ascii;
        if at == src.len() || !is_alone(&src[at..]) || !out.write(replacement) {
            break;
        }
        at += 1;
        malformed += 1;
    }
    BrieflyMended::new(at, malformed, &out)
}

/// How many vectors a window has: longer ones have an error in them more often.
const fn vectors<S: Simd>() -> usize {
    if S::LANES == 64 { 2 } else { 4 }
}

/// How many bytes [`window`] takes.
pub(super) const fn window_len<S: Simd>() -> usize {
    vectors::<S>() * S::LANES
}

/// Mends the window of ASCII at `at`, with malformed bytes among it, each by itself, which become what `few` says.
/// Where one is not by itself, it is returned, and all before it is done. Windows lie where they lie, whatever is found in
/// them, so that the load of the next one does not wait for that.
///
/// # Panics
/// If there is no room for five of them. It may if there is not as much text again behind it.
#[inline(always)]
pub(super) fn window<S: Simd>(
    s: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
    few: impl FnMut(u8) -> &'static Few,
) -> Option<usize> {
    match vectors::<S>() {
        2 => window_of::<S, 2>(s, src, at, out, few),
        _ => window_of::<S, 4>(s, src, at, out, few),
    }
}

#[inline(always)]
fn window_of<S: Simd, const N: usize>(
    s: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
    mut few: impl FnMut(u8) -> &'static Few,
) -> Option<usize> {
    let len = N * S::LANES;
    assert!(len <= 128 && out.room() >= 5 * len);
    let v = load::<S, N>(s, src, at);
    out.vectors(s, [v]);
    if !any_high(s, v) {
        return None;
    }
    let mut places = 0;
    for (i, v) in v.into_iter().enumerate() {
        places |= u128::from(s.bits(v)) << (i * S::LANES);
    }
    while places != 0 {
        let place = places.trailing_zeros() as usize;
        places &= places - 1;
        out.take_back(len - place);
        let bad = at + place;
        if !is_alone(&src[bad..]) {
            return Some(bad);
        }
        out.few(few(src[bad]));
        // What follows, and some of the next window, which is written once more.
        out.vectors(s, [load::<S, N>(s, src, bad + 1)]);
        out.take_back(place + 1);
    }
    None
}

/// A window of text.
#[inline(always)]
fn load<S: Simd, const N: usize>(s: S, text: &[u8], at: usize) -> [S::V; N] {
    let window = &text[at..][..N * S::LANES];
    let mut v = [s.splat(0); N];
    for (i, v) in v.iter_mut().enumerate() {
        *v = s.load(window, i * S::LANES);
    }
    v
}

/// Whether one of its bytes is not ASCII.
#[inline(always)]
fn any_high<S: Simd, const N: usize>(s: S, v: [S::V; N]) -> bool {
    let mut any = v[0];
    for &v in &v[1..] {
        any = s.or(any, v);
    }
    s.any_high_bit(any)
}

/// The place of the first byte from `start` on that is not ASCII; behind all, if there is none. Without a branch: nobody
/// can foresee it.
#[inline(always)]
fn first_high<S: Simd, const N: usize>(s: S, v: [S::V; N], start: usize) -> usize {
    let mut first = N * S::LANES;
    for i in (0..N).rev() {
        let before = start.saturating_sub(i * S::LANES).min(64) as u32;
        let bits = s.bits(v[i]) & u64::MAX.checked_shl(before).unwrap_or(0);
        let place = i * S::LANES + bits.trailing_zeros() as usize;
        first = core::hint::select_unpredictable(bits != 0, place, first);
    }
    first
}

/// Whether the first byte of the text, which is not ASCII and behind no sequence, is malformed by itself.
#[inline(always)]
fn is_alone(text: &[u8]) -> bool {
    codec::is_continuation(text[0]) || text.get(1).is_none_or(|&b| !codec::is_continuation(b))
}
