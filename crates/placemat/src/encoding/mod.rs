//! The scalar truth: one codec per encoding, each the transcription of its
//! specification. No SIMD, no `unsafe`, no policy.
//!
//! A codec decodes one value, or names one malformed sequence, or says that it
//! needs more input. Everything else in this library is built on that answer,
//! and every kernel is tested against it.

pub mod single_byte;
pub(crate) mod utf8;

use crate::error::MalformedKind;

/// What a codec finds at the start of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A well-formed sequence of `len` units that stands for `value`. The
    /// pivot is a `u32`, because it must also carry surrogates and the 31-bit
    /// values of RFC 2279.
    Value { value: u32, len: usize },
    /// A maximal subpart of `len` units that is ill-formed.
    Malformed { len: usize, kind: MalformedKind },
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
