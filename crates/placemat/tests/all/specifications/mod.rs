//! The specification documents, walked in order: a file for each, in which every
//! statement is quoted in a few words and tested. What today's standards
//! contradict is tested for what is true now, and listed in docs/history.md.

mod abnf;
mod article;
mod article_errors;
mod cesu8;
mod modified_utf8;
mod patterns;
mod rfc2279;
mod rfc3629_section3;
mod rfc3629_section4;
mod utf7;
mod utf8_7;
mod wtf8;

use crate::common::levels::every;
use placemat::encoding::historic::Ucs4;
use placemat::encoding::{Encoding, Native};
use placemat::{Converter, Error, Malformed, MalformedKind, Unmappable};

/// Any value, surrogates included.
type Values = Ucs4<Native, true>;

/// Where an error is, its length and its kind.
type Bad = (usize, usize, MalformedKind);

/// The values of `units`, or the first error.
fn decode<F: Encoding>(units: &[F::Unit]) -> Result<Vec<u32>, Bad> {
    Converter::<F, Values>::strict().convert(units).map_err(|error| match error {
        Error::Malformed(Malformed { offset, len, kind }) => (offset, len, kind),
        error => panic!("{error:?}"),
    })
}

/// The units of `values`, or the first value that `T` cannot hold.
fn encode<T: Encoding>(values: &[u32]) -> Result<Vec<T::Unit>, u32> {
    convert::<Values, T>(values).map_err(|item| item.code_point)
}

/// Text that is well-formed in `F`, in `T`; or what `T` cannot hold.
fn convert<F: Encoding, T: Encoding>(units: &[F::Unit]) -> Result<Vec<T::Unit>, Unmappable> {
    Converter::<F, T>::strict().convert(units).map_err(|error| match error {
        Error::Unmappable(item) => item,
        error => panic!("{error:?}"),
    })
}

/// Every Unicode scalar value; in an emulator, some of them.
fn scalars() -> impl Iterator<Item = u32> + Clone {
    all_scalars().step_by(every(127))
}

fn all_scalars() -> impl Iterator<Item = u32> + Clone {
    (0..0x11_0000).filter(|value| !is_surrogate(value))
}

fn is_surrogate(value: &u32) -> bool {
    (0xD800..0xE000).contains(value)
}
