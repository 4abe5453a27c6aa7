//! Every level against the standard library: what a kernel has converted is
//! right, it stops before what is malformed and not much earlier, and nothing
//! else is written.

use super::Converted;
use super::utf16_to_utf8::{ShortUtf16ToUtf8, Utf16ToUtf8};
use crate::common::levels::{every, rounds};
use crate::level::{self, Level};
use crate::simd::array;
use crate::simd::dispatch::{self, Conversion};
use core::mem::MaybeUninit;
use std::vec::Vec;
use std::{format, string::String, vec};

/// Where a kernel runs.
#[derive(Clone, Copy, Debug)]
enum Place {
    At(Level),
    Array16,
    Array32,
}

fn places() -> impl Iterator<Item = Place> {
    fast_places().chain([Place::Array16, Place::Array32].into_iter().filter(|_| array::RUNS))
}

/// Those that are fast: every algorithm, not every meaning. The scalar level has no kernel.
fn fast_places() -> impl Iterator<Item = Place> {
    level::available().filter(|&level| level != Level::Scalar).map(Place::At)
}

/// `short`: in the way that short texts go, which is right for any text.
fn run<const SWAPPED: bool>(
    place: Place,
    short: bool,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Converted {
    if short {
        convert::<ShortUtf16ToUtf8<SWAPPED>>(place, src, dst)
    } else {
        convert::<Utf16ToUtf8<SWAPPED>>(place, src, dst)
    }
}

fn convert<C: Conversion>(place: Place, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> C::Output {
    match place {
        // SAFETY: the level is available.
        Place::At(level) => unsafe { dispatch::convert_at::<C>(level, src, dst) },
        Place::Array16 => array::convert::<16, C>(src, dst),
        Place::Array32 => array::convert::<32, C>(src, dst),
    }
}

const CANARY: u8 = 0xA5;

/// How many units a kernel may leave to the codec before what is malformed.
const LEFT: usize = 64;

/// Converts with `room` bytes of output, and checks all that a kernel promises.
/// `misaligned` moves both buffers.
fn check<const SWAPPED: bool>(place: Place, units: &[u16], room: usize, misaligned: usize) {
    check_way::<SWAPPED>(place, false, units, room, misaligned);
    check_way::<SWAPPED>(place, true, units, room, misaligned);
}

fn check_way<const SWAPPED: bool>(
    place: Place,
    short: bool,
    units: &[u16],
    room: usize,
    misaligned: usize,
) {
    let mut src = vec![0; misaligned];
    src.extend(units.iter().flat_map(|&unit| {
        if SWAPPED { unit.swap_bytes().to_ne_bytes() } else { unit.to_ne_bytes() }
    }));
    let mut dst = vec![MaybeUninit::new(CANARY); misaligned + room + 64];
    let got = run::<SWAPPED>(place, short, &src[misaligned..], &mut dst[misaligned..][..room]);
    // SAFETY: all of it has been initialised.
    let dst: Vec<u8> = dst.iter().map(|byte| unsafe { byte.assume_init() }).collect();
    let context = || format!("{place:?} short {short} swapped {SWAPPED} room {room} {units:04X?}");

    let (read, written) = (got.read / 2, got.written);
    assert_eq!(got.read % 2, 0);
    let text = match String::from_utf16(&units[..read]) {
        Ok(text) => text,
        Err(_) => panic!("stops inside of a pair, or behind an error: {read} {}", context()),
    };
    assert_eq!(&dst[misaligned..][..written], text.as_bytes(), "{}", context());
    assert!(dst[..misaligned].iter().all(|&byte| byte == CANARY), "before: {}", context());
    assert!(
        dst[misaligned + written..].iter().all(|&byte| byte == CANARY),
        "behind {written}: {}",
        context()
    );
    // How far it could have come.
    let (mut reachable, mut needed) = (0, 0);
    for item in char::decode_utf16(units.iter().copied()) {
        let Ok(c) = item else { break };
        if needed + c.len_utf8() > room {
            break;
        }
        reachable += c.len_utf16();
        needed += c.len_utf8();
    }
    let left = if reachable == units.len() { 0 } else { LEFT };
    assert!(read + left >= reachable, "stops at {read} of {reachable}: {}", context());
}

fn check_both(place: Place, units: &[u16], room: usize, misaligned: usize) {
    check::<false>(place, units, room, misaligned);
    check::<true>(place, units, room, misaligned);
}

/// The room that all of `units` needs, errors as U+FFFD.
fn exact(units: &[u16]) -> usize {
    String::from_utf16_lossy(units).len()
}

/// A unit of each class, and of neighbours of the classes' limits.
const SAMPLE: [u16; 16] = [
    0, 0x41, 0x7F, 0x80, 0xE9, 0xFF, 0x100, 0x3FF, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xE000, 0xFEFF,
    0xFFFD, 0xFFFF,
];

const PAIRS: [[u16; 2]; 6] = [
    [0xD800, 0xDC00],
    [0xD83D, 0xDE00],
    [0xDBFF, 0xDFFF],
    [0xD800, 0xDFFF],
    [0xDBFF, 0xDC00],
    [0xD9AA, 0xDD55],
];

#[test]
fn every_length_and_class() {
    for place in places() {
        for len in (0..100).step_by(every(3)) {
            for unit in SAMPLE {
                let units = vec![unit; len];
                check_both(place, &units, exact(&units), len % 3);
            }
            for pair in PAIRS {
                for first in 0..2 {
                    let mut units = pair.repeat(len / 2 + 1);
                    if first == 1 {
                        units.insert(0, 0x41);
                    }
                    units.truncate(len);
                    check_both(place, &units, exact(&units), len % 3);
                }
            }
        }
    }
}

/// Backgrounds on which one thing is changed.
fn backgrounds(len: usize) -> impl Iterator<Item = Vec<u16>> {
    let of = |text: &'static str| text.encode_utf16().cycle();
    ["plain text ", "Привет", "naïve café ", "漢字仮名", "漢字 and kana ", "😀🎉"]
        .into_iter()
        .map(move |text| of(text).take(len).collect())
}

#[test]
fn every_lane_of_each_sample() {
    for place in places() {
        for mut units in backgrounds(70) {
            for lane in (0..units.len()).step_by(every(5)) {
                let before = units[lane];
                for unit in SAMPLE {
                    units[lane] = unit;
                    check_both(place, &units, exact(&units), lane % 2);
                }
                units[lane] = before;
            }
            for lane in (0..units.len() - 1).step_by(every(5)) {
                let before = [units[lane], units[lane + 1]];
                for pair in PAIRS {
                    units[lane..lane + 2].copy_from_slice(&pair);
                    check_both(place, &units, exact(&units), lane % 2);
                }
                units[lane..lane + 2].copy_from_slice(&before);
            }
        }
    }
}

#[test]
fn every_error_at_every_offset() {
    let errors: [&[u16]; 7] = [
        &[0xD800],
        &[0xDBFF],
        &[0xDC00],
        &[0xDFFF],
        &[0xDC00, 0xD800],
        &[0xD800, 0xD800, 0xDC00],
        &[0xD800, 0xDC00, 0xDC00],
    ];
    for place in places() {
        for len in [64, 65, 96, 40] {
            for background in backgrounds(len) {
                for error in errors {
                    for offset in (0..=len - error.len()).step_by(every(5)) {
                        let mut units = background.clone();
                        units[offset..][..error.len()].copy_from_slice(error);
                        check_both(place, &units, exact(&units), 0);
                    }
                }
            }
        }
    }
}

#[test]
fn every_room() {
    for place in places() {
        for units in backgrounds(75) {
            for room in (0..=exact(&units) + 20).step_by(every(5)) {
                check_both(place, &units, room, room % 2);
            }
        }
    }
}

/// xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Text in runs of random classes, now and then malformed.
fn random_text(random: &mut Random, len: usize) -> Vec<u16> {
    let mut units = Vec::new();
    while units.len() < len {
        let class = random.below(7);
        let longest = if random.below(4) == 0 { 80 } else { 6 };
        for _ in 0..random.below(longest) {
            match class {
                0 | 1 => units.push(random.below(0x80) as u16),
                2 => units.push(0x80 + random.below(0x780) as u16),
                3 => units.push(0x800 + random.below(0xD000) as u16),
                4 => units.push(0xE000 + random.below(0x2000) as u16),
                5 => units.push(random.below(0xD800) as u16),
                _ => {
                    units.push(0xD800 + random.below(0x400) as u16);
                    units.push(0xDC00 + random.below(0x400) as u16);
                }
            }
        }
    }
    units.truncate(len);
    if random.below(3) == 0 {
        let at = random.below(len);
        units[at] = 0xD700 + random.below(0xA00) as u16;
    }
    units
}

#[test]
fn random_texts() {
    let mut random = Random(7);
    for _ in 0..rounds(20_000) {
        let len = 1 + random.below(300);
        let units = random_text(&mut random, len);
        let exact = exact(&units);
        let room = if random.below(4) == 0 { random.below(exact + 1) } else { exact };
        for place in fast_places() {
            check_both(place, &units, room, random.below(4));
        }
        if array::RUNS && random.below(10) == 0 {
            check_both(Place::Array16, &units, room, random.below(4));
            check_both(Place::Array32, &units, room, random.below(4));
        }
    }
}

#[test]
fn every_bmp_value_and_every_high_and_low_surrogate() {
    for place in places() {
        for start in (0..=0xFFFF_u16).step_by(64 * every(17)) {
            // A row holds surrogates only, or none.
            let units: Vec<u16> = match start {
                0xD800..0xDC00 => {
                    (start..start + 64).flat_map(|high| [high, 0xDC00 | high & 0x3FF]).collect()
                }
                0xDC00..0xE000 => continue,
                _ => (start..=start + 63).collect(),
            };
            for lane in 0..3 {
                let mut moved = vec![0x41; lane];
                moved.extend_from_slice(&units);
                check_both(place, &moved, exact(&moved), 0);
            }
        }
    }
}

#[test]
#[ignore = "cargo xtask exhaustive"]
fn every_value_in_every_lane() {
    let values = (0..=0xFFFF_u32).filter(|value| !(0xD800..0xE000).contains(value));
    let values: Vec<u32> = values.chain(0x1_0000..=0x10_FFFF).collect();
    for place in fast_places() {
        for block in values.chunks(64).step_by(every(17)) {
            let units: Vec<u16> = block
                .iter()
                .flat_map(|&value| {
                    let mut pair = [0; 2];
                    char::from_u32(value).unwrap().encode_utf16(&mut pair).to_vec()
                })
                .collect();
            for lane in 0..32 {
                let mut moved = vec![0x41; lane];
                moved.extend_from_slice(&units);
                check::<false>(place, &moved, exact(&moved), 0);
            }
        }
    }
}
