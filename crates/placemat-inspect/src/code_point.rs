//! What is known of a code point: its name and its properties.

use crate::{controls, names};
use std::ops::RangeInclusive;
use unicode_blocks::UnicodeBlock;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// The name; for controls, which have none, that of the control function; a
/// label in angle brackets where there is neither (The Unicode Standard, 4.8).
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::name;
/// assert_eq!(name('€'), "EURO SIGN");
/// assert_eq!(name('\n'), "LINE FEED");
/// assert_eq!(name('\u{E000}'), "<private-use-E000>");
/// ```
#[must_use]
pub fn name(c: char) -> String {
    if let Some(name) = names::name(c) {
        return name;
    }
    let number = u32::from(c);
    let label = match c.general_category() {
        GeneralCategory::Control => return controls::name(c).unwrap_or("<control>").to_owned(),
        GeneralCategory::PrivateUse => "private-use",
        _ if is_noncharacter(c) => "noncharacter",
        GeneralCategory::Unassigned => "unassigned",
        // Newer than the list of names.
        _ => "no name known",
    };
    format!("<{label}-{number:04X}>")
}

/// The abbreviation of a control code, and `SP` for the space.
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::abbreviation;
/// assert_eq!(abbreviation('\x1B'), Some("ESC"));
/// assert_eq!(abbreviation('A'), None);
/// ```
#[must_use]
pub fn abbreviation(c: char) -> Option<&'static str> {
    controls::abbreviation(c)
}

/// Whether it is one of the 66 code points that will never be characters: U+FDD0 to U+FDEF, and
/// the last two of each plane.
#[must_use]
pub const fn is_noncharacter(c: char) -> bool {
    (c as u32) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

/// The script, as Scripts.txt names it.
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::script;
/// assert_eq!(script('ж'), "Cyrillic");
/// assert_eq!(script('€'), "Common");
/// ```
#[must_use]
pub fn script(c: char) -> &'static str {
    match c.script() {
        Script::Unknown => "Unknown",
        script => script.full_name(),
    }
}

/// The block, as Blocks.txt names it; `No block` where there is none.
///
/// # Examples
/// ```
/// assert_eq!(placemat_inspect::code_point::block('€'), "Currency Symbols");
/// ```
#[must_use]
pub fn block(c: char) -> &'static str {
    unicode_blocks::find_unicode_block(c).map_or("No block", |block| block.name())
}

/// The code points of the block of this name; case, spaces, hyphens and underscores do not count
/// (UAX #44, 5.9.3).
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::block_named;
/// assert_eq!(block_named("currency_symbols"), Some(0x20A0..=0x20CF));
/// assert_eq!(block_named("currency"), None);
/// ```
#[must_use]
pub fn block_named(name: &str) -> Option<RangeInclusive<u32>> {
    let loose = |name: &str| -> String {
        let kept = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        kept.map(|c| c.to_ascii_lowercase()).collect()
    };
    let name = loose(name);
    let mut found = blocks().filter(|block| loose(block.name()) == name);
    found.next().map(|block| block.start()..=block.end())
}

/// The names of all blocks, in their order.
pub fn block_names() -> impl Iterator<Item = &'static str> {
    blocks().map(|block| block.name())
}

fn blocks() -> impl Iterator<Item = UnicodeBlock> {
    let mut next = 0;
    std::iter::from_fn(move || {
        while next <= 0x10_FFFF {
            // Surrogates are in blocks of their own, which no char is in.
            let block = char::from_u32(next).and_then(unicode_blocks::find_unicode_block);
            // A block begins where a multiple of 16 is.
            next = block.map_or(next + 16, |block| block.end() + 1);
            if block.is_some() {
                return block;
            }
        }
        None
    })
}

/// Whether it acts on what shows it, or hides: a terminal, or a person, could be misled by it.
///
/// Controls, marks and overrides of direction, joiners, fillers, tags, noncharacters. Whoever shows
/// text that may be hostile shows these as numbers.
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::is_unsafe;
/// assert!(['\x1B', '\u{202E}', '\u{200B}', '\u{FEFF}'].into_iter().all(is_unsafe));
/// assert!(!['é', ' ', '日', '😀'].into_iter().any(is_unsafe));
/// ```
#[must_use]
pub const fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}'       // C0, DEL, C1
        | '\u{AD}' | '\u{34F}' | '\u{61C}'          // soft hyphen, joiner, Arabic letter mark
        | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' // Hangul fillers
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}'                   // zero width, marks of direction
        | '\u{2028}'..='\u{202E}'                   // line separators, bidi embeddings
        | '\u{2060}'..='\u{206F}'                   // word joiner, bidi isolates
        | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}'      // signature, interlinear annotation
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')                // tags, selectors
        || is_noncharacter(c)
}

