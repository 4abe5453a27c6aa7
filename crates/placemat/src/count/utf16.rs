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

/// Totals of 8 bits overflow after 127 additions, and there are two a window, and up to four behind.
const WINDOWS_A_ROUND: usize = 60;

/// Text with pairs has more of them: for so many windows nothing is asked.
const PAIRS_LAST: u32 = 64;

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
            let unit = unit::<SWAPPED>(bytes);
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
        units.iter().filter(|&&bytes| unit::<SWAPPED>(bytes) & 0xFC00 != 0xDC00).count()
    }
}

#[inline(always)]
fn unit<const SWAPPED: bool>(bytes: [u8; 2]) -> u16 {
    let unit = u16::from_ne_bytes(bytes);
    if SWAPPED { unit.swap_bytes() } else { unit }
}

/// The length, from what all units are short of three bytes, and from the pairs.
#[inline(always)]
fn utf8_len<S: Simd, const SWAPPED: bool>(s: S, text: &[u8]) -> usize {
    let text = &text[..text.len() & !1];
    let zero = s.splat(0);
    let (mut missing_sum, mut pair_sum, mut at) = (0, 0, 0);
    // Lanes without text are zero: taken for a byte each.
    let mut padding = 0;
    let (mut windows_with_pairs, mut after_high) = (0, false);
    // The first window has nothing before it, and the last one is none: their pairs are counted apart.
    let (mut first_has_pairs, mut last_has_pairs) = (false, false);
    loop {
        let (mut missing, mut pairs) = (zero, zero);
        let rest = &text[at..];
        let round = &rest[..rest.len().min(WINDOWS_A_ROUND * Window::<S>::LEN)];
        let windows = round.chunks_exact(Window::<S>::LEN);
        let last = windows.remainder();
        for window in windows {
            let marks;
            (missing, marks) = add_missing(s, missing, four::<S, SWAPPED>(s, window, 0));
            if windows_with_pairs == 0 && any_surrogate(s, marks) {
                windows_with_pairs = PAIRS_LAST;
                let before = text[..at].last_chunk().map_or(0, |&bytes| unit::<SWAPPED>(bytes));
                after_high = before & 0xFC00 == 0xD800;
            }
            if windows_with_pairs > 0 {
                windows_with_pairs -= 1;
                if let Some(sum) = pairs_by_sets(s, marks, &mut after_high) {
                    pair_sum += sum;
                } else if let Some(window) = Window::new(s, text, at) {
                    pairs = add_pairs_of_window::<S, SWAPPED>(s, pairs, window);
                } else {
                    first_has_pairs = true;
                }
            }
            at += Window::<S>::LEN;
        }
        if !last.is_empty() {
            let lanes;
            (missing, last_has_pairs, lanes) = add_last::<S, SWAPPED>(s, missing, text, at);
            padding += lanes - last.len() / 2;
            at = text.len();
        }
        missing_sum += s.sum_u8(missing);
        pair_sum += s.sum16(pairs);
        if at == text.len() {
            break;
        }
    }
    if first_has_pairs {
        pair_sum += pairs_of::<S, SWAPPED>(s, &text[..Window::<S>::LEN], 0);
    }
    if last_has_pairs {
        pair_sum += pairs_of::<S, SWAPPED>(s, text, text.len() - text.len() % Window::<S>::LEN);
    }
    // Each half of a pair is two bytes, not three.
    3 * (text.len() / 2) + 2 * padding - missing_sum - 2 * pair_sum
}

#[inline(always)]
fn order<S: Simd, const SWAPPED: bool>(s: S, v: S::V) -> S::V {
    if SWAPPED { s.swap16(v) } else { v }
}

/// The four vectors from `at` on.
#[inline(always)]
fn four<S: Simd, const SWAPPED: bool>(s: S, text: &[u8], at: usize) -> [S::V; 4] {
    let lanes = S::LANES;
    [
        order::<S, SWAPPED>(s, s.load(text, at)),
        order::<S, SWAPPED>(s, s.load(text, at + lanes)),
        order::<S, SWAPPED>(s, s.load(text, at + 2 * lanes)),
        order::<S, SWAPPED>(s, s.load(text, at + 3 * lanes)),
    ]
}

