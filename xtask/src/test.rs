//! `cargo xtask test`: everything that continuous integration checks, in order, stopping at the
//! first failure.

mod javascript;
mod programs;
pub(crate) mod python;

use std::env;
use std::fmt;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::side_by_side::{self, Outcome};
use crate::{page, shell};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only the steps whose heading contains this.
    #[arg(long)]
    only: Option<String>,
}

/// What a step does.
enum Work {
    /// The arguments of the `cargo` that does it.
    Cargo(&'static str),
    /// The test programs of the workspace, compiled once and run side by side.
    Programs,
    /// Columns and the Python package, installed in an environment of its own.
    Python,
    /// The npm package, built and installed.
    JavaScript,
    /// The page, built and used in a browser.
    Page,
}
use Work::{Cargo, JavaScript, Page, Programs, Python};

/// The library is checked with each set of features; bench is a workspace of its own.
const STEPS: &[(&str, Work)] = &[
    ("format", Cargo("fmt --all --check")),
    ("format of bench", Cargo("fmt --manifest-path bench/Cargo.toml --check")),
    ("format of bench/neon", Cargo("fmt --manifest-path bench/neon/Cargo.toml --check")),
    ("format of bench/cost", Cargo("fmt --manifest-path bench/cost/Cargo.toml --check")),
    ("public names", Cargo("xtask api --check")),
    ("where unsafe is", Cargo("xtask unsafe --check")),
    ("clippy", Cargo("clippy --workspace --all-targets -- -D warnings")),
    (
        "clippy of the library with alloc only",
        Cargo(
            "clippy --package placemat --no-default-features --features alloc,convert -- -D warnings",
        ),
    ),
    (
        "clippy of the library with core only",
        Cargo("clippy --package placemat --no-default-features --features convert -- -D warnings"),
    ),
    (
        "clippy of the library that only checks",
        Cargo(
            "clippy --package placemat --no-default-features --features std,avx512 -- -D warnings",
        ),
    ),
    // By itself: the tool and the library have one name, and at the same time would write to one folder.
    ("documentation of the tool", Cargo("doc --package placemat-cli --no-deps")),
    ("documentation", Cargo("doc --workspace --exclude placemat-cli --no-deps")),
    (
        "documentation of the inside",
        Cargo("doc --package placemat --no-deps --document-private-items"),
    ),
    ("tests", Programs),
    ("examples of the documentation", Cargo("test --workspace --doc")),
    (
        "tests of the library with core only",
        Cargo(
            "test --package placemat --no-default-features --test core_only \
             --config profile.test.opt-level=0",
        ),
    ),
    ("tests on other processors", Cargo("xtask test-targets --short --installed")),
    ("no vector instruction is called as a function", Cargo("xtask calls")),
    ("trust, in its short form", Cargo("xtask trust --short")),
    (
        "clippy of bench",
        Cargo("clippy --manifest-path bench/Cargo.toml --all-targets -- -D warnings"),
    ),
    (
        "clippy of bench/neon",
        Cargo(
            "clippy --manifest-path bench/neon/Cargo.toml --target-dir bench/target -- -D warnings",
        ),
    ),
    (
        "clippy of bench/cost",
        Cargo(
            "clippy --manifest-path bench/cost/Cargo.toml --target-dir bench/target \
             --features placemat,validate -- -D warnings",
        ),
    ),
    // Without the standard library a panic can only end the program, which is what a release does.
    (
        "clippy of bench/cost with core only",
        Cargo(
            "clippy --release --manifest-path bench/cost/Cargo.toml --target-dir bench/target \
             --features bare --bin bare -- -D warnings",
        ),
    ),
    ("tests of bench", Cargo("test --manifest-path bench/Cargo.toml")),
];

/// What leaves processors idle for much of its time (a linker that optimises all as one, a browser, downloads): these lists run
/// side by side. Both steps of the first compile WebAssembly, into one folder.
const SIDE_BY_SIDE: &[&[(&str, Work)]] = &[
    &[("tests of the page", Page), ("tests of the npm package", JavaScript)],
    &[("the C library", Cargo("xtask test-c")), ("columns and Python", Python)],
];

/// Runs the steps and prints how long each took, and the sum of all test results as the last line.
pub(crate) fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let mut total = Total::default();
    let mut times = Vec::new();
    let mut step = |heading: &'static str, work: &mut dyn FnMut(&mut Total) -> Result<()>| {
        println!("\n==== {heading} ====");
        let start = Instant::now();
        let result = work(&mut total);
        times.push((start.elapsed().as_secs(), heading));
        result.with_context(|| format!("step \"{heading}\""))
    };
    let result = if let Some(only) = &options.only {
        let mut steps = STEPS
            .iter()
            .chain(SIDE_BY_SIDE.iter().copied().flatten())
            .filter(|(name, _)| name.contains(only));
        steps.try_for_each(|(heading, work)| step(heading, &mut |total| work.run(total)))
    } else {
        let mut steps = STEPS.iter();
        let result =
            steps.try_for_each(|(heading, work)| step(heading, &mut |total| work.run(total)));
        result.and_then(|()| step("side by side", &mut beside))
    };
    println!();
    times.iter().for_each(|(seconds, heading)| println!("{seconds:5} s  {heading}"));
    let verdict = if result.is_ok() { "all steps passed" } else { "stopped" };
    println!("{verdict} after {} s", start.elapsed().as_secs());
    println!("{total}");
    result
}

