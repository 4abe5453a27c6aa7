//! UTF-32 (The Unicode Standard, D90), as units and as bytes.

use super::form::{Base, Form};
use super::sealed::Sealed;
use super::{BigEndian, Encoded, Encoding, LittleEndian, Native, Order, Step, Swapped};
use crate::error::MalformedKind;
use core::marker::PhantomData;

/// UTF-32 in units of 32 bits, in the byte order of this processor, or in
/// another one. `LENIENT` takes surrogates, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf32<O = Native, const LENIENT: bool = false>(PhantomData<O>);

/// UTF-32 in units of 32 bits, in the byte order that is not this processor's.
pub type Utf32Swapped = Utf32<Swapped>;

/// UTF-32 as bytes of a named order, aligned or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf32Bytes<O, const LENIENT: bool = false>(PhantomData<O>);

/// UTF-32LE as bytes.
pub type Utf32Le = Utf32Bytes<LittleEndian>;

/// UTF-32BE as bytes.
pub type Utf32Be = Utf32Bytes<BigEndian>;

/// What is wrong with `value` as a code point, if anything.
const fn wrong<const LENIENT: bool>(value: u32) -> Option<MalformedKind> {
    match value {
        0xD800..=0xDFFF if !LENIENT => Some(MalformedKind::Surrogate),
        0x11_0000.. => Some(MalformedKind::TooLarge),
        _ => None,
    }
}

const fn form<O: Order, const LENIENT: bool>() -> Form {
    let base = Base::Utf32 { swapped: O::SWAPPED };
    if LENIENT { Form::like(base) } else { Form::of(base) }
}

#[inline]
fn decode<const LENIENT: bool>(value: u32, len: usize) -> Step {
    match wrong::<LENIENT>(value) {
        None => Step::Value { value, len },
        Some(kind) => Step::Malformed { len, kind },
    }
}

#[inline(always)]
fn order<O: Order>(unit: u32) -> u32 {
    if O::SWAPPED { unit.swap_bytes() } else { unit }
}

fn is_surrogate(value: u32) -> bool {
    matches!(value, 0xD800..=0xDFFF)
}

impl<O: Order, const LENIENT: bool> Sealed for Utf32<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Utf32<O, LENIENT> {
    type Unit = u32;
    const NAME: &'static str = O::UTF32_NAME;
    const FORM: Form = form::<O, LENIENT>();
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u32], _last: bool) -> Step {
        decode::<LENIENT>(order::<O>(units[0]), 1)
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u32>> {
        wrong::<LENIENT>(value).is_none().then_some(Encoded::new([order::<O>(value)], 1))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u32>> {
        is_surrogate(value).then_some(Encoded::new([order::<O>(value)], 1))
    }
}

impl<O: Order, const LENIENT: bool> Sealed for Utf32Bytes<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Utf32Bytes<O, LENIENT> {
    type Unit = u8;
    const NAME: &'static str = O::UTF32_NAME;
    const FORM: Form = form::<O, LENIENT>();
    type State = ();

    #[inline]
    fn decode((): &mut (), bytes: &[u8], last: bool) -> Step {
        match bytes.first_chunk::<4>() {
            Some(unit) => decode::<LENIENT>(order::<O>(u32::from_ne_bytes(*unit)), 4),
            None if last => {
                Step::Malformed { len: bytes.len(), kind: MalformedKind::IncompleteAtEnd }
            }
            None => Step::NeedMore,
        }
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let units = order::<O>(value).to_ne_bytes();
        wrong::<LENIENT>(value).is_none().then_some(Encoded::new(units, 4))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u8>> {
        let units = order::<O>(value).to_ne_bytes();
        is_surrogate(value).then_some(Encoded::new(units, 4))
    }
}
