//! `placemat check` as it is used: files in, report and exit code out.

use crate::common::{Run, folder, golden, placemat};
use std::fs;

/// One of everything that people meet.
const MENU: &[u8] =
    b"ok \xE2\x82\xAC\ncaf\xE9 x\n\xC0\xAF and \xED\xA0\x80\r\ndon\x92t \xED\xA0\xBD\xED\xB9\x88\n\
\t\xE6\x97\xA5\xE6\x9C\xAC\xFF\xE2\x80\xAE \xF8\x88\x80\x80\x80 \xF4\x90\x80\x80\x1B[31m \xE2\x82";

/// A folder with a bit of everything.
fn samples() -> tempfile::TempDir {
    folder(&[
        ("notes/menu.txt", MENU),
        ("notes/clean.txt", "na\u{ef}ve \u{1f600}\n".as_bytes()),
        ("notes/signed.txt", b"\xEF\xBB\xBFsigned\n"),
        ("notes/empty", b""),
        ("notes/utf16.txt", b"\xFF\xFEh\0i\0\n\0"),
        ("notes/utf32.txt", b"h\0\0\0i\0\0\0\n\0\0\0"),
        ("notes/program", b"\x7FELF\x02\x01\x01\0\0\0\0\0\xFF\xFF"),
        ("notes/.hidden", b"\xFF"),
    ])
}

#[test]
fn text() {
    let run = placemat(&["check", "notes"]).folder(&samples()).run();
    golden("report.txt", &run.stdout);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
}

#[test]
fn text_in_colour() {
    let run = placemat(&["check", "--color=always", "--max-errors=2", "notes/menu.txt"]);
    golden("colour.txt", &run.folder(&samples()).run().stdout);
}

#[test]
fn all_errors() {
    let run = placemat(&["check", "--all", "notes/menu.txt"]).folder(&samples()).run();
    golden("all.txt", &run.stdout);
}

