//! Counts over UTF-16: code points, and the bytes of UTF-8 that it becomes.

use crate::simd::{Simd, Window, choice, dispatch::Operation};

/// The operation: how many bytes of UTF-8 UTF-16 in memory becomes, with three,
/// those of U+FFFD, for a lone surrogate. The byte order is that of the
/// processor, or, if `SWAPPED`, the other one.
#[derive(Clone, Copy)]
pub(crate) struct Utf8Len<'a, const SWAPPED: bool>(pub(crate) &'a [u8]);

/// The operation: how many units are no low surrogates.
#[derive(Clone, Copy)]
pub(crate) struct CountUtf16<'a, const SWAPPED: bool>(pub(crate) &'a [u8]);

/// Totals of 8 bits overflow after 127 additions, and there are two a window, one before them, and
/// up to six behind.
const WINDOWS_A_ROUND: usize = 60;

/// Text with pairs has more of them: for so many windows nothing is asked.
const PAIRS_LAST: u32 = 16;

/// Totals of 16 bits overflow after 65535 additions, and there are four a window
/// and a few more.
const LONG_ROUND: usize = 16_000;

impl<const SWAPPED: bool> Operation for Utf8Len<'_, SWAPPED> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::LEN_UTF16;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        utf8_len::<S, SWAPPED>(s, self.0)
    }

    fn scalar(self) -> usize {
        let (units, _) = self.0.as_chunks::<2>();
        let (mut len, mut after_high) = (0, false);
        for &bytes in units {
            let unit = order::<SWAPPED>(bytes);
            len += 1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800);
            // Each half of a pair has been taken for three bytes.
            let is_low = unit & 0xFC00 == 0xDC00;
            len -= if is_low && after_high { 2 } else { 0 };
            after_high = unit & 0xFC00 == 0xD800;
        }
        len
    }
}

impl<const SWAPPED: bool> Operation for CountUtf16<'_, SWAPPED> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::COUNT_UTF16;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let units = self.0.len() / 2;
        units - count_low::<S, SWAPPED>(s, self.0)
    }

    fn scalar(self) -> usize {
        let (units, _) = self.0.as_chunks::<2>();
        units.iter().filter(|&&bytes| order::<SWAPPED>(bytes) & 0xFC00 != 0xDC00).count()
    }
}

#[inline(always)]
fn order<const SWAPPED: bool>(bytes: [u8; 2]) -> u16 {
    let unit = u16::from_ne_bytes(bytes);
    if SWAPPED { unit.swap_bytes() } else { unit }
}

/// The length, from what all units are short of three bytes, and from the pairs.
#[inline(always)]
fn utf8_len<S: Simd, const SWAPPED: bool>(s: S, text: &[u8]) -> usize {
    let text = &text[..text.len() & !1];
    let order = |v| if SWAPPED { s.swap16(v) } else { v };
    let zero = s.splat(0);
    let mut at = text.len().min(S::LANES);
    let first = s.load_partial(&text[..at]);
    let [mut missing, _] = s.add_missing_utf8(zero, [order(first), zero]);
    let before = order(s.shift_in16(zero, first));
    let mut pairs = add_pairs(s, zero, order(first), s.shr16::<8>(before));
    // The lanes of both vectors of each addition, with text or without.
    let mut lanes = S::LANES;
    let (mut missing_sum, mut pair_sum) = (0, 0);
    let mut windows_with_pairs = 0;
    loop {
        let mut windows = 0;
        while windows < WINDOWS_A_ROUND {
            let Some(window) = Window::new(s, text, at) else { break };
            let [a, b, c, d] = window.load_all();
            let [sum, among_ab] = s.add_missing_utf8(missing, [order(a), order(b)]);
            let [sum, among_cd] = s.add_missing_utf8(sum, [order(c), order(d)]);
            missing = sum;
            if windows_with_pairs == 0 && s.any_nonzero(s.or(among_ab, among_cd)) {
                windows_with_pairs = PAIRS_LAST;
            }
            if windows_with_pairs > 0 {
                windows_with_pairs -= 1;
                if let Some(sum) = pairs_by_masks::<S, SWAPPED>(s, text, at) {
                    pair_sum += sum;
                } else {
                    pairs = add_pairs_of_window::<S, SWAPPED>(s, pairs, window);
                }
            }
            at += Window::<S>::LEN;
            windows += 1;
        }
        lanes += Window::<S>::LEN / 2 * windows;
        if windows < WINDOWS_A_ROUND {
            break;
        }
        missing_sum += s.sum_u8(missing);
        missing = zero;
        pair_sum += s.sum16(pairs);
        pairs = zero;
    }
    // What is left is the end of one more window: how many vectors that are, nobody can foresee.
    if at < text.len()
        && let Some(start) = text.len().checked_sub(Window::<S>::LEN)
        && let Some(window) = Window::new(s, text, start)
    {
        let [a, b, c, d] = lanes_from(s, window, at - start);
        let [sum, among_ab] = s.add_missing_utf8(missing, [order(a), order(b)]);
        let [sum, among_cd] = s.add_missing_utf8(sum, [order(c), order(d)]);
        if !s.any_nonzero(s.or(among_ab, among_cd)) {
            (missing, at) = (sum, text.len());
            lanes += Window::<S>::LEN / 2;
        }
    }
    while at < text.len() {
        let end = text.len().min(at + S::LANES);
        let v = order(s.load_partial(&text[at..end]));
        let before = order(s.load_partial(&text[at - 2..end - 2]));
        [missing, _] = s.add_missing_utf8(missing, [v, zero]);
        pairs = add_pairs(s, pairs, v, s.shr16::<8>(before));
        lanes += S::LANES;
        at = end;
    }
    missing_sum += s.sum_u8(missing);
    pair_sum += s.sum16(pairs);
    // Lanes without text are zero: taken for a byte each.
    let padding = lanes - text.len() / 2;
    // Each half of a pair is two bytes, not three.
    3 * lanes - missing_sum - padding - 2 * pair_sum
}

