//! `check --baseline`: what is known is not told again.

use crate::common::{Run, folder, placemat};
use std::fs;

#[test]
fn what_is_known_is_not_told_again() {
    let folder = folder(&[
        ("a", b"x \xE9 y\n\xED\xA0\x80 z\n"),
        ("b", b"clean\n"),
        ("utf16", b"\xFF\xFEa\0b\0\n\0"),
    ]);
    let check = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&folder).run();
    let report = check(&["--format=json", "--all", "--profile=source", "."]);
    fs::write(folder.path().join(".known"), &report.stdout).unwrap();
    let args = ["--baseline=.known", "--profile=source"];

    let run = check(&[&args[..], &["."]].concat());
    assert_eq!((run.code, &*run.stdout), (0, "3 known errors not told again.\n"));
    // Whatever they are called.
    assert_eq!(check(&[&args[..], &["a", "./utf16"]].concat()).code, 0);
    assert_eq!(check(&[&args[..], &["-l", "."]].concat()).stdout, "");

    // They may move; one more is new, and so is another kind.
    let more = "one\nmore \u{202E}\n".as_bytes();
    let text = [more, b"x \xE9 y\n\xED\xA0\x80 z \xE9\n"].concat();
    fs::write(folder.path().join("a"), text).unwrap();
    let run = check(&[&args[..], &["."]].concat());
    let told: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("./a:")).collect();
    assert_eq!(told.len(), 2, "{}", run.stdout);
    assert!(
        told[0].starts_with("./a:2:6: U+202E") && told[1].starts_with("./a:4:7: E9"),
        "{told:?}"
    );
    assert!(
        run.stdout.contains("1 error and 1 refusal (source) in 1 of 3 files"),
        "{}",
        run.stdout
    );
    assert_eq!(run.code, 1);
    assert_eq!(check(&[&args[..], &["-q", "."]].concat()).code, 1);
    assert_eq!(check(&[&args[..], &["-l", "."]].concat()).stdout.trim_start_matches("./"), "a\n");

    // What is gone is counted.
    fs::write(folder.path().join("a"), b"").unwrap();
    let run = check(&[&args[..], &["."]].concat());
    let told = "1 known error not told again; 2 of the baseline not found.\n";
    assert_eq!((run.code, &*run.stdout), (0, told));
}

#[test]
fn another_file_is_no_baseline() {
    let folder =
        folder(&[("a", b"x\n"), ("text", b"not a report\n"), ("half", b"{\"type\":\"error\"}\n")]);
    for (name, told) in
        [("text", "text:1: no report"), ("half", "half: has no summary"), ("none", "none: ")]
    {
        let run = placemat(&["check", "--baseline", name, "a"]).folder(&folder).run();
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
}

/// What is known ends nothing, in a large file neither, of which is told more than once.
#[test]
fn quiet_goes_on_behind_what_is_known() {
    let large = [&b"caf\xE9\n"[..], &b"fine\n".repeat(4_000_000)].concat();
    let files = folder(&[("a", b"caf\xE9\n"), ("b", b"fine\n"), ("large", &large)]);
    let run = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&files).run();
    let known = run(&["--format=json", "--all", "."]).stdout;
    fs::write(files.path().join("known.json"), known).unwrap();
    let check = |threads, more: &[&str]| {
        run(&[&["-q", threads, "--baseline=known.json"], more, &["a", "b", "large"]].concat())
    };
    for threads in ["-j1", "-j4"] {
        assert_eq!(check(threads, &[]), Run::quiet(0), "{threads}");
    }
    for (name, text) in [("b", &b"fin\xE9\n"[..]), ("large", &[&large, &b"\xFF"[..]].concat())] {
        let old = fs::read(files.path().join(name)).unwrap();
        fs::write(files.path().join(name), text).unwrap();
        for threads in ["-j1", "-j4"] {
            for more in [&[][..], &["--profile=postgres"], &["--csv"]] {
                assert_eq!(check(threads, more), Run::quiet(1), "{threads} {name} {more:?}");
            }
        }
        fs::write(files.path().join(name), old).unwrap();
    }
}
