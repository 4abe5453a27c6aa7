//! Standard input that nobody named, or nobody writes to: docs/standard-input.md.

use crate::common::{Run, folder, skipped};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TOOL: &str = env!("CARGO_BIN_EXE_placemat");

/// Commands that judge what is there, and what they say of an empty pipe.
const JUDGES: [&str; 6] =
    ["check", "check --format=json", "check --as=us-ascii", "fix -n", "fix --diff", "detect"];

fn bad() -> TempDir {
    folder(&[("bad", b"caf\xE9\n")])
}

fn shell(script: &str, folder: &TempDir) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", script, TOOL]).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

const SAID: &str = "placemat: <stdin>: 0 bytes from standard input; ";

/// `: | placemat check` in a folder of bad files was silent, exit 0.
#[test]
fn an_empty_pipe_is_trouble_unless_it_was_asked_for() {
    let files = bad();
    for args in JUDGES {
        let run = shell(&format!(r#": | "$0" {args}"#), &files);
        let said =
            format!("{SAID}name a folder (\".\") to check files, or \"-\" if that is meant\n");
        assert_eq!((run.code, run.stderr), (2, said), "{args}");
        // Asked for, or a file that was named to the shell.
        for script in
            [format!(r#": | "$0" {args} -"#), format!(r#": > empty; "$0" {args} < empty"#)]
        {
            let run = shell(&script, &files);
            assert_eq!((run.code, &*run.stderr), (0, ""), "{script}");
        }
        // What comes is judged.
        let run = shell(&format!(r#"cat bad | "$0" {args}"#), &files);
        assert!(run.code < 2 && !run.stdout.is_empty(), "{args}: {run:?}");
        assert!(!run.stdout.contains("bad:"), "{args}: {run:?}");
    }
    for args in ["explain", "explain --format=json"] {
        let run = shell(&format!(r#": | "$0" {args}"#), &files);
        let said = format!("{SAID}name a file, or \"-\" if that is meant\n");
        assert_eq!((run.code, run.stderr), (2, said), "{args}");
    }
    let quiet = shell(r#": | "$0" check -q"#, &files);
    assert_eq!((quiet.code, quiet.stderr.starts_with(SAID)), (2, true));
}

/// Of nothing a filter makes nothing.
#[test]
fn filters_take_an_empty_pipe() {
    let files = bad();
    for args in ["fix", "fix -q --fallback=latin1", "convert -f latin1 -t utf-8"] {
        for from in [": |", "< /dev/null", ": > empty; < empty"] {
            let script = match from.strip_prefix('<') {
                Some(from) => format!(r#""$0" {args} <{from}"#),
                None => format!(r#"{from} "$0" {args}"#),
            };
            assert_eq!(shell(&script, &files), Run::quiet(0), "{script}");
        }
    }
}

/// A terminal, /dev/null and a closed one are what nobody meant.
#[test]
fn without_a_pipe_the_folder_is_taken() {
    let files = bad();
    for args in JUDGES {
        for from in ["< /dev/null", "<&-"] {
            let run = shell(&format!(r#""$0" {args} {from}"#), &files);
            assert!(run.code < 2 && run.stdout.contains("bad"), "{args} {from}: {run:?}");
        }
    }
    let run = shell(r#""$0" explain < /dev/null"#, &files);
    assert!(run.code == 2 && run.stderr.contains("nothing to explain"), "{run:?}");
}

/// Nothing comes, and nothing ends: that is said.
#[test]
fn a_pipe_in_which_nothing_comes_is_not_waited_for_in_silence() {
    let files = bad();
    // All at once: each waits for two seconds.
    let children = ["check", "fix -n", "detect", "explain"].map(|args| {
        let mut command = Command::new(TOOL);
        command.args(args.split(' ')).current_dir(files.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        (args, command.spawn().unwrap())
    });
    for (args, mut child) in children {
        let mut start = [0; 37];
        child.stderr.as_mut().unwrap().read_exact(&mut start).unwrap();
        assert_eq!(&start, b"placemat: waiting for standard input;", "{args}");
        child.stdin.take().unwrap().write_all(b"fine\n").unwrap();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0), "{args}");
    }
}

/// Who waits for somebody to type says so.
#[test]
fn a_terminal_is_not_waited_for_in_silence() {
    let files = bad();
    for (args, waits) in [
        ("fix -q", true),
        ("convert -f latin1 -t utf-8", true),
        ("check -", true),
        ("check", false),
        ("fix -n", false),
        ("detect", false),
    ] {
        let mut script = Command::new("script");
        script.args(["-qec", &format!("\"$PLACEMAT\" {args}"), "/dev/null"]).env("PLACEMAT", TOOL);
        script.current_dir(files.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let Ok(mut child) = script.spawn() else { return skipped("script") };
        // The end of a line, and of the input.
        child.stdin.take().unwrap().write_all(b"typed\n\x04").unwrap();
        let output = child.wait_with_output().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        let said = shown.contains("placemat: reading text from the terminal: Ctrl-D ends it");
        assert_eq!(said, waits, "{args}: {shown}");
        assert!(output.status.code() < Some(2), "{args}: {shown}");
        assert_eq!(shown.contains("bad"), !waits, "{args}: {shown}");
    }
}

/// Any of the three can be closed. What would go there is missed, and no file gets its number.
#[test]
fn closed_standard_streams() {
    let files = folder(&[("a", b"caf\xE9\n"), ("fine", b"fine\n"), ("old", "café\n".as_bytes())]);
    for (args, code) in [
        ("fix -q a", 2),
        ("fix -n a", 2),
        ("fix --diff a", 2),
        ("convert -f latin1 -t utf-8 a", 2),
        ("check a", 2),
        ("check --format=json fine", 2),
        ("detect fine", 2),
        ("explain fine", 2),
        ("explain --code-page", 2),
        ("guard old a", 2),
        ("encodings", 2),
        ("man", 2),
        ("completions bash", 2),
        ("--help", 2),
        ("check --help", 2),
        ("--version", 2),
        // Nothing is to be said.
        ("check fine", 0),
        ("check -q a", 1),
        ("fix -q -o new a", 0),
        ("convert -f latin1 -t utf-8 -o new a", 0),
    ] {
        let run = shell(&format!(r#"exec "$0" {args} >&-"#), &files);
        assert_eq!(run.code, code, "{args}: {run:?}");
        assert_eq!(run.stderr.contains("it is closed"), code == 2, "{args}: {run:?}");
        // Open, and not to be written to: the same.
        let run = shell(&format!(r#"exec "$0" {args} 1< /dev/null"#), &files);
        assert_eq!(run.code, code, "{args}: {run:?}");
    }
    for args in ["fix -q", "convert -f latin1 -t utf-8", "check -", "detect -", "explain -"] {
        let run = shell(&format!(r#"exec "$0" {args} <&-"#), &files);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args}: {run:?}");
        assert_eq!(run.stderr, "placemat: <stdin>: it is closed\n", "{args}");
    }
    // What cannot be said is told by the exit code.
    for (args, code) in [
        ("convert -f latin1 -t utf-8 --stats a", 2),
        ("fix a", 2),
        ("check missing", 2),
        ("check a", 1),
        ("check fine", 0),
        ("fix -q a", 0),
    ] {
        let run = shell(&format!(r#"exec "$0" {args} 2>&-"#), &files);
        assert_eq!((run.code, &*run.stderr), (code, ""), "{args}: {run:?}");
    }
    // Those who start it may give it /dev/null to read and write.
    let run = shell(r#"exec "$0" check a 1<> /dev/null"#, &files);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    // In place, the work is done and the report is lost.
    let run = shell(r#"exec "$0" fix -i --policy=replace a <&- >&- 2>&-"#, &files);
    assert_eq!(run.code, 2);
    assert_eq!(std::fs::read(files.path().join("a")).unwrap(), "caf\u{FFFD}\n".as_bytes());
}
