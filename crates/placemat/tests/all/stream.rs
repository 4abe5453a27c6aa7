//! Text in pieces: wherever it is cut, the result is that of the whole.

use crate::common::levels::{at_every_level, every, rounds};
use crate::common::parallel::{parallel, report};
use crate::common::random::Random;
use placemat::encoding::historic::{
    Bocu1, Scsu, Ucs2Be, Ucs4Le, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279, UtfEbcdic,
};
use placemat::encoding::{
    Cesu8, Encoding, Latin1, ModifiedUtf8, UsAscii, Utf8, Utf16, Utf16Be, Utf16Bytes, Utf16Le,
    Utf32, Utf32Be, Utf32Le, Windows1252, Wtf8,
};
use placemat::error::Stopped;
use placemat::{Converter, Error, Policy, Status, Stream};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;

/// What came of a stream: the units, the status of each stop, with its place.
#[derive(Debug, PartialEq, Eq)]
struct Outcome<U> {
    out: Vec<U>,
    stops: Vec<Status>,
    malformed: u64,
    unmappable: u64,
}

/// Pushes chunks, each in a buffer of `room` units, and goes on behind errors.
fn in_pieces<F: Encoding, T: Encoding>(
    policy: Policy,
    chunks: &[&[F::Unit]],
    room: usize,
) -> Outcome<T::Unit> {
    let mut stream: Stream<F, T> = Converter::new(policy).unwrap().stream();
    let (mut out, mut stops) = (Vec::new(), Vec::new());
    for (i, chunk) in chunks.iter().enumerate() {
        let mut rest = *chunk;
        loop {
            let mut buffer = vec![T::Unit::default(); room];
            let progress = stream.push(rest, &mut buffer, i + 1 == chunks.len());
            out.extend_from_slice(&buffer[..progress.written]);
            assert!(buffer[progress.written..].iter().all(|unit| *unit == T::Unit::default()));
            rest = &rest[progress.read..];
            match progress.status {
                Status::InputEmpty => break,
                Status::OutputFull => {
                    let stuck = progress.read == 0 && progress.written == 0;
                    assert!(!stuck || room < 64, "no progress in {room} units");
                }
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_empty());
    }
    let len: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    assert_eq!(stream.offset(), len as u64, "all units are accounted for");
    Outcome { out, stops, malformed: stream.malformed(), unmappable: stream.unmappable() }
}

/// The same by the functions that take the whole text.
fn whole<F: Encoding, T: Encoding>(policy: Policy, text: &[F::Unit]) -> Outcome<T::Unit> {
    let converter = Converter::<F, T>::new(policy).unwrap();
    let mut outcome = Outcome { out: Vec::new(), stops: Vec::new(), malformed: 0, unmappable: 0 };
    let mut at = 0;
    loop {
        let mut buffer = vec![T::Unit::default(); converter.output_len(&text[at..])];
        let result = converter.convert_into(&text[at..], &mut buffer);
        outcome.out.extend_from_slice(&buffer);
        let done = result.unwrap_or_else(|Stopped { done, .. }| done);
        outcome.malformed += done.malformed as u64;
        outcome.unmappable += done.unmappable as u64;
        let base = at as u64;
        let (stop, len) = match result {
            Ok(_) => return outcome,
            Err(Stopped { error: Error::Malformed(bad), .. }) => {
                outcome.malformed += 1;
                (Status::Malformed(bad.in_stream(base)), bad.end())
            }
            Err(Stopped { error: Error::Unmappable(item), .. }) => {
                outcome.unmappable += 1;
                (Status::Unmappable(item.in_stream(base)), item.offset + item.len)
            }
            Err(stopped) => panic!("the buffer has the exact size: {stopped}"),
        };
        outcome.stops.push(stop);
        at += len;
    }
}

/// Every cut in two, every cut in three, and units one by one, with buffers of
/// many sizes, under every policy that the pair has.
fn check<F: Encoding, T: Encoding>(text: &[F::Unit]) {
    for &policy in Policy::all() {
        if Converter::<F, T>::new(policy).is_err() {
            continue;
        }
        let expected = whole::<F, T>(policy, text);
        let same = |chunks: &[&[F::Unit]], room| {
            let found = in_pieces::<F, T>(policy, chunks, room);
            assert_eq!(
                found,
                expected,
                "{} to {}, {policy}, {chunks:x?}, room {room}",
                F::NAME,
                T::NAME
            );
        };
        let one_by_one: Vec<&[F::Unit]> = text.chunks(1).collect();
        for room in [64, 65, 1000] {
            same(&[text], room);
            same(&[text, &[]], room);
            if !text.is_empty() {
                same(&one_by_one, room);
                same(&[&one_by_one[..], &[&[]]].concat(), room);
            }
        }
        for i in (0..=text.len()).step_by(every(7)) {
            let (a, b) = text.split_at(i);
            same(&[a, b], 64);
            for j in (0..=b.len().min(9)).step_by(every(3)) {
                same(&[a, &b[..j], &b[j..]], 64);
            }
        }
    }
}

/// To every encoding: UTF-16 and UTF-32 as units of one byte order, and as bytes of
/// the other. More pairs take minutes to compile.
fn to_all<F: Encoding>(text: &[F::Unit]) {
    check::<F, Utf8>(text);
    check::<F, Utf16>(text);
    check::<F, Utf16Be>(text);
    check::<F, Utf32>(text);
    check::<F, Utf32Be>(text);
    check::<F, Latin1>(text);
}

const CLEAN: [&str; 5] = [
    "",
    "a",
    "naïve Ω 日本語 한국어 😀🇪🇺 \u{FEFF}\u{10FFFF}\u{D7FF}\u{E000} עברית",
    "plain words, more than a vector of them, and then one é at the end of it: é",
    "日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語a日本語",
];

#[test]
fn clean_text() {
    for text in CLEAN {
        to_all::<Utf8>(text.as_bytes());
        to_all::<Latin1>(text.as_bytes());
        let units: Vec<u16> = text.encode_utf16().collect();
        to_all::<Utf16>(&units);
        to_all::<Utf32>(&text.chars().map(u32::from).collect::<Vec<_>>());
        let be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        to_all::<Utf16Be>(&be);
        to_all::<Utf32Be>(
            &text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect::<Vec<_>>(),
        );
    }
}

#[test]
fn malformed_utf8() {
    for text in [
        &b"caf\xE9 x"[..],
        b"\xC0\xAF\xE0\x80\x80\xF0\x80\x80\x80",
        b"a\xED\xA0\x80\xED\xB0\x80b\xF4\x90\x80\x80",
        b"\xE2\x82",
        b"\xE2\x82\xE2\x82\xAC\xF0\x9F\x98",
        b"\xF0\x9F\x98\xF0\x9F\x98\x80\xF0\x9F\xE9\xC3",
        b"\x80\xBF\xFE\xFF\xF8\x88\x80\x80\x80",
        b"words enough to fill a vector or two of them \xFF and as many behind it, at least",
    ] {
        to_all::<Utf8>(text);
    }
}

#[test]
fn malformed_utf16() {
    for units in [
        &[0xD800][..],
        &[0xDC00, 0xD800, 0xD800, 0xDC00, 0xDC00],
        &[0x61, 0xD83D, 0x61, 0xD83D, 0xDE00, 0xD83D],
        &[0xD83D, 0xD83D, 0xD83D],
    ] {
        to_all::<Utf16>(units);
        // Also with a byte too many at the end, which may begin anything.
        for odd in [&[][..], &[0xD8], &[0xDC], &[0x61]] {
            let be: Vec<u8> = units.iter().flat_map(|unit: &u16| unit.to_be_bytes()).collect();
            to_all::<Utf16Be>(&[&be, odd].concat());
        }
    }
}

#[test]
fn malformed_utf32() {
    let values: [u32; 6] = [0x61, 0xD800, 0x11_0000, u32::MAX, 0x1F600, 0xDFFF];
    to_all::<Utf32>(&values);
    let be: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
    for cut in 0..4 {
        to_all::<Utf32Be>(&be[..be.len() - cut]);
    }
}

#[test]
fn a_sequence_is_given_out_by_the_push_that_completes_it() {
    let mut stream = Converter::<Utf8, Utf16>::strict().stream();
    let mut out = [0; 4];
    let mut written = Vec::new();
    for byte in "aé€😀".bytes() {
        written.push(stream.push(&[byte], &mut out, false).written);
    }
    assert_eq!(written, [1, 0, 1, 0, 0, 1, 0, 0, 0, 2]);
}

#[test]
fn an_error_is_reported_on_the_byte_that_proves_it() {
    let mut stream = Converter::<Utf8, Utf16>::strict().stream();
    let mut out = [0; 4];
    assert_eq!(stream.push(b"a\xF0\x9F", &mut out, false).status, Status::InputEmpty);
    let progress = stream.push(b"b", &mut out, false);
    let Status::Malformed(bad) = progress.status else { panic!("{progress:?}") };
    // The byte that proves it is not part of it.
    assert_eq!((bad.offset, bad.len, progress.read, progress.written), (1, 2, 0, 0));
    assert_eq!(stream.push(b"b", &mut out, false).written, 1);
}

#[test]
fn a_buffer_that_is_too_small_loses_nothing() {
    let text = "aé€😀".as_bytes();
    let mut stream =
        Converter::<Utf8, Utf16Bytes<placemat::encoding::LittleEndian>>::strict().stream();
    let (mut rest, mut out) = (text, Vec::new());
    let mut room = 0;
    loop {
        let mut buffer = vec![0; room];
        let progress = stream.push(&rest[..rest.len().min(2)], &mut buffer, false);
        out.extend_from_slice(&buffer[..progress.written]);
        rest = &rest[progress.read..];
        match progress.status {
            Status::OutputFull => room += 1,
            Status::InputEmpty if rest.is_empty() => break,
            _ => room = 0,
        }
    }
    let expected: Vec<u8> = "aé€😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(out, expected);
}

/// How often text was cut, for each pair of encodings and each policy.
type Tally = BTreeMap<[&'static str; 3], usize>;

/// Text in random pieces, `splits` times under every policy.
fn check_random<F: Encoding, T: Encoding>(
    text: &[F::Unit],
    splits: usize,
    random: &mut Random,
    tally: &mut Tally,
) {
    for &policy in Policy::all() {
        if Converter::<F, T>::new(policy).is_err() {
            continue;
        }
        let expected = whole::<F, T>(policy, text);
        for _ in 0..splits {
            let mut chunks = random.cuts(text);
            if random.below(2) == 0 {
                chunks.push(&[]);
            }
            let room = 64 + random.below(600);
            let found = in_pieces::<F, T>(policy, &chunks, room);
            assert_eq!(found, expected, "{} to {}, {policy}, {chunks:x?}", F::NAME, T::NAME);
        }
        *tally.entry([F::NAME, T::NAME, policy.name()]).or_default() += splits;
    }
}

/// The same to every encoding.
fn random_to_all<F: Encoding>(
    text: &[F::Unit],
    splits: usize,
    random: &mut Random,
    tally: &mut Tally,
) {
    check_random::<F, Utf8>(text, splits, random, tally);
    check_random::<F, Utf16>(text, splits, random, tally);
    check_random::<F, Utf16Be>(text, splits, random, tally);
    check_random::<F, Utf32>(text, splits, random, tally);
    check_random::<F, Utf32Be>(text, splits, random, tally);
    check_random::<F, Latin1>(text, splits, random, tally);
}

/// The other byte order, from and to UTF-8 only: more pairs take minutes to compile.
fn random_with_utf8<E: Encoding<Unit = u8>>(
    (utf8, text): (&[u8], &[u8]),
    splits: usize,
    random: &mut Random,
    tally: &mut Tally,
) {
    check_random::<Utf8, E>(utf8, splits, random, tally);
    check_random::<E, Utf8>(text, splits, random, tally);
}

/// A text of at most `len` bytes in every encoding, to every encoding.
fn random_from_all(len: usize, splits: usize, random: &mut Random, tally: &mut Tally) {
    let len = random.below(len);
    let bytes = random.malformed(len);
    let text = String::from_utf8_lossy(&bytes);
    let mut units: Vec<u16> = text.encode_utf16().collect();
    let mut values: Vec<u32> = text.chars().map(u32::from).collect();
    for _ in 0..random.one_of(&[0, 1, 3, 30]).min(values.len()) {
        let (i, j) = (random.below(units.len()), random.below(values.len()));
        units[i] = random.one_of(&[0xD800, 0xDBFF, 0xDC00, 0xDC80, 0xDCFF, 0xDFFF]);
        values[j] = random.one_of(&[0xD800, 0xDC80, 0xDCFF, 0x11_0000, u32::MAX]);
    }
    // As bytes, of which some may be missing at the end.
    let mut cut = |bytes: Vec<u8>| {
        let len = bytes.len().saturating_sub(random.one_of(&[0, 0, 1, 2, 3]));
        Vec::from(&bytes[..len])
    };
    let be_16 = cut(units.iter().flat_map(|unit| unit.to_be_bytes()).collect());
    let le_16 = cut(units.iter().flat_map(|unit| unit.to_le_bytes()).collect());
    let be_32 = cut(values.iter().flat_map(|value| value.to_be_bytes()).collect());
    let le_32 = cut(values.iter().flat_map(|value| value.to_le_bytes()).collect());
    random_to_all::<Utf8>(&bytes, splits, random, tally);
    random_to_all::<Latin1>(&bytes, splits, random, tally);
    random_to_all::<Utf16>(&units, splits, random, tally);
    random_to_all::<Utf16Be>(&be_16, splits, random, tally);
    random_to_all::<Utf32>(&values, splits, random, tally);
    random_to_all::<Utf32Be>(&be_32, splits, random, tally);
    random_with_utf8::<Utf16Le>((&bytes, &le_16), splits, random, tally);
    random_with_utf8::<Utf32Le>((&bytes, &le_32), splits, random, tally);
}

#[test]
fn random_splits_of_long_texts() {
    let mut tally = Tally::new();
    let mut levels = 0;
    at_every_level(|_| {
        levels += 1;
        let mut random = Random::new(100_000);
        (0..45).step_by(every(15)).for_each(|_| random_from_all(1200, 3, &mut random, &mut tally));
    });
    let splits: usize = tally.values().sum();
    assert!(splits >= rounds(30_000) * levels, "{splits} splits at {levels} levels");
}

/// The rest of the family, in pieces and in one: where a codec has a state, going
/// on behind an error is not the same as beginning there.
fn check_family<F: Encoding, T: Encoding>(text: &[F::Unit], random: &mut Random) -> usize {
    let mut count = 0;
    for &policy in Policy::all() {
        let Ok(converter) = Converter::<F, T>::new(policy) else { continue };
        let expected = in_pieces::<F, T>(policy, &[text], 64 * (text.len() + 1));
        if expected.stops.is_empty() {
            assert_eq!(converter.convert(text).as_ref(), Ok(&expected.out));
        }
        let mut chunks: Vec<&[F::Unit]> = text.chunks(1).chain([&[][..]]).collect();
        for _ in 0..4 {
            let found = in_pieces::<F, T>(policy, &chunks, 64 + random.below(100));
            assert_eq!(found, expected, "{} to {}, {policy}, {chunks:x?}", F::NAME, T::NAME);
            chunks = random.cuts(text);
            chunks.extend((random.below(2) == 0 || chunks.is_empty()).then_some(&[][..]));
            count += 1;
        }
    }
    count
}

/// One of the family, from and to encodings of every kind.
fn random_family<E: Encoding<Unit = u8>>(random: &mut Random) -> usize {
    let len = random.below(150);
    let bytes = random.malformed(len);
    let units: Vec<u16> = String::from_utf8_lossy(&bytes).encode_utf16().collect();
    let mut text = Converter::<Utf8, E>::new(Policy::Replace).unwrap().convert(&bytes).unwrap();
    for _ in 0..random.one_of(&[0, 1, 2, 20]).min(text.len()) {
        let at = random.below(text.len());
        text[at] =
            random.one_of(&[b'+', b'-', b'&', b'A', 0x80, 0xA0, 0xED, 0xF8, 0xFC, 0xC0, 0xFF]);
    }
    let mut count = 0;
    for text in [&text, &bytes] {
        count += check_family::<E, Utf8>(text, random)
            + check_family::<E, Utf16>(text, random)
            + check_family::<E, Utf7>(text, random);
    }
    count + check_family::<Utf8, E>(&bytes, random) + check_family::<Utf16, E>(&units, random)
}

#[test]
fn the_family_in_random_pieces() {
    let mut random = Random::new(2152);
    let random = &mut random;
    let count: usize = (0..50)
        .step_by(every(10))
        .map(|_| {
            random_family::<Cesu8>(random)
                + random_family::<ModifiedUtf8>(random)
                + random_family::<Wtf8>(random)
                + random_family::<Utf8Rfc2279>(random)
                + random_family::<Utf7>(random)
                + random_family::<Utf7Imap>(random)
                + random_family::<Utf1>(random)
                + random_family::<Scsu>(random)
                + random_family::<Bocu1>(random)
                + random_family::<UtfEbcdic>(random)
                + random_family::<Ucs2Be>(random)
                + random_family::<Ucs4Le>(random)
                + random_family::<Unicode11Utf8>(random)
                + random_family::<Windows1252>(random)
                + random_family::<UsAscii>(random)
        })
        .sum();
    assert!(count >= rounds(100_000), "{count} splits");
}

/// Whole texts of a relative of UTF-8, which share kernels block by block, and the
/// same in small pieces, which do not.
fn long_family<E: Encoding<Unit = u8>>(random: &mut Random) {
    let mut text = String::new();
    while text.len() < 40_000 {
        let words = ["word ", "слово ", "語", "é", "\u{A0}"];
        text.push_str(random.one_of(&words));
        if random.below(700) == 0 {
            text.push(random.one_of(&['\0', '😀', '\u{85}', '\u{FFFF}', '€']));
        }
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    let in_family = in_small_pieces::<Utf8, E>(text.as_bytes());
    in_small_pieces::<Utf16, E>(&units);
    in_small_pieces::<E, Utf8>(&in_family);
    in_small_pieces::<E, Utf16>(&in_family);
    in_small_pieces::<E, Utf32>(&in_family);
}

/// What `text` becomes in one piece, which is what it becomes in small ones.
fn in_small_pieces<F: Encoding, T: Encoding>(text: &[F::Unit]) -> Vec<T::Unit> {
    let whole = in_pieces::<F, T>(Policy::Replace, &[text], 8 * text.len());
    let chunks: Vec<&[F::Unit]> = text.chunks(5).collect();
    let found = in_pieces::<F, T>(Policy::Replace, &chunks, 64);
    assert!(found == whole, "{} to {}", F::NAME, T::NAME);
    let at_once = Converter::<F, T>::new(Policy::Replace).unwrap().convert(text).unwrap();
    assert!(at_once == whole.out, "{} to {}", F::NAME, T::NAME);
    whole.out
}

#[test]
fn long_texts_of_the_family() {
    at_every_level(|_| {
        let random = &mut Random::new(8);
        long_family::<Cesu8>(random);
        long_family::<ModifiedUtf8>(random);
        long_family::<Wtf8>(random);
        long_family::<Utf8Rfc2279>(random);
        long_family::<Windows1252>(random);
        long_family::<UsAscii>(random);
        long_family::<Ucs2Be>(random);
    });
}

/// A hundred thousand for each pair of encodings and each of its policies, at every level.
#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn random_splits_of_every_pair_and_policy() {
    at_every_level(|level| {
        let (since, tally) = (Instant::now(), Mutex::new(Tally::new()));
        parallel(1000, Tally::new, |of_text, number| {
            let mut random = Random::new((level as u64) << 32 | number);
            random_from_all(200, 100, &mut random, of_text);
            let splits = of_text.values().sum::<usize>() as u64;
            let mut tally = tally.lock().expect("no failure");
            for (pair, splits) in std::mem::take(of_text) {
                *tally.entry(pair).or_default() += splits;
            }
            splits
        });
        let tally = tally.into_inner().expect("no failure");
        assert!(tally.values().all(|&splits| splits >= 100_000), "{tally:?}");
        let what = format!("random splits of {} pairs with a policy", tally.len());
        report(&what, level, tally.values().sum::<usize>() as u64, since);
    });
}
