//! Conversion of text that is known to be well-formed, without a check: what the
//! standard library says, at every level and every length.

use crate::common::filler::{CLASSES, before};
use crate::common::levels::{at_every_level, every};
use crate::common::random::Random;
use placemat::{utf16, utf32};

/// Text of each class, of all lengths to some windows, and text of all kinds.
fn texts() -> Vec<String> {
    let classes =
        CLASSES.iter().flat_map(|class| (0..300).step_by(every(7)).map(|len| before(class, len)));
    let mut random = Random::new(11);
    let mixed: Vec<Vec<u8>> =
        (0..400).step_by(every(13)).map(|i| random.well_formed(i * 5)).collect();
    let text = |bytes| String::from_utf8(bytes).expect("it is well-formed");
    classes.chain(mixed).map(text).collect()
}

#[test]
fn well_formed_text_without_a_check() {
    let texts = texts();
    at_every_level(|level| {
        for text in &texts {
            let units: Vec<u16> = text.encode_utf16().collect();
            let values: Vec<u32> = text.chars().map(u32::from).collect();
            // SAFETY: the units are those of a string.
            let from_utf16 = unsafe { utf16::to_string_unchecked(&units) };
            assert_eq!(&from_utf16, text, "{level}");
            // SAFETY: as above.
            let widened = unsafe { utf16::to_utf32_unchecked(&units) };
            assert_eq!(widened, values, "{level} {text:?}");
            // SAFETY: the values are those of a string.
            let from_utf32 = unsafe { utf32::to_string_unchecked(&values) };
            assert_eq!(&from_utf32, text, "{level}");
            // SAFETY: as above.
            let narrowed = unsafe { utf32::to_utf16_unchecked(&values) };
            assert_eq!(narrowed, units, "{level} {text:?}");
        }
    });
}
