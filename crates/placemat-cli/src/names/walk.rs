//! All names below some paths: every file and folder, hidden ones too. Links are names as others are, and
//! not followed.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A path, or one that could not be read, and why.
pub(super) type Visited = Result<PathBuf, (PathBuf, io::Error)>;

/// Visits folders before what is in them, in the order of their bytes; each once, though it may be in two of the paths.
pub(super) fn walk(paths: Vec<PathBuf>, visit: &mut dyn FnMut(Visited)) {
    let mut left = paths;
    let can_meet = left.len() > 1;
    let mut met = HashSet::new();
    left.reverse();
    while let Some(path) = left.pop() {
        if can_meet && real(&path).is_some_and(|real| !met.insert(real)) {
            continue;
        }
        match fs::symlink_metadata(&path) {
            Err(error) => visit(Err((path, error))),
            Ok(metadata) => {
                visit(Ok(path.clone()));
                if metadata.is_dir() {
                    match below(&path) {
                        Ok(more) => left.extend(more),
                        Err(error) => visit(Err((path, error))),
                    }
                }
            }
        }
    }
}

/// The one path of what has this name, which may be a link.
fn real(path: &Path) -> Option<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if folder.as_os_str().is_empty() => {
            Some(fs::canonicalize(".").ok()?.join(name))
        }
        (Some(folder), Some(name)) => Some(folder.canonicalize().ok()?.join(name)),
        _ => path.canonicalize().ok(),
    }
}

/// What is in a folder, the last first.
fn below(folder: &PathBuf) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_by(|a, b| b.cmp(a));
    Ok(paths)
}
