//! Text taken apart has all its bytes, once: code points and mistakes of the reference; a rule is broken
//! where it says so; no memory is asked for.
#![cfg_attr(fuzzing, no_main)]

mod common;
#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use crate::memory::measured;
use common::{Input, reference};
use libfuzzer_sys::fuzz_target;
use placemat::tool::anatomy::{
    ByteClass, Item, Rule, broken_rule, code_points_of_lead, payload, payload_bits, sequences,
    spell,
};
use placemat::utf8;

fuzz_target!(|data: &[u8]| {
    let input = Input::new(data);
    let text = input.text();
    let items = reference::items(text);
    let (count, asked) = measured(|| sequences(text).count());
    assert_eq!(asked, 0);
    assert!(count <= items.len());

    let (mut at, mut next, mut groups) = (0, items.iter(), utf8::groups(text));
    for sequence in sequences(text) {
        assert_eq!(sequence.offset, at);
        assert!((1..=6).contains(&sequence.len));
        let bytes = &text[at..sequence.end()];
        at = sequence.end();
        let broken = broken_rule(&text[sequence.offset..]);
        match sequence.item {
            Item::CodePoint(c) => {
                assert_eq!(next.next(), Some(&Ok(c)));
                assert_eq!(c.encode_utf8(&mut [0; 4]).as_bytes(), bytes);
                assert_eq!(spell(c.into(), &mut [0; 6]), Some(bytes));
                assert_eq!(broken, None);
                let (low, high) = code_points_of_lead(bytes[0]).expect("it begins a sequence");
                assert!((low..=high).contains(&c.into()));
            }
            Item::Malformed(group) => {
                assert_eq!(groups.next(), Some(group));
                let mut left = group.subparts;
                while left > 0 {
                    assert!(matches!(next.next(), Some(Err(_))));
                    left -= 1;
                }
                let broken = broken.expect("something is wrong");
                assert!(broken.at < 4);
                assert_eq!(broken.found, text[group.offset..].get(broken.at).copied());
                let (found, allowed) = (broken.found, broken.allowed);
                assert!(
                    !found
                        .zip(allowed)
                        .is_some_and(|(byte, (low, high))| byte >= low && byte <= high)
                );
                spelled(group, bytes);
            }
        }
    }
    assert!(at == text.len() && next.next().is_none() && groups.next().is_none());

    for &byte in text {
        let (bits, class) = (payload_bits(byte), ByteClass::of(byte));
        assert_eq!(byte >> bits << bits | payload(byte), byte);
        let begins =
            matches!(class, ByteClass::Single | ByteClass::Lead | ByteClass::RestrictedLead);
        assert_eq!(Rule::of_lead(byte).is_some(), begins);
        assert_eq!(code_points_of_lead(byte).is_some(), begins);
    }
});

/// What a relative of UTF-8 reads, it spells so.
fn spelled(group: utf8::Group, bytes: &[u8]) {
    let readings = group.readings();
    for value in [readings.wtf8, readings.rfc2279].into_iter().flatten() {
        assert_eq!(spell(value, &mut [0; 6]), Some(bytes));
    }
    if let Some(value) = readings.cesu8 {
        let utf16: Vec<u16> =
            char::from_u32(value).expect("a pair is one").encode_utf16(&mut [0; 2]).to_vec();
        let halves = utf16.iter().flat_map(|&unit| {
            let mut out = [0; 6];
            spell(unit.into(), &mut out).expect("it is a surrogate").to_vec()
        });
        assert!(halves.eq(bytes.iter().copied()));
    }
}
