//! What can be typed behind `placemat names`.

use super::EXIT_CODES;
use super::encodings::ENCODING;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  placemat names                       below the current folder, what each would be
  placemat names --rename              renamed, with a log
  placemat names --undo placemat-names.log
  placemat names -f shift_jis old.zip  names in an archive";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NamesFormat {
    /// For people: a line for each name
    Text,
    /// JSON Lines: an object for each name
    Json,
}

/// Find names of files that are not UTF-8, or were encoded twice, and rename them
///
/// All files and folders below PATH are looked at, hidden ones too; links are not followed. What
/// each name would be is shown, and nothing is changed without --rename.
///
/// Nothing is renamed to a name that exists. Each change is written to a log before it is made, and
/// --undo takes back all that a log has.
///
/// A zip or tar archive (.tar.gz, too) that is named is looked into: its names are judged by what it
/// says of them (bit 11 of zip, Unicode Path, pax), and nothing in it is changed.
///
/// The exit code is 1 if a name was found, and not renamed.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct NamesArgs {
    /// Files and folders, and all that is in them [default: the current folder]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Read names that are not UTF-8 in this encoding [default: windows-1252]
    ///
    /// Of a code page, it is what malformed bytes are read in: the rest of a name stays. Names in archives are read, by
    /// default, in what all of them together look like, or else in ibm437.
    #[arg(short, long, value_name = "ENC", value_parser = ENCODING, hide_possible_values = true)]
    pub(crate) from: Option<String>,

    /// Find names that are not in NFC, too: macOS writes "é" as two code points
    #[arg(long)]
    pub(crate) nfc: bool,

    /// Look into archives that are found in folders, too: .zip, .jar, .tar, .tar.gz, .tgz
    #[arg(short = 'z', long, conflicts_with = "rename")]
    pub(crate) archives: bool,

    /// Rename them
    #[arg(long)]
    pub(crate) rename: bool,

    /// Where changes are written, behind what is there
    #[arg(long, value_name = "FILE", default_value = "placemat-names.log", requires = "rename")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) log: PathBuf,

    /// Take back what a log has, the last first
    #[arg(long, value_name = "LOG", conflicts_with_all = ["paths", "rename", "nfc", "from"])]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) undo: Option<PathBuf>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: NamesFormat,
}
