//! What `placemat explain` is to do: numbers in any notation become bytes.

use super::dump;
use super::{wants_color, width};
use crate::args::{ExplainArgs, Layout, When};
use crate::print::escape;
use crate::print::name::Name;
use crate::standard;
use placemat::tool::anatomy;
use std::ops::Range;

/// What else than standard input may have been meant.
const FILE: &str = "name a file, or \"-\" if that is meant";

pub(crate) struct Explain {
    pub(crate) what: What,
    /// In bytes.
    pub(crate) range: Range<u64>,
    pub(crate) errors_only: bool,
    pub(crate) code_page: bool,
    pub(crate) layout: Layout,
    pub(crate) color: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

/// What is explained.
pub(crate) enum What {
    Bytes(Vec<u8>),
    Input(Name),
    /// UTF-8 itself.
    Nothing,
}

impl Explain {
    pub(crate) fn resolve(args: ExplainArgs, color: When) -> Result<Self, String> {
        let (hex, octal, binary) = (
            args.hex.map(|text| parse_bytes(&text, 16)),
            args.octal.map(|text| parse_bytes(&text, 8)),
            args.binary.map(|text| parse_bytes(&text, 2)),
        );
        let nothing = "there is nothing to explain in what was typed";
        let some = |bytes: Result<Vec<u8>, String>| match bytes {
            Ok(bytes) if bytes.is_empty() => Err(nothing.to_owned()),
            bytes => bytes,
        };
        let typed =
            args.text.map(|text| Ok(text.into_bytes())).or(hex.or(octal).or(binary).map(some));
        let what = match (typed, args.path) {
            (Some(bytes), _) => What::Bytes(bytes?),
            _ if !args.code_point.is_empty() => What::Bytes(some(spell_all(&args.code_point))?),
            (None, Some(path)) if path.as_os_str() != "-" => What::Input(Name::Path(path)),
            (None, None) if args.code_page => What::Nothing,
            (None, None) if !standard::is_implied(FILE) => {
                return Err("nothing to explain: give a PATH, --text, --hex, -U or --code-page \
                    (placemat explain --help says more)"
                    .to_owned());
            }
            _ => What::Input(Name::Stdin),
        };
        if args.code_page && matches!(args.format, Layout::Cards | Layout::Table) {
            return Err(
                "--code-page has a form of its own: leave out --format, or say json or tsv"
                    .to_owned(),
            );
        }
        let range = args.range.as_deref().map_or(Ok(0..u64::MAX), parse_range)?;
        Ok(Self {
            what,
            range,
            errors_only: args.errors_only,
            code_page: args.code_page,
            layout: args.format,
            color: wants_color(color),
            width: width(),
        })
    }
}

/// Bytes written in `radix`, with anything between them that people put there,
/// or without, if each has all its digits; or a dump of another program.
fn parse_bytes(text: &str, radix: u32) -> Result<Vec<u8>, String> {
    let digits = match radix {
        2 => 8,
        8 => 3,
        _ => 2,
    };
    if let Some(bytes) = dump::bytes(text, radix, digits) {
        return bytes;
    }
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '\\' | '"');
    let text = text.replace('|', ""); // as this tool writes bits
    let mut bytes = Vec::new();
    for typed in text.split(between).filter(|word| !word.is_empty()) {
        // 0B is a byte in hexadecimal.
        let prefixes: &[&str] = match radix {
            2 => &["0b"],
            8 => &["0o"],
            _ => &["0x", "0X", "x"],
        };
        let word = prefixes.iter().find_map(|prefix| typed.strip_prefix(prefix)).unwrap_or(typed);
        let (len, wrong) = (word.len(), || not_bytes(typed, radix));
        // One digit of two is more often half of a byte that was lost than a small one.
        let short = len < digits && (radix != 16 || word != typed);
        let whole = word.is_ascii() && (short || len.is_multiple_of(digits));
        for start in (0..len).step_by(digits).take_while(|_| whole) {
            let byte = &word[start..len.min(start + digits)];
            let number = byte.bytes().all(|digit| char::from(digit).is_digit(radix));
            let byte = u8::from_str_radix(byte, radix).ok().filter(|_| number);
            bytes.push(byte.ok_or_else(wrong)?);
        }
        if !whole || len == 0 {
            return Err(wrong());
        }
    }
    Ok(bytes)
}

