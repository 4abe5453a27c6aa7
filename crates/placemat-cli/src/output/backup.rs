//! A second name for what is about to be replaced.

use super::beside::{Beside, Original};
use super::log::{How, Log, absolute};
use super::same_file;
use crate::print::say::what;
use crate::settings::KEPT;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, Metadata};
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

impl Original {
    /// An error if a file has the name already that this one would be kept under.
    pub(crate) fn can_be_kept(&self, suffix: &OsStr) -> io::Result<()> {
        let path = kept(self, suffix);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if !self.is(&path, &metadata) => Err(exists(&path)),
            _ => Ok(()),
        }
    }

    /// A run that was killed had come so far that it has both names; or that its copy is there, where the file system
    /// has no links. What has its text is as good a backup, whoever made it.
    fn is(&self, path: &Path, kept: &Metadata) -> bool {
        let Ok(file) = self.file.metadata() else { return false };
        cfg!(unix) && same_file(&file, kept)
            || kept.is_file()
                && kept.len() == file.len()
                && have_one_text(self.path(), path).unwrap_or(false)
    }
}

/// Whether two files have the same bytes. Each is opened anew: where others read is left alone.
fn have_one_text(one: &Path, two: &Path) -> io::Result<bool> {
    let [mut one, mut two] =
        [File::open(one)?, File::open(two)?].map(|file| BufReader::with_capacity(64 << 10, file));
    loop {
        let [a, b] = [one.fill_buf()?, two.fill_buf()?];
        let len = a.len().min(b.len());
        if a[..len] != b[..len] {
            return Ok(false);
        }
        if len == 0 {
            return Ok(a.len() == b.len());
        }
        one.consume(len);
        two.consume(len);
    }
}

fn kept(original: &Original, suffix: &OsStr) -> PathBuf {
    let mut name = original.path().as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn exists(path: &Path) -> io::Error {
    let shown = crate::print::name::shown(path);
    io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!(
            "no backup {shown}: it exists, and backups are not overwritten \
             (-i.SUFFIX takes another name, --no-backup keeps none)"
        ),
    )
}

/// What became of a file that was replaced.
pub(crate) struct Replaced {
    /// Under what name the old one is kept.
    pub(crate) kept: Option<PathBuf>,
    /// What is to be told of it, safe to print.
    pub(crate) told: Vec<String>,
}

/// What is kept of a file that is replaced.
pub(crate) struct Keep<'a> {
    /// The old file, under its name with this behind it.
    pub(crate) suffix: Option<&'a OsStr>,
    /// What was done, in a log. Only what is kept can be put back.
    pub(crate) log: Option<(&'a Log, How)>,
}

impl Original {
    /// Puts `new` in its place, and keeps of the old file what is to be kept.
    pub(crate) fn replace_and_keep(mut self, new: Beside, keep: &Keep<'_>) -> io::Result<Replaced> {
        let lost = new.finish()?;
        let hold = self.hold()?;
        self.is_unchanged()?;
        let kept = keep.suffix.map(|suffix| back_up(&mut self, suffix)).transpose()?;
        let (kept, is_ours) = kept.map_or((None, false), |(kept, is_ours)| (Some(kept), is_ours));
        let path = self.path().to_owned();
        let others = self.other_names(kept.as_deref());
        let logged = match (&keep.log, &kept) {
            (Some((log, how)), Some(kept)) => log.replaced(&self, kept, &new, how),
            _ => Ok(()),
        };
        if let Err(error) = logged.and_then(|()| self.replace(new)) {
            let Some(kept) = kept.filter(|_| is_ours) else { return Err(error) };
            // Nobody needs the text twice, but once.
            let more = match hold.is_at(&path) || is_one_file(&kept, &path) {
                true if fs::remove_file(&kept).is_ok() => return Err(error),
                true => "could not be removed",
                false => "has the old text",
            };
            let kept = crate::print::name::shown(&kept);
            let what = format!("{}; its backup {kept} {more}", what(&error));
            return Err(io::Error::new(error.kind(), what));
        }
        if let Some((log, _)) = &keep.log {
            log.is_done();
        }
        let mut told = Vec::new();
        if others > 0 {
            let have = if others == 1 { "hard link has" } else { "hard links have" };
            told.push(format!("its {others} other {have} the old text still"));
        }
        told.extend(lost);
        Ok(Replaced { kept, told })
    }
}

/// Whether two names are those of one file, as far as that is known.
fn is_one_file(one: &Path, two: &Path) -> bool {
    let [one, two] = [one, two].map(fs::symlink_metadata);
    matches!((one, two), (Ok(one), Ok(two)) if same_file(&one, &two))
}

/// Which inputs were kept by an earlier run, with `suffix` or the usual one.
#[derive(Debug)]
pub(crate) struct Backups<'a> {
    suffix: Option<&'a OsStr>,
    paths: &'a [PathBuf],
    /// Where the paths really are, once that is asked for.
    inputs: OnceCell<HashSet<PathBuf>>,
}

impl<'a> Backups<'a> {
    /// Of inputs with these `paths`, which were named.
    pub(crate) fn new(suffix: Option<&'a OsStr>, paths: &'a [PathBuf]) -> Self {
        Self { suffix, paths, inputs: OnceCell::new() }
    }

