//! Text in legacy encodings, code by code, as encoding_rs reads it.

use crate::coding::{Codec, legacy_encodings};
use encoding_rs::{DecoderResult, Encoding, SHIFT_JIS};
use placemat::encoding::{Label, single_byte};
use placemat::utf8;
use std::collections::HashMap;
use std::fmt;

/// How the bytes of text that is not UTF-8 are read.
#[derive(Clone)]
pub(super) struct Decoding {
    /// For people and for machines.
    pub(super) name: &'static str,
    /// What a byte is alone.
    bytes: [Option<char>; 256],
    /// Of codes of more bytes.
    long: Option<&'static Encoding>,
    /// Whether well-formed UTF-8 is UTF-8 there.
    utf8_first: bool,
}

impl fmt::Debug for Decoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Decoding {
    /// All there are: those of the library first, in which most such text is.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let pages = [
            (Label::Windows1252.name(), single_byte::windows_1252 as fn(u8) -> char),
            (Label::Latin1.name(), single_byte::latin1),
        ];
        let pages = pages.map(|(name, page)| Self {
            name,
            bytes: std::array::from_fn(|byte| Some(page(byte as u8))),
            long: None,
            utf8_first: false,
        });
        let legacy = legacy_encodings().map(|legacy| Self {
            name: legacy.name,
            bytes: std::array::from_fn(|byte| legacy.letter(byte as u8)),
            long: match legacy.codec {
                Codec::Standard(encoding) => Some(encoding).filter(|one| !one.is_single_byte()),
                Codec::Page(_) | Codec::Form(_) => None,
            },
            utf8_first: false,
        });
        pages.into_iter().chain(legacy)
    }

    /// The same for bytes between text in UTF-8, as `fix --fallback` reads them.
    pub(super) fn between_utf8(self) -> Option<Self> {
        let name = match self.name {
            "windows-1252" => "utf-8 and windows-1252",
            "iso-8859-1" => "utf-8 and iso-8859-1",
            _ => return None,
        };
        Some(Self { name, utf8_first: true, ..self })
    }

    /// Whether each byte is a code.
    pub(super) fn is_short(&self) -> bool {
        self.long.is_none()
    }

    /// The bytes of a text, if all of it can be written.
    pub(super) fn encode(&self, text: &str) -> Option<Vec<u8>> {
        if self.utf8_first {
            return None;
        }
        if let Some(encoding) = self.long {
            let (bytes, _, lost) = encoding.encode(text);
            return (!lost).then(|| bytes.into_owned());
        }
        let bytes = (0..=0xFF).zip(self.bytes).rev();
        let bytes: HashMap<char, u8> = bytes.filter_map(|(byte, c)| Some((c?, byte))).collect();
        text.chars().map(|c| bytes.get(&c).copied()).collect()
    }

    /// The code that `bytes` begin with, and how long it is.
    pub(super) fn first(&self, bytes: &[u8]) -> Option<(char, usize)> {
        if self.utf8_first
            && let Some((Ok(c), len)) = utf8::decode_first(bytes)
        {
            return Some((c, len));
        }
        let alone = self.bytes[usize::from(*bytes.first()?)].map(|c| (c, 1));
        alone.or_else(|| {
            let encoding = self.long?;
            (2..=bytes.len().min(4)).find_map(|len| Some((code(&bytes[..len], encoding)?, len)))
        })
    }

    /// All of it as text, if it is text.
    pub(super) fn decode(&self, mut bytes: &[u8]) -> Option<String> {
        let mut text = String::with_capacity(bytes.len());
        while !bytes.is_empty() {
            let (c, len) = self.first(bytes)?;
            text.push(c);
            bytes = &bytes[len..];
        }
        Some(text)
    }
}

/// What exactly these bytes are.
fn code(bytes: &[u8], encoding: &'static Encoding) -> Option<char> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut units = [0; 8];
    let (result, _, len) = decoder.decode_to_utf16_without_replacement(bytes, &mut units, true);
    let mut code_points = char::decode_utf16(units[..len].iter().copied());
    let first = code_points.next()?.ok()?;
    (result == DecoderResult::InputEmpty && code_points.next().is_none()).then_some(first)
}

/// How many bytes the code of Shift_JIS has that `bytes` begin with, if it is one.
pub(super) fn shift_jis_len(bytes: &[u8]) -> Option<usize> {
    (1..=bytes.len().min(2)).find(|&len| code(&bytes[..len], SHIFT_JIS).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_one_and_two_bytes() {
        assert_eq!(shift_jis_len(b"a\x95"), Some(1));
        // Katakana, and two bytes of which one is ASCII.
        assert_eq!(shift_jis_len(b"\xB1\xB2"), Some(1));
        assert_eq!(shift_jis_len(b"\x95\x5C\x8E"), Some(2));
        // Cut, followed by no second byte, followed by one to which nothing is assigned, no first byte.
        for bytes in [&b""[..], b"\x95", b"\x95\x20", b"\x85\x40", b"\xFD\x40", b"\xEF\xBF\xBD"] {
            assert_eq!(shift_jis_len(bytes), None, "{bytes:02x?}");
        }
    }

    #[test]
    fn every_encoding_reads_what_it_writes() {
        let named = |name: &str| Decoding::all().find(|decoding| decoding.name == name).unwrap();
        for (name, text) in [
            ("windows-1251", "Привет, мир"),
            ("shift_jis", "表示ソﾃ 1"),
            ("big5", "功能 表 1"),
            ("gbk", "中文 编码"),
            ("gb18030", "中文 😀 1"),
            ("euc-kr", "한국어"),
            ("euc-jp", "日本語"),
        ] {
            let encoding = Encoding::for_label(name.as_bytes()).unwrap();
            let (bytes, _, bad) = encoding.encode(text);
            assert!(!bad);
            assert_eq!(named(name).decode(&bytes).as_deref(), Some(text), "{name}");
        }
        assert_eq!(named("windows-1252").decode(b"\x80\xE9").as_deref(), Some("€é"));
        let between = named("windows-1252").between_utf8().unwrap();
        assert_eq!(between.decode(b"\xC3\xA9 \xE9").as_deref(), Some("é é"));
        assert_eq!(named("shift_jis").decode(b"\x95"), None);
    }
}
