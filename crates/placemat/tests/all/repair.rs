//! Repair, and conversion of malformed text: every policy and direction against
//! the reference, buffers of every size, random splits, and the account of what
//! was changed.

use crate::common::levels::{at_every_level, every, rounds};
use crate::common::policies::{REPAIRS, repaired};
use crate::common::random::{EDGES, Random};
use crate::common::reference;
use placemat::encoding::{Encoding, Utf8, Utf16, Utf16Be, Utf32};
use placemat::policy::{Account, Change, Item};
use placemat::{Converter, Error, Policy, Status, utf8, utf16};
use std::borrow::Cow;

/// Prose with an error every so many bytes.
fn dirty(random: &mut Random, len: usize, every: usize) -> Vec<u8> {
    let mut text = random.well_formed(len);
    for block in text.chunks_mut(every) {
        let at = random.below(every);
        if let Some(byte) = block.get_mut(at) {
            *byte = random.edge_byte();
        }
    }
    text
}

/// What stands in ASCII now and then: malformed bytes each by itself, and all else.
const SINGLE: [&[u8]; 6] = [b"\x92", b"\xE9", b"\xFF", b"\xA0\xA0", b"\xF0\xC2", b"\xF0A\x80\x80"];
const OTHERS: [&[u8]; 9] = [
    "é".as_bytes(),
    "’".as_bytes(),
    "😀".as_bytes(),
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
    b"\xC1\x81",
    b"\xC3\xA9\xA9",
    b"\xE9\xC3\xA9",
];

/// ASCII with some of these, one in `every` bytes.
fn mostly_ascii(random: &mut Random, len: usize, every: usize, others: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < len {
        text.extend((0..random.below(2 * every)).map(|i| b'a' + (i % 26) as u8));
        let what = if random.below(10) < others { &OTHERS[..] } else { &SINGLE[..] };
        text.extend_from_slice(random.one_of(what));
    }
    text
}

/// Text whose manner changes: how far letters of ASCII go, what stands between them, and how much of it is wrong.
fn changing(random: &mut Random, len: usize) -> Vec<u8> {
    const FINE: [&str; 6] = ["é", "’", "😀", "\u{7FF}", "\u{FFFF}", "жя"];
    let mut text = Vec::new();
    while text.len() < len {
        let gap = random.one_of(&[0, 1, 3, 10, 30, 64, 100, 200, 256, 400, 1000, 5000]);
        let (wrong, kind) = (random.one_of(&[0, 0, 1, 3, 10]), random.below(3));
        let end = len.min(text.len() + random.below(8000));
        while text.len() < end {
            text.extend((0..random.below(2 * gap + 1)).map(|i| b'a' + (i % 26) as u8));
            match kind {
                _ if random.below(10) >= wrong => {
                    text.extend_from_slice(random.one_of(&FINE).as_bytes());
                }
                0 => text.extend_from_slice(random.one_of(&SINGLE)),
                1 => text.extend_from_slice(random.one_of(&OTHERS)),
                _ => text.extend((0..random.below(6)).map(|_| random.one_of(&EDGES))),
            }
        }
    }
    text
}

/// Kernels remember what a text was like: so it changes.
#[test]
fn texts_that_change() {
    let mut random = Random::new(21);
    for round in 0..rounds(8000) {
        let len = [200, 2000, 9000, 40000][round % 4];
        let text = changing(&mut random, len);
        let (policy, more) = (random.one_of(&REPAIRS), random.below(2 * len));
        let (expected, changes) = repaired(&text, policy);
        let first = reference::first_error(&text).map_or(text.len(), |bad| bad.offset);
        let converter = Converter::<Utf8, Utf8>::new(policy).expect("it makes sense");
        at_every_level(|level| {
            let valid = utf8::validate(&text).map_or_else(|bad| bad.offset, str::len);
            assert_eq!(valid, first, "{level} round {round}");
            let mut buffer = vec![CANARY; expected.len() + more];
            let done = converter.convert_into(&text, &mut buffer).expect("it fits");
            assert_eq!((done.read, done.malformed), (text.len(), changes.len()), "{level} {round}");
            assert!(buffer[..done.written] == *expected.as_bytes(), "{level} {policy} {round}");
            assert!(buffer[done.written..].iter().all(|&b| b == CANARY), "{level} {round}");
        });
    }
}

