//! RFC 3629, section 4, "Syntax of UTF-8 Byte Sequences", in its order: the grammar
//! is read as it is printed.

use super::abnf::Grammar;
use super::patterns::{binary, hex};
use super::{all_scalars, decode, encode};
use crate::common::random::{EDGES, Random};
use placemat::MalformedKind::{IncompleteAtEnd, Overlong, Surrogate, TooLarge};
use placemat::encoding::Utf8;
use placemat::tool::anatomy::{ByteClass, Rule, broken_rule, code_points_of_lead};
use placemat::utf8;

/// "ABNF Syntax".
const SYNTAX: &str = "\
UTF8-octets = *( UTF8-char )
UTF8-char = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1 = %x00-7F
UTF8-2 = %xC2-DF UTF8-tail
UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
%xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
%xF4 %x80-8F 2( UTF8-tail )
UTF8-tail = %x80-BF";

/// The grammar generates what is encoded, all of it and nothing else.
#[test]
fn syntax_generates_every_code_point() {
    let sequences = Grammar::parse(SYNTAX).generate("UTF8-char");
    assert_eq!(sequences.len(), 0x11_0000 - 0x800);
    for (sequence, value) in sequences.iter().zip(all_scalars()) {
        assert_eq!(*sequence, encode::<Utf8>(&[value]).unwrap());
        assert_eq!(decode::<Utf8>(sequence), Ok(vec![value]), "{sequence:X?}");
    }
    // The whole of it is one text.
    assert!(utf8::is_valid(&sequences.concat()));
}

/// "An octet sequence is valid UTF-8 only if it matches the following syntax."
#[test]
fn syntax_recognises_what_is_valid() {
    let grammar = Grammar::parse(SYNTAX);
    let agree = |octets: &[u8]| {
        let valid = grammar.matches("UTF8-octets", octets);
        assert_eq!(utf8::is_valid(octets), valid, "{octets:X?}");
        valid
    };
    assert!(agree(b""));
    for first in 0..=0xFF {
        agree(&[first]);
        for second in 0..=0xFF {
            agree(&[first, second]);
            agree(&[first, second, 0x80]);
            for third in [0x7F, 0xBF] {
                agree(&[first, second, third, 0x80]);
            }
        }
    }
    let mut random = Random::new(3629);
    let mut valid = 0;
    for len in (0..40).cycle().take(20_000) {
        let edges: Vec<u8> = (0..len.min(8)).map(|_| random.edge_byte()).collect();
        valid += u32::from(agree(&edges)) + u32::from(agree(&random.malformed(len)));
    }
    assert!((1000..39_000).contains(&valid), "{valid}");
}

/// The library quotes the alternatives as they are printed, in the order of their
/// lead bytes.
#[test]
fn syntax_is_quoted() {
    let one_line = SYNTAX.replace("/\n", "/ ");
    let mut at = 0;
    for lead in 0..=0xFF {
        let Some(rule) = Rule::of_lead(lead) else { continue };
        let name = format!("\n{} =", rule.name);
        let body = &one_line[one_line.find(&name).unwrap() + name.len()..];
        let body = body.lines().next().unwrap();
        assert!(body.split(" / ").any(|alternative| alternative.trim() == rule.text), "{rule:?}");
        let place = one_line.find(rule.text).unwrap();
        assert!(place >= at);
        at = place;
    }
}