#[test]
fn json() {
    let run = placemat(&["check", "--format=json", "--all", "notes"]).folder(&samples()).run();
    golden("report.jsonl", &run.stdout);
    assert!(run.stdout.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn sarif() {
    let run = placemat(&["check", "--format=sarif", "notes", "absent"]).folder(&samples()).run();
    golden("report.sarif", &run.stdout);
    assert!(serde_json::from_str::<serde_json::Value>(&run.stdout).is_ok());
    assert_eq!(run.code, 2);
}

#[test]
fn github() {
    let run = placemat(&["check", "--format=github", "notes"]).folder(&samples()).run();
    golden("github.txt", &run.stdout);
}

#[test]
fn nothing_to_say() {
    let clean = folder(&[("a", b"fine\n"), ("b", b"")]);
    let run = placemat(&["check"]).folder(&clean).run();
    assert_eq!(run, Run { code: 0, stdout: String::new(), stderr: String::new() });
    let run = placemat(&["check", "--format=json"]).folder(&clean).run();
    assert!(run.stdout.starts_with(r#"{"type":"summary","files":2,"bytes":5,"#), "{}", run.stdout);
}

#[test]
fn stats() {
    let run = placemat(&["check", "--stats", "notes"]).folder(&samples()).run();
    let lines: Vec<&str> = run.stdout.lines().collect();
    for line in [
        "6 files checked, 91 bytes",
        "  3 well-formed UTF-8",
        "  1 with a UTF-8 signature (EF BB BF), which is legal",
        "  1 with malformed UTF-8",
        "  2 in UTF-16 or UTF-32",
        "  1 skipped: binary",
    ] {
        assert!(lines.contains(&line), "{line} is not in\n{}", run.stdout);
    }
}

#[test]
fn names_only() {
    let samples = samples();
    let names = |args: &[&str]| placemat(args).folder(&samples).run();
    let found = "notes/menu.txt\nnotes/utf16.txt\nnotes/utf32.txt\n";
    assert_eq!(names(&["check", "-l", "notes"]).stdout, found);
    assert_eq!(names(&["check", "-l0", "notes"]).stdout, found.replace('\n', "\0"));
    let clean = names(&["check", "--clean-files", "notes"]);
    assert_eq!(clean.stdout, "notes/clean.txt\nnotes/empty\nnotes/signed.txt\n");
    assert_eq!(clean.code, 1);
    assert_eq!(names(&["check", "-q", "notes"]), Run::quiet(1));
    assert_eq!(names(&["check", "-q", "notes/clean.txt"]), Run::quiet(0));
    // A finding is an answer, even when not every file could be asked.
    assert_eq!(names(&["check", "-q", "notes/menu.txt", "absent"]).code, 1);
}

#[test]
fn which_files() {
    let files = folder(&[
        (".gitignore", b"ignored*\n"),
        (".git/HEAD", b"ref: refs/heads/main\n"),
        ("a.txt", b"\xFF"),
        ("b.md", b"\xFF"),
        ("ignored.txt", b"\xFF"),
        (".hidden.txt", b"\xFF"),
        ("sub/c.txt", b"\xFF"),
    ]);
    let names = |args: &[&str]| {
        let run = placemat(&[&["check", "-l"], args].concat()).folder(&files).run();
        run.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["a.txt", "b.md", "sub/c.txt"]);
    assert_eq!(names(&["."]), ["./a.txt", "./b.md", "./sub/c.txt"]);
    assert_eq!(names(&["--hidden"]), [".hidden.txt", "a.txt", "b.md", "sub/c.txt"]);
    // A glob has the last word, as it has in ripgrep.
    assert_eq!(names(&["-g", "*.txt"]), [".hidden.txt", "a.txt", "ignored.txt", "sub/c.txt"]);
    assert_eq!(names(&["--no-ignore"]), ["a.txt", "b.md", "ignored.txt", "sub/c.txt"]);
    assert_eq!(names(&["-g", "!sub"]), ["a.txt", "b.md"]);
    assert_eq!(names(&["-t", "md"]), ["b.md"]);
    assert_eq!(names(&["-T", "md"]), ["a.txt", "sub/c.txt"]);
    // What is named is checked, in the order in which it is named.
    assert_eq!(
        names(&["sub", "ignored.txt", ".hidden.txt"]),
        ["sub/c.txt", "ignored.txt", ".hidden.txt"]
    );
}

#[test]
fn binary_files() {
    let files = folder(&[("program", b"\x7FELF\0\xFF\0"), ("utf16", b"\xFF\xFEa\0")]);
    let code = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&files).run();
    let skipped = code(&["-g", "program"]);
    let said = "Skipped 1 binary file (--binary=check checks it): program.\n";
    assert_eq!((skipped.code, skipped.stdout.as_str()), (0, said));
    assert_eq!(code(&["--binary=skip", "program"]).code, 0);
    // Named, it is checked.
    let named = code(&["program"]);
    assert_eq!(named.code, 1);
    let said = "program: not UTF-8: looks binary, with 1 malformed subpart (--binary=check shows \
        them, --binary=skip leaves such files out)\n1 error in 1 file, 7 bytes.\n";
    assert_eq!(named.stdout, said);
    // UTF-16 is one finding, unless it is to be checked as UTF-8.
    assert_eq!(code(&["utf16"]).stdout.lines().count(), 2);
    let checked = code(&["--binary=check", "utf16"]);
    assert!(checked.stdout.contains("utf16:1:2: FE never occurs in UTF-8\n"), "{}", checked.stdout);
}

#[test]
fn standard_input() {
    let bad: &[u8] = b"caf\xE9 x";
    for args in [&["check"][..], &["check", "-"]] {
        let run = placemat(args).stdin(bad).run();
        assert_eq!(run.code, 1);
        assert!(run.stdout.starts_with("<stdin>:1:4: E9 begins"), "{}", run.stdout);
    }
    let run = placemat(&["check", "--format=json"]).stdin(bad).run();
    assert!(run.stdout.starts_with(r#"{"type":"error","path":"-","offset":3,"#), "{}", run.stdout);
    assert_eq!(placemat(&["check", "-"]).stdin(b"").run(), Run::quiet(0));
}

#[test]
fn trouble_does_not_stop_the_others() {
    let files = folder(&[("a", b"\xFF"), ("b", b"fine")]);
    let run = placemat(&["check", "absent", "a", "b/c", "b"]).folder(&files).run();
    assert_eq!(run.code, 2);
    assert!(run.stdout.starts_with("a:1:1: FF never occurs in UTF-8\n"));
    assert!(
        run.stdout.ends_with("1 error in 1 of 2 files, 5 bytes.\nTrouble with 2 paths.\n"),
        "{}",
        run.stdout
    );
    #[cfg(unix)]
    assert_eq!(
        run.stderr,
        "placemat: absent: No such file or directory\nplacemat: b/c: Not a directory\n"
    );
}

#[test]
fn arguments() {
    for args in [
        &["check", "--nonsense"][..],
        &["check", "-j0"],
        &["check", "--max-errors=x"],
        &["check", "--null"],
        &["check", "--all", "--max-errors=3"],
        &["check", "-t", "no-such-type"],
        &["check", "-g", "{"],
        &["man", "no-such-command"],
        &["completions", "no-such-shell"],
        &["no-such-command"],
        &[],
    ] {
        let run = placemat(args).run();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
    for args in [&["--help"][..], &["check", "-h"], &["check", "--help"], &["--version"]] {
        assert_eq!(placemat(args).run().code, 0, "{args:?}");
    }
}

#[test]
fn made_from_the_definition() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = placemat(&["completions", shell]).run();
        assert!(run.code == 0 && run.stdout.contains("max-errors"), "{shell}");
    }
    assert!(placemat(&["man"]).run().stdout.contains(".TH placemat 1"));
    assert!(placemat(&["man", "check"]).run().stdout.contains("\\-\\-max\\-errors"));
}

#[test]
fn a_forced_level_is_told() {
    let files = folder(&[("a", MENU)]);
    let report = placemat(&["check", "a"]).folder(&files).run().stdout;
    let run = placemat(&["check", "a"]).folder(&files).env("PLACEMAT_LEVEL", "scalar").run();
    assert_eq!(run.stderr, "placemat: level scalar, forced by PLACEMAT_LEVEL\n");
    assert_eq!(run.stdout, report);
    let run = placemat(&["check", "a"]).folder(&files).env("PLACEMAT_LEVEL", "mmx").run();
    assert_eq!(run.code, 2);
}

#[test]
fn threads_do_not_matter() {
    // Small files, and one of several pieces with errors in all of them.
    let mut big = "die Stra\u{df}e \u{20ac}\n".repeat(1_000_000).into_bytes();
    for at in (1000..big.len()).step_by(600_011) {
        big[at] = 0xFF;
    }
    let files = folder(&[("m-big", &big)]);
    for n in 0..300 {
        let text = [&b"line\n"[..], &MENU[..n % MENU.len()]].concat();
        fs::write(files.path().join(format!("{n}")), text).unwrap();
    }
    let report = |threads: &str, format: &str| {
        placemat(&["check", threads, format, "--max-errors=20"]).folder(&files).run().stdout
    };
    for format in ["--format=text", "--format=json", "--format=sarif"] {
        let one = report("-j1", format);
        assert!(one.contains("m-big"));
        for threads in ["-j2", "-j3", "-j16"] {
            assert!(report(threads, format) == one, "{threads} {format}");
        }
    }
}

/// Found by use: `-l` left `--format json` out of account, and others the like.
#[test]
fn no_flag_is_left_out_of_account() {
    let files = samples();
    for args in [
        &["--format=json", "-l"][..],
        &["--format=sarif", "--clean-files"],
        &["--format=github", "-l"],
        &["-l", "--all"],
        &["-l", "--max-errors=3"],
        &["--clean-files", "--all"],
    ] {
        let run = placemat(&[&["check"], args, &["."]].concat()).folder(&files).run();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
    // Of the others, each tells what was read.
    for (format, told) in
        [("json", "\"files\":"), ("sarif", "\"files\":"), ("github", "1 file checked")]
    {
        let run = placemat(&["check", "--stats", "--format", format, "-"]).stdin(b"fine\n").run();
        assert!(run.code == 0 && run.stdout.contains(told), "{format}: {}", run.stdout);
    }
}

#[test]
fn quiet_of_a_file_of_several_pieces() {
    // The first piece is the end of the work; the last, with the end of the file, is not read.
    let bad = [b"caf\xE9\n".repeat(2_000_000), vec![b'a'; 10_000_000]].concat();
    let utf16: Vec<u8> = b"\xFF\xFEh\0i\0\n\0".repeat(2_000_000);
    let signed = [b"\xEF\xBB\xBF".as_slice(), &b"fine\n".repeat(4_000_000)].concat();
    let files = folder(&[
        (".editorconfig", b"root = true\n[signed]\ncharset = utf-8\n"),
        ("bad", &bad),
        ("utf16", &utf16),
        ("signed", &signed),
        ("fine", &signed[3..]),
    ]);
    for threads in ["-j1", "-j2", "-j4"] {
        for (name, code) in [("bad", 1), ("utf16", 1), ("signed", 1), (".", 1), ("fine", 0)] {
            let run = placemat(&["check", "-q", threads, name]).folder(&files).run();
            assert_eq!(run, Run::quiet(code), "{threads} {name}");
        }
        let run = placemat(&["check", "-q", "--binary=check", threads, "utf16"]).folder(&files);
        assert_eq!(run.run(), Run::quiet(1), "{threads}");
    }
}

/// Who reads only the first line is told of what was found all the same.
#[test]
fn the_first_line_of_a_file_of_several_pieces() {
    use std::io::Read;
    let files = folder(&[("bad", &b"caf\xE9\n".repeat(4_000_000))]);
    for format in ["text", "json", "github"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(["check", "--all", "--format", format, "bad"]).current_dir(files.path());
        let pipes =
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), &*said), (Some(1), ""), "{format}");
    }
}
