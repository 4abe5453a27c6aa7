//! Comparison in the order of code points, in which no encoding need be decoded.
//!
//! UTF-8, its dialect WTF-8, UTF-32 and UTF-1 sort so by themselves: compare their
//! units. UTF-16 and CESU-8 do not: in them U+10000, whose units are surrogates,
//! comes before U+E000.

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
/// ```
///
/// # Complexity
/// Linear in what both have in common.
#[must_use]
pub fn utf16(a: &[u16], b: &[u16]) -> Ordering {
    match a.iter().zip(b).find(|(a, b)| a != b) {
        Some((&a, &b)) => rank(a).cmp(&rank(b)),
        None => a.len().cmp(&b.len()),
    }
}

/// The number of a unit, if surrogates came last.
const fn rank(unit: u16) -> u16 {
    match unit {
        0xD800..=0xDFFF => unit + 0x2000,
        0xE000..=0xFFFF => unit - 0x800,
        _ => unit,
    }
}

/// Compares text in CESU-8, or in Modified UTF-8, by its code points.
///
/// # Complexity
/// Linear in what both have in common.
#[must_use]
pub fn cesu8(a: &[u8], b: &[u8]) -> Ordering {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], _) | (_, []) => a.len().cmp(&b.len()),
        // In Modified UTF-8, U+0000.
        ([0xC0, ..], _) => Ordering::Less,
        (_, [0xC0, ..]) => Ordering::Greater,
        ([0xED, 0xA0..=0xBF, ..], [0xEE | 0xEF, ..]) => Ordering::Greater,
        ([0xEE | 0xEF, ..], [0xED, 0xA0..=0xBF, ..]) => Ordering::Less,
        ([a, ..], [b, ..]) => a.cmp(b),
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::{Cesu8, Converter, ModifiedUtf8, Native, Ucs4, Utf16};

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
}
