//! The legacy encodings of the Encoding Standard, but for Windows-1252, which the
//! library has. What a label means here is what it means there: `iso-8859-9` is
//! Windows-1254, `gb2312` is GBK. Behind them, code pages that it lacks.

use super::form::Form;
use super::page::{self, Page};
use Codec::Standard;
use encoding_rs::Encoding;

/// What there is to know about a legacy encoding.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Legacy {
    /// The name of the Encoding Standard, in lower case.
    pub(crate) name: &'static str,
    pub(crate) codec: Codec,
    /// The labels of the Encoding Standard.
    pub(crate) whatwg: &'static [&'static str],
    /// Others, of iconv, Python and Java.
    pub(crate) more: &'static [&'static str],
    /// One line.
    pub(crate) about: &'static str,
}

/// What reads and writes it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Codec {
    Standard(&'static Encoding),
    Page(Box<Page>),
    /// It is read only.
    Form(Form),
}

/// Those of the Encoding Standard, those that it has withdrawn, and the code pages that it lacks.
pub(crate) fn all() -> impl Iterator<Item = &'static Legacy> {
    STANDARD.iter().chain(&WITHDRAWN).chain(&*page::ALL)
}

/// Those that the Encoding Standard has withdrawn, or never had.
static WITHDRAWN: [Legacy; 5] = [
    Legacy {
        name: "euc-tw",
        codec: Codec::Form(Form::EucTw),
        whatwg: &[],
        more: &["euc-tw", "x-euc-tw", "euctw"],
        about: "CNS 11643, of it planes 1 and 2: traditional Chinese, on Unix; read, not written",
    },
    Legacy {
        name: "hz-gb-2312",
        codec: Codec::Form(Form::Hz),
        whatwg: &[],
        more: &["hz-gb-2312", "hz", "hz-gb"],
        about: "GB 2312 between ~{ and ~}, in seven bits: Chinese mail; read, not written",
    },
    Legacy {
        name: "iso-2022-cn",
        codec: Codec::Form(Form::Iso2022Cn),
        whatwg: &[],
        more: &["iso-2022-cn", "csiso2022cn"],
        about: "GB 2312 and CNS 11643 between shifts, in seven bits: Chinese mail; read, not written",
    },
    Legacy {
        name: "iso-2022-kr",
        codec: Codec::Form(Form::Iso2022Kr),
        whatwg: &[],
        more: &["iso-2022-kr", "csiso2022kr"],
        about: "KS X 1001 between shifts, in seven bits: Korean mail; read, not written",
    },
    Legacy {
        name: "johab",
        codec: Codec::Form(Form::Johab),
        whatwg: &[],
        more: &["johab", "cp1361", "ms1361", "1361"],
        about: "Syllables of Hangul composed of their letters: Korean, of DOS; read, not written",
    },
];

