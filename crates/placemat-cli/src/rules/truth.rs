//! Whether a file is what is said of it. Text in a code page is hardly ever malformed, and neither is UTF-8 that is
//! read as UTF-16: so it is asked whether the file is in another encoding for certain.

use super::{Rule, Signature};
use crate::coding::Coding;
use crate::print::words::spaced;
use placemat::Validator;
use placemat::detect::{Sniffed, sniff};
use placemat::encoding::Label;

/// Why what is said is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Untrue {
    /// It has a signature, or has none; what it is in may be right.
    Signature(String),
    /// It is in another encoding.
    Encoding(String),
}

impl Rule {
    /// What the start of a file gives away, which may be the `whole` of it.
    pub(crate) fn is_untrue(&self, start: &[u8], whole: bool) -> Option<Untrue> {
        if start.is_empty() {
            return None;
        }
        let sniffed = sniff(start, whole);
        let (wide, bytes) = (self.coding.is_wide(), str::from_utf8(start));
        let is_utf8 = bytes.is_ok_and(|text| !text.contains('\0'))
            || bytes.is_err_and(|error| error.error_len().is_none() && !whole && start.len() > 4);
        match sniffed {
            Sniffed::Other(other) if !self.is_in(other.name) => {
                return Some(Untrue::Encoding(format!("it looks like {}", other.title)));
            }
            Sniffed::Text { .. } if wide && is_utf8 => {
                return Some(Untrue::Encoding("it is UTF-8".to_owned()));
            }
            _ => {}
        }
        let found = self.signature_of(start);
        match (self.signature, found) {
            (Signature::Needed, None) => {
                Some(Untrue::Signature("it begins without a signature".to_owned()))
            }
            (Signature::Forbidden, Some(found)) => {
                Some(Untrue::Signature(format!("it begins with the signature {}", spaced(found))))
            }
            _ => None,
        }
    }

    /// Whether text in the form `name` of UTF-16 or UTF-32 is what is meant.
    fn is_in(&self, name: &str) -> bool {
        let meant = self.coding.name().replace("ucs-2", "utf-16").replace("ucs-4", "utf-32");
        // Where no order of bytes is named, either is meant.
        meant == name || matches!(&*meant, "utf-16" | "utf-32") && name.starts_with(&*meant)
    }

    /// The signature that a text begins with.
    pub(crate) fn signature_of<'a>(&self, start: &'a [u8]) -> Option<&'a [u8]> {
        const FORMS: [Label; 5] =
            [Label::Utf8, Label::Utf32Le, Label::Utf32Be, Label::Utf16Le, Label::Utf16Be];
        let meant =
            |label: &Label| *label == Label::Utf8 && self.is_utf8() || self.is_in(label.name());
        let mut found = FORMS.iter().filter(|label| meant(label)).map(|label| label.signature());
        let found = found.find(|signature| start.starts_with(signature))?;
        Some(&start[..found.len()])
    }
}

/// Finds out whether text that is said to be in a code page is UTF-8, which has other bytes than it hardly ever by chance.
#[derive(Debug)]
pub(crate) struct PageOrUtf8 {
    validator: Validator,
    /// Whether it can still turn out to be UTF-8, and whether it is more than ASCII.
    possible: bool,
    beyond_ascii: bool,
}

impl PageOrUtf8 {
    pub(crate) fn new(rule: &Rule) -> Self {
        use Label::{Latin1, Windows1252, Windows1252Whatwg};
        let family =
            matches!(rule.coding, Coding::Family(Latin1 | Windows1252 | Windows1252Whatwg));
        let possible = family || matches!(rule.coding, Coding::Legacy(_));
        Self { validator: Validator::new(), possible, beyond_ascii: false }
    }

    /// Takes the next of the text; why it is not what is said, at its end.
    pub(crate) fn push(&mut self, bytes: &[u8], last: bool) -> Option<Untrue> {
        if !self.possible {
            return None;
        }
        self.beyond_ascii |= !bytes.is_ascii();
        let possible = &mut self.possible;
        self.validator.push(bytes, last, |_| *possible = false);
        let is_utf8 = last && self.possible && self.beyond_ascii;
        is_utf8.then(|| Untrue::Encoding("it is UTF-8".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Labels;
    use crate::coding::coding;

    fn rule(label: &str, signature: Signature) -> Rule {
        let coding = coding(label, Labels::Iana).unwrap();
        Rule { coding, signature, place: String::new(), said: String::new() }
    }

    #[test]
    fn starts_of_files() {
        use Signature::{Any, Forbidden, Needed};
        let told =
            |label, signature, start: &[u8]| match rule(label, signature).is_untrue(start, true) {
                None => "true",
                Some(Untrue::Signature(_)) => "signature",
                Some(Untrue::Encoding(_)) => "encoding",
            };
        let (le, be) = (b"\xFF\xFEh\0i\0", b"\xFE\xFF\0h\0i");
        for (label, signature, start, expected) in [
            ("utf-8", Needed, &b"\xEF\xBB\xBFx"[..], "true"),
            ("utf-8", Needed, b"x", "signature"),
            ("utf-8", Forbidden, b"\xEF\xBB\xBFx", "signature"),
            ("utf-8", Any, le, "encoding"),
            ("utf-16le", Any, le, "true"),
            ("utf-16le", Any, b"h\0i\0", "true"),
            ("utf-16le", Forbidden, le, "signature"),
            ("utf-16le", Needed, b"h\0i\0", "signature"),
            ("utf-16le", Any, be, "encoding"),
            ("utf-16", Needed, be, "true"),
            ("utf-16", Needed, le, "true"),
            ("utf-16", Needed, b"\0h\0i", "signature"),
            ("utf-16", Needed, b"hello", "encoding"),
            ("utf-16be", Any, "日本語".as_bytes(), "encoding"),
            ("ucs-2le", Any, le, "true"),
            ("utf-32", Any, b"\xFF\xFE\0\0h\0\0\0", "true"),
            ("utf-32", Any, le, "encoding"),
            ("iso-8859-1", Any, b"caf\xE9", "true"),
            ("shift_jis", Any, le, "encoding"),
            ("utf-16le", Needed, b"", "true"),
        ] {
            assert_eq!(told(label, signature, start), expected, "{label} {signature:?} {start:X?}");
        }
    }

    #[test]
    fn pages_are_not_utf_8() {
        let told = |label, pieces: &[&[u8]]| {
            let mut truth = PageOrUtf8::new(&rule(label, Signature::Any));
            let mut told = None;
            for (number, piece) in pieces.iter().enumerate() {
                told = truth.push(piece, number + 1 == pieces.len());
            }
            told.is_some()
        };
        assert!(told("latin1", &[b"caf\xC3", b"\xA9"]));
        assert!(!told("latin1", &[b"caf\xE9"]));
        assert!(!told("latin1", &[b"cafe"]));
        assert!(told("shift_jis", &["日本".as_bytes()]));
        assert!(!told("cesu-8", &["日本".as_bytes()]));
    }
}
