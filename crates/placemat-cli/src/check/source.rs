//! Where bytes come from. Files are read, never mapped: a file that is cut
//! short under a map kills the process.

use crate::name::Name;
use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// One input of the check, shared by the threads that read it.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) name: Name,
    /// It was named, not found in a folder.
    pub(crate) named: bool,
    /// The size, if it can be read from any offset.
    pub(crate) size: Option<u64>,
    /// It has holes.
    sparse: bool,
    file: OnceLock<File>,
    decided: AtomicBool,
}

impl Input {
    pub(crate) fn new(name: Name, named: bool, size: Option<u64>, sparse: bool) -> Self {
        let decided = AtomicBool::new(false);
        Self { name, named, size, sparse, file: OnceLock::new(), decided }
    }

    /// Says that no more of it needs to be read.
    pub(crate) fn decide(&self) {
        self.decided.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    /// A reader that begins at `offset`. Only inputs with a size have any but 0.
    pub(crate) fn reader_at(&self, offset: u64) -> io::Result<Reader<'_>> {
        match &self.name {
            Name::Stdin => Ok(Reader::Stdin(io::stdin().lock())),
            Name::Path(_) if self.size.is_some() => {
                Ok(Reader::Offset { file: self.file()?, offset })
            }
            Name::Path(_) => Ok(Reader::Stream(self.file()?)),
        }
    }

    /// Where the hole that `offset` lies in ends; `offset` itself, if it lies in
    /// none. A hole reads as NULs, which need not be read to be judged.
    pub(crate) fn hole_end(&self, offset: u64) -> io::Result<u64> {
        if self.sparse { hole_end(self.file()?, offset) } else { Ok(offset) }
    }

    fn file(&self) -> io::Result<&File> {
        if let Some(file) = self.file.get() {
            return Ok(file);
        }
        let Name::Path(path) = &self.name else { unreachable!("standard input is open") };
        let file = File::open(path)?;
        Ok(self.file.get_or_init(|| file))
    }
}

/// Reads an input from some offset on.
#[derive(Debug)]
pub(crate) enum Reader<'a> {
    Stdin(io::StdinLock<'static>),
    Stream(&'a File),
    Offset { file: &'a File, offset: u64 },
}

impl Reader<'_> {
    /// Fills the front of `buffer`; 0 is the end of the input.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match self {
                Self::Stdin(stdin) => stdin.read(buffer),
                Self::Stream(file) => file.read(buffer),
                Self::Offset { file, offset } => {
                    read_at(file, buffer, *offset).inspect(|read| *offset += *read as u64)
                }
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn hole_end(file: &File, offset: u64) -> io::Result<u64> {
    use rustix::fs::{SeekFrom, seek};
    match seek(file, SeekFrom::Data(offset)) {
        Ok(end) => Ok(end),
        // No data any more: the hole is the rest of the file.
        Err(rustix::io::Errno::NXIO) => Ok(file.metadata()?.len().max(offset)),
        // A file system that cannot tell.
        Err(_) => Ok(offset),
    }
}

#[cfg(not(target_os = "linux"))]
fn hole_end(_: &File, offset: u64) -> io::Result<u64> {
    Ok(offset)
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
