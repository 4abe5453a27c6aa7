//! Kernels of every pair against the codecs: all levels, all sizes of the
//! buffer, all lanes.

use crate::bytes::{bytes_of, bytes_of_mut};
use crate::common::guarded::{Guarded, Side};
use crate::common::levels::{emulated, every, one_of};
use crate::encoding::historic::{Ucs2Be, Utf8Rfc2279};
use crate::encoding::*;
use crate::engine::pair::Pair;
use crate::engine::{States, convert, convert_whole, short};
use crate::policy::Policy;
use crate::simd::dispatch::testing::at_every_level;
use core::mem::MaybeUninit;
use core::ops::Range;
use std::cell::RefCell;
use std::thread_local;
use std::vec;
use std::vec::Vec;

/// The codec alone: the naive reference. What it makes of the longest prefix
/// without a problem, with the end of each item, in units read and written.
pub(super) struct Reference<T> {
    pub(super) units: Vec<T>,
    ends: Vec<(usize, usize)>,
}

pub(super) fn reference<F: Encoding, T: Encoding>(src: &[F::Unit]) -> Reference<T::Unit> {
    let (mut units, mut ends, mut at) = (Vec::new(), vec![(0, 0)], 0);
    while at < src.len() {
        let Step::Value { value, len } = F::decode(&mut F::State::default(), &src[at..], true)
        else {
            break;
        };
        let Some(encoded) = T::encode(&mut T::State::default(), value) else { break };
        units.extend_from_slice(encoded.as_slice());
        at += len;
        ends.push((at, units.len()));
    }
    Reference { units, ends }
}

/// What converts.
enum Way {
    Converter,
    Loop,
    Kernel,
    Few,
    Short,
}

thread_local! {
    /// For a source and a target.
    static MEMORY: RefCell<[Guarded; 2]> = RefCell::new([(); 2].map(|()| Guarded::new(1 << 16)));
}

/// `src` and room for `len` units, in memory that lies against a page that nobody may touch:
/// both begin, or both end, there.
fn beside_guard_pages<F: Unit, T: Unit>(
    memory: &mut [Guarded; 2],
    src: &[F],
    len: usize,
    side: Side,
    test: impl FnOnce(&[F], &mut [MaybeUninit<T>]),
) {
    let [source, target] = memory;
    let source = source.room(src.len(), side);
    source.iter_mut().zip(src).for_each(|(place, &unit)| _ = place.write(unit));
    // SAFETY: every unit was just written.
    let source = unsafe { &*(core::ptr::from_ref(source) as *const [F]) };
    test(source, target.room(len, side));
}

/// Converts `src` into a buffer of `room` units: the loop gets exactly as far as
/// the codec, the kernel no further; and nothing behind is touched. Both lie against a
/// guard page, on one side or the other.
pub(super) fn check<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    room: usize,
    expected: &Reference<T::Unit>,
) {
    let canary = T::encode(&mut T::State::default(), 0x7E).unwrap().units[0];
    let side = if (src.len() + room).is_multiple_of(3) { Side::Start } else { Side::End };
    MEMORY.with_borrow_mut(|memory| {
        beside_guard_pages(memory, src, room, side, |src, dst| {
            check_in::<F, T>(src, dst, canary, expected);
        });
    });
}

