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
//! The units are put together from bytes by a multiply-add or by shifts, and moved
//! together eight at a time by a table of 256 shuffles, without a branch.
//!
//! A window is checked before anything of it is stored, with the checks of
//! [`validate::utf8`](crate::validate::utf8), by class.

mod target;

pub(crate) use target::{Target, ToUtf16, ToUtf32};

use super::Converted;
use crate::encoding::{Step, utf8 as codec};
use crate::output::{Output, SLACK, slack};
use crate::simd::{Simd, Window, choice, dispatch::Conversion};
use crate::validate::utf8::{Checks, Class, errors_in};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The conversion of a prefix.
pub(crate) struct Utf8ToUnits<T>(PhantomData<T>);

impl<T: Target> Conversion for Utf8ToUnits<T> {
    type Output = Converted;
    const AVX512: choice::Lengths = T::AVX512;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let mut dst = Output::new(dst);
        let mut read = ascii::<S, T>(s, src, &mut dst);
        read = bulk::<S, T>(s, src, read, &mut dst);
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if let Some(s) = s.avx512()
            && let Some(more) = T::write_parts(s, &src[read..], &mut dst)
        {
            return Converted { read: read + more, written: dst.written() };
        }
        // The rest, and short texts, elsewhere: a vector at a time, by way of the stack.
        while let Some(end) = edge::<S, T>(s, src, read, &mut dst) {
            read = end;
        }
        Converted { read, written: dst.written() }
    }
}

/// From how many vectors on it pays to align the output.
const LONG: usize = 8;

/// ASCII that the text begins with, by whole vectors; the last one overlaps
/// the one before if the text is ASCII to its end.
#[inline(always)]
fn ascii<S: Simd, T: Target>(s: S, src: &[u8], dst: &mut Output<'_>) -> usize {
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    if let Some(s) = s.avx512() {
        return T::write_first_ascii(s, src, dst);
    }
    let mut at = 0;
    let long = LONG * S::LANES;
    if src.len() >= long && dst.room() >= T::BYTES * long {
        let v = s.load(src, 0);
        if s.any_high_bit(v) {
            return 0;
        }
        T::write_ascii(s, [v], dst);
        at = S::LANES;
        if s.any_high_bit(s.load(src, at)) {
            return at;
        }
        // The next one is ASCII, too: both may as well begin earlier.
        at -= dst.back_to_aligned::<S>(T::BYTES, S::LANES);
    }
    at = windows_of_ascii::<S, T>(s, src, at, dst);
    if at == src.len() {
        return at;
    }
    while src.len() - at >= S::LANES {
        let v = s.load(src, at);
        if s.any_high_bit(v) {
            return at;
        }
        if !T::write_ascii(s, [v], dst) {
            break;
        }
        at += S::LANES;
    }
    let rest = src.len() - at;
    if at > 0 && rest > 0 && dst.room() >= T::BYTES * rest {
        let v = s.load(src, src.len() - S::LANES);
        if !s.any_high_bit(v) {
            dst.take_back(T::BYTES * (S::LANES - rest));
            T::write_ascii(s, [v], dst);
            at = src.len();
        }
    }
    at
}

/// The ASCII from `at` on, by windows. Returns how far that goes.
#[inline(always)]
fn windows_of_ascii<S: Simd, T: Target>(
    s: S,
    src: &[u8],
    mut at: usize,
    dst: &mut Output<'_>,
) -> usize {
    while let Some(v) = four_of_ascii(s, &src[at..])
        && T::write_ascii(s, v, dst)
    {
        at += 4 * S::LANES;
    }
    // The last window begins inside the one before: how many vectors are left, nobody can foresee.
    let rest = src.len() - at;
    if at >= 4 * S::LANES
        && 0 < rest
        && rest < 4 * S::LANES
        && dst.room() >= T::BYTES * rest
        && let Some(v) = four_of_ascii(s, &src[src.len() - 4 * S::LANES..])
    {
        dst.take_back(T::BYTES * (4 * S::LANES - rest));
        T::write_ascii(s, v, dst);
        at = src.len();
    }
    at
}

