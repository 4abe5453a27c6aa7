//! UTF-8 to UTF-16.
//!
//! Every position of the text is a lane, and every lane makes a unit out of the
//! bytes *before* it; it is kept where a sequence has just ended, that is, where
//! the byte in the lane is no continuation byte. So no lane looks ahead, and the
//! loads at -1, -2 and -3 are those that validation needs anyway.
//!
//! ```text
//! text           a    C3   A9   E2   82   AC   z
//! lane           0    1    2    3    4    5    6
//! load<1>        .    a    C3   A9   E2   82   AC     low     & 7F
//! load<2>             .    a    C3   A9   E2   82     middle  & 3F if load<1> continues
//! load<3>                  .    a    C3   A9   E2     high    << 4 if load<2> does too
//! keep           x    x         x              x      lane is no continuation byte
//! unit           .    a         é              €
//! ```
//!
//! A sequence of four bytes makes two units: the lane of its last byte makes the
//! high surrogate, from the three bytes before it, and the lane behind it the
//! low one. If `b0 b1 b2 b3` is the sequence and `w` its value above the first
//! 16 bits, less one:
//!
//! ```text
//!                low                middle          high
//! high surrogate b1 & F, b2 >> 4    20 | w          D0
//! low surrogate  b3                 30 | b2 & F     D0
//! ```
//!
//! The units are put together from bytes by a multiply-add, and moved together
//! eight at a time by a table of 256 shuffles, without a branch.
//!
//! A window is checked before anything of it is stored, with the checks of
//! [`validate::utf8`](crate::validate::utf8), by class.

use super::fast::Progress;
use super::output::{Output, SLACK};
use crate::encoding::{Encoding, Step, Utf16, utf8 as codec};
use crate::simd::{Simd, Window, dispatch::Operation};
use crate::validate::utf8::{Checks, Class, errors_in};
use core::mem::MaybeUninit;

/// The operation.
pub(crate) struct Utf8ToUtf16<'a, const SWAPPED: bool> {
    pub(crate) src: &'a [u8],
    pub(crate) dst: Output<'a>,
}

impl<const SWAPPED: bool> Operation for Utf8ToUtf16<'_, SWAPPED> {
    type Output = Progress;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Progress {
        let Self { src, mut dst } = self;
        let mut read = ascii::<S, SWAPPED>(s, src, &mut dst);
        read = bulk::<S, SWAPPED>(s, src, read, &mut dst);
        // The rest, and short texts: a vector at a time, by way of the stack.
        while let Some(end) = edge::<S, SWAPPED>(s, src, read, &mut dst) {
            read = end;
        }
        Progress { read, written: dst.written() }
    }

    fn scalar(self) -> Progress {
        Progress::default()
    }
}

/// The ASCII that the text begins with, by whole vectors; the last one overlaps
/// the one before if the text is ASCII to its end.
#[inline(always)]
fn ascii<S: Simd, const SWAPPED: bool>(s: S, src: &[u8], dst: &mut Output<'_>) -> usize {
    let mut at = 0;
    while src.len() - at >= S::LANES && dst.room() >= 2 * S::LANES {
        let v = s.load(src, at);
        if s.any_high_bit(v) {
            return at;
        }
        // SAFETY: there is room for every lane.
        unsafe { s.store_widened::<SWAPPED>(v, dst.place()) };
        // SAFETY: just written.
        unsafe { dst.advance(2 * S::LANES) };
        at += S::LANES;
    }
    let rest = src.len() - at;
    if at > 0 && rest > 0 && dst.room() >= 2 * rest {
        let v = s.load(src, src.len() - S::LANES);
        if !s.any_high_bit(v) {
            dst.take_back(2 * (S::LANES - rest));
            // SAFETY: there is room for every lane: those taken back, and the rest.
            unsafe { s.store_widened::<SWAPPED>(v, dst.place()) };
            // SAFETY: just written.
            unsafe { dst.advance(2 * S::LANES) };
            at = src.len();
        }
    }
    at
}

