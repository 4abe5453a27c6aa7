//! Forms of East Asian text that the Encoding Standard has withdrawn, or never had: HZ (RFC 1843), ISO-2022-CN
//! (RFC 1922), ISO-2022-KR (RFC 1557), EUC-TW, and Johab (KS X 1001, annex 3). They are read, not written.
//!
//! Each is another spelling of sets that GBK, Big5 or EUC-KR has, so there are no tables of code points: HZ of
//! GB 2312, ISO-2022-CN of that and of CNS 11643, as EUC-TW; the others of KS X 1001. The syllables of Johab are
//! computed.

use super::cns;
use encoding_rs::{DecoderResult, EUC_KR, Encoding, GBK};

/// How text is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Hz,
    Iso2022Cn,
    Iso2022Kr,
    EucTw,
    Johab,
}

impl Form {
    /// Whether what bytes are depends on those before.
    pub(super) fn has_shifts(self) -> bool {
        !matches!(self, Self::EucTw | Self::Johab)
    }

    /// What a byte alone is.
    pub(super) fn letter(self, byte: u8) -> Option<char> {
        match self.step(&mut Shift::default(), &[byte]) {
            Step::Item(1, c) => c,
            _ => None,
        }
    }

    /// Reads what `bytes` begin with.
    fn step(self, shift: &mut Shift, bytes: &[u8]) -> Step {
        match self {
            Self::Hz => hz(&mut shift.is_on, bytes),
            Self::Iso2022Cn => iso_2022_cn(shift, bytes),
            Self::Iso2022Kr => iso_2022_kr(&mut shift.is_on, bytes),
            Self::EucTw => euc_tw(bytes),
            Self::Johab => johab(bytes),
        }
    }
}

/// What bytes are now.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    /// Two bytes are a code point.
    is_on: bool,
    /// Of this set, in ISO-2022-CN.
    set: Option<Set>,
    /// Behind ESC N they are of plane 2 of CNS 11643.
    has_second: bool,
}

#[derive(Clone, Copy, Debug)]
enum Set {
    Gb,
    Cns,
}

/// What some bytes are.
enum Step {
    /// So many are a code point, or a shift.
    Item(usize, Option<char>),
    Malformed(usize),
    /// More must be known.
    More,
}

/// Reads a form, in chunks of any size.
pub(super) struct FormReader {
    form: Form,
    shift: Shift,
    /// What an item begins with.
    held: Vec<u8>,
}

/// The longest item, and so more than is held.
const LONGEST: usize = 4;

impl FormReader {
    pub(super) fn new(form: Form) -> Self {
        Self { form, shift: Shift::default(), held: Vec::with_capacity(LONGEST) }
    }

    /// Reads `bytes` into the front of `text`, as a decoder of `encoding_rs` does.
    pub(super) fn decode(
        &mut self,
        bytes: &[u8],
        text: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (mut read, mut written) = (0, 0);
        loop {
            let held = self.held.len();
            let more = &bytes[read..bytes.len().min(read + LONGEST - held)];
            self.held.extend_from_slice(more);
            let step = match self.held.is_empty() {
                true => Step::More,
                false if text.len() - written < LONGEST => {
                    self.held.truncate(held);
                    return (DecoderResult::OutputFull, read, written);
                }
                false => self.form.step(&mut self.shift, &self.held),
            };
            let len = match step {
                Step::Item(len, c) => {
                    if let Some(c) = c {
                        written += c.encode_utf8(&mut text[written..]).len();
                    }
                    len
                }
                Step::Malformed(len) => len,
                Step::More => {
                    read += more.len();
                    let left = self.held.len() as u8;
                    if !last || left == 0 {
                        return (DecoderResult::InputEmpty, read, written);
                    }
                    self.held.clear();
                    return (DecoderResult::Malformed(left, 0), read, written);
                }
            };
            // An item is longer than what was held of it.
            read += len.saturating_sub(held);
            self.held.drain(..len);
            self.held.truncate(held.saturating_sub(len));
            if let Step::Malformed(len) = step {
                let behind = self.held.len() as u8;
                return (DecoderResult::Malformed(len as u8, behind), read, written);
            }
        }
    }
}

