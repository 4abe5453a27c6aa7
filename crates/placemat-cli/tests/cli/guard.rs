//! `placemat guard` as it is used.

use crate::common::{Run, folder, placemat};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const OLD: &[u8] = b"un caf\xE9 noir\r\nd\xE9j\xE0 vu\r\n";
const NEW: &str = "un caf\u{FFFD} fort\nd\u{FFFD}j\u{FFFD} vu\nfin\n";

#[test]
fn text_and_restoration() {
    let files = folder(&[("old", OLD), ("new", NEW.as_bytes())]);
    let guard = |args: &[&str]| placemat(&[&["guard"], args].concat()).folder(&files).run();
    let findings = "new: the ends of 2 lines were CR LF and are LF\n\
        new:1:7: E9 was replaced by U+FFFD (EF BF BD)\n  - un caf<E9> noir\n  + un caf� fort\n\
        new:2:2: E9 was replaced by U+FFFD (EF BF BD)\n  - d<E9>j<E0> vu\n  + d�j� vu\n\
        new:2:6: E0 was replaced by U+FFFD (EF BF BD)\n  - d<E9>j<E0> vu\n  + d�j� vu\n";
    let hint = "Damage: 4 places in 1 file: `placemat guard --restore old new` takes back what was damaged.\n";
    let expected = Run { code: 1, stdout: format!("{findings}{hint}"), stderr: String::new() };
    assert_eq!(guard(&["old", "new"]), expected);
    assert_eq!(fs::read(files.path().join("new")).unwrap(), NEW.as_bytes());
    let restored = b"un caf\xE9 fort\r\nd\xE9j\xE0 vu\r\nfin\r\n";
    let told = guard(&["--restore", "-o", "other", "old", "new"]);
    assert_eq!((told.code, fs::read(files.path().join("other")).unwrap()), (0, restored.to_vec()));
    let told = guard(&["--restore", "old", "new"]);
    assert_eq!((told.code, fs::read(files.path().join("new")).unwrap()), (0, restored.to_vec()));
    assert!(
        told.stdout.ends_with("Damage: 4 places in 1 file, taken back in 1 file.\n"),
        "{}",
        told.stdout
    );
    // Nothing is left to do, and nothing is touched.
    assert_eq!(guard(&["old", "new"]), Run::quiet(0));
    assert_eq!(guard(&["--restore", "old", "new"]), Run::quiet(0));
    let told = placemat(&["guard", "-", "new"]).folder(&files).stdin(OLD).run();
    assert_eq!(told, Run::quiet(0));
}

#[test]
fn for_machines() {
    let files = folder(&[("old", "né “a”\n".as_bytes()), ("new", "nÃ© ???a”\n".as_bytes())]);
    let run = |format: &str| placemat(&["guard", format, "old", "new"]).folder(&files).run();
    let json = run("--format=json");
    let values: Vec<Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = serde_json::json!({"type": "damage", "path": "new", "kind": "double-encoded", "line": 1,
        "column": 2, "offset": 1, "length": 4, "bytes": "c383c2a9", "old_offset": 1, "old_length": 2,
        "old_bytes": "c3a9", "message": "\"é\" (C3 A9) was encoded twice, to \"Ã©\" (C3 83 C2 A9)"});
    assert_eq!((json.code, &values[0]), (1, &expected));
    assert_eq!(
        (&values[1]["kind"], &values[1]["old_bytes"]),
        (&"replaced".into(), &"e2809c".into())
    );
    let totals = serde_json::json!({"type": "summary", "files": 1, "files_damaged": 1, "findings": 2,
        "files_restored": 0, "trouble": 0});
    assert_eq!(values[2], totals);
    let github = run("--format=github").stdout;
    assert!(
        github.starts_with("::error file=new,line=1,col=2,title=Damaged text::\"é\" (C3 A9) was"),
        "{github}"
    );
    let few = placemat(&["guard", "--max-findings=1", "old", "new"]).folder(&files).run().stdout;
    assert!(few.contains("new: 1 more finding (--all shows them)\n"), "{few}");
}

