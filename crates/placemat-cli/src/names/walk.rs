//! All names below some paths: every file and folder, hidden ones too. Links are names as others are, and
//! not followed.

use std::fs;
use std::io;
use std::path::PathBuf;

/// A path, or one that could not be read, and why.
pub(super) type Visited = Result<PathBuf, (PathBuf, io::Error)>;

/// Visits folders before what is in them, in the order of their bytes.
pub(super) fn walk(paths: Vec<PathBuf>, visit: &mut dyn FnMut(Visited)) {
    let mut left = paths;
    left.reverse();
    while let Some(path) = left.pop() {
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

/// What is in a folder, the last first.
fn below(folder: &PathBuf) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_by(|a, b| b.cmp(a));
    Ok(paths)
}