/// The lanes of a window from the byte `first` on, zeros before them.
#[inline(always)]
fn lanes_from<S: Simd>(s: S, window: Window<'_, S>, first: usize) -> [S::V; 4] {
    let mut v = window.load_all();
    for (i, v) in v.iter_mut().enumerate() {
        let first = first.saturating_sub(i * S::LANES).min(S::LANES);
        *v = s.and(*v, s.lanes(first, S::LANES));
    }
    v
}

/// The pairs of which the low half is in the window at `at`, where sets of lanes are masks.
#[inline(always)]
fn pairs_by_masks<S: Simd, const SWAPPED: bool>(s: S, text: &[u8], at: usize) -> Option<usize> {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(s) = s.avx512() {
        let order_all = |v| if SWAPPED { s.swap16(v) } else { v };
        let [a, b, c, d] = Window::new(s, text, at)?.load_all().map(order_all);
        let before = order::<SWAPPED>([text[at - 2], text[at - 1]]);
        let (among_ab, after_high) = s.pairs([a, b], before & 0xFC00 == 0xD800);
        let (among_cd, _) = s.pairs([c, d], after_high);
        return Some((among_ab + among_cd) as usize);
    }
    let _ = (s, text, at);
    None
}

/// Adds those pairs, where sets are lanes.
#[inline(always)]
fn add_pairs_of_window<S: Simd, const SWAPPED: bool>(
    s: S,
    mut pairs: S::V,
    window: Window<'_, S>,
) -> S::V {
    for i in 0..Window::<S>::VECTORS {
        let (high, low) = if high_byte_first::<SWAPPED>() {
            (window.load::<1>(i), window.load::<2>(i))
        } else {
            (window.load::<0>(i), window.load::<1>(i))
        };
        pairs = add_pairs(s, pairs, high, low);
    }
    pairs
}

/// Adds the number of low surrogates that have a high one before them. `v` has
/// the high bytes of units where they are in units, `before` the high bytes of
/// those before them where the low bytes are; what else they have does not count.
#[inline(always)]
fn add_pairs<S: Simd>(s: S, totals: S::V, v: S::V, before: S::V) -> S::V {
    let both = s.select(before, v, s.splat16(0xFF00));
    let is_pair = s.equal16(s.and(both, s.splat(0xFC)), s.splat16(0xDCD8));
    // A mask is -1.
    s.sub16(totals, is_pair)
}

/// Whether a unit in memory has its high byte first.
const fn high_byte_first<const SWAPPED: bool>() -> bool {
    cfg!(target_endian = "big") != SWAPPED
}

/// How many low surrogates there are.
#[inline(always)]
fn count_low<S: Simd, const SWAPPED: bool>(s: S, text: &[u8]) -> usize {
    // The lanes that a partial load adds are zero, and count for nothing.
    let text = &text[..text.len() & !1];
    // A window has bytes before it.
    let mut at = text.len().min(S::LANES);
    let mut totals = add_low::<S, SWAPPED>(s, s.splat(0), s.load_partial(&text[..at]));
    let mut sum = 0;
    loop {
        let mut windows = 0;
        while windows < LONG_ROUND {
            let Some(window) = Window::new(s, text, at) else { break };
            for v in window.load_all() {
                totals = add_low::<S, SWAPPED>(s, totals, v);
            }
            at += Window::<S>::LEN;
            windows += 1;
        }
        sum += s.sum16(totals);
        totals = s.splat(0);
        if windows < LONG_ROUND {
            break;
        }
    }
    while at < text.len() {
        let end = text.len().min(at + S::LANES);
        totals = add_low::<S, SWAPPED>(s, totals, s.load_partial(&text[at..end]));
        at = end;
    }
    sum + s.sum16(totals)
}

/// Adds the number of low surrogates.
#[inline(always)]
fn add_low<S: Simd, const SWAPPED: bool>(s: S, totals: S::V, v: S::V) -> S::V {
    s.sub16(totals, is_surrogate::<S, SWAPPED>(s, v, 0xDC00))
}

/// Mask: the unit is one of the 1024 surrogates from `first` on.
#[inline(always)]
fn is_surrogate<S: Simd, const SWAPPED: bool>(s: S, v: S::V, first: u16) -> S::V {
    // The constants are swapped, not the units.
    let order = |unit: u16| if SWAPPED { unit.swap_bytes() } else { unit };
    s.equal16(s.and(v, s.splat16(order(0xFC00))), s.splat16(order(first)))
}
