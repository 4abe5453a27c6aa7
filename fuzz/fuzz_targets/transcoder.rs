//! Every pair of labels, every policy and both forms: text in chunks, in buffers of any size, becomes
//! what the whole becomes, and the whole what its bytes become one by one; in bounded work and memory.
//! Behind the end another text begins.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::{Dice, at_every_level, policies};
use libfuzzer_sys::fuzz_target;
use placemat::encoding::Label;
use placemat::{Policy, Status, Transcoder};

/// Bytes, what was told, and how many items were malformed and unmappable.
type Outcome = (Vec<u8>, Vec<Status>, [u64; 2]);

const MIN_ROOM: usize = Transcoder::MIN_ROOM;

fuzz_target!(|data: &[u8]| {
    let Some((&[from, to, how, seed, half], text)) = data.split_first_chunk() else { return };
    let label = |byte: u8| Label::all()[usize::from(byte) % Label::all().len()];
    let (from, to) = (label(from), label(to));
    let policy = Policy::all()[usize::from(how) % Policy::all().len()];
    let strict = Transcoder::new(from, to, policy);
    let lenient = Transcoder::lenient(from, to, policy);
    assert_eq!(strict.is_ok(), lenient.is_ok());
    let (Ok(strict), Ok(lenient)) = (strict, lenient) else { return };
    let with = if how < 128 { &strict } else { &lenient };
    let (first, second) = text.split_at(text.len() * usize::from(half) / 256);
    let expected = [first, second].map(|text| whole(with, text));
    at_every_level(|| {
        let mut used = with.clone();
        let mut dice = Dice::new(seed);
        let mut before = Before::default();
        for (text, expected) in [first, second].into_iter().zip(&expected) {
            assert_eq!(whole(with, text), *expected);
            assert_eq!(in_pieces(&mut used, text, &mut before, &mut dice), *expected);
            assert_eq!(byte_by_byte(with, text), *expected);
            if how < 128 {
                by_the_reference(from, to, policy, text, expected);
            }
            converted(with, text, expected);
        }
    });
    // One has code of its own, and the other, which is no more lenient here, goes through values.
    if matches!(from, Label::Utf8 | Label::Latin1)
        && !matches!(to, Label::Cesu8 | Label::ModifiedUtf8)
    {
        assert_eq!(whole(&strict, text), whole(&lenient, text));
    }
});

/// What was before a text: its place, and the counts.
#[derive(Default)]
struct Before {
    offset: u64,
    counts: [u64; 2],
}

impl Before {
    /// The same item, seen from the start of its text.
    fn shifted(&self, status: Status) -> Status {
        match status {
            Status::Malformed(mut bad) => {
                bad.offset -= self.offset;
                Status::Malformed(bad)
            }
            Status::Unmappable(mut item) => {
                item.offset -= self.offset;
                Status::Unmappable(item)
            }
            status => status,
        }
    }

    /// The text has ended: its own counts.
    fn pass(&mut self, with: &Transcoder, len: usize) -> [u64; 2] {
        let counts = [with.malformed(), with.unmappable()];
        let own = [counts[0] - self.counts[0], counts[1] - self.counts[1]];
        assert_eq!(with.offset(), self.offset + len as u64);
        *self = Self { offset: with.offset(), counts };
        own
    }
}

/// All at once, with more room than anything needs.
fn whole(with: &Transcoder, text: &[u8]) -> Outcome {
    let (mut with, mut rest) = (with.clone(), text);
    // At most `\xhh` in four bytes each, and `\Uxxxxxxxx` for each two bytes.
    let mut buffer = vec![0; 24 * text.len() + MIN_ROOM];
    let (mut written, mut told) = (0, Vec::new());
    loop {
        let done = with.push(rest, &mut buffer[written..], true);
        written += done.written;
        rest = &rest[done.read..];
        match done.status {
            Status::InputEmpty => break,
            Status::OutputFull => panic!("there is room"),
            item => told.push(item),
        }
    }
    buffer.truncate(written);
    let counts = Before::default().pass(&with, text.len());
    (buffer, told, counts)
}

