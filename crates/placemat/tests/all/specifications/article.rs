//! The encyclopedia article, in its order, up to "Overlong encodings"; the rest is in
//! `article_errors.rs`.
//!
//! Not to be tested: the chart of encodings on the web, why UTF-8 is popular, and how
//! format strings fare in `printf`. Names of blocks are the business of the tool.

use super::patterns::{Row, binary, hex, octal, row_of};
use super::{convert, decode, encode, is_surrogate, scalars};
use crate::common::random::Random;
use placemat::MalformedKind::{IncompleteAtEnd, NeverValid, ObsoleteForm, Overlong};
use placemat::MalformedKind::{Surrogate, TooLarge};
use placemat::detect::{Detector, Look};
use placemat::encoding::single_byte::{latin1, windows_1252};
use placemat::encoding::{Latin1, UsAscii, Utf8, Utf16};
use placemat::tool::anatomy::{ByteClass, code_points_of_lead, payload, payload_bits};
use placemat::{Policy, order, utf8};

/// The table of "Description".
const TABLE: [Row; 4] = [
    Row::new(0x0000, 0x007F, "0xxxxxxx"),
    Row::new(0x0080, 0x07FF, "110xxxxx 10xxxxxx"),
    Row::new(0x0800, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
    Row::new(0x1_0000, 0x10_FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
];

fn utf8_of(value: u32) -> Vec<u8> {
    encode::<Utf8>(&[value]).unwrap()
}

/// "Code points with lower numerical values .. are encoded using fewer bytes"; "valid
/// ASCII text is valid UTF-8-encoded Unicode as well"; "ASCII bytes do not occur when
/// encoding non-ASCII code points", such as "/", "\" and "%".
#[test]
fn ascii_compatible() {
    let mut longest = 1;
    for value in scalars() {
        let bytes = utf8_of(value);
        assert!(bytes.len() >= longest);
        longest = bytes.len();
        if value < 0x80 {
            assert_eq!(convert::<UsAscii, Utf8>(&bytes).unwrap(), [value as u8]);
        } else {
            assert!(!bytes.iter().any(u8::is_ascii), "{value:X}");
        }
    }
    assert_eq!(longest, 4);
}

/// "Description": "the restriction of the Unicode code-space to 21-bit values in 2003",
/// and the table: number of bytes, bits for code point, first and last code point.
#[test]
fn description() {
    assert_eq!(TABLE.map(|row| row.octets()), [1, 2, 3, 4]);
    assert_eq!(TABLE.map(|row| row.bits()), [7, 11, 16, 21]);
    for value in scalars() {
        let row = row_of(&TABLE, value);
        let significant = 32 - value.leading_zeros() as usize;
        assert!(significant <= row.bits());
        assert_eq!(utf8_of(value), row.fill(value));
        let bits: u32 = utf8_of(value).into_iter().map(payload_bits).sum();
        assert_eq!(bits as usize, row.bits());
    }
}

/// "Backward compatibility": "ASCII whitespace may be used to tokenize a UTF-8 stream
/// into words; ASCII line-feeds .. to split .. into lines; and ASCII NUL characters ..
/// into null-terminated strings".
#[test]
fn split_at_ascii() {
    let mut random = Random::new(8);
    for separator in [b' ', b'\n', 0, b'/', b'\\', b'%'] {
        let text: String = (0..5000)
            .map(|_| if random.below(8) == 0 { separator.into() } else { random.code_point() })
            .collect();
        let of_bytes = text.as_bytes().split(|&byte| byte == separator);
        let of_text = text.split(char::from(separator));
        assert!(of_bytes.clone().count() > 400);
        assert!(of_bytes.map(|piece| utf8::validate(piece).unwrap()).eq(of_text));
    }
}

/// "The 7-bit bytes in a UTF-8 stream represent all and only the ASCII characters";
/// "no valid multi-byte sequence decodes to an ASCII code-point".
#[test]
fn seven_bit_bytes() {
    for lead in [0xC0, 0xC1] {
        for tail in 0x80..=0xBF {
            assert_eq!(decode::<Utf8>(&[lead, tail]), Err((0, 1, Overlong)));
        }
    }
    let text: String = scalars().filter_map(char::from_u32).collect();
    let of_bytes = text.bytes().filter(u8::is_ascii).map(char::from);
    assert!(of_bytes.eq(text.chars().filter(char::is_ascii)));
}

/// "Fallback and auto-detection": "replace 8-bit bytes using the appropriate code-point
/// in the Unicode Latin-1 Supplement block, when the 8-bit byte appears outside a valid
/// multi-byte sequence".
#[test]
fn fallback_to_latin1() {
    let mixed = b"caf\xE9, caf\xC3\xA9, \xA3 5";
    assert_eq!(utf8::repair(mixed, Policy::Latin1).unwrap().text, "café, café, £ 5");
    for byte in 0x80..=0xFF {
        let alone = [b'a', byte, b' '];
        let text = utf8::repair(&alone, Policy::Latin1).unwrap().text.into_owned();
        assert_eq!(text.chars().nth(1), Some(latin1(byte)));
        assert!((0x80..=0xFF).contains(&u32::from(latin1(byte))));
    }
    // A whole file that is known to be Latin-1 has a conversion of its own.
    let all: Vec<u8> = (0..=0xFF).collect();
    let text = convert::<Latin1, Utf8>(&all).unwrap();
    assert_eq!(text.len(), 0x80 + 2 * 0x80);
    assert_eq!(convert::<Utf8, Latin1>(&text).unwrap(), all);
}

/// "The 8-bit bytes which introduce multi-byte sequences in UTF-8 are primarily
/// accented letters .., and the UTF-8 continuation bytes are punctuation and symbol
/// characters".
#[test]
fn leads_are_letters_and_tails_are_signs() {
    let letters = |of: fn(u8) -> char, bytes: std::ops::RangeInclusive<u8>| {
        bytes.filter(|&byte| of(byte).is_alphabetic()).count()
    };
    // All but × of 51.
    assert_eq!(letters(latin1, 0xC2..=0xF4), 50);
    // ª µ º of 64; in Windows-1252 also ƒ Š Œ Ž š œ ž Ÿ and the sign ˆ, a modifier letter.
    assert_eq!(letters(latin1, 0x80..=0xBF), 3);
    assert_eq!(letters(windows_1252, 0x80..=0xBF), 3 + 9);
}

/// "The HTML5 standard requires that erroneous bytes in supposed UTF-8 data be replaced
/// upon display on the assumption that they are Windows-1252 characters."
///
/// It does not: the Encoding Standard has U+FFFD for them. Windows-1252 is a policy
/// that one asks for.
#[test]
fn html_has_replacement_characters() {
    let erroneous = b"don\x92t";
    assert_eq!(utf8::repair(erroneous, Policy::Replace).unwrap().text, "don\u{FFFD}t");
    assert_eq!(utf8::repair(erroneous, Policy::Windows1252).unwrap().text, "don’t");
}

/// "The presence of invalid 8-bit characters .. can also be used to "auto-detect" that
/// an encoding is actually an extended ASCII encoding"; "a UTF-8 stream may simply
/// contain errors".
#[test]
fn auto_detection() {
    let evidence = |text: &[u8]| {
        let mut detector = Detector::new();
        detector.push(text);
        detector.finish()
    };
    let extended = evidence(b"Stra\xDFe, na\xEFve, caf\xE9.");
    assert_eq!((extended.multi_byte(), extended.malformed), (0, 3));
    assert_eq!(extended.looks_like(Look::Windows1252), 3);
    // With errors, and yet not another encoding: most of it is well-formed.
    let cut = evidence(&"Straße, naïve, café, 5 €".as_bytes()[..28]);
    assert_eq!((cut.multi_byte(), cut.malformed, cut.cut_end), (3, 0, 2));
    let damaged = evidence(b"Stra\xC3\x9Fe, na\xC3\xAFve, \xC3\xC3\xA9");
    assert_eq!((damaged.multi_byte(), damaged.malformed), (3, 1));
}

/// "Prefix code": "the first byte indicates the number of bytes"; "reading from a stream
/// can instantaneously decode each individual fully received sequence"; "the length ..
/// is simply the number of high-order 1s in the leading byte"; "an incorrect character
/// will not be decoded if a stream ends mid-sequence".
#[test]
fn prefix_code() {
    for c in scalars().filter_map(char::from_u32) {
        let bytes = utf8_of(c.into());
        let ones = bytes[0].leading_ones() as usize;
        assert_eq!(utf8::sequence_len(bytes[0]), Some(bytes.len()));
        assert_eq!(if bytes.len() == 1 { 0 } else { bytes.len() }, ones);
        for end in 1..bytes.len() {
            assert_eq!(decode::<Utf8>(&bytes[..end]), Err((0, end, IncompleteAtEnd)), "{c:?}");
        }
    }
    let mut random = Random::new(11);
    let mut decoder = <placemat::Decoder>::new();
    for _ in 0..5000 {
        let c = random.code_point();
        let bytes = utf8_of(c.into());
        let (last, before) = bytes.split_last().unwrap();
        for &byte in before {
            assert_eq!(decoder.push(&[byte]), "");
        }
        assert_eq!(decoder.push(&[*last]), c.to_string());
    }
}

/// "Self-synchronization": "leading bytes and the continuation bytes do not share
/// values"; "an incorrect character will not be decoded if a stream starts
/// mid-sequence, and a shorter sequence will never appear inside a longer one".
#[test]
fn self_synchronization() {
    for value in scalars() {
        let bytes = utf8_of(value);
        assert_ne!(bytes[0].leading_ones(), 1);
        for start in 1..bytes.len() {
            assert_eq!(bytes[start].leading_ones(), 1);
            let found = utf8::code_points(&bytes[start..]);
            assert!(found.clone().all(|item| item.is_err()), "{bytes:X?} from {start}");
            assert_eq!(found.count(), bytes.len() - start);
            // What is inside is no sequence either, however it is cut.
            assert!((start + 1..=bytes.len()).all(|end| !utf8::is_valid(&bytes[start..end])));
        }
    }
}

/// "A search will not accidentally find the sequence for one character starting in the
/// middle of another character"; "the start of a character can be found from a random
/// position by backing up at most 3 bytes".
#[test]
fn search_and_synchronise() {
    let mut random = Random::new(3);
    let edges = TABLE.iter().flat_map(Row::edges).filter(|value| !is_surrogate(value));
    let mut all: Vec<char> = edges.filter_map(char::from_u32).collect();
    all.extend((0..40).map(|_| random.code_point()));
    for &first in &all {
        for &second in &all {
            let text = [first, second].iter().collect::<String>();
            for sought in &all {
                let sought = utf8_of((*sought).into());
                for at in 0..text.len() {
                    let found = text.as_bytes()[at..].starts_with(&sought);
                    assert!(!found || text.is_char_boundary(at), "{sought:X?} in {text:?}");
                }
            }
            for at in 0..text.len() {
                let start = utf8::floor_boundary(text.as_bytes(), at);
                assert!(at - start <= 3 && text.is_char_boundary(start));
                assert!((start + 1..=at).all(|inside| !text.is_char_boundary(inside)));
            }
        }
    }
}

/// "Sorting order": "a list of UTF-8 strings can be sorted in code point order by
/// sorting the corresponding byte sequences".
#[test]
fn sorting_order() {
    let mut random = Random::new(20);
    let mut list: Vec<Vec<u32>> = (0..5000)
        .map(|_| (0..random.below(4)).map(|_| random.code_point().into()).collect())
        .collect();
    let mut bytes: Vec<_> = list.iter().map(|text| encode::<Utf8>(text).unwrap()).collect();
    let mut units: Vec<_> = list.iter().map(|text| encode::<Utf16>(text).unwrap()).collect();
    list.sort();
    bytes.sort();
    assert!(
        bytes.iter().zip(&list).all(|(bytes, text)| decode::<Utf8>(bytes).as_ref() == Ok(text))
    );
    // UTF-16 needs a comparison of its own.
    units.sort();
    let of_units = |units: &[Vec<u16>]| -> Vec<Vec<u32>> {
        units.iter().map(|units| decode::<Utf16>(units).unwrap()).collect()
    };
    assert_ne!(of_units(&units), list);
    units.sort_by(|a, b| order::utf16(a, b));
    assert_eq!(of_units(&units), list);
}

/// "Examples": the Euro sign, step by step.
#[test]
fn euro_sign() {
    let euro = 0x20AC;
    // "This will take three bytes to encode, since it is between U+0800 and U+FFFF".
    assert_eq!(row_of(&TABLE, euro).octets(), utf8_of(euro).len());
    // "Its leading byte starts with three 1s, then a 0"; "the first four bits are stored
    // in the remaining low order four bits"; "all continuation bytes contain exactly six
    // bits from the code point".
    let bytes = utf8_of(euro);
    assert_eq!(bytes, binary("11100010 10000010 10101100"));
    assert_eq!(bytes[0] >> 4, 0b1110);
    let payloads: Vec<_> = bytes.iter().map(|&b| (payload_bits(b), payload(b))).collect();
    assert_eq!(payloads, [(4, 0b0010), (6, 0b00_0010), (6, 0b10_1100)]);
    // "Can be more concisely written in hexadecimal, as E2 82 AC".
    assert_eq!(bytes, hex("E2 82 AC"));
    assert_eq!(utf8::validate(&bytes), Ok("€"));
}

/// "Octal 0200–3777 shall be coded with two bytes. xxyy will be 3xx 2yy"; "4000–177777
/// .. xxyyzz will be (340+xx) 2yy 2zz"; "200000-4177777 .. wxxyyzz will be 36w 2xx 2yy
/// 2zz". For every code point.
#[test]
fn octal_rules() {
    let pair = |digits: &str, at: usize| digits[at..at + 2].to_string();
    for value in scalars().skip_while(|&value| value < 0x80) {
        let spelt = match value {
            0o200..=0o3777 => {
                let digits = format!("{value:04o}");
                format!("3{} 2{}", pair(&digits, 0), pair(&digits, 2))
            }
            0o4000..=0o177777 => {
                let digits = format!("{value:06o}");
                let lead = 0o340 + u32::from_str_radix(&digits[..2], 8).unwrap();
                format!("{lead:o} 2{} 2{}", pair(&digits, 2), pair(&digits, 4))
            }
            0o200000..=0o4177777 => {
                let digits = format!("{value:07o}");
                let tails = [1, 3, 5].map(|at| format!("2{}", pair(&digits, at)));
                format!("36{} {}", &digits[..1], tails.join(" "))
            }
            _ => unreachable!("4177777 is 10FFFF"),
        };
        assert_eq!(utf8_of(value), octal(&spelt), "{value:o}");
    }
}

/// "Examples": the table of four.
#[test]
fn examples() {
    let rows = [
        ('$', "044", "010 0100", "00100100", "044", "24"),
        ('¢', "0242", "000 1010 0010", "11000010 10100010", "302 242", "C2 A2"),
        (
            '€',
            "020254",
            "0010 0000 1010 1100",
            "11100010 10000010 10101100",
            "342 202 254",
            "E2 82 AC",
        ),
        (
            '\u{10348}',
            "0201510",
            "0 0001 0000 0011 0100 1000",
            "11110000 10010000 10001101 10001000",
            "360 220 215 210",
            "F0 90 8D 88",
        ),
    ];
    for (c, in_octal, in_binary, utf8_binary, utf8_octal, utf8_hex) in rows {
        let value = u32::from(c);
        assert_eq!(u32::from_str_radix(in_octal, 8), Ok(value));
        let digits = in_binary.replace(' ', "");
        assert_eq!(u32::from_str_radix(&digits, 2), Ok(value));
        assert_eq!(digits.len(), row_of(&TABLE, value).bits());
        for bytes in [binary(utf8_binary), octal(utf8_octal), hex(utf8_hex)] {
            assert_eq!(utf8_of(value), bytes);
            assert_eq!(utf8::validate(&bytes), Ok(&*c.to_string()));
        }
    }
}

/// "Codepage layout", the lower half: continuation bytes add +00 to +3F; in a cell of a
/// lead byte is "the lowest character value encoded using that leading byte", at the
/// left edge of the row the length.
#[test]
fn codepage_cells() {
    for byte in 0..=0x7F {
        assert_eq!(code_points_of_lead(byte), Some((byte.into(), byte.into())));
    }
    for byte in 0x80..=0xBF {
        assert_eq!((payload(byte), code_points_of_lead(byte)), (byte - 0x80, None));
    }
    // An empty cell is red.
    let rows: [(u8, usize, &str); 4] = [
        (0xC0, 2, "- - 80 C0 100 140 180 1C0 200 240 280 2C0 300 340 380 3C0"),
        (0xD0, 2, "400 440 480 4C0 500 540 580 5C0 600 640 680 6C0 700 740 780 7C0"),
        (0xE0, 3, "800 1000 2000 3000 4000 5000 6000 7000 8000 9000 A000 B000 C000 D000 E000 F000"),
        (0xF0, 4, "10000 40000 80000 C0000 100000 - - - - - - - - - - -"),
    ];
    for (first, len, cells) in rows {
        assert_eq!(cells.split(' ').count(), 16);
        for (byte, cell) in (first..=0xFF).zip(cells.split(' ')) {
            let lowest = u32::from_str_radix(cell, 16).ok();
            assert_eq!(code_points_of_lead(byte).map(|(lowest, _)| lowest), lowest, "{byte:X}");
            assert_eq!(utf8::sequence_len(byte), lowest.map(|_| len));
            let class = ByteClass::of(byte);
            assert_eq!(class == ByteClass::NeverValid, cell == "-", "{byte:X}");
            let Some(lowest) = lowest else { continue };
            assert_eq!(utf8_of(lowest)[0], byte);
            // Surrogates are before U+E000.
            let before = if lowest == 0xE000 { 0xD7FF } else { lowest - 1 };
            assert_ne!(utf8_of(before)[0], byte);
        }
    }
}

/// "Red cells must never appear": C0 and C1 "could be used only for a two-byte encoding
/// of a 7-bit ASCII character"; F5 to FD "would encode code points larger than the
/// U+10FFFF limit"; "FE and FF were never defined for any purpose".
#[test]
fn codepage_red_cells() {
    for byte in 0..=0xFF_u8 {
        let kind = match byte {
            0xC0..=0xC1 => Overlong,
            0xF5..=0xF7 => TooLarge,
            0xF8..=0xFD => ObsoleteForm,
            0xFE..=0xFF => NeverValid,
            _ => continue,
        };
        assert_eq!(ByteClass::of(byte), ByteClass::NeverValid);
        for tails in [&b""[..], b"\x80\x80\x80\x80\x80", b"\xBF\xBF\xBF\xBF\xBF", b"abcde"] {
            assert_eq!(decode::<Utf8>(&[&[byte][..], tails].concat()), Err((0, 1, kind)));
        }
    }
}

/// "Pink cells": "some, but not all, possible continuation sequences are valid": E0, F0,
/// ED and F4. White cells: all are.
#[test]
fn codepage_pink_and_white_cells() {
    for lead in 0xC2..=0xF4 {
        let len = utf8::sequence_len(lead).unwrap();
        let results = (0x80..=0xBF).map(|second| {
            let sequence = [lead, second, 0x80, 0x80];
            decode::<Utf8>(&sequence[..len])
        });
        let wrong: Vec<_> = results.filter_map(Result::err).collect();
        let (count, kind) = match lead {
            0xE0 => (32, Overlong),
            0xED => (32, Surrogate),
            0xF0 => (16, Overlong),
            0xF4 => (48, TooLarge),
            _ => (0, NeverValid),
        };
        let expected = if count == 0 { ByteClass::Lead } else { ByteClass::RestrictedLead };
        assert_eq!(ByteClass::of(lead), expected);
        assert_eq!(wrong, vec![(0, 1, kind); count], "{lead:X}");
    }
}
