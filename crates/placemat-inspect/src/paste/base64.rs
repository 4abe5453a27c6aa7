//! Base64 (RFC 4648, sections 4 and 5).

use super::out::Out;
use super::{Certainty, quoted};

/// The value of a sign, of either alphabet.
fn value(sign: u8) -> Option<u32> {
    Some(
        match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        }
        .into(),
    )
}

pub(super) fn read(text: &str, out: &mut Out) -> Result<(), String> {
    let (mut bits, mut held, mut padding) = (0, 0, 0);
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let wrong = || format!("{} is no sign of Base64", quoted(&text[at..at + c.len_utf8()]));
        if c == '=' {
            padding += 1;
            continue;
        }
        if padding > 0 {
            return Err("there is something behind the \"=\" at its end".to_owned());
        }
        let value = u8::try_from(c).ok().and_then(value).ok_or_else(wrong)?;
        (bits, held) = (bits << 6 | value, held + 6);
        if held >= 8 {
            held -= 8;
            out.push_byte((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    // Six bits are left of one sign alone, which is no byte.
    if held == 6 || padding > 2 || padding > 0 && held / 2 != padding {
        return Err("its length is that of no Base64".to_owned());
    }
    if bits != 0 {
        out.note("the last sign has bits that belong to no byte");
    }
    if out.is_empty() { Err("there is no byte in it".to_owned()) } else { Ok(()) }
}

/// Words are Base64, too: what they would decode to tells.
pub(super) fn evidence(text: &str) -> Option<Certainty> {
    let text = text.trim();
    let mut counts = [0; 4];
    for sign in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let class = match sign {
            b'A'..=b'Z' => 0,
            b'a'..=b'z' => 1,
            b'0'..=b'9' => 2,
            b'+' | b'/' | b'-' | b'_' | b'=' => 3,
            _ => return None,
        };
        counts[class] += 1;
    }
    let mut out = Out::default();
    read(text, &mut out).ok()?;
    let (bytes, odd) = out.finish();
    let is_text = str::from_utf8(&bytes)
        .is_ok_and(|text| text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t')));
    // Words have spaces between them, and few capitals; of Base64 two fifths are such.
    let one = !text.contains(' ') && odd.is_empty();
    let whole = one && text.len().is_multiple_of(4);
    let [upper, lower, digits, _] = counts;
    let even = upper.min(lower) >= text.len() / 5;
    let mixed = counts.iter().filter(|&&count| count > 0).count() >= 2;
    Some(match text.ends_with('=') {
        true if one && is_text => Certainty::Certain,
        true if whole => Certainty::Likely,
        _ if one && is_text && mixed && (text.len() >= 8 || digits > 0) => Certainty::Likely,
        _ if one && even && text.len() >= 16 => Certainty::Likely,
        _ if whole && text.len() >= 8 => Certainty::Possible,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Result<Vec<u8>, String> {
        let mut out = Out::default();
        read(text, &mut out).map(|()| out.finish().0)
    }

    #[test]
    fn as_in_the_rfc() {
        let vectors = ["Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (len, text) in vectors.iter().enumerate() {
            assert_eq!(decoded(text), Ok(b"foobar"[..=len].to_vec()));
            assert_eq!(decoded(text.trim_end_matches('=')), Ok(b"foobar"[..=len].to_vec()));
        }
        assert_eq!(decoded("-_-_ \n"), decoded("+/+/"));
        for wrong in ["Z", "Zg=", "Zg===", "Zg==Zg==", "Zm9v=", "Zm*v", "", "é"] {
            assert!(decoded(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_speaks_for_it() {
        assert_eq!(evidence("SGVsbG8="), Some(Certainty::Certain));
        assert_eq!(evidence("4oKs"), Some(Certainty::Likely));
        assert_eq!(["user", "hello", "don't"].map(evidence), [None; 3]);
        assert!(evidence("password") <= Some(Certainty::Possible));
    }
}
