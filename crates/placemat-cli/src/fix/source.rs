//! What is to be mended, block by block, and what it looks like.

use crate::output;
use placemat::detect::{SAMPLE, Sniffed, sniff};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::path::Path;

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
    Stdin(io::StdinLock<'static>),
    File(File),
    Borrowed(&'a File),
}

impl<'a> Source<'a> {
    pub(super) fn stdin() -> Self {
        Self::new(From::Stdin(io::stdin().lock()))
    }

    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(From::File(File::open(path)?)))
    }

    /// What was found in a folder, if it still is a file.
    pub(super) fn open_found(path: &Path) -> io::Result<Self> {
        Ok(Self::new(From::File(output::found().open(path)?)))
    }

    /// From its start.
    pub(super) fn file(mut file: &'a File) -> io::Result<Self> {
        file.rewind()?;
        Ok(Self::new(From::Borrowed(file)))
    }

    fn new(from: From<'a>) -> Self {
        Self { from, block: vec![0; BLOCK], end: 0, ended: false }
    }

    /// What it looks like, from its first bytes, which are waited for.
    pub(super) fn sniff(&mut self) -> io::Result<Sniffed> {
        while !self.ended && self.end < SAMPLE {
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

    /// Makes the block longer.
    pub(super) fn read_more(&mut self) -> io::Result<()> {
        let room = &mut self.block[self.end..];
        let read = loop {
            let read = match &mut self.from {
                From::Stdin(stdin) => stdin.read(room),
                From::File(file) => file.read(room),
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
            From::File(file) => file.metadata().ok(),
            From::Borrowed(file) => file.metadata().ok(),
            #[cfg(unix)]
            From::Stdin(stdin) => {
                use std::os::fd::AsFd;
                File::from(stdin.as_fd().try_clone_to_owned().ok()?).metadata().ok()
            }
            #[cfg(not(unix))]
            From::Stdin(_) => None,
        }
    }
}
