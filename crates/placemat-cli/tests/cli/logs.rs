//! What `--log` writes: before anything is changed, whole or not at all, and never behind what is no log.

use crate::common::{Run, as_nobody, folder, leftovers, sh_as_nobody, skipped};
use crate::undo::{FRENCH, LATIN, bytes, lines, run, state};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

#[test]
fn a_run_that_ended_between_its_log_and_its_file() {
    let files = folder(&[("a", FRENCH), ("b", FRENCH)]);
    run(&files, &[&LATIN[..], &["a", "b"]].concat());
    // As it is before the new file takes its name.
    fs::remove_file(files.path().join("b")).unwrap();
    fs::hard_link(files.path().join("b.orig"), files.path().join("b")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 1 file taken back\n"));
    assert_eq!((bytes(&files, "a"), bytes(&files, "b")), (FRENCH.into(), FRENCH.into()));
    // A second run goes on.
    let told = run(&files, &[&LATIN[..], &["a", "b"]].concat());
    assert_eq!((told.code, lines(&files).len()), (0, 4), "{}", told.stderr);
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 2 files taken back\n");

    // While it wrote a line: nothing had become of that yet.
    let whole = bytes(&files, "log");
    let start = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for (len, tail) in [(start + 20, &b""[..]), (start, b"\0\0\0\0"), (whole.len() - 2, b"")] {
        fs::write(files.path().join("log"), [&whole[..len], tail].concat()).unwrap();
        let told = run(&files, &["undo", "log"]);
        assert_eq!(told.code, 0);
        assert_eq!(
            told.stderr,
            "placemat: log: its last line is cut, and left out\n\
             placemat: there is nothing to take back\n"
        );
        run(&files, &[&LATIN[..], &["a"]].concat());
        assert_eq!(lines(&files).len(), 4);
        assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 1 file taken back\n");
    }
}

#[test]
fn logs_that_are_damaged_or_none() {
    let files = folder(&[
        ("a", FRENCH),
        ("b", FRENCH),
        ("c", FRENCH),
        ("new", FRENCH),
        ("notes", b"mine\n"),
    ]);
    run(&files, &[&LATIN[..], &["-j1", "a", "b", "c"]].concat());
    let log = String::from_utf8(bytes(&files, "log")).unwrap();
    let after = state(files.path());
    // Nothing is written behind what is no log, nor is anything changed.
    for (name, what) in [("notes", "no log of placemat"), (".", "not a regular file")] {
        let told =
            run(&files, &["fix", "-i", "--eol=crlf", "--fallback=latin1", "--log", name, "new"]);
        assert_eq!(told.code, 2);
        assert!(told.stderr.contains(what), "{}", told.stderr);
        let told = run(&files, &["convert", "-flatin1", "-tutf-8", "-i", "--log", name, "new"]);
        assert_eq!(told.code, 2);
        assert!(told.stderr.contains(what), "{}", told.stderr);
    }
    assert!(state(files.path()) == after);
    for name in ["notes", "missing", ".", "a"] {
        let told = run(&files, &["undo", name]);
        assert_eq!((told.code, &*told.stdout), (2, ""), "{name}");
        assert!(told.stderr.starts_with(&format!("placemat: {name}: ")), "{}", told.stderr);
    }
    // Paths that the tool does not write: out of the folder, relative, of other kinds.
    let real = files.path().canonicalize().unwrap();
    let real = real.to_str().unwrap();
    for (from, to) in [
        ("a.orig\"", "../x.orig\""),
        (&*format!("\"{real}/a\""), "\"a\""),
        ("\"before\":{", "\"before\":{\"size\":-1,"),
        ("{\"path\"", "[{\"path\""),
    ] {
        let bad = log.lines().next().unwrap().replacen(from, to, 1);
        assert_ne!(bad, log.lines().next().unwrap());
        fs::write(files.path().join("log"), format!("{bad}\n")).unwrap();
        let told = run(&files, &["undo", "log"]);
        assert_eq!((told.code, &*told.stderr), (2, "placemat: log: no log of placemat\n"));
    }
    assert!(state(files.path()) == after);
    // A checksum of something else is that of a file that was changed.
    let sum =
        log.find("\"after\"").map(|at| at + log[at..].find("sha256\":\"").unwrap() + 9).unwrap();
    let mut wrong = log.clone();
    wrong.replace_range(sum..=sum, if &log[sum..=sum] == "0" { "1" } else { "0" });
    // The rest of a damaged log is put back.
    let mut damaged: Vec<&str> = wrong.lines().collect();
    damaged[1] = "{\"path\":\"/a\0";
    fs::write(files.path().join("log"), format!("{}\n", damaged.join("\n"))).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!(told.code, 2);
    assert!(
        told.stderr.starts_with("placemat: log: 1 line is damaged, from line 2 on, and left out\n"),
        "{}",
        told.stderr
    );
    assert!(told.stderr.ends_with("placemat: 1 file taken back, 1 not\n"), "{}", told.stderr);
    assert_eq!((bytes(&files, "c"), bytes(&files, "b.orig")), (FRENCH.into(), FRENCH.into()));
    fs::write(files.path().join("log"), &log).unwrap();
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 2 files taken back\n");
}

#[test]
fn the_log_is_no_input() {
    let utf16 = ["convert", "-futf-8", "-tutf-16le", "-i", "--log=log"];
    let crlf = ["fix", "-qi", "--eol=crlf", "--log=log"];
    for command in [&utf16[..], &crlf] {
        for paths in [&["."][..], &["a", "log"]] {
            let files = folder(&[("a", b"text\n")]);
            fs::write(files.path().join("log"), "").unwrap();
            assert_eq!(run(&files, &[command, paths].concat()).code, 0, "{command:?}");
            assert_eq!(lines(&files).len(), 1);
            assert!(!files.path().join("log.orig").exists());
            assert_eq!(run(&files, &["undo", "log"]).code, 0);
            assert_eq!(bytes(&files, "a"), b"text\n");
        }
    }
}

#[test]
fn a_preview_writes_no_log() {
    let files = folder(&[("a", FRENCH)]);
    for how in ["--diff", "--dry-run"] {
        assert_eq!(run(&files, &["fix", how, "--log=log", "a"]).code, 1);
        assert!(!files.path().join("log").exists(), "{how}");
    }
}

#[test]
fn nothing_is_changed_without_its_log() {
    let files = folder(&[("a", FRENCH), ("ro/x", b"")]);
    let mode = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o777);
    mode("a", 0o666);
    mode("ro", 0o555);
    let convert = ["convert", "-flatin1", "-tutf-8", "-i", "--log=ro/log", "a"];
    for args in [&convert[..], &["fix", "-qi", "--fallback=latin1", "--log=ro/log", "a"]] {
        let Some(child) = as_nobody(&files, args) else { return skipped("setpriv") };
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "placemat: ro/log: Permission denied\n");
        assert_eq!(bytes(&files, "a"), FRENCH);
        assert!(!files.path().join("a.orig").exists());
    }
    // A log that is full takes no part of a line, and the file stays.
    let line = |n: usize| format!("{{\"old\":\"/a/{n}\",\"new\":\"/b/{n}\"}}\n");
    let full: String = (0..100).map(line).collect::<String>()[..].to_owned();
    let full = &full[..full[..1000].rfind('\n').unwrap() + 1];
    fs::write(files.path().join("log"), full).unwrap();
    let script = r#"trap '' XFSZ; ulimit -f 1; exec "$0" convert -flatin1 -tutf-8 -i --log log a"#;
    mode("log", 0o666);
    let Some(child) = sh_as_nobody(&files, script) else { return skipped("setpriv") };
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if bytes(&files, "log").len() > 1024 {
        // Blocks of another size.
        return skipped("ulimit");
    }
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said, "placemat: a: the log log: File too large\n");
    assert_eq!(bytes(&files, "log"), full.as_bytes());
    assert_eq!(bytes(&files, "a"), FRENCH);
    assert!(!files.path().join("a.orig").exists());
    assert!(leftovers(files.path()).is_empty());
}

