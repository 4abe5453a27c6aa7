//! How long a prefix holds what is asked of every unit: the loop that checks
//! share which have no classes.
//!
//! ```text
//! windows     |####|####|####|####|
//! last one                   |####|    as long as the others; it overlaps them
//! ```

use crate::simd::{Simd, choice, dispatch::Operation};

/// The vectors of a window.
const WINDOW: usize = 4;

/// What is asked.
pub(crate) trait Check: Copy {
    /// See [`choice`].
    const AVX512: choice::Lengths;
    /// Bytes of a unit.
    const UNIT: usize;
    /// Whether a byte is looked at together with the one before it. Before the
    /// first one is a zero.
    const LOOKS_BACK: bool = false;

    /// Whether it holds for all of a window, and for units of zeros in any case.
    /// `before` is the window one byte earlier, if the check looks back.
    fn holds<S: Simd>(self, s: S, v: [S::V; WINDOW], before: [S::V; WINDOW]) -> bool;

    /// Whether it holds for `unit`, in the byte order of memory, behind `before`.
    fn holds_for(self, unit: &[u8], before: u8) -> bool;
}

/// The operation: the length in bytes of a prefix for which the check holds: of
/// all text, exactly if it holds for all; else the first unit for which it does
/// not is less than a window, and a byte, behind it. A check that looks back may
/// or may not hold for a lead byte at the end.
#[derive(Clone, Copy)]
pub(crate) struct Prefix<'a, C> {
    /// Whole units.
    pub(crate) text: &'a [u8],
    pub(crate) check: C,
}

impl<C: Check> Operation for Prefix<'_, C> {
    type Output = usize;
    const AVX512: choice::Lengths = C::AVX512;

    #[inline(always)]
    fn len(&self) -> usize {
        self.text.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let Self { text, check } = self;
        let len = WINDOW * S::LANES;
        if text.len() < len {
            return if check.holds(s, few(s, text), few_before::<S, C>(s, text)) {
                text.len()
            } else {
                0
            };
        }
        if !window(s, check, text, 0) {
            return 0;
        }
        // The next one begins at an aligned address: no vector lies in two cache lines then.
        let beyond = (text.as_ptr().addr() + len) % S::LANES;
        let mut at = len - if beyond.is_multiple_of(C::UNIT) { beyond } else { 0 };
        while text.len() - at >= len {
            if !window(s, check, text, at) {
                return at;
            }
            at += len;
        }
        if at == text.len() || window(s, check, text, text.len() - len) { text.len() } else { at }
    }

    fn scalar(self) -> usize {
        let mut before = 0;
        for (i, unit) in self.text.chunks_exact(C::UNIT).enumerate() {
            if !self.check.holds_for(unit, before) {
                return i * C::UNIT;
            }
            before = unit[C::UNIT - 1];
        }
        self.text.len()
    }
}

/// Whether the check holds for the window that begins at `at`.
#[inline(always)]
fn window<S: Simd, C: Check>(s: S, check: C, text: &[u8], at: usize) -> bool {
    let window = &text[at..][..WINDOW * S::LANES];
    let mut v = [s.splat(0); WINDOW];
    for (i, v) in v.iter_mut().enumerate() {
        *v = s.load(window, i * S::LANES);
    }
    let mut before = v;
    if C::LOOKS_BACK {
        for (i, before) in before.iter_mut().enumerate().skip(1) {
            *before = s.load(window, i * S::LANES - 1);
        }
        before[0] = if at == 0 { s.shift_up::<1>(v[0]) } else { s.load(text, at - 1) };
    }
    check.holds(s, v, before)
}

/// All of a text that is shorter than a window, with zeros behind it.
#[inline(always)]
fn few<S: Simd>(s: S, text: &[u8]) -> [S::V; WINDOW] {
    let mut v = [s.splat(0); WINDOW];
    if S::MASKS {
        for (i, v) in v.iter_mut().enumerate() {
            let (from, to) = (i * S::LANES, (i + 1) * S::LANES);
            *v = s.load_partial(&text[text.len().min(from)..text.len().min(to)]);
        }
        return v;
    }
    for (v, part) in v.iter_mut().zip(text.chunks(S::LANES)) {
        *v = s.load_partial(part);
    }
    v
}

/// The same one byte earlier, if the check looks back.
#[inline(always)]
fn few_before<S: Simd, C: Check>(s: S, text: &[u8]) -> [S::V; WINDOW] {
    let mut before = [s.splat(0); WINDOW];
    if C::LOOKS_BACK {
        before[0] = s.shift_up::<1>(s.load_partial(&text[..text.len().min(S::LANES)]));
        for (i, before) in before.iter_mut().enumerate().skip(1) {
            // Never an empty slice from elsewhere: a load of which all is masked takes ten times as long where no
            // page is.
            let rest = &text[text.len().min(i * S::LANES - 1)..];
            *before = s.load_partial(&rest[..rest.len().min(S::LANES)]);
        }
    }
    before
}
