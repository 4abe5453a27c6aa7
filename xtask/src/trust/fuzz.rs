//! Rows that are fuzz targets: executions, as libFuzzer counts them.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Came, is_there, missing, thousands};
use crate::shell;

pub(super) fn run(target: &str, seconds: u32) -> Result<Came> {
    if !is_there("cargo", "+nightly fuzz --version") {
        return Ok(missing("fuzz", "no cargo-fuzz on a nightly toolchain"));
    }
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(shell::root().join(&corpus)).context("no folder for the corpus")?;
    let mut command = Command::new("cargo");
    command.current_dir(shell::root());
    command.args(["+nightly", "fuzz", "run", target, &corpus, "fuzz/seeds", "--"]);
    command.args([format!("-max_total_time={seconds}"), "-print_final_stats=1".to_owned()]);
    // This program's cargo is another one.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    let mut executed = None;
    shell::run_reading_both(&mut command, |line| executed = executions(line).or(executed))?;
    let executed = executed.context("libFuzzer did not say how many executions there were")?;
    Ok(Came::Passed { many: format!("{} executions", thousands(executed)) })
}

/// The number in `stat::number_of_executed_units: 1234`.
fn executions(line: &str) -> Option<u64> {
    line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::executions;

    #[test]
    fn executions_are_found() {
        assert_eq!(executions("stat::number_of_executed_units: 2097152"), Some(2_097_152));
        assert_eq!(executions("Done 2097152 runs in 6 second(s)"), None);
    }
}
