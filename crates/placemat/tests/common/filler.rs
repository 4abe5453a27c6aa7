//! Well-formed text around a case, of an exact length, so that every class of
//! window is met.

use std::vec::Vec;

/// What is put around a case: code points of one to four bytes, and those whose
/// second byte has a narrower range.
pub(crate) const FILLERS: [&str; 8] = ["a", "ш", "中", "😀", "ก", "힣", "\u{10000}", "\u{10FFFF}"];

/// The first four of them, one for each class of window.
pub(crate) const CLASSES: [&str; 4] = ["a", "ш", "中", "😀"];

/// `len` bytes that end with `filler`; where it does not fit, ASCII before it.
pub(crate) fn before(filler: &str, len: usize) -> Vec<u8> {
    let mut text = std::vec![b'a'; len % filler.len()];
    text.extend_from_slice(filler.repeat(len / filler.len()).as_bytes());
    text
}

/// `len` bytes that begin with `filler`; where it does not fit, ASCII behind it.
pub(crate) fn behind(filler: &str, len: usize) -> Vec<u8> {
    let mut text = Vec::from(filler.repeat(len / filler.len()));
    text.resize(len, b'z');
    text
}

/// Bytes at a chosen distance from an address that is a multiple of 256:
/// windows begin at aligned addresses, so the same text is cut in other ways.
pub(crate) struct Aligned {
    room: Vec<u8>,
}

impl Aligned {
    /// Room for texts of up to `capacity` bytes.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { room: std::vec![0xFF; capacity + 2 * 256] }
    }

    /// A copy of `text`, `offset` (below 256) bytes behind an aligned address.
    /// There are malformed bytes around it.
    pub(crate) fn place(&mut self, text: &[u8], offset: usize) -> &[u8] {
        self.placed(offset + text.len())[offset..].copy_from_slice(text);
        let placed = self.placed(offset + text.len() + 1);
        placed[offset + text.len()] = 0xFF;
        &placed[offset..][..text.len()]
    }

    /// The first `len` bytes from the aligned address on.
    pub(crate) fn placed(&mut self, len: usize) -> &mut [u8] {
        let start = self.room.as_ptr().addr().next_multiple_of(256) - self.room.as_ptr().addr();
        &mut self.room[start..][..len]
    }
}
