//! Text in which marks stand for bytes or code points: `%E2`, `&#x20AC;`, `<E9>`, `=E2`.

use super::Certainty;
use super::out::Out;
use placemat::encoding::single_byte;

/// The byte that two hexadecimal digits at the start of `text` say.
fn hex_pair(text: &str) -> Option<u8> {
    let digits = text.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    u8::from_str_radix(digits?, 16).ok()
}

/// Appends `text`, in which `mark` and two digits are a byte; what follows another mark stays.
fn push_pairs(text: &str, mark: char, out: &mut Out) {
    let mut rest = text;
    while let Some(at) = rest.find(mark) {
        let behind = &rest[at + 1..];
        match hex_pair(behind) {
            Some(byte) => {
                out.push_str(&rest[..at]);
                out.push_byte(byte);
                rest = &behind[2..];
            }
            None => {
                out.push_str(&rest[..=at]);
                rest = behind;
            }
        }
    }
    out.push_str(rest);
}

/// How many marks have two digits behind them, how many of those say a byte above 7F, and how many
/// marks have none.
fn pairs(text: &str, mark: char) -> (usize, usize, usize) {
    let (mut all, mut high, mut bare) = (0, 0, 0);
    for behind in text.split(mark).skip(1) {
        match hex_pair(behind) {
            Some(byte) => {
                all += 1;
                high += usize::from(byte >= 0x80);
            }
            None => bare += 1,
        }
    }
    (all, high, bare)
}

pub(super) fn percent(text: &str, out: &mut Out) -> Result<(), String> {
    push_pairs(text, '%', out);
    Ok(())
}

pub(super) fn percent_evidence(text: &str) -> Option<Certainty> {
    let (all, high, bare) = pairs(text, '%');
    let spaces = text.trim().contains(char::is_whitespace);
    match (all, bare, spaces) {
        (0, ..) => None,
        (_, 0, false) if all > 1 || high > 0 => Some(Certainty::Certain),
        (_, 0, _) if !spaces || high > 1 => Some(Certainty::Likely),
        // "50%ab" in a sentence.
        _ => Some(Certainty::Possible),
    }
}

/// The named references of HTML, in order; the number or two that each stands for, behind it.
static ENTITIES: &str = include_str!("entities.txt");

/// What a name between `&` and `;` stands for. A line of the list is in the middle of what is left
/// of it, and halves that.
fn entity(name: &str) -> Option<&'static str> {
    let mut lines = ENTITIES;
    while !lines.is_empty() {
        let middle = lines[..lines.len() / 2].rfind('\n').map_or(0, |at| at + 1);
        let end = lines[middle..].find('\n').map_or(lines.len(), |at| middle + at);
        let (found, values) = lines[middle..end].split_once(' ')?;
        match name.cmp(found) {
            std::cmp::Ordering::Equal => return Some(values),
            std::cmp::Ordering::Less => lines = &lines[..middle],
            std::cmp::Ordering::Greater => lines = lines.get(end + 1..).unwrap_or_default(),
        }
    }
    None
}

