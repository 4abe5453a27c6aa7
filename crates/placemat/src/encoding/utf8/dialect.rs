//! What the dialects of UTF-8 have in common: one codec, which knows what a
//! dialect refuses of strict UTF-8, and what it takes besides.

use super::strict;
use crate::encoding::form::Form;
use crate::encoding::sealed::Sealed;
use crate::encoding::{Encoded, Encoding, Step};
use crate::error::MalformedKind;
use core::fmt::Debug;

/// A dialect, in constants.
pub trait Dialect: Sealed + Copy + Default + Debug + Send + Sync + 'static {
    const NAME: &'static str;
    const FORM: Form;
    /// What ED A0 to ED BF begins.
    const SURROGATES: Surrogates;
    /// Whether what lies above U+FFFF is written as a pair of surrogates.
    const PAIRS: bool = false;
    /// Whether F0 to F4 begin sequences.
    const FOUR_BYTES: bool = true;
    /// Whether there are values above U+10FFFF, up to 7FFFFFFF.
    const LONG: bool = false;
    /// Whether C0 80 is U+0000, and is written for it.
    const C0_80: bool = false;
    /// Whether 00 is U+0000.
    const NUL: bool = true;

    type State: Copy + Default + Eq + Debug + Send + Sync + 'static;

    fn put(_state: &mut Self::State, value: u32) -> Option<Encoded<u8>> {
        encode::<Self>(value)
    }

    fn end(_state: &mut Self::State) -> Encoded<u8> {
        Encoded::default()
    }
}

/// What becomes of the UTF-8 forms of surrogates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surrogates {
    /// None is well-formed.
    Refused,
    /// Each stands for itself.
    Apart,
    /// A pair is one value; a lone one is ill-formed.
    Paired,
    /// A pair is one value; a lone one stands for itself.
    Joined,
    /// A lone one stands for itself; a pair is ill-formed.
    Lone,
}

impl<D: Dialect> Encoding for D {
    type Unit = u8;
    const NAME: &'static str = <D as Dialect>::NAME;
    const FORM: Form = <D as Dialect>::FORM;
    type State = <D as Dialect>::State;

    #[inline]
    fn decode(_state: &mut Self::State, units: &[u8], last: bool) -> Step {
        decode::<D>(units, last)
    }

    #[inline]
    fn encode(state: &mut Self::State, value: u32) -> Option<Encoded<u8>> {
        D::put(state, value)
    }

    #[inline]
    fn finish(state: &mut Self::State) -> Encoded<u8> {
        D::end(state)
    }
}

/// Decodes the sequence at the start of `bytes`, which is not empty.
#[inline]
fn decode<D: Dialect>(bytes: &[u8], last: bool) -> Step {
    match bytes[0] {
        0 if !D::NUL => Step::Malformed { len: 1, kind: MalformedKind::Nul },
        0xC0 if D::C0_80 => strict::sequence(bytes, 2, (0x80, 0x80), MalformedKind::Overlong, last),
        0xED if D::SURROGATES != Surrogates::Refused => surrogate::<D>(bytes, last),
        lead if !D::FOUR_BYTES && matches!(lead, 0xF0..=0xF4) => {
            Step::Malformed { len: 1, kind: MalformedKind::FourByteForm }
        }
        0xF4..=0xFD if D::LONG => long(bytes, last),
        _ => strict::decode(bytes, last),
    }
}

/// A sequence that ED begins.
fn surrogate<D: Dialect>(bytes: &[u8], last: bool) -> Step {
    // By itself a low surrogate begins nothing, if all are in pairs.
    let highest = if D::SURROGATES == Surrogates::Paired { 0xAF } else { 0xBF };
    let kind = MalformedKind::LoneLowSurrogate;
    let first = strict::sequence(bytes, 3, (0x80, highest), kind, last);
    let Step::Value { value: high @ 0xD800..=0xDBFF, len } = first else { return first };
    if D::SURROGATES == Surrogates::Apart {
        return first;
    }
    let lone = |len, kind| match D::SURROGATES {
        Surrogates::Paired => Step::Malformed { len, kind },
        _ => first,
    };
    let rest = &bytes[len..];
    let begins_low = matches!(rest, [] | [0xED] | [0xED, 0xB0..=0xBF, ..]);
    match rest {
        // What begins a sequence of its own is left to it.
        _ if !begins_low => lone(len, MalformedKind::LoneHighSurrogate),
        [_, _, third, ..] if !strict::is_continuation(*third) => {
            lone(len + 2, MalformedKind::Incomplete)
        }
        [_, second, third, ..] => {
            let low = u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F);
            match D::SURROGATES {
                Surrogates::Lone => Step::Malformed { len: 6, kind: MalformedKind::SurrogatePair },
                _ => Step::Value { value: 0x1_0000 + ((high & 0x3FF) << 10 | low), len: 6 },
            }
        }
        _ if last => lone(bytes.len(), MalformedKind::IncompleteAtEnd),
        _ => Step::NeedMore,
    }
}

/// A sequence of RFC 2279 that F4 to FD begin: four to six bytes.
fn long(bytes: &[u8], last: bool) -> Step {
    let len = bytes[0].leading_ones() as usize;
    let lowest = match bytes[0] {
        0xF8 => 0x88,
        0xFC => 0x84,
        _ => 0x80,
    };
    strict::sequence(bytes, len, (lowest, 0xBF), MalformedKind::Overlong, last)
}

/// The bytes of `value`; `None` if the dialect has none.
#[inline]
pub(super) fn encode<D: Dialect>(value: u32) -> Option<Encoded<u8>> {
    match value {
        0 if D::C0_80 => Some(Encoded::new([0xC0, 0x80], 2)),
        0xD800..=0xDFFF => match D::SURROGATES {
            Surrogates::Refused | Surrogates::Paired => None,
            _ => Some(Encoded::new(three_bytes(value), 3)),
        },
        0x1_0000..=0x10_FFFF if D::PAIRS => {
            let bits = value - 0x1_0000;
            let [a, b, c] = three_bytes(0xD800 | bits >> 10);
            let [d, e, f] = three_bytes(0xDC00 | bits & 0x3FF);
            Some(Encoded::new([a, b, c, d, e, f], 6))
        }
        0x11_0000..=0x7FFF_FFFF if D::LONG => Some(long_bytes(value)),
        _ => strict::encode(value).map(|(units, len)| Encoded::new(units, len)),
    }
}

const fn three_bytes(value: u32) -> [u8; 3] {
    [0xE0 | (value >> 12) as u8, strict::tail(value, 6), strict::tail(value, 0)]
}

/// The bytes of a value above U+10FFFF: four to six, by the table of RFC 2279.
fn long_bytes(value: u32) -> Encoded<u8> {
    let len: u32 = match value {
        0..=0x1F_FFFF => 4,
        0x20_0000..=0x3FF_FFFF => 5,
        _ => 6,
    };
    let mut bytes = [0; 6];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = strict::tail(value, 6 * (len - 1).saturating_sub(at as u32));
    }
    bytes[0] = !(0xFF >> len) | (value >> (6 * (len - 1))) as u8;
    Encoded::new(bytes, len as usize)
}
