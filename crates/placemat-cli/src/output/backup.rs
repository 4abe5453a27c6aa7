//! A second name for what is about to be replaced.

use super::beside::{Beside, Original};
use super::same_file;
use crate::print::say::what;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

impl Original {
    /// An error if a file has the name already that this one would be kept under.
    pub(crate) fn can_be_kept(&self, suffix: &OsStr) -> io::Result<()> {
        let path = kept(self, suffix);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if !self.is(&metadata) => Err(exists(&path)),
            _ => Ok(()),
        }
    }

    /// A run that was killed had come so far that it has both names.
    fn is(&self, kept: &Metadata) -> bool {
        self.file.metadata().is_ok_and(|file| cfg!(unix) && same_file(&file, kept))
    }
}

fn kept(original: &Original, suffix: &OsStr) -> PathBuf {
    let mut name = original.path().as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn exists(path: &Path) -> io::Error {
    let shown = crate::print::name::shown(path);
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!(
            "no backup {shown}: it exists, and backups are not overwritten \
             (-i.SUFFIX takes another name, --no-backup keeps none)"
        ),
    )
}

/// Keeps `original` under its own name with `suffix` behind it, and never over
/// another file: that may be the backup of a better day. Where that is.
pub(crate) fn back_up(original: &mut Original, suffix: &OsStr) -> io::Result<PathBuf> {
    let path = kept(original, suffix);
    let shown = crate::print::name::shown(&path);
    let result = match fs::hard_link(original.path(), &path) {
        Ok(()) => original.link_was_made(),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let metadata = fs::symlink_metadata(&path)?;
            return if original.is(&metadata) { Ok(path) } else { Err(exists(&path)) };
        }
        // A file system without links.
        Err(_) => copy(original, path.clone()),
    };
    result.map(|()| path).map_err(|error| {
        io::Error::new(error.kind(), format!("no backup {shown}: {}", what(&error)))
    })
}

fn copy(original: &mut Original, path: PathBuf) -> io::Result<()> {
    let mut copy = Beside::new(path, Some(&original.file))?;
    original.file.rewind()?;
    let mut block = vec![0; 128 << 10];
    loop {
        match original.file.read(&mut block) {
            Ok(0) => return copy.put_where_nothing_is(),
            Ok(read) => copy.write(&block[..read])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
