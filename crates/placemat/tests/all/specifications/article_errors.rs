//! The encyclopedia article, in its order, from "Overlong encodings" to its end.
//!
//! Not to be tested: what other programs did, as early versions of Python 3.0, and how
//! often detection of surrogates is left out.

use super::patterns::{binary, hex};
use super::rfc3629_section3::TABLE;
use super::{convert, decode, encode, scalars};
use crate::common::random::Random;
use placemat::MalformedKind::{
    Incomplete, IncompleteAtEnd, LoneHighSurrogate, Overlong, Surrogate, TooLarge,
    UnexpectedContinuation,
};
use placemat::encoding::{Cesu8, ModifiedUtf8, Native, Utf8, Utf16, Utf32, Windows1252, Wtf8};
use placemat::utf8::Meaning;
use placemat::{Converter, Error, Malformed, MalformedKind, Policy, utf8};

/// Any bytes, most of them malformed text.
fn wild_texts() -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(0xFFFD);
    (0..3000).map(move |i| {
        if i % 2 == 0 {
            random.malformed(i % 120)
        } else {
            (0..i % 40).map(|_| random.edge_byte()).collect()
        }
    })
}

/// "To encode the Euro sign € .. in four bytes instead of three, it could be padded with
/// leading 0s until it was 21 bits long - 000 000010 000010 101100": "not valid UTF-8".
#[test]
fn overlong_euro_sign() {
    let overlong = binary("11110000 10000010 10000010 10101100");
    assert_eq!(overlong, hex("F0 82 82 AC"));
    assert_eq!(overlong, TABLE[3].fill(0x20AC));
    assert_eq!(decode::<Utf8>(&overlong), Err((0, 1, Overlong)));
    let group = utf8::groups(&overlong).next().unwrap();
    assert_eq!((group.len, group.meaning), (4, Meaning::Overlong { code_point: 0x20AC }));
}

/// "The correct encoding of a code point use only the minimum number of bytes"; "a
/// one-to-one correspondence between code points and their valid encodings": "string
/// comparisons and searches are well-defined".
#[test]
fn one_to_one() {
    let mut before = Vec::new();
    for value in scalars() {
        let bytes = encode::<Utf8>(&[value]).unwrap();
        let shorter = TABLE.iter().filter(|row| row.octets() < bytes.len());
        assert!(shorter.clone().all(|row| value > row.last), "{value:X}");
        // Each is greater than the one before, so no two are the same.
        assert!(bytes > before);
        before = bytes;
    }
}

/// "Modified UTF-8 uses the two-byte overlong encoding of U+0000 .. 11000000 10000000
/// (hexadecimal C0 80) .. This allows the byte 00 to be used as a string terminator."
#[test]
fn modified_utf8_has_no_zero() {
    assert_eq!(encode::<ModifiedUtf8>(&[0]).unwrap(), binary("11000000 10000000"));
    assert_eq!(encode::<ModifiedUtf8>(&[0]).unwrap(), hex("C0 80"));
    let all = encode::<ModifiedUtf8>(&scalars().collect::<Vec<_>>()).unwrap();
    assert!(!all.contains(&0));
    let first = all.split(|&byte| byte == 0).next().unwrap();
    assert_eq!(decode::<ModifiedUtf8>(first).unwrap().len(), scalars().count());
}

/// "Invalid byte sequences": the list of what a decoder should be prepared for.
#[test]
fn invalid_byte_sequences() {
    use MalformedKind::{NeverValid, ObsoleteForm};
    let list = [
        // "The red invalid bytes".
        ("C0", 1, Overlong),
        ("F5", 1, TooLarge),
        ("F8", 1, ObsoleteForm),
        ("FF", 1, NeverValid),
        // "An unexpected continuation byte".
        ("80", 1, UnexpectedContinuation),
        ("BF", 1, UnexpectedContinuation),
        // "A leading byte not followed by enough continuation bytes (can happen in
        // simple string truncation)".
        ("E2 82", 2, IncompleteAtEnd),
        ("E2 82 41", 2, Incomplete),
        ("F0 9F 98 F0 9F 98 80", 3, Incomplete),
        // "An overlong encoding".
        ("E0 82 82", 1, Overlong),
        ("F0 82 82 AC", 1, Overlong),
        // "A sequence that decodes to an invalid code point".
        ("ED A0 80", 1, Surrogate),
        ("F4 90 80 80", 1, TooLarge),
    ];
    for (bytes, len, kind) in list {
        assert_eq!(decode::<Utf8>(&hex(bytes)), Err((0, len, kind)), "{bytes}");
    }
    // Truncation need not cut.
    assert_eq!(utf8::keep_start("5 €".as_bytes(), 4), b"5 ");
}

