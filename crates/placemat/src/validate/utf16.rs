//! UTF-16 validation: how long a prefix is well-formed?
//!
//! A unit is in order exactly when it is a low surrogate *and* the one before it
//! a high one, or neither. So every lane is checked on its own, with the unit
//! before it from an unaligned load, and no state is carried:
//!
//! ```text
//! offset            i-1    i
//! units             D83D   DE00
//! load<2>                  D83D      is it a high surrogate?
//! load<0>                  DE00      is it a low one? The same answer: in order.
//! ```
//!
//! Most text has no surrogates. Four vectors are looked at together: two operations a
//! vector; and those behind a high surrogate are looked at lane by lane, too.

use super::prefix::{Check, Prefix};
use crate::simd::{Simd, Window, choice, dispatch::Operation};

/// The operation: the length of a prefix of UTF-16 in memory, in bytes, that is
/// well-formed and ends at a boundary. It is the whole length exactly when all is
/// well-formed; else the first error begins less than a window behind it. The
/// byte order is that of the processor, or, if `SWAPPED`, the other one.
#[derive(Clone, Copy)]
pub(crate) struct WellFormedUtf16Prefix<'a, const SWAPPED: bool>(pub(crate) &'a [u8]);

impl<const SWAPPED: bool> Operation for WellFormedUtf16Prefix<'_, SWAPPED> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::VALIDATE_UTF16;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        // An odd byte at the end is the codec's business.
        let text = &self.0[..self.0.len() & !1];
        // Up to the first surrogate nothing is looked at together with what is before it.
        let start = Prefix { text, check: NoSurrogates::<SWAPPED> }.with_vectors(s);
        if start == text.len() {
            return start;
        }
        let checks = Checks::<S, SWAPPED> { s };
        let end = start + checks.in_order_until(&text[start..]);
        if end > 0 && checks.is_high(text, end - 2) { end - 2 } else { end }
    }

    fn scalar(self) -> usize {
        let (units, _) = self.0.as_chunks::<2>();
        let mut at = 0;
        while at < units.len() {
            // Eight units without a surrogate, without a branch.
            if let Some(eight) = units[at..].first_chunk::<8>() {
                let none = eight.iter().all(|&unit| order::<SWAPPED>(unit) & 0xF800 != 0xD800);
                if none {
                    at += 8;
                    continue;
                }
            }
            at += match order::<SWAPPED>(units[at]) {
                0xD800..0xDC00 => match units.get(at + 1).map(|&unit| order::<SWAPPED>(unit)) {
                    Some(0xDC00..0xE000) => 2,
                    _ => break,
                },
                0xDC00..0xE000 => break,
                _ => 1,
            };
        }
        2 * at
    }
}

/// Whether one of the units is a surrogate.
#[inline(always)]
pub(crate) fn any_surrogate<S: Simd>(s: S, units: [S::V; 2]) -> bool {
    // D800..DFFF become 0..7FF.
    let turned = s.splat16(0x2800);
    let lowest = s.min_u16(s.add16(units[0], turned), s.add16(units[1], turned));
    s.any_below16(0x800, lowest)
}

#[inline(always)]
fn order<const SWAPPED: bool>(bytes: [u8; 2]) -> u16 {
    let unit = u16::from_ne_bytes(bytes);
    if SWAPPED { unit.swap_bytes() } else { unit }
}

/// The unit at an offset in bytes.
#[inline(always)]
fn unit<const SWAPPED: bool>(text: &[u8], at: usize) -> u16 {
    order::<SWAPPED>([text[at], text[at + 1]])
}

/// From how many vectors on it pays to align them.
const LONG: usize = 8;

#[derive(Clone, Copy)]
struct Checks<S: Simd, const SWAPPED: bool> {
    s: S,
}

