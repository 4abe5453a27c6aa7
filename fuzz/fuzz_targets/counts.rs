//! Counts at every level are what the documentation says; those of well-formed
//! text are those of std.
#![no_main]

mod common;

use common::{at_every_level, lengthened};
use libfuzzer_sys::fuzz_target;
use placemat::utf8;

fn check(text: &[u8]) {
    let begins = text.iter().filter(|&&byte| !(0x80..=0xBF).contains(&byte)).count();
    let twice = text.iter().filter(|&&byte| byte >= 0xF0).count();
    assert_eq!(utf8::count_code_points(text), begins);
    assert_eq!(utf8::utf16_len(text), begins + twice);
}

fuzz_target!(|data: &[u8]| {
    at_every_level(data, check);
    at_every_level(&lengthened(data), check);
    let text = String::from_utf8_lossy(data);
    assert_eq!(utf8::count_code_points(text.as_bytes()), text.chars().count());
    assert_eq!(utf8::utf16_len(text.as_bytes()), text.encode_utf16().count());
});
