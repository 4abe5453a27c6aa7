//! Where text goes: to a stream as it comes, or to a file that takes its name
//! only when it is complete.

mod aside;
mod attributes;
mod backup;
mod beside;
mod endings;
mod leftovers;
mod log;
mod rename;
mod snapshot;

pub(crate) use aside::Aside;
pub(crate) use backup::{Backups, Keep, Replaced, kept_of};
pub(crate) use beside::{Beside, Original, found};
pub(crate) use endings::Endings;
pub(crate) use leftovers::remove_unfinished;
pub(crate) use log::{How, Log, undo};

use crate::print::name;
use crate::print::say::say;
use crate::standard::stdout_file;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names of standard output: it is written to where it stands.
const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

#[derive(Debug)]
pub(crate) struct Output {
    to: To,
    /// Safe to print.
    shown: String,
    written: u64,
}

/// A failure to write, and to where: the name is safe to print.
#[derive(Debug)]
pub(crate) struct OutputError {
    pub(crate) shown: String,
    pub(crate) error: io::Error,
}

#[derive(Debug)]
enum To {
    /// Standard output, a pipe, a device.
    Stream(File),
    /// A file, which takes the place of what has that name.
    Replace(Box<Beside>),
}

impl Output {
    /// Opens what `path` names; standard output, if it names none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, OutputError> {
        let path = path.filter(|path| !STDOUT.iter().any(|name| Path::new(name) == *path));
        let shown = path.map_or_else(|| "<stdout>".to_owned(), name::shown);
        let to = match path {
            None => stdout_file().map(To::Stream),
            Some(path) => open(path),
        };
        match to {
            Ok(to) => Ok(Self { to, shown, written: 0 }),
            Err(error) => Err(OutputError { shown, error }),
        }
    }

    /// Writes to `new`, which is put in place by who gets it [back](Self::into_new).
    pub(crate) fn beside(new: Beside, path: &Path) -> Self {
        Self { to: To::Replace(Box::new(new)), shown: name::shown(path), written: 0 }
    }

    /// Whether what is written cannot be taken back.
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self.to, To::Stream(_))
    }

    /// The new file, if one is written, which has its name only when it is put in place.
    pub(crate) fn into_new(self) -> Option<Beside> {
        match self.to {
            To::Stream(_) => None,
            To::Replace(new) => Some(*new),
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let result = match &mut self.to {
            To::Stream(file) => file.write_all(bytes),
            To::Replace(new) => new.write(bytes),
        };
        self.written += bytes.len() as u64;
        result.map_err(|error| OutputError { shown: self.shown.clone(), error })
    }

    /// How many bytes were written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// All is written: a file takes its name. Returns the number of bytes.
    pub(crate) fn finish(self) -> Result<u64, OutputError> {
        let Self { to, shown, written } = self;
        let result = match to {
            To::Stream(_) => Ok(None),
            To::Replace(new) => new.finish().and_then(|lost| new.put_in_place().map(|()| lost)),
        };
        match result {
            Ok(lost) => {
                if let Some(lost) = lost {
                    say(format_args!("{shown}: {lost}"));
                }
                Ok(written)
            }
            Err(error) => Err(OutputError { shown, error }),
        }
    }

    /// What is written here comes of `input`, as it was when it was opened. Whether that is
    /// the same file, and the writing would never end. A file that is to be replaced may be,
    /// and must not be changed by anyone else until then.
    pub(crate) fn comes_of(&mut self, input: Option<&Metadata>) -> bool {
        let Some(input) = input else { return false };
        match &mut self.to {
            To::Stream(file) => {
                file.metadata().is_ok_and(|file| file.is_file() && same_file(&file, input))
            }
            To::Replace(new) => {
                new.comes_of(input);
                false
            }
        }
    }
}

/// Opens a pipe or a device to be written to, or a new file beside `path`.
fn open(path: &Path) -> io::Result<To> {
    let path = follow(path)?;
    let existing = match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
        Ok(metadata) => {
            // What may not be written may not be replaced, either.
            let file = File::options().write(true).open(&path)?;
            if !metadata.is_file() {
                return Ok(To::Stream(file));
            }
            Some(file)
        }
    };
    Ok(To::Replace(Box::new(Beside::new(path, existing.as_ref())?)))
}

/// Follows symbolic links, also to where nothing is yet.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        // What leads to a pipe in /proc is a link that has no path.
        match fs::read_link(&path) {
            Ok(_) if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) => break,
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    Ok(path)
}

#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}
