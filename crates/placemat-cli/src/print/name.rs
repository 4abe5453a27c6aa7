//! The name of an input, in the spellings that the reports need. A name can be
//! any bytes; none of these lets it reach a terminal as it is.

use crate::print::escape;
use serde::Serialize;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Stdin,
    Path(PathBuf),
}

impl Name {
    /// For people: safe to print.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::Path(path) => shown(path),
        }
    }

    /// The bytes as the system has them, with `/` between them; "-" for standard input.
    pub(crate) fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Stdin => Cow::Borrowed(b"-"),
            Self::Path(path) => bytes_of(path),
        }
    }

    /// For machines: the exact text, or U+FFFD where it is none.
    pub(crate) fn lossy(&self) -> Cow<'_, str> {
        match self.bytes() {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// As an argument for a shell; `None` if it cannot be printed as one.
    pub(crate) fn argument(&self) -> Option<String> {
        match &*self.bytes() {
            // What begins with a hyphen would be an option.
            bytes @ [b'-', _, ..] => Self::quoted(&[b"./", bytes].concat()),
            bytes => Self::quoted(bytes),
        }
    }

    /// A word for a shell, as it is or in quotation marks; `None` if it cannot be
    /// printed as one. On Windows, for cmd and PowerShell alike.
    pub(crate) fn quoted(word: &[u8]) -> Option<String> {
        let word = str::from_utf8(word).ok()?;
        if word.contains(escape::is_unsafe) {
            return None;
        }
        match cfg!(windows) {
            true => quoted_for_windows(word),
            false => Some(match is_plain(word, "-_./,:+@%=") {
                true => word.to_owned(),
                false => format!("'{}'", word.replace('\'', r"'\''")),
            }),
        }
    }

    /// The two fields that JSON has for a name.
    pub(crate) fn fields(&self) -> NameFields<'_> {
        let bytes = self.bytes();
        let exact = str::from_utf8(&bytes).is_err().then(|| hex(&bytes));
        NameFields { path: self.lossy(), path_bytes: exact }
    }

    /// A URI reference: relative for a relative path (RFC 3986, section 4.2), as code scanning compares it with the names in
    /// a repository.
    pub(crate) fn uri(&self) -> String {
        let mut uri = String::new();
        if let Self::Path(path) = self
            && path.is_absolute()
        {
            uri.push_str(if cfg!(windows) { "file:///" } else { "file://" });
        }
        let bytes = self.bytes();
        for &byte in bytes.strip_prefix(b"./").unwrap_or(&bytes) {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                    uri.push(char::from(byte));
                }
                _ => {
                    uri.push('%');
                    escape::push_hex(byte, &mut uri);
                }
            }
        }
        uri
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct NameFields<'a> {
    path: Cow<'a, str>,
    /// Only if the name is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
}

/// A path, safe to print.
pub(crate) fn shown(path: &Path) -> String {
    let mut shown = String::new();
    escape::escape(&bytes_of(path), &mut shown);
    shown
}

/// The bytes of a path. Windows reads `/` as `\`, and all reports have that: a baseline made
/// on one system serves on another, and no shell takes it for anything else.
fn bytes_of(path: &Path) -> Cow<'_, [u8]> {
    let bytes = path.as_os_str().as_encoded_bytes();
    match cfg!(windows) && bytes.contains(&b'\\') {
        true => bytes.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect(),
        false => Cow::Borrowed(bytes),
    }
}

/// Whether no shell reads any of these letters, digits and `others` as something else.
fn is_plain(word: &str, others: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

/// A word in the one form that cmd and PowerShell read alike, if it has that.
fn quoted_for_windows(word: &str) -> Option<String> {
    // Even between the marks cmd fills in %variables%, and PowerShell $variables; that knows an
    // escape, and takes curved marks for straight ones. A backslash would escape the last mark.
    let read_otherwise = |c| matches!(c, '"' | '\u{201C}'..='\u{201E}' | '$' | '`' | '%');
    match is_plain(word, r"-_./\:+=") {
        true => Some(word.to_owned()),
        false if word.contains(read_otherwise) || word.ends_with('\\') => None,
        false => Some(format!("\"{word}\"")),
    }
}

/// Two hexadecimal digits for each byte, in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut hex = Vec::with_capacity(2 * bytes.len());
    push_hex(bytes, &mut hex);
    String::from_utf8(hex).expect("they are ASCII")
}

/// Appends them.
pub(crate) fn push_hex(bytes: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for &byte in bytes {
        out.extend([byte >> 4, byte & 0xF].map(|digit| DIGITS[usize::from(digit)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let argument = |path: &str| Name::Path(path.into()).argument();
        assert_eq!(argument("notes/menu.txt").unwrap(), "notes/menu.txt");
        assert_eq!(argument("-x").unwrap(), "./-x");
        if cfg!(unix) {
            assert_eq!(argument("it's $5").unwrap(), r"'it'\''s $5'");
        }
        assert_eq!(argument("a\nb"), None);
        assert_eq!(Name::Stdin.argument().unwrap(), "-");
    }

    #[test]
    fn arguments_on_windows() {
        for plain in ["notes/menu.txt", "--policy=replace", r"C:\a"] {
            assert_eq!(quoted_for_windows(plain).unwrap(), plain);
        }
        assert_eq!(quoted_for_windows("it's, here").unwrap(), "\"it's, here\"");
        assert_eq!(quoted_for_windows("").unwrap(), "\"\"");
        for other in ["$x", "%PATH%", "a`b", "\u{201D}", r"a b\"] {
            assert_eq!(quoted_for_windows(other), None, "{other}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn names_have_slashes() {
        let name = Name::Path(r".\notes\menu.txt".into());
        assert_eq!((&*name.lossy(), &*name.uri()), ("./notes/menu.txt", "notes/menu.txt"));
        assert_eq!((name.shown(), name.argument().unwrap()), (name.lossy().into(), name.shown()));
    }

    #[test]
    fn uris() {
        let uri = |path: &str| Name::Path(path.into()).uri();
        assert_eq!(uri("./notes/menu.txt"), "notes/menu.txt");
        assert_eq!(uri("a:b c%é#?"), "a%3Ab%20c%25%C3%A9%23%3F");
        assert_eq!(Name::Stdin.uri(), "-");
        #[cfg(unix)]
        assert_eq!(uri("/tmp/x"), "file:///tmp/x");
    }
}
