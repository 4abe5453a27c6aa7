//! What the line, up to where something may be mojibake, says of it.

/// What a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) is_ascii: bool,
    /// It has controls that no text has.
    pub(super) is_binary: bool,
    /// How many letters of Latin are not ASCII.
    pub(super) accented: usize,
    /// The last quotation mark: what it opened goes on.
    pub(super) mark: Option<char>,
}

impl Line {
    /// Nothing.
    pub(super) const START: Self =
        Self { is_ascii: true, is_binary: false, accented: 0, mark: None };

    /// The last line of `text`, which follows this.
    pub(super) fn go_on(self, text: &[u8]) -> Self {
        let start = text.iter().rposition(|byte| *byte == b'\n').map(|end| end + 1);
        let text = &text[start.unwrap_or(0)..];
        let before = if start.is_some() { Self::START } else { self };
        let (mut high, mut binary, mut accented, mut marks) = (false, false, 0, false);
        for &byte in text {
            high |= byte >= 0x80;
            binary |= is_control(byte);
            // Of U+00C0 to U+023F.
            accented += usize::from(byte.wrapping_sub(0xC3) < 6);
            marks |= (byte == 0xC2) | (byte == 0xE2);
        }
        Self {
            is_ascii: before.is_ascii && !high,
            is_binary: before.is_binary || binary,
            accented: before.accented + accented,
            mark: if marks { last_mark(text).or(before.mark) } else { before.mark },
        }
    }
}

/// Whether there are controls that no text has.
pub(super) fn is_binary(text: &[u8]) -> bool {
    text.iter().fold(false, |is, byte| is | is_control(*byte))
}

/// A control but tab, the ends of lines, those between, and escape.
#[inline]
fn is_control(byte: u8) -> bool {
    (byte < 0x20) & !(matches!(byte, 9..=13) | (byte == 0x1B))
}

/// Whether it is a letter of Latin that is not ASCII.
pub(super) fn is_accented(c: char) -> bool {
    matches!(c, 'À'..='\u{23F}')
}

/// Whether a mark ends what the other one began.
pub(super) fn closes(opened: char, mark: char) -> bool {
    matches!(
        (opened, mark),
        ('«', '»') | ('»', '«') | ('‹', '›') | ('›', '‹') | ('„', '“' | '”') | ('“', '”')
    )
}

/// Whether quotations begin or end with it.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '«' | '»' | '‹' | '›' | '“' | '”' | '„')
}

/// The last quotation mark in `text`: one that [`is_mark`]. (Decoded, text full of mojibake takes a twentieth longer.)
fn last_mark(text: &[u8]) -> Option<char> {
    let mark = |at: usize| match text[at..] {
        [0xC2, 0xAB, ..] => Some('«'),
        [0xC2, 0xBB, ..] => Some('»'),
        [0xE2, 0x80, 0xB9, ..] => Some('‹'),
        [0xE2, 0x80, 0xBA, ..] => Some('›'),
        [0xE2, 0x80, 0x9C, ..] => Some('“'),
        [0xE2, 0x80, 0x9D, ..] => Some('”'),
        [0xE2, 0x80, 0x9E, ..] => Some('„'),
        _ => None,
    };
    (0..text.len()).rev().find_map(mark)
}
