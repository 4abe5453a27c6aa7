//! UTF-8 validation: how long a prefix is well-formed?
//!
//! The algorithm is that of Keiser and Lemire ("Validating UTF-8 in less than
//! one instruction per byte", 2021), with three changes:
//!
//! - The bytes before each byte come from *unaligned loads* at -1, -2 and -3,
//!   not from shuffles between vectors. So every vector is checked on its own:
//!   no state is carried, and the last vector may overlap the one before.
//! - Four vectors are looked at together and checked by *class*: all ASCII; no
//!   byte above DF; no byte above EF; anything. A class looks back no further
//!   than it must. The three bytes before the window belong to the class test,
//!   so that a sequence which begins there is not missed.
//! - Below E0 no table is needed: a byte is a continuation byte exactly when
//!   the one before is a lead byte, and C0 and C1 are the two smallest leads.
//!
//! ```text
//! offset      ..  i-3  i-2  i-1   i
//! text            F0   9F   98   80      i must be a continuation byte
//! load<1>                   98           byte i-1 >= C0, or
//! load<2>              9F                byte i-2 >= E0, or
//! load<3>         F0                     byte i-3 >= F0
//! ```

use super::mostly_ascii::{Ends, skip};
use super::utf8_scalar;
use crate::encoding::utf8 as codec;
use crate::simd::{Simd, Window, choice, dispatch::Operation};

/// The operation: the length of the longest prefix that is well-formed and ends at a boundary. The first
/// error begins there, if there is one.
#[derive(Clone, Copy)]
pub(crate) struct WellFormedPrefix<'a>(pub(crate) &'a [u8]);

impl Operation for WellFormedPrefix<'_> {
    type Output = usize;
    const AVX512: choice::Lengths = choice::VALIDATE_UTF8;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> usize {
        let text = self.0;
        if text.len() <= S::LANES {
            return short(s, text);
        }
        if text.len() < S::LANES + Window::<S>::BACK {
            return hardly_more(s, text);
        }
        let at = if text.len() <= 4 * S::LANES { medium(s, text) } else { long(s, text) };
        if at == text.len() { at } else { first_error(s, text, at) }
    }

    fn scalar(self) -> usize {
        utf8_scalar::well_formed_prefix(self.0)
    }
}

/// At most one vector: bytes before the text are zero, and so are those behind.
#[inline(always)]
fn short<S: Simd>(s: S, text: &[u8]) -> usize {
    let v = s.load_partial(text);
    if !s.any_high_bit(v) {
        return text.len();
    }
    let errors = Checks::new(s).at_start(v);
    if s.any_nonzero(errors) || ends_inside_sequence(text) {
        boundary_before(text, first_lane(s, errors).unwrap_or(text.len()))
    } else {
        text.len()
    }
}

/// One vector and up to three bytes: too few for a last vector to look back inside the text.
#[inline(always)]
fn hardly_more<S: Simd>(s: S, text: &[u8]) -> usize {
    let v = s.load(text, 0);
    if s.any_high_bit(v)
        && let Some(lane) = first_lane(s, Checks::new(s).at_start(v))
    {
        return boundary_before(text, lane);
    }
    let at = boundary_before(text, S::LANES);
    at + utf8_scalar::well_formed_prefix(&text[at..])
}

// Both of these return the whole length if all is well-formed; else a place before which all is in order, but
// for a sequence that may go on behind it: 0, or one that has three bytes to look back at.

/// Up to four vectors, the last of which may overlap the one before; and long
/// enough for it to look back inside the text. On an error nothing is said to
/// be well-formed: there is little to look at again.
#[inline(always)]
fn medium<S: Simd>(s: S, text: &[u8]) -> usize {
    let last = text.len() - S::LANES;
    let (first, end) = (s.load(text, 0), s.load(text, last));
    let checks = Checks::new(s);
    let mut errors = s.saturating_sub(end, checks.complete_end());
    if text.len() <= 2 * S::LANES {
        if !s.any_high_bit(s.or(first, end)) {
            return text.len();
        }
    } else {
        let (second, third) = (S::LANES, last.min(2 * S::LANES));
        let (b, c) = (s.load(text, second), s.load(text, third));
        if !s.any_high_bit(s.or(s.or(first, b), s.or(c, end))) {
            return text.len();
        }
        errors = s.or(errors, s.or(checks.at(text, second), checks.at(text, third)));
    }
    errors = s.or(errors, s.or(checks.at_start(first), checks.at(text, last)));
    if s.any_nonzero(errors) { 0 } else { text.len() }
}

