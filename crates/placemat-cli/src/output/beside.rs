//! A file written beside its place, which it takes when it is complete: whoever
//! looks sees the old text or the new one, whole, and nothing in between.

use super::attributes::{self, Kept};
use super::rename::exists;
use super::snapshot::Snapshot;
use super::{follow, leftovers, same_file};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What the names of unfinished files begin with. After `kill -9` one may be
/// left; it can be deleted.
const PREFIX: &str = ".placemat-";

/// The new file, until it takes its place. Dropped before that, it is removed.
#[derive(Debug)]
pub(crate) struct Beside {
    /// None: it was put in place.
    new: Option<NamedTempFile>,
    path: PathBuf,
    /// What it has of the file that it replaces.
    kept: Option<Kept>,
    /// What it must not take the place of anything else than.
    expected: Option<Snapshot>,
}

impl Beside {
    /// A file that is to be at `path`, which is no link, and to take after
    /// `existing`, which is what is there now.
    pub(crate) fn new(path: PathBuf, existing: Option<&File>) -> io::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // Its own error would name a file that nobody knows.
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: the system takes away what umask says. What takes
            // the place of a file that others may not read is not theirs, either.
            let mode = if existing.is_some() { 0o600 } else { 0o666 };
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        let new = leftovers::create(|| builder.tempfile_in(folder)).map_err(|error| {
            let kind = error.kind();
            io::Error::new(kind, format!("no file can be made beside it: {}", plain(&error)))
        })?;
        let mut beside = Self { new: Some(new), path, kept: None, expected: None };
        if let Some(existing) = existing {
            beside.kept = Some(attributes::copy(existing, beside.file())?);
        }
        Ok(beside)
    }

    /// What was read is `input`, as it was when it was opened. If that is what it replaces,
    /// it must be so still when it does.
    pub(super) fn comes_of(&mut self, input: &Metadata) {
        let replaced = fs::symlink_metadata(&self.path);
        if replaced.is_ok_and(|replaced| same_file(&replaced, input)) {
            self.expected = Some(Snapshot::new(input.clone()));
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file().write_all(bytes)
    }

    /// Whether what was written is what `other` has.
    pub(crate) fn has_text_of(&self, mut other: &File) -> io::Result<bool> {
        let mut new = self.file();
        if new.metadata()?.len() != other.metadata()?.len() {
            return Ok(false);
        }
        new.rewind()?;
        other.rewind()?;
        let [mut one, mut two] = [const { [0; 8192] }; 2];
        loop {
            let read = new.read(&mut one)?;
            if read == 0 {
                return Ok(true);
            }
            other.read_exact(&mut two[..read])?;
            if one[..read] != two[..read] {
                return Ok(false);
            }
        }
    }

    /// All is written. What could not be kept of the file it replaces, in words.
    pub(crate) fn finish(&self) -> io::Result<Option<String>> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let lost = attributes::finish(self.file(), kept)?;
        // When the power fails there is one of the two, whole. Where there was none, nothing
        // can be lost, and waiting for the disk would be in vain.
        self.file().sync_all()?;
        Ok(lost)
    }

    /// It takes its place, finished.
    pub(crate) fn put_in_place(mut self) -> io::Result<()> {
        if let Some(expected) = &self.expected {
            expected.is_still(&self.path)?;
        }
        // On Windows a file that gets its name is no longer hidden, nor one of the system.
        let attributes = (cfg!(windows) && self.kept.is_some()).then(|| self.file().metadata());
        let new = self.new.take().expect("it is put in place once");
        leftovers::settle(new, |new| {
            let placed = new.persist(&self.path).map_err(|error| error.error)?;
            if let Some(Ok(attributes)) = attributes {
                // It has its text: that is what was asked for.
                let _ = placed.set_permissions(attributes.permissions());
            }
            Ok(())
        })
    }

    /// The same, but never over a file that is there already.
    pub(super) fn put_where_nothing_is(mut self) -> io::Result<()> {
        self.finish()?;
        let new = self.new.take().expect("it is put in place once");
        leftovers::settle(new, |new| {
            let refused = match new.persist_noclobber(&self.path) {
                Ok(_) => return Ok(()),
                Err(refused) => refused,
            };
            if refused.error.kind() == io::ErrorKind::AlreadyExists || exists(&self.path) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            // Some file systems have neither links nor a name that is given only where none is.
            refused.file.persist(&self.path).map(drop).map_err(|error| error.error)
        })
    }

    pub(super) fn file(&self) -> &File {
        self.new.as_ref().expect("it is not yet put in place").as_file()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some(new) = self.new.take() {
            // If it cannot be removed, nobody can be told.
            let _ = leftovers::settle(new, NamedTempFile::close);
        }
    }
}

