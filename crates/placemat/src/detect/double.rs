//! UTF-8 that was taken for Windows-1252 and encoded once more: `C3 83 C2 A9`.
//!
//! An exact test: the code points, written as Windows-1252, must be UTF-8.

use crate::encoding::single_byte::windows_1252;
use crate::utf8;

/// What the code points above U+007F are, when they are written as Windows-1252.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Double {
    /// Sequences of UTF-8 that they make.
    pub sequences: u64,
    /// Code points that make none: counted only until it is clear that the text is not encoded twice.
    pub others: u64,
    pending: [u8; 4],
    len: usize,
}

impl Double {
    /// Takes well-formed text, or text between mistakes. Nothing more is counted
    /// once it is clear that the text is not encoded twice.
    pub(super) fn push_all(&mut self, text: &[u8]) {
        if text.is_empty() || self.is_refuted() {
            return;
        }
        // Most of what stands between mistakes, and most of it is short.
        let is_ascii = match text {
            [first, ..] if !first.is_ascii() => false,
            _ => crate::ascii::is_ascii(text),
        };
        if is_ascii {
            self.break_off();
        } else {
            for c in utf8::code_points(text).flatten() {
                self.push(c);
                if self.is_refuted() {
                    return;
                }
            }
        }
    }

    /// Whether it is clear that the text is not encoded twice.
    fn is_refuted(&self) -> bool {
        self.others >= 64 + 4 * self.sequences
    }

    /// Takes the next code point of the text.
    fn push(&mut self, c: char) {
        let byte = if c.is_ascii() { None } else { to_windows_1252(c) };
        let Some(byte) = byte else {
            self.break_off();
            self.others += u64::from(!c.is_ascii());
            return;
        };
        self.pending[self.len] = byte;
        self.len += 1;
        let wanted = utf8::sequence_len(self.pending[0]).filter(|&len| len > 1);
        match utf8::decode_first(&self.pending[..self.len]) {
            Some((Ok(_), len)) if len == self.len => {
                self.sequences += 1;
                self.len = 0;
            }
            // So far it is the start of a sequence.
            Some((Err(_), len)) if len == self.len && wanted.is_some() => {}
            _ => {
                // The last one may begin the next sequence.
                self.len -= 1;
                let first = self.len == 0;
                self.break_off();
                if first {
                    self.others += 1;
                } else {
                    self.push(c);
                }
            }
        }
    }

    /// What has begun does not go on.
    pub(super) fn break_off(&mut self) {
        self.others += self.len as u64;
        self.len = 0;
    }
}

/// The byte of `c` in Windows-1252, with the C1 controls that stand for the
/// bytes without a code point.
fn to_windows_1252(c: char) -> Option<u8> {
    match c {
        '\u{A0}'..='\u{FF}' => Some(c as u8),
        // Where those of the bytes 80 to 9F are.
        '\u{80}'..='\u{9F}'
        | '\u{152}'..='\u{192}'
        | '\u{2C6}'..='\u{2DC}'
        | '\u{2013}'..='\u{2122}' => (0x80..=0x9F).find(|&byte| windows_1252(byte) == c),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    fn judged(text: &str) -> (u64, u64) {
        let mut double = Double::default();
        text.chars().for_each(|c| double.push(c));
        double.break_off();
        (double.sequences, double.others)
    }

    #[test]
    fn every_byte_has_a_way_back() {
        for byte in 0x80..=0xFF {
            assert_eq!(to_windows_1252(windows_1252(byte)), Some(byte));
        }
    }

    fn twice(text: &str) -> String {
        text.bytes().map(windows_1252).collect()
    }

    #[test]
    fn exactly_what_was_encoded_twice() {
        assert_eq!(judged(&twice("café à la crème €5 😀")), (5, 0));
        assert_eq!(judged(&twice("Привет")), (6, 0));
        assert_eq!(judged("café à la crème €5 😀"), (0, 5));
        assert_eq!(judged("ÃÃ©Â"), (1, 2));
        assert_eq!(judged("Ã a"), (0, 1));
        assert_eq!(judged("plain"), (0, 0));
    }
}
