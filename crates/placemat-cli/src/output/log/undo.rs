//! Taking back what a log has, the last first.
//!
//! A file is put back only if it has what it was given, and what is kept of it is what it had before: so whatever
//! was written to either since then stays. What cannot be taken back is named, and the rest is.

use super::fingerprint::Fingerprint;
use super::line::{Change, Lines, Replacement};
use super::{NO_FILE, NO_LOG, absolute};
use crate::outcome::Outcome;
use crate::output::beside::{Original, found};
use crate::output::rename::{exists, rename_to_free};
use crate::print::name::{Name, shown};
use crate::print::say::{say, what};
use crate::print::words::{count, thousands};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Takes back what `log` has of `only`, or all of it, and says what could not be.
pub(crate) fn undo(log: &Path, only: &[PathBuf]) -> Result<Outcome, String> {
    let shown_log = shown(log);
    let text = read(log).map_err(|error| format!("{shown_log}: {}", what(&error)))?;
    let lines = Lines::parse(&text).ok_or_else(|| format!("{shown_log}: {NO_LOG}"))?;
    let mut undo = Undo::new(&lines.changes);
    if let [first, ..] = &lines.damaged[..] {
        undo.trouble = true;
        let lines = count(lines.damaged.len() as u64, "line is", "lines are");
        say(format_args!("{shown_log}: {lines} damaged, from line {first} on, and left out"));
    }
    if lines.is_cut {
        say(format_args!("{shown_log}: its last line is cut, and left out"));
    }
    let only: Vec<(&PathBuf, PathBuf)> = only.iter().map(|path| (path, real(path))).collect();
    for (typed, path) in &only {
        if !lines.changes.iter().any(|change| change.is_of(path)) {
            undo.trouble = true;
            say(format_args!("{}: {shown_log} has no change of it", shown(typed)));
        }
    }
    let chosen = Chosen::new(only.into_iter().map(|(_, path)| path).collect(), &lines.changes);
    for (at, change) in lines.changes.iter().enumerate().rev() {
        if chosen.paths.is_empty() || chosen.has(change) {
            undo.take_back(at, change);
        }
    }
    say(undo.told());
    Ok(if undo.trouble { Outcome::Trouble } else { Outcome::Clean })
}

/// All of a log. A FIFO would be waited for, and a device might never end: neither is what a log was written to.
fn read(log: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(log)?;
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(io::Error::other(NO_FILE));
    }
    fs::read(log)
}

/// What is meant by a path that was typed, as a log has it; what is gone may be meant.
fn real(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| absolute(path))
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}

impl Change {
    /// Whether it is one of the file or folder at `path`, or of what is in that.
    fn is_of(&self, path: &Path) -> bool {
        match self {
            Self::Renamed { old, new } => [old, new].iter().any(|name| name.starts_with(path)),
            Self::Replaced(replacement) => replacement.path.starts_with(path),
        }
    }
}

/// What is to be taken back, if not all is.
struct Chosen<'a> {
    /// Files and folders, by each of their names.
    paths: Vec<PathBuf>,
    /// The names of their old files.
    kept: HashSet<&'a Path>,
}

impl<'a> Chosen<'a> {
    fn new(paths: Vec<PathBuf>, changes: &'a [Change]) -> Self {
        let mut chosen = Self { paths, kept: HashSet::new() };
        loop {
            let before = (chosen.paths.len(), chosen.kept.len());
            changes.iter().for_each(|change| chosen.follow(change));
            if before == (chosen.paths.len(), chosen.kept.len()) {
                return chosen;
            }
        }
    }

    /// What was renamed has another name, and what was replaced an old file.
    fn follow(&mut self, change: &'a Change) {
        match change {
            Change::Renamed { old, new } if self.paths.iter().any(|path| change.is_of(path)) => {
                for name in [old, new] {
                    if !self.paths.iter().any(|path| name.starts_with(path)) {
                        self.paths.push(name.clone());
                    }
                }
            }
            Change::Renamed { old, new } if self.kept.contains(&**old) => {
                self.kept.insert(new);
            }
            Change::Replaced(it) if self.has(change) => _ = self.kept.insert(&it.kept),
            _ => {}
        }
    }

    fn has(&self, change: &Change) -> bool {
        let is_kept = |old: &Path| self.kept.contains(old);
        self.paths.iter().any(|path| change.is_of(path))
            || matches!(change, Change::Renamed { old, .. } if is_kept(old))
    }
}

#[derive(Default)]
struct Undo<'a> {
    /// What each file had before each of its replacements, and which change of the log that is.
    before: HashMap<&'a Path, Vec<(usize, &'a Fingerprint)>>,
    /// The names of old files, also those that they were given later.
    kept: HashSet<&'a Path>,
    /// Old names and new ones.
    renamed: Vec<(&'a Path, &'a Path)>,
    names: u64,
    files: u64,
    /// What was not put back: it is told once.
    refused: HashSet<&'a Path>,
    trouble: bool,
}

