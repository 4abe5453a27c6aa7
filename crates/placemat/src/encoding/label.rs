//! Encodings chosen at run time, by the names that people and protocols use.
//!
//! Labels mean what IANA and iconv mean by them: `latin1` is ISO-8859-1.

use super::any::Codec;
use super::charset;
use super::label_table::{Row, TABLE, WHATWG};
use super::near::UnknownLabel;
use core::fmt;
use core::str::FromStr;

/// An encoding as a value: what a label means.
///
/// Unlike the types that implement [`Encoding`](crate::encoding::Encoding), it has
/// [`Utf16`](Self::Utf16), [`Utf32`](Self::Utf32), [`Ucs2`](Self::Ucs2) and
/// [`Ucs4`](Self::Ucs4) in a byte order that the text itself states with its
/// signature.
///
/// # Examples
/// ```
/// use placemat::encoding::Label;
///
/// assert_eq!(Label::for_label("UTF16LE"), Some(Label::Utf16Le));
/// assert_eq!(Label::for_label("iso_8859-1"), Some(Label::Latin1));
/// assert_eq!(Label::for_label("utf-9"), None);
/// assert_eq!(Label::Latin1.name(), "iso-8859-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Label {
    /// ASCII: one byte, below 80.
    UsAscii,
    /// UTF-8: one to four bytes (RFC 3629).
    Utf8,
    /// UTF-8 until 2003: one to six bytes, 31 bits (RFC 2279).
    Utf8Rfc2279,
    /// CESU-8: UTF-8 of the units of UTF-16 (UTR #26).
    Cesu8,
    /// Modified UTF-8, as Java writes it.
    ModifiedUtf8,
    /// WTF-8: UTF-8 that also holds lone surrogates of UTF-16.
    Wtf8,
    /// UTF-16 in the byte order of its signature, else big-endian (RFC 2781).
    Utf16,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32 in the byte order of its signature, else big-endian.
    Utf32,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
    /// UCS-2: two bytes, U+0000 to U+FFFF without surrogates, by its signature.
    Ucs2,
    /// UCS-2, little-endian.
    Ucs2Le,
    /// UCS-2, big-endian.
    Ucs2Be,
    /// UCS-4: four bytes, 0 to 7FFFFFFF without surrogates, by its signature.
    Ucs4,
    /// UCS-4, little-endian.
    Ucs4Le,
    /// UCS-4, big-endian.
    Ucs4Be,
    /// UTF-7 (RFC 2152).
    Utf7,
    /// UTF-7 for the names of mailboxes (RFC 3501, 5.1.3).
    Utf7Imap,
    /// UTF-1 (ISO-IR 178).
    Utf1,
    /// SCSU: windows of 128 code points, or UTF-16 (UTS #6).
    Scsu,
    /// BOCU-1: distances between code points (UTN #6).
    Bocu1,
    /// UTF-EBCDIC: one to five bytes (UTR #16).
    UtfEbcdic,
    /// Latin-1: one byte, U+0000 to U+00FF.
    Latin1,
    /// Windows-1252, in which 81, 8D, 8F, 90 and 9D are undefined.
    Windows1252,
    /// Windows-1252 of the Encoding Standard: the undefined bytes are C1 controls.
    Windows1252Whatwg,
    /// UTF-8 with the Hangul where Unicode 1.1 had them (RFC 2279, section 5).
    Unicode11Utf8,
}

