//! What can be typed behind `placemat guard`.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The formats of reports that are no code scanning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people
    Text,
    /// JSON Lines: an object for each finding, then one summary
    Json,
    /// Annotations of GitHub workflows
    Github,
}

/// What can be done to a whole file on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deliberate {
    /// All of the text was converted to another encoding
    Conversion,
    /// The signature was added, removed or changed
    Signature,
    /// Lines end in another way
    LineEnding,
}

/// Tell whether an edit damaged text
///
/// Compares two versions of a file. Damage is old text beyond ASCII in whose place
/// there is now U+FFFD or "?", or the same text encoded twice or converted; and a
/// changed signature, line ending or encoding. Text that was typed, moved or
/// deleted is none. Lines that differ too much to be aligned in time are searched
/// for signs of damage only.
///
/// For editors and programs that rewrite Latin-1, Shift_JIS or UTF-16 as if it were
/// UTF-8.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  placemat guard old.txt new.txt             did the edit damage text?
  placemat guard --staged                    all files of a commit, in a hook
  placemat guard --git HEAD --restore src    take back what was damaged

Exit codes: 0 no damage, or all of it taken back; 1 damage; 2 trouble \
(a missing file, an I/O error, bad arguments). Offsets count from 0, lines and columns from 1.")]
#[command(override_usage = "placemat guard [OPTIONS] OLD NEW\n       \
placemat guard [OPTIONS] --git REV [PATH]...\n       \
placemat guard [OPTIONS] --staged [--git REV] [PATH]...")]
pub(crate) struct GuardArgs {
    /// The old version and the new one; "-" is standard input. With --git or
    /// --staged: files and folders to be compared, which must be there or in git
    #[arg(value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Compare the working tree with this revision, for all files that differ
    #[arg(long, value_name = "REV", value_hint = ValueHint::Other)]
    pub(crate) git: Option<String>,

    /// Compare what will be committed with the last commit, or with REV of --git
    ///
    /// For hooks. Before the first commit there is nothing to compare with.
    #[arg(long, conflicts_with_all = ["restore", "output"])]
    pub(crate) staged: bool,

    /// Let this pass: it was done on purpose, to the whole file
    ///
    /// It is not reported, and --restore does not take it back. Text that was lost,
    /// encoded twice, or converted in part never passes.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) accept: Vec<Deliberate>,

    /// Write NEW with the damaged parts taken back from OLD
    ///
    /// The file is replaced, as a whole or not at all; all other edits stay. With --git
    /// it is the one of the working tree; what is staged stays until it is staged
    /// again.
    #[arg(long)]
    pub(crate) restore: bool,

    /// Where to write what was restored, instead of NEW
    #[arg(short, long, value_name = "OUT", requires = "restore", conflicts_with = "git")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: PlainFormat,

    /// Show at most N findings of each file; count the rest
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) max_findings: usize,

    /// Show every finding
    #[arg(long, conflicts_with = "max_findings")]
    pub(crate) all: bool,
}