impl<'a> Undo<'a> {
    fn new(changes: &'a [Change]) -> Self {
        let mut undo = Self::default();
        for (at, change) in changes.iter().enumerate() {
            match change {
                Change::Renamed { old, new } => {
                    undo.renamed.push((old, new));
                    if undo.kept.contains(&**old) {
                        undo.kept.insert(new);
                    }
                }
                Change::Replaced(it) => {
                    undo.before.entry(&it.path).or_default().push((at, &it.before));
                    undo.kept.insert(&it.kept);
                }
            }
        }
        undo
    }

    fn take_back(&mut self, at: usize, change: &'a Change) {
        match change {
            Change::Renamed { old, new } => match rename_to_free(new, old) {
                Ok(()) => self.names += 1,
                // It was never renamed, or is as it was already, or is an old file that was put back.
                Err(error)
                    if error.kind() == io::ErrorKind::NotFound
                        && (exists(old) || self.kept.contains(&**old)) => {}
                Err(error) => self.refuse(new, &error),
            },
            Change::Replaced(replacement) => {
                let path = &*replacement.path;
                if self.refused.contains(path) {
                    return;
                }
                match self.put_back(at, replacement) {
                    Ok(done) => self.files += u64::from(done),
                    Err(error) => self.refuse(path, &error),
                }
            }
        }
    }

    fn refuse(&mut self, path: &'a Path, error: &io::Error) {
        self.trouble = true;
        self.refused.insert(path);
        say(format_args!("{}: {}", shown(path), what(error)));
    }

    /// Puts the old file back; false, if it is there already.
    fn put_back(&self, at: usize, it: &Replacement) -> io::Result<bool> {
        // It may be an old file, which was put back as what it was kept of. If it is gone, that is told of that.
        let may_be_gone = || self.is_renamed_back(&it.path) || self.kept.contains(&*it.path);
        if !exists(&it.path) && may_be_gone() {
            return Ok(false);
        }
        let there = fs::symlink_metadata(&it.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => gone(it),
            _ => error,
        })?;
        if !there.is_file() {
            return Err(io::Error::other("is no regular file any more, and is left as it is"));
        }
        let now = Original::open_found(&it.path)?;
        let has = Fingerprint::of(&now.file)?;
        // Of a file that was replaced more than once, more may have been taken back.
        let had_before = || {
            let before = self.before.get(&*it.path).into_iter().flatten();
            before.take_while(|(number, _)| *number <= at).any(|(_, had)| **had == has)
        };
        if has != it.after {
            if had_before() {
                return Ok(false);
            }
            let mut what = "was changed since, and is left as it is".to_owned();
            if exists(&it.kept) {
                what += &format!("; the old file is {}", shown(&it.kept));
            }
            return Err(io::Error::other(what));
        }
        let kept =
            |what: &str| io::Error::other(format!("its old file {} {what}", shown(&it.kept)));
        let old = match found().open(&it.kept) {
            // What it became later may be what it was first.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return if had_before() { Ok(false) } else { Err(kept("is gone")) };
            }
            Err(error) => return Err(kept(&format!("cannot be read: {}", what(&error)))),
            Ok(old) => old,
        };
        let changed = || kept("is not what was kept");
        if !old.metadata()?.is_file() || Fingerprint::of(&old)? != it.before {
            return Err(changed());
        }
        now.is_unchanged()?;
        // Windows moves nothing that is open.
        drop((now, old));
        fs::rename(&it.kept, &it.path)?;
        Ok(true)
    }

    /// Whether a file is not where a log has it, because a name on the way there was taken back.
    fn is_renamed_back(&self, path: &Path) -> bool {
        self.renamed.iter().any(|(old, new)| path.starts_with(new) && !exists(new) && exists(old))
    }

    fn told(&self) -> String {
        let names = (self.names > 0).then(|| count(self.names, "name", "names"));
        let files = (self.files > 0).then(|| count(self.files, "file", "files"));
        let done: Vec<String> = names.into_iter().chain(files).collect();
        let not = self.refused.len() as u64;
        match (done.is_empty(), not) {
            (true, _) if self.trouble => "nothing taken back".to_owned(),
            (true, _) => "there is nothing to take back".to_owned(),
            (false, 0) => format!("{} taken back", done.join(" and ")),
            (false, _) => format!("{} taken back, {} not", done.join(" and "), thousands(not)),
        }
    }
}

/// What is said of a file that nobody has put back, and that is not where it was.
fn gone(it: &Replacement) -> io::Error {
    let kept = shown(&it.kept);
    let is_what_it_was = || {
        let old = found().open(&it.kept)?;
        Ok::<_, io::Error>(old.metadata()?.is_file() && Fingerprint::of(&old)? == it.before)
    };
    let argument = |path: &Path| Name::Path(path.to_owned()).argument();
    io::Error::other(match is_what_it_was() {
        Ok(true) => match (argument(&it.kept), argument(&it.path)) {
            (Some(old), Some(new)) => format!(
                "is not there any more; its old file is {kept}: `mv {old} {new}` puts it back"
            ),
            _ => {
                format!("is not there any more; its old file is {kept}: rename that to put it back")
            }
        },
        Ok(false) => format!("is not there any more, and its old file {kept} is not what was kept"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => format!(
            "neither it nor its old file {kept} is there any more: if they were moved, move them back, and undo \
             again"
        ),
        Err(error) => format!(
            "is not there any more, and its old file {kept} cannot be read: {}",
            what(&error)
        ),
    })
}
