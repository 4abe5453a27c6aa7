//! Text that must be cut, and text that has been.

use super::{ceil_boundary, decode_last, floor_boundary};
use crate::boundary;
use crate::encoding::Utf8;
use crate::error::MalformedKind;
use crate::fragment::{self, Fragment};
use crate::split::Pieces;

/// The longest start of `bytes` that has at most `most` of them and cuts nothing
/// in two: neither a well-formed sequence nor a maximal subpart.
///
/// # Examples
/// ```
/// use placemat::utf8::keep_start;
/// assert_eq!(keep_start("5 €, 6 €".as_bytes(), 4), b"5 ");
/// assert_eq!(keep_start("5 €, 6 €".as_bytes(), 5), "5 €".as_bytes());
/// ```
///
/// # Complexity
/// Constant: at most four bytes are read.
#[must_use]
pub fn keep_start(bytes: &[u8], most: usize) -> &[u8] {
    &bytes[..floor_boundary(bytes, most)]
}

/// `bytes` in pieces that have at most `most` of them each, and cut nothing in two: what each becomes by itself is
/// what it becomes in the whole, under every policy. So threads can share a long text.
///
/// No piece ends behind a sequence that is incomplete, which would be named
/// [`IncompleteAtEnd`](crate::MalformedKind::IncompleteAtEnd) there, unless there is nothing else in it.
/// What is longer than `most` is a piece by itself.
///
/// # Examples
/// ```
/// use placemat::utf8::{split_at_boundaries, to_utf16_lossy};
///
/// let text = "naïve €5, \u{FFFD} \u{1F600}".repeat(1000);
/// let mut bytes = text.into_bytes();
/// bytes[5000] = 0xFF;
/// // With rayon: split_at_boundaries(&bytes, 1 << 20).par_bridge(), or collected first, to keep the order.
/// let pieces: Vec<&[u8]> = split_at_boundaries(&bytes, 777).collect();
/// let together: Vec<u16> = pieces.iter().flat_map(|piece| to_utf16_lossy(piece)).collect();
/// assert_eq!(together, to_utf16_lossy(&bytes));
/// ```
///
/// # Complexity
/// Constant for a piece, but linear in one that is nothing but incomplete sequences.
#[must_use]
pub fn split_at_boundaries(bytes: &[u8], most: usize) -> Pieces<'_, u8> {
    let first = |rest: &[u8], most| {
        let longest = floor_boundary(rest, most);
        let mut len = longest;
        while let Some((Err(bad), last)) = decode_last(&rest[..len])
            && bad.kind == MalformedKind::IncompleteAtEnd
        {
            len -= last;
        }
        if len > 0 { len } else { longest }
    };
    Pieces::new(bytes, most, first, |rest| ceil_boundary(rest, 1))
}

/// The longest end of `bytes` that has at most `most` of them and cuts nothing
/// in two.
///
/// # Examples
/// ```
/// use placemat::utf8::keep_end;
/// assert_eq!(keep_end("5 €, 6 €".as_bytes(), 4), " €".as_bytes());
/// assert_eq!(keep_end("5 €, 6 €".as_bytes(), 2), b"");
/// ```
///
/// # Complexity
/// Constant: at most seven bytes are read.
#[must_use]
pub fn keep_end(bytes: &[u8], most: usize) -> &[u8] {
    &bytes[ceil_boundary(bytes, bytes.len().saturating_sub(most))..]
}

/// A start and an end of `bytes`, which have at most `most` of them together,
/// about one half each, and cut nothing in two. What lies between is left out;
/// if nothing has to be, the end is empty.
///
/// # Examples
/// ```
/// use placemat::utf8::keep_both_ends;
///
/// let shorten = |text: &str| {
///     // The ellipsis has three bytes.
///     let (start, end) = keep_both_ends(text.as_bytes(), 12);
///     let gap = if start.len() + end.len() < text.len() { "…".as_bytes() } else { b"" };
///     String::from_utf8([start, gap, end].concat()).unwrap()
/// };
/// assert_eq!(shorten("naïve café, déjà vu"), "naïve…jà vu");
/// assert_eq!(shorten("naïve café"), "naïve café");
/// ```
///
/// # Complexity
/// Constant: at most eleven bytes are read.
#[must_use]
pub fn keep_both_ends(bytes: &[u8], most: usize) -> (&[u8], &[u8]) {
    if bytes.len() <= most {
        return (bytes, &[]);
    }
    let start = keep_start(bytes, most.div_ceil(2));
    (start, keep_end(bytes, most - start.len()))
}

/// The parts of `bytes` that were cut out of a longer text at any bytes: up to
/// three continuation bytes that a sequence before may have ended with, the
/// text, and the begin of a sequence that the end cuts.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let whole = "15 € or 16 €".as_bytes();
/// let fragment = utf8::fragment(&whole[4..14]);
/// assert_eq!((fragment.lead_in, fragment.tail), (&b"\x82\xAC"[..], &b"\xE2"[..]));
/// assert_eq!(utf8::validate(fragment.text), Ok(" or 16 "));
/// ```
///
/// # Complexity
/// Constant: only the ends are read.
#[must_use]
pub fn fragment(bytes: &[u8]) -> Fragment<'_, u8> {
    fragment::split::<Utf8>(bytes, |rest| boundary::item_start(rest, rest.len() - 1))
}
