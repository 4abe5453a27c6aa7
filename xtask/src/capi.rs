//! `cargo xtask install-c`: the C library as others link it. It needs cargo and a linker, no more.

mod clients;
mod processors;
mod simdutf;
pub(crate) mod test;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::shell::{self, target};

/// Options of `cargo xtask install-c`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where `include` and `lib` are made.
    #[arg(long)]
    prefix: PathBuf,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    install(&options.prefix, &[])?;
    install_preload(&options.prefix)
}

/// Changes with what a program that is linked already cannot do with.
const SO_VERSION: &str = "0";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `LD_PRELOAD` names.
const PRELOAD: &str = "libplacemat_iconv_preload.so";

/// The folder of the crate.
fn folder() -> PathBuf {
    shell::root().join("crates/placemat-capi")
}

/// Builds, with `more` arguments for cargo, and copies all that belongs to the library.
fn install(prefix: &Path, more: &[&str]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("the names of shared libraries are those of Linux");
    }
    let mut command = shell::cargo(["rustc", "--package", "placemat-capi", "--profile", "capi"]);
    command.args(["--crate-type", "cdylib", "--crate-type", "staticlib"]).args(more);
    command.args(["--", "-C", &format!("link-arg=-Wl,-soname,libplacemat.so.{SO_VERSION}")]);
    shell::run(&mut command)?;

    let [include, lib] = ["include", "lib"].map(|name| prefix.join(name));
    for header in ["placemat.h", "placemat.hpp"] {
        copy(&folder().join("include").join(header), &include.join(header))?;
    }
    let built = target().join("capi");
    copy(&built.join("libplacemat_capi.a"), &lib.join("libplacemat.a"))?;
    let shared = format!("libplacemat.so.{VERSION}");
    copy(&built.join("libplacemat_capi.so"), &lib.join(&shared))?;
    for name in [format!("libplacemat.so.{SO_VERSION}"), "libplacemat.so".to_owned()] {
        let link = lib.join(name);
        if link.symlink_metadata().is_ok() {
            fs::remove_file(&link)?;
        }
        symlink(&shared, &link).with_context(|| format!("making {}", link.display()))?;
    }
    // They find the prefix from where they lie, wherever that is moved.
    for (from, to) in [
        ("placemat.pc", "lib/pkgconfig/placemat.pc"),
        ("placemat-config.cmake", "lib/cmake/placemat/placemat-config.cmake"),
        ("placemat-config-version.cmake", "lib/cmake/placemat/placemat-config-version.cmake"),
    ] {
        let text = fs::read_to_string(folder().join("packages").join(from))?;
        let to = prefix.join(to);
        fs::create_dir_all(to.parent().context("a file in a folder")?)?;
        fs::write(&to, text.replace("@VERSION@", VERSION).replace("@SO_VERSION@", SO_VERSION))?;
    }
    println!("installed in {}", prefix.display());
    Ok(())
}

/// Builds and copies what serves iconv of programs that nobody compiles again.
fn install_preload(prefix: &Path) -> Result<()> {
    let mut command = shell::cargo(["rustc", "--package", "placemat-iconv-preload"]);
    shell::run(command.args(["--profile", "capi", "--crate-type", "cdylib"]))?;
    copy(&target().join("capi").join(PRELOAD), &prefix.join("lib").join(PRELOAD))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file in a folder")?)?;
    fs::copy(from, to)
        .with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
    Ok(())
}
