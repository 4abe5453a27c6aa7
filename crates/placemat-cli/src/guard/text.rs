//! A text to be compared: what it is in, its lines, and the items of a line,
//! which are code points, or bytes that are none.

use super::shift_jis;
use placemat::detect::{Sniffed, sniff};
use placemat::{Label, Policy, Transcoder, utf8, utf16};
use std::borrow::Cow;
use std::ops::Range;

/// What a text is in, as far as its bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing that two encodings would read in two ways.
    Ascii,
    Utf8,
    /// Bytes that are not UTF-8: Latin-1, Windows-1252, Shift_JIS, ..
    EightBit,
    /// UTF-16 or UTF-32.
    Wide(Label),
    Binary,
}

impl Form {
    /// For people and for machines.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ascii => "us-ascii",
            Self::Utf8 => "utf-8",
            Self::EightBit => "8-bit",
            Self::Wide(label) => label.name(),
            Self::Binary => "binary",
        }
    }

    /// The encoding that new text is to be brought to, if it must be.
    pub(super) fn label(self) -> Option<Label> {
        match self {
            Self::Ascii | Self::Utf8 | Self::EightBit => Some(Label::Utf8),
            Self::Wide(label) => Some(label),
            Self::Binary => None,
        }
    }
}

/// How the bytes of text that is not UTF-8 are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Each alone.
    Single,
    /// As Shift_JIS does, whose second bytes can be ASCII.
    Double,
}

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

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Lf,
    CrLf,
    Cr,
    /// The last line may have none.
    None,
}

impl Ending {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lf => "lf",
            Self::CrLf => "crlf",
            Self::Cr => "cr",
            Self::None => "none",
        }
    }

    pub(super) fn ascii(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
            Self::None => "",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Without its ending.
    pub(super) content: Range<usize>,
    /// Where the next line begins.
    pub(super) next: usize,
    pub(super) ending: Ending,
}

#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) form: Form,
    /// How many bytes the signature has.
    pub(super) signature: usize,
    pub(super) lines: Vec<Line>,
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let (form, signature) = match sniff(bytes, true) {
            Sniffed::Binary => (Form::Binary, 0),
            Sniffed::Other(other) => {
                let label = Label::for_label(other.name).expect("the library has this encoding");
                (Form::Wide(label), other.signature.len())
            }
            Sniffed::Text { signature } => {
                let form = match utf8::validate(bytes) {
                    Ok(text) if text.is_ascii() => Form::Ascii,
                    Ok(_) => Form::Utf8,
                    Err(_) => Form::EightBit,
                };
                (form, if signature { Label::Utf8.signature().len() } else { 0 })
            }
        };
        let mut text = Self { bytes, form, signature, lines: Vec::new() };
        if form != Form::Binary {
            text.find_lines();
        }
        text
    }

    pub(super) fn signature_bytes(&self) -> &'a [u8] {
        &self.bytes[..self.signature]
    }

    /// How many bytes a code unit has.
    pub(super) fn width(&self) -> usize {
        self.in_form("\n").len()
    }

    /// ASCII as it is in this text.
    pub(super) fn in_form(&self, ascii: &str) -> Vec<u8> {
        let Form::Wide(label) = self.form else { return ascii.into() };
        let mut pair =
            Transcoder::new(Label::Utf8, label, Policy::Strict).expect("strict is possible");
        let mut out = vec![0; 4 * ascii.len()];
        let written = pair.push(ascii.as_bytes(), &mut out, true).written;
        out.truncate(written);
        out
    }

    fn find_lines(&mut self) {
        let (feed, carriage) = (self.in_form("\n"), self.in_form("\r"));
        let width = feed.len();
        let unit = |at: usize| self.bytes.get(at..at + width).unwrap_or_default();
        let mut start = self.signature;
        let mut at = start;
        let mut lines = Vec::new();
        while at < self.bytes.len() {
            if width == 1 {
                let rest = &self.bytes[at..];
                at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            let (ending, units) = match unit(at) {
                found if found == feed => (Ending::Lf, 1),
                found if found == carriage && unit(at + width) == feed => (Ending::CrLf, 2),
                found if found == carriage => (Ending::Cr, 1),
                _ => (Ending::None, 1),
            };
            let end = at;
            at = (at + units * width).min(self.bytes.len().max(end));
            if ending != Ending::None {
                lines.push(Line { content: start..end, next: at, ending });
                start = at;
            }
        }
        if start < self.bytes.len() {
            let end = self.bytes.len();
            lines.push(Line { content: start..end, next: end, ending: Ending::None });
        }
        self.lines = lines;
    }

    /// What two lines with the same text have in common, whatever they are in.
    pub(super) fn keys(&self) -> Vec<Cow<'a, [u8]>> {
        self.lines.iter().map(|line| self.key(line)).collect()
    }

    fn key(&self, line: &Line) -> Cow<'a, [u8]> {
        if !matches!(self.form, Form::Wide(_)) {
            return Cow::Borrowed(&self.bytes[line.content.clone()]);
        }
        let mut key = Vec::new();
        for item in self.items(line.content.clone(), Reading::Single) {
            match item.code_point() {
                Some(c) => key.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => key.extend_from_slice(&item.value.to_be_bytes()),
            }
        }
        Cow::Owned(key)
    }

    /// The number of the line of an offset, and the column in code units, from 1.
    pub(super) fn place(&self, offset: usize) -> (u64, u64) {
        let at = self.lines.partition_point(|line| line.next <= offset);
        let last = self.lines.last().map_or(0, |line| line.next);
        let start = self.lines.get(at).map_or(last, |line| line.content.start);
        let column = offset.saturating_sub(start) / self.width();
        (at as u64 + 1, column as u64 + 1)
    }

    /// Whether all of it can be Shift_JIS.
    pub(super) fn can_be_double(&self) -> bool {
        let is_code = |item: Item| {
            let len = shift_jis::code_len(&self.bytes[item.start..]);
            item.is_ascii() || len == Some(item.end - item.start)
        };
        self.form == Form::EightBit && double_items(self.bytes, 0).all(is_code)
    }

    /// The items of a part of a line.
    pub(super) fn items(&self, range: Range<usize>, reading: Reading) -> Vec<Item> {
        let (bytes, start) = (&self.bytes[range.clone()], range.start);
        match self.form {
            Form::Wide(Label::Utf16Le) => utf16_items(bytes, start, u16::from_le_bytes),
            Form::Wide(Label::Utf16Be) => utf16_items(bytes, start, u16::from_be_bytes),
            Form::Wide(Label::Utf32Le) => utf32_items(bytes, start, u32::from_le_bytes),
            Form::Wide(_) => utf32_items(bytes, start, u32::from_be_bytes),
            Form::EightBit if reading == Reading::Double => double_items(bytes, start).collect(),
            _ => utf8_items(bytes, start),
        }
    }
}

