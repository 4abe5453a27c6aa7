//! One input, block by block.

use super::Failure;
use crate::coding::{Coding, Lines};
use crate::input::Live;
use crate::print::name::Name;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};

/// How much of what precedes a block is kept, so that a malformed sequence can
/// be shown that began there.
const HISTORY: usize = 8;

#[derive(Debug)]
pub(super) struct Input {
    name: Name,
    source: Live,
    /// Lines, where they have to be counted while they pass.
    lines: Option<Lines>,
    /// History, then the block.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Where the buffer begins in the input, but for what it holds before the
    /// input begins.
    base: u64,
    ended: bool,
}

impl Input {
    /// Opens it, to be read in blocks of at most `block` bytes, and of at least
    /// a signature.
    pub(super) fn open(name: &Name, block: usize) -> Result<Self, Failure> {
        let source = match name {
            Name::Stdin => Live::stdin(),
            Name::Path(path) => File::open(path).map(Live::file),
        };
        let source = source.map_err(|error| Failure::Input(name.clone(), error))?;
        Ok(Self {
            name: name.clone(),
            source,
            lines: None,
            buffer: vec![0; HISTORY + block.max(4)],
            start: HISTORY,
            end: HISTORY,
            base: 0,
            ended: false,
        })
    }

    pub(super) fn name(&self) -> &Name {
        &self.name
    }

    /// What has been read and not been passed over.
    pub(super) fn block(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Whether nothing follows the block.
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    /// Where the block begins.
    pub(super) fn offset(&self) -> u64 {
        self.base + (self.start - HISTORY) as u64
    }

    /// Makes the block longer: for less than a signature.
    pub(super) fn read_more(&mut self) -> Result<(), Failure> {
        let read = self.source.read(&mut self.buffer[self.end..]);
        let read = read.map_err(|error| Failure::Input(self.name.clone(), error))?;
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }

    /// Passes over the first `bytes` of the block.
    pub(super) fn pass_over(&mut self, bytes: usize) {
        if let Some(lines) = &mut self.lines {
            lines.count(&self.buffer[self.start..self.start + bytes]);
        }
        self.start += bytes;
    }

    /// Passes over the block, and reads the next one.
    pub(super) fn next_block(&mut self) -> Result<(), Failure> {
        self.pass_over(self.end - self.start);
        self.base = self.offset();
        self.buffer.copy_within(self.end - HISTORY..self.end, 0);
        (self.start, self.end) = (HISTORY, HISTORY);
        self.read_more()
    }

    /// Counts the lines of text in the encoding `from` from here on, if that cannot
    /// be done [later](Self::place).
    pub(super) fn count_lines(&mut self, from: Coding) {
        if self.source.regular().is_none() {
            let mut lines = Lines::new(from);
            lines.count(&self.buffer[HISTORY..self.start]);
            self.lines = Some(lines);
        }
    }

    /// The `len` bytes at `offset`, which lie in the block or shortly before it.
    pub(super) fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        let at = (offset + HISTORY as u64 - self.base) as usize;
        &self.buffer[at..at + len]
    }

    /// Line and column of `offset`, which lies in the block or shortly before it,
    /// if that can be found out.
    pub(super) fn place(&mut self, from: Coding, offset: u64) -> Option<(u64, u64)> {
        if let Some(lines) = &self.lines {
            let mut lines = lines.clone();
            let within = offset.saturating_sub(self.offset());
            lines.count(&self.block()[..within as usize]);
            // No line feed is in a sequence: what began before the block is in
            // the line in which the block begins.
            return Some(lines.place(offset));
        }
        place(self.source.regular()?, from, offset).ok()
    }

    pub(super) fn metadata(&self) -> Option<Metadata> {
        self.source.metadata()
    }
}

/// Reads `file` once more, up to `offset`.
fn place(file: &mut File, from: Coding, offset: u64) -> io::Result<(u64, u64)> {
    file.rewind()?;
    let mut lines = Lines::new(from);
    let mut block = vec![0; 64 << 10];
    let mut left = offset;
    while left > 0 {
        let len = left.min(block.len() as u64) as usize;
        file.read_exact(&mut block[..len])?;
        lines.count(&block[..len]);
        left -= len as u64;
    }
    Ok(lines.place(offset))
}
