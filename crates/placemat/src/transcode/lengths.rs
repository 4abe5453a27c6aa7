//! The lengths that are known without converting: one table.

use super::bytes_of;
#[cfg(feature = "alloc")]
use super::relatives::shared;
use crate::count::CountUtf8;
use crate::count::latin1::Latin1Utf8Len;
use crate::count::utf16::{CountUtf16, Utf8Len};
use crate::count::utf32::Utf32Len;
use crate::encoding::{Encoding, Form};
use crate::simd::dispatch::run;
use crate::validate::latin1::{Latin1InUtf8, Latin1InUtf16, Latin1InUtf32};
use crate::validate::prefix::{Check, Prefix};
use crate::validate::utf8::WellFormedPrefix;
use crate::validate::utf16::WellFormedUtf16Prefix;
use crate::validate::utf32::WellFormedUtf32;

/// The number of units of `T` that `src` becomes, if it is known at once: when
/// all of it is well-formed, and `T` can hold it.
pub(crate) fn whole<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    let text = bytes_of(src);
    let bytes = if is_well_formed(F::FORM, text) { bytes::<F, T>(text)? } else { return None };
    Some(bytes / size_of::<T::Unit>())
}

/// The same for text that is well-formed.
pub(crate) fn of_well_formed<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    Some(bytes::<F, T>(bytes_of(src))? / size_of::<T::Unit>())
}

/// The most units of `T` that `src` can become, if nothing in it is replaced: to
/// know better is not worth a pass. `None` for what has no kernel.
#[cfg(feature = "alloc")]
pub(crate) fn most<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Option<usize> {
    use Form::{Cesu8, Latin1, LongUtf8, ModifiedUtf8, Utf8, Utf16, Utf32, Windows1252};
    let units = size_of_val(src) / F::FORM.unit_size();
    let most = match (F::FORM, T::FORM) {
        (Form::Other, _) | (_, Form::Other) => return None,
        // Six bytes for one value.
        (Utf32 { .. }, Cesu8 { .. } | ModifiedUtf8 { .. } | LongUtf8) => 6,
        (Windows1252, to) if shared(to) == Utf8 => 3,
        (from, Cesu8 { .. } | ModifiedUtf8 { .. }) if shared(from) == Utf8 => 2,
        (from, to) => match (shared(from), shared(to)) {
            (Latin1, Utf8) | (Utf32 { .. }, Utf16 { .. }) => 2,
            (Utf16 { .. }, Utf8) => 3,
            (Utf32 { .. }, Utf8) => 4,
            _ => 1,
        },
    };
    Some(units * most * T::FORM.unit_size() / size_of::<T::Unit>())
}

/// Whether `text` is well-formed.
#[inline(always)]
fn is_well_formed(form: Form, text: &[u8]) -> bool {
    match form {
        Form::Latin1 => true,
        Form::Utf8 => run(WellFormedPrefix(text)) == text.len(),
        Form::Utf16 { swapped: false } => run(WellFormedUtf16Prefix::<false>(text)) == text.len(),
        Form::Utf16 { swapped: true } => run(WellFormedUtf16Prefix::<true>(text)) == text.len(),
        Form::Utf32 { swapped: false } => all(text, WellFormedUtf32::<false>),
        Form::Utf32 { swapped: true } => all(text, WellFormedUtf32::<true>),
        _ => false,
    }
}

/// Whether all of `text` is whole units for which `check` holds.
#[inline(always)]
fn all<C: Check>(text: &[u8], check: C) -> bool {
    text.len().is_multiple_of(C::UNIT) && run(Prefix { text, check }) == text.len()
}

/// The table: the bytes of `T` that well-formed text becomes, if `T` can hold it.
#[inline(always)]
fn bytes<F: Encoding, T: Encoding>(text: &[u8]) -> Option<usize> {
    use Form::{Latin1, Utf8, Utf16, Utf32};
    let len = text.len();
    Some(match (F::FORM, T::FORM) {
        (Latin1, Utf8) => run(Latin1Utf8Len(text)),
        (Latin1, Utf16 { .. }) => 2 * len,
        (Latin1, Utf32 { .. }) => 4 * len,
        (Utf8, Utf16 { .. }) => 2 * run(CountUtf8 { text, as_utf16: true }),
        (Utf8, Utf32 { .. }) => 4 * run(CountUtf8 { text, as_utf16: false }),
        (Utf16 { swapped: false }, Utf8) => run(Utf8Len::<false>(text)),
        (Utf16 { swapped: true }, Utf8) => run(Utf8Len::<true>(text)),
        (Utf16 { swapped: false }, Utf32 { .. }) => 4 * run(CountUtf16::<false>(text)),
        (Utf16 { swapped: true }, Utf32 { .. }) => 4 * run(CountUtf16::<true>(text)),
        (Utf32 { swapped: false }, Utf8) => run(Utf32Len::<false, false>(text)),
        (Utf32 { swapped: true }, Utf8) => run(Utf32Len::<true, false>(text)),
        (Utf32 { swapped: false }, Utf16 { .. }) => 2 * run(Utf32Len::<false, true>(text)),
        (Utf32 { swapped: true }, Utf16 { .. }) => 2 * run(Utf32Len::<true, true>(text)),
        (Utf8, Latin1) if all(text, Latin1InUtf8) => run(CountUtf8 { text, as_utf16: false }),
        (Utf16 { swapped: false }, Latin1) if all(text, Latin1InUtf16::<false>) => len / 2,
        (Utf16 { swapped: true }, Latin1) if all(text, Latin1InUtf16::<true>) => len / 2,
        (Utf32 { swapped: false }, Latin1) if all(text, Latin1InUtf32::<false>) => len / 4,
        (Utf32 { swapped: true }, Latin1) if all(text, Latin1InUtf32::<true>) => len / 4,
        // A form, and itself in another byte order.
        (Latin1, Latin1)
        | (Utf8, Utf8)
        | (Utf16 { .. }, Utf16 { .. })
        | (Utf32 { .. }, Utf32 { .. }) => len,
        _ => return None,
    })
}