    /// Whether `path` is one. Others may have called a file so, too: then its like is not there. One that was named is
    /// meant, unless its like is an input as well, as by `*`.
    pub(crate) fn has(&self, path: &Path, named: bool) -> bool {
        [Some(OsStr::new(KEPT)), self.suffix]
            .into_iter()
            .flatten()
            .filter_map(|suffix| without(path, suffix))
            .any(|of| match named {
                true => of.metadata().is_ok_and(|of| of.is_file()) && self.is_input(&of),
                false => of.symlink_metadata().is_ok_and(|of| of.is_file()),
            })
    }

    /// Whether a file was named, or is below what was.
    fn is_input(&self, path: &Path) -> bool {
        let inputs = self.inputs.get_or_init(|| {
            let real = |path: &PathBuf| [absolute(path).ok(), path.canonicalize().ok()];
            self.paths.iter().flat_map(real).flatten().collect()
        });
        absolute(path).is_ok_and(|path| path.ancestors().any(|path| inputs.contains(path)))
    }
}

/// What a file is the backup of, if it is one that an earlier run kept under the usual name.
pub(crate) fn kept_of(path: &Path) -> Option<PathBuf> {
    without(path, OsStr::new(KEPT)).filter(|of| of.symlink_metadata().is_ok_and(|of| of.is_file()))
}

/// The path without the suffix, if it has that.
fn without(path: &Path, suffix: &OsStr) -> Option<PathBuf> {
    let name = path.file_name()?.as_encoded_bytes();
    let stem = name.strip_suffix(suffix.as_encoded_bytes()).filter(|stem| !stem.is_empty())?;
    Some(path.with_file_name(os_str(stem)?))
}

#[cfg(unix)]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes))
}

#[cfg(not(unix))]
fn os_str(bytes: &[u8]) -> Option<&OsStr> {
    str::from_utf8(bytes).ok().map(OsStr::new)
}

/// Keeps `original` under its own name with `suffix` behind it, and never over
/// another file: that may be the backup of a better day. Where that is, and whether it was
/// made here.
fn back_up(original: &mut Original, suffix: &OsStr) -> io::Result<(PathBuf, bool)> {
    let path = kept(original, suffix);
    let shown = crate::print::name::shown(&path);
    let result = match fs::hard_link(original.path(), &path) {
        Ok(()) => original.link_was_made(),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let metadata = fs::symlink_metadata(&path)?;
            return if original.is(&path, &metadata) {
                Ok((path, false))
            } else {
                Err(exists(&path))
            };
        }
        // A file system without links.
        Err(_) => copy(original, path.clone()),
    };
    result.map(|()| (path, true)).map_err(|error| {
        io::Error::new(error.kind(), format!("no backup {shown}: {}", what(&error)))
    })
}

fn copy(original: &mut Original, path: PathBuf) -> io::Result<()> {
    let mut copy = Beside::new(path, Some(&original.file))?;
    original.file.rewind()?;
    let mut block = vec![0; 128 << 10];
    loop {
        match original.file.read(&mut block) {
            Ok(0) => break,
            Ok(read) => copy.write(&block[..read])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    // It may be put back.
    let times = original.file.metadata()?.modified();
    if let Ok(modified) = times {
        let _ = copy.file().set_times(FileTimes::new().set_modified(modified));
    }
    copy.put_where_nothing_is()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    /// A run was killed behind its copy.
    #[test]
    fn a_copy_that_is_there_already_is_the_backup() {
        let folder = tempfile::tempdir().unwrap();
        let (path, kept) = (folder.path().join("a"), folder.path().join("a.orig"));
        let text = "text".repeat(50_000);
        fs::write(&path, &text).unwrap();
        fs::write(&kept, &text).unwrap();
        let mut original = Original::open(&path).unwrap();
        original.can_be_kept(OsStr::new(KEPT)).unwrap();
        assert_eq!(back_up(&mut original, OsStr::new(KEPT)).unwrap(), (kept.clone(), false));
        for other in [text.replacen('x', "y", 1), text[1..].to_owned(), String::new()] {
            fs::write(&kept, other).unwrap();
            assert!(original.can_be_kept(OsStr::new(KEPT)).is_err());
            assert!(back_up(&mut original, OsStr::new(KEPT)).is_err());
        }
        // A link to the file would be a link to the new text.
        #[cfg(unix)]
        {
            fs::remove_file(&kept).unwrap();
            std::os::unix::fs::symlink("a", &kept).unwrap();
            assert!(original.can_be_kept(OsStr::new(KEPT)).is_err());
        }
    }

    /// What a file system without links has.
    #[test]
    fn a_copy_is_as_old_as_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, kept) = (folder.path().join("a"), folder.path().join("a.orig"));
        fs::write(&path, "text").unwrap();
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let mut original = Original::open(&path).unwrap();
        original.file.set_times(FileTimes::new().set_modified(old)).unwrap();
        copy(&mut original, kept.clone()).unwrap();
        assert_eq!(fs::read_to_string(&kept).unwrap(), "text");
        assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), old);
    }
}
