//! What people ask about text: what a code point is, what is wrong with malformed bytes, and which
//! bytes are meant by what somebody has pasted.
//!
//! The library `placemat` knows encodings, and no names. This crate knows names, categories, scripts
//! and blocks ([`code_point`]), how a code point is written elsewhere ([`notation`]), what to say of
//! malformed bytes ([`malformed`]), how to read what was pasted ([`paste`]), and finds code points by
//! their names ([`search()`]). A [`Survey`] counts what text is made of. The command-line tool, the web page and bindings say it in
//! their ways: here is no I/O, no thread and no layout.
//!
//! # Examples
//! ```
//! use placemat_inspect::{code_point, malformed, notation};
//!
//! assert_eq!(code_point::name('€'), "EURO SIGN");
//! assert_eq!(code_point::block('€'), "Currency Symbols");
//! assert_eq!(notation::html('€').unwrap(), "&#x20AC;");
//!
//! let bytes = b"caf\xE9 x";
//! let group = placemat::utf8::groups(bytes).next().unwrap();
//! assert_eq!(
//!     malformed::sentence(&group, &bytes[group.offset..]),
//!     "E9 begins a 3-byte sequence, but 20 (space) is not a continuation byte"
//! );
//! ```

#![forbid(unsafe_code)]

pub mod code_point;
mod controls;
pub mod malformed;
mod names;
pub mod notation;
pub mod paste;
mod search;
mod survey;

pub use search::{Found, search};
pub use survey::{Summary, Survey};

/// The examples of README.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
