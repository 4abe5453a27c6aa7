//! The test programs of the workspace, compiled by one command and run side by side: many tests
//! take turns, as the instruction-set level is one for the whole process.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::Total;
use crate::shell;
use crate::side_by_side::{self, Outcome};

/// What cargo says of something that it has compiled.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// A test program, and the folder that `cargo test` runs it in.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    name: String,
    path: PathBuf,
    folder: PathBuf,
}

impl Program {
    /// The test program that a line of cargo's messages tells of, if it tells of one.
    fn in_message(line: &str) -> Option<Self> {
        let message: Message = serde_json::from_str(line).ok()?;
        let (target, path) = (message.target?, message.executable?);
        if !message.profile?.test {
            return None;
        }
        let folder = message.manifest_path?.parent()?.to_owned();
        let package = folder.file_name()?.to_string_lossy();
        let name = format!("{} {} of {package}", target.kind.join(" "), target.name);
        Some(Self { name, path, folder })
    }
}

/// Compiles all, runs all, and adds the results to `total`.
pub(super) fn run(total: &mut Total) -> Result<()> {
    let arguments = "test --workspace --no-run --message-format json-render-diagnostics";
    let mut command = shell::cargo(arguments.split(' '));
    let mut programs: Vec<Program> =
        shell::output(&mut command)?.lines().filter_map(Program::in_message).collect();
    ensure!(!programs.is_empty(), "cargo names no test program");
    // The longest first: programs of tests take longer than those of unit tests.
    programs.sort_by_key(|program| !program.name.starts_with("test "));
    let counted = Mutex::new(Total::default());
    let result = side_by_side::each(&programs, |program| {
        let mut command = Command::new(&program.path);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        Outcome::of(command)?.print(&program.name, &counted)
    });
    total.join(&counted.into_inner().unwrap_or_else(PoisonError::into_inner));
    result.context("tests failed: they are named above")
}

#[cfg(test)]
mod tests {
    use super::Program;

    #[test]
    fn programs_are_found_in_messages() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/p/cli/Cargo.toml","target":
            {"kind":["test"],"name":"cli"},"profile":{"test":true},"executable":"/t/cli-1"}"#;
        let found = Program::in_message(line).unwrap();
        assert_eq!(found.name, "test cli of cli");
        assert_eq!(
            (found.path.to_str(), found.folder.to_str()),
            (Some("/t/cli-1"), Some("/p/cli"))
        );
        // The tool itself, which its tests call; and what is no artifact.
        assert_eq!(Program::in_message(&line.replace("true", "false")), None);
        assert_eq!(Program::in_message(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
