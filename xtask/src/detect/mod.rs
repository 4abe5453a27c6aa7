//! `cargo xtask detect`: the letter pairs that `placemat detect` knows languages by, and how often
//! it is right, compared with others.
//!
//! The text is that of the declarations of human rights. Pairs are counted in the first half of
//! each, and answers in the second: no answer is about text that was counted, but all text is of
//! one kind, so other text can give other figures.

mod compare;
mod model;
mod samples;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::corpus::{self, Document};

/// Options of `cargo xtask detect`.
#[derive(clap::Subcommand)]
pub(crate) enum Options {
    /// Count the letter pairs and write the model anew.
    Model,
    /// Let placemat and others detect re-encoded texts, and write the table of docs/detect.md.
    ///
    /// Of the others those take part that are installed: file, uchardet, and a Python with
    /// chardet and charset_normalizer.
    Compare(compare::Options),
}

pub(crate) fn run(options: &Options) -> Result<()> {
    match options {
        Options::Model => model::write(),
        Options::Compare(options) => compare::run(options),
    }
}

/// All declarations, each in two halves of as many paragraphs: to learn from, and to be tested with.
fn halves() -> Result<Vec<(String, [String; 2])>> {
    let folder = corpus::fetch()?;
    let mut codes = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path: PathBuf = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            codes.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    codes.sort();
    let halves = |code: String| {
        let document = Document::read(&folder, &code).ok()?;
        let (first, second) = document.paragraphs.split_at(document.paragraphs.len() / 2);
        Some((code, [first.join("\n"), second.join("\n")]))
    };
    Ok(codes.into_iter().filter_map(halves).collect())
}
