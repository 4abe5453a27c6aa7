//! Texts of few units with AVX-512, where part of a vector is loaded and stored by a mask: a text of up
//! to 64 units is one vector or two, whatever its length, and goes straight from the one buffer to the
//! other. No branch asks for the length. Where names and keys of all lengths come one behind the other,
//! nobody can foresee it, and such a branch costs as much as all else. A longer text is cut in two such
//! parts; or it is whole vectors, and such a part behind them or before, or the last vector lies partly in the one before: then one branch is
//! missed, that of the last vector.
//!
//! All is converted, or nothing counts: what is malformed is for others.

mod latin1;

pub(crate) use latin1::{Latin1ToUtf8, Latin1ToUtf16, Utf8ToLatin1, Utf16ToLatin1};

use crate::output::Output;
use crate::simd::dispatch;
use crate::simd::x86_64::avx2::Avx2;
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, Vector, Wide};
use crate::validate::brief::vectors;
use crate::validate::utf8::Checks;
use crate::validate::utf32;

use super::utf8_to_units::{ToUtf16, dropped, fields_of_any, is_lead_of_four};
use super::utf16_to_utf8::Writer;
use core::marker::PhantomData;

/// A conversion of a part of a text.
pub(crate) trait Brief {
    /// The most bytes of a part.
    const PART: usize;
    /// The most bytes that a text may have: two parts, wherever it is cut, two vectors that need no cut, or a [`RECORD`].
    const MOST: usize = 2 * Self::PART;

    /// Does it with all of `src`, a part at most; whether that was possible.
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool;

    /// Where a text that is longer than a part is cut in two.
    #[inline(always)]
    fn cut(_: &[u8]) -> Option<usize> {
        Some(Self::PART)
    }

    /// The same with all of `src`, more than a part and [`MOST`](Self::MOST) bytes at most.
    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        two_parts::<Self>(s, src, out)
    }
}

#[inline(always)]
fn two_parts<B: Brief + ?Sized>(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
    let Some(at) = B::cut(src) else { return false };
    let (first, second) = src.split_at(at);
    B::run(s, first, out) && B::run(s, second, out)
}

/// The same of a whole text: how many bytes it makes.
pub(crate) struct Whole<B>(PhantomData<B>);

impl<B: Brief> dispatch::Brief for Whole<B> {
    type Output = Option<usize>;
    const MOST: usize = B::MOST;
    const PART: usize = B::PART;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], mut out: Output<'_>) -> Option<usize> {
        B::run(s, src, &mut out).then(|| out.written())
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], mut out: Output<'_>) -> Option<usize> {
        B::parts(s, src, &mut out).then(|| out.written())
    }
}

/// The most bytes of a record: what is longer pays for windows.
const RECORD: usize = 4096;

/// The first `n` lanes of the i-th part, of which each has `of`: as a set.
#[inline(always)]
fn first_of(s: Avx512, n: usize, i: usize, of: usize) -> u64 {
    s.first(n.saturating_sub(i * of).min(of) * (64 / of))
}

