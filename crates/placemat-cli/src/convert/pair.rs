//! The pair of encodings, chosen at run time: the one place where a label
//! becomes a type.

use placemat::{
    Converter, Encoding, Label, Latin1, Policy, PolicyError, Progress, Stream, Utf8, Utf16Be,
    Utf16Le, Utf32Be, Utf32Le,
};

/// A stream from bytes to bytes.
pub(crate) trait Pair {
    /// [`Stream::push`].
    fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress;

    /// How many malformed and how many unmappable items there were.
    fn dealt_with(&self) -> (u64, u64);
}

impl<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>> Pair for Stream<F, T> {
    fn push(&mut self, chunk: &[u8], out: &mut [u8], last: bool) -> Progress {
        Stream::push(self, chunk, out, last)
    }

    fn dealt_with(&self) -> (u64, u64) {
        (self.malformed(), self.unmappable())
    }
}

/// A stream from one encoding to another, both of a byte order that is known.
pub(crate) fn pair(from: Label, to: Label, policy: Policy) -> Result<Box<dyn Pair>, PolicyError> {
    match from {
        Label::Utf8 => pair_from::<Utf8>(to, policy),
        Label::Utf16Le => pair_from::<Utf16Le>(to, policy),
        Label::Utf16Be => pair_from::<Utf16Be>(to, policy),
        Label::Utf32Le => pair_from::<Utf32Le>(to, policy),
        Label::Utf32Be => pair_from::<Utf32Be>(to, policy),
        Label::Latin1 => pair_from::<Latin1>(to, policy),
        _ => unreachable!("{from} has a byte order now, and the match has all encodings"),
    }
}

fn pair_from<F: Encoding<Unit = u8>>(
    to: Label,
    policy: Policy,
) -> Result<Box<dyn Pair>, PolicyError> {
    match to {
        Label::Utf8 => boxed::<F, Utf8>(policy),
        Label::Utf16Le => boxed::<F, Utf16Le>(policy),
        Label::Utf16Be => boxed::<F, Utf16Be>(policy),
        Label::Utf32Le => boxed::<F, Utf32Le>(policy),
        Label::Utf32Be => boxed::<F, Utf32Be>(policy),
        Label::Latin1 => boxed::<F, Latin1>(policy),
        _ => unreachable!("{to} has a byte order now, and the match has all encodings"),
    }
}

fn boxed<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(
    policy: Policy,
) -> Result<Box<dyn Pair>, PolicyError> {
    Ok(Box::new(Converter::<F, T>::new(policy)?.stream()))
}
