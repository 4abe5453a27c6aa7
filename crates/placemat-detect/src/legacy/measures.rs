//! Signs that stand beside numbers, and in words: "85 m²", "20 °C", "§ 4", "© 2024", "don’t". What stands around them says more than
//! classes of neighbours do.

/// What stands around a byte, and the signs that stand there.
type Place = (fn(&[u8], &[u8]) -> bool, &'static str);

/// The signs that stand between two letters.
pub(super) const IN_WORDS: &str = "’·–—…‘´\u{AD}";

/// The signs that stand between "n" and a number: "nº 12", "n×3", "n≤5".
pub(super) const BEHIND_N: &str = "º°²³’…–—“”×±≤≥≠™€";

/// The sign between two "l" in Catalan.
pub(super) const CATALAN: &str = "·";

/// The text before, backwards, and the text behind.
static PLACES: [Place; 12] = [
    // Col·legi.
    (
        |before, behind| {
            matches!((before[0], behind.first()), (b'l', Some(b'l')) | (b'L', Some(b'L')))
        },
        CATALAN,
    ),
    // 85 m², 3 cm³.
    (|before, behind| ends(behind) && is_unit(before), "²³"),
    // 20 °C, 68°F.
    (
        |before, behind| matches!(behind, [b'C' | b'F', rest @ ..] if ends(rest)) && number(before),
        "°",
    ),
    // 10 µm, 470 µF.
    (
        |before, behind| {
            matches!(behind, [b'm' | b's' | b'g' | b'l' | b'L' | b'F' | b'A' | b'V', rest @ ..] if ends(rest))
                && number(before)
        },
        "µ",
    ),
    // © 2024.
    (
        |before, behind| {
            ends(before)
                && matches!(behind, [b' ', b'1' | b'2', b'9' | b'0', b'0'..=b'9', b'0'..=b'9', ..])
        },
        "©†",
    ),
    // 3 × 4, 10 ± 0.2, 9 – 17.
    (
        |before, behind| {
            matches!(before, [b' ', b'0'..=b'9', ..]) && matches!(behind, [b' ', b'0'..=b'9', ..])
        },
        "×±–÷",
    ),
    // § 4, Ø 12, £5.
    (
        |before, behind| {
            ends(before)
                && !number(before)
                && matches!(behind, [b'0'..=b'9', ..] | [b' ', b'0'..=b'9', ..])
        },
        "§€£¥Ø№±†",
    ),
    // (12,50 €), 7 €.
    (
        |before, behind| {
            matches!(before, [b' ', b'0'..=b'9', ..])
                && behind.first().is_none_or(|byte| *byte < b' ' || byte.is_ascii_punctuation())
        },
        "€",
    ),
    // nº 12.
    (is_number_of, "º°"),
    (is_number_of, BEHIND_N),
    // Don’t, we’ll, they’ve, you’re.
    (
        |before, behind| match behind {
            [b't', rest @ ..] => before[0] == b'n' && ends(rest),
            [b'l', b'l', rest @ ..] | [b'v' | b'r', b'e', rest @ ..] => {
                before[0].is_ascii_alphabetic() && ends(rest)
            }
            _ => false,
        },
        "’",
    ),
    (
        |before, behind| {
            before[0].is_ascii_alphabetic() && behind.first().is_some_and(u8::is_ascii_alphabetic)
        },
        IN_WORDS,
    ),
];

/// Whether no word or number goes on.
fn ends(text: &[u8]) -> bool {
    !text.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Whether a number stands there, with or without a space.
fn number(before: &[u8]) -> bool {
    matches!(before, [b'0'..=b'9', ..] | [b' ', b'0'..=b'9', ..])
}

/// Whether a metre stands there, or a part or a multiple of it, behind a number.
fn is_unit(before: &[u8]) -> bool {
    match before {
        [b'm', b'c' | b'd' | b'k' | b'm', rest @ ..] | [b'm', rest @ ..] => number(rest),
        _ => false,
    }
}

/// Whether "n" stands before, and a number behind.
fn is_number_of(before: &[u8], behind: &[u8]) -> bool {
    matches!(before, [b'n' | b'N', rest @ ..] if ends(rest))
        && matches!(behind, [b'0'..=b'9', ..] | [b' ' | b'.', b'0'..=b'9', ..])
}

/// Whether no other signs stand in such a place; in others, they are not expected.
pub(super) fn no_others(signs: &str) -> bool {
    [IN_WORDS, BEHIND_N].contains(&signs)
}

/// So much stands around a sign.
const AROUND: usize = 6;

/// The signs that would stand in the place of each byte that is not ASCII, and how often.
pub(super) fn expected(text: &[u8]) -> Vec<(u8, &'static str, u32)> {
    let mut found: Vec<(u8, &'static str, u32)> = Vec::new();
    for (at, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let mut before = [b'\n'; AROUND];
        before.iter_mut().zip(text[..at].iter().rev()).for_each(|(to, from)| *to = *from);
        let behind = &text[at + 1..];
        for (_, signs) in PLACES.iter().filter(|(stands, _)| stands(&before, behind)) {
            match found.iter_mut().find(|one| (one.0, one.1) == (byte, *signs)) {
                Some(one) => one.2 += 1,
                None => found.push((byte, signs, 1)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{CATALAN, IN_WORDS, expected};

    #[test]
    fn signs_beside_numbers() {
        let signs = |text: &[u8]| -> Vec<&str> { expected(text).iter().map(|one| one.1).collect() };
        for (text, sign) in [
            (&b"85 m\xFF\n"[..], "\u{B2}"),
            (b"7 cm\xFF, ", "\u{B3}"),
            (b"20 \xFFC\n", "\u{B0}"),
            (b"10 \xFFm", "\u{B5}"),
            (b"\xFF 2024 A", "\u{A9}"),
            (b"3 \xFF 4", "\u{D7}"),
            (b"see \xFF 12", "\u{A7}"),
            (b"n\xFF 7", "\u{BA}"),
            (b"can\xFFt.", "’"),
            (b"(12,50 \xFF)", "€"),
            (b"col\xFFlegi", CATALAN),
        ] {
            assert!(signs(text).iter().any(|signs| signs.contains(sign)), "{sign}");
        }
        assert_eq!(signs(b"ca\xFFe"), [IN_WORDS]);
        assert!(signs(b"am\xFF caf\xFF.").is_empty());
    }
}