fn not_bytes(word: &str, radix: u32) -> String {
    let name = match radix {
        2 => "binary: 8 digits",
        8 => "octal: 3 digits, up to 377",
        _ => "hexadecimal: 2 digits",
    };
    format!("\"{}\" is not bytes in {name} each", escape::shown(word))
}

/// The UTF-8 form of each value.
fn spell_all(values: &[String]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for text in values.iter().flat_map(|value| value.split_whitespace()) {
        let value = parse_code_point(text).ok_or_else(|| {
            let shown = escape::shown(text);
            format!("\"{shown}\" is not a code point: write it as 20AC, U+20AC, 0o20254 or &#8364;")
        })?;
        let spelt = anatomy::spell(value, &mut [0; 6]).map(<[u8]>::to_vec);
        let spelt = spelt.ok_or_else(|| format!("{text} is above 7FFFFFFF: no UTF-8 holds it"))?;
        bytes.extend(spelt);
    }
    Ok(bytes)
}

fn parse_code_point(text: &str) -> Option<u32> {
    // Not 0d and 0b: 0D15 and 0B15 are code points.
    let lower = text.to_ascii_lowercase();
    let prefixes = [("&#x", 16), ("&#", 10), ("0o", 8), ("u+", 16), ("0x", 16), ("\\u", 16)];
    let stripped =
        prefixes.iter().find_map(|&(prefix, radix)| Some((lower.strip_prefix(prefix)?, radix)));
    let (digits, radix) = stripped.unwrap_or((&lower, 16));
    let digits = digits.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(digits);
    let digits = digits.strip_suffix(';').unwrap_or(digits);
    let number = digits.chars().all(|digit| digit.is_digit(radix));
    u32::from_str_radix(digits, radix).ok().filter(|_| number)
}

/// `100..200`, `100..`, `..200`.
fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str, default| match text.trim() {
        "" => Some(default),
        text => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        },
    };
    let ends = text.split_once("..").and_then(|(start, end)| {
        let range = number(start, 0)?..number(end, u64::MAX)?;
        (range.start <= range.end).then_some(range)
    });
    let shown =
        || format!("\"{}\" is no range of bytes: write it as 100..200", escape::shown(text));
    ends.ok_or_else(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_as_people_write_them() {
        let euro = Ok(vec![0xE2, 0x82, 0xAC]);
        for text in ["E2 82 AC", "e282ac", "\\xE2\\x82\\xAC", "0xE2,0x82, 0xac", "E2:82:AC"] {
            assert_eq!(parse_bytes(text, 16), euro, "{text}");
        }
        for text in ["342 202 254", "342202254", "\\342\\202\\254"] {
            assert_eq!(parse_bytes(text, 8), euro, "{text}");
        }
        assert_eq!(parse_bytes("11100010 10000010 10101100", 2), euro);
        assert_eq!(parse_bytes("1110|0010 10|000010 10|101100", 2), euro);
        assert_eq!(parse_bytes("0x9, 0xA", 16), Ok(vec![9, 10]));
        for (text, radix) in [
            ("E", 8),
            ("E28", 16),
            ("400", 8),
            ("2", 2),
            ("+1", 16),
            ("é", 16),
            ("0x", 16),
            ("e2 82 a", 16),
        ] {
            assert!(parse_bytes(text, radix).is_err(), "{text}");
        }
    }

    #[test]
    fn code_points_as_people_write_them() {
        for text in
            ["20AC", "U+20ac", "0x20AC", "\\u20AC", "\\u{20AC}", "0o20254", "&#8364;", "&#x20ac;"]
        {
            assert_eq!(parse_code_point(text), Some(0x20AC), "{text}");
        }
        assert_eq!(["0D15", "0B15", "0d"].map(parse_code_point), [0xD15, 0xB15, 0xD].map(Some));
        assert_eq!(["", "G", "U+", "-1", "+1", "0o8"].map(parse_code_point), [None; 6]);
        assert_eq!(spell_all(&["41".into(), "110000".into()]), Ok(b"A\xF4\x90\x80\x80".to_vec()));
        assert!(spell_all(&["80000000".into()]).is_err());
    }

    #[test]
    fn ranges() {
        assert_eq!(parse_range("100..200"), Ok(100..200));
        assert_eq!(parse_range("..0x80"), Ok(0..128));
        assert_eq!(parse_range("5.."), Ok(5..u64::MAX));
        assert!(["", "5", "7..5", "a..b"].iter().all(|text| parse_range(text).is_err()));
    }
}