fn check_in<F: Encoding, T: Encoding>(
    src: &[F::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    canary: T::Unit,
    expected: &Reference<T::Unit>,
) {
    let room = dst.len();
    let last = expected.ends.partition_point(|&(_, written)| written <= room) - 1;
    for way in [Way::Converter, Way::Loop, Way::Kernel, Way::Few, Way::Short] {
        dst.fill(MaybeUninit::new(canary));
        let (read, written) = match way {
            Way::Converter => {
                let done = crate::Converter::<F, T>::strict().convert_into_uninit(src, dst);
                let done = done.unwrap_or_else(|stopped| stopped.done);
                (done.read, done.written)
            }
            Way::Loop => {
                let (done, _) =
                    convert::<F, T>(&mut States::default(), src, dst, Policy::Strict, true);
                (done.read, done.written)
            }
            Way::Kernel => {
                let done = Pair::of::<F, T>().convert(bytes_of(src), bytes_of_mut(dst));
                (done.read / size_of::<F::Unit>(), done.written / size_of::<T::Unit>())
            }
            Way::Few => {
                let done = Pair::of::<F, T>().convert_few(bytes_of(src), bytes_of_mut(dst));
                (done.read / size_of::<F::Unit>(), done.written / size_of::<T::Unit>())
            }
            // All or nothing; of what it then has written, nothing is counted.
            Way::Short => match short::convert::<F, T>(src, dst) {
                Some(written) => (src.len(), written),
                None => (0, 0),
            },
        };
        if matches!(way, Way::Converter | Way::Loop) {
            assert_eq!((read, written), expected.ends[last], "{src:x?} room {room}");
        }
        // What is touched without being counted is in order, and rewritten.
        let touched = if matches!(way, Way::Short) { expected.ends[last].1 } else { written };
        assert!(
            expected.ends.binary_search(&(read, written)).is_ok(),
            "{src:x?} room {room}: {read} {written}"
        );
        // SAFETY: all were initialised, and only initialised units are stored.
        let dst: Vec<_> = dst.iter().map(|unit| unsafe { unit.assume_init() }).collect();
        assert_eq!(dst[..written], expected.units[..written], "{src:x?} room {room}");
        assert!(
            dst[touched..].iter().all(|&u| u == canary),
            "{src:x?} room {room}: {dst:x?} written {written}"
        );
    }
}

/// The units of `values` in any encoding that can hold them.
pub(super) fn encode<T: Encoding>(values: &[u32]) -> Vec<T::Unit> {
    let mut units = Vec::with_capacity(4 * values.len());
    for &value in values {
        units.extend_from_slice(T::encode(&mut T::State::default(), value).unwrap().as_slice());
    }
    units
}

pub(super) fn random(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 8) as usize
}

/// Values of many scripts, with runs of one and with none, up to `limit`.
fn random_values(seed: &mut u64, len: usize, limit: u32) -> Vec<u32> {
    const STARTS: [u32; 10] =
        [0x20, 0x80, 0xB0, 0x430, 0x7C0, 0x900, 0xAC00, 0xE000, 0x1_F600, 0x10_FFA0];
    let mut values = Vec::new();
    while values.len() < len {
        let start = STARTS[random(seed) % 10];
        let ascii = random(seed) % 9;
        for _ in 0..random(seed) % 60 {
            let value =
                if random(seed) % 8 < ascii { 0x20 } else { start } + (random(seed) % 0x50) as u32;
            values.push(if value > limit { value & limit & 0xFF } else { value });
        }
    }
    values.truncate(len);
    values
}

/// Random text: exact, larger and smaller buffers.
fn random_text<F: Encoding, T: Encoding>(limit: u32) {
    at_every_level(|_| {
        let mut seed = 0x1234_5678_9ABC_DEF1;
        for round in 0..if emulated() { 100 } else { 4000 } {
            let len = random(&mut seed) % if round % 8 == 0 { 900 } else { 140 };
            let mut src = encode::<F>(&random_values(&mut seed, len, limit));
            if round % 3 == 0 && !src.is_empty() {
                let (from, to) = (random(&mut seed) % src.len(), random(&mut seed) % src.len());
                src[to] = src[from]; // not always well-formed
            }
            let start = random(&mut seed) % (src.len() + 1) % 3;
            let src = &src[start..];
            let expected = reference::<F, T>(src);
            let exact = expected.units.len();
            assert_eq!(crate::Converter::<F, T>::strict().output_len(src), exact, "{src:x?}");
            for room in [exact, exact + 200, random(&mut seed) % (exact + 1)] {
                check::<F, T>(src, room, &expected);
            }
        }
    });
}

/// Every size of the buffer, for texts of all lengths to `longest`.
fn every_room<F: Encoding, T: Encoding>(limit: u32) {
    at_every_level(|_| {
        let mut seed = 0xFEDC_BA98_7654_3211;
        let lengths = if emulated() {
            vec![33, 150]
        } else {
            (0..=70).chain([127, 128, 129, 200, 257]).collect()
        };
        for len in lengths {
            let src = encode::<F>(&random_values(&mut seed, len, limit));
            let expected = reference::<F, T>(&src);
            for room in 0..=expected.units.len() + 70 {
                check::<F, T>(&src, room, &expected);
            }
        }
    });
}

/// `bad` at every offset of text of every class, alone and twice.
fn every_offset<F: Encoding, T: Encoding>(bad: &[&[F::Unit]], limit: u32) {
    at_every_level(|_| {
        for class in [0x41, 0xE9, 0x44F, 0x4E2D, 0x1_F600] {
            let values: Vec<u32> =
                (0..200).map(|i| if class > limit || i % 7 == 3 { 0x42 } else { class }).collect();
            for bad in bad {
                for offset in (0..150).step_by(if emulated() { 13 } else { 1 }) {
                    let mut src = encode::<F>(&values[..offset]);
                    src.extend_from_slice(bad);
                    src.extend(encode::<F>(&values[offset..]));
                    let expected = reference::<F, T>(&src);
                    assert!(expected.ends.last().unwrap().0 < src.len(), "nothing bad: {bad:x?}");
                    check::<F, T>(&src, expected.units.len() + 300, &expected);
                }
            }
        }
    });
}

