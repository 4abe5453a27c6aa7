//! Conversion item by item, by std and the reference beside the library's tests.

use crate::common::reference;
use placemat::encoding::{
    Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf16Swapped, Utf32, Utf32Be, Utf32Le, Utf32Swapped,
};

/// A code point, or something malformed, and how many units it has.
pub(crate) type Item = (Option<char>, usize);

/// An encoding, read and written naively.
pub(crate) trait Naive {
    type Unit: Copy + PartialEq + std::fmt::Debug;
    /// What no conversion here is likely to write.
    const CANARY: Self::Unit;
    fn items(src: &[Self::Unit]) -> Vec<Item>;
    /// Appends `c`; false if the encoding cannot hold it.
    fn push(c: char, out: &mut Vec<Self::Unit>) -> bool;
}

/// What a strict conversion does.
pub(crate) struct Strict<U> {
    pub(crate) read: usize,
    pub(crate) units: Vec<U>,
    pub(crate) stop: Option<Stop>,
}

/// Why it stopped before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Offset and length.
    Malformed(usize, usize),
    /// Offset, length and code point.
    Unmappable(usize, usize, u32),
    /// The next code point does not fit.
    Full,
}

/// The strict conversion into a buffer of `room` units.
pub(crate) fn strict<T: Naive>(items: &[Item], room: usize) -> Strict<T::Unit> {
    let (mut read, mut units) = (0, Vec::new());
    for &(item, len) in items {
        let before = units.len();
        let stop = match item {
            None => Stop::Malformed(read, len),
            Some(c) if !T::push(c, &mut units) => Stop::Unmappable(read, len, c.into()),
            Some(_) if units.len() > room => Stop::Full,
            Some(_) => {
                read += len;
                continue;
            }
        };
        units.truncate(before);
        return Strict { read, units, stop: Some(stop) };
    }
    Strict { read, units, stop: None }
}

/// The conversion with U+FFFD, or `?`, for everything else.
pub(crate) fn replaced<T: Naive>(items: &[Item]) -> Vec<T::Unit> {
    let mut units = Vec::new();
    for &(item, _) in items {
        let c = item.unwrap_or('\u{FFFD}');
        assert!(T::push(c, &mut units) || T::push('?', &mut units));
    }
    units
}

fn utf16_items(units: impl Iterator<Item = u16>, unit_len: usize) -> Vec<Item> {
    char::decode_utf16(units)
        .map(|item| match item {
            Ok(c) => (Some(c), c.len_utf16() * unit_len),
            Err(_) => (None, unit_len),
        })
        .collect()
}

fn utf32_items(units: impl Iterator<Item = u32>, unit_len: usize) -> Vec<Item> {
    units.map(|unit| (char::from_u32(unit), unit_len)).collect()
}

/// The units in bytes, of which the last may be cut. A pair that is cut inside of its low surrogate
/// is one error, as in the decoder of the Encoding Standard.
fn utf16_bytes_items(src: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<Item> {
    let (units, rest) = src.as_chunks();
    let mut items = utf16_items(units.iter().map(|&bytes| unit(bytes)), 2);
    let high = units.last().is_some_and(|&bytes| (0xD800..0xDC00).contains(&unit(bytes)));
    if !rest.is_empty() {
        let before = if high { items.pop().map_or(0, |(_, len)| len) } else { 0 };
        items.push((None, before + rest.len()));
    }
    items
}

fn utf32_bytes_items(src: &[u8], unit: fn([u8; 4]) -> u32) -> Vec<Item> {
    let (units, rest) = src.as_chunks();
    let mut items = utf32_items(units.iter().map(|&bytes| unit(bytes)), 4);
    items.extend((!rest.is_empty()).then_some((None, rest.len())));
    items
}

impl Naive for Utf8 {
    type Unit = u8;
    const CANARY: u8 = 0xFF;
    fn items(src: &[u8]) -> Vec<Item> {
        let (mut items, mut at) = (Vec::new(), 0);
        while at < src.len() {
            let (item, len) = reference::item(src, at);
            items.push((item.ok(), len));
            at += len;
        }
        items
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        true
    }
}

impl Naive for Latin1 {
    type Unit = u8;
    const CANARY: u8 = 0xFF;
    fn items(src: &[u8]) -> Vec<Item> {
        src.iter().map(|&byte| (Some(byte.into()), 1)).collect()
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        u8::try_from(c).map(|byte| out.push(byte)).is_ok()
    }
}

impl Naive for Utf16 {
    type Unit = u16;
    const CANARY: u16 = 0xDEAD;
    fn items(src: &[u16]) -> Vec<Item> {
        utf16_items(src.iter().copied(), 1)
    }
    fn push(c: char, out: &mut Vec<u16>) -> bool {
        out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        true
    }
}

impl Naive for Utf16Swapped {
    type Unit = u16;
    const CANARY: u16 = 0xDEAD;
    fn items(src: &[u16]) -> Vec<Item> {
        utf16_items(src.iter().map(|unit| unit.swap_bytes()), 1)
    }
    fn push(c: char, out: &mut Vec<u16>) -> bool {
        out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| unit.swap_bytes()));
        true
    }
}

impl Naive for Utf16Le {
    type Unit = u8;
    const CANARY: u8 = 0xDE;
    fn items(src: &[u8]) -> Vec<Item> {
        utf16_bytes_items(src, u16::from_le_bytes)
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        out.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_le_bytes()));
        true
    }
}

impl Naive for Utf16Be {
    type Unit = u8;
    const CANARY: u8 = 0xDE;
    fn items(src: &[u8]) -> Vec<Item> {
        utf16_bytes_items(src, u16::from_be_bytes)
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        out.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| unit.to_be_bytes()));
        true
    }
}

impl Naive for Utf32 {
    type Unit = u32;
    const CANARY: u32 = 0xDEAD_BEEF;
    fn items(src: &[u32]) -> Vec<Item> {
        utf32_items(src.iter().copied(), 1)
    }
    fn push(c: char, out: &mut Vec<u32>) -> bool {
        out.push(c.into());
        true
    }
}

impl Naive for Utf32Swapped {
    type Unit = u32;
    const CANARY: u32 = 0xDEAD_BEEF;
    fn items(src: &[u32]) -> Vec<Item> {
        utf32_items(src.iter().map(|unit| unit.swap_bytes()), 1)
    }
    fn push(c: char, out: &mut Vec<u32>) -> bool {
        out.push(u32::from(c).swap_bytes());
        true
    }
}

impl Naive for Utf32Le {
    type Unit = u8;
    const CANARY: u8 = 0xDE;
    fn items(src: &[u8]) -> Vec<Item> {
        utf32_bytes_items(src, u32::from_le_bytes)
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(&u32::from(c).to_le_bytes());
        true
    }
}

impl Naive for Utf32Be {
    type Unit = u8;
    const CANARY: u8 = 0xDE;
    fn items(src: &[u8]) -> Vec<Item> {
        utf32_bytes_items(src, u32::from_be_bytes)
    }
    fn push(c: char, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(&u32::from(c).to_be_bytes());
        true
    }
}
