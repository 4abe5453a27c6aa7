//! Every error at every level is that of the reference; groups cover them; lossy
//! text is that of std and of encoding_rs.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level, reference};
use libfuzzer_sys::fuzz_target;
use placemat::{Malformed, compat, utf8};

fuzz_target!(|data: &[u8]| {
    let input = Input::new(data);
    let text = input.text();
    let expected = reference::errors(text);
    let of_std = String::from_utf8_lossy(text);
    let (of_peer, had_errors) = encoding_rs::UTF_8.decode_without_bom_handling(text);
    assert_eq!(had_errors, !expected.is_empty());
    at_every_level(|| {
        assert!(utf8::errors(text).eq(expected.iter().copied()));
        check_groups(text, &expected);
        let mended = compat::from_utf8_lossy(text);
        assert_eq!(mended, of_std);
        assert_eq!(mended, of_peer);
    });
});

/// Groups cover the errors, all of them and in order.
fn check_groups(text: &[u8], errors: &[Malformed]) {
    let mut errors = errors.iter();
    for group in utf8::groups(text) {
        let mut at = group.offset;
        for subpart in 0..group.subparts {
            let bad = errors.next().expect("an error for every subpart");
            assert_eq!(bad.offset, at);
            assert!(subpart > 0 || bad.kind == group.kind);
            at = bad.end();
        }
        assert_eq!(at, group.end());
        assert!((1..=6).contains(&group.len) && group.subparts >= 1);
    }
    assert_eq!(errors.next(), None);
}
