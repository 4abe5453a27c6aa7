//! The log of changes to files, for `convert`, `fix` and `names`: each change stands in it before it is made, so
//! that [`undo`](undo::undo) can take it back.

mod fingerprint;
mod line;
mod undo;

pub(crate) use line::How;
pub(crate) use undo::undo;

use super::beside::{Beside, Original};
#[cfg(unix)]
use super::same_file;
use crate::print::name::{Name, shown};
use crate::print::say::what;
use crate::print::words::count;
use fingerprint::Fingerprint;
use line::{Lines, Written, written};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is said of a FIFO, or a device, which would be waited for.
const NO_FILE: &str = "not a regular file, so it cannot be a log";

/// What is said of a file that is none.
const NO_LOG: &str = "no log of placemat";

#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    end: Mutex<End>,
}

/// Where the next line goes.
#[derive(Debug)]
struct End {
    file: File,
    len: u64,
    /// How many files were replaced by this run.
    replaced: u64,
}

impl End {
    /// An error, if someone has removed the log, or written to it: what is written then is lost, or
    /// what they wrote.
    fn is_unchanged(&self) -> io::Result<()> {
        let metadata = self.file.metadata()?;
        #[cfg(unix)]
        let is_there = std::os::unix::fs::MetadataExt::nlink(&metadata) > 0;
        #[cfg(not(unix))]
        let is_there = true;
        if is_there && metadata.len() == self.len {
            return Ok(());
        }
        Err(io::Error::other("was changed by someone else meanwhile"))
    }

    /// Cuts off what stands behind `len`, unless someone else has written to it.
    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.is_unchanged()?;
        self.file.set_len(len)?;
        self.len = len;
        self.file.sync_data()
    }
}

