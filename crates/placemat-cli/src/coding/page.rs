//! Code pages that the Encoding Standard lacks: of DOS, of mainframes (EBCDIC), of the Macintosh, of Unix
//! systems and of central Asia. One byte is one code point.

use super::legacy::{Codec, Legacy};
use placemat::ascii;
use std::sync::LazyLock;

/// Three lines a page: its labels, the name first; what it was for; and what its bytes are, 80 to FF as
/// they are where the others are ASCII, or all as numbers. U+FFFD is a byte that it leaves undefined.
/// The tables are those of Python's codecs, which have them from the Unicode Consortium's mappings
/// ("VENDORS"); 1047 is glibc's.
const PAGES: &str = include_str!("pages.txt");

/// All of them, read when the first one is asked for.
pub(super) static ALL: LazyLock<Vec<Legacy>> = LazyLock::new(|| {
    let lines: Vec<&str> = PAGES.lines().collect();
    let (pages, _) = lines.as_chunks();
    pages.iter().map(|[labels, about, table]| legacy(labels, about, table)).collect()
});

fn legacy(labels: &'static str, about: &'static str, table: &str) -> Legacy {
    let labels: &'static [&'static str] = labels.split(' ').collect::<Vec<_>>().leak();
    Legacy {
        name: labels[0],
        codec: Codec::Page(Box::new(Page::of(table))),
        whatwg: &[],
        more: labels,
        about,
    }
}

/// What each byte is, and what each code point is written as.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    bytes: [Option<char>; 256],
    /// By code point; of two bytes that are one code point, the first.
    code_points: Vec<(char, u8)>,
    /// How long the first bytes are ASCII.
    ascii: bool,
}

/// How far one went, and why not further.
pub(super) struct Went {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) end: End,
}

pub(super) enum End {
    OfInput,
    OfRoom,
    /// The last that was read is not in the page.
    Unknown,
}

impl Page {
    fn of(table: &str) -> Self {
        let mut bytes: [char; 256] = std::array::from_fn(|byte| char::from(byte as u8));
        let ascii = !table.starts_with("00 ");
        match ascii {
            true => bytes[0x80..].iter_mut().zip(table.chars()).for_each(|(byte, c)| *byte = c),
            false => bytes.iter_mut().zip(table.split(' ')).for_each(|(byte, number)| {
                let number = u32::from_str_radix(number, 16).ok();
                *byte = number.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            }),
        }
        let bytes = bytes.map(|c| Some(c).filter(|&c| c != char::REPLACEMENT_CHARACTER));
        let mut code_points: Vec<(char, u8)> =
            (0..=0xFF).zip(bytes).filter_map(|(byte, c)| Some((c?, byte))).collect();
        code_points.sort_unstable();
        code_points.dedup_by_key(|pair| pair.0);
        Self { bytes, code_points, ascii }
    }

    pub(super) fn letter(&self, byte: u8) -> Option<char> {
        self.bytes[usize::from(byte)]
    }

    /// Whether letters and digits of ASCII are in their places.
    pub(super) fn extends_ascii(&self) -> bool {
        (0..0x80)
            .filter(u8::is_ascii_alphanumeric)
            .all(|byte| self.letter(byte) == Some(byte.into()))
    }

    pub(super) fn byte(&self, c: char) -> Option<u8> {
        let found = self.code_points.binary_search_by_key(&c, |pair| pair.0);
        found.ok().map(|at| self.code_points[at].1)
    }

    /// Reads `bytes` into the front of `text`, as UTF-8, up to one that is undefined.
    pub(super) fn decode(&self, bytes: &[u8], text: &mut [u8]) -> Went {
        let (mut read, mut written) = (0, 0);
        let end = loop {
            if self.ascii {
                let run = copy_ascii(&bytes[read..], &mut text[written..]);
                (read, written) = (read + run, written + run);
            }
            let Some(&byte) = bytes.get(read) else { break End::OfInput };
            let Some(c) = self.letter(byte) else {
                read += 1;
                break End::Unknown;
            };
            let Some(room) = text[written..].get_mut(..c.len_utf8()) else { break End::OfRoom };
            written += c.encode_utf8(room).len();
            read += 1;
        };
        Went { read, written, end }
    }

    /// Writes `text` to the front of `bytes`, up to what the page does not have.
    pub(super) fn encode(&self, text: &str, bytes: &mut [u8]) -> Went {
        let (mut read, mut written) = (0, 0);
        let end = loop {
            if self.ascii {
                let run = copy_ascii(&text.as_bytes()[read..], &mut bytes[written..]);
                (read, written) = (read + run, written + run);
            }
            let Some(c) = text[read..].chars().next() else { break End::OfInput };
            let Some(room) = bytes.get_mut(written) else { break End::OfRoom };
            read += c.len_utf8();
            let Some(byte) = self.byte(c) else { break End::Unknown };
            *room = byte;
            written += 1;
        };
        Went { read, written, end }
    }
}

/// Copies the ASCII that `from` begins with, as far as there is room: how much.
fn copy_ascii(from: &[u8], to: &mut [u8]) -> usize {
    let from = &from[..from.len().min(to.len())];
    let run = ascii::first_non_ascii(from).unwrap_or(from.len());
    to[..run].copy_from_slice(&from[..run]);
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_with_little_room() {
        for legacy in ALL.iter() {
            let Codec::Page(page) = &legacy.codec else { panic!("{}", legacy.name) };
            let all: Vec<u8> = (0..=0xFF).filter(|&byte| page.letter(byte).is_some()).collect();
            let (mut text, mut rest, mut room) = (Vec::new(), &all[..], [0; 7]);
            while !rest.is_empty() {
                let went = page.decode(rest, &mut room);
                text.extend(&room[..went.written]);
                rest = &rest[went.read..];
                assert!(!matches!(went.end, End::Unknown), "{}", legacy.name);
            }
            let text = String::from_utf8(text).unwrap();
            let mut bytes = Vec::new();
            let mut rest = &*text;
            while !rest.is_empty() {
                let went = page.encode(rest, &mut room[..3]);
                bytes.extend(&room[..went.written]);
                rest = &rest[went.read..];
                assert!(!matches!(went.end, End::Unknown), "{}", legacy.name);
            }
            // Where two bytes are one code point, the first is written.
            assert_eq!(bytes.len(), all.len(), "{}", legacy.name);
            for (new, old) in bytes.iter().zip(&all) {
                assert_eq!(page.letter(*new), page.letter(*old), "{}", legacy.name);
                assert!(new <= old);
            }
        }
    }

    #[test]
    fn what_a_page_lacks_ends_it() {
        let page = Page::of("é\u{FFFD}");
        let went = page.decode(b"a\x80\x81b", &mut [0; 9]);
        assert_eq!((went.read, went.written), (3, 3));
        assert!(matches!(went.end, End::Unknown));
        let went = page.encode("aéz€b", &mut [0; 9]);
        assert_eq!((went.read, went.written), (7, 3));
        assert!(matches!(went.end, End::Unknown));
    }
}
