//! What is known of a code point: its name, its properties, how it is written.

use super::{controls, names};
use crate::print::escape;
use std::fmt::Write;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};
use unicode_width::UnicodeWidthChar;

/// The name; for controls, which have none, that of the control function; a
/// label in angle brackets where there is neither (The Unicode Standard, 4.8).
pub(super) fn name(c: char) -> String {
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

fn is_noncharacter(c: char) -> bool {
    u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

/// The script, as Scripts.txt names it.
pub(super) fn script(c: char) -> &'static str {
    match c.script() {
        Script::Unknown => "Unknown",
        script => script.full_name(),
    }
}

/// The block, as Blocks.txt names it.
pub(super) fn block(c: char) -> &'static str {
    unicode_blocks::find_unicode_block(c).map_or("No block", |block| block.name())
}

/// The general category: `("Sc", "currency symbol")`.
pub(super) fn category(c: char) -> (&'static str, &'static str) {
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

/// A picture of it that is safe to print: itself, on a dotted circle if it
/// combines; the abbreviation of a control; nothing for what has no picture.
pub(super) fn picture(c: char) -> String {
    let (category, _) = category(c);
    if let Some(abbreviation) = controls::abbreviation(c) {
        return abbreviation.to_owned();
    }
    if escape::is_unsafe(c) || category.starts_with(['C', 'Z']) {
        return String::new();
    }
    match c.width() {
        None => String::new(),
        Some(0) => format!("\u{25CC}{c}"),
        Some(_) => c.to_string(),
    }
}

/// How a code point is written elsewhere: the name of the notation, and the text.
pub(super) fn notations(c: char) -> [(&'static str, String); 7] {
    let number = u32::from(c);
    [
        ("UTF-16", spaced(&utf16(c))),
        ("UTF-32", format!("{number:08X}")),
        ("HTML", html(c)),
        ("JSON", json(c)),
        ("Rust", format!("'\\u{{{number:X}}}'")),
        (
            "Python",
            if number > 0xFFFF {
                format!("'\\U{number:08X}'")
            } else {
                format!("'\\u{number:04X}'")
            },
        ),
        ("C", c_string(c)),
    ]
}

/// Its code units in UTF-16, four digits each.
pub(super) fn utf16(c: char) -> Vec<String> {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect()
}

fn spaced(units: &[String]) -> String {
    units.join(" ")
}

/// A numeric character reference. HTML reads those of 80 to 9F as Windows-1252,
/// and has none for most controls and for noncharacters.
pub(super) fn html(c: char) -> String {
    match c {
        _ if is_noncharacter(c) => "none".to_owned(),
        '\t' | '\n' | '\x0C' | ' '..='~' | '\u{A0}'.. => format!("&#x{:X};", u32::from(c)),
        _ => "none".to_owned(),
    }
}

pub(super) fn json(c: char) -> String {
    let units: String = utf16(c).iter().map(|unit| format!("\\u{unit}")).collect();
    format!("\"{units}\"")
}

/// In octal: three digits are the most that C reads, while hexadecimal goes on.
pub(super) fn c_string(c: char) -> String {
    let mut text = "\"".to_owned();
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(text, "\\{byte:03o}");
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
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
    fn pictures_are_safe() {
        assert_eq!(
            ["A", "é", "日", "😀"],
            ['A', 'é', '日', '😀'].map(picture).each_ref().map(|p| p.as_str())
        );
        assert_eq!(picture('\u{301}'), "\u{25CC}\u{301}");
        assert_eq!(picture('\x1B'), "ESC");
        assert_eq!(['\u{202E}', '\u{200D}', '\u{E000}', '\u{2028}'].map(picture), [""; 4]);
        for c in '\0'..=char::MAX {
            assert!(!picture(c).contains(escape::is_unsafe), "{c:?}");
        }
    }

    #[test]
    fn written_elsewhere() {
        let of = |c| notations(c).map(|(_, text)| text);
        assert_eq!(
            of('€'),
            [
                "20AC",
                "000020AC",
                "&#x20AC;",
                "\"\\u20AC\"",
                "'\\u{20AC}'",
                "'\\u20AC'",
                "\"\\342\\202\\254\""
            ]
        );
        assert_eq!(of('😀')[0], "D83D DE00");
        assert_eq!(of('😀')[3..6], ["\"\\uD83D\\uDE00\"", "'\\u{1F600}'", "'\\U0001F600'"]);
        assert_eq!(['\0', '\u{85}', '\u{FFFE}'].map(html), ["none"; 3]);
    }
}