/// Whole windows, as long as they are in order and there is room for whatever
/// they may become. Takes and returns how far the text is converted: a boundary.
#[inline(always)]
fn bulk<S: Simd, const SWAPPED: bool>(
    s: S,
    src: &[u8],
    read: usize,
    dst: &mut Output<'_>,
) -> usize {
    let room = 2 * Window::<S>::LEN + SLACK;
    if src.len() - read < 2 * Window::<S>::LEN || dst.room() < room {
        return read;
    }
    let start = if read < 3 { first_sequences::<SWAPPED>(src, dst) } else { read };
    if start < 3 || codec::is_continuation(src[start]) {
        return start;
    }
    let mut at = start + 1;
    // The last lane has stored a high surrogate, and the low one is to come.
    let mut split = false;
    while let Some(window) = Window::new(s, src, at) {
        let class = Class::of::<S, 4>(s, window);
        if dst.room() < room || errors_in(s, window, class) {
            break;
        }
        split = class == Class::Any && src[at + Window::<S>::LEN - 4] >= 0xF0;
        // SAFETY: there is room for a unit from every lane, and for the slack.
        unsafe { store_window::<S, SWAPPED>(s, window, class, split, dst) };
        at += Window::<S>::LEN;
        if class == Class::Ascii {
            at = ascii_windows::<S, SWAPPED>(s, src, at, dst);
        }
    }
    if split {
        dst.take_back(2);
    }
    dst.restore();
    boundary_before(src, at)
}

/// As many windows of ASCII as follow one that ends before `at`.
#[inline(always)]
fn ascii_windows<S: Simd, const SWAPPED: bool>(
    s: S,
    src: &[u8],
    mut at: usize,
    dst: &mut Output<'_>,
) -> usize {
    while let Some(window) = Window::new(s, src, at) {
        let [a, b, c, d] = window.load_all();
        if dst.room() < 2 * Window::<S>::LEN + SLACK || s.any_high_bit(s.or(s.or(a, b), s.or(c, d)))
        {
            break;
        }
        // SAFETY: there is room for a unit from every lane.
        unsafe { store_window::<S, SWAPPED>(s, window, Class::Ascii, false, dst) };
        at += Window::<S>::LEN;
    }
    at
}

/// Converts the sequences that begin in the first three bytes, so that lanes
/// have bytes to look back at. Returns where the next one begins.
fn first_sequences<const SWAPPED: bool>(src: &[u8], dst: &mut Output<'_>) -> usize {
    let mut at = 0;
    while at < 3 {
        let Step::Value { value, len } = codec::decode(&src[at..], true) else { break };
        let Some(units) = Utf16::<crate::encoding::Native>::encode(value) else { break };
        for unit in units.as_slice() {
            dst.write(&if SWAPPED { unit.swap_bytes() } else { *unit }.to_ne_bytes());
        }
        at += len;
    }
    at
}

/// The start of the sequence that the byte before `at` belongs to: all before
/// it has been stored by lanes before `at`.
#[inline(always)]
fn boundary_before(src: &[u8], at: usize) -> usize {
    let mut start = at - 1;
    while codec::is_continuation(src[start]) {
        start -= 1;
    }
    start
}

/// Stores the units of a window. `split` says that its last lane makes a high
/// surrogate.
///
/// # Safety
/// There is room for two bytes for every lane, and for [`SLACK`].
#[inline(always)]
unsafe fn store_window<S: Simd, const SWAPPED: bool>(
    s: S,
    window: Window<'_, S>,
    class: Class,
    split: bool,
    dst: &mut Output<'_>,
) {
    match class {
        Class::Ascii => {
            for i in 0..Window::<S>::VECTORS {
                // SAFETY: there is room for every lane.
                unsafe { s.store_widened::<SWAPPED>(window.load::<1>(i), dst.place()) };
                // SAFETY: just written.
                unsafe { dst.advance(2 * S::LANES) };
            }
            dst.nothing_behind();
        }
        // SAFETY: there is room.
        Class::UpToTwo => unsafe {
            store_lanes::<S, SWAPPED>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| s.is_continuation(window.load::<0>(i)),
                #[inline(always)]
                |i| units_up_to_two(s, window.load::<1>(i), window.load::<2>(i)),
            )
        },
        // SAFETY: there is room.
        Class::UpToThree => unsafe {
            store_lanes::<S, SWAPPED>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| s.is_continuation(window.load::<0>(i)),
                #[inline(always)]
                |i| {
                    let before = (window.load::<1>(i), window.load::<2>(i), window.load::<3>(i));
                    units_up_to_three(s, before.0, before.1, before.2)
                },
            )
        },
        // SAFETY: there is room.
        Class::Any => unsafe {
            store_lanes::<S, SWAPPED>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| {
                    s.and_not(
                        is_lead_of_four(s, window.load::<3>(i)),
                        s.is_continuation(window.load::<0>(i)),
                    )
                },
                #[inline(always)]
                |i| {
                    let (b1, b2) = (window.load::<1>(i), window.load::<2>(i));
                    units_of_any(s, [b1, b2, window.load::<3>(i), window.load::<4>(i)])
                },
            )
        },
    }
}