impl Log {
    /// Goes on behind what is there, if that is a log. An error says of what it is.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::open_plain(path).map_err(|error| of(path, &error))
    }

    /// The error that there would be, if something else than a log is there, and nothing otherwise.
    pub(crate) fn can_go_on(path: &Path) -> io::Result<()> {
        match path.metadata() {
            Ok(metadata) if !metadata.is_file() => Err(of(path, &io::Error::other(NO_FILE))),
            Ok(_) if Lines::parse(&fs::read(path).map_err(|error| of(path, &error))?).is_none() => {
                Err(of(path, &other()))
            }
            // What cannot be made is told where it is.
            _ => Ok(()),
        }
    }

    fn open_plain(path: &Path) -> io::Result<Self> {
        let is_new = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => false,
            Ok(_) => return Err(io::Error::other(NO_FILE)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(error),
        };
        let mut options = OpenOptions::new();
        let mut file = options.create(true).truncate(false).read(true).write(true).open(path)?;
        // Some file systems have no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another run is writing this log"));
        }
        let mut log = Vec::new();
        file.read_to_end(&mut log)?;
        let Some(lines) = Lines::parse(&log) else {
            return Err(other());
        };
        if lines.is_cut {
            // What it was about was not done, or is not known.
            file.set_len(lines.whole as u64)?;
        } else if !log.is_empty() && !log.ends_with(b"\n") {
            file.write_all(b"\n")?;
        }
        let len = file.metadata()?.len();
        if is_new {
            sync_folder(path);
        }
        let end = End { file, len, replaced: 0 };
        Ok(Self { path: path.to_owned(), end: Mutex::new(end) })
    }

    /// Whether `path` is this log, or leads to it.
    pub(crate) fn is_at(log: &Path, path: &Path) -> bool {
        #[cfg(unix)]
        let [log, path] = [fs::metadata(log), fs::metadata(path)];
        #[cfg(unix)]
        return matches!((log, path), (Ok(log), Ok(path)) if same_file(&log, &path));
        #[cfg(not(unix))]
        log.canonicalize().is_ok_and(|log| path.canonicalize().is_ok_and(|path| path == log))
    }

    /// Renames `old`; an error if `new` exists. What was not renamed does not stay in the log, as what has that name then
    /// would be taken back. Only where the run ends between its line and the renaming, a line has what was not done: then
    /// nothing had the new name.
    pub(crate) fn rename(&self, old: &Path, new: &Path) -> io::Result<()> {
        let [from, to] = [absolute(old)?, absolute(new)?];
        let line = Written::Renamed { old: written(&from), new: written(&to) };
        // Held until it is done: so no other line stands behind one that is cut off again.
        let mut end = self.end();
        super::rename::is_free_for(old, new)?;
        let before = end.len;
        self.write_at(&mut end, &line)?;
        super::rename::rename_to_free(old, new).map_err(|error| match end.cut(before) {
            Ok(()) => error,
            Err(cut) => {
                let told = format!("{}; the log says that it was: {}", what(&error), what(&cut));
                io::Error::new(error.kind(), told)
            }
        })
    }

    /// Says that `original`, which is kept as `kept`, is about to be replaced by `new`.
    pub(super) fn replaced(
        &self,
        original: &Original,
        kept: &Path,
        new: &Beside,
        how: &How,
    ) -> io::Result<()> {
        self.write(&Written::Replaced {
            path: written(&absolute(original.path())?),
            kept: written(&absolute(kept)?),
            how,
            before: Fingerprint::of(&original.file)?,
            after: Fingerprint::of(new.file())?,
        })
    }

    /// Writes a line; it is on the disk, or nothing is.
    fn write(&self, line: &Written<'_>) -> io::Result<()> {
        self.write_at(&mut self.end(), line)
    }

    fn write_at(&self, end: &mut End, line: &Written<'_>) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        end.is_unchanged().map_err(|error| self.error(&error))?;
        let written = end.file.seek(SeekFrom::Start(end.len));
        let written = written.and_then(|_| end.file.write_all(&line));
        let result = written.and_then(|()| end.file.sync_data());
        if let Err(error) = result {
            // The next line must not stand behind a part of this one.
            end.file.set_len(end.len)?;
            return Err(self.error(&error));
        }
        end.len += line.len() as u64;
        Ok(())
    }

    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, error: &io::Error) -> io::Error {
        let told = format!("the log {}: {}", shown(&self.path), what(error));
        io::Error::new(error.kind(), told)
    }

    /// A file was replaced, as a line says.
    pub(super) fn is_done(&self) {
        self.end().replaced += 1;
    }

    /// How what was replaced is put back, if anything was.
    pub(crate) fn hint(&self) -> Option<String> {
        let files = self.end().replaced;
        let log = Name::Path(self.path.clone()).argument().unwrap_or_else(|| "LOG".to_owned());
        let told = format!(
            "replaced {}; `placemat undo {log}` takes it back",
            count(files, "file", "files")
        );
        (files > 0).then_some(told)
    }
}

/// What is said of a file that something else is in.
fn other() -> io::Error {
    io::Error::other(format!(
        "{NO_LOG}, and nothing is written behind it: --log needs a new file, an empty one, or a log"
    ))
}

fn of(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", shown(path), what(error)))
}

/// The path of a file, wherever the log is read. The file may be gone, or a link; its folder is there.
pub(super) fn absolute(path: &Path) -> io::Result<PathBuf> {
    let parent = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(io::ErrorKind::InvalidInput.into()),
    };
    Ok(parent.canonicalize()?.join(path.file_name().unwrap_or_default()))
}

