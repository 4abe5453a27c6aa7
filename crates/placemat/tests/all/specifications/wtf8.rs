//! The WTF-8 specification, in its order. That it must not be used for interchange, and
//! what uses it, is not to be tested.

use super::patterns::hex;
use super::{Values, convert, decode, encode, is_surrogate, scalars};
use crate::common::levels::every;
use crate::common::random::Random;
use placemat::MalformedKind::{Surrogate, SurrogatePair};
use placemat::encoding::{Encoding, Label, Native, Utf8, Utf16, Wtf8};
use placemat::{Converter, Error, Policy, Status};

/// "Potentially ill-formed UTF-16".
type Wild = Utf16<Native, true>;

/// Random units, half of them surrogates.
fn wild(random: &mut Random) -> Vec<u16> {
    (0..random.below(12))
        .map(|_| match random.below(4) {
            0 => 0xD800 | random.below(0x400) as u16,
            1 => 0xDC00 | random.below(0x400) as u16,
            2 => random.below(0x1_0000) as u16,
            _ => random.one_of(&[0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000]),
        })
        .collect()
}

/// 1: "there is not and will not be any encoding label or IANA charset alias".
#[test]
fn no_label_of_the_web() {
    assert_eq!(Label::for_label_whatwg("wtf-8"), None);
    assert_eq!(Label::Wtf8.aliases(), &[] as &[&str]);
}

/// 2.1: "CESU-8 encodes supplementary code points .. of six bytes, whereas WTF-8, like
/// UTF-8, encodes them as sequences of four bytes."
#[test]
fn a_superset_of_utf8() {
    let values: Vec<u32> = scalars().collect();
    let bytes = encode::<Utf8>(&values).unwrap();
    assert_eq!(encode::<Wtf8>(&values).unwrap(), bytes);
    assert_eq!(decode::<Wtf8>(&bytes).unwrap(), values);
}

/// 3.3, Table 1: surrogate byte sequences: ED, A0 to AF (lead) or B0 to BF (trail), 80
/// to BF. "Ill-formed in UTF-8." A pair of them is ill-formed in WTF-8.
#[test]
fn surrogate_byte_sequences() {
    let mut value = 0xD800;
    for second in 0xA0..=0xBF {
        for third in 0x80..=0xBF {
            let bytes = [0xED, second, third];
            assert_eq!(decode::<Utf8>(&bytes), Err((0, 1, Surrogate)));
            assert_eq!(decode::<Wtf8>(&bytes), Ok(vec![value]));
            assert_eq!(encode::<Wtf8>(&[value]).unwrap(), bytes);
            let pair = [&bytes[..], b"\xED\xB0\x80"].concat();
            let expected =
                if value < 0xDC00 { Err((0, 6, SurrogatePair)) } else { Ok(vec![value, 0xDC00]) };
            assert_eq!(decode::<Wtf8>(&pair), expected);
            value += 1;
        }
    }
    assert_eq!(value, 0xE000);
}

/// 4: potentially ill-formed UTF-16: "any sequence of 16-bit code units has an
/// interpretation", without "any surrogate code point pair".
#[test]
fn potentially_ill_formed_utf16() {
    let mut random = Random::new(16);
    for _ in 0..5000 {
        let units = wild(&mut random);
        let values = decode::<Wild>(&units).unwrap();
        let pair =
            |two: &[u32]| (0xD800..0xDC00).contains(&two[0]) && (0xDC00..0xE000).contains(&two[1]);
        assert!(!values.windows(2).any(pair), "{values:X?}");
        assert_eq!(encode::<Wild>(&values).unwrap(), units);
    }
}

/// 5, Table 3: generalized UTF-8, of which WTF-8 is a subset: every code point has its
/// sequence; U+1000 to U+FFFF are E1 to EF with any two behind.
#[test]
fn generalized_utf8() {
    for value in (0..0x11_0000).step_by(every(127)) {
        let bytes = encode::<Wtf8>(&[value]).unwrap();
        let (second, len) = match value {
            0..=0x7F => (0x80..=0xBF, 1),
            0x80..=0x7FF => (0x80..=0xBF, 2),
            0x800..=0xFFF => (0xA0..=0xBF, 3),
            0x1000..=0xFFFF => (0x80..=0xBF, 3),
            0x1_0000..=0x3_FFFF => (0x90..=0xBF, 4),
            0x4_0000..=0xF_FFFF => (0x80..=0xBF, 4),
            _ => (0x80..=0x8F, 4),
        };
        assert_eq!(bytes.len(), len);
        assert!(len == 1 || second.contains(&bytes[1]), "{value:X}");
        assert_eq!(decode::<Wtf8>(&bytes), Ok(vec![value]));
    }
}

