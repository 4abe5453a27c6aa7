//! What `placemat guard` is to do: which versions are compared.

use super::{name, wants_color};
use crate::args::{GuardArgs, PlainFormat, When};
use crate::name::Name;
use std::path::PathBuf;

pub(crate) struct Guard {
    pub(crate) versions: Versions,
    pub(crate) restore: bool,
    /// None: what is restored replaces the new version.
    pub(crate) output: Option<PathBuf>,
    pub(crate) format: PlainFormat,
    /// How many findings of a file are shown.
    pub(crate) limit: usize,
    pub(crate) color: bool,
}

/// What is compared.
pub(crate) enum Versions {
    Files { old: Name, new: Name },
    Git { revision: String, paths: Vec<PathBuf> },
}

impl Guard {
    pub(crate) fn resolve(args: GuardArgs, color: When) -> Result<Self, &'static str> {
        let versions = match (args.git, &args.paths[..]) {
            (Some(revision), _) => Versions::Git { revision, paths: args.paths },
            (None, [old, new]) => Versions::Files { old: name(old), new: name(new) },
            _ => return Err("guard needs two files, OLD and NEW, or --git REV"),
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
            restore: args.restore,
            output: args.output,
            format: args.format,
            limit: if args.all { usize::MAX } else { args.max_findings },
            color: wants_color(color),
        })
    }
}
