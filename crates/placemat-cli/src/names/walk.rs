//! All names below some paths: every file and folder, hidden ones too. Links are names as others are, and
//! not followed.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A path, and whether it was named; or one that could not be read, and why.
pub(super) type Visited = Result<(PathBuf, bool), (PathBuf, io::Error)>;

/// Visits folders before what is in them, in the order of their bytes; each once: what is below another of the paths
/// is met there.
pub(super) fn walk(paths: Vec<PathBuf>, visit: &mut dyn FnMut(Visited)) {
    let can_meet = paths.len() > 1;
    let mut named = HashSet::new();
    let mut left = Vec::new();
    for path in paths {
        let real = if can_meet { real(&path) } else { None };
        if real.as_ref().is_none_or(|real| named.insert(real.clone())) {
            left.push((path, real, true));
        }
    }
    left.retain(|(_, real, _)| {
        let above = real.iter().flat_map(|real| real.ancestors().skip(1));
        !above.into_iter().any(|folder| named.contains(folder))
    });
    left.reverse();
    while let Some((path, real, is_root)) = left.pop() {
        match fs::symlink_metadata(&path) {
            Err(error) => visit(Err((path, error))),
            Ok(metadata) => {
                let is_named = is_root || real.as_ref().is_some_and(|real| named.contains(real));
                visit(Ok((path.clone(), is_named)));
                if metadata.is_dir() {
                    match below(&path) {
                        Ok(more) => left.extend(more.into_iter().map(|path| {
                            let name = path.file_name().expect("it was found by it");
                            let real = real.as_ref().map(|real| real.join(name));
                            (path, real, false)
                        })),
                        Err(error) => visit(Err((path, error))),
                    }
                }
            }
        }
    }
}

/// The one path of what has this name, which may be a link; none, if nothing is there.
fn real(path: &Path) -> Option<PathBuf> {
    // A slash behind a link leads to its folder.
    if fs::symlink_metadata(path).ok()?.is_dir() {
        return path.canonicalize().ok();
    }
    let folder = match path.parent()? {
        folder if folder.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// What is in a folder, the last first.
fn below(folder: &PathBuf) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_by(|a, b| b.cmp(a));
    Ok(paths)
}
