//! The shapes that people already call: trying placemat is a change of one `use`.
//!
//! ```
//! // use core::str::from_utf8;
//! use placemat::compat::from_utf8;
//!
//! let error = from_utf8(b"Hi \xFF").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(1)));
//! ```
//!
//! `simdutf8::basic` and `simdutf8::compat` become [`basic`] and [`compat`](self).

use crate::bytes;
use crate::error::{Malformed, MalformedKind};
use crate::utf8;
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::fmt;

/// What `core::str::Utf8Error` says, which nobody else can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    /// The length of the well-formed prefix, in bytes.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// The length of the maximal subpart that is ill-formed, 1 to 3 bytes;
    /// `None` if the end of the input cuts it.
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len as usize),
            None => None,
        }
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.valid_up_to;
        match self.error_len {
            Some(len) => write!(f, "invalid utf-8 sequence of {len} bytes from index {at}"),
            None => write!(f, "incomplete utf-8 byte sequence from index {at}"),
        }
    }
}

impl core::error::Error for Utf8Error {}

impl From<Malformed> for Utf8Error {
    fn from(bad: Malformed) -> Self {
        let cut_by_end = bad.kind == MalformedKind::IncompleteAtEnd;
        Self { valid_up_to: bad.offset, error_len: (!cut_by_end).then_some(bad.len as u8) }
    }
}

/// As [`core::str::from_utf8`].
///
/// # Errors
/// Where the text stops being well-formed.
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    utf8::validate(bytes).map_err(Utf8Error::from)
}

/// As [`core::str::from_utf8_mut`].
///
/// # Errors
/// Where the text stops being well-formed.
#[inline]
pub fn from_utf8_mut(bytes: &mut [u8]) -> Result<&mut str, Utf8Error> {
    bytes::text_mut(bytes).map_err(Utf8Error::from)
}

/// What [`String::from_utf8`] says: the error, and the bytes, which are given back.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Utf8Error,
}

#[cfg(feature = "alloc")]
impl FromUtf8Error {
    /// The bytes that are not well-formed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, given back.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Where they stop being well-formed.
    #[must_use]
    pub const fn utf8_error(&self) -> Utf8Error {
        self.error
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for FromUtf8Error {}

/// As [`String::from_utf8`]: nothing is copied.
///
/// # Examples
/// ```
/// use placemat::compat::string_from_utf8;
///
/// assert_eq!(string_from_utf8(b"caf\xC3\xA9".to_vec()).as_deref(), Ok("café"));
/// let error = string_from_utf8(b"caf\xE9".to_vec()).unwrap_err();
/// assert_eq!((error.utf8_error().valid_up_to(), error.into_bytes()), (3, b"caf\xE9".to_vec()));
/// ```
///
/// # Errors
/// Where the text stops being well-formed, with the bytes.
///
/// # Complexity
/// Linear.
#[cfg(feature = "alloc")]
#[inline]
pub fn string_from_utf8(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    bytes::string(bytes).map_err(|(bytes, bad)| FromUtf8Error { bytes, error: bad.into() })
}

#[cfg(all(feature = "convert", feature = "alloc"))]
#[doc(no_inline)]
pub use crate::utf8::to_string_lossy as from_utf8_lossy;

/// The functions of `simdutf8::basic`: valid or not, and no more.
pub mod basic {
    use super::fmt;
    use crate::bytes;

    /// The text is not well-formed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Utf8Error;

    impl fmt::Display for Utf8Error {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("invalid utf-8 sequence")
        }
    }

    impl core::error::Error for Utf8Error {}

    /// As `simdutf8::basic::from_utf8`.
    ///
    /// # Errors
    /// When the text is not well-formed.
    #[inline]
    pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
        bytes::text(bytes).map_err(|_| Utf8Error)
    }

    /// As `simdutf8::basic::from_utf8_mut`.
    ///
    /// # Errors
    /// When the text is not well-formed.
    #[inline]
    pub fn from_utf8_mut(bytes: &mut [u8]) -> Result<&mut str, Utf8Error> {
        bytes::text_mut(bytes).map_err(|_| Utf8Error)
    }
}