/// However it ends, what the log has is put back, and what it does not have was not changed.
#[test]
fn killed_at_any_moment() {
    let names: Vec<String> = (0..40).map(|n| format!("{n:02}")).collect();
    let text = FRENCH.repeat(500);
    let all: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &text[..])).collect();
    let files = folder(&all);
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(LATIN).arg(".").current_dir(files.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let since = Instant::now();
    assert!(command().status().unwrap().success());
    let whole = since.elapsed();
    let (mut killed, mut back) = (0, 0);
    for round in 0..20 {
        // It may have ended before it had one.
        let told = match files.path().join("log").exists() {
            true => run(&files, &["undo", "log"]),
            false => Run::quiet(0),
        };
        assert_eq!(told.code, 0, "{}", told.stderr);
        for name in &names {
            assert!(bytes(&files, name) == text, "{name}");
            // Of a file that was not replaced yet, the second name may be left.
            let kept = files.path().join(format!("{name}.orig"));
            let number = |path: &Path| fs::metadata(path).unwrap().ino();
            if kept.exists() {
                assert_eq!(number(&kept), number(&files.path().join(name)));
            }
        }
        back += u32::from(told.stderr.ends_with("taken back\n"));
        for left in leftovers(files.path()) {
            fs::remove_file(left).unwrap();
        }
        if round % 2 == 0 {
            _ = fs::remove_file(files.path().join("log"));
        }
        let mut child = command().spawn().unwrap();
        thread::sleep(whole * round / 19);
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
    }
    assert!(killed > 0 && back > 0, "{killed} {back}");
}