impl Work {
    fn run(&self, total: &mut Total) -> Result<()> {
        match self {
            Cargo(arguments) => {
                let mut command = shell::cargo(arguments.split_whitespace());
                shell::run_reading(deny_warnings(&mut command), |line| total.add(line))
            }
            Programs => programs::run(total),
            Python => python::run(total),
            JavaScript => javascript::run(total),
            Page => page::test(false, total),
        }
    }
}

/// Runs those steps, each by a process of its own, whose output is printed when it ends.
fn beside(total: &mut Total) -> Result<()> {
    let counted = Mutex::new(Total::default());
    let result = side_by_side::each(SIDE_BY_SIDE, |steps| {
        steps.iter().try_for_each(|(heading, _)| {
            let mut command = Command::new(env::current_exe()?);
            command.args(["test", "--only", heading]);
            Outcome::of(command)?.print(heading, &counted)
        })
    });
    total.join(&counted.into_inner().unwrap_or_else(PoisonError::into_inner));
    result
}

/// Warnings of rustdoc fail the step as those of clippy do.
fn deny_warnings(command: &mut Command) -> &mut Command {
    command.env("RUSTDOCFLAGS", "-D warnings")
}

/// The sum of what test runners report.
#[derive(Default)]
pub(crate) struct Total {
    pub(crate) passed: u64,
    failed: u64,
    ignored: u64,
}

impl Total {
    /// Adds what another has counted.
    fn join(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }

    /// Adds a line if it is a result of cargo's tests, of pytest, or of the runner of node:
    ///
    /// ```text
    /// test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; ..
    /// === 3 passed, 1 skipped in 0.12s ===
    /// # pass 130
    /// ```
    pub(crate) fn add(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            let (_verdict, counts) = result.split_once(". ").unwrap_or_default();
            counts.split("; ").for_each(|count| self.add_count(count.split_once(' ')));
        } else if let Some(count) = line.strip_prefix("# ") {
            self.add_count(count.split_once(' ').map(|(what, number)| (number, what)));
        } else if let Some((counts, _seconds)) = line.trim_matches('=').trim().rsplit_once(" in ") {
            counts.split(", ").for_each(|count| self.add_count(count.split_once(' ')));
        }
    }

    /// Adds a number of something, if it is one of tests.
    fn add_count(&mut self, count: Option<(&str, &str)>) {
        let Some((Ok(number), what)) = count.map(|(number, what)| (number.parse::<u64>(), what))
        else {
            return;
        };
        match what {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" => self.failed += number,
            "ignored" | "skipped" | "todo" => self.ignored += number,
            _ => {}
        }
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, ignored } = self;
        write!(f, "{passed} passed, {failed} failed, {ignored} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::Total;

    #[test]
    fn results_are_summed() {
        let mut total = Total::default();
        total.add("running 4 tests");
        total.add("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        total.add("test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.01s");
        assert_eq!((total.passed, total.failed, total.ignored), (8, 2, 1));
        total.add("======= 1 failed, 42 passed, 3 skipped in 6.5s =======");
        total.add("42 passed in 6.5s");
        total.add("tests/test_codecs.py ..... [ 40%]");
        assert_eq!((total.passed, total.failed, total.ignored), (92, 3, 4));
        for line in ["# Subtest: errors", "# tests 8", "# pass 6", "# fail 1", "# skipped 1"] {
            total.add(line);
        }
        assert_eq!((total.passed, total.failed, total.ignored), (98, 4, 5));
    }
}
