//! UTF-8 as text of other encodings.

use crate::encoding::{Latin1, Utf8, Utf16, Utf32};
use crate::error::Error;
use crate::everyday;

#[cfg(feature = "alloc")]
use crate::ascii;
#[cfg(feature = "alloc")]
use crate::bytes;
#[cfg(feature = "alloc")]
use crate::error::Malformed;
use crate::strings;
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec::Vec};

/// `bytes` as a string; each malformed sequence (maximal subpart) becomes U+FFFD.
/// Borrowed if there is none.
///
/// # Examples
/// ```
/// use placemat::utf8;
/// use std::borrow::Cow;
///
/// assert_eq!(utf8::to_string_lossy(b"caf\xE9!"), "caf\u{FFFD}!");
/// assert!(matches!(utf8::to_string_lossy(b"fine"), Cow::Borrowed("fine")));
/// ```
///
/// # Complexity
/// Linear, however many errors there are. Nothing is allocated for text that is
/// well-formed.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match bytes::text(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err((text, bad)) => Cow::Owned(strings::string_lossy_behind(text, &bytes[bad.end()..])),
    }
}

/// `bytes` as a string, in the front of `out`; each malformed sequence becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. Three bytes for each
/// are always enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 8];
/// assert_eq!(utf8::to_utf8_lossy_into(b"a\xFF!", &mut out).unwrap(), "a\u{FFFD}!");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf8_lossy_into<'a>(bytes: &[u8], out: &'a mut [u8]) -> Result<&'a mut str, Error> {
    strings::into_str_lossy::<Utf8>(bytes, out)
}

/// `bytes` as units of UTF-16, in the byte order of the processor.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// assert_eq!(utf8::to_utf16("é😀".as_bytes()).unwrap(), [0xE9, 0xD83D, 0xDE00]);
/// assert_eq!(utf8::to_utf16(b"caf\xE9").unwrap_err().offset, 3);
/// ```
///
/// # Errors
/// The first sequence that is malformed.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_utf16(bytes: &[u8]) -> Result<Vec<u16>, Malformed> {
    everyday::to_unicode::<Utf8, Utf16>(bytes)
}

/// `bytes` as UTF-16; each malformed sequence becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::to_utf16_lossy(b"a\xFF"), [0x61, 0xFFFD]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_lossy(bytes: &[u8]) -> Vec<u16> {
    everyday::lossy::<Utf8, Utf16>(bytes)
}

/// `bytes` as UTF-16 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf16_len`](super::utf16_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 3];
/// assert_eq!(utf8::to_utf16_into("é!".as_bytes(), &mut out).unwrap(), [0xE9, 0x21]);
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// The first sequence that is malformed; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf16_into<'a>(bytes: &[u8], out: &'a mut [u16]) -> Result<&'a mut [u16], Error> {
    everyday::into::<Utf8, Utf16>(bytes, out)
}

/// `bytes` as UTF-16, in the front of `out`; each malformed sequence becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `bytes` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 8];
/// assert_eq!(utf8::to_utf16_lossy_into(b"a\xFF!", &mut out).unwrap(), [0x61, 0xFFFD, 0x21]);
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf16_lossy_into<'a>(bytes: &[u8], out: &'a mut [u16]) -> Result<&'a mut [u16], Error> {
    everyday::lossy_into::<Utf8, Utf16>(bytes, out)
}

/// `bytes` as units of UTF-32, in the byte order of the processor.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// assert_eq!(utf8::to_utf32("é😀".as_bytes()).unwrap(), [0xE9, 0x1F600]);
/// assert_eq!(utf8::to_utf32(b"caf\xE9").unwrap_err().offset, 3);
/// ```
///
/// # Errors
/// The first sequence that is malformed.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_utf32(bytes: &[u8]) -> Result<Vec<u32>, Malformed> {
    everyday::to_unicode::<Utf8, Utf32>(bytes)
}

/// `bytes` as UTF-32; each malformed sequence becomes U+FFFD.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf8::to_utf32_lossy(b"a\xFF"), [0x61, 0xFFFD]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_lossy(bytes: &[u8]) -> Vec<u32> {
    everyday::lossy::<Utf8, Utf32>(bytes)
}

