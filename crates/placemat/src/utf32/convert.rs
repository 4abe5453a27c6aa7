//! UTF-32 as text of other encodings.

use crate::encoding::{Latin1, Utf16, Utf32};
use crate::error::Error;
use crate::everyday;
use crate::strings;

#[cfg(feature = "alloc")]
use crate::encoding::Utf8;
#[cfg(feature = "alloc")]
use crate::error::Malformed;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

/// `units` as a string.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// assert_eq!(utf32::to_string(&[0x63, 0x61, 0x66, 0xE9]).unwrap(), "café");
/// assert_eq!(utf32::to_string(&[0x63, 0xDC00]).unwrap_err().offset, 1);
/// ```
///
/// # Errors
/// The first unit that is malformed.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_string(units: &[u32]) -> Result<String, Malformed> {
    strings::string::<Utf32>(units)
}

/// `units` as a string; each malformed unit becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::to_string_lossy(&[0x61, 0xD800, 0x62]), "a\u{FFFD}b");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(units: &[u32]) -> String {
    strings::string_lossy::<Utf32>(units)
}

/// `units` as a string in the front of `out`. Nothing behind what is written is
/// touched. [`utf8_len`](super::utf8_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 4];
/// assert_eq!(utf32::to_utf8_into(&[0x20AC], &mut out).unwrap(), "€");
/// assert_eq!(out[3], 0);
/// ```
///
/// # Errors
/// The first unit that is malformed; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_into<'a>(units: &[u32], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str::<Utf32>(units, out)
}

/// `units` as a string, in the front of `out`; each unit that is no code point
/// becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. Four bytes for each are
/// always enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 8];
/// assert_eq!(utf32::to_utf8_lossy_into(&[0x61, 0xD800], &mut out).unwrap(), "a\u{FFFD}");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_lossy_into<'a>(units: &[u32], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str_lossy::<Utf32>(units, out)
}

/// `units` as units of UTF-16, in the byte order of the processor.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// assert_eq!(utf32::to_utf16(&[0xE9, 0x1F600]).unwrap(), [0xE9, 0xD83D, 0xDE00]);
/// assert_eq!(utf32::to_utf16(&[0xE9, 0x11_0000]).unwrap_err().offset, 1);
/// ```
///
/// # Errors
/// The first unit that is malformed.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_utf16(units: &[u32]) -> Result<Vec<u16>, Malformed> {
    everyday::to_unicode::<Utf32, Utf16>(units)
}

/// `units` as UTF-16; each malformed unit becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::to_utf16_lossy(&[0x61, 0xD800]), [0x61, 0xFFFD]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_lossy(units: &[u32]) -> Vec<u16> {
    everyday::lossy::<Utf32, Utf16>(units)
}

/// `units` as UTF-16 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf16_len`](super::utf16_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 3];
/// assert_eq!(utf32::to_utf16_into(&[0x1F600], &mut out).unwrap(), [0xD83D, 0xDE00]);
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// The first unit that is malformed; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf16_into<'a>(units: &[u32], out: &'a mut [u16]) -> Result<&'a mut [u16], Error> {
    everyday::into::<Utf32, Utf16>(units, out)
}

/// `units` as UTF-16, in the front of `out`; each unit that is no code point
/// becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. Two units for each are
/// always enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 8];
/// assert_eq!(utf32::to_utf16_lossy_into(&[0x61, 0xD800], &mut out).unwrap(), [0x61, 0xFFFD]);
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf16_lossy_into<'a>(units: &[u32], out: &'a mut [u16]) -> Result<&'a mut [u16], Error> {
    everyday::lossy_into::<Utf32, Utf16>(units, out)
}

/// `units` as bytes of Latin-1.
///
/// # Examples
/// ```
/// use placemat::{Error, utf32};
///
/// assert_eq!(utf32::to_latin1(&[0x41, 0xE9]).unwrap(), b"A\xE9");
/// let error = utf32::to_latin1(&[0x41, 0x20AC]).unwrap_err();
/// assert!(matches!(error, Error::Unmappable(item) if item.code_point == 0x20AC && item.offset == 1));
/// ```
///
/// # Errors
/// The first unit that is malformed, or that Latin-1 cannot hold.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_latin1(units: &[u32]) -> Result<Vec<u8>, Error> {
    everyday::to_fewer::<Utf32, Latin1>(units)
}

/// `units` as Latin-1; what is malformed, or has no place there, becomes
/// `?`.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::to_latin1_lossy(&[0xE9, 0x20AC, 0xD800]), b"\xE9??");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_latin1_lossy(units: &[u32]) -> Vec<u8> {
    everyday::lossy::<Utf32, Latin1>(units)
}

/// `units` as Latin-1 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`latin1_len`](super::latin1_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 3];
/// assert_eq!(utf32::to_latin1_into(&[0x41, 0xE9], &mut out).unwrap(), b"A\xE9");
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// The first unit that is malformed, or that Latin-1 cannot hold; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_into<'a>(units: &[u32], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::into::<Utf32, Latin1>(units, out)
}

/// `units` as Latin-1, in the front of `out`; what is malformed, and what
/// Latin-1 lacks, becomes `?`. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `units` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf32;
///
/// let mut out = [0; 8];
/// assert_eq!(utf32::to_latin1_lossy_into(&[0x61, 0x20AC], &mut out).unwrap(), b"a?");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_lossy_into<'a>(units: &[u32], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::lossy_into::<Utf32, Latin1>(units, out)
}

/// A string as units of UTF-32.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::from_str("é😀"), [0xE9, 0x1F600]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str(text: &str) -> Vec<u32> {
    everyday::trusted::<Utf8, Utf32>(text.as_bytes())
}

/// `units`, which are well-formed, as a string.
///
/// # Safety
/// No unit is a surrogate, and none is above 10FFFF.
///
/// # Examples
/// ```
/// // SAFETY: both are Unicode scalar values.
/// let text = unsafe { placemat::utf32::to_string_unchecked(&[0x61, 0x1F600]) };
/// assert_eq!(text, "a😀");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
#[allow(unsafe_code, reason = "the caller promises what is not checked")]
pub unsafe fn to_string_unchecked(units: &[u32]) -> String {
    // SAFETY: the same contract.
    unsafe { strings::string_unchecked::<Utf32>(units) }
}

/// `units`, which are well-formed, as units of UTF-16.
///
/// # Safety
/// No unit is a surrogate, and none is above 10FFFF.
///
/// # Examples
/// ```
/// // SAFETY: it is a Unicode scalar value.
/// let units = unsafe { placemat::utf32::to_utf16_unchecked(&[0x1F600]) };
/// assert_eq!(units, [0xD83D, 0xDE00]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
#[allow(unsafe_code, reason = "the caller promises what is not checked")]
pub unsafe fn to_utf16_unchecked(units: &[u32]) -> Vec<u16> {
    everyday::trusted::<Utf32, Utf16>(units)
}
