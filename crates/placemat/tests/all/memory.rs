//! Functions that allocate: memory grows where a text becomes more than its pieces promise, and nothing of it is
//! lost, done twice, or counted from another place.

use crate::common::random::Random;
use placemat::encoding::historic::Utf7;
use placemat::encoding::{Encoding, Latin1, Utf8, Utf16, Windows1252};
use placemat::{Converter, Error, Policy, latin1, utf8, utf16, utf32};

/// Texts of which the beginning is not like the rest: what becomes least, then what becomes most, and back.
fn uneven() -> Vec<String> {
    let mut texts = Vec::new();
    for (first, then) in
        [("a", "人"), ("人", "a"), ("a", "é"), ("é", "😀"), ("😀", "a"), ("a", "😀")]
    {
        for (before, behind) in
            [(3, 1), (130, 40), (1025, 1), (700, 3000), (40, 20_000), (20_000, 40)]
        {
            texts.push(first.repeat(before) + &then.repeat(behind));
        }
    }
    texts
}

#[test]
fn what_is_not_like_its_beginning_is_whole() {
    for text in uneven() {
        let (units, points): (Vec<u16>, Vec<u32>) =
            (text.encode_utf16().collect(), text.chars().map(u32::from).collect());
        assert_eq!(utf8::to_utf16(text.as_bytes()).unwrap(), units);
        assert_eq!(utf16::from_str(&text), units);
        assert_eq!(utf8::to_utf32(text.as_bytes()).unwrap(), points);
        assert_eq!(utf16::to_string(&units).unwrap(), text);
        assert_eq!(utf16::to_utf32(&units).unwrap(), points);
        assert_eq!(utf32::to_string(&points).unwrap(), text);
        assert_eq!(utf32::to_utf16(&points).unwrap(), units);
        assert_eq!(latin1::to_string(text.as_bytes()).chars().count(), text.len());
    }
}

#[test]
fn an_error_behind_grown_memory_is_where_it_is() {
    for text in uneven() {
        let mut bytes = text.clone().into_bytes();
        bytes.extend(b"\xFFz");
        let at = text.len();
        for result in [utf8::to_utf16(&bytes).map(drop), utf8::to_utf32(&bytes).map(drop)] {
            assert_eq!(result.map_err(|bad| (bad.offset, bad.len)), Err((at, 1)));
        }
        let mut units: Vec<u16> = text.encode_utf16().collect();
        let at = units.len();
        units.extend([0xD800, 0x7A]);
        assert_eq!(utf16::to_string(&units).map_err(|bad| bad.offset), Err(at));
        match Converter::<Utf16, Latin1>::strict().convert(&units) {
            Err(Error::Malformed(bad)) => assert_eq!(bad.offset, at),
            Err(Error::Unmappable(item)) => {
                let first = units.iter().position(|&unit| unit > 0xFF);
                assert_eq!(Some(item.offset), first);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// One error in so many bytes on average; one is all, 0 none.
fn with_errors(random: &mut Random, text: &[u8], every: usize) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for byte in &mut bytes {
        if every > 0 && random.below(every) == 0 {
            *byte = random.one_of(&[0xFF, 0x80, 0xC0, 0xE2, 0xF0, 0xED, b'a']);
        }
    }
    bytes
}

#[test]
fn text_with_errors_is_that_of_the_standard_library() {
    let mut random = Random::new(2026);
    let texts = uneven();
    for round in 0..600 {
        let text = random.one_of(&[0, 1, 5, 11, 17, 23, 29, 35]);
        let text = &texts[text].as_bytes()[..random.below(texts[text].len().min(4000))];
        let every = random.one_of(&[0, 1, 2, 7, 50, 300, 1000]);
        let bytes = with_errors(&mut random, text, every);
        let expected = String::from_utf8_lossy(&bytes);
        assert_eq!(utf8::to_string_lossy(&bytes), expected, "{round}");
        let converter = Converter::<Utf8, Utf8>::lossy();
        assert_eq!(converter.convert_lossy(&bytes), expected.as_bytes(), "{round}");
        let units: Vec<u16> = expected.encode_utf16().collect();
        assert_eq!(utf8::to_utf16_lossy(&bytes), units, "{round}");
    }
}

/// All policies that `F` to `T` can have, against a buffer with room for anything.
fn as_in_a_buffer<F: Encoding<Unit = u8>, T: Encoding<Unit = u8>>(text: &[u8]) {
    for &policy in Policy::all() {
        let Ok(converter) = Converter::<F, T>::new(policy) else { continue };
        let mut buffer = vec![0; 96 * text.len() + 96];
        let in_buffer = match converter.convert_into(text, &mut buffer) {
            Ok(done) => Ok(&buffer[..done.written]),
            Err(stopped) => Err(stopped.error),
        };
        let in_vector = converter.convert(text);
        assert_eq!(in_vector.as_deref().map_err(Clone::clone), in_buffer, "{policy:?}");
    }
}

#[test]
fn every_policy_makes_the_same_in_a_vector_as_in_a_buffer() {
    let mut random = Random::new(7);
    for text in uneven().into_iter().filter(|text| text.len() < 5000) {
        for every in [0, 1, 3, 100] {
            let bytes = with_errors(&mut random, text.as_bytes(), every);
            as_in_a_buffer::<Utf8, Utf8>(&bytes);
            // These have no kernel, or a state.
            as_in_a_buffer::<Utf8, Windows1252>(&bytes);
            as_in_a_buffer::<Windows1252, Utf8>(&bytes);
            as_in_a_buffer::<Utf8, Utf7>(&bytes);
            as_in_a_buffer::<Utf7, Utf8>(&bytes);
        }
    }
}