/// "Treat any ill-formed code unit sequence as an error condition. This guarantees that
/// it will neither interpret nor emit an ill-formed code unit sequence."
#[test]
fn neither_interpret_nor_emit() {
    for text in wild_texts() {
        let well_formed = std::str::from_utf8(&text).is_ok();
        assert_eq!(decode::<Utf8>(&text).is_ok(), well_formed);
        for &policy in Policy::all() {
            let Ok(converter) = Converter::<Utf8, Utf8>::new(policy) else { continue };
            match converter.convert(&text) {
                Ok(out) => assert!(std::str::from_utf8(&out).is_ok(), "{policy} {text:X?}"),
                Err(error) => {
                    assert!(policy == Policy::Strict && !well_formed);
                    // What was emitted before is what was well-formed.
                    assert!(
                        std::str::from_utf8(&text[..error.offset().expect("it has a place")])
                            .is_ok()
                    );
                }
            }
        }
    }
}

/// "Many UTF-8 decoders throw exceptions on encountering errors. This can turn what
/// would otherwise be harmless errors (producing a message such as "no such file") into
/// a denial of service bug." With a policy there is always an answer, and a name of a
/// file comes back as it was.
#[test]
fn errors_are_not_fatal() {
    let replace = Converter::<Utf8, Utf16>::new(Policy::Replace).unwrap();
    let (there, back) = (
        Converter::<Utf8, Utf16>::new(Policy::Utf8b).unwrap(),
        Converter::<Utf16, Utf8>::new(Policy::Utf8b).unwrap(),
    );
    for text in wild_texts() {
        assert!(replace.convert(&text).is_ok());
        assert_eq!(back.convert(&there.convert(&text).unwrap()).unwrap(), text);
    }
}

/// "More recent converters translate the first byte of an invalid sequence to a
/// replacement character and continue parsing with the next byte."
///
/// Today a converter writes one for each maximal subpart (The Unicode Standard 3.9, the
/// Encoding Standard). The other way has a policy of its own.
#[test]
fn replacement_per_subpart_and_per_byte() {
    let text = b"a\xF0\x9F\x98b\xC0\xAFc\xE2\x82";
    let mended = |policy| utf8::repair(text, policy).unwrap().text.into_owned();
    assert_eq!(mended(Policy::Replace), "a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}");
    let per_byte = "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}";
    assert_eq!(mended(Policy::ReplacePerByte), per_byte);
    for text in wild_texts() {
        // The rule of the article, word for word.
        let (mut rest, mut expected) = (&text[..], String::new());
        while let Some((first, len)) = utf8::decode_first(rest) {
            expected.push(first.unwrap_or('\u{FFFD}'));
            rest = &rest[if first.is_ok() { len } else { 1 }..];
        }
        let repaired = utf8::repair(&text, Policy::ReplacePerByte).unwrap();
        assert_eq!(repaired.text, expected, "{text:X?}");
        let repaired = utf8::repair(&text, Policy::Replace).unwrap();
        assert_eq!(repaired.text, String::from_utf8_lossy(&text), "{text:X?}");
    }
}

/// "These error bytes will always have the high bit set."
#[test]
fn error_bytes_are_not_ascii() {
    for text in wild_texts() {
        for bad in utf8::errors(&text) {
            assert!(!text[bad.offset..bad.end()].iter().any(u8::is_ascii), "{text:X?} {bad:?}");
        }
    }
}

/// "Popular replacements include", 1: "the replacement character "�" (U+FFFD) (or EF BF
/// BD in UTF-8)".
#[test]
fn replaced_by_the_replacement_character() {
    let replace = Converter::<Utf8, Utf8>::new(Policy::Replace).unwrap();
    assert_eq!(replace.convert(b"caf\xE9").unwrap(), b"caf\xEF\xBF\xBD");
}

/// 2: "the invalid Unicode code points U+DC80-U+DCFF where the low eight bits are the
/// byte's value. Sometimes it is called UTF-8B".
#[test]
fn replaced_by_utf8b() {
    let utf8b = Converter::<Utf8, Utf32>::new(Policy::Utf8b).unwrap();
    for byte in 0x80..=0xFF {
        let value = utf8b.convert(&[byte]).unwrap()[0];
        assert_eq!((value, value & 0xFF), (0xDC00 | u32::from(byte), byte.into()));
        assert!((0xDC80..=0xDCFF).contains(&value));
    }
    // They are invalid: UTF-8 cannot hold them.
    assert!(Converter::<Utf8, Utf8>::new(Policy::Utf8b).is_err());
}

/// 3: "the Unicode code points U+0080-U+00FF with the same value as the byte, thus
/// interpreting the bytes according to ISO-8859-1".
#[test]
fn replaced_by_latin1() {
    let converter = Converter::<Utf8, Utf32>::new(Policy::Latin1).unwrap();
    for byte in 0x80..=0xFF {
        assert_eq!(converter.convert(&[byte]).unwrap(), [u32::from(byte)]);
    }
}

