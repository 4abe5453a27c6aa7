//! RFC 2279, "UTF-8, a transformation format of ISO 10646", in its order.
//!
//! Not to be tested: who wrote it and when, the history of X/Open and of the
//! versions of the standards, what committees have pledged (3), and the reasons
//! for a label without a version (5).

use super::patterns::{Row, hex, row_of};
use super::{convert, decode, encode, is_surrogate, scalars};
use crate::common::random::Random;
use placemat::MalformedKind::{NeverValid, Nul, Overlong, Surrogate};
use placemat::encoding::historic::{
    Ucs2, Ucs2Be, Ucs4, Ucs4Be, Unicode11Utf8, Utf1, Utf7, Utf8Rfc2279,
};
use placemat::encoding::{Label, ModifiedUtf8, UsAscii, Utf8, Utf16, Utf32};
use placemat::{Converter, Error, Malformed, Policy, Unmappable, utf8};

/// The table of section 2.
pub(crate) const TABLE: [Row; 6] = [
    Row::new(0x0000_0000, 0x0000_007F, "0xxxxxxx"),
    Row::new(0x0000_0080, 0x0000_07FF, "110xxxxx 10xxxxxx"),
    Row::new(0x0000_0800, 0x0000_FFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
    Row::new(0x0001_0000, 0x001F_FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
    Row::new(0x0020_0000, 0x03FF_FFFF, "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
    Row::new(0x0400_0000, 0x7FFF_FFFF, "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
];

/// Every value of today's Unicode, and some of each row up to 7FFFFFFF.
pub(crate) fn values() -> impl Iterator<Item = u32> {
    let above = (0x11_0000..0x8000_0000).step_by(65_521);
    scalars().chain(above).chain(TABLE.iter().flat_map(Row::edges))
}

fn octets_of(value: u32) -> Vec<u8> {
    encode::<Utf8Rfc2279>(&[value]).unwrap()
}

/// Abstract: "preserving the full US-ASCII range".
#[test]
fn abstract_us_ascii_is_preserved() {
    let ascii: Vec<u8> = (0..0x80).collect();
    assert_eq!(convert::<UsAscii, Utf8Rfc2279>(&ascii).unwrap(), ascii);
    assert_eq!(convert::<UsAscii, Utf8>(&ascii).unwrap(), ascii);
}

/// 1: "UCS-4 .. and a two-octet encoding called UCS-2, able to address only the
/// first 64K characters", "outside of which there are currently no assignments".
///
/// There are many today: U+1F600 is one that UCS-2 cannot hold.
#[test]
fn introduction_ucs2_addresses_the_bmp_only() {
    assert!((0..0x1_0000).filter(|v| !is_surrogate(v)).all(|v| encode::<Ucs2>(&[v]).is_ok()));
    assert_eq!(encode::<Ucs2>(&[0x1_0000]), Err(0x1_0000));
    assert_eq!(encode::<Ucs2>(&[0x1_F600]), Err(0x1_F600));
    assert_eq!(encode::<Ucs4>(&[0x1_F600]), Ok(vec![0x1_F600]));
}

/// 1: "Unicode .. does not have the UCS-4 encoding".
///
/// Unicode has UTF-32 today: UCS-4 that ends at U+10FFFF.
#[test]
fn introduction_ucs4_and_utf32() {
    assert_eq!(encode::<Ucs4>(&[0x7FFF_FFFF]), Ok(vec![0x7FFF_FFFF]));
    assert_eq!(encode::<Utf32>(&[0x10_FFFF]), Ok(vec![0x10_FFFF]));
    assert_eq!(encode::<Utf32>(&[0x11_0000]), Err(0x11_0000));
}

/// 1: "UTF-1 has only historical interest". Text in it can still be read.
#[test]
fn introduction_utf1() {
    assert_eq!(decode::<Utf1>(b"\xA0\xE9\xF6\x21\x21"), Ok(vec![0xE9, 0x4016]));
}

/// 1: "UTF-7 has the quality of encoding the full BMP repertoire using only octets
/// with the high-order bit clear".
#[test]
fn introduction_utf7_has_seven_bits() {
    let bmp: Vec<u32> = scalars().take_while(|&value| value < 0x1_0000).collect();
    let mail = encode::<Utf7>(&bmp).unwrap();
    assert!(mail.is_ascii());
    assert_eq!(decode::<Utf7>(&mail).unwrap(), bmp);
}

/// 1: "any octet with such a value can only stand for an US-ASCII character, and
/// nothing else"; "US-ASCII values do not appear otherwise"; "the octet values FE
/// and FF never appear"; "the first octet of a multi-octet sequence indicates the
/// number of octets".
#[test]
fn introduction_octets_of_all_values() {
    for value in values() {
        let octets = octets_of(value);
        if value < 0x80 {
            assert_eq!(octets, [value as u8]);
            continue;
        }
        assert!(octets.iter().all(|octet| (0x80..=0xFD).contains(octet)), "{value:X}");
        assert_eq!(octets[0].leading_ones() as usize, octets.len(), "{value:X}");
    }
    for octet in [0xFE, 0xFF] {
        assert_eq!(decode::<Utf8Rfc2279>(&[octet]), Err((0, 1, NeverValid)));
        assert_eq!(decode::<Utf8>(&[octet]), Err((0, 1, NeverValid)));
    }
}

/// 1: "character values from 0000 0000 to 0000 007F correspond to octets 00 to 7F";
/// "a plain ASCII string is also a valid UTF-8 string".
#[test]
fn introduction_ascii_is_utf8() {
    let mut random = Random::new(2279);
    for len in 0..200 {
        let ascii: Vec<u8> = (0..len).map(|_| random.byte() & 0x7F).collect();
        let values: Vec<u32> = ascii.iter().map(|&octet| octet.into()).collect();
        assert_eq!(decode::<Utf8Rfc2279>(&ascii).unwrap(), values);
        assert_eq!(utf8::validate(&ascii).unwrap().as_bytes(), ascii);
    }
}

/// 1: "round-trip conversion is easy between UTF-8 and either of UCS-4, UCS-2".
#[test]
fn introduction_round_trips() {
    let ucs4: Vec<u32> = values().collect();
    let octets = convert::<Ucs4, Utf8Rfc2279>(&ucs4).unwrap();
    assert_eq!(convert::<Utf8Rfc2279, Ucs4>(&octets).unwrap(), ucs4);
    let bmp = (0..=0xFFFF).filter(|&unit| !is_surrogate(&u32::from(unit)));
    let ucs2: Vec<u16> = bmp.collect();
    for octets in [convert::<Ucs2, Utf8Rfc2279>(&ucs2), convert::<Ucs2, Utf8>(&ucs2)] {
        assert_eq!(convert::<Utf8Rfc2279, Ucs2>(&octets.unwrap()).unwrap(), ucs2);
    }
}

/// 1: "character boundaries are easily found from anywhere in an octet stream".
#[test]
fn introduction_boundaries() {
    let mut random = Random::new(1);
    for _ in 0..50 {
        let text = String::from_utf8(random.well_formed(200)).unwrap();
        for at in 0..text.len() {
            let floor = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            let ceil = (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap();
            assert_eq!(utf8::floor_boundary(text.as_bytes(), at), floor);
            assert_eq!(utf8::ceil_boundary(text.as_bytes(), at), ceil);
        }
    }
}

/// 1: "the lexicographic sorting order of UCS-4 strings is preserved".
#[test]
fn introduction_sorting_order() {
    let mut random = Random::new(4);
    let edges: Vec<u32> = TABLE.iter().flat_map(Row::edges).chain([0xD7FF, 0xE000]).collect();
    let mut string = || -> Vec<u32> {
        let len = random.below(4);
        (0..len).map(|_| random.one_of(&edges)).collect()
    };
    for _ in 0..20_000 {
        let (a, b) = (string(), string());
        let octets = [&a, &b].map(|text| encode::<Utf8Rfc2279>(text).unwrap());
        assert_eq!(octets[0].cmp(&octets[1]), a.cmp(&b), "{a:X?} {b:X?}");
    }
}

/// Where `pattern` is in `text`, by the bad-character rule of Boyer and Moore, which
/// knows octets only.
fn boyer_moore(text: &[u8], pattern: &[u8]) -> Vec<usize> {
    let last = pattern.len() - 1;
    let mut skip = [pattern.len(); 256];
    for (at, &octet) in pattern[..last].iter().enumerate() {
        skip[usize::from(octet)] = last - at;
    }
    let (mut found, mut at) = (Vec::new(), 0);
    while at + pattern.len() <= text.len() {
        if text[at..].starts_with(pattern) {
            found.push(at);
        }
        at += skip[usize::from(text[at + last])];
    }
    found
}

/// 1: "the Boyer-Moore fast search algorithm can be used with UTF-8 data": it finds
/// what a search for code points finds, and nothing that begins inside of one.
#[test]
fn introduction_boyer_moore() {
    let mut random = Random::new(1977);
    let alphabet = ['a', 'é', 'ê', '₪', '€', '∂', '\u{10348}', '\u{10308}', '\u{90348}'];
    let mut found = 0;
    for _ in 0..2000 {
        let mut string =
            |len| -> Vec<char> { (0..len).map(|_| random.one_of(&alphabet)).collect() };
        let (text, pattern) = (string(100), string(2));
        let octets = |text: &[char]| text.iter().collect::<String>().into_bytes();
        let expected: Vec<usize> = (0..text.len())
            .filter(|&at| text[at..].starts_with(&pattern))
            .map(|at| octets(&text[..at]).len())
            .collect();
        assert_eq!(boyer_moore(&octets(&text), &octets(&pattern)), expected);
        found += expected.len();
    }
    assert!(found > 1000, "{found}");
}

/// 1: "UTF-8 strings can be fairly reliably recognized": "the probability that a
/// string of characters in any other encoding appears as valid UTF-8 is low,
/// diminishing with increasing string length".
///
/// Exactly, for text of the 191 printable characters of Latin-1, not all ASCII.
#[test]
fn introduction_latin1_is_rarely_utf8() {
    // How many sequences of each length these characters can make.
    let high = 0xA0..=0xFF_u8;
    let mut sequences = [0.0, 95.0, 0.0, 0.0, 0.0];
    for lead in high.clone() {
        let Some(len) = utf8::sequence_len(lead) else { continue };
        for tail in 0..96_usize.pow(len as u32 - 1) {
            let octet = |place: usize| 0xA0 + (tail / 96_usize.pow(place as u32) % 96) as u8;
            let sequence = [lead, octet(0), octet(1), octet(2)];
            sequences[len] += f64::from(u8::from(utf8::is_valid(&sequence[..len])));
        }
    }
    assert_eq!(sequences, [0.0, 95.0, 960.0, 15.0 * 1024.0, 4.0 * 32_768.0]);
    // How many strings of each length are well-formed.
    let mut strings = vec![1.0];
    for len in 1..=40 {
        strings.push((1..=len.min(4)).map(|last| sequences[last] * strings[len - last]).sum());
    }
    let share = |len: usize| {
        let (all, ascii) = (191_f64.powi(len as i32), 95_f64.powi(len as i32));
        (strings[len] - ascii) / (all - ascii)
    };
    assert_eq!(share(1), 0.0);
    assert!(share(2) < 0.04);
    assert!((3..=40).all(|len| share(len) < share(len - 1)));
    assert!(share(10) < 1e-2 && share(20) < 1e-5 && share(40) < 1e-10);
    // Two characters, one by one.
    let printable = || (b' '..=b'~').chain(high.clone());
    let pairs = printable().flat_map(|a| printable().map(move |b| [a, b]));
    let found = pairs.filter(|pair| !pair.is_ascii() && utf8::is_valid(pair)).count();
    assert_eq!(f64::from(found as u32), strings[2] - 95.0 * 95.0);
}

/// 2: "sequences of 1 to 6 octets"; "the initial octet has the n higher-order bits
/// set to 1, followed by a bit set to 0"; "the following octet(s) all have the
/// higher-order bit set to 1 and the following bit set to 0"; the table; encoding,
/// steps 1 to 3; decoding, steps 1 to 3.
///
/// Since RFC 3629 it is 1 to 4, and U+10FFFF the last: the rest is refused.
#[test]
fn definition_table() {
    for (octets, row) in (1..).zip(&TABLE) {
        assert_eq!(row.octets(), octets);
        assert_eq!(row.last, (1 << row.bits()) - 1);
    }
    for value in values() {
        let row = row_of(&TABLE, value);
        let octets = octets_of(value);
        assert_eq!(octets, row.fill(value), "{value:X}");
        assert_eq!(row.read(&octets), Some(value), "{octets:X?}");
        assert_eq!(decode::<Utf8Rfc2279>(&octets), Ok(vec![value]));
        assert_eq!(utf8::is_valid(&octets), value <= 0x10_FFFF, "{value:X}");
    }
    assert_eq!(encode::<Utf8>(&[0x11_0000]), Err(0x11_0000));
}

/// 2: "the rows of the table are mutually exclusive, i.e. there is only one valid way
/// to encode a given UCS-4 character": every longer form of it is refused.
#[test]
fn definition_one_valid_way() {
    let edges = TABLE.iter().flat_map(Row::edges).filter(|value| !is_surrogate(value));
    let mut refused = 0;
    for value in edges.chain((0..0x800).step_by(7)) {
        let shortest = row_of(&TABLE, value).octets();
        for row in TABLE.iter().filter(|row| row.octets() > shortest) {
            let octets = row.fill(value);
            assert_eq!(decode::<Utf8Rfc2279>(&octets), Err((0, 1, Overlong)), "{octets:X?}");
            assert!(!utf8::is_valid(&octets));
            refused += 1;
        }
    }
    assert!(refused > 1000);
}

/// 2: "by simply extending each UCS-2 character with two zero-valued octets".
#[test]
fn definition_of_ucs2() {
    let bmp: Vec<u32> = scalars().take_while(|&value| value < 0x1_0000).collect();
    let ucs2 = encode::<Ucs2Be>(&bmp).unwrap();
    let extended: Vec<u8> = ucs2.chunks(2).flat_map(|unit| [0, 0, unit[0], unit[1]]).collect();
    let utf8 = convert::<Ucs2Be, Utf8Rfc2279>(&ucs2).unwrap();
    assert_eq!(convert::<Ucs4Be, Utf8Rfc2279>(&extended).unwrap(), utf8);
}

/// 2: "pairs of UCS-2 values between D800 and DFFF .. need special treatment: the
/// UTF-16 transformation must be undone".
#[test]
fn definition_undoes_utf16() {
    let values: Vec<u32> = (0x1_0000..0x11_0000).collect();
    let pairs: Vec<u16> = values
        .iter()
        .map(|value| value - 0x1_0000)
        .flat_map(|bits| [0xD800 + (bits >> 10) as u16, 0xDC00 + (bits & 0x3FF) as u16])
        .collect();
    let octets = convert::<Utf16, Utf8Rfc2279>(&pairs).unwrap();
    assert!(octets.chunks(4).zip(&values).all(|(four, &value)| four == TABLE[3].fill(value)));
    assert_eq!(convert::<Utf8Rfc2279, Utf16>(&octets).unwrap(), pairs);
    // Nothing else stands for them; the lenient form takes what was written by mistake.
    for surrogate in 0xD800..0xE000 {
        let octets = TABLE[2].fill(surrogate);
        assert_eq!(decode::<Utf8Rfc2279>(&octets), Err((0, 1, Surrogate)));
        assert_eq!(decode::<Utf8Rfc2279<true>>(&octets), Ok(vec![surrogate]));
        assert_eq!(encode::<Utf8Rfc2279>(&[surrogate]), Err(surrogate));
        assert_eq!(encode::<Ucs2>(&[surrogate]), Err(surrogate));
    }
}

/// 2: "if the UTF-8 sequence is no more than three octets long, decoding can proceed
/// directly to UCS-2". If it is longer, UCS-2 cannot hold it, and that is said.
#[test]
fn definition_three_octets_are_ucs2() {
    for row in &TABLE {
        for value in row.edges() {
            let text = [b"a", &row.fill(value)[..]].concat();
            let result = convert::<Utf8Rfc2279, Ucs2>(&text);
            if row.octets() <= 3 {
                assert_eq!(result, Ok(vec![0x61, value as u16]));
            } else {
                let item = Unmappable { offset: 1, len: row.octets(), code_point: value };
                assert_eq!(result, Err(item));
            }
        }
    }
}

/// 2, note: "a naive implementation may (wrongly) decode the invalid UTF-8 sequence
/// C0 80 into the character U+0000".
#[test]
fn definition_c0_80_is_invalid() {
    assert_eq!(decode::<Utf8Rfc2279>(b"\xC0\x80"), Err((0, 1, Overlong)));
    assert_eq!(decode::<Utf8Rfc2279<true>>(b"\xC0\x80"), Err((0, 1, Overlong)));
    assert_eq!(decode::<Utf8>(b"\xC0\x80"), Err((0, 1, Overlong)));
}

/// 3: "Amendment 5 .. has moved and expanded the Korean Hangul block, thereby making
/// any previous data containing Hangul characters invalid".
#[test]
fn versions_the_korean_mess() {
    // The first syllable was at U+3400, where today's Unicode has a Han character.
    let old = hex("E3 90 80");
    assert_eq!(decode::<Unicode11Utf8>(&old), Ok(vec![0xAC00]));
    assert_eq!(decode::<Utf8>(&old), Ok(vec![0x3400]));
    assert_eq!(encode::<Unicode11Utf8>(&[0x3400]), Err(0x3400));
    // There were 6,656, of six of which the order is not known; there are 11,172.
    let held = (0xAC00..=0xD7A3).filter(|&value| encode::<Unicode11Utf8>(&[value]).is_ok());
    assert_eq!((0x3400..=0x4DFF).count() - 6, held.clone().count());
    for value in held {
        let octets = encode::<Unicode11Utf8>(&[value]).unwrap();
        assert!(matches!(decode::<Utf8>(&octets).unwrap()[0], 0x3400..=0x4DFF), "{value:X}");
    }
}

/// 4: the examples.
#[test]
fn examples() {
    let examples: [(&[u16], &str); 3] = [
        (&[0x0041, 0x2262, 0x0391, 0x002E], "41 E2 89 A2 CE 91 2E"),
        (&[0xD55C, 0xAD6D, 0xC5B4], "ED 95 9C EA B5 AD EC 96 B4"),
        (&[0x65E5, 0x672C, 0x8A9E], "E6 97 A5 E6 9C AC E8 AA 9E"),
    ];
    for (ucs2, octets) in examples {
        let octets = hex(octets);
        assert_eq!(convert::<Ucs2, Utf8Rfc2279>(ucs2).unwrap(), octets);
        assert_eq!(convert::<Ucs2, Utf8>(ucs2).unwrap(), octets);
        assert_eq!(convert::<Utf8Rfc2279, Ucs2>(&octets).unwrap(), ucs2);
        assert_eq!(convert::<Utf8, Utf16>(&octets).unwrap(), ucs2);
    }
}

/// 5: "the proposed charset parameter value is "UTF-8""; "the label "UTF-8" does not
/// contain a version identification".
///
/// The label means RFC 3629 today: what RFC 2279 had beyond has a name of its own.
#[test]
fn mime_utf_8() {
    let charset = Label::charset_of("text/plain; charset=UTF-8").unwrap();
    assert_eq!(Label::for_label(charset), Some(Label::Utf8));
    assert_eq!(Label::for_label("utf-8-rfc2279"), Some(Label::Utf8Rfc2279));
}

/// 5: "the charset parameter value "UNICODE-1-1-UTF-8", for the exclusive purpose of
/// labelling text data containing Hangul syllables encoded .. without taking into
/// account Amendment 5"; "any other UTF-8 data SHOULD NOT use this label".
///
/// The Encoding Standard makes it a label of UTF-8.
#[test]
fn mime_unicode_1_1_utf_8() {
    let charset = Label::charset_of("text/plain; charset=\"UNICODE-1-1-UTF-8\"").unwrap();
    assert_eq!(Label::for_label(charset), Some(Label::Unicode11Utf8));
    assert_eq!(Label::for_label_whatwg(charset), Some(Label::Utf8));
    // Other data need not: it is the same under both labels.
    let moved = 0x3400..0x4E00;
    let others = scalars().filter(|v| !moved.contains(v) && !(0xAC00..0xD7A4).contains(v));
    let others: Vec<u32> = others.collect();
    assert_eq!(encode::<Unicode11Utf8>(&others), encode::<Utf8>(&others));
}

/// 6: "a parser might prohibit the NUL character when encoded as the single-octet
/// sequence 00, but allow the illegal two-octet sequence C0 80".
#[test]
fn security_nul() {
    assert_eq!(decode::<Utf8Rfc2279>(b"\0"), Ok(vec![0]));
    assert_eq!(decode::<Utf8Rfc2279>(b"a\xC0\x80"), Err((1, 1, Overlong)));
    // The one dialect that allows it prohibits the other.
    assert_eq!(decode::<ModifiedUtf8>(b"a\xC0\x80"), Ok(vec![0x61, 0]));
    assert_eq!(decode::<ModifiedUtf8>(b"a\0"), Err((1, 1, Nul)));
}

/// 6: "a parser which prohibits the octet sequence 2F 2E 2E 2F ("/../"), yet permits
/// the illegal octet sequence 2F C0 AE 2E 2F".
#[test]
fn security_dots() {
    let illegal = hex("2F C0 AE 2E 2F");
    let bad = Malformed { offset: 1, len: 1, kind: Overlong };
    let refused = Converter::<Utf8Rfc2279, Utf8>::strict().convert(&illegal).unwrap_err();
    assert_eq!(refused, Error::Malformed(bad));
    assert_eq!(utf8::validate(&illegal), Err(bad));
    // It is known for what it is, and no policy makes that of it.
    let meaning = utf8::groups(&illegal).next().unwrap().meaning;
    assert_eq!(meaning, utf8::Meaning::Overlong { code_point: 0x2E });
    for &policy in Policy::all() {
        let Ok(repaired) = utf8::repair(&illegal, policy) else { continue };
        assert!(!repaired.text.contains("/../"), "{policy}");
    }
}
