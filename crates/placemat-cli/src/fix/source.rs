//! What is to be mended, block by block, and what it looks like.

use crate::input::{Live, Patience};
use crate::output;
use placemat::detect::{SAMPLE, Sniffed, sniff};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::time::Duration;

/// How much is read at a time.
const BLOCK: usize = 128 << 10;

#[derive(Debug)]
pub(super) struct Source<'a> {
    from: From<'a>,
    block: Vec<u8>,
    end: usize,
    ended: bool,
}

#[derive(Debug)]
enum From<'a> {
    Live(Live),
    Borrowed(&'a File),
}

impl<'a> Source<'a> {
    pub(super) fn stdin() -> io::Result<Self> {
        Ok(Self::new(From::Live(Live::stdin()?)))
    }

    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(From::Live(Live::file(File::open(path)?))))
    }

    /// What was found in a folder, if it still is a file.
    pub(super) fn open_found(path: &Path) -> io::Result<Self> {
        Ok(Self::new(From::Live(Live::file(output::found().open(path)?))))
    }

    /// From its start.
    pub(super) fn file(mut file: &'a File) -> io::Result<Self> {
        file.rewind()?;
        Ok(Self::new(From::Borrowed(file)))
    }

    fn new(from: From<'a>) -> Self {
        Self { from, block: vec![0; BLOCK], end: 0, ended: false }
    }

    /// What it looks like, from its first bytes, which are waited for with patience.
    pub(super) fn sniff(&mut self) -> io::Result<Sniffed> {
        let mut patience = Patience::default();
        while !self.ended && self.end < SAMPLE {
            let start = &self.block[..self.end];
            if patience.is_over(start, |wait| self.from.is_ready(wait)) {
                break;
            }
            self.read_more()?;
        }
        Ok(sniff(self.block(), self.ended))
    }

    /// What has been read and not yet been taken.
    pub(super) fn block(&self) -> &[u8] {
        &self.block[..self.end]
    }

    /// Whether nothing follows the block.
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    pub(super) fn is_full(&self) -> bool {
        self.end == self.block.len()
    }

    /// Whether the next read returns at once.
    pub(super) fn is_ready(&mut self) -> bool {
        self.from.is_ready(Duration::ZERO)
    }

    /// Makes the block longer.
    pub(super) fn read_more(&mut self) -> io::Result<()> {
        let room = &mut self.block[self.end..];
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

    /// The first bytes of the block have been taken.
    pub(super) fn take(&mut self, bytes: usize) {
        self.block.copy_within(bytes..self.end, 0);
        self.end -= bytes;
    }

    pub(super) fn metadata(&self) -> Option<Metadata> {
        match &self.from {
            From::Live(live) => live.metadata(),
            From::Borrowed(file) => file.metadata().ok(),
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
