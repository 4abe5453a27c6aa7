//! Latin-1 (ISO-8859-1): one byte for each of the first 256 code points. Its
//! conversions, and whether text can be Latin-1 at all.
//!
//! | to | cannot fail | into a buffer | of this length |
//! |---|---|---|---|
//! | UTF-8 | [`to_string`] | [`to_utf8_into`] | [`utf8_len`] |
//! | UTF-16 | [`to_utf16`] | [`to_utf16_into`] | [`utf16_len`] |
//! | UTF-32 | [`to_utf32`] | [`to_utf32_into`] | [`utf32_len`] |
//!
//! From a `&str`: [`from_str`], [`from_str_lossy`]; from anything else:
//! [`utf8::to_latin1`](crate::utf8::to_latin1) and its like.
//!
//! Any bytes are Latin-1, so nothing from it can fail. The other way, what it
//! cannot hold is [`Unmappable`](crate::Unmappable), not malformed.

#[cfg(feature = "convert")]
mod convert;

#[cfg(all(feature = "convert", feature = "alloc"))]
pub use convert::{from_str, from_str_lossy, to_string, to_utf16, to_utf32};
#[cfg(feature = "convert")]
pub use convert::{to_utf8_into, to_utf16_into, to_utf32_into};

use crate::bytes::bytes_of;
use crate::count::latin1::Latin1Utf8Len;
use crate::encoding::{Encoding, Step, Utf8};
use crate::simd::dispatch;
use crate::validate::latin1::{Latin1InUtf8, Latin1InUtf16};
use crate::validate::prefix::Prefix;

/// The number of bytes of UTF-8 that `text` becomes.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::utf8_len(b"caf\xE9"), 5);
/// ```
///
/// # Complexity
/// Linear, at the speed of memory.
#[must_use]
pub fn utf8_len(text: &[u8]) -> usize {
    dispatch::run(Latin1Utf8Len(text))
}

/// The number of units of UTF-16 that `bytes` become: one for each.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::utf16_len(b"A\xE9"), 2);
/// ```
///
/// # Complexity
/// Constant.
#[inline]
#[must_use]
pub const fn utf16_len(bytes: &[u8]) -> usize {
    bytes.len()
}

/// The number of units of UTF-32 that `bytes` become: one for each.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::utf32_len(b"A\xE9"), 2);
/// ```
///
/// # Complexity
/// Constant.
#[inline]
#[must_use]
pub const fn utf32_len(bytes: &[u8]) -> usize {
    bytes.len()
}

/// The length, in bytes, of the longest prefix of UTF-8 that is well-formed and
/// that Latin-1 can hold: all of it, or up to the first sequence that is not.
///
/// # Examples
/// ```
/// use placemat::latin1;
/// assert_eq!(latin1::prefix_of_utf8("5 €".as_bytes()), 2);
/// assert_eq!(latin1::prefix_of_utf8("née".as_bytes()), 4); // can be Latin-1
/// ```
///
/// # Complexity
/// Linear, at the speed of memory; ends near the end of the prefix.
#[must_use]
pub fn prefix_of_utf8(text: &[u8]) -> usize {
    let mut at = dispatch::run(Prefix { text, check: Latin1InUtf8 });
    // A lead byte at its end is only known to be right with what follows.
    if at > 0 && text[at - 1] >= 0xC0 {
        at -= 1;
    }
    while at < text.len() {
        match Utf8::decode(&mut (), &text[at..], true) {
            Step::Value { value: 0..=0xFF, len } => at += len,
            _ => break,
        }
    }
    at
}

/// The length, in units, of the longest prefix of UTF-16, in the byte order of the
/// processor, that Latin-1 can hold.
///
/// # Examples
/// ```
/// use placemat::latin1;
/// assert_eq!(latin1::prefix_of_utf16(&[0x41, 0x20AC]), 1);
/// assert_eq!(latin1::prefix_of_utf16(&[0x41, 0xE9]), 2); // can be Latin-1
/// ```
///
/// # Complexity
/// Linear, at the speed of memory; ends near the end of the prefix.
#[must_use]
pub fn prefix_of_utf16(units: &[u16]) -> usize {
    let at = dispatch::run(Prefix { text: bytes_of(units), check: Latin1InUtf16::<false> }) / 2;
    let inside = units[at..].iter().position(|&unit| unit > 0xFF);
    inside.map_or(units.len(), |inside| at + inside)
}
