//! Errors of text in chunks, with lines and columns, are those that the reference finds in the whole;
//! each is told when the byte is there that proves it; no memory is asked for. Behind the end another
//! text begins, whose places go on.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::{Dice, at_every_level, reference};
use libfuzzer_sys::fuzz_target;
use placemat::error::Located;
use placemat::{Malformed, MalformedKind, Validator};

fuzz_target!(|data: &[u8]| {
    let Some((&[seed, half], text)) = data.split_first_chunk() else { return };
    let half = text.len() * usize::from(half) / 256;
    let (first, second) = text.split_at(half);
    let in_second = reference::errors(second).into_iter();
    let in_second = in_second.map(|bad| Malformed { offset: half + bad.offset, ..bad });
    let errors = reference::errors(first).into_iter().chain(in_second);
    let expected: Vec<Located> = errors.map(|bad| located(text, bad)).collect();
    at_every_level(|| {
        let (mut validator, mut dice) = (Validator::new(), Dice::new(seed));
        let mut told = Vec::with_capacity(text.len());
        for (text, base) in [(first, 0), (second, half)] {
            let (pieces, mut pushed) = (dice.cuts(text), base);
            for (at, piece) in pieces.iter().enumerate() {
                let last = at + 1 == pieces.len();
                let ((), asked) = measured(|| validator.push(piece, last, |bad| told.push(bad)));
                assert_eq!(asked, 0);
                pushed += piece.len();
                assert_eq!(validator.offset() as usize + validator.waiting().len(), pushed);
                assert!(validator.waiting().len() <= if last { 0 } else { 3 });
                // What is certain: all but a sequence that may go on.
                let next = expected.get(told.len()).map(|bad| bad.malformed);
                let may_go_on = |bad: Malformed<u64>| {
                    bad.kind == MalformedKind::IncompleteAtEnd
                        || bad.offset as usize + bad.len >= pushed
                };
                assert!(next.is_none_or(may_go_on));
            }
        }
        assert_eq!(told, expected);
        assert_eq!(validator.malformed() as usize, expected.len());
        let line_feeds = text.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(validator.line_feeds() as usize, line_feeds);
    });
});

/// The place of `bad`, counted from the start of `text`.
fn located(text: &[u8], bad: Malformed) -> Located {
    let before = &text[..bad.offset];
    let mut lines = before.split(|&byte| byte == b'\n');
    Located {
        malformed: bad.in_stream(0),
        line: lines.clone().count() as u64,
        column: lines.next_back().map_or(0, <[u8]>::len) as u64 + 1,
    }
}
