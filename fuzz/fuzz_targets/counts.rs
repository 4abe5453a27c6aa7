//! Counts at every level are what the documentation says; those of well-formed
//! text are those of std.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level};
use libfuzzer_sys::fuzz_target;
use placemat::{utf8, utf16};

fuzz_target!(|data: &[u8]| {
    let input = Input::new(data);
    let text = input.text();
    let begins = text.iter().filter(|&&byte| !(0x80..=0xBF).contains(&byte)).count();
    let twice = text.iter().filter(|&&byte| byte >= 0xF0).count();
    if let Ok(text) = std::str::from_utf8(text) {
        assert_eq!(text.chars().count(), begins);
        assert_eq!(text.encode_utf16().count(), begins + twice);
    }
    let units: Vec<u16> =
        text.chunks_exact(2).map(|two| u16::from_ne_bytes([two[0], two[1]])).collect();
    let units_begin = units.iter().filter(|&&unit| unit & 0xFC00 != 0xDC00).count();
    let as_utf8 = String::from_utf16_lossy(&units).len();
    at_every_level(|| {
        assert_eq!(utf8::count_code_points(text), begins);
        assert_eq!(utf8::utf16_len(text), begins + twice);
        assert_eq!(utf16::count_code_points(&units), units_begin);
        assert_eq!(utf16::utf8_len(&units), as_utf8);
    });
});
