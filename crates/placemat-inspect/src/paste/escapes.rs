//! Backslash escapes, in text that stands for itself otherwise. Each language has its own, so what
//! an escape means is a [`Dialect`], and one function reads them all.

use super::out::Out;
use super::{Certainty, quoted};

/// What `\xE2` or `\342` is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Byte,
    CodePoint,
    /// Up to 7F, where a byte and a code point are the same.
    Ascii,
    /// No escape.
    None,
}

/// What becomes of a backslash in front of anything else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// Both stay.
    Keep,
    /// The backslash goes.
    Drop,
    Refuse,
}

/// Which escapes a language has.
pub(super) struct Dialect {
    /// `\xE2`: two digits, or all that there are.
    pub(super) hex: Number,
    pub(super) hex_goes_on: bool,
    /// `\342`: up to three digits.
    pub(super) octal: Number,
    /// `\u20AC`
    pub(super) four: bool,
    /// `\u{20AC}`
    pub(super) braces: bool,
    /// `\U000020AC`
    pub(super) eight: bool,
    /// `\n`: the letter, and what it stands for.
    pub(super) letters: &'static [(u8, char)],
    /// A line feed is left out, and with `indent` the white space behind it.
    pub(super) line_feed: bool,
    pub(super) indent: bool,
    pub(super) unknown: Unknown,
}

/// What most languages have.
pub(super) const LETTERS: &[(u8, char)] = &[
    (b'n', '\n'),
    (b'r', '\r'),
    (b't', '\t'),
    (b'\\', '\\'),
    (b'\'', '\''),
    (b'"', '"'),
    (b'a', '\x07'),
    (b'b', '\x08'),
    (b'f', '\x0C'),
    (b'v', '\x0B'),
];

/// Wherever they come from: `\xE2` is a byte, as in C, bytes of Python, and shells.
const ANY: Dialect = Dialect {
    hex: Number::Byte,
    hex_goes_on: false,
    octal: Number::Byte,
    four: true,
    braces: true,
    eight: true,
    letters: LETTERS,
    line_feed: false,
    indent: false,
    unknown: Unknown::Keep,
};

pub(super) fn read(text: &str, out: &mut Out) -> Result<(), String> {
    unescape(text, &ANY, out)
}

/// Escapes that say a number.
pub(super) fn evidence(text: &str) -> Option<Certainty> {
    let (mut numbers, mut letters) = (0, 0);
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let behind = &rest[at + 1..];
        match numeric(behind, &ANY) {
            // `\1` refers to a group of a pattern.
            Ok(Some(found)) if found.len > 1 || behind.starts_with('0') => numbers += 1,
            _ => letters += usize::from(behind.starts_with(['n', 'r', 't', '"', '\''])),
        }
        // Two backslashes are one, and begin nothing.
        let skip = usize::from(behind.starts_with('\\'));
        rest = &behind[skip..];
    }
    match (numbers, letters) {
        (0, 0) => None,
        (0, _) => Some(Certainty::Possible),
        (1, _) => Some(Certainty::Likely),
        _ => Some(Certainty::Certain),
    }
}

/// Appends `text`, in which escapes stand for what `dialect` says.
pub(super) fn unescape(text: &str, dialect: &Dialect, out: &mut Out) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        rest = match numeric(behind, dialect).map_err(|why| refusal(&rest[at..], why))? {
            Some(found) => {
                found.push(out).map_err(|why| refusal(&rest[at..], why))?;
                &behind[found.len..]
            }
            None => other(&rest[at..], dialect, out)?,
        };
    }
    out.push_str(rest);
    Ok(())
}

fn refusal(escape: &str, why: &str) -> String {
    let end = escape.char_indices().nth(10).map_or(escape.len(), |(at, _)| at);
    format!("{} {why}", quoted(&escape[..end]))
}

/// An escape that says a number, and how many bytes it has behind the backslash.
struct Found {
    value: u32,
    byte: bool,
    len: usize,
}

impl Found {
    fn push(&self, out: &mut Out) -> Result<(), &'static str> {
        if self.byte {
            out.push_byte(u8::try_from(self.value).map_err(|_| "is more than a byte holds")?);
            return Ok(());
        }
        match self.value {
            0..=0x10_FFFF if out.push_code_point(self.value) => Ok(()),
            _ => Err("is above U+10FFFF"),
        }
    }
}

