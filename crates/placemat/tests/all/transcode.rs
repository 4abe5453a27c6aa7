//! Conversion through the public functions: what the standard library and the
//! reference say, buffers of every size, and nothing written behind the end.

use crate::common::cases::CASES;
use crate::common::filler::{CLASSES, before};
use crate::common::levels::{at_every_level, every, one_of};
use crate::common::policies;
use crate::common::random::Random;
use crate::common::reference;
use placemat::encoding::{Encoding, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be};
use placemat::error::{Done, Stopped};
use placemat::{Converter, Error, Malformed, Policy};

/// Cases alone and behind other text, and random text.
fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = CASES.iter().map(|case| case.bytes()).collect();
    for (i, case) in CASES.iter().enumerate() {
        let mut text = before(CLASSES[i % 4], [21, 70, 150, 300][i / 4 % 4]);
        text.extend_from_slice(&case.bytes());
        text.extend_from_slice(&before(CLASSES[i / 16 % 4], [0, 3, 40, 130][i % 4]));
        texts.push(text);
    }
    let mut random = Random::new(9);
    texts.extend((0..150).map(|i| random.malformed(i * 4)));
    texts.into_iter().step_by(every(7)).collect()
}

/// UTF-16 of values that may be surrogates.
fn to_utf16(values: &[u32]) -> Vec<u16> {
    let mut units = Vec::new();
    for &value in values {
        match char::from_u32(value) {
            Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            None => units.push(u16::try_from(value).expect("a surrogate")),
        }
    }
    units
}

#[test]
fn policies_are_as_documented() {
    let texts = texts();
    at_every_level(|level| {
        for policy in [
            Policy::Replace,
            Policy::ReplacePerByte,
            Policy::Remove,
            Policy::BackslashReplace,
            Policy::Latin1,
            Policy::Utf8b,
        ] {
            let to_16 = Converter::<Utf8, Utf16>::new(policy).expect("from UTF-8");
            let to_16_be = Converter::<Utf8, Utf16Be>::new(policy).expect("from UTF-8");
            let to_32 = Converter::<Utf8, Utf32>::new(policy).expect("from UTF-8");
            let to_8 = Converter::<Utf8, Utf8>::new(policy);
            assert_eq!(to_8.is_err(), policy == Policy::Utf8b);
            for text in &texts {
                let values = policies::values(text, policy);
                let units = to_utf16(&values);
                let context = format!("{level} {policy} {text:02x?}");
                assert_eq!(to_16.convert(text).as_ref(), Ok(&units), "{context}");
                let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                assert_eq!(to_16_be.convert(text), Ok(bytes), "{context}");
                assert_eq!(to_32.convert(text).as_ref(), Ok(&values), "{context}");
                if let Ok(to_8) = to_8 {
                    let string: String = values.iter().filter_map(|&v| char::from_u32(v)).collect();
                    assert_eq!(to_8.convert(text), Ok(string.into_bytes()), "{context}");
                }
            }
        }
    });
}

#[test]
fn strict_conversion_stops_at_the_first_error() {
    let texts = texts();
    at_every_level(|level| {
        for text in &texts {
            let strict = Converter::<Utf8, Utf16>::strict();
            let mut units = vec![0; strict.output_len(text)];
            let found = strict.convert_into(text, &mut units);
            let whole = strict.convert(text);
            match (reference::first_error(text), found) {
                (None, Ok(done)) => {
                    assert_eq!(done.written, units.len());
                    assert_eq!(String::from_utf16(&units).unwrap().as_bytes(), text);
                    assert_eq!(whole, Ok(units));
                }
                (Some(bad), Err(Stopped { done, error })) => {
                    assert_eq!(error, Error::Malformed(bad), "{level} {text:02x?}");
                    assert_eq!(whole, Err(error));
                    let good = std::str::from_utf8(&text[..bad.offset]).expect("before it");
                    assert_eq!(done.read, bad.offset, "{level} {text:02x?}");
                    assert_eq!(done.written, good.encode_utf16().count(), "{level} {text:02x?}");
                }
                (_, found) => panic!("{level}: {found:?} of {text:02x?}"),
            }
        }
    });
}

#[test]
fn utf16_with_lone_surrogates_is_read_as_std_does() {
    let mut random = Random::new(10);
    at_every_level(|level| {
        for round in (0..3000).step_by(every(17)) {
            let mut units: Vec<u16> = String::from_utf8(random.well_formed(round % 500))
                .expect("well-formed")
                .encode_utf16()
                .collect();
            for _ in 0..random.below(4).min(units.len()) {
                let at = random.below(units.len());
                units[at] = 0xD700 + random.below(0xA00) as u16;
            }
            let expected = String::from_utf16_lossy(&units);
            let converter = Converter::<Utf16, Utf8>::new(Policy::Replace).expect("a pair");
            let found = converter.convert(&units);
            assert_eq!(found.as_deref(), Ok(expected.as_bytes()), "{level} {units:04x?}");
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let converter = Converter::<Utf16Le, Utf8>::new(Policy::Replace).expect("a pair");
            let found = converter.convert(&bytes);
            assert_eq!(found.as_deref(), Ok(expected.as_bytes()), "{level} {units:04x?}");
        }
    });
}

