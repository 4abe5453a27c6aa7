//! `cargo xtask web`: placemat for JavaScript.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::targets::{CARGO, RUSTC};
use crate::{page, shell};

/// Options of `cargo xtask web`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the programs of WebAssembly that the npm package is made of.
    #[arg(long)]
    wasm_only: bool,
    /// Only the npm package.
    #[arg(long, conflicts_with = "wasm_only")]
    npm: bool,
}

/// Where the package is written.
const PACKAGE: &str = "crates/placemat-wasm/npm";

/// What it is made of: the second is loaded by those who ask for what it has.
const PROGRAMS: [(&str, &str); 2] = [("placemat", "npm"), ("judge", "detect,explain")];

/// With vectors, and without what is for processors that have none. A panic is a trap, without the words that
/// nobody would see.
const FLAGS: &str = "-Ctarget-feature=+simd128 --cfg=placemat_one_level \
                     -Zunstable-options -Cpanic=immediate-abort -Clink-arg=-zstack-size=262144";

/// Builds what is asked for.
pub(crate) fn run(options: &Options) -> Result<()> {
    match options {
        Options { wasm_only: true, .. } => build_programs(),
        Options { npm: true, .. } => build_package(),
        _ => page::build().map(drop),
    }
}

/// The npm package as it is published, in target/web/npm.
pub(crate) fn build_package() -> Result<()> {
    build_programs()?;
    shell::run(in_package("node").arg("build.mjs"))
}

/// Measures the npm package against what node has, and against other packages.
pub(crate) fn bench() -> Result<()> {
    build_package()?;
    shell::run(in_package("npm").args(["ci", "--silent"]))?;
    shell::run(in_package("node").arg("bench/bench.mjs"))
}

/// A command in the folder of the package.
pub(crate) fn in_package(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(shell::root().join(PACKAGE));
    command
}

fn build_programs() -> Result<()> {
    for (name, features) in PROGRAMS {
        println!("{}", build_wasm(name, features)?.display());
    }
    Ok(())
}

/// The crate placemat-wasm with `features` as the program `target/web/NAME.wasm`, built by Debian's Rust as
/// `cargo xtask test-targets` builds: its source has the standard library of this target.
pub(crate) fn build_wasm(name: &str, features: &str) -> Result<PathBuf> {
    let target = shell::root().join("target/web");
    let mut command = Command::new(CARGO);
    command
        .current_dir(shell::root())
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
        .args(["rustc", "--package", "placemat-wasm", "--lib", "--crate-type", "cdylib"])
        .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
        .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=", "--no-default-features"])
        .args(["--features", features, "--target-dir"])
        .arg(&target);
    if features == "page" {
        // One file carries it: all of it is built small.
        for option in [
            "opt-level=\"s\"",
            "codegen-units=1",
            "package.\"*\".opt-level=\"s\"",
            "package.\"*\".codegen-units=1",
            "package.placemat.opt-level=\"s\"",
            "package.encoding_rs.opt-level=\"s\"",
        ] {
            command.args(["--config", &format!("profile.wasm.{option}")]);
        }
    }
    shell::run(&mut command)?;
    let built = target.join("wasm32-unknown-unknown/wasm/placemat_wasm.wasm");
    let path = target.join(name).with_extension("wasm");
    fs::copy(built, &path)?;
    Ok(path)
}
