//! Counts over UTF-16: code points, and the bytes of UTF-8 that it becomes.

use crate::simd::{Simd, Window, dispatch::Operation};

/// The operation: how many bytes of UTF-8 UTF-16 in memory becomes, with three,
/// those of U+FFFD, for a lone surrogate. The byte order is that of the
/// processor, or, if `SWAPPED`, the other one.
#[derive(Clone, Copy)]
pub(crate) struct Utf8Len<'a, const SWAPPED: bool>(pub(crate) &'a [u8]);

/// The operation: how many units are no low surrogates.
#[derive(Clone, Copy)]
pub(crate) struct CountUtf16<'a, const SWAPPED: bool>(pub(crate) &'a [u8]);

/// Totals of 16 bits overflow after 65535 additions, and a window adds up to
/// eight to a lane. Two vectors at the start and the end add a few more.
const WINDOWS_A_ROUND: usize = 8000;

impl<const SWAPPED: bool> Operation for Utf8Len<'_, SWAPPED> {
    type Output = usize;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let units = self.0.len() / 2;
        units + each_vector(s, self.0, AddBytes::<SWAPPED>)
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

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let units = self.0.len() / 2;
        units - each_vector(s, self.0, AddLow::<SWAPPED>)
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

/// What is added up: up to two for every unit.
trait Add: Copy {
    /// Whether a window of which these are all units, with the one before them,
    /// is a simple one.
    fn is_simple<S: Simd>(self, s: S, window: Window<'_, S>) -> bool;
    /// Adds what a vector counts for in a simple window.
    fn add_simple<S: Simd>(self, s: S, totals: S::V, v: S::V) -> S::V;
    /// The same in any window; `before` are the units before those of `v`.
    fn add<S: Simd>(self, s: S, totals: S::V, v: S::V, before: S::V) -> S::V;
}

/// The bytes of UTF-8 behind the first one.
#[derive(Clone, Copy)]
struct AddBytes<const SWAPPED: bool>;

impl<const SWAPPED: bool> Add for AddBytes<SWAPPED> {
    /// No surrogates.
    #[inline(always)]
    fn is_simple<S: Simd>(self, s: S, window: Window<'_, S>) -> bool {
        crate::validate::utf16::no_surrogates::<S, SWAPPED>(s, window)
    }

    #[inline(always)]
    fn add_simple<S: Simd>(self, s: S, totals: S::V, v: S::V) -> S::V {
        let v = if SWAPPED { s.swap16(v) } else { v };
        // A mask is -1.
        let totals = s.sub16(totals, s.at_least_u16(v, s.splat16(0x80)));
        s.sub16(totals, s.at_least_u16(v, s.splat16(0x800)))
    }

    #[inline(always)]
    fn add<S: Simd>(self, s: S, totals: S::V, v: S::V, before: S::V) -> S::V {
        let totals = self.add_simple(s, totals, v);
        let [low, high] = [
            is_surrogate::<S, SWAPPED>(s, v, 0xDC00),
            is_surrogate::<S, SWAPPED>(s, before, 0xD800),
        ];
        // Each half of a pair has been taken for three bytes.
        let pair = s.and(low, high);
        s.add16(s.add16(totals, pair), pair)
    }
}

/// Low surrogates.
#[derive(Clone, Copy)]
struct AddLow<const SWAPPED: bool>;

impl<const SWAPPED: bool> Add for AddLow<SWAPPED> {
    #[inline(always)]
    fn is_simple<S: Simd>(self, _: S, _: Window<'_, S>) -> bool {
        true
    }

    #[inline(always)]
    fn add_simple<S: Simd>(self, s: S, totals: S::V, v: S::V) -> S::V {
        s.sub16(totals, is_surrogate::<S, SWAPPED>(s, v, 0xDC00))
    }

    #[inline(always)]
    fn add<S: Simd>(self, s: S, totals: S::V, v: S::V, _: S::V) -> S::V {
        self.add_simple(s, totals, v)
    }
}

/// Mask: the unit is one of the 1024 surrogates from `first` on.
#[inline(always)]
fn is_surrogate<S: Simd, const SWAPPED: bool>(s: S, v: S::V, first: u16) -> S::V {
    // The constants are swapped, not the units.
    let order = |unit: u16| if SWAPPED { unit.swap_bytes() } else { unit };
    s.equal16(s.and(v, s.splat16(order(0xFC00))), s.splat16(order(first)))
}

/// The sum over all units of `text`.
#[inline(always)]
fn each_vector<S: Simd>(s: S, text: &[u8], what: impl Add) -> usize {
    let text = &text[..text.len() & !1];
    // The lanes that a partial load adds are zero, and count for nothing.
    let mut at = text.len().min(S::LANES);
    let first = s.load_partial(&text[..at]);
    let mut totals = what.add(s, s.splat(0), first, s.shift_in16(s.splat(0), first));
    let mut sum = 0;
    loop {
        let mut windows = 0;
        while windows < WINDOWS_A_ROUND {
            let Some(window) = Window::new(s, text, at) else { break };
            let simple = what.is_simple(s, window);
            for i in 0..Window::<S>::VECTORS {
                let v = window.load::<0>(i);
                totals = if simple {
                    what.add_simple(s, totals, v)
                } else {
                    what.add(s, totals, v, window.load::<2>(i))
                };
            }
            at += Window::<S>::LEN;
            windows += 1;
        }
        if windows < WINDOWS_A_ROUND {
            break;
        }
        sum += s.sum16(totals);
        totals = s.splat(0);
    }
    while at < text.len() {
        let end = text.len().min(at + S::LANES);
        let v = s.load_partial(&text[at..end]);
        let before = s.load_partial(&text[at - 2..end - 2]);
        totals = what.add(s, totals, v, before);
        at = end;
    }
    sum + s.sum16(totals)
}
