//! `cargo xtask trust`: every input and every fault that a machine like this can try within an hour,
//! as a table for SAFETY.md that says what was not tried, too.

mod fuzz;
mod load;
mod programs;

use std::fmt;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{dependencies, release, shell, wheel, windows};

/// Options of `cargo xtask trust`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The form for continuous integration: what takes seconds once the tests are built.
    #[arg(long)]
    short: bool,
    /// Only the rows that contain this.
    #[arg(long)]
    only: Option<String>,
    /// Which part of the inputs that are too many for an hour: K/N, K below N; 0/1 is all of them.
    #[arg(long, value_name = "K/N", default_value = "0/32")]
    part: Part,
    /// How long each fuzz target runs.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    fuzz_seconds: u32,
    /// Nothing is begun after so many minutes; a row says so.
    #[arg(long, default_value_t = 50)]
    minutes: u64,
}

/// One of the parts that all inputs of a kind are divided into.
#[derive(Clone, Copy, Debug)]
struct Part {
    number: u64,
    of: u64,
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, of) = text.split_once('/').ok_or("K/N is meant")?;
        let number = number.parse().map_err(|error| format!("{error}"))?;
        let of = of.parse().map_err(|error| format!("{error}"))?;
        if number < of { Ok(Self { number, of }) } else { Err("K must be below N".to_owned()) }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// When a row runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In both forms.
    Short,
    /// Not in the short one.
    Full,
}

/// A row of the table.
struct Step {
    what: &'static str,
    form: Form,
    run: Run,
}

