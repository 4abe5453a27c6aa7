//! Repair of UTF-8 under every policy and at every level is that of the naive reference, and the account
//! is the sum of the changes; peers agree; nothing behind `written` is touched; what is reversible comes
//! back.
#![cfg_attr(fuzzing, no_main)]

mod common;

use common::{Input, at_every_level, policies, reference};
use libfuzzer_sys::fuzz_target;
use placemat::encoding::{Encoding, Utf8, Utf16, Utf32, Wtf8};
use placemat::escape::{escape, unescape};
use placemat::policy::{Account, Cause, Change, Item};
use placemat::{Converter, Error, MalformedKind, Policy, utf8, utf16};
use std::borrow::Cow;

fuzz_target!(|data: &[u8]| {
    let Some((&[choice, short], data)) = data.split_first_chunk() else { return };
    let input = Input::new(data);
    let text = input.text();
    // One thing each time: the fuzzer finds the bytes that make it another.
    match policies::REPAIRS.get(usize::from(choice % 8)) {
        Some(&policy) => under(policy, text, short.into()),
        None => {
            let units = text.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes));
            let units: Vec<u16> = units.collect();
            at_every_level(|| {
                by_function(text);
                utf8b(text);
                escapes(text);
                repair_utf16(&units);
            });
        }
    }
});

fn under(policy: Policy, text: &[u8], short: usize) {
    let (expected, changes) = policies::repaired(text, policy);
    if let Some(of_peer) = of_peer(text, policy) {
        assert_eq!(of_peer, expected);
    }
    let units: Vec<u16> = expected.encode_utf16().collect();
    let values: Vec<u32> = expected.chars().map(u32::from).collect();
    at_every_level(|| {
        repair(text, policy, &expected, &changes);
        // Room for more than all, for all, and for less.
        let exact = expected.len();
        for room in [exact + 80, exact, exact.saturating_sub(short)] {
            convert::<Utf8>(text, policy, expected.as_bytes(), &changes, 0xA5, room);
        }
        convert::<Utf16>(text, policy, &units, &changes, 0xA5A5, units.len());
        convert::<Utf32>(text, policy, &values, &changes, 0xA5A5_A5A5, values.len());
    });
}

/// What others make of the malformed parts: encoding_rs U+FFFD, and Windows-1252; std nothing.
fn of_peer(text: &[u8], policy: Policy) -> Option<String> {
    let chunks = |stands_for: fn(&[u8]) -> Cow<'_, str>| {
        let both =
            |chunk: std::str::Utf8Chunk<'_>| [chunk.valid(), &stands_for(chunk.invalid())].concat();
        text.utf8_chunks().map(both).collect()
    };
    match policy {
        Policy::Replace => {
            Some(encoding_rs::UTF_8.decode_without_bom_handling(text).0.into_owned())
        }
        Policy::Remove => Some(chunks(|_| "".into())),
        Policy::Windows1252 => {
            Some(chunks(|bad| encoding_rs::WINDOWS_1252.decode_without_bom_handling(bad).0))
        }
        _ => None,
    }
}

fn repair(text: &[u8], policy: Policy, expected: &str, changes: &[Change]) {
    let found = utf8::repair(text, policy).expect("it makes sense");
    assert_eq!(found.text, expected);
    assert_eq!(matches!(found.text, Cow::Borrowed(_)), changes.is_empty());
    adds_up(&found.account, changes);
    let (again, listed) = utf8::repair_with_changes(text, policy).expect("the same");
    assert_eq!(again, found);
    assert_eq!(listed, changes);
}

/// The account is the sum of the changes.
fn adds_up(account: &Account, changes: &[Change]) {
    let sum = |kind| {
        changes.iter().filter(|change| change.cause == Cause::Malformed(kind)).count() as u64
    };
    MalformedKind::all().iter().for_each(|&kind| assert_eq!(account.of_kind(kind), sum(kind)));
    assert_eq!(account.malformed(), changes.len() as u64);
    assert_eq!(account.units(), changes.iter().map(|change| change.len as u64).sum::<u64>());
    assert_eq!((account.unmappable(), account.is_empty()), (0, changes.is_empty()));
}