/// `~{` and `~}` enclose GB 2312; `~~` is a tilde, and a tilde at the end of a line joins it with the next.
fn hz(is_shifted: &mut bool, bytes: &[u8]) -> Step {
    match (*is_shifted, bytes) {
        (_, [b'\n', ..]) => {
            *is_shifted = false;
            Step::Item(1, Some('\n'))
        }
        (_, [b'~']) => Step::More,
        (false, [b'~', b'~', ..]) => Step::Item(2, Some('~')),
        (false, [b'~', b'\n', ..]) => Step::Item(2, None),
        (false, [b'~', b'{', ..]) | (true, [b'~', b'}', ..]) => {
            *is_shifted = !*is_shifted;
            Step::Item(2, None)
        }
        (true, [0x21..=0x77, ..]) => pair(GBK, bytes),
        (false, [byte @ ..0x80, ..]) if *byte != b'~' => Step::Item(1, Some(char::from(*byte))),
        _ => Step::Malformed(1),
    }
}

/// Shift Out and Shift In enclose KS X 1001; the announcement `ESC $ ) C` is nothing.
fn iso_2022_kr(is_shifted: &mut bool, bytes: &[u8]) -> Step {
    const ANNOUNCED: &[u8] = b"\x1B$)C";
    match (*is_shifted, bytes) {
        _ if bytes.starts_with(ANNOUNCED) => Step::Item(ANNOUNCED.len(), None),
        _ if ANNOUNCED.starts_with(bytes) => Step::More,
        (_, [0x0E, ..]) => {
            *is_shifted = true;
            Step::Item(1, None)
        }
        (_, [0x0F, ..]) => {
            *is_shifted = false;
            Step::Item(1, None)
        }
        (_, [b'\n', ..]) => {
            *is_shifted = false;
            Step::Item(1, Some('\n'))
        }
        (true, [0x21..=0x7E, ..]) => pair(EUC_KR, bytes),
        (_, [byte @ ..0x80, ..]) if *byte != 0x1B => Step::Item(1, Some(char::from(*byte))),
        _ => Step::Malformed(1),
    }
}

/// Escapes say what Shift Out encloses, until the line ends, and what follows ESC N.
fn iso_2022_cn(shift: &mut Shift, bytes: &[u8]) -> Step {
    const ESCAPES: [(&[u8], Option<Set>); 3] =
        [(b"\x1B$)A", Some(Set::Gb)), (b"\x1B$)G", Some(Set::Cns)), (b"\x1B$*H", None)];
    for (escape, set) in ESCAPES {
        if bytes.starts_with(escape) {
            shift.has_second |= set.is_none();
            shift.set = set.or(shift.set);
            return Step::Item(escape.len(), None);
        }
    }
    match *bytes {
        [b'\n', ..] => {
            *shift = Shift::default();
            Step::Item(1, Some('\n'))
        }
        [0x0E, ..] if shift.set.is_some() => {
            shift.is_on = true;
            Step::Item(1, None)
        }
        [0x0F, ..] => {
            shift.is_on = false;
            Step::Item(1, None)
        }
        [0x1B, b'N', a @ 0x21..=0x7E, b @ 0x21..=0x7E, ..] if shift.has_second => {
            cns::code_point(2, a, b).map_or(Step::Malformed(4), |c| Step::Item(4, Some(c)))
        }
        [0x1B] | [0x1B, b'$'] | [0x1B, b'$', b')' | b'*'] => Step::More,
        [0x1B, b'N'] | [0x1B, b'N', 0x21..=0x7E] if shift.has_second => Step::More,
        [0x21..=0x7E, ..] if shift.is_on => match shift.set {
            Some(Set::Cns) => of_plane_1(bytes),
            _ => pair(GBK, bytes),
        },
        [byte @ ..0x80, ..] if byte != 0x1B && byte != 0x0E => {
            Step::Item(1, Some(char::from(byte)))
        }
        _ => Step::Malformed(1),
    }
}

/// Two bytes of 21 to 7E of plane 1 of CNS 11643.
fn of_plane_1(bytes: &[u8]) -> Step {
    match *bytes {
        [a, b @ 0x21..=0x7E, ..] => {
            cns::code_point(1, a, b).map_or(Step::Malformed(2), |c| Step::Item(2, Some(c)))
        }
        [_] => Step::More,
        _ => Step::Malformed(1),
    }
}

