//! The items of text: code points, or bytes that are none.

use super::legacy::{Decoding, shift_jis_len};
use placemat::{utf8, utf16};

/// A code point, or bytes that are none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The code point; above all of them, what bytes that are none spell.
    pub(super) value: u32,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Set in what is no code point.
const RAW: u32 = 1 << 31;

impl Item {
    pub(super) fn is_ascii(self) -> bool {
        self.value < 0x80
    }

    /// What damage leaves in the place of other text.
    pub(super) fn is_replacement(self) -> bool {
        self.is_fffd() || self.value == u32::from('?')
    }

    pub(super) fn is_fffd(self) -> bool {
        self.value == 0xFFFD
    }

    pub(super) fn is_letter(self) -> bool {
        self.code_point().is_none_or(char::is_alphabetic)
    }

    /// None for bytes that are no text.
    pub(super) fn code_point(self) -> Option<char> {
        char::from_u32(self.value)
    }

    /// The bytes that are no text, or no bytes.
    pub(super) fn raw(self) -> impl Iterator<Item = u8> {
        let bytes = (self.value & !RAW).to_be_bytes();
        let len = if self.code_point().is_some() { 0 } else { self.end - self.start };
        bytes.into_iter().skip(4 - len.min(4))
    }
}

pub(super) fn of_utf8(bytes: &[u8], start: usize) -> Vec<Item> {
    let mut items = Vec::with_capacity(bytes.len());
    let mut at = start;
    for found in utf8::code_points(bytes) {
        let len = match found {
            Ok(c) => {
                items.push(Item { value: c.into(), start: at, end: at + c.len_utf8() });
                c.len_utf8()
            }
            Err(bad) => {
                let raw = bytes[bad.offset..bad.end()].iter().zip(at..);
                items.extend(raw.map(|(&byte, at)| Item {
                    value: RAW | u32::from(byte),
                    start: at,
                    end: at + 1,
                }));
                bad.len
            }
        };
        at += len;
    }
    items
}

pub(super) fn of_utf16(bytes: &[u8], start: usize, unit: fn([u8; 2]) -> u16) -> Vec<Item> {
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
    let mut at = start;
    let mut item = |value, len| {
        at += len;
        Item { value, start: at - len, end: at }
    };
    let mut items = Vec::with_capacity(units.len());
    items.extend(utf16::code_points(&units).map(|found| match found {
        Ok(c) => item(c.into(), 2 * c.len_utf16()),
        Err(bad) => item(RAW | u32::from(units[bad.offset]), 2 * bad.len),
    }));
    items.extend(rest.iter().map(|&byte| item(RAW | u32::from(byte), 1)));
    items
}

pub(super) fn of_utf32(bytes: &[u8], start: usize, unit: fn([u8; 4]) -> u32) -> Vec<Item> {
    let value = |four: &[u8]| match four.try_into().map(unit) {
        Ok(value) if char::from_u32(value).is_some() => value,
        Ok(value) => RAW | value,
        Err(_) => RAW,
    };
    let starts = (start..).step_by(4);
    let items = bytes.chunks(4).zip(starts);
    items.map(|(four, at)| Item { value: value(four), start: at, end: at + four.len() }).collect()
}

/// The items of bytes in Shift_JIS, but for U+FFFD in UTF-8, which damage puts there.
pub(super) fn of_double(bytes: &[u8], start: usize) -> impl Iterator<Item = Item> {
    one_by_one(bytes, start, |rest| {
        let code = &rest[..shift_jis_len(rest).unwrap_or(1)];
        (code.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)) | RAW, code.len())
    })
}

/// The items of bytes in a legacy encoding, as code points, but for U+FFFD in UTF-8.
pub(super) fn decoded(bytes: &[u8], start: usize, decoding: &Decoding) -> Vec<Item> {
    let items = one_by_one(bytes, start, |rest| match decoding.first(rest) {
        Some((c, len)) => (c.into(), len),
        None => (RAW | u32::from(rest[0]), 1),
    });
    items.collect()
}

/// `first` tells the value, and the length, of what is neither ASCII nor U+FFFD.
fn one_by_one(
    bytes: &[u8],
    start: usize,
    first: impl Fn(&[u8]) -> (u32, usize),
) -> impl Iterator<Item = Item> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..)?;
        let &byte = rest.first()?;
        let (value, len) = if rest.starts_with("\u{FFFD}".as_bytes()) {
            (0xFFFD, 3)
        } else if byte.is_ascii() {
            (byte.into(), 1)
        } else {
            first(rest)
        };
        at += len;
        Some(Item { value, start: start + at - len, end: start + at })
    })
}
