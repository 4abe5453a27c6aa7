//! Text in chunks becomes what the whole becomes: every policy, every pair of
//! encodings, every level; units, errors, counts. Both ways of UTF-8B give the
//! bytes back.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level};
use libfuzzer_sys::fuzz_target;
use placemat::encoding::historic::{
    Bocu1, Scsu, Ucs2Be, Ucs4Le, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279, UtfEbcdic,
};
use placemat::encoding::{
    Cesu8, Encoding, Latin1, ModifiedUtf8, UsAscii, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
    Utf32Le, Windows1252, Wtf8,
};
use placemat::error::Stopped;
use placemat::{Converter, Error, Policy, Status};

/// How the text is cut, and how much room there is.
#[derive(Clone, Copy)]
struct Cut {
    seed: u64,
    room: usize,
}

fuzz_target!(|data: &[u8]| {
    let Some((&[policy, pair, seed, room], rest)) = data.split_first_chunk() else { return };
    let policy = Policy::all()[usize::from(policy) % Policy::all().len()];
    // What `Stream::push` asks for at least.
    let cut = Cut { seed: seed.into(), room: 96 + usize::from(room) };
    let input = Input::new(rest);
    let text = input.text();
    let units: Vec<u16> =
        text.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    // Most values would be too large.
    let values: Vec<u32> = text
        .chunks_exact(4)
        .map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2] & 0x1F, 0]))
        .collect();
    at_every_level(|| match pair % 23 {
        0 => to_any::<Utf8>(text, pair / 23, policy, cut),
        1 => to_any::<Latin1>(text, pair / 23, policy, cut),
        2 => to_any::<Utf16>(&units, pair / 23, policy, cut),
        3 => to_any::<Utf16Le>(text, pair / 23, policy, cut),
        4 => to_any::<Utf16Be>(text, pair / 23, policy, cut),
        5 => to_any::<Utf32>(&values, pair / 23, policy, cut),
        6 => to_any::<Utf32Le>(text, pair / 23, policy, cut),
        7 => to_any::<Utf32Be>(text, pair / 23, policy, cut),
        8 => family::<Cesu8>(text, policy, cut),
        9 => family::<ModifiedUtf8>(text, policy, cut),
        10 => family::<Wtf8>(text, policy, cut),
        11 => family::<Utf8Rfc2279>(text, policy, cut),
        12 => family::<Utf7>(text, policy, cut),
        13 => family::<Utf7Imap>(text, policy, cut),
        14 => family::<Utf1>(text, policy, cut),
        15 => family::<Ucs2Be>(text, policy, cut),
        16 => family::<Ucs4Le>(text, policy, cut),
        17 => family::<Unicode11Utf8>(text, policy, cut),
        18 => family::<Windows1252>(text, policy, cut),
        19 => family::<Scsu>(text, policy, cut),
        20 => family::<Bocu1>(text, policy, cut),
        21 => family::<UtfEbcdic>(text, policy, cut),
        _ => family::<UsAscii>(text, policy, cut),
    });
    at_every_level(|| {
        there_and_back::<Utf16>(text);
        there_and_back::<Utf32Be>(text);
    });
});

fn to_any<F: Encoding>(text: &[F::Unit], target: u8, policy: Policy, cut: Cut) {
    match target % 8 {
        0 => check::<F, Utf8>(text, policy, cut),
        1 => check::<F, Latin1>(text, policy, cut),
        2 => check::<F, Utf16>(text, policy, cut),
        3 => check::<F, Utf16Le>(text, policy, cut),
        4 => check::<F, Utf16Be>(text, policy, cut),
        5 => check::<F, Utf32>(text, policy, cut),
        6 => check::<F, Utf32Le>(text, policy, cut),
        _ => check::<F, Utf32Be>(text, policy, cut),
    }
}

/// One of the family, from and to UTF-8 and encodings of other kinds.
fn family<E: Encoding<Unit = u8>>(text: &[u8], policy: Policy, cut: Cut) {
    check_family::<E, Utf8>(text, policy, cut);
    check_family::<E, Utf16Be>(text, policy, cut);
    check_family::<E, Utf7>(text, policy, cut);
    check_family::<Utf8, E>(text, policy, cut);
    check_family::<Wtf8, E>(text, policy, cut);
}

