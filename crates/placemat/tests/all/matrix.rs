//! The matrix: every case x text before and behind it x every level, and every
//! function of the library that looks for errors. What is expected was written
//! by hand beside each case.

use crate::common::cases::{CASES, Case};
use crate::common::filler::{Aligned, CLASSES, FILLERS, before, behind};
use crate::common::levels::{at_every_level, every};
use crate::common::reference;
use placemat::{Malformed, utf8};

/// The widest window that a kernel looks at: four vectors of AVX-512.
const WINDOW: usize = 256;

/// How many windows a kernel may take to be of one class, and more.
const RUN: usize = 10;

/// Offsets of texts from an aligned address; windows begin at aligned ones.
const OFFSETS: [usize; 7] = [0, 31, 1, 17, 2, 30, 5];

/// All that the library says about `text`, whose errors are `expected`.
fn check(text: &[u8], expected: &[Malformed]) {
    let first = expected.first().copied();
    assert_eq!(utf8::validate(text).err(), first);
    assert_eq!(utf8::is_valid(text), first.is_none());
    assert!(utf8::errors(text).eq(expected.iter().copied()), "{:?}", utf8::errors(text));
}

/// The same, and what costs more to compare.
fn check_all(text: &[u8], expected: &[Malformed]) {
    check(text, expected);
    let end = expected.first().map_or(text.len(), |bad| bad.offset);
    let (good, rest) = utf8::split_valid(text);
    assert_eq!((good.as_bytes(), rest), text.split_at(end));
    let code_points: Vec<_> = utf8::code_points(text).collect();
    assert_eq!(code_points, reference::items(text));
    assert!(utf8::code_points(text).rev().eq(code_points.into_iter().rev()));
    let in_groups: usize = utf8::groups(text).map(|group| group.subparts).sum();
    assert_eq!(in_groups, expected.len());
    assert_eq!(placemat::compat::from_utf8_lossy(text), String::from_utf8_lossy(text));
}

/// Names the case and its place where `check` fails.
fn named(case: &Case, place: &str, check: impl FnOnce()) {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
    assert!(result.is_ok(), "case {:?}, {place}", case.name);
}

/// `case` between text of two kinds, for all the lengths given.
fn pad(
    case: &Case,
    fillers: (&str, &str),
    lengths: impl Iterator<Item = (usize, usize)>,
    check: impl Fn(&[u8], &[Malformed]),
) {
    let mut room = Aligned::new(4 * WINDOW * RUN);
    let bytes = case.bytes();
    let sample = lengths.enumerate().skip(bytes.len() % every(13)).step_by(every(13));
    for (turn, (front, back)) in sample {
        let mut text = before(fillers.0, front);
        text.extend_from_slice(&bytes);
        text.extend_from_slice(&behind(fillers.1, back));
        let expected = case.errors_within(front, text.len());
        let offset = OFFSETS[turn % OFFSETS.len()];
        let place = format!(
            "behind {front} bytes of {:?}, before {back} of {:?}, offset {offset}",
            fillers.0, fillers.1
        );
        let text = room.place(&text, offset);
        named(case, &place, || check(text, &expected));
    }
}

/// All pairs.
fn product(
    fronts: impl Iterator<Item = usize> + Clone,
    backs: impl Iterator<Item = usize> + Clone,
) -> impl Iterator<Item = (usize, usize)> {
    fronts.flat_map(move |front| backs.clone().map(move |back| (front, back)))
}

#[test]
fn the_reference_agrees_with_the_cases() {
    for case in CASES {
        assert_eq!(reference::errors(&case.bytes()), case.errors(), "{}", case.name);
    }
}

#[test]
fn cases_alone() {
    at_every_level(|_| {
        for case in CASES {
            named(case, "alone", || check_all(&case.bytes(), &case.errors()));
        }
    });
}

#[test]
fn cases_after_0_to_64_bytes() {
    const BACKS: [usize; 8] = [0, 1, 2, 3, 16, 33, 64, 130];
    at_every_level(|_| {
        for case in CASES {
            for filler in CLASSES {
                pad(case, (filler, filler), product(0..=64, BACKS.into_iter()), check);
            }
        }
    });
}

#[test]
fn cases_before_0_to_64_bytes() {
    const FRONTS: [usize; 8] = [0, 1, 3, 15, 31, 32, 64, 126];
    at_every_level(|_| {
        for case in CASES {
            for filler in CLASSES {
                pad(case, (filler, filler), product(FRONTS.into_iter(), 0..=64), check);
            }
        }
    });
}

#[test]
fn cases_between_text_of_two_kinds() {
    const BACKS: [usize; 3] = [2, 31, WINDOW + 3];
    at_every_level(|_| {
        for case in CASES {
            for (i, filler) in FILLERS.into_iter().enumerate() {
                let other = FILLERS[(i + 1) % FILLERS.len()];
                pad(case, (filler, other), product(0..=20, BACKS.into_iter()), check);
                pad(case, (other, filler), product(0..=20, BACKS.into_iter()), check_all);
            }
        }
    });
}

#[test]
fn cases_at_the_edges_of_windows() {
    // A window ends where the case begins, up to two vectors away.
    let fronts = [WINDOW, 2 * WINDOW].map(|at| at - 6..=at + 34).into_iter().flatten();
    at_every_level(|_| {
        for case in CASES {
            for filler in CLASSES {
                let backs = [0, 3, WINDOW + 40].into_iter();
                pad(case, (filler, filler), product(fronts.clone(), backs), check);
            }
        }
    });
}

#[test]
fn cases_in_long_runs_of_one_class() {
    // A kernel that has seen two windows of a class takes it for granted.
    let fronts = (2..=RUN).map(|windows| windows * WINDOW);
    let fronts = fronts.flat_map(|at| [at - 2, at - 1, at, at + 1, at + 30, at + 65]);
    at_every_level(|_| {
        for case in CASES {
            for filler in CLASSES {
                for other in CLASSES {
                    let lengths = product(fronts.clone(), [WINDOW].into_iter());
                    pad(case, (filler, other), lengths, check);
                }
            }
        }
    });
}

/// Stretches of every class in every order, each some windows long and a few
/// bytes more or less, with a case where two of them meet.
#[test]
fn cases_where_the_class_changes() {
    let stretches = [WINDOW - 1, WINDOW + 2, 3 * WINDOW - 3, 4 * WINDOW + 1];
    at_every_level(|_| {
        let mut room = Aligned::new(8 * WINDOW * RUN);
        for (turn, case) in CASES.iter().enumerate() {
            for order in (0..24).step_by(every(5)) {
                let mut classes = CLASSES.to_vec();
                let order: [usize; 3] = [order % 4, order / 4 % 3, order / 12 % 2];
                let order = order.map(|i| classes.remove(i));
                let (mut text, mut expected) = (Vec::new(), Vec::new());
                for (i, filler) in order.into_iter().chain(classes).enumerate() {
                    text.extend_from_slice(&before(filler, stretches[(i + turn) % 4]));
                    let at = text.len();
                    text.extend_from_slice(&case.bytes());
                    // Something follows all of them.
                    expected.extend(case.errors_within(at, usize::MAX));
                }
                text.push(b'.');
                let place = format!("between stretches {order:?}");
                let text = room.place(&text, OFFSETS[turn % OFFSETS.len()]);
                named(case, &place, || check(text, &expected));
            }
        }
    });
}
