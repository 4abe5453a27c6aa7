//! No function reads or writes outside of the slices it is given: they lie flush
//! against a page that nobody may touch, on one side and on the other.
//!
//! Kernels of every pair are tested like that beside them, in `transcode/pairs_tests.rs`.

#![cfg(unix)]

use crate::common::cases::CASES;
use crate::common::filler::before;
use crate::common::guarded::{Guarded, Side};
use crate::common::levels::at_every_level;
use crate::common::random::Random;
use placemat::encoding::Label;
use placemat::{Policy, Status, Transcoder, utf8};

/// Calls everything that takes text, and gives back what it says, to be
/// compared.
fn everything(text: &[u8]) -> Vec<usize> {
    let mut said = vec![usize::from(utf8::is_valid(text))];
    said.push(utf8::validate(text).map_or_else(|bad| bad.offset, str::len));
    said.push(utf8::split_valid(text).1.len());
    said.push(utf8::count_code_points(text));
    said.push(utf8::utf16_len(text));
    said.extend(utf8::errors(text).map(|bad| bad.offset * 4 + bad.len));
    said.extend(utf8::groups(text).map(|group| group.offset * 8 + group.len));
    said.push(utf8::code_points(text).count());
    said.push(utf8::code_points(text).rev().count());
    said.extend(utf8::decode_first(text).map(|(_, len)| len));
    said.extend(utf8::decode_last(text).map(|(_, len)| len));
    let ends = [0, 1, 2, 3, 4, text.len() / 2].map(|at| text.len().saturating_sub(at));
    for at in ends.into_iter().chain([0, 1, 2, 3, text.len() + 1]) {
        said.push(usize::from(utf8::is_boundary(text, at)));
        said.push(utf8::floor_boundary(text, at));
        said.push(utf8::ceil_boundary(text, at));
    }
    said.push(placemat::compat::from_utf8_lossy(text).len());
    said
}

fn check(memory: &mut Guarded, text: &[u8]) {
    let expected = everything(text);
    assert_eq!(everything(memory.at_end(text)), expected, "before a guard page: {text:02x?}");
    assert_eq!(everything(memory.at_start(text)), expected, "behind a guard page: {text:02x?}");
}

#[test]
fn text_of_every_length_beside_guard_pages() {
    at_every_level(|_| {
        let mut memory = Guarded::new(4096);
        let mut random = Random::new(11);
        for len in 0..=400 {
            for filler in ["a", "ш", "中", "😀"] {
                // Whole, and cut inside of the last sequence.
                let text = filler.repeat(len / filler.len() + 1);
                check(&mut memory, &text.as_bytes()[..len]);
                // Begins inside of a sequence.
                check(&mut memory, &text.as_bytes()[text.len() - len..]);
            }
            for byte in [0x80, 0xC3, 0xED, 0xF4, 0xFF] {
                check(&mut memory, &vec![byte; len]);
            }
            for _ in 0..4 {
                check(&mut memory, &random.malformed(len));
            }
        }
    });
}

/// The last error, or the last sequence, ends at the guard page.
#[test]
fn sequences_at_the_end_beside_guard_pages() {
    at_every_level(|_| {
        let mut memory = Guarded::new(4096);
        for case in CASES {
            for front in (0..=40).chain([63, 64, 65, 127, 128, 129, 160, 256]) {
                for filler in ["a", "中"] {
                    let mut text = before(filler, front);
                    text.extend_from_slice(&case.bytes());
                    check(&mut memory, &text);
                }
            }
        }
    });
}

/// Text for every encoding: what it can hold of this is written in it, and read again.
const TEXTS: [&str; 6] =
    ["plain ASCII, and ", "Grüße, déjà vu ", "привет ", "日本語 ", "😀🎉", "a\u{80}é中😀 "];

/// Bytes from one encoding to another, under a policy that always comes to an end: the text
/// and the room for the result both lie against a page.
fn transcoded(
    (from, to): (Label, Label),
    memory: &mut [Guarded; 2],
    text: &[u8],
    (room, side): (usize, Side),
) -> Vec<u8> {
    let Ok(mut transcoder) = Transcoder::new(from, to, Policy::Replace) else { return Vec::new() };
    let [source, target] = memory;
    let source = match side {
        Side::Start => source.at_start(text),
        Side::End => source.at_end(text),
    };
    let out = match side {
        Side::Start => target.room_at_start(room),
        Side::End => target.room_at_end(room),
    };
    let done = transcoder.push(source, out, true);
    assert_eq!((done.read, done.status), (text.len(), Status::InputEmpty), "{from} to {to}");
    out[..done.written].to_vec()
}

/// Every encoding to every other, by labels: sources that end or begin at a guard page, into
/// exactly the room that the result takes.
#[test]
fn conversions_between_guard_pages() {
    at_every_level(|_| {
        let mut memory = [Guarded::new(1 << 15), Guarded::new(1 << 15)];
        for &from in Label::all() {
            for text in TEXTS {
                for times in [1, 5, 40] {
                    let text = text.repeat(times);
                    let ways = (Label::Utf8, from);
                    let text =
                        transcoded(ways, &mut memory, text.as_bytes(), (1 << 15, Side::Start));
                    // Some of them are cut inside of a sequence.
                    let text = &text[..text.len() - text.len().min(times % 4)];
                    for &to in Label::all() {
                        let whole =
                            transcoded((from, to), &mut memory, text, (1 << 15, Side::Start));
                        for side in [Side::Start, Side::End] {
                            let exact = (whole.len(), side);
                            let again = transcoded((from, to), &mut memory, text, exact);
                            assert_eq!(again, whole, "{from} to {to}");
                        }
                    }
                }
            }
        }
    });
}