/// Into a buffer of `room` units, with a canary behind them.
fn convert<T: Encoding>(
    text: &[u8],
    policy: Policy,
    expected: &[T::Unit],
    changes: &[Change],
    canary: T::Unit,
    room: usize,
) {
    let converter = Converter::<Utf8, T>::new(policy).expect("it makes sense");
    assert_eq!(converter.output_len(text), expected.len());
    let mut buffer = vec![canary; room + 40];
    let done = match converter.convert_into(text, &mut buffer[..room]) {
        Ok(done) => {
            assert_eq!((done.read, done.written), (text.len(), expected.len()));
            done
        }
        Err(stopped) => {
            assert!(matches!(stopped.error, Error::OutputFull(_)));
            // The longest item is `\xhh` for each of three bytes.
            assert!(room < expected.len() && room - stopped.done.written < 12);
            stopped.done
        }
    };
    assert_eq!(buffer[..done.written], expected[..done.written]);
    assert!(buffer[done.written..].iter().all(|&unit| unit == canary));
    let before = changes.iter().filter(|change| change.offset < done.read as u64).count();
    assert_eq!((done.malformed, done.unmappable), (before, 0));
}

/// A caller's function that does what a policy does gives what the policy gives.
fn by_function(text: &[u8]) {
    let policy = Policy::BackslashReplace;
    let mut asked = Vec::new();
    let out = Converter::<Utf8, Utf8>::strict().convert_with(text, |item, out| {
        let Item::Malformed(bad, bytes) = item else { panic!("UTF-8 has all code points") };
        assert_eq!(bytes, &text[bad.offset..bad.end()]);
        policies::substitute(bytes, policy).into_iter().for_each(|value| out.push(value));
        asked.push(bad);
    });
    assert_eq!(asked, reference::errors(text));
    assert_eq!(out, utf8::repair(text, policy).expect("it makes sense").text.as_bytes());
}

/// UTF-8B there, as the reference says, and back.
fn utf8b(text: &[u8]) {
    let values = policies::values(text, Policy::Utf8b);
    let there = Converter::<Utf8, Utf32>::new(Policy::Utf8b).expect("from UTF-8");
    assert_eq!(there.convert(text).as_ref(), Ok(&values));
    let wtf8: Vec<u8> = values.into_iter().flat_map(wtf8).collect();
    let there = Converter::<Utf8, Wtf8>::new(Policy::Utf8b).expect("from UTF-8");
    assert_eq!(there.convert(text).as_ref(), Ok(&wtf8));
    there_and_back::<Utf16>(text);
    there_and_back::<Utf32>(text);
    there_and_back::<Wtf8>(text);
}

/// Surrogates as other values of three bytes.
fn wtf8(value: u32) -> Vec<u8> {
    match char::from_u32(value) {
        Some(c) => c.to_string().into_bytes(),
        None => vec![0xED, 0x80 | (value >> 6 & 0x3F) as u8, 0x80 | (value & 0x3F) as u8],
    }
}

fn there_and_back<T: Encoding>(text: &[u8]) {
    let there = Converter::<Utf8, T>::new(Policy::Utf8b).expect("from UTF-8");
    let back = Converter::<T, Utf8>::new(Policy::Utf8b).expect("to UTF-8");
    let units = there.convert(text).expect("no error is left");
    assert_eq!(back.convert(&units).as_deref(), Ok(text));
}

/// Escaped text is well-formed and comes back; without a backslash in the text it is that of
/// `backslashreplace`, in capitals.
fn escapes(text: &[u8]) {
    let escaped = escape(text);
    assert!(std::str::from_utf8(escaped.as_bytes()).is_ok());
    assert_eq!(unescape(escaped.as_bytes()), text);
    if !text.contains(&b'\\') {
        let capitals = Converter::<Utf8, Utf8>::strict().convert_with(text, |item, out| {
            let Item::Malformed(_, bytes) = item else { panic!("UTF-8 has all code points") };
            bytes.iter().for_each(|byte| out.push_str(&format!("\\x{byte:02X}")));
        });
        assert_eq!(escaped.as_bytes(), capitals);
    }
}

/// Lone surrogates, as std sees them.
fn repair_utf16(units: &[u16]) {
    let of_std = String::from_utf16_lossy(units);
    let lone = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
    let expected: Vec<u16> = of_std.encode_utf16().collect();
    let (found, changes) =
        utf16::repair_with_changes(units, Policy::Replace).expect("it makes sense");
    assert_eq!(*found.text, *expected);
    assert_eq!((found.account.malformed(), changes.len()), (lone as u64, lone));
    adds_up(&found.account, &changes);
    let mut in_place = units.to_vec();
    assert_eq!(utf16::make_well_formed(&mut in_place), lone);
    assert_eq!(in_place, expected);
}
