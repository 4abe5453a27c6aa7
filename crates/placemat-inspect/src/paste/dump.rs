//! Dumps of bytes, as xxd, hexdump, od and hexyl print them: with offsets in front, and often
//! with the text behind. What is no byte is not taken for one.

use super::out::Out;
use super::{Certainty, quoted};

/// Radixes, and the digits of a byte in each. What can be read in an earlier one hardly ever can in
/// a later one by chance.
const RADIXES: [(u32, usize); 3] = [(2, 8), (8, 3), (16, 2)];

pub(super) fn evidence(text: &str) -> Option<Certainty> {
    let mut found = None;
    for (radix, digits) in RADIXES {
        match bytes(text, radix, digits) {
            Some(Ok(_)) => return Some(Certainty::Certain),
            Some(Err(_)) => found = Some(Certainty::Likely),
            None => {}
        }
    }
    found
}

pub(super) fn read(text: &str, out: &mut Out) -> Result<(), String> {
    let mut why = "it has no offsets in front of bytes".to_owned();
    for (radix, digits) in RADIXES {
        match bytes(text, radix, digits) {
            Some(Ok(bytes)) => {
                bytes.into_iter().for_each(|byte| out.push_byte(byte));
                return Ok(());
            }
            Some(Err(refused)) => why = refused,
            None => {}
        }
    }
    Err(why)
}

/// A line of a dump.
struct Line<'a> {
    /// In digits.
    offset: &'a str,
    words: Vec<&'a str>,
    /// What xxd prints behind the bytes: ASCII, and a full stop for all else.
    ascii: Option<&'a str>,
}

/// The digits that an offset has at least: od has six in hexadecimal, the others more.
const OFFSET: usize = 6;
/// And at most.
const LONGEST: usize = 16;

/// The bytes of a dump with `digits` digits of `radix` for each byte; none if `text` is no
/// dump; a sentence if it is one, and not all of it is understood.
pub(super) fn bytes(text: &str, radix: u32, digits: usize) -> Option<Result<Vec<u8>, String>> {
    let plain = without_colours(text);
    let lines: Vec<&str> =
        plain.lines().map(str::trim_end).filter(|line| !is_border(line)).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let first = line(lines.first()?);
    if !is_offset(first.offset) || first.offset.len() > LONGEST || first.words.is_empty() {
        return None;
    }
    let read = read_lines(&lines, radix, digits);
    if first.ascii.is_some() || !first.offset.len().is_multiple_of(digits) {
        return Some(read);
    }
    // It could be bytes; but those typed together are as many everywhere, and seldom NULs.
    match first.offset.starts_with("00") {
        false => None,
        true if first.words.iter().any(|word| word.len() != first.offset.len()) => Some(read),
        true if lines.len() > 1 => read.ok().map(Ok),
        true => None,
    }
}

fn read_lines(lines: &[&str], radix: u32, digits: usize) -> Result<Vec<u8>, String> {
    let refused = |at: usize, why: &str| {
        Err(format!(
            "line {} of the dump, {}: {why}. `xxd -p FILE` prints bytes and nothing else",
            at + 1,
            quoted(lines[at].trim())
        ))
    };
    let (mut bytes, mut ends, mut width) = (Vec::new(), Vec::new(), 0);
    for (at, &text) in lines.iter().enumerate() {
        if text.trim_start_matches('│').trim() == "*" || text.starts_with("│*") {
            return refused(
                at,
                "it stands for lines that are left out (hexdump -v, od -v, hexyl -v)",
            );
        }
        let Line { offset, words, ascii } = line(text);
        if !is_offset(offset) {
            return refused(at, "it does not begin with an offset, as the others do");
        }
        ends.push((offset, bytes.len()));
        let (start, mut turned) = (bytes.len(), Vec::new());
        width = if width == 0 { words.first().map_or(0, |word| word.len()) } else { width };
        // od prints words of 16 bits in octal with six digits.
        let unit = if radix == 8 && width == 6 { 2 } else { width.div_ceil(digits) };
        for word in &words {
            let number = u128::from_str_radix(word, radix).ok().filter(|_| !word.starts_with('+'));
            let len = if radix == 8 && word.len() == 6 { 2 } else { word.len() / digits };
            let whole = radix == 8 && len == 2 || word.len().is_multiple_of(digits);
            let fits = number.is_some_and(|number| len >= 16 || number >> (8 * len) == 0);
            let Some(number) = number.filter(|_| whole && fits && len <= unit) else {
                return refused(at, &format!("{} is not bytes", quoted(word)));
            };
            // Words of hexdump and od are numbers of a little-endian machine.
            let (big, little) = (number.to_be_bytes(), number.to_le_bytes());
            let (as_is, other) = match ascii.is_some() || unit == 1 {
                true => (&big[16 - len..], &little[..len]),
                false => (&little[..len], &big[16 - len..]),
            };
            bytes.extend_from_slice(as_is);
            turned.extend_from_slice(other);
        }
        let Some(ascii) = ascii else { continue };
        if !is_ascii_of(&bytes[start..], ascii) {
            return refused(
                at,
                "the text behind is not that of the bytes (xxd -e turns them round)",
            );
        }
        if unit >= 4 && turned != bytes[start..] && is_ascii_of(&turned, ascii) {
            return refused(at, "the order of the bytes cannot be told (xxd -e turns them round)");
        }
    }
    match fit_offsets(&ends, &mut bytes, width.div_ceil(digits)) {
        Ok(()) => Ok(bytes),
        Err(at) => refused(at, "its offset does not fit the number of bytes before it"),
    }
}

