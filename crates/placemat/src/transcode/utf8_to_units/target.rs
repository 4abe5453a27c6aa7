//! What UTF-8 becomes: UTF-16 or UTF-32.

use super::{fields_of_any, is_lead_of_four};
use crate::output::Output;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, choice};
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::transcode::brief;

/// What the units are stored as.
pub(crate) trait Target {
    /// See [`choice`].
    const AVX512: choice::Lengths;
    /// Bytes in a unit.
    const BYTES: usize;
    /// Whether a sequence of four bytes makes two units.
    const PAIRS: bool;
    /// Whether the source may be malformed.
    const CHECKED: bool;

    /// Writes the units of a scalar value.
    fn write(value: u32, dst: &mut Output<'_>);

    /// Writes ASCII that the text begins with, if that is a vector or more. Returns how much it is.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    fn write_first_ascii(s: Avx512, src: &[u8], dst: &mut Output<'_>) -> usize;

    /// Writes what the text begins with, without windows: returns how much it is. Nothing, if the way by the stack is to
    /// be taken.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn write_parts(_: Avx512, _src: &[u8], _: &mut Output<'_>) -> Option<usize> {
        None
    }

    /// Writes every lane, which is ASCII.
    fn write_ascii<S: Simd, const N: usize>(s: S, v: [S::V; N], dst: &mut Output<'_>) -> bool;

    /// Writes the units of lanes that are not `dropped`. If `split`, the last one is a
    /// high surrogate, which may be taken back.
    fn write_units<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        units: impl Fn(usize) -> S::Units,
        dst: &mut Output<'_>,
    ) -> bool;

    /// The same for sequences of any length, which end in the first of the
    /// vectors and begin in the others.
    fn write_any<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        before: impl Fn(usize) -> [S::V; 4],
        dst: &mut Output<'_>,
    ) -> bool;
}

/// UTF-16.
pub(crate) struct ToUtf16<const SWAPPED: bool, const CHECKED: bool>;

impl<const SWAPPED: bool, const CHECKED: bool> Target for ToUtf16<SWAPPED, CHECKED> {
    const AVX512: choice::Lengths = choice::UTF8_TO_UTF16;
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

    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn write_first_ascii(s: Avx512, src: &[u8], dst: &mut Output<'_>) -> usize {
        dst.widened_ascii::<32>(
            s,
            src,
            #[inline(always)]
            |half| brief::Latin1ToUtf16::<SWAPPED>::units(s, half),
        )
    }

    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn write_parts(s: Avx512, src: &[u8], dst: &mut Output<'_>) -> Option<usize> {
        Some(brief::utf8_to_utf16_by_parts::<SWAPPED>(s, src, dst))
    }

    #[inline(always)]
    fn write_ascii<S: Simd, const N: usize>(s: S, v: [S::V; N], dst: &mut Output<'_>) -> bool {
        dst.widened16::<S, SWAPPED, N>(s, v)
    }

    #[inline(always)]
    fn write_units<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        units: impl Fn(usize) -> S::Units,
        dst: &mut Output<'_>,
    ) -> bool {
        dst.units16::<S, SWAPPED, false, N>(s, dropped, split, units)
    }

    #[inline(always)]
    fn write_any<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        split: bool,
        before: impl Fn(usize) -> [S::V; 4],
        dst: &mut Output<'_>,
    ) -> bool {
        dst.units16::<S, SWAPPED, false, N>(
            s,
            dropped,
            split,
            #[inline(always)]
            |i| {
                let [b1, b2, b3, b4] = before(i);
                let (is_high, is_low) = (is_lead_of_four(s, b3), is_lead_of_four(s, b4));
                let [low, middle, high] = fields_of_any(s, [b1, b2, b3], is_high, is_low);
                s.units(low, middle, high)
            },
        )
    }
}

/// UTF-32.
pub(crate) struct ToUtf32<const SWAPPED: bool, const CHECKED: bool>;

impl<const SWAPPED: bool, const CHECKED: bool> Target for ToUtf32<SWAPPED, CHECKED> {
    const AVX512: choice::Lengths = choice::UTF8_TO_UTF32;
    const BYTES: usize = 4;
    const PAIRS: bool = false;
    const CHECKED: bool = CHECKED;

    #[inline(always)]
    fn write(value: u32, dst: &mut Output<'_>) {
        dst.write(&if SWAPPED { value.swap_bytes() } else { value }.to_ne_bytes());
    }

    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    #[inline(always)]
    fn write_first_ascii(s: Avx512, src: &[u8], dst: &mut Output<'_>) -> usize {
        dst.widened_ascii::<16>(
            s,
            src,
            #[inline(always)]
            |quarter| s.widen_quarter::<SWAPPED>(quarter),
        )
    }

    #[inline(always)]
    fn write_ascii<S: Simd, const N: usize>(s: S, v: [S::V; N], dst: &mut Output<'_>) -> bool {
        dst.widened32::<S, SWAPPED, N>(s, v)
    }

    #[inline(always)]
    fn write_units<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        _: bool,
        units: impl Fn(usize) -> S::Units,
        dst: &mut Output<'_>,
    ) -> bool {
        dst.units32::<S, SWAPPED, N>(
            s,
            dropped,
            #[inline(always)]
            |i| (units(i), None),
        )
    }

    #[inline(always)]
    fn write_any<S: Simd, const N: usize>(
        s: S,
        dropped: [S::Lanes; N],
        _: bool,
        before: impl Fn(usize) -> [S::V; 4],
        dst: &mut Output<'_>,
    ) -> bool {
        dst.units32::<S, SWAPPED, N>(
            s,
            dropped,
            #[inline(always)]
            |i| {
                let [b1, b2, b3, b4] = before(i);
                let [low, middle, high] = s.fields(b1, b2, b3);
                // b4 b3 b2 b1 are a sequence of four: b4 has bits 18 to 20, and the
                // upper two of the six of b3 are 16 and 17.
                let above = s.and(s.shift_left_2(b4), s.splat(0x1C));
                let bits = s.or(above, s.and(s.high_nibble(b3), s.splat(0x03)));
                let upper = s.and(bits, is_lead_of_four(s, b4));
                (s.units(low, middle, high), Some(upper))
            },
        )
    }
}
