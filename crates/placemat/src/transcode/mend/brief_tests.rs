//! Brief texts that are mended against the loop that goes item by item: three bytes, units
//! of UTF-16, and random texts, at lanes that change; in memory that ends at a page that nobody may
//! touch, with room enough and too little.

use crate::Converter;
use crate::bytes::{bytes_of, bytes_of_mut};
use crate::common::guarded::{Guarded, Side};
use crate::common::levels::{one_of, rounds};
use crate::common::random::Random;
use crate::encoding::*;
use crate::engine::pair::Pair;
use crate::level::Level;
use crate::policy::Policy;
use crate::simd::dispatch::testing::at_every_level;
use core::mem::MaybeUninit;
use std::vec::Vec;

/// At every level.
fn at_levels(mut test: impl FnMut(&mut Memory)) {
    at_every_level(|level| {
        let (source, target) = (Guarded::new(1 << 12), Guarded::new(1 << 12));
        test(&mut Memory { level, source, target });
    });
}

struct Memory {
    level: Level,
    source: Guarded,
    target: Guarded,
}

/// What a text becomes, and where the items of it end, in units read and written.
struct Expected<T> {
    units: Vec<T>,
    ends: Vec<(usize, usize)>,
    malformed: Vec<usize>,
}

/// Item by item.
fn replaced<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Expected<T::Unit> {
    let (mut units, mut ends, mut malformed, mut at) =
        (Vec::new(), std::vec![(0, 0)], std::vec![0], 0);
    while at < src.len() {
        let (value, len, bad) = match F::decode(&mut F::State::default(), &src[at..], true) {
            Step::Value { value, len } => (value, len, 0),
            Step::Malformed { len, .. } => (0xFFFD, len, 1),
            step => unreachable!("{step:?} where nothing follows"),
        };
        let encoded = T::encode(&mut T::State::default(), value).expect("a form of Unicode");
        units.extend_from_slice(encoded.as_slice());
        at += len;
        ends.push((at, units.len()));
        malformed.push(malformed[malformed.len() - 1] + bad);
    }
    Expected { units, ends, malformed }
}

impl Memory {
    /// Mends `src`, with as much room as that needs, and with less. All of it must be done if there are
    /// vectors and room; else what is done must be right, and nothing behind it touched.
    fn check<F: Encoding, T: Encoding>(&mut self, src: &[F::Unit]) {
        let expected = replaced::<F, T>(src);
        let canary = T::encode(&mut T::State::default(), 0x7E).unwrap().units[0];
        let needed = expected.units.len();
        for (room, side) in [(needed, Side::End), (needed.saturating_sub(1), Side::Start)] {
            let source = self.source.room(src.len(), side);
            source.iter_mut().zip(src).for_each(|(place, &unit)| _ = place.write(unit));
            // SAFETY: every unit was just written.
            let source = unsafe { &*(core::ptr::from_ref(source) as *const [F::Unit]) };
            let target: &mut [MaybeUninit<T::Unit>] = self.target.room(room, side);
            target.fill(MaybeUninit::new(canary));
            let brief = Pair::of::<F, T>().mend_brief().expect("the pair has one");
            let mended = brief.run(bytes_of(source), bytes_of_mut(target));
            let read = mended.read() / size_of::<F::Unit>();
            let written = mended.written / size_of::<T::Unit>();
            let item = expected.ends.binary_search(&(read, written));
            let item = item.unwrap_or_else(|_| panic!("no boundary: {read} {written} {src:x?}"));
            assert_eq!(mended.malformed(), expected.malformed[item], "{src:x?}");
            if room == needed && self.level != Level::Scalar {
                assert_eq!(read, src.len(), "{src:x?}");
            }
            // SAFETY: all were filled, and only initialised units are stored.
            let target = unsafe { &*(core::ptr::from_ref(target) as *const [T::Unit]) };
            assert_eq!(target[..written], expected.units[..written], "{src:x?}");
            assert!(target[written..].iter().all(|&unit| unit == canary), "{src:x?}");
        }
    }

    fn check_utf8(&mut self, src: &[u8]) {
        self.check::<Utf8, Utf8>(src);
        self.check::<Utf8, Utf16>(src);
        self.check::<Utf8, Utf16Swapped>(src);
    }

    fn check_utf16(&mut self, units: &[u16]) {
        self.check::<Utf16, Utf8>(units);
        let swapped: Vec<u16> = units.iter().map(|unit| unit.swap_bytes()).collect();
        self.check::<Utf16Swapped, Utf8>(&swapped);
    }
}