/// Against a stream that gets all at once: where a codec has a state, going on
/// behind an error is not the same as beginning there.
fn check_family<F: Encoding, T: Encoding>(text: &[F::Unit], policy: Policy, cut: Cut) {
    let Ok(converter) = Converter::<F, T>::new(policy) else { return };
    let (out, stops) = in_chunks(&converter, text, cut);
    if stops.is_empty() {
        assert_eq!(converter.convert(text).as_ref(), Ok(&out));
    }
    let (mut rest, mut all, mut stream) = (text, Vec::new(), converter.stream());
    let mut told = stops.into_iter();
    let mut buffer = vec![T::Unit::default(); 64 * (text.len() + 1)];
    loop {
        let progress = stream.push(rest, &mut buffer, true);
        all.extend_from_slice(&buffer[..progress.written]);
        rest = &rest[progress.read..];
        match progress.status {
            Status::InputEmpty => break,
            stop => assert_eq!(Some(stop), told.next()),
        }
    }
    assert_eq!((told.next(), all), (None, out));
}

/// What came of it: the units, and why it stopped and where.
type Outcome<U> = (Vec<U>, Vec<Status>);

fn check<F: Encoding, T: Encoding>(text: &[F::Unit], policy: Policy, cut: Cut) {
    if let Ok(converter) = Converter::<F, T>::new(policy) {
        assert_eq!(in_chunks(&converter, text, cut), whole(&converter, text));
    }
}

fn in_chunks<F: Encoding, T: Encoding>(
    converter: &Converter<F, T>,
    mut text: &[F::Unit],
    Cut { mut seed, room }: Cut,
) -> Outcome<T::Unit> {
    let mut stream = converter.stream();
    let (mut out, mut stops) = (Vec::new(), Vec::new());
    let mut buffer = vec![T::Unit::default(); room];
    let len = text.len() as u64;
    let mut last = false;
    while !last {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (mut chunk, rest) = text.split_at(text.len().min((seed >> 60) as usize));
        // The last chunk may be empty, or not.
        last = rest.is_empty() && (chunk.is_empty() || seed & 1 << 40 != 0);
        text = rest;
        loop {
            let progress = stream.push(chunk, &mut buffer, last);
            out.extend_from_slice(&buffer[..progress.written]);
            chunk = &chunk[progress.read..];
            match progress.status {
                Status::InputEmpty => break,
                Status::OutputFull => assert!(progress.read + progress.written > 0),
                stop => stops.push(stop),
            }
        }
        assert!(chunk.is_empty());
    }
    assert_eq!(stream.offset(), len);
    (out, stops)
}

fn whole<F: Encoding, T: Encoding>(
    converter: &Converter<F, T>,
    text: &[F::Unit],
) -> Outcome<T::Unit> {
    let (mut out, mut stops, mut at) = (Vec::new(), Vec::new(), 0);
    loop {
        let rest = &text[at..];
        let mut buffer = vec![T::Unit::default(); converter.output_len(rest)];
        let result = converter.convert_into(rest, &mut buffer);
        out.extend_from_slice(&buffer);
        let len = match result {
            Ok(done) => {
                assert_eq!((done.read, done.written), (rest.len(), buffer.len()));
                return (out, stops);
            }
            Err(Stopped { error: Error::Malformed(bad), .. }) => {
                stops.push(Status::Malformed(bad.in_stream(at as u64)));
                bad.end()
            }
            Err(Stopped { error: Error::Unmappable(item), .. }) => {
                stops.push(Status::Unmappable(item.in_stream(at as u64)));
                item.offset + item.len
            }
            Err(stopped) => panic!("the buffer has the exact size: {stopped}"),
        };
        at += len;
    }
}

fn there_and_back<T: Encoding>(text: &[u8]) {
    let there = Converter::<Utf8, T>::new(Policy::Utf8b).expect("from UTF-8");
    let back = Converter::<T, Utf8>::new(Policy::Utf8b).expect("to UTF-8");
    let units = there.convert(text).expect("no error is left");
    assert_eq!(back.convert(&units).as_deref(), Ok(text));
}