fn utf8_items(bytes: &[u8], start: usize) -> Vec<Item> {
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

fn utf16_items(bytes: &[u8], start: usize, unit: fn([u8; 2]) -> u16) -> Vec<Item> {
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

fn utf32_items(bytes: &[u8], start: usize, unit: fn([u8; 4]) -> u32) -> Vec<Item> {
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
fn double_items(bytes: &[u8], start: usize) -> impl Iterator<Item = Item> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..)?;
        let &first = rest.first()?;
        let (value, len) = if rest.starts_with("\u{FFFD}".as_bytes()) {
            (0xFFFD, 3)
        } else if first.is_ascii() {
            (first.into(), 1)
        } else {
            let code = &rest[..shift_jis::code_len(rest).unwrap_or(1)];
            (code.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)) | RAW, code.len())
        };
        at += len;
        Some(Item { value, start: start + at - len, end: start + at })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_form() {
        let endings = |bytes: &[u8]| -> Vec<(usize, Ending)> {
            let text = Text::new(bytes);
            let width = text.width();
            text.lines.iter().map(|line| (line.content.len() / width, line.ending)).collect()
        };
        use Ending::*;
        let expected = [(1, Lf), (2, CrLf), (0, Cr), (0, Lf), (3, None)];
        let ascii = "a\nbb\r\n\r\nccc".replace("\r\n\r\n", "\r\n\r\r\n");
        assert_eq!(endings(ascii.as_bytes()), [(1, Lf), (2, CrLf), (0, Cr), (0, CrLf), (3, None)]);
        let text = "a\nbb\r\n\rX\nccc".replace('X', "");
        assert_eq!(endings(text.as_bytes()).len(), 4);
        let text = "\u{FEFF}a\nbb\r\n\rx\nccc";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut as_expected = expected;
        as_expected[3].0 = 1;
        assert_eq!(endings(&wide), as_expected);
        assert_eq!(endings(text.as_bytes()), as_expected);
        assert_eq!(endings(b""), []);
    }

    #[test]
    fn shift_jis_by_its_codes() {
        // "表示 ソ" with two second bytes that are ASCII.
        assert!(Text::new(b"\x95\x5C\x8E\xA6 \x83\x5C\n").can_be_double());
        assert!(!Text::new(b"caf\xE9 \xE0 la").can_be_double());
    }
}
