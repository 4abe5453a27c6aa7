//! `cargo xtask web`: placemat for JavaScript.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::shell;
use crate::targets::{CARGO, RUSTC};

/// Options of `cargo xtask web`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the programs of WebAssembly; where they are is printed.
    #[arg(long)]
    wasm_only: bool,
}

/// Builds what is asked for.
pub(crate) fn run(options: &Options) -> Result<()> {
    let Options { wasm_only: true } = options else {
        anyhow::bail!("there is no page yet: --wasm-only");
    };
    for features in ["", "detect"] {
        println!("{}", build_wasm(features)?.display());
    }
    Ok(())
}

/// The crate placemat-wasm as a program, built by Debian's Rust as `cargo xtask test-targets` builds: its
/// source has the standard library of this target. Each set of features has a file of its own.
pub(crate) fn build_wasm(features: &str) -> Result<PathBuf> {
    let target = shell::root().join("target/web");
    let mut command = Command::new(CARGO);
    command
        .current_dir(shell::root())
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=262144")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
        .args(["rustc", "--package", "placemat-wasm", "--lib", "--crate-type", "cdylib"])
        .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
        .args(["-Zbuild-std=std,panic_abort", "--features", features, "--target-dir"])
        .arg(&target);
    shell::run(&mut command)?;
    let built = target.join("wasm32-unknown-unknown/wasm/placemat_wasm.wasm");
    let name = if features.is_empty() { "placemat" } else { features };
    let path = target.join(name).with_extension("wasm");
    std::fs::copy(built, &path)?;
    Ok(path)
}
