//! What is wrong with a name, and what it would be.

use crate::coding::{Coding, Source};
use placemat::encoding::Label;
use placemat::{Policy, Status, utf8};
use placemat_detect::mojibake::{self, Options};
use placemat_inspect::code_point::is_unsafe;
use std::borrow::Cow;
use std::fmt;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Why a name is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    NotUtf8,
    /// The archive does not say that it is, so that other systems read it as something else.
    NotSaidToBeUtf8,
    /// The archive says that it is UTF-8.
    SaidToBeUtf8,
    EncodedTwice,
    NotNfc,
}

impl Wrong {
    /// For machines.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NotUtf8 => "not-utf-8",
            Self::NotSaidToBeUtf8 => "not-said-to-be-utf-8",
            Self::SaidToBeUtf8 => "said-to-be-utf-8",
            Self::EncodedTwice => "encoded-twice",
            Self::NotNfc => "not-nfc",
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotUtf8 => "not UTF-8",
            Self::NotSaidToBeUtf8 => "UTF-8, but the archive does not say so",
            Self::SaidToBeUtf8 => "not UTF-8, but the archive says so",
            Self::EncodedTwice => "encoded twice",
            Self::NotNfc => "not in NFC",
        })
    }
}

pub(super) struct Judge {
    /// What names that are not UTF-8 are read as.
    pub(super) from: Coding,
    /// Whether names have to be in NFC.
    pub(super) nfc: bool,
}

impl Judge {
    /// What is wrong with `name`, and what it would be, where that is known.
    pub(super) fn look(&self, name: &[u8]) -> Option<(Wrong, Option<String>)> {
        let Ok(text) = str::from_utf8(name) else {
            return Some((Wrong::NotUtf8, read(name, self.from).filter(|new| is_name(new))));
        };
        if text.is_ascii() {
            return None;
        }
        if let Cow::Owned(new) = mojibake::repair(text, Options::default()) {
            return Some((Wrong::EncodedTwice, Some(new).filter(|new| is_name(new))));
        }
        let nfc = (self.nfc && !is_nfc(text)).then(|| text.nfc().collect());
        nfc.map(|new| (Wrong::NotNfc, Some(new)))
    }
}

/// Whether a file can have that name, and people can see what it is.
pub(super) fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(|c| c == '/' || is_unsafe(c))
}

/// `name` in `from`, if it is well-formed there; of code pages only what is malformed in UTF-8.
pub(super) fn read(name: &[u8], from: Coding) -> Option<String> {
    let page = |byte: u8| match from {
        Coding::Legacy(legacy) => legacy.letter(byte),
        Coding::Family(_) => None,
    };
    let policy = match from {
        Coding::Family(Label::Windows1252) => Some(Policy::Windows1252),
        Coding::Family(Label::Latin1) => Some(Policy::Latin1),
        _ => None,
    };
    if let Some(policy) = policy {
        return utf8::repair(name, policy).ok().map(|repaired| repaired.text.into_owned());
    }
    if matches!(from, Coding::Legacy(legacy) if legacy.is_code_page()) {
        let mut text = String::new();
        for item in utf8::code_points(name) {
            match item {
                Ok(c) => text.push(c),
                Err(bad) => {
                    for &byte in &name[bad.offset..bad.end()] {
                        text.push(page(byte)?);
                    }
                }
            }
        }
        return Some(text);
    }
    let mut text = vec![0; 4 * name.len() + 64];
    let done = Source::new(from, false).ok()?.push(name, &mut text, true);
    text.truncate(done.written);
    (done.status == Status::InputEmpty).then(|| String::from_utf8(text).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Labels;
    use crate::coding::coding;

    fn look(name: &[u8], from: &str) -> Option<(Wrong, Option<String>)> {
        Judge { from: coding(from, Labels::Iana).unwrap(), nfc: true }.look(name)
    }

    #[test]
    fn names() {
        let found = |wrong, new: &str| Some((wrong, Some(new.to_owned())));
        assert_eq!(look(b"plain.txt", "windows-1252"), None);
        assert_eq!(look("café".as_bytes(), "windows-1252"), None);
        assert_eq!(look(b"caf\xE9", "windows-1252"), found(Wrong::NotUtf8, "café"));
        assert_eq!(look(b"\xC3\xA9t\xE9", "iso-8859-1"), found(Wrong::NotUtf8, "été"));
        assert_eq!(look(b"\xC3\xA9t\xE1", "ibm437"), found(Wrong::NotUtf8, "étß"));
        assert_eq!(look(b"\x93\xFA\x96{", "shift_jis"), found(Wrong::NotUtf8, "日本"));
        assert_eq!(look("cafÃ©".as_bytes(), "windows-1252"), found(Wrong::EncodedTwice, "café"));
        assert_eq!(look("cafe\u{301}".as_bytes(), "windows-1252"), found(Wrong::NotNfc, "café"));
    }

    #[test]
    fn what_is_no_name_is_not_proposed() {
        // A control of C1; nothing in the page; cut.
        assert_eq!(look(b"a\x81", "windows-1252"), Some((Wrong::NotUtf8, None)));
        assert_eq!(look(b"a\xD2", "windows-1253"), Some((Wrong::NotUtf8, None)));
        assert_eq!(look(b"a\x93", "shift_jis"), Some((Wrong::NotUtf8, None)));
        // A slash of EBCDIC.
        assert_eq!(look(b"\xC1\x61", "ibm037"), Some((Wrong::NotUtf8, None)));
    }
}
