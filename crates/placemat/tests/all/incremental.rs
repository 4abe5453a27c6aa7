//! `Validator` and `Decoder`: wherever text is cut, they say what the whole says,
//! and as soon as it is certain.

use crate::common::levels::{at_every_level, rounds};
use crate::common::random::{EDGES, Random};
use crate::common::reference;
use placemat::encoding::Utf16Be;
use placemat::error::Located;
use placemat::{Decoder, Validator};

/// What the reference finds, and its lines.
fn located(text: &[u8]) -> Vec<Located> {
    let place = |bad: placemat::Malformed| {
        let before = &text[..bad.offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        Located { malformed: bad.in_stream(0), line, column: (bad.offset - start) as u64 + 1 }
    };
    reference::errors(text).into_iter().map(place).collect()
}

fn check<'a>(text: &[u8], chunks: impl Iterator<Item = &'a [u8]> + Clone) {
    let mut validator = Validator::new();
    let mut found = Vec::new();
    let mut decoder = <Decoder>::new();
    let mut decoded = String::new();
    for chunk in chunks {
        validator.push(chunk, false, |error| found.push(error));
        decoded += decoder.push(chunk);
        assert!(validator.waiting().len() <= 3);
        assert_eq!(validator.waiting(), decoder.waiting());
    }
    validator.push(&[], true, |error| found.push(error));
    decoded += decoder.finish();
    assert_eq!(found, located(text), "{text:02x?}");
    assert_eq!(decoded, String::from_utf8_lossy(text));
    assert_eq!(validator.offset(), text.len() as u64);
    assert_eq!(
        (validator.malformed(), decoder.malformed()),
        (found.len() as u64, found.len() as u64)
    );
    let line_feeds = text.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(validator.line_feeds(), line_feeds as u64);
}

/// Text with errors and line feeds.
fn text(random: &mut Random, len: usize) -> Vec<u8> {
    let mut text = match random.below(3) {
        0 => (0..len).map(|_| random.one_of(&EDGES)).collect(),
        _ => random.malformed(len),
    };
    for _ in 0..random.below(1 + text.len() / 10) {
        let at = random.below(text.len());
        text[at] = b'\n';
    }
    text
}

#[test]
fn every_cut_of_short_texts() {
    let mut random = Random::new(4);
    for _ in 0..rounds(2000) {
        let len = random.below(14);
        let text = text(&mut random, len);
        check(&text, text.chunks(1));
        for i in 0..=text.len() {
            for j in i..=text.len() {
                check(&text, [&text[..i], &text[i..j], &text[j..]].into_iter());
            }
        }
    }
}

#[test]
fn random_cuts_of_long_texts() {
    at_every_level(|_| {
        let mut random = Random::new(5);
        for _ in 0..rounds(3000) {
            let len = random.below(2500);
            let text = text(&mut random, len);
            check(&text, random.cuts(&text).iter().copied());
        }
    });
}

/// The last push may have the last chunk.
#[test]
fn the_last_chunk_may_be_the_last_push() {
    for (chunks, offset) in [([&b"a\xE2"[..], b"\x82"], 1), ([b"a", b"\xE2\x82"], 1)] {
        let mut validator = Validator::new();
        let mut found = Vec::new();
        validator.push(chunks[0], false, |error| found.push(error));
        assert_eq!(found, []);
        validator.push(chunks[1], true, |error| found.push(error));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].malformed.offset, found[0].malformed.len), (offset, 2));
    }
}

#[test]
fn text_is_given_out_once_it_is_certain() {
    let mut decoder = <Decoder>::new();
    let bytes = b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xE2\x82!\xFF\xC3";
    let given: Vec<String> = bytes.chunks(1).map(|byte| decoder.push(byte).to_owned()).collect();
    assert_eq!(
        given,
        ["a", "", "é", "", "", "€", "", "", "", "😀", "", "", "\u{FFFD}!", "\u{FFFD}", ""]
    );
    assert_eq!(decoder.finish(), "\u{FFFD}");
    assert_eq!(decoder.malformed(), 3);
    assert_eq!(decoder.push(b"more"), "more");
}

/// A push of many errors has more text than bytes.
#[test]
fn a_decoder_finds_room() {
    let mut decoder = <Decoder>::new();
    assert_eq!(decoder.push(&[0xFF; 10_000]), "\u{FFFD}".repeat(10_000));
    let units: Vec<u8> = "日本語".repeat(5000).encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(Decoder::<Utf16Be>::new().push(&units), "日本語".repeat(5000));
}