/// Naively: each byte by itself, and the end by itself.
fn byte_by_byte(with: &Transcoder, text: &[u8]) -> Outcome {
    let mut with = with.clone();
    let (mut out, mut told) = (Vec::new(), Vec::new());
    let chunks = text.chunks(1).map(|byte| (byte, false)).chain([(&[][..], true)]);
    for (mut chunk, last) in chunks {
        loop {
            let mut buffer = [0; 4 * MIN_ROOM];
            let done = with.push(chunk, &mut buffer, last);
            out.extend_from_slice(&buffer[..done.written]);
            chunk = &chunk[done.read..];
            match done.status {
                Status::InputEmpty => break,
                Status::OutputFull => panic!("there is room"),
                item => told.push(item),
            }
        }
    }
    let counts = Before::default().pass(&with, text.len());
    (out, told, counts)
}

/// In chunks of any size, into buffers of any size; the number of pushes is bounded, and they ask for
/// no memory.
fn in_pieces(with: &mut Transcoder, text: &[u8], before: &mut Before, dice: &mut Dice) -> Outcome {
    let (mut out, mut told) = (Vec::new(), Vec::new());
    let (mut read, mut pushes) = (0, 0);
    let mut pieces = dice.cuts(text);
    if dice.below(2) == 0 {
        pieces.push(b"");
    }
    const CANARY: u8 = 0xA5;
    let mut buffer = [CANARY; 5000];
    let (most, last) = ([2, 20, 200, 5000][dice.below(4)], pieces.len() - 1);
    for (number, mut chunk) in pieces.iter().copied().enumerate() {
        let mut stuck = false;
        loop {
            let room = if stuck { MIN_ROOM } else { dice.below(most) };
            let (done, asked) = measured(|| with.push(chunk, &mut buffer[..room], number == last));
            assert_eq!(asked, 0);
            out.extend_from_slice(&buffer[..done.written]);
            assert!(buffer[done.written..].iter().all(|&byte| byte == CANARY));
            buffer[..done.written].fill(CANARY);
            chunk = &chunk[done.read..];
            (read, pushes) = (read + done.read, pushes + 1);
            stuck = false;
            match done.status {
                Status::InputEmpty => break,
                Status::OutputFull => {
                    stuck = done.written == 0;
                    assert!(!stuck || room < MIN_ROOM);
                }
                item => told.push(before.shifted(item)),
            }
        }
        assert!(chunk.is_empty());
    }
    assert_eq!(read, text.len());
    // Each push has written something, told something or ended a chunk, or was too small for that.
    assert!(pushes <= 2 * (out.len() + told.len() + pieces.len()));
    let counts = before.pass(with, text.len());
    (out, told, counts)
}

/// What the reference beside the library's tests says of UTF-8, if the target is a plain one.
fn by_the_reference(from: Label, to: Label, policy: Policy, text: &[u8], found: &Outcome) {
    if from != Label::Utf8 || matches!(policy, Policy::Strict | Policy::Utf8b) {
        return;
    }
    let chars = policies::values(text, policy).into_iter().filter_map(char::from_u32);
    let expected: Vec<u8> = match to {
        Label::Utf8 => chars.collect::<String>().into_bytes(),
        Label::Utf16Be => {
            chars.collect::<String>().encode_utf16().flat_map(u16::to_be_bytes).collect()
        }
        Label::Utf32Le => chars.map(u32::from).flat_map(u32::to_le_bytes).collect(),
        _ => return,
    };
    assert_eq!(found.0, expected);
}

/// The whole by one call, in memory that is bounded by what comes of it.
fn converted(with: &Transcoder, text: &[u8], (out, told, _): &Outcome) {
    let (result, most) = measured(|| with.clone().convert(text));
    match told.first() {
        None => assert_eq!(result.as_ref(), Ok(out)),
        Some(first) => assert_eq!(result.err().map(|error| error.in_stream(0)), first.error()),
    }
    // While it grows, the old buffer and the new one are there: three halves of the largest.
    assert!(most <= 3 * (text.len().max(out.len()) + MIN_ROOM));
}
