//! The Python package: its wheel is built and installed as a person would, into a virtual environment of
//! its own, and there its tests and its types are checked.

use std::process::Command;

use anyhow::Result;

use super::Total;
use crate::shell;

/// Where the package is.
const PACKAGE: &str = "crates/placemat-python";

/// Libraries that tests hand columns to.
const LIBRARIES: &[&str] = &["numpy", "polars", "duckdb", "datafusion", "pandas>=3", "pyspark"];

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

/// Installs the package, and runs what checks it.
pub(super) fn run(total: &mut Total) -> Result<()> {
    let environment = shell::root().join(ENVIRONMENT);
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    // The step that looks for calls has built the tool: the same program with its symbols.
    let tool = shell::root().join("target/traced/placemat");
    let mut install = program("pip");
    if tool.exists() {
        install.env("PLACEMAT_TOOL", tool);
    }
    shell::run(install.args(["install", "--quiet", ".[test]"]).args(LIBRARIES))?;
    shell::run_reading(&mut program("pytest"), |line| total.add_pytest(line))?;
    shell::run(&mut program("mypy"))
}
