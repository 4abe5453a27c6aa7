//! Comparison in the order of code points, in which no encoding need be decoded.
//!
//! UTF-8, its dialect WTF-8, UTF-32 and UTF-1 sort so by themselves: compare their
//! units. UTF-16 and CESU-8 do not: in them U+10000, whose units are surrogates,
//! comes before U+E000.
//!
//! A lone surrogate has its place, too, between U+D7FF and U+E000. Any units can be
//! compared, malformed or not, and sorted: only what is the same is equal.

use core::cmp::Ordering;

/// Compares text in UTF-16 by its code points.
///
/// # Examples
/// ```
/// use placemat::order;
/// use std::cmp::Ordering;
///
/// let (private, emoji) = (&[0xE000][..], &[0xD83D, 0xDE00][..]);
/// assert_eq!(private.cmp(emoji), Ordering::Greater);
/// assert_eq!(order::utf16(private, emoji), Ordering::Less);
/// // Half of it comes before both.
/// assert_eq!(order::utf16(&emoji[..1], private), Ordering::Less);
/// ```
///
/// # Complexity
/// Linear in what both have in common.
#[must_use]
pub fn utf16(a: &[u16], b: &[u16]) -> Ordering {
    let is_pair = |units: &[u16; 2]| matches!(units, [0xD800..=0xDBFF, 0xDC00..=0xDFFF]);
    by_code_points(a, b, is_pair, u32::from, 0x1_0000)
}

/// Compares text in CESU-8, or in Modified UTF-8, by its code points.
///
/// In bytes that are neither, C0 comes before all others.
///
/// # Complexity
/// Linear in what both have in common.
#[must_use]
pub fn cesu8(a: &[u8], b: &[u8]) -> Ordering {
    let is_pair = |bytes: &[u8; 6]| {
        matches!(bytes, [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF])
    };
    // In Modified UTF-8, U+0000.
    let rank = |byte| if byte == 0xC0 { 0 } else { 1 + u32::from(byte) };
    by_code_points(a, b, is_pair, rank, 0x101)
}

/// Compares what the code points of both are written in: pairs of surrogates, of `N`
/// units, which rank as `pairs`, and other units, which rank as `rank` says.
fn by_code_points<U: Copy + Ord, const N: usize>(
    a: &[U],
    b: &[U],
    is_pair: impl Fn(&[U; N]) -> bool,
    rank: impl Fn(U) -> u32,
    pairs: u32,
) -> Ordering {
    let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    // Where the pair begins that the unit at `at` is in: no two pairs have a unit in common.
    let pair = |text: &[U]| {
        let mut starts = at.saturating_sub(N - 1)..=at;
        starts.find(|&start| text[start..].first_chunk().is_some_and(&is_pair))
    };
    match (pair(a), pair(b)) {
        (Some(start), Some(other)) if start == other => a[at].cmp(&b[at]),
        (of_a, of_b) => {
            // Where the first thing is that differs: a pair begins before the unit that does.
            let first = of_a.into_iter().chain(of_b).min().unwrap_or(at);
            let rank = |text: &[U], pair| match pair {
                Some(start) if start == first => Some(pairs),
                _ => text.get(first).copied().map(&rank),
            };
            rank(a, of_a).cmp(&rank(b, of_b))
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::Converter;
    use crate::encoding::historic::{Ucs2, Ucs4};
    use crate::encoding::{Cesu8, ModifiedUtf8, Native, Utf16};
    use std::vec::Vec;

    #[test]
    fn any_two_code_points() {
        let edges = [
            0, 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD000, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x1_0000,
            0x1_0001, 0x1_FFFF, 0xF_FFFF, 0x10_FFFF,
        ];
        let utf16_of = Converter::<Ucs4<Native>, Utf16>::strict();
        let cesu8_of = Converter::<Ucs4<Native>, Cesu8>::strict();
        let modified_of = Converter::<Ucs4<Native>, ModifiedUtf8>::strict();
        for a in edges {
            for b in edges {
                for (a, b) in [([a, a], [a, b]), ([a, 0x41], [b, 0x41])] {
                    let text = |values: [u32; 2]| utf16_of.convert(&values).unwrap();
                    assert_eq!(utf16(&text(a), &text(b)), a.cmp(&b), "{a:X?} {b:X?}");
                    let text = |values: [u32; 2]| cesu8_of.convert(&values).unwrap();
                    assert_eq!(cesu8(&text(a), &text(b)), a.cmp(&b), "{a:X?} {b:X?}");
                    let text = |values: [u32; 2]| modified_of.convert(&values).unwrap();
                    assert_eq!(cesu8(&text(a), &text(b)), a.cmp(&b), "{a:X?} {b:X?}");
                }
            }
        }
    }

    /// The code points of UTF-16, lone surrogates as themselves.
    fn values_of_utf16(units: &[u16]) -> Vec<u32> {
        let value = |item: Result<char, core::char::DecodeUtf16Error>| match item {
            Ok(c) => c.into(),
            Err(lone) => lone.unpaired_surrogate().into(),
        };
        char::decode_utf16(units.iter().copied()).map(value).collect()
    }

    /// Every text of up to three units, whatever the units before them are.
    #[test]
    fn lone_surrogates_are_code_points() {
        let edges = [0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
        let mut texts: Vec<Vec<u16>> = std::vec![Vec::new()];
        for len in 0..3 {
            let longer = texts.iter().filter(|text| text.len() == len);
            let longer: Vec<Vec<u16>> =
                longer.flat_map(|text| edges.map(|edge| [&text[..], &[edge]].concat())).collect();
            texts.extend(longer);
        }
        // Java writes each unit of UTF-16 by itself.
        let modified = Converter::<Ucs2<Native, true>, ModifiedUtf8>::strict();
        let in_bytes: Vec<Vec<u8>> =
            texts.iter().map(|units| modified.convert(units).unwrap()).collect();
        for (a, a_bytes) in texts.iter().zip(&in_bytes) {
            for (b, b_bytes) in texts.iter().zip(&in_bytes) {
                let expected = values_of_utf16(a).cmp(&values_of_utf16(b));
                assert_eq!(utf16(a, b), expected, "{a:X?} {b:X?}");
                assert_eq!(cesu8(a_bytes, b_bytes), expected, "{a:X?} {b:X?}");
            }
        }
    }

    /// A sort needs an order, of anything.
    #[test]
    fn any_bytes_have_an_order() {
        let pieces: [&[u8]; 9] = [
            b"",
            b"\xC0",
            b"\xC0\x80",
            b"\0",
            b"\xED\xA0\x80",
            b"\xED\xB0\x80",
            b"\xED\xA0",
            b"\xEE",
            b"\xF0\x90\x80\x80",
        ];
        let pairs = pieces.iter().flat_map(|a| pieces.map(|b| [a, b].concat()));
        let mut texts: Vec<Vec<u8>> =
            pairs.flat_map(|pair| pieces.map(|c| [&pair[..], c].concat())).collect();
        texts.sort();
        texts.dedup();
        let mut sorted = texts.clone();
        sorted.sort_by(|a, b| cesu8(a, b));
        for (at, a) in sorted.iter().enumerate() {
            for (other, b) in sorted.iter().enumerate() {
                assert_eq!(cesu8(a, b), at.cmp(&other), "{a:X?} {b:X?}");
            }
        }
    }
}
