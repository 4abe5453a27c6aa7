//! Records in chunks are those of the whole, taken apart naively; parts are bounded by chunks and
//! records; no memory is asked for.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::Dice;
use libfuzzer_sys::fuzz_target;
use placemat::tool::framed::{Cut, Records, header};

fuzz_target!(|data: &[u8]| {
    let Some((&[kind, seed], rest)) = data.split_first_chunk() else { return };
    let mut dice = Dice::new(seed);
    // Lengths at random are longer than any text: so records of the text, with some of it as it is.
    let input = if kind < 64 {
        rest.to_vec()
    } else {
        let frame = |text: &&[u8]| [&header(text.len()).expect("it is short")[..], text].concat();
        let records: Vec<u8> = dice.cuts(rest).iter().flat_map(frame).collect();
        records[..records.len() - dice.below(8).min(records.len())].to_vec()
    };
    let (expected, expected_cut) = whole(&input);
    let pieces = dice.cuts(&input);
    let mut found: Vec<Vec<u8>> = Vec::new();
    let (mut records, mut parts, mut open) = (Records::new(), 0, false);
    for piece in &pieces {
        let mut chunk = *piece;
        loop {
            let (part, asked) = measured(|| records.next_part(&mut chunk));
            assert_eq!(asked, 0);
            let Some(part) = part else { break };
            assert_eq!(part.starts, !open);
            if part.starts {
                found.push(Vec::new());
            }
            found.last_mut().expect("one has started").extend_from_slice(part.bytes);
            open = !part.ends;
            parts += 1;
        }
        assert!(chunk.is_empty());
    }
    assert_eq!((&found, records.cut()), (&expected, expected_cut));
    assert!(parts <= pieces.len() + found.len());
});

/// The records of `input`, the last one as far as it goes, and what is missing of that.
fn whole(mut input: &[u8]) -> (Vec<Vec<u8>>, Option<Cut>) {
    let mut records = Vec::new();
    loop {
        let (&[high, low], rest) = match input {
            [] => return (records, None),
            [_] => return (records, Some(Cut::Length)),
            _ => input.split_first_chunk().expect("two bytes are there"),
        };
        let len = 256 * usize::from(high) + usize::from(low);
        if rest.len() < len {
            records.push(rest.to_vec());
            return (records, Some(Cut::Text { missing: len - rest.len() }));
        }
        records.push(rest[..len].to_vec());
        input = &rest[len..];
    }
}
