//! Random text, the same in every run.

use std::vec::Vec;

/// Marsaglia's xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    pub(crate) fn byte(&mut self) -> u8 {
        (self.next() >> 24) as u8
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// `text` in pieces of random lengths, some of them empty.
    pub(crate) fn cuts<'a, U>(&mut self, mut text: &'a [U]) -> Vec<&'a [U]> {
        let mut pieces = Vec::new();
        while !text.is_empty() {
            let most = self.one_of(&[2, 5, 20, 200, 1000]);
            let (piece, rest) = text.split_at(self.below(most).min(text.len()));
            pieces.push(piece);
            text = rest;
        }
        pieces
    }

    /// A byte, most often one at the edge of a range of the grammar.
    pub(crate) fn edge_byte(&mut self) -> u8 {
        if self.below(4) == 0 { self.byte() } else { self.one_of(&EDGES) }
    }

    /// A code point of a random length of its sequence.
    pub(crate) fn code_point(&mut self) -> char {
        let limit = self.one_of(&[0x80, 0x800, 0x1_0000, 0x11_0000]);
        char::from_u32(self.below(limit) as u32).unwrap_or('\u{FFFF}')
    }

    /// Well-formed text of at most `len` bytes, in stretches of one kind.
    pub(crate) fn well_formed(&mut self, len: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < len {
            let stretch = self.one_of(&[1, 2, 5, 40, 300]);
            let c = self.code_point();
            let base = c as u32 & !0x3F;
            for _ in 0..stretch {
                let near = char::from_u32(base | self.below(64) as u32).unwrap_or(c);
                let mut buffer = [0; 4];
                text.extend_from_slice(near.encode_utf8(&mut buffer).as_bytes());
            }
        }
        while text.len() > len || std::str::from_utf8(&text).is_err() {
            text.pop();
        }
        text
    }

    /// Text of at most `len` bytes with some errors, few or many.
    pub(crate) fn malformed(&mut self, len: usize) -> Vec<u8> {
        let mut text = self.well_formed(len);
        if self.below(8) == 0 {
            text.iter_mut().for_each(|byte| *byte = self.edge_byte());
        }
        let errors = self.one_of(&[0, 1, 1, 1, 2, 3, 8, 30]);
        for _ in 0..errors.min(text.len()) {
            let at = self.below(text.len().max(1));
            match self.below(4) {
                0 => drop(text.remove(at)),
                1 if text.len() < len => text.insert(at, self.edge_byte()),
                2 => text.truncate(text.len() - text.len().min(self.below(4))),
                _ => text[at] = self.edge_byte(),
            }
            if text.is_empty() {
                break;
            }
        }
        text
    }
}

/// The first and the last byte of every range in RFC 3629 section 4, and their
/// neighbours.
pub(crate) const EDGES: [u8; 39] = [
    0x00, 0x41, 0x7F, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2,
    0xC3, 0xD0, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5,
    0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];
