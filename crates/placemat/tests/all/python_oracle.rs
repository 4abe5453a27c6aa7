//! Python's decoder as oracle: the same first error, and as many malformed
//! subparts as it writes replacement characters.

use crate::common::levels::at_every_level;
use crate::common::python::{ask, hex};
use crate::common::random::Random;
use placemat::utf8;

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

#[test]
fn errors_are_those_of_python() {
    let inputs = inputs();
    let lines: Vec<String> = inputs.iter().map(|input| hex(input)).collect();
    let Some(answers) = ask(SCRIPT, "", &lines) else { return };
    assert_eq!(answers.len(), INPUTS);
    let malformed = answers.iter().filter(|line| !line.starts_with('-')).count();
    assert!((INPUTS / 2..INPUTS).contains(&malformed), "{malformed} inputs are malformed");
    at_every_level(|level| {
        for (input, answer) in inputs.iter().zip(&answers) {
            let start = utf8::validate(input).map_or_else(|bad| bad.offset as i64, |_| -1);
            let ours = format!("{start} {}", utf8::errors(input).count());
            assert_eq!(ours, *answer, "{level}: {input:02x?}");
        }
    });
}
