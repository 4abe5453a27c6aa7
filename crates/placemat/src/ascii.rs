//! ASCII: bytes below 80.

use crate::simd::dispatch;
use crate::validate::ascii::Ascii;
use crate::validate::prefix::Prefix;

/// Whether all of `bytes` are ASCII.
///
/// # Examples
/// ```
/// assert!(placemat::ascii::is_ascii(b"cafe"));
/// assert!(!placemat::ascii::is_ascii("café".as_bytes()));
/// ```
///
/// # Complexity
/// Linear, at the speed of memory; ends near the first byte that is not.
#[inline]
#[must_use]
pub fn is_ascii(bytes: &[u8]) -> bool {
    dispatch::run(Prefix { text: bytes, check: Ascii }) == bytes.len()
}

/// The offset of the first byte that is not ASCII.
///
/// # Examples
/// ```
/// assert_eq!(placemat::ascii::first_non_ascii("café".as_bytes()), Some(3));
/// ```
///
/// # Complexity
/// Linear, at the speed of memory; ends near that byte.
#[must_use]
pub fn first_non_ascii(bytes: &[u8]) -> Option<usize> {
    let prefix = dispatch::run(Prefix { text: bytes, check: Ascii });
    let inside = bytes[prefix..].iter().position(|byte| !byte.is_ascii())?;
    Some(prefix + inside)
}
