//! Errors that are known: those of an earlier report in JSON, which are not told again.
//!
//! An error is known by its file, its kind and its bytes, and how often: so it may move with its line, and one more
//! like it is new.

use super::{Finding, Refused};
use crate::print::name::{Name, hex};
use serde::Deserialize;
use std::collections::HashMap;
use std::io;
use std::path::Path;

const NO_REPORT: &str = "no report of `placemat check --format json --all`";

/// What was told before, and has not been seen since.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    /// How often, by file, and there by kind and bytes.
    files: HashMap<Vec<u8>, HashMap<(String, String), u64>>,
    /// How often something was known.
    known: u64,
}

/// What counts of an object of the report.
#[derive(Deserialize)]
struct Record {
    r#type: String,
    #[serde(default)]
    path: String,
    path_bytes: Option<String>,
    #[serde(default)]
    kind: String,
    /// Of an error; of the summary a number.
    #[serde(default)]
    bytes: serde_json::Value,
    #[serde(default)]
    offset: u64,
    profile: Option<String>,
    group: Option<Group>,
}

#[derive(Deserialize)]
struct Group {
    offset: u64,
}

impl Baseline {
    /// Reads a report of `check --format json`.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let shown = crate::print::name::shown(path);
        let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => format!("{shown}: {NO_REPORT}"),
            _ => format!("{shown}: {}", crate::print::say::what(&error)),
        })?;
        let mut baseline = Self::default();
        let mut is_whole = false;
        for (number, line) in (1..).zip(text.lines()) {
            let record: Record =
                serde_json::from_str(line).map_err(|_| format!("{shown}:{number}: {NO_REPORT}"))?;
            is_whole = record.r#type == "summary";
            // Of a mistake, the first subpart tells.
            let is_first = record.group.is_none_or(|group| group.offset == record.offset);
            if record.r#type != "error" || !is_first {
                continue;
            }
            let name = match record.path_bytes {
                Some(digits) => bytes_of(&digits).ok_or(format!("{shown}:{number}: path_bytes"))?,
                None => record.path.into_bytes(),
            };
            let file = baseline.files.entry(plain(&name).to_vec()).or_default();
            let bytes = record.bytes.as_str().unwrap_or_default().to_owned();
            *file.entry((kind(record.profile.as_deref(), &record.kind), bytes)).or_default() += 1;
        }
        match is_whole {
            true => Ok(baseline),
            false => Err(format!("{shown}: has no summary at its end, so it is no whole report")),
        }
    }

    /// Whether a mistake is known.
    pub(crate) fn knows(&mut self, finding: &Finding<'_>) -> bool {
        let bytes = finding.subparts().next().map_or(&[][..], |bad| &finding.bytes()[..bad.len]);
        self.take(finding.name, finding.group.kind.name().to_owned(), bytes)
    }

    /// Whether it is known that a profile refuses this.
    pub(crate) fn knows_refused(&mut self, refused: &Refused<'_>) -> bool {
        let profile = refused.refusal.profile.name();
        let kind = kind(Some(profile), refused.refusal.kind.name());
        self.take(refused.name, kind, refused.bytes())
    }

    /// Whether it is known that a file is in another encoding, with this signature.
    pub(crate) fn knows_other_encoding(&mut self, name: &Name, signature: &[u8]) -> bool {
        self.take(name, super::OTHER_ENCODING.to_owned(), signature)
    }

    /// Whether it is known that a file is not what is declared.
    pub(crate) fn knows_untrue(&mut self, name: &Name) -> bool {
        self.take(name, super::UNTRUE.to_owned(), b"")
    }

    fn take(&mut self, name: &Name, kind: String, bytes: &[u8]) -> bool {
        let file = self.files.get_mut(plain(&name.bytes()));
        match file.and_then(|file| file.get_mut(&(kind, hex(bytes)))) {
            Some(left) if *left > 0 => {
                *left -= 1;
                self.known += 1;
                true
            }
            _ => false,
        }
    }

    /// How often something was known, and how much was not seen again, of files that were
    /// checked or not.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.known, self.files.values().flat_map(HashMap::values).sum())
    }
}

/// A kind, of malformed text or of a profile.
fn kind(profile: Option<&str>, kind: &str) -> String {
    profile.map_or_else(|| kind.to_owned(), |profile| format!("{profile}:{kind}"))
}

/// A name without `./`, which does not name another file.
fn plain(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"./").unwrap_or(name)
}

fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}