#[test]
fn what_is_wrong_with_the_command() {
    let files = folder(&[("a", b"a")]);
    let said = |args: &[&str]| {
        let told = placemat(&[&["guard"], args].concat()).folder(&files).run();
        assert_eq!((told.code, &*told.stdout), (2, ""), "{args:?}");
        told.stderr
    };
    assert!(said(&["a"]).contains("two files, OLD and NEW"));
    assert!(said(&["-", "-"]).contains("only one of"));
    assert!(said(&["--restore", "a", "-"]).contains("needs -o OUT"));
    assert!(said(&["--restore", "-o", "-", "a", "a"]).contains("needs a file"));
    assert!(said(&["-o", "x", "a", "a"]).contains("--restore"));
    assert_eq!(said(&["missing", "a"]), "placemat: missing: No such file or directory\n");
    assert_eq!(said(&["a", "missing"]), "placemat: missing: No such file or directory\n");
    assert!(said(&["--git", "HEAD"]).starts_with("placemat: git: "));
}

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]);
    let output = git.args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn against_a_revision() {
    if Command::new("git").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "continuous integration has git");
        return eprintln!("SKIPPED: git is not installed");
    }
    let files = folder(&[
        ("sub/latin", b"caf\xE9 noir\n"),
        ("moved", "a longer text, né\nand more lines\nthat stay as they are\n".as_bytes()),
        ("honest", "né\n".as_bytes()),
        ("gone", "né\n".as_bytes()),
        ("crlf.txt", "né\nb\n".as_bytes()),
        (".gitattributes", b"crlf.txt eol=crlf\n"),
        ("new\nline", "né\n".as_bytes()),
    ]);
    let at = |name: &str| files.path().join(name);
    git(files.path(), &["init", "-q"]);
    git(files.path(), &["add", "."]);
    git(files.path(), &["commit", "-qm", "one"]);
    fs::write(at("sub/latin"), "caf\u{FFFD} noir\n").unwrap();
    fs::remove_file(at("moved")).unwrap();
    fs::write(at("moved too"), "a longer text, nÃ©\nand more lines\nthat stay as they are\n")
        .unwrap();
    fs::write(at("honest"), "née\n").unwrap();
    fs::remove_file(at("gone")).unwrap();
    fs::write(at("fresh"), "\u{FFFD}\n").unwrap();
    // As a checkout writes it: no damage.
    fs::write(at("crlf.txt"), "né\r\nb c\r\n").unwrap();
    fs::write(at("new\nline"), "n?\n").unwrap();
    git(files.path(), &["add", "-N", "moved too", "fresh"]);
    let run = |folder: &str, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(["guard", "--git"]).args(args).current_dir(at(folder));
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run {
            code: output.status.code().unwrap(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    };
    let told = run("", &["HEAD"]);
    assert_eq!((told.code, &*told.stderr), (1, ""));
    let places: Vec<&str> = told
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split(": ").next())
        .collect();
    assert_eq!(
        places,
        ["moved too:1:17", "new<U+000A>line:1:2", "sub/latin:1:4", "Damage"],
        "{}",
        told.stdout
    );
    let told = run("sub", &["HEAD", "--", "."]);
    assert!(told.stdout.starts_with("latin:1:4: E9 was replaced by"), "{told:?}");
    assert!(run("sub", &["HEAD"]).stdout.contains("../moved too:1:17: "));
    assert_eq!(run("", &["no-such"]).stderr.lines().count(), 1);
    assert_eq!(run("", &["--output=x"]).code, 2);
    assert!(!at("x").exists());
    assert_eq!(run("", &["HEAD", "--restore"]).code, 0);
    assert_eq!(fs::read(at("sub/latin")).unwrap(), b"caf\xE9 noir\n");
    assert_eq!(run("", &["HEAD"]), Run::quiet(0));
}
