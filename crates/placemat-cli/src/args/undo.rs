//! What can be typed behind `placemat undo`.

use super::EXIT_CODES;
use clap::{Args, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  placemat convert -f auto -t utf-8 -i --log changes.log texts/
  placemat undo changes.log                  all as it was
  placemat undo changes.log texts/a.txt      only this file
  grep '\"from\":\"koi8-r\"' changes.log     what was taken for that";

/// Take back what a log has: of convert, fix and names
///
/// The last change is taken back first. A file is put back, with its permissions and times, if it has what convert
/// or fix gave it, and its old file (NAME.orig) is what it was. One that was edited since is named and left as
/// it is, and the others are put back. What is as it was already needs nothing: to run it again does no harm.
///
/// After `kill -9`, a NAME.orig may be left that the log does not have: NAME was not replaced then, and still has the
/// same text. It can be deleted, as can a file whose name begins with ".placemat-".
///
/// A log has whole paths, so it can be read from any folder, but not where its files were moved to.
///
/// The exit code is 2 if something could not be taken back.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct UndoArgs {
    /// What --log has written
    #[arg(value_name = "LOG", value_hint = ValueHint::FilePath)]
    pub(crate) log: PathBuf,

    /// Only these files, and what is in these folders [default: all]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
}
