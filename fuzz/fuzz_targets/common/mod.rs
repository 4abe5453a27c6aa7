//! What the fuzz targets share.

#![allow(dead_code, reason = "every target uses a part of it")]

// The naive reference beside the library's tests; it names the library only.
#[path = "../../../crates/placemat/tests/common/reference.rs"]
pub(crate) mod reference;

use placemat::level;

/// Runs `target` at every level that the processor has, with `text` at two
/// distances from an aligned address: the first byte of `data` says which.
pub(crate) fn at_every_level(data: &[u8], mut target: impl FnMut(&[u8])) {
    let Some((&first, text)) = data.split_first() else { return };
    // Exactly as long as the text, so that AddressSanitizer sees a read past it.
    let offset = usize::from(first % 64);
    let mut shifted = Vec::with_capacity(offset + text.len());
    shifted.resize(offset, 0xFF);
    shifted.extend_from_slice(text);
    shifted.shrink_to_fit();
    for level in level::available() {
        level::force(level).expect("the level is available");
        target(text);
        target(&shifted[offset..]);
    }
}

/// Longer text of the same kind: `text` repeated until windows and runs of
/// windows are filled.
pub(crate) fn lengthened(text: &[u8]) -> Vec<u8> {
    match text.len() {
        0 | 2048.. => text.to_vec(),
        len => text.repeat(2048 / len + 1),
    }
}
