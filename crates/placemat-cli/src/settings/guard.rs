//! What `placemat guard` is to do: which versions are compared.

use super::{name, wants_color};
use crate::args::{Deliberate, GuardArgs, PlainFormat, When};
use crate::print::name::Name;
use std::path::PathBuf;

pub(crate) struct Guard {
    pub(crate) versions: Versions,
    pub(crate) accept: Accepted,
    pub(crate) restore: bool,
    /// None: what is restored replaces the new version.
    pub(crate) output: Option<PathBuf>,
    pub(crate) format: PlainFormat,
    /// How many findings of a file are shown.
    pub(crate) limit: usize,
    pub(crate) color: bool,
}

/// What was done to whole files on purpose: it is not reported, and not taken back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepted {
    pub(crate) conversion: bool,
    pub(crate) signature: bool,
    pub(crate) line_ending: bool,
    /// The old version is a guess: only damage to text counts.
    pub(crate) text_only: bool,
}

/// What is compared.
pub(crate) enum Versions {
    Files {
        old: Name,
        new: Name,
    },
    Git {
        /// None: the last commit.
        revision: Option<String>,
        /// With what will be committed; otherwise with the working tree.
        staged: bool,
        paths: Vec<PathBuf>,
    },
}

impl Guard {
    pub(crate) fn resolve(args: GuardArgs, color: When) -> Result<Self, &'static str> {
        let accepts = |what| args.accept.contains(&what);
        let accept = Accepted {
            conversion: accepts(Deliberate::Conversion),
            signature: accepts(Deliberate::Signature),
            line_ending: accepts(Deliberate::LineEnding),
            text_only: false,
        };
        let versions = match (args.git, args.staged, &args.paths[..]) {
            (None, false, [old, new]) => Versions::Files { old: name(old), new: name(new) },
            (None, false, _) => {
                return Err("guard needs two files, OLD and NEW, or --git REV, or --staged");
            }
            (revision, staged, _) => Versions::Git { revision, staged, paths: args.paths },
        };
        if matches!(&versions, Versions::Files { old, new } if *old == Name::Stdin && old == new) {
            return Err("standard input can be only one of OLD and NEW");
        }
        let new_is_stdin = matches!(&versions, Versions::Files { new: Name::Stdin, .. });
        if args.restore && new_is_stdin && args.output.is_none() {
            return Err("standard input cannot be replaced: --restore needs -o OUT");
        }
        if args.output.as_deref().is_some_and(|path| path.as_os_str() == "-") {
            return Err("the report goes to standard output: -o needs a file");
        }
        Ok(Self {
            versions,
            accept,
            restore: args.restore,
            output: args.output,
            format: args.format,
            limit: if args.all { usize::MAX } else { args.max_findings },
            color: wants_color(color),
        })
    }
}
