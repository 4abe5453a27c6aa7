//! The scalar truth: one codec per encoding, each the transcription of its
//! specification. No SIMD, no `unsafe`, no policy.
//!
//! A codec decodes one value, or names one malformed sequence, or says that it
//! needs more input. Everything else in this library is built on that answer,
//! and every kernel is tested against it.

mod label;
pub mod single_byte;
mod utf16;
mod utf32;
pub(crate) mod utf8;

pub use label::{Label, UnknownLabel};
pub use single_byte::Latin1;
pub use utf8::Utf8;
pub use utf16::{Utf16, Utf16Be, Utf16Bytes, Utf16Le, Utf16Swapped};
pub use utf32::{Utf32, Utf32Be, Utf32Bytes, Utf32Le, Utf32Swapped};

use crate::error::MalformedKind;
use core::fmt::Debug;

/// A code unit: `u8`, `u16` or `u32`.
pub trait Unit: sealed::Sealed + Copy + Default + Eq + Debug + Send + Sync + 'static {}

impl Unit for u8 {}
impl Unit for u16 {}
impl Unit for u32 {}

/// An encoding: how values are written in code units.
///
/// The implementors are types without values, to be named and not made:
/// [`Utf8`], [`Utf16`], [`Utf32`], [`Latin1`], and UTF-16 and UTF-32 in other
/// byte orders or as bytes. The trait is sealed.
pub trait Encoding: sealed::Sealed + Copy + Default + Debug + Send + Sync + 'static {
    /// The code unit.
    type Unit: Unit;

    /// The canonical name, as placemat spells it everywhere.
    const NAME: &'static str;

    /// Which kernels know the encoding.
    #[doc(hidden)]
    const FORM: Form;

    /// What is at the start of `units`, which is not empty. `last` says that
    /// nothing follows them.
    #[doc(hidden)]
    fn decode(units: &[Self::Unit], last: bool) -> Step;

    /// The units of `value`; `None` if the encoding cannot hold it.
    #[doc(hidden)]
    fn encode(value: u32) -> Option<Encoded<Self::Unit>>;

    /// The unit of a lone surrogate, in the forms that can carry one; what
    /// follows from it is the caller's business (UTF-8B).
    #[doc(hidden)]
    fn encode_surrogate(_value: u32) -> Option<Encoded<Self::Unit>> {
        None
    }
}

/// The units of one value: at most four.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Encoded<U> {
    pub(crate) units: [U; 4],
    pub(crate) len: usize,
}

impl<U> Encoded<U> {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[U] {
        &self.units[..self.len]
    }
}

/// Which of two byte orders.
pub trait Order: sealed::Sealed + Copy + Default + Debug + Send + Sync + 'static {
    /// Whether it is the other one than this processor's.
    const SWAPPED: bool;
    /// The name of UTF-16 in this order.
    const UTF16_NAME: &'static str;
    /// The name of UTF-32 in this order.
    const UTF32_NAME: &'static str;
}

/// Least significant byte first.
#[derive(Clone, Copy, Debug, Default)]
pub struct LittleEndian;
/// Most significant byte first.
#[derive(Clone, Copy, Debug, Default)]
pub struct BigEndian;

impl Order for LittleEndian {
    const SWAPPED: bool = cfg!(target_endian = "big");
    const UTF16_NAME: &'static str = "utf-16le";
    const UTF32_NAME: &'static str = "utf-32le";
}
impl Order for BigEndian {
    const SWAPPED: bool = cfg!(target_endian = "little");
    const UTF16_NAME: &'static str = "utf-16be";
    const UTF32_NAME: &'static str = "utf-32be";
}

/// The order of this processor.
#[cfg(target_endian = "little")]
pub(crate) type Native = LittleEndian;
#[cfg(target_endian = "big")]
pub(crate) type Native = BigEndian;
/// The other order.
#[cfg(target_endian = "little")]
pub(crate) type Swapped = BigEndian;
#[cfg(target_endian = "big")]
pub(crate) type Swapped = LittleEndian;

/// What a codec finds at the start of its input.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A well-formed sequence of `len` units that stands for `value`. The
    /// pivot is a `u32`, because it must also carry surrogates and the 31-bit
    /// values of RFC 2279.
    Value {
        /// What it stands for.
        value: u32,
        /// How many units it has.
        len: usize,
    },
    /// A maximal subpart of `len` units that is ill-formed.
    Malformed {
        /// How many units it has.
        len: usize,
        /// What is wrong with it.
        kind: MalformedKind,
    },
    /// Well-formed so far, and more is needed to tell. Never at the end of the
    /// input.
    NeedMore,
}

impl Step {
    /// How many units to advance by; 0 when more are needed.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Value { len, .. } | Self::Malformed { len, .. } => len,
            Self::NeedMore => 0,
        }
    }
}

/// The kernels that an encoding can be given to, by what they need to know.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// UTF-8.
    Utf8,
    /// ISO-8859-1.
    Latin1,
    /// UTF-16 in memory, aligned or not.
    Utf16 {
        /// Not in the byte order of this processor.
        swapped: bool,
    },
    /// UTF-32 in memory, aligned or not.
    Utf32 {
        /// Not in the byte order of this processor.
        swapped: bool,
    },
}

mod sealed {
    /// No types but those of this crate.
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for super::LittleEndian {}
    impl Sealed for super::BigEndian {}
}
