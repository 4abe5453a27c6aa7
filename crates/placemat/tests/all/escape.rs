//! The escape transform: what it writes, and that its inverse gives the bytes
//! back, whatever they are and however they are cut.

use crate::common::levels::{at_every_level, emulated, rounds};
use crate::common::random::Random;
use crate::common::reference;
use placemat::Status;
use placemat::escape::{
    Direction, Escape, Rewriter, Unescape, escape, escaped_len, unescape, unescaped_len,
};
use std::borrow::Cow;

/// The definition, byte by byte.
fn naive_escape(text: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let (item, len) = reference::item(text, at);
        let bytes = &text[at..at + len];
        if item.is_err() {
            bytes.iter().for_each(|byte| out.extend(format!("\\x{byte:02X}").bytes()));
        } else if naive_byte(&text[at..]).is_some() {
            out.extend(b"\\x5C");
        } else {
            out.extend(bytes);
        }
        at += len;
    }
    out
}

fn naive_unescape(text: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let escaped = naive_byte(&text[at..]);
        out.push(escaped.unwrap_or(text[at]));
        at += if escaped.is_some() { 4 } else { 1 };
    }
    out
}

/// The byte whose escape `text` begins with.
fn naive_byte(text: &[u8]) -> Option<u8> {
    let digits = text.strip_prefix(b"\\x")?.get(..2)?;
    let byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    let upper = digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'));
    (upper && (byte >= 0x80 || byte == 0x5C)).then_some(byte)
}

fn check(bytes: &[u8]) {
    let text = escape(bytes);
    assert_eq!(text.as_bytes(), naive_escape(bytes), "{bytes:02x?}");
    assert_eq!(text.len(), escaped_len(bytes));
    assert_eq!(matches!(text, Cow::Borrowed(_)), text.as_bytes() == bytes);
    assert!(std::str::from_utf8(text.as_bytes()).is_ok());
    assert_eq!(unescape(text.as_bytes()), bytes, "{text}");
}

fn check_unescape(text: &[u8]) {
    let bytes = unescape(text);
    assert_eq!(bytes, naive_unescape(text), "{text:02x?}");
    assert_eq!(bytes.len(), unescaped_len(text));
    assert_eq!(matches!(bytes, Cow::Borrowed(_)), bytes == text);
}

/// Chunk by chunk into buffers of `room` bytes.
fn in_pieces<'a, D: Direction>(
    chunks: impl IntoIterator<Item = &'a [u8]>,
    room: usize,
    flush: bool,
) -> Vec<u8> {
    let mut rewriter = Rewriter::<D>::new();
    let (mut out, mut buffer) = (Vec::new(), vec![0; room]);
    let mut push = |mut rest: &[u8], last| loop {
        let progress = rewriter.push(rest, &mut buffer, last);
        out.extend_from_slice(&buffer[..progress.written]);
        rest = &rest[progress.read..];
        match progress.status {
            Status::InputEmpty => break assert!(rest.is_empty()),
            status => assert_eq!(status, Status::OutputFull),
        }
    };
    let mut chunks = chunks.into_iter().peekable();
    while let Some(chunk) = chunks.next() {
        push(chunk, !flush && chunks.peek().is_none());
    }
    if flush {
        push(&[], true);
    }
    out
}

fn check_pieces(text: &[u8]) {
    let (escaped, unescaped) = (naive_escape(text), naive_unescape(text));
    for room in [12, 13, 100] {
        for flush in [false, true] {
            let cut_at = |at| <[&[u8]; 2]>::from(text.split_at(at));
            for at in 0..=text.len() {
                assert_eq!(in_pieces::<Escape>(cut_at(at), room, flush), escaped, "{text:02x?}");
                assert_eq!(in_pieces::<Unescape>(cut_at(at), room, flush), unescaped);
            }
            if !text.is_empty() {
                assert_eq!(in_pieces::<Escape>(text.chunks(1), room, flush), escaped);
                assert_eq!(in_pieces::<Unescape>(text.chunks(1), room, flush), unescaped);
            }
        }
    }
}

