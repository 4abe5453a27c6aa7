//! UTF-16 (The Unicode Standard, D91; RFC 2781), as units and as bytes.

use super::form::{Base, Form};
use super::sealed::Sealed;
use super::{BigEndian, Encoded, Encoding, LittleEndian, Native, Order, Step, Swapped};
use crate::error::MalformedKind;
use core::marker::PhantomData;

/// UTF-16 in units of 16 bits, in the byte order of this processor, or in
/// another one. `LENIENT` takes lone surrogates, too, each for itself: UTF-16 in
/// the wild.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf16<O = Native, const LENIENT: bool = false>(PhantomData<O>);

/// UTF-16 in units of 16 bits, in the byte order that is not this processor's.
pub type Utf16Swapped = Utf16<Swapped>;

/// UTF-16 as bytes of a named order, aligned or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf16Bytes<O, const LENIENT: bool = false>(PhantomData<O>);

/// UTF-16LE as bytes.
pub type Utf16Le = Utf16Bytes<LittleEndian>;

/// UTF-16BE as bytes.
pub type Utf16Be = Utf16Bytes<BigEndian>;

const fn form<O: Order, const LENIENT: bool>() -> Form {
    let base = Base::Utf16 { swapped: O::SWAPPED };
    if LENIENT { Form::like(base) } else { Form::of(base) }
}

const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// Decodes from the first unit and, if it is there, the second. Lengths are in
/// units.
#[inline]
fn decode(first: u16, second: Option<u16>, last: bool) -> Step {
    if is_low(first) {
        return Step::Malformed { len: 1, kind: MalformedKind::LoneLowSurrogate };
    }
    if !is_high(first) {
        return Step::Value { value: u32::from(first), len: 1 };
    }
    match second {
        Some(second) if is_low(second) => {
            let (high, low) = (u32::from(first & 0x3FF), u32::from(second & 0x3FF));
            Step::Value { value: 0x1_0000 + (high << 10 | low), len: 2 }
        }
        None if !last => Step::NeedMore,
        _ => Step::Malformed { len: 1, kind: MalformedKind::LoneHighSurrogate },
    }
}

/// The same step, where a lone surrogate stands for itself.
fn taken(step: Step, unit: u16) -> Step {
    match step {
        Step::Malformed {
            len,
            kind: MalformedKind::LoneHighSurrogate | MalformedKind::LoneLowSurrogate,
        } => Step::Value { value: unit.into(), len },
        step => step,
    }
}

/// The units of a Unicode scalar value; `None` for all else.
#[inline]
fn encode(value: u32) -> Option<([u16; 2], usize)> {
    match value {
        0xD800..=0xDFFF => None,
        0..=0xFFFF => Some(([value as u16, 0], 1)),
        0x1_0000..=0x10_FFFF => {
            let bits = value - 0x1_0000;
            Some(([0xD800 | (bits >> 10) as u16, 0xDC00 | (bits & 0x3FF) as u16], 2))
        }
        _ => None,
    }
}

#[inline(always)]
fn order<O: Order>(unit: u16) -> u16 {
    if O::SWAPPED { unit.swap_bytes() } else { unit }
}

fn is_surrogate(value: u32) -> bool {
    matches!(value, 0xD800..=0xDFFF)
}

impl<O: Order, const LENIENT: bool> Sealed for Utf16<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Utf16<O, LENIENT> {
    type Unit = u16;
    const NAME: &'static str = O::UTF16_NAME;
    const FORM: Form = form::<O, LENIENT>();
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u16], last: bool) -> Step {
        let first = order::<O>(units[0]);
        let step = decode(first, units.get(1).copied().map(order::<O>), last);
        if LENIENT { taken(step, first) } else { step }
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u16>> {
        if LENIENT && is_surrogate(value) {
            return Self::encode_surrogate(&(), value);
        }
        let ([a, b], len) = encode(value)?;
        Some(Encoded::new([order::<O>(a), order::<O>(b)], len))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u16>> {
        let unit = order::<O>(value as u16);
        is_surrogate(value).then_some(Encoded::new([unit], 1))
    }
}

impl<O: Order, const LENIENT: bool> Sealed for Utf16Bytes<O, LENIENT> {}

impl<O: Order, const LENIENT: bool> Encoding for Utf16Bytes<O, LENIENT> {
    type Unit = u8;
    const NAME: &'static str = O::UTF16_NAME;
    const FORM: Form = form::<O, LENIENT>();
    type State = ();

    #[inline]
    fn decode((): &mut (), bytes: &[u8], last: bool) -> Step {
        let unit = |at: usize| {
            let unit = bytes.get(at..at + 2)?.try_into().ok()?;
            Some(order::<O>(u16::from_ne_bytes(unit)))
        };
        let Some(first) = unit(0) else {
            let (len, kind) = (bytes.len(), MalformedKind::IncompleteAtEnd);
            return if last { Step::Malformed { len, kind } } else { Step::NeedMore };
        };
        let step = match decode(first, unit(2), last) {
            // Half of the second unit is there: the end cuts off a whole pair.
            Step::Malformed { kind: MalformedKind::LoneHighSurrogate, .. } if bytes.len() == 3 => {
                Step::Malformed { len: 3, kind: MalformedKind::IncompleteAtEnd }
            }
            Step::Value { value, len } => Step::Value { value, len: 2 * len },
            Step::Malformed { len, kind } => Step::Malformed { len: 2 * len, kind },
            step => step,
        };
        if LENIENT { taken(step, first) } else { step }
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        if LENIENT && is_surrogate(value) {
            return Self::encode_surrogate(&(), value);
        }
        let ([a, b], len) = encode(value)?;
        let ([a, b], [c, d]) = (order::<O>(a).to_ne_bytes(), order::<O>(b).to_ne_bytes());
        Some(Encoded::new([a, b, c, d], 2 * len))
    }

    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u8>> {
        let [a, b] = order::<O>(value as u16).to_ne_bytes();
        is_surrogate(value).then_some(Encoded::new([a, b], 2))
    }
}
