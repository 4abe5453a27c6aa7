//! Writes the tables of docs/detect.md: placemat and others on the texts for testing.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::evaluate::{self, is_right};
use super::peers;
use super::samples::{self, SIZES, Sample};
use super::sources::Split;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A Python that has chardet and charset_normalizer
    #[arg(long, default_value = "python3")]
    python: PathBuf,
}

/// The tables are written behind it.
const MARK: &str = "<!-- cargo xtask detect compare -->";

/// The sources that others judge, too: some of them are slow. Certainties are judged on all.
const FIRST: [&str; 3] = ["jupyterlab", "scratch-l10n", "spacy"];

pub(super) fn run(options: &Options) -> Result<()> {
    let root = crate::shell::root();
    let mut samples = samples::make(Split::Test, 1)?;
    samples.retain(|sample| FIRST.contains(&sample.source));
    samples::weigh(&mut samples);
    let answers = evaluate::answers(&samples);
    let mut columns = vec![("placemat", answers.iter().map(|answer| answer.right).collect())];
    for peer in peers::all(&samples, &root.join("target/detect/samples"), &options.python)? {
        let right = |(number, sample): (usize, &Sample)| {
            peer.answers.get(&number).is_some_and(|label| is_right(sample, label))
        };
        columns.push((peer.name, samples.iter().enumerate().map(right).collect()));
    }
    let more = samples::make(Split::Test, evaluate::ROUNDS)?;
    let answers = evaluate::answers(&more);
    let told: Vec<_> = more.iter().zip(&answers).collect();
    let tables = format!(
        "{}\nCertainties, all alike: stated, then how many of a hundred were right, between which bounds that is by so many\ndocuments (each a project in a language), and the answers. Bold: what is stated is not between them.\n\n{}\nThe same, as in life.\n\n{}",
        table(&samples, &columns),
        evaluate::calibration(&told, &SIZES, |_| 1.0),
        evaluate::calibration(&told, &SIZES, |sample| sample.weight)
    );
    print!("{tables}");
    let path = root.join("docs/detect.md");
    let page = fs::read_to_string(&path)?;
    let (before, _) = page.split_once(MARK).context("docs/detect.md has no mark for the tables")?;
    Ok(fs::write(&path, format!("{before}{MARK}\n\n{tables}"))?)
}

/// Per cent right: all alike, then as in life, then each encoding.
fn table(samples: &[Sample], columns: &[(&str, Vec<bool>)]) -> String {
    let mut table = String::from("| | samples |");
    columns.iter().for_each(|(name, _)| _ = write!(table, " {name} |"));
    table += "\n|---|--:|";
    table += &"--:|".repeat(columns.len());
    table += "\n";
    let mut row = |title: &str, weight: &dyn Fn(&Sample) -> f64| {
        let count = samples.iter().filter(|sample| weight(sample) > 0.0).count();
        if count == 0 {
            return;
        }
        _ = write!(table, "| {title} | {count} |");
        let all: f64 = samples.iter().map(weight).sum();
        for (_, right) in columns {
            let right: f64 = samples
                .iter()
                .zip(right)
                .filter(|&(_, &right)| right)
                .map(|(sample, _)| weight(sample))
                .sum();
            _ = write!(table, " {:.1} |", 100.0 * right / all);
        }
        table += "\n";
    };
    let one = |of: bool| f64::from(u8::from(of));
    row("**as in life**, 100 bytes and more", &|s| one(s.size >= 100) * s.weight);
    for size in SIZES {
        row(&format!("as in life, {size} bytes"), &|s| one(s.size == size) * s.weight);
    }
    row("**all alike**, 100 bytes and more", &|s| one(s.size >= 100));
    for size in SIZES {
        row(&format!("all alike, {size} bytes"), &|s| one(s.size == size));
    }
    let mut names: Vec<&str> = samples.iter().map(|sample| sample.encoding).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().for_each(|&name| row(name, &|s| one(s.encoding == name)));
    table
}
