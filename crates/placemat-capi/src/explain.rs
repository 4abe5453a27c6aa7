//! One error of UTF-8 in words.

use crate::border::export;
use crate::result::{Place, kind_of_number};
use placemat::Malformed;
use placemat::utf8::{Group, Meaning};
use std::fmt::Write;
use std::mem::MaybeUninit;

/// `ED A0 80 at offset 20: encoded surrogate, U+D800`.
fn sentence(text: &[u8], place: &Place) -> Option<String> {
    let offset = usize::try_from(place.offset).ok().filter(|&offset| offset < text.len())?;
    let kind = kind_of_number(place.kind)?;
    let group = Malformed { offset, len: place.len, kind }.reading(text);
    let mut out = String::new();
    text[offset..group.end()].iter().try_for_each(|byte| write!(out, "{byte:02X} ")).ok()?;
    write!(out, "at offset {offset}: {kind}").ok()?;
    push_meaning(&group, &mut out).ok()?;
    Some(out)
}

/// What was probably meant.
fn push_meaning(group: &Group, out: &mut String) -> std::fmt::Result {
    match group.meaning {
        Meaning::Overlong { code_point } => write!(out, " of U+{code_point:04X}"),
        Meaning::Surrogate { code_point } => write!(out, ", U+{code_point:04X}"),
        Meaning::SurrogatePair { code_point } => {
            write!(out, " pair, the CESU-8 form of U+{code_point:04X}")
        }
        Meaning::TooLarge { value } => write!(out, ", {value:X}"),
        Meaning::Incomplete { expected } => write!(out, " of {expected} bytes"),
        _ => Ok(()),
    }
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
