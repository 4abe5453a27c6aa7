//! What has changed since a revision, as the `git` command tells it.

use super::text::{Ending, Text};
use super::{MOST, read_all, renames};
use crate::print::name::shown;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// A file that is in the revision, and now, and not the same.
#[derive(Debug)]
pub(super) struct Change {
    /// In the working tree, seen from the current folder.
    pub(super) path: PathBuf,
    /// Seen from the top of the repository.
    tracked: PathBuf,
    /// The names of the contents.
    old: String,
    new: String,
    /// It is not sure that the one comes of the other.
    pub(super) guessed: bool,
}

/// A renamed file of which so many hundredths are the same is the same file: git's default.
const SURE: u8 = 50;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range<'a> {
    /// None: the last commit, if there is one.
    pub(super) revision: Option<&'a str>,
    /// Up to what will be committed, not up to the working tree.
    pub(super) staged: bool,
}

/// The files among `paths`, and below them, that differ; without paths, all. A path that
/// neither side has is an error.
pub(super) fn changes(range: Range<'_>, paths: &[PathBuf]) -> io::Result<Vec<Change>> {
    if line(git(&["rev-parse", "--is-inside-work-tree"]))? != "true" {
        return Err(io::Error::other("this is no working tree, and guard compares files in one"));
    }
    let tree = tree(range.revision)?;
    let chosen = if paths.is_empty() { None } else { Some(chosen(tree.as_deref(), paths)?) };
    let Some(tree) = tree else { return Ok(Vec::new()) };
    let up = PathBuf::from(line(git(&["rev-parse", "--show-cdup"]))?);
    let prefix = PathBuf::from(line(git(&["rev-parse", "--show-prefix"]))?);
    // Of all paths, or a rename would be a deletion and an addition.
    let mut diff = git(&["diff", "--raw", "-z", "--no-abbrev", "--no-relative"]);
    // Damage makes a renamed file less like the old one than git expects.
    diff.args(["--find-renames=20%", "-l0"]);
    if range.staged {
        diff.arg("--cached");
    }
    let output = run(diff.args([&*tree, "--"]))?;
    let mut fields = output.split(|&byte| byte == 0);
    let mut changes = Vec::new();
    let (mut gone, mut fresh) = (Vec::new(), Vec::new());
    // :100644 100644 OLD NEW M NUL path NUL, and two paths after a rename.
    while let Some(header) = fields.next().filter(|header| !header.is_empty()) {
        let header = String::from_utf8_lossy(header);
        let parts: Vec<&str> = header.trim_start_matches(':').split(' ').collect();
        let [old_mode, new_mode, old, new, status] = parts[..] else {
            return Err(io::Error::other("git diff --raw told something unknown"));
        };
        let from = fields.next().unwrap_or_default();
        let is_renamed = status.starts_with(['R', 'C']);
        let path = if is_renamed { fields.next().unwrap_or_default() } else { from };
        let tracked = PathBuf::from(os_string(path));
        let change = || Change {
            path: match tracked.strip_prefix(&prefix) {
                Ok(below) if !prefix.as_os_str().is_empty() => below.to_owned(),
                _ => up.join(&tracked),
            },
            tracked: tracked.clone(),
            old: old.to_owned(),
            new: new.to_owned(),
            // How many hundredths are the same.
            guessed: status.get(1..).and_then(|n| n.parse().ok()).is_some_and(|n: u8| n < SURE),
        };
        // No links, no submodules.
        let is_file = |mode: &str| mode.starts_with("100");
        let is_chosen = chosen.as_ref().is_none_or(|chosen| chosen.contains(&tracked));
        let is_gone = |kind| Gone { tracked: os_string(from).into(), old: old.to_owned(), kind };
        match (is_file(old_mode), is_file(new_mode), status) {
            (_, _, "U") => {}
            (true, _, "D") => gone.push(is_gone(Kind::Unpaired)),
            (_, true, "A") => {
                fresh.push(Fresh { change: change(), kind: Kind::Unpaired, is_chosen })
            }
            // The little that is the same can be what many files have.
            (true, true, _) if is_renamed && change().guessed => {
                let kind = Kind::Guessed;
                gone.push(is_gone(kind));
                fresh.push(Fresh { change: change(), kind, is_chosen });
            }
            (true, true, _) if is_chosen => changes.push(change()),
            _ => {}
        }
    }
    if fresh.iter().any(|fresh| fresh.is_chosen) {
        changes.extend(paired(&gone, fresh, range.staged)?);
    }
    changes.sort_by(|a, b| a.tracked.cmp(&b.tracked));
    Ok(changes)
}

/// A file that the revision has.
#[derive(Debug)]
struct Gone {
    tracked: PathBuf,
    old: String,
    kind: Kind,
}

/// A file that is there now.
#[derive(Debug)]
struct Fresh {
    change: Change,
    kind: Kind,
    is_chosen: bool,
}

/// What git takes a file for that is on one side only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unpaired,
    /// It may have been renamed.
    Guessed,
}

