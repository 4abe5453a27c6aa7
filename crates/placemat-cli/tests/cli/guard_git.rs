//! `placemat guard` in repositories of git.

use crate::common::{Run, folder, placemat, quoted, shell};
use std::fs;
use std::path::Path;
use std::process::Command;

fn git(folder: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]);
    let output = git.args(args).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Whether there is git. Without it these tests are skipped, and say so.
fn has_git() -> bool {
    let found = Command::new("git").arg("--version").output().is_ok();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "continuous integration has git");
        eprintln!("SKIPPED: git is not installed");
    }
    found
}

#[test]
fn against_a_revision() {
    if !has_git() {
        return;
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

/// A folder under git in which everything is committed.
fn repository(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let files = folder(files);
    git(files.path(), &["init", "-q"]);
    git(files.path(), &["add", "."]);
    git(files.path(), &["commit", "-qm", "one"]);
    files
}

const TEXT: &str = "a longer text, né\nand more lines\nthat stay as they are\n";

/// Issue 16: hooks pass paths, and git saw no rename among those.
#[test]
fn a_staged_rename_is_a_change() {
    if !has_git() {
        return;
    }
    let files = repository(&[
        ("a.txt", TEXT.as_bytes()),
        ("old folder/all.txt", "日本語\n表示\n".as_bytes()),
        ("other.txt", "né\n".as_bytes()),
    ]);
    git(files.path(), &["mv", "a.txt", "b.txt"]);
    git(files.path(), &["mv", "old folder", "new folder"]);
    fs::write(files.path().join("b.txt"), TEXT.replace('é', "?")).unwrap();
    // Nothing in it is equal.
    fs::write(files.path().join("new folder/all.txt"), "???\n??\n").unwrap();
    git(files.path(), &["add", "."]);
    let guard = |args: &[&str]| placemat(&[&["guard"], args].concat()).folder(&files).run();
    for args in [&["--git", "HEAD", "b.txt"][..], &["--staged", "b.txt"]] {
        let told = guard(args);
        assert_eq!(told.code, 1, "{told:?}");
        assert!(told.stdout.starts_with("b.txt:1:17: \"é\" (C3 A9) was replaced"), "{told:?}");
        assert!(!told.stdout.contains("all.txt"), "{told:?}");
    }
    let told = guard(&["--staged", "new folder"]);
    assert!(told.stdout.contains("new folder/all.txt:1:1: "), "{told:?}");
    assert_eq!(guard(&["--git", "HEAD", "other.txt"]), Run::quiet(0));
}

/// Issue 16: a path that does not exist passed, and three causes had the same sentence.
#[test]
fn what_cannot_be_compared_is_said() {
    if !has_git() {
        return;
    }
    let files = repository(&[("here", b"a\n"), ("gone", b"b\n")]);
    fs::remove_file(files.path().join("gone")).unwrap();
    fs::write(files.path().join("loose"), "c\n").unwrap();
    let said = |folder: &Path, args: &[&str]| {
        let told = placemat(&[&["guard"], args].concat()).in_folder(folder).run();
        assert_eq!((told.code, &*told.stdout), (2, ""), "{args:?}");
        told.stderr
    };
    let at = files.path();
    let none = "placemat: git: typo.txt: there is no such file, neither here nor in git\n";
    assert_eq!(said(at, &["--git", "HEAD", "here", "typo.txt"]), none);
    assert_eq!(said(at, &["--staged", "typo.txt"]), none);
    let loose =
        "placemat: git: loose: git does not track it, so there is nothing to compare it with\n";
    assert_eq!(said(at, &["--git", "HEAD", "loose"]), loose);
    let typo = "placemat: git: \"HAED\" is no revision; `git log --oneline` lists some\n";
    assert_eq!(said(at, &["--git", "HAED"]), typo);
    assert!(said(at, &["--staged", "--restore"]).contains("cannot be used with"));
    // What was deleted has no text to be damaged.
    let told = placemat(&["guard", "--git", "HEAD", "gone"]).in_folder(at).run();
    assert_eq!(told, Run::quiet(0));
    let told = placemat(&["guard", "--staged"]).in_folder(at).env("PATH", "/nowhere").run();
    let no_git = "placemat: git: there is no such command: it is not installed, or not in PATH\n";
    assert_eq!((told.code, &*told.stderr), (2, no_git));
    let empty = folder(&[("a", "né\n".as_bytes())]);
    assert!(said(empty.path(), &["--staged"]).contains("not a git repository"));
    git(empty.path(), &["init", "-q", "--bare", "bare"]);
    assert!(said(&empty.path().join("bare"), &["--staged"]).contains("this is no working tree"));
    git(empty.path(), &["init", "-q"]);
    git(empty.path(), &["add", "a"]);
    let unborn = "placemat: git: nothing was committed yet, so there is nothing to compare with\n";
    assert_eq!(said(empty.path(), &["--git", "HEAD"]), unborn);
    let none = "placemat: git: nope.txt: there is no such file, neither here nor in git\n";
    assert_eq!(said(empty.path(), &["--staged", "nope.txt"]), none);
    let told = placemat(&["guard", "--staged", "a"]).in_folder(empty.path()).run();
    assert_eq!(told, Run::quiet(0));
    // A hook must not stand in the way of the first commit.
    let told = placemat(&["guard", "--staged"]).in_folder(empty.path()).run();
    assert_eq!(told, Run::quiet(0));
}

/// What will be committed, and not what is in the working tree.
#[test]
fn staged() {
    if !has_git() {
        return;
    }
    let files = repository(&[
        ("sub/a.txt", "né\n".as_bytes()),
        ("b.txt", "né\n".as_bytes()),
        ("it's \"so\"\n.txt", "né\n".as_bytes()),
    ]);
    let at = |name: &str| files.path().join(name);
    fs::write(at("sub/a.txt"), "n?\n").unwrap();
    fs::write(at("it's \"so\"\n.txt"), "n?\n").unwrap();
    git(files.path(), &["add", "."]);
    // Mended, but not in the index; and damaged, but not in the index.
    fs::write(at("sub/a.txt"), "né\n").unwrap();
    fs::write(at("b.txt"), "n?\n").unwrap();
    let guard = |folder: &Path, args: &[&str]| {
        let told = placemat(&[&["guard"], args].concat()).in_folder(folder).run();
        let places = told.stdout.lines().filter(|line| !line.starts_with(' '));
        let places = places.filter_map(|line| Some(line.split_once(": ")?.0.to_owned()));
        (told.code, places.filter(|place| place != "Damage").collect::<Vec<_>>())
    };
    let odd = "it's \"so\"<U+000A>.txt:1:2";
    let expected = |places: &[&str]| (1, places.iter().map(|&place| place.to_owned()).collect());
    assert_eq!(guard(files.path(), &["--staged"]), expected(&[odd, "sub/a.txt:1:2"]));
    assert_eq!(guard(files.path(), &["--git", "HEAD"]), expected(&["b.txt:1:2", odd]));
    assert_eq!(guard(&at("sub"), &["--staged", "."]), expected(&["a.txt:1:2"]));
    assert_eq!(guard(&at("sub"), &["--git", "HEAD", "../b.txt"]), expected(&["../b.txt:1:2"]));
    // Another working tree of the repository, and settings that change what git prints.
    git(files.path(), &["worktree", "add", "-q", "linked"]);
    fs::write(at("linked/b.txt"), "n\u{FFFD}\n").unwrap();
    git(files.path(), &["config", "diff.relative", "true"]);
    git(files.path(), &["config", "diff.renames", "false"]);
    git(files.path(), &["config", "color.ui", "always"]);
    assert_eq!(guard(&at("linked"), &["--git", "HEAD"]), expected(&["b.txt:1:2"]));
    assert_eq!(guard(&at("linked/sub"), &["--git", "HEAD"]), expected(&["../b.txt:1:2"]));
}

/// As a hook: git sets GIT_DIR and GIT_INDEX_FILE, and commits a part of what is changed.
#[test]
#[cfg(unix)]
fn as_a_hook() {
    use std::os::unix::fs::PermissionsExt;
    if !has_git() {
        return;
    }
    let files = repository(&[("a.txt", "né\n".as_bytes()), ("b.txt", "né\n".as_bytes())]);
    let hook = files.path().join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    let script = format!("#!/bin/sh\nexec '{}' guard --staged\n", env!("CARGO_BIN_EXE_placemat"));
    fs::write(&hook, script).unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(files.path().join("a.txt"), "n?\n").unwrap();
    fs::write(files.path().join("b.txt"), "née\n").unwrap();
    let commit = |path: &str| {
        let mut git = Command::new("git");
        git.args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "commit",
            "-qm",
            "two",
            path,
        ]);
        git.current_dir(files.path()).output().unwrap()
    };
    let refused = commit("a.txt");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    let told = String::from_utf8_lossy(&refused.stdout).into_owned() + &said;
    assert!(!refused.status.success() && told.contains("a.txt:1:2: "), "{refused:?}");
    let taken = commit("b.txt");
    assert!(taken.status.success(), "{taken:?}");
}