/// Stores the units of four vectors: `units(i)` without those that `dropped(i)`
/// flags.
///
/// # Safety
/// There is room for two bytes for every lane, and for [`SLACK`].
#[inline(always)]
unsafe fn store_lanes<S: Simd, const SWAPPED: bool>(
    s: S,
    dst: &mut Output<'_>,
    split: bool,
    dropped: impl Fn(usize) -> S::V,
    units: impl Fn(usize) -> S::Units,
) {
    // Written out: `array::map` is not always inlined, and then nothing in it is.
    let dropped = [dropped(0), dropped(1), dropped(2), dropped(3)];
    let dropped = [
        s.flagged(dropped[0]),
        s.flagged(dropped[1]),
        s.flagged(dropped[2]),
        s.flagged(dropped[3]),
    ];
    let kept = [
        S::LANES - s.count(dropped[0]),
        S::LANES - s.count(dropped[1]),
        S::LANES - s.count(dropped[2]),
        S::LANES - s.count(dropped[3]),
    ];
    let starts = [0, kept[0], kept[0] + kept[1], kept[0] + kept[1] + kept[2]];
    let total = starts[3] + kept[3];
    // SAFETY: there is room; and the slack behind the window before ends inside
    // of what this one writes, as four bytes make at least one unit.
    unsafe { dst.keep_behind(2 * (total - usize::from(split))) };
    let place = dst.place();
    for i in 0..Window::<S>::VECTORS {
        // SAFETY: that is at most a unit for every lane before.
        let place = unsafe { place.add(2 * starts[i]) };
        // SAFETY: there is room for every lane, and for the slack.
        unsafe { s.store_kept::<SWAPPED>(units(i), dropped[i], place) };
    }
    // SAFETY: just written.
    unsafe { dst.advance(2 * total) };
}

/// The units of sequences of up to two bytes that end in `b1`.
#[inline(always)]
fn units_up_to_two<S: Simd>(s: S, b1: S::V, b2: S::V) -> S::Units {
    let low = s.and(b1, s.splat(0x7F));
    let middle = s.and(b2, s.and(s.is_continuation(b1), s.splat(0x3F)));
    s.units(low, middle, s.splat(0))
}

/// The units of sequences of up to three bytes that end in `b1`.
#[inline(always)]
fn units_up_to_three<S: Simd>(s: S, b1: S::V, b2: S::V, b3: S::V) -> S::Units {
    let (low, middle, high) = fields(s, b1, b2, b3);
    s.units(low, middle, high)
}

/// The fields of units of sequences of up to three bytes.
#[inline(always)]
fn fields<S: Simd>(s: S, b1: S::V, b2: S::V, b3: S::V) -> (S::V, S::V, S::V) {
    let continues1 = s.is_continuation(b1);
    let continues2 = s.and(continues1, s.is_continuation(b2));
    let low = s.and(b1, s.splat(0x7F));
    let middle = s.and(b2, s.and(continues1, s.splat(0x3F)));
    let high = s.and(s.shift_left_4(b3), continues2);
    (low, middle, high)
}