/// The first four vectors of `text`, if there are so many, and all are ASCII.
#[inline(always)]
fn four_of_ascii<S: Simd>(s: S, text: &[u8]) -> Option<[S::V; 4]> {
    let text = text.get(..4 * S::LANES)?;
    let mut v = [s.splat(0); 4];
    for (i, v) in v.iter_mut().enumerate() {
        *v = s.load(text, i * S::LANES);
    }
    (!s.any_high_bit(s.or(s.or(v[0], v[1]), s.or(v[2], v[3])))).then_some(v)
}

/// Whole windows, as long as they are in order and there is room for what they
/// become. Takes and returns how far the text is converted: a boundary.
#[inline(always)]
pub(super) fn bulk<S: Simd, T: Target>(
    s: S,
    src: &[u8],
    read: usize,
    dst: &mut Output<'_>,
) -> usize {
    let room = T::BYTES * Window::<S>::LEN + slack::<S>();
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
        let splits = T::PAIRS && class == Class::Any && src[at + Window::<S>::LEN - 4] >= 0xF0;
        if T::CHECKED && errors_in(s, window, class)
            || !write_window::<S, T>(s, window, class, splits, dst)
        {
            break;
        }
        split = splits;
        at += Window::<S>::LEN;
        if class == Class::Ascii {
            at = ascii_windows::<S, T>(s, src, at, dst);
        }
    }
    if split {
        dst.take_back(T::BYTES);
    }
    dst.restore::<S>();
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
    let mut left = ALIGNED_BEHIND;
    while let Some(window) = Window::new(s, src, at)
        && all_ascii(s, window)
        && write_ascii::<S, T>(s, window, dst)
    {
        at += Window::<S>::LEN;
        left -= 1;
        // Once, if what is taken back is surely written again: a window so much earlier is ASCII, too.
        if left == 0
            && dst.room() >= T::BYTES * Window::<S>::LEN
            && Window::new(s, src, at).is_some_and(|next| all_ascii(s, next))
        {
            at -= dst.back_to_aligned::<S>(T::BYTES, S::LANES);
        }
    }
    at
}

/// Behind how many windows of ASCII it pays to align the output: behind the first, JSON and source code took 1.1
/// times as long.
const ALIGNED_BEHIND: isize = 4;

#[inline(always)]
fn all_ascii<S: Simd>(s: S, window: Window<'_, S>) -> bool {
    let [a, b, c, d] = window.load_all();
    !s.any_high_bit(s.or(s.or(a, b), s.or(c, d)))
}

/// Converts the sequences that begin in the first three bytes, so that lanes
/// have bytes to look back at. Returns where the next one begins.
#[inline(always)]
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

/// Writes the units of a window, if there is room. `split` says that its last lane makes
/// a high surrogate.
#[inline(always)]
fn write_window<S: Simd, T: Target>(
    s: S,
    window: Window<'_, S>,
    class: Class,
    split: bool,
    dst: &mut Output<'_>,
) -> bool {
    match class {
        Class::Ascii => write_ascii::<S, T>(s, window, dst),
        Class::UpToTwo => T::write_units(
            s,
            continuations(s, window),
            split,
            #[inline(always)]
            |i| s.units_up_to_two(window.before::<1>(i), window.before::<2>(i)),
            dst,
        ),
        Class::UpToThree => T::write_units(
            s,
            continuations(s, window),
            split,
            #[inline(always)]
            |i| {
                let (b1, b2) = (window.before::<1>(i), window.before::<2>(i));
                s.units_up_to_three(b1, b2, window.before::<3>(i))
            },
            dst,
        ),
        Class::Any => T::write_any(
            s,
            s.flagged_4(four(
                #[inline(always)]
                |i| dropped::<S, T>(s, window.load::<0>(i), window.before::<3>(i)),
            )),
            split,
            #[inline(always)]
            |i| {
                let (b1, b2) = (window.before::<1>(i), window.before::<2>(i));
                [b1, b2, window.before::<3>(i), window.before::<4>(i)]
            },
            dst,
        ),
    }
}

