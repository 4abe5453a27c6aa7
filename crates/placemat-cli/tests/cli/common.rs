//! Runs the tool on a folder of files.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use tempfile::TempDir;

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Compares with `golden/NAME`; `UPDATE_GOLDEN=1` writes it anew.
pub(crate) fn golden(name: &str, found: &str) {
    let path = format!("{}/tests/cli/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let found = found.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    assert!(found == expected, "{name}: found\n{found}\nexpected\n{expected}");
}

/// A command to be run.
pub(crate) struct Placemat {
    command: Command,
    stdin: Option<Vec<u8>>,
}

/// What came of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Nothing was printed.
    pub(crate) fn quiet(code: i32) -> Self {
        Self { code, stdout: String::new(), stderr: String::new() }
    }
}

/// The tool with these arguments.
pub(crate) fn placemat<S: AsRef<OsStr>>(args: &[S]) -> Placemat {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["PLACEMAT_LEVEL", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    Placemat { command, stdin: None }
}

impl Placemat {
    pub(crate) fn folder(mut self, folder: &TempDir) -> Self {
        self.command.current_dir(folder.path());
        self
    }

    pub(crate) fn stdin(mut self, bytes: &[u8]) -> Self {
        self.command.stdin(Stdio::piped());
        self.stdin = Some(bytes.to_vec());
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn spawn(mut self) -> Child {
        self.command.spawn().unwrap()
    }

    pub(crate) fn run(mut self) -> Run {
        let mut child = self.command.spawn().unwrap();
        let writer = self.stdin.map(|bytes| {
            let mut pipe = child.stdin.take().unwrap();
            // It may end before it has read all.
            thread::spawn(move || _ = pipe.write_all(&bytes))
        });
        let output = child.wait_with_output().unwrap();
        writer.map(JoinHandle::join);
        let text = |bytes| String::from_utf8(bytes).expect("a report is UTF-8");
        Run {
            code: output.status.code().expect("it was not killed"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}