#[inline(always)]
fn long<S: Simd>(s: S, text: &[u8]) -> usize {
    // The first vector has nothing before it.
    let first = s.load(text, 0);
    if s.any_high_bit(first) && s.any_nonzero(Checks::new(s).at_start(first)) {
        return 0;
    }
    let mut at = first_window(s, text);
    let mut class = Class::Ascii;
    let mut ends = Ends::default();
    while let Some(window) = Window::new(s, text, at) {
        let before = class;
        class = Class::of::<S, 3>(s, window);
        // A class also checks all that is simpler: after two windows of a class
        // it is cheaper to take it for granted than to ask.
        let run = if class == before { RUN } else { 1 };
        let end = match class {
            Class::Ascii => skip(s, text, at + Window::<S>::LEN, &mut ends),
            Class::UpToTwo => run_up_to_two(s, text, at, run),
            Class::UpToThree => run_up_to_three(s, text, at, run),
            Class::Any => run_of_any(s, text, at, run),
        };
        if end == at {
            return at;
        }
        at = end;
    }
    tail(s, text, at)
}

/// Where the first error begins, if all before `at` is in order, but for a sequence that may go on behind it.
#[inline(always)]
fn first_error<S: Simd>(s: S, text: &[u8], at: usize) -> usize {
    let checks = Checks::new(s);
    let last = text.len() - S::LANES;
    let (mut start, mut errors) = if at == 0 {
        (0, checks.at_start(s.load(text, 0)))
    } else {
        (at.min(last), checks.at(text, at.min(last)))
    };
    loop {
        if let Some(lane) = first_lane(s, errors) {
            return boundary_before(text, start + lane);
        }
        if start == last {
            return boundary_before(text, text.len());
        }
        start = last.min(start + S::LANES);
        errors = checks.at(text, start);
    }
}

/// The first lane in which something is wrong.
#[inline(always)]
fn first_lane<S: Simd>(s: S, errors: S::V) -> Option<usize> {
    let lanes = s.bits(s.sub(s.splat(0), s.min_u8(errors, s.splat(1))));
    (lanes != 0).then(|| lanes.trailing_zeros() as usize)
}

/// What a window, and the bytes before it, are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// No byte above 7F.
    Ascii,
    /// No byte above DF.
    UpToTwo,
    /// No byte above EF.
    UpToThree,
    Any,
}

impl Class {
    #[inline(always)]
    pub(crate) fn of<S: Simd, const BACK: usize>(s: S, window: Window<'_, S>) -> Self {
        let highest = s.max_u8(window.highest(), window.load::<BACK>(0));
        if !s.any_high_bit(highest) {
            Self::Ascii
        } else if !s.any_from(0xE0, highest) {
            Self::UpToTwo
        } else if !s.any_from(0xF0, highest) {
            Self::UpToThree
        } else {
            Self::Any
        }
    }
}

/// Where the first window begins, behind some of the bytes of the first vector:
/// at an aligned address, if that leaves it three bytes to look back at.
#[inline(always)]
fn first_window<S: Simd>(_: S, text: &[u8]) -> usize {
    let aligned = S::LANES - text.as_ptr().addr() % S::LANES;
    if aligned < Window::<S>::BACK { S::LANES } else { aligned }
}

/// How many windows are taken to be of one class.
const RUN: usize = 8;

/// The end of the windows from `at` on, at most `run`, that are in order and
/// have no byte above DF.
#[inline(always)]
fn run_up_to_two<S: Simd>(s: S, text: &[u8], mut at: usize, run: usize) -> usize {
    for _ in 0..run {
        let Some(window) = Window::new(s, text, at) else { break };
        if !is_up_to_two(s, window) {
            break;
        }
        at += Window::<S>::LEN;
    }
    at
}

/// Whether a window is in order, and has no byte above DF.
#[inline(always)]
pub(super) fn is_up_to_two<S: Simd>(s: S, window: Window<'_, S>) -> bool {
    let three = s.saturating_sub(window.highest(), s.splat(0xE0 - 0x80));
    !s.any_high_bit(s.or(errors_up_to_two(s, window), three))
}