/// Writes a window whose lanes, and the one before, are ASCII.
#[inline(always)]
fn write_ascii<S: Simd, T: Target>(s: S, window: Window<'_, S>, dst: &mut Output<'_>) -> bool {
    let before = four(
        #[inline(always)]
        |i| window.before::<1>(i),
    );
    T::write_ascii(s, before, dst)
}

/// The lanes that are continuation bytes: nothing ends before those.
#[inline(always)]
fn continuations<S: Simd>(s: S, window: Window<'_, S>) -> [S::Lanes; 4] {
    s.flagged_4(four(
        #[inline(always)]
        |i| s.is_continuation(window.load::<0>(i)),
    ))
}

/// Written out: `array::from_fn` is not always inlined, and then nothing in it is.
#[inline(always)]
fn four<V>(each: impl Fn(usize) -> V) -> [V; 4] {
    [each(0), each(1), each(2), each(3)]
}

/// Mask: nothing ends before the lane; `b3` is three bytes before `v`.
#[inline(always)]
pub(super) fn dropped<S: Simd, T: Target>(s: S, v: S::V, b3: S::V) -> S::V {
    let continues = s.is_continuation(v);
    if T::PAIRS { s.and_not(is_lead_of_four(s, b3), continues) } else { continues }
}

/// The fields of units of any sequences: where four bytes are, `is_high` is the
/// lane of the third, which is `b1`, and `is_low` that of the last.
#[inline(always)]
pub(super) fn fields_of_any<S: Simd>(
    s: S,
    [b1, b2, b3]: [S::V; 3],
    is_high: S::V,
    is_low: S::V,
) -> [S::V; 3] {
    let [low, middle, high] = s.fields(b1, b2, b3);
    let value_16 = s.or(s.shift_left_2(b3), s.and(s.high_nibble(b2), s.splat(0x03)));
    let high_middle = s.and(s.sub(value_16, s.splat(1)), s.splat(0x0F));
    let high_middle = s.or(high_middle, s.splat(0x20));
    let high_low =
        s.or(s.and(s.shift_left_2(b2), s.splat(0x3C)), s.and(s.high_nibble(b1), s.splat(0x03)));
    let low_middle = s.or(s.and(b2, s.splat(0x0F)), s.splat(0x30));

    let low = s.select(low, high_low, is_high);
    let middle = s.select(s.select(middle, low_middle, is_low), high_middle, is_high);
    let high = s.select(high, s.splat(0xD0), s.or(is_high, is_low));
    [low, middle, high]
}

/// Mask: the byte begins a sequence of four.
#[inline(always)]
pub(super) fn is_lead_of_four<S: Simd>(s: S, v: S::V) -> S::V {
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
    let mut stack = [MaybeUninit::uninit(); STACK];
    let mut units = Output::new(&mut stack);
    let last = (src.len() + 1).saturating_sub(S::LANES);
    // The vector, the four before it, which of its lanes count, and where it ends.
    let (v, before, lanes, end);
    if read < 3 {
        // Nothing lies before the text: the first lane has nothing to store.
        let head = src.len().min(S::LANES);
        v = s.load_partial(&src[..head]);
        if read == 0 && !s.any_high_bit(v) {
            T::write_ascii(s, [v], &mut units);
            return dst.write_short(s, &units.written_from(0)[..T::BYTES * head]).then_some(head);
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
    T::write_any(s, [s.flagged(dropped)], false, |_| before, &mut units);
    let end = if end > src.len() {
        src.len()
    } else {
        // A high surrogate without its low one waits.
        units.take_back(T::BYTES * usize::from(T::PAIRS && src[end - 4] >= 0xF0));
        boundary_before(src, end)
    };
    (end > read && dst.write_short(s, units.written_from(0))).then_some(end)
}