/// Names that are not UTF-8, links and submodules.
#[test]
#[cfg(target_os = "linux")]
fn odd_entries() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    if !has_git() {
        return;
    }
    let files = repository(&[("a", "né\n".as_bytes()), ("inner/x", "né\n".as_bytes())]);
    let odd = files.path().join(OsStr::from_bytes(b"sub\xFF/b\xE9.txt"));
    fs::create_dir_all(odd.parent().unwrap()).unwrap();
    fs::write(&odd, "né\n").unwrap();
    std::os::unix::fs::symlink("a", files.path().join("link")).unwrap();
    let inner = files.path().join("module");
    fs::create_dir(&inner).unwrap();
    git(&inner, &["init", "-q"]);
    fs::write(inner.join("y"), "né\n").unwrap();
    git(&inner, &["add", "."]);
    git(&inner, &["commit", "-qm", "inner"]);
    git(files.path(), &["-c", "advice.addEmbeddedRepo=false", "add", "."]);
    git(files.path(), &["commit", "-qm", "two"]);
    fs::write(&odd, "n?\n").unwrap();
    fs::remove_file(files.path().join("link")).unwrap();
    fs::write(files.path().join("link"), "n?\n").unwrap();
    fs::write(inner.join("y"), "n?\n").unwrap();
    let told = placemat(&["guard", "--git", "HEAD"]).folder(&files).run();
    assert!(told.stdout.starts_with("sub<FF>/b<E9>.txt:1:2: "), "{told:?}");
    assert!(
        told.stdout
            .ends_with("Damage: 1 place in 1 file: --restore takes back what was damaged.\n")
    );
    let told = placemat(&["guard", "--git", "HEAD"]).in_folder(odd.parent().unwrap()).run();
    assert!(told.stdout.starts_with("b<E9>.txt:1:2: "), "{told:?}");
}