/// Every scalar value up to `limit`, in order and with others between, shifted
/// by `shifts` lanes: one of them in turn, unless the run is thorough.
fn every_value<F: Encoding, T: Encoding>(limit: u32, shifts: impl Iterator<Item = usize> + Clone) {
    at_every_level(|tested| {
        // How many values are converted at once, and one such block of how many.
        let (block, of) = if emulated() { (512, 67) } else { (4096, 1) };
        let betweens = [None, Some(0x41), Some(0xE9), Some(0x4E2D), Some(0x1_F600)];
        for (turn, between) in betweens.into_iter().enumerate() {
            if between.is_some_and(|value| value > limit) {
                continue;
            }
            for start in (0..=limit).step_by((block * of) as usize) {
                let values = (start..=limit.min(start + block - 1))
                    .filter(|value| !(0xD800..0xE000).contains(value))
                    .flat_map(|value| core::iter::once(value).chain(between));
                let text: Vec<u32> = core::iter::repeat_n(0x42, 64).chain(values).collect();
                let (turn, every) = (turn + start as usize / 4096, one_of(shifts.clone().count()));
                for shift in shifts.clone().skip(turn % every).step_by(every) {
                    let text = &text[64 - shift..];
                    let (src, expected) = (encode::<F>(text), encode::<T>(text));
                    let mut dst = vec![MaybeUninit::uninit(); expected.len()];
                    let done = convert_whole::<F, T>(&src, &mut dst, Policy::Strict);
                    let done = done.expect("it is well-formed");
                    assert_eq!((done.read, done.written), (src.len(), expected.len()));
                    // SAFETY: that many units are written.
                    let dst = dst.iter().map(|unit| unsafe { unit.assume_init() });
                    assert!(dst.eq(expected), "{tested:?} {start:x} {shift}");
                }
            }
        }
    });
}

/// Every place in a short text, some of those in a longer one.
fn places(all: Range<usize>) -> impl Iterator<Item = usize> {
    let step = if all.len() <= 40 { every(5) } else { 7 * every(5) };
    all.step_by(step)
}

/// Texts of all lengths that are short, plain but for one value, at every place.
fn one_value_at_every_place<F: Encoding, T: Encoding>(limit: u32) {
    let sample = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127, 128, 129, 132];
    for len in (0..=132).filter(|len| !emulated() || sample.contains(len)) {
        for value in [0, 0x7F, 0x80, 0x9F, 0xFF, 0x100, 0x7FF, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000] {
            for place in places(0..len) {
                let mut values = vec![0x41; len];
                values[place] = if value > limit { 0x20 } else { value };
                let src = encode::<F>(&values);
                let expected = reference::<F, T>(&src);
                for room in [expected.units.len(), expected.units.len().saturating_sub(1), 600] {
                    check::<F, T>(&src, room, &expected);
                }
            }
        }
    }
}

/// The relatives of encodings that have kernels: `special` units, wrong ones too, at every place
/// of short texts that are plain otherwise.
fn relatives<F: Encoding, T: Encoding>(plain: &[F::Unit], special: &[&[F::Unit]]) {
    for len in (0..=40).chain([63, 64, 127, 128, 140]).step_by(every(5)) {
        for place in places(0..len + 1) {
            for special in special {
                let mut src = plain.repeat(place);
                src.extend_from_slice(special);
                src.extend(plain.repeat(len - place));
                let expected = reference::<F, T>(&src);
                let exact = expected.units.len();
                for room in [exact, exact.saturating_sub(1), 600] {
                    check::<F, T>(&src, room, &expected);
                }
            }
        }
    }
}

