//! An input that is read from front to back, block by block.

use super::live::{Live, Patience};
use crate::print::name::Name;
use placemat::detect::{SAMPLE, Sniffed, sniff};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::time::Duration;

/// How much of what precedes a block is kept, so that a malformed sequence can
/// be shown that began there.
const HISTORY: usize = 8;

#[derive(Debug)]
pub(crate) struct Blocks<'a> {
    from: From<'a>,
    /// History, then the block.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Where the buffer begins in the input, but for what it holds before the
    /// input begins.
    base: u64,
    ended: bool,
}

#[derive(Debug)]
enum From<'a> {
    Live(Live),
    Borrowed(&'a File),
}

impl<'a> Blocks<'a> {
    /// Opens it, to be read in blocks of at most `size` bytes, and of at least a signature.
    pub(crate) fn open(name: &Name, size: usize) -> io::Result<Self> {
        Ok(Self::new(From::Live(Live::open(name)?), size))
    }

    pub(crate) fn of(file: File, size: usize) -> Self {
        Self::new(From::Live(Live::file(file)), size)
    }

    /// From its start.
    pub(crate) fn borrowed(mut file: &'a File, size: usize) -> io::Result<Self> {
        file.rewind()?;
        Ok(Self::new(From::Borrowed(file), size))
    }

    fn new(from: From<'a>, size: usize) -> Self {
        let buffer = vec![0; HISTORY + size.max(4)];
        Self { from, buffer, start: HISTORY, end: HISTORY, base: 0, ended: false }
    }

    /// What it looks like, from its first bytes, which are waited for with patience.
    pub(crate) fn sniff(&mut self) -> io::Result<Sniffed> {
        let mut patience = Patience::default();
        while !self.ended && self.block().len() < SAMPLE {
            let start = &self.buffer[self.start..self.end];
            if patience.is_over(start, |wait| self.from.is_ready(wait)) {
                break;
            }
            self.read_more()?;
        }
        Ok(sniff(self.block(), self.ended))
    }

    /// What has been read and not been passed over.
    pub(crate) fn block(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Whether nothing follows the block.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Whether the block can be made longer only by passing over some of it.
    pub(crate) fn is_full(&self) -> bool {
        self.block().len() == self.buffer.len() - HISTORY
    }

    /// Whether the next read returns at once.
    pub(crate) fn is_ready(&mut self) -> bool {
        self.from.is_ready(Duration::ZERO)
    }

    /// Where the block begins.
    pub(crate) fn offset(&self) -> u64 {
        self.base + (self.start - HISTORY) as u64
    }

    /// The `len` bytes at `offset`, which lie in the block or shortly before it.
    pub(crate) fn bytes(&self, offset: u64, len: usize) -> &[u8] {
        let at = (offset + HISTORY as u64 - self.base) as usize;
        &self.buffer[at..at + len]
    }

    /// Passes over the first `bytes` of the block.
    pub(crate) fn pass_over(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Makes the block longer. It is not full.
    pub(crate) fn read_more(&mut self) -> io::Result<()> {
        let passed = self.start - HISTORY;
        if passed > 0 {
            self.buffer.copy_within(passed..self.end, 0);
            self.base += passed as u64;
            self.start -= passed;
            self.end -= passed;
        }
        let room = &mut self.buffer[self.end..];
        let read = loop {
            let read = match &mut self.from {
                From::Live(live) => live.read(room),
                From::Borrowed(file) => file.read(room),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }

    /// Passes over the block, and reads the next one.
    pub(crate) fn next_block(&mut self) -> io::Result<()> {
        self.pass_over(self.block().len());
        self.read_more()
    }

    /// Reads the block at `offset`, in a [file](Self::file).
    pub(crate) fn go_to(&mut self, offset: u64) -> io::Result<()> {
        if let Some(mut file) = self.file() {
            file.seek(SeekFrom::Start(offset))?;
        }
        (self.start, self.end, self.base) = (HISTORY, HISTORY, offset);
        self.read_more()
    }

    /// What it was when it was opened.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match &self.from {
            From::Live(live) => live.metadata(),
            From::Borrowed(file) => file.metadata().ok(),
        }
    }

    /// The file, if it can be read at any place.
    pub(crate) fn file(&mut self) -> Option<&File> {
        match &mut self.from {
            From::Live(live) => live.regular().map(|file| &*file),
            From::Borrowed(file) => Some(file),
        }
    }

    /// The file, if it can be read from its start once more.
    pub(crate) fn regular(&mut self) -> Option<&mut File> {
        match &mut self.from {
            From::Live(live) => live.regular(),
            From::Borrowed(_) => None,
        }
    }
}

impl From<'_> {
    fn is_ready(&mut self, wait: Duration) -> bool {
        match self {
            Self::Live(live) => live.is_ready(wait),
            Self::Borrowed(_) => true,
        }
    }
}