/// What stands between back quotes in the last line, run one after the other.
fn follow(files: &tempfile::TempDir, told: &Run) {
    let hint = told.stdout.lines().last().unwrap();
    let commands: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
    assert!(!commands.is_empty(), "no advice: {hint}");
    for command in commands {
        let run = shell(command).folder(files).run();
        assert!(run.code == 0 && run.stderr.is_empty(), "{command}: {run:?}");
    }
}

/// What a hint names must be taken, and do what it says.
#[test]
fn the_hint_for_what_is_staged() {
    if !has_git() {
        return;
    }
    let files = repository(&[("a.txt", "né\n".as_bytes()), ("it's b.txt", "né\n".as_bytes())]);
    let at = |name: &str| files.path().join(name);
    let guard = |args: &[&str]| placemat(&[&["guard"], args].concat()).folder(&files).run();
    let hint = |told: &Run| told.stdout.lines().last().unwrap_or_default().to_owned();
    let b = quoted("it's b.txt");
    // Both have the damage: taken back, it is still staged.
    fs::write(at("a.txt"), "n?\n").unwrap();
    git(files.path(), &["add", "."]);
    let told = guard(&["--staged"]);
    let expected = "Damage: 1 place in 1 file: `placemat guard --git HEAD --restore a.txt` takes back \
                    what was damaged, then `git add a.txt` stages it again.";
    assert_eq!((told.code, &*hint(&told)), (1, expected));
    let restored = guard(&["--git", "HEAD", "--restore"]);
    let expected = "Damage: 1 place in 1 file, taken back in 1 file; what is staged still has it: \
                    `git add a.txt` stages it again.";
    assert_eq!((restored.code, &*hint(&restored)), (0, expected));
    assert_eq!(fs::read(at("a.txt")).unwrap(), "né\n".as_bytes());
    // Only what is staged has it now.
    let told = guard(&["--staged"]);
    let expected = "Damage: 1 place in 1 file: the working tree has no such damage, and \
                    `git add a.txt` stages that.";
    assert_eq!((told.code, &*hint(&told)), (1, expected));
    follow(&files, &told);
    assert_eq!(guard(&["--staged"]), Run::quiet(0));
    // One of either kind.
    for name in ["a.txt", "it's b.txt"] {
        fs::write(at(name), "n?\n").unwrap();
    }
    git(files.path(), &["add", "."]);
    fs::write(at("a.txt"), "née\n").unwrap();
    let told = guard(&["--staged"]);
    let expected = format!(
        "Damage: 2 places in 2 of 2 files: `placemat guard --git HEAD --restore {b}` takes back what \
         was damaged, then `git add a.txt {b}` stages it again."
    );
    assert_eq!(hint(&told), expected);
    follow(&files, &told);
    assert_eq!(guard(&["--staged"]), Run::quiet(0));
    // Nothing is staged: nothing is said of it.
    fs::write(at("a.txt"), "n?\n").unwrap();
    let told = guard(&["--git", "HEAD", "--restore"]);
    assert_eq!(hint(&told), "Damage: 1 place in 1 file, taken back in 1 file.");
    // The working tree has it no more.
    fs::write(at("a.txt"), "n?\n").unwrap();
    git(files.path(), &["add", "."]);
    fs::remove_file(at("a.txt")).unwrap();
    let told = guard(&["--staged"]);
    let expected = "Damage: 1 place in 1 file: `git restore --staged a.txt` unstages what is not in \
                    the working tree.";
    assert_eq!(hint(&told), expected);
    follow(&files, &told);
    assert_eq!(guard(&["--staged"]), Run::quiet(0));
}

