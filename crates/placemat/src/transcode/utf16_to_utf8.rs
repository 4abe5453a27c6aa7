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
//! Up to 7FF, the two bytes of a lane are vectors of bytes, packed from both
//! vectors of units. The last one is ASCII or a continuation byte, so its bit 7 says
//! how many are kept, and if none has it set the window is ASCII:
//!
//! ```text
//! unit       0041        00E9
//! b          01          03          unit >> 6
//! c          01          29          unit & 3F
//! lead       C1          C3          C0 | b
//! last       41          A9          c | min(b, 2) << 6
//! ```
//!
//! What it costs is the number of instructions: about 50 a window of pairs and 120
//! of any units, with AVX2. So windows with surrogates have a loop of their own,
//! that the other one may keep its registers.
//!
//! It is correct because every lane depends on its own unit alone, but for low
//! surrogates, which take two bits from the lane before. A window never begins
//! between the halves of a pair: one that ends with a high surrogate gives that
//! back. So the lane before the first one does not matter.
//!
//! Stores write more than they keep. [`Output`] puts back what was there.

#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
mod pairs;

use super::Converted;
use super::one_to_one::narrowed16;
use crate::output::{Output, SLACK};
use crate::simd::dispatch::{self, Conversion};
use crate::simd::{Simd, choice};
use crate::validate::utf16::any_surrogate;
use core::mem::MaybeUninit;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use pairs::Pairs;

/// The conversion of a prefix of UTF-16 in the byte order of the processor or, if `SWAPPED`, in the
/// other one.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Conversion for Utf16ToUtf8<SWAPPED> {
    type Output = Converted;
    const AVX512: choice::Lengths = choice::UTF16_TO_UTF8;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let mut out = Output::new(dst);
        let rest = Writer::<S, SWAPPED> { s }.convert(src, &mut out);
        Converted { read: src.len() - rest.len(), written: out.written() }
    }
}

/// The same for a text of few units: a function of its own, because it needs
/// neither the registers nor the stack of the other, and so begins sooner.
pub(super) struct ShortUtf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Conversion for ShortUtf16ToUtf8<SWAPPED> {
    type Output = Converted;
    const AVX512: choice::Lengths = choice::UTF16_TO_UTF8;

    #[inline(always)]
    fn with_vectors<S: Simd>(s: S, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
        let mut out = Output::new(dst);
        let rest = Writer::<S, SWAPPED> { s }.tail(src, &mut out);
        Converted { read: src.len() - rest.len(), written: out.written() }
    }
}

/// Up to how many bytes a text is short.
const SHORT: usize = 64;

/// Converts a prefix of `src` at the level in use.
#[inline(always)]
pub(crate) fn convert<const SWAPPED: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Converted {
    if src.len() <= SHORT {
        dispatch::convert::<ShortUtf16ToUtf8<SWAPPED>>(src, dst)
    } else {
        dispatch::convert::<Utf16ToUtf8<SWAPPED>>(src, dst)
    }
}

/// Enough for a window of the longest vectors, 64 lanes, and what is behind.
const BUFFER: usize = 3 * 64 + SLACK;

/// The kernel, for an instruction set.
#[derive(Clone, Copy)]
pub(super) struct Writer<S: Simd, const SWAPPED: bool> {
    pub(super) s: S,
}

impl<S: Simd, const SWAPPED: bool> Writer<S, SWAPPED> {
    /// How many bytes of the source a window has.
    pub(super) const WINDOW: usize = 2 * S::LANES;

    /// If so many of the last 32 windows were not ASCII, nobody can foresee whether what comes is, and all is taken as if it
    /// were not: a guess that is wrong costs as much as some three windows of ASCII that go the way of the
    /// others. Subtitles and German prose 1.9, JSON 1.0 with AVX2 and 1.7 with AVX-512, whose windows have twice as many units (Zen 4).
    const OFTEN_NOT_ASCII: u32 = if S::MASKS { 6 } else { 10 };
    /// Whether these are counted where they change, and not for each window: with NEON that is four instructions, of which windows in
    /// Russian have 8 % less so. SSE4.2 has no register for it (Chinese .95).
    const COUNTS_CHANGES: bool = cfg!(target_arch = "aarch64");

