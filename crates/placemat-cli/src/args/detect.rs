//! What can be typed behind `placemat detect`.

use super::EXIT_CODES;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetectFormat {
    /// For people: a line for each file, and what else it might be
    Text,
    /// JSON Lines: an object for each file
    Json,
}

/// Say what encoding files are in, and why
///
/// Whole files are read. UTF-8 is told by its sequences, with or without
/// mistakes or a cut at either end; UTF-16 and UTF-32 by signatures or zeros;
/// CESU-8, Modified UTF-8, WTF-8 and the UTF-8 of RFC 2279 by the sequences that
/// only they have; UTF-7 by its shifts; text that was encoded twice by decoding
/// it once more; and legacy encodings by the letters that follow each other in
/// the languages of the world. Too little evidence is called uncertain.
///
/// The exit code is 1 if the encoding of a file is uncertain.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct DetectArgs {
    /// Files and folders; "-" is standard input
    ///
    /// Without any: standard input if that is a file, a pipe or a socket, else the
    /// current folder. A pipe without a byte in it is trouble then.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: DetectFormat,

    /// Show all candidates, also where the encoding is certain
    #[arg(short, long)]
    pub(crate) all: bool,
}