#[test]
fn what_is_not_written_by_us_is_not_removed() {
    // Of one line that has no end.
    let object = b"{\"name\":\"mine\",\"v\":1}";
    let files = folder(&[("a", FRENCH), ("b", FRENCH), ("data.json", object)]);
    let log = ["convert", "-flatin1", "-tutf-8", "-i", "--log=data.json", "a"];
    let told = run(&files, &log);
    assert_eq!((told.code, bytes(&files, "data.json")), (2, object.into()), "{}", told.stderr);
    assert_eq!(bytes(&files, "a"), FRENCH);

    run(&files, &[&LATIN[..], &["a"]].concat());
    let with_note = [&bytes(&files, "log")[..], b"a note of mine"].concat();
    fs::write(files.path().join("log"), &with_note).unwrap();
    assert_eq!(run(&files, &[&LATIN[..], &["b"]].concat()).code, 0);
    assert!(bytes(&files, "log").starts_with(&[&with_note[..], b"\n{\"path\""].concat()));
    let told = run(&files, &["undo", "log"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.ends_with("placemat: 2 files taken back\n"), "{}", told.stderr);
}

#[test]
fn what_leads_to_the_log_is_no_input() {
    let utf16 = ["convert", "-futf-8", "-tutf-16le", "-i", "--log=log"];
    let crlf = ["fix", "-qi", "--eol=crlf", "--log=log"];
    for command in [&utf16[..], &crlf] {
        let files = folder(&[("a", b"text\n"), ("b", b"text\n")]);
        assert_eq!(run(&files, &[command, &["a"]].concat()).code, 0);
        symlink("log", files.path().join("link")).unwrap();
        fs::hard_link(files.path().join("log"), files.path().join("name")).unwrap();
        let told = run(&files, &[command, &["link", "name", "b"]].concat());
        assert_eq!((told.code, lines(&files).len()), (0, 2), "{}", told.stderr);
        assert!(files.path().join("link").is_symlink());
        assert_eq!(run(&files, &["undo", "log"]).code, 0);
        assert_eq!((bytes(&files, "a"), bytes(&files, "b")), (b"text\n".into(), b"text\n".into()));
    }
}

/// A text that was named as the log by mistake: nothing is done to it, and that is told.
#[test]
fn a_named_text_is_no_log() {
    for command in [
        &["fix", "--fallback=latin1", "-i", "--log=y"][..],
        &["convert", "-flatin1", "-tutf-8", "-i", "--log=y"],
    ] {
        for paths in [&["y"][..], &["a", "y"], &["./y", "a"]] {
            let files = folder(&[("a", FRENCH), ("y", FRENCH)]);
            let told = run(&files, &[command, paths].concat());
            assert_eq!((told.code, &*told.stdout), (2, ""), "{command:?} {paths:?}");
            let why = "y: no log of placemat";
            assert!(told.stderr.contains(why), "{}", told.stderr);
            assert_eq!((bytes(&files, "a"), bytes(&files, "y")), (FRENCH.into(), FRENCH.into()));
            assert!(!files.path().join("a.orig").exists());
        }
        // What `*` takes is left out, and that is told, too.
        let files = folder(&[("a", FRENCH), ("y", b"")]);
        let told = run(&files, &[command, &["a", "y"]].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stderr.contains("placemat: y: the log of this run, and left out\n"));
        let told = run(&files, &[command, &["a", "y"]].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stderr.contains("placemat: y: the log of this run, and left out\n"));
        assert_eq!(run(&files, &["undo", "y"]).code, 0);
        assert_eq!(bytes(&files, "a"), FRENCH);
    }
}

/// [`killed_at_any_moment`] has what is left.
#[test]
fn what_may_be_left_is_told() {
    let files = folder(&[]);
    for command in ["fix", "undo"] {
        let help = run(&files, &[command, "--help"]).stdout;
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let after = words.split_once("After `kill -9`").unwrap().1;
        let sentences = &after[..after.find("deleted").unwrap()];
        assert!(sentences.contains("NAME.orig") && sentences.contains("log"), "{sentences}");
    }
}
