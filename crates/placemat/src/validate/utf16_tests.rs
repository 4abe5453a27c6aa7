//! Every level, and the array, in both byte orders and at odd addresses: how far
//! text is well-formed.

use super::utf16::WellFormedUtf16Prefix;
use crate::count::utf16::{CountUtf16, Utf8Len};
use crate::level;
use crate::simd::array;
use crate::simd::dispatch::{self, Operation};
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The results of an operation everywhere.
fn everywhere<O: Operation + Copy>(operation: O) -> Vec<O::Output> {
    // SAFETY: the levels are available.
    let levels = level::available().map(|level| unsafe { dispatch::run_at(level, operation) });
    let mut results: Vec<_> = levels.collect();
    if array::RUNS {
        results.push(array::run::<16, _>(operation));
        results.push(array::run::<32, _>(operation));
    }
    results
}

fn check<const SWAPPED: bool>(units: &[u16]) {
    let mut bytes = vec![0];
    bytes.extend(units.iter().flat_map(|&unit| {
        if SWAPPED { unit.swap_bytes().to_ne_bytes() } else { unit.to_ne_bytes() }
    }));
    let bytes = &bytes[1..];
    let mut good = 0;
    for item in char::decode_utf16(units.iter().copied()) {
        let Ok(c) = item else { break };
        good += c.len_utf16();
    }
    for prefix in everywhere(WellFormedUtf16Prefix::<SWAPPED>(bytes)) {
        assert_eq!(prefix % 2, 0);
        let prefix = prefix / 2;
        assert!(prefix <= good && good - prefix < 256, "{prefix} of {good}: {units:x?}");
        assert!(String::from_utf16(&units[..prefix]).is_ok(), "{prefix} of {good}: {units:x?}");
        assert_eq!(prefix == units.len(), good == units.len(), "{prefix} of {good}: {units:x?}");
    }
    let len = String::from_utf16_lossy(units).len();
    assert!(everywhere(Utf8Len::<SWAPPED>(bytes)).iter().all(|&got| got == len), "{units:x?}");
    let count = units.iter().filter(|&&unit| unit & 0xFC00 != 0xDC00).count();
    assert!(everywhere(CountUtf16::<SWAPPED>(bytes)).iter().all(|&got| got == count), "{units:x?}");
}

#[test]
fn every_error_at_every_offset() {
    for len in [1, 7, 8, 9, 16, 17, 64, 72, 90, 150, 333] {
        for background in [[0x61, 0x3042], [0xD7FF, 0xE000], [0xD83D, 0xDE00]] {
            let mut units: Vec<u16> = background.iter().copied().cycle().take(len).collect();
            check::<false>(&units);
            for at in 0..len {
                let before = units[at];
                for unit in [0xD800, 0xDBFF, 0xDC00, 0xDFFF] {
                    units[at] = unit;
                    check::<false>(&units);
                    check::<true>(&units);
                }
                units[at] = before;
            }
        }
    }
}

#[test]
fn every_unit_value() {
    for start in (0..=0xFFFF_u16).step_by(256) {
        let units: Vec<u16> = (start..=start + 255).collect();
        check::<false>(&units);
        check::<true>(&units);
        for unit in units {
            check::<false>(&[unit]);
        }
    }
}

#[test]
fn an_odd_byte_at_the_end_is_left() {
    for prefix in everywhere(WellFormedUtf16Prefix::<false>(&[0x61; 101])) {
        assert_eq!(prefix, 100);
    }
}
