//! How bytes and code points are written elsewhere.

use crate::code_point::{is_noncharacter, is_unsafe};
use std::fmt::Write;

/// Bytes as people write them, in upper case.
///
/// # Examples
/// ```
/// assert_eq!(placemat_inspect::notation::spaced(b"\xE2\x82\xAC"), "E2 82 AC");
/// ```
#[must_use]
pub fn spaced(bytes: &[u8]) -> String {
    let mut spaced = String::with_capacity(3 * bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        if at > 0 {
            spaced.push(' ');
        }
        push_hex(byte, &mut spaced);
    }
    spaced
}

/// Appends two hexadecimal digits, in upper case.
#[inline]
pub fn push_hex(byte: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for digit in [byte >> 4, byte & 0xF] {
        out.push(char::from(DIGITS[usize::from(digit)]));
    }
}

/// A number as people write it, with commas between thousands.
///
/// # Examples
/// ```
/// assert_eq!(placemat_inspect::notation::thousands(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Text, safe to show: what [acts or hides](is_unsafe) as `<U+001B>`, the notation of `less`.
///
/// # Examples
/// ```
/// assert_eq!(placemat_inspect::notation::shown("a\u{202E}b"), "a<U+202E>b");
/// ```
#[must_use]
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push_shown(c, &mut shown));
    shown
}

/// Appends a code point, safe to show.
#[inline]
pub fn push_shown(c: char, out: &mut String) {
    if is_unsafe(c) {
        let _ = write!(out, "<U+{:04X}>", u32::from(c));
    } else {
        out.push(c);
    }
}

/// Its code units in UTF-16, four digits each.
///
/// # Examples
/// ```
/// assert_eq!(placemat_inspect::notation::utf16('😀'), ["D83D", "DE00"]);
/// ```
#[must_use]
pub fn utf16(c: char) -> Vec<String> {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect()
}

/// A numeric character reference. HTML reads those of 80 to 9F as Windows-1252,
/// and has none for most controls and for noncharacters.
#[must_use]
pub fn html(c: char) -> Option<String> {
    match c {
        _ if is_noncharacter(c) => None,
        '\t' | '\n' | '\x0C' | ' '..='~' | '\u{A0}'.. => Some(format!("&#x{:X};", u32::from(c))),
        _ => None,
    }
}

/// A string of JSON (RFC 8259, section 7): `"\uD83D\uDE00"`.
#[must_use]
pub fn json(c: char) -> String {
    let units: String = utf16(c).iter().map(|unit| format!("\\u{unit}")).collect();
    format!("\"{units}\"")
}

/// A character of Rust: `'\u{20AC}'`.
#[must_use]
pub fn rust(c: char) -> String {
    format!("'\\u{{{:X}}}'", u32::from(c))
}

/// A string of Python: `'\u20AC'`, `'\U0001F600'`.
#[must_use]
pub fn python(c: char) -> String {
    match u32::from(c) {
        number @ 0..=0xFFFF => format!("'\\u{number:04X}'"),
        number => format!("'\\U{number:08X}'"),
    }
}

/// A string of C, in octal: three digits are the most that C reads, while hexadecimal goes on.
#[must_use]
pub fn c_string(c: char) -> String {
    let mut text = "\"".to_owned();
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(text, "\\{byte:03o}");
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_elsewhere() {
        assert_eq!(utf16('€'), ["20AC"]);
        assert_eq!(html('€').unwrap(), "&#x20AC;");
        assert_eq!(
            [json, rust, python, c_string].map(|write| write('€')),
            ["\"\\u20AC\"", "'\\u{20AC}'", "'\\u20AC'", "\"\\342\\202\\254\""]
        );
        assert_eq!(
            [json, rust, python].map(|write| write('😀')),
            ["\"\\uD83D\\uDE00\"", "'\\u{1F600}'", "'\\U0001F600'"]
        );
        assert_eq!(['\0', '\u{85}', '\u{FFFE}'].map(html), [None, None, None]);
    }
}