/// At the edges of what is well-formed, between others, in texts of one part and of two.
#[test]
fn three_bytes() {
    let mut random = Random::new(5);
    at_levels(|memory| {
        for round in 0..rounds(8_000) {
            let before = round % 83;
            let mut src = [b'x'; 100];
            src[before..][..3].fill_with(|| random.edge_byte());
            memory.check_utf8(&src[..before + 3 + round % 11]);
        }
    });
}

/// Beside others, of which some are surrogates.
#[test]
fn every_unit() {
    at_levels(|memory| {
        for unit in (0..=u16::MAX).step_by(one_of(31)) {
            for others in [[0x41, 0x42], [0x44F, 0xE9], [0xD83D, 0x41], [0x4E2D, 0xDE00]] {
                let before = usize::from(unit) % 89;
                let mut src: Vec<u16> = (0..before + 7).map(|i| others[i / 5 % 2]).collect();
                src[before] = unit;
                memory.check_utf16(&src);
            }
        }
    });
}

/// Of all lengths that are brief.
#[test]
fn random_texts() {
    let mut random = Random::new(23);
    at_levels(|memory| {
        for round in 0..rounds(4_000) {
            let len = round % (4 * 63 + 1);
            let mut src = random.well_formed(len);
            src.truncate(len);
            for _ in 0..random.below(12) {
                let at = random.below(src.len().max(1));
                if at < src.len() {
                    src[at] = random.edge_byte();
                }
            }
            memory.check_utf8(&src);
            let units = src.iter().map(|&byte| match byte {
                0xE0..=0xEF => 0xD800 | u16::from(byte) << 4,
                0x00..=0x7F => u16::from(byte),
                _ => u16::from(byte) << 5,
            });
            memory.check_utf16(&units.collect::<Vec<_>>());
        }
    });
}

/// ASCII with malformed bytes, and now and then a sequence, as long as records are: with all room, and with less.
#[test]
fn ascii() {
    let converter = Converter::<Utf8, Utf8>::new(Policy::Replace).unwrap();
    let mut random = Random::new(92);
    at_levels(|memory| {
        for round in 0..rounds(6_000) {
            let mut src = std::vec![b'x'; round % 700 + 1];
            for _ in 0..random.below(8) {
                let at = random.below(src.len());
                src[at] = random.edge_byte();
            }
            if round % 4 == 0 {
                let text = random.well_formed(4);
                let at = random.below(src.len());
                src.splice(at..at, text);
            }
            let expected = replaced::<Utf8, Utf8>(&src);
            let needed = expected.units.len();
            for room in
                [needed, needed - 1, needed.saturating_sub(2 + random.below(200)), needed + 9]
            {
                let source = memory.source.at_end(&src);
                let target: &mut [MaybeUninit<u8>] = memory.target.room(room, Side::End);
                target.fill(MaybeUninit::new(0x7E));
                let result = converter.convert_into_uninit(source, target);
                let done = result.unwrap_or_else(|stopped| stopped.done);
                assert_eq!(result.is_ok(), room >= needed, "{src:x?}");
                let item = expected.ends.binary_search(&(done.read, done.written));
                let item = item.unwrap_or_else(|_| panic!("no boundary: {done:?} {src:x?}"));
                assert_eq!(done.malformed, expected.malformed[item], "{src:x?}");
                assert_eq!(result.is_ok(), done.read == src.len(), "{src:x?}");
                // SAFETY: all were filled, and only initialised bytes are stored.
                let target = unsafe { &*(core::ptr::from_ref(target) as *const [u8]) };
                assert_eq!(target[..done.written], expected.units[..done.written], "{src:x?}");
                let behind = &target[done.written..];
                assert!(behind.iter().all(|&byte| byte == 0x7E), "{room} of {needed} {src:x?}");
            }
        }
    });
}

/// All of a text is mended in one pass, up to the first sequence.
#[test]
fn ascii_to_a_sequence() {
    at_levels(|memory| {
        let mut src = "a line of a log, with don\u{92}t in it. ".repeat(20).into_bytes();
        src.retain(|&byte| byte != 0xC2);
        let all = src.len();
        src.extend_from_slice("é".as_bytes());
        src.extend_from_slice(&[b'x'; 300]);
        for end in [all, src.len()] {
            let target = memory.target.room(2 * end, Side::End);
            let mended = super::ascii::mend(&src[..end], target);
            if memory.level != Level::Scalar {
                assert_eq!((mended.read(), mended.malformed()), (all, 20));
                assert_eq!(mended.written, all + 2 * 20);
            }
        }
    });
}
