//! Pages of one byte a code point: what each byte from 80 on is.

/// A page: what its bytes from 80 to FF are; U+FFFD are those it leaves undefined, and C1.
#[derive(Debug)]
pub struct Page {
    /// Its canonical name.
    pub name: &'static str,
    /// Other labels, for declarations.
    pub aliases: Vec<&'static str>,
    /// What its bytes from 80 on are.
    pub high: [char; 128],
}

/// Two lines a page: its labels, the name first, and 128 code points.
pub(crate) const PAGES: &str = include_str!("pages.txt");

/// All pages. ISO-8859-1 and Windows-1252 come first: of those that read the same text, the
/// first is named.
pub(crate) fn all() -> Vec<Page> {
    let mut lines = PAGES.lines();
    let mut pages = Vec::new();
    while let (Some(labels), Some(table)) = (lines.next(), lines.next()) {
        let mut labels = labels.split(' ');
        let mut high = ['\u{FFFD}'; 128];
        high.iter_mut().zip(table.chars()).for_each(|(cell, c)| *cell = c);
        pages.push(Page { name: labels.next().unwrap_or(""), aliases: labels.collect(), high });
    }
    pages
}

/// What a code point is to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// White space of ASCII.
    Space,
    /// What words are written with, marks among them.
    Letter,
    /// Of ASCII.
    Digit,
    /// Of ASCII.
    Punctuation,
    /// All else above U+007F.
    Sign,
    /// A control code, or a byte that the page leaves undefined.
    Undefined,
}

/// The class of a code point.
pub fn class(c: char) -> Class {
    match c {
        '\t' | '\n' | '\r' | '\x0C' | ' ' => Class::Space,
        '0'..='9' => Class::Digit,
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{FFFD}' => Class::Undefined,
        _ if c.is_ascii_alphabetic() => Class::Letter,
        _ if c.is_ascii() => Class::Punctuation,
        _ if is_letter(c) => Class::Letter,
        _ => Class::Sign,
    }
}

/// Whether languages write words with it: letters, and the marks that combine with them.
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        'ª' | 'º' | 'µ' | 'ƒ' | 'ˆ' | 'ˇ' | '\u{2BC}' => false,
        // Only Arabic has these: its model tells where they stand.
        '،' | '؛' | '؟' => true,
        '\u{300}'..='\u{36F}'
        | '\u{5B0}'..='\u{5C2}'
        | '\u{64B}'..='\u{65F}'
        | '\u{E31}'..='\u{E3A}'
        | '\u{E47}'..='\u{E4E}' => true,
        _ => c.is_alphabetic(),
    }
}

/// Whether Latin words have this letter.
pub(crate) fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24F}' | '\u{300}'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}')
}

/// Romanian letters with commas below as those with cedillas.
pub fn with_cedilla(c: char) -> char {
    match c {
        'Ș' => 'Ş',
        'ș' => 'ş',
        'Ț' => 'Ţ',
        'ț' => 'ţ',
        c => c,
    }
}

/// The letter that stands for both cases.
pub fn fold(c: char) -> char {
    let mut lower = c.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those of the Encoding Standard are as it has them, but for C1 controls.
    #[test]
    fn as_the_standard_has_them() {
        let pages = all();
        assert_eq!(pages.len(), 37);
        for page in pages.iter().filter(|page| page.name != "iso-8859-1") {
            let Some(encoding) = encoding_rs::Encoding::for_label(page.name.as_bytes()) else {
                continue;
            };
            for byte in 0x80..=0xFF_u8 {
                let bytes = [byte];
                let (text, _) = encoding.decode_without_bom_handling(&bytes);
                let expected = text.chars().next().filter(|c| !matches!(c, '\u{80}'..='\u{9F}'));
                let found = page.high[usize::from(byte - 0x80)];
                assert_eq!(found, expected.unwrap_or('\u{FFFD}'), "{} {byte:X}", page.name);
            }
        }
    }
}
