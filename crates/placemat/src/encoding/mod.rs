//! Encodings: types that name them, and [`Label`], which is one of them as a value.
//!
//! Historic ones are in [`historic`], the tables of code pages in [`single_byte`].

// The scalar truth: one codec per encoding, each the transcription of its
// specification. No SIMD, no `unsafe`, no policy.
//
// A codec decodes one value, or names one malformed sequence, or says that it
// needs more input. Everything else in this library is built on that answer,
// and every kernel is tested against it.

pub(crate) mod any;
mod bocu1;
mod charset;
pub(crate) mod form;
mod hangul;
mod hangul_table;
mod label;
mod label_table;
mod near;
mod scsu;
pub mod single_byte;
mod ucs;
mod utf1;
mod utf16;
mod utf32;
mod utf7;
pub(crate) mod utf8;
mod utf_ebcdic;

pub use label::Label;
pub use near::UnknownLabel;
pub use single_byte::{Latin1, UsAscii, Windows1252};
pub use utf8::{Cesu8, ModifiedUtf8, Utf8, Wtf8};
pub use utf16::{Utf16, Utf16Be, Utf16Bytes, Utf16Le, Utf16Swapped};
pub use utf32::{Utf32, Utf32Be, Utf32Bytes, Utf32Le, Utf32Swapped};

pub mod historic {
    //! Encodings of the past, for what was written in them: UTF-8 of 31 bits
    //! (1993 to 2003) and of Unicode 1.1, UTF-7, UTF-1, UCS-2 and UCS-4;
    //! the compressed forms SCSU and BOCU-1; and UTF-EBCDIC.

    pub use super::bocu1::Bocu1;
    pub use super::hangul::Unicode11Utf8;
    pub use super::scsu::Scsu;
    pub use super::ucs::{Ucs2, Ucs2Be, Ucs2Bytes, Ucs2Le, Ucs4, Ucs4Be, Ucs4Bytes, Ucs4Le};
    pub use super::utf_ebcdic::UtfEbcdic;
    pub use super::utf1::Utf1;
    pub use super::utf7::{Utf7, Utf7Imap};
    pub use super::utf8::Utf8Rfc2279;
}

use crate::error::MalformedKind;
use core::fmt::Debug;
use form::Form;

/// A code unit: `u8`, `u16` or `u32`. The trait is sealed: unsafe code relies on what a
/// unit is in memory.
///
/// ```compile_fail
/// impl placemat::encoding::Unit for u64 {}
/// ```
pub trait Unit: sealed::Sealed + Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// Bytes as units, if the unit is a byte.
    #[doc(hidden)]
    fn of_bytes(_bytes: &[u8]) -> Option<&[Self]> {
        None
    }
}

impl Unit for u8 {
    fn of_bytes(bytes: &[u8]) -> Option<&[Self]> {
        Some(bytes)
    }
}
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
    const FORM: Form = Form::OTHER;

    /// What a codec knows of the text before: nothing, in most encodings. It
    /// is at its default at the start of text, and where a kernel may go on.
    #[doc(hidden)]
    type State: Copy + Default + Eq + Debug + Send + Sync + 'static;

    /// What is at the start of `units`, which is not empty. `last` says that
    /// nothing follows them. After [`Step::NeedMore`] the state does not count.
    #[doc(hidden)]
    fn decode(state: &mut Self::State, units: &[Self::Unit], last: bool) -> Step;

    /// The units of `value`; `None` if the encoding cannot hold it, and then the
    /// state does not count.
    #[doc(hidden)]
    fn encode(state: &mut Self::State, value: u32) -> Option<Encoded<Self::Unit>>;

    /// The units that end text.
    #[doc(hidden)]
    #[inline(always)]
    fn finish(_state: &mut Self::State) -> Encoded<Self::Unit> {
        Encoded::default()
    }

    /// What stands for a lone surrogate, in the forms that have something; what
    /// follows from it is the caller's business (UTF-8B).
    #[doc(hidden)]
    fn encode_surrogate(_state: &Self::State, _value: u32) -> Option<Encoded<Self::Unit>> {
        None
    }

    /// Whether nothing is remembered: then no call changes the state.
    #[doc(hidden)]
    #[inline(always)]
    fn is_stateless(_state: &Self::State) -> bool {
        size_of::<Self::State>() == 0
    }

    /// Whether it stands as at the start of a text: there a kernel may go on.
    #[doc(hidden)]
    #[inline(always)]
    fn is_at_start(state: &Self::State) -> bool {
        *state == Self::State::default()
    }

    /// Another text follows.
    #[doc(hidden)]
    #[inline(always)]
    fn restart(state: &mut Self::State) {
        *state = Self::State::default();
    }

    /// What was chosen, if the encoding is one that its state tells.
    #[doc(hidden)]
    #[inline(always)]
    fn chosen(_state: &mut Self::State) -> Option<&mut any::Chosen> {
        None
    }
}

