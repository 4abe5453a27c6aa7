//! Running other programs from the root of the repository, with errors that name the command.

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the root of the repository")
}

/// Where cargo puts what it makes.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Builds the tool as it is released, with its symbols: where it is.
pub(crate) fn traced_tool() -> Result<PathBuf> {
    run(&mut cargo(["build", "--profile", "traced", "--package", "placemat-cli"]))?;
    Ok(target().join("traced/placemat"))
}

/// `cargo`, the one that runs this program where there is one, at the root of the repository.
pub(crate) fn cargo(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// Prints a command as a person would type it, runs it, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = announce(command).status();
    finish(command, status)
}

/// As [`run`], and also hands every line of standard output to `line` once it is printed.
pub(crate) fn run_reading(command: &mut Command, mut line: impl FnMut(&str)) -> Result<()> {
    let mut child = announce(command)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    read(child.stdout.take().expect("standard output is piped"), &mut line)?;
    let status = child.wait();
    finish(command, status)
}

/// As [`run`], and returns standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = announce(command).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start `{}`", shown(command)))?;
    finish(command, Ok(output.status))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// As [`run_reading`], with standard error among the lines, and as far as it is text.
pub(crate) fn run_reading_both(command: &mut Command, mut line: impl FnMut(&str)) -> Result<()> {
    announce(command);
    let (reader, writer) = io::pipe()?;
    let child = command.stdout(writer.try_clone()?).stderr(writer).spawn();
    let mut child = child.with_context(|| format!("cannot start `{}`", shown(command)))?;
    // The command holds the other end, too, and so the pipe would never end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    read(reader, &mut line)?;
    let status = child.wait();
    finish(command, status)
}

/// Prints what `output` has, and hands it on, line by line.
fn read(output: impl Read, line: &mut impl FnMut(&str)) -> io::Result<()> {
    let mut output = BufReader::new(output);
    let mut text = Vec::new();
    while output.read_until(b'\n', &mut text)? > 0 {
        io::stdout().write_all(&text)?;
        line(String::from_utf8_lossy(&text).trim_end());
        text.clear();
    }
    Ok(())
}

fn announce(command: &mut Command) -> &mut Command {
    eprintln!("$ {}", shown(command));
    command
}

fn finish(command: &Command, status: io::Result<ExitStatus>) -> Result<()> {
    let status = status.with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// The command line without the folder of the program, for people.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = [program].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Fails unless every file is there, and names the package of Debian that has it.
pub(crate) fn check_needs<'a>(
    who: &str,
    needs: impl IntoIterator<Item = &'a (&'a str, &'a str)>,
) -> Result<()> {
    for (file, package) in needs {
        if !Path::new(file).exists() {
            bail!("{who} needs {file}: Debian's package {package}");
        }
    }
    Ok(())
}

/// Whether `PLACEMAT_EXPECT`, a list with spaces, names what must not be missing.
pub(crate) fn is_expected(word: &str) -> bool {
    let expected = std::env::var("PLACEMAT_EXPECT").unwrap_or_default();
    expected.split_whitespace().any(|expected| expected == word)
}
