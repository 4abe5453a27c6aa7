//! Lets placemat and others name the encodings of the samples, and counts who is right.
//!
//! An answer is right if it reads the sample as the text that it was made from: ISO-8859-1 for
//! Windows-1252 is right where both are the same bytes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::samples::{self, ENCODINGS, SIZES, Sample};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program to be tested [default: target/release/placemat]
    #[arg(long)]
    placemat: Option<PathBuf>,

    /// A Python that has chardet and charset_normalizer
    #[arg(long, default_value = "python3")]
    python: PathBuf,
}

/// What someone answers, by file.
type Answers = HashMap<String, String>;

pub(super) fn run(options: &Options) -> Result<()> {
    let root = crate::shell::root();
    let samples = samples::make(&root.join("target").join("detect"))?;
    let placemat = options.placemat.clone().unwrap_or(root.join("target/release/placemat"));
    let mut columns = vec![("placemat", placemat_answers(&placemat, &samples)?)];
    columns.push(("chardetng", chardetng(&samples)));
    let others = [
        ("uchardet", lines(Command::new("uchardet"), &samples, ": ")),
        ("charset_normalizer", python(&options.python, NORMALIZER, &samples)),
        ("chardet", python(&options.python, CHARDET, &samples)),
        ("file", lines(file(), &samples, ": ")),
    ];
    for (name, answers) in others {
        match answers {
            Ok(answers) => columns.push((name, answers)),
            Err(error) => eprintln!("{name} does not take part: {error:#}"),
        }
    }
    let table = table(&samples, &columns)?;
    print!("{table}");
    let path = root.join("docs/detect.md");
    let page = fs::read_to_string(&path)?;
    let (before, _) = page.split_once(MARK).context("docs/detect.md has no mark for the table")?;
    Ok(fs::write(&path, format!("{before}{MARK}\n\n{table}"))?)
}

/// The table is written behind it.
const MARK: &str = "<!-- cargo xtask detect compare -->";

fn table(samples: &[Sample], columns: &[(&str, Answers)]) -> Result<String> {
    let mut table = String::from("| | samples |");
    columns.iter().try_for_each(|(name, _)| write!(table, " {name} |"))?;
    table += "\n|---|--:|";
    columns.iter().for_each(|_| table += "--:|");
    table += "\n";
    let mut row = |title: &str, of: &dyn Fn(&Sample) -> bool| -> Result<()> {
        let of: Vec<&Sample> = samples.iter().filter(|sample| of(sample)).collect();
        if of.is_empty() {
            return Ok(());
        }
        write!(table, "| {title} | {} |", of.len())?;
        for (_, answers) in columns {
            let right = of.iter().filter(|sample| is_right(sample, answers)).count();
            write!(table, " {:.1} |", 100.0 * right as f64 / of.len() as f64)?;
        }
        table += "\n";
        Ok(())
    };
    row("all", &|_| true)?;
    for size in SIZES {
        row(&format!("{size} bytes"), &|sample| sample.size == size)?;
    }
    for encoding in ENCODINGS {
        row(encoding, &|sample| sample.encoding == encoding)?;
    }
    Ok(table)
}

fn is_right(sample: &Sample, answers: &Answers) -> bool {
    let answer = answers.get(sample.path.to_str().unwrap_or_default());
    let text = answer.and_then(|label| samples::decode(&sample.bytes, label));
    text.is_some() && text == samples::decode(&sample.bytes, sample.encoding)
}

fn placemat_answers(program: &Path, samples: &[Sample]) -> Result<Answers> {
    let mut answers = Answers::new();
    for some in samples.chunks(500) {
        let paths = some.iter().map(|sample| &sample.path);
        let output = Command::new(program).args(["detect", "--format=json"]).args(paths).output();
        let output = output.with_context(|| format!("cannot start {}", program.display()))?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let object: serde_json::Value = serde_json::from_str(line)?;
            // No encoding is named where the evidence is too little.
            if let (Some(path), Some(encoding)) =
                (object["path"].as_str(), object["encoding"].as_str())
            {
                answers.insert(path.to_owned(), encoding.to_owned());
            }
        }
    }
    Ok(answers)
}

fn chardetng(samples: &[Sample]) -> Answers {
    let answer = |sample: &Sample| {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
        detector.feed(&sample.bytes, true);
        let encoding = detector.guess(None, chardetng::Utf8Detection::Allow);
        (sample.path.to_string_lossy().into_owned(), encoding.name().to_owned())
    };
    samples.iter().map(answer).collect()
}

fn file() -> Command {
    let mut file = Command::new("file");
    file.args(["--mime-encoding", "--no-pad"]);
    file
}

/// Runs a program that prints a line for each file: its name, `between`, the answer.
fn lines(mut command: Command, samples: &[Sample], between: &str) -> Result<Answers> {
    let program = command.get_program().to_owned();
    let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    let mut answers = Answers::new();
    for some in samples.chunks(500) {
        command = Command::new(&program);
        command.args(&arguments).args(some.iter().map(|sample| &sample.path));
        let output = command.output().context("it is not installed")?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some((path, answer)) = line.rsplit_once(between) {
                answers.insert(path.to_owned(), answer.to_owned());
            }
        }
    }
    Ok(answers)
}

const NORMALIZER: &str = "
import sys
from charset_normalizer import from_bytes
for path in sys.stdin.read().splitlines():
    best = from_bytes(open(path, 'rb').read()).best()
    print(path, best.encoding if best else 'none', sep='\\t')
";

const CHARDET: &str = "
import sys, chardet
for path in sys.stdin.read().splitlines():
    print(path, chardet.detect(open(path, 'rb').read())['encoding'], sep='\\t')
";

fn python(python: &Path, program: &str, samples: &[Sample]) -> Result<Answers> {
    let mut child = Command::new(python)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("standard input is piped")?;
    let paths: Vec<_> = samples.iter().filter_map(|sample| sample.path.to_str()).collect();
    stdin.write_all(paths.join("\n").as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("the program failed: {}", output.status);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let answer =
        |line: &str| line.split_once('\t').map(|(path, answer)| (path.into(), answer.into()));
    Ok(text.lines().filter_map(answer).collect())
}
