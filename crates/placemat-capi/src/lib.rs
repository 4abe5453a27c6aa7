//! The C library: what `placemat.h` declares, and nothing else.
//!
//! Here are pointers, lengths and numbers; what is done with text is in the library `placemat`.
//! `cargo xtask install-c --prefix DIR` makes the header, `libplacemat.a` and `libplacemat.so` ready to
//! be used; `cargo xtask test-c` tests them as C and C++ see them.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "the border: what C hands over")]
mod border;
mod convert;
mod detect;
mod errors;
mod escape;
mod explain;
pub mod iconv;
mod label;
mod names;
mod result;
mod simdutf;
mod stream;
mod text;
mod validator;

pub use convert::*;
pub use detect::*;
pub use errors::*;
pub use escape::*;
pub use explain::*;
pub use label::*;
pub use names::*;
pub use result::*;
pub use simdutf::*;
pub use stream::*;
pub use text::*;
pub use validator::*;

/// Units of UTF-16 in an order that C names.
#[cfg(target_endian = "little")]
mod order {
    pub(crate) type Utf16Le = placemat::encoding::Utf16;
    pub(crate) type Utf16Be = placemat::encoding::Utf16Swapped;
}
#[cfg(target_endian = "big")]
mod order {
    pub(crate) type Utf16Le = placemat::encoding::Utf16Swapped;
    pub(crate) type Utf16Be = placemat::encoding::Utf16;
}
