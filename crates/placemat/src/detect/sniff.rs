//! What the start of a file looks like: text, UTF-16, UTF-32, binary.
//!
//! It looks at the first 8 KiB only, so that the answer is the same however
//! the file is read. A file whose first NUL comes later is taken for UTF-8, in
//! which NUL is a code point like any other. Whether the rest is what the start
//! looks like, or what the start leaves open, [`Wide`](super::Wide) tells.

use crate::encoding::{Encoding, Step, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::utf8;

/// How many bytes [`sniff`] looks at: about as many as git does.
pub const SAMPLE: usize = 8 * 1024;

/// What the start of a file looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniffed {
    /// Nothing against UTF-8; with a signature or without.
    Text {
        /// It begins with EF BB BF.
        signature: bool,
    },
    /// UTF-16 or UTF-32.
    Other(OtherEncoding),
    /// No text, as far as can be told.
    Binary,
}

/// An encoding of 16 or 32 bits that a file seems to be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherEncoding {
    /// The canonical name: `utf-16le`.
    pub name: &'static str,
    /// The name for people: "UTF-16, little-endian".
    pub title: &'static str,
    /// The signature, if it is that which tells; else the zeros do.
    pub signature: &'static [u8],
}

impl OtherEncoding {
    /// The label under which the text is read without its signature: `utf-16` or
    /// `utf-32` if it has one, because text in a form that states its byte order has
    /// none, and what looks like one is U+FEFF (RFC 2781, section 3.2).
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self.signature {
            [] => self.name,
            _ if self.name.starts_with("utf-16") => "utf-16",
            _ => "utf-32",
        }
    }
}

/// How the bytes of a unit are put together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    signature: &'static [u8],
    /// The bytes of a unit.
    width: usize,
    /// Adds what text it would be; how much of it is whole.
    pub(super) survey: fn(&mut Survey, &[u8]) -> usize,
}

/// UTF-32 first: its little-endian signature begins with that of UTF-16.
pub(super) const FORMS: [Form; 4] = [
    Form {
        name: "utf-32le",
        title: "UTF-32, little-endian",
        signature: b"\xFF\xFE\0\0",
        width: 4,
        survey: survey::<Utf32Le>,
    },
    Form {
        name: "utf-32be",
        title: "UTF-32, big-endian",
        signature: b"\0\0\xFE\xFF",
        width: 4,
        survey: survey::<Utf32Be>,
    },
    Form {
        name: "utf-16le",
        title: "UTF-16, little-endian",
        signature: b"\xFF\xFE",
        width: 2,
        survey: survey::<Utf16Le>,
    },
    Form {
        name: "utf-16be",
        title: "UTF-16, big-endian",
        signature: b"\xFE\xFF",
        width: 2,
        survey: survey::<Utf16Be>,
    },
];

/// Judges the start of a file; `whole` says that nothing follows it.
///
/// # Examples
/// ```
/// use placemat::detect::{Sniffed, sniff};
/// assert!(matches!(sniff(b"h\0i\0", true), Sniffed::Other(form) if form.name == "utf-16le"));
/// assert_eq!(sniff(b"\x7FELF\0\0\x01", true), Sniffed::Binary);
/// ```
#[must_use]
pub fn sniff(bytes: &[u8], whole: bool) -> Sniffed {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let whole = whole && sample.len() == bytes.len();
    if let Some(form) = FORMS.iter().find(|form| form.is_signed(sample)) {
        return Sniffed::Other(form.found(form.signature));
    }
    // U+3001 and U+3002, the punctuation of text without spaces, have no zero.
    let least = sample.iter().fold(u8::MAX, |least, byte| least.min(*byte));
    let zeros = least == 0;
    if least <= 2
        && let Some(form) = unsigned(sample, whole)
    {
        return Sniffed::Other(form.found(b""));
    }
    let magic = MAGIC.iter().any(|magic| sample.starts_with(magic)) && !utf8::is_valid(sample);
    if zeros || magic {
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
        sample.strip_prefix(self.signature).is_some_and(|text| {
            let survey = self.of(text);
            survey.malformed == 0 && survey.nuls == 0
        })
    }

    /// What text it would be, but for a unit or a pair that is cut at the end.
    fn of(&self, text: &[u8]) -> Survey {
        let mut survey = Survey::default();
        (self.survey)(&mut survey, text);
        survey
    }

    fn found(&self, signature: &'static [u8]) -> OtherEncoding {
        OtherEncoding { name: self.name, title: self.title, signature }
    }
}

/// The form whose zeros the sample has: all of it must be text that people
/// write, and some of it ASCII, where every other byte is zero, or punctuation
/// of text that has no ASCII.
fn unsigned(sample: &[u8], whole: bool) -> Option<&'static Form> {
    let with_nuls = WithNuls::of(sample);
    // Of two orders that are both possible, spaces and ends of lines tell more
    // than letters: read the wrong way, U+3000 is a zero.
    let score = |form: &Form| -> Option<u64> {
        if whole && !sample.len().is_multiple_of(form.width) {
            return None;
        }
        let survey = form.of(sample);
        let text = survey.implausible == 0 && survey.malformed == 0 && survey.all >= 2;
        let by_chance = with_nuls.is_some_and(|bytes| bytes.is_likelier(form, &survey));
        survey.score().filter(|_| text && !by_chance)
    };
    let scored = FORMS.iter().filter_map(|form| Some((score(form)?, form)));
    scored.max_by_key(|&(score, _)| score).map(|(_, form)| form)
}

/// Text of one byte for most letters, with no control codes but NUL and those that text has.
#[derive(Clone, Copy, Debug)]
pub(super) enum WithNuls {
    Ascii,
    MostlyAscii,
}

