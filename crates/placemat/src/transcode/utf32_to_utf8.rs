//! UTF-32 to UTF-8.
//!
//! 32-bit lanes have room for the four bytes of any sequence, so each value
//! becomes a sequence that *ends* with its lane; the store leaves out what is
//! not needed before it. That is for windows with a value above FFFF. Any other is
//! packed to lanes of 16 bits: ASCII is packed once more, and the rest is the
//! business of the UTF-16 kernel, for which a surrogate is no unit of such windows.
//!
//! ```text
//! value     U+0041       U+00E9       U+20AC       U+1F600
//! bits      .. .. .. 41  .. .. 03 29  .. 02 02 2C  00 1F 18 00    6 per byte
//! sequence  -- -- -- 41  -- -- C3 A9  -- E2 82 AC  F0 9F 98 80
//! sizes     1            1 + 1        1 + 2        1 + 1 + 2
//! ```

use super::expanding::{Expanding, WINDOW};
use super::utf16_to_utf8::Writer;
use crate::output::Output;
use crate::simd::dispatch::{BriefKernel, masks};
use crate::simd::{Simd, choice};
use crate::validate::utf32::{holds_in_utf32, order};

/// `SWAPPED`: the source is not in the byte order of this processor.
#[derive(Clone, Copy, Default)]
pub(crate) struct Utf32ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Expanding for Utf32ToUtf8<SWAPPED> {
    const AVX512: choice::Lengths = choice::UTF32_TO_UTF8;
    const SOURCE: usize = 4;
    const TARGET: usize = 1;
    const LOOKS_BACK: bool = false;
    const BRIEF: Option<BriefKernel<Option<usize>>> =
        masks!(super::brief::Whole<super::brief::Utf32ToUtf8<SWAPPED>>);
    const TAIL: usize = WINDOW;

    #[inline(always)]
    fn convert<S: Simd, const N: usize>(
        self,
        s: S,
        v: [S::V; N],
        _before: impl Fn(usize) -> S::V,
        out: &mut Output<'_>,
    ) -> bool {
        let v = order::<S, SWAPPED>(s, [v[0], v[1], v[2], v[3]]);
        let any = s.or(s.or(v[0], v[1]), s.or(v[2], v[3]));
        if s.any_above32(0xFFFF, any) {
            return holds_in_utf32(s, v) && up_to_four_bytes(s, v, out);
        }
        let units = [s.narrow32(v[0], v[1]), s.narrow32(v[2], v[3])];
        if !s.any_above32(0x7F, any) {
            return out.halves(s, [[s.narrow16(units[0], units[1])]]);
        }
        // Sequences of up to three bytes are the business of the UTF-16 kernel.
        if s.any_above32(0x7FF, any) {
            Writer::<S, false> { s }.encode_up_to_three_bytes(units, out)
        } else {
            out.one_or_two(s, s.one_or_two(units))
        }
    }
}

/// Values up to 10FFFF.
#[inline(always)]
fn up_to_four_bytes<S: Simd>(s: S, v: [S::V; 4], out: &mut Output<'_>) -> bool {
    let (mut sequences, mut sizes) = (v, v);
    for i in 0..4 {
        let two = s.greater_i32(v[i], s.splat32(0x7F));
        let three = s.greater_i32(v[i], s.splat32(0x7FF));
        let four = s.greater_i32(v[i], s.splat32(0xFFFF));
        // The marks of a longer sequence turn those of a shorter one.
        let marks = s.and(two, s.splat32(0x80C0_0000));
        let marks = s.xor(marks, s.and(three, s.splat32(0x0040_E000)));
        let marks = s.xor(marks, s.and(four, s.splat32(0x0000_60F0)));
        // Two: 1. Three: 2. Four: 2 + 1.
        sizes[i] = s.xor(three, s.and(s.xor(two, four), s.splat32(0x8000_0000)));
        let bits = s.or(six_bits_a_byte(s, v[i]), marks);
        sequences[i] = s.select(s.shl32::<24>(v[i]), bits, two);
    }
    out.ends(
        s,
        [[sizes[0], sizes[1]], [sizes[2], sizes[3]]],
        #[inline(always)]
        |i| [sequences[2 * i], sequences[2 * i + 1]],
    )
}

/// The 24 low bits of each value, six a byte, the highest first.
#[inline(always)]
fn six_bits_a_byte<S: Simd>(s: S, v: S::V) -> S::V {
    // Twelve a lane of 16 bits, then six a lane of 8. What is above is masked.
    let twelve = s.or(s.shl32::<16>(v), s.shr32::<12>(v));
    let high = s.and(s.shr16::<6>(twelve), s.splat16(0x003F));
    let low = s.and(s.shl16::<8>(twelve), s.splat16(0x3F00));
    s.or(high, low)
}
