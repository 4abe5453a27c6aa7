//! Latin-1 (ISO-8859-1): one byte for each of the first 256 code points. To and
//! from UTF-8 and UTF-16, and whether text can be Latin-1 at all.
//!
//! Any bytes are Latin-1, so nothing from it can fail. The other way, what it
//! cannot hold is [`Unmappable`](crate::Unmappable), not malformed.

use crate::count::latin1::Latin1Utf8Len;
use crate::encoding::{Encoding, Step, Utf8};
use crate::simd::dispatch;
use crate::transcode::bytes_of;
use crate::validate::latin1::{Latin1InUtf8, Latin1InUtf16};
use crate::validate::prefix::Prefix;

#[cfg(feature = "alloc")]
pub use crate::trusted::str_to_latin1 as from_str;

#[cfg(feature = "alloc")]
use crate::Converter;
#[cfg(feature = "alloc")]
use crate::encoding::{Latin1, Utf16};
#[cfg(feature = "alloc")]
use crate::error::Stopped;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

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

/// `text` as a string.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::to_string(b"caf\xE9"), "café");
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string(text: &[u8]) -> String {
    // SAFETY: what a conversion to UTF-8 has written is well-formed.
    unsafe { String::from_utf8_unchecked(convert::<Utf8>(text)) }
}

/// `text` as units of UTF-16, in the byte order of the processor: as many as it
/// has bytes.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::to_utf16(b"\x41\xE9"), [0x41, 0xE9]);
/// ```
///
/// # Complexity
/// Linear, one pass. Allocates once.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16(text: &[u8]) -> Vec<u16> {
    convert::<Utf16>(text)
}

#[cfg(feature = "alloc")]
fn convert<T: Encoding>(text: &[u8]) -> Vec<T::Unit> {
    match Converter::<Latin1, T>::strict().convert(text) {
        Ok(units) => units,
        Err(stopped) => unreachable!("no Latin-1 is malformed or unmappable: {stopped}"),
    }
}

/// UTF-8 as Latin-1.
///
/// # Examples
/// ```
/// use placemat::latin1;
/// use placemat::error::Reason;
/// assert_eq!(latin1::from_utf8("café".as_bytes()).unwrap(), b"caf\xE9");
///
/// let stopped = latin1::from_utf8("5 €".as_bytes()).unwrap_err();
/// assert!(matches!(stopped.reason, Reason::Unmappable(item) if item.code_point == 0x20AC));
/// ```
///
/// # Errors
/// The first sequence that is malformed, or that Latin-1 cannot hold, and what was
/// converted before it.
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[cfg(feature = "alloc")]
pub fn from_utf8(text: &[u8]) -> Result<Vec<u8>, Stopped> {
    Converter::<Utf8, Latin1>::strict().convert(text)
}

/// UTF-16, in the byte order of the processor, as Latin-1.
///
/// # Examples
/// ```
/// assert_eq!(placemat::latin1::from_utf16(&[0x41, 0xE9]).unwrap(), b"\x41\xE9");
/// ```
///
/// # Errors
/// The first unit that is malformed, or that Latin-1 cannot hold, and what was
/// converted before it.
///
/// # Complexity
/// Linear, one pass. Allocates once, and gives back what is not needed.
#[cfg(feature = "alloc")]
pub fn from_utf16(units: &[u16]) -> Result<Vec<u8>, Stopped> {
    Converter::<Utf16, Latin1>::strict().convert(units)
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
