//! The parameter `charset` of a media type: the grammar of RFC 2045, section 5.1, with the comments
//! and the white space of RFC 822 between any two tokens, which holds that of RFC 9110, section 5.6.
//!
//! ```text
//! text/plain (a note); x="a \" quoted; string"; Charset = "utf-8" (comments (nest); with any text)
//! ```
//!
//! What breaks the grammar is read as browsers read it: a parameter without a value is passed over,
//! a value without quotes goes up to the next semicolon or blank, and a quoted string or a comment
//! without an end up to the end of the text.

/// The value of the first `charset` that has one, without its quotes. One pass: nothing is looked at
/// again once it is passed.
pub(super) fn of(media_type: &str) -> Option<&str> {
    let mut rest = media_type;
    loop {
        rest = blank(behind_semicolon(rest)?);
        let (name, behind) = token(rest, b"=;");
        rest = blank(behind);
        let Some(behind) = rest.strip_prefix('=') else { continue };
        rest = blank(behind);
        let value;
        (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => enclosed(quoted),
            None => token(rest, b";,\""),
        };
        if name.eq_ignore_ascii_case("charset") && !value.is_empty() {
            return Some(value);
        }
    }
}

const BLANKS: &[u8] = b" \t\r\n";

/// `text` up to one of `ends`, to a blank or to a comment, and what follows.
fn token<'a>(text: &'a str, ends: &[u8]) -> (&'a str, &'a str) {
    let is_end = |byte: &u8| ends.contains(byte) || BLANKS.contains(byte) || *byte == b'(';
    text.split_at(text.bytes().position(|byte| is_end(&byte)).unwrap_or(text.len()))
}

/// What is behind the blanks and the comments at the start of `text`.
fn blank(text: &str) -> &str {
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(comment) = rest.strip_prefix('(') {
        rest = behind_comment(comment).trim_start_matches(is_blank);
    }
    rest
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// What is behind the next semicolon that is in no comment.
fn behind_semicolon(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let at = rest.find([';', '('])?;
        let behind = &rest[at + 1..];
        if rest.as_bytes()[at] == b';' {
            return Some(behind);
        }
        rest = behind_comment(behind);
    }
}

/// What is behind a comment, of which the first parenthesis has been passed. Comments nest.
fn behind_comment(text: &str) -> &str {
    let (mut depth, mut escaped) = (1_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' if depth == 1 => return &text[at + 1..],
            b')' => depth -= 1,
            _ => {}
        }
    }
    ""
}

/// A quoted string, of which the first quote has been passed, and what is behind it. A backslash
/// takes the meaning from what follows it, and stays.
fn enclosed(text: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or((text, ""), |end| (&text[..end], &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use crate::encoding::Label;
    use std::string::String;

    #[test]
    fn values() {
        let cases = [
            ("text/plain; charset=us-ascii (Plain text)", Some("us-ascii")),
            (r#"text/plain; charset="us-ascii""#, Some("us-ascii")),
            ("text/html;charset=utf-8", Some("utf-8")),
            ("text/html; Charset=\"utf-8\"", Some("utf-8")),
            ("text/plain; charset=ISO_8859-1:1987; x=y", Some("ISO_8859-1:1987")),
            ("text/plain;\r\n\tformat=flowed;\r\n\tcharset=koi8-r\r\n", Some("koi8-r")),
            ("text/plain", None),
            ("text/plain; charset", None),
            ("charset=utf-8", None),
            ("text/plain; charset*=us-ascii'en'utf-8", None),
            ("text/plain; charset=\"größer\\ä\"", Some("größer\\ä")),
        ];
        for (text, expected) in cases {
            assert_eq!(Label::charset_of(text), expected, "{text}");
        }
    }

    #[test]
    fn quoted_pairs() {
        let text = r#"text/plain; x="a\"; charset=bad; y=\""; charset=good"#;
        assert_eq!(Label::charset_of(text), Some("good"));
        let text = r#"text/plain; x="a\\"; charset=good; y="\""; charset=bad"#;
        assert_eq!(Label::charset_of(text), Some("good"));
        assert_eq!(Label::charset_of(r#"text/plain; charset="a\"b""#), Some(r#"a\"b"#));
    }

    #[test]
    fn a_charset_without_a_value_hides_nothing() {
        for empty in ["charset=", "charset=\"\"", "charset", "charset =", "charset= (none)"] {
            let text = std::format!("text/plain; {empty}; charset=good");
            assert_eq!(Label::charset_of(&text), Some("good"), "{text}");
        }
    }

    #[test]
    fn comments() {
        let cases = [
            ("text/plain (; charset=bad); charset=good", Some("good")),
            (r"text/plain (\); charset=bad); charset=good", Some("good")),
            ("text/plain; (a (nested) one) charset (b) = (c) good(d); charset=bad", Some("good")),
            ("text/plain; x=(; charset=bad) y; charset=good", Some("good")),
            ("text/plain; x=\"(\"; charset=good", Some("good")),
            ("text/plain (without an end; charset=bad", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Label::charset_of(text), expected, "{text}");
        }
    }

    #[test]
    fn what_breaks_the_grammar() {
        let cases = [
            ("text/plain; flowed; charset=good", Some("good")),
            ("text/plain;;; =; =x; charset=good", Some("good")),
            ("text/plain; x=a\"; charset=good", Some("good")),
            ("text/plain; x=\"a\" junk; charset=good", Some("good")),
            ("text/plain; charset=\"good", Some("good")),
            ("text/plain; charset=good, text/html", Some("good")),
            ("text/plain; charset=good\"", Some("good")),
            ("text/plain; x=\"a; charset=bad", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Label::charset_of(text), expected, "{text}");
        }
    }

    /// Megabytes of what each step stops at: looked at once for each of them, they would take days.
    #[test]
    fn one_pass() {
        for piece in
            [";", "=", ";=", "\"", "\\", "(", ")", "()", "((", "a=\"", ";a=(", "; charset=", " "]
        {
            let text: String = ["text/plain", &piece.repeat(4_000_000 / piece.len())].concat();
            assert_eq!(Label::charset_of(&text), None, "{piece}");
        }
    }
}
