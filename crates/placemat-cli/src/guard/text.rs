//! A text to be compared: what it is in, its lines, and their items.

use super::items::{self, Item};
use super::legacy::{Decoding, shift_jis_len};
use placemat::detect::{Sniffed, sniff};
use placemat::encoding::Label;
use placemat::{Policy, Status, Transcoder, utf8};
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

/// How the bytes of text that is not UTF-8 are grouped, and what they are.
#[derive(Clone, Debug)]
pub(super) enum Reading {
    /// Each alone: no text.
    Single,
    /// As Shift_JIS does, whose second bytes can be ASCII: no text.
    Double,
    /// Text.
    Decoded(Box<Decoding>),
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
    /// Of what is not UTF-8.
    pub(super) reading: Reading,
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
        let reading = Reading::Single;
        let mut text = Self { bytes, form, reading, signature, lines: Vec::new() };
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
        transcoded(ascii.as_bytes(), Label::Utf8, label).expect("these encodings have ASCII")
    }

    /// Text of `other` as it is in this one; as it is, where it is none, or cannot be.
    pub(super) fn in_form_of(&self, other: &Text<'_>, range: Range<usize>) -> Vec<u8> {
        let as_it_is = &other.bytes[range.clone()];
        let is_decoded = |text: &Text<'_>| matches!(text.reading, Reading::Decoded(_));
        if self.width() == other.width() && !is_decoded(self) && !is_decoded(other) {
            return as_it_is.to_vec();
        }
        let text: Option<String> =
            other.items(range).iter().map(|item| item.code_point()).collect();
        let written = text.and_then(|text| match (self.form, &self.reading) {
            (Form::Wide(label), _) => transcoded(text.as_bytes(), Label::Utf8, label),
            (_, Reading::Decoded(decoding)) => decoding.encode(&text),
            _ => Some(text.into_bytes()),
        });
        written.unwrap_or_else(|| as_it_is.to_vec())
    }

    /// The last place up to `offset` where an item can begin.
    pub(super) fn boundary(&self, offset: usize) -> usize {
        match self.form {
            Form::Wide(_) => offset - offset % self.width(),
            _ => utf8::floor_boundary(self.bytes, offset),
        }
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
        let decoded = matches!(self.reading, Reading::Decoded(_));
        let is_decoded = decoded && !self.bytes[line.content.clone()].is_ascii();
        if !matches!(self.form, Form::Wide(_)) && !is_decoded {
            return Cow::Borrowed(&self.bytes[line.content.clone()]);
        }
        let mut key = Vec::new();
        for item in self.items(line.content.clone()) {
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
            let len = shift_jis_len(&self.bytes[item.start..]);
            item.is_ascii() || len == Some(item.end - item.start)
        };
        self.form == Form::EightBit && items::of_double(self.bytes, 0).all(is_code)
    }

    /// The items of a part of a line.
    pub(super) fn items(&self, range: Range<usize>) -> Vec<Item> {
        let (bytes, start) = (&self.bytes[range.clone()], range.start);
        match (self.form, &self.reading) {
            (Form::Wide(Label::Utf16Le), _) => items::of_utf16(bytes, start, u16::from_le_bytes),
            (Form::Wide(Label::Utf16Be), _) => items::of_utf16(bytes, start, u16::from_be_bytes),
            (Form::Wide(Label::Utf32Le), _) => items::of_utf32(bytes, start, u32::from_le_bytes),
            (Form::Wide(_), _) => items::of_utf32(bytes, start, u32::from_be_bytes),
            (Form::EightBit, Reading::Double) => items::of_double(bytes, start).collect(),
            (Form::EightBit, Reading::Decoded(decoding)) => items::decoded(bytes, start, decoding),
            _ => items::of_utf8(bytes, start),
        }
    }
}

/// Text in another encoding, if that is possible without loss.
pub(super) fn transcoded(text: &[u8], from: Label, to: Label) -> Option<Vec<u8>> {
    let mut out = vec![0; 4 * text.len() + 64];
    let mut pair = Transcoder::new(from, to, Policy::Strict).ok()?;
    let progress = pair.push(text, &mut out, true);
    out.truncate(progress.written);
    (progress.status == Status::InputEmpty).then_some(out)
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
