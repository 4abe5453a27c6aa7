//! What has changed since a revision, as the `git` command tells it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file that is in the revision and in the working tree, and not the same.
#[derive(Debug)]
pub(super) struct Change {
    /// In the working tree, seen from the current folder.
    pub(super) path: PathBuf,
    /// Seen from the top of the repository.
    tracked: PathBuf,
    /// The name of the old contents.
    blob: String,
}

/// The files below `paths`, or all, that differ from `revision`.
pub(super) fn changes(revision: &str, paths: &[PathBuf]) -> io::Result<Vec<Change>> {
    // By its number: a name could be taken for an option or a path.
    let tree = format!("{revision}^{{tree}}");
    let tree = line(git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &tree]))
        .map_err(|error| io::Error::new(error.kind(), format!("no such revision: {error}")))?;
    let up = line(git(&["rev-parse", "--show-cdup"]))?;
    let prefix = line(git(&["rev-parse", "--show-prefix"]))?;
    let mut diff = git(&["diff", "--raw", "-z", "--find-renames", "--no-abbrev", &tree, "--"]);
    let output = run(diff.args(paths))?;
    let mut fields = output.split(|&byte| byte == 0);
    let mut changes = Vec::new();
    // :100644 100644 OLD NEW M NUL path NUL, and two paths after a rename.
    while let Some(header) = fields.next().filter(|header| !header.is_empty()) {
        let header = String::from_utf8_lossy(header);
        let parts: Vec<&str> = header.trim_start_matches(':').split(' ').collect();
        let [old_mode, new_mode, blob, _, status] = parts[..] else {
            return Err(io::Error::other("git diff --raw told something unknown"));
        };
        let mut path = fields.next().unwrap_or_default();
        if status.starts_with(['R', 'C']) {
            path = fields.next().unwrap_or_default();
        }
        // No links, no submodules; what is new, or gone, has no counterpart.
        let is_file = |mode: &str| mode.starts_with("100");
        if !is_file(old_mode) || !is_file(new_mode) || status.starts_with('U') {
            continue;
        }
        let tracked = path_of(path);
        let path = match tracked.strip_prefix(&prefix) {
            Ok(below) if !prefix.is_empty() => below.to_owned(),
            _ => Path::new(&up).join(&tracked),
        };
        changes.push(Change { path, tracked, blob: blob.to_owned() });
    }
    Ok(changes)
}

impl Change {
    /// The old contents, as a checkout would write them.
    pub(super) fn old(&self) -> io::Result<Vec<u8>> {
        let mut path = std::ffi::OsString::from("--path=");
        path.push(&self.tracked);
        run(git(&["cat-file", "--filters"]).arg(path).arg(&self.blob))
    }
}

fn git(args: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(args).stdin(Stdio::null());
    git
}

/// What it writes, which must be a line of text.
fn line(mut command: Command) -> io::Result<String> {
    let output = run(&mut command)?;
    let text = String::from_utf8(output).map_err(io::Error::other)?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

fn run(command: &mut Command) -> io::Result<Vec<u8>> {
    let output = command.output().map_err(|error| {
        io::Error::new(error.kind(), format!("git cannot be run: {}", crate::say::what(&error)))
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("git failed");
    Err(io::Error::other(crate::escape::shown(said)))
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    Path::new(std::ffi::OsStr::from_bytes(bytes)).to_owned()
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
