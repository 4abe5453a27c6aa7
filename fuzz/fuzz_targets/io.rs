//! Readers and writers over ones that give little, fail and are interrupted: what comes through is the
//! whole, and so is what is told; calls and memory are bounded; they can be used behind every error.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::Dice;
use libfuzzer_sys::fuzz_target;
use placemat::encoding::historic::Utf7;
use placemat::encoding::{Encoding, Label, Utf8, Utf16Le};
use placemat::io::{Reader, Writer};
use placemat::{Converter, Error, Policy, Status, Transcoder};
use std::io::{self, BufRead, ErrorKind, Read, Write};

fuzz_target!(|data: &[u8]| {
    let Some((&[kind, how, seed], text)) = data.split_first_chunk() else { return };
    let policy = Policy::all()[usize::from(how) % Policy::all().len()];
    match kind % 4 {
        0 => read::<Utf16Le, Utf8>([Label::Utf16Le, Label::Utf8], policy, text, seed),
        1 => read::<Utf8, Utf7>([Label::Utf8, Label::Utf7], policy, text, seed),
        2 => write::<Utf16Le, Utf8>([Label::Utf16Le, Label::Utf8], policy, text, seed),
        _ => write::<Utf8, Utf7>([Label::Utf8, Label::Utf7], policy, text, seed),
    }
});

/// Gives and takes few bytes at a time, and fails now and then, without losing any.
struct Nasty<'a> {
    dice: Dice,
    given: &'a [u8],
    taken: Vec<u8>,
    calls: usize,
    failures: usize,
}

impl<'a> Nasty<'a> {
    fn new(given: &'a [u8], seed: u8) -> Self {
        let taken = Vec::with_capacity(64 * given.len() + 1000);
        Self { dice: Dice::new(seed), given, taken, calls: 0, failures: 0 }
    }

    /// How many of `most` bytes, or a failure.
    fn some(&mut self, most: usize) -> io::Result<usize> {
        self.calls += 1;
        let kind = match self.dice.below(12) {
            0 => ErrorKind::Interrupted,
            1 => ErrorKind::WouldBlock,
            _ => return Ok(most.min(1 + [1, 7, 100, 40_000][self.dice.below(4)])),
        };
        self.failures += 1;
        Err(kind.into())
    }
}

impl Read for Nasty<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = self.some(buf.len().min(self.given.len()))?;
        let (front, rest) = self.given.split_at(len);
        buf[..len].copy_from_slice(front);
        self.given = rest;
        Ok(len)
    }
}

impl Write for Nasty<'_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let len = self.some(buf.len())?;
        self.taken.extend_from_slice(&buf[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.some(0).map(drop)
    }
}

/// Bytes, and the offsets of what was told.
fn whole([from, to]: [Label; 2], policy: Policy, text: &[u8]) -> (Vec<u8>, Vec<u64>) {
    let mut with = Transcoder::new(from, to, policy).expect("it has been tried");
    let (mut out, mut told, mut rest) = (vec![0; 24 * text.len() + 96], Vec::new(), text);
    let mut written = 0;
    loop {
        let done = with.push(rest, &mut out[written..], true);
        written += done.written;
        rest = &rest[done.read..];
        match done.status {
            Status::InputEmpty => break,
            Status::Malformed(bad) => told.push(bad.offset),
            Status::Unmappable(item) => told.push(item.offset),
            status => panic!("there is room: {status:?}"),
        }
    }
    out.truncate(written);
    (out, told)
}

/// The offset that an error of the text has; none, if it is one of the system.
fn offset(error: &io::Error) -> Option<u64> {
    let inner = error.get_ref().filter(|_| error.kind() == ErrorKind::InvalidData)?;
    inner.downcast_ref::<Error<u64>>().and_then(Error::offset)
}

/// More than the buffers of either have, and what an error takes.
const MEMORY: usize = 64 << 10;

