//! Bytes, names, ignore files and arguments that mean harm: no report of any command lets
//! them act on a terminal, hide, or break out of a format.

use crate::common::{Run, folder, placemat};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Names that would move the cursor, hide, end a line, be an option, or end a value.
const NAMES: [&[u8]; 9] = [
    b"a\nforged: all is well",
    b"a\r\nforged",
    b"esc\x1B[31m\x1B]0;title\x07\x7F\x9B",
    "bidi\u{202E}\u{2066}txt\u{200B}\u{2028}\u{E0041}\u{9B}".as_bytes(),
    b"na\xEFve\xFF",
    b"\"},{\"a\":\"",
    b"::error file=x,line=1::%0A##[error]",
    b"-\x1B[31m",
    b"tab\there",
];

/// Malformed text, with all of that in it.
const TEXT: &[u8] = b"\x1B[2J\x07 \xC2\x9B\xE2\x80\xAE caf\xE9\n::error::\xFE \x1B]0;x\x07\nforged\xE2\x81\xA6\xFF\xF3\xA0\x81\x81\n\t\"},{\"a\xC0\xAF\n";

/// Asserts that nothing in it acts on a terminal or hides, and that no line is one that a
/// name or a text has made.
fn assert_safe(text: &str, what: &str) {
    let acts = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
            || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
    };
    assert!(!text.contains(acts), "{what}: {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("forged")), "{what}: {text}");
}

/// The names, with another text in each of two folders.
fn hostile() -> TempDir {
    let harmed: Vec<u8> = TEXT.iter().flat_map(|&byte| harm(byte)).collect();
    let files = folder(&[]);
    for (sub, text) in [("old", TEXT), ("new", &harmed)] {
        fs::create_dir(files.path().join(sub)).unwrap();
        for name in NAMES {
            fs::write(files.path().join(sub).join(OsStr::from_bytes(name)), text).unwrap();
        }
    }
    files
}

/// What an editor makes of a malformed byte.
fn harm(byte: u8) -> Vec<u8> {
    if byte == 0xE9 { "\u{FFFD}".into() } else { vec![byte] }
}

/// `old/` and the name.
fn at(sub: &str, name: &[u8]) -> OsString {
    OsStr::from_bytes(&[sub.as_bytes(), b"/", name].concat()).to_owned()
}

fn run(files: &TempDir, args: &[&OsStr]) -> Run {
    let run = placemat(args).folder(files).run();
    let what = format!("{args:?}");
    assert_safe(&run.stderr, &what);
    assert_ne!(run.code, 101, "{what}: {}", run.stderr);
    run
}

fn words(line: &str) -> Vec<&OsStr> {
    line.split(' ').map(OsStr::new).collect()
}

