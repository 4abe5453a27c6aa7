//! The kernel of UTF-8 validation at every level and over arrays of 16, 32 and
//! 64 lanes, against what it promises: a prefix that is well-formed and ends at
//! a boundary, the whole length exactly when all is well-formed, and no more
//! than two windows before the first error.

use super::utf8::WellFormedPrefix;
use crate::common::cases::CASES;
use crate::common::filler::{Aligned, CLASSES, FILLERS, before, behind};
use crate::common::levels;
use crate::common::random::Random;
use crate::common::reference;
use crate::encoding::utf8 as codec;
use crate::level::Level;
use crate::simd::array;
use crate::simd::dispatch::run_at;
use std::vec::Vec;

/// Something that can run the kernel.
#[derive(Clone, Copy, Debug)]
enum Runner {
    Level(Level),
    Array16,
    Array32,
    Array64,
}

impl Runner {
    /// All that there are. Levels that the processor does not have are reported.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        if array::RUNS {
            all.extend([Self::Array16, Self::Array32, Self::Array64]);
        }
        for &level in Level::all() {
            if level.is_available() {
                all.push(Self::Level(level));
            } else {
                assert!(!levels::expected_levels().contains(&level), "expected {level}");
                levels::report_skipped(&std::format!("level {level}"));
            }
        }
        all
    }

    fn prefix(self, text: &[u8]) -> usize {
        let kernel = WellFormedPrefix(text);
        match self {
            // SAFETY: `all` has asked whether the level is available.
            Self::Level(level) => unsafe { run_at(level, kernel) },
            Self::Array16 => array::run::<16, _>(kernel),
            Self::Array32 => array::run::<32, _>(kernel),
            Self::Array64 => array::run::<64, _>(kernel),
        }
    }

    /// How many bytes are a window.
    fn window(self) -> usize {
        let lanes = match self {
            Self::Level(Level::Avx512) | Self::Array64 => 64,
            Self::Level(Level::Avx2) | Self::Array32 => 32,
            Self::Level(_) | Self::Array16 => 16,
        };
        4 * lanes
    }

    /// What is wrong with the answer for `text`, whose first error is known.
    fn fault(self, text: &[u8], first_error: Option<usize>) -> Option<&'static str> {
        let prefix = self.prefix(text);
        match first_error {
            None if prefix == text.len() => None,
            None => Some("well-formed text was rejected"),
            Some(offset) if prefix > offset => Some("the prefix goes past the first error"),
            Some(offset) if prefix < offset => Some("the prefix ends before the first error"),
            Some(_) => None,
        }
    }

    fn check(self, text: &[u8], first_error: Option<usize>) {
        if let Some(fault) = self.fault(text, first_error) {
            let prefix = self.prefix(text);
            panic!("{self:?}: {fault}: {prefix}, first error {first_error:?}, in {text:02x?}");
        }
    }
}

/// `text` between fillers, its first error, and where it begins.
fn padded(text: &[u8], fillers: (&str, &str), front: usize, back: usize) -> Vec<u8> {
    let mut all = before(fillers.0, front);
    all.extend_from_slice(text);
    all.extend_from_slice(&behind(fillers.1, back));
    all
}

#[test]
fn cases_with_padding() {
    let mut room = Aligned::new(1024);
    for runner in Runner::all() {
        for case in CASES {
            let (bytes, errors) = (case.bytes(), case.errors());
            for filler in CLASSES {
                for front in 0..=64 {
                    for back in [0, 1, 2, 15, 32, 65] {
                        let text = padded(&bytes, (filler, filler), front, back);
                        let first = errors.first().map(|bad| bad.offset + front);
                        runner.check(room.place(&text, (front + 3 * back) % 64), first);
                    }
                }
            }
        }
    }
}

#[test]
fn cases_at_the_edges_of_windows_and_runs() {
    let mut room = Aligned::new(4096);
    for runner in Runner::all() {
        let window = runner.window();
        let fronts = [1, 2, 3, 9].map(|windows| windows * window);
        let fronts = fronts.into_iter().flat_map(|at| at - 4..at + 2);
        for case in CASES {
            let (bytes, errors) = (case.bytes(), case.errors());
            for front in fronts.clone() {
                for (i, filler) in FILLERS.into_iter().enumerate() {
                    let other = FILLERS[(i + front) % FILLERS.len()];
                    let text = padded(&bytes, (filler, other), front, window + 3);
                    let first = errors.first().map(|bad| bad.offset + front);
                    runner.check(room.place(&text, front % 8), first);
                }
            }
        }
    }
}