/// What looks like the end of a sequence, in ASCII that is mended, wherever the loop for ASCII may end: as there is no more
/// text, or no more room.
#[test]
fn what_deceives_behind_mended_ascii() {
    let len = 1000;
    at_every_level(|level| {
        for at in (201..len - 8).step_by(every(7)) {
            for what in [&b"\xF0A\x80\x80"[..], b"\xF0\xC2\x80\x80", b"\xE2A\x80", b"\xE2\x80\x80"]
            {
                let mut text = vec![b'a'; len];
                text[200] = 0xFF;
                text[at..][..what.len()].copy_from_slice(what);
                for policy in [Policy::Replace, Policy::Windows1252, Policy::Remove] {
                    let (expected, changes) = repaired(&text, policy);
                    let converter = Converter::<Utf8, Utf8>::new(policy).expect("it makes sense");
                    for room in [expected.len(), 1400, 1800, 2300, 4000] {
                        let mut buffer = vec![CANARY; room];
                        let done = converter.convert_into(&text, &mut buffer).expect("it fits");
                        let found = (done.written, done.malformed);
                        assert_eq!(found, (expected.len(), changes.len()), "{level} {policy} {at}");
                        assert!(
                            buffer[..done.written] == *expected.as_bytes(),
                            "{level} {policy} {at}"
                        );
                        let behind = &buffer[done.written..];
                        assert!(behind.iter().all(|&b| b == CANARY), "{level} {policy} {at}");
                    }
                }
            }
        }
    });
}

/// What stores write too much is overwritten by what the rest of the text becomes: so that must be enough, where a
/// subpart goes on behind a window, and where the end is cut and nothing is written for it yet.
#[test]
fn nothing_behind_the_written_is_changed() {
    let mut buffer = vec![CANARY; 2000];
    at_every_level(|level| {
        for len in (200..330).step_by(every(3)) {
            for at in len - 130..len - 6 {
                for (subpart, end) in [
                    (&b"\xF0\x9F\x98"[..], &b"\xF0\x9F\x98"[..]),
                    (b"\xE2\x82", b"\xC3"),
                    (b"\xFF", b""),
                ] {
                    let mut text = vec![b'a'; len];
                    text[10] = 0xFF;
                    text[at..][..subpart.len()].copy_from_slice(subpart);
                    text[len - end.len()..].copy_from_slice(end);
                    for policy in [Policy::Replace, Policy::Windows1252] {
                        let new = || Converter::<Utf8, Utf8>::new(policy).expect("it makes sense");
                        for way in 0..3 {
                            let written = match way {
                                0 => {
                                    new().convert_into(&text, &mut buffer).expect("it fits").written
                                }
                                1 => new().stream().push(&text, &mut buffer, false).written,
                                _ => {
                                    new().stream().fragment().push(&text, &mut buffer, true).written
                                }
                            };
                            let clean = buffer[written..].iter().all(|&b| b == CANARY);
                            assert!(clean, "{level} {policy}, {len} bytes, {at}, way {way}");
                            buffer[..written].fill(CANARY);
                        }
                    }
                }
            }
        }
    });
}