#[test]
fn short_texts_of_relatives() {
    const BYTES: [&[u8]; 14] = [
        &[],
        &[0],
        &[0x7F],
        &[0x80],
        &[0x9F],
        &[0xA0],
        &[0xFF],
        &[0xC0, 0x80],
        &[0xC2, 0x80],
        &[0xC3, 0xA9],
        &[0xE2, 0x82, 0xAC],
        &[0xED, 0xA0, 0xBD],
        &[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
        &[0xF0, 0x9F, 0x98, 0x80],
    ];
    const UNITS: [&[u8]; 6] =
        [&[0, 0], &[0, 0x80], &[0, 0xE9], &[0xD8, 0x3D], &[0xDE, 0], &[0xD8, 0x3D, 0xDE, 0]];
    at_every_level(|_| {
        relatives::<Cesu8, Utf8>(b"a", &BYTES);
        relatives::<Utf8, Cesu8>(b"a", &BYTES);
        relatives::<Cesu8, Utf16Le>(b"a", &BYTES);
        relatives::<ModifiedUtf8, Utf8>(b"a", &BYTES);
        relatives::<ModifiedUtf8, Utf32Be>(b"a", &BYTES);
        relatives::<Utf8, ModifiedUtf8>(b"a", &BYTES);
        relatives::<Latin1, ModifiedUtf8>(b"a", &BYTES);
        relatives::<Utf8Rfc2279, Utf8>(b"a", &BYTES);
        relatives::<Utf8, Wtf8>(b"a", &BYTES);
        relatives::<Windows1252, Utf8>(b"a", &BYTES);
        relatives::<Windows1252, Utf16Le>(b"a", &BYTES);
        relatives::<Utf8, Windows1252>(b"a", &BYTES);
        relatives::<Latin1, Windows1252>(b"a", &BYTES);
        relatives::<UsAscii, Utf16Be>(b"a", &BYTES);
        relatives::<Latin1, UsAscii>(b"a", &BYTES);
        relatives::<Utf16Be, Ucs2Be>(b"\0a", &UNITS);
        relatives::<Ucs2Be, Utf8>(b"\0a", &UNITS);
        relatives::<Utf16Be, ModifiedUtf8>(b"\0a", &UNITS);
    });
}

/// The tests of one pair.
macro_rules! pair {
    ($name:ident, $from:ty, $to:ty, $limit:expr, $bad:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn random_text() {
                super::random_text::<$from, $to>($limit);
            }
            #[test]
            fn one_value_at_every_place() {
                super::one_value_at_every_place::<$from, $to>($limit);
            }
            #[test]
            fn every_room() {
                super::every_room::<$from, $to>($limit);
            }
            #[test]
            fn every_offset() {
                super::every_offset::<$from, $to>(&$bad, $limit);
            }
            #[test]
            fn every_value() {
                super::every_value::<$from, $to>($limit, [0, 5, 31].into_iter());
            }
            #[test]
            #[ignore = "minutes: cargo xtask exhaustive"]
            fn every_value_at_every_lane() {
                super::every_value::<$from, $to>($limit, 0..64);
            }
        }
    };
}

const BAD_UTF32: [&[u32]; 5] = [&[0xD800], &[0xDFFF], &[0x11_0000], &[0x8000_0041], &[u32::MAX]];
const BAD_UTF32_BE: [&[u8]; 3] = [&[0, 0, 0xD8, 0], &[0, 0x11, 0, 0], &[0x80, 0, 0, 0x41]];
const BAD_UTF16: [&[u16]; 4] = [&[0xD800], &[0xDC00], &[0xDC00, 0xD800], &[0xDBFF, 0xDBFF, 0xDFFF]];
const BAD_UTF16_BE: [&[u8]; 3] = [&[0xD8, 0], &[0xDC, 0], &[0xDF, 0xFF, 0xD8, 0]];
const BAD_LATIN1: [&[u8]; 0] = [];
const BAD_UTF8: [&[u8]; 16] = [
    &[0x80],
    &[0xC3],
    &[0xC1, 0x81],
    &[0xC3, 0x80, 0x80],
    &[0xC3, 0xC3, 0x80],
    &[0xFF],
    &[0xE0, 0x9F, 0x80],
    &[0xE1, 0x80],
    &[0xE1, 0x80, 0x80, 0x80],
    &[0xED, 0xA0, 0x80],
    &[0xED, 0xBF, 0xBF],
    &[0xF0, 0x8F, 0x80, 0x80],
    &[0xF1, 0x80, 0x80],
    &[0xF1, 0x80, 0x80, 0x80, 0x80],
    &[0xF4, 0x90, 0x80, 0x80],
    &[0xF8, 0x88, 0x80, 0x80, 0x80],
];
const BAD_PAIRS: [&[u8]; 13] = [
    &[0x80],
    &[0xC3],
    &[0xC0, 0x81],
    &[0xE0, 0x9F, 0x80],
    &[0xE1, 0x80],
    &[0xED],
    &[0xED, 0xA0],
    &[0xED, 0xA0, 0x80],
    &[0xED, 0xB0, 0x80],
    &[0xED, 0xA0, 0x80, 0xED, 0xAF, 0xBF],
    &[0xED, 0xA0, 0x80, 0xED, 0xB0, 0x40],
    &[0xED, 0xA0, 0xC0, 0xED, 0xB0, 0x80],
    &[0xF0, 0x9F, 0x98, 0x80],
];
const NOT_LATIN1_8: [&[u8]; 9] = [
    &[0x80],
    &[0xC3],
    &[0xC2],
    &[0xC1, 0x81],
    &[0xC4, 0x80],
    &[0xC3, 0x80, 0x80],
    &[0xC3, 0xC3, 0x80],
    &[0xE2, 0x82, 0xAC],
    &[0xFF],
];
const NOT_LATIN1_16: [&[u16]; 3] = [&[0x100], &[0xD800], &[0xFF00]];
const NOT_LATIN1_16_BE: [&[u8]; 2] = [&[1, 0], &[0xFF, 0]];
const NOT_LATIN1_32: [&[u32]; 3] = [&[0x100], &[0x10_0000], &[0x8000_0000]];
const NOT_LATIN1_32_BE: [&[u8]; 3] = [&[0, 0, 1, 0], &[0, 1, 0, 0], &[1, 0, 0, 0]];

