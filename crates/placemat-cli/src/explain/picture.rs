//! A picture of a code point.

use crate::print::escape;
use placemat_inspect::code_point;
use unicode_width::UnicodeWidthChar;

/// A picture of it that is safe to print: itself, on a dotted circle if it
/// combines; the abbreviation of a control; nothing for what has no picture.
pub(super) fn picture(c: char) -> String {
    let (category, _) = code_point::category(c);
    if let Some(abbreviation) = code_point::abbreviation(c) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
