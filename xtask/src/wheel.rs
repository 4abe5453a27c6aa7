//! `cargo xtask wheel`: the Python package for people who have no Rust, a wheel that every Linux with glibc
//! 2.17 or later (2012) can install, and for those who have it, the source distribution.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell;
use crate::test::{Total, python};

/// Options of `cargo xtask wheel`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where the two files are put, beside what is there.
    #[arg(long, default_value = "target/wheels")]
    out: PathBuf,
    /// The processor it is for: x86_64, aarch64, ..
    #[arg(long, default_value = env::consts::ARCH)]
    processor: String,
    /// Also install each file in a fresh environment, and run the tests there.
    #[arg(long)]
    test: bool,
}

/// What makes wheels, all of it from PyPI: Zig links to the symbols of an old glibc, auditwheel looks whether that is so.
const MAKERS: [&str; 4] = ["maturin>=1.9,<2", "cargo-zigbuild", "auditwheel", "build"];
const ENVIRONMENT: &str = "target/wheel-makers";

/// The oldest glibc that the standard library of Rust works with.
const GLIBC: &str = "2.17";

pub(crate) fn run(options: &Options) -> Result<()> {
    let files = make(&options.processor)?;
    if options.test {
        check(&files)?;
    }
    let out = shell::root().join(&options.out);
    fs::create_dir_all(&out)?;
    for file in &files {
        let to = out.join(file.file_name().context("it has a name")?);
        let bytes = fs::copy(file, &to)?;
        println!("{} ({bytes} bytes)", to.display());
    }
    Ok(())
}

/// Makes both files, installs them, and runs the tests; how many have passed.
pub(crate) fn make_and_check() -> Result<u64> {
    check(&make(env::consts::ARCH)?)
}

/// Makes the wheel and the source distribution, in a folder of its own: what was made before is not taken for them.
fn make(processor: &str) -> Result<[PathBuf; 2]> {
    let out = &shell::root().join("target/wheel-made");
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    let environment = shell::root().join(ENVIRONMENT);
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    let maker = |name: &str| -> Result<Command> {
        let programs = environment.join("bin");
        let mut command = Command::new(programs.join(name));
        // They call each other.
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths: Vec<_> = [programs].into_iter().chain(env::split_paths(&paths)).collect();
        command.env("PATH", env::join_paths(paths)?).current_dir(shell::root());
        Ok(command)
    };
    shell::run(maker("pip")?.args(["install", "--quiet"]).args(MAKERS))?;

    let target = format!("{processor}-unknown-linux-gnu");
    shell::run(Command::new("rustup").args(["target", "add", &target]))?;
    let mut tool = maker("cargo-zigbuild")?;
    tool.args(["zigbuild", "--release", "--locked", "--package", "placemat-cli"]);
    shell::run(tool.arg("--target").arg(format!("{target}.{GLIBC}")))?;

    let mut wheel = maker("pip")?;
    wheel.args(["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]);
    wheel.arg(out).arg(python::PACKAGE);
    wheel.env("PLACEMAT_TOOL", shell::target().join(&target).join("release/placemat"));
    let tag = format!("manylinux_{}", GLIBC.replace('.', "_"));
    let arguments = format!("--zig --target {target} --compatibility {tag}");
    shell::run(wheel.env("MATURIN_PEP517_ARGS", arguments))?;
    let mut source = maker("python")?;
    source.args(["-m", "build", "--sdist", "--no-isolation", "--outdir"]);
    shell::run(source.arg(out).arg(python::PACKAGE))?;

    let (wheel, source) = (find(out, ".whl")?, find(out, ".tar.gz")?);
    let found = shell::output(maker("auditwheel")?.arg("show").arg(&wheel))?;
    println!("{found}");
    ensure!(found.contains(&format!("\"{tag}_{processor}\"")), "it is not for {tag}");
    Ok([wheel, source])
}

/// The file of a folder whose name ends so.
fn find(folder: &Path, ending: &str) -> Result<PathBuf> {
    let mut paths = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let found = paths.find(|path| path.to_string_lossy().ends_with(ending));
    found.with_context(|| format!("no {ending} was made"))
}

/// Installs each file in an environment of its own, outside of the repository, and runs the tests there.
fn check(files: &[PathBuf]) -> Result<u64> {
    let mut total = Total::default();
    for (number, file) in files.iter().enumerate() {
        let folder = env::temp_dir().join(format!("placemat-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let came = install_and_test(file, &folder, &mut total);
        fs::remove_dir_all(&folder)?;
        came.with_context(|| format!("installed from {}", file.display()))?;
    }
    Ok(total.passed)
}

fn install_and_test(file: &Path, folder: &Path, total: &mut Total) -> Result<()> {
    // Of the repository only the tests, and what they read.
    let mut copy = Command::new("cp");
    copy.arg("-r").args(["tests", "docs", "README.md", "pyproject.toml"]).arg(folder);
    shell::run(copy.current_dir(shell::root().join(python::PACKAGE)))?;
    let program = |name: &str| {
        let mut command = Command::new(folder.join("environment/bin").join(name));
        command.current_dir(folder).env_remove("CARGO_TARGET_DIR");
        command
    };
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("environment")))?;
    let mut package = OsString::from(file);
    package.push("[test]");
    shell::run(program("pip").args(["install", "--quiet"]).arg(package).args(python::LIBRARIES))?;
    let before = total.passed;
    shell::run_reading(&mut program("pytest"), |line| total.add(line))?;
    ensure!(total.passed > before, "no test ran");
    Ok(())
}
