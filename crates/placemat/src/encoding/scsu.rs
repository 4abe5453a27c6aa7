//! SCSU (Unicode Technical Standard #6): small alphabets in a byte for each letter. A byte above 7F is a
//! place in a *window* of 128 code points; controls are tags that choose another window, or move one, or
//! say that UTF-16 follows.
//!
//! ```text
//!             for one code point    from here on    move a window, and use it
//! window      SQ0 to SQ7            SC0 to SC7      SD0 to SD7, SDX (above U+FFFF)
//! UTF-16      SQU                   SCU
//! in UTF-16   UQU                   UC0 to UC7      UD0 to UD7, UDX
//! ```
//!
//! A writer has choices. This one knows nothing of what follows, and stakes what it might lose: the first
//! code point of another window is quoted, and for the second in a row the window is changed. So it never
//! writes much more than if it had known.

use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// SCSU: units of one byte. `LENIENT` takes lone surrogates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scsu<const LENIENT: bool = false>;

// Tags among windows; with a window's number added where there are eight of them.
const SQ0: u8 = 0x01;
const SDX: u8 = 0x0B;
const SQU: u8 = 0x0E;
const SCU: u8 = 0x0F;
const SC0: u8 = 0x10;
const SD0: u8 = 0x18;
// Tags in UTF-16.
const UC0: u8 = 0xE0;
const UD0: u8 = 0xE8;
const UQU: u8 = 0xF0;
const UDX: u8 = 0xF1;

/// Where the windows lie that only SQ0 to SQ7 use, by bytes below 80.
const STATIC: [u32; 8] = [0, 0x80, 0x100, 0x300, 0x2000, 0x2080, 0x2100, 0x3000];
/// Where the others lie at the start of text.
const DYNAMIC: [u32; 8] = [0x80, 0xC0, 0x400, 0x600, 0x900, 0x3040, 0x30A0, 0xFF00];
/// Where F9 to FF move a window.
const SPECIAL: [u32; 7] = [0xC0, 0x250, 0x370, 0x530, 0x3040, 0x30A0, 0xFF60];

/// What a reader, and a writer, know of the text before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    utf16: bool,
    /// The window of bytes above 7F.
    active: u8,
    starts: [u32; 8],
    /// Of a writer: the windows by last use, and what it has just quoted.
    used: [u8; 8],
    quoted: Quoted,
}

/// What the last code point was that the writer could not write with what was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quoted {
    Nothing,
    /// Of the window that begins here.
    Window(u32),
    /// Of UTF-16, among windows; or of some window, in UTF-16.
    OtherMode,
}

impl Default for Windows {
    fn default() -> Self {
        Self {
            utf16: false,
            active: 0,
            starts: DYNAMIC,
            used: [0, 1, 2, 3, 4, 5, 6, 7],
            quoted: Quoted::Nothing,
        }
    }
}

const fn is_high(unit: u32) -> bool {
    unit & 0xFC00 == 0xD800
}

const fn is_low(unit: u32) -> bool {
    unit & 0xFC00 == 0xDC00
}

fn undefined(len: usize) -> Step {
    Step::Malformed { len, kind: MalformedKind::Undefined }
}

/// The unit of UTF-16 at the start of `bytes`.
fn unit(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|&unit| u16::from_be_bytes(unit).into())
}

impl Windows {
    /// Uses window `n`, and leaves UTF-16.
    fn choose(&mut self, n: u8) {
        (self.utf16, self.active) = (false, n);
    }

    /// Moves window `n` to where `byte` says.
    fn move_to(&mut self, n: u8, byte: u8) -> bool {
        let start = match u32::from(byte) {
            byte @ 0x01..=0x67 => byte << 7,
            byte @ 0x68..=0xA7 => (byte << 7) + 0xAC00,
            byte @ 0xF9.. => SPECIAL[byte as usize - 0xF9],
            _ => return false,
        };
        self.starts[usize::from(n)] = start;
        true
    }

    /// Moves a window to where it is above U+FFFF: its number, and thirteen bits.
    fn move_beyond(&mut self, [high, low]: [u8; 2]) -> u8 {
        let n = high >> 5;
        self.starts[usize::from(n)] =
            0x1_0000 + (u32::from(high & 0x1F) << 15 | u32::from(low) << 7);
        n
    }