/// What was done, and why it stopped if it did.
fn outcome(result: Result<Done, Stopped>) -> (Done, Option<Error>) {
    result.map_or_else(|stopped| (stopped.done, Some(stopped.error)), |done| (done, None))
}

/// Sizes of buffers for `exact` units: all small ones, and all near the end.
fn rooms(exact: usize) -> impl Iterator<Item = usize> {
    let near = exact.saturating_sub(24)..=exact + 2;
    (0..exact.min(14)).chain((14..exact).step_by(23)).chain(near)
}

/// Buffers of all sizes: the same units, as many as fit; no unit behind them is
/// touched; and the rest can be converted afterwards.
fn check_rooms<F: Encoding, T: Encoding>(policy: Policy, src: &[F::Unit], canary: T::Unit) {
    let Ok(converter) = Converter::<F, T>::new(policy) else { return };
    let exact = converter.output_len(src);
    let mut whole = vec![canary; exact];
    let (done, reason) = outcome(converter.convert_into(src, &mut whole));
    assert!(
        !matches!(reason, Some(Error::OutputFull(_))),
        "{policy} of {src:02x?}: exact is enough"
    );
    assert_eq!(done.written, exact, "{policy} of {src:02x?}");
    for room in rooms(exact) {
        let mut buffer = vec![canary; room];
        let (part, why) = outcome(converter.convert_into(src, &mut buffer));
        let context = || format!("{} {policy} room {room} of {exact}: {src:02x?}", T::NAME);
        assert_eq!(buffer[..part.written], whole[..part.written], "{}", context());
        let behind = &buffer[part.written..];
        assert!(behind.iter().all(|&unit| unit == canary), "{behind:02x?}, {}", context());
        if room >= exact {
            assert_eq!((part, why), (done, reason), "{}", context());
            continue;
        }
        assert!(matches!(why, Some(Error::OutputFull(_))), "{}", context());
        assert!(room - part.written < 64, "{}", context());
        let mut rest = vec![canary; exact - part.written];
        let (rest_done, rest_reason) =
            outcome(converter.convert_into(&src[part.read..], &mut rest));
        assert_eq!(rest, whole[part.written..], "{}", context());
        assert_eq!(part.read + rest_done.read, done.read, "{}", context());
        assert_eq!(part.malformed + rest_done.malformed, done.malformed, "{}", context());
        assert_eq!(part.unmappable + rest_done.unmappable, done.unmappable, "{}", context());
        assert_eq!(rest_reason.is_some(), reason.is_some(), "{}", context());
    }
}

#[test]
fn buffers_of_every_size() {
    let texts = texts();
    at_every_level(|_| {
        for (i, text) in texts.iter().enumerate() {
            for policy in Policy::all().iter().copied().skip(i % one_of(3)).step_by(one_of(3)) {
                check_rooms::<Utf8, Utf8>(policy, text, 0xA5);
                check_rooms::<Utf8, Utf16>(policy, text, 0xA5A5);
                check_rooms::<Utf8, Utf32>(policy, text, 0xA5A5_A5A5);
                check_rooms::<Utf8, Latin1>(policy, text, 0xA5);
                if i % 4 == 0 {
                    check_rooms::<Utf8, Utf16Be>(policy, text, 0xA5);
                    check_rooms::<Utf8, Utf32Be>(policy, text, 0xA5);
                    check_rooms::<Utf16Le, Utf8>(policy, text, 0xA5);
                    check_rooms::<Latin1, Utf16>(policy, text, 0xA5A5);
                }
            }
        }
    });
}

/// A decoder of UTF-16 writes one U+FFFD for all that the end of the input cuts
/// off (WHATWG, "UTF-16 decoder", end-of-queue; Python as well).
#[test]
fn utf16_cut_inside_of_a_pair_is_one_error() {
    let bytes = |len| &b"a\0\x3D\xD8\x48\xDE"[..len];
    let replace = Converter::<Utf16Le, Utf16>::new(Policy::Replace).expect("a pair");
    let strict = Converter::<Utf16Le, Utf16>::strict();
    assert_eq!(replace.convert(bytes(2)), Ok(vec![0x61]));
    for cut in [3, 4, 5] {
        assert_eq!(replace.convert(bytes(cut)), Ok(vec![0x61, 0xFFFD]), "{cut} bytes");
        let error = strict.convert(bytes(cut)).expect_err("it is cut");
        let Error::Malformed(Malformed { offset, len, .. }) = error else { panic!("{error:?}") };
        assert_eq!((offset, len), (2, cut - 2));
    }
    assert_eq!(replace.convert(bytes(6)), Ok(vec![0x61, 0xD83D, 0xDE48]));
}