/// Those of the Encoding Standard.
pub(super) static STANDARD: [Legacy; 35] = [
    Legacy {
        name: "big5",
        codec: Standard(encoding_rs::BIG5),
        whatwg: &["big5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5"],
        more: &["cp950", "950", "ms950", "windows-950", "big5-hkscs:2008"],
        about: "Big5 with the extensions of Hong Kong: traditional Chinese",
    },
    Legacy {
        name: "euc-jp",
        codec: Standard(encoding_rs::EUC_JP),
        whatwg: &["euc-jp", "cseucpkdfmtjapanese", "x-euc-jp"],
        more: &["ujis", "u-jis", "extended_unix_code_packed_format_for_japanese"],
        about: "JIS X 0208 and 0212 in two and three bytes: Japanese, on Unix",
    },
    Legacy {
        name: "euc-kr",
        codec: Standard(encoding_rs::EUC_KR),
        whatwg: &[
            "euc-kr",
            "cseuckr",
            "csksc56011987",
            "iso-ir-149",
            "korean",
            "ks_c_5601-1987",
            "ks_c_5601-1989",
            "ksc5601",
            "ksc_5601",
            "windows-949",
        ],
        more: &["cp949", "949", "uhc", "ms949"],
        about: "KS X 1001 with the extension of Windows (code page 949): Korean",
    },
    Legacy {
        name: "gb18030",
        codec: Standard(encoding_rs::GB18030),
        whatwg: &["gb18030"],
        more: &["csgb18030", "gb18030-2000"],
        about: "GBK with four-byte sequences for all of Unicode: Chinese",
    },
    Legacy {
        name: "gbk",
        codec: Standard(encoding_rs::GBK),
        whatwg: &[
            "gbk",
            "chinese",
            "csgb2312",
            "csiso58gb231280",
            "gb2312",
            "gb_2312",
            "gb_2312-80",
            "iso-ir-58",
            "x-gbk",
        ],
        more: &["cp936", "936", "ms936", "windows-936", "euc-cn", "euccn"],
        about: "GB 2312 with the extension of Windows (code page 936): Chinese",
    },
    Legacy {
        name: "ibm866",
        codec: Standard(encoding_rs::IBM866),
        whatwg: &["ibm866", "866", "cp866", "csibm866"],
        more: &[],
        about: "Cyrillic, of DOS",
    },
    Legacy {
        name: "iso-2022-jp",
        codec: Standard(encoding_rs::ISO_2022_JP),
        whatwg: &["iso-2022-jp", "csiso2022jp"],
        more: &[],
        about: "JIS X 0208 behind escape sequences, in seven bits: Japanese mail",
    },
    Legacy {
        name: "iso-8859-2",
        codec: Standard(encoding_rs::ISO_8859_2),
        whatwg: &[
            "iso-8859-2",
            "csisolatin2",
            "iso-ir-101",
            "iso8859-2",
            "iso88592",
            "iso_8859-2",
            "iso_8859-2:1987",
            "l2",
            "latin2",
        ],
        more: &[],
        about: "Latin-2: central Europe",
    },
    Legacy {
        name: "iso-8859-3",
        codec: Standard(encoding_rs::ISO_8859_3),
        whatwg: &[
            "iso-8859-3",
            "csisolatin3",
            "iso-ir-109",
            "iso8859-3",
            "iso88593",
            "iso_8859-3",
            "iso_8859-3:1988",
            "l3",
            "latin3",
        ],
        more: &[],
        about: "Latin-3: southern Europe, Esperanto",
    },
    Legacy {
        name: "iso-8859-4",
        codec: Standard(encoding_rs::ISO_8859_4),
        whatwg: &[
            "iso-8859-4",
            "csisolatin4",
            "iso-ir-110",
            "iso8859-4",
            "iso88594",
            "iso_8859-4",
            "iso_8859-4:1988",
            "l4",
            "latin4",
        ],
        more: &[],
        about: "Latin-4: northern Europe",
    },
    Legacy {
        name: "iso-8859-5",
        codec: Standard(encoding_rs::ISO_8859_5),
        whatwg: &[
            "iso-8859-5",
            "csisolatincyrillic",
            "cyrillic",
            "iso-ir-144",
            "iso8859-5",
            "iso88595",
            "iso_8859-5",
            "iso_8859-5:1988",
        ],
        more: &[],
        about: "Latin and Cyrillic",
    },
    Legacy {
        name: "iso-8859-6",
        codec: Standard(encoding_rs::ISO_8859_6),
        whatwg: &[
            "iso-8859-6",
            "arabic",
            "asmo-708",
            "csiso88596e",
            "csiso88596i",
            "csisolatinarabic",
            "ecma-114",
            "iso-8859-6-e",
            "iso-8859-6-i",
            "iso-ir-127",
            "iso8859-6",
            "iso88596",
            "iso_8859-6",
            "iso_8859-6:1987",
        ],
        more: &[],
        about: "Latin and Arabic",
    },
    Legacy {
        name: "iso-8859-7",
        codec: Standard(encoding_rs::ISO_8859_7),
        whatwg: &[
            "iso-8859-7",
            "csisolatingreek",
            "ecma-118",
            "elot_928",
            "greek",
            "greek8",
            "iso-ir-126",
            "iso8859-7",
            "iso88597",
            "iso_8859-7",
            "iso_8859-7:1987",
            "sun_eu_greek",
        ],
        more: &[],
        about: "Latin and Greek",
    },
    Legacy {
        name: "iso-8859-8",
        codec: Standard(encoding_rs::ISO_8859_8),
        whatwg: &[
            "iso-8859-8",
            "csiso88598e",
            "csisolatinhebrew",
            "hebrew",
            "iso-8859-8-e",
            "iso-ir-138",
            "iso8859-8",
            "iso88598",
            "iso_8859-8",
            "iso_8859-8:1988",
            "visual",
        ],
        more: &[],
        about: "Latin and Hebrew, in the order of sight",
    },
    Legacy {
        name: "iso-8859-8-i",
        codec: Standard(encoding_rs::ISO_8859_8_I),
        whatwg: &["iso-8859-8-i", "csiso88598i", "logical"],
        more: &[],
        about: "Latin and Hebrew, in the order of reading: the same bytes",
    },
    Legacy {
        name: "iso-8859-10",
        codec: Standard(encoding_rs::ISO_8859_10),
        whatwg: &[
            "iso-8859-10",
            "csisolatin6",
            "iso-ir-157",
            "iso8859-10",
            "iso885910",
            "l6",
            "latin6",
        ],
        more: &[],
        about: "Latin-6: the north",
    },
    Legacy {
        name: "iso-8859-13",
        codec: Standard(encoding_rs::ISO_8859_13),
        whatwg: &["iso-8859-13", "iso8859-13", "iso885913"],
        more: &["l7", "latin7"],
        about: "Latin-7: the Baltic",
    },
    Legacy {
        name: "iso-8859-14",
        codec: Standard(encoding_rs::ISO_8859_14),
        whatwg: &["iso-8859-14", "iso8859-14", "iso885914"],
        more: &["l8", "latin8", "iso-ir-199"],
        about: "Latin-8: Celtic",
    },
    Legacy {
        name: "iso-8859-15",
        codec: Standard(encoding_rs::ISO_8859_15),
        whatwg: &["iso-8859-15", "csisolatin9", "iso8859-15", "iso885915", "iso_8859-15", "l9"],
        more: &["latin9", "latin0"],
        about: "Latin-9: Latin-1 with the euro sign",
    },
    Legacy {
        name: "iso-8859-16",
        codec: Standard(encoding_rs::ISO_8859_16),
        whatwg: &["iso-8859-16"],
        more: &["l10", "latin10", "iso-ir-226"],
        about: "Latin-10: south-eastern Europe",
    },
    Legacy {
        name: "koi8-r",
        codec: Standard(encoding_rs::KOI8_R),
        whatwg: &["koi8-r", "cskoi8r", "koi", "koi8", "koi8_r"],
        more: &[],
        about: "Russian, on Unix",
    },
    Legacy {
        name: "koi8-u",
        codec: Standard(encoding_rs::KOI8_U),
        whatwg: &["koi8-u", "koi8-ru"],
        more: &[],
        about: "Russian, Ukrainian and Belarusian, on Unix",
    },
    Legacy {
        name: "macintosh",
        codec: Standard(encoding_rs::MACINTOSH),
        whatwg: &["macintosh", "csmacintosh", "mac", "x-mac-roman"],
        more: &["mac-roman", "macroman"],
        about: "western Europe, of the old Mac OS",
    },
    Legacy {
        name: "shift_jis",
        codec: Standard(encoding_rs::SHIFT_JIS),
        whatwg: &[
            "shift_jis",
            "csshiftjis",
            "ms932",
            "ms_kanji",
            "shift-jis",
            "sjis",
            "windows-31j",
            "x-sjis",
        ],
        more: &["cp932", "932", "windows-932"],
        about: "JIS X 0208 as Windows has it (code page 932): Japanese",
    },
    Legacy {
        name: "windows-1250",
        codec: Standard(encoding_rs::WINDOWS_1250),
        whatwg: &["windows-1250", "cp1250", "x-cp1250"],
        more: &["1250"],
        about: "central Europe",
    },
    Legacy {
        name: "windows-1251",
        codec: Standard(encoding_rs::WINDOWS_1251),
        whatwg: &["windows-1251", "cp1251", "x-cp1251"],
        more: &["1251"],
        about: "Cyrillic",
    },
    Legacy {
        name: "windows-1253",
        codec: Standard(encoding_rs::WINDOWS_1253),
        whatwg: &["windows-1253", "cp1253", "x-cp1253"],
        more: &["1253"],
        about: "Greek",
    },
    Legacy {
        name: "windows-1254",
        codec: Standard(encoding_rs::WINDOWS_1254),
        whatwg: &[
            "windows-1254",
            "cp1254",
            "csisolatin5",
            "iso-8859-9",
            "iso-ir-148",
            "iso8859-9",
            "iso88599",
            "iso_8859-9",
            "iso_8859-9:1989",
            "l5",
            "latin5",
            "x-cp1254",
        ],
        more: &["1254"],
        about: "Turkish; ISO-8859-9 with 25 others in 80 to 9F",
    },
    Legacy {
        name: "windows-1255",
        codec: Standard(encoding_rs::WINDOWS_1255),
        whatwg: &["windows-1255", "cp1255", "x-cp1255"],
        more: &["1255"],
        about: "Hebrew",
    },
    Legacy {
        name: "windows-1256",
        codec: Standard(encoding_rs::WINDOWS_1256),
        whatwg: &["windows-1256", "cp1256", "x-cp1256"],
        more: &["1256"],
        about: "Arabic",
    },
    Legacy {
        name: "windows-1257",
        codec: Standard(encoding_rs::WINDOWS_1257),
        whatwg: &["windows-1257", "cp1257", "x-cp1257"],
        more: &["1257"],
        about: "the Baltic",
    },
    Legacy {
        name: "windows-1258",
        codec: Standard(encoding_rs::WINDOWS_1258),
        whatwg: &["windows-1258", "cp1258", "x-cp1258"],
        more: &["1258"],
        about: "Vietnamese",
    },
    Legacy {
        name: "windows-874",
        codec: Standard(encoding_rs::WINDOWS_874),
        whatwg: &["windows-874", "dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620"],
        more: &["cp874", "874"],
        about: "Thai; TIS-620 and ISO-8859-11 with nine others in 80 to 9F",
    },
    Legacy {
        name: "x-mac-cyrillic",
        codec: Standard(encoding_rs::X_MAC_CYRILLIC),
        whatwg: &["x-mac-cyrillic", "x-mac-ukrainian"],
        more: &["mac-cyrillic", "maccyrillic"],
        about: "Cyrillic, of the old Mac OS",
    },
    Legacy {
        name: "x-user-defined",
        codec: Standard(encoding_rs::X_USER_DEFINED),
        whatwg: &["x-user-defined"],
        more: &[],
        about: "ASCII, and U+F780 to U+F7FF for 80 to FF",
    },
];

