//! `cargo xtask test-targets`: the tests of the library on other processors, by emulators.
//!
//! rustup has the standard library of other targets, and so has Debian, whose packages are what
//! continuous integration can install; where there is none, it is built from its source.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use crate::shell;
use crate::side_by_side::{self, Outcome};
use crate::test::Total;

/// Options of `cargo xtask test-targets`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the targets whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Only the unit tests of the library, and, unless --only names others, only on targets with
    /// vectors of their own: what continuous integration has the time for.
    #[arg(long)]
    short: bool,
    /// Leave out, loudly, the targets that this machine lacks something for, unless the variable
    /// PLACEMAT_EXPECT has the word "targets".
    #[arg(long)]
    installed: bool,
}

/// A target, and how its programs are made and run on this machine.
struct Target {
    name: &'static str,
    /// As rustc names it.
    triple: &'static str,
    /// What must be there, or the tests fail.
    levels: &'static str,
    /// Part of the short form.
    short: bool,
    /// The standard library has no package.
    builds_std: bool,
    linker: &'static str,
    flags: &'static str,
    /// For the library and its tests alone.
    feature: Option<&'static str>,
    /// From the root of the repository; none where this machine runs the programs itself.
    runner: Option<&'static str>,
    /// Files that must be there, and the packages of Debian that have them.
    needs: &'static [(&'static str, &'static str)],
}

/// Linked statically: nothing of the other system is looked for when a program starts, and threads
/// hang in qemu 7.2 with the C library of Debian 12 linked dynamically.
pub(crate) const STATIC: &str = "-Ctarget-feature=+crt-static";

/// The libc of WASI in place of one that comes with rustc. It has no threads, which std mentions
/// and the tests do not start.
const WASI_FLAGS: &str = "-Clink-self-contained=no -Clink-arg=/usr/lib/wasm32-wasi/crt1-command.o \
                          -L/usr/lib/wasm32-wasi -Clink-arg=--unresolved-symbols=ignore-all";

