//! Code points and errors from both ends, and boundaries, are those of the
//! reference.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::reference;
use libfuzzer_sys::fuzz_target;
use placemat::utf8;

fuzz_target!(|text: &[u8]| {
    let items = reference::items(text);
    assert!(utf8::code_points(text).eq(items.iter().copied()));
    assert!(utf8::code_points(text).rev().eq(items.iter().rev().copied()));

    // The bits of the text say from which end to take the next.
    let (mut both, mut front, mut back) = (utf8::code_points(text), 0, items.len());
    for byte in &text[..items.len()] {
        if byte & 1 == 0 {
            assert_eq!(both.next(), Some(items[front]));
            front += 1;
        } else {
            back -= 1;
            assert_eq!(both.next_back(), Some(items[back]));
        }
    }
    assert!(both.next().is_none() && both.next_back().is_none() && both.as_bytes().is_empty());

    let boundaries = reference::boundaries(text);
    let mut next = boundaries.iter().copied().peekable();
    let mut floor = 0;
    for at in 0..=text.len() {
        let ceil = *next.peek().expect("the end is a boundary");
        if ceil == at {
            floor = at;
            next.next();
        }
        assert_eq!(utf8::floor_boundary(text, at), floor);
        assert_eq!(utf8::ceil_boundary(text, at), ceil);
        assert_eq!(utf8::is_boundary(text, at), floor == at);
    }

    // By the lengths that the first bytes say.
    for most in text.iter().take(3).map(|&byte| usize::from(byte)) {
        let mut at = 0;
        for piece in utf8::split_at_boundaries(text, most) {
            assert!((1..=most.max(4)).contains(&piece.len()));
            at += piece.len();
            assert!(boundaries.contains(&at));
        }
        assert_eq!(at, text.len());
    }

    assert_eq!(utf8::decode_first(text).map(|(item, _)| item), items.first().copied());
    assert_eq!(utf8::decode_last(text).map(|(item, _)| item), items.last().copied());
});
