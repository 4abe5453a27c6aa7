//! What others answer to the samples.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::samples::Sample;

/// What somebody answers, by the number of the sample.
pub(super) type Answers = HashMap<usize, String>;

/// A peer, and what it answers.
pub(super) struct Peer {
    pub(super) name: &'static str,
    pub(super) answers: Answers,
}

/// Those that are installed.
pub(super) fn all(samples: &[Sample], folder: &Path, python: &Path) -> Result<Vec<Peer>> {
    let paths = write(samples, folder)?;
    let mut peers = vec![Peer { name: "chardetng", answers: chardetng(samples) }];
    let others = [
        ("chardet", of_python(python, CHARDET, &paths)),
        ("uchardet", uchardet(&paths)),
        ("charset_normalizer", of_python(python, NORMALIZER, &paths)),
    ];
    for (name, answers) in others {
        match answers {
            Ok(answers) => peers.push(Peer { name, answers }),
            Err(error) => eprintln!("{name} does not take part: {error:#}"),
        }
    }
    Ok(peers)
}

/// The samples as files.
fn write(samples: &[Sample], folder: &Path) -> Result<Vec<PathBuf>> {
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let path = |(number, sample): (usize, &Sample)| {
        let path = folder.join(number.to_string());
        fs::write(&path, &sample.bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    };
    samples.iter().enumerate().map(path).collect()
}

fn chardetng(samples: &[Sample]) -> Answers {
    let answer = |sample: &Sample| {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
        detector.feed(&sample.bytes, true);
        detector.guess(None, chardetng::Utf8Detection::Allow).name().to_owned()
    };
    samples.iter().map(answer).enumerate().collect()
}

/// It prints a line for each file: its name, and the answer.
fn uchardet(paths: &[PathBuf]) -> Result<Answers> {
    let mut answers = Answers::new();
    for (chunk, some) in paths.chunks(500).enumerate() {
        let output = Command::new("uchardet").args(some).output().context("it is not installed")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = text.lines().filter_map(|line| line.rsplit_once(": "));
        for (number, (_, answer)) in lines.enumerate() {
            answers.insert(chunk * 500 + number, answer.to_owned());
        }
    }
    Ok(answers)
}

const NORMALIZER: &str = "
import sys
from charset_normalizer import from_bytes
for path in sys.stdin.read().splitlines():
    best = from_bytes(open(path, 'rb').read()).best()
    print(best.encoding if best else 'none')
";

const CHARDET: &str = "
import sys, chardet
for path in sys.stdin.read().splitlines():
    print(chardet.detect(open(path, 'rb').read())['encoding'])
";

/// The program reads names of files, and prints an answer for each.
fn of_python(python: &Path, program: &str, paths: &[PathBuf]) -> Result<Answers> {
    let mut child = Command::new(python)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("standard input is piped")?;
    let paths: Vec<_> = paths.iter().filter_map(|path| path.to_str()).collect();
    stdin.write_all(paths.join("\n").as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("the program failed: {}", output.status);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(ToOwned::to_owned).enumerate().collect())
}
