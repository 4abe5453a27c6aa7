//! UTF-16, in memory, to UTF-8.
//!
//! Two vectors of units are a *window*, and every window is of a class:
//!
//! - ASCII: the low bytes of all lanes;
//! - no unit above 7FF: one or two bytes from each lane;
//! - anything else: one to three bytes from each lane. Surrogates are no
//!   exception: of the four bytes of a pair each lane makes two.
//!
//! ```text
//! lane       0041        00E9        20AC        D83D        DE00
//! first      .. ..       .. C3       E2 82       .. F0       .. 98
//! last       .. 41       A9 ..       AC ..       9F ..       80 ..
//! kept       one         two         three       two         two
//! stored     41          C3 A9       E2 82 AC    F0 9F       98 80
//! ```
//!
//! `first` and `last` are vectors: a lane of `first` holds the first two bytes of
//! three, a lane of `last` the last one, or the only one. How the kept bytes are
//! brought together is the business of the instruction set; on x86-64 a table of
//! shuffles does it, four or eight lanes at a time.
//!
//! It is correct because every lane depends on its own unit alone, but for low
//! surrogates, which take two bits from the lane before. A window never begins
//! between the halves of a pair: one that ends with a high surrogate gives that
//! back. So the lane before the first one does not matter.
//!
//! Stores write more than they keep. [`Output`] puts back what was there.

use super::fast::Progress;
use super::output::Output;
use crate::simd::dispatch::{self, Operation};
use crate::simd::{OVERSHOOT, Simd};
use core::mem::MaybeUninit;

/// The operation: converts a prefix of `src`, UTF-16 in the byte order of the
/// processor or, if `SWAPPED`, in the other one.
pub(crate) struct Utf16ToUtf8<'s, 'd, const SWAPPED: bool> {
    pub(crate) src: &'s [u8],
    pub(crate) dst: Output<'d>,
}

impl<const SWAPPED: bool> Operation for Utf16ToUtf8<'_, '_, SWAPPED> {
    type Output = Progress;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Progress {
        let Self { src, dst: mut out } = self;
        let rest = Kernel::<S, SWAPPED> { s }.convert(src, &mut out);
        Progress { read: src.len() - rest.len(), written: out.written() }
    }

    fn scalar(self) -> Progress {
        super::utf16_to_utf8_scalar::convert::<SWAPPED>(self.src, self.dst)
    }
}

/// The same for a text of few units: a function of its own, because it needs
/// neither the registers nor the stack of the other, and so begins sooner.
pub(crate) struct ShortUtf16ToUtf8<'s, 'd, const SWAPPED: bool>(
    pub(crate) Utf16ToUtf8<'s, 'd, SWAPPED>,
);

impl<const SWAPPED: bool> Operation for ShortUtf16ToUtf8<'_, '_, SWAPPED> {
    type Output = Progress;

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Progress {
        let Utf16ToUtf8 { src, dst: mut out } = self.0;
        let rest = Kernel::<S, SWAPPED> { s }.tail(src, &mut out);
        Progress { read: src.len() - rest.len(), written: out.written() }
    }

    fn scalar(self) -> Progress {
        self.0.scalar()
    }
}

/// Up to how many bytes a text is short.
const SHORT: usize = 64;

/// Up to how many bytes vectors do not pay.
const FEW: usize = 16;

/// Converts a prefix of `src` at the level in use.
pub(crate) fn convert<const SWAPPED: bool>(src: &[u8], dst: Output<'_>) -> Progress {
    if src.len() <= FEW {
        return super::utf16_to_utf8_scalar::convert::<SWAPPED>(src, dst);
    }
    let operation = Utf16ToUtf8::<SWAPPED> { src, dst };
    if src.len() <= SHORT {
        dispatch::run(ShortUtf16ToUtf8(operation))
    } else {
        dispatch::run(operation)
    }
}

/// Enough for a window of the longest vectors, 64 lanes, and for the overshoot.
const BUFFER: usize = 3 * 64 + OVERSHOOT;

