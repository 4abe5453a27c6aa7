//! Encodings of East Asia that have no byte above 7F: by their escapes and shifts.

/// What the text is in, if it has escapes or shifts of one of them, and only what may stand
/// between them; and how many stretches they enclose.
pub(crate) fn find(text: &[u8]) -> Option<(&'static str, u64)> {
    iso_2022(text).or_else(|| hz(text).map(|stretches| ("hz-gb-2312", stretches)))
}

/// ISO-2022-JP (RFC 1468, 2237), -KR (RFC 1557) and -CN (RFC 1922).
fn iso_2022(text: &[u8]) -> Option<(&'static str, u64)> {
    let (mut name, mut stretches) = (None, 0);
    // Bytes that two-byte characters are made of, and whether it is they that are shifted in.
    let (mut two, mut shifted) = (false, false);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (len, of) = match rest {
            [0x1B, b'$', b'@' | b'B', ..] => {
                (two, stretches) = (true, stretches + 1);
                (3, Some("iso-2022-jp"))
            }
            [0x1B, b'$', b'(', b'D', ..] => {
                (two, stretches) = (true, stretches + 1);
                (4, Some("iso-2022-jp"))
            }
            [0x1B, b'(', b'B' | b'J' | b'I', ..] => {
                two = false;
                (3, Some("iso-2022-jp"))
            }
            [0x1B, b'$', b')', b'C', ..] => (4, Some("iso-2022-kr")),
            [0x1B, b'$', b')', b'A' | b'G' | b'E', ..] | [0x1B, b'$', b'*', b'H', ..] => {
                (4, Some("iso-2022-cn"))
            }
            [0x1B, b'N', _, _, ..] if name == Some("iso-2022-cn") => (4, None),
            [0x0E, ..] if matches!(name, Some("iso-2022-kr" | "iso-2022-cn")) => {
                (shifted, stretches) = (true, stretches + 1);
                (1, None)
            }
            [0x0F, ..] if shifted => {
                shifted = false;
                (1, None)
            }
            [b'\n' | b'\r', ..] => (1, None),
            [0x21..=0x7E, 0x21..=0x7E, ..] if two || shifted => (2, None),
            // Spaces stand between, and the end may cut a character or an escape.
            [b' ', ..] if two || shifted => (1, None),
            [_] if two || shifted => (1, None),
            [0x1B] | [0x1B, b'$' | b'('] | [0x1B, b'$', b'('] if name.is_some() => {
                (rest.len(), None)
            }
            _ if two || shifted => return None,
            [0x1B, ..] => return None,
            _ => (1, None),
        };
        if let Some(of) = of {
            if name.is_some_and(|name| name != of) {
                return None;
            }
            name = Some(of);
        }
        at += len;
    }
    name.filter(|_| stretches > 0).map(|name| (name, stretches))
}

/// HZ (RFC 1843): characters of GB 2312 between `~{` and `~}`, and `~~` for a tilde.
fn hz(text: &[u8]) -> Option<u64> {
    let (mut inside, mut stretches, mut characters) = (false, 0, 0);
    let mut at = 0;
    while at < text.len() {
        let len = match text[at..] {
            [b'~', b'{', ..] if !inside => {
                (inside, stretches) = (true, stretches + 1);
                2
            }
            [b'~', b'}', ..] if inside => {
                inside = false;
                2
            }
            [b'~', b'~' | b'\n', ..] if !inside => 2,
            [b'\n', ..] => {
                inside = false;
                1
            }
            [0x21..=0x77, 0x21..=0x7E, ..] if inside => {
                characters += 1;
                2
            }
            [_] => 1,
            _ if inside => return None,
            [b'~', ..] => return None,
            _ => 1,
        };
        at += len;
    }
    // A stretch of one character is as likely a use of "~{" in a program.
    (stretches > 0 && characters >= 2).then_some(stretches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_by_its_escapes() {
        assert_eq!(find(b"\x1B$B%F%9%H\x1B(B\n"), Some(("iso-2022-jp", 1)));
        assert_eq!(find(b"\x1B$)C\n\x0E0!3*\x0F abc \x0E0!\x0F\n"), Some(("iso-2022-kr", 2)));
        assert_eq!(find(b"\x1B$)A\x0E=;;;\x0F\n"), Some(("iso-2022-cn", 1)));
        assert_eq!(find(b"This is ~{<:Ky2;~}, ~~ and more\n"), Some(("hz-gb-2312", 1)));
        // What is looked at may end anywhere.
        let long = b"\x1B$B%F%9%H\x1B(B and \x1B$B%F%9%H\x1B(B";
        for end in 5..=long.len() {
            assert!(find(&long[..end]).is_some(), "{end}");
        }
        for other in [&b"plain"[..], b"~/home and ~{x", b"a ~ b", b"\x1B[31mred\x1B[0m", b"\x1B(B"]
        {
            assert_eq!(find(other), None);
        }
    }
}
