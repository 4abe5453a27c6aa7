//! The everyday functions, from and to each of UTF-8, UTF-16, UTF-32 and Latin-1, at
//! every level: what the standard library says.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::everyday::{from_latin1, from_utf8, from_utf16, from_utf32};
use common::{Input, at_every_level};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let input = Input::new(data);
    let text = input.text();
    let units: Vec<u16> = text.as_chunks().0.iter().map(|&two| u16::from_ne_bytes(two)).collect();
    let mut values: Vec<u32> =
        text.as_chunks().0.iter().map(|&four| u32::from_ne_bytes(four)).collect();
    // Most of those are too large: they are taken as they are, and made smaller.
    let large = values.clone();
    values.iter_mut().for_each(|value| *value &= 0x1F_FFFF);
    at_every_level(|| {
        from_utf8(text);
        from_latin1(text);
        from_utf16(&units);
        from_utf32(&large);
        from_utf32(&values);
    });
});
