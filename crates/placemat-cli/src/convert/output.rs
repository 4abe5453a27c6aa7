//! Where converted text goes: to a stream as it comes, or to a file that takes
//! its name only when it is complete.

use super::Failure;
use super::input::Input;
use crate::name;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Names of standard output: it is written to where it stands.
const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

#[derive(Debug)]
pub(super) struct Output {
    to: To,
    /// Safe to print.
    shown: String,
    written: u64,
}

#[derive(Debug)]
enum To {
    /// Standard output, a pipe, a device.
    Stream(File),
    /// A file beside `path`, which takes its place.
    Replace { new: NamedTempFile, path: PathBuf, replaces: bool },
}

impl Output {
    /// Opens what `path` names; standard output, if it names none.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let path = path.filter(|path| !STDOUT.iter().any(|name| Path::new(name) == *path));
        let shown = path.map_or_else(|| "<stdout>".to_owned(), name::shown);
        let to = match path {
            None => stdout().map(To::Stream),
            Some(path) => open(path),
        };
        match to {
            Ok(to) => Ok(Self { to, shown, written: 0 }),
            Err(error) => Err(Failure::Output(shown, error)),
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let result = match &mut self.to {
            To::Stream(file) => file.write_all(bytes),
            To::Replace { new, .. } => new.as_file_mut().write_all(bytes),
        };
        self.written += bytes.len() as u64;
        result.map_err(|error| self.failure(error))
    }

    /// All is written: a file takes its name. Returns the number of bytes.
    pub(super) fn finish(self) -> Result<u64, Failure> {
        let Self { to, shown, written } = self;
        let result = match to {
            To::Stream(_) => Ok(()),
            To::Replace { new, path, replaces } => put_in_place(new, &path, replaces),
        };
        result.map(|()| written).map_err(|error| Failure::Output(shown, error))
    }

    /// Whether what is written here is read there: that would never end.
    pub(super) fn is(&self, input: &Input) -> bool {
        let To::Stream(file) = &self.to else { return false };
        match (file.metadata(), input.metadata()) {
            (Ok(a), Some(b)) => a.is_file() && same_file(&a, &b),
            _ => false,
        }
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::Output(self.shown.clone(), error)
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
            Some(metadata)
        }
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Its own error would name a file that nobody knows.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".placemat-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: the system takes away what umask says.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let new = builder.tempfile_in(folder)?;
    if let Some(existing) = &existing {
        take_after(new.as_file(), existing)?;
    }
    Ok(To::Replace { new, path, replaces: existing.is_some() })
}

/// Gives `new` the permissions of the file that it replaces, and the owner, where
/// that is allowed.
fn take_after(new: &File, existing: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Before the permissions: a change of the owner may take some away.
        let _ = fchown(new, Some(existing.uid()), Some(existing.gid()));
    }
    new.set_permissions(existing.permissions())
}

fn put_in_place(new: NamedTempFile, path: &Path, replaces: bool) -> io::Result<()> {
    if replaces {
        // When the power fails there is one of the two, whole. Where there was
        // none, nothing can be lost, and waiting for the disk would be in vain.
        new.as_file().sync_all()?;
    }
    new.persist(path).map(|_| ()).map_err(|error| error.error)
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
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
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
