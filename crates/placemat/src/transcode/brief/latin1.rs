//! From and to Latin-1, records as well: no state but the last byte is carried from one vector to the next.

use super::{Brief, RECORD, Writer, first_of, leads_of_two, two_parts};
use crate::output::Output;
use crate::simd::x86_64::avx2::Avx2;
use crate::simd::x86_64::avx512::Avx512;
use crate::simd::{Simd, Vector};

/// Latin-1 to UTF-16.
pub(crate) struct Latin1ToUtf16<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Latin1ToUtf16<SWAPPED> {
    const PART: usize = 64;
    const MOST: usize = RECORD;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let (a, b) = src.split_at(src.len().min(Avx2::LANES));
        let a = Self::units(s, a);
        if b.is_empty() {
            return out.first(s, [a], 2 * src.len());
        }
        out.first(s, [a, Self::units(s, b)], 2 * src.len())
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        out.widened(
            s,
            src,
            #[inline(always)]
            |half| Self::units(s, half),
        )
    }
}

impl<const SWAPPED: bool> Latin1ToUtf16<SWAPPED> {
    /// The units of half a vector of bytes at most.
    #[inline(always)]
    pub(in crate::transcode) fn units(s: Avx512, bytes: &[u8]) -> <Avx512 as Vector>::V {
        let units = s.widen_half(s.load_half(bytes));
        if SWAPPED { s.swap16(units) } else { units }
    }
}

/// Latin-1 to UTF-8.
pub(crate) struct Latin1ToUtf8;

impl Brief for Latin1ToUtf8 {
    const PART: usize = 64;
    const MOST: usize = RECORD;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        // ASCII is not asked for: half of all words are, and nobody can foresee which.
        let [(a, of_a), (b, of_b)] = s.latin1_as_utf8(s.load_partial(src));
        let n = src.len();
        let a = (a, of_a & first_of(s, n, 0, 32));
        if n <= 32 {
            return out.compressed(s, [a]);
        }
        out.compressed(s, [a, (b, of_b & first_of(s, n, 1, 32))])
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let two = 2 * Self::PART;
        // Of two vectors, too, nobody can foresee which is ASCII.
        let ascii = if src.len() > two { Self::ascii(s, src, out) } else { 0 };
        let src = &src[ascii..];
        if src.len() <= two {
            let (first, second) = src.split_at(src.len().min(Self::PART));
            return Self::run(s, first, out) && (second.is_empty() || Self::run(s, second, out));
        }
        // The odd vector comes first: it is stored whole, as others are stored over what lies behind it.
        let (head, rest) = src.split_at((src.len() - 1) % 64 + 1);
        let [before @ .., last] = rest.as_chunks::<64>().0 else { return false };
        let Some(asks) = out.latin1_before_more(s, head, before) else { return false };
        if asks && !s.any_high_bit(s.load(last, 0)) {
            return out.vectors(s, [[s.load(last, 0)]]);
        }
        Self::run(s, last, out)
    }
}

impl Latin1ToUtf8 {
    /// Copies ASCII that a text begins with, if that is a vector or more. Returns how much it is.
    #[inline(always)]
    fn ascii(s: Avx512, src: &[u8], out: &mut Output<'_>) -> usize {
        out.widened_ascii::<64>(
            s,
            src,
            #[inline(always)]
            |vector| s.load(vector, 0),
        )
    }
}

/// UTF-8 to Latin-1.
pub(crate) struct Utf8ToLatin1;

impl Brief for Utf8ToLatin1 {
    const PART: usize = 64;
    const MOST: usize = RECORD;

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        Self::last(s, src, [0; 2], out)
    }

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let (vectors, rest) = src.as_chunks::<64>();
        // Whether the vector before ends with C2 or C3; with C3.
        let mut open = [0; 2];
        for vector in vectors {
            let v = s.load(vector, 0);
            let stored = if s.any_high_bit(v) {
                let Some((bytes, kept)) = Self::bytes(s, v, &mut open) else { return false };
                out.compressed(s, [(bytes, kept)])
            } else {
                open[0] == 0 && out.vectors(s, [[v]])
            };
            if !stored {
                return false;
            }
        }
        Self::last(s, rest, open, out)
    }
}

impl Utf8ToLatin1 {
    /// The end of a text, a vector at most, and whether that was possible.
    #[inline(always)]
    fn last(s: Avx512, src: &[u8], mut open: [u64; 2], out: &mut Output<'_>) -> bool {
        let v = s.load_partial(src);
        if !s.any_high_bit(v) && open[0] == 0 {
            return out.first(s, [v], src.len());
        }
        let Some((bytes, kept)) = Self::bytes(s, v, &mut open) else { return false };
        open[0] == 0 && out.compressed(s, [(bytes, s.first(src.len()) & kept)])
    }

    /// What a vector becomes, and which of its lanes are kept. `open`: whether the byte before it is C2 or C3, and whether
    /// it is C3; then the same of its last byte.
    #[inline(always)]
    fn bytes(
        s: Avx512,
        v: <Avx512 as Vector>::V,
        open: &mut [u64; 2],
    ) -> Option<(<Avx512 as Vector>::V, u64)> {
        let [behind_any, behind_c3] = *open;
        let leads = leads_of_two(s, v, behind_any)?;
        if s.at_least(0xC4, v) != 0 {
            return None;
        }
        let c3 = s.at_least(0xC3, v);
        *open = [leads >> 63, c3 >> 63];
        Some((s.plus(v, 0x40, c3 << 1 | behind_c3), !leads))
    }
}

/// UTF-16 to Latin-1.
pub(crate) struct Utf16ToLatin1<const SWAPPED: bool>;

impl<const SWAPPED: bool> Brief for Utf16ToLatin1<SWAPPED> {
    const PART: usize = 128;
    /// As many units as a record has of Latin-1.
    const MOST: usize = 2 * RECORD;

    #[inline(always)]
    fn parts(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        if src.len() <= 2 * Self::PART {
            return two_parts::<Self>(s, src, out);
        }
        src.len().is_multiple_of(2)
            && out.room() >= src.len() / 2
            && 2 * out.narrowed::<SWAPPED>(s, src, 0xFF00) == src.len()
    }

    #[inline(always)]
    fn run(s: Avx512, src: &[u8], out: &mut Output<'_>) -> bool {
        let writer = Writer::<_, SWAPPED> { s };
        let units = writer.partial(src);
        src.len().is_multiple_of(2)
            && writer.none_in(units, 0xFF00)
            && out.first(s, [s.narrow16(units[0], units[1])], src.len() / 2)
    }
}
