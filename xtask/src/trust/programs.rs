//! Rows that are tests of cargo: counted by what the test runner says, and by lines of the form
//! `WHAT: 1234 checks in 5.6 s` that long tests print.

use std::process::Command;

use anyhow::{Result, ensure};

use super::{Came, Part, is_there, missing, thousands};
use crate::shell;
use crate::test::{Total, python};

/// The target of this machine, which sanitizers must be told: else build scripts get them, too.
const HOST: &str = if cfg!(target_arch = "aarch64") {
    "aarch64-unknown-linux-gnu"
} else {
    "x86_64-unknown-linux-gnu"
};

pub(super) fn exhaustive(test: &str, part: Option<Part>) -> Result<Came> {
    let mut command = shell::cargo(["test", "--release", "--package", "placemat"]);
    command.args(["--test", "all", "--", "--ignored", "--exact", "--nocapture", test]);
    // Optimised to the end, or it takes six times as long; with the checks of a debug build.
    command.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    command.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true");
    if let Some(part) = part {
        command.env("PLACEMAT_PART", part.to_string());
    }
    let count = Count::of(&mut command)?;
    let of = match part {
        Some(Part { of: 1, .. }) | None => String::new(),
        Some(part) => format!(" (part {part} of all)"),
    };
    Ok(Came::Passed { many: format!("{} checks{of}", thousands(count.checks)) })
}

pub(super) fn every_lane() -> Result<Came> {
    let arguments = "test --release --package placemat --lib -- --ignored every_value_";
    let mut command = shell::cargo(arguments.split(' '));
    command.env("PLACEMAT_THOROUGH", "1");
    Ok(Count::of(&mut command)?.passed())
}

pub(super) fn target(name: &str) -> Result<Came> {
    let mut command = shell::cargo(["xtask", "test-targets", "--short", "--only", name]);
    Ok(Count::of(&mut command)?.passed())
}

pub(super) fn thorough() -> Result<Came> {
    let mut command = shell::cargo(["test", "--package", "placemat", "--lib", "--test", "all"]);
    command.env("PLACEMAT_THOROUGH", "1");
    Ok(Count::of(&mut command)?.passed())
}

pub(super) fn c_library() -> Result<Came> {
    Ok(Count::of(&mut shell::cargo(["xtask", "test-c", "--long"]))?.passed())
}

/// Tests that take samples, without.
pub(super) fn sampled(arguments: &str) -> Result<Came> {
    let mut command = shell::cargo(["test"]);
    command.args(arguments.split(' ')).args(["--", "--nocapture"]).env("PLACEMAT_THOROUGH", "1");
    Ok(Count::of(&mut command)?.passed())
}

/// Servers that are not installed are no part of it, and are named.
pub(super) fn databases() -> Result<Came> {
    for (word, place) in
        [("postgresql", "/usr/lib/postgresql"), ("mariadb-server", "/usr/sbin/mariadbd")]
    {
        if !std::path::Path::new(place).exists() {
            return Ok(missing(word, &format!("{word} of Debian is not installed")));
        }
    }
    let mut command =
        shell::cargo(["test", "--package", "placemat-profile", "--test", "databases"]);
    command.args(["--", "--ignored", "--nocapture"]);
    Ok(Count::of(&mut command)?.passed())
}

/// In the environment that `cargo xtask test` has installed the Python package in.
pub(super) fn spark() -> Result<Came> {
    let Some(mut command) = python::installed("pytest") else {
        return Ok(missing("python", "cargo xtask test --only Python has not run"));
    };
    command.args(["tests/test_spark.py", "--durations=5"]).env("PLACEMAT_SPARK_LONG", "1");
    let mut total = Total::default();
    shell::run_reading(&mut command, |line| total.add(line))?;
    ensure!(total.passed > 0, "no test ran: is Java there?");
    Ok(Came::Passed { many: format!("{} tests", total.passed) })
}

pub(super) fn faults(filters: &str) -> Result<Came> {
    let mut command = shell::cargo(["test", "--package", "placemat-cli", "--test", "cli", "--"]);
    command.args(["--include-ignored", "--nocapture"]).args(filters.split(' '));
    Ok(Count::of(&mut command)?.passed())
}

pub(super) fn address(arguments: &str) -> Result<Came> {
    if !is_there("cargo", "+nightly --version") {
        return Ok(missing("asan", "no nightly toolchain"));
    }
    // The leak checker needs to trace itself, which is not allowed everywhere; no memory that a test
    // loses is the library's.
    let mut command = nightly("address");
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    command.args(["--package", "placemat"]).args(arguments.split(' '));
    Ok(Count::of(&mut command)?.passed())
}

pub(super) fn thread(arguments: &str) -> Result<Came> {
    let source = "lib/rustlib/src/rust/library/Cargo.lock";
    let sysroot = Command::new("rustc").args(["+nightly", "--print", "sysroot"]).output();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let there = |sysroot: String| std::path::Path::new(&sysroot).join(source).exists();
    if !sysroot.is_ok_and(there) {
        return Ok(missing("tsan", "no nightly toolchain with rust-src"));
    }
    let mut command = nightly("thread");
    command.args(["-Zbuild-std", "--package", "placemat-cli"]).args(arguments.split(' '));
    Ok(Count::of(&mut command)?.passed())
}

/// `cargo test` under a sanitizer, in a folder of its own.
fn nightly(sanitizer: &str) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(shell::root()).args(["+nightly", "test", "--target", HOST]);
    command.args(["--target-dir", &format!("target/{sanitizer}-sanitizer")]);
    // This program's cargo is another one.
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"));
    // Hardly optimised code compiles sooner, and is no less checked.
    command
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_TEST_DEBUG", "line-tables-only");
    command
}

/// What test runners say.
#[derive(Default)]
struct Count {
    total: Total,
    checks: u64,
}

impl Count {
    /// Runs the command, and counts; none is an error, as names may have changed.
    fn of(command: &mut Command) -> Result<Self> {
        let mut count = Self::default();
        shell::run_reading(command, |line| {
            count.total.add(line);
            count.checks += checks(line).unwrap_or(0);
        })?;
        ensure!(count.total.passed > 0, "there is no such test");
        Ok(count)
    }

    fn passed(&self) -> Came {
        let checks = match self.checks {
            0 => String::new(),
            checks => format!(", {} checks", thousands(checks)),
        };
        Came::Passed { many: format!("{} tests{checks}", self.total.passed) }
    }
}

/// The number in `WHAT: 1234 checks in 5.6 s`.
fn checks(line: &str) -> Option<u64> {
    let before = line.split_once(" checks in ")?.0;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::checks;

    #[test]
    fn checks_are_found() {
        assert_eq!(checks("4 bytes, avx2: 12884901888 checks in 738.1 s"), Some(12_884_901_888));
        assert_eq!(checks("test a ... 1 bytes: 5 checks in 0.1 s"), Some(5));
        assert_eq!(checks("checks in words"), None);
    }
}
