//! Every kernel against the codec: all levels, all sizes of the buffer.

use crate::common::levels::{at_every_level, rounds};
use crate::encoding::*;
use crate::engine::{States, convert};
use crate::level;
use crate::policy::Policy;
use core::mem::MaybeUninit;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Conversion by the codec alone: the naive reference.
fn reference<F: Encoding, T: Encoding>(src: &[F::Unit], room: usize) -> (Vec<T::Unit>, usize) {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < src.len() {
        let Step::Value { value, len } = F::decode(&mut F::State::default(), &src[at..], true)
        else {
            break;
        };
        let Some(encoded) = T::encode(&mut T::State::default(), value) else { break };
        if out.len() + encoded.len > room {
            break;
        }
        out.extend_from_slice(encoded.as_slice());
        at += len;
    }
    (out, at)
}

/// Converts `src` into a buffer of `room` units, and checks all that is promised.
fn check<F: Encoding, T: Encoding>(src: &[F::Unit], room: usize, canary: T::Unit) {
    let (expected, read) = reference::<F, T>(src, room);
    let mut buffer = vec![canary; room];
    let dst: Vec<MaybeUninit<T::Unit>> = buffer.iter().map(|&u| MaybeUninit::new(u)).collect();
    let mut dst = dst;
    let (done, _) = convert::<F, T>(&mut States::default(), src, &mut dst, Policy::Strict, true);
    for (place, unit) in buffer.iter_mut().zip(&dst) {
        // SAFETY: all were initialised, and only initialised units are stored.
        *place = unsafe { unit.assume_init() };
    }
    let level = level::current();
    assert_eq!((done.read, done.written), (read, expected.len()), "{level} {src:x?} room {room}");
    assert_eq!(buffer[..done.written], expected, "{level} {src:x?} room {room}");
    assert!(
        buffer[done.written..].iter().all(|&u| u == canary),
        "{level} {src:x?} room {room}: {buffer:x?} written {}",
        done.written
    );
}

fn random(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 8) as usize
}

/// Text of many scripts, with runs of one and with none, sometimes damaged.
fn random_text(seed: &mut u64, len: usize) -> Vec<u8> {
    let mut text = String::new();
    while text.len() < len {
        let first = [0x20, 0xC0, 0x430, 0x900, 0x4E00, 0xAC00, 0xD780, 0xE000, 0x1F600, 0x10FF00]
            [random(seed) % 10];
        for _ in 0..random(seed) % 60 {
            let c = first + (random(seed) % 0x50) as u32;
            text.push(if random(seed).is_multiple_of(8) {
                ' '
            } else {
                char::from_u32(c).unwrap_or('x')
            });
        }
    }
    let mut text = text.into_bytes();
    text.truncate(len);
    for _ in 0..(random(seed) % 4).saturating_sub(1) {
        if !text.is_empty() {
            let at = random(seed) % text.len();
            text[at] = random(seed) as u8;
        }
    }
    text
}

#[test]
fn random_text_at_every_level() {
    at_every_level(|_| {
        let mut seed = 0x1234_5678_9ABC_DEF1;
        for round in 0..rounds(60_000) {
            let len = random(&mut seed) % if round % 10 == 0 { 1200 } else { 140 };
            let text = random_text(&mut seed, len);
            let (exact, _) = reference::<Utf8, Utf16>(&text, usize::MAX);
            let exact = exact.len();
            for room in [exact, exact + 200, random(&mut seed) % (exact + 1)] {
                check::<Utf8, Utf16>(&text, room, 0x5555);
            }
            check::<Utf8, Utf16Swapped>(&text, exact, 0x5555);
            check::<Utf8, Utf16Be>(&text, 2 * exact + 7, 0x55);
            let exact = reference::<Utf8, Utf32>(&text, usize::MAX).0.len();
            for room in [exact, exact + 200, random(&mut seed) % (exact + 1)] {
                check::<Utf8, Utf32>(&text, room, 0x5555_5555);
            }
            check::<Utf8, Utf32Be>(&text, 4 * exact + 7, 0x55);
            let exact = reference::<Utf8, Utf8>(&text, usize::MAX).0.len();
            for room in [exact, exact + 200, random(&mut seed) % (exact + 1)] {
                check::<Utf8, Utf8>(&text, room, 0xFF);
            }
        }
    });
}
