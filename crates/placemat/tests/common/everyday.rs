//! The everyday functions of one text against the standard library: strict, with
//! replacement, and into buffers of the exact length and one unit less.

use core::fmt::Debug;
use placemat::{Error, latin1, utf8, utf16, utf32};
use std::borrow::Cow;
use std::string::String;
use std::vec::Vec;

/// Text as the standard library reads it: the place and the length of each item,
/// and its code point, if it is well-formed.
type Items = Vec<(usize, usize, Option<char>)>;

/// All functions from UTF-8.
pub(crate) fn from_utf8(bytes: &[u8]) {
    let (mut items, mut at) = (Items::new(), 0);
    for chunk in bytes.utf8_chunks() {
        items.extend(chunk.valid().char_indices().map(|(i, c)| (at + i, c.len_utf8(), Some(c))));
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            items.push((at, chunk.invalid().len(), None));
            at += chunk.invalid().len();
        }
    }
    let lossy = utf8::to_string_lossy(bytes);
    assert_eq!(lossy, String::from_utf8_lossy(bytes));
    assert_eq!(matches!(lossy, Cow::Borrowed(_)), std::str::from_utf8(bytes).is_ok());

    let utf8 = Expected::new(&items, to_utf8);
    utf8.lossy_in_buffer(|out| utf8::to_utf8_lossy_into(bytes, out).map(|out| out.as_bytes()));
    let utf16 = Expected::new(&items, to_utf16);
    utf16.strict(utf8::to_utf16(bytes).map_err(Error::from));
    utf16.lossy(&utf8::to_utf16_lossy(bytes));
    utf16.lossy_in_buffer(|out| utf8::to_utf16_lossy_into(bytes, out).map(|out| &*out));
    utf16.in_buffer(utf8::utf16_len(bytes), |out| utf8::to_utf16_into(bytes, out).map(|out| &*out));
    let utf32 = Expected::new(&items, to_utf32);
    utf32.strict(utf8::to_utf32(bytes).map_err(Error::from));
    utf32.lossy(&utf8::to_utf32_lossy(bytes));
    utf32.lossy_in_buffer(|out| utf8::to_utf32_lossy_into(bytes, out).map(|out| &*out));
    utf32.in_buffer(utf8::utf32_len(bytes), |out| utf8::to_utf32_into(bytes, out).map(|out| &*out));
    let latin1 = Expected::new(&items, to_latin1);
    latin1.strict(utf8::to_latin1(bytes));
    latin1.lossy(&utf8::to_latin1_lossy(bytes));
    latin1.lossy_in_buffer(|out| utf8::to_latin1_lossy_into(bytes, out).map(|out| &*out));
    latin1.in_buffer(utf8::latin1_len(bytes), |out| {
        utf8::to_latin1_into(bytes, out).map(|out| &*out)
    });
    assert_eq!(matches!(utf8::to_latin1_lossy(bytes), Cow::Borrowed(_)), bytes.is_ascii());

    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(utf16::from_str(text), utf16.lossy);
        assert_eq!(utf32::from_str(text), utf32.lossy);
        latin1.strict(latin1::from_str(text).map_err(Error::from));
        latin1.lossy(&latin1::from_str_lossy(text));
    }
}

/// All functions from UTF-16.
pub(crate) fn from_utf16(units: &[u16]) {
    let mut at = 0;
    let items: Items = char::decode_utf16(units.iter().copied())
        .map(|item| {
            let len = item.as_ref().map_or(1, |c| c.len_utf16());
            at += len;
            (at - len, len, item.ok())
        })
        .collect();
    assert_eq!(utf16::to_string(units).ok(), String::from_utf16(units).ok());
    assert_eq!(utf16::to_string_lossy(units), String::from_utf16_lossy(units));

    let utf8 = Expected::new(&items, to_utf8);
    utf8.strict(utf16::to_string(units).map(String::into_bytes).map_err(Error::from));
    utf8.lossy_in_buffer(|out| utf16::to_utf8_lossy_into(units, out).map(|out| out.as_bytes()));
    utf8.in_buffer(utf16::utf8_len(units), |out| {
        utf16::to_utf8_into(units, out).map(|out| out.as_bytes())
    });
    let utf32 = Expected::new(&items, to_utf32);
    utf32.strict(utf16::to_utf32(units).map_err(Error::from));
    utf32.lossy(&utf16::to_utf32_lossy(units));
    utf32.lossy_in_buffer(|out| utf16::to_utf32_lossy_into(units, out).map(|out| &*out));
    utf32.in_buffer(utf16::utf32_len(units), |out| {
        utf16::to_utf32_into(units, out).map(|out| &*out)
    });
    let latin1 = Expected::new(&items, to_latin1);
    latin1.strict(utf16::to_latin1(units));
    latin1.lossy(&utf16::to_latin1_lossy(units));
    latin1.lossy_in_buffer(|out| utf16::to_latin1_lossy_into(units, out).map(|out| &*out));
    latin1.in_buffer(utf16::latin1_len(units), |out| {
        utf16::to_latin1_into(units, out).map(|out| &*out)
    });
}

