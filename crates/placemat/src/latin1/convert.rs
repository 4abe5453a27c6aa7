//! Latin-1 as text of other encodings.

use crate::encoding::{Latin1, Utf16, Utf32};
use crate::error::Error;
use crate::everyday;
use crate::strings;

#[cfg(feature = "alloc")]
use crate::error::Unmappable;
#[cfg(feature = "alloc")]
use crate::utf8;
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

/// `bytes` as a string: any byte is Latin-1, so it cannot fail.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::to_string(b"caf\xE9"), "café");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string(bytes: &[u8]) -> String {
    strings::latin1(bytes)
}

/// `bytes` as a string in the front of `out`. Nothing behind what is written is
/// touched. [`utf8_len`](super::utf8_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::latin1;
///
/// let mut out = [0; 6];
/// assert_eq!(latin1::to_utf8_into(b"caf\xE9", &mut out).unwrap(), "café");
/// assert_eq!(out[5], 0);
/// ```
///
/// # Errors
/// That `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_into<'a>(bytes: &[u8], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str::<Latin1>(bytes, out)
}

/// `bytes` as units of UTF-16, in the byte order of the processor. Any byte is Latin-1, so it cannot fail.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::to_utf16(b"A\xE9"), [0x41, 0xE9]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16(bytes: &[u8]) -> Vec<u16> {
    everyday::trusted::<Latin1, Utf16>(bytes)
}

/// `bytes` as UTF-16 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf16_len`](super::utf16_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::latin1;
///
/// let mut out = [0; 3];
/// assert_eq!(latin1::to_utf16_into(b"A\xE9", &mut out).unwrap(), [0x41, 0xE9]);
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// That `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf16_into<'a>(bytes: &[u8], out: &'a mut [u16]) -> Result<&'a mut [u16], Error> {
    everyday::into::<Latin1, Utf16>(bytes, out)
}

/// `bytes` as units of UTF-32, in the byte order of the processor. Any byte is Latin-1, so it cannot fail.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::to_utf32(b"A\xE9"), [0x41, 0xE9]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32(bytes: &[u8]) -> Vec<u32> {
    everyday::trusted::<Latin1, Utf32>(bytes)
}

/// `bytes` as UTF-32 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf32_len`](super::utf32_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::latin1;
///
/// let mut out = [0; 3];
/// assert_eq!(latin1::to_utf32_into(b"A\xE9", &mut out).unwrap(), [0x41, 0xE9]);
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// That `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf32_into<'a>(bytes: &[u8], out: &'a mut [u32]) -> Result<&'a mut [u32], Error> {
    everyday::into::<Latin1, Utf32>(bytes, out)
}

/// A string as Latin-1.
///
/// # Examples
/// ```
/// use placemat::latin1;
///
/// assert_eq!(latin1::from_str("café").unwrap(), b"caf\xE9");
/// assert_eq!(latin1::from_str("5 €").unwrap_err().offset, 2);
/// ```
///
/// # Errors
/// The first code point that Latin-1 cannot hold.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn from_str(text: &str) -> Result<Vec<u8>, Unmappable> {
    utf8::to_latin1(text.as_bytes()).map_err(|error| match error {
        Error::Unmappable(item) => item,
        other => unreachable!("a string is well-formed: {other}"),
    })
}

/// A string as Latin-1; what has no place there becomes `?`. Borrowed if all of it
/// is ASCII.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::from_str_lossy("née: 5 €"), &b"n\xE9e: 5 ?"[..]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str_lossy(text: &str) -> Cow<'_, [u8]> {
    utf8::to_latin1_lossy(text.as_bytes())
}
