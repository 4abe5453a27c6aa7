//! UCS-2 and UCS-4 (ISO 10646): a unit of two or four bytes for each value. UCS-2
//! has no surrogates, and ends at U+FFFF; UCS-4 ends at 7FFFFFFF.

use super::form::{Apart, Base, Form};
use super::sealed::Sealed;
use super::{BigEndian, Encoded, Encoding, LittleEndian, Native, Order, Step};
use crate::error::MalformedKind;
use core::marker::PhantomData;

/// UCS-2 in units of 16 bits. `LENIENT` takes surrogates, each for itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucs2<O = Native, const LENIENT: bool = false>(PhantomData<O>);

/// UCS-2 as bytes of a named order, aligned or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucs2Bytes<O, const LENIENT: bool = false>(PhantomData<O>);

/// UCS-2 as bytes, the low one first.
pub type Ucs2Le = Ucs2Bytes<LittleEndian>;

/// UCS-2 as bytes, the high one first.
pub type Ucs2Be = Ucs2Bytes<BigEndian>;

/// UCS-4 in units of 32 bits. `LENIENT` takes surrogates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucs4<O = Native, const LENIENT: bool = false>(PhantomData<O>);

/// UCS-4 as bytes of a named order, aligned or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucs4Bytes<O, const LENIENT: bool = false>(PhantomData<O>);

/// UCS-4 as bytes, the lowest one first.
pub type Ucs4Le = Ucs4Bytes<LittleEndian>;

/// UCS-4 as bytes, the highest one first.
pub type Ucs4Be = Ucs4Bytes<BigEndian>;

const fn ucs2(swapped: bool) -> Form {
    Form::like(Base::Utf16 { swapped }).but_for(Apart::ABOVE_FFFF).with_surrogates(false)
}

const fn ucs4(swapped: bool) -> Form {
    Form::like(Base::Utf32 { swapped }).with_lengths([1; 7])
}

fn is_surrogate(value: u32) -> bool {
    matches!(value, 0xD800..=0xDFFF)
}

fn order16<O: Order>(unit: u16) -> u16 {
    if O::SWAPPED { unit.swap_bytes() } else { unit }
}

#[inline(always)]
fn order32<O: Order>(unit: u32) -> u32 {
    if O::SWAPPED { unit.swap_bytes() } else { unit }
}

fn incomplete(len: usize, last: bool) -> Step {
    let kind = MalformedKind::IncompleteAtEnd;
    if last { Step::Malformed { len, kind } } else { Step::NeedMore }
}

fn decode2<const LENIENT: bool>(unit: u16, len: usize) -> Step {
    match u32::from(unit) {
        value if is_surrogate(value) && !LENIENT => {
            Step::Malformed { len, kind: MalformedKind::Surrogate }
        }
        value => Step::Value { value, len },
    }
}

fn encode2<const LENIENT: bool>(value: u32) -> Option<u16> {
    u16::try_from(value).ok().filter(|_| LENIENT || !is_surrogate(value))
}

#[inline(always)]
fn decode4<const LENIENT: bool>(value: u32, len: usize) -> Step {
    match value {
        0xD800..=0xDFFF if !LENIENT => Step::Malformed { len, kind: MalformedKind::Surrogate },
        0x8000_0000.. => Step::Malformed { len, kind: MalformedKind::TooLarge },
        _ => Step::Value { value, len },
    }
}

#[inline(always)]
fn encode4<const LENIENT: bool>(value: u32) -> Option<u32> {
    (value <= 0x7FFF_FFFF && (LENIENT || !is_surrogate(value))).then_some(value)
}

impl<O: Order, const LENIENT: bool> Sealed for Ucs2<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Ucs2<O, LENIENT> {
    type Unit = u16;
    const NAME: &'static str = O::UCS2_NAME;
    const FORM: Form = ucs2(O::SWAPPED);
    type State = ();

    fn decode((): &mut (), units: &[u16], _last: bool) -> Step {
        decode2::<LENIENT>(order16::<O>(units[0]), 1)
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u16>> {
        encode2::<LENIENT>(value).map(|unit| Encoded::new([order16::<O>(unit)], 1))
    }
}

impl<O: Order, const LENIENT: bool> Sealed for Ucs2Bytes<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Ucs2Bytes<O, LENIENT> {
    type Unit = u8;
    const NAME: &'static str = O::UCS2_NAME;
    const FORM: Form = ucs2(O::SWAPPED);
    type State = ();

    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        match units.first_chunk() {
            Some(unit) => decode2::<LENIENT>(order16::<O>(u16::from_ne_bytes(*unit)), 2),
            None => incomplete(units.len(), last),
        }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let unit = encode2::<LENIENT>(value)?;
        Some(Encoded::new(order16::<O>(unit).to_ne_bytes(), 2))
    }
}

impl<O: Order, const LENIENT: bool> Sealed for Ucs4<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Ucs4<O, LENIENT> {
    type Unit = u32;
    const NAME: &'static str = O::UCS4_NAME;
    const FORM: Form = ucs4(O::SWAPPED);
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u32], _last: bool) -> Step {
        decode4::<LENIENT>(order32::<O>(units[0]), 1)
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u32>> {
        encode4::<LENIENT>(value).map(|unit| Encoded::new([order32::<O>(unit)], 1))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u32>> {
        Ucs4::<O, true>::encode(&mut (), value)
    }
}

impl<O: Order, const LENIENT: bool> Sealed for Ucs4Bytes<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Ucs4Bytes<O, LENIENT> {
    type Unit = u8;
    const NAME: &'static str = O::UCS4_NAME;
    const FORM: Form = ucs4(O::SWAPPED);
    type State = ();

    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        match units.first_chunk() {
            Some(unit) => decode4::<LENIENT>(order32::<O>(u32::from_ne_bytes(*unit)), 4),
            None => incomplete(units.len(), last),
        }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let unit = encode4::<LENIENT>(value)?;
        Some(Encoded::new(order32::<O>(unit).to_ne_bytes(), 4))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u8>> {
        Ucs4Bytes::<O, true>::encode(&mut (), value)
    }
}
