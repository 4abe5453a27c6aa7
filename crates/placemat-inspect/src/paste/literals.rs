//! Literals of programming languages: strings in quotation marks, with what each language allows in
//! front of them, and several that stand for one. Without quotation marks the text is what would be
//! between them.

use super::escapes::{Dialect, LETTERS, Number, Unknown, unescape};
use super::out::Out;
use super::{Certainty, quoted};

/// A literal at the start of a text.
struct Literal<'a> {
    /// In front of the quotation mark: `b`, `u8`.
    prefix: &'a str,
    quote: &'a str,
    /// As in r#".."#.
    hashes: usize,
    inside: &'a str,
    behind: &'a str,
}

impl Literal<'_> {
    fn is_raw(&self) -> bool {
        self.prefix.contains(['r', 'R'])
    }

    fn is_bytes(&self) -> bool {
        self.prefix.contains(['b', 'B'])
    }
}

/// The literal at the start of `text`; none if there is none that ends.
fn literal(text: &str) -> Option<Literal<'_>> {
    let prefix_len = text.bytes().take_while(u8::is_ascii_alphanumeric).take(3).count();
    let (prefix, rest) = text.split_at(prefix_len);
    let known = ["", "b", "br", "rb", "r", "u", "f", "fr", "rf", "u8", "U", "L", "c"];
    let known = known.iter().any(|one| {
        prefix.eq_ignore_ascii_case(one) && (prefix.len() > 1 || !matches!(prefix, "l" | "C"))
    });
    // r#".."# of Rust.
    let hashes = rest.bytes().take_while(|&byte| byte == b'#').count();
    let raw = prefix.contains(['r', 'R']);
    let marked = &rest[hashes..];
    let mark = marked.chars().next().filter(|mark| matches!(mark, '"' | '\'' | '`'))?;
    if !known || hashes > 0 && !raw {
        return None;
    }
    let three = ["\"\"\"", "'''"].into_iter().find(|three| marked.starts_with(three));
    let quote = three.filter(|_| hashes == 0).map_or(&marked[..mark.len_utf8()], |three| three);
    let inside = &marked[quote.len()..];
    let len = if hashes > 0 {
        let close = format!("{quote}{}", &rest[..hashes]);
        inside.find(&close)?
    } else {
        // An escape can hide a quotation mark, also in what Python calls raw.
        let mut at = 0;
        loop {
            let next = at + inside[at..].find(['\\', mark])?;
            if inside[next..].starts_with(quote) {
                break next;
            }
            let skipped = inside[next + 1..].chars().next().map_or(0, char::len_utf8);
            at = next + 1 + if inside.as_bytes()[next] == b'\\' { skipped } else { 0 };
        }
    };
    let behind = &inside[len + quote.len() + hashes..];
    Some(Literal { prefix, quote, hashes, inside: &inside[..len], behind })
}

