//! Every error at every level is that of the reference; groups cover them; lossy
//! text is that of std and of encoding_rs.
#![no_main]

mod common;

use common::{at_every_level, lengthened, reference};
use libfuzzer_sys::fuzz_target;
use placemat::{compat, utf8};

fn check(text: &[u8]) {
    let expected = reference::errors(text);
    assert!(utf8::errors(text).eq(expected.iter().copied()));

    let mut errors = expected.iter();
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

    let mended = compat::from_utf8_lossy(text);
    assert_eq!(mended, String::from_utf8_lossy(text));
    let (of_peer, had_errors) = encoding_rs::UTF_8.decode_without_bom_handling(text);
    assert_eq!((mended, !expected.is_empty()), (of_peer, had_errors));
}

fuzz_target!(|data: &[u8]| {
    at_every_level(data, check);
    at_every_level(&lengthened(data), check);
});