/// Has the name of a new file on the disk, where the system can do that.
pub(super) fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = absolute(path).ok().and_then(|path| File::open(path.parent()?).ok()) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::random::Random;
    use line::Change;

    const RENAMED: &str = r#"{"old":"/a/caf\\xE9","new":"/a/café"}"#;
    const REPLACED: &str = r#"{"path":"/a/b","kept":"/a/b.orig","command":"convert","from":"koi8-r","before":{"size":1,"sha256":"00"},"after":{"size":2,"sha256":"01"}}"#;

    fn whole() -> Vec<u8> {
        format!("{RENAMED}\n{REPLACED}\n\n{RENAMED}\n").into_bytes()
    }

    #[test]
    fn lines_are_read_in_order_and_logs_of_names_too() {
        let lines = Lines::parse(&whole()).unwrap();
        assert_eq!((lines.changes.len(), lines.damaged.len(), lines.is_cut), (3, 0, false));
        assert!(matches!(&lines.changes[1], Change::Replaced(it) if it.after.size == 2));
        assert!(matches!(&lines.changes[0], Change::Renamed { old, .. }
            if old.as_os_str().as_encoded_bytes() == b"/a/caf\xE9"));
        assert!(Lines::parse(b"").unwrap().changes.is_empty());
    }

    #[test]
    fn what_is_no_log() {
        for text in [
            "{}\n",
            "notes\n",
            "\0",
            "\n",
            "[1]\n",
            "{\"old\":\"/a\"}\n",
            "{ \"a\"",
            "{\"a\":1}",
            "{\"path\":\"/a\"}",
            "{\"a\"",
        ] {
            assert!(Lines::parse(text.as_bytes()).is_none(), "{text}");
        }
        // A file and what is kept of it are in one folder, by names that belong together.
        for (path, kept) in [
            ("/a/b", "/a/b"),
            ("/a/b", "/c/b.orig"),
            ("/a/b", "/a/b/../../etc/passwd"),
            ("/a/b", "/a/b.orig/c"),
            ("a/b", "a/b.orig"),
            ("/a/b", ""),
        ] {
            let line =
                REPLACED.replace("/a/b.orig", kept).replace("\"/a/b\"", &format!("{path:?}"));
            assert!(Lines::parse(format!("{line}\n").as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn a_log_cut_anywhere_has_the_lines_before() {
        let log = whole();
        for end in 0..=log.len() {
            let lines = Lines::parse(&log[..end]);
            let Some(lines) = lines else {
                assert!(end == 1, "{end}");
                continue;
            };
            let ended = log[..end].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            let cut = usize::from(lines.is_cut);
            assert_eq!(lines.changes.len() + cut, ended.count(), "{end}");
            assert!(lines.damaged.is_empty(), "{end}");
            assert!(!lines.is_cut || log[..lines.whole].ends_with(b"\n") || lines.whole == 0);
        }
    }

    #[test]
    fn only_the_start_of_a_line_is_cut() {
        for (tail, is_cut) in [
            ("my note", false),
            ("{\"a\":1}", false),
            ("{\"path\":\"/a\"}", false),
            ("{\"path\":\"/a\"} x", false),
            ("{\"path\":\"/a", true),
            ("{\"path\":\"/a\0\0", true),
            ("{\"pa", true),
            ("\0\0", true),
        ] {
            let log = [whole(), tail.into()].concat();
            let lines = Lines::parse(&log).unwrap();
            assert_eq!((lines.is_cut, lines.damaged.is_empty()), (is_cut, is_cut), "{tail:?}");
            // Behind it, the end of the log is whole.
            let log = [&log, &b"\n"[..], &whole()].concat();
            let lines = Lines::parse(&log).unwrap();
            assert_eq!(
                (lines.is_cut, lines.damaged.len(), lines.whole),
                (false, 1, log.len()),
                "{tail:?}"
            );
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let mut random = Random(7);
        let log = whole();
        for _ in 0..20_000 {
            let mut log = log.clone();
            for _ in 0..random.below(6) {
                if log.is_empty() {
                    break;
                }
                let at = random.below(log.len());
                match random.below(4) {
                    0 => log[at] = random.below(256) as u8,
                    1 => drop(log.remove(at)),
                    2 => log.insert(at, *random.pick(&[&b'\n', &b'"', &b'\\', &0, &b'{', &b'}'])),
                    _ => log.truncate(at),
                }
            }
            let Some(lines) = Lines::parse(&log) else { continue };
            assert!(lines.whole <= log.len());
            for change in &lines.changes {
                let Change::Replaced(it) = change else { continue };
                assert!(it.path.is_absolute() && it.kept.parent() == it.path.parent());
                assert_ne!(it.path, it.kept);
            }
        }
    }

    #[test]
    fn a_log_that_someone_changes_or_removes_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let (log, file, new) =
            (folder.path().join("log"), folder.path().join("a"), folder.path().join("b"));
        for change in [
            |log: &Path| fs::write(log, "").unwrap(),
            |log: &Path| fs::write(log, [whole(), whole()].concat()).unwrap(),
            |log: &Path| fs::remove_file(log).unwrap(),
        ] {
            fs::write(&log, whole()).unwrap();
            fs::write(&file, "").unwrap();
            let open = Log::open(&log).unwrap();
            change(&log);
            let there = fs::read(&log).ok();
            let refused = open.rename(&file, &new).unwrap_err();
            assert!(refused.to_string().contains("changed by someone else"), "{refused}");
            assert_eq!(fs::read(&log).ok(), there);
            assert!(file.exists());
        }
        // It may be renamed by the run itself.
        fs::write(&log, whole()).unwrap();
        let open = Log::open(&log).unwrap();
        open.rename(&log, &folder.path().join("other")).unwrap();
        open.rename(&file, &new).unwrap();
    }

    /// Of several threads, too: where it ends, others go on.
    #[test]
    fn what_was_not_renamed_is_not_in_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: String| folder.path().join(name);
        fs::write(at("log".into()), whole()).unwrap();
        let log = Log::open(&at("log".into())).unwrap();
        let numbers = 0..40;
        for number in numbers.clone() {
            fs::write(at(format!("{number}.old")), "").unwrap();
            match number % 3 {
                // Something is in the way.
                0 => fs::write(at(format!("{number}.new")), "").unwrap(),
                // It is gone.
                1 => fs::remove_file(at(format!("{number}.old"))).unwrap(),
                _ => {}
            }
        }
        let rename = &|number| {
            let (old, new) = (at(format!("{number}.old")), at(format!("{number}.new")));
            log.rename(&old, &new).is_ok().then_some(new)
        };
        let mut done: Vec<PathBuf> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                numbers.map(|number| scope.spawn(move || rename(number))).collect();
            threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
        });
        let lines = Lines::parse(&fs::read(at("log".into())).unwrap()).unwrap();
        let before = Lines::parse(&whole()).unwrap().changes.len();
        let mut told: Vec<PathBuf> = lines.changes[before..]
            .iter()
            .map(|change| match change {
                Change::Renamed { new, .. } => folder.path().join(new.file_name().unwrap()),
                Change::Replaced(_) => unreachable!("{change:?}"),
            })
            .collect();
        done.sort();
        told.sort();
        assert_eq!((&told, done.len()), (&done, 13));
    }

    #[test]
    fn it_goes_on_behind_what_is_whole_and_writes_behind_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let (log, file) = (folder.path().join("log"), folder.path().join("a"));
        let cut = [whole(), b"{\"path\":\"/a/b".to_vec()].concat();
        let unended = whole()[..whole().len() - 1].to_vec();
        for there in [Vec::new(), whole(), cut, unended] {
            fs::write(&log, &there).unwrap();
            fs::write(&file, "").unwrap();
            let lines = Lines::parse(&there).unwrap().changes.len();
            let open = Log::open(&log).unwrap();
            let second = Log::open(&log).unwrap_err();
            assert!(second.to_string().contains("another run"), "{second}");
            open.rename(&file, &folder.path().join("b")).unwrap();
            fs::remove_file(folder.path().join("b")).unwrap();
            let found = Lines::parse(&fs::read(&log).unwrap()).unwrap();
            assert_eq!((found.changes.len(), found.damaged.len()), (lines + 1, 0));
        }
        for other in ["my notes\n", "{}\n"] {
            fs::write(&log, other).unwrap();
            let refused = Log::open(&log).unwrap_err();
            assert!(refused.to_string().contains(NO_LOG), "{refused}");
            assert_eq!(fs::read_to_string(&log).unwrap(), other);
        }
        assert!(Log::open(folder.path()).is_err());
    }
}
