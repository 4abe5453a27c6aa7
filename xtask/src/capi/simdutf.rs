//! simdutf's class `implementation` on the C functions, compared with simdutf: its C++ is that of the crate
//! that the benchmarks compare with.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::test::WARNINGS;
use super::{folder, target};
use crate::shell;

/// One processor's kernels are enough to compare with, and soon compiled.
const PLAIN: [&str; 3] = [
    "-DSIMDUTF_IMPLEMENTATION_ICELAKE=0",
    "-DSIMDUTF_IMPLEMENTATION_HASWELL=0",
    "-DSIMDUTF_IMPLEMENTATION_WESTMERE=0",
];

/// Returns how many programs passed: one.
pub(super) fn run(lib: &Path) -> Result<usize> {
    let cpp = sources()?;
    let programs = target().join("c-tests");
    let [object, program] = ["simdutf.o", "simdutf"].map(|name| programs.join(name));
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-O1", "-DSIMDUTF_IMPLEMENTATION_FALLBACK=1"]).args(PLAIN);
    shell::run(command.arg("-c").arg(cpp.join("simdutf.cpp")).arg("-o").arg(&object))?;
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-O1"]).args(WARNINGS).arg("-isystem").arg(&cpp);
    command.arg("-I").arg(folder().join("include"));
    command.arg(folder().join("tests/simdutf/compare.cpp")).arg(&object).arg("-o").arg(&program);
    command.arg(lib.join("libplacemat.a")).args(["-lpthread", "-ldl", "-lm"]);
    shell::run(&mut command)?;
    shell::run(&mut Command::new(&program))?;
    Ok(1)
}

/// Where cargo has put the crate.
fn sources() -> Result<PathBuf> {
    let manifest = ["--format-version", "1", "--manifest-path", "bench/Cargo.toml"];
    let metadata = shell::cargo(["metadata"]).args(manifest).output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo names packages")?;
    let simdutf = packages.iter().find(|package| package["name"] == "simdutf");
    let manifest = simdutf.and_then(|package| package["manifest_path"].as_str());
    let manifest = PathBuf::from(manifest.context("bench depends on simdutf")?);
    Ok(manifest.with_file_name("cpp"))
}