/// UTF-8 to UTF-16, as `utf8_to_units.rs` has it: each lane makes a unit of the bytes before it.
pub(crate) struct Utf8ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Utf8ToUtf16<SWAPPED> {
    const PART: usize = PART_OF_UTF8;
    /// Of ASCII, and else some bytes less.
    const MOST: usize = 2 * Avx512::LANES;

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        // The first vector and the last, which overlap.
        let (first, last) = (&src[..Avx512::LANES], &src[src.len() - Avx512::LANES..]);
        if !s.any_high_bit(s.or(s.load(first, 0), s.load(last, 0))) {
            let len = 2 * Avx512::LANES;
            return out.first(s, Self::units_of_ascii(s, first), len) && {
                out.take_back(2 * len - 2 * src.len());
                out.first(s, Self::units_of_ascii(s, last), len)
            };
        }
        src.len() <= MOST_OF_UTF8 && two_parts::<Self>(s, src, out)
    }

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let order = |v| if SWAPPED { s.swap16(v) } else { v };
        let ends = s.first(src.len() + 1) & !1;
        if src.len() < Avx2::LANES {
            let (half, v) = (s.half(), s.load_half(src));
            if !half.any_high_bit(v) {
                return out.first(s, [order(s.widen_half(v))], 2 * src.len());
            }
            let Some(([low, middle, high], dropped)) = units_behind(half, v) else { return false };
            // Not by `map`, which is not always inlined.
            let (low, middle) = (s.widen_half(low), s.widen_half(middle));
            let units = s.or(s.or(low, s.shl16::<6>(middle)), s.shl16::<8>(s.widen_half(high)));
            let kept = ends as u32 & !half.flagged(dropped);
            return out.compressed16(s, [(order(units), kept)]);
        }
        let v = s.load_partial(src);
        if !s.any_high_bit(v) {
            let [a, b] = s.halves(v);
            return out.first(s, [order(s.widen_half(a)), order(s.widen_half(b))], 2 * src.len());
        }
        let ([first, second], kept) = if s.any_from(0xE0, v) {
            let Some(([low, middle, high], dropped)) = units_behind(s, v) else { return false };
            (s.units(low, middle, high), ends & !s.flagged(dropped))
        } else {
            // Of words nobody can foresee that; but of what is longer it is half of the time.
            let Some(leads) = leads_of_two(s, v, 0) else { return false };
            (s.units_up_to_two(v, s.shift_up::<1>(v)), s.first(src.len()) & !leads)
        };
        out.compressed16(s, [(order(first), kept as u32), (order(second), (kept >> 32) as u32)])
    }

    #[inline(always)]
    fn cut(src: &[u8]) -> Option<usize> {
        boundary(src)
    }
}

impl<const SWAPPED: bool> Utf8ToUtf16<SWAPPED> {
    /// The units of a vector of ASCII.
    #[inline(always)]
    fn units_of_ascii(s: Avx512, vector: &[u8]) -> [<Avx512 as Vector>::V; 2] {
        let (a, b) = vector.split_at(Avx2::LANES);
        [Latin1ToUtf16::<SWAPPED>::units(s, a), Latin1ToUtf16::<SWAPPED>::units(s, b)]
    }
}

/// Converts what UTF-8 begins with to UTF-16 by parts, straight to where it belongs, until something is malformed or there is
/// no room. Returns how much it is.
#[inline(always)]
pub(super) fn utf8_to_utf16_by_parts<const SWAPPED: bool>(
    s: Avx512,
    src: &[u8],
    out: &mut Output<'_>,
) -> usize {
    let mut at = 0;
    while let rest = &src[at..]
        && !rest.is_empty()
        && let Some(end) =
            if rest.len() <= PART_OF_UTF8 { Some(rest.len()) } else { boundary(rest) }
        && Utf8ToUtf16::<SWAPPED>::run(s, &rest[..end], out)
    {
        at += end;
    }
    at
}

/// The fields of the unit that each lane makes of the bytes before it, and the lanes that make none; nothing
/// if the text is malformed.
#[inline(always)]
fn units_behind<S: Simd>(s: S, v: S::V) -> Option<([S::V; 3], S::V)> {
    let before = [s.shift_up::<1>(v), s.shift_up::<2>(v), s.shift_up::<3>(v)];
    let [b1, b2, b3] = before;
    if s.any_nonzero(Checks::new(s).any(v, b1, b2, b3)) {
        return None;
    }
    let fields = if s.any_from(0xF0, v) {
        let is_low = is_lead_of_four(s, s.shift_up::<4>(v));
        fields_of_any(s, before, is_lead_of_four(s, b3), is_low)
    } else {
        s.fields(b1, b2, b3)
    };
    Some((fields, dropped::<_, ToUtf16<false, true>>(s, v, b3)))
}

/// The lead bytes of UTF-8 that has no bytes from E0 on; nothing if it is malformed. `behind`: 1 if the byte before is one.
#[inline(always)]
fn leads_of_two(s: Avx512, v: <Avx512 as Vector>::V, behind: u64) -> Option<u64> {
    // C0 and C1 are neither leads nor continuation bytes.
    let (leads, from_c0) = (s.at_least(0xC2, v), s.at_least(0xC0, v));
    let continuations = s.flagged(v) & !from_c0;
    (leads == from_c0 && leads << 1 | behind == continuations).then_some(leads)
}

