//! Python's decoder as oracle: the same first error, and as many malformed
//! subparts as it writes replacement characters.

mod common;

use common::levels::{at_every_level, report_skipped};
use common::random::Random;
use placemat::utf8;
use std::env;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// How many inputs are compared.
const INPUTS: usize = 2000;

/// A line per input: where the first error is, or -1, and how many there are.
/// U+FFFD that is in the text itself is in both results and cancels out.
const SCRIPT: &str = r#"
import sys
for line in sys.stdin.read().splitlines():
    data = bytes.fromhex(line)
    try:
        data.decode("utf-8")
        start = -1
    except UnicodeDecodeError as error:
        start = error.start
    count = lambda errors: data.decode("utf-8", errors=errors).count("\N{REPLACEMENT CHARACTER}")
    print(start, count("replace") - count("ignore"))
"#;

/// Random bytes, well-formed text, and text with some errors.
fn inputs() -> Vec<Vec<u8>> {
    let mut random = Random::new(1992);
    let mut input = |i: usize| {
        let len = random.below([8, 40, 300, 2000][i % 4]);
        match i % 5 {
            0 => (0..len).map(|_| random.byte()).collect(),
            1 => (0..len).map(|_| random.edge_byte()).collect(),
            _ => random.malformed(len),
        }
    };
    (0..INPUTS).map(&mut input).collect()
}

/// What Python says, or `None` where there is no Python.
fn ask_python(inputs: &[Vec<u8>]) -> Option<String> {
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = match python.spawn() {
        Ok(python) => python,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => panic!("python3 does not start: {error}"),
    };
    let mut lines = String::new();
    for input in inputs {
        input.iter().for_each(|byte| lines.push_str(&format!("{byte:02x}")));
        lines.push('\n');
    }
    // All of it is read before anything is written.
    let mut stdin = python.stdin.take().expect("a pipe");
    stdin.write_all(lines.as_bytes()).expect("python3 reads its input");
    drop(stdin);
    let output = python.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "python3 failed");
    Some(String::from_utf8(output.stdout).expect("numbers"))
}

#[test]
fn errors_are_those_of_python() {
    let inputs = inputs();
    let Some(answers) = ask_python(&inputs) else {
        assert!(env::var_os("CI").is_none(), "continuous integration has python3");
        return report_skipped("python3 is not installed");
    };
    assert_eq!(answers.lines().count(), INPUTS);
    let malformed = answers.lines().filter(|line| !line.starts_with('-')).count();
    assert!((INPUTS / 2..INPUTS).contains(&malformed), "{malformed} inputs are malformed");
    at_every_level(|level| {
        for (input, answer) in inputs.iter().zip(answers.lines()) {
            let start = utf8::validate(input).map_or_else(|bad| bad.offset as i64, |_| -1);
            let ours = format!("{start} {}", utf8::errors(input).count());
            assert_eq!(ours, answer, "{level}: {input:02x?}");
        }
    });
}
