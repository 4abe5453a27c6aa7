//! Conversions of text that is known to be well-formed, so that nothing can be
//! malformed: a `&str`, or units for which the caller answers.
//!
//! The kernels are those of any text, without the check where that is faster: from
//! UTF-8 to UTF-16 and UTF-32, and between those. Elsewhere it costs nothing.

use crate::Converter;
use crate::encoding::{Encoding, Latin1, Utf8, Utf16, Utf32};
use crate::error::Stopped;
use crate::error::{Reason, Unmappable};
use crate::transcode::{self, lengths};
use alloc::{string::String, vec::Vec};

/// A string as units of UTF-16, in the byte order of the processor.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf16::from_str("é😀"), [0xE9, 0xD83D, 0xDE00]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub fn str_to_utf16(text: &str) -> Vec<u16> {
    convert::<Utf8, Utf16>(text.as_bytes())
}

/// A string as units of UTF-32, in the byte order of the processor.
///
/// # Examples
/// ```
/// assert_eq!(placemat::utf32::from_str("é😀"), [0xE9, 0x1F600]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub fn str_to_utf32(text: &str) -> Vec<u32> {
    convert::<Utf8, Utf32>(text.as_bytes())
}

/// A string as Latin-1.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::from_str("café").unwrap(), b"caf\xE9");
/// assert_eq!(placemat::latin1::from_str("5 €").unwrap_err().offset, 2);
/// ```
///
/// # Errors
/// The first code point that Latin-1 cannot hold.
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
pub fn str_to_latin1(text: &str) -> Result<Vec<u8>, Unmappable> {
    match Converter::<Utf8, Latin1>::strict().convert(text.as_bytes()) {
        Ok(bytes) => Ok(bytes),
        Err(Stopped { reason: Reason::Unmappable(item), .. }) => Err(item),
        Err(stopped) => unreachable!("a string is well-formed: {stopped}"),
    }
}

/// Units of UTF-16 as a string.
///
/// # Safety
/// They are well-formed: every surrogate is half of a pair.
///
/// # Examples
/// ```
/// // SAFETY: there is no surrogate.
/// let text = unsafe { placemat::utf16::to_string_unchecked(&[0x61, 0xE9]) };
/// assert_eq!(text, "aé");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub unsafe fn utf16_to_string(units: &[u16]) -> String {
    // SAFETY: a conversion to UTF-8 writes well-formed text.
    unsafe { String::from_utf8_unchecked(convert::<Utf16, Utf8>(units)) }
}

/// Units of UTF-16 as units of UTF-32, both in the byte order of the processor.
///
/// # Safety
/// They are well-formed: every surrogate is half of a pair.
///
/// # Examples
/// ```
/// // SAFETY: that is a pair.
/// let units = unsafe { placemat::utf16::to_utf32_unchecked(&[0xD83D, 0xDE00]) };
/// assert_eq!(units, [0x1F600]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub unsafe fn utf16_to_utf32(units: &[u16]) -> Vec<u32> {
    convert::<Utf16, Utf32>(units)
}

/// Units of UTF-32 as a string.
///
/// # Safety
/// They are well-formed: no surrogate, and none above 10FFFF.
///
/// # Examples
/// ```
/// // SAFETY: both are Unicode scalar values.
/// let text = unsafe { placemat::utf32::to_string_unchecked(&[0x61, 0x1F600]) };
/// assert_eq!(text, "a😀");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub unsafe fn utf32_to_string(units: &[u32]) -> String {
    // SAFETY: a conversion to UTF-8 writes well-formed text.
    unsafe { String::from_utf8_unchecked(convert::<Utf32, Utf8>(units)) }
}

/// Units of UTF-32 as units of UTF-16, both in the byte order of the processor.
///
/// # Safety
/// They are well-formed: no surrogate, and none above 10FFFF.
///
/// # Examples
/// ```
/// // SAFETY: it is a Unicode scalar value.
/// let units = unsafe { placemat::utf32::to_utf16_unchecked(&[0x1F600]) };
/// assert_eq!(units, [0xD83D, 0xDE00]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[must_use]
pub unsafe fn utf32_to_utf16(units: &[u32]) -> Vec<u16> {
    convert::<Utf32, Utf16>(units)
}

/// Well-formed text, to an encoding that can hold all of it.
fn convert<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Vec<T::Unit> {
    let mut out = Vec::with_capacity(lengths::most::<F, T>(src).unwrap_or(0));
    match transcode::convert_trusted::<F, T>(src, out.spare_capacity_mut()) {
        // SAFETY: that many units have been written.
        Ok(written) => unsafe { out.set_len(written) },
        Err(stopped) => unreachable!("the text was said to be well-formed: {stopped}"),
    }
    out.shrink_to_fit();
    out
}