/// 4: "the character represented by the byte in CP1252, which is similar to using
/// ISO-8859-1, except that some characters in the range 0x80-0x9F are mapped into
/// different Unicode code points. For example, 0x80 becomes the Euro sign".
#[test]
fn replaced_by_windows_1252() {
    let converter = Converter::<Utf8, Utf32>::new(Policy::Windows1252).unwrap();
    let strict = Converter::<Utf8, Utf32>::new(Policy::Windows1252Strict).unwrap();
    assert_eq!(converter.convert(&[0x80]).unwrap(), [0x20AC]);
    for byte in 0x80..=0xFF {
        let value = converter.convert(&[byte]).unwrap()[0];
        let undefined = [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(&byte);
        let different = (0x80..=0x9F).contains(&byte) && !undefined;
        assert_eq!(value != u32::from(byte), different, "{byte:X}");
        // Five bytes mean nothing there.
        let expected = if undefined { 0xFFFD } else { value };
        assert_eq!(strict.convert(&[byte]).unwrap(), [expected]);
        assert_eq!(decode::<Windows1252>(&[byte]).is_ok(), !undefined);
        assert_eq!(decode::<Windows1252<true>>(&[byte]), Ok(vec![value]));
    }
}

/// "Software can check for UTF-8 correctness, and if that fails assume the input to be
/// in the legacy encoding. It is technically true that this may detect an ISO-8859-1
/// string as UTF-8, but this is very unlikely": both characters of "Â£" are needed.
#[test]
fn legacy_text_is_no_utf8() {
    assert_eq!(utf8::validate(b"\xC2\xA3"), Ok("£"));
    assert_eq!(placemat::latin1::to_string(b"\xC2\xA3"), "Â£");
    let words = [
        "Straße",
        "Käse",
        "façade",
        "señor",
        "Ångström",
        "smørrebrød",
        "naïve",
        "coração",
        "£5",
        "20 °C",
        "«oui»",
        "è",
        "PÂTÉ",
        "Þór",
        "¿qué?",
        "Größe",
        "1½",
    ];
    for word in words {
        let values: Vec<u32> = word.chars().map(u32::from).collect();
        assert!(!utf8::is_valid(&encode::<placemat::encoding::Latin1>(&values).unwrap()), "{word}");
    }
}

/// "Invalid code points": surrogate halves "and code points not encodable by UTF-16
/// (those after U+10FFFF) are not legal Unicode values, and their UTF-8 encoding must be
/// treated as an invalid byte sequence".
#[test]
fn invalid_code_points() {
    let beyond = (0x11_0000..=0x1F_FFFF).step_by(251);
    for value in (0xD800..=0xDFFF).chain(beyond).chain([0x1F_FFFF]) {
        let kind = if value < 0x1_0000 { Surrogate } else { TooLarge };
        let mut buffer = [0; 6];
        let bytes = placemat::tool::anatomy::spell(value, &mut buffer).unwrap();
        assert_eq!(decode::<Utf8>(bytes), Err((0, 1, kind)), "{value:X}");
        assert_eq!(encode::<Utf8>(&[value]), Err(value));
        assert_eq!(encode::<Utf16>(&[value]), Err(value));
        assert_eq!(encode::<Utf32>(&[value]), Err(value));
    }
}

/// "Not decoding surrogate halves makes it impossible to store invalid UTF-16, such as
/// Windows filenames, as UTF-8."; "there are attempts to define this behavior formally
/// (see WTF-8 and CESU below)".
#[test]
fn windows_filenames() {
    type Wild = Utf16<Native, true>;
    let name = [0x61, 0xD83D, 0x62, 0xDE00, 0xD83D, 0xDE00];
    let stopped = Converter::<Utf16, Utf8>::strict().convert(&name).unwrap_err();
    let bad = Malformed { offset: 1, len: 1, kind: LoneHighSurrogate };
    assert_eq!(stopped, Error::Malformed(bad));
    let wtf8 = convert::<Wild, Wtf8>(&name).unwrap();
    assert_eq!(wtf8, hex("61 ED A0 BD 62 ED B8 80 F0 9F 98 80"));
    assert_eq!(convert::<Wtf8, Wild>(&wtf8).unwrap(), name);
    // CESU-8 has pairs; a lone half is taken by its lenient form only.
    assert_eq!(convert::<Wild, Cesu8>(&name).unwrap_err().code_point, 0xD83D);
    let cesu8 = convert::<Wild, Cesu8<true>>(&name).unwrap();
    assert_eq!(cesu8, hex("61 ED A0 BD 62 ED B8 80 ED A0 BD ED B8 80"));
    assert_eq!(convert::<Cesu8<true>, Wild>(&cesu8).unwrap(), name);
}
