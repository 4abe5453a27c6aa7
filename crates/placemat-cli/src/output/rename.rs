//! Names that are given to files, never over what exists.

use super::same_file;
use crate::print::name::shown;
use std::fs;
use std::io;
use std::path::Path;

pub(super) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// An error, if something else than `old` has the name `new`: some file systems take both names for one.
pub(super) fn is_free_for(old: &Path, new: &Path) -> io::Result<()> {
    let Ok(there) = fs::symlink_metadata(new) else { return Ok(()) };
    let is_one = fs::symlink_metadata(old).is_ok_and(|old| same_file(&old, &there));
    if is_one { Ok(()) } else { Err(taken(new)) }
}

fn taken(new: &Path) -> io::Error {
    let what = format!("not renamed: {} exists", shown(new));
    io::Error::new(io::ErrorKind::AlreadyExists, what)
}

/// Renames, never over what exists: in one step where the system can do that.
pub(super) fn rename_to_free(old: &Path, new: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, old, CWD, new, RenameFlags::NOREPLACE) {
            Err(Errno::EXIST) => return Err(taken(new)),
            // Some file systems cannot.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            done => return Ok(done?),
        }
    }
    if exists(new) {
        return Err(taken(new));
    }
    fs::rename(old, new)
}