/// A reference at the start of `text`, behind the `&`.
enum Reference {
    Number(u32),
    Named(&'static str),
}

/// The longest name is `CounterClockwiseContourIntegral`, and no number needs more digits.
const LONGEST: usize = 32;

/// The reference whose `&` is in front of `text`, and what is behind its `;`.
fn reference(text: &str) -> Option<(Reference, &str)> {
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let (name, behind) = (&text[..end], &text[end + 1..]);
    let Some(number) = name.strip_prefix('#') else {
        return Some((Reference::Named(entity(name)?), behind));
    };
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let fits = digits.chars().all(|digit| digit.is_digit(radix));
    let value = u32::from_str_radix(digits, radix).ok().filter(|_| fits)?;
    (value <= 0x10_FFFF).then_some((Reference::Number(value), behind))
}

pub(super) fn html(text: &str, out: &mut Out) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let Some((found, behind)) = reference(&rest[at + 1..]) else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        out.push_str(&rest[..at]);
        match found {
            // HTML, section 13.2.5.80: numeric character reference end state.
            Reference::Number(byte @ 0x80..=0x9F) => {
                out.note("HTML reads references to 80 to 9F as Windows-1252, and so it was done");
                out.push_code_point(single_byte::windows_1252(byte as u8).into());
            }
            Reference::Number(value) => {
                if matches!(value, 0xD800..=0xDFFF) {
                    out.note("HTML reads a reference to a surrogate as U+FFFD");
                }
                out.push_code_point(value);
            }
            Reference::Named(values) => {
                for value in values.split(' ') {
                    let value = u32::from_str_radix(value, 16).expect("the list has numbers");
                    out.push_code_point(value);
                }
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    Ok(())
}

pub(super) fn html_evidence(text: &str) -> Option<Certainty> {
    let found = text.match_indices('&').filter_map(|(at, _)| reference(&text[at + 1..]));
    let (mut any, mut number) = (false, false);
    for (reference, _) in found {
        any = true;
        number |= matches!(reference, Reference::Number(_));
    }
    match (any, number) {
        (_, true) => Some(Certainty::Certain),
        (true, _) => Some(Certainty::Likely),
        _ => None,
    }
}

/// What a bracket at the start of `text` says, behind the `<`: a byte, or a code point, and what is
/// behind its `>`.
fn bracket(text: &str) -> Option<(Result<u8, u32>, &str)> {
    if let Some(byte) = hex_pair(text).filter(|_| text[2..].starts_with('>')) {
        return Some((Ok(byte), &text[3..]));
    }
    let digits = text.strip_prefix("U+")?;
    let len = digits.bytes().take(8).take_while(u8::is_ascii_hexdigit).count();
    let behind = digits[len..].strip_prefix('>').filter(|_| len >= 4)?;
    let value = u32::from_str_radix(&digits[..len], 16).ok()?;
    (value <= 0x10_FFFF).then_some((Err(value), behind))
}

pub(super) fn brackets(text: &str, out: &mut Out) -> Result<(), String> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let Some((found, behind)) = bracket(&rest[at + 1..]) else {
            out.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        out.push_str(&rest[..at]);
        match found {
            Ok(byte) => out.push_byte(byte),
            Err(value) => _ = out.push_code_point(value),
        }
        rest = behind;
    }
    out.push_str(rest);
    Ok(())
}

pub(super) fn brackets_evidence(text: &str) -> Option<Certainty> {
    let found = text.match_indices('<').filter_map(|(at, _)| bracket(&text[at + 1..]));
    let mut best = None;
    for (found, _) in found {
        best = best.max(Some(match found {
            Err(_) => Certainty::Certain,
            // <dd> is a tag of HTML.
            Ok(0x80..) if !text.contains("</") => Certainty::Likely,
            Ok(_) => Certainty::Possible,
        }));
    }
    best
}

pub(super) fn quoted_printable(text: &str, out: &mut Out) -> Result<(), String> {
    let mut lines = text.split_inclusive('\n');
    for line in &mut lines {
        let bare = line.trim_end_matches(['\n', '\r']);
        // White space at the end of a line was added on the way.
        let meant = bare.trim_end_matches([' ', '\t']);
        match meant.strip_suffix('=').filter(|_| bare.len() < line.len()) {
            Some(goes_on) => push_pairs(goes_on, '=', out),
            None => {
                push_pairs(if bare.len() < line.len() { meant } else { bare }, '=', out);
                out.push_str(&line[bare.len()..]);
            }
        }
    }
    Ok(())
}

pub(super) fn quoted_printable_evidence(text: &str) -> Option<Certainty> {
    let (all, high, bare) = pairs(text, '=');
    let soft = text.lines().filter(|line| line.trim_end().ends_with('=')).count();
    let others = bare.saturating_sub(soft);
    match (all, high) {
        (0, _) => None,
        (_, 2..) if others == 0 => Some(Certainty::Certain),
        (_, 1) if others == 0 => Some(Certainty::Likely),
        (_, 0) if others == 0 && (soft > 0 || text.contains("=3D")) => Some(Certainty::Likely),
        // "x=10"
        _ => Some(Certainty::Possible),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = fn(&str, &mut Out) -> Result<(), String>;

    fn bytes(read: Read, text: &str) -> Vec<u8> {
        let mut out = Out::default();
        read(text, &mut out).unwrap();
        out.finish().0
    }

    #[test]
    fn percent_signs() {
        assert_eq!(bytes(percent, "a%E2%82%ac+100%, %é%4"), "a€+100%, %é%4".as_bytes());
        assert_eq!(percent_evidence("%E2%82%AC"), Some(Certainty::Certain));
        assert_eq!(percent_evidence("it is 50%ab"), Some(Certainty::Possible));
        assert_eq!(percent_evidence("100%"), None);
    }

    #[test]
    fn references() {
        assert_eq!(
            bytes(html, "&euro;&#8364;&#x20aC; &amp;euro; &nix; & &#xD83D;&#xDE00;"),
            "€€€ &euro; &nix; & 😀".as_bytes()
        );
        assert_eq!(bytes(html, "don&#146;t &NotEqualTilde; &;"), "don’t ≂̸ &;".as_bytes());
        assert_eq!(bytes(html, "&#1114112;&#+1;&#x;&#;"), b"&#1114112;&#+1;&#x;&#;");
        assert_eq!(html_evidence("AT&T; R&D"), None);
    }

    #[test]
    fn all_entities_are_found() {
        let mut before = "";
        for line in ENTITIES.lines() {
            let (name, values) = line.split_once(' ').unwrap();
            assert!(before < name && name.len() < LONGEST);
            assert_eq!(entity(name), Some(values));
            before = name;
        }
        assert_eq!(["", "A", "eur", "euros", "zzzz"].map(entity), [None; 5]);
    }

    #[test]
    fn angle_brackets() {
        assert_eq!(
            bytes(brackets, "caf<E9><U+200B> <b> <U+110000> <"),
            b"caf\xE9\xE2\x80\x8B <b> <U+110000> <"
        );
        assert_eq!(brackets_evidence("caf<e9>"), Some(Certainty::Likely));
        assert_eq!(brackets_evidence("<dl><dd>x</dl>"), Some(Certainty::Possible));
        assert_eq!(brackets_evidence("<b>"), None);
    }

    #[test]
    fn equals_signs() {
        assert_eq!(
            bytes(quoted_printable, "caf=C3=A9=\r\n =3D x=\n=e2=82=ac  \nend ="),
            "café = x€\nend =".as_bytes()
        );
        assert_eq!(quoted_printable_evidence("x=10"), Some(Certainty::Possible));
        assert_eq!(quoted_printable_evidence("=E2=82=AC"), Some(Certainty::Certain));
    }
}