impl WithNuls {
    /// Whether the start of an input is that.
    pub(super) fn of(sample: &[u8]) -> Option<Self> {
        let is_text = |&byte: &u8| byte >= b' ' || matches!(byte, 0 | b'\t' | b'\n' | b'\r');
        let high = sample.iter().filter(|byte| !byte.is_ascii()).count();
        let kind = if high == 0 { Self::Ascii } else { Self::MostlyAscii };
        (4 * high <= sample.len() && sample.iter().all(is_text)).then_some(kind)
    }

    /// Whether the code points of UTF-16 are by chance what they are: two bytes of ASCII make an
    /// ideograph. So do names with a NUL behind each.
    pub(super) fn is_likelier(self, form: &Form, survey: &Survey) -> bool {
        let Survey { all, ascii, of_ascii, lines, of_lines, .. } = *survey;
        // In UTF-16 an end of a line is a code point of its own.
        let most = match self {
            Self::Ascii => true,
            // Few ideographs are mostly ASCII by chance, too.
            Self::MostlyAscii => of_lines > 0 || of_ascii > 8 * (all - of_ascii),
        };
        form.width == 2 && of_ascii > ascii && lines <= of_lines && most
    }
}

/// What text in some form is made of, in code points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    pub(super) all: u64,
    ascii: u64,
    /// White space, and the commas and full stops of Chinese and Japanese.
    spaces: u64,
    nuls: u64,
    /// Those that two bytes of ASCII make in UTF-16, the first of which is no control code.
    of_ascii: u64,
    /// Ends of lines, and code points that one makes in UTF-16 with ASCII behind it or before.
    lines: u64,
    of_lines: u64,
    pub(super) implausible: u64,
    pub(super) malformed: u64,
    /// How many bytes there were.
    pub(super) bytes: u64,
    pub(super) first_malformed: Option<u64>,
}

impl Survey {
    /// How much tells that it is text, if that is enough.
    pub(super) fn score(&self) -> Option<u64> {
        let score = self.ascii + self.spaces;
        (score * 50 >= self.all).then_some(score)
    }

    fn add(&mut self, c: char) {
        self.all += 1;
        self.ascii += u64::from(c.is_ascii());
        let space = c.is_ascii_whitespace() || matches!(c, '\u{3001}' | '\u{3002}' | '\u{FF0C}');
        self.spaces += u64::from(space);
        self.nuls += u64::from(c == '\0');
        self.lines += u64::from(c == '\n');
        self.of_lines += u64::from(matches!(c, '\u{A20}'..'\u{A7F}'));
        self.of_ascii += u64::from(matches!(c, '\u{2000}'..'\u{7F00}') && u32::from(c) & 0x80 == 0);
        self.implausible += u64::from(!is_plausible(c));
    }
}

/// Whether text of people has this code point.
fn is_plausible(c: char) -> bool {
    let private = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
    let noncharacter = u32::from(c) & 0xFFFE == 0xFFFE;
    !private && !noncharacter && (!c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x0C'))
}

/// Adds all that is whole: the text may end within a unit or a pair.
fn survey<E: Encoding<Unit = u8>>(survey: &mut Survey, bytes: &[u8]) -> usize {
    let (mut state, mut at) = (E::State::default(), 0);
    while at < bytes.len() {
        let step = E::decode(&mut state, &bytes[at..], false);
        match step {
            Step::Value { value, .. } => survey.add(char::from_u32(value).unwrap_or_default()),
            Step::NeedMore => break,
            _ => {
                survey.malformed += 1;
                survey.first_malformed.get_or_insert(survey.bytes + at as u64);
            }
        }
        at += step.len();
    }
    survey.bytes += at as u64;
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

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
        // No ASCII at all.
        assert_eq!(name(&le16("日本語の文章。")), "utf-16le");
        assert_eq!(name(&be16("我们的文字，没有空格。")), "utf-16be");
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
    fn the_label_reads_the_text_without_its_signature() {
        let label = |bytes: &[u8]| match sniff(bytes, true) {
            Sniffed::Other(other) => other.label(),
            _ => "",
        };
        assert_eq!([label(&le16("\u{FEFF}a")), label(&le16("ab"))], ["utf-16", "utf-16le"]);
        assert_eq!([label(&be16("\u{FEFF}a")), label(&be16("ab"))], ["utf-16", "utf-16be"]);
        assert_eq!([label(&le32("\u{FEFF}a")), label(&le32("ab"))], ["utf-32", "utf-32le"]);
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
        // Names and fields with NUL between them.
        for text in ["a.txt\0b.txt\0", "abc\0def\n", "id\0name\n", "key\0value\nk2\0v2\n"] {
            assert_eq!(name(text.as_bytes()), "binary", "{text:?}");
        }
        assert_eq!(name(b"a,b\n1,x\0y\n2,\xFF\n"), "binary");
        // ASCII, or code points of two bytes of ASCII, in UTF-16.
        for text in [
            "上海\n",
            "慢慢来\n",
            "あいうえお\nかきくけこ\n",
            "ID\tあいうえおかきくけこ\n",
            "中\n",
            "a中b",
            "नमस्ते दुनिया",
            "中丰 and so on",
        ] {
            assert_eq!([name(&le16(text)), name(&be16(text))], ["utf-16le", "utf-16be"], "{text}");
        }
        // Numbers of 16 bits.
        let numbers: Vec<u8> = (0..500_u16).flat_map(u16::to_le_bytes).collect();
        assert_eq!(name(&numbers), "binary");
    }
}
