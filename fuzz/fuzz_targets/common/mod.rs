//! What the fuzz targets share.

#![allow(dead_code, reason = "every target uses a part of it")]

// The naive references beside the library's tests; they name the library only.
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

/// Runs `check` at every level that the processor has.
pub(crate) fn at_every_level(mut check: impl FnMut()) {
    for level in level::available() {
        level::force(level).expect("the level is available");
        check();
    }
}