fn read<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(
    labels: [Label; 2],
    policy: Policy,
    text: &[u8],
    seed: u8,
) {
    let Ok(converter) = Converter::<F, T>::new(policy) else { return };
    let (expected, expected_told) = whole(labels, policy, text);
    let mut dice = Dice::new(seed.wrapping_add(1));
    let inner = Nasty::new(text, seed);
    let (mut out, mut told) =
        (Vec::with_capacity(expected.len() + 1), Vec::with_capacity(expected_told.len() + 1));
    let (mut turns, mut failures) = (0, 0);
    let (inner, most) = measured(|| {
        let mut reader = Reader::new(inner, converter.stream());
        let mut buffer = [0; 300];
        loop {
            turns += 1;
            // Some of it read, and some of it looked at and consumed.
            let result = if dice.below(2) == 0 {
                let room = 1 + dice.below(buffer.len());
                reader
                    .read(&mut buffer[..room])
                    .inspect(|&len| out.extend_from_slice(&buffer[..len]))
            } else {
                let amount = 1 + dice.below(400);
                let seen = reader.fill_buf().map(|ready| {
                    out.extend_from_slice(&ready[..amount.min(ready.len())]);
                    ready.len().min(amount)
                });
                // More than there is does no harm at the end of the buffer.
                reader.consume(if seen.as_ref().is_ok_and(|&len| len < amount) {
                    usize::MAX
                } else {
                    amount * usize::from(seen.is_ok())
                });
                seen
            };
            match result {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => match offset(&error) {
                    Some(at) => told.push(at),
                    None => failures += 1,
                },
            }
        }
        assert_eq!(reader.stream().offset(), text.len() as u64);
        assert_eq!(reader.read(&mut buffer).expect("it is at its end, for good"), 0);
        reader.into_inner()
    });
    assert_eq!((&out, &told), (&expected, &expected_told));
    assert!(most <= MEMORY);
    assert_eq!(failures, inner.failures);
    // Every turn gives a byte or tells something, and the source is asked until it is at its end.
    assert!(turns <= out.len() + told.len() + failures + 1);
    assert!(inner.calls <= text.len() + failures + 1);
}

fn write<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(
    labels: [Label; 2],
    policy: Policy,
    text: &[u8],
    seed: u8,
) {
    let Ok(converter) = Converter::<F, T>::new(policy) else { return };
    let (expected, expected_told) = whole(labels, policy, text);
    let mut dice = Dice::new(seed.wrapping_add(1));
    let inner = Nasty::new(text, seed);
    let mut told = Vec::with_capacity(2 * expected_told.len() + 1);
    let (mut turns, mut failures) = (0, 0);
    let (inner, most) = measured(|| {
        let mut writer = Writer::new(inner, converter.stream());
        // Two texts, each to its end.
        for base in [0, text.len() as u64] {
            let mut rest = text;
            loop {
                turns += 1;
                let result = if rest.is_empty() {
                    writer.finish().map(|()| true)
                } else if dice.below(20) == 0 {
                    writer.flush().map(|()| false)
                } else {
                    let piece = &rest[..rest.len().min(1 + dice.below(300))];
                    writer.write(piece).map(|len| {
                        assert!(len > 0);
                        rest = &rest[len..];
                        false
                    })
                };
                match result {
                    Ok(true) => break,
                    Ok(false) => {}
                    Err(error) => match offset(&error) {
                        Some(at) => told.push(at - base),
                        None => failures += 1,
                    },
                }
            }
        }
        writer.into_inner()
    });
    assert_eq!(inner.taken, [&expected[..], &expected].concat());
    assert_eq!(told, [&expected_told[..], &expected_told].concat());
    assert!(most <= MEMORY);
    // An interruption is no failure of a write.
    assert!(failures <= inner.failures);
    assert!(turns <= 2 * (2 * text.len() + 1) + told.len() + failures);
    assert!(inner.calls <= inner.taken.len() + inner.failures + turns);
}