/// 6.1: "if P is a lead surrogate code point .. and the next code point is a trail
/// surrogate code point", the pair is encoded as the code point that it is; "consistent
/// with encoding each code point individually, and concatenating".
#[test]
fn encoding_and_concatenating() {
    assert_eq!(encode::<Wtf8>(&[0xD83D, 0xDCA9]).unwrap(), hex("F0 9F 92 A9"));
    let highs = (0xD800..0xDC00).flat_map(|high| [0xDC00, 0xDFFF].map(|low| [high, low]));
    let lows = (0xDC00..0xE000).flat_map(|low| [0xD800, 0xDBFF].map(|high| [high, low]));
    for [high, low] in highs.chain(lows) {
        let value = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        assert_eq!(encode::<Wtf8>(&[high, low]), encode::<Utf8>(&[value]));
        let apart = encode::<Wtf8>(&[low, high]).unwrap();
        assert_eq!(decode::<Wtf8>(&apart), Ok(vec![low, high]));
    }
    let mut random = Random::new(6);
    let mut joined = 0;
    for _ in 0..5000 {
        let [left, right] = [wild(&mut random), wild(&mut random)];
        let whole = convert::<Wild, Wtf8>(&[&left[..], &right].concat()).unwrap();
        let parts = [&left, &right].map(|units| convert::<Wild, Wtf8>(units).unwrap());
        assert_eq!(concatenate(&parts[0], &parts[1]), whole, "{left:X?} {right:X?}");
        joined += u32::from(parts.concat() != whole);
        // In pieces: a half waits for the other.
        let mut stream = Converter::<Wild, Wtf8>::strict().stream();
        let (mut out, mut written) = (vec![0; 100], 0);
        for (units, last) in [(&left, false), (&right, true)] {
            let progress = stream.push(units, &mut out[written..], last);
            assert_eq!((progress.read, progress.status), (units.len(), Status::InputEmpty));
            written += progress.written;
        }
        assert_eq!(out[..written], whole);
    }
    assert!(joined > 100, "{joined}");
}

/// 6.5: "to concatenate two WTF-8 strings", step by step.
fn concatenate(left: &[u8], right: &[u8]) -> Vec<u8> {
    let (before, lead) = left.split_at(left.len().saturating_sub(3));
    let (trail, behind) = right.split_at(right.len().min(3));
    let values = (decode::<Wtf8>(lead).ok(), decode::<Wtf8>(trail).ok());
    match (values.0.as_deref(), values.1.as_deref()) {
        (Some(&[lead @ 0xD800..=0xDBFF]), Some(&[trail @ 0xDC00..=0xDFFF])) => {
            let value = 0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
            [before, &encode::<Utf8>(&[value]).unwrap(), behind].concat()
        }
        _ => [left, right].concat(),
    }
}

/// 6.3: "converting between WTF-8 and potentially ill-formed UTF-16": "this conversion
/// never fails and is lossless".
#[test]
fn conversion_is_lossless() {
    let mut random = Random::new(63);
    for _ in 0..5000 {
        let units = wild(&mut random);
        let bytes = convert::<Wild, Wtf8>(&units).unwrap();
        assert_eq!(convert::<Wtf8, Wild>(&bytes).unwrap(), units);
        assert_eq!(convert::<Wtf8, Values>(&bytes).unwrap(), decode::<Wild>(&units).unwrap());
    }
}

/// 6.4: "convert lossily from WTF-8 to UTF-8": EF BF BD for "any surrogate byte
/// sequence", which "can be done in place"; "convert strictly": "if the input contains a
/// surrogate byte sequence, return failure".
#[test]
fn conversion_to_utf8() {
    let lossily = Converter::<Wtf8, Utf8>::new(Policy::Replace).unwrap();
    let mut random = Random::new(64);
    for _ in 0..5000 {
        let bytes = convert::<Wild, Wtf8>(&wild(&mut random)).unwrap();
        let values = decode::<Wtf8>(&bytes).unwrap();
        let replaced = values.iter().map(|&value| char::from_u32(value).unwrap_or('\u{FFFD}'));
        let text = lossily.convert(&bytes).unwrap();
        assert_eq!(text, replaced.collect::<String>().into_bytes());
        assert_eq!(text.len(), bytes.len());
        let first = values.iter().find(|value| is_surrogate(value));
        match (Converter::<Wtf8, Utf8>::strict().convert(&bytes), first) {
            (Ok(text), None) => assert_eq!(text, bytes),
            (Err(stopped), Some(&value)) => {
                let Error::Unmappable(item) = stopped else { panic!("{stopped}") };
                assert_eq!((item.code_point, item.len), (value, 3));
            }
            (result, _) => panic!("{}: {result:X?}", Wtf8::<false>::NAME),
        }
    }
}
