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
    let (good, bad) = ([0xFF_u16, 0x41], [0x100_u16, 0x8041]);
    let (same, other) = (u16::to_ne_bytes, |unit: u16| unit.swap_bytes().to_ne_bytes());
    check_units(Latin1InUtf16::<false>, good.map(same), bad.map(same));
    check_units(Latin1InUtf16::<true>, good.map(other), bad.map(other));
    let (good, bad) = ([0xFF_u32], [0x100_u32, 0x100_0000]);
    let (same, other) = (u32::to_ne_bytes, |unit: u32| unit.swap_bytes().to_ne_bytes());
    check_units(Latin1InUtf32::<false>, good.map(same), bad.map(same));
    check_units(Latin1InUtf32::<true>, good.map(other), bad.map(other));
}

#[test]
fn utf32() {
    let good = [0x41, 0xD7FF, 0xE000, 0xFFFF, 0x1_D800, 0x10_FFFF_u32];
    let bad = [0xD800, 0xDFFF, 0x11_0000, 0x11_D800, 0x8000_0000, u32::MAX];
    check_units(WellFormedUtf32::<false>, good.map(u32::to_ne_bytes), bad.map(u32::to_ne_bytes));
    let other = |unit: u32| unit.swap_bytes().to_ne_bytes();
    check_units(WellFormedUtf32::<true>, good.map(other), bad.map(other));
}

/// Units as they lie in memory.
fn check_units<C: Check, const N: usize, const G: usize, const B: usize>(
    units: C,
    good: [[u8; N]; G],
    bad: [[u8; N]; B],
) {
    check(units, &good.each_ref().map(|u| &u[..]), &bad.each_ref().map(|u| &u[..]));
}