/// The chosen ones of the files that are there now, with what they were: where damage left little
/// that is equal, git sees no rename, or another one.
fn paired(gone: &[Gone], fresh: Vec<Fresh>, staged: bool) -> io::Result<Vec<Change>> {
    let olds: Vec<&Path> = gone.iter().map(|gone| &*gone.tracked).collect();
    let news: Vec<&Path> = fresh.iter().map(|fresh| &*fresh.change.tracked).collect();
    let names: Vec<&str> = gone.iter().map(|gone| &*gone.old).collect();
    let found = renames::find(
        (&olds, &news),
        |each| blobs(&names, each),
        |each| {
            if staged {
                let names: Vec<&str> = fresh.iter().map(|fresh| &*fresh.change.new).collect();
                return blobs(&names, each);
            }
            for (at, Fresh { change, .. }) in fresh.iter().enumerate() {
                if let Ok(bytes) = File::open(&change.path).and_then(read_all) {
                    each(at, &bytes);
                }
            }
            Ok(())
        },
        |old| blob(&gone[old].old),
    )?;
    let taken: HashSet<usize> = found.iter().flatten().copied().collect();
    let left = || (0..).zip(gone).filter(|(at, _)| !taken.contains(at)).map(|(_, gone)| gone);
    let not_taken: HashSet<&str> = left().map(|gone| &*gone.old).collect();
    let mut by_name: HashMap<Option<OsString>, Vec<&str>> = HashMap::new();
    let name = |path: &Path| path.file_name().map(OsStr::to_owned);
    for Gone { tracked, old, .. } in left().filter(|gone| gone.kind == Kind::Unpaired) {
        by_name.entry(name(tracked)).or_default().push(old);
    }
    let mut changes = Vec::new();
    for (Fresh { change, kind, is_chosen }, found) in fresh.into_iter().zip(found) {
        if !is_chosen {
            continue;
        }
        let old = match found {
            Some(at) => &*gone[at].old,
            None if kind == Kind::Guessed && not_taken.contains(&*change.old) => &*change.old,
            // The name can tell.
            None => match by_name.remove(&name(&change.tracked)).as_deref() {
                Some([old]) => old,
                _ => continue,
            },
        };
        changes.push(Change { old: old.to_owned(), guessed: true, ..change });
    }
    Ok(changes)
}

/// The number of the tree of a revision: its name could be taken for an option or a path.
/// None if none is named and nothing was ever committed.
fn tree(revision: Option<&str>) -> io::Result<Option<String>> {
    let verify = |name: &str| {
        let name = format!("{name}^{{tree}}");
        output(git(&["rev-parse", "--verify", "--quiet", "--end-of-options"]).arg(name))
    };
    let name = revision.unwrap_or("HEAD");
    let found = verify(name)?;
    if found.status.success() {
        return Ok(Some(String::from_utf8_lossy(&found.stdout).trim_end().to_owned()));
    }
    if matches!(name, "HEAD" | "@") && !verify("HEAD")?.status.success() {
        return match revision {
            None => Ok(None),
            Some(_) => Err(io::Error::other(
                "nothing was committed yet, so there is nothing to compare with",
            )),
        };
    }
    let name = crate::print::escape::shown(name);
    Err(io::Error::other(format!("\"{name}\" is no revision; `git log --oneline` lists some")))
}

/// What the index has of `paths`, seen from the top of the repository.
fn chosen(tree: Option<&str>, paths: &[PathBuf]) -> io::Result<HashSet<PathBuf>> {
    let list =
        |paths: &[PathBuf]| output(git(&["ls-files", "-z", "--full-name", "--"]).args(paths));
    let all = output(git(&["ls-files", "--error-unmatch", "-z", "--"]).args(paths))?;
    if !all.status.success() {
        for path in paths {
            let is_known = |mut command: Command| {
                let output = output(command.arg("--").arg(path))?;
                io::Result::Ok(output.status.success() && !output.stdout.is_empty())
            };
            let in_tree = |tree| is_known(git(&["ls-tree", "-r", "-z", "--name-only", tree]));
            if !is_known(git(&["ls-files", "-z"]))? && !tree.map_or(Ok(false), in_tree)? {
                let why = match path.symlink_metadata() {
                    Ok(_) => "git does not track it, so there is nothing to compare it with",
                    Err(_) => "there is no such file, neither here nor in git",
                };
                return Err(io::Error::other(format!("{}: {why}", shown(path))));
            }
        }
    }
    let listed = checked(list(paths)?)?;
    let names = listed.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| PathBuf::from(os_string(name))).collect())
}

impl Change {
    /// The old contents, as a checkout would write them.
    pub(super) fn old(&self) -> io::Result<Vec<u8>> {
        let mut path = OsString::from("--path=");
        path.push(&self.tracked);
        contents(git(&["cat-file", "--filters"]).arg(path).arg(&self.old))
    }