/// The general category, as it is abbreviated, and in words (The Unicode Standard, 4.5).
///
/// # Examples
/// ```
/// use placemat_inspect::code_point::category;
/// assert_eq!(category('€'), ("Sc", "currency symbol"));
/// assert_eq!(category('\u{301}'), ("Mn", "nonspacing mark"));
/// ```
#[must_use]
pub fn category(c: char) -> (&'static str, &'static str) {
    match c.general_category() {
        GeneralCategory::UppercaseLetter => ("Lu", "uppercase letter"),
        GeneralCategory::LowercaseLetter => ("Ll", "lowercase letter"),
        GeneralCategory::TitlecaseLetter => ("Lt", "titlecase letter"),
        GeneralCategory::ModifierLetter => ("Lm", "modifier letter"),
        GeneralCategory::OtherLetter => ("Lo", "other letter"),
        GeneralCategory::NonspacingMark => ("Mn", "nonspacing mark"),
        GeneralCategory::SpacingMark => ("Mc", "spacing mark"),
        GeneralCategory::EnclosingMark => ("Me", "enclosing mark"),
        GeneralCategory::DecimalNumber => ("Nd", "decimal number"),
        GeneralCategory::LetterNumber => ("Nl", "letter number"),
        GeneralCategory::OtherNumber => ("No", "other number"),
        GeneralCategory::ConnectorPunctuation => ("Pc", "connector punctuation"),
        GeneralCategory::DashPunctuation => ("Pd", "dash punctuation"),
        GeneralCategory::OpenPunctuation => ("Ps", "open punctuation"),
        GeneralCategory::ClosePunctuation => ("Pe", "close punctuation"),
        GeneralCategory::InitialPunctuation => ("Pi", "initial punctuation"),
        GeneralCategory::FinalPunctuation => ("Pf", "final punctuation"),
        GeneralCategory::OtherPunctuation => ("Po", "other punctuation"),
        GeneralCategory::MathSymbol => ("Sm", "math symbol"),
        GeneralCategory::CurrencySymbol => ("Sc", "currency symbol"),
        GeneralCategory::ModifierSymbol => ("Sk", "modifier symbol"),
        GeneralCategory::OtherSymbol => ("So", "other symbol"),
        GeneralCategory::SpaceSeparator => ("Zs", "space separator"),
        GeneralCategory::LineSeparator => ("Zl", "line separator"),
        GeneralCategory::ParagraphSeparator => ("Zp", "paragraph separator"),
        GeneralCategory::Control => ("Cc", "control"),
        GeneralCategory::Format => ("Cf", "format"),
        GeneralCategory::Surrogate => ("Cs", "surrogate"),
        GeneralCategory::PrivateUse => ("Co", "private use"),
        GeneralCategory::Unassigned => ("Cn", "unassigned"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties() {
        assert_eq!(name('€'), "EURO SIGN");
        assert_eq!(name('\0'), "NULL");
        assert_eq!(name('日'), "CJK UNIFIED IDEOGRAPH-65E5");
        assert_eq!(name('가'), "HANGUL SYLLABLE GA");
        assert_eq!(name('\u{E000}'), "<private-use-E000>");
        assert_eq!(name('\u{FFFE}'), "<noncharacter-FFFE>");
        assert_eq!(name('\u{E0080}'), "<unassigned-E0080>");
        assert_eq!((script('ж'), block('ж')), ("Cyrillic", "Cyrillic"));
        assert_eq!((block('\u{2FE0}'), script('\u{E000}')), ("No block", "Unknown"));
        assert_eq!(category('€'), ("Sc", "currency symbol"));
    }

    #[test]
    fn every_block_is_found_by_its_name() {
        let mut names = block_names();
        for c in '\0'..=char::MAX {
            let found = unicode_blocks::find_unicode_block(c);
            if let Some(block) = found.filter(|block| block.start() == c.into()) {
                assert_eq!(names.next(), Some(block.name()));
                assert_eq!(block_named(block.name()), Some(block.start()..=block.end()));
            }
        }
        assert_eq!(names.next(), None);
        assert_eq!(block_named("LATIN 1 SUPPLEMENT"), Some(0x80..=0xFF));
    }
}
