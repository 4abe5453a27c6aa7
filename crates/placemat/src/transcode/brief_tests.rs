//! Brief conversions against the codecs: every value, every unit and every three bytes, at lanes that
//! change. (`pairs_tests.rs` has all lengths and all sizes of the buffer, for these as for all.)

use super::scalar;
use crate::bytes::{bytes_of, bytes_of_mut};
use crate::common::levels::emulated;
use crate::encoding::*;
use crate::engine::pair::Pair;
use crate::level::Level;
use crate::simd::dispatch::testing::at_every_level;
use core::mem::MaybeUninit;
use std::borrow::ToOwned;
use std::vec::Vec;

/// At the level that has masks, if it is available.
fn with_masks(test: impl Fn()) {
    at_every_level(|level| {
        if level == Level::Avx512 {
            test();
        }
    });
}

/// Converts `src` at once into exactly as much room as the codecs need: all of it if they come to its
/// end, else nothing.
fn check<F: Encoding, T: Encoding>(src: &[F::Unit]) {
    let canary = || [MaybeUninit::new(T::Unit::default()); 512];
    let (mut expected, mut dst) = (canary(), canary());
    let done = scalar::convert::<F, T>(bytes_of(src), bytes_of_mut(&mut expected));
    let written = done.written / size_of::<T::Unit>();
    let brief = Pair::of::<F, T>().row().and_then(|row| row.brief).expect("the pair has one");
    let bytes = brief.run(bytes_of(src), bytes_of_mut(&mut dst[..written])).flatten();
    assert_eq!(bytes, (done.read == size_of_val(src)).then_some(done.written), "{src:x?}");
    if bytes.is_some() {
        // SAFETY: all were initialised, and only initialised units are stored.
        let units = |of: [MaybeUninit<T::Unit>; 512]| of.map(|unit| unsafe { unit.assume_init() });
        assert_eq!(units(dst), units(expected), "{src:x?}");
    }
}

/// Each value up to `limit` between others.
fn every_value<F: Encoding, T: Encoding>(limit: u32, others: [u32; 3]) {
    with_masks(|| {
        let mut src = Vec::new();
        for value in (0..=limit).step_by(if emulated() { 61 } else { 1 }) {
            // Of many units, and of few; above the BMP in turn.
            let places = [value as usize % 41, value as usize % 11];
            let only = (value > 0xFFFF).then_some(value as usize / 64 % 2);
            for (i, before) in places.into_iter().enumerate() {
                if only.is_some_and(|only| only != i) {
                    continue;
                }
                src.clear();
                for i in 0..before + 1 + value as usize % 5 {
                    let value = if i == before { value } else { others[i % 3] };
                    if let Some(encoded) = F::encode(&mut F::State::default(), value) {
                        src.extend_from_slice(encoded.as_slice());
                    }
                }
                check::<F, T>(&src);
            }
        }
    });
}

/// Each unit of 16 bits, lone surrogates too, between others.
fn every_unit<F: Encoding<Unit = u16>, T: Encoding>(others: [u16; 3]) {
    with_masks(|| {
        for unit in (0..=u16::MAX).step_by(if emulated() { 61 } else { 1 }) {
            for before in [usize::from(unit) % 89, usize::from(unit) % 10] {
                let src: Vec<u16> = (0..before + 1 + usize::from(unit) % 7)
                    .map(|i| if i == before { unit } else { others[i % 3] })
                    .map(|unit| {
                        F::encode(&mut F::State::default(), unit.into()).map_or(unit, first)
                    })
                    .collect();
                check::<F, T>(&src);
            }
        }
    });
}

fn first<U: Copy>(encoded: Encoded<U>) -> U {
    encoded.units[0]
}

#[test]
fn every_value_of_utf8() {
    for others in [[0x41, 0x42, 0x43], [0x41, 0xE9, 0xFF], [0x61, 0x44F, 0x4E2D]] {
        every_value::<Utf8, Utf16>(0x10_FFFF, others);
        every_value::<Utf8, Utf16Swapped>(0x10_FFFF, others);
        every_value::<Utf8, Latin1>(0x10_FFFF, others);
    }
}

#[test]
fn every_value_of_the_others() {
    for others in [[0x41, 0x42, 0x43], [0x41, 0xE9, 0xFF]] {
        every_value::<Latin1, Utf8>(0xFF, others);
        every_value::<Latin1, Utf16>(0xFF, others);
        every_value::<Latin1, Utf16Swapped>(0xFF, others);
        every_unit::<Utf16, Latin1>(others.map(|value| value as u16));
    }
    for others in [[0x41, 0x42, 0x43], [0x41, 0xE9, 0x7FF], [0x61, 0x44F, 0x4E2D]] {
        every_unit::<Utf16, Utf8>(others.map(|value| value as u16));
        every_unit::<Utf16Swapped, Utf8>(others.map(|value| value as u16));
        every_unit::<Utf16, Utf32>(others.map(|value| value as u16));
        every_unit::<Utf16Swapped, Utf32Swapped>(others.map(|value| value as u16));
        every_value::<Utf32, Utf16>(0xFFFF, others);
        every_value::<Utf32, Utf16Swapped>(0xFFFF, others);
        every_value::<Utf32Swapped, Utf16>(0xFFFF, others);
        every_value::<Utf32, Utf8>(0xFFFF, others);
        every_value::<Utf32Swapped, Utf8>(0xFFFF, others);
    }
}

