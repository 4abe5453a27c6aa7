//! A line of the log: an object of JSON.
//!
//! A path can be any bytes, and JSON is text: what is malformed is written in the reversible form of
//! the library ([`placemat::escape`]).

use super::fingerprint::Fingerprint;
use placemat::escape;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How a file was changed: for whoever reads the log, which is not asked for it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct How {
    pub(crate) command: &'static str,
    /// What it was read as, and written as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<&'static str>,
    /// How sure that is, where it is a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) certainty: Option<f64>,
    /// What else was done to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) methods: Vec<String>,
}

/// As it is written.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Written<'a> {
    Renamed {
        old: String,
        new: String,
    },
    Replaced {
        path: String,
        kept: String,
        #[serde(flatten)]
        how: &'a How,
        before: Fingerprint,
        after: Fingerprint,
    },
}

/// As it is read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Raw {
    Renamed { old: String, new: String },
    Replaced { path: String, kept: String, before: Fingerprint, after: Fingerprint },
}

/// What was done.
#[derive(Debug)]
pub(super) enum Change {
    Renamed { old: PathBuf, new: PathBuf },
    Replaced(Replacement),
}

/// A file that was replaced.
#[derive(Debug)]
pub(super) struct Replacement {
    pub(super) path: PathBuf,
    /// The name of the old one.
    pub(super) kept: PathBuf,
    pub(super) before: Fingerprint,
    pub(super) after: Fingerprint,
}

impl Change {
    /// What a line says; `None`, if it is none of ours.
    fn parse(line: &[u8]) -> Option<Self> {
        Some(match serde_json::from_slice(line).ok()? {
            Raw::Renamed { old, new } => Self::Renamed { old: read(&old)?, new: read(&new)? },
            Raw::Replaced { path, kept, before, after } => {
                let (path, kept) = (read(&path)?, read(&kept)?);
                let suffix = kept.as_os_str().as_encoded_bytes();
                let suffix = suffix.strip_prefix(path.as_os_str().as_encoded_bytes())?;
                let beside = kept.parent() == path.parent() && !suffix.is_empty();
                return (path.is_absolute() && beside).then_some(Self::Replaced(Replacement {
                    path,
                    kept,
                    before,
                    after,
                }));
            }
        })
    }
}

/// What a log has.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) changes: Vec<Change>,
    /// The numbers of lines that cannot be understood, from 1.
    pub(super) damaged: Vec<usize>,
    /// How many bytes are whole lines, or could be: what is behind them was cut while it was written.
    pub(super) whole: usize,
    pub(super) is_cut: bool,
}

impl Lines {
    /// What `log` has; `None`, if it is no log.
    pub(super) fn parse(log: &[u8]) -> Option<Self> {
        let mut lines = Self { whole: log.len(), ..Self::default() };
        for (number, line) in (1..).zip(log.split_inclusive(|&byte| byte == b'\n')) {
            match Change::parse(line) {
                Some(change) => lines.changes.push(change),
                None if line.trim_ascii().is_empty() => {}
                // Each line is on the disk before what it says is done.
                None if !line.ends_with(b"\n") && is_start(line) => {
                    lines.whole -= line.len();
                    lines.is_cut = true;
                }
                None => lines.damaged.push(number),
            }
        }
        let began = lines.is_cut && lines.whole == 0 && log.starts_with(b"{\"");
        (log.is_empty() || !lines.changes.is_empty() || began).then_some(lines)
    }
}

/// Whether it can be the start of a line, of which no more was written. After a power failure, there can be NULs
/// in the place of the rest. Anything else without an end is not ours to be removed.
fn is_start(line: &[u8]) -> bool {
    let nuls = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = &line[..line.len() - nuls];
    let starts: [&[u8]; 2] = [b"{\"old\":\"", b"{\"path\":\""];
    starts.iter().any(|start| text.starts_with(start) || start.starts_with(text))
        && serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| error.is_eof())
}

/// A path as it stands in a line.
pub(super) fn written(path: &Path) -> String {
    escape::escape(path.as_os_str().as_encoded_bytes()).into_owned()
}

fn read(path: &str) -> Option<PathBuf> {
    let bytes = escape::unescape(path.as_bytes()).into_owned();
    #[cfg(unix)]
    return Some(<OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into());
    #[cfg(not(unix))]
    return String::from_utf8(bytes).ok().map(|path| OsString::from(path).into());
}
