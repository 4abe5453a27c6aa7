//! The everyday functions, from and to each of UTF-8, UTF-16, UTF-32 and Latin-1:
//! what the standard library says, at every level.

use crate::common::everyday::{from_latin1, from_utf8, from_utf16, from_utf32};
use crate::common::filler::{CLASSES, before};
use crate::common::levels::{at_every_level, every, rounds};
use crate::common::random::Random;

/// Everything that can be read as one of the four.
fn check(bytes: &[u8]) {
    from_utf8(bytes);
    from_latin1(bytes);
    let text = String::from_utf8_lossy(bytes);
    from_utf16(&text.encode_utf16().collect::<Vec<_>>());
    from_utf32(&text.chars().map(u32::from).collect::<Vec<_>>());
}

#[test]
fn text_of_every_length() {
    at_every_level(|_| {
        for class in CLASSES {
            for len in (0..140).step_by(every(11)) {
                check(&before(class, len));
            }
        }
    });
}

#[test]
fn text_with_errors() {
    let mut random = Random::new(17);
    at_every_level(|_| {
        for _ in 0..rounds(2000) {
            let len = random.one_of(&[3, 12, 40, 130, 600]);
            let text = random.malformed(len);
            check(&text);
            let mut units: Vec<u16> = String::from_utf8_lossy(&text).encode_utf16().collect();
            let mut values: Vec<u32> = units.iter().map(|&unit| unit.into()).collect();
            for _ in 0..random.below(4) {
                if let Some(last) = units.len().checked_sub(1) {
                    let at = random.below(last + 1);
                    units[at] = random.one_of(&[0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE9]);
                    values[at] = random.one_of(&[0xD800, 0xDFFF, 0x11_0000, u32::MAX, 0x10_FFFF]);
                }
            }
            from_utf16(&units);
            from_utf32(&values);
        }
    });
}