    /// Reads a tag that moves a window and chooses it: `at` is the first of eight, `beyond` the one for
    /// those above U+FFFF.
    fn move_and_choose(&mut self, tag: u8, at: u8, bytes: &[u8], last: bool) -> Step {
        let size = if tag.wrapping_sub(at) < 8 { 2 } else { 3 };
        let Some(arguments) = bytes.get(1..size) else { return cut(bytes.len(), last) };
        let n = match *arguments {
            [high, low] => self.move_beyond([high, low]),
            [byte] if self.move_to(tag - at, byte) => tag - at,
            _ => return undefined(size),
        };
        self.choose(n);
        Step::Shift { len: size }
    }

    fn decode_window(&mut self, bytes: &[u8], lenient: bool, last: bool) -> Step {
        let value = |value, len| Step::Value { value, len };
        match bytes[0] {
            tag @ SQ0..0x09 => match bytes.get(1) {
                None => cut(1, last),
                Some(&place) => {
                    let starts = if place < 0x80 { &STATIC } else { &self.starts };
                    value(starts[usize::from(tag - SQ0)] + u32::from(place & 0x7F), 2)
                }
            },
            tag @ (SDX | SD0..0x20) => self.move_and_choose(tag, SD0, bytes, last),
            0x0C => undefined(1),
            SQU => self.decode_units(bytes, 1, lenient, last),
            SCU => {
                self.utf16 = true;
                Step::Shift { len: 1 }
            }
            tag @ SC0..SD0 => {
                self.choose(tag - SC0);
                Step::Shift { len: 1 }
            }
            byte @ 0x80.. => {
                value(self.starts[usize::from(self.active)] + u32::from(byte & 0x7F), 1)
            }
            byte => value(byte.into(), 1),
        }
    }

    fn decode_utf16(&mut self, bytes: &[u8], lenient: bool, last: bool) -> Step {
        match bytes[0] {
            tag @ UC0..UD0 => {
                self.choose(tag - UC0);
                Step::Shift { len: 1 }
            }
            tag @ (UD0..UQU | UDX) => self.move_and_choose(tag, UD0, bytes, last),
            UQU => self.decode_units(bytes, 1, lenient, last),
            0xF2 => undefined(1),
            _ => self.decode_units(bytes, 0, lenient, last),
        }
    }

    /// A unit of UTF-16, and the other half of a pair, behind `tags`.
    fn decode_units(&mut self, bytes: &[u8], tags: usize, lenient: bool, last: bool) -> Step {
        let Some(first) = unit(&bytes[tags..]) else { return cut(bytes.len(), last) };
        let len = tags + 2;
        let lone = |kind| match lenient {
            true => Step::Value { value: first, len },
            false => Step::Malformed { len, kind },
        };
        if is_low(first) {
            return lone(MalformedKind::LoneLowSurrogate);
        }
        if !is_high(first) {
            return Step::Value { value: first, len };
        }
        // The other half may be quoted, and may come behind a change between windows and UTF-16.
        let mut windows = *self;
        let mut rest = &bytes[len..];
        let change = match rest {
            [SCU, ..] if !windows.utf16 => Some(SCU),
            [tag @ UC0..UD0, ..] if windows.utf16 => Some(*tag),
            _ => None,
        };
        if let Some(tag) = change {
            rest = &rest[1..];
            if tag == SCU { windows.utf16 = true } else { windows.choose(tag - UC0) }
        }
        let quote = if windows.utf16 { UQU } else { SQU };
        let is_quoted = rest.first() == Some(&quote);
        if is_quoted {
            rest = &rest[1..];
        }
        let low = if is_quoted || windows.utf16 { unit(rest) } else { None };
        let may_follow =
            rest.is_empty() || (is_quoted || windows.utf16) && matches!(rest, [0xDC..0xE0]);
        match low {
            Some(low) if is_low(low) => {
                *self = windows;
                let value = 0x1_0000 + ((first & 0x3FF) << 10 | low & 0x3FF);
                Step::Value { value, len: bytes.len() - rest.len() + 2 }
            }
            None if may_follow && !last => Step::NeedMore,
            _ => lone(MalformedKind::LoneHighSurrogate),
        }
    }