/// The number that the escape says whose backslash is in front of `behind`; none if it says none.
fn numeric(behind: &str, dialect: &Dialect) -> Result<Option<Found>, &'static str> {
    let Some(&letter) = behind.as_bytes().first() else { return Ok(None) };
    let strict = dialect.unknown == Unknown::Refuse;
    let incomplete = |why| if strict { Err(why) } else { Ok(None) };
    let (kind, radix, start, least, most) = match letter {
        b'x' if dialect.hex != Number::None => {
            let (least, most) = if dialect.hex_goes_on { (1, usize::MAX) } else { (2, 2) };
            (dialect.hex, 16, 1, least, most)
        }
        b'0'..=b'7' if dialect.octal != Number::None => (dialect.octal, 8, 0, 1, 3),
        b'u' if dialect.braces && behind.as_bytes().get(1) == Some(&b'{') => {
            (Number::CodePoint, 16, 2, 1, 8)
        }
        b'u' if dialect.four => (Number::CodePoint, 16, 1, 4, 4),
        b'U' if dialect.eight => (Number::CodePoint, 16, 1, 8, 8),
        _ => return Ok(None),
    };
    let digits = behind[start..].bytes().take(most);
    let digits = digits.take_while(|&digit| char::from(digit).is_digit(radix)).count();
    if digits < least {
        return incomplete("has too few digits");
    }
    let mut len = start + digits;
    if start == 2 {
        if behind.as_bytes().get(len) != Some(&b'}') {
            return incomplete("has no closing brace");
        }
        len += 1;
    }
    let written = behind[start..start + digits].trim_start_matches('0');
    let value = match written.len() {
        0 => 0,
        1..=8 => u32::from_str_radix(written, radix).expect("they are few digits"),
        _ => u32::MAX,
    };
    if kind == Number::Ascii && value > 0x7F {
        return Err("is above 7F, where strings have \\u{..}");
    }
    // 400 to 777 are no bytes; Python and compilers say so.
    if kind == Number::Byte && value > 0xFF && !strict {
        return Ok(None);
    }
    Ok(Some(Found { value, byte: kind == Number::Byte, len }))
}

/// An escape that says no number; what is behind it.
fn other<'a>(escape: &'a str, dialect: &Dialect, out: &mut Out) -> Result<&'a str, String> {
    let behind = &escape[1..];
    let Some(c) = behind.chars().next() else {
        if dialect.unknown == Unknown::Refuse {
            return Err("it ends with a backslash".to_owned());
        }
        out.push_str("\\");
        return Ok(behind);
    };
    let after = &behind[c.len_utf8()..];
    if let Some(&(_, meant)) = dialect.letters.iter().find(|&&(letter, _)| char::from(letter) == c)
    {
        out.push_str(meant.encode_utf8(&mut [0; 4]));
        return Ok(after);
    }
    if c == '\n' && dialect.line_feed {
        return Ok(if dialect.indent { after.trim_start() } else { after });
    }
    match dialect.unknown {
        Unknown::Keep => out.push_str(&escape[..1 + c.len_utf8()]),
        Unknown::Drop => out.push_str(&behind[..c.len_utf8()]),
        Unknown::Refuse => return Err(refusal(escape, "is no escape")),
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any(text: &str) -> (Vec<u8>, Vec<String>) {
        let mut out = Out::default();
        read(text, &mut out).unwrap();
        out.finish()
    }

    #[test]
    fn mixed_with_text() {
        assert_eq!(any(r"don\x92t").0, b"don\x92t");
        assert_eq!(any(r"\342\202\254 \u20AC \u{20ac} \U000020AC").0, "€ € € €".as_bytes());
        assert_eq!(any(r"C:\users\new\\x41 \d \").0, "C:\\users\new\\x41 \\d \\".as_bytes());
        assert_eq!(any(r"\0\x4 \u12 \u{} \777").0, b"\0\\x4 \\u12 \\u{} \\777");
    }

    #[test]
    fn surrogates() {
        assert_eq!(any(r"\uD83D\uDE00 \ud83d\u{de00}"), ("😀 😀".into(), vec![]));
        let (bytes, notes) = any(r"\uD83D \uDE00\uD83D");
        assert_eq!(bytes, b"\xED\xA0\xBD \xED\xB8\x80\xED\xA0\xBD");
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("U+D83D and 2 more: a surrogate"), "{}", notes[0]);
    }

    #[test]
    fn what_speaks_for_it() {
        assert_eq!(evidence(r"don\x92t"), Some(Certainty::Likely));
        assert_eq!(evidence(r"\xE2\x82\xAC"), Some(Certainty::Certain));
        assert_eq!(evidence(r"a\nb"), Some(Certainty::Possible));
        assert_eq!([r"\d\1", "abc", r"\\x41"].map(evidence), [None; 3]);
    }
}
