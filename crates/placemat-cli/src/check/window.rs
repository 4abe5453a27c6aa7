//! The bytes of an input that are in memory, and how far they are judged.

use crate::input::Reader;
use crate::report::CONTEXT;
use placemat::utf8;
use std::io;

/// The bytes of an input that are in memory.
#[derive(Debug)]
pub(crate) struct Window {
    pub(super) buffer: Vec<u8>,
    pub(super) block: usize,
    /// What is held lies in `buffer[low..high]`; `buffer[judged..high]` is yet
    /// to be judged.
    pub(super) low: usize,
    pub(super) judged: usize,
    pub(super) high: usize,
    /// The offset of `buffer[low]` in the input.
    pub(super) base: u64,
}

/// Where reads go in the buffer, behind what is kept from the block before:
/// two contexts, the rest of a group, and a word or name that may go on.
const FRONT: usize = 4 * CONTEXT;

impl Window {
    pub(crate) fn new(block: usize) -> Self {
        Self { buffer: vec![0; FRONT + block], block, low: 0, judged: 0, high: 0, base: 0 }
    }

    /// Empties it, to be read from `base` on. A context before what is judged
    /// takes the front.
    pub(super) fn reset(&mut self, base: u64, with_context: bool) {
        let low = if with_context { 0 } else { FRONT };
        (self.low, self.judged, self.high, self.base) = (low, low, low, base);
    }

    /// Reads up to `most` bytes behind what is there; 0 is the end of the input.
    pub(super) fn read(&mut self, reader: &mut Reader<'_>, most: u64) -> io::Result<usize> {
        let end = self
            .buffer
            .len()
            .min(self.high.saturating_add(usize::try_from(most).unwrap_or(usize::MAX)));
        let read = reader.read(&mut self.buffer[self.high..end])?;
        self.high += read;
        Ok(read)
    }

    pub(super) fn is_full(&self) -> bool {
        self.high == self.buffer.len()
    }

    pub(super) fn end(&self) -> u64 {
        self.base + (self.high - self.low) as u64
    }

    /// The last place at or before `offset`, which is in the window, where
    /// nothing is split.
    pub(super) fn floor(&self, offset: u64) -> usize {
        let at = (offset - self.base) as usize;
        self.low + utf8::floor_group_boundary(&self.buffer[self.low..self.high], at)
    }

    /// Makes room for the next block: what is before `judged` goes, but for the
    /// context.
    pub(super) fn slide(&mut self) {
        let low = self.low.max(self.judged.saturating_sub(CONTEXT));
        let to = FRONT.saturating_sub(self.high - low);
        self.buffer.copy_within(low..self.high, to);
        self.base += (low - self.low) as u64;
        self.judged = to + (self.judged - low);
        self.high = to + (self.high - low);
        self.low = to;
    }
}
