//! Text in pieces: wherever it is cut, the result is that of the whole.

use placemat::{
    Converter, Encoding, Latin1, Policy, Reason, Status, Stopped, Stream, Utf8, Utf16, Utf16Be,
    Utf16Bytes, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

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
            Err(Stopped { reason: Reason::Malformed(bad), .. }) => {
                outcome.malformed += 1;
                (Status::Malformed(bad.in_stream(base)), bad.end())
            }
            Err(Stopped { reason: Reason::Unmappable(item), .. }) => {
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
    for policy in Policy::ALL {
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
        for i in 0..=text.len() {
            let (a, b) = text.split_at(i);
            same(&[a, b], 64);
            for j in 0..=b.len().min(9) {
                same(&[a, &b[..j], &b[j..]], 64);
            }
        }
    }
}

/// To every encoding.
fn to_all<F: Encoding>(text: &[F::Unit]) {
    check::<F, Utf8>(text);
    check::<F, Utf16>(text);
    check::<F, Utf16Le>(text);
    check::<F, Utf16Be>(text);
    check::<F, Utf32>(text);
    check::<F, Utf32Le>(text);
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
        let bytes = |order: fn(u16) -> [u8; 2]| units.iter().copied().flat_map(order).collect();
        let (le, be): (Vec<u8>, Vec<u8>) = (bytes(u16::to_le_bytes), bytes(u16::to_be_bytes));
        to_all::<Utf16Le>(&le);
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
            let le: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            to_all::<Utf16Le>(&[&le, odd].concat());
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
    let mut stream = Converter::<Utf8, Utf16Bytes<placemat::LittleEndian>>::strict().stream();
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
