//! UTF-8 as RFC 3629 and The Unicode Standard define it: validation, errors,
//! iteration, boundaries, counts, repair, and conversion.
//!
//! | to | strict | with replacement | into a buffer | of this length |
//! |---|---|---|---|---|
//! | `str` | [`validate`] | [`to_string_lossy`] | | |
//! | UTF-16 | [`to_utf16`] | [`to_utf16_lossy`] | [`to_utf16_into`] | [`utf16_len`] |
//! | UTF-32 | [`to_utf32`] | [`to_utf32_lossy`] | [`to_utf32_into`] | [`utf32_len`] |
//! | Latin-1 | [`to_latin1`] | [`to_latin1_lossy`] | [`to_latin1_into`] | [`latin1_len`] |
//!
//! *Strict* ends at the first error, and so does *into a buffer*, which allocates
//! nothing. A `&str` has no errors: [`utf16::from_str`](crate::utf16::from_str),
//! [`utf32::from_str`](crate::utf32::from_str). Other policies: [`repair()`] and
//! [`Converter`](crate::Converter).
//!
//! Offsets and lengths are in bytes, from 0. Every function takes any bytes.

mod ambiguous;
mod code_points;
#[cfg(feature = "convert")]
mod convert;
mod errors;
mod group;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod repair;
mod truncate;

pub use crate::fragment::Fragment;
pub use crate::split::Pieces;
pub use ambiguous::{Ambiguous, AmbiguousSpots, ambiguous};
pub use code_points::{CodePoints, decode_first, decode_last};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use convert::{
    to_latin1, to_latin1_lossy, to_string_lossy, to_utf16, to_utf16_lossy, to_utf32, to_utf32_lossy,
};
#[cfg(feature = "convert")]
pub use convert::{
    to_latin1_into, to_latin1_lossy_into, to_utf8_lossy_into, to_utf16_into, to_utf16_lossy_into,
    to_utf32_into, to_utf32_lossy_into,
};
pub use errors::{Errors, errors};
pub use group::{Group, Groups, Meaning, floor_group_boundary, groups};
pub(crate) use group::{Mistake, mistakes};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use repair::{repair, repair_with_changes};
pub use truncate::{fragment, keep_both_ends, keep_end, keep_start, split_at_boundaries};

use crate::boundary;
use crate::bytes;
use crate::count::CountUtf8;
use crate::encoding::utf8 as codec;
use crate::error::Malformed;
use crate::simd::dispatch;

/// Whether `bytes` are well-formed UTF-8.
///
/// # Examples
/// ```
/// assert!(placemat::utf8::is_valid("naïve".as_bytes()));
/// assert!(!placemat::utf8::is_valid(b"na\xEFve"));
/// ```
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
#[must_use]
pub fn is_valid(bytes: &[u8]) -> bool {
    bytes::well_formed_prefix(bytes) == bytes.len()
}

/// `bytes` as a string, or the first error.
///
/// Everything before the error's offset is well-formed: [`split_valid`] gives
/// it as a string.
///
/// # Examples
/// ```
/// use placemat::{MalformedKind, utf8};
///
/// assert_eq!(utf8::validate(b"ok"), Ok("ok"));
/// let bad = utf8::validate(b"a\xE2\x82").unwrap_err();
/// assert_eq!((bad.offset, bad.len, bad.kind), (1, 2, MalformedKind::IncompleteAtEnd));
/// ```
///
/// # Errors
/// The first maximal subpart that is ill-formed.
///
/// # Complexity
/// Linear; one pass, which ends near the first error.
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, Malformed> {
    bytes::text(bytes).map_err(|(_, bad)| bad)
}

/// The longest well-formed prefix, and the rest, which is empty or begins with
/// an error.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::split_valid(b"ab\xFFc"), ("ab", &b"\xFFc"[..]));
/// ```
#[must_use]
pub fn split_valid(bytes: &[u8]) -> (&str, &[u8]) {
    let text = bytes::text(bytes).unwrap_or_else(|(text, _)| text);
    (text, &bytes[text.len()..])
}

/// The number of bytes of the sequence that `lead` begins, 1 to 4, or `None`
/// if it begins none (RFC 3629, section 4).
///
/// # Examples
/// ```
/// use placemat::utf8::sequence_len;
/// assert_eq!([b'a', 0xC3, 0xE2, 0xF0].map(sequence_len), [Some(1), Some(2), Some(3), Some(4)]);
/// assert_eq!([0x80, 0xC0, 0xF5, 0xFF].map(sequence_len), [None; 4]);
/// ```
#[inline]
#[must_use]
pub const fn sequence_len(lead: u8) -> Option<usize> {
    codec::sequence_len(lead)
}

