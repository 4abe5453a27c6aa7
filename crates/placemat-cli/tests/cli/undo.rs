//! `--backup`, `--log` and `placemat undo`: what was replaced is put back, or nothing is lost.

use crate::common::{Run, as_nobody, folder, placemat, sh_as_nobody, skipped};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// "Текст на русском языке." in KOI8-R, and "こんにちは、世界。" in Shift_JIS.
const RUSSIAN: &[u8] =
    b"\xF4\xC5\xCB\xD3\xD4 \xCE\xC1 \xD2\xD5\xD3\xD3\xCB\xCF\xCD \xD1\xDA\xD9\xCB\xC5.\n";
const JAPANESE: &[u8] = b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x81A\x90\xA2\x8AE\x81B\n";
pub(crate) const FRENCH: &[u8] = b"un caf\xE9 tr\xE8s fort, d\xE9j\xE0 vu\n";

const AUTO: [&str; 8] = ["convert", "-f", "auto", "-t", "utf-8", "-i", "--log", "log"];
pub(crate) const LATIN: [&str; 8] =
    ["convert", "-f", "latin1", "-t", "utf-8", "-i", "--log", "log"];

pub(crate) fn run(files: &TempDir, args: &[&str]) -> Run {
    placemat(args).folder(files).run()
}

pub(crate) fn bytes(files: &TempDir, name: &str) -> Vec<u8> {
    fs::read(files.path().join(name)).unwrap()
}

/// What each file below a folder is: its bytes, its time, its permissions.
pub(crate) type State = BTreeMap<Vec<u8>, (Vec<u8>, SystemTime, u32)>;

/// All files below a folder but the log.
pub(crate) fn state(files: &Path) -> State {
    let (mut state, mut folders) = (State::new(), vec![files.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            if metadata.is_dir() {
                folders.push(path);
            } else if metadata.is_file() && path.file_name() != Some(OsStr::new("log")) {
                let name = path.strip_prefix(files).unwrap().as_os_str().as_bytes().to_owned();
                let is = (fs::read(&path).unwrap(), metadata.modified().unwrap(), metadata.mode());
                state.insert(name, is);
            }
        }
    }
    state
}