/// All functions from UTF-32.
pub(crate) fn from_utf32(units: &[u32]) {
    let items: Items =
        units.iter().enumerate().map(|(at, &unit)| (at, 1, char::from_u32(unit))).collect();
    let utf8 = Expected::new(&items, to_utf8);
    utf8.strict(utf32::to_string(units).map(String::into_bytes).map_err(Error::from));
    utf8.lossy(utf32::to_string_lossy(units).as_bytes());
    utf8.lossy_in_buffer(|out| utf32::to_utf8_lossy_into(units, out).map(|out| out.as_bytes()));
    utf8.in_buffer(utf32::utf8_len(units), |out| {
        utf32::to_utf8_into(units, out).map(|out| out.as_bytes())
    });
    let utf16 = Expected::new(&items, to_utf16);
    utf16.strict(utf32::to_utf16(units).map_err(Error::from));
    utf16.lossy(&utf32::to_utf16_lossy(units));
    utf16.lossy_in_buffer(|out| utf32::to_utf16_lossy_into(units, out).map(|out| &*out));
    utf16.in_buffer(utf32::utf16_len(units), |out| {
        utf32::to_utf16_into(units, out).map(|out| &*out)
    });
    let latin1 = Expected::new(&items, to_latin1);
    latin1.strict(utf32::to_latin1(units));
    latin1.lossy(&utf32::to_latin1_lossy(units));
    latin1.lossy_in_buffer(|out| utf32::to_latin1_lossy_into(units, out).map(|out| &*out));
    latin1.in_buffer(utf32::latin1_len(units), |out| {
        utf32::to_latin1_into(units, out).map(|out| &*out)
    });
}

/// All functions from Latin-1.
pub(crate) fn from_latin1(bytes: &[u8]) {
    let items: Items =
        bytes.iter().enumerate().map(|(at, &byte)| (at, 1, Some(byte.into()))).collect();
    let utf8 = Expected::new(&items, to_utf8);
    utf8.lossy(latin1::to_string(bytes).as_bytes());
    utf8.in_buffer(latin1::utf8_len(bytes), |out| {
        latin1::to_utf8_into(bytes, out).map(|out| out.as_bytes())
    });
    let utf16 = Expected::new(&items, to_utf16);
    utf16.lossy(&latin1::to_utf16(bytes));
    utf16.in_buffer(latin1::utf16_len(bytes), |out| {
        latin1::to_utf16_into(bytes, out).map(|out| &*out)
    });
    let utf32 = Expected::new(&items, to_utf32);
    utf32.lossy(&latin1::to_utf32(bytes));
    utf32.in_buffer(latin1::utf32_len(bytes), |out| {
        latin1::to_utf32_into(bytes, out).map(|out| &*out)
    });
}

fn to_utf8(c: char) -> Option<Vec<u8>> {
    Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec())
}

fn to_utf16(c: char) -> Option<Vec<u16>> {
    Some(c.encode_utf16(&mut [0; 2]).to_vec())
}

fn to_utf32(c: char) -> Option<Vec<u32>> {
    Some(std::vec![c.into()])
}

fn to_latin1(c: char) -> Option<Vec<u8>> {
    u8::try_from(c).ok().map(|byte| std::vec![byte])
}

/// What a text becomes.
struct Expected<U> {
    /// All of it, or the place and the length of the first error, and the value if
    /// the target cannot hold it.
    strict: Result<Vec<U>, (usize, usize, Option<u32>)>,
    lossy: Vec<U>,
}

/// A value that no conversion leaves behind by chance.
const UNTOUCHED: u8 = 0xA5;

impl<U: Copy + PartialEq + Debug + From<u8>> Expected<U> {
    fn new(items: &Items, encode: fn(char) -> Option<Vec<U>>) -> Self {
        let replacement = || encode('\u{FFFD}').unwrap_or_else(|| std::vec![b'?'.into()]);
        let units = items.iter().map(|&(offset, len, c)| match c {
            None => Err((offset, len, None)),
            Some(c) => encode(c).ok_or((offset, len, Some(c.into()))),
        });
        let lossy = units.clone().flat_map(|units| units.unwrap_or_else(|_| replacement()));
        Self {
            lossy: lossy.collect(),
            strict: units.collect::<Result<Vec<_>, _>>().map(|units| units.concat()),
        }
    }

    fn strict(&self, found: Result<Vec<U>, Error>) {
        assert_eq!(found.map_err(place), self.strict);
    }

    fn lossy(&self, found: &[U]) {
        assert_eq!(found, self.lossy);
    }

    /// Into a buffer of the exact length, and of one unit less.
    fn lossy_in_buffer(&self, convert: impl Fn(&mut [U]) -> Result<&[U], Error>) {
        let len = self.lossy.len();
        let mut room = std::vec![U::from(UNTOUCHED); len + 3];
        for end in [len + 3, len] {
            let found = convert(&mut room[..end]).map(<[U]>::to_vec);
            assert_eq!(found.as_ref(), Ok(&self.lossy), "room for {end}");
            assert_eq!(room[len..], [U::from(UNTOUCHED); 3], "behind what is written");
        }
        if len > 0 {
            let refused = convert(&mut room[..len - 1]);
            assert!(matches!(refused, Err(Error::OutputFull(_))), "{refused:?}");
        }
    }

    /// `len` is what the function for the length says.
    fn in_buffer(&self, len: usize, convert: impl Fn(&mut [U]) -> Result<&[U], Error>) {
        let mut room = std::vec![U::from(UNTOUCHED); len + 3];
        for end in [len + 3, len] {
            let found = convert(&mut room[..end]).map(<[U]>::to_vec).map_err(place);
            assert_eq!(found, self.strict, "room for {end}");
        }
        let Ok(units) = &self.strict else { return };
        assert_eq!(len, units.len());
        assert_eq!(room[len..], [U::from(UNTOUCHED); 3], "behind what is written");
        if len > 0 {
            let refused = convert(&mut room[..len - 1]);
            assert!(matches!(refused, Err(Error::OutputFull(_))), "{refused:?}");
        }
    }
}

/// The place and the length of an error, and the value that the target cannot hold.
fn place(error: Error) -> (usize, usize, Option<u32>) {
    match error {
        Error::Malformed(bad) => (bad.offset, bad.len, None),
        Error::Unmappable(item) => (item.offset, item.len, Some(item.code_point)),
        other => panic!("there is room: {other}"),
    }
}
