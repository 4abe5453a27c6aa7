//! Places in CSV and JSON Lines, of any bytes: the same in pieces as in the whole, and byte by byte; they go forward; the parts of a
//! record add up to it; with memory that does not grow with the text.
#![cfg_attr(fuzzing, no_main)]

#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use libfuzzer_sys::fuzz_target;
use placemat_profile::records::{Csv, JsonLines, Part, Place, Records, fields, string_values};

/// More is not kept of names and paths.
const MEMORY: usize = 512 << 10;

fuzz_target!(|data: &[u8]| {
    let Some((&first, text)) = data.split_first() else { return };
    let delimiter = *b",;\t|".get(usize::from(first & 3)).expect("there are four");
    let kinds = [
        Records::Csv(Csv::new(delimiter, first & 4 != 0)),
        Records::JsonLines(JsonLines::default()),
    ];
    for start in kinds {
        let mut whole = start.clone();
        let ((), memory) = crate::memory::measured(|| whole.pass(text));
        assert!(memory < MEMORY, "{memory} bytes");
        let (mut pieces, mut bytes, mut before) = (start.clone(), start.clone(), start.place());
        for piece in text.chunks(1 + usize::from(first >> 3)) {
            pieces.pass(piece);
            piece.iter().for_each(|&byte| bytes.pass(&[byte]));
            let place = pieces.place();
            assert_eq!(place, bytes.place());
            assert!(is_forward(&before, &place), "{before:?} {place:?}");
            before = place;
        }
        assert_eq!(pieces.place(), whole.place());

        // Record by record.
        let (mut by_record, mut rest, mut ended) = (start, text, 0);
        while !rest.is_empty() {
            let (len, ends) = by_record.pass_record(rest);
            assert!(len > 0 && (ends || len == rest.len()));
            ended += u64::from(ends);
            let record = &rest[..len];
            match by_record {
                Records::Csv(_) => {
                    let mut end = 0;
                    for field in fields(record, delimiter) {
                        assert!(field.start >= end && field.end >= field.start, "{field:?}");
                        end = field.end;
                    }
                    assert!(end <= record.len());
                }
                _ => {
                    for value in string_values(record) {
                        assert!(value.start < value.end && value.end <= record.len(), "{value:?}");
                    }
                }
            }
            rest = &rest[len..];
        }
        assert_eq!(by_record.place(), whole.place());
        assert_eq!(whole.place().record, ended + 1);
    }
});

fn is_forward(before: &Place, behind: &Place) -> bool {
    let field = |place: &Place| match place.part {
        Part::Field { number, .. } => number,
        _ => 0,
    };
    (before.record, field(before)) <= (behind.record, field(behind))
}
