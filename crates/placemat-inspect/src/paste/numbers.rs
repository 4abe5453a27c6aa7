//! Bytes as numbers, in four radixes, and code points.

use super::out::Out;
use super::{Certainty, dump, quoted};
use placemat::tool::anatomy;

/// What people put between numbers.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | ';' | '\\' | '"')
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_between).filter(|word| !word.is_empty())
}

/// What is around a list in source code.
fn unbracketed(text: &str) -> &str {
    let text = text.trim().trim_end_matches([';', ',']);
    let inner = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inner('[', ']').or_else(|| inner('{', '}')).or_else(|| inner('(', ')')).unwrap_or(text)
}

pub(super) fn hex(text: &str, out: &mut Out) -> Result<(), String> {
    digits(text, 16, out)
}

pub(super) fn octal(text: &str, out: &mut Out) -> Result<(), String> {
    digits(text, 8, out)
}

pub(super) fn binary(text: &str, out: &mut Out) -> Result<(), String> {
    digits(text, 2, out)
}

/// How many digits of a radix a byte has.
fn digits_of_byte(radix: u32) -> usize {
    match radix {
        2 => 8,
        8 => 3,
        _ => 2,
    }
}

/// Bytes written in `radix`, with anything between them that people put there, or without, if each
/// has all its digits; or a dump of a program.
fn digits(text: &str, radix: u32, out: &mut Out) -> Result<(), String> {
    let digits = digits_of_byte(radix);
    if let Some(bytes) = dump::bytes(text, radix, digits) {
        bytes?.into_iter().for_each(|byte| out.push_byte(byte));
        return Ok(());
    }
    let text = unbracketed(text).replace('|', ""); // as the tool writes bits
    for typed in words(&text) {
        // 0B is a byte in hexadecimal.
        let prefixes: &[&str] = match radix {
            2 => &["0b"],
            8 => &["0o"],
            _ => &["0x", "0X", "x"],
        };
        let word = prefixes.iter().find_map(|prefix| typed.strip_prefix(prefix)).unwrap_or(typed);
        let len = word.len();
        // One digit of two is more often half of a byte that was lost than a small one.
        let short = len < digits && (radix != 16 || word != typed);
        let whole = word.is_ascii() && len > 0 && (short || len.is_multiple_of(digits));
        let bytes = (0..len).step_by(digits).map(|start| {
            let byte = &word[start..len.min(start + digits)];
            let number = byte.bytes().all(|digit| char::from(digit).is_digit(radix));
            u8::from_str_radix(byte, radix).ok().filter(|_| number)
        });
        let bytes: Option<Vec<u8>> = if whole { bytes.collect() } else { None };
        let bytes = bytes.ok_or_else(|| {
            let name = match radix {
                2 => "binary: 8 digits",
                8 => "octal: 3 digits, up to 377",
                _ => "hexadecimal: 2 digits",
            };
            format!("{} is not bytes in {name} each", quoted(typed))
        })?;
        bytes.into_iter().for_each(|byte| out.push_byte(byte));
    }
    if out.is_empty() { Err("there is no byte in it".to_owned()) } else { Ok(()) }
}

pub(super) fn decimal(text: &str, out: &mut Out) -> Result<(), String> {
    for word in words(unbracketed(text)) {
        let digits = word.strip_prefix('-').unwrap_or(word);
        let number = digits.bytes().all(|digit| digit.is_ascii_digit());
        let value = word.parse::<i16>().ok().filter(|value| number && (-128..=255).contains(value));
        let value =
            value.ok_or_else(|| format!("{} is no byte in decimal: -128 to 255", quoted(word)))?;
        out.push_byte(value as u8);
    }
    if out.is_empty() { Err("there is no byte in it".to_owned()) } else { Ok(()) }
}

/// How many words there are, if all of them fit, and nothing is between them that has a form of its
/// own.
fn all_words(text: &str, fits: impl Fn(&str) -> bool) -> Option<usize> {
    if text.contains(['\\', '"']) {
        return None;
    }
    let mut count = 0;
    for word in words(text) {
        if !fits(word) {
            return None;
        }
        count += 1;
    }
    (count > 0).then_some(count)
}

/// Whether these are digits of `radix`.
fn has(word: &str, radix: u32) -> bool {
    word.bytes().all(|digit| char::from(digit).is_digit(radix))
}

pub(super) fn binary_evidence(text: &str) -> Option<Certainty> {
    let text = unbracketed(text).replace('|', "");
    let bits = |word: &str| word.strip_prefix("0b").unwrap_or(word).to_owned();
    let fits = |word: &str| bits(word).len().is_multiple_of(8) && has(&bits(word), 2);
    let count = all_words(&text, |word| !bits(word).is_empty() && fits(word))?;
    Some(if count > 1 || text.contains("0b") { Certainty::Certain } else { Certainty::Likely })
}

pub(super) fn octal_evidence(text: &str) -> Option<Certainty> {
    let text = unbracketed(text);
    let prefixed = |word: &str| word.starts_with("0o");
    let fits = |word: &str| match word.strip_prefix("0o") {
        Some(digits) => (1..=3).contains(&digits.len()) && has(digits, 8),
        None => word.len().is_multiple_of(3) && has(word, 8),
    };
    let count = all_words(text, fits)?;
    let separate = words(text).all(|word| word.len() == 3);
    Some(match count {
        _ if words(text).all(prefixed) => Certainty::Certain,
        // 200, 201: decimal, more often.
        2.. if separate && !text.contains(',') => Certainty::Likely,
        _ => Certainty::Possible,
    })
}