/// `bytes` as UTF-32 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`utf32_len`](super::utf32_len) units are enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 3];
/// assert_eq!(utf8::to_utf32_into("é😀".as_bytes(), &mut out).unwrap(), [0xE9, 0x1F600]);
/// assert_eq!(out[2], 0);
/// ```
///
/// # Errors
/// The first sequence that is malformed; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf32_into<'a>(bytes: &[u8], out: &'a mut [u32]) -> Result<&'a mut [u32], Error> {
    everyday::into::<Utf8, Utf32>(bytes, out)
}

/// `bytes` as UTF-32, in the front of `out`; each malformed sequence becomes U+FFFD. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `bytes` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 8];
/// assert_eq!(utf8::to_utf32_lossy_into(b"a\xFF!", &mut out).unwrap(), [0x61, 0xFFFD, 0x21]);
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_utf32_lossy_into<'a>(bytes: &[u8], out: &'a mut [u32]) -> Result<&'a mut [u32], Error> {
    everyday::lossy_into::<Utf8, Utf32>(bytes, out)
}

/// `bytes` as bytes of Latin-1.
///
/// # Examples
/// ```
/// use placemat::{Error, utf8};
///
/// assert_eq!(utf8::to_latin1("née".as_bytes()).unwrap(), b"n\xE9e");
/// let error = utf8::to_latin1("5 €".as_bytes()).unwrap_err();
/// assert!(matches!(error, Error::Unmappable(item) if item.code_point == 0x20AC && item.offset == 2));
/// ```
///
/// # Errors
/// The first sequence that is malformed, or that Latin-1 cannot hold.
///
/// # Complexity
/// Linear, one pass. Allocates as [`Converter::convert`](crate::Converter::convert) does: once, if all is like its pieces.
#[cfg(feature = "alloc")]
pub fn to_latin1(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    everyday::to_fewer::<Utf8, Latin1>(bytes)
}

/// `bytes` as Latin-1; what is malformed, or has no place there, becomes
/// `?`. Borrowed if all of it is ASCII.
///
/// # Examples
/// ```
/// use placemat::utf8;
/// use std::borrow::Cow;
///
/// assert_eq!(utf8::to_latin1_lossy("née: 5 €".as_bytes()), &b"n\xE9e: 5 ?"[..]);
/// assert!(matches!(utf8::to_latin1_lossy(b"fine"), Cow::Borrowed(b"fine")));
/// ```
///
/// # Complexity
/// Linear. Nothing is allocated for text that is ASCII.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_latin1_lossy(bytes: &[u8]) -> Cow<'_, [u8]> {
    if ascii::is_ascii(bytes) {
        Cow::Borrowed(bytes)
    } else {
        Cow::Owned(everyday::lossy::<Utf8, Latin1>(bytes))
    }
}

/// `bytes` as Latin-1 in the front of `out`. What is written is returned, and nothing
/// behind it is touched. [`latin1_len`](super::latin1_len) bytes are enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 4];
/// assert_eq!(utf8::to_latin1_into("née".as_bytes(), &mut out).unwrap(), b"n\xE9e");
/// assert_eq!(out[3], 0);
/// ```
///
/// # Errors
/// The first sequence that is malformed, or that Latin-1 cannot hold; or that `out` is too short.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_into<'a>(bytes: &[u8], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::into::<Utf8, Latin1>(bytes, out)
}

/// `bytes` as Latin-1, in the front of `out`; what is malformed, and what
/// Latin-1 lacks, becomes `?`. What is written
/// is returned, and nothing behind it is touched. As many units as
/// there are in `bytes` are always enough.
///
/// # Examples
/// ```
/// use placemat::utf8;
///
/// let mut out = [0; 8];
/// assert_eq!(utf8::to_latin1_lossy_into("5 €".as_bytes(), &mut out).unwrap(), b"5 ?");
/// ```
///
/// # Errors
/// That `out` is too short; nothing else.
///
/// # Complexity
/// Linear, one pass, without allocation.
#[inline]
pub fn to_latin1_lossy_into<'a>(bytes: &[u8], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    everyday::lossy_into::<Utf8, Latin1>(bytes, out)
}
