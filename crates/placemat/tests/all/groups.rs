//! Errors as people read them: what a group is, and what was meant.

use crate::common::random::Random;
use placemat::MalformedKind::{self, *};
use placemat::utf8::{Group, Meaning, groups, validate};

/// Text that is one group, and what it means.
const ONE_GROUP: &[(&[u8], MalformedKind, Meaning)] = &[
    (b"\xC0\x80", Overlong, Meaning::Overlong { code_point: 0 }),
    (b"\xC0\xAF", Overlong, Meaning::Overlong { code_point: 0x2F }),
    (b"\xC1\xBF", Overlong, Meaning::Overlong { code_point: 0x7F }),
    (b"\xE0\x80\xAF", Overlong, Meaning::Overlong { code_point: 0x2F }),
    (b"\xE0\x9F\xBF", Overlong, Meaning::Overlong { code_point: 0x7FF }),
    (b"\xF0\x80\x80\xAF", Overlong, Meaning::Overlong { code_point: 0x2F }),
    (b"\xF0\x8F\xBF\xBF", Overlong, Meaning::Overlong { code_point: 0xFFFF }),
    (b"\xF0\x8D\xA0\x80", Overlong, Meaning::Overlong { code_point: 0xD800 }),
    (b"\xF8\x80\x80\x80\xAF", ObsoleteForm, Meaning::Overlong { code_point: 0x2F }),
    (b"\xF8\x87\xBF\xBF\xBF", ObsoleteForm, Meaning::Overlong { code_point: 0x1F_FFFF }),
    (b"\xFC\x83\xBF\xBF\xBF\xBF", ObsoleteForm, Meaning::Overlong { code_point: 0x3FF_FFFF }),
    (b"\xED\xA0\x80", Surrogate, Meaning::Surrogate { code_point: 0xD800 }),
    (b"\xED\xAF\xBF", Surrogate, Meaning::Surrogate { code_point: 0xDBFF }),
    (b"\xED\xB0\x80", Surrogate, Meaning::Surrogate { code_point: 0xDC00 }),
    (b"\xED\xBF\xBF", Surrogate, Meaning::Surrogate { code_point: 0xDFFF }),
    (b"\xED\xA0\x80\xED\xB0\x80", Surrogate, Meaning::SurrogatePair { code_point: 0x1_0000 }),
    (b"\xED\xA0\xBD\xED\xB9\x88", Surrogate, Meaning::SurrogatePair { code_point: 0x1_F648 }),
    (b"\xED\xAF\xBF\xED\xBF\xBF", Surrogate, Meaning::SurrogatePair { code_point: 0x10_FFFF }),
    (b"\xF4\x90\x80\x80", TooLarge, Meaning::TooLarge { value: 0x11_0000 }),
    (b"\xF7\xBF\xBF\xBF", TooLarge, Meaning::TooLarge { value: 0x1F_FFFF }),
    (b"\xF8\x88\x80\x80\x80", ObsoleteForm, Meaning::TooLarge { value: 0x20_0000 }),
    (b"\xFB\xBF\xBF\xBF\xBF", ObsoleteForm, Meaning::TooLarge { value: 0x3FF_FFFF }),
    (b"\xFC\x84\x80\x80\x80\x80", ObsoleteForm, Meaning::TooLarge { value: 0x400_0000 }),
    (b"\xFD\xBF\xBF\xBF\xBF\xBF", ObsoleteForm, Meaning::TooLarge { value: 0x7FFF_FFFF }),
    (b"\xC3", IncompleteAtEnd, Meaning::Incomplete { expected: 2 }),
    (b"\xE2\x82", IncompleteAtEnd, Meaning::Incomplete { expected: 3 }),
    (b"\xE0\x80", Overlong, Meaning::Incomplete { expected: 3 }),
    (b"\xED\xA0", Surrogate, Meaning::Incomplete { expected: 3 }),
    (b"\xF0\x9F\x98", IncompleteAtEnd, Meaning::Incomplete { expected: 4 }),
    (b"\xF5\x80\x80", TooLarge, Meaning::Incomplete { expected: 4 }),
    (b"\xF8\x88\x80\x80", ObsoleteForm, Meaning::Incomplete { expected: 5 }),
    (b"\xFD", ObsoleteForm, Meaning::Incomplete { expected: 6 }),
    (b"\x80", UnexpectedContinuation, Meaning::StrayContinuation),
    (b"\xBF", UnexpectedContinuation, Meaning::StrayContinuation),
    (b"\xFE", NeverValid, Meaning::NeverValid),
    (b"\xFF", NeverValid, Meaning::NeverValid),
];

