//! What is looked for besides malformed UTF-8, and what places are told in.

use crate::args::{ProfileArgs, RecordArgs, delimiter};
use crate::print::escape;
use placemat::encoding::Label;
use placemat_profile::records::{Csv, JsonLines, Records, fields};
use placemat_profile::{Checker, Profile};
use std::path::PathBuf;

/// Profiles and records that were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closely {
    /// Each once, in the order in which they were named.
    pub(crate) profiles: Vec<Profile>,
    pub(crate) records: Option<RecordsOf>,
}

/// What files are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordsOf {
    Csv {
        delimiter: u8,
        has_header: bool,
        /// The delimiter was not typed.
        is_assumed: bool,
    },
    JsonLines,
}

impl Closely {
    /// What was typed, or what is said by `configured`.
    ///
    /// # Errors
    /// The first of `paths` is no file, but what would be behind `--csv=`.
    pub(super) fn resolve(
        typed: ProfileArgs,
        configured: &[Profile],
        records: &RecordArgs,
        paths: &[PathBuf],
    ) -> Result<Self, String> {
        if let Some(path) = paths.first().filter(|path| records.csv.is_some() && !path.exists())
            && let Some(text) = path
                .to_str()
                .filter(|text| !matches!(text.as_bytes(), b"-" | [b'a'..=b'z' | b'0'..=b'9']))
            && delimiter(text).is_ok()
        {
            let shown = if text == "\t" { "tab".to_owned() } else { escape::shown(text) };
            return Err(format!(
                "{shown}: there is no such file. If it is what stands between fields, it is behind the option: \
                 --csv='{shown}'"
            ));
        }
        let mut known = Vec::new();
        let typed = typed.profiles;
        for profile in if typed.is_empty() { configured.to_vec() } else { typed } {
            if !known.contains(&profile) {
                known.push(profile);
            }
        }
        let records = match (records.csv, records.jsonl) {
            (Some(delimiter), _) => Some(RecordsOf::Csv {
                delimiter: delimiter.byte,
                has_header: !records.no_header,
                is_assumed: delimiter.is_assumed,
            }),
            (None, true) => Some(RecordsOf::JsonLines),
            (None, false) => None,
        };
        Ok(Self { profiles: known, records })
    }

    /// Whether any of it was asked for.
    pub(crate) fn is_asked(&self) -> bool {
        !self.profiles.is_empty() || self.records.is_some()
    }

    /// What finds it, from the start of a text.
    pub(crate) fn checkers(&self) -> Vec<Checker> {
        self.profiles.iter().copied().map(Checker::new).collect()
    }
}

impl RecordsOf {
    /// The name of what separates the fields of a header, and is not the delimiter that was assumed: Excel writes
    /// semicolons where a comma is the decimal sign. With the wrong one, quotes mean nothing, and a record is cut where
    /// a field has an end of line.
    pub(crate) fn other_delimiter(self, header: &[u8]) -> Option<&'static str> {
        let Self::Csv { delimiter, has_header: true, is_assumed: true } = self else { return None };
        let header = header.strip_prefix(Label::Utf8.signature()).unwrap_or(header);
        let count = |byte: u8| fields(header, byte).len() - 1;
        let others = [("pipe", b'|'), ("tab", b'\t'), ("semicolon", b';')];
        let (name, byte) = others.into_iter().max_by_key(|&(_, byte)| count(byte))?;
        (count(delimiter) == 0 && count(byte) > 0).then_some(name)
    }

    /// The start of a text.
    pub(crate) fn start(self) -> Records {
        match self {
            Self::Csv { delimiter, has_header, .. } => {
                Records::Csv(Csv::new(delimiter, has_header))
            }
            Self::JsonLines => Records::JsonLines(JsonLines::default()),
        }
    }
}
