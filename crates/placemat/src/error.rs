//! What can be wrong with text: errors of data, each with a place and a name.
//!
//! [`Malformed`] says that the *source* is ill-formed. It is counted in
//! **maximal subparts** (The Unicode Standard, D93b): the longest prefix of a
//! well-formed sequence, else one unit. That is the unit in which a conforming
//! decoder writes U+FFFD, so the number of errors equals the number of
//! replacement characters.

use crate::encoding::UnknownLabel;
use crate::policy::{PolicyError, UnknownPolicy};
use core::fmt;

/// Whatever the conversion of text can fail with.
///
/// Each part turns into it, so that one `?` takes them all. Offsets are a `usize` in
/// a slice and a `u64` in a stream.
///
/// # Examples
/// ```
/// use placemat::{Error, Transcoder};
///
/// fn convert(from: &str, to: &str, policy: &str, text: &[u8]) -> Result<Vec<u8>, Error> {
///     Transcoder::new(from.parse()?, to.parse()?, policy.parse()?)?.convert(text)
/// }
/// assert_eq!(convert("utf-8", "latin1", "replace", b"a\xFF")?, b"a?");
/// assert_eq!(convert("utf-8", "latin1", "strict", b"a\xFF").unwrap_err().offset(), Some(1));
/// assert!(matches!(convert("utf-9", "latin1", "strict", b"a"), Err(Error::UnknownLabel(_))));
/// assert!(matches!(convert("utf-8", "latin1", "ignore", b"a"), Err(Error::UnknownPolicy(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error<Offset = usize> {
    /// The source is ill-formed there.
    Malformed(Malformed<Offset>),
    /// The target cannot hold a value.
    Unmappable(Unmappable<Offset>),
    /// The buffer has no room for the item at that offset.
    OutputFull(Offset),
    /// The policy makes no sense for the pair of encodings.
    Policy(PolicyError),
    /// No policy has such a name.
    UnknownPolicy(UnknownPolicy),
    /// No encoding has such a label.
    UnknownLabel(UnknownLabel),
}

impl<Offset: Copy> Error<Offset> {
    /// Where in the source, in code units from 0; `None` if it is not about text.
    #[must_use]
    pub const fn offset(&self) -> Option<Offset> {
        match self {
            Self::Malformed(bad) => Some(bad.offset),
            Self::Unmappable(item) => Some(item.offset),
            Self::OutputFull(offset) => Some(*offset),
            Self::Policy(_) | Self::UnknownPolicy(_) | Self::UnknownLabel(_) => None,
        }
    }
}

impl Error {
    /// The same error seen from the start of a stream in which the slice begins at
    /// `base`; no offset is larger than `u64::MAX`.
    #[must_use]
    pub const fn in_stream(self, base: u64) -> Error<u64> {
        match self {
            Self::Malformed(bad) => Error::Malformed(bad.in_stream(base)),
            Self::Unmappable(item) => Error::Unmappable(item.in_stream(base)),
            Self::OutputFull(offset) => Error::OutputFull(base.saturating_add(offset as u64)),
            Self::Policy(refused) => Error::Policy(refused),
            Self::UnknownPolicy(unknown) => Error::UnknownPolicy(unknown),
            Self::UnknownLabel(unknown) => Error::UnknownLabel(unknown),
        }
    }
}

impl Error<u64> {
    /// The same error of a stream that was all in one slice.
    #[cfg(feature = "alloc")]
    pub(crate) fn in_slice(self) -> Error {
        match self {
            Self::Malformed(Malformed { offset, len, kind }) => {
                Error::Malformed(Malformed { offset: offset as usize, len, kind })
            }
            Self::Unmappable(Unmappable { offset, len, code_point }) => {
                Error::Unmappable(Unmappable { offset: offset as usize, len, code_point })
            }
            Self::OutputFull(offset) => Error::OutputFull(offset as usize),
            Self::Policy(refused) => Error::Policy(refused),
            Self::UnknownPolicy(unknown) => Error::UnknownPolicy(unknown),
            Self::UnknownLabel(unknown) => Error::UnknownLabel(unknown),
        }
    }
}

impl<Offset: fmt::Display> fmt::Display for Error<Offset> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(bad) => bad.fmt(f),
            Self::Unmappable(item) => item.fmt(f),
            Self::OutputFull(offset) => {
                write!(f, "the buffer has no room for what is at offset {offset}")
            }
            Self::Policy(refused) => refused.fmt(f),
            Self::UnknownPolicy(unknown) => unknown.fmt(f),
            Self::UnknownLabel(unknown) => unknown.fmt(f),
        }
    }
}

impl<Offset: fmt::Display + fmt::Debug> core::error::Error for Error<Offset> {}

impl<Offset> From<Malformed<Offset>> for Error<Offset> {
    fn from(bad: Malformed<Offset>) -> Self {
        Self::Malformed(bad)
    }
}

