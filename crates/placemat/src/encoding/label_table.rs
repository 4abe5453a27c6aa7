//! What there is to know about each label: names of IANA, iconv, Python and Java.

use super::any::{Codec, Saved, known};
use super::historic::{
    Bocu1, Scsu, Ucs2Bytes, Ucs4Bytes, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279, UtfEbcdic,
};
use super::{
    BigEndian, Cesu8, Encoding, Label, Latin1, LittleEndian, ModifiedUtf8, UsAscii, Utf8,
    Utf16Bytes, Utf32Bytes, Windows1252, Wtf8,
};

/// What there is to know about a label.
pub(super) struct Row {
    pub(super) label: Label,
    /// The encoding, big-endian if the label leaves that open; and its lenient form.
    pub(super) codecs: [&'static dyn Codec; 2],
    pub(super) name: &'static str,
    /// Other spellings; those that differ in case and punctuation only are left
    /// out.
    pub(super) aliases: &'static [&'static str],
    /// U+FEFF at the start of text, if the encoding has it.
    pub(super) signature: &'static [u8],
    /// One line.
    pub(super) about: &'static str,
}

/// An encoding that has no lenient form.
const fn one<E: Encoding<Unit = u8, State: Saved>>() -> [&'static dyn Codec; 2] {
    two::<E, E>()
}