pair!(utf16_to_utf16be, Utf16, Utf16Be, 0x10_FFFF, BAD_UTF16);
pair!(utf32_to_utf32be, Utf32, Utf32Be, 0x10_FFFF, BAD_UTF32);
pair!(latin1_to_utf8, Latin1, Utf8, 0xFF, BAD_LATIN1);
pair!(latin1_to_utf16, Latin1, Utf16, 0xFF, BAD_LATIN1);
pair!(latin1_to_utf16be, Latin1, Utf16Be, 0xFF, BAD_LATIN1);
pair!(latin1_to_utf32, Latin1, Utf32, 0xFF, BAD_LATIN1);
pair!(latin1_to_utf32be, Latin1, Utf32Be, 0xFF, BAD_LATIN1);
pair!(utf8_to_utf16, Utf8, Utf16, 0x10_FFFF, BAD_UTF8);
pair!(utf8_to_utf16be, Utf8, Utf16Be, 0x10_FFFF, BAD_UTF8);
pair!(utf8_to_utf32, Utf8, Utf32, 0x10_FFFF, BAD_UTF8);
pair!(utf8_to_utf32be, Utf8, Utf32Be, 0x10_FFFF, BAD_UTF8);
pair!(utf8_to_utf8, Utf8, Utf8, 0x10_FFFF, BAD_UTF8);
pair!(utf8_to_cesu8, Utf8, Cesu8, 0x10_FFFF, BAD_UTF8);
pair!(cesu8_to_utf8, Cesu8, Utf8, 0x10_FFFF, BAD_PAIRS);
pair!(utf8_to_modified_utf8, Utf8, ModifiedUtf8, 0x10_FFFF, BAD_UTF8);
pair!(modified_utf8_to_utf8, ModifiedUtf8, Utf8, 0x10_FFFF, BAD_PAIRS);
pair!(utf16_to_utf8, Utf16, Utf8, 0x10_FFFF, BAD_UTF16);
pair!(utf16be_to_utf8, Utf16Be, Utf8, 0x10_FFFF, BAD_UTF16_BE);
pair!(utf8_to_latin1, Utf8, Latin1, 0xFF, NOT_LATIN1_8);
pair!(utf16_to_latin1, Utf16, Latin1, 0xFF, NOT_LATIN1_16);
pair!(utf16be_to_latin1, Utf16Be, Latin1, 0xFF, NOT_LATIN1_16_BE);
pair!(utf32_to_latin1, Utf32, Latin1, 0xFF, NOT_LATIN1_32);
pair!(utf32be_to_latin1, Utf32Be, Latin1, 0xFF, NOT_LATIN1_32_BE);
pair!(utf32_to_utf8, Utf32, Utf8, 0x10_FFFF, BAD_UTF32);
pair!(utf32be_to_utf8, Utf32Be, Utf8, 0x10_FFFF, BAD_UTF32_BE);
pair!(utf32_to_utf16, Utf32, Utf16, 0x10_FFFF, BAD_UTF32);
pair!(utf32_to_utf16be, Utf32, Utf16Be, 0x10_FFFF, BAD_UTF32);
pair!(utf32be_to_utf16, Utf32Be, Utf16Le, 0x10_FFFF, BAD_UTF32_BE);
pair!(utf16_to_utf32, Utf16, Utf32, 0x10_FFFF, BAD_UTF16);
pair!(utf16_to_utf32be, Utf16, Utf32Be, 0x10_FFFF, BAD_UTF16);
pair!(utf16be_to_utf32, Utf16Be, Utf32Le, 0x10_FFFF, BAD_UTF16_BE);