/// The UTF-8 form of a Unicode scalar value, written to `out`; `None` for a
/// surrogate and for a value above U+10FFFF, which have none.
///
/// # Examples
/// ```
/// let mut out = [0; 4];
/// assert_eq!(placemat::utf8::encode(0x20AC, &mut out), Some("€"));
/// assert_eq!(placemat::utf8::encode(0xD800, &mut out), None);
/// ```
pub fn encode(code_point: u32, out: &mut [u8; 4]) -> Option<&str> {
    Some(char::from_u32(code_point)?.encode_utf8(out))
}

/// Whether `at` lies between two items, an item being a well-formed sequence or
/// a maximal subpart. The start and the end are boundaries; what lies behind
/// the end is not.
///
/// # Complexity
/// Constant: at most four bytes before `at` are read.
#[inline]
#[must_use]
pub fn is_boundary(bytes: &[u8], at: usize) -> bool {
    match at.cmp(&bytes.len()) {
        core::cmp::Ordering::Less => boundary::item_start(bytes, at) == at,
        order => order.is_eq(),
    }
}

/// The last boundary at or before `at`: a cut there splits no sequence.
///
/// # Examples
/// ```
/// use placemat::utf8::floor_boundary;
/// assert_eq!(floor_boundary("a€b".as_bytes(), 3), 1);
/// assert_eq!(floor_boundary("a€b".as_bytes(), 4), 4);
/// assert_eq!(floor_boundary(b"\x80\x80\x80", 2), 2); // stray bytes stand alone
/// ```
///
/// # Complexity
/// Constant: at most four bytes before `at` are read.
#[must_use]
pub fn floor_boundary(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() { bytes.len() } else { boundary::item_start(bytes, at) }
}

/// The first boundary at or behind `at`.
///
/// # Examples
/// ```
/// use placemat::utf8::ceil_boundary;
/// assert_eq!(ceil_boundary("a€b".as_bytes(), 2), 4);
/// ```
///
/// # Complexity
/// Constant: at most four bytes before `at` and three behind it are read.
#[must_use]
pub fn ceil_boundary(bytes: &[u8], at: usize) -> usize {
    if at >= bytes.len() {
        return bytes.len();
    }
    let start = boundary::item_start(bytes, at);
    if start == at { at } else { start + codec::decode(&bytes[start..], true).len() }
}

/// The code points of `bytes`, or the errors among them, from either end.
///
/// # Examples
/// ```
/// use placemat::utf8::code_points;
///
/// let text = b"a\xE2\x82\xACz\xFF";
/// let mended: String = code_points(text).map(|c| c.unwrap_or('\u{FFFD}')).collect();
/// assert_eq!(mended, "a€z\u{FFFD}");
/// assert!(code_points(text).next_back().unwrap().is_err());
/// ```
#[must_use]
pub fn code_points(bytes: &[u8]) -> CodePoints<'_> {
    CodePoints::new(bytes)
}

/// The number of code points of well-formed text.
///
/// In any other text it is the number of bytes that are no continuation bytes.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::count_code_points("née 😀".as_bytes()), 5);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn count_code_points(bytes: &[u8]) -> usize {
    dispatch::run_unless_few(CountUtf8::<false>(bytes), bytes.len())
}

/// The number of UTF-16 code units that well-formed text becomes.
///
/// In any other text it is the number of bytes that are no continuation bytes,
/// those from F0 on counted twice.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::utf16_len("née 😀".as_bytes()), 6);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf16_len(bytes: &[u8]) -> usize {
    dispatch::run_unless_few(CountUtf8::<true>(bytes), bytes.len())
}

/// The number of units of UTF-32 that well-formed text becomes: one for each code
/// point, as [`count_code_points`] counts them.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::utf32_len("née 😀".as_bytes()), 5);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn utf32_len(bytes: &[u8]) -> usize {
    count_code_points(bytes)
}

/// The number of bytes of Latin-1 that well-formed text becomes: one for each code
/// point, as [`count_code_points`] counts them, also where it becomes `?`.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::latin1_len("née".as_bytes()), 3);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[inline]
#[must_use]
pub fn latin1_len(bytes: &[u8]) -> usize {
    count_code_points(bytes)
}