impl<S: Simd, const SWAPPED: bool> Checks<S, SWAPPED> {
    /// How far each unit is in order with the one before it. The last of them may
    /// be a high surrogate.
    #[inline(always)]
    fn in_order_until(self, text: &[u8]) -> usize {
        let s = self.s;
        // The first vector has nothing before it.
        let first = self.order(s.load_partial(&text[..text.len().min(S::LANES)]));
        let before = s.shift_in16(s.splat(0), first);
        if s.any_nonzero(self.errors(first, before)) {
            return 0;
        }
        let mut at = self.first_window(text);
        // Whether the unit before the window is a high surrogate.
        let mut waits = at > 0 && self.is_high(text, at - 2);
        while let Some(window) = Window::new(s, text, at) {
            if waits || !NoSurrogates::<SWAPPED>.holds(s, window.load_all(), [s.splat(0); 4]) {
                if self.has_errors(window) {
                    return at;
                }
                waits = self.is_high(text, at + Window::<S>::LEN - 2);
            }
            at += Window::<S>::LEN;
        }
        // The last vector ends with the text, and may overlap the one before.
        while at < text.len() {
            let start = at.min(text.len() - S::LANES);
            let v = self.order(s.load(text, start));
            let before = self.order(s.load(text, start - 2));
            if s.any_nonzero(self.errors(v, before)) {
                return at;
            }
            at = start + S::LANES;
        }
        at
    }

    /// Where the first window begins, behind units of the first vector: in a long text at an
    /// aligned address, if that leaves it something to look back at.
    #[inline(always)]
    fn first_window(self, text: &[u8]) -> usize {
        let aligned = S::LANES - text.as_ptr().addr() % S::LANES;
        let fits = aligned.is_multiple_of(2) && aligned >= Window::<S>::BACK;
        if fits && text.len() >= LONG * S::LANES { aligned } else { text.len().min(S::LANES) }
    }

    #[inline(always)]
    fn is_high(self, text: &[u8], at: usize) -> bool {
        unit::<SWAPPED>(text, at) & 0xFC00 == 0xD800
    }

    #[inline(always)]
    fn has_errors(self, window: Window<'_, S>) -> bool {
        let s = self.s;
        let mut errors = s.splat(0);
        for i in 0..Window::<S>::VECTORS {
            let (v, before) = (window.load::<0>(i), window.load::<2>(i));
            errors = s.or(errors, self.errors(self.order(v), self.order(before)));
        }
        s.any_nonzero(errors)
    }

    /// Masks: the unit is a low surrogate, or the one before a high one, not both.
    #[inline(always)]
    fn errors(self, v: S::V, before: S::V) -> S::V {
        let s = self.s;
        let kind = s.splat16(0xFC00);
        let low = s.equal16(s.and(v, kind), s.splat16(0xDC00));
        let behind_high = s.equal16(s.and(before, kind), s.splat16(0xD800));
        s.xor(low, behind_high)
    }

    /// The units in the byte order of the processor.
    #[inline(always)]
    fn order(self, v: S::V) -> S::V {
        if SWAPPED { self.s.swap16(v) } else { v }
    }

    /// The same less D800.
    #[inline(always)]
    fn turned(self, v: S::V) -> S::V {
        self.s.add16(self.order(v), self.s.splat16(0x2800))
    }
}

/// Whether no unit is a surrogate.
#[derive(Clone, Copy)]
struct NoSurrogates<const SWAPPED: bool>;

impl<const SWAPPED: bool> Check for NoSurrogates<SWAPPED> {
    const AVX512: choice::Lengths = choice::VALIDATE_UTF16;
    const UNIT: usize = 2;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, [a, b, c, d]: [S::V; 4], _before: [S::V; 4]) -> bool {
        // D800..DFFF become the smallest.
        let checks = Checks::<S, SWAPPED> { s };
        let [a, b] = [checks.turned(a), checks.turned(b)];
        let [c, d] = [checks.turned(c), checks.turned(d)];
        let lowest = s.min_u16(s.min_u16(a, b), s.min_u16(c, d));
        !s.any_below16(0x800, lowest)
    }

    #[inline]
    fn holds_for(self, unit: &[u8], _before: u8) -> bool {
        order::<SWAPPED>([unit[0], unit[1]]) & 0xF800 != 0xD800
    }
}
