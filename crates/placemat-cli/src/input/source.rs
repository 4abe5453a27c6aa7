//! Where bytes come from. Files are read, never mapped: a file that is cut
//! short under a map kills the process.

use super::live::{Live, is_whole};
use crate::print::name::Name;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// One input, shared by the threads that read it. It is not open: what is known of it is
/// kept until it is told, and a process may have few files open.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) name: Name,
    /// It was named, not found in a folder.
    pub(crate) named: bool,
    /// The size, if it can be read from any offset.
    pub(crate) size: Option<u64>,
    /// It has holes.
    sparse: bool,
    /// Which file it was when it was first opened; none if it is opened only once.
    identity: Option<OnceLock<Option<Identity>>>,
}

/// How long nothing comes before it is asked whether to wait on.
const TICK: Duration = Duration::from_millis(100);

/// A device, and the number of a file on it.
type Identity = (u64, u64);

/// The file of an input while it is open: for all pieces of it that are still to be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Handle(Arc<OnceLock<File>>);

impl Input {
    pub(crate) fn new(name: Name, named: bool, size: Option<u64>, sparse: bool) -> Self {
        Self { name, named, size, sparse, identity: Some(OnceLock::new()) }
    }

    /// One that is opened only once: nobody need ask which file it is.
    pub(crate) fn once(name: Name, named: bool, size: Option<u64>, sparse: bool) -> Self {
        Self { identity: None, ..Self::new(name, named, size, sparse) }
    }

    /// A reader that begins at `offset`. Only inputs with a size have any but 0.
    pub(crate) fn reader_at<'a>(&self, handle: &'a Handle, offset: u64) -> io::Result<Reader<'a>> {
        let path = match &self.name {
            Name::Path(path) if self.size.is_some() => path,
            name => return Ok(Reader::Stream(Live::open(name)?)),
        };
        let file = match handle.0.get() {
            Some(file) => file,
            None => {
                let file = File::open(path)?;
                if let Some(known) = &self.identity {
                    let identity = identity(&file.metadata()?);
                    if *known.get_or_init(|| identity) != identity {
                        return Err(io::Error::other("was replaced while it was read"));
                    }
                }
                handle.0.get_or_init(|| file)
            }
        };
        Ok(Reader::Offset { file, offset, sparse: self.sparse })
    }

    /// Reads all of it into `block`, again and again, until `take` says that it is enough;
    /// what is empty is the end. Whether that was reached.
    pub(crate) fn read_all(
        &self,
        block: &mut [u8],
        take: impl FnMut(&[u8]) -> bool,
    ) -> io::Result<bool> {
        self.read_while(block, &|| true, take)
    }

    /// The same until `go_on` says no, which is asked while nothing more comes, too.
    pub(crate) fn read_while(
        &self,
        block: &mut [u8],
        go_on: &dyn Fn() -> bool,
        mut take: impl FnMut(&[u8]) -> bool,
    ) -> io::Result<bool> {
        let handle = Handle::default();
        let mut reader = self.reader_at(&handle, 0)?;
        let mut begun = false;
        loop {
            while begun && go_on() && !reader.is_ready(TICK) {}
            if !go_on() {
                return Ok(false);
            }
            begun = true;
            let read = reader.read(block)?;
            if read == 0 {
                reader.is_whole(self.size)?;
            }
            if !take(&block[..read]) {
                return Ok(false);
            }
            if read == 0 {
                return Ok(true);
            }
            if read < block.len() && reader.has_read(self.size) {
                take(&[]);
                return Ok(true);
            }
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "it is none elsewhere")]
fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}

/// Reads an input from some offset on.
#[derive(Debug)]
pub(crate) enum Reader<'a> {
    /// What may have more to say only later.
    Stream(Live),
    Offset {
        file: &'a File,
        offset: u64,
        sparse: bool,
    },
}

impl Reader<'_> {
    /// Fills the front of `buffer`; 0 is the end of the input.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match self {
                Self::Stream(live) => live.read(buffer),
                Self::Offset { file, offset, .. } => {
                    read_at(file, buffer, *offset).inspect(|read| *offset += *read as u64)
                }
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// As [`Live::is_ready`].
    pub(crate) fn is_ready(&mut self, wait: Duration) -> bool {
        match self {
            Self::Stream(live) => live.is_ready(wait),
            Self::Offset { .. } => true,
        }
    }

    /// At its end: an error, if it had that size, and someone else has made it shorter since.
    pub(crate) fn is_whole(&self, size: Option<u64>) -> io::Result<()> {
        match (self, size) {
            (Self::Offset { file, offset, .. }, Some(size)) => is_whole(file, *offset, size),
            _ => Ok(()),
        }
    }

    /// Whether that is all of a file that had this size, and a read stopped short there: it ends
    /// there, and need not be asked for more.
    fn has_read(&self, size: Option<u64>) -> bool {
        matches!(self, Self::Offset { offset, .. } if size == Some(*offset))
    }

    /// Where the hole that `at` lies in ends; `at` itself, if it lies in none. A hole
    /// reads as NULs, which need not be read to be judged.
    pub(crate) fn hole_end(&self, at: u64) -> io::Result<u64> {
        match self {
            Self::Offset { file, sparse: true, .. } => hole_end(file, at),
            _ => Ok(at),
        }
    }

    /// Goes on from `to`, in an input that has a size.
    pub(crate) fn seek(&mut self, to: u64) {
        if let Self::Offset { offset, .. } = self {
            *offset = to;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A file of ten bytes that is `len` long once four were read, read to its end: how much that is.
    fn read(len: u64) -> [io::Result<usize>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let resize = || File::options().write(true).open(&path).unwrap().set_len(len).unwrap();
        fs::write(&path, "0123456789").unwrap();
        let input = Input::new(Name::Path(path.clone()), true, Some(10), false);
        let (mut block, mut all) = ([0; 4], 0);
        let ended = input.read_all(&mut block, |bytes| {
            if all == 0 {
                resize();
            }
            all += bytes.len();
            true
        });
        let ended = ended.map(|_| all);
        fs::write(&path, "0123456789").unwrap();
        let (mut live, mut all) = (Live::file(File::open(&path).unwrap()), 0);
        let live = loop {
            match live.read(&mut block) {
                Ok(0) => break Ok(all),
                Ok(read) => {
                    if all == 0 {
                        resize();
                    }
                    all += read;
                }
                Err(error) => break Err(error),
            }
        };
        [ended, live]
    }

    #[test]
    fn a_file_that_becomes_shorter_is_no_whole_file() {
        for (len, expected) in [(10, Some(10)), (12, Some(12)), (9, None), (4, None), (0, None)] {
            for found in read(len) {
                match found {
                    Ok(all) => assert_eq!(Some(all), expected, "{len}"),
                    Err(error) => {
                        assert_eq!(expected, None, "{len}");
                        assert_eq!(error.to_string(), "became shorter while it was read");
                    }
                }
            }
        }
    }
}
