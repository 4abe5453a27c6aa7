//! WTF-8 (the WTF-8 specification): UTF-8 that can also hold the lone surrogates
//! of UTF-16 in the wild. A pair of them is four bytes, as in UTF-8, and nothing
//! else.

use super::dialect::{self, Dialect, Surrogates};
use crate::encoding::Encoded;
use crate::encoding::form::{Base, Form};
use crate::encoding::sealed::Sealed;

/// WTF-8: units of one byte. `LENIENT` takes encoded pairs, too, as if they were
/// joined.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wtf8<const LENIENT: bool = false>;

impl<const LENIENT: bool> Sealed for Wtf8<LENIENT> {}

impl<const LENIENT: bool> Dialect for Wtf8<LENIENT> {
    const NAME: &'static str = "wtf-8";
    const FORM: Form = Form::like(Base::Utf8).with_surrogates(true);
    const SURROGATES: Surrogates = if LENIENT { Surrogates::Joined } else { Surrogates::Lone };
    /// A high surrogate that waits for a low one, else zero: halves that meet are
    /// joined, as concatenation does it.
    type State = u32;

    fn put(waiting: &mut u32, value: u32) -> Option<Encoded<u8>> {
        let high = core::mem::take(waiting);
        if high != 0 && matches!(value, 0xDC00..=0xDFFF) {
            return dialect::encode::<Self>(0x1_0000 + ((high & 0x3FF) << 10 | value & 0x3FF));
        }
        let mut units = if high != 0 { dialect::encode::<Self>(high)? } else { Encoded::default() };
        if matches!(value, 0xD800..=0xDBFF) {
            *waiting = value;
        } else {
            units.append(dialect::encode::<Self>(value)?.as_slice());
        }
        Some(units)
    }

    fn end(waiting: &mut u32) -> Encoded<u8> {
        match core::mem::take(waiting) {
            0 => Encoded::default(),
            high => dialect::encode::<Self>(high).unwrap_or_default(),
        }
    }
}
