//! `cargo xtask bench-wasm`: placemat in WebAssembly, with simd128 and without, against what node has.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::targets::{CARGO, RUSTC};
use crate::{corpus, shell};

/// The texts, of the corpora of `cargo xtask corpus`.
const TEXTS: [&str; 5] = ["english", "french", "russian", "chinese", "emoji"];

/// Builds both programs and measures them in one process of node.
pub(crate) fn run() -> Result<()> {
    let simd = build("simd128", "-Ctarget-feature=+simd128")?;
    let scalar = build("scalar", "")?;
    corpus::make(false)?;
    let mut node = Command::new("node");
    node.current_dir(shell::root()).args(["bench/wasm/bench.mjs".into(), simd, scalar]);
    shell::run(node.args(TEXTS.map(|text| format!("target/corpus/prose/{text}.utf8.txt"))))
}

/// The program, built by Debian's Rust with `flags`, as `cargo xtask test-targets` builds: its source
/// has the core library of this target.
fn build(name: &str, flags: &str) -> Result<PathBuf> {
    let folder = shell::root().join("target/bench-wasm").join(name);
    let mut command = Command::new(CARGO);
    command
        .current_dir(shell::root())
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
        .args(["build", "--release", "--manifest-path", "bench/wasm/Cargo.toml"])
        .args(["--target", "wasm32-unknown-unknown", "-Zbuild-std=core", "--target-dir"])
        .arg(&folder);
    shell::run(&mut command)?;
    Ok(folder.join("wasm32-unknown-unknown/release/placemat_bench_wasm.wasm"))
}
