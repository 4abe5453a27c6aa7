//! The public functions against the standard library, at every level.

use crate::common::levels::at_every_level;
use crate::{MalformedKind, utf16};
use std::string::String;
use std::vec::Vec;

fn check(units: &[u16]) {
    let expected: Vec<Result<char, u16>> = char::decode_utf16(units.iter().copied())
        .map(|item| item.map_err(|bad| bad.unpaired_surrogate()))
        .collect();
    let items: Vec<_> = utf16::code_points(units).collect();
    let mut back: Vec<_> = utf16::code_points(units).rev().collect();
    back.reverse();
    assert_eq!(items, back, "{units:x?}");
    assert_eq!(items.len(), expected.len());
    for (item, expected) in items.iter().zip(&expected) {
        match (item, expected) {
            (Ok(a), Ok(b)) => assert_eq!(a, b),
            (Err(bad), Err(unit)) => {
                assert_eq!(units[bad.offset], *unit);
                let high = bad.kind == MalformedKind::LoneHighSurrogate;
                assert_eq!(high, *unit < 0xDC00);
            }
            other => panic!("{other:?} in {units:x?}"),
        }
    }
    let errors: Vec<_> = items.iter().filter_map(|item| item.err()).collect();
    assert_eq!(utf16::errors(units).collect::<Vec<_>>(), errors, "{units:x?}");
    assert_eq!(utf16::validate(units), errors.first().map_or(Ok(()), |&bad| Err(bad)));
    assert_eq!(utf16::is_valid(units), errors.is_empty());

    let lossy = String::from_utf16_lossy(units);
    assert_eq!(utf16::utf8_len(units), lossy.len(), "{units:x?}");
    let low = units.iter().filter(|&&unit| unit & 0xFC00 == 0xDC00).count();
    assert_eq!(utf16::count_code_points(units), units.len() - low);
    #[cfg(feature = "alloc")]
    {
        assert_eq!(utf16::to_string_lossy(units), lossy);
        match (utf16::to_string(units), String::from_utf16(units)) {
            (Ok(a), Ok(b)) => assert_eq!(a, b),
            (Err(bad), Err(_)) => assert_eq!(bad, errors[0]),
            other => panic!("{other:?} of {units:x?}"),
        }
    }

    let mut mended = units.to_vec();
    assert_eq!(utf16::make_well_formed(&mut mended), errors.len());
    assert_eq!(mended, lossy.encode_utf16().collect::<Vec<_>>());
    utf16::swap_bytes(&mut mended);
    assert!(mended.iter().zip(lossy.encode_utf16()).all(|(a, b)| a.swap_bytes() == b));
}

#[test]
fn every_error_at_every_offset() {
    at_every_level(|_| {
        for len in [1, 2, 15, 16, 17, 64, 65, 81, 200] {
            for background in [[0x61, 0x62], [0x20AC, 0xE9], [0xD83D, 0xDE00]] {
                let background: Vec<u16> = background.iter().copied().cycle().take(len).collect();
                for at in 0..len {
                    for unit in [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x41] {
                        let mut units = background.clone();
                        units[at] = unit;
                        check(&units);
                    }
                }
            }
        }
    });
}

#[test]
fn random_units() {
    at_every_level(|_| {
        let mut seed = 99_u64;
        let mut random = |bound: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 16) as usize % bound
        };
        for _ in 0..3000 {
            let dirt = [2, 10, 1000][random(3)];
            let len = random(400);
            let mut units = Vec::new();
            while units.len() < len {
                match random(dirt) {
                    0 => units.push(0xD800 + random(0x800) as u16),
                    _ if random(5) == 0 => units.extend([0xD83D, 0xDE00 + random(64) as u16]),
                    _ => {
                        let bound = [0x80, 0x800, 0xD800][random(3)];
                        units.push(random(bound) as u16);
                    }
                }
            }
            check(&units);
        }
    });
}

#[test]
fn counts_of_long_text() {
    at_every_level(|_| {
        // More than a round of lane-wise totals.
        let units = std::vec![0x20AC; 1_200_000];
        assert_eq!(utf16::utf8_len(&units), 3_600_000);
        let units: Vec<u16> = "😀".encode_utf16().cycle().take(1_200_000).collect();
        assert_eq!(utf16::utf8_len(&units), 2_400_000);
        // Pairs are looked for from the first one on, and after a while no more.
        let some = "😀".repeat(300) + &"€".repeat(5_000) + "😀";
        for halves in 0..40 {
            let text = "a".repeat(halves) + &some.repeat(3);
            let mut units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(utf16::utf8_len(&units), text.len());
            // Halves by themselves become three bytes each.
            let last = units.len() - 1;
            units.swap(last - 1, last);
            assert_eq!(utf16::utf8_len(&units), text.len() + 2);
        }
        let units = std::vec![0xDC00; 1_200_000];
        assert_eq!(utf16::count_code_points(&units), 0);
    });
}