/// Four bytes, each an edge of the grammar, at every lane of a window.
/// (`tests/exhaustive.rs` has all of them, at the levels of the processor; on other
/// processors this test is the sample of them.)
#[test]
fn sequences_at_every_lane() {
    let mut random = Random::new(7);
    let mut room = Aligned::new(2048);
    let arrays = std::vec![Runner::Array16, Runner::Array32, Runner::Array64];
    for runner in if array::RUNS { arrays } else { Runner::all() } {
        let window = runner.window();
        for filler in CLASSES {
            for lane in 0..window {
                for _ in 0..60 {
                    let sequence = [(); 4].map(|()| random.edge_byte());
                    // In the first window, and in one behind another one.
                    for before in [window / 4, window / 4 + window] {
                        let text = padded(&sequence, (filler, filler), before + lane, window);
                        let first = reference::first_error(&text).map(|bad| bad.offset);
                        runner.check(room.place(&text, 0), first);
                    }
                }
            }
        }
    }
}

#[test]
fn random_text_of_every_length() {
    let mut random = Random::new(2);
    let mut room = Aligned::new(2048);
    let runners = Runner::all();
    for round in 0..6 {
        for len in 0..=600 {
            let text = random.malformed(len);
            let first = reference::first_error(&text).map(|bad| bad.offset);
            let text = room.place(&text, (round * 7 + len) % 64);
            for &runner in &runners {
                runner.check(text, first);
            }
        }
    }
}

/// Every prefix of text: all ways to end inside of a sequence.
#[test]
fn every_prefix() {
    let mut random = Random::new(3);
    let mut room = Aligned::new(2048);
    for runner in Runner::all() {
        for round in 0..12 {
            let text = random.well_formed(3 * runner.window() + 40);
            for end in 0..=text.len() {
                let text = &text[..end];
                let whole = std::str::from_utf8(text).map_or_else(|e| e.valid_up_to(), str::len);
                let first = (whole < end).then_some(whole);
                runner.check(room.place(text, round), first);
            }
        }
    }
}

/// Text that is mostly ASCII, long enough to be taken by blocks of 64 vectors: each mistake at every place of some blocks, of
/// which many vectors are checked, or few.
#[test]
fn mistakes_among_what_is_mostly_ascii() {
    // What is wrong, and where.
    const MISTAKES: [(&[u8], usize); 9] = [
        (b"\x80", 0),
        (b"\xC3", 0),
        (b"\xE2", 0),
        (b"\xE2\x82", 0),
        (b"\xF0\x9F\x98", 0),
        (b"\xC3\xA9\xA9", 2),
        (b"\xE2\x82\xAC\x80", 3),
        (b"\xED\xA0\x80", 0),
        (b"\xC1\x81", 0),
    ];
    let mut random = Random::new(11);
    let mut room = Aligned::new(6 * 16 * 256);
    for runner in Runner::all() {
        let (window, block) = (runner.window(), 16 * runner.window());
        let mut many = Vec::new();
        while many.len() < 5 * block {
            many.extend(std::iter::repeat_n(b'a', random.below(3 * block / 32)));
            many.extend_from_slice(random.one_of(&["é", "€", "😀", "éé", "’"]).as_bytes());
        }
        // Four ends of ASCII near to each other, and then nearly none.
        let mut few = std::vec![b'a'; 5 * block];
        for at in [3, 5, 7, 9, 40].map(|windows| windows * window / 2 + 16) {
            few[at..][..2].copy_from_slice("é".as_bytes());
        }
        for text in [many, few] {
            runner.check(room.place(&text, 5), None);
            for at in block..4 * block {
                if codec::is_continuation(text[at]) {
                    continue;
                }
                for (mistake, offset) in MISTAKES {
                    // Up to a boundary behind it, spaces.
                    let rest = &text[at + mistake.len()..];
                    let continues = |&&byte: &&u8| codec::is_continuation(byte);
                    let spaces = rest.iter().take_while(continues).count();
                    let mut wrong = text.clone();
                    wrong[at..][..mistake.len()].copy_from_slice(mistake);
                    wrong[at + mistake.len()..][..spaces].fill(b' ');
                    runner.check(room.place(&wrong, 0), Some(at + offset));
                }
            }
        }
    }
}
