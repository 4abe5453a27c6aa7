//! `cargo xtask web` and `cargo xtask test-web`: the page, which is one file, and its tests in Chromium.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::test::Total;
use crate::{shell, web};

/// Options of `cargo xtask test-web`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// With a file of 1 GB, where the short form has one of 20 MB; and the npm package in bundlers and in Deno, which are
    /// fetched.
    #[arg(long)]
    long: bool,
    /// Make the pictures for docs, and in target/web/shots those of each example in four sizes and both
    /// schemes, in place of the tests.
    #[arg(long)]
    shots: bool,
}

/// The page may be so large.
const MOST: u64 = 1_000_000;

/// Builds the page: where it is.
pub(crate) fn build() -> Result<PathBuf> {
    let program = web::build_wasm("page", "page")?;
    shell::run(in_web("npm").args(["ci", "--silent"]))?;
    let packed = program.with_extension("wasm.gz");
    let mut bytes = Vec::new();
    // Code and tables of many kinds: by 15 blocks, which is usual, the page has 32 KB more.
    let options = zopfli::Options { maximum_block_splits: 250, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Gzip, &*fs::read(&program)?, &mut bytes)?;
    fs::write(&packed, bytes)?;
    let page = shell::root().join("target/web/placemat.html");
    let version = concat!("placemat ", env!("CARGO_PKG_VERSION"));
    shell::run(in_web("node").arg("build.mjs").args([&packed, &page]).arg(version))?;
    let size = fs::metadata(&page)?.len();
    println!("{}: {size} bytes", page.display());
    ensure!(size <= MOST, "the page has {size} bytes; it may have {MOST}");
    Ok(page)
}

/// Builds the page and tests it.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.shots {
        let folder = shell::root().join("target/web/shots");
        fs::create_dir_all(&folder)?;
        let page = build()?;
        return shell::run(
            in_web("node").arg("test/shots.mjs").arg(folder).env("PLACEMAT_PAGE", page),
        );
    }
    let mut total = Total::default();
    let result = test(options.long, &mut total);
    println!("{total}");
    result
}

/// The same, in the form that continuous integration has the time for unless it is `long`.
pub(crate) fn test(long: bool, total: &mut Total) -> Result<()> {
    let page = build()?;
    let mut command = in_web("node");
    command.args(["--test", "--test-reporter=tap", "test/all.mjs"]).env("PLACEMAT_PAGE", page);
    command.env("PLACEMAT_TOOL", tool()?);
    if long {
        command.env("PLACEMAT_LONG", "1");
    }
    shell::run_reading(&mut command, |line| total.add(line))?;
    if long {
        web::build_package()?;
        let mut bundlers = web::in_package("node");
        bundlers.args(["--test", "--test-reporter=tap", "long/"]);
        shell::run_reading(&mut bundlers, |line| total.add(line))?;
    }
    Ok(())
}

/// The tool, as the step "tests" has built it, with the features of the whole workspace: it writes reports, which are
/// pages, too.
fn tool() -> Result<PathBuf> {
    shell::run(&mut shell::cargo(["test", "--workspace", "--no-run", "--quiet", "--test", "cli"]))?;
    Ok(shell::target().join("debug/placemat"))
}

/// A command in the folder of the page.
fn in_web(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(shell::root().join("web"));
    command
}