/// A folder of files in different encodings, some in a folder of it.
fn mixed() -> TempDir {
    let files = folder(&[
        ("ru", RUSSIAN),
        ("d/ja", JAPANESE),
        ("d/fr", FRENCH),
        ("plain", b"nothing to see\n"),
        ("done", "déjà vu\n".as_bytes()),
    ]);
    fs::write(files.path().join(OsStr::from_bytes(b"d/caf\xE9\\")), FRENCH).unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for (name, mode) in [("ru", 0o640), ("d/ja", 0o755)] {
        let file = fs::File::options().write(true).open(files.path().join(name)).unwrap();
        file.set_modified(old).unwrap();
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    files
}

pub(crate) fn lines(files: &TempDir) -> Vec<Value> {
    let log = fs::read_to_string(files.path().join("log")).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn all_is_put_back_as_it_was() {
    let files = mixed();
    let before = state(files.path());
    let told = run(&files, &[&AUTO[..], &["."]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let hint = "placemat: replaced 4 files; `placemat undo log` takes it back\n";
    assert!(told.stderr.ends_with(hint), "{}", told.stderr);
    // The log has their names.
    assert!(!told.stderr.contains("kept as"), "{}", told.stderr);
    assert_eq!(bytes(&files, "d/ja"), "こんにちは、世界。\n".as_bytes());
    assert_eq!(state(files.path()).len(), before.len() + 4);

    // From anywhere, and with nothing left behind.
    let elsewhere = folder(&[("ru", b"another")]);
    let log = files.path().join("log");
    let log = log.to_str().unwrap();
    let told = run(&elsewhere, &["undo", log]);
    let expected = |stderr: &str| Run { code: 0, stdout: String::new(), stderr: stderr.into() };
    assert_eq!(told, expected("placemat: 4 files taken back\n"));
    assert!(state(files.path()) == before);
    assert_eq!(bytes(&elsewhere, "ru"), b"another");
    assert_eq!(
        run(&elsewhere, &["undo", log]),
        expected("placemat: there is nothing to take back\n")
    );
    assert!(state(files.path()) == before);

    // Once more, behind what the log has.
    let told = run(&files, &[&AUTO[..], &["."]].concat());
    assert_eq!((told.code, lines(&files).len()), (0, 8), "{}", told.stderr);
    assert_eq!(run(&files, &["undo", "log"]), expected("placemat: 4 files taken back\n"));
    assert!(state(files.path()) == before);
    // `names --undo` reads the same log.
    assert_eq!(run(&files, &["names", "--undo", "log"]).code, 0);
}

#[test]
fn a_line_says_what_was_done() {
    let files = mixed();
    run(&files, &[&AUTO[..], &["ru"]].concat());
    let mend = ["fix", "-q", "-i.bak", "--fallback=windows-1252", "--eol=crlf", "--log=log", "d"];
    assert_eq!(run(&files, &mend), Run::quiet(0));
    let lines = lines(&files);
    let ru = &lines[0];
    let real = files.path().canonicalize().unwrap();
    assert_eq!(ru["path"], real.join("ru").to_str().unwrap());
    assert_eq!(ru["kept"], real.join("ru.orig").to_str().unwrap());
    assert_eq!(
        (&ru["command"], &ru["from"], &ru["to"]),
        (&"convert".into(), &"koi8-r".into(), &"utf-8".into())
    );
    assert!(ru["certainty"].as_f64().is_some_and(|it| it > 0.9 && it <= 1.0));
    assert_eq!(ru["before"]["size"], RUSSIAN.len());
    // As sha256sum says it.
    for (at, name) in [("before", "ru.orig"), ("after", "ru")] {
        let output = Command::new("sha256sum").arg(files.path().join(name)).output().unwrap();
        let sum = String::from_utf8(output.stdout).unwrap();
        assert_eq!(ru[at]["sha256"], sum.split(' ').next().unwrap());
    }
    // A backslash before what looks like an escape, and a byte that is no text.
    let fixed: Vec<&Value> = lines.iter().filter(|line| line["command"] == "fix").collect();
    assert_eq!(fixed.len(), 3);
    assert_eq!(fixed[0]["path"], format!("{}/d/caf\\xE9\\", real.to_str().unwrap()));
    assert!(fixed[0]["kept"].as_str().unwrap().ends_with("caf\\xE9\\.bak"));
    for line in fixed {
        assert_eq!(line["methods"], serde_json::json!(["windows-1252", "eol crlf"]));
    }
    // What a policy has changed.
    let files = folder(&[("a", b"caf\xE9")]);
    run(&files, &["convert", "-futf-8", "-tutf-16", "--policy=replace", "-i", "--log=log", "a"]);
    let line = &self::lines(&files)[0];
    assert_eq!(
        (&line["methods"], &line["certainty"]),
        (&serde_json::json!(["replace"]), &Value::Null)
    );
}

#[test]
fn only_some() {
    let files = mixed();
    let before = state(files.path());
    run(&files, &[&AUTO[..], &["."]].concat());
    let inner = files.path().join("d");
    let told = placemat(&["undo", "../log", "fr"]).in_folder(&inner).run();
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 1 file taken back\n"));
    assert_eq!(
        (bytes(&files, "d/fr"), bytes(&files, "d/ja")),
        (FRENCH.into(), "こんにちは、世界。\n".into())
    );
    let told = run(&files, &["undo", "log", "plain", "d", "missing/file"]);
    assert_eq!(told.code, 2);
    assert_eq!(
        told.stderr,
        "placemat: plain: log has no change of it\nplacemat: missing/file: log has no change of it\n\
         placemat: 2 files taken back\n"
    );
    assert_eq!(bytes(&files, "ru"), "Текст на русском языке.\n".as_bytes());
    assert_eq!(run(&files, &["undo", "log", "./ru", "d/ja"]).code, 0);
    assert!(state(files.path()) == before);
}

#[test]
fn what_has_changed_since_is_left_and_the_rest_put_back() {
    let names = ["edited", "same-size", "no-old", "old-edited", "gone", "link", "folder", "fine"];
    let all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, FRENCH)).collect();
    let files = folder(&all);
    assert_eq!(run(&files, &[&LATIN[..], &["."]].concat()).code, 0);
    let at = |name: &str| files.path().join(name);
    fs::write(at("edited"), "more text").unwrap();
    let same = String::from_utf8(bytes(&files, "same-size")).unwrap().replace("fort", "bien");
    fs::write(at("same-size"), &same).unwrap();
    fs::remove_file(at("no-old.orig")).unwrap();
    fs::write(at("old-edited.orig"), "mine").unwrap();
    fs::remove_file(at("gone")).unwrap();
    fs::rename(at("link"), at("elsewhere")).unwrap();
    symlink("elsewhere", at("link")).unwrap();
    fs::remove_file(at("folder")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    let before = state(files.path());

    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stdout), (2, ""));
    let real = files.path().canonicalize().unwrap();
    for (name, what) in [
        ("edited", "was changed since, and is left as it is; the old file is "),
        ("same-size", "was changed since, and is left as it is; the old file is "),
        ("no-old", "its old file "),
        ("no-old.orig", "is gone"),
        ("old-edited.orig", "is not what was kept"),
        ("gone", "is not there any more; its old file is "),
        ("link", "is no regular file any more, and is left as it is\n"),
        ("folder", "is no regular file any more, and is left as it is\n"),
    ] {
        let colon = if name.contains('.') { " " } else { ": " };
        let line = format!("{}{colon}{what}", real.join(name).display());
        assert!(told.stderr.contains(&line), "{line}: {}", told.stderr);
    }
    assert!(told.stderr.ends_with("placemat: 1 file taken back, 7 not\n"), "{}", told.stderr);
    let mut expected = before;
    let fine = expected.remove(&b"fine.orig"[..]).unwrap();
    expected.insert(b"fine".to_vec(), fine);
    assert!(state(files.path()) == expected);
    // What can be mended by hand can be put back then.
    fs::write(at("old-edited.orig"), FRENCH).unwrap();
    fs::write(at("same-size"), same.replace("bien", "fort")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert!(told.stderr.ends_with("placemat: 2 files taken back, 5 not\n"), "{}", told.stderr);
    assert_eq!(
        (bytes(&files, "same-size"), bytes(&files, "old-edited")),
        (FRENCH.into(), FRENCH.into())
    );
}

#[test]
fn a_file_that_was_replaced_twice() {
    let files = folder(&[("a", FRENCH), ("b", FRENCH)]);
    let before = state(files.path());
    assert_eq!(run(&files, &[&LATIN[..], &["a", "b"]].concat()).code, 0);
    let twice = ["fix", "-qi.2", "--eol=crlf", "--log=log", "a", "b"];
    assert_eq!(run(&files, &twice), Run::quiet(0));
    let after = state(files.path());
    let told = run(&files, &["undo", "log", "a"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 2 files taken back\n"));
    // By hand, half of the way.
    fs::rename(files.path().join("b.2"), files.path().join("b")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 1 file taken back\n"));
    assert!(state(files.path()) == before);
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: there is nothing to take back\n");

    // What is refused is told once, and no older change is tried.
    run(&files, &[&LATIN[..], &["a", "b"]].concat());
    run(&files, &twice);
    assert_eq!(state(files.path()).len(), after.len());
    fs::write(files.path().join("b"), "mine").unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!(
        (told.code, told.stderr.matches("changed since").count()),
        (2, 1),
        "{}",
        told.stderr
    );
    assert!(told.stderr.ends_with("placemat: 2 files taken back, 1 not\n"), "{}", told.stderr);
    assert_eq!((bytes(&files, "a"), bytes(&files, "b")), (FRENCH.into(), b"mine".into()));
    // And what an old file has become by its own name.
    let files = folder(&[("a", FRENCH)]);
    let before = state(files.path());
    for args in [&["a"][..], &["a.orig"]] {
        assert_eq!(run(&files, &[&LATIN[..], args].concat()).code, 0);
    }
    assert_eq!(state(files.path()).len(), 3);
    let told = run(&files, &["undo", "log", "a"]);
    assert!(told.stderr.contains("a.orig is not what was kept"), "{}", told.stderr);
    assert_eq!(run(&files, &["undo", "log"]).code, 0);
    assert!(state(files.path()) == before);
}

#[test]
fn links_are_what_they_were() {
    let files = folder(&[("d/real", FRENCH)]);
    let real = files.path().join("d/real");
    symlink("d/real", files.path().join("link")).unwrap();
    fs::hard_link(&real, files.path().join("other")).unwrap();
    let told = run(&files, &[&LATIN[..], &["link"]].concat());
    assert!(
        told.stderr.contains("its 1 other hard link has the old text still"),
        "{}",
        told.stderr
    );
    assert!(files.path().join("d/real.orig").exists());
    let told = run(&files, &["undo", "log", "link"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 1 file taken back\n"));
    assert!(files.path().join("link").is_symlink());
    let number = |name: &str| fs::metadata(files.path().join(name)).unwrap().ino();
    assert_eq!(number("d/real"), number("other"));
    assert!(!files.path().join("d/real.orig").exists());
}

#[test]
fn each_old_file_is_kept_if_that_is_asked_for() {
    // Nothing is lost.
    let convert = ["convert", "-flatin1", "-tutf-8", "-i"];
    let mend = ["fix", "-qi", "--fallback=latin1"];
    for command in [&convert[..], &mend] {
        for (more, kept) in [
            (&[][..], None),
            (&["--backup"], Some("a.orig")),
            (&["--log", "log"], Some("a.orig")),
            (&["--backup", "--log", "log"], Some("a.orig")),
        ] {
            let files = folder(&[("a", FRENCH)]);
            let told = run(&files, &[command, more, &["a"]].concat());
            assert_eq!(told.code, 0, "{command:?} {more:?} {}", told.stderr);
            assert!(!told.stderr.contains("kept as"), "{}", told.stderr);
            let count = 1 + usize::from(kept.is_some());
            assert_eq!(state(files.path()).len(), count, "{command:?} {more:?}");
            if let Some(kept) = kept {
                assert_eq!(bytes(&files, kept), FRENCH);
            }
        }
        // By another name.
        let files = folder(&[("a", FRENCH)]);
        let args: Vec<&str> = command
            .iter()
            .map(|&arg| match arg {
                "-i" => "-i.bak",
                "-qi" => "-qi.bak",
                arg => arg,
            })
            .collect();
        assert_eq!(run(&files, &[&args[..], &["--backup", "a"]].concat()).code, 0);
        assert_eq!((bytes(&files, "a.bak"), state(files.path()).len()), (FRENCH.into(), 2));
        for refused in [&["--backup", "--no-backup", "a"][..], &["--log=log", "--no-backup", "a"]] {
            let told = run(&files, &[command, refused].concat());
            assert_eq!(told.code, 2);
            assert!(told.stderr.contains("cannot be used with"), "{}", told.stderr);
        }
    }
    for alone in [
        &["convert", "-flatin1", "-tutf-8", "--backup", "a"][..],
        &["convert", "-flatin1", "-tutf-8", "-oout", "--log=log", "a"],
        &["fix", "--log=log", "a"],
    ] {
        assert_eq!(run(&folder(&[("a", FRENCH)]), alone).code, 2, "{alone:?}");
    }
    // What is kept already stays, and the file then, too.
    let files = folder(&[("a", FRENCH), ("a.orig", b"of a better day"), ("b", FRENCH)]);
    let told = run(&files, &[&LATIN[..], &["a", "b"]].concat());
    assert_eq!(told.code, 2);
    assert!(
        told.stderr.contains("no backup ./a.orig: it exists")
            || told.stderr.contains("no backup a.orig: it exists"),
        "{}",
        told.stderr
    );
    assert_eq!((bytes(&files, "a"), lines(&files).len()), (FRENCH.into(), 1));
}

#[test]
fn where_nothing_may_be_written() {
    let files = folder(&[("d/a", FRENCH), ("e/b", FRENCH)]);
    run(&files, &[&LATIN[..], &["."]].concat());
    let mode = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    for (name, bits) in [
        ("", 0o777),
        ("d", 0o555),
        ("d/a", 0o666),
        ("d/a.orig", 0o666),
        ("e", 0o777),
        ("e/b", 0o666),
        ("e/b.orig", 0o666),
    ] {
        mode(name, bits);
    }
    let Some(child) = as_nobody(&files, &["undo", "log"]) else { return skipped("setpriv") };
    let output = child.wait_with_output().unwrap();
    mode("d", 0o755);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("d/a: Permission denied\nplacemat: 1 file taken back, 1 not\n"),
        "{said}"
    );
    assert_eq!((bytes(&files, "d/a.orig"), bytes(&files, "e/b")), (FRENCH.into(), FRENCH.into()));
}

#[test]
fn names_and_text_in_one_log() {
    let files = folder(&[("plain", FRENCH)]);
    fs::create_dir(files.path().join(OsStr::from_bytes(b"\xE9"))).unwrap();
    fs::write(files.path().join(OsStr::from_bytes(b"\xE9/caf\xE9")), FRENCH).unwrap();
    let before = state(files.path());
    let rename = ["names", "--rename", "--log=log", "."];
    for orders in [
        [&rename[..], &[&LATIN[..], &["."]].concat()],
        [&[&LATIN[..], &["."]].concat(), &rename[..]],
    ] {
        for command in orders {
            let told = run(&files, command);
            assert_eq!(told.code, 0, "{}", told.stderr);
        }
        assert_eq!(bytes(&files, "é/café"), "un café très fort, déjà vu\n".as_bytes());
        let told = run(&files, &["undo", "log"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stderr.ends_with("names and 2 files taken back\n"), "{}", told.stderr);
        assert!(state(files.path()) == before);
        let told = run(&files, &["undo", "log"]);
        assert_eq!((told.code, &*told.stderr), (0, "placemat: there is nothing to take back\n"));
        fs::remove_file(files.path().join("log")).unwrap();
    }
}

#[test]
fn records_are_put_back_too() {
    let text = b"{\"a\":\"caf\xE9\"}\n{\"a\":1}\n";
    let files = folder(&[("a", text), ("log", b"")]);
    let told = run(&files, &["fix", "--jsonl", "--null-invalid", "-i", "--log", "log", "a"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(bytes(&files, "a"), b"{\"a\":null}\n{\"a\":1}\n");
    assert_eq!(lines(&files)[0]["methods"], serde_json::json!(["null-invalid"]));
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 1 file taken back\n");
    assert_eq!(bytes(&files, "a"), text);
}

/// Two that replace one file: each keeps what the other may have kept.
#[test]
fn one_file_by_two_names_and_by_two_runs() {
    let text = FRENCH.repeat(2000);
    for round in 0..30 {
        let files = folder(&[("a", &text)]);
        let backed_up = ["convert", "-flatin1", "-tutf-8", "-i", "--backup"];
        match round % 3 {
            0 => drop(run(&files, &[&LATIN[..], &["-j4", "a", "./a", "././a", "a"]].concat())),
            1 => drop(run(&files, &[&backed_up[..], &["-j4", "a", "./a", "././a", "a"]].concat())),
            _ => {
                let command = [&backed_up[..], &["-j1", "a"]].concat();
                let runs = [0; 4].map(|_| placemat(&command).folder(&files).spawn());
                runs.into_iter().for_each(|run| drop(run.wait_with_output().unwrap()));
            }
        }
        assert!(bytes(&files, "a.orig") == text, "{round}");
        assert_ne!(bytes(&files, "a"), text);
        if round % 3 == 0 {
            assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 1 file taken back\n");
            assert!(bytes(&files, "a") == text);
        }
    }
}

#[test]
fn a_second_name_that_was_there_stays() {
    // A log with no room for a line, so nothing is replaced.
    let full = "{\"old\":\"/a/1\",\"new\":\"/b/1\"}\n".repeat(33);
    let files = folder(&[("a", FRENCH), ("log", full.as_bytes())]);
    fs::hard_link(files.path().join("a"), files.path().join("a.orig")).unwrap();
    let mode = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o777);
    mode("a", 0o666);
    mode("log", 0o666);
    let script = r#"trap '' XFSZ; ulimit -f 1; exec "$0" convert -flatin1 -tutf-8 -i --log log a"#;
    let Some(child) = sh_as_nobody(&files, script) else { return skipped("setpriv") };
    let output = child.wait_with_output().unwrap();
    if bytes(&files, "log").len() > 1024 {
        // Blocks of another size.
        return skipped("ulimit");
    }
    assert_eq!(output.status.code(), Some(2));
    assert_eq!((bytes(&files, "a"), bytes(&files, "a.orig")), (FRENCH.into(), FRENCH.into()));
}

#[test]
fn there_and_back() {
    let files = folder(&[("a", b"text\n")]);
    let before = state(files.path());
    for (suffix, eol) in [("-qi.1", "crlf"), ("-qi.2", "lf"), ("-qi.3", "crlf")] {
        let eol = format!("--eol={eol}");
        assert_eq!(run(&files, &["fix", suffix, &eol, "--log=log", "a"]), Run::quiet(0));
    }
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 3 files taken back\n");
    assert!(state(files.path()) == before);
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: there is nothing to take back\n"));
}

#[test]
fn a_suffix_is_no_folder() {
    for suffix in ["/", "/x", ".bak/", "./x", "../"] {
        let files = folder(&[("a", FRENCH)]);
        let in_place = format!("-i{suffix}");
        for command in [
            &["convert", "-flatin1", "-tutf-8", &in_place, "a"][..],
            &["fix", "--fallback=latin1", &in_place, "a"],
        ] {
            let told = run(&files, command);
            assert_eq!(told.code, 2);
            assert!(told.stderr.contains("it has no folder"), "{suffix}: {}", told.stderr);
        }
        assert_eq!(state(files.path()).len(), 1);
    }
}

#[test]
fn an_old_file_that_was_replaced_itself() {
    let files = folder(&[("a", FRENCH)]);
    let before = state(files.path());
    for suffix in ["-qi.1", "-qi.2"] {
        let mend = ["fix", suffix, "--fallback=latin1", "--eol=crlf", "--log=log", "."];
        assert_eq!(run(&files, &mend), Run::quiet(0));
    }
    let names: Vec<Vec<u8>> = state(files.path()).into_keys().collect();
    assert_eq!(names, [&b"a"[..], b"a.1", b"a.1.2"]);
    let after = fs::read(files.path().join("log")).unwrap();
    assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 2 files taken back\n");
    assert!(state(files.path()) == before);
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: there is nothing to take back\n"));
    // One that is gone is told of the file that it was kept of.
    fs::remove_file(files.path().join("log")).unwrap();
    for suffix in ["-qi.1", "-qi.2"] {
        run(&files, &["fix", suffix, "--fallback=latin1", "--eol=crlf", "--log=log", "."]);
    }
    assert_eq!(bytes(&files, "log"), after);
    fs::remove_file(files.path().join("a.1")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!(told.code, 2);
    assert_eq!(told.stderr.matches("a.1 is gone").count(), 1, "{}", told.stderr);
    assert_eq!(bytes(&files, "a.1.2"), FRENCH);
}

#[test]
fn an_old_file_that_was_renamed_and_replaced() {
    let files = tempfile::tempdir().unwrap();
    fs::write(files.path().join(OsStr::from_bytes(b"caf\xE9")), FRENCH).unwrap();
    let before = state(files.path());
    let mend = |suffix, eol| ["fix", suffix, "--fallback=latin1", eol, "--log=log", "."];
    assert_eq!(run(&files, &mend("-qi.1", "--eol=keep")), Run::quiet(0));
    assert_eq!(run(&files, &["names", "--rename", "--log=log", "."]).code, 0);
    assert_eq!(run(&files, &mend("-qi.2", "--eol=crlf")), Run::quiet(0));
    assert_eq!(state(files.path()).len(), 4);
    assert_eq!(run(&files, &["undo", "log"]).code, 0);
    assert!(state(files.path()) == before);
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: there is nothing to take back\n"));
    assert!(state(files.path()) == before);
}

#[test]
fn only_one_that_was_renamed_by_each_of_its_names() {
    for typed in [&b"caf\xE9"[..], "café".as_bytes()] {
        let files = folder(&[("a", FRENCH)]);
        fs::write(files.path().join(OsStr::from_bytes(b"caf\xE9")), FRENCH).unwrap();
        let before = state(files.path());
        assert_eq!(run(&files, &[&LATIN[..], &["."]].concat()).code, 0);
        assert_eq!(run(&files, &["names", "--rename", "--log=log", "."]).code, 0);
        let told = placemat(&[OsStr::new("undo"), OsStr::new("log"), OsStr::from_bytes(typed)]);
        let told = told.folder(&files).run();
        assert_eq!((told.code, told.stderr.contains("1 file taken back")), (0, true));
        let (now, name) = (state(files.path()), &b"caf\xE9"[..]);
        assert_eq!((now.len(), &now[name]), (3, &before[name]));
        assert_eq!(run(&files, &["undo", "log"]).stderr, "placemat: 1 file taken back\n");
        assert!(state(files.path()) == before);
    }
}

/// A FIFO would be waited for, and a device read for ever.
#[test]
fn a_log_is_a_regular_file() {
    let files = folder(&[("log", b"")]);
    assert!(Command::new("mkfifo").arg(files.path().join("fifo")).status().unwrap().success());
    symlink("fifo", files.path().join("link")).unwrap();
    for log in ["fifo", "link", "/dev/zero"] {
        let expected = format!("placemat: {log}: not a regular file, so it cannot be a log\n");
        let told = run(&files, &["undo", log]);
        assert_eq!((told.code, told.stderr), (2, expected));
    }
}

/// What was replaced is not there any more: its old file is named, if that is.
#[test]
fn the_old_file_of_what_is_gone_is_named() {
    let files = folder(&[("a", FRENCH), ("d/b", FRENCH)]);
    run(&files, &[&LATIN[..], &["-j1", "a", "d/b"]].concat());
    let real = files.path().canonicalize().unwrap();
    let at = |name: &str| real.join(name).display().to_string();
    fs::remove_file(files.path().join("a")).unwrap();
    fs::rename(files.path().join("d"), files.path().join("elsewhere")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!(told.code, 2);
    let expected = format!(
        "placemat: {b}: neither it nor its old file {b}.orig is there any more: if they were moved, move \
         them back, and undo again\n\
         placemat: {a}: is not there any more; its old file is {a}.orig: `mv {a}.orig {a}` puts it back\n\
         placemat: nothing taken back\n",
        a = at("a"),
        b = at("d/b")
    );
    assert_eq!(told.stderr, expected);
    // As it says.
    fs::rename(files.path().join("elsewhere"), files.path().join("d")).unwrap();
    fs::rename(files.path().join("a.orig"), files.path().join("a")).unwrap();
    let told = run(&files, &["undo", "log"]);
    assert_eq!((told.code, &*told.stderr), (0, "placemat: 1 file taken back\n"));
    assert_eq!((bytes(&files, "a"), bytes(&files, "d/b")), (FRENCH.into(), FRENCH.into()));
}
