//! Text that may be anything, made safe to print: nothing of it can move the
//! cursor, change a colour, reorder the line, or hide.
//!
//! Malformed bytes become `<E9>`, and code points that act or do not show
//! become `<U+001B>`, the notation of `less`.

use placemat::utf8;
pub(crate) use placemat_inspect::code_point::is_unsafe;
pub(crate) use placemat_inspect::notation::{push_hex, push_shown as escape_char, shown};

/// Appends `bytes` to `out`, safe to print.
pub(crate) fn escape(bytes: &[u8], out: &mut String) {
    // Most names, and most text.
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        out.push_str(str::from_utf8(bytes).expect("it is ASCII"));
        return;
    }
    for item in utf8::code_points(bytes) {
        match item {
            Ok(c) => escape_char(c, out),
            Err(bad) => escape_malformed(&bytes[bad.offset..bad.end()], out),
        }
    }
}

/// How many bytes, and columns, `<U+001B>` is long.
pub(crate) const fn escaped_len(c: char) -> usize {
    match c {
        '\0'..='\u{FFFF}' => "<U+001B>".len(),
        '\u{10000}'..='\u{FFFFF}' => "<U+E0000>".len(),
        _ => "<U+10FFFF>".len(),
    }
}

/// Appends bytes that are no text, each as `<E9>`.
pub(crate) fn escape_malformed(bytes: &[u8], out: &mut String) {
    for &byte in bytes {
        out.push('<');
        push_hex(byte, out);
        out.push('>');
    }
}

/// How many bytes, and columns, so many of them take.
pub(crate) const fn malformed_len(bytes: usize) -> usize {
    "<E9>".len() * bytes
}

#[cfg(test)]
mod tests {
    fn escaped(bytes: &[u8]) -> String {
        let mut out = String::new();
        super::escape(bytes, &mut out);
        out
    }

    #[test]
    fn what_acts_or_hides_is_shown() {
        assert_eq!(escaped("naïve 日本 😀".as_bytes()), "naïve 日本 😀");
        assert_eq!(escaped(b"a\x1B[31m\r\n\0"), "a<U+001B>[31m<U+000D><U+000A><U+0000>");
        assert_eq!(escaped("\u{202E}\u{9B}\u{200B}".as_bytes()), "<U+202E><U+009B><U+200B>");
        assert_eq!(escaped(b"caf\xE9 \xED\xA0\x80"), "caf<E9> <ED><A0><80>");
    }
}
