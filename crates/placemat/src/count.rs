//! Counts of code points and of UTF-16 units, without decoding.

pub(crate) mod byte;
pub(crate) mod latin1;
pub(crate) mod utf16;
pub(crate) mod utf32;

use crate::encoding::utf8 as codec;
use crate::simd::{Simd, choice, dispatch::Operation};

/// The operation: how many bytes are no continuation bytes; if `AS_UTF16`, four-byte leads
/// count twice, because UTF-16 needs two units there.
#[derive(Clone, Copy)]
pub(crate) struct CountUtf8<'a, const AS_UTF16: bool>(pub(crate) &'a [u8]);

/// The vectors of a window.
const VECTORS: usize = 4;

/// Lane-wise totals overflow above 255. An addition is of two at most, and a round has up to four
/// more, before it or behind.
const WINDOWS_A_ROUND: usize = 255 / 2 / VECTORS - 1;

/// From how many vectors on it pays to align them.
const LONG: usize = 8;

impl<const AS_UTF16: bool> Operation for CountUtf8<'_, AS_UTF16> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::COUNT_UTF8;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        if S::MASKS && !AS_UTF16 { count_sets(s, self.0) } else { count::<S, AS_UTF16>(s, self.0) }
    }

    fn scalar(self) -> usize {
        let units = |&byte: &u8| {
            usize::from(!codec::is_continuation(byte)) + usize::from(AS_UTF16 && byte >= 0xF0)
        };
        self.0.iter().map(units).sum()
    }
}

/// By sets of lanes.
#[inline(always)]
fn count_sets<S: Simd>(s: S, text: &[u8]) -> usize {
    let continuations = |v| s.bits(s.is_continuation(v)).count_ones() as usize;
    let (head, windows, rest) = parts(s, text);
    // Bytes that a partial load adds are zero: no continuation bytes.
    let mut sum = continuations(s.load_partial(head));
    for window in windows.chunks_exact(VECTORS * S::LANES) {
        for i in 0..VECTORS {
            sum += continuations(s.load(window, i * S::LANES));
        }
    }
    for part in rest.chunks(S::LANES) {
        sum += continuations(s.load_partial(part));
    }
    text.len() - sum
}

/// By lanes: each adds up how many units less than bytes there are.
#[inline(always)]
fn count<S: Simd, const AS_UTF16: bool>(s: S, text: &[u8]) -> usize {
    let zero = s.splat(0);
    let (head, windows, rest) = parts(s, text);
    let mut totals = add::<S, AS_UTF16>(s, zero, s.load_partial(head));
    let (mut sum, mut vectors) = (0, 1);
    for round in windows.chunks(WINDOWS_A_ROUND * VECTORS * S::LANES) {
        sum += s.sum_u8(totals);
        totals = zero;
        for window in round.chunks_exact(VECTORS * S::LANES) {
            for i in 0..VECTORS {
                totals = add::<S, AS_UTF16>(s, totals, s.load(window, i * S::LANES));
            }
        }
        vectors += round.len() / S::LANES;
    }
    for part in rest.chunks(S::LANES) {
        totals = add::<S, AS_UTF16>(s, totals, s.load_partial(part));
        vectors += 1;
    }
    sum += s.sum_u8(totals);
    let ones = if AS_UTF16 { vectors * S::LANES } else { 0 };
    text.len() + ones - sum
}

/// The first bytes, at most a vector; whole windows; and fewer than a window. In a long text
/// windows begin at an aligned address, so that no vector lies in two cache lines.
#[inline(always)]
fn parts<S: Simd>(_: S, text: &[u8]) -> (&[u8], &[u8], &[u8]) {
    let aligned = S::LANES - text.as_ptr().addr() % S::LANES;
    let first = if text.len() < LONG * S::LANES { text.len().min(S::LANES) } else { aligned };
    let (head, rest) = text.split_at(first);
    let (windows, rest) = rest.split_at(rest.len() - rest.len() % (VECTORS * S::LANES));
    (head, windows, rest)
}

/// Adds, for every lane, 1 for a continuation byte, or, if `AS_UTF16`, what [`MINUS`] says.
#[inline(always)]
fn add<S: Simd, const AS_UTF16: bool>(s: S, totals: S::V, v: S::V) -> S::V {
    if AS_UTF16 {
        s.sub(totals, s.lookup(s.table(MINUS), s.high_nibble(v)))
    } else {
        s.add_continuations(totals, v)
    }
}

/// One, and how many units of UTF-16 less than bytes there are, by the high four bits of a byte:
/// 2 for a continuation byte, 0 for a lead of four bytes, 1 for any other. All negative, to be
/// subtracted.
const MINUS: [u8; 16] = {
    let mut minus = [1_u8.wrapping_neg(); 16];
    let mut high = 0x8;
    while high <= 0xB {
        minus[high] = 2_u8.wrapping_neg();
        high += 1;
    }
    minus[0xF] = 0;
    minus
};

#[cfg(test)]
mod tests;
