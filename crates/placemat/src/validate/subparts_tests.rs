//! The masks against the codec: all sequences of one to three bytes at every
//! lane of a window, and dense random text.

use super::subparts::{AHEAD, BACK, DECIDED, Subparts};
use crate::common::levels::emulated;
use crate::common::random::{EDGES, Random};
use crate::encoding::{Step, utf8 as codec};
use crate::simd::Simd;
use crate::simd::choice;
use crate::simd::dispatch::{self, Operation, testing::at_every_level};
use std::vec::Vec;

/// What the masks say at each place of a text in turn.
struct At<'a>(&'a [u8], usize);

impl Operation for At<'_> {
    type Output = Option<Subparts>;
    const AVX512: choice::Lengths = choice::ALWAYS;

    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Option<Subparts> {
        Some(Subparts::new(s, self.0, self.1))
    }

    fn scalar(self) -> Option<Subparts> {
        None
    }
}

/// What the codec says: for each byte, whether a malformed subpart begins there,
/// and whether it belongs to one.
fn by_codec(text: &[u8]) -> Vec<(bool, bool)> {
    let mut marks = std::vec![(false, false); text.len()];
    let mut at = 0;
    while at < text.len() {
        let step = codec::decode(&text[at..], true);
        if let Step::Malformed { len, .. } = step {
            marks[at].0 = true;
            marks[at..at + len].iter_mut().for_each(|mark| mark.1 = true);
        }
        at += step.len();
    }
    marks
}

/// Compares a window with the marks.
fn compare(text: &[u8], at: usize, marks: &[(bool, bool)]) {
    let Some(found) = dispatch::run(At(text, at)) else { return };
    let mut expected = Subparts { starts: 0, bytes: 0, ..found };
    for (i, mark) in marks[at..at + DECIDED].iter().enumerate() {
        expected.starts |= u64::from(mark.0) << i;
        expected.bytes |= u64::from(mark.1) << i;
    }
    let ascii = |i: &usize| text[at + i] < 0x80 || expected.bytes >> i & 1 == 1;
    assert!(!found.plain || (0..DECIDED).all(|i| ascii(&i)));
    assert_eq!(found, expected, "{:02x?}", &text[at - BACK..at + AHEAD]);
}

/// Sequences one behind the other, each between two letters, so that every one
/// of them comes to lie on every lane as the window moves on.
fn compare_all(sequences: impl Iterator<Item = Vec<u8>>, step: usize) {
    let mut text = std::vec![b'a'; BACK];
    for sequence in sequences {
        text.extend_from_slice(&sequence);
        text.push(b'a');
    }
    text.extend_from_slice(&[b'a'; DECIDED + AHEAD]);
    let marks = by_codec(&text);
    for at in (BACK..text.len() - AHEAD).step_by(step) {
        compare(&text, at, &marks);
    }
}

#[test]
fn all_sequences_of_up_to_three_bytes() {
    at_every_level(|_| {
        let all = || 0..=0xFF_u8;
        compare_all(all().map(|a| [a].to_vec()), 1);
        compare_all(all().flat_map(|a| all().map(move |b| [a, b].to_vec())), 1);
        // What a lane says of three bytes depends on nothing else: the places of a
        // lane are not multiplied with all of them at a level that is slow.
        let step = if emulated() { 7919 } else { 1 };
        for a in (0x80..=0xFF_u8).step_by(if emulated() { 9 } else { 1 }) {
            let three = all().flat_map(|b| all().map(move |c| [a, b, c].to_vec()));
            // Bytes below 80 differ in nothing.
            let three = three.filter(|s| s[1..].iter().all(|&b| b >= 0x80 || b == b'z'));
            compare_all(three, step);
        }
    });
}

#[test]
fn dense_text_of_edge_bytes() {
    at_every_level(|_| {
        let mut random = Random::new(1992);
        for _ in 0..if emulated() { 40 } else { 2000 } {
            let text: Vec<u8> = (0..600).map(|_| random.one_of(&EDGES)).collect();
            let marks = by_codec(&text);
            for at in BACK..text.len() - AHEAD {
                compare(&text, at, &marks);
            }
        }
    });
}

#[test]
fn malformed_prose() {
    at_every_level(|_| {
        let mut random = Random::new(93);
        for _ in 0..if emulated() { 40 } else { 1000 } {
            let text = random.malformed(900);
            let marks = by_codec(&text);
            for at in BACK..text.len().saturating_sub(AHEAD) {
                compare(&text, at, &marks);
            }
        }
    });
}
