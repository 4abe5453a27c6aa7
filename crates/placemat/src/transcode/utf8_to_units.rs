//! UTF-8 to UTF-16 and to UTF-32.
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
//! UTF-32 needs no such pair: the lane behind the last byte makes all of the
//! value, 16 bits as above and five more in a vector of their own.
//!
//! The units are put together from bytes by a multiply-add, and moved together
//! eight at a time by a table of 256 shuffles, without a branch.
//!
//! A window is checked before anything of it is stored, with the checks of
//! [`validate::utf8`](crate::validate::utf8), by class.

use super::Progress;
use super::output::{Output, SLACK};
use crate::encoding::{Step, utf8 as codec};
use crate::simd::{Simd, Window, dispatch::Operation};
use crate::validate::utf8::{Checks, Class, errors_in};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The operation.
pub(crate) struct Utf8ToUnits<'a, T: Target> {
    pub(crate) src: &'a [u8],
    pub(crate) dst: Output<'a>,
    pub(crate) target: PhantomData<T>,
}

impl<T: Target> Operation for Utf8ToUnits<'_, T> {
    type Output = Progress;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Progress {
        let Self { src, mut dst, .. } = self;
        let mut read = ascii::<S, T>(s, src, &mut dst);
        read = bulk::<S, T>(s, src, read, &mut dst);
        // The rest, and short texts: a vector at a time, by way of the stack.
        while let Some(end) = edge::<S, T>(s, src, read, &mut dst) {
            read = end;
        }
        Progress { read, written: dst.written() }
    }

    fn scalar(self) -> Progress {
        Progress::default()
    }
}

/// What the units are stored as.
pub(crate) trait Target {
    /// Bytes in a unit.
    const BYTES: usize;
    /// Whether a sequence of four bytes makes two units.
    const PAIRS: bool;
    /// Whether the source may be malformed.
    const CHECKED: bool;

    /// Writes the units of a scalar value.
    fn write(value: u32, dst: &mut Output<'_>);

    /// Stores every lane, which is ASCII.
    ///
    /// # Safety
    /// There is room for a unit from every lane.
    unsafe fn store_ascii<S: Simd>(s: S, v: S::V, dst: *mut u8);

    /// Stores the units of lanes that are not `dropped`.
    ///
    /// # Safety
    /// There is room for a unit from every lane, and for [`SLACK`].
    unsafe fn store<S: Simd>(s: S, units: S::Units, dropped: S::Lanes, dst: *mut u8);

    /// The same for sequences of any length, which end in the first of the
    /// vectors and begin in the others.
    ///
    /// # Safety
    /// The same.
    unsafe fn store_any<S: Simd>(s: S, before: [S::V; 4], dropped: S::Lanes, dst: *mut u8);
}

/// UTF-16.
pub(crate) struct ToUtf16<const SWAPPED: bool, const CHECKED: bool>;

impl<const SWAPPED: bool, const CHECKED: bool> Target for ToUtf16<SWAPPED, CHECKED> {
    const BYTES: usize = 2;
    const PAIRS: bool = true;
    const CHECKED: bool = CHECKED;

    #[inline(always)]
    fn write(value: u32, dst: &mut Output<'_>) {
        let order = |unit: u16| if SWAPPED { unit.swap_bytes() } else { unit }.to_ne_bytes();
        if value <= 0xFFFF {
            dst.write(&order(value as u16));
        } else {
            dst.write(&order((0xD7C0 + (value >> 10)) as u16));
            dst.write(&order((0xDC00 | value & 0x3FF) as u16));
        }
    }

    #[inline(always)]
    unsafe fn store_ascii<S: Simd>(s: S, v: S::V, dst: *mut u8) {
        // SAFETY: the same contract.
        unsafe { s.store_widened::<SWAPPED>(v, dst) };
    }

    #[inline(always)]
    unsafe fn store<S: Simd>(s: S, units: S::Units, dropped: S::Lanes, dst: *mut u8) {
        // SAFETY: the same contract.
        unsafe { s.store_kept::<SWAPPED>(units, dropped, dst) };
    }