/// One byte less than a vector: the last sequence is stored by the lane behind it.
const PART_OF_UTF8: usize = Avx512::LANES - 1;
/// The first part may be three bytes shorter.
const MOST_OF_UTF8: usize = 2 * PART_OF_UTF8 - 3;

/// The last place where a first part can end.
#[inline(always)]
fn boundary(src: &[u8]) -> Option<usize> {
    (PART_OF_UTF8 - 3..=PART_OF_UTF8).rfind(|&at| src[at] & 0xC0 != 0x80)
}

/// UTF-16 to UTF-8, as `utf16_to_utf8.rs` has it; but for surrogates.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Utf16ToUtf8<SWAPPED> {
    const PART: usize = 128;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let writer = Writer::<_, SWAPPED> { s };
        let units = writer.partial(src);
        src.len().is_multiple_of(2) && writer.first(units, src.len() / 2, out)
    }
}

impl<const SWAPPED: bool> Writer<Avx512, SWAPPED> {
    /// Writes the first `n` of some units, if none is a surrogate.
    #[inline(always)]
    pub(super) fn first(
        self,
        units: [<Avx512 as Vector>::V; 2],
        n: usize,
        out: &mut Output<'_>,
    ) -> bool {
        let s = self.s;
        if self.none_in(units, 0xFF80) {
            return out.first(s, [s.narrow16(units[0], units[1])], n);
        }
        // Of few units all are taken alike: which of them take two bytes, nobody can foresee.
        if n <= 32 {
            if self.any_surrogate([units[0], s.splat(0)]) {
                return false;
            }
            let quarters = self.quarters(units, n);
            return if n <= 16 {
                out.compressed(s, [quarters(0)])
            } else {
                out.compressed(s, [quarters(0), quarters(1)])
            };
        }
        if self.none_in(units, 0xF800) {
            let bytes = s.one_or_two(units);
            let [of_a, of_b] = s.of_one_or_two(bytes);
            let [a, b] = bytes;
            return out.compressed(s, [(a, of_a), (b, of_b & first_of(s, n, 1, 32))]);
        }
        if self.any_surrogate(units) {
            return false;
        }
        let quarters = self.quarters(units, n);
        out.compressed(s, [quarters(0), quarters(1), quarters(2), quarters(3)])
    }

    /// The bytes of the i-th sixteen of `n` units that are no surrogates, and which of them count.
    #[inline(always)]
    fn quarters(
        self,
        units: [<Avx512 as Vector>::V; 2],
        n: usize,
    ) -> impl Fn(usize) -> (<Avx512 as Vector>::V, u64) {
        let s = self.s;
        let halves = [s.halves(units[0]), s.halves(units[1])];
        #[inline(always)]
        move |i| {
            let (bytes, kept) = s.half_as_utf8(halves[i / 2][i % 2]);
            (bytes, kept & first_of(s, n, i, 16))
        }
    }
}

/// UTF-16 to UTF-32; in a part but for surrogates.
pub(crate) struct Utf16ToUtf32<const FROM: bool, const TO: bool>;

impl<const FROM: bool, const TO: bool> Brief for Utf16ToUtf32<FROM, TO> {
    const PART: usize = 128;
    const MOST: usize = RECORD;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let order = |v| if TO { s.swap32(v) } else { v };
        let writer = Writer::<_, FROM> { s };
        let units = writer.partial(src);
        if writer.any_surrogate(units) || !src.len().is_multiple_of(2) {
            return false;
        }
        let [a, b] = s.widen16(units[0]);
        // For most words half of the vectors are enough.
        if src.len() <= 64 {
            return out.first(s, [order(a), order(b)], 2 * src.len());
        }
        let [c, d] = s.widen16(units[1]);
        out.first(s, [order(a), order(b), order(c), order(d)], 2 * src.len())
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let writer = Writer::<_, FROM> { s };
        let (vectors, rest) = src.as_chunks::<64>();
        // The units before, and whether the last of them is a high surrogate.
        let mut before = (s.splat(0), 0);
        for vector in vectors {
            let units = writer.order(s.load(vector, 0));
            if !Self::units(s, units, 32, &mut before, out) {
                return false;
            }
        }
        let units = writer.order(s.load_partial(rest));
        src.len().is_multiple_of(2) && Self::units(s, units, rest.len() / 2, &mut before, out)
    }
}

