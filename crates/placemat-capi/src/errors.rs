//! Every error of a text, as many as fit at a time.

use crate::border::export;
use crate::order::{Utf16Be, Utf16Le};
use crate::result::Place;
use crate::text;
use placemat::encoding::Encoding;
use placemat::{Malformed, utf8, utf16, utf32};
use std::mem::MaybeUninit;

/// Writes what `errors` finds in `units[from..]`, and returns how many there are.
fn fill<'a, U, E: Iterator<Item = Malformed>>(
    units: &'a [U],
    from: usize,
    out: &mut [MaybeUninit<Place>],
    errors: impl FnOnce(&'a [U]) -> E,
) -> usize {
    let Some(rest) = units.get(from..) else { return 0 };
    let found = errors(rest).map(|bad| Place::from(bad.in_stream(from as u64)));
    out.iter_mut().zip(found).map(|(slot, place)| slot.write(place)).count()
}

/// Errors in any byte order.
fn errors<F: Encoding>(units: &[F::Unit]) -> impl Iterator<Item = Malformed> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bad = text::validate::<F>(&units[at..]).err()?;
        let found = Malformed { offset: at + bad.offset, ..bad };
        at = found.end();
        Some(found)
    })
}

export! {
    /// The errors from `from` on.
    fn placemat_utf8_errors(text[len]: In<u8>, from: usize, out[room]: Out<Place>) -> usize {
        fill(text, from, out, utf8::errors)
    }
    /// The errors from `from` on.
    fn placemat_utf16_errors(text[len]: In<u16>, from: usize, out[room]: Out<Place>) -> usize {
        fill(text, from, out, utf16::errors)
    }
    /// The errors from `from` on.
    fn placemat_utf16le_errors(text[len]: In<u16>, from: usize, out[room]: Out<Place>) -> usize {
        fill(text, from, out, errors::<Utf16Le>)
    }
    /// The errors from `from` on.
    fn placemat_utf16be_errors(text[len]: In<u16>, from: usize, out[room]: Out<Place>) -> usize {
        fill(text, from, out, errors::<Utf16Be>)
    }
    /// The errors from `from` on.
    fn placemat_utf32_errors(text[len]: In<u32>, from: usize, out[room]: Out<Place>) -> usize {
        fill(text, from, out, utf32::errors)
    }
}
