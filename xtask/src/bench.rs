//! `cargo xtask bench`: builds the benchmark, which is a workspace of its own, and runs it.

use std::env;
use std::ffi::OsString;

use anyhow::Result;

use crate::{corpus, shell};

/// Options of `cargo xtask bench`. All but `--no-run` go to the benchmark as they are; its own
/// `--help` lists them.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Options {
    /// What to pass on: --quick, --filter X, --json FILE, --corpus DIR, --level LEVEL, --markdown, --no-run.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Makes the corpora if they are missing, builds the benchmark and runs it.
pub(crate) fn run(options: &Options) -> Result<()> {
    let manifest = shell::root().join("bench").join("Cargo.toml");
    let cargo = |verb: &str| {
        let mut cargo = shell::cargo([verb, "--release", "--manifest-path"]);
        cargo.arg(&manifest);
        cargo
    };
    // Building apart from running keeps a machine quiet while it measures.
    shell::run(&mut cargo("build"))?;
    if options.arguments.iter().any(|a| a == "--no-run") {
        return Ok(());
    }
    if !options.arguments.iter().any(|a| a == "--help" || a == "-h") {
        corpus::make(false)?;
    }
    // File names on the command line are relative to where the command was typed.
    let run = &mut cargo("run");
    shell::run(
        run.current_dir(env::current_dir()?).arg("--quiet").arg("--").args(&options.arguments),
    )
}
