//! The C tests on other processors: built by Debian's cross compilers, run by qemu, or by this processor
//! where it can. One has 32-bit addresses, and so lengths.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};

use super::test::{Link, WARNINGS};
use super::{folder, target};
use crate::{shell, side_by_side};

/// A processor, and how its programs are made and run on this machine.
struct Processor {
    /// As rustc names it.
    triple: &'static str,
    /// As Debian's packages name it; the folder of its C library in /usr, too.
    debian: &'static str,
    /// What runs a program that is linked statically, if this processor does not.
    runner: Option<&'static str>,
    /// What loads shared libraries, from that folder.
    loader: &'static str,
    /// Files that must be there, and the packages of Debian that have them.
    needs: &'static [(&'static str, &'static str)],
}

const PROCESSORS: &[Processor] = &[
    Processor {
        triple: "aarch64-unknown-linux-gnu",
        debian: "aarch64-linux-gnu",
        runner: Some("qemu-aarch64-static"),
        loader: "ld-linux-aarch64.so.1",
        needs: &[
            ("/usr/bin/aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
            ("/usr/aarch64-linux-gnu/lib/libc.a", "libc6-dev-arm64-cross"),
            ("/usr/bin/qemu-aarch64-static", "qemu-user-static"),
        ],
    },
    Processor {
        triple: "i686-unknown-linux-gnu",
        debian: "i686-linux-gnu",
        runner: None,
        loader: "ld-linux.so.2",
        needs: &[
            ("/usr/bin/i686-linux-gnu-gcc", "gcc-i686-linux-gnu"),
            ("/usr/i686-linux-gnu/lib/libc.a", "libc6-dev-i386-cross"),
        ],
    },
];

/// Every C program, linked with the static and with the shared library; `long`, the long ones, too. Returns
/// how many passed.
pub(super) fn run(long: bool) -> Result<usize> {
    let passed = AtomicUsize::new(0);
    side_by_side::each(PROCESSORS, |processor| {
        match processor.check_needs() {
            Ok(()) => _ = passed.fetch_add(processor.test(long)?, Ordering::Relaxed),
            Err(error) if shell::is_expected("c-targets") => return Err(error),
            Err(error) => println!("LEFT OUT, not tested on this machine: {error}"),
        }
        Ok(())
    })?;
    Ok(passed.into_inner())
}

impl Processor {
    fn check_needs(&self) -> Result<()> {
        shell::check_needs(self.triple, self.needs)?;
        let mut rustc = Command::new("rustc");
        let std = shell::output(rustc.args(["--print", "target-libdir", "--target", self.triple]))?;
        let triple = self.triple;
        ensure!(Path::new(std.trim()).exists(), "{triple} needs `rustup target add {triple}`");
        Ok(())
    }

    fn test(&self, long: bool) -> Result<usize> {
        let lib = self.build(long)?;
        // Gigabytes take an emulator too long.
        let mut sources = super::test::sources(long && self.runner.is_none())?;
        // No cross compiler for C++ is asked for.
        sources.retain(|source| source.extension().is_some_and(|extension| extension == "c"));
        for source in &sources {
            for link in [Link::Static, Link::Shared] {
                let program = self.compile(source, link, &lib)?;
                super::test::start(self.command(&program, link, &lib), source)?;
            }
        }
        Ok(2 * sources.len())
    }

    /// Builds both libraries, with the checks of a debug build, and returns where they are.
    fn build(&self, long: bool) -> Result<PathBuf> {
        let folder = target().join("c-processors").join(self.triple);
        let mut command = shell::cargo(["rustc", "--package", "placemat-capi"]);
        command.args([
            "--profile",
            "targets",
            "--crate-type",
            "cdylib",
            "--crate-type",
            "staticlib",
        ]);
        if !long {
            // Compiled in half the time, and the programs are short.
            command.args(["--config", "profile.targets.opt-level=0"]);
        }
        command.args(["--target", self.triple, "--target-dir"]).arg(&folder);
        let linker = self.triple.replace('-', "_").to_uppercase();
        command.env(format!("CARGO_TARGET_{linker}_LINKER"), format!("{}-gcc", self.debian));
        // What only vectors need is no warning where there are none.
        command.env(format!("CARGO_TARGET_{linker}_RUSTFLAGS"), "-Adead_code");
        shell::run(&mut command)?;
        Ok(folder.join(self.triple).join("targets"))
    }

    fn compile(&self, source: &Path, link: Link, lib: &Path) -> Result<PathBuf> {
        let name = source.file_stem().context("a source has a name")?.to_string_lossy();
        let program = lib.join(format!("{name}-{link:?}"));
        let mut command = Command::new(format!("{}-gcc", self.debian));
        command.args(["-std=c11", "-O1"]).args(WARNINGS).arg("-I").arg(folder().join("include"));
        command.arg(source).arg("-o").arg(&program);
        match link {
            Link::Static => command.arg("-static").arg(lib.join("libplacemat_capi.a")),
            Link::Shared => command.arg(lib.join("libplacemat_capi.so")),
        };
        shell::run(command.args(["-lpthread", "-ldl", "-lm"]))?;
        Ok(program)
    }

    /// A program, by what runs it: one that is shared by its loader.
    fn command(&self, program: &Path, link: Link, lib: &Path) -> Command {
        let mut words: Vec<OsString> = self.runner.iter().map(Into::into).collect();
        if link == Link::Shared {
            let system = Path::new("/usr").join(self.debian).join("lib");
            words.push(system.join(self.loader).into());
            words.push("--library-path".into());
            words.push(format!("{}:{}", system.display(), lib.display()).into());
        }
        words.push(program.into());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }
}
