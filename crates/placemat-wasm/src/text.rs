//! UTF-8: is it well-formed, and what is wrong with it.

use crate::export;
use placemat::utf8;

export! {
    /// How many bytes at the start of `text` are well-formed UTF-8.
    fn valid_up_to(text[len]: In) -> usize {
        match utf8::validate(text) {
            Ok(_) => text.len(),
            Err(bad) => bad.offset,
        }
    }
    /// All bytes are below 80.
    fn is_ascii(text[len]: In) -> bool { placemat::ascii::is_ascii(text) }
}