/// Those of the same triple share what is compiled. The slowest is first, as two run at a time.
const TARGETS: &[&[Target]] = &[
    &[Target {
        name: "s390x, big-endian",
        triple: "s390x-unknown-linux-gnu",
        levels: "scalar",
        short: false,
        builds_std: true,
        linker: "s390x-linux-gnu-gcc",
        flags: STATIC,
        feature: None,
        runner: Some("qemu-s390x-static"),
        needs: &[
            (STD_SOURCE, "rust-web-src"),
            ("/usr/bin/s390x-linux-gnu-gcc", "gcc-s390x-linux-gnu"),
            ("/usr/s390x-linux-gnu/lib/libc.a", "libc6-dev-s390x-cross"),
            ("/usr/bin/qemu-s390x-static", "qemu-user-static"),
        ],
    }],
    &[Target {
        name: "aarch64",
        triple: "aarch64-unknown-linux-gnu",
        levels: "scalar,neon",
        short: true,
        builds_std: false,
        linker: "aarch64-linux-gnu-gcc",
        flags: STATIC,
        feature: None,
        runner: Some("qemu-aarch64-static"),
        needs: &[
            (
                "/usr/lib/rustlib/aarch64-unknown-linux-gnu",
                "libstd-rust-web-dev:arm64 (after dpkg --add-architecture arm64)",
            ),
            ("/usr/bin/aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            ("/usr/aarch64-linux-gnu/lib/libc.a", "libc6-dev-arm64-cross"),
            ("/usr/bin/qemu-aarch64-static", "qemu-user-static"),
        ],
    }],
    &[
        Target {
            name: "wasm32 with simd128",
            triple: "wasm32-wasip1",
            levels: "scalar,simd128",
            short: true,
            builds_std: true,
            linker: "wasm-ld",
            flags: WASI_FLAGS,
            feature: Some("simd128"),
            runner: Some("node --no-warnings xtask/src/wasi.mjs"),
            needs: WASI,
        },
        Target {
            name: "wasm32",
            triple: "wasm32-wasip1",
            levels: "scalar",
            short: false,
            builds_std: true,
            linker: "wasm-ld",
            flags: WASI_FLAGS,
            feature: None,
            runner: Some("node --no-warnings xtask/src/wasi.mjs"),
            needs: WASI,
        },
    ],
    &[Target {
        name: "i686, 32 bits",
        triple: "i686-unknown-linux-gnu",
        levels: "scalar",
        short: false,
        builds_std: true,
        linker: "i686-linux-gnu-gcc",
        flags: STATIC,
        feature: None,
        runner: None,
        needs: &[
            (STD_SOURCE, "rust-web-src"),
            ("/usr/bin/i686-linux-gnu-gcc", "gcc-i686-linux-gnu"),
            ("/usr/i686-linux-gnu/lib/libc.a", "libc6-dev-i386-cross"),
        ],
    }],
];

const WASI: &[(&str, &str)] = &[
    (STD_SOURCE, "rust-web-src"),
    ("/usr/bin/wasm-ld", "lld"),
    ("/usr/lib/wasm32-wasi/libc.a", "wasi-libc"),
    ("/usr/bin/node", "nodejs"),
];

/// Debian's Rust, beside whichever one runs this.
pub(crate) const CARGO: &str = "/usr/bin/cargo";
pub(crate) const RUSTC: &str = "/usr/bin/rustc";
const STD_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/std";

/// Builds and runs the tests of every target, and prints the sum of the results.
pub(crate) fn run(options: &Options) -> Result<()> {
    let chosen = |target: &&Target| match &options.only {
        Some(only) => target.name.contains(only.as_str()),
        None => target.short || !options.short,
    };
    let mut groups = Vec::new();
    for group in TARGETS {
        let mut able = Vec::new();
        for target in group.iter().filter(chosen) {
            match target.check_needs() {
                Ok(()) => able.push(target),
                Err(error) if options.installed && !shell::is_expected("targets") => {
                    println!("LEFT OUT, not tested on this machine: {error}");
                }
                Err(error) => return Err(error),
            }
        }
        groups.push(able);
    }

    let total = Mutex::new(Total::default());
    let result = side_by_side::each(&groups, |group| {
        // Those of one triple share a folder.
        group.iter().try_for_each(|target| target.test(options.short, &total))
    });
    println!("{}", total.into_inner().unwrap_or_else(PoisonError::into_inner));
    result
}

impl Target {
    /// Whether this machine has what it takes.
    fn check_needs(&self) -> Result<()> {
        let rust = [(CARGO, "cargo-web"), (RUSTC, "rustc-web")];
        shell::check_needs(self.name, rust.iter().chain(self.needs))
    }

    /// Compiles and runs; what both print is told when they are done.
    fn test(&self, short: bool, total: &Mutex<Total>) -> Result<()> {
        let command = self.cargo_test(short);
        println!("{}: {}", self.name, shell::shown(&command));
        Outcome::of(command)?.print(&format!("tests on {}", self.name), total)
    }

    fn cargo_test(&self, short: bool) -> Command {
        let mut command = Command::new(CARGO);
        let variable = |what: &str| {
            format!("CARGO_TARGET_{}_{what}", self.triple.replace('-', "_").to_uppercase())
        };
        command
            .current_dir(shell::root())
            .env("RUSTC", RUSTC)
            .env(variable("LINKER"), self.linker)
            .env(variable("RUSTFLAGS"), format!("--cfg=placemat_targets {}", self.flags))
            .env("PLACEMAT_EXPECT_LEVELS", self.levels)
            // Long tests take samples.
            .env("PLACEMAT_EMULATED", "1")
            .env("RUST_BACKTRACE", "0")
            // The modules of one program would change each other's level; and another target runs
            // on the other processor.
            .env("RUST_TEST_THREADS", "1")
            .args(["test", "--package", "placemat", "--profile", "targets", "--target"])
            .arg(self.triple)
            .arg("--target-dir")
            .arg(shell::root().join("target/targets").join(self.triple))
            .arg("--lib");
        if !short {
            command.args(["--test", "all", "--test", "core_only"]);
        }
        if let Some(runner) = self.runner {
            // Tests run elsewhere: the paths of files in the repository are whole.
            let root = format!("{}/xtask/", shell::root().display());
            command.env(variable("RUNNER"), runner.replace("xtask/", &root));
        }
        if self.builds_std {
            let panic = if self.triple.starts_with("wasm") { "abort" } else { "unwind" };
            command.env("RUSTC_BOOTSTRAP", "1").arg(format!("-Zbuild-std=std,panic_{panic}"));
        }
        if short && !self.runner.is_some_and(|runner| runner.starts_with("qemu")) {
            // The unit tests are fast enough without, and compiled in half the time.
            command.args(["--config", "profile.targets.opt-level=0"]);
        }
        if let Some(feature) = self.feature {
            let flags = format!(
                "profile.targets.package.placemat.rustflags=[\"-Ctarget-feature=+{feature}\"]"
            );
            command.args(["-Zprofile-rustflags", "--config", &flags]);
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use crate::shell;
    use std::fs;

    #[test]
    fn no_test_is_forgotten() {
        let folder = shell::root().join("crates/placemat/tests/all");
        let all = fs::read_to_string(folder.join("main.rs")).unwrap();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(name == "main" || all.contains(&format!("mod {name};\n")), "{name}");
        }
    }
}
