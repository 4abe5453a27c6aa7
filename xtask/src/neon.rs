//! `cargo xtask count-neon`: how many instructions conversions take on aarch64, beside simdutf's:
//! qemu counts them, where there is no such processor to measure time on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::targets::{CARGO, RUSTC, STATIC};
use crate::{corpus, shell};

/// Files that must be there, and the packages of Debian that have them.
const NEEDS: &[(&str, &str)] = &[
    (CARGO, "cargo-web"),
    (RUSTC, "rustc-web"),
    (
        "/usr/lib/rustlib/aarch64-unknown-linux-gnu",
        "libstd-rust-web-dev:arm64 (after dpkg --add-architecture arm64)",
    ),
    ("/usr/bin/aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"),
    ("/usr/bin/qemu-aarch64-static", "qemu-user-static"),
];

const OPERATIONS: &[&str] = &[
    "validate_utf8",
    "validate_utf16",
    "utf8_to_utf16le",
    "utf16le_to_utf8",
    "utf8_to_utf32",
    "utf32_to_utf8",
    "utf16le_to_utf32",
    "utf32_to_utf16le",
    "latin1_to_utf8",
];

const TEXTS: &[&str] = &["english", "german", "russian", "chinese", "emoji"];

/// How much of a text is converted: qemu writes a line for each instruction.
const SIZE: usize = 16_000;

/// Prints a table: instructions per byte of UTF-8, and how many times as many simdutf takes.
pub(crate) fn run() -> Result<()> {
    shell::check_needs("count-neon", NEEDS)?;
    let program = build()?;
    corpus::make(false)?;
    println!("| operation | {} |", TEXTS.join(" | "));
    println!("|---|{}", "---:|".repeat(TEXTS.len()));
    for operation in OPERATIONS {
        print!("| `{operation}` |");
        for text in TEXTS {
            if operation.starts_with("latin1") && !["english", "german"].contains(text) {
                print!(" |");
                continue;
            }
            let corpus = shell::root().join(format!("target/corpus/prose/{text}.utf8.txt"));
            let all = fs::read_to_string(corpus)?;
            let part = &all[..placemat::utf8::floor_boundary(all.as_bytes(), SIZE)];
            let file = program.with_file_name("text");
            fs::write(&file, part)?;
            let count = |who| once(&program, operation, who, &file);
            let (ours, theirs) = (count("placemat")?, count("simdutf")?);
            print!(" {:.2} ({:.2}) |", ours / part.len() as f64, theirs / ours);
        }
        println!();
    }
    Ok(())
}

/// The program, built by Debian's Rust, which has the standard library of that processor.
fn build() -> Result<PathBuf> {
    let folder = shell::root().join("target/count-neon");
    let mut command = Command::new(CARGO);
    command
        .current_dir(shell::root())
        .env("RUSTC", RUSTC)
        .env("RUSTFLAGS", STATIC)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env("CXX_aarch64_unknown_linux_gnu", "aarch64-linux-gnu-g++")
        .args(["build", "--release", "--manifest-path", "bench/neon/Cargo.toml"])
        .args(["--target", "aarch64-unknown-linux-gnu", "--target-dir"])
        .arg(&folder);
    shell::run(&mut command)?;
    Ok(folder.join("aarch64-unknown-linux-gnu/release/placemat-count-neon"))
}

/// What the operation takes once: twice, less once.
fn once(program: &Path, operation: &str, who: &str, file: &Path) -> Result<f64> {
    let count = |times: &str| -> Result<f64> {
        let log = program.with_file_name("executed");
        let mut command = Command::new("qemu-aarch64-static");
        command.args(["-singlestep", "-d", "exec,nochain", "-D"]).arg(&log);
        command.arg(program).args([operation, who]).arg(file).arg(times);
        let done = command.status()?;
        ensure!(done.success(), "{operation} by {who}: {done}");
        Ok(fs::read(&log)?.iter().filter(|&&byte| byte == b'\n').count() as f64)
    };
    Ok(count("2")? - count("1")?)
}
