//! UTF-8, the strict form (RFC 3629; The Unicode Standard, D92 and Table 3-7).

use crate::encoding::form::{Base, Form};
use crate::encoding::sealed::Sealed;
use crate::encoding::{Encoded, Encoding, Step};
use crate::error::MalformedKind;
use crate::policy::UTF8B;

/// The number of bytes of the sequence that `lead` begins, by RFC 3629
/// section 4: 1 to 4, or `None` for a byte that begins no well-formed sequence
/// (80..C1 and F5..FF).
pub(crate) const fn sequence_len(lead: u8) -> Option<usize> {
    match lead {
        0x00..=0x7F => Some(1),
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}

/// Whether `byte` is `UTF8-tail`, 80..BF.
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Decodes the sequence at the start of `bytes`, which is not empty. `last`
/// says that nothing follows `bytes`. The rows are those of Table 3-7: only the second byte has
/// ranges narrower than 80..BF.
#[inline]
pub(crate) const fn decode(bytes: &[u8], last: bool) -> Step {
    use MalformedKind::{Overlong, Surrogate, TooLarge};
    match bytes[0] {
        lead @ 0x00..=0x7F => Step::Value { value: lead as u32, len: 1 },
        0xC2..=0xDF => sequence(bytes, 2, (0x80, 0xBF), Overlong, last),
        0xE0 => sequence(bytes, 3, (0xA0, 0xBF), Overlong, last),
        0xED => sequence(bytes, 3, (0x80, 0x9F), Surrogate, last),
        0xE1..=0xEF => sequence(bytes, 3, (0x80, 0xBF), Overlong, last),
        0xF0 => sequence(bytes, 4, (0x90, 0xBF), Overlong, last),
        0xF1..=0xF3 => sequence(bytes, 4, (0x80, 0xBF), Overlong, last),
        0xF4 => sequence(bytes, 4, (0x80, 0x8F), TooLarge, last),
        lead => Step::Malformed { len: 1, kind: kind_of_lead(lead) },
    }
}

/// A lead byte and what continues it, `len` bytes in all. The second one lies in
/// a range, and `kind` is what is wrong if it continues and does not lie there.
#[inline(always)]
pub(super) const fn sequence(
    bytes: &[u8],
    len: usize,
    (lowest, highest): (u8, u8),
    kind: MalformedKind,
    last: bool,
) -> Step {
    let mut value = (bytes[0] & (0x7F >> len)) as u32;
    let mut at = 1;
    while at < len {
        if at == bytes.len() {
            return if last {
                Step::Malformed { len: at, kind: MalformedKind::IncompleteAtEnd }
            } else {
                Step::NeedMore
            };
        }
        let byte = bytes[at];
        if !is_continuation(byte) {
            return Step::Malformed { len: at, kind: MalformedKind::Incomplete };
        }
        if at == 1 && (byte < lowest || byte > highest) {
            return Step::Malformed { len: 1, kind };
        }
        value = value << 6 | (byte & 0x3F) as u32;
        at += 1;
    }
    Step::Value { value, len }
}

/// Why `lead` begins nothing.
const fn kind_of_lead(lead: u8) -> MalformedKind {
    match lead {
        0xC0 | 0xC1 => MalformedKind::Overlong,
        0xF5..=0xF7 => MalformedKind::TooLarge,
        0xF8..=0xFD => MalformedKind::ObsoleteForm,
        0xFE | 0xFF => MalformedKind::NeverValid,
        _ => MalformedKind::UnexpectedContinuation,
    }
}

/// The continuation byte that holds the six bits of `value` from `shift` on.
pub(super) const fn tail(value: u32, shift: u32) -> u8 {
    0x80 | (value >> shift & 0x3F) as u8
}

/// Encodes a Unicode scalar value: the bytes, and how many of them count.
/// `None` for a surrogate and for a value above U+10FFFF.
#[inline]
pub(crate) const fn encode(value: u32) -> Option<([u8; 4], usize)> {
    Some(match value {
        0..=0x7F => ([value as u8, 0, 0, 0], 1),
        0x80..=0x7FF => ([0xC0 | (value >> 6) as u8, tail(value, 0), 0, 0], 2),
        0xD800..=0xDFFF => return None,
        0x800..=0xFFFF => ([0xE0 | (value >> 12) as u8, tail(value, 6), tail(value, 0), 0], 3),
        0x1_0000..=0x10_FFFF => {
            ([0xF0 | (value >> 18) as u8, tail(value, 12), tail(value, 6), tail(value, 0)], 4)
        }
        _ => return None,
    })
}

/// UTF-8 (RFC 3629): units of one byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf8;

impl Sealed for Utf8 {}

impl Encoding for Utf8 {
    type Unit = u8;
    const NAME: &'static str = "utf-8";
    const FORM: Form = Form::of(Base::Utf8);
    type State = ();

    #[inline]
    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        decode(units, last)
    }

    #[inline]
    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        encode(value).map(|(units, len)| Encoded::new(units, len))
    }

    /// The byte that it stands for in UTF-8B.
    fn encode_surrogate((): &(), value: u32) -> Option<Encoded<u8>> {
        UTF8B.contains(&value).then_some(Encoded::new([value as u8], 1))
    }
}
