//! Evidence does not depend on pieces and levels; what it counts is what the reference counts; no memory
//! is asked for.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::{Dice, Input, at_every_level, reference};
use libfuzzer_sys::fuzz_target;
use placemat::detect::{Detector, Evidence, Look, SAMPLE, sniff};
use placemat::utf8;

/// So many mistakes are counted, and not estimated.
const FEW: usize = 128;

fuzz_target!(|data: &[u8]| {
    let Some((&[seed, long], data)) = data.split_first_chunk() else { return };
    let input = Input::new(data);
    // Longer than what is looked at first, now and then.
    let text =
        input.text().repeat(if long < 8 { SAMPLE / input.text().len().max(1) + 2 } else { 1 });
    let whole = evidence(&[&text]);
    let pieces = Dice::new(seed).cuts(&text);
    let sniffed = sniff(&text, true);
    at_every_level(|| {
        assert_eq!(format!("{:?}", evidence(&pieces)), format!("{whole:?}"));
        assert_eq!(sniff(&text, true), sniffed);
        assert_eq!(sniff(&text[..text.len().min(SAMPLE)], text.len() <= SAMPLE), sniffed);
    });
    let buffered = text.len().min(SAMPLE);
    assert!(whole.sniffed == sniff(&text[..buffered], text.len() <= SAMPLE));

    assert_eq!(whole.bytes(), text.len() as u64);
    let all: u64 = (0..=0xFF).map(|byte| whole.count(byte..=byte)).sum();
    assert_eq!(all, whole.bytes());
    assert_eq!(whole.high(), text.iter().filter(|byte| !byte.is_ascii()).count() as u64);
    // A group is a mistake, or what a cut leaves at the start, byte by byte, or at the end.
    let groups: Vec<_> = utf8::groups(&text).collect();
    if groups.len() <= FEW {
        let items = reference::items(&text);
        let longer = items.iter().flatten().filter(|c| !c.is_ascii()).count();
        assert_eq!(whole.multi_byte(), longer as u64);
        let cut = whole.cut_start + usize::from(whole.cut_end > 0);
        assert_eq!(whole.malformed as usize + cut, groups.len());
    } else {
        assert!(whole.malformed as usize + whole.cut_start >= FEW);
        assert!(whole.multi_byte() <= whole.high());
    }
    let looks: u64 = Look::all().iter().map(|&look| whole.looks_like(look)).sum();
    assert_eq!(looks, whole.malformed);
    assert!(groups.len() <= text.len());
    groups.iter().for_each(|group| _ = Look::of(&text, group));
});

fn evidence(pieces: &[&[u8]]) -> Evidence {
    let (evidence, asked) = measured(|| {
        let mut detector = Detector::new();
        pieces.iter().for_each(|piece| detector.push(piece));
        detector.finish()
    });
    assert_eq!(asked, 0);
    evidence
}