pub(super) fn hex_evidence(text: &str) -> Option<Certainty> {
    let text = unbracketed(text);
    let bare = |word: &str| {
        let prefixes = ["0x", "0X", "x"];
        prefixes.iter().find_map(|prefix| word.strip_prefix(prefix)).map(str::len)
    };
    let fits = |word: &str| match bare(word) {
        Some(len @ 1..) => has(&word[word.len() - len..], 16),
        Some(0) => false,
        None => word.len().is_multiple_of(2) && has(word, 16),
    };
    let count = all_words(text, fits)?;
    let prefixed = words(text).all(|word| word.starts_with(['0', 'x']) && bare(word).is_some());
    let pairs = words(text).all(|word| word.len() == 2);
    let letter = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let digit = text.bytes().any(|byte| byte.is_ascii_digit());
    Some(match count {
        _ if prefixed => Certainty::Certain,
        2.. if pairs && letter && digit => Certainty::Certain,
        2.. if pairs => Certainty::Likely,
        // "cafe" is a word, and "2026" a number.
        _ if letter && digit && text.len() >= 4 => Certainty::Likely,
        _ => Certainty::Possible,
    })
}

pub(super) fn decimal_evidence(text: &str) -> Option<Certainty> {
    let list = unbracketed(text);
    let fits = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        (1..=3).contains(&digits.len()) && has(digits, 10)
    };
    let count = all_words(list, fits)?;
    let bracketed = list.len() != text.trim().trim_end_matches([';', ',']).len();
    Some(match count {
        _ if bracketed => Certainty::Certain,
        3.. if list.contains(',') => Certainty::Likely,
        3.. if words(list).any(|word| word.len() >= 3) => Certainty::Likely,
        _ => Certainty::Possible,
    })
}

/// `U+20AC`, and what people put around it.
fn code_point_of(word: &str) -> Option<u32> {
    let word = word.trim_matches(['<', '>', '(', ')', '[', ']', '\'', '.']);
    let digits = word.strip_prefix("U+").or_else(|| word.strip_prefix("u+"))?;
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| has(digits, 16))?;
    (value <= 0x7FFF_FFFF).then_some(value)
}

pub(super) fn code_points_evidence(text: &str) -> Option<Certainty> {
    all_words(text, |word| code_point_of(word).is_some()).map(|_| Certainty::Certain)
}

pub(super) fn code_points(text: &str, out: &mut Out) -> Result<(), String> {
    for word in words(text) {
        let value = code_point_of(word)
            .ok_or_else(|| format!("{} is no code point: write it as U+20AC", quoted(word)))?;
        let spelt = anatomy::spell(value, &mut [0; 6]).unwrap_or_default().to_vec();
        spelt.into_iter().for_each(|byte| out.push_byte(byte));
    }
    if out.is_empty() { Err("there is no code point in it".to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(how: fn(&str, &mut Out) -> Result<(), String>, text: &str) -> Result<Vec<u8>, String> {
        let mut out = Out::default();
        how(text, &mut out).map(|()| out.finish().0)
    }

    #[test]
    fn bytes_as_people_write_them() {
        let euro = Ok(vec![0xE2, 0x82, 0xAC]);
        for text in [
            "E2 82 AC",
            "e282ac",
            "\\xE2\\x82\\xAC",
            "0xE2,0x82, 0xac",
            "E2:82:AC",
            "{0xe2, 0x82, 0xac};",
        ] {
            assert_eq!(read(hex, text), euro, "{text}");
        }
        for text in ["342 202 254", "342202254", "\\342\\202\\254", "0o342 0o202 0o254"] {
            assert_eq!(read(octal, text), euro, "{text}");
        }
        for text in ["226 130 172", "[226, 130, 172]", "[-30, -126, -84]", "{226,130,172};"] {
            assert_eq!(read(decimal, text), euro, "{text}");
        }
        assert_eq!(read(binary, "11100010 10000010 10101100"), euro);
        assert_eq!(read(binary, "1110|0010 10|000010 10|101100"), euro);
        assert_eq!(read(hex, "0x9, 0xA"), Ok(vec![9, 10]));
        type How = fn(&str, &mut Out) -> Result<(), String>;
        let wrong: [(&str, How); 12] = [
            ("E", octal),
            ("E28", hex),
            ("400", octal),
            ("2", binary),
            ("+1", hex),
            ("é", hex),
            ("0x", hex),
            ("e2 82 a", hex),
            ("256", decimal),
            ("-129", decimal),
            ("+1", decimal),
            ("", hex),
        ];
        for (text, how) in wrong {
            assert!(read(how, text).is_err(), "{text}");
        }
    }

    #[test]
    fn code_points_as_they_are_listed() {
        assert_eq!(read(code_points, "U+20AC, <U+0041>"), Ok("€A".into()));
        assert_eq!(read(code_points, "U+D800"), Ok(b"\xED\xA0\x80".to_vec()));
        assert!(
            ["U+", "20AC", "U+80000000", "U+G"].iter().all(|text| read(code_points, text).is_err())
        );
    }
}
