//! Every check against its own scalar form: a bad unit at every offset of texts
//! of all lengths.

use super::ascii::Ascii;
use super::latin1::{Latin1InUtf8, Latin1InUtf16, Latin1InUtf32};
use super::prefix::{Check, Prefix};
use super::utf32::WellFormedUtf32;
use crate::common::levels::emulated;
use crate::simd::dispatch::{Operation, run, testing::at_every_level};
use std::vec::Vec;

/// Texts of `good`, repeated, with one of `bad` at every offset.
fn check<C: Check>(check: C, good: &[&[u8]], bad: &[&[u8]]) {
    at_every_level(|tested| {
        let step = if emulated() { 7 } else { 1 };
        for units in (0..70).chain([127, 128, 129, 160, 200]).step_by(step) {
            let units: Vec<&[u8]> = good.iter().copied().cycle().take(units).collect();
            let text = units.concat();
            assert_eq!(run(Prefix { text: &text, check }), text.len(), "{tested:?}");
            for bad in bad {
                for at in (0..=units.len()).step_by(step) {
                    let text =
                        [units[..at].concat().as_slice(), bad, &units[at..].concat()].concat();
                    let exact = Prefix { text: &text, check }.scalar();
                    let prefix = run(Prefix { text: &text, check });
                    assert!(
                        prefix <= exact && exact < prefix + 4 * 64 + 1,
                        "{tested:?} {text:x?}: {prefix}, not {exact}"
                    );
                    // A lead byte at the end may be taken for good, or not.
                    let open = C::LOOKS_BACK && text.last().is_some_and(|&byte| byte >= 0xC0);
                    assert!(open || (prefix == text.len()) == (exact == text.len()));
                }
            }
        }
    });
}

#[test]
fn ascii() {
    check(Ascii, &[b"a", b"\0", b"\x7F"], &[b"\x80", b"\xFF"]);
}

#[test]
fn latin1_in_utf8() {
    let bad: [&[u8]; 8] = [
        b"\x80",
        b"\xC2",
        b"\xC3",
        b"\xC0\x80",
        b"\xC1\xBF",
        b"\xC4\x80",
        b"\xC3\x80\x80",
        b"\xFF",
    ];
    check(Latin1InUtf8, &[b"a", b"b", b"\xC3\xA9", b"\xC2\x80", b"c"], &bad);
    check(Latin1InUtf8, &[b"a"], &bad);
}

#[test]
fn latin1_in_units() {
    check(Latin1InUtf16::<false>, &[&[0xFF, 0], &[0x41, 0]], &[&[0, 1], &[0x41, 0x80]]);
    check(Latin1InUtf16::<true>, &[&[0, 0xFF], &[0, 0x41]], &[&[1, 0], &[0x80, 0x41]]);
    check(Latin1InUtf32::<false>, &[&[0xFF, 0, 0, 0]], &[&[0, 1, 0, 0], &[0, 0, 0, 1]]);
    check(Latin1InUtf32::<true>, &[&[0, 0, 0, 0xFF]], &[&[0, 0, 1, 0], &[1, 0, 0, 0]]);
}

#[test]
fn utf32() {
    let good = [0x41, 0xD7FF, 0xE000, 0xFFFF, 0x1_D800, 0x10_FFFF].map(u32::to_ne_bytes);
    let bad = [0xD800, 0xDFFF, 0x11_0000, 0x11_D800, 0x8000_0000, u32::MAX].map(u32::to_ne_bytes);
    check(
        WellFormedUtf32::<false>,
        &good.each_ref().map(|u| &u[..]),
        &bad.each_ref().map(|u| &u[..]),
    );
    let reverse = |unit: [u8; 4]| u32::from_ne_bytes(unit).to_be_bytes();
    let (good, bad) = (good.map(reverse), bad.map(reverse));
    check(
        WellFormedUtf32::<true>,
        &good.each_ref().map(|u| &u[..]),
        &bad.each_ref().map(|u| &u[..]),
    );
}
