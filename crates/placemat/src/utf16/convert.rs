//! UTF-16 as text of other encodings.

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
/// use placemat::utf16;
///
/// assert_eq!(utf16::to_string(&[0x63, 0x61, 0x66, 0xE9]).unwrap(), "café");
/// assert_eq!(utf16::to_string(&[0x63, 0xDC00]).unwrap_err().offset, 1);
/// ```
///
/// # Errors
/// The first lone surrogate.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_string(units: &[u16]) -> Result<String, Malformed> {
    strings::string::<Utf16>(units)
}

/// `units` as a string; each lone surrogate becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::to_string_lossy(&[0x61, 0xD800, 0x62]), "a\u{FFFD}b");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(units: &[u16]) -> String {
    strings::string_lossy::<Utf16>(units)
}

/// `units` as a string in the front of `out`. Nothing behind what is written is
/// touched. [`utf8_len`](super::utf8_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 4];
/// assert_eq!(utf16::to_utf8_into(&[0x20AC], &mut out).unwrap(), "€");
/// assert_eq!(out[3], 0);
/// ```
///
/// # Errors
/// The first lone surrogate; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_into<'a>(units: &[u16], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str::<Utf16>(units, out)
}

/// `units` as a string, in the front of `out`; each lone surrogate becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. [`utf8_len`](super::utf8_len)
/// bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 8];
/// assert_eq!(utf16::to_utf8_lossy_into(&[0x61, 0xD800], &mut out).unwrap(), "a\u{FFFD}");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_lossy_into<'a>(units: &[u16], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str_lossy::<Utf16>(units, out)
}

/// `units` as units of UTF-32, in the byte order of the processor.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// assert_eq!(utf16::to_utf32(&[0xE9, 0xD83D, 0xDE00]).unwrap(), [0xE9, 0x1F600]);
/// assert_eq!(utf16::to_utf32(&[0xE9, 0xDE00]).unwrap_err().offset, 1);
/// ```
///
/// # Errors
/// The first lone surrogate.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_utf32(units: &[u16]) -> Result<Vec<u32>, Malformed> {
    everyday::to_unicode::<Utf16, Utf32>(units)
}

/// `units` as UTF-32; each lone surrogate becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::to_utf32_lossy(&[0x61, 0xD800]), [0x61, 0xFFFD]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_lossy(units: &[u16]) -> Vec<u32> {
    everyday::lossy::<Utf16, Utf32>(units)
}

/// `units` as UTF-32 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf32_len`](super::utf32_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 2];
/// assert_eq!(utf16::to_utf32_into(&[0xD83D, 0xDE00], &mut out).unwrap(), [0x1F600]);
/// assert_eq!(out[1], 0);
/// ```
///
/// # Errors
/// The first lone surrogate; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf32_into<'a>(units: &[u16], out: &'a mut [u32]) -> Result<&'a mut [u32], Error> {
    everyday::into::<Utf16, Utf32>(units, out)
}

/// `units` as UTF-32, in the front of `out`; each lone surrogate becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `units` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 8];
/// assert_eq!(utf16::to_utf32_lossy_into(&[0x61, 0xD800], &mut out).unwrap(), [0x61, 0xFFFD]);
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf32_lossy_into<'a>(units: &[u16], out: &'a mut [u32]) -> Result<&'a mut [u32], Error> {
    everyday::lossy_into::<Utf16, Utf32>(units, out)
}

/// `units` as bytes of Latin-1.
///
/// # Examples
/// ```
/// use placemat::{Error, utf16};
///
/// assert_eq!(utf16::to_latin1(&[0x41, 0xE9]).unwrap(), b"A\xE9");
/// let error = utf16::to_latin1(&[0x41, 0x20AC]).unwrap_err();
/// assert!(matches!(error, Error::Unmappable(item) if item.code_point == 0x20AC && item.offset == 1));
/// ```
///
/// # Errors
/// The first unit that is a lone surrogate, or that Latin-1 cannot hold.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_latin1(units: &[u16]) -> Result<Vec<u8>, Error> {
    everyday::to_fewer::<Utf16, Latin1>(units)
}

/// `units` as Latin-1; what is malformed, or has no place there, becomes
/// `?`.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::to_latin1_lossy(&[0xE9, 0x20AC, 0xD800]), b"\xE9??");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_latin1_lossy(units: &[u16]) -> Vec<u8> {
    everyday::lossy::<Utf16, Latin1>(units)
}

/// `units` as Latin-1 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`latin1_len`](super::latin1_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 3];
/// assert_eq!(utf16::to_latin1_into(&[0x41, 0xE9], &mut out).unwrap(), b"A\xE9");
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// The first unit that is a lone surrogate, or that Latin-1 cannot hold; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_into<'a>(units: &[u16], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::into::<Utf16, Latin1>(units, out)
}

/// `units` as Latin-1, in the front of `out`; what is malformed, and what
/// Latin-1 lacks, becomes `?`. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `units` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf16;
///
/// let mut out = [0; 8];
/// assert_eq!(utf16::to_latin1_lossy_into(&[0x61, 0x20AC], &mut out).unwrap(), b"a?");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_lossy_into<'a>(units: &[u16], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::lossy_into::<Utf16, Latin1>(units, out)
}

/// A string as units of UTF-16.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::from_str("é😀"), [0xE9, 0xD83D, 0xDE00]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str(text: &str) -> Vec<u16> {
    everyday::trusted::<Utf8, Utf16>(text.as_bytes())
}

/// `units`, which are well-formed, as a string.
///
/// # Safety
/// Every surrogate is half of a pair.
///
/// # Examples
/// ```
/// // SAFETY: there is no surrogate.
/// let text = unsafe { placemat::utf16::to_string_unchecked(&[0x61, 0xE9]) };
/// assert_eq!(text, "aé");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
#[allow(unsafe_code, reason = "the caller promises what is not checked")]
pub unsafe fn to_string_unchecked(units: &[u16]) -> String {
    // SAFETY: the same contract.
    unsafe { strings::string_unchecked::<Utf16>(units) }
}

/// `units`, which are well-formed, as units of UTF-32.
///
/// # Safety
/// Every surrogate is half of a pair.
///
/// # Examples
/// ```
/// // SAFETY: that is a pair.
/// let units = unsafe { placemat::utf16::to_utf32_unchecked(&[0xD83D, 0xDE00]) };
/// assert_eq!(units, [0x1F600]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
#[allow(unsafe_code, reason = "the caller promises what is not checked")]
pub unsafe fn to_utf32_unchecked(units: &[u16]) -> Vec<u32> {
    everyday::trusted::<Utf16, Utf32>(units)
}
