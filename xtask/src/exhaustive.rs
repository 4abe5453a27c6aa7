//! `cargo xtask exhaustive`: the tests that are complete rather than quick.

use anyhow::Result;

use crate::shell;

/// Options of `cargo xtask exhaustive`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Run only the tests whose name contains this.
    filter: Option<String>,
    /// Run them at this level only.
    #[arg(long)]
    level: Option<placemat::level::Level>,
}

/// Runs the library's ignored tests, in release, with their progress visible.
pub(crate) fn run(options: &Options) -> Result<()> {
    let arguments = "test --release --package placemat --lib --tests -- --ignored --nocapture";
    let mut command = shell::cargo(arguments.split(' '));
    // Else tests that also run every day would take their samples.
    command.env("PLACEMAT_THOROUGH", "1");
    if let Some(level) = options.level {
        command.env("PLACEMAT_ONLY_LEVEL", level.to_string());
    }
    shell::run(command.args(&options.filter))
}