/// An error without the name of a file that nobody knows.
fn plain(error: &io::Error) -> String {
    crate::print::say::what(error)
}

const NO_FILE: &str = "not a regular file, so it cannot be replaced";

/// How files are opened that were found in a folder: what has taken the place of one is
/// not followed, if it is a link, and not waited for, if it is a FIFO.
pub(crate) fn found() -> OpenOptions {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options
}

/// A regular file that may be replaced, as it was when it was opened.
#[derive(Debug)]
pub(crate) struct Original {
    pub(crate) file: File,
    /// Where it really is: no symbolic link.
    path: PathBuf,
    snapshot: Snapshot,
}

impl Original {
    /// Opens what `path` leads to, to be read and replaced.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = follow(path)?;
        // A FIFO is not waited for, and nothing is opened that is no file.
        if !fs::metadata(&path)?.is_file() {
            return Err(io::Error::other(NO_FILE));
        }
        let mut options = File::options();
        Self::open_with(options.read(true), path)
    }

    /// The same for what was found in a folder: it is no link, nor is a link followed
    /// that has taken its place since then.
    pub(crate) fn open_found(path: &Path) -> io::Result<Self> {
        let mut options = found();
        Self::open_with(&mut options, path.to_owned())
    }

    fn open_with(options: &mut OpenOptions, path: PathBuf) -> io::Result<Self> {
        // What may not be written may not be replaced, either.
        let file = options.write(true).open(&path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other(NO_FILE));
        }
        Ok(Self { file, path, snapshot: Snapshot::new(metadata) })
    }

    /// How many other names it has, `kept` not among them. After the replacement, they have
    /// the old text.
    pub(crate) fn other_names(&self, kept: Option<&Path>) -> u64 {
        #[cfg(unix)]
        {
            let metadata = self.snapshot.metadata();
            let is_link = kept.is_some_and(|kept| {
                fs::symlink_metadata(kept).is_ok_and(|kept| same_file(metadata, &kept))
            });
            let names = std::os::unix::fs::MetadataExt::nlink(metadata);
            names.saturating_sub(1 + u64::from(is_link))
        }
        #[cfg(not(unix))]
        {
            let _ = kept;
            0
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A new file that is to take its place.
    pub(crate) fn replacement(&self) -> io::Result<Beside> {
        Beside::new(self.path.clone(), Some(&self.file))
    }

    /// An error, if someone else has written to it, or replaced it, since it was
    /// opened: what they wrote would be lost.
    pub(crate) fn is_unchanged(&self) -> io::Result<()> {
        self.snapshot.is_still(&self.path)
    }

    /// Keeps other runs from replacing it: two of them would take the second name that one has
    /// made for a leftover, and remove it. Windows lets nobody read what is locked.
    pub(super) fn hold(&self) -> io::Result<Held> {
        let file = self.file.try_clone()?;
        // Some file systems have no locks.
        if cfg!(unix)
            && let Err(TryLockError::WouldBlock) = file.try_lock()
        {
            return Err(io::Error::other(
                "another run is replacing it, or this one by another of its names: it is left as it is",
            ));
        }
        Ok(Held {
            #[cfg(unix)]
            file,
        })
    }

    /// A second name was given to it here.
    pub(super) fn link_was_made(&mut self) -> io::Result<()> {
        self.snapshot.link_was_made(self.file.metadata()?);
        Ok(())
    }

    /// Puts `new`, which is finished, in its place, if it still is what it was.
    pub(crate) fn replace(self, new: Beside) -> io::Result<()> {
        self.is_unchanged()?;
        // Windows replaces nothing that is open.
        drop(self.file);
        new.put_in_place()
    }
}

/// A file that no other run replaces.
#[derive(Debug)]
pub(super) struct Held {
    /// Windows replaces nothing that is open.
    #[cfg(unix)]
    file: File,
}

impl Held {
    /// Whether it is what is at `path`.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        #[cfg(unix)]
        return self.file.metadata().is_ok_and(|file| {
            fs::symlink_metadata(path).is_ok_and(|there| same_file(&file, &there))
        });
        #[cfg(not(unix))]
        path.exists()
    }
}
