//! placemat as a program of WebAssembly: what the npm package and the page call.
//!
//! There is no generated code between the two languages. JavaScript writes bytes into memory that it
//! asks for ([`border::allocate`]), calls functions with numbers, and reads what they leave behind: an
//! *answer* of bytes ([`border::answer`]), or a *report* of numbers ([`border::report`]). What is done
//! with text is in the library `placemat`.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "the border: what JavaScript hands over")]
pub mod border;
#[cfg(feature = "npm")]
pub mod convert;
#[cfg(feature = "detect")]
pub mod detect;
#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "npm")]
mod handles;
#[cfg(feature = "npm")]
pub mod names;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "npm")]
pub mod text;
