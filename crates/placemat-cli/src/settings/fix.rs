//! What `placemat fix` is to do: which files, how, and where the text goes.

use super::{Walk, wants_color};
use crate::args::{Bom, Eol, FixArgs, FixBinary, FixReport, When};
use crate::fix::Method;
use placemat::Policy;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub(crate) struct Fix {
    pub(crate) walk: Walk,
    pub(crate) method: Method,
    pub(crate) bom: Bom,
    pub(crate) eol: Eol,
    pub(crate) target: Target,
    pub(crate) diff: bool,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) color: bool,
    pub(crate) binary: FixBinary,
    pub(crate) progress: When,
}

/// Where mended text goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
    /// To where it came from; with a suffix, that is kept.
    InPlace {
        suffix: Option<OsString>,
    },
    /// Nowhere: changes are shown.
    Preview,
}

impl Fix {
    pub(crate) fn resolve(args: FixArgs, color: When) -> Result<Self, Box<dyn std::error::Error>> {
        let target = match (args.in_place, args.output) {
            (Some(suffix), _) => {
                if Path::new(&suffix).components().count() > 1 {
                    return Err("a SUFFIX stands behind the name: it has no folder".into());
                }
                Target::InPlace { suffix: Some(suffix).filter(|suffix| !suffix.is_empty()) }
            }
            (None, Some(path)) if path.as_os_str() != "-" => Target::File(path),
            _ if args.dry_run || args.diff => Target::Preview,
            _ => Target::Stdout,
        };
        let stdin = args.paths.iter().any(|path| path.as_os_str() == "-");
        match (&target, &args.paths[..]) {
            (Target::InPlace { .. }, []) => {
                return Err("--in-place needs the names of files or folders".into());
            }
            (Target::InPlace { .. }, _) if stdin => {
                return Err("standard input cannot be replaced: leave --in-place out".into());
            }
            (Target::Stdout | Target::File(_), [_, _, ..]) => {
                return Err("several inputs do not go into one output: \
                    --in-place replaces each, --diff shows what would change"
                    .into());
            }
            (Target::Stdout | Target::File(_), [path]) if path.is_dir() => {
                return Err("a folder does not go into one output: \
                    --in-place replaces its files, --diff shows what would change"
                    .into());
            }
            _ => {}
        }
        let filter = args.paths.is_empty() && target != Target::Preview;
        let paths = if filter { vec!["-".into()] } else { args.paths };
        // Text that runs through a terminal would run through the bar.
        let through = target == Target::Stdout && io::stdout().is_terminal();
        let progress = match args.progress {
            When::Auto if through => When::Never,
            progress => progress,
        };
        let policy = args.policy.or(args.fallback).unwrap_or(Policy::Replace);
        Ok(Self {
            walk: Walk::resolve(paths, args.walk)?,
            method: match (args.escape, args.undo) {
                (true, _) => Method::Escape,
                (_, true) => Method::Undo,
                _ => Method::Policy(policy),
            },
            bom: args.bom,
            eol: args.eol,
            target,
            diff: args.diff,
            json: args.report == FixReport::Json,
            quiet: args.quiet,
            color: wants_color(color),
            binary: args.binary,
            progress,
        })
    }

    pub(crate) fn is_preview(&self) -> bool {
        self.target == Target::Preview
    }

    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.target == Target::Stdout
    }
}