/// The end of the windows from `at` on, at most `run`, that are in order and
/// have no byte above EF.
#[inline(always)]
fn run_up_to_three<S: Simd>(s: S, text: &[u8], mut at: usize, run: usize) -> usize {
    for _ in 0..run {
        let Some(window) = Window::new(s, text, at) else { break };
        let four = s.saturating_sub(window.highest(), s.splat(0xF0 - 0x80));
        if s.any_high_bit(s.or(errors_up_to_three(s, window), four)) {
            break;
        }
        at += Window::<S>::LEN;
    }
    at
}

/// The end of the windows from `at` on, at most `run`, that are in order.
#[inline(always)]
fn run_of_any<S: Simd>(s: S, text: &[u8], mut at: usize, run: usize) -> usize {
    for _ in 0..run {
        let Some(window) = Window::new(s, text, at) else { break };
        if s.any_nonzero(errors_of_any(s, window)) {
            break;
        }
        at += Window::<S>::LEN;
    }
    at
}

/// Whether anything is wrong with a window of `class`.
#[inline(always)]
pub(crate) fn errors_in<S: Simd>(s: S, window: Window<'_, S>, class: Class) -> bool {
    match class {
        Class::Ascii => false,
        Class::UpToTwo => s.any_high_bit(errors_up_to_two(s, window)),
        Class::UpToThree => s.any_high_bit(errors_up_to_three(s, window)),
        Class::Any => s.any_nonzero(errors_of_any(s, window)),
    }
}

/// Flags for what is wrong with a window that has no byte above DF.
#[inline(always)]
fn errors_up_to_two<S: Simd>(s: S, window: Window<'_, S>) -> S::V {
    let checks = Checks::new(s);
    let (mut errors, mut lowest_lead) = (s.splat(0), s.splat(0));
    for (i, v) in window.load_all().into_iter().enumerate() {
        let lead = checks.lead(window.before::<1>(i));
        errors = s.or(errors, s.xor(lead, s.is_continuation(v)));
        lowest_lead = s.min_i8(lowest_lead, lead);
    }
    s.or(errors, s.less_than_i8(lowest_lead, s.splat(C2_AS_LEAD)))
}

/// Flags for what is wrong with a window that has no byte above EF.
#[inline(always)]
fn errors_up_to_three<S: Simd>(s: S, window: Window<'_, S>) -> S::V {
    let checks = Checks::new(s);
    let (mut errors, mut lowest_lead) = (s.splat(0), s.splat(0));
    for (i, v) in window.load_all().into_iter().enumerate() {
        let before = window.before::<1>(i);
        let lead = checks.lead(before);
        let expected = s.or(lead, checks.lead_of_three(window.before::<2>(i)));
        errors = s.or(errors, s.xor(expected, checks.is_allowed_after(before, v)));
        lowest_lead = s.min_i8(lowest_lead, lead);
    }
    s.or(errors, s.less_than_i8(lowest_lead, s.splat(C2_AS_LEAD)))
}

/// Bits for what is wrong with any window.
#[inline(always)]
fn errors_of_any<S: Simd>(s: S, window: Window<'_, S>) -> S::V {
    let checks = Checks::new(s);
    let mut errors = s.splat(0);
    for i in 0..Window::<S>::VECTORS {
        errors = s.or(errors, checks.of(window, i));
    }
    errors
}

/// The last bytes, fewer than a window; what is a vector before the end, and `at`, are at least [`Window::BACK`].
#[inline(always)]
fn tail<S: Simd>(s: S, text: &[u8], at: usize) -> usize {
    let last = text.len() - S::LANES;
    // Up to four vectors; those that would end behind the text begin earlier.
    let starts = [
        last.min(at),
        last.min(at + S::LANES),
        last.min(at + 2 * S::LANES),
        last.min(at + 3 * S::LANES),
    ];
    let v = [
        s.load(text, starts[0]),
        s.load(text, starts[1]),
        s.load(text, starts[2]),
        s.load(text, starts[3]),
    ];
    let highest = s.max_u8(s.max_u8(v[0], v[1]), s.max_u8(v[2], v[3]));
    let highest = s.max_u8(highest, s.load(text, starts[0] - 3));
    if !s.any_high_bit(highest) {
        return text.len();
    }
    let checks = Checks::new(s);
    let mut errors = s.splat(0);
    let vectors = (text.len() - at).div_ceil(S::LANES);
    for &start in starts.iter().take(vectors) {
        errors = s.or(errors, checks.at(text, start));
    }
    // All windows may be in order, and the last sequence cut.
    if s.any_nonzero(errors) || ends_inside_sequence(text) { at.min(last) } else { text.len() }
}