/// Two bytes from A1 on are of plane 1 of CNS 11643; behind 8E, and the number of a plane, of that.
fn euc_tw(bytes: &[u8]) -> Step {
    match *bytes {
        [byte @ ..0x80, ..] => Step::Item(1, Some(char::from(byte))),
        [a @ 0xA1..=0xFE, b @ 0xA1..=0xFE, ..] => cns::code_point(1, a & 0x7F, b & 0x7F)
            .map_or(Step::Malformed(2), |c| Step::Item(2, Some(c))),
        [0x8E, plane @ 0xA1..=0xB0, a @ 0xA1..=0xFE, b @ 0xA1..=0xFE, ..] => {
            let c = cns::code_point(plane - 0xA0, a & 0x7F, b & 0x7F);
            c.map_or(Step::Malformed(4), |c| Step::Item(4, Some(c)))
        }
        [0xA1..=0xFE] | [0x8E] | [0x8E, 0xA1..=0xB0] | [0x8E, 0xA1..=0xB0, 0xA1..=0xFE] => {
            Step::More
        }
        _ => Step::Malformed(1),
    }
}

/// Two bytes of 21 to 7E, as those of the same set with the high bits.
fn pair(encoding: &'static Encoding, bytes: &[u8]) -> Step {
    match *bytes {
        [a, b @ 0x21..=0x7E, ..] => match decode(encoding, a | 0x80, b | 0x80) {
            Some(c) => Step::Item(2, Some(c)),
            None => Step::Malformed(2),
        },
        [_] => Step::More,
        _ => Step::Malformed(1),
    }
}

/// What two bytes are; nothing of private use, which is what GBK makes of cells that are not assigned.
fn decode(encoding: &'static Encoding, a: u8, b: u8) -> Option<char> {
    let pair = [a, b];
    let text = encoding.decode_without_bom_handling_and_without_replacement(&pair)?;
    text.chars().next().filter(|c| !('\u{E000}'..='\u{F8FF}').contains(c))
}

/// Syllables are three letters of five bits each; ideographs and signs are those of KS X 1001, two rows a
/// first byte.
fn johab(bytes: &[u8]) -> Step {
    let (a, b) = match *bytes {
        [byte @ ..0x80, ..] => return Step::Item(1, Some(char::from(byte))),
        [0x84..=0xF9] => return Step::More,
        [a @ 0x84..=0xF9, b, ..] => (a, b),
        _ => return Step::Malformed(1),
    };
    let c = match a {
        0x84..=0xD3 => syllable(u16::from_be_bytes([a, b])),
        _ => other(a, b),
    };
    match c {
        Some(c) => Step::Item(2, Some(c)),
        // A byte of ASCII may be itself.
        None => Step::Malformed(if b < 0x80 { 1 } else { 2 }),
    }
}

/// The letters of Hangul, in the order of the syllables, as those of U+3131 and following.
const INITIALS: [u8; 19] = [0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29];
const FINALS: [u8; 27] = [
    0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28,
    29,
];

fn syllable(bits: u16) -> Option<char> {
    // `None`: no such letter; 0: a filler; else the number of the letter.
    let initial = match bits >> 10 & 31 {
        letter @ 1..=20 => Some(u32::from(letter) - 1),
        _ => None,
    }?;
    let medial = match u32::from(bits >> 5 & 31) {
        2 => Some(0),
        letter @ 3..=7 => Some(letter - 2),
        letter @ 10..=15 => Some(letter - 4),
        letter @ 18..=23 => Some(letter - 6),
        letter @ 26..=29 => Some(letter - 8),
        _ => None,
    }?;
    let last = match u32::from(bits & 31) {
        letter @ 1..=17 => Some(letter - 1),
        letter @ 19..=29 => Some(letter - 2),
        _ => None,
    }?;
    let single = |letter: u32| char::from_u32(0x3131 + letter);
    match (initial, medial, last) {
        (0, 0, 0) => Some('\u{3000}'),
        (initial, 0, 0) => single(INITIALS[initial as usize - 1].into()),
        (0, medial, 0) => single(30 + medial - 1),
        (0, 0, last) => single(FINALS[last as usize - 1].into()),
        (0, ..) | (_, 0, _) => None,
        _ => char::from_u32(0xAC00 + ((initial - 1) * 21 + medial - 1) * 28 + last),
    }
}