/// Every line is a value.
fn assert_json(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn assert_commands(lines: &str) {
    let known = |line: &str| {
        ["::error file=", "::notice file=", "::notice title="].iter().any(|is| line.starts_with(is))
    };
    assert!(lines.lines().all(known), "{lines}");
}

#[test]
fn of_folders() {
    let files = hostile();
    for line in [
        "check old",
        "check --stats --all old",
        "check --as us-ascii old",
        "check --as shift_jis old",
        "check --as utf-7 old",
        "fix --dry-run old",
        "fix --diff old",
        "fix --diff --policy remove old",
        "detect old",
        "detect --all old",
    ] {
        let run = run(&files, &words(line));
        assert_safe(&run.stdout, line);
        assert!(run.stdout.contains("esc<U+001B>[31m"), "{line}: {}", run.stdout);
    }
    for line in [
        "check --format=json old",
        "check --format=json --as us-ascii old",
        "fix --dry-run --report=json old",
        "detect --all --format=json old",
    ] {
        let run = run(&files, &words(line));
        assert_safe(&run.stdout, line);
        let values = assert_json(&run.stdout);
        let exact = |value: &Value| value["path_bytes"] == "6f6c642f6e61ef7665ff";
        assert!(values.iter().any(exact), "{line}: {}", run.stdout);
    }
    for line in ["check --format=github old", "check --format=github --as us-ascii old"] {
        let run = run(&files, &words(line));
        assert_safe(&run.stdout, line);
        assert_commands(&run.stdout);
    }
    for line in ["check --format=sarif old", "check --format=sarif --as us-ascii old"] {
        let run = run(&files, &words(line));
        assert_safe(&run.stdout, line);
        serde_json::from_str::<Value>(&run.stdout).unwrap();
    }
    let run = run(&files, &words("fix --in-place --policy=replace new"));
    assert_safe(&run.stdout, "fix --in-place");
    assert_eq!((run.code, &*run.stderr), (0, ""));
}

#[test]
fn of_two_versions() {
    let files = hostile();
    for name in NAMES {
        let (old, new) = (at("old", name), at("new", name));
        for format in ["text", "json", "github"] {
            let format = OsString::from(format!("--format={format}"));
            let run = run(&files, &[OsStr::new("guard"), &format, &old, &new]);
            assert_safe(&run.stdout, "guard");
            assert_eq!(run.code, 1, "{name:?}");
            match format.to_str().unwrap() {
                "--format=json" => _ = assert_json(&run.stdout),
                "--format=github" => assert_commands(&run.stdout),
                _ => {}
            }
        }
        let restored = run(&files, &[OsStr::new("guard"), OsStr::new("--restore"), &old, &new]);
        assert_safe(&restored.stdout, "guard --restore");
        assert_eq!(fs::read(files.path().join(new)).unwrap(), TEXT);
    }
}

#[test]
fn of_one_file() {
    let files = hostile();
    for name in NAMES {
        let old = at("old", name);
        for format in ["auto", "cards", "table", "json", "tsv"] {
            let format = OsString::from(format!("--format={format}"));
            let run = run(&files, &[OsStr::new("explain"), &format, &old]);
            assert_safe(&run.stdout, "explain");
            match format.to_str().unwrap() {
                "--format=json" => _ = assert_json(&run.stdout),
                "--format=tsv" => {
                    let tabs = |line: &str| line.matches('\t').count();
                    let first = run.stdout.lines().next().map(tabs).unwrap();
                    assert!(run.stdout.lines().all(|line| tabs(line) == first), "{}", run.stdout);
                }
                _ => {}
            }
        }
        let page = run(&files, &[OsStr::new("explain"), OsStr::new("--code-page"), &old]);
        assert_safe(&page.stdout, "explain --code-page");
        for line in ["fix -o", "fix --escape -o", "convert -t utf-16 -o"] {
            let out = at("new", name);
            run(&files, &[words(line), vec![&out, &old]].concat());
        }
        let told = run(&files, &[words("convert -f utf-8 -t utf-16 -o out"), vec![&*old]].concat());
        assert!(told.stderr.contains(":1:16: E9 "), "{}", told.stderr);
    }
}

#[test]
fn of_what_is_not_there() {
    let files = hostile();
    for name in NAMES {
        let path = at("missing", name);
        let file = files.path().join("old").join(OsStr::from_bytes(NAMES[0]));
        for line in [
            "check",
            "check --format=json",
            "check --format=github",
            "check --format=sarif",
            "fix -i",
            "fix -n",
            "detect",
            "detect --format=json",
            "explain",
            "convert -t utf-16",
            "guard old",
        ] {
            let told = run(&files, &[words(line), vec![&*path]].concat());
            assert_safe(&told.stdout, line);
            assert_eq!(told.code, 2, "{line}");
        }
        for line in ["convert -t utf-16 -o", "fix -o", "guard --restore -o"] {
            let told = run(&files, &[words(line), vec![&*path, file.as_os_str()]].concat());
            assert_eq!(told.code, 2, "{line}");
        }
    }
}

#[test]
fn of_a_repository() {
    let files = hostile();
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@example.com"]).args(args);
        let output = git.current_dir(files.path().join("old")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["-c", "commit.gpgsign=false", "commit", "-qm", "one"]);
    for name in NAMES {
        let name = OsStr::from_bytes(name);
        fs::copy(files.path().join("new").join(name), files.path().join("old").join(name)).unwrap();
    }
    let within = |args: &str| {
        let command = placemat(&words(args));
        let run = command.in_folder(&files.path().join("old")).run();
        assert_safe(&run.stdout, args);
        assert_safe(&run.stderr, args);
        run
    };
    assert_eq!(within("guard --git HEAD").code, 1);
    assert_eq!(assert_json(&within("guard --git HEAD --format=json").stdout).len(), 10);
    assert_commands(&within("guard --git HEAD --format=github").stdout);
    assert_eq!(within("guard --git \u{1B}[31m").code, 2);
    assert_eq!(within("guard --restore --git HEAD").code, 0);
    for name in NAMES {
        assert_eq!(fs::read(files.path().join(at("old", name))).unwrap(), TEXT);
    }
}

/// Found by this test: messages of the walk and of the parser quoted them as they are.
#[test]
fn of_ignore_files_and_arguments() {
    let files = folder(&[("a", b"fine"), (".ignore", b"{\x1B[31m\n{\xC2\x9B\n{\x07\n")]);
    for command in ["check .", "detect .", "fix -n ."] {
        let told = run(&files, &words(command));
        assert!(told.stderr.contains("U+001B"), "{command}: {}", told.stderr);
    }
    for line in [
        "\u{1B}[31m",
        "check --\u{1B}[31m",
        "check -\u{1B}[31m",
        "check --format=\u{1B}[31m",
        "check --threads=\u{1B}[31m",
        "check --glob=[\u{1B}[31m",
        "check --type=\u{1B}[31m",
        "check --as=\u{1B}[31m\u{202E}",
        "convert -f \u{1B}[31m",
        "convert -t utf-8//\u{1B}[31m",
        "convert --policy \u{1B}[31m",
        "fix --policy \u{202E}",
        "fix --in-place=\u{1B}[31m/../ a",
        "guard --format=\u{9B} a a",
        "guard \u{1B}[31m",
        "detect --format=\u{1B}",
        "explain -U \u{1B}[31m",
        "explain --hex \u{1B}[31m",
        "explain --octal \u{202E}",
        "explain --binary \u{202E}",
        "explain --range \u{1B}..",
        "encodings --labels \u{1B}[31m",
        "completions \u{1B}[31m",
        "man \u{1B}[31m",
        "--color \u{1B}[31m check",
    ] {
        let told = run(&files, &words(line));
        assert_safe(&told.stdout, line);
        assert_eq!(told.code, 2, "{line}");
    }
    let told = placemat(&["check", "a"]).folder(&files).env("PLACEMAT_LEVEL", "\u{1B}[31m").run();
    assert_safe(&told.stderr, "PLACEMAT_LEVEL");
    let told = run(&files, &words("explain --text \u{1B}[31m\u{202E}"));
    assert_safe(&told.stdout, "explain --text");
}

/// Links that are found do not lead --in-place out of its folder; those that are named do.
#[test]
fn links_do_not_lead_out_of_the_folder() {
    let bad = b"caf\xE9\n";
    let files = folder(&[("outside/a", bad), ("in/b", bad)]);
    symlink("../outside/a", files.path().join("in/a")).unwrap();
    symlink("../outside", files.path().join("in/folder")).unwrap();
    symlink("../../etc/passwd", files.path().join("in/passwd")).unwrap();
    let outside = files.path().join("outside/a");
    assert_eq!(run(&files, &words("fix --policy=replace --no-backup -qi in")), Run::quiet(0));
    assert_eq!(fs::read(&outside).unwrap(), bad);
    assert_eq!(fs::read(files.path().join("in/b")).unwrap(), "caf\u{FFFD}\n".as_bytes());
    // A backup is not written through a link that waits for it.
    fs::write(files.path().join("in/b"), bad).unwrap();
    symlink("../outside/new", files.path().join("in/b.bak")).unwrap();
    let told = run(&files, &words("fix --policy=replace -q -i=.bak in/b"));
    assert_eq!(told.code, 2, "{}", told.stderr);
    assert!(!files.path().join("outside/new").exists());
    assert_eq!(fs::read(files.path().join("in/b")).unwrap(), bad);
    // Named, or asked for, it is followed.
    assert_eq!(run(&files, &words("fix --policy=replace --no-backup -qi in/a")), Run::quiet(0));
    assert_eq!(fs::read(&outside).unwrap(), "caf\u{FFFD}\n".as_bytes());
    fs::write(&outside, bad).unwrap();
    fs::remove_file(files.path().join("in/passwd")).unwrap();
    run(&files, &words("fix --policy=replace --no-backup -qi --follow in"));
    assert_eq!(fs::read(&outside).unwrap(), "caf\u{FFFD}\n".as_bytes());
}

/// What is no regular file is not read for what is declared, or what is to be left out: it would take for ever, or all memory.
#[test]
fn no_end_of_rules() {
    let fifo = |folder: &Path, name: &str| {
        let path = folder.join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    };
    let files =
        folder(&[("a.txt", b"caf\xE9\n"), ("d/b.txt", b"caf\xE9\n"), ("d/e/c.txt", b"fine\n")]);
    fifo(files.path(), ".editorconfig");
    fifo(files.path(), ".gitattributes");
    let told = placemat(&["check", "a.txt"]).in_folder(files.path()).run();
    assert_eq!(told.code, 1, "{told:?}");
    symlink("/dev/zero", files.path().join("d/.gitignore")).unwrap();
    let told = placemat(&["check", "."]).in_folder(files.path()).run();
    assert_eq!(told.code, 2, "{told:?}");
    let what = "./d/.gitignore: no regular file, so nothing below its folder was visited";
    assert!(told.stderr.contains(what) && !told.stdout.contains("b.txt"), "{told:?}");
    assert!(told.stdout.contains("a.txt"), "{told:?}");
    let told = placemat(&["check", "--no-ignore", "."]).in_folder(files.path()).run();
    assert!(told.code == 1 && told.stdout.contains("d/b.txt"), "{told:?}");
    // Where all begins, and above that.
    for folder in ["d", "d/e"] {
        let told = placemat(&["check", folder]).in_folder(files.path()).run();
        assert_eq!(told.code, 2, "{told:?}");
        assert!(told.stderr.contains(".gitignore: no regular file"), "{told:?}");
        // What may be meant to be left out is not changed, and others are.
        let args = ["fix", "--fallback=latin1", "-i", folder, "a.txt"];
        let told = placemat(&args).in_folder(files.path()).run();
        assert_eq!(told.code, 2, "{told:?}");
        assert_eq!(fs::read(files.path().join("d/b.txt")).unwrap(), b"caf\xE9\n");
    }
    // The null device has nothing in it.
    fs::remove_file(files.path().join("d/.gitignore")).unwrap();
    symlink("/dev/null", files.path().join("d/.gitignore")).unwrap();
    let told = placemat(&["check", "."]).in_folder(files.path()).run();
    assert!(told.code == 1 && told.stdout.contains("d/b.txt"), "{told:?}");
}
