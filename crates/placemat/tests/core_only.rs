//! What works without std and without an allocator: this program links neither
//! by itself, and is built and run with every choice of features.
#![no_std]

use core::fmt::{self, Write};
use placemat::encoding::single_byte;
use placemat::utf8::{self, Meaning};
use placemat::{Malformed, MalformedKind, compat, level};

/// Text on the stack.
struct Buffer {
    bytes: [u8; 256],
    len: usize,
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let place = self.bytes.get_mut(self.len..self.len + text.len()).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

/// What `value` looks like, without an allocator.
fn is_shown_as(value: &dyn fmt::Display, expected: &str) -> bool {
    let mut buffer = Buffer { bytes: [0; 256], len: 0 };
    write!(buffer, "{value}").is_ok() && &buffer.bytes[..buffer.len] == expected.as_bytes()
}

/// Long enough for windows of every level.
fn text() -> [u8; 640] {
    let mut text = [b'x'; 640];
    let (pieces, _) = text.as_chunks_mut::<16>();
    pieces.iter_mut().for_each(|piece| piece[..9].copy_from_slice("é€😀".as_bytes()));
    text
}

#[test]
fn validation_and_errors() {
    let mut text = text();
    assert!(utf8::is_valid(&text));
    assert_eq!(utf8::validate(&text).map(str::len), Ok(640));
    assert_eq!(utf8::count_code_points(&text), 400);
    assert_eq!(utf8::utf16_len(&text), 440);
    text[604] = 0xFF;
    let bad = Malformed { offset: 604, len: 1, kind: MalformedKind::NeverValid };
    assert_eq!(utf8::validate(&text), Err(bad));
    assert_eq!(utf8::split_valid(&text).1.len(), 36);
    assert!(utf8::errors(&text).eq([bad]));
    assert_eq!(bad.in_stream(1 << 40).offset, (1 << 40) + 604);
    assert!(is_shown_as(&bad, "byte that is never valid at offset 604"));
    let group = bad.reading(&text);
    assert_eq!((group.offset, group.len, group.meaning), (604, 1, Meaning::NeverValid));
    assert!(utf8::groups(&text).eq([group]));
}

#[test]
fn iteration_and_boundaries() {
    let text = b"a\xE2\x82\xAC\xFF";
    let mut items = utf8::code_points(text);
    assert_eq!(items.next(), Some(Ok('a')));
    assert!(items.next_back().is_some_and(|item| item.is_err()));
    assert_eq!((items.offset(), items.as_bytes()), (1, "€".as_bytes()));
    assert_eq!(utf8::decode_first(text), Some((Ok('a'), 1)));
    assert!(utf8::decode_last(text).is_some_and(|(item, len)| item.is_err() && len == 1));
    assert_eq!((utf8::floor_boundary(text, 3), utf8::ceil_boundary(text, 3)), (1, 4));
    assert!(utf8::is_boundary(text, 4) && !utf8::is_boundary(text, 2));
    let mut out = [0; 4];
    assert_eq!(utf8::encode(0x20AC, &mut out), Some("€"));
    assert_eq!(utf8::sequence_len(0xE2), Some(3));
}

#[test]
fn shapes_of_others() {
    assert_eq!(compat::from_utf8("né".as_bytes()), Ok("né"));
    let error = compat::from_utf8(b"n\xC3").unwrap_err();
    assert_eq!((error.valid_up_to(), error.error_len()), (1, None));
    assert!(is_shown_as(&error, "incomplete utf-8 byte sequence from index 1"));
    assert!(compat::basic::from_utf8(b"n\xC3").is_err());
    assert_eq!(single_byte::windows_1252(0x80), '€');
    fn is_error<E: core::error::Error>(_: &E) {}
    is_error(&error);
}

#[test]
fn levels() {
    assert!(level::current().is_available());
    assert!(level::available().count() >= 1);
    assert!(is_shown_as(&placemat::level::Level::Scalar, "scalar"));
}
