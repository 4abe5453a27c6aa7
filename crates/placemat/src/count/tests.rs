//! The counting kernel at every level and over arrays, against counts byte by
//! byte.

use super::CountUtf8;
use crate::common::levels;
use crate::common::random::Random;
use crate::level::Level;
use crate::simd::array;
use crate::simd::dispatch::{Operation, run_at};
use std::vec::Vec;

/// By the definition in the documentation of the public functions.
fn naive(text: &[u8], as_utf16: bool) -> usize {
    let begins = text.iter().filter(|&&byte| !(0x80..=0xBF).contains(&byte)).count();
    let twice = text.iter().filter(|&&byte| byte >= 0xF0).count();
    if as_utf16 { begins + twice } else { begins }
}

fn check(text: &[u8]) {
    check_kernel(text, naive(text, false), CountUtf8::<false>(text));
    check_kernel(text, naive(text, true), CountUtf8::<true>(text));
}

fn check_kernel(text: &[u8], expected: usize, kernel: impl Operation<Output = usize> + Copy) {
    let len = text.len();
    if array::RUNS {
        assert_eq!(array::run::<16, _>(kernel), expected, "16 lanes, {len} bytes");
        assert_eq!(array::run::<32, _>(kernel), expected, "32 lanes, {len} bytes");
        assert_eq!(array::run::<64, _>(kernel), expected, "64 lanes, {len} bytes");
    }
    for &level in Level::all() {
        if level.is_available() {
            // SAFETY: the level is available.
            let count = unsafe { run_at(level, kernel) };
            assert_eq!(count, expected, "{level}, {len} bytes");
        } else {
            assert!(!levels::expected_levels().contains(&level), "expected {level}");
        }
    }
}

#[test]
fn text_of_every_length() {
    let mut random = Random::new(5);
    for len in 0..=1000 {
        check(&random.malformed(len));
        check(&(0..len).map(|_| random.byte()).collect::<Vec<_>>());
    }
}

/// Lane-wise totals are at their highest in text of one byte only, and just
/// before they are added up.
#[test]
fn totals_do_not_overflow() {
    for byte in [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xEF, 0xF0, 0xFF] {
        for vectors in [30, 31, 32, 124, 125, 247, 248, 249, 255, 256, 257, 300, 1000] {
            for len in [vectors * 16, vectors * 32 + 1, vectors * 64 + 15] {
                check(&std::vec![byte; len]);
            }
        }
    }
}

#[test]
fn every_byte_in_every_lane() {
    for byte in (0..=255).step_by(if levels::emulated() { 15 } else { 1 }) {
        for at in 0..64 {
            let mut text = [b'a'; 64];
            text[at] = byte;
            check(&text);
        }
    }
}
