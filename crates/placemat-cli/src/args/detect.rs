//! What can be typed behind `placemat detect`.

use super::EXIT_CODES;
use super::encodings::ENCODING;
use crate::coding;
use clap::{Args, ValueEnum, ValueHint};
use placemat_detect::{Hints, knows_language};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  placemat detect .                                every file below the current folder
  placemat detect --hint-language pl letter.txt    with what you know of it
  curl -s https://example.org | placemat detect";

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
/// only they have; UTF-7, ISO-2022 and HZ by their shifts and escapes; text that
/// was encoded twice by decoding it once more; and legacy encodings by the letters
/// that follow each other in 60 languages, and by what the text declares. Of
/// answers with a certainty of 90 %, about nine in ten are right. Too little
/// evidence is called uncertain.
///
/// A pipe or a device, which may never end, is judged by its first 64 MiB.
///
/// The exit code is 1 if the encoding of a file is uncertain.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
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

    /// Write what was found to FILE, too, as a page: HTML in one file, to be shown to others
    ///
    /// It runs no script, and loads nothing.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Show all candidates, also where the encoding is certain
    #[arg(short, long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) hints: HintArgs,
}

/// What is known of files before they are judged.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct HintArgs {
    /// The language of the text, if you know it, as `lang` has it: "pl", "pt-BR"
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) hint_language: Option<String>,

    /// The encoding that somebody has named, who may be wrong
    #[arg(long, value_name = "ENC", value_parser = ENCODING, hide_possible_values = true)]
    pub(crate) hint_encoding: Option<String>,
}

impl HintArgs {
    /// An error, if no language or no encoding is called so.
    pub(crate) fn refuse(&self) -> Result<(), String> {
        if let Some(tag) = self.hint_language.as_deref().filter(|tag| !knows_language(tag)) {
            let codes = "codes are those of BCP 47, as in `lang`: de, pt-BR, zh";
            return Err(format!(
                "--hint-language {tag:?}: no language that placemat knows; {codes}"
            ));
        }
        self.hint_encoding.as_deref().map_or(Ok(()), coding::refuse_hint)
    }

    pub(crate) fn hints(&self) -> Hints<'_> {
        let mut hints = Hints::default();
        hints.language = self.hint_language.as_deref();
        hints.encoding = self.hint_encoding.as_deref();
        hints
    }
}
