//! `cargo xtask test-targets`: the tests of the library on other processors, by emulators.
//!
//! rustup has the standard library of other targets, and so has Debian, whose packages are what
//! continuous integration can install; where there is none, it is built from its source.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell;
use crate::test::Total;

/// Options of `cargo xtask test-targets`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the targets whose name contains this.
    #[arg(long)]
    only: Option<String>,
}

/// A target, and how its programs are made and run on this machine.
struct Target {
    name: &'static str,
    /// As rustc names it.
    triple: &'static str,
    /// What must be there, or the tests fail.
    levels: &'static str,
    /// The standard library has no package.
    builds_std: bool,
    linker: &'static str,
    flags: &'static str,
    /// From the root of the repository.
    runner: &'static str,
    /// Long tests take samples.
    emulated: bool,
    /// Programs that must be there, and the packages of Debian that have them.
    needs: &'static [(&'static str, &'static str)],
}

/// The libc of WASI in place of one that comes with rustc. It has no threads, which std mentions
/// and the tests do not start.
macro_rules! wasi_flags {
    () => {
        "-Clink-self-contained=no -Clink-arg=/usr/lib/wasm32-wasi/crt1-command.o \
         -L/usr/lib/wasm32-wasi -Clink-arg=--unresolved-symbols=ignore-all"
    };
}
const TARGETS: &[Target] = &[
    Target {
        name: "aarch64",
        triple: "aarch64-unknown-linux-gnu",
        levels: "scalar,neon",
        builds_std: false,
        linker: "aarch64-linux-gnu-gcc",
        flags: "",
        runner: "qemu-aarch64-static",
        emulated: true,
        needs: &[
            (
                "/usr/lib/rustlib/aarch64-unknown-linux-gnu",
                "libstd-rust-web-dev:arm64 (after dpkg --add-architecture arm64)",
            ),
            ("/usr/bin/aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            ("/usr/aarch64-linux-gnu/lib/libc.so.6", "libc6-dev-arm64-cross"),
            ("/usr/bin/qemu-aarch64-static", "qemu-user-static"),
        ],
    },
    Target {
        name: "wasm32 with simd128",
        triple: "wasm32-wasip1",
        levels: "scalar,simd128",
        builds_std: true,
        linker: "wasm-ld",
        flags: concat!("-Ctarget-feature=+simd128 ", wasi_flags!()),
        runner: "node --no-warnings xtask/src/wasi.mjs",
        emulated: false,
        needs: WASI,
    },
    Target {
        name: "wasm32",
        triple: "wasm32-wasip1",
        levels: "scalar",
        builds_std: true,
        linker: "wasm-ld",
        flags: wasi_flags!(),
        runner: "node --no-warnings xtask/src/wasi.mjs",
        emulated: false,
        needs: WASI,
    },
];

const WASI: &[(&str, &str)] = &[
    (STD_SOURCE, "rust-web-src"),
    ("/usr/bin/wasm-ld", "lld"),
    ("/usr/lib/wasm32-wasi/libc.a", "wasi-libc"),
    ("/usr/bin/node", "nodejs"),
];

/// Debian's Rust, beside whichever one runs this.
const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const STD_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std";

/// Tests of the library that need what an emulator does not have: all processors for minutes, and
/// another program.
const LEFT_OUT: &[&str] =
    &["exhaustive", "exhaustive_units", "python_family", "python_oracle", "python_policies"];

/// Builds and runs the tests of every target, and prints the sum of the results.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut total = Total::default();
    let result = TARGETS
        .iter()
        .filter(|target| options.only.as_ref().is_none_or(|only| target.name.contains(only)))
        .try_for_each(|target| {
            println!("\n==== tests on {} ====", target.name);
            target.check_needs()?;
            shell::run_reading(&mut target.cargo_test()?, |line| total.add(line))
                .with_context(|| format!("tests on {}", target.name))
        });
    println!("{total}");
    result
}

impl Target {
    /// Whether this machine has what it takes.
    fn check_needs(&self) -> Result<()> {
        let rust = [(CARGO, "cargo-web"), (RUSTC, "rustc-web")];
        for (file, package) in rust.iter().chain(self.needs) {
            if !Path::new(file).exists() {
                bail!("{} needs {file}: Debian's package {package}", self.name);
            }
        }
        Ok(())
    }

    fn cargo_test(&self) -> Result<Command> {
        let mut command = Command::new(CARGO);
        let folder = shell::root().join("target/targets").join(self.name.replace(' ', "-"));
        let variable = |what: &str| {
            format!("CARGO_TARGET_{}_{what}", self.triple.replace('-', "_").to_uppercase())
        };
        command
            .current_dir(shell::root())
            .env("RUSTC", RUSTC)
            .env(variable("LINKER"), self.linker)
            .env(variable("RUSTFLAGS"), self.flags)
            .env(variable("RUNNER"), self.runner_from_root())
            .env("PLACEMAT_EXPECT_LEVELS", self.levels)
            .env("RUST_BACKTRACE", "0")
            .args(["test", "--package", "placemat", "--profile", "targets", "--target"])
            .arg(self.triple)
            .arg("--target-dir")
            .arg(folder);
        if self.emulated {
            command.env("PLACEMAT_EMULATED", "1");
        }
        if self.builds_std {
            let panic = if self.triple.starts_with("wasm") { "abort" } else { "unwind" };
            command.env("RUSTC_BOOTSTRAP", "1").arg(format!("-Zbuild-std=std,panic_{panic}"));
        }
        command.arg("--lib");
        for test in tests()? {
            command.args(["--test", &test]);
        }
        Ok(command)
    }

    /// The runner, with the paths of files in the repository: tests run elsewhere.
    fn runner_from_root(&self) -> String {
        self.runner.replace("xtask/", &format!("{}/xtask/", shell::root().display()))
    }
}

/// The tests beside the library, by name.
fn tests() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(shell::root().join("crates/placemat/tests"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|ext| ext == "rs") && !LEFT_OUT.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
