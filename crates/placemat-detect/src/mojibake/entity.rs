//! HTML entities of what mojibake is made of.

/// The longest has 11 bytes, with its leading zeros.
pub(super) const LONGEST: usize = 12;

/// The names of A0 to FF.
const LATIN1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// The others of Windows-1252.
const OTHERS: [(&str, char); 27] = [
    ("euro", '€'),
    ("sbquo", '‚'),
    ("fnof", 'ƒ'),
    ("bdquo", '„'),
    ("hellip", '…'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("circ", 'ˆ'),
    ("permil", '‰'),
    ("Scaron", 'Š'),
    ("lsaquo", '‹'),
    ("OElig", 'Œ'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bull", '•'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("tilde", '˜'),
    ("trade", '™'),
    ("scaron", 'š'),
    ("rsaquo", '›'),
    ("oelig", 'œ'),
    ("Yuml", 'Ÿ'),
    ("Zcaron", 'Ž'),
    ("zcaron", 'ž'),
];

/// The code point above U+007F for which `text` begins with an entity, and its length.
pub(super) fn read(text: &[u8]) -> Option<(char, usize)> {
    let rest = text.strip_prefix(b"&")?;
    let end = rest.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let name = str::from_utf8(&rest[..end]).ok()?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let value = match hex {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(value)?
        }
        None => named(name)?,
    };
    (!c.is_ascii()).then_some((c, end + 2))
}

fn named(name: &str) -> Option<char> {
    let latin1 = LATIN1.split_ascii_whitespace().zip('\u{A0}'..);
    latin1.chain(OTHERS).find(|(of, _)| *of == name).map(|(_, c)| c)
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
        for not in ["&amp;", "&", "&#65;", "&Atilde", "&#xD800;", "a", "&#99999999999;"] {
            assert_eq!(read(not.as_bytes()), None, "{not}");
        }
    }
}
