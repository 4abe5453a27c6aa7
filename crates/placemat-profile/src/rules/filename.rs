//! File names, one a line, that Unix and Windows both take.

use crate::Kind;
use crate::checker::{Found, Tell};
use crate::find::find;
use placemat::utf8;

/// The most bytes that a name can have: `NAME_MAX` of Linux, and as many units in Windows.
const MOST: usize = 255;

/// What Windows takes for a device, also with something behind a dot.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

#[derive(Clone, Debug, Default)]
pub(crate) struct Filename {
    /// How many bytes of the line were pushed before: only where it is far too long.
    passed: usize,
}

impl Filename {
    /// Whole lines; all, where there is a long one.
    pub(crate) fn floor(text: &[u8]) -> usize {
        let from = text.len().saturating_sub(MOST + 2);
        match memchr::memrchr(b'\n', &text[from..]) {
            Some(at) => from + at + 1,
            None if from == 0 => 0,
            None => text.len(),
        }
    }

    pub(crate) fn push(&mut self, text: &[u8], last: bool, tell: &mut Tell<'_>) {
        let mut found = Vec::new();
        characters(text, &mut |refused| found.push(refused));
        let mut tell_whole = |refused| found.push(refused);
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text) {
            self.line(text, start, end, true, &mut tell_whole);
            start = end + 1;
        }
        if start < text.len() {
            self.line(text, start, text.len(), last, &mut tell_whole);
        }
        found.sort_by_key(|refused| refused.at);
        found.into_iter().for_each(tell);
    }

    /// A line, or a part of one that is too long.
    fn line(&mut self, text: &[u8], start: usize, end: usize, ended: bool, tell: &mut Tell<'_>) {
        // A CR before the line feed is a part of the end of the line.
        let has_cr = text[start..end].last() == Some(&b'\r') && text.get(end) == Some(&b'\n');
        let name = &text[start..end - usize::from(has_cr)];
        let is_whole = ended && self.passed == 0;
        if is_whole && (name.is_empty() || name == b"." || name == b"..") {
            tell(Found::whole(Kind::NoName, start, name.len()));
        }
        if is_whole && let Some(len) = device(name) {
            tell(Found::whole(Kind::ReservedName, start, len));
        }
        if self.passed <= MOST && self.passed + name.len() > MOST {
            let at = utf8::floor_boundary(name, MOST - self.passed);
            let len = utf8::decode_first(&name[at..]).map_or(1, |(_, len)| len);
            tell(Found::whole(Kind::TooLong, start + at, len));
        }
        if let (true, Some(&byte @ (b' ' | b'.'))) = (ended, name.last())
            && !(is_whole && (name == b"." || name == b".."))
        {
            let value = u32::from(byte);
            tell(Found::value(Kind::TrailingCharacter, start + name.len() - 1, 1, value));
        }
        self.passed = if ended { 0 } else { self.passed + name.len() };
    }
}

/// What no name may have; a CR before a line feed is in none.
fn characters(text: &[u8], tell: &mut Tell<'_>) {
    let is_separator =
        |byte| matches!(byte, b'/' | b'\\' | b'<' | b'>' | b':' | b'"' | b'|' | b'?' | b'*');
    let is_control = |byte| byte < 0x20 && byte != b'\n' || byte == 0x7F;
    let mut from = 0;
    // C1, U+0080 to U+009F, begins with C2.
    while let Some(found) =
        find(&text[from..], |byte| is_separator(byte) || is_control(byte) || byte == 0xC2)
    {
        let at = from + found;
        from = at + 1;
        match &text[at..] {
            [b'\r', b'\n', ..] => {}
            &[0xC2, second @ 0x80..0xA0, ..] => {
                tell(Found::value(Kind::Control, at, 2, u32::from(second)));
            }
            [0xC2, ..] => {}
            &[byte, ..] => {
                let kind = if is_separator(byte) { Kind::Separator } else { Kind::Control };
                tell(Found::value(kind, at, 1, u32::from(byte)));
            }
            [] => {}
        }
    }
}

/// How long the name of a device is that `name` begins with, if it is one for Windows.
fn device(name: &[u8]) -> Option<usize> {
    // Nearly all other names.
    if !matches!(name, [b'C' | b'c' | b'P' | b'p' | b'A' | b'a' | b'N' | b'n' | b'L' | b'l', ..]) {
        return None;
    }
    let end = memchr::memchr(b'.', name).unwrap_or(name.len());
    let stem = name[..end].trim_ascii_end();
    let is_device = DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device.as_bytes()));
    // One digit; also a superscript one, which Windows takes for a digit.
    let is_port = stem.split_at_checked(3).is_some_and(|(port, digit)| {
        let is_port = [b"COM", b"LPT"].iter().any(|known| port.eq_ignore_ascii_case(*known));
        is_port
            && (matches!(digit, [b'0'..=b'9'])
                || ["¹", "²", "³"].iter().any(|known| digit == known.as_bytes()))
    });
    (is_device || is_port).then_some(stem.len())
}