/// All literals of which `text` is made, but for what ends a statement.
fn literals(text: &str) -> Option<Vec<Literal<'_>>> {
    let mut rest = text.trim();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let next = literal(rest)?;
        rest = next.behind.trim_start().trim_start_matches(['+', '\\']).trim_start();
        found.push(next);
        if matches!(rest, ";" | ",") {
            break;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Reads all literals of `text` by the dialects of the language.
fn read(
    text: &str,
    out: &mut Out,
    dialect: impl Fn(&Literal<'_>) -> Result<Option<&'static Dialect>, String>,
) -> Result<(), String> {
    let bare = |inside| Literal { prefix: "", quote: "", hashes: 0, inside, behind: "" };
    let is_quoted = literal(text.trim()).is_some();
    let found = match literals(text) {
        Some(found) => found,
        None if is_quoted => {
            return Err(format!("something follows the literal in {}", quoted(text)));
        }
        None => vec![bare(text)],
    };
    for literal in &found {
        match dialect(literal)? {
            Some(dialect) => unescape(literal.inside, dialect, out)?,
            None => out.push_str(literal.inside),
        }
    }
    Ok(())
}

const C: Dialect = Dialect {
    hex: Number::Byte,
    hex_goes_on: true,
    octal: Number::Byte,
    four: true,
    braces: false,
    eight: true,
    letters: &[
        (b'n', '\n'),
        (b'r', '\r'),
        (b't', '\t'),
        (b'\\', '\\'),
        (b'\'', '\''),
        (b'"', '"'),
        (b'?', '?'),
        (b'a', '\x07'),
        (b'b', '\x08'),
        (b'f', '\x0C'),
        (b'v', '\x0B'),
        (b'e', '\x1B'),
    ],
    line_feed: true,
    indent: false,
    unknown: Unknown::Refuse,
};

pub(super) fn c(text: &str, out: &mut Out) -> Result<(), String> {
    read(text, out, |literal| match literal.quote {
        "\"" | "'" | "" if !literal.is_raw() && !literal.is_bytes() => Ok(Some(&C)),
        _ => Err(format!("{} is no literal of C", quoted(literal.inside))),
    })
}

const PYTHON: Dialect = Dialect {
    hex: Number::CodePoint,
    hex_goes_on: false,
    octal: Number::CodePoint,
    four: true,
    braces: false,
    eight: true,
    letters: LETTERS,
    line_feed: true,
    indent: false,
    unknown: Unknown::Keep,
};

const PYTHON_BYTES: Dialect =
    Dialect { hex: Number::Byte, octal: Number::Byte, four: false, eight: false, ..PYTHON };

pub(super) fn python(text: &str, out: &mut Out) -> Result<(), String> {
    read(text, out, |literal| match () {
        () if literal.quote == "`" || literal.hashes > 0 => {
            Err(format!("{} is no literal of Python", quoted(literal.inside)))
        }
        () if literal.is_raw() => Ok(None),
        () if literal.is_bytes() => Ok(Some(&PYTHON_BYTES)),
        () => Ok(Some(&PYTHON)),
    })
}

const JSON: Dialect = Dialect {
    hex: Number::None,
    hex_goes_on: false,
    octal: Number::None,
    four: true,
    braces: false,
    eight: false,
    letters: &[
        (b'n', '\n'),
        (b'r', '\r'),
        (b't', '\t'),
        (b'\\', '\\'),
        (b'"', '"'),
        (b'/', '/'),
        (b'b', '\x08'),
        (b'f', '\x0C'),
    ],
    line_feed: false,
    indent: false,
    unknown: Unknown::Refuse,
};

pub(super) fn json(text: &str, out: &mut Out) -> Result<(), String> {
    read(text, out, |literal| match (literal.prefix, literal.quote) {
        ("", "\"" | "") if !literal.inside.contains(|c: char| c < ' ') => Ok(Some(&JSON)),
        ("", "\"" | "") => Err("JSON writes control codes as escapes".to_owned()),
        _ => Err(format!("{} is no string of JSON", quoted(literal.inside))),
    })
}

const RUST: Dialect = Dialect {
    hex: Number::Ascii,
    hex_goes_on: false,
    octal: Number::None,
    four: false,
    braces: true,
    eight: false,
    letters: &[
        (b'n', '\n'),
        (b'r', '\r'),
        (b't', '\t'),
        (b'\\', '\\'),
        (b'\'', '\''),
        (b'"', '"'),
        (b'0', '\0'),
    ],
    line_feed: true,
    indent: true,
    unknown: Unknown::Refuse,
};

const RUST_BYTES: Dialect = Dialect { hex: Number::Byte, braces: false, ..RUST };

pub(super) fn rust(text: &str, out: &mut Out) -> Result<(), String> {
    read(text, out, |literal| match literal.quote {
        "\"" | "'" | "" if literal.is_raw() => Ok(None),
        "\"" | "'" | "" if literal.is_bytes() => Ok(Some(&RUST_BYTES)),
        "\"" | "'" | "" => Ok(Some(&RUST)),
        _ => Err(format!("{} is no literal of Rust", quoted(literal.inside))),
    })
}

const JAVASCRIPT: Dialect = Dialect {
    hex: Number::CodePoint,
    hex_goes_on: false,
    octal: Number::CodePoint,
    four: true,
    braces: true,
    eight: false,
    letters: &[
        (b'n', '\n'),
        (b'r', '\r'),
        (b't', '\t'),
        (b'b', '\x08'),
        (b'f', '\x0C'),
        (b'v', '\x0B'),
    ],
    line_feed: true,
    indent: false,
    unknown: Unknown::Drop,
};

pub(super) fn javascript(text: &str, out: &mut Out) -> Result<(), String> {
    read(text, out, |literal| match (literal.prefix, literal.quote) {
        ("", "\"" | "'" | "`" | "") => Ok(Some(&JAVASCRIPT)),
        _ => Err(format!("{} is no literal of JavaScript", quoted(literal.inside))),
    })
}

/// What there is in the literals of a text.
struct Seen {
    prefix: bool,
    bytes: bool,
    raw: bool,
    single: bool,
    back: bool,
    escapes: bool,
    hex: bool,
    octal: bool,
    four: bool,
    braces: bool,
    eight: bool,
    /// Escapes of bytes give well-formed UTF-8 beyond ASCII.
    is_utf8: bool,
}

fn look(text: &str) -> Option<Seen> {
    let found = literals(text)?;
    let any = |what: &dyn Fn(&Literal<'_>) -> bool| found.iter().any(what);
    let mut escapes = Vec::new();
    for literal in &found {
        let mut rest = literal.inside;
        while let Some(at) = rest.find('\\') {
            let escape = &rest[at + 1..];
            escapes.push(escape);
            rest = escape.get(escape.chars().next().map_or(0, char::len_utf8)..).unwrap_or("");
        }
    }
    let begins = |what: &str| escapes.iter().any(|escape| escape.starts_with(what));
    let digit = |escape: &&str| escape.starts_with(|c| matches!(c, '0'..='7'));
    let braces = begins("u{");
    let mut bytes = Out::default();
    let read = found.iter().try_for_each(|one| unescape(one.inside, &PYTHON_BYTES, &mut bytes));
    let (bytes, _) = bytes.finish();
    Some(Seen {
        prefix: any(&|literal| !literal.prefix.is_empty()),
        bytes: any(&|literal| literal.is_bytes()),
        raw: any(&|literal| literal.is_raw()),
        single: any(&|literal| literal.quote.starts_with('\'')),
        back: any(&|literal| literal.quote == "`"),
        escapes: !escapes.is_empty(),
        hex: begins("x"),
        octal: escapes.iter().any(digit),
        four: begins("u") && !braces,
        braces,
        eight: begins("U"),
        is_utf8: read.is_ok() && str::from_utf8(&bytes).is_ok_and(|text| !text.is_ascii()),
    })
}

/// What speaks for a language: quotation marks alone for none.
fn evidence(text: &str, judge: impl Fn(&Seen) -> Option<Certainty>) -> Option<Certainty> {
    let seen = look(text)?;
    if !seen.escapes && !seen.prefix { Some(Certainty::Possible) } else { judge(&seen) }
}

pub(super) fn python_evidence(text: &str) -> Option<Certainty> {
    evidence(text, |seen| match seen {
        Seen { back: true, .. } | Seen { braces: true, .. } => None,
        Seen { bytes: true, single: true, .. } => Some(Certainty::Certain),
        Seen { bytes: true, .. } | Seen { raw: true, .. } => Some(Certainty::Likely),
        // Bytes of UTF-8 are meant as bytes, whatever Python makes of them.
        Seen { single: true, hex, octal, is_utf8, .. } if !((*hex || *octal) && *is_utf8) => {
            Some(Certainty::Certain)
        }
        Seen { eight: true, .. } => Some(Certainty::Certain),
        _ => Some(Certainty::Possible),
    })
}

pub(super) fn json_evidence(text: &str) -> Option<Certainty> {
    evidence(text, |seen| match seen {
        Seen { prefix: true, .. } | Seen { single: true, .. } | Seen { back: true, .. } => None,
        Seen { hex: true, .. } | Seen { octal: true, .. } | Seen { braces: true, .. } => None,
        Seen { eight: true, .. } => None,
        _ => Some(Certainty::Certain),
    })
}

pub(super) fn rust_evidence(text: &str) -> Option<Certainty> {
    evidence(text, |seen| match seen {
        Seen { back: true, .. } | Seen { octal: true, .. } | Seen { four: true, .. } => None,
        Seen { braces: true, .. } => Some(Certainty::Certain),
        Seen { bytes: true, single: false, .. } => Some(Certainty::Certain),
        Seen { raw: true, single: false, .. } => Some(Certainty::Likely),
        _ => Some(Certainty::Possible),
    })
}

pub(super) fn javascript_evidence(text: &str) -> Option<Certainty> {
    evidence(text, |seen| match seen {
        Seen { prefix: true, .. } | Seen { eight: true, .. } => None,
        Seen { back: true, .. } => Some(Certainty::Certain),
        Seen { braces: true, .. } | Seen { single: true, .. } => Some(Certainty::Likely),
        _ => Some(Certainty::Possible),
    })
}

pub(super) fn c_evidence(text: &str) -> Option<Certainty> {
    evidence(text, |seen| match seen {
        Seen { back: true, .. } | Seen { braces: true, .. } | Seen { bytes: true, .. } => None,
        Seen { hex: true, .. } | Seen { octal: true, .. } => Some(Certainty::Certain),
        Seen { prefix: true, .. } => Some(Certainty::Likely),
        _ => Some(Certainty::Possible),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Form, read, read_as};

    #[test]
    fn each_language_reads_its_own() {
        let euro = "€".as_bytes();
        for (text, form) in [
            (r"b'\xe2\x82\xac'", Form::Python),
            (r"'\u20ac'", Form::Python),
            (r#""\U000020AC""#, Form::Python),
            (r#""\u20AC""#, Form::Json),
            (r#""\u{20ac}""#, Form::Rust),
            (r#"b"\xe2\x82\xac""#, Form::Rust),
            (r#"br"€""#, Form::Rust),
            (r##"r#"€"#"##, Form::Rust),
            (r"`\u{20AC}`", Form::JavaScript),
            (r#""\xE2\x82\xAC""#, Form::C),
            (r#""\342\202" "\254";"#, Form::C),
            (r#"u8"\xE2\x82\xAC""#, Form::C),
            (r"'\xE2\x82\xAC'", Form::C),
        ] {
            let paste = read(text);
            assert_eq!((paste.form, &*paste.bytes), (form, euro), "{text}: {paste:?}");
        }
        // Without bytes of UTF-8, Python's meaning is the likelier one.
        assert_eq!(read(r"'don\x92t'").bytes, "don\u{92}t".as_bytes());
        assert_eq!(read_as(r"'don\x92t'", Form::C).unwrap().bytes, b"don\x92t");
    }

    #[test]
    fn quotation_marks_within() {
        for (text, form, expected) in [
            (r#""a\"b\\""#, Form::Json, r#"a"b\"#),
            (r#"'''it's "it" '''"#, Form::Python, r#"it's "it" "#),
            (r"'it\'s'", Form::JavaScript, "it's"),
            ("\"a\\\n   b\"", Form::Rust, "ab"),
            ("\"a\\\nb\"", Form::C, "ab"),
            (r"'a\q\0'", Form::JavaScript, "aq\0"),
            (r"r'a\n'", Form::Python, r"a\n"),
            (r"a\tb", Form::Json, "a\tb"),
            ("''", Form::Python, ""),
        ] {
            assert_eq!(read_as(text, form).unwrap().bytes, expected.as_bytes(), "{text}");
        }
    }

    #[test]
    fn what_is_no_literal_is_refused() {
        for (text, form) in [
            (r#""\q""#, Form::C),
            (r#""\x""#, Form::C),
            (r#""\x100""#, Form::C),
            (r#""\400""#, Form::C),
            (r#""\x41""#, Form::Json),
            ("\"a\tb\"", Form::Json),
            (r#""\u12""#, Form::Json),
            (r#""a" x"#, Form::Json),
            (r#""\xE9""#, Form::Rust),
            (r#""\u{110000}""#, Form::Rust),
            (r#""\u{41""#, Form::Rust),
            (r#""\U00110000""#, Form::C),
            ("`a`", Form::Python),
            (r#"b"a""#, Form::JavaScript),
        ] {
            assert!(read_as(text, form).is_err(), "{text} as {form:?}");
        }
        assert_eq!(read("\"hello\"").form, Form::Text);
        assert_eq!(read("it's").form, Form::Text);
    }
}