/// Names that git takes for patterns, and that no shell takes; and what was let pass.
#[test]
#[cfg(unix)]
fn names_in_hints() {
    if !has_git() {
        return;
    }
    let files = repository(&[
        ("sub/:a*", "né\nà\n".as_bytes()),
        ("sub/a.txt", "né\n".as_bytes()),
        ("sub/:ab", "né\n".as_bytes()),
    ]);
    let sub = files.path().join("sub");
    let staged = |args: &[&str]| {
        let told = placemat(&[&["guard", "--staged"], args].concat()).in_folder(&sub).run();
        told.stdout.lines().last().unwrap_or_default().to_owned()
    };
    fs::write(sub.join(":a*"), "\u{FEFF}n?\nà\n").unwrap();
    git(files.path(), &["add", "."]);
    // An edit that nobody wants to stage.
    fs::write(sub.join(":ab"), "other\n").unwrap();
    let told = staged(&["--accept", "signature"]);
    let commands: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
    let expected = [
        "placemat guard --git HEAD --restore --accept signature ':a*'",
        "git --literal-pathspecs add ':a*'",
    ];
    assert_eq!(commands, expected);
    for command in commands {
        assert_eq!(shell(command).in_folder(&sub).run().code, 0, "{command}");
    }
    assert_eq!(staged(&["--accept", "signature"]), "");
    assert_eq!(fs::read(sub.join(":a*")).unwrap(), "\u{FEFF}né\nà\n".as_bytes());
    let mut names = Command::new("git");
    names.args(["diff", "--cached", "--name-only"]).current_dir(&sub);
    assert_eq!(names.output().unwrap().stdout, b"sub/:a*\n");
    // A name that no shell takes as it is shown.
    fs::write(sub.join("a\n.txt"), "né\n").unwrap();
    git(files.path(), &["add", "."]);
    git(files.path(), &["commit", "-qm", "two"]);
    fs::write(sub.join("a\n.txt"), "n?\n").unwrap();
    git(files.path(), &["add", "."]);
    let expected = "Damage: 1 place in 1 file: `placemat guard --git HEAD --restore` takes back what \
                    was damaged, then `git add` with these files stages it again.";
    assert_eq!(staged(&[]), expected);
}

