//! The order of UTF-16 and of CESU-8 is that of their code points, lone surrogates among them, and an
//! order of any units: no memory is asked for.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::Dice;
use libfuzzer_sys::fuzz_target;
use placemat::order;
use std::cmp::Ordering;

fuzz_target!(|data: &[u8]| {
    let Some((&[seed], bytes)) = data.split_first_chunk() else { return };
    let mut dice = Dice::new(seed);
    // Three texts that begin alike, and may be the same.
    let common = dice.below(bytes.len().min(12) + 1);
    let (before, behind) = bytes.split_at(common);
    let texts = [0; 3].map(|_| {
        let from = dice.below(behind.len() + 1);
        let len = dice.below((behind.len() - from).min(12) + 1);
        [before, &behind[from..from + len]].concat()
    });
    check(&texts, order::cesu8);

    let units = texts.each_ref().map(|text| near_surrogates(text));
    check(&units, order::utf16);
    let values = units.each_ref().map(|units| values(units));
    let in_bytes = units.each_ref().map(|units| cesu8(units));
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let expected = values[a].cmp(&values[b]);
        assert_eq!(order::utf16(&units[a], &units[b]), expected);
        assert_eq!(order::cesu8(&in_bytes[a], &in_bytes[b]), expected);
    }
});

/// It is an order, and only what is the same is equal.
fn check<U: PartialEq>([a, b, c]: &[Vec<U>; 3], compare: fn(&[U], &[U]) -> Ordering) {
    let (ab, asked) = measured(|| compare(a, b));
    assert_eq!(asked, 0);
    let (bc, ac) = (compare(b, c), compare(a, c));
    assert_eq!(compare(b, a), ab.reverse());
    assert_eq!(ab.is_eq(), a == b);
    assert!(ab.is_gt() || bc.is_gt() || ac == if ab.is_eq() { bc } else { ab });
    assert!(ab.is_lt() || bc.is_lt() || ac == if ab.is_eq() { bc } else { ab });
}

/// Each byte as a unit, most of them surrogates or their neighbours.
fn near_surrogates(text: &[u8]) -> Vec<u16> {
    let unit = |byte: u8| match byte {
        0..0x40 => u16::from(byte),
        0x40..0x48 => 0xD7F8 + u16::from(byte % 8),
        0x48..0x50 => 0xE000 + u16::from(byte % 8),
        0x50..0x58 => 0xFFF8 + u16::from(byte % 8),
        _ => 0xD800 + 8 * u16::from(byte),
    };
    text.iter().map(|&byte| unit(byte)).collect()
}

/// The code points, as std sees them.
fn values(units: &[u16]) -> Vec<u32> {
    let items = char::decode_utf16(units.iter().copied());
    items.map(|item| item.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from)).collect()
}

/// Each unit by itself, as Java writes it: one to three bytes.
fn cesu8(units: &[u16]) -> Vec<u8> {
    let bytes = |unit: u16| match unit {
        0 => vec![0xC0, 0x80],
        1..0x80 => vec![unit as u8],
        0x80..0x800 => vec![0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8],
        _ => vec![
            0xE0 | (unit >> 12) as u8,
            0x80 | (unit >> 6 & 0x3F) as u8,
            0x80 | (unit & 0x3F) as u8,
        ],
    };
    units.iter().flat_map(|&unit| bytes(unit)).collect()
}
