//! What a file looks like before it is checked: text, UTF-16, UTF-32, binary.
//!
//! It looks at the first 8 KiB only, so that the answer is the same however
//! the file is read. A file whose first NUL comes later is checked as UTF-8, in
//! which NUL is a code point like any other.

use placemat::utf8;

/// How many bytes are looked at: about as many as git does.
pub(crate) const SAMPLE: usize = 8 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sniffed {
    /// Nothing against UTF-8; with a signature or without.
    Text {
        signature: bool,
    },
    Other(OtherEncoding),
    Binary,
}

/// An encoding of 16 or 32 bits that a file seems to be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherEncoding {
    /// The canonical name: `utf-16le`.
    pub(crate) name: &'static str,
    /// The name for people: "UTF-16, little-endian".
    pub(crate) title: &'static str,
    /// The signature, if it is that which tells; else the zeros do.
    pub(crate) signature: &'static [u8],
}

/// How the bytes of a unit are put together.
struct Form {
    name: &'static str,
    title: &'static str,
    signature: &'static [u8],
    /// The bytes of a unit.
    width: usize,
    /// The text, and `None` for what is not well-formed in this form.
    decode: fn(&[u8]) -> Option<String>,
}

/// UTF-32 first: its little-endian signature begins with that of UTF-16.
const FORMS: [Form; 4] = [
    Form {
        name: "utf-32le",
        title: "UTF-32, little-endian",
        signature: b"\xFF\xFE\0\0",
        width: 4,
        decode: |bytes| utf32(bytes, u32::from_le_bytes),
    },
    Form {
        name: "utf-32be",
        title: "UTF-32, big-endian",
        signature: b"\0\0\xFE\xFF",
        width: 4,
        decode: |bytes| utf32(bytes, u32::from_be_bytes),
    },
    Form {
        name: "utf-16le",
        title: "UTF-16, little-endian",
        signature: b"\xFF\xFE",
        width: 2,
        decode: |bytes| utf16(bytes, u16::from_le_bytes),
    },
    Form {
        name: "utf-16be",
        title: "UTF-16, big-endian",
        signature: b"\xFE\xFF",
        width: 2,
        decode: |bytes| utf16(bytes, u16::from_be_bytes),
    },
];

/// Judges the start of a file; `whole` says that nothing follows it.
pub(crate) fn sniff(bytes: &[u8], whole: bool) -> Sniffed {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let whole = whole && sample.len() == bytes.len();
    if let Some(form) = FORMS.iter().find(|form| form.is_signed(sample)) {
        return Sniffed::Other(form.found(form.signature));
    }
    if memchr::memchr(0, sample).is_some() {
        return match unsigned(sample, whole) {
            Some(form) => Sniffed::Other(form.found(b"")),
            None => Sniffed::Binary,
        };
    }
    if MAGIC.iter().any(|magic| sample.starts_with(magic)) && !utf8::is_valid(sample) {
        return Sniffed::Binary;
    }
    Sniffed::Text { signature: sample.starts_with(b"\xEF\xBB\xBF") }
}

/// Formats that may have no NUL in their first bytes: PNG, JPEG, GIF, gzip,
/// bzip2, xz, zstd, ZIP, 7z, PDF.
const MAGIC: [&[u8]; 10] = [
    b"\x89PNG",
    b"\xFF\xD8\xFF",
    b"GIF8",
    b"\x1F\x8B",
    b"BZh",
    b"\xFD7zXZ",
    b"\x28\xB5\x2F\xFD",
    b"PK\x03\x04",
    b"7z\xBC\xAF",
    b"%PDF-",
];

impl Form {
    /// Whether the sample has the signature, and text of this form behind it.
    fn is_signed(&self, sample: &[u8]) -> bool {
        let text = sample.strip_prefix(self.signature);
        text.and_then(|text| self.text(text)).is_some_and(|text| !text.contains('\0'))
    }

    /// The whole units of `bytes` as text.
    fn text(&self, bytes: &[u8]) -> Option<String> {
        (self.decode)(&bytes[..bytes.len() - bytes.len() % self.width])
    }

    fn found(&self, signature: &'static [u8]) -> OtherEncoding {
        OtherEncoding { name: self.name, title: self.title, signature }
    }
}

