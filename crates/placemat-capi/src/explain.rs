//! One error of UTF-8 in words: those of `placemat explain`.

use crate::border::export;
use crate::result::{Place, kind_of_number};
use placemat::{Malformed, utf8};
use placemat_inspect::malformed;
use std::mem::MaybeUninit;

/// `offset 19: ED A0 80 is an encoded surrogate, U+D800, never valid in UTF-8`.
fn sentence(text: &[u8], place: &Place) -> Option<String> {
    let offset = usize::try_from(place.offset).ok().filter(|&offset| offset < text.len())?;
    let kind = kind_of_number(place.kind)?;
    let such = Malformed { offset, len: place.len, kind };
    // What begins before it may go on there.
    let start = utf8::floor_boundary(text, offset);
    let found = utf8::errors(&text[start..]).next()?;
    if (Malformed { offset: start + found.offset, ..found }) != such {
        return None;
    }
    let group = such.reading(text);
    Some(format!("offset {offset}: {}", malformed::sentence(&group, &text[offset..])))
}

export! {
    /// As `snprintf`: the length of the sentence, of which there is what fits.
    fn placemat_utf8_explain(
        text[len]: In<u8>, error: Option<&Place>, out[room]: Out<u8>
    ) -> usize {
        let Some(sentence) = error.and_then(|place| sentence(text, place)) else { return 0 };
        put(&sentence, out);
        sentence.len()
    }
}

/// Writes what fits, and a zero byte.
fn put(text: &str, out: &mut [MaybeUninit<u8>]) {
    let Some(most) = out.len().checked_sub(1) else { return };
    let fits = &text.as_bytes()[..text.len().min(most)];
    for (slot, &byte) in out.iter_mut().zip(fits.iter().chain(&[0])) {
        slot.write(byte);
    }
}
