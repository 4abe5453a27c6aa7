//! Long texts, and records: there vectors are aligned or converted by themselves, and what the last ones had
//! decides how the next are looked at. (`pairs_tests.rs` has short ones, of every pair.)

use super::pairs_tests::{check, encode, random, reference};
use crate::common::levels::{emulated, rounds};
use crate::encoding::*;
use crate::simd::dispatch::testing::at_every_level;
use std::vec;
use std::vec::Vec;

/// Plain text that is long, behind something else: vectors are aligned there, and what is taken back for that must
/// be written again, however little room there is, and whatever comes then.
#[test]
fn long_plain_text() {
    fn long<F: Encoding, T: Encoding>() {
        at_every_level(|_| {
            for behind in [&[][..], &[0xE9, 0x41, 0x41]] {
                let values = core::iter::once(0xE9).chain(core::iter::repeat_n(0x61, 1500));
                let mut values: Vec<u32> = values.chain(behind.iter().copied()).collect();
                values.extend([0x62; 80]);
                let src = encode::<F>(&values);
                let expected = reference::<F, T>(&src);
                let step = if emulated() { 41 } else { 3 };
                for room in (700..=expected.units.len() + 70).step_by(step) {
                    check::<F, T>(&src, room, &expected);
                }
            }
        });
    }
    long::<Utf8, Utf16>();
    long::<Utf8, Utf32>();
    long::<Utf8, Latin1>();
    long::<Utf16, Utf8>();
    long::<Utf16, Utf32>();
    long::<Utf16, Latin1>();
    long::<Utf32, Utf16>();
    long::<Utf32, Utf8>();
    long::<Latin1, Utf8>();
    long::<Latin1, Utf16>();
}

/// ASCII of all lengths, as it is and with something else early or late.
#[test]
fn ascii_with_one_other() {
    let mut seed = 25;
    at_every_level(|_| {
        for len in (60..720).step_by(if emulated() { 197 } else { 3 }) {
            let late = random(&mut seed) % len;
            for other in
                ["", "é", "€", "😀", "\u{0}"].map(str::as_bytes).into_iter().chain([&b"\xFF"[..]])
            {
                for at in [0, 62, 64, len - 1, late].map(|at| at.min(len)) {
                    let mut src: Vec<u8> = (0..len).map(|i| b'A' + (i % 26) as u8).collect();
                    src.splice(at..at, other.iter().copied());
                    some_rooms::<Utf8, Utf16>(&src, &mut seed);
                    some_rooms::<Utf8, Utf16Be>(&src, &mut seed);
                    some_rooms::<Utf8, Utf32>(&src, &mut seed);
                    some_rooms::<Utf8, Utf32Be>(&src, &mut seed);
                }
            }
        }
    });
}

/// The same of UTF-16, where units become bytes.
#[test]
fn utf16_of_ascii_with_one_other() {
    let mut seed = 27;
    at_every_level(|_| {
        for len in (60..720).step_by(if emulated() { 197 } else { 3 }) {
            let late = random(&mut seed) % len;
            for other in [0x41, 0x80, 0xFF, 0x100, 0x8000, 0xD83D] {
                for at in [0, 62, 64, len - 1, late] {
                    let mut src: Vec<u16> = (0..len).map(|i| 0x41 + (i % 26) as u16).collect();
                    src[at.min(len - 1)] = other;
                    some_rooms::<Utf16, Utf8>(&src, &mut seed);
                    some_rooms::<Utf16, Latin1>(&src, &mut seed);
                    let src: Vec<u8> = src.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                    some_rooms::<Utf16Be, Utf8>(&src, &mut seed);
                    some_rooms::<Utf16Be, Latin1>(&src, &mut seed);
                    // An odd byte behind, and odd addresses.
                    some_rooms::<Utf16Be, Latin1>(&[&src[..], &[0x41]].concat(), &mut seed);
                }
            }
        }
    });
}

/// UTF-8 of a few vectors, of all kinds; and such behind windows.
#[test]
fn utf8_of_some_vectors() {
    let mut seed = 26;
    at_every_level(|_| {
        for round in 0..rounds(2000) {
            let len = 64 + random(&mut seed) % if round % 4 == 0 { 2000 } else { 500 };
            let kinds = 1 + random(&mut seed) % 4;
            let mut src = Vec::with_capacity(len + 3);
            while src.len() < len {
                src.extend(["a", "é", "€", "😀"][random(&mut seed) % kinds].bytes());
            }
            if round % 3 == 0 {
                src.truncate(len);
            }
            if round % 5 == 0 {
                let at = random(&mut seed) % src.len();
                src[at] = [0x80, 0xC3, 0xE2, 0xF0, 0xFF, 0x41][random(&mut seed) % 6];
            }
            some_rooms::<Utf8, Utf16>(&src, &mut seed);
            some_rooms::<Utf8, Utf16Be>(&src, &mut seed);
            some_rooms::<Utf8, Utf32>(&src, &mut seed);
        }
    });
}