/// The kernel, for an instruction set.
#[derive(Clone, Copy)]
pub(super) struct Kernel<S: Simd, const SWAPPED: bool> {
    pub(super) s: S,
}

impl<S: Simd, const SWAPPED: bool> Kernel<S, SWAPPED> {
    /// How many bytes of the source a window has.
    const WINDOW: usize = 2 * S::LANES;

    /// Converts what it can of `src`, and returns the rest.
    #[inline(always)]
    fn convert<'a>(self, src: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
        let s = self.s;
        let mut rest = src;
        while rest.len() >= Self::WINDOW {
            let window = &rest[..Self::WINDOW];
            let units = [self.order(s.load(window, 0)), self.order(s.load(window, S::LANES))];
            if self.none_in(units, 0xFF80) {
                if out.room() < S::LANES {
                    break;
                }
                // SAFETY: there is room for a byte a lane.
                unsafe { s.store_unaligned(s.narrow16(units[0], units[1]), out.place()) };
                // SAFETY: just written.
                unsafe { out.advance(S::LANES) };
                out.nothing_behind();
                rest = &rest[Self::WINDOW..];
                continue;
            }
            let last = [window[Self::WINDOW - 2], window[Self::WINDOW - 1]];
            // SAFETY: the output gives room for that, or none.
            let encoded = unsafe {
                self.encode(
                    units,
                    last,
                    #[inline(always)]
                    |len| out.reserve(len),
                )
            };
            let Some(read) = encoded else { break };
            rest = &rest[read..];
        }
        out.restore();
        self.tail(rest, out)
    }

    /// What is left: less than a window, or more than there is room for.
    #[inline(always)]
    fn tail<'a>(self, mut rest: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
        let s = self.s;
        while rest.len() >= 2 {
            // Whole units. The lanes behind them are zero, and become a byte each.
            let window = &rest[..(rest.len() & !1).min(Self::WINDOW)];
            let (a, b) = window.split_at(window.len().min(S::LANES));
            let units = [self.order(s.load_partial(a)), self.order(s.load_partial(b))];
            let padding = S::LANES - window.len() / 2;
            let last = if padding > 0 { [0; 2] } else { [b[S::LANES - 2], b[S::LANES - 1]] };
            let mut buffer = [const { MaybeUninit::<u8>::uninit() }; BUFFER];
            let mut len = S::LANES;
            let read = if self.none_in(units, 0xFF80) {
                // SAFETY: the buffer is longer.
                unsafe {
                    s.store_unaligned(s.narrow16(units[0], units[1]), buffer.as_mut_ptr().cast())
                };
                Some(window.len())
            } else {
                // SAFETY: the buffer has room for three bytes a lane, and more.
                unsafe {
                    self.encode(
                        units,
                        last,
                        #[inline(always)]
                        |needed| {
                            len = needed;
                            Some(buffer.as_mut_ptr().cast())
                        },
                    )
                }
            };
            let Some(read) = read else { break };
            if !out.write_exact(s, &buffer[..len - padding]) {
                break;
            }
            rest = &rest[read.min(window.len())..];
        }
        rest
    }

    /// Converts a window that is not ASCII and whose last unit is `last`. Returns
    /// how many bytes of it that are, or `None`, and stores nothing, if something
    /// is wrong with it, or there is no room.
    ///
    /// # Safety
    /// What `room` gives for a number of bytes is valid for writes of that number
    /// and `OVERSHOOT` more.
    #[inline(always)]
    pub(super) unsafe fn encode(
        self,
        units: [S::V; 2],
        last: [u8; 2],
        room: impl FnOnce(usize) -> Option<*mut u8>,
    ) -> Option<usize> {
        let s = self.s;
        if self.none_in(units, 0xF800) {
            let two = both(
                units,
                #[inline(always)]
                |v| s.greater_i16(v, s.splat16(0x7F)),
            );
            let kept = s.keep_one_or_two(two);
            let place = room(s.len_one_or_two(kept))?;
            let lanes = both(
                [0, 1],
                #[inline(always)]
                |i| s.select(units[i], self.two_bytes(units[i]), two[i]),
            );
            // SAFETY: valid for that many, by contract.
            unsafe { s.store_one_or_two(lanes, kept, place) };
            return Some(Self::WINDOW);
        }
        let is_surrogate = both(
            units,
            #[inline(always)]
            |v| s.equal16(s.and(v, s.splat16(0xF800)), s.splat16(0xD800)),
        );
        if s.any_nonzero(s.or(is_surrogate[0], is_surrogate[1])) {
            // SAFETY: the contract is the same.
            return unsafe { self.encode_surrogates(units, last, room) };
        }
        let two = both(
            units,
            #[inline(always)]
            |v| s.at_least_u16(v, s.splat16(0x80)),
        );
        let three = both(
            units,
            #[inline(always)]
            |v| s.at_least_u16(v, s.splat16(0x800)),
        );
        let kept = s.keep_one_to_three(two, three);
        if s.keeps_three(kept) {
            let place = room(3 * S::LANES)?;
            let first = both(
                units,
                #[inline(always)]
                |v| self.first_bytes(v),
            );
            let last = both(
                units,
                #[inline(always)]
                |v| self.last_byte(v),
            );
            // SAFETY: valid for that many, by contract.
            unsafe { s.store_three(first, last, place) };
            return Some(Self::WINDOW);
        }
        let place = room(s.len_one_to_three(kept))?;
        let first = both(
            [0, 1],
            #[inline(always)]
            |i| s.xor(self.first_bytes(units[i]), s.and_not(three[i], s.splat16(0x4000))),
        );
        let last = both(
            units,
            #[inline(always)]
            |v| self.last_byte(v),
        );
        // SAFETY: valid for that many, by contract.
        unsafe { s.store_one_to_three(first, last, kept, place) };
        Some(Self::WINDOW)
    }

    /// The same for a window with surrogates.
    ///
    /// # Safety
    /// That of [`encode`](Self::encode).
    #[inline(always)]
    unsafe fn encode_surrogates(
        self,
        units: [S::V; 2],
        last: [u8; 2],
        room: impl FnOnce(usize) -> Option<*mut u8>,
    ) -> Option<usize> {
        let s = self.s;
        let high = self.are_surrogates(units, 0xD800);
        let low = self.are_surrogates(units, 0xDC00);
        let zero = s.splat(0);
        let behind_high = [s.shift_in16(zero, high[0]), s.shift_in16(high[0], high[1])];
        let unpaired = s.or(s.xor(behind_high[0], low[0]), s.xor(behind_high[1], low[1]));
        if s.any_nonzero(unpaired) {
            return None;
        }
        // A high surrogate at the end is for the next window. What it has become
        // is two bytes, too.
        let last_unit = u16::from_ne_bytes(last);
        let last_unit = if SWAPPED { last_unit.swap_bytes() } else { last_unit };
        let back = if last_unit & 0xFC00 == 0xD800 { 2 } else { 0 };

        let two = both(
            units,
            #[inline(always)]
            |v| s.at_least_u16(v, s.splat16(0x80)),
        );
        let three = both(
            [0, 1],
            #[inline(always)]
            |i| {
                let three = s.at_least_u16(units[i], s.splat16(0x800));
                s.and_not(s.or(high[i], low[i]), three)
            },
        );
        let kept = s.keep_one_to_three(two, three);
        let place = room(s.len_one_to_three(kept) - back)?;
        let before = [s.shift_in16(zero, units[0]), s.shift_in16(units[0], units[1])];
        let first = both(
            [0, 1],
            #[inline(always)]
            |i| {
                let first =
                    s.xor(self.first_bytes(units[i]), s.and_not(three[i], s.splat16(0x4000)));
                let first = s.select(first, self.third_byte(before[i], units[i]), low[i]);
                s.select(first, self.first_of_four(units[i]), high[i])
            },
        );
        let last = both(
            [0, 1],
            #[inline(always)]
            |i| s.select(self.last_byte(units[i]), self.second_of_four(units[i]), high[i]),
        );
        // SAFETY: valid for that many, by contract.
        unsafe { s.store_one_to_three(first, last, kept, place) };
        Some(Self::WINDOW - back)
    }

    /// Masks: the lane is a surrogate of 1024 from `first` on.
    #[inline(always)]
    fn are_surrogates(self, units: [S::V; 2], first: u16) -> [S::V; 2] {
        let s = self.s;
        both(
            units,
            #[inline(always)]
            |v| s.equal16(s.and(v, s.splat16(0xFC00)), s.splat16(first)),
        )
    }

    /// The units in the byte order of the processor.
    #[inline(always)]
    fn order(self, v: S::V) -> S::V {
        if SWAPPED { self.s.swap16(v) } else { v }
    }

    /// Whether no lane has one of `bits`.
    #[inline(always)]
    fn none_in(self, units: [S::V; 2], bits: u16) -> bool {
        let s = self.s;
        !s.any_nonzero(s.and(s.or(units[0], units[1]), s.splat16(bits)))
    }

    /// `110bbbbb`, `10cccccc` of `00000bbbbbcccccc`.
    #[inline(always)]
    fn two_bytes(self, v: S::V) -> S::V {
        let s = self.s;
        let bytes = s.or(s.shr16::<6>(v), s.shl16::<8>(v));
        s.or(s.and(bytes, s.splat16(0x3F1F)), s.splat16(0x80C0))
    }

    /// `1110aaaa`, `10bbbbbb` of `aaaabbbbbbcccccc`. With bit 6 turned, the second
    /// is the first one of two.
    #[inline(always)]
    fn first_bytes(self, v: S::V) -> S::V {
        let s = self.s;
        let a = s.shr16::<12>(v);
        let b = s.shl16::<2>(s.and(v, s.splat16(0x0FC0)));
        s.or(s.or(a, b), s.splat16(0x80E0))
    }

    /// `10cccccc` of `aaaabbbbbbcccccc`, and the low byte as it is.
    #[inline(always)]
    fn last_byte(self, v: S::V) -> S::V {
        let s = self.s;
        let twice = s.repeat_low_byte16(v);
        s.or(s.and(twice, s.splat16(0xFF3F)), s.splat16(0x0080))
    }

    /// In the high byte `11110aaa` of a high surrogate `110110xxxxxxxxxx`: the bits
    /// x, plus 40, are `aaabbbbbbcc`.
    #[inline(always)]
    fn first_of_four(self, v: S::V) -> S::V {
        let s = self.s;
        let v = s.add16(v, s.splat16(0x0040));
        s.or(s.and(v, s.splat16(0x0700)), s.splat16(0xF000))
    }

    /// In the low byte `10bbbbbb` of it.
    #[inline(always)]
    fn second_of_four(self, v: S::V) -> S::V {
        let s = self.s;
        let v = s.shr16::<2>(s.add16(v, s.splat16(0x0040)));
        s.or(s.and(v, s.splat16(0x003F)), s.splat16(0x0080))
    }

    /// In the high byte `10ccdddd` of that high surrogate, `before`, and of a low
    /// one, `110111ddddeeeeee`.
    #[inline(always)]
    fn third_byte(self, before: S::V, v: S::V) -> S::V {
        let s = self.s;
        let c = s.and(s.shl16::<12>(before), s.splat16(0x3000));
        let d = s.and(s.shl16::<2>(v), s.splat16(0x0F00));
        s.or(s.or(c, d), s.splat16(0x8000))
    }
}

/// `f` of both: as `map` does, but surely inlined.
#[inline(always)]
fn both<T: Copy, R>(pair: [T; 2], f: impl Fn(T) -> R) -> [R; 2] {
    [f(pair[0]), f(pair[1])]
}
