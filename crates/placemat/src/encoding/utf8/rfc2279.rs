//! UTF-8 as it was until 2003 (RFC 2279, section 2): one to six bytes, 31 bits.

use super::dialect::{Dialect, Surrogates};
use crate::encoding::form::{Base, Form};
use crate::encoding::sealed::Sealed;

/// UTF-8 of RFC 2279, to and from UCS-4: units of one byte. The section 2 has
/// surrogates of UTF-16 undone before, so they are ill-formed; `LENIENT` takes
/// them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Utf8Rfc2279<const LENIENT: bool = false>;

impl<const LENIENT: bool> Sealed for Utf8Rfc2279<LENIENT> {}

impl<const LENIENT: bool> Dialect for Utf8Rfc2279<LENIENT> {
    const NAME: &'static str = "utf-8-rfc2279";
    const FORM: Form = Form::like(Base::Utf8).with_lengths([1, 1, 2, 2, 3, 4, 6]);
    const SURROGATES: Surrogates = if LENIENT { Surrogates::Apart } else { Surrogates::Refused };
    const LONG: bool = true;
    type State = ();
}
