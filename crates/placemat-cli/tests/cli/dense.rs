//! Text with very many errors: what one costs depends neither on its line nor on the others.

use crate::common::{folder, placemat};
use std::time::{Duration, Instant};

const ERRORS: usize = 200_000;

/// How long `check --all` takes to tell all errors of `text`.
fn time(text: &[u8], format: &str) -> Duration {
    let files = folder(&[("a", text)]);
    let start = Instant::now();
    let run = placemat(&["check", "--all", "-j1", "--format", format, "a"]).folder(&files).run();
    let took = start.elapsed();
    assert_eq!(run.code, 1);
    assert!(run.stdout.lines().count() >= ERRORS);
    took
}

/// Found by use: each error looked for both ends of its line, in all that was in memory of it.
/// One line took 20 times as long as many, 24 microseconds for an error.
#[test]
fn one_line_is_as_quick_as_many() {
    let many = b"abcd\xE9abcd\xE9abcd\xE9abcd\xE9\n".repeat(ERRORS / 4);
    let one = b"abcd\xE9".repeat(ERRORS);
    for format in ["text", "json", "github", "sarif"] {
        // The machine may be busy with something else.
        let quick = (0..5).any(|_| time(&one, format) < 4 * time(&many, format));
        assert!(quick, "{format}: one long line takes four times as long");
    }
}

/// An excerpt shows the nearest part of a line, however long that is and wherever it is cut.
#[test]
fn excerpts_of_a_long_line() {
    let line = "né ".repeat(400_000);
    let text = [line.as_bytes(), b"\xE9", line.as_bytes(), b"\xFF\n"].concat();
    let files = folder(&[("a", &text)]);
    let run = placemat(&["check", "a"]).folder(&files).run();
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[1].chars().count(), 100);
    assert!(lines[1].starts_with("  1 | …"), "{}", lines[1]);
    assert!(lines[1].contains("né <E9>né "), "{}", lines[1]);
    assert!(lines[1].ends_with('…'), "{}", lines[1]);
    assert!(lines[4].ends_with("né <FF>"), "{}", lines[4]);
}
