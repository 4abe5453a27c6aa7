//! Validation at every level is that of the reference, of std and of simdutf8.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level, reference};
use libfuzzer_sys::fuzz_target;
use placemat::{compat, utf8};

fuzz_target!(|data: &[u8]| {
    let input = Input::new(data);
    let text = input.text();
    let expected = reference::first_error(text);
    let parts = text.split_at(expected.map_or(text.len(), |bad| bad.offset));
    let of_std = std::str::from_utf8(text).map_err(|e| (e.valid_up_to(), e.error_len()));
    let of_peer = simdutf8::compat::from_utf8(text).map_err(|e| (e.valid_up_to(), e.error_len()));
    at_every_level(|| {
        assert_eq!(utf8::validate(text).err(), expected);
        assert_eq!(utf8::is_valid(text), expected.is_none());
        let (good, rest) = utf8::split_valid(text);
        assert_eq!((good.as_bytes(), rest), parts);
        let told = compat::from_utf8(text).map_err(|e| (e.valid_up_to(), e.error_len()));
        assert_eq!(told, of_std);
        assert_eq!(told, of_peer);
        assert_eq!(compat::basic::from_utf8(text).ok(), of_std.ok());
    });
});