/// Whether each offset, in any radix that a program prints, is the number of bytes before it.
/// The last one tells how many bytes of the last word are meant.
fn fit_offsets(ends: &[(&str, usize)], bytes: &mut Vec<u8>, unit: usize) -> Result<(), usize> {
    let mut farthest = 0;
    for radix in [16, 8, 10] {
        let offset = |text: &str| usize::from_str_radix(text, radix).ok();
        let base = ends.first().and_then(|&(text, _)| offset(text));
        let distance = |text: &str| offset(text)?.checked_sub(base?);
        let fits = |&(at, &(text, before)): &(usize, &(&str, usize))| {
            let last = at + 1 == ends.len() && before == bytes.len();
            distance(text).is_some_and(|distance| {
                distance == before || last && distance < before && before - distance < unit
            })
        };
        let count = ends.iter().enumerate().take_while(fits).count();
        if count == ends.len() {
            let end = ends.last().filter(|&&(_, before)| before == bytes.len());
            if let Some(end) = end.and_then(|&(text, _)| distance(text)) {
                bytes.truncate(end);
            }
            return Ok(());
        }
        farthest = farthest.max(count);
    }
    Err(farthest)
}

/// The offset, the words, and the text of xxd.
fn line(text: &str) -> Line<'_> {
    let text = text.trim();
    let boxed = text.strip_prefix('│').map(|text| (text, '│'));
    if let Some((rest, bar)) = boxed.or_else(|| Some((text.strip_prefix('|')?, '|'))) {
        // hexyl: the offset, bytes, and at most 17 signs for them.
        let mut fields = rest.split(bar);
        let offset = fields.next().unwrap_or_default().trim();
        let hex = fields.take_while(|field| field.chars().count() > 17);
        let words = hex.flat_map(|field| field.split(['┊', ' '])).filter(|word| !word.is_empty());
        return Line { offset, words: words.collect(), ascii: None };
    }
    if let Some((offset, rest)) = text.split_once(": ")
        && is_offset(offset)
    {
        let (words, ascii) = rest.split_once("  ").unwrap_or((rest, ""));
        let words = words.split(' ').filter(|word| !word.is_empty()).collect();
        return Line { offset, words, ascii: Some(ascii) };
    }
    // hexdump -C has bars around the text, od -z angle brackets.
    let text = text.split(['|', '>']).next().unwrap_or_default();
    let mut words = text.split_whitespace();
    let offset = words.next().unwrap_or_default();
    Line { offset, words: words.collect(), ascii: None }
}

fn is_offset(word: &str) -> bool {
    word.len() >= OFFSET && word.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Whether `ascii`, which may be padded, is what xxd prints for `bytes`.
fn is_ascii_of(bytes: &[u8], ascii: &str) -> bool {
    let sign = |&byte: &u8| match byte {
        b' '..=b'~' => char::from(byte),
        _ => '.',
    };
    let expected: String = bytes.iter().map(sign).collect();
    // Behind the last bytes it is padded, so that texts stand in line.
    ascii.trim() == expected.trim()
}

/// The lines above and below what hexyl prints.
fn is_border(line: &str) -> bool {
    line.starts_with(['┌', '└']) || line.starts_with("+--")
}

/// Without what sets colours on a terminal, which hexyl does also in a pipe.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1B}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').map_or(piece, |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const EURO: &[u8] = b"\xE2\x82\xAC\n";

    const LONG: &[u8] = b"caf\xC3\xA9 \xE2\x82\xAC|  \xF0\x9F\x98\x80 and more text: 12";

    fn hex(text: &str) -> Option<Result<Vec<u8>, String>> {
        bytes(text, 16, 2)
    }

    /// What the programs printed for the two texts above (xxd 2022-01-14, util-linux 2.38,
    /// coreutils 9.1, hexyl 0.8).
    #[test]
    fn dumps_of_other_programs() {
        let dumps = include_str!("dumps.txt");
        let mut tried = 0;
        for dump in dumps.split("## ").skip(1) {
            let (title, text) = dump.split_once('\n').unwrap();
            let (radix, rest) = title.split_once(' ').unwrap();
            let (what, program) = rest.split_once(' ').unwrap();
            let (radix, digits) = match radix {
                "hex" => (16, 2),
                "octal" => (8, 3),
                _ => (2, 8),
            };
            let found = bytes(text, radix, digits);
            match what {
                "euro" => assert_eq!(found, Some(Ok(EURO.to_vec())), "{program}"),
                "long" => assert_eq!(found, Some(Ok(LONG.to_vec())), "{program}"),
                _ => {
                    let why = found.unwrap().unwrap_err();
                    assert!(why.contains("line ") && why.contains("xxd -p"), "{program}: {why}");
                }
            }
            tried += 1;
        }
        assert_eq!(tried, 37);
    }

    #[test]
    fn what_is_no_dump() {
        for text in ["e2 82 ac", "e282ac 0a", "f09f9880 41", "00 41", "000041", "e282ac0a\n"] {
            assert_eq!(hex(text), None, "{text}");
        }
        // What `xxd -p` prints of NULs: no offset has so many digits, or no bytes behind it.
        let nuls = "00".repeat(30);
        for text in [&*format!("{nuls}\n{nuls}"), "004142\n434445", "000000\n000000"] {
            assert_eq!(hex(text), None, "{text}");
        }
        assert_eq!(hex("00000041 00000042\n00000043 00000044"), None, "words that are no offsets");
        assert_eq!(bytes("00110001\n01000001", 2, 8), None);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for text in [
            "00000000  e2 82 a",
            "00000000: e282 ac0a  abcd",
            "00000000  e2 82\n00000008  ac 0a",
            "00000000  e2 82\nac 0a",
            "0000000 00 00\n*\n0000020",
            "00000000  e2 82 +c",
        ] {
            assert!(hex(text).unwrap().is_err(), "{text}");
        }
    }
}
