//! The pairs that have code of their own, chosen at run time: all of the encodings
//! that kernels know best.

use crate::encoding::{Encoding, Label, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::policy::{Policy, PolicyError};
use crate::stream::{Progress, Stream};

/// An enumeration of the encodings, each with what `$holds` makes of its type.
macro_rules! with_each {
    ($(#[$doc:meta])* $name:ident $(<$from:ident>)?, $holds:ident $(<$arg:ident>)?) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(super) enum $name $(<$from: Encoding<Unit = u8>>)? {
            Utf8($holds<$($arg,)? Utf8>),
            Utf16Le($holds<$($arg,)? Utf16Le>),
            Utf16Be($holds<$($arg,)? Utf16Be>),
            Utf32Le($holds<$($arg,)? Utf32Le>),
            Utf32Be($holds<$($arg,)? Utf32Be>),
            Latin1($holds<$($arg,)? Latin1>),
        }

        impl $(<$from: Encoding<Unit = u8>>)? $name $(<$from>)? {
            pub(super) fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
                match self {
                    Self::Utf8(half) => half.push(chunk, out, last),
                    Self::Utf16Le(half) => half.push(chunk, out, last),
                    Self::Utf16Be(half) => half.push(chunk, out, last),
                    Self::Utf32Le(half) => half.push(chunk, out, last),
                    Self::Utf32Be(half) => half.push(chunk, out, last),
                    Self::Latin1(half) => half.push(chunk, out, last),
                }
            }

            /// How much of the source is converted.
            pub(super) fn offset(&self) -> u64 {
                match self {
                    Self::Utf8(half) => half.offset(),
                    Self::Utf16Le(half) => half.offset(),
                    Self::Utf16Be(half) => half.offset(),
                    Self::Utf32Le(half) => half.offset(),
                    Self::Utf32Be(half) => half.offset(),
                    Self::Latin1(half) => half.offset(),
                }
            }

            /// Malformed and unmappable items.
            pub(super) fn counts(&self) -> (u64, u64) {
                match self {
                    Self::Utf8(half) => half.counts(),
                    Self::Utf16Le(half) => half.counts(),
                    Self::Utf16Be(half) => half.counts(),
                    Self::Utf32Le(half) => half.counts(),
                    Self::Utf32Be(half) => half.counts(),
                    Self::Latin1(half) => half.counts(),
                }
            }
        }
    };
}
with_each!(
    /// A source, and its target.
    Direct, To
);
with_each!(
    /// A target, and the stream to it.
    To<F>, Stream<F>
);

impl Direct {
    /// The pair, if it is one of these.
    pub(super) fn new(from: Label, to: Label, policy: Policy) -> Result<Option<Self>, PolicyError> {
        Ok(match from {
            Label::Utf8 => To::new(to, policy)?.map(Self::Utf8),
            Label::Utf16Le => To::new(to, policy)?.map(Self::Utf16Le),
            Label::Utf16 | Label::Utf16Be => To::new(to, policy)?.map(Self::Utf16Be),
            Label::Utf32Le => To::new(to, policy)?.map(Self::Utf32Le),
            Label::Utf32 | Label::Utf32Be => To::new(to, policy)?.map(Self::Utf32Be),
            Label::Latin1 => To::new(to, policy)?.map(Self::Latin1),
            _ => None,
        })
    }
}

impl<F: Encoding<Unit = u8>> To<F> {
    fn new(to: Label, policy: Policy) -> Result<Option<Self>, PolicyError> {
        let target = match to {
            Label::Utf8 => Self::Utf8(stream(policy)?),
            Label::Utf16Le => Self::Utf16Le(stream(policy)?),
            Label::Utf16Be => Self::Utf16Be(stream(policy)?),
            Label::Utf32Le => Self::Utf32Le(stream(policy)?),
            Label::Utf32Be => Self::Utf32Be(stream(policy)?),
            Label::Latin1 => Self::Latin1(stream(policy)?),
            _ => return Ok(None),
        };
        Ok(Some(target))
    }
}

fn stream<F: Encoding, T: Encoding>(policy: Policy) -> Result<Stream<F, T>, PolicyError> {
    policy.check::<F, T>()?;
    Ok(Stream::new(policy))
}
