//! Controls of ASCII in any encoding.

use super::{Codec, Coding, Legacy};
use placemat::encoding::Label;
use placemat::{Policy, Transcoder};

/// U+000A: the code unit that stands for it, and for nothing else but in SCSU, where it may be half of a unit
/// of UTF-16.
pub(crate) fn line_feed(coding: Coding) -> Vec<u8> {
    control(coding, b'\n')
}

/// The code unit of a control of ASCII: itself, where the encoding has none for it alone.
pub(crate) fn control(coding: Coding, control: u8) -> Vec<u8> {
    let mut unit = [0; 8];
    let written = match coding {
        Coding::Family(label) => {
            Transcoder::new(Label::Utf8, label, Policy::Strict)
                .expect("strict always makes sense")
                .push(&[control], &mut unit, true)
                .written
        }
        Coding::Legacy(Legacy { codec: Codec::Page(page), .. }) => {
            page.byte(control.into()).map_or(0, |byte| {
                unit[0] = byte;
                1
            })
        }
        Coding::Legacy(_) => 0,
    };
    if matches!(written, 1 | 2 | 4) { unit[..written].to_vec() } else { vec![control] }
}
