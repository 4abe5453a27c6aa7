//! Old files, kept because text was lost, put back under their names.

use super::in_place::{with, without};
use super::{Failure, Fix};
use crate::check::{Visit, Walk};
use crate::name::Name;
use crate::output::Original;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

impl Fix<'_> {
    /// Puts back what is named, and all that is found in folders. An error is one of
    /// the report.
    pub(super) fn restore(&mut self, suffix: &OsStr) -> io::Result<()> {
        for visit in Walk::new(&self.settings.walk) {
            let (path, named) = match visit {
                Visit::File { name: Name::Path(path), named, .. } => (path, named),
                visit => {
                    self.other(visit);
                    continue;
                }
            };
            let path = match without(&path, suffix) {
                Some(of) => of,
                None if named => path,
                // Its old file is found, too, if there is one.
                None => continue,
            };
            let name = Name::Path(path.clone());
            match restore(&path, suffix) {
                Ok(()) => self.report.restored(&name)?,
                Err(error) => self.trouble(&name, Failure::File(error))?,
            }
        }
        Ok(())
    }
}

fn restore(path: &Path, suffix: &OsStr) -> io::Result<()> {
    let mended = Original::open(path)?;
    let old = with(mended.path(), suffix);
    let shown = crate::name::shown(&old);
    let kept = match fs::symlink_metadata(&old) {
        Ok(kept) if kept.is_file() => kept,
        Ok(_) => return Err(io::Error::other(format!("{shown} is no regular file"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(io::Error::new(error.kind(), format!("there is no {shown} to put back")));
        }
        Err(error) => return Err(error),
    };
    if is_changed_since(&mended.file.metadata()?, &kept) {
        let what = format!("was changed since it was mended: {shown} is left where it is");
        return Err(io::Error::other(what));
    }
    fs::rename(&old, mended.path())
}

/// Whether the mended file was written to behind the time at which the old one got
/// its second name.
#[cfg(unix)]
fn is_changed_since(mended: &Metadata, kept: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (mended.mtime(), mended.mtime_nsec()) > (kept.ctime(), kept.ctime_nsec())
}

#[cfg(not(unix))]
fn is_changed_since(_: &Metadata, _: &Metadata) -> bool {
    false
}
