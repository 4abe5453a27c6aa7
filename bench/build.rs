//! Hands the compiler's version to the program, which prints it beside its figures.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs");
    println!("cargo::rustc-env=RUSTC_VERSION={}", String::from_utf8_lossy(&version.stdout).trim());
    println!("cargo::rerun-if-changed=build.rs");
}