impl Label {
    /// Every encoding that has a label.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[
            Self::UsAscii,
            Self::Utf8,
            Self::Utf8Rfc2279,
            Self::Cesu8,
            Self::ModifiedUtf8,
            Self::Wtf8,
            Self::Utf16,
            Self::Utf16Le,
            Self::Utf16Be,
            Self::Utf32,
            Self::Utf32Le,
            Self::Utf32Be,
            Self::Ucs2,
            Self::Ucs2Le,
            Self::Ucs2Be,
            Self::Ucs4,
            Self::Ucs4Le,
            Self::Ucs4Be,
            Self::Utf7,
            Self::Utf7Imap,
            Self::Utf1,
            Self::Scsu,
            Self::Bocu1,
            Self::UtfEbcdic,
            Self::Latin1,
            Self::Windows1252,
            Self::Windows1252Whatwg,
            Self::Unicode11Utf8,
        ]
    }

    /// What `label` means, whatever its case and punctuation: `UTF_16LE` is
    /// `utf-16le`.
    ///
    /// # Complexity
    /// Linear, one pass.
    #[must_use]
    pub fn for_label(label: &str) -> Option<Self> {
        let mut wanted = [0; LONGEST];
        let mut len = 0;
        for byte in significant(label) {
            *wanted.get_mut(len)? = byte;
            len += 1;
        }
        let is = |name: &&str| significant(name).eq(wanted[..len].iter().copied());
        TABLE.iter().find(|row| is(&row.name) || row.aliases.iter().any(is)).map(|row| row.label)
    }

    /// What `label` means in the WHATWG Encoding Standard, if that is here: there
    /// `latin1` and `ascii` are Windows-1252, and `utf-16` is UTF-16LE.
    ///
    /// # Examples
    /// ```
    /// use placemat::encoding::Label;
    ///
    /// assert_eq!(Label::for_label_whatwg(" Latin1 "), Some(Label::Windows1252Whatwg));
    /// assert_eq!(Label::for_label_whatwg("latin-1"), None);
    /// ```
    #[must_use]
    pub fn for_label_whatwg(label: &str) -> Option<Self> {
        let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let is = |name: &&str| name.eq_ignore_ascii_case(label);
        WHATWG.iter().find(|(_, labels)| labels.iter().any(is)).map(|(label, _)| *label)
    }

    /// The labels that the Encoding Standard has for this encoding.
    #[must_use]
    pub fn whatwg_labels(self) -> &'static [&'static str] {
        WHATWG.iter().find(|(label, _)| *label == self).map_or(&[], |(_, labels)| labels)
    }

    /// The value of the parameter `charset` of a media type, without its quotes: the first that
    /// is not empty (RFC 2045, section 5.1; RFC 9110, section 8.3). Comments, in parentheses, are
    /// passed over; a quoted pair keeps its backslash, which no label has.
    ///
    /// # Examples
    /// ```
    /// use placemat::encoding::Label;
    ///
    /// let charset = Label::charset_of(r#"text/plain; format=flowed; Charset="UTF-7""#);
    /// assert_eq!(charset, Some("UTF-7"));
    /// assert_eq!(Label::charset_of("text/plain"), None);
    /// ```
    ///
    /// # Complexity
    /// Linear, one pass.
    #[must_use]
    pub fn charset_of(media_type: &str) -> Option<&str> {
        charset::of(media_type)
    }

    /// What it is, in one line.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// The canonical name, as placemat spells it everywhere.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other names, but for spellings that differ in case and punctuation only.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// U+FEFF as this encoding writes it at the start of text; empty if it
    /// cannot.
    #[must_use]
    pub fn signature(self) -> &'static [u8] {
        self.row().signature
    }

    /// Whether the byte order is left to the signature.
    #[must_use]
    pub const fn needs_signature(self) -> bool {
        matches!(self, Self::Utf16 | Self::Utf32 | Self::Ucs2 | Self::Ucs4)
    }

    /// The encoding in which text is written under this label: little-endian,
    /// where the label leaves it open.
    #[must_use]
    pub const fn for_writing(self) -> Self {
        match self {
            Self::Utf16 => Self::Utf16Le,
            Self::Utf32 => Self::Utf32Le,
            Self::Ucs2 => Self::Ucs2Le,
            Self::Ucs4 => Self::Ucs4Le,
            named => named,
        }
    }

    /// The encoding of the text that begins with `start`, and the length of its
    /// signature: 0 if it has none. `None` if more bytes are needed to tell,
    /// which never happens if nothing follows them (`last`).
    ///
    /// # Examples
    /// ```
    /// use placemat::encoding::Label;
    ///
    /// assert_eq!(Label::Utf16.for_reading(b"\xFF\xFEa\0", false), Some((Label::Utf16Le, 2)));
    /// assert_eq!(Label::Utf16.for_reading(b"\0a", false), Some((Label::Utf16Be, 0)));
    /// assert_eq!(Label::Utf8.for_reading(b"\xEF\xBB", false), None);
    /// assert_eq!(Label::Utf8.for_reading(b"\xEF\xBB", true), Some((Label::Utf8, 0)));
    /// ```
    #[must_use]
    pub fn for_reading(self, start: &[u8], last: bool) -> Option<(Self, usize)> {
        let (orders, without): (&[Self], _) = match self {
            Self::Utf16 => (&[Self::Utf16Le, Self::Utf16Be], Self::Utf16Be),
            Self::Utf32 => (&[Self::Utf32Le, Self::Utf32Be], Self::Utf32Be),
            Self::Ucs2 => (&[Self::Ucs2Le, Self::Ucs2Be], Self::Ucs2Be),
            Self::Ucs4 => (&[Self::Ucs4Le, Self::Ucs4Be], Self::Ucs4Be),
            _ => (&[self], self),
        };
        for &label in orders {
            let signature = label.signature();
            if start.starts_with(signature) {
                return Some((label, signature.len()));
            }
            if !last && signature.starts_with(start) {
                return None;
            }
        }
        Some((without, 0))
    }

    /// The encoding that it names, big-endian if it leaves that open; or the lenient form.
    pub(crate) fn codec(self, lenient: bool) -> &'static dyn Codec {
        self.row().codecs[usize::from(lenient)]
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

