//! `cargo xtask exhaustive`: the tests that are complete rather than quick.

use anyhow::Result;

use crate::shell;

/// Options of `cargo xtask exhaustive`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only the tests whose name contains this.
    filter: Option<String>,
}

/// Runs the library's ignored tests, in release, with their progress visible.
pub(crate) fn run(options: &Options) -> Result<()> {
    let arguments = "test --release --package placemat --lib --tests -- --ignored --nocapture";
    shell::run(shell::cargo(arguments.split(' ')).args(&options.filter))
}