    /// The window that holds `value`, the active one before others.
    fn holder(&self, value: u32) -> Option<u8> {
        let holds = |&n: &u8| value.wrapping_sub(self.starts[usize::from(n)]) < 0x80;
        Some(self.active).filter(holds).or_else(|| (0..8).find(holds))
    }

    /// `value` as a byte of window `n`.
    fn place(&self, n: u8, value: u32) -> u8 {
        0x80 | (value - self.starts[usize::from(n)]) as u8
    }

    /// Chooses window `n`: what is used is kept.
    fn use_window(&mut self, n: u8) {
        self.choose(n);
        self.quoted = Quoted::Nothing;
        let at = self.used.iter().position(|&used| used == n).unwrap_or(0);
        self.used[..=at].rotate_right(1);
    }

    /// Moves the window that was not used for longest to where `value` is, and writes the tag; `sd` is the
    /// first of those that do so here, `sdx` the one for what is above U+FFFF.
    fn move_and_write(&mut self, value: u32, (sd, sdx): (u8, u8), encoded: &mut Encoded<u8>) {
        let n = self.used[7];
        if let Some(beyond) = value.checked_sub(0x1_0000) {
            let arguments = [n << 5 | (beyond >> 15) as u8, (beyond >> 7) as u8];
            self.move_beyond(arguments);
            encoded.append(&[sdx, arguments[0], arguments[1]]);
        } else {
            let special = SPECIAL.iter().position(|&start| value.wrapping_sub(start) < 0x80);
            let byte = match (special, value) {
                (Some(at), _) => 0xF9 + at as u8,
                (None, ..0x3400) => (value >> 7) as u8,
                (None, _) => ((value - 0xAC00) >> 7) as u8,
            };
            self.move_to(n, byte);
            encoded.append(&[sd + n, byte]);
        }
        self.use_window(n);
        encoded.push(self.place(n, value));
    }

    fn encode_window(&mut self, value: u32) -> Encoded<u8> {
        let mut encoded = Encoded::default();
        if is_direct(value) {
            encoded.push(value as u8);
        } else if let Some(n) = self.holder(value) {
            let start = self.starts[usize::from(n)];
            if n == self.active {
                self.quoted = Quoted::Nothing;
            } else if self.quoted == Quoted::Window(start) {
                self.use_window(n);
                encoded.push(SC0 + n);
            } else {
                self.quoted = Quoted::Window(start);
                encoded.push(SQ0 + n);
            }
            encoded.push(self.place(n, value));
        } else if let Some(n) = STATIC.iter().position(|&start| value.wrapping_sub(start) < 0x80)
            && (n == 0 || self.quoted != Quoted::Window(STATIC[n]))
        {
            // The first is of the controls that are tags here, and that no window has.
            if n > 0 {
                self.quoted = Quoted::Window(STATIC[n]);
            }
            encoded.append(&[SQ0 + n as u8, (value - STATIC[n]) as u8]);
        } else if may_have_window(value) {
            self.move_and_write(value, (SD0, SDX), &mut encoded);
        } else {
            if self.quoted == Quoted::OtherMode {
                (self.utf16, self.quoted) = (true, Quoted::Nothing);
                encoded.push(SCU);
                encoded.append(self.encode_utf16(value).as_slice());
                return encoded;
            }
            self.quoted = Quoted::OtherMode;
            encoded.push(SQU);
            encoded.append(&(value as u16).to_be_bytes());
        }
        encoded
    }

    fn encode_utf16(&mut self, value: u32) -> Encoded<u8> {
        let mut encoded = Encoded::default();
        let is_small = is_direct(value) || value < 0x1_0000 && may_have_window(value);
        if is_small && self.quoted == Quoted::OtherMode {
            match self.holder(value) {
                _ if is_direct(value) => {
                    self.use_window(self.active);
                    encoded.append(&[UC0 + self.active, value as u8]);
                }
                Some(n) => {
                    self.use_window(n);
                    encoded.append(&[UC0 + n, self.place(n, value)]);
                }
                None => self.move_and_write(value, (UD0, UDX), &mut encoded),
            }
            return encoded;
        }
        self.quoted = if is_small { Quoted::OtherMode } else { Quoted::Nothing };
        let mut units = [0; 2];
        let units = match char::from_u32(value) {
            Some(c) => c.encode_utf16(&mut units),
            // A lone surrogate.
            None => {
                units[0] = value as u16;
                &mut units[..1]
            }
        };
        for unit in units {
            let unit = unit.to_be_bytes();
            if (UC0..0xF3).contains(&unit[0]) {
                encoded.push(UQU);
            }
            encoded.append(&unit);
        }
        encoded
    }
}