/// Whether one of the last three bytes begins a sequence that they do not end.
#[inline(always)]
fn ends_inside_sequence(text: &[u8]) -> bool {
    match *text {
        [.., a, b, c] => a >= 0xF0 || b >= 0xE0 || c >= 0xC0,
        [a, b] => a >= 0xE0 || b >= 0xC0,
        [a] => a >= 0xC0,
        [] => false,
    }
}

/// `at`, or the start of the sequence that begins before `at` and does not end
/// there. All pairs of bytes before `at` are known to be in order; a byte that
/// begins nothing is found out by the byte behind it, so it may be the last.
#[inline(always)]
fn boundary_before(text: &[u8], at: usize) -> usize {
    for back in 1..=at.min(3) {
        let byte = text[at - back];
        if !codec::is_continuation(byte) {
            let inside = codec::sequence_len(byte).is_none_or(|len| len > back);
            return if inside { at - back } else { at };
        }
    }
    at
}

/// The tables of the look-up algorithm. A bit set in all three entries for a
/// byte and the one before it is an error; [`TWO_CONTINUATIONS`] is none where
/// a sequence of three or four bytes goes on.
#[derive(Clone, Copy)]
pub(crate) struct Checks<S: Simd> {
    s: S,
    first_high: S::V,
    first_low: S::V,
    second_high: S::V,
}

/// Lead byte, then a byte that is no continuation byte.
const TOO_SHORT: u8 = 1 << 0;
/// ASCII, then a continuation byte.
const TOO_LONG: u8 = 1 << 1;
/// E0, then 80..9F.
const OVERLONG_3: u8 = 1 << 2;
/// F4, then 90..BF, or F5..FF, then A0..BF or 90..9F.
const TOO_LARGE: u8 = 1 << 3;
/// ED, then A0..BF.
const SURROGATE: u8 = 1 << 4;
/// C0 or C1, then a continuation byte.
const OVERLONG_2: u8 = 1 << 5;
/// F5..FF, then 80..8F.
const TOO_LARGE_1000: u8 = 1 << 6;
/// F0, then 80..8F. The first byte tells it from the one above.
const OVERLONG_4: u8 = 1 << 6;
/// Two continuation bytes.
const TWO_CONTINUATIONS: u8 = 1 << 7;
/// The low nibble of the first byte does not matter.
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

const FIRST_HIGH: [u8; 16] = {
    let mut table = [TOO_LONG; 16]; // 0_ to 7_
    let mut high = 8;
    while high < 16 {
        table[high] = match high {
            0x8..=0xB => TWO_CONTINUATIONS,
            0xC => TOO_SHORT | OVERLONG_2,
            0xD => TOO_SHORT,
            0xE => TOO_SHORT | OVERLONG_3 | SURROGATE,
            _ => TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
        };
        high += 1;
    }
    table
};

const FIRST_LOW: [u8; 16] = {
    let mut table = [0; 16];
    let mut low = 0;
    while low < 16 {
        table[low] = CARRY
            | match low {
                0x0 => OVERLONG_2 | OVERLONG_3 | OVERLONG_4,
                0x1 => OVERLONG_2,
                0x4 => TOO_LARGE,
                0xD => TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
                0x5..=0xF => TOO_LARGE | TOO_LARGE_1000,
                _ => 0,
            };
        low += 1;
    }
    table
};

const SECOND_HIGH: [u8; 16] = {
    let mut table = [TOO_SHORT; 16]; // 0_ to 7_, C_ to F_
    let mut high = 0x8;
    while high <= 0xB {
        table[high] = TOO_LONG
            | OVERLONG_2
            | TWO_CONTINUATIONS
            | match high {
                0x8 => OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
                0x9 => OVERLONG_3 | TOO_LARGE,
                _ => SURROGATE | TOO_LARGE,
            };
        high += 1;
    }
    table
};

/// C2, as [`Checks::lead`] shows it.
const C2_AS_LEAD: u8 = 0xC2 - 0x40;

