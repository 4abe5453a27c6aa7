//! No function reads outside of the slice it is given: the text lies flush
//! against a page that nobody may touch, on one side and on the other.
#![cfg(unix)]

mod common;

use common::guarded::Guarded;
use common::levels::at_every_level;
use common::random::Random;
use placemat::utf8;

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
    #[cfg(feature = "alloc")]
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
        for case in common::cases::CASES {
            for front in (0..=40).chain([63, 64, 65, 127, 128, 129, 160, 256]) {
                for filler in ["a", "中"] {
                    let mut text = common::filler::before(filler, front);
                    text.extend_from_slice(&case.bytes());
                    check(&mut memory, &text);
                }
            }
        }
    });
}
