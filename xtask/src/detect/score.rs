//! How often placemat and others are right on files that somebody else has collected: the label of
//! each is the name of its folder (`iso-8859-2-czech/`), or its own (`cs/iso-8859-2.txt`).
//!
//! Sums only: what is for judging is not to be learnt from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use encoding_rs::Encoding;
use placemat_detect::training;

use super::evaluate::{self, is_right};
use super::peers;
use super::samples::Sample;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder that has them
    folder: PathBuf,
    /// A Python that has chardet and charset_normalizer
    #[arg(long, default_value = "python3")]
    python: PathBuf,
}

/// What is no label of the Encoding Standard, and no page of one byte a code point.
const OTHERS: [&str; 12] = [
    "utf-32",
    "utf-32le",
    "utf-32be",
    "utf-7",
    "johab",
    "euc-tw",
    "iso-2022-cn",
    "iso-2022-kr",
    "hz-gb-2312",
    "cp932",
    "cp949",
    "utf-16",
];

pub(super) fn run(options: &Options) -> Result<()> {
    let mut samples = Vec::new();
    let mut without = 0;
    gather(&options.folder, &mut samples, &mut without)?;
    println!("{} files with a label, {without} without", samples.len());
    let answers = evaluate::answers(&samples);
    let right = answers.iter().filter(|answer| answer.right).count();
    print(&samples, "placemat", right);
    let sure = answers.iter().filter(|answer| answer.certainty >= 0.995);
    println!("certain: {} of {} right", sure.clone().filter(|one| one.right).count(), sure.count());
    let folder = crate::shell::root().join("target/detect/samples");
    for peer in peers::all(&samples, &folder, &options.python)? {
        let right = |(number, sample): &(usize, &Sample)| {
            peer.answers.get(number).is_some_and(|label| is_right(sample, label))
        };
        print(&samples, peer.name, samples.iter().enumerate().filter(right).count());
    }
    Ok(())
}

fn print(samples: &[Sample], name: &str, right: usize) {
    println!("{name}: {right} right, {:.1} %", 100.0 * right as f64 / samples.len() as f64);
}

/// All files below a folder that have a label.
fn gather(folder: &Path, samples: &mut Vec<Sample>, without: &mut usize) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort_unstable();
    for path in paths {
        if path.is_dir() {
            gather(&path, samples, without)?;
            continue;
        }
        let name =
            |path: Option<&Path>| path.and_then(Path::file_name)?.to_str().map(str::to_lowercase);
        let own = name(Some(&path)).and_then(|name| Some(name.split_once('.')?.0.to_owned()));
        let Some(label) = name(path.parent()).as_deref().and_then(label).or_else(|| label(&own?))
        else {
            *without += 1;
            continue;
        };
        let bytes = fs::read(&path)?;
        let (size, language) = (bytes.len(), String::new());
        let (source, kind, weight) = ("", "", 1.0);
        samples.push(Sample { encoding: label, language, source, size, kind, bytes, weight });
    }
    Ok(())
}

/// The label that a name begins with: `iso-8859-2-czech`.
fn label(name: &str) -> Option<&'static str> {
    let known = |label: &&str| {
        let page = label.strip_prefix("cp").map(|page| format!("ibm{page}"));
        OTHERS.contains(label)
            || Encoding::for_label(label.as_bytes()).is_some()
            || training::page(label).is_some()
            || page.as_deref().and_then(training::page).is_some()
            || matches!(*label, "maccyrillic" | "macroman" | "maclatin2")
    };
    let ends = name.match_indices(['-', '_']).map(|(end, _)| end);
    let mut starts = ends.chain([name.len()]).map(|end| &name[..end]);
    let found = starts.rfind(known)?;
    Some(found.to_owned().leak())
}
