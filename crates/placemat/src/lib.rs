//! UTF-8, whole and done right: text is checked, and every error in it is
//! found, named and located, at the speed of memory.
//!
//! ```
//! use placemat::{MalformedKind, utf8};
//!
//! assert_eq!(utf8::validate(b"caf\xC3\xA9"), Ok("café"));
//!
//! let bad = utf8::validate(b"caf\xE9 x").unwrap_err();
//! assert_eq!((bad.offset, bad.len, bad.kind), (3, 1, MalformedKind::Incomplete));
//!
//! // Every error, not only the first; between errors at the speed of validation.
//! let offsets: Vec<usize> = utf8::errors(b"a\xFFb\xC0\xAFc").map(|bad| bad.offset).collect();
//! assert_eq!(offsets, [1, 3, 4]);
//! ```
//!
//! # Where to look
//!
//! - [`utf8`]: validation, errors, iteration, boundaries, counts;
//! - [`utf16`]: the same for UTF-16, repair in place, and the way to UTF-8;
//! - [`utf32`]: validation and lengths, and the way to UTF-8 and UTF-16;
//! - [`latin1`] and [`ascii`]: their conversions, and whether text can be either;
//! - [`utf8::repair`] and [`utf16::repair`]: text made well-formed, with an
//!   [`Account`] of what was changed;
//! - [`Malformed`] and [`MalformedKind`]: what is wrong with text, and where;
//! - [`Converter`]: from any encoding to any, whole or as a [`Stream`], under a
//!   [`Policy`]; [`Label`]: encodings by the names that people use, and
//!   [`Transcoder`]: the same for encodings that are chosen at run time;
//! - [`Decoder`]: bytes that come in pieces, as strings; [`Validator`]: the errors
//!   of such text, by line and column; [`io`]: conversion while reading and
//!   while writing;
//! - [`escape`]: any bytes as well-formed UTF-8, and back without loss;
//! - [`framed`]: the records of Java's `DataOutputStream`;
//! - [`order`]: comparison in the order of code points;
//! - [`single_byte`]: ISO-8859-1 and Windows-1252;
//! - [`detect`]: what bytes say of their encoding;
//! - [`anatomy`]: what the bytes of UTF-8 are made of, for showing them;
//! - [`compat`]: the shapes of `core::str` and of simdutf8, for trying placemat
//!   by changing one `use`;
//! - [`level`]: which instructions are used. Results never depend on it.
//!
//! # Features
//!
//! `std` (by default) includes `alloc`. Without both, the library needs `core`
//! only and is as fast: it asks the processor itself what it can do.

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The tests of the library itself share these with the ones beside it.
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
#[cfg(test)]
extern crate self as placemat;

pub mod anatomy;
pub mod ascii;
mod boundary;
#[cfg(feature = "alloc")]
mod caller;
mod change;
pub mod compat;
mod converter;
mod count;
#[cfg(feature = "alloc")]
mod decoder;
pub mod detect;
mod encoding;
mod error;
pub mod escape;
mod fragment;
pub mod framed;
#[cfg(feature = "std")]
pub mod io;
pub mod latin1;
pub mod level;
pub mod order;
mod policy;
#[cfg(feature = "alloc")]
mod repair;
mod simd;
mod stream;
mod transcode;
mod transcoder;
#[cfg(feature = "alloc")]
mod trusted;
pub mod utf16;
pub mod utf32;
pub mod utf8;
mod validate;
mod validator;

#[cfg(feature = "alloc")]
pub use caller::{Item, Values};
pub use change::{Account, Cause, Change};
pub use converter::Converter;
#[cfg(feature = "alloc")]
pub use decoder::Decoder;
pub use encoding::{
    BigEndian, Cesu8, Encoding, Label, Latin1, LittleEndian, ModifiedUtf8, Native, Order, Ucs2,
    Ucs2Be, Ucs2Bytes, Ucs2Le, Ucs4, Ucs4Be, Ucs4Bytes, Ucs4Le, Unicode11Utf8, Unit, UnknownLabel,
    UsAscii, Utf1, Utf7, Utf7Imap, Utf8, Utf8Rfc2279, Utf16, Utf16Be, Utf16Bytes, Utf16Le,
    Utf16Swapped, Utf32, Utf32Be, Utf32Bytes, Utf32Le, Utf32Swapped, Windows1252, Wtf8,
    single_byte,
};
pub use error::{Done, Malformed, MalformedKind, Reason, Stopped, Unmappable};
pub use fragment::Fragment;
pub use level::Level;
pub use policy::{Policy, PolicyError, Substitute};
#[cfg(feature = "alloc")]
pub use repair::Repaired;
pub use stream::{Progress, Status, Stream};
pub use transcoder::Transcoder;
pub use validator::{Located, Validator};
