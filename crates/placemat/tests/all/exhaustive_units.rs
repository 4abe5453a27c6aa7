//! Complete rather than sampled, for UTF-16 and UTF-32: all pairs of units of
//! UTF-16, and all units of UTF-32, at a lane that changes from one to the next.
//!
//! Run by `cargo xtask exhaustive`, in release; what it has counted is printed.

use crate::common::levels::at_every_level;
use crate::common::parallel::{parallel, report};
use placemat::encoding::{Encoding, Utf8, Utf16, Utf32};
use placemat::{Converter, Error, Malformed, MalformedKind, utf16, utf32};
use std::time::Instant;

/// Lanes at which what is tested begins: those of two windows of AVX2.
const LANES: usize = 32;

/// A text of one kind of value, around a place whose units change.
struct Surrounded<F: Std, T: Std> {
    units: Vec<F::Unit>,
    /// Where the place is.
    at: usize,
    utf8: Target<Utf8>,
    other: Target<T>,
}

/// What it becomes.
struct Target<T: Std> {
    /// What precedes the place, and what follows it.
    before: Vec<T::Unit>,
    behind: Vec<T::Unit>,
    /// What the output is full of before.
    unused: T::Unit,
    out: Vec<T::Unit>,
}

/// What std makes of text in an encoding.
trait Std: Encoding {
    fn units(text: &str) -> Vec<Self::Unit>;
}

impl Std for Utf8 {
    fn units(text: &str) -> Vec<u8> {
        text.as_bytes().to_vec()
    }
}

impl Std for Utf16 {
    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }
}

impl Std for Utf32 {
    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }
}

impl<T: Std> Target<T> {
    fn new(before: &str, behind: &str) -> Self {
        let (before, behind) = (T::units(before), T::units(behind));
        let unused = T::units("~")[0];
        let out = vec![unused; before.len() + behind.len() + 16];
        Self { before, behind, unused, out }
    }

    /// Converts `units`, and compares that with `text` between the two, up to what is `bad`.
    fn check<F: Encoding>(&mut self, units: &[F::Unit], text: &str, bad: Option<Malformed>) {
        // The text before is nearly the same: what is not written must not pass for it.
        self.out.fill(self.unused);
        let result = Converter::<F, T>::strict().convert_into(units, &mut self.out);
        let (done, reason) = match result {
            Ok(done) => (done, None),
            Err(stopped) => (stopped.done, Some(stopped.error)),
        };
        assert_eq!(reason, bad.map(Error::Malformed), "{units:x?}");
        let behind = if bad.is_some() { &[] } else { &self.behind[..] };
        let (out, unused) = self.out.split_at(done.written);
        assert!(unused.iter().all(|unit| *unit == self.unused), "{units:x?}");
        let rest = out.strip_prefix(&self.before[..]);
        let place = rest.and_then(|rest| rest.strip_suffix(behind));
        assert_eq!(place, Some(&T::units(text)[..]), "{units:x?}");
    }
}

impl<F: Std, T: Std> Surrounded<F, T> {
    /// At each lane, between values of one, of three and of four bytes.
    fn all(place: &[F::Unit]) -> Vec<Self> {
        let mut all = Vec::new();
        for lane in 0..LANES {
            for filler in ["a", "\u{4E2D}", "\u{1F600}"] {
                let (before, behind) = (filler.repeat(lane), filler.repeat(LANES + 8 - lane));
                let (first, last) = (F::units(&before), F::units(&behind));
                all.push(Self {
                    units: [&first, place, &last].concat(),
                    at: first.len(),
                    utf8: Target::new(&before, &behind),
                    other: Target::new(&before, &behind),
                });
            }
        }
        all
    }

    /// Changes the place to units that begin with `text`, which takes `read` of them, and are
    /// then wrong, if there is a kind of it; validates that and converts it to both.
    fn check(
        &mut self,
        units: &[F::Unit],
        text: &str,
        read: usize,
        kind: Option<MalformedKind>,
        validate: fn(&[F::Unit]) -> Result<(), Malformed>,
    ) {
        self.units[self.at..][..units.len()].copy_from_slice(units);
        let bad = validate(&self.units).err();
        let expected = kind.map(|kind| (self.at + read, kind));
        assert_eq!(bad.map(|bad| (bad.offset, bad.kind)), expected, "{units:x?}");
        self.utf8.check::<F>(&self.units, text, bad);
        self.other.check::<F>(&self.units, text, bad);
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
    at_every_level(|level| {
        let start = Instant::now();
        let texts = || Surrounded::<Utf16, Utf32>::all(&[0; 2]);
        let count = parallel(1 << 16, texts, |texts, first| {
            for second in 0..=u16::MAX {
                let units = [first as u16, second];
                let (text, read, kind) = pair(units);
                let which = (first as usize * 37 + usize::from(second) * 5) % texts.len();
                texts[which].check(&units, &text, read, kind, utf16::validate);
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
        let texts = || Surrounded::<Utf32, Utf16>::all(&[0]);
        let count = parallel(1 << 16, texts, |texts, high| {
            for low in 0..=u16::MAX {
                let unit = (high as u32) << 16 | u32::from(low);
                let value = char::from_u32(unit);
                let kind = match unit {
                    0xD800..=0xDFFF => Some(MalformedKind::Surrogate),
                    0x11_0000.. => Some(MalformedKind::TooLarge),
                    _ => None,
                };
                assert_eq!(value.is_none(), kind.is_some());
                let text = value.map_or(String::new(), String::from);
                let which = (high as usize * 37 + usize::from(low) * 5) % texts.len();
                texts[which].check(&[unit], &text, 0, kind, utf32::validate);
            }
            1 << 16
        });
        report("UTF-32 units", level, count, start);
    });
}