/// Of all sequences of three bytes, which come with others before and behind.
#[test]
fn every_three_bytes() {
    with_masks(|| {
        for number in (0..1_u32 << 24).step_by(if emulated() { 40_009 } else { 13 }) {
            let [a, b, c, _] = number.to_le_bytes();
            for before in [number as usize % 83, number as usize % 20] {
                let mut src = [b'x'; 100];
                src[before..][..3].copy_from_slice(&[a, b, c]);
                let src = &src[..before + 3 + number as usize % 11];
                check::<Utf8, Utf16>(src);
                check::<Utf8, Latin1>(src);
                check_well_formed(src);
                check_same::<Utf8, Cesu8>(src, false);
                check_same::<Cesu8, Utf8>(src, false);
                check_same::<Utf8, ModifiedUtf8>(src, true);
                check_same::<ModifiedUtf8, Utf8>(src, true);
            }
        }
    });
}

/// Of relatives of UTF-8: what is UTF-8 below U+10000, and is not U+0000 where that differs, is the same.
fn check_same<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(src: &[u8], nul: bool) {
    let is_same = core::str::from_utf8(src)
        .is_ok_and(|text| text.chars().all(|c| c <= '\u{FFFF}' && !(nul && c == '\0')));
    let mut dst = [MaybeUninit::new(0); 512];
    let brief = Pair::of::<F, T>().brief().expect("the pair has one");
    let done = brief.run(src, &mut dst[..src.len()]).flatten();
    assert_eq!(done, is_same.then_some(src.len()), "{src:x?}");
    if is_same {
        // SAFETY: all were initialised, and only initialised units are stored.
        assert_eq!(dst.map(|unit| unsafe { unit.assume_init() })[..src.len()], *src);
    }
}

/// The length of each character as UTF-8, among others in brief UTF-16.
#[test]
fn length_as_utf8() {
    fn check<F: Encoding<Unit = u16>>(text: &str) {
        let mut src = Vec::new();
        for c in text.chars() {
            let encoded = F::encode(&mut F::State::default(), c.into()).expect("it has all");
            src.extend_from_slice(encoded.as_slice());
        }
        let brief = Pair::of::<F, Utf8>().row().and_then(|row| row.len_brief);
        let len = brief.expect("the pair has one").run(bytes_of(&src), &mut []);
        assert_eq!(len, (src.len() <= 64).then_some(text.len()), "{text:?}");
    }
    with_masks(|| {
        for c in ('\0'..=char::MAX).step_by(if emulated() { 61 } else { 7 }) {
            let before = c as usize % 67;
            let text = ["é".repeat(before), c.into(), "x".repeat(c as usize % 5)].concat();
            check::<Utf16>(&text);
            check::<Utf16Swapped>(&text);
        }
    });
}

/// Of UTF-8 that is brief enough.
fn check_well_formed(src: &[u8]) {
    let expected = src.len() < 64 && core::str::from_utf8(src).is_ok();
    assert_eq!(crate::validate::short::is_well_formed_utf8(src), expected, "{src:x?}");
}

/// Each character whole, and cut, at the end of a text of each length.
#[test]
fn ends_of_utf8() {
    with_masks(|| {
        for last in ["a", "\u{E9}", "\u{4E2D}", "\u{1F600}"] {
            for before in 0..64 {
                let src = ["x".repeat(before).as_bytes(), last.as_bytes()].concat();
                for cut in 0..last.len() {
                    let src = &src[..src.len() - cut];
                    check_well_formed(src);
                    check_same::<Utf8, Cesu8>(src, false);
                    check_same::<ModifiedUtf8, Utf8>(src, true);
                }
            }
        }
    });
}

/// A text of one length, of which each has a brief conversion, and one more than the longest.
#[test]
fn what_is_too_long_is_left_to_others() {
    with_masks(|| {
        let brief = |text: &str| {
            let mut dst = [MaybeUninit::uninit(); 512];
            let row = Pair::of::<Utf8, Utf16>().row().and_then(|row| row.brief);
            row.expect("the pair has one").run(text.as_bytes(), &mut dst).flatten()
        };
        let ascii = |len| brief(&"A".repeat(len));
        assert_eq!((ascii(0), ascii(64)), (Some(0), Some(128)));
        assert_eq!((ascii(127), ascii(128), ascii(129)), (Some(254), Some(256), None));
        let others = |len: usize| brief(&("é".to_owned() + &"A".repeat(len - 2)));
        assert_eq!((others(123), others(124)), (Some(244), None));
    });
}

/// A letter early, and a letter late, in whole vectors and with more behind them: exactly enough room is enough.
#[test]
fn records_of_latin1_with_letters() {
    with_masks(|| {
        for len in (65..450).step_by(if emulated() { 17 } else { 1 }) {
            for letter in (0..len).step_by(23) {
                let mut src = [b'a'; 450];
                src[letter] = 0xE9;
                check::<Latin1, Utf8>(&src[..len]);
                src[len - 1] = 0xFF;
                check::<Latin1, Utf8>(&src[..len]);
            }
        }
    });
}