/// The units of one value: at most eight.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Encoded<U> {
    pub(crate) units: [U; 8],
    pub(crate) len: usize,
}

impl<U: Unit> Encoded<U> {
    /// The first `len` of `units`.
    #[inline(always)]
    pub(crate) fn new<const N: usize>(units: [U; N], len: usize) -> Self {
        let mut all = [U::default(); 8];
        all[..N].copy_from_slice(&units);
        Self { units: all, len }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[U] {
        &self.units[..self.len]
    }

    /// Adds `units`: at most eight in all.
    pub(crate) fn append(&mut self, units: &[U]) {
        self.units[self.len..][..units.len()].copy_from_slice(units);
        self.len += units.len();
    }

    /// Adds a unit: at most eight.
    pub(crate) fn push(&mut self, unit: U) {
        self.units[self.len] = unit;
        self.len += 1;
    }
}

/// Which of two byte orders. The trait is sealed.
///
/// ```compile_fail
/// #[derive(Clone, Copy, Debug, Default)]
/// struct MiddleEndian;
///
/// impl placemat::encoding::Order for MiddleEndian {
///     const SWAPPED: bool = false;
///     const UTF16_NAME: &'static str = "utf-16";
///     const UTF32_NAME: &'static str = "utf-32";
///     const UCS2_NAME: &'static str = "ucs-2";
///     const UCS4_NAME: &'static str = "ucs-4";
/// }
/// ```
pub trait Order: sealed::Sealed + Copy + Default + Debug + Send + Sync + 'static {
    /// Whether it is the other one than this processor's.
    const SWAPPED: bool;
    /// The name of UTF-16 in this order.
    const UTF16_NAME: &'static str;
    /// The name of UTF-32 in this order.
    const UTF32_NAME: &'static str;
    /// The name of UCS-2 in this order.
    const UCS2_NAME: &'static str;
    /// The name of UCS-4 in this order.
    const UCS4_NAME: &'static str;
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
    const UCS2_NAME: &'static str = "ucs-2le";
    const UCS4_NAME: &'static str = "ucs-4le";
}
impl Order for BigEndian {
    const SWAPPED: bool = cfg!(target_endian = "little");
    const UTF16_NAME: &'static str = "utf-16be";
    const UTF32_NAME: &'static str = "utf-32be";
    const UCS2_NAME: &'static str = "ucs-2be";
    const UCS4_NAME: &'static str = "ucs-4be";
}

/// The order of this processor.
#[cfg(target_endian = "little")]
pub type Native = LittleEndian;
/// The order of this processor.
#[cfg(target_endian = "big")]
pub type Native = BigEndian;
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
    /// `len` units that stand for nothing and change the state.
    Shift {
        /// How many units it has.
        len: usize,
    },
    /// Well-formed so far, and more is needed to tell. Never at the end of the
    /// input.
    NeedMore,
}

impl Step {
    /// How many units to advance by; 0 when more are needed.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Value { len, .. } | Self::Malformed { len, .. } | Self::Shift { len } => len,
            Self::NeedMore => 0,
        }
    }
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