#[test]
fn what_is_written() {
    for (bytes, text) in [
        (&b""[..], ""),
        (b"caf\xE9", r"caf\xE9"),
        ("café".as_bytes(), "café"),
        (b"\\", r"\"),
        (b"\\\x92", r"\\x92"),
        (b"\\x92", r"\x5Cx92"),
        (b"\\x5C", r"\x5Cx5C"),
        (b"\\\\x92", r"\\x5Cx92"),
        (b"\\x5c \\xe9 \\x41 \\x7F \\x", r"\x5c \xe9 \x41 \x7F \x"),
        (b"\\x\x92", r"\x\x92"),
        (b"\\x9\xC3\xA9\xC3", r"\x9é\xC3"),
        (b"\xF0\x9F\x98a\xED\xA0\x80", r"\xF0\x9F\x98a\xED\xA0\x80"),
    ] {
        assert_eq!(escape(bytes), text);
        check(bytes);
    }
}

/// Every string over the bytes that mean something.
#[test]
fn short_strings_exhaustively() {
    const ALPHABET: [u8; 9] = [b'\\', b'x', b'5', b'C', b'9', 0x92, 0xC3, 0xE2, b'a'];
    for len in 0..=if emulated() { 3 } else { 6 } {
        for number in 0..ALPHABET.len().pow(len) {
            let digit = |place| ALPHABET[number / ALPHABET.len().pow(place) % ALPHABET.len()];
            let text: Vec<u8> = (0..len).map(digit).collect();
            check(&text);
            check_unescape(&text);
            if len <= 4 {
                check_pieces(&text);
            }
        }
    }
}

/// Text full of what looks like an escape, and of bytes that need one.
fn dense(random: &mut Random, len: usize) -> Vec<u8> {
    const PARTS: [&[u8]; 16] = [
        b"\\",
        b"\\\\",
        b"\\x",
        b"\\x92",
        b"\\x5C",
        b"\\x5c",
        b"\\x5",
        b"\\x9",
        b"\\xE2\\x82\\xAC",
        b"\x92",
        b"\xE2\x82\xAC",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"x92",
        b"5C",
        b"clean text, some ",
    ];
    let mut text = Vec::new();
    while text.len() < len {
        text.extend_from_slice(random.one_of(&PARTS));
    }
    text.truncate(len);
    text
}

/// Millions of inputs, by level: short ones, and some of many windows.
#[test]
fn random_bytes_come_back() {
    at_every_level(|_| {
        let mut random = Random::new(92);
        for i in 0..rounds(700_000) {
            let len = random.below(if i % 1000 == 0 { 2000 } else { 24 });
            let text = if i % 8 == 0 { random.malformed(len) } else { dense(&mut random, len) };
            let escaped = escape(&text);
            assert_eq!(unescape(escaped.as_bytes()), &text[..], "{text:02x?}");
            if i % 16 == 0 {
                check(&text);
                check_unescape(&text);
            }
        }
    });
}

/// Longer than a block, and an escape at every place about its end.
#[test]
fn escapes_at_the_end_of_a_block() {
    at_every_level(|_| {
        for inserted in [&b"\\x92"[..], b"\\x5C\xE2\x82\xAC", b"\\", b"\xE2\x82", b"\\x9"] {
            for at in (16 << 10) - 6..(16 << 10) + 3 {
                let mut text = vec![b'a'; 40_000];
                text.splice(at..at, inserted.iter().copied());
                check(&text);
                check_unescape(&text);
            }
        }
    });
}

#[test]
fn pieces_give_what_the_whole_gives() {
    at_every_level(|_| {
        let mut random = Random::new(64);
        for _ in 0..300 {
            let len = random.below(60);
            check_pieces(&dense(&mut random, len));
        }
        for _ in 0..rounds(2000) {
            let len = random.below(3000);
            let text =
                if random.below(2) == 0 { dense(&mut random, len) } else { random.malformed(len) };
            let mut chunks = Vec::new();
            let mut rest = &text[..];
            while !rest.is_empty() {
                let most = random.one_of(&[3, 10, 1000]);
                let (chunk, after) = rest.split_at(rest.len().min(random.below(most)));
                chunks.push(chunk);
                rest = after;
            }
            let room = random.one_of(&[12, 64, 500]);
            let escaped = in_pieces::<Escape>(chunks.iter().copied(), room, true);
            assert_eq!(escaped, naive_escape(&text));
            let unescaped = in_pieces::<Unescape>(chunks, room, true);
            assert_eq!(unescaped, naive_unescape(&text));
        }
    });
}

#[test]
fn changes_are_counted() {
    let mut escape = Rewriter::<Escape>::new();
    let progress = escape.push(b"a\xE2\x82\xE9\\x92\\", &mut [0; 64], true);
    assert_eq!((progress.read, escape.offset(), escape.changed()), (9, 9, 3));
}
