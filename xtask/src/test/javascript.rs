//! The npm package: its tests, its types, and its tarball in a fresh folder.

use std::process::Command;

use anyhow::Result;

use super::Total;
use crate::{shell, web};

/// Builds the package, and runs what checks it.
pub(super) fn run(total: &mut Total) -> Result<()> {
    web::build_package()?;
    shell::run(web::in_package("npm").args(["ci", "--silent"]))?;
    let mut tests: Command = web::in_package("node");
    tests.args(["--test", "--test-reporter=tap", "test/"]);
    shell::run_reading(&mut tests, |line| total.add(line))
}
