//! HTML entities of what mojibake is made of.

use core::cmp::Ordering;

/// The longest has 11 bytes, with its leading zeros.
const LONGEST: usize = 12;

/// The names of HTML 4 for what is in a page, in order, each before what it stands for. Not a table of slices, which
/// would be twice as large: the page has no room for it.
const NAMES: &str = "\
    AElig Æ;Aacute Á;Acirc Â;Agrave À;Alpha Α;Aring Å;Atilde Ã;Auml Ä;Beta Β;Ccedil Ç;Chi Χ;Dagger ‡;\
    Delta Δ;ETH Ð;Eacute É;Ecirc Ê;Egrave È;Epsilon Ε;Eta Η;Euml Ë;Gamma Γ;Iacute Í;Icirc Î;Igrave Ì;Iota Ι;\
    Iuml Ï;Kappa Κ;Lambda Λ;Mu Μ;Ntilde Ñ;Nu Ν;OElig Œ;Oacute Ó;Ocirc Ô;Ograve Ò;Omega Ω;Omicron Ο;Oslash Ø;\
    Otilde Õ;Ouml Ö;Phi Φ;Pi Π;Psi Ψ;Rho Ρ;Scaron Š;Sigma Σ;THORN Þ;Tau Τ;Theta Θ;Uacute Ú;Ucirc Û;Ugrave Ù;\
    Upsilon Υ;Uuml Ü;Xi Ξ;Yacute Ý;Yuml Ÿ;Zeta Ζ;aacute á;acirc â;acute ´;aelig æ;agrave à;alpha α;aring å;\
    asymp ≈;atilde ã;auml ä;bdquo „;beta β;brvbar ¦;bull •;cap ∩;ccedil ç;cedil ¸;cent ¢;chi χ;circ ˆ;\
    copy ©;curren ¤;dagger †;deg °;delta δ;divide ÷;eacute é;ecirc ê;egrave è;epsilon ε;equiv ≡;eta η;eth ð;\
    euml ë;euro €;fnof ƒ;frac12 ½;frac14 ¼;frac34 ¾;frasl ⁄;gamma γ;ge ≥;hellip …;iacute í;icirc î;iexcl ¡;\
    igrave ì;infin ∞;int ∫;iota ι;iquest ¿;iuml ï;kappa κ;lambda λ;laquo «;ldquo “;le ≤;loz ◊;lsaquo ‹;\
    lsquo ‘;macr ¯;mdash —;micro µ;middot ·;mu μ;nbsp \u{A0};ndash –;ne ≠;not ¬;ntilde ñ;nu ν;oacute ó;\
    ocirc ô;oelig œ;ograve ò;omega ω;omicron ο;ordf ª;ordm º;oslash ø;otilde õ;ouml ö;para ¶;part ∂;\
    permil ‰;phi φ;pi π;plusmn ±;pound £;prod ∏;psi ψ;radic √;raquo »;rdquo ”;reg ®;rho ρ;rsaquo ›;rsquo ’;\
    sbquo ‚;scaron š;sect §;shy \u{AD};sigma σ;sigmaf ς;sum ∑;sup1 ¹;sup2 ²;sup3 ³;szlig ß;tau τ;theta θ;\
    thorn þ;tilde ˜;times ×;trade ™;uacute ú;ucirc û;ugrave ù;uml ¨;upsilon υ;uuml ü;xi ξ;yacute ý;yen ¥;\
    yuml ÿ;zeta ζ";

/// The code point above U+007F for which `text` begins with an entity, and its length. The last ";" may be
/// missing where HTML allows it, and no letter or digit follows.
pub(super) fn read(text: &[u8]) -> Option<(char, usize)> {
    let len = name(text)?;
    let (name, ends) = (str::from_utf8(&text[1..=len]).ok()?, text.get(1 + len) == Some(&b';'));
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let value = hex.map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16));
            char::from_u32(value.ok()?)?
        }
        None if ends => find(name)?,
        // "?a=1&copy=2" is an address.
        None if text.get(1 + len) == Some(&b'=') => return None,
        None => find(name).filter(|c| *c <= '\u{FF}')?,
    };
    (!c.is_ascii()).then_some((c, 1 + len + usize::from(ends)))
}

/// The length of what may be the name of an entity that `text` begins with.
fn name(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"&")?;
    let goes_on = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
    let len = rest.iter().take(LONGEST).take_while(goes_on).count();
    (1..LONGEST).contains(&len).then_some(len)
}

/// Whether what follows `text` can be part of an entity that it begins with.
pub(super) fn is_open(text: &[u8]) -> bool {
    text.len() == 1 || name(text).is_some_and(|len| 1 + len == text.len())
}

/// Whether an entity that `text` may begin with, and what follows it, could be a sequence.
pub(super) fn may_begin(text: &[u8]) -> bool {
    if is_open(text) {
        return true;
    }
    let Some(len) = name(text) else { return false };
    let behind = match &text[1 + len..] {
        [b';', rest @ ..] | rest => rest.first(),
    };
    // What markup is full of.
    behind.is_none_or(|byte| *byte == b'&' || !byte.is_ascii())
        && !matches!(&text[1..=len], b"nbsp" | b"lt" | b"gt" | b"amp" | b"quot")
}

/// What the name stands for.
fn find(name: &str) -> Option<char> {
    let names = NAMES.as_bytes();
    let (mut first, mut end) = (0, names.len());
    while first < end {
        let middle = first + (end - first) / 2;
        let before = names[first..middle].iter().rposition(|byte| *byte == b';');
        let start = before.map_or(first, |at| first + at + 1);
        let behind = names[middle..end].iter().position(|byte| *byte == b';');
        let stop = behind.map_or(end, |at| middle + at);
        let (found, letter) = NAMES[start..stop].split_once(' ')?;
        match found.cmp(name) {
            Ordering::Less => first = stop + 1,
            Ordering::Greater => end = start.saturating_sub(1),
            Ordering::Equal => return letter.chars().next(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities() {
        assert_eq!(read(b"&Atilde;&copy;"), Some(('Ã', 8)));
        assert_eq!(read(b"&yuml;"), Some(('ÿ', 6)));
        assert_eq!(read(b"&#195; "), Some(('Ã', 6)));
        assert_eq!(read(b"&#x20AC;"), Some(('€', 8)));
        assert_eq!(read(b"&trade;"), Some(('™', 7)));
        assert_eq!(read(b"&radic;"), Some(('√', 7)));
        // Without its end.
        assert_eq!(read(b"&Atilde&copy"), Some(('Ã', 7)));
        assert_eq!(read(b"&#195&#169"), Some(('Ã', 5)));
        for not in [
            "&amp;",
            "&ATILDE;",
            "&",
            "&#65;",
            "&Atildes",
            "&copy=1",
            "&euro",
            "&xD800;",
            "a",
            "&#99999999999;",
            "&;",
            "&#;",
            "&#x;",
            "&A#;",
        ] {
            assert_eq!(read(not.as_bytes()), None, "{not}");
        }
    }

    #[test]
    fn names_are_in_order() {
        let pairs: Vec<_> = NAMES.split(';').map(|pair| pair.split_once(' ').unwrap()).collect();
        assert!(pairs.is_sorted_by_key(|(name, _)| *name));
        for (name, letter) in pairs {
            assert_eq!(find(name), letter.chars().next(), "{name}");
            assert_eq!(find(&format!("{name}0")), None);
        }
    }
}
