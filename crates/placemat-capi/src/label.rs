//! Encodings by name.

use crate::border::export;
use crate::result::{label_of_number, number_of_label};
use placemat::encoding::Label;
use std::str;

/// What a name means, if it is text at all.
fn meaning(name: &[u8], of: impl FnOnce(&str) -> Option<Label>) -> u32 {
    number_of_label(str::from_utf8(name).ok().and_then(of))
}

export! {
    /// As IANA and iconv mean it.
    fn placemat_label_find(name[len]: In<u8>) -> u32 { meaning(name, Label::for_label) }
    /// As the Encoding Standard means it.
    fn placemat_label_find_whatwg(name[len]: In<u8>) -> u32 {
        meaning(name, Label::for_label_whatwg)
    }
    /// The label of text that begins so, and the length of its signature.
    fn placemat_label_for_reading(
        label: u32, start[len]: In<u8>, last: bool, signature_len: Option<&mut usize>
    ) -> u32 {
        let label = label_of_number(label).and_then(|label| label.for_reading(start, last));
        if let (Some((_, signature)), Some(out)) = (label, signature_len) {
            *out = signature;
        }
        number_of_label(label.map(|(label, _)| label))
    }
}