/// Latin-1 in which letters come and go: where they come, vectors are not asked whether they are ASCII.
#[test]
fn latin1_with_more_and_fewer_letters() {
    at_every_level(|_| {
        let mut seed = 19;
        for round in 0..rounds(400) {
            let len = random(&mut seed) % if round % 3 == 0 { 6000 } else { 700 };
            let mut src = Vec::with_capacity(len);
            while src.len() < len {
                let one_in = [1, 2, 10, 40, 100, 1000][random(&mut seed) % 6];
                for _ in 0..random(&mut seed) % 1000 {
                    let is_letter = random(&mut seed).is_multiple_of(one_in);
                    src.push(random(&mut seed) as u8 & 0x7F | u8::from(is_letter) << 7);
                }
            }
            src.truncate(len);
            some_rooms::<Latin1, Utf8>(&src, &mut seed);
        }
    });
}

/// All letters but one byte of each vector, and ASCII before them: room ends wherever it may within two vectors.
#[test]
fn latin1_of_letters_in_every_room() {
    at_every_level(|_| {
        for (ascii, len) in
            [(0, 130), (0, 192), (64, 200), (0, 400), (0, 3000), (1920, 2048), (2500, 3000)]
        {
            for place in [0, 5, 40, 63] {
                let mut src = vec![b'a'; ascii];
                src.extend((ascii..len).map(|i| if i % 64 == place { b'b' } else { 0xE9 }));
                let expected = reference::<Latin1, Utf8>(&src);
                let rooms = expected.units.len().saturating_sub(260)..=expected.units.len() + 2;
                for room in rooms.step_by(if emulated() { 41 } else { 1 }) {
                    check::<Latin1, Utf8>(&src, room, &expected);
                }
            }
        }
    });
}

/// Long UTF-16 with pairs here and there, fewer in its second half, and in some a surrogate that has lost the other
/// one: vectors are converted by themselves there, and one may end within a pair; where many came before, none is asked for.
#[test]
fn long_utf16_with_pairs() {
    let mut seed = 23;
    at_every_level(|_| {
        for (i, one_of) in [1, 2, 3, 30, 40, 150, 700]
            .into_iter()
            .cycle()
            .enumerate()
            .take(if emulated() { 7 } else { 70 })
        {
            let mut src = vec![0x61_u16; i % 67];
            while src.len() < 2000 {
                let one_of = if src.len() < 1200 { one_of } else { 8 * one_of };
                match random(&mut seed) % one_of {
                    0 => src.extend([0xD83D, 0xDE00 + (src.len() % 64) as u16]),
                    _ => src.push([0x41, 0xD7FF, 0xE000, 0xFFFD][random(&mut seed) % 4]),
                }
            }
            if i % 3 > 0 {
                let at = random(&mut seed) % src.len();
                src[at] = [0xD800, 0xDFFF, 0x62][random(&mut seed) % 3];
            }
            some_rooms::<Utf16, Utf32>(&src, &mut seed);
            some_rooms::<Utf16, Utf8>(&src, &mut seed);
        }
    });
}

/// Long UTF-16 of ASCII and a unit of two bytes or three here and there, seldom, then often, then seldom: where it is often,
/// ASCII is not asked for.
#[test]
fn long_utf16_of_ascii_and_others() {
    let mut seed = 24;
    at_every_level(|_| {
        for (i, one_of) in
            [8, 40, 90, 250].into_iter().cycle().enumerate().take(if emulated() { 4 } else { 40 })
        {
            let mut src = vec![0x61_u16; i % 67];
            while src.len() < 9000 {
                let often = (3000..6000).contains(&src.len());
                let one_of = if often { one_of } else { 16 * one_of };
                src.push(match random(&mut seed) % one_of {
                    0 => [0xE9, 0x80, 0x7FF, 0x800, 0x4E2D][random(&mut seed) % 5],
                    _ => 0x41 + (src.len() % 32) as u16,
                });
            }
            some_rooms::<Utf16, Utf8>(&src, &mut seed);
        }
    });
}

/// Checks a conversion with exact room, some more, and less.
fn some_rooms<F: Encoding, T: Encoding>(src: &[F::Unit], seed: &mut u64) {
    let expected = reference::<F, T>(src);
    let most = expected.units.len();
    for room in [most, most + 1, most + 15, most + 16, most + 17, most + 64, most / 2] {
        check::<F, T>(src, room, &expected);
    }
    for _ in 0..4 {
        check::<F, T>(src, random(seed) % (most + 1), &expected);
    }
}
