//! A second name for what is about to be replaced.

use super::beside::{Beside, Original};
use super::same_file;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Seek};
use std::path::PathBuf;

/// Keeps `original` under its own name with `suffix` behind it, and never over
/// another file: that may be the backup of a better day.
pub(crate) fn back_up(original: &mut Original, suffix: &OsStr) -> io::Result<()> {
    let mut name = original.path().as_os_str().to_owned();
    name.push(suffix);
    let path = PathBuf::from(name);
    let shown = crate::name::shown(&path);
    let result = match fs::hard_link(original.path(), &path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let metadata = fs::symlink_metadata(&path)?;
            // A run that was killed had come this far.
            if original.file.metadata().is_ok_and(|file| cfg!(unix) && same_file(&file, &metadata))
            {
                return Ok(());
            }
            Err(io::Error::new(error.kind(), "it exists, and backups are not overwritten"))
        }
        // A file system without links.
        Err(_) => copy(original, path),
    };
    result.map_err(|error| io::Error::new(error.kind(), format!("no backup {shown}: {error}")))
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
