//! Pieces of lines whose width is known, coloured or not.

use anstyle::{AnsiColor, Effects, Style};
use placemat::tool::anatomy::{self, ByteClass};
use unicode_width::UnicodeWidthStr;

/// How things look; all plain without colour.
#[derive(Clone, Debug, Default)]
pub(super) struct Styles {
    pub(super) title: Style,
    pub(super) label: Style,
    pub(super) malformed: Style,
    prefix: Style,
    classes: [Style; 5],
}

impl Styles {
    pub(super) fn new(color: bool) -> Self {
        if !color {
            return Self::default();
        }
        let bold = |color: AnsiColor| color.on_default().bold();
        Self {
            title: Style::new().bold(),
            label: Style::new().effects(Effects::DIMMED),
            malformed: bold(AnsiColor::Red),
            prefix: Style::new().effects(Effects::DIMMED),
            classes: [
                bold(AnsiColor::Green),
                bold(AnsiColor::Yellow),
                bold(AnsiColor::Cyan),
                bold(AnsiColor::Magenta),
                bold(AnsiColor::Red),
            ],
        }
    }

    pub(super) fn class(&self, class: ByteClass) -> Style {
        let at = ByteClass::all().iter().position(|&one| one == class);
        at.map_or_else(Style::new, |at| self.classes[at])
    }

    pub(super) fn byte(&self, byte: u8) -> Style {
        self.class(ByteClass::of(byte))
    }
}

/// A piece of a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// With codes for colours.
    pub(super) text: String,
    /// In columns.
    pub(super) width: usize,
}

impl Line {
    pub(super) fn plain(text: &str) -> Self {
        Self::styled(Style::new(), text)
    }

    pub(super) fn styled(style: Style, text: &str) -> Self {
        let mut line = Self::default();
        line.push(style, text);
        line
    }

    pub(super) fn push(&mut self, style: Style, text: &str) {
        // A code that colours nothing is noise.
        if text.trim().is_empty() {
            self.text.push_str(text);
        } else {
            self.text += &format!("{style}{text}{style:#}");
        }
        self.width += text.width();
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.width += other.width;
    }

    /// Adds spaces up to `width` columns.
    pub(super) fn pad(&mut self, width: usize) {
        let spaces = width.saturating_sub(self.width);
        self.text.extend(std::iter::repeat_n(' ', spaces));
        self.width += spaces;
    }

    /// What is to be printed: spaces at the end are not.
    pub(super) fn trimmed(&self) -> &str {
        self.text.trim_end_matches(' ')
    }
}

/// The bits of `byte`, a bar between its prefix and its payload.
pub(super) fn bits(byte: u8, styles: &Styles) -> Line {
    let (prefix, payload) = split_bits(byte);
    let mut line = Line::styled(styles.prefix, &format!("{prefix}|"));
    line.push(styles.byte(byte), &payload);
    line
}

/// The prefix of `byte`, and its payload, in binary.
pub(super) fn split_bits(byte: u8) -> (String, String) {
    let bits = format!("{byte:08b}");
    let (prefix, payload) = bits.split_at(8 - anatomy::payload_bits(byte) as usize);
    (prefix.to_owned(), payload.to_owned())
}

/// `text` in lines of at most `width` columns, broken at spaces, or within words
/// that are longer.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word = word.to_owned();
        loop {
            let line = lines.last_mut().expect("there is always a line");
            let space = usize::from(!line.is_empty());
            let room = width.saturating_sub(line.width() + space);
            if word.width() <= room {
                line.push_str(if space == 1 { " " } else { "" });
                line.push_str(&word);
                break;
            }
            if space == 1 {
                lines.push(String::new());
                continue;
            }
            let mut end = 0;
            for (at, c) in word.char_indices() {
                if at > 0 && word[..at + c.len_utf8()].width() > width {
                    break;
                }
                end = at + c.len_utf8();
            }
            line.push_str(&word[..end]);
            word.drain(..end);
            if word.is_empty() {
                break;
            }
            lines.push(String::new());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_and_payload() {
        let of = |byte| bits(byte, &Styles::default()).text;
        assert_eq!(
            [0x41, 0xAC, 0xC3, 0xE2, 0xF0, 0xFE].map(of),
            ["0|1000001", "10|101100", "110|00011", "1110|0010", "11110|000", "11111110|"]
        );
    }

    #[test]
    fn wrapped_text_fits() {
        assert_eq!(wrap("LATIN SMALL LETTER E", 12), ["LATIN SMALL", "LETTER E"]);
        assert_eq!(wrap("IDEOGRAPH-4E00 x", 5), ["IDEOG", "RAPH-", "4E00", "x"]);
        assert_eq!(wrap("日本語", 4), ["日本", "語"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("日", 1), ["日"]);
    }
}
