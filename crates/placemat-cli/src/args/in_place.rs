//! What can be typed of old files, where new ones take their place.

use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct KeepArgs {
    /// Keep each old file as NAME.orig, also where no text is lost; -i.SUFFIX does it by another name
    #[arg(long, requires = "in_place", conflicts_with = "output")]
    pub(crate) backup: bool,

    /// Keep no old file, also where text is lost
    #[arg(long, requires = "in_place", conflicts_with_all = ["output", "backup", "log"])]
    pub(crate) no_backup: bool,

    /// Write what is replaced to a log, behind what is there, and keep each old file
    ///
    /// A line for each file, before it is replaced: its path, the old one's, what was done, and what it had before
    /// and has then. `placemat undo FILE` takes all of it back, or some.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "in_place")]
    #[arg(conflicts_with = "output")]
    pub(crate) log: Option<PathBuf>,
}
