//! What the fuzz targets share.

#![allow(dead_code, reason = "every target uses a part of it")]

// The naive references beside the library's tests; they name the library only.
#[path = "../../../crates/placemat/tests/common/everyday.rs"]
pub(crate) mod everyday;
#[path = "../../../crates/placemat/tests/common/policies.rs"]
pub(crate) mod policies;
#[path = "../../../crates/placemat/tests/common/reference.rs"]
pub(crate) mod reference;

use placemat::level;

/// What a target is given: text, where it lies in memory, and whether to repeat
/// it until windows of text, and runs of them, are filled.
pub(crate) struct Input {
    /// How far behind an aligned address.
    offset: usize,
    memory: Vec<u8>,
}

impl Input {
    /// The first byte of `data` says how; the others are the text.
    pub(crate) fn new(data: &[u8]) -> Self {
        let (&first, text) = data.split_first().unwrap_or((&0, &[]));
        let offset = usize::from(first % 64);
        let times = match first / 64 {
            3 if !text.is_empty() => 1500 / text.len() + 1,
            _ => 1,
        };
        // No longer than the text, so that AddressSanitizer sees a read past it.
        let mut memory = Vec::with_capacity(offset + text.len() * times);
        memory.resize(offset, 0xFF);
        (0..times).for_each(|_| memory.extend_from_slice(text));
        Self { offset, memory }
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.memory[self.offset..]
    }
}

/// Numbers that decide how a text is cut: the same for the same input.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u8) -> Self {
        Self(seed.into())
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let (factor, more) = (6_364_136_223_846_793_005, 1_442_695_040_888_963_407);
        self.0 = self.0.wrapping_mul(factor).wrapping_add(more);
        (self.0 >> 33) as usize % limit
    }

    /// `text` in pieces of many lengths, some of them empty; at least one.
    pub(crate) fn cuts<'a>(&mut self, mut text: &'a [u8]) -> Vec<&'a [u8]> {
        let mut pieces = Vec::new();
        loop {
            let most = [2, 3, 8, 40, 300, 5000][self.below(6)];
            let (piece, rest) = text.split_at(self.below(most).min(text.len()));
            pieces.push(piece);
            text = rest;
            if text.is_empty() {
                return pieces;
            }
        }
    }
}

/// Runs `check` at every level that the processor has.
pub(crate) fn at_every_level(mut check: impl FnMut()) {
    for level in level::available() {
        level::force(level).expect("the level is available");
        check();
    }
}