/// Another file with the same name need not have the same signature and ends of lines.
#[test]
fn a_guessed_pair_is_compared_by_its_text() {
    if !has_git() {
        return;
    }
    let files = repository(&[
        ("a/mod.rs", "\u{FEFF}// né\r\nfn a() {}\r\n".as_bytes()),
        ("b/all.txt", "\u{FEFF}日本語\r\n".as_bytes()),
        ("c.txt", TEXT.replace('\n', "\r\n").as_bytes()),
    ]);
    git(files.path(), &["mv", "a", "x"]);
    git(files.path(), &["mv", "b", "y"]);
    git(files.path(), &["mv", "c.txt", "d.txt"]);
    fs::write(files.path().join("x/mod.rs"), "// another\nfn a() {}\nfn b() {}\n").unwrap();
    fs::write(files.path().join("y/all.txt"), "???\n").unwrap();
    // More than half of it is the same.
    let ends = TEXT.replacen('\n', "\r\n", 2);
    fs::write(files.path().join("d.txt"), ends).unwrap();
    git(files.path(), &["add", "."]);
    let told = placemat(&["guard", "--staged"]).folder(&files).run();
    let lines: Vec<&str> = told.stdout.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(lines.len(), 3, "{told:?}");
    assert_eq!(lines[0], "d.txt: the ends of 1 line were CR LF and are LF");
    assert!(lines[1].starts_with("y/all.txt:1:1: \"日本語\""), "{told:?}");
}

/// Git looks for no renames among many files, unless it is told to.
#[test]
fn a_rename_among_many() {
    if !has_git() {
        return;
    }
    let files = repository(&[("a.txt", TEXT.as_bytes()), ("c.txt", &TEXT.as_bytes().repeat(3))]);
    git(files.path(), &["config", "diff.renameLimit", "1"]);
    git(files.path(), &["mv", "a.txt", "b.txt"]);
    git(files.path(), &["mv", "c.txt", "d.txt"]);
    for name in ["b.txt", "d.txt"] {
        let text = fs::read_to_string(files.path().join(name)).unwrap();
        fs::write(files.path().join(name), text.replacen('é', "?", 1)).unwrap();
    }
    git(files.path(), &["add", "."]);
    let told = placemat(&["guard", "--staged"]).folder(&files).run();
    assert_eq!(told.stdout.matches("was replaced").count(), 2, "{told:?}");
}

