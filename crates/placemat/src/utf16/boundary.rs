//! Where UTF-16 can be cut: anywhere but inside a pair.

use crate::encoding::Utf16;
use crate::fragment::{self, Fragment};
use crate::split::Pieces;

/// Whether `at` is not inside a surrogate pair. The start and the end are
/// boundaries; what lies behind the end is not.
#[must_use]
pub fn is_boundary(units: &[u16], at: usize) -> bool {
    match (at.checked_sub(1).and_then(|before| units.get(before)), units.get(at)) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => false,
        _ => at <= units.len(),
    }
}

/// The last boundary at or before `at`: a cut there splits no pair.
///
/// # Examples
/// ```
/// use placemat::utf16::floor_boundary;
/// assert_eq!(floor_boundary(&[0x61, 0xD83D, 0xDE00], 2), 1);
/// assert_eq!(floor_boundary(&[0x61, 0xD83D, 0xD83D], 2), 2);
/// ```
#[must_use]
pub fn floor_boundary(units: &[u16], at: usize) -> usize {
    let at = at.min(units.len());
    if is_boundary(units, at) { at } else { at - 1 }
}

/// The first boundary at or behind `at`.
///
/// # Examples
/// ```
/// use placemat::utf16::ceil_boundary;
/// assert_eq!(ceil_boundary(&[0x61, 0xD83D, 0xDE00], 2), 3);
/// ```
#[must_use]
pub fn ceil_boundary(units: &[u16], at: usize) -> usize {
    let at = at.min(units.len());
    if is_boundary(units, at) { at } else { at + 1 }
}

/// The longest start of `units` that has at most `most` of them and splits no
/// pair.
///
/// # Examples
/// ```
/// use placemat::utf16::keep_start;
/// assert_eq!(keep_start(&[0x61, 0xD83D, 0xDE00], 2), [0x61]);
/// ```
#[must_use]
pub fn keep_start(units: &[u16], most: usize) -> &[u16] {
    &units[..floor_boundary(units, most)]
}

/// `units` in pieces that have at most `most` of them each, and split no pair: what each becomes by itself is what it
/// becomes in the whole, under every policy. So threads can share a long text. A pair is a piece by itself, if `most`
/// is less than 2.
///
/// # Examples
/// ```
/// use placemat::utf16::split_at_boundaries;
/// let units: Vec<u16> = "ab😀c".encode_utf16().collect();
/// assert!(split_at_boundaries(&units, 3).eq([&units[..2], &units[2..]]));
/// ```
///
/// # Complexity
/// Constant for a piece.
#[must_use]
pub fn split_at_boundaries(units: &[u16], most: usize) -> Pieces<'_, u16> {
    Pieces::new(units, most, floor_boundary, |rest| ceil_boundary(rest, 1))
}

/// The longest end of `units` that has at most `most` of them and splits no pair.
///
/// # Examples
/// ```
/// use placemat::utf16::keep_end;
/// assert_eq!(keep_end(&[0xD83D, 0xDE00, 0x61], 2), [0x61]);
/// ```
#[must_use]
pub fn keep_end(units: &[u16], most: usize) -> &[u16] {
    &units[ceil_boundary(units, units.len().saturating_sub(most))..]
}

/// A start and an end of `units`, which have at most `most` of them together,
/// about one half each, and split no pair. What lies between is left out; if
/// nothing has to be, the end is empty.
///
/// # Examples
/// ```
/// use placemat::utf16::keep_both_ends;
///
/// let units: Vec<u16> = "a😀bcd".encode_utf16().collect();
/// assert_eq!(keep_both_ends(&units, 4), (&units[..1], &units[3..]));
/// ```
#[must_use]
pub fn keep_both_ends(units: &[u16], most: usize) -> (&[u16], &[u16]) {
    if units.len() <= most {
        return (units, &[]);
    }
    let start = keep_start(units, most.div_ceil(2));
    (start, keep_end(units, most - start.len()))
}

/// The parts of `units` that were cut out of a longer text: a low surrogate that
/// a pair before may have ended with, the text, and a high surrogate that the end
/// cuts off.
///
/// # Examples
/// ```
/// let fragment = placemat::utf16::fragment(&[0xDE00, 0x61, 0xD83D]);
/// assert_eq!((fragment.lead_in, fragment.text, fragment.tail), (&[0xDE00][..], &[0x61][..], &[0xD83D][..]));
/// ```
#[must_use]
pub fn fragment(units: &[u16]) -> Fragment<'_, u16> {
    fragment::split::<Utf16>(units, |rest| floor_boundary(rest, rest.len() - 1))
}