/// Texts of all lengths and densities of errors.
fn texts() -> Vec<Vec<u8>> {
    let mut random = Random::new(4);
    let mut texts: Vec<Vec<u8>> = (0..120).map(|i| random.malformed(i * 7)).collect();
    for len in [60, 130, 200, 450, 900, 2500, 9000, 20000] {
        for every in [3, 10, 60, 100, 333, 1000] {
            texts.push(dirty(&mut random, len, every));
        }
        for every in [5, 30, 100, 333, 1000] {
            for others in [0, 1, 5] {
                texts.push(mostly_ascii(&mut random, len, every, others));
            }
        }
        texts.push((0..len).map(|_| random.one_of(&EDGES)).collect());
        texts.push((0..len).map(|_| random.byte() | 0x80).collect());
    }
    texts
}

const CANARY: u8 = 0xA5;

#[test]
fn utf8_is_repaired_as_documented() {
    let texts = texts();
    at_every_level(|level| {
        for (i, text) in texts.iter().enumerate() {
            let policies = if text.len() > 1000 { &REPAIRS[i % 7..][..1] } else { &REPAIRS };
            for &policy in policies {
                let context =
                    || format!("{level} {policy} text {i} {:02x?}", &text[..text.len().min(300)]);
                let (expected, changes) = repaired(text, policy);
                let found = utf8::repair(text, policy).expect("it makes sense");
                assert!(found.text == expected, "{}", context());
                assert_eq!(matches!(found.text, Cow::Borrowed(_)), changes.is_empty());
                let mut account = Account::default();
                changes.iter().for_each(|change| account.add(change));
                assert_eq!(found.account, account, "{}", context());
                let (again, listed) = utf8::repair_with_changes(text, policy).expect("the same");
                assert_eq!(again, found, "{}", context());
                assert_eq!(listed, changes, "{}", context());
                // Without anybody who listens, into a buffer of the exact size and more.
                let converter = Converter::<Utf8, Utf8>::new(policy).expect("the same");
                assert_eq!(converter.output_len(text), expected.len(), "{}", context());
                for more in [0, 1, 70, 1000] {
                    let mut buffer = vec![CANARY; expected.len() + more];
                    let done = converter.convert_into(text, &mut buffer).expect("it fits");
                    assert_eq!((done.read, done.malformed), (text.len(), changes.len()));
                    assert!(buffer[..done.written] == *expected.as_bytes(), "{}", context());
                    assert!(buffer[done.written..].iter().all(|&b| b == CANARY), "{}", context());
                }
            }
        }
    });
}

#[test]
fn buffers_that_are_too_small() {
    let mut random = Random::new(8);
    at_every_level(|level| {
        for every in [4, 12, 100, 900] {
            let text = dirty(&mut random, 1200, every);
            for policy in REPAIRS {
                let converter = Converter::<Utf8, Utf8>::new(policy).expect("it makes sense");
                let to_utf16 = Converter::<Utf8, Utf16>::new(policy).expect("it makes sense");
                let (expected, _) = repaired(&text, policy);
                let units: Vec<u16> = expected.encode_utf16().collect();
                for room in (0..units.len()).step_by(23) {
                    let mut buffer = vec![CANARY; room];
                    let stopped = converter.convert_into(&text, &mut buffer).expect_err("full");
                    assert!(matches!(stopped.error, Error::OutputFull(_)));
                    let written = stopped.done.written;
                    assert!(room - written < 12, "{level} {policy} {room}");
                    assert_eq!(buffer[..written], expected.as_bytes()[..written]);
                    assert!(buffer[written..].iter().all(|&b| b == CANARY), "{level} {policy}");
                    let before = reference::errors(&text[..stopped.done.read]).len();
                    assert_eq!(stopped.done.malformed, before, "{level} {policy} {room}");

                    let mut buffer = vec![0xA5A5; room];
                    let stopped = to_utf16.convert_into(&text, &mut buffer).expect_err("full");
                    let written = stopped.done.written;
                    assert!(room - written < 12, "{level} {policy} {room}");
                    assert_eq!(buffer[..written], units[..written]);
                    assert!(buffer[written..].iter().all(|&u| u == 0xA5A5), "{level} {policy}");
                }
            }
        }
    });
}

