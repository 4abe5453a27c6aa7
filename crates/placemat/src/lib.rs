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
//! | for | take |
//! |---|---|
//! | text that is in one piece, from or to UTF-8, UTF-16, UTF-32, Latin-1 | the functions of [`utf8`], [`utf16`], [`utf32`], [`latin1`], [`ascii`] |
//! | any two encodings that the program knows, and a [`Policy`] for errors | [`Converter`] |
//! | encodings whose names are known when it runs ([`encoding::Label`]) | [`Transcoder`] |
//! | text that comes in pieces | [`Stream`], which both are made of; [`Decoder`] for strings, [`Validator`] for errors, [`io`] for files |
//! | text made well-formed, and an account of what was changed | [`utf8::repair`], [`utf16::repair`] |
//! | any bytes as well-formed UTF-8, and back without loss | [`escape`] |
//! | what is wrong with text, and where | [`Malformed`], [`MalformedKind`], [`error`] |
//! | the encodings | [`encoding`], and those of the past in [`encoding::historic`] |
//! | what bytes say of their encoding | [`detect`] |
//! | comparison in the order of code points | [`order`] |
//! | the shapes of `core::str` and of simdutf8 | [`compat`] |
//! | which instructions are used; results never depend on it | [`level`] |
//! | what the command-line tool is made of | [`tool`] |
//!
//! # Features
//!
//! `std` (by default) includes `alloc`. Without both, the library needs `core`
//! only, and with `avx512` it is as fast: it asks the processor itself what it can do.
//!
//! `convert` (by default) is what writes text: conversions, policies that repair it, escapes, readers and writers. Without it
//! the library checks, counts, compares and detects, and compiles in an eighth of the time.
//!
//! `avx512` (by default) has kernels for AVX-512. Processors that have it are faster by them, most of all
//! at short texts. Without it the library compiles in less time, and programs are smaller.

#![no_std]
// Where it is allowed: SAFETY.md. Tests look behind guard pages.
#![cfg_attr(not(test), deny(unsafe_code))]
// Vectors that are written, values that are encoded, ..: it would be named at each of them.
#![cfg_attr(
    not(feature = "convert"),
    allow(dead_code, unused_imports, unused_macros, reason = "what only conversions use")
)]

#[cfg(all(test, not(feature = "convert")))]
compile_error!("unit tests compare checks with conversions: they need the feature `convert`");

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

pub mod ascii;
mod boundary;
#[allow(unsafe_code, reason = "views of memory, and of text that has been validated")]
mod bytes;
mod change;
pub mod compat;
#[cfg(feature = "convert")]
mod converter;
mod count;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod decoder;
pub mod detect;
pub mod encoding;
#[cfg(feature = "convert")]
mod engine;
pub mod error;
#[cfg(feature = "convert")]
pub mod escape;
#[cfg(feature = "convert")]
mod everyday;
mod fragment;
#[cfg(all(feature = "convert", feature = "std"))]
pub mod io;
pub mod latin1;
pub mod level;
#[cfg(feature = "convert")]
mod observer;
pub mod order;
#[allow(unsafe_code, reason = "slots: where vectors are stored")]
mod output;
mod plain;
pub mod policy;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod repair;
#[allow(unsafe_code, reason = "intrinsics")]
mod simd;
mod split;
#[cfg(feature = "convert")]
#[allow(unsafe_code, reason = "strings out of what conversions write")]
mod strings;
pub mod tool;
#[cfg(feature = "convert")]
mod transcode;
#[cfg(feature = "convert")]
mod transcoder;
pub mod utf16;
pub mod utf32;
pub mod utf8;
mod validate;
mod validator;
#[cfg(all(feature = "convert", feature = "alloc"))]
#[allow(unsafe_code, reason = "vectors out of what conversions write")]
mod vectors;

#[cfg(feature = "convert")]
pub use converter::Converter;
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use decoder::Decoder;
#[cfg(feature = "convert")]
pub use engine::stream::{Progress, Status, Stream};
pub use error::{Error, Malformed, MalformedKind, Unmappable};
pub use policy::Policy;
#[cfg(feature = "convert")]
pub use transcoder::Transcoder;
pub use validator::Validator;

/// The examples of docs/porting.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/porting.md")]
mod porting {}

/// And those of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
