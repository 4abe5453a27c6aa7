//! Renaming, and taking it back: each change stands in a log before it is made.
//!
//! A line of the log is an object of JSON. A path can be any bytes, and JSON is text: what is malformed
//! is written in the reversible form of the library ([`placemat::escape`]).

use crate::outcome::Outcome;
use crate::print::name::shown;
use crate::print::say::{say, what};
use crate::print::words::count;
use placemat::escape;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A change.
#[derive(Serialize, Deserialize)]
struct Change {
    old: String,
    new: String,
}

pub(super) struct Log {
    file: File,
}

impl Log {
    /// Goes on behind what is there.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {}", shown(path), what(&error)))
        })?;
        Ok(Self { file })
    }

    /// Renames `old`; an error if `new` exists.
    pub(super) fn rename(&mut self, old: &Path, new: &Path) -> io::Result<()> {
        // Wherever the log is read.
        let parent = match old.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new(".").canonicalize()?,
            Some(parent) => parent.canonicalize()?,
            None => return Err(io::ErrorKind::InvalidInput.into()),
        };
        let absolute = |path: &Path| written(&parent.join(path.file_name().unwrap_or_default()));
        let change = Change { old: absolute(old), new: absolute(new) };
        let mut line = serde_json::to_vec(&change)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        rename_to_free(old, new)
    }
}

fn written(path: &Path) -> String {
    escape::escape(path.as_os_str().as_encoded_bytes()).into_owned()
}

fn read(path: &str) -> io::Result<PathBuf> {
    let bytes = escape::unescape(path.as_bytes()).into_owned();
    #[cfg(unix)]
    return Ok(OsString::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(
        &bytes,
    ))
    .into());
    #[cfg(not(unix))]
    return String::from_utf8(bytes)
        .map(|path| OsString::from(path).into())
        .map_err(io::Error::other);
}

/// Takes back what a log has, the last first, and says what could not be.
pub(super) fn undo(log: &Path) -> Result<Outcome, String> {
    let fail = |error: io::Error| format!("{}: {}", shown(log), what(&error));
    let text = fs::read_to_string(log).map_err(fail)?;
    let changes: Result<Vec<Change>, _> = text.lines().map(serde_json::from_str).collect();
    let changes = changes
        .map_err(|error| format!("{}: no log of `placemat names --rename`: {error}", shown(log)))?;
    let (mut undone, mut trouble) = (0, false);
    for Change { old, new } in changes.iter().rev() {
        let (old, new) = (read(old).map_err(fail)?, read(new).map_err(fail)?);
        match rename_to_free(&new, &old) {
            Ok(()) => undone += 1,
            // It was never renamed, or is as it was already.
            Err(error) if error.kind() == io::ErrorKind::NotFound && exists(&old) => {}
            Err(error) => {
                trouble = true;
                say(format_args!("{}: {}", shown(&new), what(&error)));
            }
        }
    }
    say(format_args!("{} taken back", count(undone, "name", "names")));
    Ok(if trouble { Outcome::Trouble } else { Outcome::Clean })
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Renames, never over what exists: in one step where the system can do that.
fn rename_to_free(old: &Path, new: &Path) -> io::Result<()> {
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
