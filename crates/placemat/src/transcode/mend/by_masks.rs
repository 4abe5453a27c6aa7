//! Malformed texts of few units with AVX-512, with U+FFFD in the place of what is malformed: as
//! `transcode/brief.rs` has those that are in order. No branch asks how long a text is, or where its errors
//! are, or how many. In words and keys nobody can foresee that, and it was half of the time.
//!
//! A part is a vector; sets say what becomes of each of its lanes, and a compression takes out what is
//! not kept:
//!
//! ```text
//! text        41       E2       82       42       80
//! kept        x                          x
//! starts               x                          x
//! three each  41 .. .. EF BF BD .. .. .. 42 .. .. EF BF BD
//! ```

use super::brief::BrieflyMended;
use super::utf8_to_utf16::units;
use crate::output::Output;
use crate::simd::Simd;
use crate::simd::dispatch::Brief;
use crate::simd::x86_64::avx512::Avx512;
use crate::transcode::utf16_to_utf8::Writer;
use crate::validate::subparts::Subparts;

/// UTF-8.
pub(crate) struct Utf8ToUtf8;

impl Brief for Utf8ToUtf8 {
    type Output = BrieflyMended;
    /// Three vectors have room for three bytes of each.
    const MOST: usize = 63;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let v = s.load_partial(src);
        let before = s.shift_up::<1>(v);
        let Subparts { starts, bytes, .. } = Subparts::of_whole(s, src.len(), |_| [v, before]);
        let done = if bytes == 0 {
            out.first(s, [v], src.len())
        } else {
            let kept = s.first(src.len()) & !bytes;
            let third = |i| s.third_with_replacements(v, kept, starts, i);
            out.compressed(s, [third(0), third(1), third(2)])
        };
        BrieflyMended::all(done, src.len(), starts.count_ones(), &out)
    }
}

/// UTF-8 to UTF-16.
pub(crate) struct Utf8ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Utf8ToUtf16<SWAPPED> {
    type Output = BrieflyMended;
    const MOST: usize = 64;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let v = s.load_partial(src);
        let bytes = [v, s.shift_up::<1>(v), s.shift_up::<2>(v)];
        let subparts = Subparts::of_whole(s, src.len(), |_| [v, bytes[1]]);
        let [first, second] = units(s, bytes, subparts.four(), subparts.bytes);
        let kept = s.first(src.len()) & subparts.units();
        let order = |v| if SWAPPED { s.swap16(v) } else { v };
        let kept = [(order(first), kept as u32), (order(second), (kept >> 32) as u32)];
        let done = out.compressed16(s, kept);
        BrieflyMended::all(done, src.len(), subparts.starts.count_ones(), &out)
    }
}

/// UTF-16 to UTF-8; but for text with pairs.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Utf16ToUtf8<SWAPPED> {
    type Output = BrieflyMended;
    const MOST: usize = 128;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        let writer = Writer::<_, SWAPPED> { s };
        let mut units = writer.partial(src);
        let high = s.lanes16(writer.are_surrogates(units, 0xD800));
        let low = s.lanes16(writer.are_surrogates(units, 0xDC00));
        let lone = (high & !(low >> 1)) | (low & !(high << 1));
        if !src.len().is_multiple_of(2) || (high | low) != lone {
            return BrieflyMended::default();
        }
        for (i, units) in units.iter_mut().enumerate() {
            *units = s.with_replacements16(*units, (lone >> (32 * i)) as u32);
        }
        let done = writer.first(units, src.len() / 2, &mut out);
        BrieflyMended::all(done, src.len(), lone.count_ones(), &out)
    }
}
