//! Python as oracle: one process that is asked about all inputs at once.

use super::levels::report_skipped;
use std::env;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::string::String;
use std::vec::Vec;

/// The lines that `script` prints, which reads `lines` to their end before it prints any.
/// `None`, which is told, where there is no Python.
pub(crate) fn ask(script: &str, argument: &str, lines: &[String]) -> Option<Vec<String>> {
    let mut python = Command::new("python3");
    python.args(["-c", script, argument]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = match python.spawn() {
        Ok(python) => python,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            assert!(env::var_os("CI").is_none(), "continuous integration has python3");
            report_skipped("python3 is not installed");
            return None;
        }
        Err(error) => panic!("python3 does not start: {error}"),
    };
    let mut stdin = python.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(stdin, "{line}").expect("python3 reads its input");
    }
    drop(stdin);
    let output = python.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "python3 failed");
    let answers = String::from_utf8(output.stdout).expect("hexadecimal digits");
    Some(answers.lines().map(String::from).collect())
}

/// What `bytes.fromhex` reads.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}
