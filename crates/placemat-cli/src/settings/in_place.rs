//! Files that are to be replaced: which old ones are kept, and what is meant by a suffix.

use crate::args::KeepArgs;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf, is_separator};

/// What an old file is called that is kept because text is lost.
pub(crate) const KEPT: &str = ".orig";

/// Which old files are kept, and under what suffix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Backup {
    /// Each that is changed.
    Always(OsString),
    /// Those that lose text, with [`KEPT`].
    OfLosses,
    /// Each, with [`KEPT`], because what it was in is a guess.
    OfGuesses,
    None,
}

impl Backup {
    /// The suffix of what is kept, if anything is.
    pub(crate) fn suffix(&self) -> Option<&OsStr> {
        match self {
            Self::Always(suffix) => Some(suffix),
            Self::OfLosses | Self::OfGuesses => Some(OsStr::new(KEPT)),
            Self::None => None,
        }
    }
}

/// What `--in-place` and the options about old files ask for, if anything is to be replaced. Each is kept
/// that a log is to put back.
pub(super) fn backup(in_place: Option<&OsStr>, keep: &KeepArgs) -> Result<Option<Backup>, String> {
    let Some(suffix) = in_place else { return Ok(None) };
    if keep.log.as_ref().is_some_and(|log| log.as_os_str() == "-") {
        return Err("--log needs the name of a file, from which undo reads it".to_owned());
    }
    if suffix.as_encoded_bytes().iter().any(|&byte| is_separator(byte.into())) {
        return Err("a SUFFIX stands behind the name: it has no folder".to_owned());
    }
    Ok(Some(match (suffix.is_empty(), keep.no_backup) {
        (false, true) => return Err("--no-backup keeps no file, and a SUFFIX does".to_owned()),
        (false, false) => Backup::Always(suffix.to_owned()),
        (true, true) => Backup::None,
        (true, false) if keep.backup || keep.log.is_some() => Backup::Always(KEPT.into()),
        (true, false) => Backup::OfLosses,
    }))
}

pub(super) const NO_NAME: &str = "\"\" is the name of no file. The -i '' of BSD's sed, which \
                                  keeps no old files, is -i --no-backup";

/// What cannot be replaced.
pub(super) fn refuse(paths: &[PathBuf]) -> Result<(), String> {
    let any = |named: &str| paths.iter().any(|path| path.as_os_str() == named);
    let told = match paths {
        [] => "--in-place needs the names of files or folders",
        _ if any("-") => "standard input cannot be replaced: leave --in-place out",
        _ if any("") => NO_NAME,
        _ => return refuse_suffix(paths),
    };
    Err(told.to_owned())
}

/// The sed of BSD has its suffix as an argument of its own: `-i .bak`, or `-i ''`. A file
/// of that name may be meant, if it is there; not if it stands where that sed has a suffix.
fn refuse_suffix(paths: &[PathBuf]) -> Result<(), String> {
    for (at, path) in paths.iter().enumerate() {
        let Some(text) = path.to_str() else { continue };
        let is_suffix =
            text.starts_with('.') && !text.contains(is_separator) && !matches!(text, "." | "..");
        if !is_suffix {
            continue;
        }
        let shown = crate::print::escape::shown(text);
        let right = format!("it stands right behind the option: -i{shown}");
        if path.symlink_metadata().is_err() {
            return Err(format!(
                "{shown}: there is no such file. If it is the suffix of the files to be kept, {right}"
            ));
        }
        if at == 0 && paths.len() > 1 && is_behind_in_place(path) {
            return Err(format!(
                "{shown}: this can be a file, or the suffix of the files to be kept. If it is the \
                 suffix, {right}. If it is the file, write ./{shown}"
            ));
        }
    }
    Ok(())
}

/// Whether `path` was typed right behind -i.
fn is_behind_in_place(path: &Path) -> bool {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let is_in_place = |arg: &OsStr| {
        let flags = arg.to_str().and_then(|arg| arg.strip_prefix('-')).unwrap_or_default();
        flags == "-in-place"
            || flags.strip_suffix('i').is_some_and(|more| more.chars().all(char::is_alphabetic))
    };
    typed.windows(2).any(|two| is_in_place(&two[0]) && two[1] == path.as_os_str())
}
