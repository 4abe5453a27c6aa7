//! What a team keeps in its repository: the step of a GitHub workflow, the hooks of pre-commit, the filter of git.

use crate::common::folder;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const TOOL: &str = env!("CARGO_BIN_EXE_placemat");

/// A file at the top of this repository, or in its docs.
fn ours(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

fn run(program: &str, args: &[&str], files: &TempDir, more: &[(&str, &str)]) -> Output {
    let folder = Path::new(TOOL).parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut command = Command::new(program);
    command.args(args).current_dir(files).env("PATH", path).envs(more.iter().copied());
    // Of git: what is configured here is not asked.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("HOME", files.path());
    command.output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_step_of_a_github_workflow() {
    let action = ours("action.yml");
    let (_, script) = action.rsplit_once("run: |\n").unwrap();
    let files = folder(&[("a b.txt", b"fine\n"), ("src/x.rs", b"caf\xE9\n"), (".h", b"\xFF")]);
    let temp = folder(&[("placemat/bin/x", b"")]);
    symlink(TOOL, temp.path().join("placemat/bin/placemat")).unwrap();
    let temp = temp.path().to_str().unwrap();
    for (arguments, code, found) in [
        (".", 1, &["src/x.rs"][..]),
        ("", 1, &["src/x.rs"]),
        ("--hidden\n  --profile source\n.\n", 1, &[".h", "src/x.rs"]),
        ("--glob *.txt", 0, &[]),
        ("--glob $(touch${IFS}made) .", 0, &[]),
        ("none", 2, &[]),
    ] {
        let env = [("RUNNER_TEMP", temp), ("ARGUMENTS", arguments)];
        let shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
        let output = run("bash", &shell, &files, &env);
        let (told, said) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(code), "{arguments}: {told}{said}");
        assert_eq!(told.matches("::error file=").count(), found.len(), "{told}");
        for name in found {
            assert!(told.contains(&format!("::error file={name},line=1")), "{told}");
        }
    }
    assert!(!files.path().join("made").exists());
}

#[test]
fn the_hooks_of_pre_commit() {
    let hooks = ours(".pre-commit-hooks.yaml");
    let entries: Vec<Vec<&str>> = hooks
        .lines()
        .filter_map(|line| line.strip_prefix("  entry: placemat "))
        .map(|entry| entry.split(' ').collect())
        .collect();
    let [check, guard] = &entries[..] else { panic!("{entries:?}") };
    let files = folder(&[("a", b"na\xC3\xAFve\n"), ("b", b"caf\xE9\n"), ("c.png", b"\x89PNG\0\0")]);
    // As pre-commit does it: all files that are staged, binary ones too.
    let output = run(TOOL, &[check, &["a", "c.png"][..]].concat(), &files, &[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output.stdout).starts_with("Skipped 1 binary file "));
    let output = run(TOOL, &[check, &["a", "b", "c.png"][..]].concat(), &files, &[]);
    assert!(output.status.code() == Some(1) && text(output.stdout).starts_with("b:1:4: E9 "));
    let git = |args: &[&str]| {
        let author = ["-c", "user.name=x", "-c", "user.email=x"];
        assert!(run("git", &[&author, args].concat(), &files, &[]).status.success(), "{args:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "a"]);
    assert_eq!(run(TOOL, guard, &files, &[]).status.code(), Some(0), "the first commit");
    git(&["commit", "-qm", "x"]);
    fs::write(files.path().join("a"), "na\u{FFFD}ve\n").unwrap();
    git(&["add", "a"]);
    let output = run(TOOL, guard, &files, &[]);
    assert!(output.status.code() == Some(1) && text(output.stdout).starts_with("a:1:3: "));
}

/// As docs/project.md has it.
#[test]
fn the_filter_of_git() {
    let page = ours("docs/project.md");
    let lines: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with("git config filter.") || line.ends_with(".gitattributes"))
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let files = folder(&[
        ("placemat.toml", b"[convert]\npolicy = \"replace\"\n"),
        ("good.txt", b"\x93\xFA\x96{\r\n"),
        ("empty.txt", b""),
        ("bad.txt", b"ok\n\x93"),
    ]);
    let sh = |script: &str| {
        let output = run("sh", &["-c", script], &files, &[]);
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let (done, _, said) = sh(&format!("git init -q; {}", lines.join(" && ")));
    assert!(done, "{said}");
    let (done, _, said) = sh("git add good.txt empty.txt && git diff --quiet");
    assert!(done, "{said}");
    assert_eq!(sh("git show :good.txt").1, "日本\r\n");
    let (done, _, said) = sh("git add bad.txt");
    assert!(!done && said.contains("<stdin>:2:1: 93 at offset 3 is malformed shift_jis"), "{said}");
    assert!(sh("rm good.txt empty.txt; git checkout -q -- .").0);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    assert_eq!((read("good.txt"), read("empty.txt")), (b"\x93\xFA\x96{\r\n".to_vec(), Vec::new()));
    // What the encoding of the working tree cannot hold is not checked out.
    let blob = "printf 'na\\303\\257ve\\n' | git hash-object -w --stdin";
    let (done, _, said) = sh(&format!(
        "git update-index --add --cacheinfo 100644,$({blob}),new.txt && git checkout -- new.txt"
    ));
    assert!(!done && said.contains("new.txt") && said.contains("shift_jis"), "{said}");
}