/// How many letters and digits a label has, at most.
pub(super) const LONGEST: usize = 21;

/// The letters and digits of a label, in lower case: all that counts. What is
/// not ASCII counts, too, so that it makes a difference.
pub(super) fn significant(label: &str) -> impl Iterator<Item = u8> {
    label.bytes().filter(|byte| !is_punctuation(*byte)).map(|byte| byte.to_ascii_lowercase())
}

const fn is_punctuation(byte: u8) -> bool {
    byte.is_ascii_punctuation() || byte == b' '
}

impl FromStr for Label {
    type Err = UnknownLabel;

    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        Self::for_label(label).ok_or_else(|| UnknownLabel::new(label))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn the_table_is_in_order_and_no_label_means_two_things() {
        assert!(TABLE.iter().map(|row| &row.label).eq(Label::all()));
        let mut labels: Vec<Vec<u8>> = TABLE
            .iter()
            .flat_map(|row| row.aliases.iter().chain([&row.name]))
            .map(|label| significant(label).collect())
            .collect();
        assert_eq!(labels.iter().map(Vec::len).max(), Some(LONGEST));
        let count = labels.len();
        labels.sort();
        labels.dedup();
        assert_eq!(labels.len(), count);
    }

    #[test]
    fn every_name_and_alias_is_found() {
        for &label in Label::all() {
            assert_eq!(label.name().parse(), Ok(label));
            for alias in label.aliases() {
                assert_eq!(Label::for_label(alias), Some(label), "{alias}");
                assert_eq!(Label::for_label(&alias.to_uppercase()), Some(label), "{alias}");
            }
        }
    }

    #[test]
    fn case_and_punctuation_do_not_count_and_all_else_does() {
        for spelling in ["UTF8", "utf-8", "Utf_8", "u t f 8"] {
            assert_eq!(Label::for_label(spelling), Some(Label::Utf8), "{spelling}");
        }
        for spelling in ["utf_16le", "UTF-16LE", "UTF16LE"] {
            assert_eq!(Label::for_label(spelling), Some(Label::Utf16Le), "{spelling}");
        }
        for spelling in ["latin-1", "ISO8859-1", "ISO_8859-1", "L1", "8859-1", "CP-819"] {
            assert_eq!(Label::for_label(spelling), Some(Label::Latin1), "{spelling}");
        }
        for unknown in ["", "-", "utf", "utf-88", "utf-8é", "iso-8859-15", "latin2", "ucs-8"] {
            assert_eq!(Label::for_label(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn signatures() {
        use Label::*;
        let found = |label: Label, start: &[u8]| label.for_reading(start, false);
        assert_eq!(found(Utf16, b""), None);
        assert_eq!(found(Utf16, b"\xFE"), None);
        assert_eq!(found(Utf16, b"\xFE\xFF"), Some((Utf16Be, 2)));
        assert_eq!(found(Utf16Be, b"\xFF\xFE"), Some((Utf16Be, 0)));
        // FF FE is begun like the signature of UTF-32LE, and is no text in it.
        assert_eq!(found(Utf32, b"\xFF\xFE\0"), None);
        assert_eq!(found(Utf32, b"\xFF\xFE\0\0a"), Some((Utf32Le, 4)));
        assert_eq!(found(Utf32, b"\0\0\xFE\xFF"), Some((Utf32Be, 4)));
        assert_eq!(found(Utf32, b"\0\0\0a"), Some((Utf32Be, 0)));
        assert_eq!(found(Latin1, b"\xFF\xFE"), Some((Latin1, 0)));
        assert_eq!(found(Latin1, b""), Some((Latin1, 0)));
        for &label in Label::all() {
            assert!(label.for_reading(b"", true).is_some_and(|(_, len)| len == 0), "{label}");
            let written = label.for_writing();
            let text = [label.signature(), b"\0\0\0a"].concat();
            let expected = (written, label.signature().len());
            assert_eq!(label.for_reading(&text, false), Some(expected), "{label}");
        }
    }
}