/// Labels under which the Encoding Standard reads nothing, because text in these
/// encodings has been used for attacks.
const REPLACED: [&str; 5] =
    ["hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "csiso2022kr"];

impl Legacy {
    /// What `label` means in the Encoding Standard.
    pub(super) fn for_whatwg(label: &str) -> Option<&'static Self> {
        let found = Encoding::for_label(label.as_bytes())?;
        STANDARD.iter().find(|legacy| legacy.codec == Standard(found))
    }

    /// What `label` means, whatever its case and punctuation.
    pub(super) fn for_label(label: &str) -> Option<&'static Self> {
        let is = |name: &str| significant(name).eq(significant(label));
        let is = |legacy: &&Legacy| legacy.labels().any(is);
        // The others are read only if it must be.
        let first = STANDARD.iter().chain(&WITHDRAWN).find(is);
        first.or_else(|| page::ALL.iter().find(is))
    }

    /// Whether it has one byte for each letter, and those of ASCII are ASCII: not EBCDIC.
    pub(crate) fn is_code_page(&self) -> bool {
        match &self.codec {
            Standard(encoding) => encoding.is_single_byte(),
            Codec::Page(page) => page.extends_ascii(),
            Codec::Form(_) => false,
        }
    }

    /// Whether what bytes are depends on those long before.
    pub(super) fn has_shifts(&self) -> bool {
        match &self.codec {
            Standard(encoding) => *encoding == encoding_rs::ISO_2022_JP,
            Codec::Page(_) => false,
            Codec::Form(form) => form.has_shifts(),
        }
    }

    /// Whether it has one byte for each letter.
    pub(crate) fn is_single_byte(&self) -> bool {
        match &self.codec {
            Standard(encoding) => encoding.is_single_byte(),
            Codec::Page(_) => true,
            Codec::Form(_) => false,
        }
    }

    /// What `byte` is in it, if it is a code page that has the byte.
    pub(crate) fn letter(&self, byte: u8) -> Option<char> {
        match &self.codec {
            Standard(encoding) => {
                let byte = [byte];
                let (text, malformed) = encoding.decode_without_bom_handling(&byte);
                if malformed { None } else { text.chars().next() }
            }
            Codec::Page(page) => page.letter(byte),
            Codec::Form(form) => form.letter(byte),
        }
    }

    /// What `byte` is where others are UTF-8: a byte of 80 to 9F that the page lacks is the control
    /// of that number, as the Encoding Standard has it in its pages.
    pub(crate) fn fallback(&self, byte: u8) -> Option<char> {
        self.letter(byte).or_else(|| matches!(byte, 0x80..=0x9F).then_some(char::from(byte)))
    }

    /// Every label, its name first.
    pub(super) fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.whatwg.iter().chain(self.more).copied()
    }
}