/// A case of "Syntax Explanation": its lead bytes, what may be second, and the code
/// points.
type Case = (&'static str, (u8, u8), (u8, u8), (u32, u32));

/// "Syntax Explanation": patterns and encoding ranges of all cases.
#[test]
fn explanation() {
    let cases: [Case; 8] = [
        ("UTF8-2", (0xC2, 0xDF), (0x80, 0xBF), (0x80, 0x7FF)),
        ("UTF8-3", (0xE0, 0xE0), (0xA0, 0xBF), (0x800, 0xFFF)),
        ("UTF8-3", (0xE1, 0xEC), (0x80, 0xBF), (0x1000, 0xCFFF)),
        ("UTF8-3", (0xED, 0xED), (0x80, 0x9F), (0xD000, 0xD7FF)),
        ("UTF8-3", (0xEE, 0xEF), (0x80, 0xBF), (0xE000, 0xFFFF)),
        ("UTF8-4", (0xF0, 0xF0), (0x90, 0xBF), (0x1_0000, 0x3_FFFF)),
        ("UTF8-4", (0xF1, 0xF3), (0x80, 0xBF), (0x4_0000, 0xF_FFFF)),
        ("UTF8-4", (0xF4, 0xF4), (0x80, 0x8F), (0x10_0000, 0x10_FFFF)),
    ];
    // "First byte: 0x00 to 0x7F. Complete ASCII range."
    for byte in 0..=0x7F {
        assert_eq!(Rule::of_lead(byte).unwrap().name, "UTF8-1");
        assert_eq!(decode::<Utf8>(&[byte]), Ok(vec![byte.into()]));
    }
    for (name, leads, second, (first_value, last_value)) in cases {
        assert_eq!(code_points_of_lead(leads.0).unwrap().0, first_value, "{name}");
        assert_eq!(code_points_of_lead(leads.1).unwrap().1, last_value, "{name}");
        let len = utf8::sequence_len(leads.0).unwrap();
        assert_eq!(name, format!("UTF8-{len}"));
        let sequence = |lead, second, tail| [&[lead, second][..], &vec![tail; len - 2]].concat();
        assert_eq!(decode::<Utf8>(&sequence(leads.0, second.0, 0x80)), Ok(vec![first_value]));
        assert_eq!(decode::<Utf8>(&sequence(leads.1, second.1, 0xBF)), Ok(vec![last_value]));
        for lead in leads.0..=leads.1 {
            let rule = Rule::of_lead(lead).unwrap();
            assert_eq!((rule.name, rule.bytes()[1]), (name, second));
            for byte in 0..=0xFF {
                let allowed = (second.0..=second.1).contains(&byte);
                assert_eq!(
                    utf8::is_valid(&sequence(lead, byte, 0x80)),
                    allowed,
                    "{lead:X} {byte:X}"
                );
            }
        }
    }
    // "Pattern: 110xxxxx 10xxxxxx".
    assert_eq!(encode::<Utf8>(&[0x7FF]).unwrap(), binary("11011111 10111111"));
    // "Note: first byte cannot be 0xC0 or 0xC1 (would produce overlong encoding)".
    for (lead, ascii) in [(0xC0, 0), (0xC1, 0x40)] {
        let octets = [lead, 0x80];
        assert_eq!(decode::<Utf8>(&octets), Err((0, 1, Overlong)));
        let meaning = utf8::groups(&octets).next().unwrap().meaning;
        assert_eq!(meaning, utf8::Meaning::Overlong { code_point: ascii });
    }
    // "Note: avoids surrogate pair range": D7FF is followed by E000.
    assert_eq!(encode::<Utf8>(&[0xD7FF, 0xE000]).unwrap(), hex("ED 9F BF EE 80 80"));
}

/// "The following byte values never appear in valid UTF-8 sequences: 0xC0, 0xC1, 0xF5 -
/// 0xFF."
#[test]
fn prohibited_byte_values() {
    let all = encode::<Utf8>(&all_scalars().collect::<Vec<_>>()).unwrap();
    let mut appears = [false; 256];
    all.iter().for_each(|&byte| appears[usize::from(byte)] = true);
    for byte in 0..=0xFF_u8 {
        let prohibited = matches!(byte, 0xC0 | 0xC1 | 0xF5..=0xFF);
        assert_eq!(appears[usize::from(byte)], !prohibited, "{byte:X}");
        if prohibited {
            // Whatever is around it.
            assert!(!utf8::is_valid(&[b'a', byte, 0x80, 0x80, 0x80, 0x80, 0x80]));
            assert!(!utf8::is_valid(&[b'a', byte, b'a']));
        }
    }
}

/// "Complete Byte Range Summary".
#[test]
fn byte_range_summary() {
    for byte in 0..=0xFF_u8 {
        let (len, never, tail) = match byte {
            0x00..=0x7F => (Some(1), false, false),
            0x80..=0xBF => (None, false, true),
            0xC0..=0xC1 => (None, true, false),
            0xC2..=0xDF => (Some(2), false, false),
            0xE0..=0xEF => (Some(3), false, false),
            0xF0..=0xF4 => (Some(4), false, false),
            0xF5..=0xFF => (None, true, false),
        };
        assert_eq!(utf8::sequence_len(byte), len, "{byte:X}");
        assert_eq!(ByteClass::of(byte) == ByteClass::NeverValid, never, "{byte:X}");
        assert_eq!(ByteClass::of(byte) == ByteClass::Continuation, tail, "{byte:X}");
    }
}

/// "Validation Examples".
#[test]
fn validation_examples() {
    let valid = [
        ("41", "UTF8-1", 'A'),
        ("C2 A9", "UTF8-2", '©'),
        ("E4 BD A0", "UTF8-3", '你'),
        ("F0 9F 98 80", "UTF8-4", '😀'),
    ];
    for (octets, name, character) in valid {
        let octets = hex(octets);
        assert_eq!(utf8::decode_first(&octets), Some((Ok(character), octets.len())));
        assert_eq!(Rule::of_lead(octets[0]).unwrap().name, name);
        assert_eq!(broken_rule(&octets), None);
    }
    // Where the grammar is left, and what it asks for there.
    let invalid = [
        ("C0 80", (0, 1, Overlong), 0, (0xC2, 0xDF)),
        ("ED A0 80", (0, 1, Surrogate), 1, (0x80, 0x9F)),
        ("F5 80 80 80", (0, 1, TooLarge), 0, (0xF0, 0xF4)),
        ("E4 BD", (0, 2, IncompleteAtEnd), 2, (0x80, 0xBF)),
    ];
    for (octets, bad, at, allowed) in invalid {
        let octets = hex(octets);
        assert_eq!(decode::<Utf8>(&octets), Err(bad));
        let broken = broken_rule(&octets).unwrap();
        assert_eq!((broken.at, broken.allowed), (at, Some(allowed)));
    }
}

/// "The authoritative definition of UTF-8 is in [UNICODE]": its Table 3-7 has the same
/// sequences.
#[test]
fn the_authority_is_unicode() {
    // Code points, first, second, third and fourth byte.
    let rows = [
        "0000..007F 00..7F",
        "0080..07FF C2..DF 80..BF",
        "0800..0FFF E0..E0 A0..BF 80..BF",
        "1000..CFFF E1..EC 80..BF 80..BF",
        "D000..D7FF ED..ED 80..9F 80..BF",
        "E000..FFFF EE..EF 80..BF 80..BF",
        "10000..3FFFF F0..F0 90..BF 80..BF 80..BF",
        "40000..FFFFF F1..F3 80..BF 80..BF 80..BF",
        "100000..10FFFF F4..F4 80..8F 80..BF 80..BF",
    ];
    let range = |text: &str| -> (u32, u32) {
        let (first, last) = text.split_once("..").unwrap();
        let number = |digits| u32::from_str_radix(digits, 16).unwrap();
        (number(first), number(last))
    };
    let mut next = 0;
    for row in rows {
        let ranges: Vec<(u32, u32)> = row.split(' ').map(range).collect();
        let (values, bytes) = ranges.split_first().unwrap();
        let rule = Rule::of_lead(bytes[0].0 as u8).unwrap();
        let in_library = rule.bytes().iter().map(|&(first, last)| (first.into(), last.into()));
        assert!(in_library.eq(bytes.iter().copied()), "{row}");
        for value in values.0..=values.1 {
            let octets = encode::<Utf8>(&[value]).unwrap();
            assert_eq!(octets.len(), bytes.len());
            let inside = |(octet, range): (&u8, &(u32, u32))| {
                (range.0..=range.1).contains(&u32::from(*octet))
            };
            assert!(octets.iter().zip(bytes).all(inside), "{value:X}");
        }
        assert_eq!(values.0, if next == 0xD800 { 0xE000 } else { next });
        next = values.1 + 1;
    }
    assert_eq!(next, 0x11_0000);
}

/// "Validation Algorithm Pseudocode", line by line.
fn is_valid_utf8(bytes: &[u8]) -> bool {
    let tail = |at: usize| (0x80..=0xBF).contains(&bytes[at]);
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        if b <= 0x7F {
            i += 1;
        } else if (0xC2..=0xDF).contains(&b) {
            if i + 1 >= bytes.len() || !tail(i + 1) {
                return false;
            }
            i += 2;
        } else if (0xE0..=0xEF).contains(&b) {
            if i + 2 >= bytes.len() {
                return false;
            }
            let second = match b {
                0xE0 => 0xA0..=0xBF,
                0xED => 0x80..=0x9F,
                _ => 0x80..=0xBF,
            };
            if !(second.contains(&bytes[i + 1]) && tail(i + 2)) {
                return false;
            }
            i += 3;
        } else if (0xF0..=0xF4).contains(&b) {
            if i + 3 >= bytes.len() {
                return false;
            }
            let second = match b {
                0xF0 => 0x90..=0xBF,
                0xF4 => 0x80..=0x8F,
                _ => 0x80..=0xBF,
            };
            if !(second.contains(&bytes[i + 1]) && tail(i + 2) && tail(i + 3)) {
                return false;
            }
            i += 4;
        } else {
            return false;
        }
    }
    true
}

/// The pseudocode and the library agree: on all four octets that are at the edges of
/// a range, and on random text.
#[test]
fn pseudocode() {
    for first in EDGES {
        for second in EDGES {
            for third in EDGES {
                for fourth in EDGES {
                    let octets = [first, second, third, fourth];
                    for len in if fourth == 0 { 1..=4 } else { 4..=4 } {
                        let octets = &octets[..len];
                        assert_eq!(utf8::is_valid(octets), is_valid_utf8(octets), "{octets:X?}");
                    }
                }
            }
        }
    }
    let mut random = Random::new(4);
    for len in (0..300).cycle().take(20_000) {
        let octets = random.malformed(len);
        assert_eq!(utf8::is_valid(&octets), is_valid_utf8(&octets), "{octets:X?}");
    }
}