impl<Offset> From<Unmappable<Offset>> for Error<Offset> {
    fn from(item: Unmappable<Offset>) -> Self {
        Self::Unmappable(item)
    }
}

impl<Offset> From<PolicyError> for Error<Offset> {
    fn from(refused: PolicyError) -> Self {
        Self::Policy(refused)
    }
}

impl<Offset> From<UnknownPolicy> for Error<Offset> {
    fn from(unknown: UnknownPolicy) -> Self {
        Self::UnknownPolicy(unknown)
    }
}

impl<Offset> From<UnknownLabel> for Error<Offset> {
    fn from(unknown: UnknownLabel) -> Self {
        Self::UnknownLabel(unknown)
    }
}

/// What was done before is left out.
impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        stopped.error
    }
}

/// One ill-formed stretch of the source: a maximal subpart.
///
/// `offset` and `len` count code units of the source (bytes, for UTF-8), from 0.
/// The offset is a `usize` in a slice and a `u64` in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Malformed<Offset = usize> {
    /// Where the maximal subpart begins, in code units of the source.
    pub offset: Offset,
    /// How many code units it has: 1 to 3 in UTF-8.
    pub len: usize,
    /// What is wrong with it.
    pub kind: MalformedKind,
}

impl Malformed {
    /// The same error seen from the start of a stream in which the slice
    /// begins at `base`; no offset is larger than `u64::MAX`.
    #[must_use]
    pub const fn in_stream(self, base: u64) -> Malformed<u64> {
        let Self { offset, len, kind } = self;
        Malformed { offset: base.saturating_add(offset as u64), len, kind }
    }

    /// The first unit behind the maximal subpart, where decoding goes on.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.offset + self.len
    }
}

impl<Offset: fmt::Display> fmt::Display for Malformed<Offset> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at offset {}", self.kind, self.offset)
    }
}

impl<Offset: fmt::Display + fmt::Debug> core::error::Error for Malformed<Offset> {}

/// An error, and the line it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located {
    /// The error; its offset counts from the start of the text.
    pub malformed: Malformed<u64>,
    /// The number of its line, from 1. A line ends with a line feed.
    pub line: u64,
    /// In bytes, from 1.
    pub column: u64,
}

/// What is wrong with a maximal subpart.
///
/// It depends on the first two units at most. What was probably *meant* needs
/// more of them: see [`utf8::Group`](crate::utf8::Group).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MalformedKind {
    /// `C0`, `C1`, `E0 80..9F`, `F0 80..8F`: more bytes than the code point
    /// needs (RFC 3629, section 3).
    Overlong,
    /// `ED A0..BF`: the UTF-8 form of a surrogate, U+D800 to U+DFFF.
    Surrogate,
    /// `F4 90..BF`, `F5..F7`: a value above U+10FFFF.
    TooLarge,
    /// `F8..FD`: begins a 5- or 6-byte sequence of RFC 2279, obsolete since 2003.
    ObsoleteForm,
    /// `FE`, `FF`: never defined in any UTF-8.
    NeverValid,
    /// `80..BF` where a sequence should begin.
    UnexpectedContinuation,
    /// A sequence that the next unit cuts short.
    Incomplete,
    /// A sequence that the end of the input cuts short.
    IncompleteAtEnd,
    /// UTF-16: a high surrogate that no low surrogate follows.
    LoneHighSurrogate,
    /// UTF-16: a low surrogate that no high surrogate precedes.
    LoneLowSurrogate,
    /// WTF-8: a surrogate pair as two times three bytes, where four are due.
    SurrogatePair,
    /// CESU-8, Modified UTF-8: `F0..F4`, where a surrogate pair is due.
    FourByteForm,
    /// Modified UTF-8: `00`, where `C0 80` is due.
    Nul,
    /// A byte, or a code point, that the encoding leaves undefined.
    Undefined,
    /// UNICODE-1-1-UTF-8: U+44B8 to U+44BD, six syllables of GB 12052-89 in an
    /// order that is not known.
    UnknownHangul,
    /// UTF-7: a byte that may not be written as it is.
    NotDirect,
    /// UTF-7: bits that are not zero behind the last unit of Base64.
    StrayBits,
    /// UTF-7 of IMAP: a shift, or Base64, that is not needed.
    NeedlessShift,
}