    #[inline(always)]
    unsafe fn store_any<S: Simd>(s: S, before: [S::V; 4], dropped: S::Lanes, dst: *mut u8) {
        let [b1, b2, b3, b4] = before;
        let (is_high, is_low) = (is_lead_of_four(s, b3), is_lead_of_four(s, b4));
        let (low, middle, high) = fields_of_any(s, [b1, b2, b3], is_high, is_low);
        // SAFETY: the same contract.
        unsafe { s.store_kept::<SWAPPED>(s.units(low, middle, high), dropped, dst) };
    }
}

/// UTF-32.
pub(crate) struct ToUtf32<const SWAPPED: bool, const CHECKED: bool>;

impl<const SWAPPED: bool, const CHECKED: bool> Target for ToUtf32<SWAPPED, CHECKED> {
    const BYTES: usize = 4;
    const PAIRS: bool = false;
    const CHECKED: bool = CHECKED;

    #[inline(always)]
    fn write(value: u32, dst: &mut Output<'_>) {
        dst.write(&if SWAPPED { value.swap_bytes() } else { value }.to_ne_bytes());
    }

    #[inline(always)]
    unsafe fn store_ascii<S: Simd>(s: S, v: S::V, dst: *mut u8) {
        // SAFETY: the same contract.
        unsafe { s.store_widened_32::<SWAPPED>(v, dst) };
    }

    #[inline(always)]
    unsafe fn store<S: Simd>(s: S, units: S::Units, dropped: S::Lanes, dst: *mut u8) {
        // SAFETY: the same contract.
        unsafe { s.store_kept_32::<SWAPPED>(units, None, dropped, dst) };
    }

