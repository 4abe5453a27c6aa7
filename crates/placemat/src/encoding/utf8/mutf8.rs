//! Modified UTF-8 (The Java Virtual Machine Specification, 4.4.7): CESU-8 in which
//! U+0000 is C0 80, so that no byte is zero, and surrogates may be alone.

use super::dialect::{Dialect, Surrogates};
use crate::encoding::form::{Apart, Base, Form};
use crate::encoding::sealed::Sealed;

/// Modified UTF-8, as Java writes it: units of one byte. `LENIENT` takes 00 and
/// sequences of four bytes, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModifiedUtf8<const LENIENT: bool = false>;

impl<const LENIENT: bool> Sealed for ModifiedUtf8<LENIENT> {}

impl<const LENIENT: bool> Dialect for ModifiedUtf8<LENIENT> {
    const NAME: &'static str = "modified-utf-8";
    const FORM: Form = Form::like(Base::Utf8)
        .reading_but_for(if LENIENT { Apart::NOTHING } else { Apart::NUL.and(Apart::ABOVE_FFFF) })
        .writing_but_for(Apart::NUL.and(Apart::ABOVE_FFFF))
        .with_lengths([2, 1, 2, 2, 3, 6, 0]);
    const SURROGATES: Surrogates = Surrogates::Joined;
    const PAIRS: bool = true;
    const FOUR_BYTES: bool = LENIENT;
    const C0_80: bool = true;
    const NUL: bool = LENIENT;
    type State = ();
}