/// How a row comes about.
enum Run {
    /// An ignored test of the library. Of those that can be divided, a part is run.
    Exhaustive {
        test: &'static str,
        divided: bool,
    },
    /// Ignored unit tests of the library, one for each pair of encodings.
    EveryLane,
    /// The unit tests of the library on a target that continuous integration has no time for.
    Target(&'static str),
    /// All daily tests of the library, which sample then.
    Thorough,
    /// Tests of the tool, by the beginnings of their names, those that take minutes, too.
    Faults(&'static str),
    /// A fuzz target.
    Fuzz(&'static str),
    /// Tests of the library under AddressSanitizer: arguments of `cargo test`.
    Address(&'static str),
    /// Tests of the tool under ThreadSanitizer: arguments of `cargo test`.
    Thread(&'static str),
    /// Files of the tool's own making, many or big, and what others make of them.
    ManyFiles,
    BigFile,
    Dependencies,
    /// The long form of `cargo xtask test-c`.
    CLibrary,
    /// 1 GB on a Spark of this machine, one of whose executors is killed.
    Spark,
    /// The wheel of manylinux and the source distribution, installed and tested.
    Wheel,
    /// PostgreSQL and MariaDB are asked what they take.
    Databases,
    /// Each crate from its own package.
    Packages,
    /// What is released is built in two folders.
    Twice,
    Windows,
    /// Tests of the C library that take samples every day.
    Iconv,
    Simdutf,
}

const fn exhaustive(what: &'static str, form: Form, test: &'static str, divided: bool) -> Step {
    Step { what, form, run: Run::Exhaustive { test, divided } }
}

const fn step(what: &'static str, form: Form, run: Run) -> Step {
    Step { what, form, run }
}

/// All there is. What matters most comes first, as time may run out.
const STEPS: &[Step] = &[
    step("licences and sources of dependencies", Form::Short, Run::Dependencies),
    step("load: many small files", Form::Short, Run::ManyFiles),
    step("load: one big file", Form::Short, Run::BigFile),
    step("faults: killed, told to end", Form::Full, Run::Faults("killed::")),
    step("faults: files that change, permissions lost", Form::Full, Run::Faults("disturbed::")),
    step("faults: too little, too much", Form::Full, Run::Faults("scarce::")),
    step("faults: nobody listens", Form::Full, Run::Faults("unheard::")),
    step("faults: others", Form::Full, Run::Faults("faults:: replace::")),
    step("hostile bytes, names, arguments", Form::Full, Run::Faults("hostile::")),
    step("fuzz: validate", Form::Full, Run::Fuzz("validate")),
    step("fuzz: errors", Form::Full, Run::Fuzz("errors")),
    step("fuzz: code points", Form::Full, Run::Fuzz("code_points")),
    step("fuzz: counts", Form::Full, Run::Fuzz("counts")),
    step("fuzz: convert", Form::Full, Run::Fuzz("convert")),
    step("fuzz: stream", Form::Full, Run::Fuzz("stream")),
    step("fuzz: escape", Form::Full, Run::Fuzz("escape")),
    step("fuzz: mojibake", Form::Full, Run::Fuzz("mojibake")),
    step("fuzz: repair", Form::Full, Run::Fuzz("repair")),
    step("fuzz: transcoder", Form::Full, Run::Fuzz("transcoder")),
    step("fuzz: decoder", Form::Full, Run::Fuzz("decoder")),
    step("fuzz: validator", Form::Full, Run::Fuzz("validator")),
    step("fuzz: io", Form::Full, Run::Fuzz("io")),
    step("fuzz: framed", Form::Full, Run::Fuzz("framed")),
    step("fuzz: labels", Form::Full, Run::Fuzz("labels")),
    step("fuzz: order", Form::Full, Run::Fuzz("order")),
    step("fuzz: columns", Form::Full, Run::Fuzz("columns")),
    step("fuzz: detect", Form::Full, Run::Fuzz("detect")),
    step("fuzz: anatomy", Form::Full, Run::Fuzz("anatomy")),
    step("fuzz: paste", Form::Full, Run::Fuzz("paste")),
    step("fuzz: profiles", Form::Full, Run::Fuzz("profile")),
    step("fuzz: records", Form::Full, Run::Fuzz("records")),
    step("fuzz: archives", Form::Full, Run::Fuzz("archives")),
    step("fuzz: rules of projects", Form::Full, Run::Fuzz("rules")),
    step("fuzz: the C functions", Form::Full, Run::Fuzz("c_functions")),
    step("fuzz: page", Form::Full, Run::Fuzz("page")),
    step(
        "AddressSanitizer: conversions, repair, escapes, guard pages",
        Form::Full,
        Run::Address("--test all -- guard_pages:: transcode:: repair:: escape:: cut::"),
    ),
    step("ThreadSanitizer: the parallel check", Form::Full, Run::Thread("--bin placemat check::")),
    step("ThreadSanitizer: check as it is used", Form::Full, Run::Thread("--test cli check::")),
    step("tests of the library, with nothing sampled", Form::Full, Run::Thorough),
    step("the C library, by sanitizers, valgrind, CMake", Form::Full, Run::CLibrary),
    step("iconv, call by call against glibc's", Form::Full, Run::Iconv),
    step("the C library's answers against simdutf's", Form::Full, Run::Simdutf),
    step("Spark: 1 GB, and an executor that is killed", Form::Full, Run::Spark),
    step("Python: wheel of manylinux, source distribution", Form::Full, Run::Wheel),
    step("profiles against PostgreSQL, libxml2 and MariaDB", Form::Full, Run::Databases),
    step("crates, each built from its package", Form::Full, Run::Packages),
    step("release: the same bytes in two folders", Form::Full, Run::Twice),
    step("the tool for Windows, by wine", Form::Full, Run::Windows),
    step("unit tests on s390x, big-endian", Form::Full, Run::Target("s390x")),
    exhaustive(
        "every 2 bytes, validated at every lane",
        Form::Full,
        "exhaustive::two_bytes_at_every_lane",
        false,
    ),
    exhaustive(
        "every 3 bytes alone",
        Form::Full,
        "exhaustive::all_of_up_to_three_bytes_alone",
        false,
    ),
    exhaustive(
        "every 3 bytes, validated at every lane",
        Form::Full,
        "exhaustive::three_bytes_at_every_lane",
        false,
    ),
    exhaustive("every 4 bytes, validated", Form::Full, "exhaustive::four_bytes_validated", true),
    exhaustive("every 4 bytes, decoded", Form::Full, "exhaustive::four_bytes_decoded", true),
    exhaustive(
        "every pair of UTF-16 units, converted",
        Form::Full,
        "exhaustive_units::every_pair_of_utf16_units",
        true,
    ),
    exhaustive(
        "every UTF-32 unit, converted",
        Form::Full,
        "exhaustive_units::every_utf32_unit",
        true,
    ),
    exhaustive(
        "random splits of text, every pair and policy",
        Form::Full,
        "stream::random_splits_of_every_pair_and_policy",
        false,
    ),
    step("every value at every lane, each pair that has a kernel", Form::Full, Run::EveryLane),
];

/// What came of a row.
enum Came {
    Passed { many: String },
    Failed { why: String },
    NotRun { why: String },
}

/// What is not there, and whether it must be: `PLACEMAT_EXPECT` is the list of what must.
fn missing(word: &str, what: &str) -> Came {
    if shell::is_expected(word) {
        return Came::Failed { why: format!("{what}, and PLACEMAT_EXPECT names {word}") };
    }
    Came::NotRun { why: what.to_owned() }
}

/// Whether a program is there, and does what it is asked for.
fn is_there(program: &str, arguments: &str) -> bool {
    let mut command = Command::new(program);
    command.args(arguments.split(' ')).current_dir(shell::root());
    command.output().is_ok_and(|output| output.status.success())
}

/// Runs the rows, and prints the table last.
pub(crate) fn run(options: &Options) -> Result<()> {
    // What is there now; it may be another commit in the end.
    let (start, heading) = (Instant::now(), heading());
    let mut rows = Vec::new();
    for step in STEPS {
        if options.only.as_ref().is_some_and(|only| !step.what.contains(only)) {
            continue;
        }
        println!("\n==== {} ====", step.what);
        let since = Instant::now();
        let came = if options.short && step.form == Form::Full {
            Came::NotRun { why: "not in the short form".to_owned() }
        } else if start.elapsed() > Duration::from_secs(60 * options.minutes) {
            Came::NotRun { why: format!("{} minutes were over", options.minutes) }
        } else {
            run_step(&step.run, options)
                .unwrap_or_else(|error| Came::Failed { why: format!("{error:#}") })
        };
        let row = Row { what: step.what, came, time: since.elapsed() };
        println!("{row}");
        rows.push(row);
    }
    if rows.is_empty() {
        bail!("no row contains that");
    }
    println!("\n{heading}");
    println!("\n| what | how many | result | time |\n|---|---|---|---|");
    rows.iter().for_each(|row| println!("{row}"));
    let failed = rows.iter().filter(|row| matches!(row.came, Came::Failed { .. })).count();
    println!("\n{failed} failed, in {} s", start.elapsed().as_secs());
    if failed > 0 {
        bail!("{failed} rows failed");
    }
    Ok(())
}

struct Row {
    what: &'static str,
    came: Came,
    time: Duration,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, came, time } = self;
        let (many, result) = match came {
            Came::Passed { many } => (many.as_str(), "passed".to_owned()),
            Came::Failed { why } => ("", format!("**failed**: {}", why.replace('\n', " "))),
            Came::NotRun { why } => return write!(f, "| {what} | | not run: {why} | |"),
        };
        write!(f, "| {what} | {many} | {result} | {} s |", time.as_secs())
    }
}

/// Where and on what the table was made.
fn heading() -> String {
    let text = |program: &str, arguments: &str| {
        let output = Command::new(program)
            .args(arguments.split(' '))
            .current_dir(shell::root())
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        output.unwrap_or_default()
    };
    let changed = text("git", "status --porcelain --untracked-files=no");
    let changed = if changed.is_empty() { "" } else { ", with changes" };
    let commit = text("git", "rev-parse --short HEAD");
    let levels: Vec<_> = placemat::level::available().map(|level| level.to_string()).collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "At commit {commit}{changed}, on {processors} processors with {}, {}:",
        levels.join(", "),
        text("date", "-u +%F")
    )
}

fn run_step(run: &Run, options: &Options) -> Result<Came> {
    match *run {
        Run::Exhaustive { test, divided } => {
            programs::exhaustive(test, divided.then_some(options.part))
        }
        Run::EveryLane => programs::every_lane(),
        Run::Target(name) => programs::target(name),
        Run::CLibrary => programs::c_library(),
        Run::Iconv => programs::sampled("--package placemat-capi --test iconv"),
        Run::Simdutf => {
            programs::sampled("--manifest-path bench/Cargo.toml --release --test simdutf")
        }
        Run::Spark => programs::spark(),
        Run::Wheel => {
            wheel::make_and_check().map(|many| Came::Passed { many: format!("{many} tests") })
        }
        Run::Databases => programs::databases(),
        Run::Packages => release::packages().map(|()| Came::Passed { many: "5 crates".to_owned() }),
        Run::Twice => release::twice().map(|()| Came::Passed { many: "2 files".to_owned() }),
        Run::Windows if !is_there("wine", "--version") => Ok(missing("wine", "no wine")),
        Run::Windows => windows::run().map(|()| Came::Passed { many: "tests".to_owned() }),
        Run::Thorough => programs::thorough(),
        Run::Faults(filters) => programs::faults(filters),
        Run::Fuzz(target) => fuzz::run(target, options.fuzz_seconds),
        Run::Address(arguments) => programs::address(arguments),
        Run::Thread(arguments) => programs::thread(arguments),
        Run::ManyFiles => load::many_files(options.short),
        Run::BigFile => load::big_file(options.short),
        Run::Dependencies => {
            let many = dependencies::check().context("see docs/dependencies.md")?;
            Ok(Came::Passed { many: format!("{many} packages") })
        }
    }
}

/// `1,234,567`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Part, thousands};

    #[test]
    fn parts_and_numbers() {
        assert_eq!("3/16".parse::<Part>().unwrap().to_string(), "3/16");
        assert!("16/16".parse::<Part>().is_err() && "x".parse::<Part>().is_err());
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
