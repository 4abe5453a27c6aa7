//! What is visited, in an order that depends on the names only.

use crate::print::name::Name;
use crate::print::say::what;
use crate::settings;
use ignore::{DirEntry, WalkBuilder};
use std::collections::HashSet;
use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// One thing that the walk has come to.
#[derive(Debug)]
pub(crate) enum Visit {
    /// To be checked.
    File {
        name: Name,
        /// It was named, not found in a folder.
        named: bool,
        /// The size, if it is a regular file, which can be read from any offset.
        size: Option<u64>,
        /// The file takes less room than its size: it has holes.
        sparse: bool,
    },
    /// A FIFO, a socket or a device found in a folder: to read it could take for ever.
    Special(PathBuf),
    /// A symbolic link found in a folder, and not followed.
    Link,
    /// Cannot be visited.
    Trouble { name: Name, what: String },
    /// To be told, but nothing is amiss with the check.
    Notice(String),
}

/// Iterator over what is to be checked.
pub(crate) struct Walk {
    walk: Way,
    settings: settings::Walk,
    pending: Vec<Visit>,
    /// Ignore files in folders that were come to which cannot be read.
    unread: Arc<Mutex<Vec<PathBuf>>>,
}

enum Way {
    /// Files that are named: nothing of them can be left out, and a walk would ask for each four times more
    /// what it is.
    Files(std::vec::IntoIter<PathBuf>),
    /// From the first of them on that is no file.
    Walk(Box<ignore::Walk>),
}

impl Walk {
    /// Each file once, by whatever names it is met: what was replaced is not to be replaced
    /// again. One that was named, too, is met by that name.
    pub(crate) fn once(settings: &settings::Walk) -> impl Iterator<Item = Visit> + use<> {
        let real = |path: &PathBuf| path.canonicalize().ok();
        // A path meets nothing twice, unless by a link; nor do several, unless one is below another.
        let mut can_meet = settings.follow;
        let mut by_name = HashSet::new();
        if can_meet || settings.paths.len() > 1 {
            settings
                .paths
                .iter()
                .filter_map(real)
                .for_each(|path| can_meet |= !by_name.insert(path));
        }
        can_meet |= by_name
            .iter()
            .any(|path| path.ancestors().skip(1).any(|folder| by_name.contains(folder)));
        let mut met = HashSet::new();
        Self::new(settings).filter(move |visit| match visit {
            Visit::File { name: Name::Path(path), named, size: Some(_), .. } if can_meet => {
                let Some(path) = real(path) else { return true };
                (*named || !by_name.contains(&path)) && met.insert(path)
            }
            _ => true,
        })
    }

    pub(crate) fn new(settings: &settings::Walk) -> Self {
        let files = Way::Files(settings.paths.clone().into_iter());
        Self {
            walk: files,
            settings: settings.clone(),
            pending: Vec::new(),
            unread: Arc::default(),
        }
    }

    /// A walk of these paths, but for those of which it cannot be said what is to be left out: that is told. `None`: none are
    /// left.
    fn walk(&mut self, mut paths: Vec<PathBuf>) -> Option<ignore::Walk> {
        let settings = &self.settings;
        // Where no folder is named, nothing can be left out, and what git leaves out takes
        // longer to find out than a small file takes to check.
        let ignores = !settings.no_ignore && paths.iter().any(|path| path.is_dir());
        if ignores {
            let mut troubles = Vec::new();
            paths.retain(|path| {
                let unread = path
                    .canonicalize()
                    .ok()
                    .and_then(|path| path.ancestors().find_map(unreadable_ignore_file));
                let is_read = unread.is_none();
                troubles.extend(unread.map(not_visited));
                is_read
            });
            self.pending.extend(troubles.into_iter().rev());
        }
        let (first, rest) = paths.split_first()?;
        let mut builder = WalkBuilder::new(first);
        for path in rest {
            builder.add(path);
        }
        builder
            .hidden(!settings.hidden)
            .follow_links(settings.follow)
            .overrides(settings.globs.clone())
            .types(settings.types.clone())
            .sort_by_file_name(Ord::cmp);
        if !ignores {
            builder
                .parents(false)
                .ignore(false)
                .git_ignore(false)
                .git_global(false)
                .git_exclude(false);
        }
        let (config, unread) = (settings.config.clone(), Arc::clone(&self.unread));
        builder.filter_entry(move |entry| {
            if entry.depth() == 0 {
                return true;
            }
            if config.as_ref().is_some_and(|config| config.excludes(entry.path())) {
                return false;
            }
            let is_folder = ignores && entry.file_type().is_some_and(|kind| kind.is_dir());
            let Some(odd) = is_folder.then(|| unreadable_ignore_file(entry.path())).flatten()
            else {
                return true;
            };
            unread.lock().expect("no list panics").push(odd);
            false
        });
        Some(builder.build())
    }

