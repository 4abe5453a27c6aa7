//! What holds for every text, against the standard library and the reference.

use crate::common::levels::{at_every_level, rounds};
use crate::common::random::EDGES;
use crate::common::reference;
use placemat::{compat, utf8};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;

/// A byte, most often one at the edge of a range of the grammar.
fn byte() -> impl Strategy<Value = u8> {
    prop_oneof![3 => select(EDGES.as_slice()), 1 => any::<u8>()]
}

/// A stretch of one kind: bytes, or code points of some script, repeated.
fn stretch() -> impl Strategy<Value = Vec<u8>> {
    let scalar = prop_oneof![
        any::<char>(),
        select(vec![
            '\u{7F}',
            '\u{80}',
            '\u{7FF}',
            '\u{800}',
            '\u{FFFF}',
            '\u{10000}',
            '\u{10FFFF}'
        ]),
        select(vec!['a', 'é', 'ш', 'ก', '中', '힣', '\u{E000}', '😀']),
    ];
    prop_oneof![
        1 => vec(byte(), 0..12),
        3 => (scalar, 1..150_usize).prop_map(|(c, times)| {
            let mut buffer = [0; 4];
            c.encode_utf8(&mut buffer).repeat(times).into_bytes()
        }),
        2 => vec(any::<char>(), 0..30).prop_map(|text| String::from_iter(text).into_bytes()),
    ]
}

/// Text with errors: stretches, then some bytes overwritten, and the end cut.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let stretches = vec(stretch(), 0..6).prop_map(|stretches| stretches.concat());
    let changes = vec((any::<Index>(), byte()), 0..4);
    (stretches, changes, 0..4_usize).prop_map(|(mut text, changes, cut)| {
        for (at, byte) in changes {
            if !text.is_empty() {
                let at = at.index(text.len());
                text[at] = byte;
            }
        }
        text.truncate(text.len().saturating_sub(cut));
        text
    })
}

/// Well-formed text.
fn well_formed() -> impl Strategy<Value = String> {
    text().prop_map(|text| String::from_utf8_lossy(&text).into_owned())
}

/// Runs a property at every level.
fn holds<S: Strategy>(input: &S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    at_every_level(|level| {
        let config = ProptestConfig {
            cases: rounds(5000) as u32,
            failure_persistence: None,
            ..Default::default()
        };
        let result = TestRunner::new(config).run(input, &property);
        assert!(result.is_ok(), "{level}: {}", result.unwrap_err());
    });
}

#[test]
fn validation_is_that_of_std() {
    holds(&text(), |text| {
        prop_assert_eq!(utf8::is_valid(&text), std::str::from_utf8(&text).is_ok());
        match (compat::from_utf8(&text), std::str::from_utf8(&text)) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
            (Err(ours), Err(theirs)) => {
                prop_assert_eq!(ours.valid_up_to(), theirs.valid_up_to());
                prop_assert_eq!(ours.error_len(), theirs.error_len());
                prop_assert_eq!(ours.to_string(), theirs.to_string());
            }
            (ours, theirs) => prop_assert!(false, "{ours:?}, and std: {theirs:?}"),
        }
        prop_assert_eq!(compat::basic::from_utf8(&text).ok(), std::str::from_utf8(&text).ok());
        match (compat::string_from_utf8(text.clone()), String::from_utf8(text.clone())) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
            (Err(ours), Err(theirs)) => {
                prop_assert_eq!(ours.to_string(), theirs.to_string());
                prop_assert_eq!(ours.as_bytes(), theirs.as_bytes());
                prop_assert_eq!(ours.into_bytes(), theirs.into_bytes());
            }
            (ours, theirs) => prop_assert!(false, "{ours:?}, and std: {theirs:?}"),
        }
        let mut copy = text.clone();
        let ours = compat::from_utf8_mut(&mut copy).map(|text| text.len()).ok();
        prop_assert_eq!(ours, std::str::from_utf8(&text).map(str::len).ok());
        prop_assert_eq!(compat::basic::from_utf8_mut(&mut copy).is_ok(), ours.is_some());
        Ok(())
    });
}

#[test]
fn lossy_reading_is_that_of_std() {
    use std::borrow::Cow;
    holds(&text(), |text| {
        let (ours, theirs) = (compat::from_utf8_lossy(&text), String::from_utf8_lossy(&text));
        prop_assert_eq!(matches!(ours, Cow::Borrowed(_)), matches!(theirs, Cow::Borrowed(_)));
        prop_assert_eq!(ours, theirs);
        Ok(())
    });
}

#[test]
fn errors_are_the_replacement_characters_of_std() {
    holds(&text(), |text| {
        let own = text.windows(3).filter(|bytes| *bytes == [0xEF, 0xBF, 0xBD]).count();
        let lossy = String::from_utf8_lossy(&text);
        let replaced = lossy.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        prop_assert_eq!(utf8::errors(&text).count(), replaced - own);
        Ok(())
    });
}