/// Git writes CR LF only when it checks out: a file that was there before it was told to, or that
/// a program wrote, has LF, and will be committed with LF.
#[test]
fn ends_of_lines_that_only_a_checkout_would_write() {
    if !has_git() {
        return;
    }
    let files = repository(&[
        ("lf.txt", "né\nb\nc\n".as_bytes()),
        ("crlf.txt", "né\r\nb\r\nc\r\n".as_bytes()),
        ("declared.bat", "né\nb\nc\n".as_bytes()),
        (".gitattributes", b"*.bat text=auto eol=crlf\n"),
    ]);
    let guard = |name: &str, text: &str| {
        fs::write(files.path().join(name), text).unwrap();
        let told = placemat(&["guard", "--git", "HEAD", name]).folder(&files).run();
        (told.code, told.stdout.lines().next().unwrap_or_default().to_owned())
    };
    let quiet = (0, String::new());
    let ends = |name: &str, lines: &str, was: &str, is: &str| {
        (1, format!("{name}: the ends of {lines} were {was} and are {is}"))
    };
    for setting in ["true", "input", "false"] {
        git(files.path(), &["config", "core.autocrlf", setting]);
        assert_eq!(guard("lf.txt", "née\nb\nc\nd\n"), quiet, "{setting}");
        // Pasted from elsewhere: no line has another end than it had.
        assert_eq!(guard("lf.txt", "née\nb\nc\nd\r\n"), quiet, "{setting}");
        // Nothing is converted that was committed with CR LF.
        let changed = ends("crlf.txt", "3 lines", "CR LF", "LF");
        assert_eq!(guard("crlf.txt", "née\nb\nc\n"), changed, "{setting}");
        assert_eq!(guard("crlf.txt", "née\r\nb\r\nc\r\n"), quiet, "{setting}");
        // Whoever says in the repository what a checkout is to write, needs it.
        let changed = ends("declared.bat", "3 lines", "CR LF", "LF");
        assert_eq!(guard("declared.bat", "née\nb\nc\n"), changed, "{setting}");
        assert_eq!(guard("declared.bat", "née\r\nb\r\nc\r\n"), quiet, "{setting}");
        let written = guard("lf.txt", "née\r\nb\r\nc\r\n");
        let changed = ends("lf.txt", "3 lines", "LF", "CR LF");
        assert_eq!(written, if setting == "true" { quiet.clone() } else { changed }, "{setting}");
    }
    // Neither what was there before, nor what a checkout writes.
    git(files.path(), &["config", "core.autocrlf", "true"]);
    let few = ends("lf.txt", "1 line", "CR LF", "LF");
    assert_eq!(guard("lf.txt", "née\r\nb\nc\r\n"), few);
    // Text is taken back, and ends of lines stay.
    fs::write(files.path().join("lf.txt"), "n?\nb\nc\nd\n").unwrap();
    let told = placemat(&["guard", "--git", "HEAD", "--restore", "lf.txt"]).folder(&files).run();
    assert_eq!((told.code, told.stdout.lines().count()), (0, 4), "{told:?}");
    let restored = fs::read_to_string(files.path().join("lf.txt")).unwrap();
    assert_eq!(restored, "né\nb\nc\nd\n");
    // The same in UTF-16, which git keeps as UTF-8.
    fs::write(files.path().join(".gitattributes"), "*.txt working-tree-encoding=UTF-16LE-BOM\n")
        .unwrap();
    let wide = |text: &str| -> Vec<u8> {
        ["\u{FEFF}", text].concat().encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    fs::write(files.path().join("lf.txt"), wide("née\nb\nc\n")).unwrap();
    let told = placemat(&["guard", "--git", "HEAD", "lf.txt"]).folder(&files).run();
    assert_eq!(told, Run::quiet(0));
}

/// Latin-1 of 40 lines, each of which has a letter that can be lost.
fn latin(text: impl Fn(usize) -> String) -> Vec<u8> {
    let text: String = (0..40).map(text).collect();
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// In every line something was lost, so that no line is equal.
#[test]
fn renamed_files_without_an_equal_line() {
    if !has_git() {
        return;
    }
    let header = "# A header that all of these files have, as licences are.\n".repeat(8);
    let one = latin(|i| format!("ligne {i} café\n"));
    let two = latin(|i| format!("{i}: déjà vu, à la forêt\n"));
    let with_header = |text: &dyn Fn(usize) -> String| [header.as_bytes(), &latin(text)].concat();
    let three = with_header(&|i| format!("x{i} = voilà\n"));
    let four = with_header(&|i| format!("y{i} = où ça\n"));
    let japanese = "表示する文字\nソフトの予定\n能力\n".repeat(9);
    let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode(&japanese);
    let files = repository(&[
        ("one.txt", &one),
        ("a/all.txt", &two),
        ("b/all.txt", &one),
        ("c/three.py", &three),
        ("d/four.py", &four),
        ("sjis.txt", &sjis),
    ]);
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let marks = |bytes: &[u8]| lossy(bytes).replace('\u{FFFD}', "?");
    let moves: [(&str, &str, String); 6] = [
        ("one.txt", "uno.md", lossy(&one)),
        // Two that have the same name, at once, and have had other text.
        ("a/all.txt", "y/all.txt", marks(&two)),
        ("b/all.txt", "x/all.txt", lossy(&one)),
        // What git takes for the other one.
        ("c/three.py", "e/drei.py", lossy(&three)),
        ("d/four.py", "e/vier.py", marks(&four)),
        ("sjis.txt", "japanese.txt", japanese),
    ];
    for folder in ["x", "y", "e"] {
        fs::create_dir(files.path().join(folder)).unwrap();
    }
    for (old, new, text) in &moves {
        git(files.path(), &["mv", old, new]);
        fs::write(files.path().join(new), text).unwrap();
    }
    let guard = |args: &[&str]| placemat(&[&["guard"], args].concat()).folder(&files).run();
    let expected =
        ["e/drei.py:9:10", "e/vier.py:9:7", "uno.md:1:12", "x/all.txt:1:12", "y/all.txt:1:5"];
    for args in [&["--git", "HEAD", "--max-findings=1"][..], &["--staged", "--max-findings=1"]] {
        if args[0] == "--staged" {
            git(files.path(), &["add", "."]);
        }
        let told = guard(args);
        let lines = told.stdout.lines().filter(|line| !line.starts_with(' '));
        let mut found: Vec<&str> = lines.filter_map(|line| line.split(": ").next()).collect();
        found.retain(|place| place.matches(':').count() == 2);
        assert_eq!((told.code, found), (1, expected.to_vec()), "{args:?} {told:?}");
        let converted = "japanese.txt: converted from shift_jis to utf-8 throughout";
        assert!(told.stdout.contains(converted), "{told:?}");
        // The others are what they were whatever is asked for.
        let told = guard(&[args, &["e/drei.py"]].concat());
        assert_eq!(told.code, 1, "{told:?}");
        assert!(told.stdout.contains("E0 was replaced by U+FFFD"), "{told:?}");
    }
    assert_eq!(guard(&["--git", "HEAD", "--restore"]).code, 0);
    let olds = [&one, &two, &one, &three, &four];
    for ((_, new, _), old) in moves.iter().zip(olds) {
        assert!(fs::read(files.path().join(new)).unwrap() == **old, "{new}");
    }
}

/// A file that was deleted and one that came are no pair for what all such files have.
#[test]
fn unrelated_files_are_no_pair() {
    if !has_git() {
        return;
    }
    let licence = |holder: &str| {
        let lines = [
            "Copyright HOLDER",
            "Permission to use, copy, modify, and distribute this software for any",
            "purpose with or without fee is hereby granted, “as is”.",
        ];
        lines.map(|line| format!("# {line}\n")).concat().replace("HOLDER", holder)
    };
    let lines = |texts: &[&str]| -> String {
        texts.iter().enumerate().map(|(i, text)| format!("key.{i} = {text}\n")).collect()
    };
    let japanese = lines(&["何ですか？", "表示", "予定です。", "能力"]);
    let chinese = lines(&["是什么?", "显示", "计划。", "能力吗?"]);
    let (euc, _, _) = encoding_rs::EUC_JP.encode(&japanese);
    for (old, new) in [
        // Scripts of the same kind.
        (
            "#!/bin/sh\n# Löscht alles – wirklich\nrm -rf build\n".as_bytes(),
            "#!/bin/sh\n# Loads all? ok ? fine\ncp -r a? b\n",
        ),
        ("#!/bin/sh\necho “né”\n".as_bytes(), "#!/bin/sh\ntest ?x = ?y\n"),
        // Licences.
        (
            (licence("© Zoë") + "def née(): return “é”\n").as_bytes(),
            &(licence("(c) Bob?") + "def ask(): return '??'\n"),
        ),
        // Translations.
        (japanese.as_bytes(), &*chinese),
        (&euc, &chinese),
        (lines(&["né", "déjà", "où ça"]).as_bytes(), &lines(&["why?", "really?", "a?"])),
        // Text that is damaged, and is another.
        (
            "Une école à la forêt.\nDéjà vue.\nVoilà tout.\n".as_bytes(),
            "Der Fu\u{FFFD} ist gr\u{FFFD}n.\nNoch eine Zeile.\nEnde.\n",
        ),
    ] {
        let files = repository(&[("before/old.txt", old), ("other.txt", b"x\n")]);
        git(files.path(), &["rm", "-q", "before/old.txt"]);
        fs::write(files.path().join("new.txt"), new).unwrap();
        git(files.path(), &["add", "."]);
        for args in [["--staged"].as_slice(), &["--git", "HEAD"]] {
            let told = placemat(&[&["guard"], args].concat()).folder(&files).run();
            assert_eq!(told, Run::quiet(0), "{new}");
        }
    }
}