/// The units of any sequences that end in `b1`, and, where `b3` begins a
/// sequence of four bytes, its high surrogate.
#[inline(always)]
fn units_of_any<S: Simd>(s: S, [b1, b2, b3, b4]: [S::V; 4]) -> S::Units {
    let (low, middle, high) = fields(s, b1, b2, b3);
    // The high surrogate: b3 b2 b1 are the first three bytes.
    let is_high = is_lead_of_four(s, b3);
    let value_16 = s.or(s.shift_left_2(b3), s.and(s.high_nibble(b2), s.splat(0x03)));
    let high_middle = s.and(s.sub(value_16, s.splat(1)), s.splat(0x0F));
    let high_middle = s.or(high_middle, s.splat(0x20));
    let high_low =
        s.or(s.and(s.shift_left_2(b2), s.splat(0x3C)), s.and(s.high_nibble(b1), s.splat(0x03)));
    // The low surrogate: b2 b1 are the last two.
    let is_low = is_lead_of_four(s, b4);
    let low_middle = s.or(s.and(b2, s.splat(0x0F)), s.splat(0x30));

    let low = s.select(low, high_low, is_high);
    let middle = s.select(s.select(middle, low_middle, is_low), high_middle, is_high);
    let high = s.select(high, s.splat(0xD0), s.or(is_high, is_low));
    s.units(low, middle, high)
}

/// Mask: the byte begins a sequence of four.
#[inline(always)]
fn is_lead_of_four<S: Simd>(s: S, v: S::V) -> S::V {
    // As signed numbers, with the top bit turned, F0..FF are the largest.
    s.less_than_i8(s.splat(0x6F), s.xor(v, s.splat(0x80)))
}

/// The most units that [`edge`] makes at once, with the slack.
const STACK: usize = 64 + 16;

/// Converts what one vector holds from `read` on, by way of the stack. Returns
/// the boundary behind it, or nothing if there is a problem or too little text
/// for a vector to look back in.
#[inline(always)]
fn edge<S: Simd, const SWAPPED: bool>(
    s: S,
    src: &[u8],
    read: usize,
    dst: &mut Output<'_>,
) -> Option<usize> {
    if read == src.len() {
        return None;
    }
    let last = (src.len() + 1).saturating_sub(S::LANES);
    // The vector, the four before it, which of its lanes count, and where it ends.
    let (v, before, lanes, end);
    if read < 3 {
        // Nothing lies before the text: the first lane has nothing to store.
        let head = src.len().min(S::LANES);
        v = s.load_partial(&src[..head]);
        before = [s.shift_up::<1>(v), s.shift_up::<2>(v), s.shift_up::<3>(v), s.shift_up::<4>(v)];
        lanes = s.lanes(read + 1, S::LANES.min(head + 1));
        end = head + usize::from(head < S::LANES);
    } else {
        let at = last.min(read + 1);
        if at < 4 || codec::is_continuation(src[read]) {
            return None;
        }
        // The last vector ends in a zero behind the text, where its last
        // sequence is stored, or found to be cut.
        let text = &src[at..src.len().min(at + S::LANES)];
        v = s.load_partial(text);
        before =
            [s.load(src, at - 1), s.load(src, at - 2), s.load(src, at - 3), s.load(src, at - 4)];
        lanes = s.lanes(read + 1 - at, S::LANES);
        end = at + S::LANES;
    }
    let [b1, b2, b3, _] = before;
    if s.any_nonzero(Checks::new(s).any(v, b1, b2, b3)) {
        return None;
    }
    let dropped = s.and_not(is_lead_of_four(s, b3), s.is_continuation(v));
    let dropped = s.or(dropped, s.xor(lanes, s.splat(0xFF)));
    let dropped = s.flagged(dropped);
    let mut kept = S::LANES - s.count(dropped);
    let mut units = [MaybeUninit::<u16>::uninit(); STACK];
    let made = units_of_any(s, before);
    // SAFETY: the array holds a unit for every lane, and the slack.
    unsafe { s.store_kept::<SWAPPED>(made, dropped, units.as_mut_ptr().cast()) };
    let end = if end > src.len() {
        src.len()
    } else {
        // A high surrogate without its low one waits.
        kept -= usize::from(src[end - 4] >= 0xF0);
        boundary_before(src, end)
    };
    // SAFETY: that many units have been stored.
    let units = unsafe { core::slice::from_raw_parts(units.as_ptr().cast::<u8>(), 2 * kept) };
    (end > read && dst.write(units)).then_some(end)
}
