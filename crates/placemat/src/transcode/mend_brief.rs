//! Malformed texts of few units with AVX-512, with U+FFFD in the place of what is malformed: as
//! `brief.rs` has those that are in order. No branch asks how long a text is, or where its errors
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

use super::mend::BrieflyMended;
use super::mend_utf8_to_utf16::units;
use super::utf16_to_utf8::Writer;
use crate::boundary;
use crate::output::Output;
use crate::simd::Simd;
use crate::simd::dispatch;
use crate::simd::x86_64::avx512::Avx512;
use crate::validate::subparts::Subparts;
use core::marker::PhantomData;

/// What mends a part of a text.
pub(crate) trait Mend {
    /// The most bytes of a part.
    const PART: usize;

    /// Mends all of `src`, a part at most, and returns how many items were malformed; or nothing is
    /// done.
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> Option<u32>;

    /// A boundary of `src`, which is longer than a part, with no more than that before it.
    fn cut(s: Avx512, src: &[u8]) -> usize;
}

/// The same of a whole text, part by part, as far as they are mended.
pub(crate) struct InParts<M>(PhantomData<M>);

/// How many parts a text has at most. More are quicker by the kernels for long text.
const PARTS: usize = 4;

impl<M: Mend> dispatch::Brief for InParts<M> {
    type Output = BrieflyMended;
    const MOST: usize = PARTS * M::PART;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], mut out: Output<'_>) -> BrieflyMended {
        // Apart from the loop, before which all constants would be loaded.
        if src.len() <= M::PART {
            return match M::run(s, src, &mut out) {
                Some(malformed) => BrieflyMended::new(src.len(), malformed, &out),
                None => BrieflyMended::default(),
            };
        }
        let (mut rest, mut malformed) = (src, 0);
        while !rest.is_empty() {
            let at = if rest.len() <= M::PART { rest.len() } else { M::cut(s, rest) };
            let (part, behind) = rest.split_at(at);
            let Some(count) = M::run(s, part, &mut out) else { break };
            malformed += count;
            rest = behind;
        }
        BrieflyMended::new(src.len() - rest.len(), malformed, &out)
    }
}

/// UTF-8.
pub(crate) struct Utf8ToUtf8;

impl Mend for Utf8ToUtf8 {
    /// Three vectors have room for three bytes of each.
    const PART: usize = 63;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> Option<u32> {
        let v = s.load_partial(src);
        let Subparts { starts, bytes, .. } =
            Subparts::of_whole(s, src.len(), |_| [v, s.shift_up::<1>(v)]);
        if bytes == 0 {
            return out.first(s, [v], src.len()).then_some(0);
        }
        let kept = s.first(src.len()) & !bytes;
        let third = |i| s.third_with_replacements(v, kept, starts, i);
        out.compressed(s, [third(0), third(1), third(2)]).then(|| starts.count_ones())
    }

    #[inline(always)]
    fn cut(_: Avx512, src: &[u8]) -> usize {
        boundary::item_start(src, Self::PART)
    }
}

/// UTF-8 to UTF-16.
pub(crate) struct Utf8ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf8ToUtf16<SWAPPED> {
    const PART: usize = 64;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> Option<u32> {
        let v = s.load_partial(src);
        let bytes = [v, s.shift_up::<1>(v), s.shift_up::<2>(v)];
        let subparts = Subparts::of_whole(s, src.len(), |_| [v, bytes[1]]);
        let [first, second] = units(s, bytes, subparts.four(), subparts.bytes);
        let kept = s.first(src.len()) & subparts.units();
        let order = |v| if SWAPPED { s.swap16(v) } else { v };
        out.compressed16(s, [(order(first), kept as u32), (order(second), (kept >> 32) as u32)])
            .then(|| subparts.starts.count_ones())
    }

    #[inline(always)]
    fn cut(_: Avx512, src: &[u8]) -> usize {
        boundary::item_start(src, Self::PART)
    }
}

/// UTF-16 to UTF-8; but for text with pairs.
pub(crate) struct Utf16ToUtf8<const SWAPPED: bool>;

impl<const SWAPPED: bool> Mend for Utf16ToUtf8<SWAPPED> {
    const PART: usize = 128;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> Option<u32> {
        let writer = Writer::<_, SWAPPED> { s };
        let mut units = writer.partial(src);
        let high = s.lanes16(writer.are_surrogates(units, 0xD800));
        let low = s.lanes16(writer.are_surrogates(units, 0xDC00));
        let lone = (high & !(low >> 1)) | (low & !(high << 1));
        if !src.len().is_multiple_of(2) || (high | low) != lone {
            return None;
        }
        for (i, units) in units.iter_mut().enumerate() {
            *units = s.with_replacements16(*units, (lone >> (32 * i)) as u32);
        }
        writer.first(units, src.len() / 2, out).then(|| lone.count_ones())
    }

    #[inline(always)]
    fn cut(s: Avx512, src: &[u8]) -> usize {
        let last = Self::PART - 2;
        let is_high = Writer::<_, SWAPPED> { s }.is_high([src[last], src[last + 1]]);
        if is_high { last } else { Self::PART }
    }
}
