//! `cargo xtask test-windows`: the tool for Windows, linted, built and tested on this machine, by mingw-w64 and wine. What wine does is
//! what Windows does only as far as anybody has compared them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell;

const TARGET: &str = "x86_64-pc-windows-gnu";

/// Rust asks this library of Windows for random numbers, and wine 8 lacks it: it is made of an older function.
const RANDOM: &str = "#include <windows.h>\n\
    BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);\n\
    __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T len)\n\
    { return SystemFunction036(data, (ULONG)len); }\n";

/// What needs programs that wine has not: git, sh and other shells.
const SKIPPED: [&str; 4] = ["guard_git", "cookbook", "rules::a_filter", "completions::shells"];

pub(crate) fn run() -> Result<()> {
    shell::run(Command::new("rustup").args(["target", "add", TARGET]))?;
    let of_tool = ["--target", TARGET, "--package", "placemat-cli"];
    let mut clippy = shell::cargo(["clippy", "--all-targets"]);
    shell::run(clippy.args(of_tool).args(["--", "-D", "warnings"]))?;
    let mut build = shell::cargo(["test", "--no-run", "--message-format=json-render-diagnostics"]);
    let told = shell::output(build.args(of_tool))?;
    let programs: Vec<PathBuf> = told.lines().filter_map(executable).collect();
    let folder = programs.first().and_then(|program| program.parent()).context("no program")?;
    library(folder)?;
    library(folder.parent().context("a folder of programs")?)?;
    for program in programs.iter().filter(|program| program.starts_with(folder)) {
        let mut wine = Command::new("wine");
        wine.current_dir(shell::root().join("crates/placemat-cli")).arg(program);
        SKIPPED.iter().for_each(|name| _ = wine.args(["--skip", name]));
        wine.env("WINEDEBUG", "-all").env("WINEPREFIX", shell::root().join("target/wine"));
        shell::run(&mut wine)?;
    }
    Ok(())
}

/// The program that a message of cargo tells of, if it has tests.
fn executable(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let is_test = message["profile"]["test"].as_bool()?;
    let path = message["executable"].as_str()?;
    is_test.then(|| PathBuf::from(path))
}

fn library(folder: &Path) -> Result<()> {
    let source = folder.join("random.c");
    fs::write(&source, RANDOM)?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.arg("-shared").arg("-o").arg(folder.join("bcryptprimitives.dll")).arg(&source);
    shell::run(compiler.arg("-ladvapi32"))
}
