//! `cargo xtask detect`: the model of languages that the judge has, how often it is right, and how often
//! mojibake is undone.
//!
//! [`sources`] names the texts. What the model is counted in, what weights are set by, and what
//! answers are judged by come from different sources.

mod compare;
mod evaluate;
mod lively;
mod model;
mod mojibake;
mod peers;
mod samples;
mod score;
mod sources;

use anyhow::Result;
use sources::Split;

/// Options of `cargo xtask detect`.
#[derive(clap::Subcommand)]
pub(crate) enum Options {
    /// Fetch the texts, count letters in those that are for it, and write the model anew.
    Model,
    /// How often the judge is right on a split, by length, encoding and kind; and whether its
    /// certainties hold.
    Evaluate {
        /// Which texts.
        #[arg(long, default_value = "tune")]
        split: Split,
        /// Show so many wrong answers.
        #[arg(long, default_value_t = 0)]
        wrong: usize,
        /// Words of 1 to 20 bytes instead of texts of 40 and more.
        #[arg(long)]
        short: bool,
        /// Lists, tables, boxes, programs, single lines and what is no text, instead of texts.
        #[arg(long, conflicts_with = "short")]
        lively: bool,
    },
    /// Let placemat and others judge the texts for testing, and write the tables of
    /// docs/detect.md.
    ///
    /// Of the others those take part that are installed: uchardet, and a Python with chardet and
    /// charset_normalizer.
    Compare(compare::Options),
    /// How often mojibake is undone as it should be, and text left alone that has none; the tables of
    /// docs/mojibake.md. With a Python that has ftfy, beside that.
    Mojibake(mojibake::Options),
    /// How often placemat and others are right on files with labels, such as the tests of another
    /// detector: sums only.
    Score(score::Options),
}

pub(crate) fn run(options: &Options) -> Result<()> {
    match options {
        Options::Model => model::write(),
        Options::Evaluate { split, wrong, short, lively } => {
            evaluate::run(*split, *wrong, *short, *lively)
        }
        Options::Compare(options) => compare::run(options),
        Options::Mojibake(options) => mojibake::run(options),
        Options::Score(options) => score::run(options),
    }
}