/// For [`Checks::is_allowed_after`], by the byte before, less DF: the second
/// byte, with these bits turned ...
const FLIP: [u8; 16] = {
    let mut table = [0; 16];
    table[0xE0 - 0xDF] = 0x20; // A0..BF become 80..9F
    table
};
/// ... is less than this, as a signed number.
const BOUND: [u8; 16] = {
    let mut table = [0xC0; 16];
    table[0xE0 - 0xDF] = 0xA0;
    table[0xED - 0xDF] = 0xA0;
    table
};

impl<S: Simd> Checks<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        Self {
            s,
            first_high: s.table(FIRST_HIGH),
            first_low: s.table(FIRST_LOW),
            second_high: s.table(SECOND_HIGH),
        }
    }

    /// Flag: the byte is C0 or more. As signed numbers, C0 and C1 are the two
    /// smallest of all results.
    #[inline(always)]
    fn lead(self, v: S::V) -> S::V {
        self.s.saturating_sub(v, self.s.splat(0xC0 - 0x80))
    }

    /// What is wrong with two bytes in a row; bit 7 stands for two
    /// continuation bytes.
    #[inline(always)]
    fn pairs(self, v: S::V, before: S::V) -> S::V {
        let s = self.s;
        let first_high = s.lookup(self.first_high, s.high_nibble(before));
        let first_low = s.lookup(self.first_low, s.low_nibble(before));
        let second_high = s.lookup(self.second_high, s.high_nibble(v));
        s.and(s.and(first_high, first_low), second_high)
    }

    /// Flag: the byte is E0 or more.
    #[inline(always)]
    fn lead_of_three(self, v: S::V) -> S::V {
        self.s.saturating_sub(v, self.s.splat(0xE0 - 0x80))
    }

    /// Flag: the byte is a continuation byte, and one that `before`, a byte
    /// below F0, allows: behind E0 from A0 on, behind ED up to 9F.
    #[inline(always)]
    fn is_allowed_after(self, before: S::V, v: S::V) -> S::V {
        let s = self.s;
        // 0 for all bytes below E0; 16, the same entry, for EF.
        let index = s.saturating_sub(before, s.splat(0xDF));
        let flip = s.lookup_low(s.table(FLIP), index);
        let bound = s.lookup_low(s.table(BOUND), index);
        s.less_than_i8(s.xor(v, flip), bound)
    }

    /// What is wrong with the vector at `start` of any text, 3 or more.
    #[inline(always)]
    fn at(self, text: &[u8], start: usize) -> S::V {
        let s = self.s;
        let before = [s.load(text, start - 1), s.load(text, start - 2), s.load(text, start - 3)];
        self.any(s.load(text, start), before[0], before[1], before[2])
    }

    /// What is wrong with vector number `vector` of any window.
    #[inline(always)]
    pub(super) fn of(self, window: Window<'_, S>, vector: usize) -> S::V {
        self.any(
            window.load::<0>(vector),
            window.before::<1>(vector),
            window.before::<2>(vector),
            window.before::<3>(vector),
        )
    }

    /// What is wrong with the first vector of any text.
    #[inline(always)]
    pub(crate) fn at_start(self, v: S::V) -> S::V {
        let s = self.s;
        self.any(v, s.shift_up::<1>(v), s.shift_up::<2>(v), s.shift_up::<3>(v))
    }

    /// The highest bytes that the last vector may have without ending inside of
    /// a sequence: lane-wise, so that subtraction leaves zero.
    #[inline(always)]
    fn complete_end(self) -> S::V {
        const HIGHEST: [u8; 64] = {
            let mut highest = [0xFF; 64];
            highest[61] = 0xEF;
            highest[62] = 0xDF;
            highest[63] = 0xBF;
            highest
        };
        self.s.load(&HIGHEST, 64 - S::LANES)
    }

    /// What is wrong with any text.
    #[inline(always)]
    pub(crate) fn any(self, v: S::V, before: S::V, before2: S::V, before3: S::V) -> S::V {
        let s = self.s;
        let third = s.saturating_sub(before2, s.splat(0xE0 - 0x80));
        let fourth = s.saturating_sub(before3, s.splat(0xF0 - 0x80));
        s.xor(self.pairs(v, before), s.and(s.or(third, fourth), s.splat(0x80)))
    }
}