#[test]
fn utf8_to_wider_units() {
    let texts = texts();
    at_every_level(|level| {
        for (i, text) in texts.iter().enumerate() {
            let policy = REPAIRS[i % 7];
            let (expected, changes) = repaired(text, policy);
            let units: Vec<u16> = expected.encode_utf16().collect();
            let converter = Converter::<Utf8, Utf16>::new(policy).expect("it makes sense");
            let mut buffer = vec![0; units.len()];
            let done = converter.convert_into(text, &mut buffer).expect("the exact size");
            assert_eq!((done.read, done.malformed), (text.len(), changes.len()), "{level} {i}");
            assert!(buffer == units, "{level} {policy} text {i}");
            let be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            let converter = Converter::<Utf8, Utf16Be>::new(policy).expect("it makes sense");
            assert!(converter.convert(text).expect("never stops") == be, "{level} {policy} {i}");
            let values: Vec<u32> = expected.chars().map(u32::from).collect();
            let converter = Converter::<Utf8, Utf32>::new(policy).expect("it makes sense");
            assert!(
                converter.convert(text).expect("never stops") == values,
                "{level} {policy} {i}"
            );
        }
    });
}

/// UTF-16 with lone surrogates.
fn units(random: &mut Random, len: usize, every: usize) -> Vec<u16> {
    let text = String::from_utf8(random.well_formed(3 * len)).expect("well-formed");
    let mut units: Vec<u16> = text.encode_utf16().take(len).collect();
    for block in units.chunks_mut(every) {
        let (at, unit) = (random.below(every), 0xD800 + random.below(0x800) as u16);
        if let Some(place) = block.get_mut(at) {
            *place = unit;
        }
    }
    units
}

#[test]
fn utf16_is_repaired_as_documented() {
    let mut random = Random::new(16);
    at_every_level(|level| {
        for i in 0..400 {
            let len = random.below([30, 100, 600, 12000][i % 4]);
            let every = random.one_of(&[1, 2, 5, 50, 500]);
            let units = units(&mut random, len, every);
            let expected = String::from_utf16_lossy(&units);
            let lone = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
            let whole: Vec<u16> = expected.encode_utf16().collect();
            let found = utf16::repair(&units, Policy::Replace).expect("it makes sense");
            assert!(found.text[..] == whole[..], "{level} {units:04x?}");
            assert_eq!(found.account.malformed(), lone as u64);
            assert_eq!(matches!(found.text, Cow::Borrowed(_)), lone == 0);
            let mut in_place = units.clone();
            assert_eq!(utf16::make_well_formed(&mut in_place), lone);
            assert_eq!(in_place, whole);

            let converter = Converter::<Utf16, Utf8>::new(Policy::Replace).expect("it makes sense");
            for room in [expected.len(), expected.len() + 100, expected.len() / 2] {
                let mut buffer = vec![CANARY; room];
                let result = converter.convert_into(&units, &mut buffer);
                let done = result.unwrap_or_else(|stopped| stopped.done);
                assert_eq!(result.is_ok(), room >= expected.len());
                assert!(buffer[..done.written] == expected.as_bytes()[..done.written], "{level}");
                assert!(buffer[done.written..].iter().all(|&b| b == CANARY), "{level}");
                let read = char::decode_utf16(units[..done.read].iter().copied());
                assert_eq!(done.malformed, read.filter(Result::is_err).count(), "{level}");
            }
            let le: Vec<u16> = units.iter().map(|unit| unit.swap_bytes()).collect();
            let converter =
                Converter::<placemat::encoding::Utf16Swapped, Utf8>::new(Policy::Replace);
            let found = converter.expect("it makes sense").convert(&le).expect("never stops");
            assert!(found == expected.as_bytes(), "{level}");

            let (removed, changes) =
                utf16::repair_with_changes(&units, Policy::Remove).expect("it makes sense");
            let kept: String = char::decode_utf16(units.iter().copied()).flatten().collect();
            assert!(removed.text[..] == kept.encode_utf16().collect::<Vec<_>>()[..]);
            assert_eq!(changes.len(), lone);
        }
    });
}