    /// Converts what it can of `src`, and returns the rest.
    #[inline(always)]
    fn convert<'a>(self, src: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
        let mut rest = src;
        // ASCII at the start: records of it take .63 of the time that windows take.
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if let Some(s) = self.s.avx512() {
            rest = &src[2 * out.narrowed::<SWAPPED>(s, src, 0xFF80)..];
        }
        // Which of the last windows had surrogates, a bit each.
        let mut recent = 0_u32;
        loop {
            let left = rest.len();
            rest = self.without_surrogates(rest, out);
            let passed = (left - rest.len()) / Self::WINDOW;
            recent = recent.unbounded_shl(passed as u32);
            rest = self.with_surrogates(rest, out, &mut recent);
            if rest.len() == left {
                break;
            }
        }
        out.restore::<S>();
        self.tail(rest, out)
    }

    /// Converts windows without surrogates, and returns what is behind them.
    #[inline(always)]
    pub(super) fn without_surrogates<'a>(
        self,
        mut rest: &'a [u8],
        out: &mut Output<'_>,
    ) -> &'a [u8] {
        // Which of the last windows up to U+07FF were not ASCII, a bit each; as long as ASCII is asked for, only those behind a run
        // of it. With windows of 16 units one such can count twice.
        let mut recent = 0_u32;
        let is_often = |recent: u32| recent.count_ones() >= Self::OFTEN_NOT_ASCII;
        let mut often = false;
        while let Some((units, behind)) = self.window(rest) {
            let stored = if self.none_in(units, 0xF800) {
                let bytes = self.s.one_or_two(units);
                let is_ascii = self.s.all_one(units, bytes);
                let now = if Self::COUNTS_CHANGES { often } else { is_often(recent) };
                if now {
                    recent = recent << 1 | u32::from(!is_ascii);
                    often = is_often(recent);
                } else if is_ascii {
                    let left = rest.len();
                    rest = self.ascii(rest, out);
                    let passed = (left - rest.len()) / Self::WINDOW;
                    if passed == 0 {
                        break;
                    }
                    recent = recent.unbounded_shl(passed as u32) | 1;
                    often = is_often(recent);
                    continue;
                }
                out.one_or_two(self.s, bytes)
            } else {
                self.encode_up_to_three_bytes(units, out)
            };
            if !stored {
                break;
            }
            rest = behind;
        }
        rest
    }

    /// Converts windows with surrogates, and returns what is behind them. `recent`: which of
    /// the last windows had some, a bit each, with AVX-512.
    #[inline(always)]
    fn with_surrogates<'a>(
        self,
        mut rest: &'a [u8],
        out: &mut Output<'_>,
        recent: &mut u32,
    ) -> &'a [u8] {
        #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
        if let Some(s) = self.s.avx512()
            && rest.len() >= Self::WINDOW
        {
            let read = dispatch::apart::<Pairs<SWAPPED>>(s, rest, out, recent);
            return &rest[read..];
        }
        let _ = recent;
        while let Some((units, _)) = self.window(rest)
            && self.any_surrogate(units)
        {
            let last = [rest[Self::WINDOW - 2], rest[Self::WINDOW - 1]];
            let Some(read) = self.encode_surrogates(units, self.is_high(last), out) else { break };
            rest = &rest[read..];
        }
        rest
    }

    /// The units of the first window, if there is a whole one, and what is behind.
    #[inline(always)]
    pub(super) fn window(self, text: &[u8]) -> Option<([S::V; 2], &[u8])> {
        let s = self.s;
        let (window, behind) = text.split_at_checked(Self::WINDOW)?;
        let units = [self.order(s.load(window, 0)), self.order(s.load(window, S::LANES))];
        Some((units, behind))
    }

    /// Converts windows of ASCII, and returns what is behind them.
    #[inline(always)]
    fn ascii<'a>(self, rest: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
        let s = self.s;
        let mut both = out.beside(rest, 2, 1);
        while both.vectors::<S, 1>(
            s,
            0,
            #[inline(always)]
            |[a, b, zero, _]| {
                Some([narrowed16::<S, SWAPPED, 0xFF80>(s, [a, b])?, zero, zero, zero])
            },
        ) {}
        &rest[both.read()..]
    }

    /// What is left: less than a window, or more than there is room for.
    #[inline(always)]
    pub(super) fn tail<'a>(self, rest: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
        self.tail_mending::<false>(rest, out, &mut 0)
    }

    /// The same; if it `MENDS`, nothing follows, and lone surrogates become U+FFFD.
    #[inline(always)]
    pub(super) fn tail_mending<'a, const MENDS: bool>(
        self,
        mut rest: &'a [u8],
        out: &mut Output<'_>,
        malformed: &mut usize,
    ) -> &'a [u8] {
        let s = self.s;
        while rest.len() >= 2 {
            // Whole units. The lanes behind them are zero, and become a byte each.
            let whole = &rest[..rest.len() & !1];
            let window = &whole[..whole.len().min(Self::WINDOW)];
            let (mut units, mut lone) = (self.partial(window), 0);
            let padding = S::LANES - window.len() / 2;
            let mut waits = match window {
                [.., a, b] => padding == 0 && self.is_high([*a, *b]),
                _ => false,
            };
            if MENDS && self.any_surrogate(units) {
                let behind = &whole[2..];
                (units, lone) = self.with_replacements(units, self.partial(behind));
                let low = behind.get(Self::WINDOW - 2..).and_then(<[u8]>::first_chunk);
                waits &= low.is_some_and(|&unit| self.is_low(unit));
            }
            let mut buffer = [MaybeUninit::uninit(); BUFFER];
            let mut encoded = Output::new(&mut buffer);
            let read = if self.none_in(units, 0xFF80) {
                encoded.vectors(s, [[s.narrow16(units[0], units[1])]]);
                Some(window.len())
            } else if self.any_surrogate(units) {
                self.encode_surrogates(units, waits, &mut encoded)
            } else {
                self.encode(units, &mut encoded).then_some(window.len())
            };
            let Some(read) = read else { break };
            let len = encoded.written() - padding;
            if !out.write_short(s, &encoded.written_from(0)[..len]) {
                break;
            }
            *malformed += lone;
            rest = &rest[read.min(window.len())..];
        }
        rest
    }

    /// The units of a window of which some may be behind the text: those are zero.
    #[inline(always)]
    pub(super) fn partial(self, text: &[u8]) -> [S::V; 2] {
        let (a, b) = text.split_at(text.len().min(S::LANES));
        [self.order(self.s.load_partial(a)), self.order(self.s.load_partial(b))]
    }

    /// Writes the UTF-8 of a window without surrogates; nothing, and `false`, if there is
    /// one, or no room.
    #[inline(always)]
    pub(super) fn encode(self, units: [S::V; 2], out: &mut Output<'_>) -> bool {
        if self.none_in(units, 0xF800) {
            out.one_or_two(self.s, self.s.one_or_two(units))
        } else {
            self.encode_up_to_three_bytes(units, out)
        }
    }

    /// The same, for units of any size.
    #[inline(always)]
    pub(super) fn encode_up_to_three_bytes(self, units: [S::V; 2], out: &mut Output<'_>) -> bool {
        let s = self.s;
        if self.any_surrogate(units) {
            return false;
        }
        let [bytes, sizes] = self.up_to_three_bytes(units);
        out.one_to_three(s, bytes, sizes)
    }

    /// `first` and `last` of units that are no surrogates, and which lanes have two and three bytes.
    #[inline(always)]
    fn up_to_three_bytes(self, units: [S::V; 2]) -> [[[S::V; 2]; 2]; 2] {
        let two = [self.is_two(units[0]), self.is_two(units[1])];
        let three = [self.is_three(units[0]), self.is_three(units[1])];
        let first = [self.first_bytes(units[0], three[0]), self.first_bytes(units[1], three[1])];
        let last = [self.last_byte(units[0]), self.last_byte(units[1])];
        [[first, last], [two, three]]
    }

    /// The same for a window with surrogates. Returns how many bytes of it that are: a
    /// high surrogate at its end `waits`.
    #[inline(always)]
    pub(super) fn encode_surrogates(
        self,
        units: [S::V; 2],
        waits: bool,
        out: &mut Output<'_>,
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
        let before = [s.shift_in16(zero, units[0]), s.shift_in16(units[0], units[1])];
        let (mut two, mut three, mut first, mut last) = (units, units, units, units);
        for i in 0..2 {
            two[i] = self.is_two(units[i]);
            three[i] = s.and_not(s.or(high[i], low[i]), self.is_three(units[i]));
            let bytes = self.first_bytes(units[i], three[i]);
            let bytes = s.select(bytes, self.third_byte(before[i], units[i]), low[i]);
            first[i] = s.select(bytes, self.first_of_four(units[i]), high[i]);
            last[i] = s.select(self.last_byte(units[i]), self.second_of_four(units[i]), high[i]);
        }
        // A high surrogate at the end is for the next window. What it has become
        // is two bytes, too.
        let back = if waits { 2 } else { 0 };
        out.one_to_three_until(s, [first, last], [two, three], waits).then_some(Self::WINDOW - back)
    }

    /// Whether the unit in memory is a high surrogate.
    #[inline(always)]
    pub(super) fn is_high(self, unit: [u8; 2]) -> bool {
        (0xD800..0xDC00).contains(&Self::unit(unit))
    }

    /// The same for a low one.
    #[inline(always)]
    pub(super) fn is_low(self, unit: [u8; 2]) -> bool {
        (0xDC00..0xE000).contains(&Self::unit(unit))
    }

    fn unit(bytes: [u8; 2]) -> u16 {
        let unit = u16::from_ne_bytes(bytes);
        if SWAPPED { unit.swap_bytes() } else { unit }
    }

    /// Masks: the lane is a surrogate of 1024 from `first` on.
    #[inline(always)]
    pub(super) fn are_surrogates(self, units: [S::V; 2], first: u16) -> [S::V; 2] {
        let s = self.s;
        let kind = s.splat16(0xFC00);
        [
            s.equal16(s.and(units[0], kind), s.splat16(first)),
            s.equal16(s.and(units[1], kind), s.splat16(first)),
        ]
    }

    /// The units in the byte order of the processor.
    #[inline(always)]
    pub(super) fn order(self, v: S::V) -> S::V {
        if SWAPPED { self.s.swap16(v) } else { v }
    }

    /// Whether no lane has one of `bits`: some, and all above.
    #[inline(always)]
    pub(super) fn none_in(self, units: [S::V; 2], bits: u16) -> bool {
        let s = self.s;
        s.none_of_upper16(bits, s.or(units[0], units[1]))
    }

    /// Whether one of the units is a surrogate.
    #[inline(always)]
    pub(super) fn any_surrogate(self, units: [S::V; 2]) -> bool {
        any_surrogate(self.s, units)
    }

    /// Bit 15: the unit is 80 or above.
    #[inline(always)]
    fn is_two(self, v: S::V) -> S::V {
        self.s.saturating_add16(v, self.s.splat16(0x8000 - 0x80))
    }

    /// Bit 15: the unit is 800 or above.
    #[inline(always)]
    fn is_three(self, v: S::V) -> S::V {
        self.s.saturating_add16(v, self.s.splat16(0x8000 - 0x800))
    }

    /// `1110aaaa`, `10bbbbbb` of `aaaabbbbbbcccccc`; where bit 15 of `three` is not
    /// set, the second is `110bbbbb`.
    #[inline(always)]
    fn first_bytes(self, v: S::V, three: S::V) -> S::V {
        let s = self.s;
        let a = s.shr16::<12>(v);
        let b = s.shl16::<2>(s.and(v, s.splat16(0x0FC0)));
        let marks = s.select_flagged(s.splat16(0xC0E0), s.splat16(0x80E0), three);
        s.or(s.or(a, b), marks)
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