    /// `old`, as a checkout would write it, with the ends of lines that it had before `new` was
    /// written. A checkout can be told to write CR LF for LF; what was there before, or what a
    /// program wrote, has LF, and is committed alike. Where the repository itself declares CR LF,
    /// whoever reads the file needs it.
    pub(super) fn as_it_was(&self, old: Vec<u8>, new: &[u8]) -> io::Result<Vec<u8>> {
        if memchr::memchr(b'\r', &old).is_none() {
            return Ok(old);
        }
        let is = Text::new(new);
        let count = |ending| is.lines.iter().filter(|line| line.ending == ending).count();
        if count(Ending::Lf) <= count(Ending::CrLf) || self.declares_crlf()? {
            return Ok(old);
        }
        let kept = self.kept()?;
        let (was, kept) = (Text::new(&old), Text::new(&kept));
        if was.lines.len() != kept.lines.len() {
            return Ok(old);
        }
        let mut bytes = was.signature_bytes().to_vec();
        for (line, kept) in was.lines.iter().zip(&kept.lines) {
            bytes.extend_from_slice(&old[line.content.clone()]);
            bytes.extend(was.in_form(kept.ending.ascii()));
        }
        Ok(bytes)
    }

    /// Whether an attribute of the file says that it has CR LF in the working tree.
    fn declares_crlf(&self) -> io::Result<bool> {
        let told = run(git(&["check-attr", "-z", "eol", "--"]).arg(&self.path))?;
        Ok(told.ends_with(b"\0crlf\0"))
    }

    /// The old contents, as git keeps them.
    pub(super) fn kept(&self) -> io::Result<Vec<u8>> {
        blob(&self.old)
    }

    /// The contents that are staged, if the file is.
    pub(super) fn in_index(&self) -> io::Result<Option<Vec<u8>>> {
        let listed = run(git(&["ls-files", "--stage", "-z", "--"]).arg(&self.path))?;
        // 100644 NAME 0 TAB path NUL, and more of them in a merge that is not done.
        let listed = String::from_utf8_lossy(&listed);
        match listed.split([' ', '\t']).collect::<Vec<_>>()[..] {
            [_, name, "0", ..] => blob(name).map(Some),
            _ => Ok(None),
        }
    }

    /// The contents as they were committed, and will be.
    pub(super) fn staged(&self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        Ok((self.kept()?, blob(&self.new)?))
    }
}

/// Paths are names, not patterns; nothing is written to the index.
fn git(args: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(["--no-optional-locks", "--literal-pathspecs"]).args(args).stdin(Stdio::null());
    git
}

/// What it writes, which must be a line.
fn line(mut command: Command) -> io::Result<OsString> {
    let output = run(&mut command)?;
    Ok(os_string(output.strip_suffix(b"\n").unwrap_or(&output)))
}

fn output(command: &mut Command) -> io::Result<Output> {
    command.output().map_err(unheard)
}

fn run(command: &mut Command) -> io::Result<Vec<u8>> {
    checked(output(command)?)
}

/// Why git could not be asked.
fn unheard(error: io::Error) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such command: it is not installed, or not in PATH".to_owned()
        }
        _ => format!("it cannot be run: {}", crate::print::say::what(&error)),
    };
    io::Error::new(error.kind(), why)
}

fn checked(output: Output) -> io::Result<Vec<u8>> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it failed");
    let said = said.strip_prefix("fatal: ").unwrap_or(said);
    Err(io::Error::other(crate::print::escape::shown(said)))
}

/// Contents, as git keeps them.
fn blob(name: &str) -> io::Result<Vec<u8>> {
    contents(&mut git(&["cat-file", "blob", name]))
}

/// Hands out contents, as git keeps them, with their places among `names`: all but those that are
/// too much to be compared.
fn blobs(names: &[&str], each: &mut dyn FnMut(usize, &[u8])) -> io::Result<()> {
    let mut child = git(&["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(unheard)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (mut stdin, stdout) = (stdin.expect("it is a pipe"), stdout.expect("it is a pipe"));
    let told = thread::scope(|scope| {
        // Beside it, or both would wait for each other. If git ends, the reader sees it.
        scope.spawn(move || _ = names.iter().try_for_each(|name| writeln!(stdin, "{name}")));
        let mut stdout = BufReader::new(stdout);
        for at in 0..names.len() {
            // NAME blob LENGTH LF contents LF, or NAME missing LF.
            let mut header = String::new();
            stdout.read_line(&mut header)?;
            if !header.ends_with('\n') {
                return Err(io::Error::other("git cannot tell the contents of files"));
            }
            let Some((_, length)) = header.trim_end().split_once(" blob ") else { continue };
            let length: u64 = length.parse().map_err(io::Error::other)?;
            if length > MOST {
                io::copy(&mut (&mut stdout).take(length + 1), &mut io::sink())?;
                continue;
            }
            let mut bytes = Vec::new();
            (&mut stdout).take(length + 1).read_to_end(&mut bytes)?;
            bytes.pop();
            each(at, &bytes);
        }
        Ok(())
    });
    child.wait()?;
    told
}

/// What it writes, unless that is too much to be compared.
fn contents(command: &mut Command) -> io::Result<Vec<u8>> {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(unheard)?;
    let read = child.stdout.take().map_or_else(|| Ok(Vec::new()), read_all);
    // A pipe that nobody reads ends it.
    let status = child.wait()?;
    let bytes = read?;
    if status.success() { Ok(bytes) } else { Err(io::Error::other("git cannot tell its contents")) }
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
