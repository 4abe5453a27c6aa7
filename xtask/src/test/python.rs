//! Columns and the Python package, which share a workspace: what is Rust there, and the package, built as a wheel and
//! installed into a virtual environment of its own, where its tests and its types are checked.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use super::Total;
use crate::shell;

/// Where the package is.
pub(crate) const PACKAGE: &str = "crates/placemat-python";

/// Libraries that tests hand columns to.
pub(crate) const LIBRARIES: &[&str] =
    &["numpy", "polars", "duckdb", "datafusion", "nanoarrow", "pandas>=3"];

/// What tests and checks the package, beside [`LIBRARIES`].
const CHECKERS: &[&str] = &["pytest", "mypy", "pyarrow>=15"];
const SPARK: &[&str] = &["pyspark>=4.1"];

/// The environment that it is installed in.
const ENVIRONMENT: &str = "target/python";

/// A program of that environment; none if it was not made yet.
pub(crate) fn installed(name: &str) -> Option<Command> {
    let path = shell::root().join(ENVIRONMENT).join("bin").join(name);
    path.exists().then(|| program(name))
}

fn program(name: &str) -> Command {
    let mut command = Command::new(shell::root().join(ENVIRONMENT).join("bin").join(name));
    command.current_dir(shell::root().join(PACKAGE)).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    command
}

/// Checks the Rust, installs the package, and runs what checks it. Libraries are downloaded while the
/// processors compile.
pub(super) fn run(total: &mut Total) -> Result<()> {
    shell::run(
        Command::new("python3").args(["-m", "venv", ENVIRONMENT]).current_dir(shell::root()),
    )?;
    let wheel = thread::scope(|scope| {
        let libraries = scope.spawn(install_libraries);
        let wheel = columns(total).and_then(|()| wheel());
        libraries.join().expect("it does not panic").and(wheel)
    })?;
    let mut install = program("pip");
    install.args(["install", "--quiet", "--no-deps", "--no-index", "--force-reinstall"]).arg(wheel);
    shell::run(&mut install)?;
    shell::run_reading(&mut program("pytest"), |line| total.add(line))
}

/// Lints and tests of the Rust.
fn columns(total: &mut Total) -> Result<()> {
    let cargo = |arguments: &str| {
        let mut command = shell::cargo(arguments.split_whitespace());
        command.args(["--profile", "checked", "--workspace", "--manifest-path"]);
        command.arg(format!("{PACKAGE}/Cargo.toml"));
        command
    };
    let mut format = shell::cargo(["fmt", "--all", "--check", "--manifest-path"]);
    shell::run(format.arg(format!("{PACKAGE}/Cargo.toml")))?;
    shell::run(cargo("clippy --all-targets").args(["--", "-D", "warnings"]))?;
    // With the extension, which has no tests there: features are those of the wheel, and nothing is compiled twice.
    shell::run_reading(&mut cargo("test"), |line| total.add(line))
}

/// Builds the wheel.
fn wheel() -> Result<PathBuf> {
    let folder = shell::root().join("target/python-wheel");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut build = program("pip");
    // The step that looks for calls has built the tool: the same program with its symbols.
    let tool = shell::root().join("target/traced/placemat");
    build.env("MATURIN_PEP517_ARGS", "--profile checked");
    if tool.exists() {
        build.env("PLACEMAT_TOOL", tool);
    }
    shell::run(build.args(["wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(&folder).arg("."))?;
    let made = fs::read_dir(&folder)?.next().context("no wheel was made")??;
    Ok(made.path())
}

/// Installs what the tests need, and checks the types, which does not need the wheel.
fn install_libraries() -> Result<()> {
    let install = |packages: &[&str]| {
        let mut pip = program("pip");
        // What is never imported is not compiled.
        pip.args(["install", "--quiet", "--no-compile"]).args(packages);
        pip
    };
    shell::run(install(CHECKERS).args(LIBRARIES))?;
    // A source distribution of 450 MB, which becomes a wheel first: one that is not compressed, in half the time.
    shell::run(install(SPARK).arg("--config-settings=--build-option=--compression=stored"))?;
    shell::run(&mut program("mypy"))
}