/// Pushes `text` in random pieces into random buffers.
fn streamed<T: Encoding>(
    text: &[u8],
    policy: Policy,
    random: &mut Random,
) -> (Vec<T::Unit>, Vec<Change>) {
    let mut stream = Converter::<Utf8, T>::new(policy).expect("it makes sense").stream();
    let (mut out, mut changes, mut rest) = (Vec::new(), Vec::new(), text);
    loop {
        let limit = random.one_of(&[1, 4, 30, 400, 5000]);
        let chunk = &rest[..rest.len().min(random.below(limit + 1))];
        let last = chunk.len() == rest.len();
        let mut buffer = vec![T::Unit::default(); 64 + random.below(600)];
        let progress = if random.below(2) == 0 {
            stream.push_with_changes(chunk, &mut buffer, last, |change, before, after| {
                let offset = change.offset as usize;
                assert_eq!(before, &text[offset..][..change.len]);
                assert_eq!(after.len(), change.output_len);
                changes.push(*change);
            })
        } else {
            stream.push(chunk, &mut buffer, last)
        };
        out.extend_from_slice(&buffer[..progress.written]);
        rest = &rest[progress.read..];
        if last && progress.status == Status::InputEmpty {
            assert_eq!(stream.malformed() as usize, reference::errors(text).len());
            return (out, changes);
        }
    }
}

#[test]
fn random_splits_give_the_same() {
    let mut random = Random::new(1993);
    at_every_level(|level| {
        for i in 0..rounds(34_000) {
            let (len, every) =
                (random.below([20, 60, 150, 700][i % 4]), [3, 10, 40, 200][i / 4 % 4]);
            let text = dirty(&mut random, len, every);
            let policy = REPAIRS[i % 7];
            let (expected, all) = repaired(&text, policy);
            let (out, changes) = streamed::<Utf8>(&text, policy, &mut random);
            assert!(out == expected.as_bytes(), "{level} {policy} {text:02x?}");
            assert!(
                changes.iter().all(|change| all.contains(change)),
                "{level} {policy} {text:02x?}"
            );
            if i % 8 == 0 {
                let (out, changes) = streamed::<Utf16>(&text, policy, &mut random);
                assert!(out == expected.encode_utf16().collect::<Vec<_>>(), "{level} {policy}");
                assert!(changes.len() <= all.len());
            }
        }
    });
}

#[test]
fn a_function_says_what_errors_become() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let text = random.malformed(400);
        let mut seen = Vec::new();
        let out = Converter::<Utf8, Utf8>::strict().convert_with(&text, |item, out| {
            let Item::Malformed(bad, bytes) = item else { panic!("UTF-8 has all code points") };
            assert_eq!(bytes, &text[bad.offset..bad.end()]);
            bytes.iter().for_each(|byte| out.push_str(&format!("<{byte:02X}>")));
            seen.push(bad);
        });
        assert_eq!(seen, reference::errors(&text));
        let expected: String = reference::items(&text)
            .into_iter()
            .map(|item| match item {
                Ok(c) => c.to_string(),
                Err(bad) => {
                    text[bad.offset..bad.end()].iter().map(|b| format!("<{b:02X}>")).collect()
                }
            })
            .collect();
        assert_eq!(String::from_utf8(out), Ok(expected));
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for policy in [Policy::Strict, Policy::Utf8b] {
        assert!(utf8::repair(b"\xFF", policy).is_err());
    }
    assert!(utf16::repair(&[0xD800], Policy::Windows1252).is_err());
    let error = utf8::repair(b"", Policy::Utf8b).unwrap_err().to_string();
    assert!(error.contains("utf8b") && error.contains("UTF-16"), "{error}");
}
