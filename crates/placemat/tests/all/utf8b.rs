//! UTF-8B there and back again: any bytes as UTF-16 or UTF-32, and the same bytes
//! out of these.

use crate::common::levels::{at_every_level, emulated, rounds};
use crate::common::random::Random;
use placemat::encoding::{
    Encoding, Utf8, Utf16, Utf16Be, Utf16Le, Utf16Swapped, Utf32, Utf32Be, Utf32Le, Utf32Swapped,
};
use placemat::{Converter, Error, Malformed, MalformedKind, Policy, Status};

fn converter<F: Encoding, T: Encoding>() -> Converter<F, T> {
    Converter::new(Policy::Utf8b).expect("UTF-8 on one side")
}

/// By way of `T`, whole, and pushed in chunks of `chunk` units.
fn check<T: Encoding>(bytes: &[u8], chunk: usize) {
    let units = converter::<Utf8, T>().convert(bytes).expect("no error is left");
    let back = converter::<T, Utf8>();
    assert_eq!(back.convert(&units).as_deref(), Ok(bytes), "{} {units:x?}", T::NAME);
    assert_eq!(back.output_len(&units), bytes.len());
    let (mut stream, mut out) = (back.stream(), Vec::new());
    for chunk in units.chunks(chunk).chain([&[][..]]) {
        let mut buffer = vec![0; 4 * chunk.len() + 64];
        let progress = stream.push(chunk, &mut buffer, chunk.is_empty());
        assert_eq!((progress.read, progress.status), (chunk.len(), Status::InputEmpty));
        out.extend_from_slice(&buffer[..progress.written]);
    }
    assert_eq!(out, bytes, "{} in chunks of {chunk}", T::NAME);
}

fn check_all(bytes: &[u8], chunk: usize) {
    check::<Utf16>(bytes, chunk);
    check::<Utf16Swapped>(bytes, chunk);
    check::<Utf16Le>(bytes, chunk);
    check::<Utf16Be>(bytes, chunk);
    check::<Utf32>(bytes, chunk);
    check::<Utf32Swapped>(bytes, chunk);
    check::<Utf32Le>(bytes, chunk);
    check::<Utf32Be>(bytes, chunk);
}

#[test]
fn short_strings_exhaustively() {
    const ALPHABET: [u8; 8] = [b'a', 0x80, 0xBF, 0xC3, 0xED, 0xA0, 0xF0, 0x9F];
    for len in 0..=if emulated() { 3 } else { 5 } {
        for number in 0..ALPHABET.len().pow(len) {
            let digit = |place| ALPHABET[number / ALPHABET.len().pow(place) % ALPHABET.len()];
            check_all(&(0..len).map(digit).collect::<Vec<_>>(), 1);
        }
    }
}

#[test]
fn random_bytes_come_back() {
    at_every_level(|_| {
        let mut random = Random::new(383);
        for i in 0..rounds(10_000) {
            let len = random.below(if i % 50 == 0 { 3000 } else { 100 });
            check_all(&random.malformed(len), 1 + random.below(70));
            let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.byte()).collect();
            check_all(&bytes, 1 + random.below(7));
        }
    });
}

/// Only U+DC80 to U+DCFF stand for bytes.
#[test]
fn other_lone_surrogates_are_malformed() {
    for unit in 0xD800..=0xDFFF_u16 {
        let units = [0x61, 0xDCE9, unit, 0x62];
        let found = converter::<Utf16, Utf8>().convert(&units);
        let wide = units.map(u32::from);
        let found_wide = converter::<Utf32, Utf8>().convert(&wide);
        if (0xDC80..=0xDCFF).contains(&unit) {
            let bytes = [0x61, 0xE9, unit as u8, 0x62];
            assert_eq!(found.as_deref(), Ok(&bytes[..]));
            assert_eq!(found_wide.as_deref(), Ok(&bytes[..]));
            continue;
        }
        let high = unit < 0xDC00;
        let kind =
            if high { MalformedKind::LoneHighSurrogate } else { MalformedKind::LoneLowSurrogate };
        assert_eq!(found, Err(Error::Malformed(Malformed { offset: 2, len: 1, kind })));
        let kind = MalformedKind::Surrogate;
        assert_eq!(found_wide, Err(Error::Malformed(Malformed { offset: 2, len: 1, kind })));
    }
}

/// A high surrogate takes what follows it for the other half of a pair.
#[test]
fn the_other_order_does_not_hold() {
    let units = [0xDCC3, 0xDCA9];
    let bytes = converter::<Utf16, Utf8>().convert(&units).unwrap();
    assert_eq!(converter::<Utf8, Utf16>().convert(&bytes).unwrap(), [0xE9]);
}

#[test]
fn pairs_without_utf8_are_refused() {
    assert!(Converter::<Utf16, Utf32>::new(Policy::Utf8b).is_err());
    assert!(Converter::<placemat::encoding::Latin1, Utf16>::new(Policy::Utf8b).is_err());
    assert!(Converter::<Utf16, placemat::encoding::Latin1>::new(Policy::Utf8b).is_err());
    let error = Converter::<Utf8, Utf8>::new(Policy::Utf8b).unwrap_err();
    assert!(error.to_string().contains("utf8b makes no sense from utf-8 to utf-8"), "{error}");
}