    #[inline(always)]
    unsafe fn store_any<S: Simd>(
        s: S,
        [b1, b2, b3, b4]: [S::V; 4],
        dropped: S::Lanes,
        dst: *mut u8,
    ) {
        let (low, middle, high) = fields(s, b1, b2, b3);
        // b4 b3 b2 b1 are a sequence of four: b4 has bits 18 to 20, and the upper
        // two of the six of b3 are 16 and 17.
        let bits =
            s.or(s.and(s.shift_left_2(b4), s.splat(0x1C)), s.and(s.high_nibble(b3), s.splat(0x03)));
        let upper = s.and(bits, is_lead_of_four(s, b4));
        let units = s.units(low, middle, high);
        // SAFETY: the same contract.
        unsafe { s.store_kept_32::<SWAPPED>(units, Some(upper), dropped, dst) };
    }
}

/// From how many vectors on it pays to align the output.
const LONG: usize = 8;

/// The ASCII that the text begins with, by whole vectors; the last one overlaps
/// the one before if the text is ASCII to its end.
#[inline(always)]
fn ascii<S: Simd, T: Target>(s: S, src: &[u8], dst: &mut Output<'_>) -> usize {
    let (mut at, mut first) = (0, 0);
    if src.len() >= LONG * S::LANES && dst.room() >= LONG * T::BYTES * S::LANES {
        let v = s.load(src, 0);
        if s.any_high_bit(v) {
            return 0;
        }
        // SAFETY: there is room for every lane.
        unsafe { T::store_ascii(s, v, dst.place()) };
        first = S::LANES;
        at = first - beyond_aligned::<S, T>(dst);
        // SAFETY: just written.
        unsafe { dst.advance(T::BYTES * at) };
    }
    while let Some(four) = src[at..].get(..4 * S::LANES)
        && dst.room() >= T::BYTES * 4 * S::LANES
    {
        let mut v = [s.splat(0); 4];
        for (i, v) in v.iter_mut().enumerate() {
            *v = s.load(four, i * S::LANES);
        }
        if s.any_high_bit(s.or(s.or(v[0], v[1]), s.or(v[2], v[3]))) {
            break;
        }
        for v in v {
            // SAFETY: there is room for every lane.
            unsafe { T::store_ascii(s, v, dst.place()) };
            // SAFETY: just written.
            unsafe { dst.advance(T::BYTES * S::LANES) };
        }
        at += 4 * S::LANES;
    }
    while src.len() - at >= S::LANES && dst.room() >= T::BYTES * S::LANES {
        let v = s.load(src, at);
        if s.any_high_bit(v) {
            // SAFETY: they were written before, and may have been taken back.
            unsafe { dst.advance(T::BYTES * first.saturating_sub(at)) };
            return at.max(first);
        }
        // SAFETY: there is room for every lane.
        unsafe { T::store_ascii(s, v, dst.place()) };
        // SAFETY: just written.
        unsafe { dst.advance(T::BYTES * S::LANES) };
        at += S::LANES;
    }
    let rest = src.len() - at;
    if at > 0 && rest > 0 && dst.room() >= T::BYTES * rest {
        let v = s.load(src, src.len() - S::LANES);
        if !s.any_high_bit(v) {
            dst.take_back(T::BYTES * (S::LANES - rest));
            // SAFETY: there is room for every lane: those taken back, and the rest.
            unsafe { T::store_ascii(s, v, dst.place()) };
            // SAFETY: just written.
            unsafe { dst.advance(T::BYTES * S::LANES) };
            at = src.len();
        }
    }
    at
}

/// Whole windows, as long as they are in order and there is room for whatever
/// they may become. Takes and returns how far the text is converted: a boundary.
#[inline(always)]
pub(super) fn bulk<S: Simd, T: Target>(
    s: S,
    src: &[u8],
    read: usize,
    dst: &mut Output<'_>,
) -> usize {
    let room = T::BYTES * Window::<S>::LEN + SLACK;
    if src.len() - read < 2 * Window::<S>::LEN || dst.room() < room {
        return read;
    }
    let start = if read < 3 { first_sequences::<T>(src, dst) } else { read };
    if start < 3 || codec::is_continuation(src[start]) {
        return start;
    }
    let mut at = start + 1;
    // The last lane has stored a high surrogate, and the low one is to come.
    let mut split = false;
    while let Some(window) = Window::new(s, src, at) {
        let class = Class::of::<S, 4>(s, window);
        if dst.room() < room || T::CHECKED && errors_in(s, window, class) {
            break;
        }
        split = T::PAIRS && class == Class::Any && src[at + Window::<S>::LEN - 4] >= 0xF0;
        store_window::<S, T>(s, window, class, split, dst);
        at += Window::<S>::LEN;
        if class == Class::Ascii {
            at = ascii_windows::<S, T>(s, src, at, dst);
        }
    }
    if split {
        dst.take_back(T::BYTES);
    }
    dst.restore();
    boundary_before(src, at)
}

/// As many windows of ASCII as follow one that ends before `at`.
#[inline(always)]
fn ascii_windows<S: Simd, T: Target>(
    s: S,
    src: &[u8],
    mut at: usize,
    dst: &mut Output<'_>,
) -> usize {
    // Once, so much earlier: that is ASCII too.
    let mut again = beyond_aligned::<S, T>(dst);
    while let Some(window) = Window::new(s, src, at) {
        let [a, b, c, d] = window.load_all();
        if dst.room() < T::BYTES * Window::<S>::LEN + SLACK
            || s.any_high_bit(s.or(s.or(a, b), s.or(c, d)))
        {
            break;
        }
        at -= again;
        dst.take_back(T::BYTES * again);
        again = 0;
        let Some(window) = Window::new(s, src, at) else { break };
        store_window::<S, T>(s, window, Class::Ascii, false, dst);
        at += Window::<S>::LEN;
    }
    at
}

/// How many lanes ago the place for the next unit was a multiple of a vector: vectors
/// stored from there on lie in no two cache lines, which takes half the time.
#[inline(always)]
fn beyond_aligned<S: Simd, T: Target>(dst: &mut Output<'_>) -> usize {
    dst.place() as usize / T::BYTES % S::LANES
}

/// Converts the sequences that begin in the first three bytes, so that lanes
/// have bytes to look back at. Returns where the next one begins.
fn first_sequences<T: Target>(src: &[u8], dst: &mut Output<'_>) -> usize {
    let mut at = 0;
    while at < 3 {
        let Step::Value { value, len } = codec::decode(&src[at..], true) else { break };
        T::write(value, dst);
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
/// # Panics
/// If there is no room for a unit from every lane, and for [`SLACK`].
#[inline(always)]
fn store_window<S: Simd, T: Target>(
    s: S,
    window: Window<'_, S>,
    class: Class,
    split: bool,
    dst: &mut Output<'_>,
) {
    assert!(dst.room() >= T::BYTES * Window::<S>::LEN + SLACK);
    match class {
        Class::Ascii => {
            for i in 0..Window::<S>::VECTORS {
                // SAFETY: there is room for every lane.
                unsafe { T::store_ascii(s, window.load::<1>(i), dst.place()) };
                // SAFETY: just written.
                unsafe { dst.advance(T::BYTES * S::LANES) };
            }
            dst.nothing_behind();
        }
        Class::UpToTwo => {
            store_lanes::<S, T>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| s.is_continuation(window.load::<0>(i)),
                #[inline(always)]
                |i, dropped, place| {
                    let units = units_up_to_two(s, window.load::<1>(i), window.load::<2>(i));
                    // SAFETY: `place` has room for every lane, and for the slack.
                    unsafe { T::store(s, units, dropped, place) }
                },
            )
        }
        Class::UpToThree => {
            store_lanes::<S, T>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| s.is_continuation(window.load::<0>(i)),
                #[inline(always)]
                |i, dropped, place| {
                    let (b1, b2) = (window.load::<1>(i), window.load::<2>(i));
                    let (low, middle, high) = fields(s, b1, b2, window.load::<3>(i));
                    // SAFETY: `place` has room for every lane, and for the slack.
                    unsafe { T::store(s, s.units(low, middle, high), dropped, place) }
                },
            )
        }
        Class::Any => {
            store_lanes::<S, T>(
                s,
                dst,
                split,
                #[inline(always)]
                |i| dropped::<S, T>(s, window.load::<0>(i), window.load::<3>(i)),
                #[inline(always)]
                |i, dropped, place| {
                    let (b1, b2) = (window.load::<1>(i), window.load::<2>(i));
                    let before = [b1, b2, window.load::<3>(i), window.load::<4>(i)];
                    // SAFETY: `place` has room for every lane, and for the slack.
                    unsafe { T::store_any(s, before, dropped, place) }
                },
            )
        }
    }
}

/// Mask: nothing ends before the lane; `b3` is three bytes before `v`.
#[inline(always)]
fn dropped<S: Simd, T: Target>(s: S, v: S::V, b3: S::V) -> S::V {
    let continues = s.is_continuation(v);
    if T::PAIRS { s.and_not(is_lead_of_four(s, b3), continues) } else { continues }
}

/// Stores the units of four vectors, without those that `dropped(i)` flags:
/// `store(i, dropped, place)` stores the others, and may write a unit for every
/// lane, and [`SLACK`], at that place.
///
/// # Panics
/// If there is no room for a unit from every lane, and for the slack.
#[inline(always)]
fn store_lanes<S: Simd, T: Target>(
    s: S,
    dst: &mut Output<'_>,
    split: bool,
    dropped: impl Fn(usize) -> S::V,
    store: impl Fn(usize, S::Lanes, *mut u8),
) {
    assert!(dst.room() >= T::BYTES * Window::<S>::LEN + SLACK);
    // Written out: `array::map` is not always inlined, and then nothing in it is.
    let dropped = [
        s.flagged(dropped(0)),
        s.flagged(dropped(1)),
        s.flagged(dropped(2)),
        s.flagged(dropped(3)),
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
    unsafe { dst.keep_behind(T::BYTES * (total - usize::from(split))) };
    let place = dst.place();
    for i in 0..Window::<S>::VECTORS {
        // SAFETY: that is at most a unit for every lane before.
        store(i, dropped[i], unsafe { place.add(T::BYTES * starts[i]) });
    }
    // SAFETY: just written.
    unsafe { dst.advance(T::BYTES * total) };
}

/// The units of sequences of up to two bytes that end in `b1`.
#[inline(always)]
fn units_up_to_two<S: Simd>(s: S, b1: S::V, b2: S::V) -> S::Units {
    let low = s.and(b1, s.splat(0x7F));
    let middle = s.and(b2, s.and(s.is_continuation(b1), s.splat(0x3F)));
    s.units(low, middle, s.splat(0))
}

/// The fields of units of sequences of up to three bytes.
#[inline(always)]
pub(super) fn fields<S: Simd>(s: S, b1: S::V, b2: S::V, b3: S::V) -> (S::V, S::V, S::V) {
    let continues1 = s.is_continuation(b1);
    let continues2 = s.and(continues1, s.is_continuation(b2));
    let low = s.and(b1, s.splat(0x7F));
    let middle = s.and(b2, s.and(continues1, s.splat(0x3F)));
    let high = s.and(s.shift_left_4(b3), continues2);
    (low, middle, high)
}

/// The fields of units of any sequences: where four bytes are, `is_high` is the
/// lane of the third, which is `b1`, and `is_low` that of the last.
#[inline(always)]
pub(super) fn fields_of_any<S: Simd>(
    s: S,
    [b1, b2, b3]: [S::V; 3],
    is_high: S::V,
    is_low: S::V,
) -> (S::V, S::V, S::V) {
    let (low, middle, high) = fields(s, b1, b2, b3);
    let value_16 = s.or(s.shift_left_2(b3), s.and(s.high_nibble(b2), s.splat(0x03)));
    let high_middle = s.and(s.sub(value_16, s.splat(1)), s.splat(0x0F));
    let high_middle = s.or(high_middle, s.splat(0x20));
    let high_low =
        s.or(s.and(s.shift_left_2(b2), s.splat(0x3C)), s.and(s.high_nibble(b1), s.splat(0x03)));
    let low_middle = s.or(s.and(b2, s.splat(0x0F)), s.splat(0x30));

    let low = s.select(low, high_low, is_high);
    let middle = s.select(s.select(middle, low_middle, is_low), high_middle, is_high);
    let high = s.select(high, s.splat(0xD0), s.or(is_high, is_low));
    (low, middle, high)
}

/// Mask: the byte begins a sequence of four.
#[inline(always)]
fn is_lead_of_four<S: Simd>(s: S, v: S::V) -> S::V {
    // As signed numbers, with the top bit turned, F0..FF are the largest.
    s.less_than_i8(s.splat(0x6F), s.xor(v, s.splat(0x80)))
}

/// Room for the units of one vector, and the slack.
const STACK: usize = 4 * 64 + SLACK;

/// Converts what one vector holds from `read` on, by way of the stack. Returns
/// the boundary behind it, or nothing if there is a problem or too little text
/// for a vector to look back in.
#[inline(always)]
fn edge<S: Simd, T: Target>(s: S, src: &[u8], read: usize, dst: &mut Output<'_>) -> Option<usize> {
    if read == src.len() {
        return None;
    }
    let mut stack = [MaybeUninit::<u8>::uninit(); STACK];
    let place: *mut u8 = stack.as_mut_ptr().cast();
    let last = (src.len() + 1).saturating_sub(S::LANES);
    // The vector, the four before it, which of its lanes count, and where it ends.
    let (v, before, lanes, end);
    if read < 3 {
        // Nothing lies before the text: the first lane has nothing to store.
        let head = src.len().min(S::LANES);
        v = s.load_partial(&src[..head]);
        if read == 0 && !s.any_high_bit(v) {
            // SAFETY: the array has room for every lane.
            unsafe { T::store_ascii(s, v, place) };
            return dst.write_exact(s, &stack[..T::BYTES * head]).then_some(head);
        }
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
    let dropped = s.or(dropped::<S, T>(s, v, b3), s.xor(lanes, s.splat(0xFF)));
    let dropped = s.flagged(dropped);
    let mut kept = S::LANES - s.count(dropped);
    // SAFETY: the array has room for every lane, and for the slack.
    unsafe { T::store_any(s, before, dropped, place) };
    let end = if end > src.len() {
        src.len()
    } else {
        // A high surrogate without its low one waits.
        kept -= usize::from(T::PAIRS && src[end - 4] >= 0xF0);
        boundary_before(src, end)
    };
    (end > read && dst.write_exact(s, &stack[..T::BYTES * kept])).then_some(end)
}