impl MalformedKind {
    /// Every kind, in the order of declaration.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[
            Self::Overlong,
            Self::Surrogate,
            Self::TooLarge,
            Self::ObsoleteForm,
            Self::NeverValid,
            Self::UnexpectedContinuation,
            Self::Incomplete,
            Self::IncompleteAtEnd,
            Self::LoneHighSurrogate,
            Self::LoneLowSurrogate,
            Self::SurrogatePair,
            Self::FourByteForm,
            Self::Nul,
            Self::Undefined,
            Self::UnknownHangul,
            Self::NotDirect,
            Self::StrayBits,
            Self::NeedlessShift,
        ]
    }

    /// The name for machines, in lower case with hyphens: `unexpected-continuation`.
    /// Stable: it is what JSON output holds.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overlong => "overlong",
            Self::Surrogate => "surrogate",
            Self::TooLarge => "too-large",
            Self::ObsoleteForm => "obsolete-form",
            Self::NeverValid => "never-valid",
            Self::UnexpectedContinuation => "unexpected-continuation",
            Self::Incomplete => "incomplete",
            Self::IncompleteAtEnd => "incomplete-at-end",
            Self::LoneHighSurrogate => "lone-high-surrogate",
            Self::LoneLowSurrogate => "lone-low-surrogate",
            Self::SurrogatePair => "surrogate-pair",
            Self::FourByteForm => "four-byte-form",
            Self::Nul => "nul",
            Self::Undefined => "undefined",
            Self::UnknownHangul => "unknown-hangul",
            Self::NotDirect => "not-direct",
            Self::StrayBits => "stray-bits",
            Self::NeedlessShift => "needless-shift",
        }
    }
}

impl fmt::Display for MalformedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overlong => "overlong encoding",
            Self::Surrogate => "encoded surrogate",
            Self::TooLarge => "value above U+10FFFF",
            Self::ObsoleteForm => "lead byte of an obsolete 5- or 6-byte form",
            Self::NeverValid => "byte that is never valid",
            Self::UnexpectedContinuation => "unexpected continuation byte",
            Self::Incomplete => "incomplete sequence",
            Self::IncompleteAtEnd => "incomplete sequence at the end of the input",
            Self::LoneHighSurrogate => "lone high surrogate",
            Self::LoneLowSurrogate => "lone low surrogate",
            Self::SurrogatePair => "encoded surrogate pair",
            Self::FourByteForm => "four-byte form, where a surrogate pair is due",
            Self::Nul => "zero byte, where C0 80 is due",
            Self::Undefined => "not defined in this encoding",
            Self::UnknownHangul => "one of six syllables whose order in Unicode 1.1 is not known",
            Self::NotDirect => "byte that may not stand for itself",
            Self::StrayBits => "bits left over that are not zero",
            Self::NeedlessShift => "shift that is not needed",
        })
    }
}

/// Something well-formed that the target encoding cannot hold: the euro sign in
/// ISO-8859-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmappable<Offset = usize> {
    /// Where its sequence begins, in code units of the source.
    pub offset: Offset,
    /// How many code units of the source it has.
    pub len: usize,
    /// The value.
    pub code_point: u32,
}

impl Unmappable {
    /// The same item seen from the start of a stream in which the slice begins
    /// at `base`; no offset is larger than `u64::MAX`.
    #[must_use]
    pub const fn in_stream(self, base: u64) -> Unmappable<u64> {
        let Self { offset, len, code_point } = self;
        Unmappable { offset: base.saturating_add(offset as u64), len, code_point }
    }
}

impl<Offset: fmt::Display> fmt::Display for Unmappable<Offset> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, code_point, .. } = self;
        write!(f, "the target encoding has no U+{code_point:04X}, which is at offset {offset}")
    }
}

impl<Offset: fmt::Display + fmt::Debug> core::error::Error for Unmappable<Offset> {}

/// What a conversion has done: units of the source read, units of the target
/// written, and how many items a policy has dealt with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Done {
    /// Code units of the source.
    pub read: usize,
    /// Code units of the target.
    pub written: usize,
    /// Malformed maximal subparts.
    pub malformed: usize,
    /// Values that the target cannot hold.
    pub unmappable: usize,
}

/// A conversion into a buffer that stopped before the end of its source. What lies
/// before is converted: `done.read` units have become `done.written`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stopped {
    /// What was done before.
    pub done: Done,
    /// Why it stopped: malformed or unmappable text, or no room.
    pub error: Error,
}

impl Stopped {
    pub(crate) fn new(done: Done, reason: Reason) -> Self {
        let error = match reason {
            Reason::Malformed(bad) => Error::Malformed(bad),
            Reason::Unmappable(item) => Error::Unmappable(item),
            Reason::OutputFull => Error::OutputFull(done.read),
        };
        Self { done, error }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for Stopped {}

/// Why the loop stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The source is ill-formed there, and the policy makes that an error.
    Malformed(Malformed),
    /// The target cannot hold a value, and the policy makes that an error.
    Unmappable(Unmappable),
    /// The buffer has no room for the next item.
    OutputFull,
}

#[cfg(feature = "alloc")]
impl Reason {
    /// The same of what begins at `offset`.
    pub(crate) const fn at(self, offset: usize) -> Self {
        match self {
            Self::Malformed(bad) => Self::Malformed(Malformed { offset, ..bad }),
            Self::Unmappable(item) => Self::Unmappable(Unmappable { offset, ..item }),
            Self::OutputFull => Self::OutputFull,
        }
    }
}