/// Signs from D9 on, ideographs from E0 on.
fn other(a: u8, b: u8) -> Option<char> {
    let row = match a {
        0xD9..=0xDE => 2 * (u16::from(a) - 0xD9),
        0xE0..=0xF9 => 2 * u16::from(a) - 0x197,
        _ => return None,
    };
    // The letters of Hangul are above.
    let is_letter = a == 0xDA && matches!(b, 0xA1..=0xD3);
    let cell = match b {
        _ if is_letter => return None,
        0x31..=0x7E => u16::from(b) - 0x31,
        0x91..=0xFE => u16::from(b) - 0x43,
        _ => return None,
    };
    let (row, cell) = (row + cell / 94, cell % 94);
    decode(EUC_KR, 0xA1 + row as u8, 0xA1 + cell as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In chunks of a size; U+FFFD for what is malformed.
    fn read(form: Form, bytes: &[u8], size: usize) -> String {
        let mut reader = FormReader::new(form);
        let mut out = String::new();
        let chunks: Vec<&[u8]> = bytes.chunks(size).collect();
        for (at, chunk) in chunks.iter().enumerate() {
            let (mut rest, last) = (*chunk, at + 1 == chunks.len());
            loop {
                let mut text = [0; 6];
                let (result, read, written) = reader.decode(rest, &mut text, last);
                out += str::from_utf8(&text[..written]).unwrap();
                rest = &rest[read..];
                match result {
                    DecoderResult::InputEmpty => break,
                    DecoderResult::OutputFull => {}
                    DecoderResult::Malformed(..) => out.push('\u{FFFD}'),
                }
            }
        }
        out
    }

    #[test]
    fn texts_in_chunks_of_all_sizes() {
        let cases: [(Form, &[u8], &str); 13] = [
            (Form::Hz, b"This is ~{<:Ky2;~}, ~~ and ~\nmore", "This is 己所不, ~ and more"),
            (Form::Hz, b"~{<:Ky\nand", "己所\nand"),
            (Form::Hz, b"a~x ~{<", "a\u{FFFD}x \u{FFFD}"),
            (Form::Iso2022Cn, b"\x1B$)A\x0ENR\x1B$)GT/N{\x0F abc", "我們的 abc"),
            (Form::Iso2022Cn, b"\x1B$)G\x0EGs\x1B$*H\x1BN!!\x1BNrAs?\nx", "字乂麤龜\nx"),
            // Nothing was named that it shifts to, and the end of a line forgets it.
            (Form::Iso2022Cn, b"\x0Ea\x1BN!!\n\x1B$)A\n\x0E", "\u{FFFD}a\u{FFFD}N!!\n\n\u{FFFD}"),
            (Form::EucTw, b"\xC6\xBA\xFD\xA4\xCE\xFB, \x8E\xA2\xA1\xA1\n", "台灣的, 乂\n"),
            (
                Form::EucTw,
                b"\x8E\xA3\xA1\xA1a\x80\xC6a\x8E\xA2\xA1",
                "\u{FFFD}a\u{FFFD}\u{FFFD}a\u{FFFD}",
            ),
            (Form::Iso2022Kr, b"\x1B$)C\x0E0!3*\x0F abc \x0E0!\nx", "가나 abc 가\nx"),
            (Form::Iso2022Kr, b"\x1B$x\x0E0", "\u{FFFD}$x\u{FFFD}"),
            (Form::Johab, b"\x88a\x90a x", "가나 x"),
            (Form::Johab, b"\x84A\xD91\xE01", "\u{3000}\u{3000}伽"),
            (Form::Johab, b"\x88a\xFFz\x88", "가\u{FFFD}z\u{FFFD}"),
        ];
        for (form, bytes, text) in cases {
            for size in 1..=bytes.len() {
                assert_eq!(read(form, bytes, size), text, "{form:?} by {size}");
            }
        }
    }

    #[test]
    fn every_syllable_of_johab_is_one() {
        let pairs = (0x84..=0xD3).flat_map(|a| (0..=0xFF).map(move |b| [a, b]));
        let mut all: Vec<char> =
            pairs.filter_map(|pair| syllable(u16::from_be_bytes(pair))).collect();
        all.sort_unstable();
        all.retain(|c| ('가'..='힣').contains(c));
        assert!(all.iter().copied().eq('가'..='힣'));
    }
}