const fn two<E, L>() -> [&'static dyn Codec; 2]
where
    E: Encoding<Unit = u8, State: Saved>,
    L: Encoding<Unit = u8, State: Saved>,
{
    [known::<E>(), known::<L>()]
}

const UTF8_SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

/// The one table, in the order of the declaration.
pub(super) static TABLE: [Row; 28] = [
    Row {
        label: Label::UsAscii,
        codecs: one::<UsAscii>(),
        name: "us-ascii",
        aliases: &[
            "ascii",
            "ANSI_X3.4-1968",
            "ANSI_X3.4-1986",
            "iso-ir-6",
            "ISO_646.irv:1991",
            "ISO646-US",
            "us",
            "646",
            "IBM367",
            "cp367",
            "csASCII",
        ],
        signature: b"",
        about: "ASCII: one byte, below 80",
    },
    Row {
        label: Label::Utf8,
        codecs: one::<Utf8>(),
        name: "utf-8",
        aliases: &["csUTF8", "u8", "cp65001", "utf8mb4", "unicode20utf8"],
        signature: UTF8_SIGNATURE,
        about: "UTF-8: one to four bytes (RFC 3629)",
    },
    Row {
        label: Label::Utf8Rfc2279,
        codecs: two::<Utf8Rfc2279, Utf8Rfc2279<true>>(),
        name: "utf-8-rfc2279",
        aliases: &["fss-utf", "utf-fss", "utf-2"],
        signature: UTF8_SIGNATURE,
        about: "UTF-8 until 2003: one to six bytes, 31 bits (RFC 2279)",
    },
    Row {
        label: Label::Cesu8,
        codecs: two::<Cesu8, Cesu8<true>>(),
        name: "cesu-8",
        aliases: &["csCESU8"],
        signature: UTF8_SIGNATURE,
        about: "UTF-8 of the units of UTF-16: surrogate pairs have six bytes (UTR #26)",
    },
    Row {
        label: Label::ModifiedUtf8,
        codecs: two::<ModifiedUtf8, ModifiedUtf8<true>>(),
        name: "modified-utf-8",
        aliases: &["mutf-8", "java-modified-utf-8", "x-modified-utf-8"],
        signature: UTF8_SIGNATURE,
        about: "CESU-8 with U+0000 as C0 80, and lone surrogates (Java, JVM 4.4.7)",
    },
    Row {
        label: Label::Wtf8,
        codecs: two::<Wtf8, Wtf8<true>>(),
        name: "wtf-8",
        aliases: &[],
        signature: UTF8_SIGNATURE,
        about: "UTF-8 that also holds lone surrogates of UTF-16",
    },
    Row {
        label: Label::Utf16,
        codecs: two::<Utf16Bytes<BigEndian>, Utf16Bytes<BigEndian, true>>(),
        name: "utf-16",
        aliases: &["csUTF16", "u16", "x-utf-16"],
        signature: b"\xFF\xFE",
        about: "UTF-16 in the byte order of its signature, else big-endian (RFC 2781)",
    },
    Row {
        label: Label::Utf16Le,
        codecs: two::<Utf16Bytes<LittleEndian>, Utf16Bytes<LittleEndian, true>>(),
        name: "utf-16le",
        aliases: &["csUTF16LE", "UnicodeLittleUnmarked", "x-utf-16le"],
        signature: b"\xFF\xFE",
        about: "UTF-16, little-endian",
    },
    Row {
        label: Label::Utf16Be,
        codecs: two::<Utf16Bytes<BigEndian>, Utf16Bytes<BigEndian, true>>(),
        name: "utf-16be",
        aliases: &["csUTF16BE", "UnicodeBigUnmarked", "x-utf-16be"],
        signature: b"\xFE\xFF",
        about: "UTF-16, big-endian",
    },
    Row {
        label: Label::Utf32,
        codecs: two::<Utf32Bytes<BigEndian>, Utf32Bytes<BigEndian, true>>(),
        name: "utf-32",
        aliases: &["csUTF32", "u32"],
        signature: b"\xFF\xFE\0\0",
        about: "UTF-32 in the byte order of its signature, else big-endian",
    },
    Row {
        label: Label::Utf32Le,
        codecs: two::<Utf32Bytes<LittleEndian>, Utf32Bytes<LittleEndian, true>>(),
        name: "utf-32le",
        aliases: &["csUTF32LE", "x-utf-32le"],
        signature: b"\xFF\xFE\0\0",
        about: "UTF-32, little-endian",
    },
    Row {
        label: Label::Utf32Be,
        codecs: two::<Utf32Bytes<BigEndian>, Utf32Bytes<BigEndian, true>>(),
        name: "utf-32be",
        aliases: &["csUTF32BE", "x-utf-32be"],
        signature: b"\0\0\xFE\xFF",
        about: "UTF-32, big-endian",
    },
    Row {
        label: Label::Ucs2,
        codecs: two::<Ucs2Bytes<BigEndian>, Ucs2Bytes<BigEndian, true>>(),
        name: "ucs-2",
        aliases: &["ISO-10646-UCS-2", "csUnicode"],
        signature: b"\xFF\xFE",
        about: "two bytes, U+0000 to U+FFFF without surrogates, by its signature",
    },
    Row {
        label: Label::Ucs2Le,
        codecs: two::<Ucs2Bytes<LittleEndian>, Ucs2Bytes<LittleEndian, true>>(),
        name: "ucs-2le",
        aliases: &["UnicodeLittle"],
        signature: b"\xFF\xFE",
        about: "UCS-2, little-endian",
    },
    Row {
        label: Label::Ucs2Be,
        codecs: two::<Ucs2Bytes<BigEndian>, Ucs2Bytes<BigEndian, true>>(),
        name: "ucs-2be",
        aliases: &["UnicodeBig", "UNICODE-1-1", "csUnicode11"],
        signature: b"\xFE\xFF",
        about: "UCS-2, big-endian",
    },
    Row {
        label: Label::Ucs4,
        codecs: two::<Ucs4Bytes<BigEndian>, Ucs4Bytes<BigEndian, true>>(),
        name: "ucs-4",
        aliases: &["ISO-10646-UCS-4", "csUCS4"],
        signature: b"\xFF\xFE\0\0",
        about: "four bytes, 0 to 7FFFFFFF without surrogates, by its signature",
    },
    Row {
        label: Label::Ucs4Le,
        codecs: two::<Ucs4Bytes<LittleEndian>, Ucs4Bytes<LittleEndian, true>>(),
        name: "ucs-4le",
        aliases: &[],
        signature: b"\xFF\xFE\0\0",
        about: "UCS-4, little-endian",
    },
    Row {
        label: Label::Ucs4Be,
        codecs: two::<Ucs4Bytes<BigEndian>, Ucs4Bytes<BigEndian, true>>(),
        name: "ucs-4be",
        aliases: &[],
        signature: b"\0\0\xFE\xFF",
        about: "UCS-4, big-endian",
    },
    Row {
        label: Label::Utf7,
        codecs: two::<Utf7, Utf7<true>>(),
        name: "utf-7",
        aliases: &["csUTF7", "u7", "UNICODE-1-1-UTF-7", "csUnicode11UTF7"],
        signature: b"+/v8-",
        about: "ASCII and Base64, for old mail (RFC 2152)",
    },
    Row {
        label: Label::Utf7Imap,
        codecs: two::<Utf7Imap, Utf7Imap<true>>(),
        name: "utf-7-imap",
        aliases: &["csUTF7IMAP", "x-IMAP4-modified-UTF7"],
        signature: b"",
        about: "UTF-7 for the names of mailboxes (RFC 3501, 5.1.3)",
    },
    Row {
        label: Label::Utf1,
        codecs: two::<Utf1, Utf1<true>>(),
        name: "utf-1",
        aliases: &["ISO-10646-UTF-1", "csISO10646UTF1"],
        signature: b"\xF7\x64\x4C",
        about: "what came before UTF-8: one to five bytes, base 190 (ISO-IR 178)",
    },
    Row {
        label: Label::Scsu,
        codecs: two::<Scsu, Scsu<true>>(),
        name: "scsu",
        aliases: &["csSCSU", "ibm-1212", "ibm-1213"],
        signature: b"\x0E\xFE\xFF",
        about: "compressed: windows of 128 code points, or UTF-16 (UTS #6)",
    },
    Row {
        label: Label::Bocu1,
        codecs: two::<Bocu1, Bocu1<true>>(),
        name: "bocu-1",
        aliases: &["csBOCU-1", "ibm-1214", "ibm-1215"],
        signature: b"\xFB\xEE\x28",
        about: "compressed: distances between code points, in their order (UTN #6)",
    },
    Row {
        label: Label::UtfEbcdic,
        codecs: two::<UtfEbcdic, UtfEbcdic<true>>(),
        name: "utf-ebcdic",
        aliases: &["ibm-1210", "cp1210"],
        signature: b"\xDD\x73\x66\x73",
        about: "EBCDIC (code page 1047), and up to five bytes for all else (UTR #16)",
    },
    Row {
        label: Label::Latin1,
        codecs: one::<Latin1>(),
        name: "iso-8859-1",
        aliases: &[
            "latin1",
            "latin",
            "l1",
            "iso_8859-1:1987",
            "8859",
            "8859_1",
            "iso-ir-100",
            "cp819",
            "IBM819",
            "csISOLatin1",
        ],
        signature: b"",
        about: "Latin-1: one byte, U+0000 to U+00FF",
    },
    Row {
        label: Label::Windows1252,
        codecs: one::<Windows1252>(),
        name: "windows-1252",
        aliases: &["cp1252", "1252", "ms-ansi", "cswindows1252", "cp5348", "x-cp1252"],
        signature: b"",
        about: "Latin-1 with 27 others in 80 to 9F; 81 8D 8F 90 9D are undefined",
    },
    Row {
        label: Label::Windows1252Whatwg,
        codecs: one::<Windows1252<true>>(),
        name: "windows-1252-whatwg",
        aliases: &[],
        signature: b"",
        about: "the same, and the undefined bytes are C1 controls",
    },
    Row {
        label: Label::Unicode11Utf8,
        codecs: one::<Unicode11Utf8>(),
        name: "unicode-1-1-utf-8",
        aliases: &["csUnicode11UTF8"],
        signature: UTF8_SIGNATURE,
        about: "UTF-8 with the Hangul where Unicode 1.1 had them (RFC 2279, section 5)",
    },
];

/// The labels of the Encoding Standard whose encodings are here.
pub(super) static WHATWG: [(Label, &[&str]); 4] = [
    (
        Label::Utf8,
        &[
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "utf-8",
            "utf8",
            "x-unicode20utf8",
        ],
    ),
    (
        Label::Windows1252Whatwg,
        &[
            "ansi_x3.4-1968",
            "ascii",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-8859-1",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "latin1",
            "us-ascii",
            "windows-1252",
            "x-cp1252",
        ],
    ),
    (Label::Utf16Be, &["unicodefffe", "utf-16be"]),
    (
        Label::Utf16Le,
        &["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"],
    ),
];