/// Adds what four vectors are short of; with it, for each two of them, what marks surrogates.
#[inline(always)]
fn add_missing<S: Simd>(s: S, missing: S::V, [a, b, c, d]: [S::V; 4]) -> (S::V, [S::V; 2]) {
    let [missing, among_ab] = s.add_missing_utf8(missing, [a, b]);
    let [missing, among_cd] = s.add_missing_utf8(missing, [c, d]);
    (missing, [among_ab, among_cd])
}

/// Whether any of four vectors has a surrogate.
#[inline(always)]
fn any_surrogate<S: Simd>(s: S, marks: [S::V; 2]) -> bool {
    s.any_from(0xF0, s.max_u8(marks[0], marks[1]))
}

/// Adds what is left of a text from `at` on, less than a window, is short of: with it, whether there are surrogates, and
/// how many lanes were added.
#[inline(always)]
fn add_last<S: Simd, const SWAPPED: bool>(
    s: S,
    mut missing: S::V,
    text: &[u8],
    at: usize,
) -> (S::V, bool, usize) {
    // How many vectors that are, nobody can foresee.
    if S::MASKS {
        let a = order::<S, SWAPPED>(s, s.load_to_end(text, at));
        let b = order::<S, SWAPPED>(s, s.load_to_end(text, at + S::LANES));
        if text.len() <= 2 * S::LANES {
            let [missing, marks] = s.add_missing_utf8(missing, [a, b]);
            return (missing, s.any_from(0xF0, marks), S::LANES);
        }
        let c = order::<S, SWAPPED>(s, s.load_to_end(text, at + 2 * S::LANES));
        let d = order::<S, SWAPPED>(s, s.load_to_end(text, at + 3 * S::LANES));
        let (missing, marks) = add_missing(s, missing, [a, b, c, d]);
        return (missing, any_surrogate(s, marks), 2 * S::LANES);
    }
    if let Some(start) = text.len().checked_sub(Window::<S>::LEN) {
        let mut v = four::<S, SWAPPED>(s, text, start);
        for (i, v) in v.iter_mut().enumerate() {
            let first = (at - start).saturating_sub(i * S::LANES).min(S::LANES);
            *v = s.and(*v, s.lanes(first, S::LANES));
        }
        let (missing, marks) = add_missing(s, missing, v);
        return (missing, any_surrogate(s, marks), 2 * S::LANES);
    }
    let (mut highest, mut lanes) = (s.splat(0), 0);
    for part in text[at..].chunks(S::LANES) {
        let v = order::<S, SWAPPED>(s, s.load_partial(part));
        let marks;
        [missing, marks] = s.add_missing_utf8(missing, [v, s.splat(0)]);
        highest = s.max_u8(highest, marks);
        lanes += S::LANES;
    }
    (missing, s.any_from(0xF0, highest), lanes)
}

/// The pairs of which the low half is in a window, where lanes become sets soon. `after_high`: whether a
/// high surrogate is before the first unit, and then, whether the last unit is one.
#[inline(always)]
fn pairs_by_sets<S: Simd>(s: S, marks: [S::V; 2], after_high: &mut bool) -> Option<usize> {
    let mut sum = 0;
    for marks in marks {
        let [high, low] = s.surrogates(marks)?;
        sum += (low & (high << 1 | u64::from(*after_high))).count_ones() as usize;
        *after_high = high >> (S::LANES - 1) != 0;
    }
    Some(sum)
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

/// The pairs of which the low half is in `text` from `at` on, less than a window or one, vector by vector.
#[inline(always)]
fn pairs_of<S: Simd, const SWAPPED: bool>(s: S, text: &[u8], mut at: usize) -> usize {
    let mut pairs = s.splat(0);
    while at < text.len() {
        let end = text.len().min(at + S::LANES);
        let v = s.load_partial(&text[at..end]);
        let before = if at == 0 {
            s.shift_in16(s.splat(0), v)
        } else {
            s.load_partial(&text[at - 2..end - 2])
        };
        let [v, before] = [v, before].map(
            #[inline(always)]
            |v| order::<S, SWAPPED>(s, v),
        );
        pairs = add_pairs(s, pairs, v, s.shr16::<8>(before));
        at = end;
    }
    s.sum16(pairs)
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
