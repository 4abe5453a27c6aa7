//! CESU-8 (UTR #26): UTF-8 of the units of UTF-16. What lies above U+FFFF has six
//! bytes, three for each surrogate; text sorts as UTF-16 does.

use super::dialect::{Dialect, Surrogates};
use crate::encoding::form::{Apart, Base, Form};
use crate::encoding::sealed::Sealed;

/// CESU-8: units of one byte. `LENIENT` takes lone surrogates and sequences of
/// four bytes, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cesu8<const LENIENT: bool = false>;

impl<const LENIENT: bool> Sealed for Cesu8<LENIENT> {}

impl<const LENIENT: bool> Dialect for Cesu8<LENIENT> {
    const NAME: &'static str = "cesu-8";
    const FORM: Form = Form::like(Base::Utf8)
        .reading_but_for(if LENIENT { Apart::NOTHING } else { Apart::ABOVE_FFFF })
        .writing_but_for(Apart::ABOVE_FFFF)
        .with_lengths([1, 1, 2, 2, 3, 6, 0]);
    const SURROGATES: Surrogates = if LENIENT { Surrogates::Joined } else { Surrogates::Paired };
    const PAIRS: bool = true;
    const FOUR_BYTES: bool = LENIENT;
    type State = ();
}