/// Whether the Encoding Standard knows the label, and reads nothing under it.
pub(super) fn is_replaced(label: &str) -> bool {
    REPLACED.iter().any(|name| significant(name).eq(significant(label)))
}

/// The letters and digits in lower case, and what is not ASCII: as the library
/// compares labels.
fn significant(label: &str) -> impl Iterator<Item = u8> {
    let counts = |byte: &u8| !byte.is_ascii_punctuation() && *byte != b' ';
    label.bytes().filter(counts).map(|byte| byte.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use placemat::encoding::Label;
    use std::collections::HashSet;

    #[test]
    fn every_label_of_the_standard_and_no_label_twice() {
        let mut seen = HashSet::new();
        for legacy in all() {
            if let Standard(encoding) = legacy.codec {
                assert_eq!(legacy.whatwg[0], legacy.name);
                assert_eq!(encoding.name().to_ascii_lowercase(), legacy.name);
            }
            for label in legacy.whatwg {
                assert_eq!(Legacy::for_whatwg(label), Some(legacy), "{label}");
            }
            for label in legacy.labels() {
                assert_eq!(Legacy::for_label(label), Some(legacy), "{label}");
                assert_eq!(Label::for_label(label), None, "{label}");
                assert!(seen.insert(label), "{label}");
            }
        }
        // The standard has 228 labels: 32 of UTF-8, UTF-16 and Windows-1252, which
        // the library has, and 6 under which nothing is read.
        let labels: usize = STANDARD.iter().map(|legacy| legacy.whatwg.len()).sum();
        assert_eq!(labels, 228 - 32 - 6);
        assert!(REPLACED.iter().all(|label| {
            Encoding::for_label(label.as_bytes()) == Some(encoding_rs::REPLACEMENT)
        }));
    }
}
