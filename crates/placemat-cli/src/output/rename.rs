//! Names that are given to files, never over what exists.

use crate::print::name::shown;
use std::fs;
use std::io;
use std::path::Path;

pub(super) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Renames, never over what exists: in one step where the system can do that.
pub(super) fn rename_to_free(old: &Path, new: &Path) -> io::Result<()> {
    let taken = || {
        let what = format!("not renamed: {} exists", shown(new));
        io::Error::new(io::ErrorKind::AlreadyExists, what)
    };
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, old, CWD, new, RenameFlags::NOREPLACE) {
            Err(Errno::EXIST) => return Err(taken()),
            // Some file systems cannot.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            done => return Ok(done?),
        }
    }
    if exists(new) {
        return Err(taken());
    }
    fs::rename(old, new)
}
