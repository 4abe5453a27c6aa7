//! What can be typed behind `placemat stats`.

use super::{EXIT_CODES, WalkArgs, one_or_more};
use clap::{Args, ValueEnum, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  placemat stats notes.txt            what it is made of
  placemat stats --counts src         lines, code points, units and bytes, as wc has them
  placemat stats --format json . | jq 'select(.nfc == false).path'";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    Text,
    /// JSON Lines: an object for each file, then the sum
    Json,
}

/// Count what text is made of
///
/// Bytes, code points, UTF-16 units, lines and the longest, sequences by length, scripts and
/// blocks, the highest code point, controls, noncharacters, private use, what is not assigned,
/// whether the text is in NFC, ends of lines, and the signature; of several files their sum, too.
/// Malformed bytes are counted and do not end it. All is counted as UTF-8: what looks like
/// something else is said.
///
/// What never ends is counted until Ctrl-C, which tells what was counted so far.
///
/// The exit code is 0 whatever is counted.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct StatsArgs {
    /// Files and folders; "-" is standard input
    ///
    /// Without any: standard input if that is a file, a pipe or a socket, else the
    /// current folder. A pipe without a byte in it is trouble then.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Count only lines, code points, UTF-16 units, bytes and malformed subparts: several times as fast
    #[arg(short, long)]
    pub(crate) counts: bool,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: StatsFormat,

    /// Write what was found to FILE, too, as a page: HTML in one file, to be shown to others
    ///
    /// It runs no script, and loads nothing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) walk: WalkArgs,

    /// How many files to read at a time [default: one for each processor, at most 12]
    #[arg(short = 'j', long, visible_alias = "jobs", value_name = "N", help_heading = "Work")]
    #[arg(value_parser = one_or_more)]
    pub(crate) threads: Option<NonZeroUsize>,
}
