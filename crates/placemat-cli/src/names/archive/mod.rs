//! Names in archives of zip and tar. Only headers are read, by hand: a crate for either would bring code that unpacks, and
//! the zip crates hold all names in memory before they tell the first. What is read is hostile: no size in it is
//! trusted, nothing is allocated that is not there, and each step goes forward.

mod tar;
mod zip;

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// No name that is longer is read: in zip there is none, and no system has any.
const LONGEST: u64 = 64 << 10;

/// A name, and what the archive says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name as it is to be read: what a header of its own says, if there is one.
    pub(crate) name: Vec<u8>,
    pub(crate) claim: Claim,
}

/// What is said of the encoding of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing: it is what the system has that unpacks it.
    Bytes,
    /// Nothing, which means IBM's code page 437 to programs that go by the book.
    Oem,
    /// It is UTF-8.
    Utf8,
}

/// Why an archive cannot be read, or not to its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    Io(io::Error),
    /// It is not what it should be.
    Broken(&'static str),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Broken("the archive is cut"),
            _ => Self::Io(error),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Broken(what) => f.write_str(what),
        }
    }
}

/// What a file is, by its first bytes and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Zip,
    Tar,
    TarGz,
}

impl Kind {
    /// What begins with these bytes; `None`, if no archive does.
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        match start {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Self::Zip),
            [0x1F, 0x8B, 8, ..] => Some(Self::TarGz),
            start if tar::is_header(start) => Some(Self::Tar),
            _ => None,
        }
    }
}

/// Tells each name, in the order of the archive. What was told before trouble holds.
///
/// # Errors
/// What cannot be read; an archive that is cut, or is none behind its first bytes.
pub(crate) fn each(
    kind: Kind,
    mut file: impl Read + Seek,
    tell: &mut dyn FnMut(Entry),
) -> Result<(), Trouble> {
    match kind {
        Kind::Zip => zip::each(&mut file, tell),
        Kind::Tar => {
            let size = file.seek(SeekFrom::End(0))?;
            file.seek(SeekFrom::Start(0))?;
            tar::each(Seekable { file: io::BufReader::new(file), left: size }, tell)
        }
        Kind::TarGz => {
            file.seek(SeekFrom::Start(0))?;
            let unpacked = flate2::bufread::MultiGzDecoder::new(io::BufReader::new(file));
            tar::each(Stream(unpacked), tell)
        }
    }
}

/// Something that is read from front to back, and can be passed over.
trait Source {
    fn read_exact(&mut self, to: &mut [u8]) -> io::Result<()>;

    /// Passes over so many bytes; an error, if there are fewer.
    fn pass(&mut self, bytes: u64) -> io::Result<()>;
}

/// A file: what is passed over is not read.
struct Seekable<R> {
    file: io::BufReader<R>,
    left: u64,
}

impl<R: Read + Seek> Source for Seekable<R> {
    fn read_exact(&mut self, to: &mut [u8]) -> io::Result<()> {
        self.left = self.left.saturating_sub(to.len() as u64);
        self.file.read_exact(to)
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        self.left = self.left.checked_sub(bytes).ok_or(io::ErrorKind::UnexpectedEof)?;
        // It is no more than the size of a file.
        self.file.seek_relative(bytes as i64)
    }
}

/// What can only be read.
struct Stream<R>(R);

impl<R: Read> Source for Stream<R> {
    fn read_exact(&mut self, to: &mut [u8]) -> io::Result<()> {
        self.0.read_exact(to)
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        let passed = io::copy(&mut (&mut self.0).take(bytes), &mut io::sink())?;
        if passed < bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

/// A number of `N` bytes, little-endian, at `at`.
fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + N].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// All names, and the trouble at their end.
#[cfg(test)]
fn names(kind: Kind, bytes: &[u8]) -> (Vec<Entry>, Option<String>) {
    let mut found = Vec::new();
    let ended = each(kind, io::Cursor::new(bytes), &mut |entry| found.push(entry));
    (found, ended.err().map(|trouble| trouble.to_string()))
}
