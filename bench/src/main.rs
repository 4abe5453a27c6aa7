//! placemat against other libraries.
//!
//! Everything happens in one process: for each operation and each text, the implementations take
//! turns, round by round, so that whatever disturbs the machine disturbs all of them. What they
//! return is compared before, while and after the clock runs; a wrong result ends the program.
//!
//! - `operations`: the table of operations and of who implements them. Start here to add one.
//! - `inputs`: what a text is as their input.
//! - `peers`: how each peer is called.
//! - `texts`, `kinds`: corpora and short strings; what is put together from them.
//! - `case`: one operation on one text, ready to be timed.
//! - `measure`: rounds, medians and deviations.
//! - `targets`: what placemat has promised.
//! - `chart`: the picture of the README.
//! - `report`: tables for people, JSON for programs.
//! - `machine`: what the figures were measured on, and instruction-set levels.

mod case;
mod chart;
mod inputs;
mod kinds;
mod machine;
mod measure;
mod operations;
mod peers;
mod report;
mod targets;
mod texts;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use clap::Parser;

use measure::{Effort, Measurement};
use texts::Library;

/// Measure placemat against other libraries, in turn, in one process.
#[derive(Parser)]
#[command(name = "cargo xtask bench", bin_name = "cargo xtask bench", args_override_self = true)]
struct Arguments {
    /// Fewer rounds, and fewer lengths of short strings.
    #[arg(long)]
    quick: bool,
    /// Measure only where "OPERATION CORPUS" contains this; give it again to narrow further.
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Write all figures to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the picture of the README into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Add a folder of *.utf8.txt files as corpora named extra/FILE.
    #[arg(long, value_name = "DIR")]
    corpus: Vec<PathBuf>,
    /// Make placemat and simdutf use this instruction-set level; without it, each uses its best.
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Print the table of docs/benchmarks.md instead of the long ones.
    #[arg(long)]
    markdown: bool,
    /// Run so many times, each in a process of its own, and take medians: some figures depend on the
    /// addresses that a process gets.
    #[arg(long, value_name = "N", default_value_t = 1)]
    runs: usize,
    /// How many rounds, instead of the usual number: at least, so that all have each place as often.
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Where `cargo xtask corpus` put its files.
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/corpus"))]
    corpora: PathBuf,
}

fn main() -> ExitCode {
    // Not by returning it: a backtrace says nothing about what went wrong.
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    let machine = machine::prepare(arguments.level.as_deref())?;
    if !arguments.markdown {
        println!("{machine}");
    }
    let results = if arguments.runs > 1 { in_processes(&arguments) } else { once(&arguments) }?;
    if arguments.markdown {
        print!("{}", report::markdown(&machine, &results, arguments.runs));
    } else {
        report::targets(&results);
    }
    let write = |path: &Path, text: String| {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(path) = arguments.svg {
        write(&path, chart::svg(&machine, &results))?;
    }
    if let Some(path) = arguments.json {
        write(&path, serde_json::to_string_pretty(&results)? + "\n")?;
    }
    Ok(())
}

/// Measures all that is wanted, and prints a table of each operation.
fn once(arguments: &Arguments) -> Result<Vec<Measurement>> {
    let library = Library::load(&arguments.corpora, &arguments.corpus)?;
    let effort = Effort::new(arguments.quick, arguments.rounds);
    let mut results: Vec<Measurement> = Vec::new();
    for operation in operations::all() {
        let wanted = |corpus: &str| {
            let name = format!("{} {corpus}", operation.name);
            arguments.filter.iter().all(|filter| name.contains(filter))
        };
        let before = results.len();
        for text in library.texts(operation.repertoire, effort.short_lengths(), wanted) {
            let mut case = operation.case(&text);
            let measured = measure::measure(operation.name, &text, &mut *case, &effort);
            results
                .extend(measured.with_context(|| format!("{} of {}", operation.name, text.name))?);
        }
        if before < results.len() && !arguments.markdown {
            report::table(operation.name, &results[before..]);
        }
    }
    ensure!(!results.is_empty(), "no operation and corpus match the filter {:?}", arguments.filter);
    Ok(results)
}

/// Runs this program with the same arguments again and again.
fn in_processes(arguments: &Arguments) -> Result<Vec<Measurement>> {
    let mut runs = Vec::new();
    for _ in 0..arguments.runs {
        let json = tempfile::NamedTempFile::new()?;
        let mut command = Command::new(env::current_exe()?);
        // What is given twice counts the second time.
        command.args(env::args_os().skip(1)).args(["--runs", "1", "--json"]).arg(json.path());
        ensure!(command.stdout(Stdio::null()).status()?.success(), "a run has failed");
        runs.push(serde_json::from_reader(json)?);
    }
    let results = measure::medians(runs)?;
    if !arguments.markdown {
        for operation in results.chunk_by(|a, b| a.operation == b.operation) {
            report::table(&operation[0].operation, operation);
        }
    }
    Ok(results)
}