/// The form whose zeros the sample has: all of it must be text that people
/// write, and some of it ASCII, where every other byte is zero.
fn unsigned(sample: &[u8], whole: bool) -> Option<&'static Form> {
    // Of two orders that are both possible, spaces and ends of lines tell more
    // than letters: read the wrong way, U+3000 is a zero.
    let score = |form: &Form| -> Option<usize> {
        if whole && !sample.len().is_multiple_of(form.width) {
            return None;
        }
        let text = form.text(sample)?;
        let (mut all, mut ascii, mut spaces) = (0, 0, 0);
        for c in text.chars() {
            if !is_plausible(c) {
                return None;
            }
            all += 1;
            ascii += usize::from(c.is_ascii());
            spaces += usize::from(c.is_ascii_whitespace());
        }
        (all >= 2 && ascii * 50 >= all).then_some(ascii + spaces)
    };
    let scored = FORMS.iter().filter_map(|form| Some((score(form)?, form)));
    scored.max_by_key(|&(score, _)| score).map(|(_, form)| form)
}

/// Whether text of people has this code point.
fn is_plausible(c: char) -> bool {
    let private = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
    let noncharacter = u32::from(c) & 0xFFFE == 0xFFFE;
    !private && !noncharacter && (!c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x0C'))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let mut units: Vec<u16> = bytes.as_chunks().0.iter().map(|&pair| unit(pair)).collect();
    // The sample may end between the halves of a pair.
    units.pop_if(|last| matches!(last, 0xD800..=0xDBFF));
    char::decode_utf16(units).collect::<Result<_, _>>().ok()
}

fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Option<String> {
    bytes.as_chunks().0.iter().map(|&four| char::from_u32(unit(four))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> &'static str {
        match sniff(bytes, true) {
            Sniffed::Text { signature: false } => "text",
            Sniffed::Text { signature: true } => "signed text",
            Sniffed::Other(other) => other.name,
            Sniffed::Binary => "binary",
        }
    }

    fn le16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    fn be16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    }

    fn le32(text: &str) -> Vec<u8> {
        text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect()
    }

    const TEXTS: [&str; 5] = [
        "Hello, world\r\n",
        "Привет, мир.\n",
        "日本語の文章は、空白がない。\n次の行\n",
        "\u{3000}全角の空白\n",
        "a 😀 b",
    ];

    #[test]
    fn utf16_and_utf32_by_their_zeros() {
        for text in TEXTS {
            assert_eq!(name(&le16(text)), "utf-16le", "{text}");
            assert_eq!(name(&be16(text)), "utf-16be", "{text}");
            assert_eq!(name(&le32(text)), "utf-32le", "{text}");
        }
        // Cut in the middle of a unit and of a pair.
        let long = be16(&"x😀".repeat(3000));
        assert_eq!(sniff(&long, false), sniff(&long, true));
        assert_eq!(name(&long), "utf-16be");
    }

    #[test]
    fn signatures() {
        assert_eq!(name(&le16("\u{FEFF}Ж")), "utf-16le");
        assert_eq!(name(&be16("\u{FEFF}日本")), "utf-16be");
        assert_eq!(name(&le32("\u{FEFF}a")), "utf-32le");
        assert_eq!(name(b"\xFF\xFE"), "utf-16le");
        assert_eq!(name(b"\xFF\xFE\0\0"), "utf-32le");
        assert_eq!(name(b"\xEF\xBB\xBFa"), "signed text");
        // FF FE by chance: what follows is no UTF-16.
        assert_eq!(name(b"\xFF\xFEa\xD8b\xD8"), "text");
    }

    #[test]
    fn binary_and_text() {
        assert_eq!(name(b""), "text");
        assert_eq!(name(b"caf\xE9"), "text");
        assert_eq!(name(b"a\0"), "binary");
        assert_eq!(name(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0"), "binary");
        assert_eq!(name(&[0; 100]), "binary");
        assert_eq!(name(b"\x1F\x8B\x08\xFF\x11"), "binary");
        assert_eq!(name(b"GIF89 is a format"), "text");
        // Numbers of 16 bits.
        let numbers: Vec<u8> = (0..500_u16).flat_map(u16::to_le_bytes).collect();
        assert_eq!(name(&numbers), "binary");
    }
}
