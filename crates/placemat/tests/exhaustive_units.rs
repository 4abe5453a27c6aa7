//! Complete rather than sampled, for UTF-16 and UTF-32: all pairs of units of
//! UTF-16, and all units of UTF-32, at a lane that changes from one to the next.
//!
//! Run by `cargo xtask exhaustive`, in release; what it has counted is printed.
#![cfg(feature = "alloc")]

mod common;

use common::levels::at_every_level;
use common::parallel::{parallel, report};
use placemat::{Converter, MalformedKind, Reason, Utf8, Utf16, Utf32, utf16, utf32};
use std::time::Instant;

/// Lanes at which what is tested begins: those of two windows of AVX2.
const LANES: usize = 32;

/// A text of one kind of value, around a place whose units change.
struct Surrounded<U> {
    units: Vec<U>,
    /// The UTF-8 of what precedes the place, and of what follows it.
    before: String,
    behind: String,
    /// Where the place is.
    at: usize,
    out: Vec<u8>,
}

impl<U> Surrounded<U> {
    /// At each lane, between `fillers`.
    fn all(fillers: &[char], encode: impl Fn(char) -> Vec<U>, place: Vec<U>) -> Vec<Self>
    where
        U: Copy,
    {
        let mut all = Vec::new();
        for lane in 0..LANES {
            for &filler in fillers {
                let (before, behind) = ([filler].repeat(lane), [filler].repeat(LANES + 8 - lane));
                let before: String = before.into_iter().collect();
                let behind: String = behind.into_iter().collect();
                let mut units: Vec<U> = before.chars().flat_map(&encode).collect();
                let at = units.len();
                units.extend_from_slice(&place);
                units.extend(behind.chars().flat_map(&encode));
                all.push(Self { units, before, behind, at, out: vec![0; 512] });
            }
        }
        all
    }

    /// Compares a conversion of the text to UTF-8 with what the units of the
    /// place stand for, up to an error in them.
    fn check(&mut self, written: usize, place: &str, whole: bool) -> bool {
        let (before, place) = (self.before.as_bytes(), place.as_bytes());
        let behind = if whole { self.behind.as_bytes() } else { &[] };
        let (out, rest) = self.out.split_at(before.len());
        written == before.len() + place.len() + behind.len()
            && out == before
            && rest[..place.len()] == *place
            && rest[place.len()..][..behind.len()] == *behind
    }
}

/// The text that two units begin with, how many of them it has, and what is
/// wrong with the next.
fn pair(units: [u16; 2]) -> (String, usize, Option<MalformedKind>) {
    let (mut text, mut read) = (String::new(), 0);
    for item in char::decode_utf16(units) {
        match item {
            Ok(c) => {
                text.push(c);
                read += c.len_utf16();
            }
            Err(bad) => {
                let low = bad.unpaired_surrogate() >= 0xDC00;
                let kind = if low {
                    MalformedKind::LoneLowSurrogate
                } else {
                    MalformedKind::LoneHighSurrogate
                };
                return (text, read, Some(kind));
            }
        }
    }
    (text, read, None)
}

#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn every_pair_of_utf16_units() {
    let encode = |c: char| c.encode_utf16(&mut [0; 2]).to_vec();
    at_every_level(|level| {
        let start = Instant::now();
        let texts = || Surrounded::all(&['a', '\u{4E2D}', '\u{1F600}'], encode, vec![0; 2]);
        let count = parallel(1 << 16, texts, |texts, first| {
            for second in 0..=u16::MAX {
                let units = [first as u16, second];
                let (expected, read, kind) = pair(units);
                let which = (first as usize * 37 + usize::from(second) * 5) % texts.len();
                let text = &mut texts[which];
                let at = text.at;
                text.units[at..][..2].copy_from_slice(&units);
                let strict = Converter::<Utf16, Utf8>::strict();
                let result = strict.convert_into(&text.units, &mut text.out);
                let bad = utf16::validate(&text.units).err();
                assert_eq!(
                    bad.map(|bad| (bad.offset, bad.kind)),
                    kind.map(|kind| (at + read, kind))
                );
                let done = match result {
                    Ok(done) => done,
                    Err(stopped) => {
                        assert_eq!(Some(stopped.reason), bad.map(Reason::Malformed));
                        stopped.done
                    }
                };
                assert_eq!(result.is_err(), bad.is_some(), "{units:04x?} at {at}");
                assert!(
                    text.check(done.written, &expected, kind.is_none()),
                    "{units:04x?} at {at}"
                );
            }
            1 << 16
        });
        report("pairs of UTF-16 units", level, count, start);
    });
}

#[test]
#[ignore = "minutes: cargo xtask exhaustive"]
fn every_utf32_unit() {
    at_every_level(|level| {
        let start = Instant::now();
        let encode = |c: char| vec![u32::from(c)];
        let texts = || Surrounded::all(&['a', '\u{4E2D}', '\u{1F600}'], encode, vec![0]);
        let count = parallel(1 << 16, texts, |texts, high| {
            for low in 0..=u16::MAX {
                let unit = (high as u32) << 16 | u32::from(low);
                let expected = char::from_u32(unit);
                let which = (high as usize * 37 + usize::from(low) * 5) % texts.len();
                let text = &mut texts[which];
                let at = text.at;
                text.units[at] = unit;
                let bad = utf32::validate(&text.units).err();
                let kind = match unit {
                    0xD800..=0xDFFF => Some(MalformedKind::Surrogate),
                    0x11_0000.. => Some(MalformedKind::TooLarge),
                    _ => None,
                };
                assert_eq!(expected.is_none(), kind.is_some());
                assert_eq!(bad.map(|bad| (bad.offset, bad.kind)), kind.map(|kind| (at, kind)));
                let strict = Converter::<Utf32, Utf8>::strict();
                let written = match strict.convert_into(&text.units, &mut text.out) {
                    Ok(done) => done.written,
                    Err(stopped) => {
                        assert_eq!(Some(stopped.reason), bad.map(Reason::Malformed));
                        stopped.done.written
                    }
                };
                let place = expected.map_or(String::new(), String::from);
                assert!(text.check(written, &place, kind.is_none()), "{unit:08x} at {at}");
            }
            1 << 16
        });
        report("UTF-32 units", level, count, start);
    });
}