    fn visit(&mut self, entry: DirEntry) -> Option<Visit> {
        // Bad lines of an ignore file do not keep the rest from being used.
        if let Some(error) = entry.error() {
            self.pending.extend(notices(error).into_iter().rev());
        }
        if entry.is_stdin() {
            return Some(Visit::File { name: Name::Stdin, named: true, size: None, sparse: false });
        }
        let named = entry.depth() == 0;
        let kind = entry.file_type();
        if kind.is_some_and(|kind| kind.is_dir()) {
            return None;
        }
        if !named && kind.is_some_and(|kind| kind.is_symlink()) {
            return Some(Visit::Link);
        }
        let metadata =
            if named { fs::metadata(entry.path()) } else { entry.metadata().map_err(io_error) };
        let path = match entry.path().strip_prefix("./") {
            Ok(path) if self.settings.implied => path.to_owned(),
            _ => entry.into_path(),
        };
        found(path, metadata, named)
    }
}

/// What was come to.
fn found(path: PathBuf, metadata: io::Result<Metadata>, named: bool) -> Option<Visit> {
    Some(match metadata {
        // A link to a folder, named: the walk goes into it.
        Ok(metadata) if metadata.is_dir() => return None,
        Ok(metadata) if !named && is_special(metadata.file_type()) => Visit::Special(path),
        Ok(metadata) => Visit::File {
            name: Name::Path(path),
            named,
            size: metadata.is_file().then_some(metadata.len()),
            sparse: is_sparse(&metadata),
        },
        Err(error) => Visit::Trouble { name: Name::Path(path), what: what(&error) },
    })
}

/// What is known of it, if it is there, and neither a folder nor standard input.
fn file(path: &Path) -> Option<Metadata> {
    if path.as_os_str() == "-" {
        return None;
    }
    fs::metadata(path).ok().filter(|metadata| !metadata.is_dir())
}

impl Iterator for Walk {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        loop {
            if let Some(visit) = self.pending.pop() {
                return Some(visit);
            }
            let visit = match &mut self.walk {
                Way::Files(paths) => {
                    let path = paths.as_slice().first()?;
                    let Some(metadata) = file(path) else {
                        let paths = paths.as_slice().to_vec();
                        self.walk = match self.walk(paths) {
                            Some(walk) => Way::Walk(Box::new(walk)),
                            None => Way::Files(Vec::new().into_iter()),
                        };
                        continue;
                    };
                    found(paths.next()?, Ok(metadata), true)
                }
                Way::Walk(walk) => {
                    let next = walk.next();
                    let unread = std::mem::take(&mut *self.unread.lock().expect("no list panics"));
                    self.pending.extend(unread.into_iter().rev().map(not_visited));
                    match next {
                        Some(Ok(entry)) => self.visit(entry),
                        Some(Err(error)) => Some(trouble(error)),
                        None if self.pending.is_empty() => return None,
                        None => None,
                    }
                }
            };
            if visit.is_some() {
                return visit;
            }
        }
    }
}

/// An ignore file in a folder that would be read without an end, or never: git does not read such, either.
fn unreadable_ignore_file(folder: &Path) -> Option<PathBuf> {
    let files = [".gitignore", ".ignore"].map(|name| folder.join(name));
    let is_odd = |known: Metadata| is_special(known.file_type()) && !is_null(&known);
    files.into_iter().find(|path| path.metadata().is_ok_and(is_odd))
}

/// Such a file, and what comes of it.
fn not_visited(path: PathBuf) -> Visit {
    let what = "no regular file, so nothing below its folder was visited (--no-ignore visits it)";
    Visit::Trouble { name: Name::Path(path), what: what.to_owned() }
}

/// Whether it is the null device, which has nothing in it: files are masked by it.
#[cfg(unix)]
fn is_null(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == metadata.rdev())
}

#[cfg(not(unix))]
fn is_null(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn is_sparse(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.blocks() * 512 < metadata.len()
}

#[cfg(not(unix))]
fn is_sparse(_: &Metadata) -> bool {
    false
}

fn is_special(kind: FileType) -> bool {
    !kind.is_file() && !kind.is_dir() && !kind.is_symlink()
}

/// What an error of the walk means for the check.
fn trouble(error: ignore::Error) -> Visit {
    if let Some(link) = link_loop(&error) {
        let link = crate::print::name::shown(link);
        return Visit::Notice(format!("{link}: a link to a folder above it, not followed"));
    }
    let path = path(&error).map(Path::to_owned).unwrap_or_default();
    let what = what(&io_error(error));
    Visit::Trouble { name: Name::Path(path), what }
}

/// What is wrong with an ignore file, line by line: they hold anything, also what a
/// terminal would obey.
fn notices(error: &ignore::Error) -> Vec<Visit> {
    match error {
        ignore::Error::Partial(errors) => errors.iter().flat_map(notices).collect(),
        error => vec![Visit::Notice(crate::print::escape::shown(&error.to_string()))],
    }
}

fn link_loop(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => {
            link_loop(err)
        }
        _ => None,
    }
}

fn path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => path(err),
        _ => None,
    }
}

fn io_error(error: ignore::Error) -> io::Error {
    let text = error.to_string();
    error.into_io_error().unwrap_or_else(|| io::Error::other(text))
}
