//! What is moved out of a file, and is nowhere else once that is replaced: it is written to a file that is new or
//! empty, and never over what someone may need.

use super::beside::{Beside, Held, Original};
use super::log::sync_folder;
use super::{Output, OutputError, STDOUT, follow};
use crate::print::name;
use crate::print::say::say;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

/// What is said of a file that has something else in it.
const TAKEN: &str = "it is there already, and has something else in it than what would be moved to it: it is not \
                     overwritten, and nothing was changed. Name another file, or move this one away first";

/// What is said of one that has something in it, where it is known too late what that should be.
const UNKNOWN: &str = "it is there already, with something in it, and is not overwritten: nothing was changed. Name \
                       another file, or move this one away first";

/// What is said of one that another run has made since this one began.
const MEANWHILE: &str = "it has come into being meanwhile, and is not overwritten: name another file, or move this one \
                         away first";

#[derive(Debug)]
pub(crate) struct Aside {
    to: To,
    /// Where it really is: no symbolic link.
    path: PathBuf,
    /// Safe to print.
    shown: String,
    is_used: bool,
}

#[derive(Debug)]
enum To {
    /// A pipe or a device.
    Stream(Output),
    /// Nothing was there.
    New(Beside),
    /// What was there is empty, and is held, so that of two runs only one takes its place.
    Empty { empty: Original, _held: Held, new: Box<Beside> },
    /// It has something in it, which may be what an earlier run has moved to it.
    Compared(BufReader<File>),
}

impl Aside {
    /// Opens what `path` names.
    pub(crate) fn open(path: &Path) -> Result<Self, OutputError> {
        let shown = name::shown(path);
        let real = match is_stdout(path) {
            true => Ok(path.to_owned()),
            false => follow(path),
        };
        match real.and_then(|real| Ok((open(&real)?, real))) {
            Ok((Some(to), path)) => Ok(Self { to, path, shown, is_used: false }),
            Ok((None, real)) => {
                let to = To::Stream(Output::open(Some(path))?);
                Ok(Self { to, path: real, shown, is_used: false })
            }
            Err(error) => Err(OutputError { shown, error }),
        }
    }

    /// The stream that it is, if it is one.
    pub(crate) fn stream(&mut self) -> Option<&mut Output> {
        match &mut self.to {
            To::Stream(stream) => Some(stream),
            _ => None,
        }
    }

    /// Whether nothing is written, and what is there must be the same.
    pub(crate) fn is_compared(&self) -> bool {
        matches!(self.to, To::Compared(_))
    }

    /// Why it cannot be used where what is compared cannot be known in time.
    pub(crate) fn unknown(&self) -> OutputError {
        self.error(io::Error::new(io::ErrorKind::AlreadyExists, UNKNOWN))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.is_used |= !bytes.is_empty();
        let result = match &mut self.to {
            To::Stream(stream) => return stream.write(bytes),
            To::New(new) => new.write(bytes),
            To::Empty { new, .. } => new.write(bytes),
            To::Compared(there) => goes_on_with(there, bytes),
        };
        result.map_err(|error| self.error(error))
    }

    /// An error, if what is there goes on behind what was to be written. Then it is compared from its start again.
    pub(crate) fn compare_again(&mut self) -> Result<(), OutputError> {
        let is_used = std::mem::take(&mut self.is_used);
        let To::Compared(there) = &mut self.to else { return Ok(()) };
        let result = has_ended(there, is_used).and_then(|()| there.rewind());
        result.map_err(|error| self.error(error))
    }

    /// All is written: a file takes its name; where `for_good`, it is on the disk, too. Whether something was there that
    /// was left alone, because there is nothing to be moved.
    pub(crate) fn finish(self, for_good: bool) -> Result<bool, OutputError> {
        let Self { to, path, shown, is_used } = self;
        let kept = |new: &Beside| if for_good { new.file().sync_all() } else { Ok(()) };
        let done = match to {
            To::Stream(stream) => return stream.finish().map(|_| false),
            To::New(new) => kept(&new).and_then(|()| new.put_where_nothing_is()).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::AlreadyExists => io::Error::new(error.kind(), MEANWHILE),
                    _ => error,
                }
            }),
            To::Empty { .. } if !is_used => return Ok(false),
            To::Empty { empty, new, .. } => new.finish().and_then(|lost| {
                if let Some(lost) = lost {
                    say(format_args!("{shown}: {lost}"));
                }
                empty.replace(*new)
            }),
            To::Compared(_) if !is_used => return Ok(true),
            To::Compared(mut there) => has_ended(&mut there, true).and_then(|()| {
                // Windows has nothing written that was opened to be read.
                if for_good && cfg!(unix) { there.get_ref().sync_all() } else { Ok(()) }
            }),
        };
        done.map_err(|error| OutputError { shown, error })?;
        if for_good {
            sync_folder(&path);
        }
        Ok(false)
    }

    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    fn error(&self, error: io::Error) -> OutputError {
        OutputError { shown: self.shown.clone(), error }
    }
}

fn is_stdout(path: &Path) -> bool {
    STDOUT.iter().any(|name| Path::new(name) == path)
}

/// Opens a file; `None`, if `path` is none, and none can be made there.
fn open(path: &Path) -> io::Result<Option<To>> {
    if is_stdout(path) {
        return Ok(None);
    }
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Beside::new(path.to_owned(), None).map(To::New).map(Some);
        }
        metadata => metadata?,
    };
    Ok(match (metadata.is_file(), metadata.len()) {
        (false, _) => None,
        (true, 0) => {
            let empty = Original::open(path)?;
            let held = empty.hold()?;
            // Another run may have written to it before it was held.
            empty.is_unchanged()?;
            let new = Box::new(empty.replacement()?);
            Some(To::Empty { empty, _held: held, new })
        }
        (true, _) => Some(To::Compared(BufReader::with_capacity(64 << 10, File::open(path)?))),
    })
}

/// An error, if `there` does not go on with `bytes`.
fn goes_on_with(there: &mut BufReader<File>, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let next = there.fill_buf()?;
        let len = next.len().min(bytes.len());
        if len == 0 || next[..len] != bytes[..len] {
            return Err(taken());
        }
        there.consume(len);
        bytes = &bytes[len..];
    }
    Ok(())
}

/// An error, if something was compared, and there is more.
fn has_ended(there: &mut BufReader<File>, is_used: bool) -> io::Result<()> {
    if is_used && !there.fill_buf()?.is_empty() { Err(taken()) } else { Ok(()) }
}

fn taken() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, TAKEN)
}