/// What the end of the input cuts.
fn cut(len: usize, last: bool) -> Step {
    let kind = MalformedKind::IncompleteAtEnd;
    if last { Step::Malformed { len, kind } } else { Step::NeedMore }
}

/// Whether a value is its own byte, whatever the window.
const fn is_direct(value: u32) -> bool {
    matches!(value, 0x20..=0x7F | 0 | 9 | 10 | 13)
}

/// Whether a window can be moved to a value. Signatures and what is special among code points need none.
const fn may_have_window(value: u32) -> bool {
    matches!(value, 0x80..0x3400 | 0xE000..=0xFEFE | 0xFF00..=0xFFEF | 0x1_0000..)
}

impl<const LENIENT: bool> Sealed for Scsu<LENIENT> {}

impl<const LENIENT: bool> Encoding for Scsu<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "scsu";
    type State = Windows;

    fn decode(windows: &mut Windows, units: &[u8], last: bool) -> Step {
        match windows.utf16 {
            true => windows.decode_utf16(units, LENIENT, last),
            false => windows.decode_window(units, LENIENT, last),
        }
    }

    fn encode(windows: &mut Windows, value: u32) -> Option<Encoded<u8>> {
        match value {
            0xD800..=0xDFFF if !LENIENT => None,
            0..=0x10_FFFF if windows.utf16 => Some(windows.encode_utf16(value)),
            0..=0x10_FFFF => Some(windows.encode_window(value)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    /// All values up to the first sequence that is malformed, and that.
    fn decoded<const LENIENT: bool>(bytes: &[u8]) -> (Vec<u32>, Option<Step>) {
        let (mut windows, mut rest, mut values) = (Windows::default(), bytes, Vec::new());
        while !rest.is_empty() {
            match Scsu::<LENIENT>::decode(&mut windows, rest, true) {
                Step::Value { value, len } => {
                    values.push(value);
                    rest = &rest[len..];
                }
                Step::Shift { len } => rest = &rest[len..],
                bad => return (values, Some(bad)),
            }
        }
        (values, None)
    }

    fn text(bytes: &[u8]) -> String {
        let (values, bad) = decoded::<false>(bytes);
        assert_eq!(bad, None, "{bytes:02X?}");
        values.into_iter().map(|value| char::from_u32(value).unwrap()).collect()
    }

    fn encoded(text: &str) -> Vec<u8> {
        let mut windows = Windows::default();
        let mut units = |c| Scsu::<false>::encode(&mut windows, u32::from(c)).unwrap();
        text.chars().flat_map(|c| units(c).as_slice().to_vec()).collect()
    }

    #[test]
    fn examples_of_the_standard() {
        // Section 9: German, Russian, all features.
        assert_eq!(text(b"\xD6l flie\xDFt"), "\u{d6}l flie\u{df}t");
        assert_eq!(encoded("\u{d6}l flie\u{df}t"), b"\xD6l flie\xDFt");
        let moscow = "\u{41c}\u{43e}\u{441}\u{43a}\u{432}\u{430}";
        assert_eq!(text(b"\x12\x9C\xBE\xC1\xBA\xB2\xB0"), moscow);
        let all = "A\u{df}\u{401}\u{15f}\u{df}\u{1df}\u{f000}\u{10ffff}\r\n\
                   A\u{df}\u{401}\u{15f}\u{df}\u{1df}\u{f000}\u{10ffff}";
        let bytes = b"A\xDF\x12\x81\x03\x5F\x10\xDF\x1B\x03\xDF\x1C\x88\x80\x0B\xBF\xFF\xFF\r\n\
                      A\x10\xDF\x12\x81\x03\x5F\x10\xDF\x13\xDF\x14\x80\x15\xFF";
        assert_eq!(text(bytes), all);
        assert_eq!(text(&encoded(all)), all);
    }

    #[test]
    fn what_the_writer_stakes() {
        // One of another window is quoted; for the second in a row the window is changed, and for the third
        // that is one byte.
        assert_eq!(encoded("\u{41c}"), b"\x03\x9C");
        assert_eq!(encoded("\u{41c}\u{43e}\u{441}"), b"\x03\x9C\x12\xBE\xC1");
        assert_eq!(encoded("\u{2019}s \u{201d}"), b"\x05\x19s \x1F\x40\x9D");
        // The same between windows and UTF-16.
        assert_eq!(encoded("\u{4e00}"), b"\x0E\x4E\x00");
        assert_eq!(encoded("\u{4e00}\u{4e8c}a\u{4e00}"), b"\x0E\x4E\x00\x0F\x4E\x8C\x00a\x4E\x00");
        assert_eq!(encoded("\u{4e00}\u{4e8c}abc"), b"\x0E\x4E\x00\x0F\x4E\x8C\x00a\xE0bc");
        // A signature is quoted; so are bytes that are tags.
        assert_eq!(encoded("\u{feff}"), b"\x0E\xFE\xFF");
        assert_eq!(encoded("\x01\x7F\0"), b"\x01\x01\x7F\0");
        assert_eq!(encoded("\u{1f600}\u{1f601}"), b"\x0B\xE1\xEC\x80\x81");
    }

    #[test]
    fn halves_of_pairs() {
        for pair in [
            &b"\x0F\xD8\x3D\xDE\x00"[..],
            b"\x0F\xD8\x3D\xF0\xDE\x00",
            b"\x0E\xD8\x3D\x0E\xDE\x00",
            b"\x0E\xD8\x3D\x0F\xDE\x00",
            b"\x0F\xD8\x3D\xE5\x0E\xDE\x00",
        ] {
            assert_eq!(text(pair), "\u{1f600}", "{pair:02X?}");
            // Nothing is decided before the end.
            let (&mode, _) = pair.split_first().unwrap();
            let start = usize::from(mode == SCU);
            let mut windows = Windows { utf16: mode == SCU, ..Windows::default() };
            for end in start + 1..pair.len() {
                let step = Scsu::<false>::decode(&mut windows.clone(), &pair[start..end], false);
                assert_eq!(step, Step::NeedMore, "{:02X?}", &pair[start..end]);
            }
            let step = Scsu::<false>::decode(&mut windows, &pair[start..], false);
            assert_eq!(step, Step::Value { value: 0x1_F600, len: pair.len() - start });
        }
        let lone = |len, kind| Some(Step::Malformed { len, kind });
        let high = MalformedKind::LoneHighSurrogate;
        assert_eq!(decoded::<false>(b"\x0F\xD8\x3D\x00a").1, lone(2, high));
        assert_eq!(decoded::<false>(b"\x0E\xD8\x3Da").1, lone(3, high));
        let low = MalformedKind::LoneLowSurrogate;
        assert_eq!(decoded::<false>(b"\x0E\xDE\x00").1, lone(3, low));
        assert_eq!(
            decoded::<true>(b"\x0E\xDE\x00\x0E\xD8\x3Da"),
            (std::vec![0xDE00, 0xD83D, 0x61], None)
        );
    }

    #[test]
    fn what_is_refused() {
        let kind_of = |bytes: &[u8]| match decoded::<false>(bytes).1 {
            Some(Step::Malformed { len, kind }) => (len, kind),
            step => panic!("{step:?}"),
        };
        let undefined = MalformedKind::Undefined;
        assert_eq!(kind_of(b"\x0C"), (1, undefined));
        assert_eq!(kind_of(b"\x0F\xF2"), (1, undefined));
        for place in [0, 0xA8, 0xF8] {
            assert_eq!(kind_of(&[SD0, place]), (2, undefined));
            assert_eq!(kind_of(&[SCU, UD0, place]), (2, undefined));
        }
        let cut = MalformedKind::IncompleteAtEnd;
        for bytes in [&b"\x01"[..], b"\x0E", b"\x0E\x4E", b"\x18", b"\x0B\xBF"] {
            assert_eq!(kind_of(bytes), (bytes.len(), cut));
        }
        for bytes in [&b"\x4E"[..], b"\xE8", b"\xF0\x4E", b"\xF1\xBF"] {
            assert_eq!(kind_of(&[&[SCU], bytes].concat()), (bytes.len(), cut));
        }
    }
}