impl<const FROM: bool, const TO: bool> Utf16ToUtf32<FROM, TO> {
    /// Writes the first `n` of some units behind others; the rest are zero.
    #[inline(always)]
    fn units(
        s: Avx512,
        units: <Avx512 as Vector>::V,
        n: usize,
        before: &mut (<Avx512 as Vector>::V, u32),
        out: &mut Output<'_>,
    ) -> bool {
        let order = |v| if TO { s.swap32(v) } else { v };
        let [highs, lows] = s.surrogates(units);
        let (units_before, after_high) = *before;
        *before = (units, highs >> 31);
        if highs | lows | after_high == 0 {
            let [a, b] = s.widen16(units);
            return out.first(s, [order(a), order(b)], 4 * n);
        }
        if lows != highs << 1 | after_high {
            return false;
        }
        let lanes = s.after_those_before(units, s.shift_in16(units_before, units));
        let [a, b] = s.values_of_pairs(lanes, lows);
        out.compressed32(s, [order(a), order(b)], !highs & s.first(n) as u32)
    }
}

/// UTF-32 to UTF-16, but for what becomes a pair.
pub(crate) struct Utf32ToUtf16<const FROM: bool, const TO: bool>;

impl<const FROM: bool, const TO: bool> Brief for Utf32ToUtf16<FROM, TO> {
    const PART: usize = 256;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let Some([a, b]) = units_of_bmp::<FROM>(s, src) else { return false };
        let order = |v| if TO { s.swap16(v) } else { v };
        out.first(s, [order(a), order(b)], src.len() / 2)
    }
}

/// UTF-32 to UTF-8, by the units of UTF-16; but for what becomes a pair there.
pub(crate) struct Utf32ToUtf8<const FROM: bool>;

impl<const FROM: bool> Brief for Utf32ToUtf8<FROM> {
    const PART: usize = 256;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let Some(units) = units_of_bmp::<FROM>(s, src) else { return false };
        Writer::<_, false> { s }.first(units, src.len() / 4, out)
    }
}

/// The units of UTF-16 of UTF-32, if no value becomes a pair.
#[inline(always)]
fn units_of_bmp<const FROM: bool>(s: Avx512, src: &[u8]) -> Option<[<Avx512 as Vector>::V; 2]> {
    // For most words half of the vectors are enough.
    let v = if src.len() <= 128 {
        let ((a, b), zero) = (src.split_at(src.len().min(64)), s.splat(0));
        [s.load_partial(a), s.load_partial(b), zero, zero]
    } else {
        vectors(s, src)
    };
    s.units_of_bmp(utf32::order::<_, FROM>(s, v)).filter(|_| src.len().is_multiple_of(4))
}

/// UTF-8 to an encoding that is the same but above U+FFFF, or the other way; if `NUL`, but for U+0000, too.
pub(crate) struct SameUtf8<const NUL: bool>;

impl<const NUL: bool> Brief for SameUtf8<NUL> {
    /// A sequence that is cut has a zero behind it.
    const PART: usize = PART_OF_UTF8;
    const MOST: usize = MOST_OF_UTF8;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        // ASCII is not asked for: half of all words are, and nobody can foresee which.
        let v = s.load_partial(src);
        let text = s.first(src.len());
        let differs = s.at_least(0xF0, v) | if NUL { text & !s.at_least(1, v) } else { 0 };
        differs == 0 && !s.any_nonzero(Checks::new(s).at_start(v)) && out.first(s, [v], src.len())
    }

    #[inline(always)]
    fn cut(src: &[u8]) -> Option<usize> {
        boundary(src)
    }
}

/// How many bytes of UTF-8 UTF-16 becomes, if it is well-formed: nothing is written.
pub(crate) struct Utf8LenOfUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> dispatch::Brief for Utf8LenOfUtf16<SWAPPED> {
    type Output = usize;
    const MOST: usize = 128;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], _: Output<'_>) -> usize {
        let units = Writer::<_, SWAPPED> { s }.partial(src);
        let [two, three, surrogate, above] = [0x80, 0x800, 0xD800, 0xE000]
            .map(|first| s.both(units.map(|v| s.at_least16(first, v))).count_ones());
        // Each half of a pair is two bytes, not three.
        let more = two + three - (surrogate - above);
        src.len() / 2 + more as usize
    }
}