#[test]
fn what_is_meant() {
    for &(bytes, kind, meaning) in ONE_GROUP {
        // Alone, and behind other text.
        for before in ["", "x", "naïve ".repeat(40).as_str()] {
            let text = [before.as_bytes(), bytes].concat();
            let found: Vec<Group> = groups(&text).collect();
            let [group] = found[..] else { panic!("{bytes:02x?} is {found:?}") };
            assert_eq!((group.offset, group.len), (before.len(), bytes.len()), "{bytes:02x?}");
            assert_eq!((group.kind, group.meaning), (kind, meaning), "{bytes:02x?}");
            assert_eq!(validate(&text).map_err(|bad| bad.reading(&text)), Err(group));
        }
        // Text that follows is no part of it; a cut is told apart from the end.
        let text = [bytes, b" x"].concat();
        let found: Vec<Group> = groups(&text).collect();
        let kind = if kind == IncompleteAtEnd { Incomplete } else { kind };
        assert_eq!(found.len(), 1, "{bytes:02x?} before a space");
        assert_eq!((found[0].kind, found[0].len, found[0].meaning), (kind, bytes.len(), meaning));
    }
}

#[test]
fn where_groups_end() {
    /// Text, and the offset, length and number of subparts of each of its groups.
    type Ends = (&'static [u8], &'static [(usize, usize, usize)]);
    let cases: [Ends; 14] = [
        (b"\xC3\xC3\xA9", &[(0, 1, 1)]),
        (b"\xC3\xA9\x80\x80", &[(2, 1, 1), (3, 1, 1)]),
        (b"\xC0\xAF\xAF", &[(0, 2, 2), (2, 1, 1)]),
        (b"\xE0\x80\x41", &[(0, 2, 2)]),
        (b"\xED\xA0\x80\xED\xA0\x80", &[(0, 3, 3), (3, 3, 3)]),
        (b"\xED\xB0\x80\xED\xA0\x80", &[(0, 3, 3), (3, 3, 3)]),
        (b"\xED\xB0\x80\xED\xB0\x80", &[(0, 3, 3), (3, 3, 3)]),
        (b"\xED\xA0\x80\xED\xB0\x80\xED\xB0\x80", &[(0, 6, 6), (6, 3, 3)]),
        (b"\xED\xA0\x80\xED\xB0", &[(0, 3, 3), (3, 2, 2)]),
        (b"\xED\xA0\x80\xED\x9F\xBF", &[(0, 3, 3)]),
        (b"\xF0\x9F\x98\xF0\x9F\x98\x80", &[(0, 3, 1)]),
        (b"\xF8\x88\x80\x80\x80\x80", &[(0, 5, 5), (5, 1, 1)]),
        (b"\xFE\xFF", &[(0, 1, 1), (1, 1, 1)]),
        (b"\xED\xA0\x80 \x92", &[(0, 3, 3), (4, 1, 1)]),
    ];
    for (text, expected) in cases {
        let found = groups(text).map(|group| (group.offset, group.len, group.subparts));
        assert_eq!(found.collect::<Vec<_>>(), *expected, "{text:02x?}");
    }
}

/// What RFC 2279, section 2, makes of every value: "too large" and "overlong"
/// name it again.
#[test]
fn values_of_rfc_2279_are_read_back() {
    let mut random = Random::new(22_79);
    for len in 2..=6_usize {
        let bits = [11, 16, 21, 26, 31][len - 2];
        for round in 0..2000_u32 {
            let limit = 1_usize << random.one_of(&[7, 11, 16, 21, 26, bits]).min(bits);
            let value = if round == 0 { (limit - 1) as u32 } else { random.below(limit) as u32 };
            let mut text: Vec<u8> =
                (0..len).rev().map(|i| 0x80 | (value >> (6 * i) & 0x3F) as u8).collect();
            // As many ones as there are bytes, a zero, and the highest bits.
            text[0] = !(0xFF_u8 >> len) | (value >> (6 * (len - 1))) as u8;
            let Some(group) = groups(&text).next() else {
                assert_eq!(char::from_u32(value).map(char::len_utf8), Some(len));
                continue;
            };
            assert_eq!(group.len, len, "{text:02x?}");
            match group.meaning {
                Meaning::Overlong { code_point } => assert_eq!(code_point, value),
                Meaning::Surrogate { code_point } => {
                    assert_eq!(code_point, value);
                    assert!((0xD800..=0xDFFF).contains(&value) && len == 3);
                }
                Meaning::TooLarge { value: read } => {
                    assert_eq!(read, value);
                    assert!(value > 0x10_FFFF);
                }
                meaning => panic!("{text:02x?} means {meaning:?}"),
            }
        }
    }
}
