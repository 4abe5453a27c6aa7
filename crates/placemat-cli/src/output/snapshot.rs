//! A file as it was when it was opened to be read: what comes of it must not take the place
//! of anything else.

use super::same_file;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

#[derive(Clone, Debug)]
pub(super) struct Snapshot(Metadata);

impl Snapshot {
    pub(super) fn new(opened: Metadata) -> Self {
        Self(opened)
    }

    #[cfg(unix)]
    pub(super) fn metadata(&self) -> &Metadata {
        &self.0
    }

    /// An error, if it is not what is at `path` now: someone else has written to it, or put
    /// something in its place, and that would be lost.
    pub(super) fn is_still(&self, path: &Path) -> io::Result<()> {
        let now = fs::symlink_metadata(path)?;
        if self.has_same_text(&now) && changed(&now) == changed(&self.0) {
            return Ok(());
        }
        Err(io::Error::other("was changed by someone else meanwhile, and is left as it is"))
    }

    /// Takes over what `now`, the same file, says of its last change, which was our own: a
    /// link to it.
    pub(super) fn link_was_made(&mut self, now: Metadata) {
        if self.has_same_text(&now) {
            self.0 = now;
        }
    }

    fn has_same_text(&self, now: &Metadata) -> bool {
        let state = |metadata: &Metadata| -> (u64, Option<SystemTime>) {
            (metadata.len(), metadata.modified().ok())
        };
        (cfg!(not(unix)) || same_file(now, &self.0)) && state(now) == state(&self.0)
    }
}

/// When the file was last changed, in seconds and nanoseconds. Nobody can put that back, as
/// they can the time when it was last written to.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> (i64, i64) {
    (0, 0)
}