#[test]
fn errors_are_those_of_the_reference() {
    holds(&text(), |text| {
        let expected = reference::errors(&text);
        prop_assert_eq!(utf8::validate(&text).err(), expected.first().copied());
        prop_assert_eq!(utf8::errors(&text).collect::<Vec<_>>(), expected);
        Ok(())
    });
}

#[test]
fn code_points_are_the_same_from_both_ends() {
    holds(&text(), |text| {
        let items = reference::items(&text);
        let forward = utf8::code_points(&text);
        let (least, most) = forward.size_hint();
        prop_assert!(least <= items.len() && Some(items.len()) <= most);
        prop_assert_eq!(forward.collect::<Vec<_>>(), items.clone());
        let mut backward: Vec<_> = utf8::code_points(&text).rev().collect();
        backward.reverse();
        prop_assert_eq!(&backward, &items);
        // And from both ends in turn, until they meet.
        let (mut both, mut front, mut back) = (utf8::code_points(&text), vec![], vec![]);
        while let Some(first) = both.next() {
            front.push(first);
            back.extend(both.next_back());
        }
        prop_assert!(both.as_bytes().is_empty() && both.next_back().is_none());
        front.extend(back.into_iter().rev());
        prop_assert_eq!(front, items);
        Ok(())
    });
}

#[test]
fn the_first_and_the_last_are_those_of_the_iterator() {
    holds(&text(), |text| {
        let first = utf8::decode_first(&text);
        prop_assert_eq!(first.map(|(item, _)| item), utf8::code_points(&text).next());
        let last = utf8::decode_last(&text);
        prop_assert_eq!(last.map(|(item, _)| item), utf8::code_points(&text).next_back());
        let mut left = utf8::code_points(&text);
        left.next();
        prop_assert_eq!(first.map_or(0, |(_, len)| len), left.offset());
        let boundaries = reference::boundaries(&text);
        let length = boundaries.last_chunk::<2>().map(|[start, end]| end - start);
        prop_assert_eq!(last.map(|(_, len)| len), length);
        Ok(())
    });
}

#[test]
fn boundaries_are_where_items_begin() {
    holds(&text(), |text| {
        let boundaries = reference::boundaries(&text);
        for at in 0..=text.len() {
            let (floor, ceil) = (utf8::floor_boundary(&text, at), utf8::ceil_boundary(&text, at));
            prop_assert_eq!(Some(&floor), boundaries.iter().rev().find(|&&b| b <= at));
            prop_assert_eq!(Some(&ceil), boundaries.iter().find(|&&b| b >= at));
            prop_assert_eq!(utf8::is_boundary(&text, at), floor == at);
        }
        for at in [text.len() + 1, usize::MAX] {
            prop_assert_eq!(utf8::floor_boundary(&text, at), text.len());
            prop_assert_eq!(utf8::ceil_boundary(&text, at), text.len());
            prop_assert!(!utf8::is_boundary(&text, at));
        }
        Ok(())
    });
}

#[test]
fn boundaries_of_well_formed_text_are_those_of_std() {
    holds(&well_formed(), |text| {
        for at in 0..text.len() + 2 {
            prop_assert_eq!(utf8::is_boundary(text.as_bytes(), at), text.is_char_boundary(at));
        }
        Ok(())
    });
}

#[test]
fn groups_cover_the_errors_and_nothing_else() {
    holds(&text(), |text| {
        let mut errors = reference::errors(&text).into_iter().peekable();
        for group in utf8::groups(&text) {
            let mut at = group.offset;
            prop_assert_eq!(errors.peek().map(|bad| bad.kind), Some(group.kind));
            for _ in 0..group.subparts {
                let bad = errors.next().expect("an error for every subpart");
                prop_assert_eq!(bad.offset, at);
                at = bad.end();
            }
            prop_assert_eq!(at, group.end());
            prop_assert!((1..=6).contains(&group.len));
        }
        prop_assert_eq!(errors.next(), None);
        Ok(())
    });
}

#[test]
fn the_valid_prefix_is_the_longest() {
    holds(&text(), |text| {
        let (good, rest) = utf8::split_valid(&text);
        prop_assert_eq!(good.len() + rest.len(), text.len());
        prop_assert!(std::str::from_utf8(good.as_bytes()).is_ok());
        prop_assert!(rest.is_empty() || reference::utf8_char(rest).is_none());
        Ok(())
    });
}

#[test]
fn counts_are_those_of_std() {
    holds(&well_formed(), |text| {
        prop_assert_eq!(utf8::count_code_points(text.as_bytes()), text.chars().count());
        prop_assert_eq!(utf8::utf16_len(text.as_bytes()), text.encode_utf16().count());
        Ok(())
    });
}

#[test]
fn counts_of_malformed_text_are_as_documented() {
    holds(&text(), |text| {
        let begins = text.iter().filter(|&&byte| !(0x80..=0xBF).contains(&byte)).count();
        let twice = text.iter().filter(|&&byte| byte >= 0xF0).count();
        prop_assert_eq!(utf8::count_code_points(&text), begins);
        prop_assert_eq!(utf8::utf16_len(&text), begins + twice);
        Ok(())
    });
}
