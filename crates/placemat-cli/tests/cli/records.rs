//! `check --csv` and `--jsonl`, and what `fix` does with records.

use crate::common::{folder, placemat};
use serde_json::{Value, json};
use std::fs;

fn samples() -> tempfile::TempDir {
    folder(&[
        ("a.csv", b"\xEF\xBB\xBFname,\"the \"\"city\"\"\"\r\n\"x\r\ny\",\xFFZ\r\nJ\xE9r,\"a,\xFF\"\r\nok,ok\r\n"),
        ("b.jsonl", b"{\"a\": 1}\n{\"user\": {\"n\": [\"A\", \"\xFF\"]}}\n{\"k\xFF\": 1}\n"),
    ])
}

fn records(args: &[&str]) -> Vec<Value> {
    let run =
        placemat(&[&["check", "--format=json", "--all"], args].concat()).folder(&samples()).run();
    let lines = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["type"] == "error").map(|line| line["record"].clone()).collect()
}

#[test]
fn json() {
    assert_eq!(
        records(&["--csv", "a.csv"]),
        [
            json!({"number": 2, "field": 2, "column": "the \"city\""}),
            json!({"number": 3, "field": 1, "column": "name"}),
            json!({"number": 3, "field": 2, "column": "the \"city\""}),
        ]
    );
    assert_eq!(records(&["--csv", "--no-header", "a.csv"])[1], json!({"number": 3, "field": 1}));
    assert_eq!(records(&["--csv=semicolon", "a.csv"])[2]["field"], 1);
    assert_eq!(
        records(&["--jsonl", "b.jsonl"]),
        [
            json!({"number": 2, "path": "$.user.n[1]"}),
            json!({"number": 3, "path": "$", "in_key": true}),
        ]
    );
    assert!(records(&["a.csv"]).iter().all(Value::is_null));
}

#[test]
fn text() {
    let run = placemat(&["check", "--csv", "a.csv"]).folder(&samples()).run();
    let remark = "offset 36, record 3, field 1 (\"name\"). Read as Windows-1252: \"é\"";
    assert!(run.stdout.contains(remark), "{}", run.stdout);
    let run = placemat(&["check", "--jsonl", "b.jsonl"]).folder(&samples()).run();
    assert!(run.stdout.contains("offset 31, record 2, $.user.n[1]"), "{}", run.stdout);
    assert!(run.stdout.contains("record 3, in a key of $"), "{}", run.stdout);
}

#[test]
fn quarantine() {
    let folder = samples();
    let run = placemat(&["fix", "--csv", "--quarantine=bad.csv", "-o", "good.csv", "a.csv"]);
    let run = run.folder(&folder).run();
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert_eq!(run.stdout, "a.csv: 4 records, 2 kept, 2 moved to bad.csv\n");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("good.csv"), b"\xEF\xBB\xBFname,\"the \"\"city\"\"\"\r\nok,ok\r\n");
    assert_eq!(read("bad.csv"), b"\"x\r\ny\",\xFFZ\r\nJ\xE9r,\"a,\xFF\"\r\n");
    let before = read("a.csv");

    let args = ["fix", "--csv", "--quarantine=bad", "-n", "--report=json", "a.csv"];
    let run = placemat(&args).folder(&folder).run();
    let told: Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!((told["records"].as_u64(), told["moved"].as_u64()), (Some(4), Some(2)));
    assert_eq!((run.code, folder.path().join("bad").exists()), (1, false));

    let run = placemat(&["fix", "-i", "--csv", "--quarantine=bad", "a.csv"]).folder(&folder).run();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!((read("a.csv"), read("bad")), (read("good.csv"), read("bad.csv")));
    assert_eq!(before.len(), read("a.csv").len() + read("bad").len());
}

#[test]
fn fields_are_emptied() {
    let folder = samples();
    let run = placemat(&["fix", "--csv", "--null-invalid", "a.csv"]).folder(&folder).run();
    assert_eq!(run.stdout, "\u{FEFF}name,\"the \"\"city\"\"\"\r\n\"x\r\ny\",\r\n,\r\nok,ok\r\n");
    assert_eq!(run.stderr, "a.csv: 4 records, 4 kept (2 with 3 emptied fields)\n");
    let args = ["fix", "--jsonl", "--null-invalid", "-q", "-o", "out", "b.jsonl"];
    assert_eq!(placemat(&args).folder(&folder).run().code, 1);
    assert_eq!(
        fs::read(folder.path().join("out")).unwrap(),
        b"{\"a\": 1}\n{\"user\": {\"n\": [\"A\", null]}}\n{\"k\xFF\": 1}\n"
    );
    let run = placemat(&["fix", "-i", "--csv", "--null-invalid", "a.csv"]).folder(&folder).run();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(folder.path().join("a.csv.orig").exists());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = samples();
    for args in [
        &["--quarantine=x", "a.csv"][..],
        &["--csv", "a.csv"],
        &["--csv", "--quarantine=a.csv", "a.csv"],
        &["--csv", "--quarantine=x", "-o", "x", "a.csv"],
        &["--csv", "--quarantine=./x", "-o", "x", "a.csv"],
        &["--csv", "--quarantine=x", "--log=x", "-i", "a.csv"],
        &["--csv", "--quarantine=x", "-i", "a.csv", "b.jsonl"],
        &["--csv", "--quarantine=x", "--policy=remove", "a.csv"],
        &["--csv=\"", "--null-invalid", "a.csv"],
    ] {
        let run = placemat(&[&["fix"], args].concat()).folder(&folder).run();
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty() && !folder.path().join("x").exists());
    }
    // A header with an error: nothing is written.
    fs::write(folder.path().join("h.csv"), b"n\xE9\nx\n").unwrap();
    let run =
        placemat(&["fix", "--csv", "--quarantine=x", "-o", "y", "h.csv"]).folder(&folder).run();
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--no-header"), "{}", run.stderr);
    assert!(!folder.path().join("x").exists() && !folder.path().join("y").exists());
}

const FIRST: &[u8] = b"id,name\n1,A\n2,B\xE9\n";
const SECOND: &[u8] = b"id,name\n3,C\n4,D\xE9\n";

#[test]
#[cfg(unix)]
fn what_is_moved_does_not_go_to_the_output_by_a_link() {
    let files = folder(&[("a", FIRST)]);
    std::os::unix::fs::symlink("x", files.path().join("link")).unwrap();
    let args = ["fix", "--csv", "--quarantine=link", "-o", "x", "a"];
    let run = placemat(&args).folder(&files).run();
    assert!(run.code == 2 && run.stderr.contains("another file than"), "{run:?}");
    assert!(!files.path().join("x").exists());
}

#[test]
fn what_was_moved_is_never_overwritten() {
    let files = folder(&[("a", FIRST), ("b", SECOND)]);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    let fix = |args: &[&str]| {
        placemat(&[&["fix", "--csv", "--quarantine=bad"], args].concat()).folder(&files).run()
    };
    assert_eq!(fix(&["-i", "a"]).code, 0);
    let nowhere = if cfg!(unix) { "/dev/null" } else { "good" };
    for args in [&["-i", "b"][..], &["-o", "good", "b"], &["b"], &["-o", nowhere, "b"]] {
        let told = fix(args);
        let why = "placemat: bad: it is there already, and has something else in it";
        assert_eq!((told.code, &*told.stdout), (2, ""), "{args:?}: {}", told.stderr);
        assert!(told.stderr.starts_with(why), "{}", told.stderr);
        assert!(told.stderr.contains("Name another file, or move this one away"));
        assert!(read("bad") == b"2,B\xE9\n" && read("b") == SECOND, "{args:?}");
    }
    assert!(!files.path().join("good").exists());
    // The start of what is there, or more than that, is something else, too.
    for other in [&b"2,B\xE9\n4,D\xE9\n"[..], b"4,", b"4,D\xE9\n5"] {
        fs::write(files.path().join("bad"), other).unwrap();
        for args in [&["-i", "b"][..], &["b"]] {
            assert_eq!((fix(args).code, read("bad"), read("b")), (2, other.into(), SECOND.into()));
        }
    }
    let names: Vec<_> = fs::read_dir(files.path()).unwrap().collect();
    assert_eq!(names.len(), 3, "{names:?}");
    // An empty file is as good as none.
    fs::write(files.path().join("bad"), "").unwrap();
    assert_eq!(fix(&["-i", "b"]).code, 0);
    assert_eq!((read("bad"), read("b")), (b"4,D\xE9\n".into(), b"id,name\n3,C\n".into()));
}

#[test]
fn nothing_moved_leaves_what_was_moved() {
    let files = folder(&[("a", FIRST)]);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    let fix = |args: &[&str]| {
        placemat(&[&["fix", "--csv", "--quarantine=bad"], args].concat()).folder(&files).run()
    };
    assert_eq!(fix(&["-i", "a"]).code, 0);
    for args in [&["-i", "a"][..], &["-o", "good", "a"], &["a"]] {
        let told = fix(args);
        let left = "placemat: bad: no record is moved to it, so what it has is left as it is\n";
        assert_eq!(told.code, 0, "{args:?}: {}", told.stderr);
        assert!(told.stderr.contains(left), "{}", told.stderr);
        assert_eq!((read("bad"), read("a")), (b"2,B\xE9\n".into(), b"id,name\n1,A\n".into()));
    }
    assert_eq!(read("good"), read("a"));
}

/// As a run that was ended between its two files has left them, or one that was repeated.
#[test]
fn what_is_there_already_is_moved() {
    let files = folder(&[("a", FIRST), ("bad", b"2,B\xE9\n")]);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    let fix = |args: &[&str]| {
        placemat(&[&["fix", "-q", "--csv", "--quarantine=bad"], args].concat()).folder(&files)
    };
    let told = fix(&["a"]).run();
    assert_eq!((told.code, &*told.stdout, &*told.stderr), (0, "id,name\n1,A\n", ""));
    assert_eq!(fix(&["-o", "good", "a"]).run().code, 0);
    assert_eq!((read("good"), read("bad")), (b"id,name\n1,A\n".into(), b"2,B\xE9\n".into()));
    // What comes through a pipe is known too late.
    let told = fix(&[]).stdin(FIRST).run();
    assert_eq!((told.code, &*told.stdout), (2, ""));
    assert!(told.stderr.contains("bad: it is there already, with something in it"));
    assert_eq!(fix(&["-i", "a"]).run().code, 0);
    assert_eq!((read("a"), read("bad")), (b"id,name\n1,A\n".into(), b"2,B\xE9\n".into()));
}

/// Whoever comes first has the file, and the others keep their records.
#[test]
fn several_runs_at_once_lose_nothing() {
    // Windows has no lock that lets others read what is replaced.
    for there in if cfg!(unix) { &[None, Some("")][..] } else { &[None] } {
        let names: Vec<String> = (0..12).map(|number| format!("{number}.csv")).collect();
        let text = |name: &str| format!("id\n{name}\n").into_bytes();
        let record = |name: &str| [name.as_bytes(), b"\xE9\n"].concat();
        let files = folder(&[]);
        let read = |name: &str| fs::read(files.path().join(name)).unwrap();
        for name in &names {
            fs::write(files.path().join(name), [text(name), record(name)].concat()).unwrap();
        }
        if let Some(there) = there {
            fs::write(files.path().join("bad"), there).unwrap();
        }
        let fix = |name: &String| {
            placemat(&["fix", "-q", "--csv", "--quarantine=bad", "-i", name]).folder(&files).spawn()
        };
        let runs: Vec<_> = names.iter().map(fix).collect();
        let codes: Vec<_> =
            runs.into_iter().map(|run| run.wait_with_output().unwrap().status.code()).collect();
        let (done, not): (Vec<&String>, Vec<_>) =
            names.iter().partition(|name| read(name) == text(name));
        assert_eq!((done.len(), read("bad")), (1, record(done[0])), "{codes:?}");
        assert!(not.iter().all(|name| read(name) == [text(name), record(name)].concat()));
        assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1);
    }
}

/// A record would end within a code unit.
#[test]
fn what_is_no_utf8_is_left_alone() {
    let text = "id,näme\r\n1,Ä\r\n2,Ö\r\n";
    let units = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
    let little =
        |text: &str| units(text).into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let big = |text: &str| units(text).into_iter().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let signed = [&b"\xFF\xFE"[..], &little(text)].concat();
    let binary = [b"\0\x01\x02\xFF".repeat(100), b"\n1,\xFF\n".to_vec()].concat();
    for bytes in [little(text), big(text), wide, signed, binary] {
        let files = folder(&[("v", &bytes)]);
        let run = |args: &[&str]| placemat(args).folder(&files).run();
        let expected = run(&["fix", "--fallback=latin1", "-i", "v"]);
        assert_eq!(expected.code, 2);
        assert!(expected.stderr.contains("left alone"), "{}", expected.stderr);
        for option in ["--quarantine=bad", "--null-invalid"] {
            for target in [&["-i"][..], &["-i", "--no-header"], &["-o", "out"], &[], &["-n"]] {
                for of in ["--csv", "--jsonl"] {
                    if of == "--jsonl" && target.contains(&"--no-header") {
                        continue;
                    }
                    let told = run(&[&["fix", of, option], target, &["v"]].concat());
                    assert_eq!((told.code, &*told.stderr), (2, &*expected.stderr), "{target:?}");
                    assert_eq!(fs::read(files.path().join("v")).unwrap(), bytes);
                }
            }
        }
        assert_eq!(fs::read_dir(files.path()).unwrap().count(), 1);
    }
    // What is asked for is done.
    let files = folder(&[("v", b"\0\x01\x02\xFF\n1,2\n")]);
    let args = ["fix", "-q", "--csv", "--no-header", "--binary=fix", "--quarantine=bad", "-i", "v"];
    assert_eq!(placemat(&args).folder(&files).run().code, 0);
    assert_eq!(fs::read(files.path().join("bad")).unwrap(), b"\0\x01\x02\xFF\n");
}

/// One NUL makes no table a binary file, or UTF-16: it may be in the record that is moved, or in another one.
#[test]
fn records_with_a_nul_are_records() {
    for (text, kept, moved) in [
        (
            &b"a,b\n1,x\0y\n2,\xFF\n3,z and more\n"[..],
            &b"a,b\n1,x\0y\n3,z and more\n"[..],
            &b"2,\xFF\n"[..],
        ),
        (b"a,b\n1,x\0\xFF\n2,and so on\n", b"a,b\n2,and so on\n", b"1,x\0\xFF\n"),
    ] {
        let files = folder(&[("t.csv", text)]);
        let told =
            placemat(&["fix", "--csv", "--quarantine", "q", "-i", "t.csv"]).folder(&files).run();
        assert_eq!(told.code, 0, "{told:?}");
        assert_eq!(std::fs::read(files.path().join("t.csv")).unwrap(), kept);
        assert_eq!(std::fs::read(files.path().join("q")).unwrap(), moved);
    }
}

/// With the wrong delimiter a quote means nothing, and the record of its field would be cut in two.
#[test]
fn a_delimiter_that_nobody_named() {
    for (name, byte) in [("semicolon", ';'), ("tab", '\t'), ("pipe", '|')] {
        let text = b"id;text\n1;\"a\xE9\nb;c\"\n2;ok\n";
        let text: Vec<u8> =
            text.iter().map(|&it| if it == b';' { byte as u8 } else { it }).collect();
        let files = folder(&[("a.csv", &text)]);
        let run = |args: &[&str]| placemat(args).folder(&files).run();
        let told = run(&["check", "--csv", "a.csv"]);
        let hint = format!(
            "placemat: a.csv: the header has no comma, and may have another delimiter: --csv={name}\n"
        );
        assert_eq!((told.code, told.stderr), (1, hint));
        assert_eq!(run(&["check", "-q", "--csv", "a.csv"]).stderr, "");
        assert_eq!(run(&["check", "-q", "--csv", "--report=page.html", "a.csv"]).stderr, "");
        for way in ["--null-invalid", "--quarantine=aside"] {
            let told = run(&["fix", "--csv", way, "a.csv"]);
            assert_eq!((told.code, &*told.stdout), (2, ""));
            assert!(told.stderr.contains(&format!("say --csv={name}, or --csv=comma")), "{told:?}");
            let told = run(&["fix", "-i", "--csv", way, "a.csv"]);
            assert_eq!(
                (told.code, fs::read(files.path().join("a.csv")).unwrap()),
                (2, text.clone())
            );
            fs::write(files.path().join("aside"), "").unwrap();
        }
        let told = run(&["fix", "--csv=comma", "--no-header", "--null-invalid", "a.csv"]);
        assert_eq!(told.code, 0, "{told:?}");
        let told = run(&["fix", "--csv=comma", "--null-invalid", "a.csv"]);
        assert_eq!(told.code, 0, "{told:?}");
        let named = format!("--csv={name}");
        assert_eq!(run(&["check", &named, "a.csv"]).stderr, "");
        let told = run(&["fix", &named, "--null-invalid", "a.csv"]);
        assert_eq!(told.stdout, "id;text\n1;\n2;ok\n".replace(';', &byte.to_string()));
    }
    // Where nothing is to be changed, nothing is refused.
    for way in [&["--null-invalid"][..], &["-i", "--null-invalid"], &["--quarantine=aside"]] {
        let files = folder(&[("a.csv", b"name;x\na|b\nc\n")]);
        let told = placemat(&[&["fix", "--csv"], way, &["a.csv"]].concat()).folder(&files).run();
        assert_eq!(told.code, 0, "{told:?}");
    }
    let typed = placemat(&["fix", "--csv=default", "--null-invalid", "-"]).run();
    assert!(typed.code == 2 && typed.stderr.contains("one ASCII character"), "{typed:?}");
    // One field, and text that has a comma.
    for text in
        ["name\nx\n", "a;b,c\nx,y\n", "\"a,b;\"\n", "\"a;\nb\",c\n", "\u{FEFF}\"a;b\"\n", ""]
    {
        let files = folder(&[("a.csv", text.as_bytes())]);
        let told = placemat(&["fix", "--csv", "--null-invalid", "a.csv"]).folder(&files).run();
        assert_eq!((told.code, &*told.stdout), (0, text));
        fs::write(files.path().join("a.csv"), [text.as_bytes(), b"\xFF"].concat()).unwrap();
        let told = placemat(&["check", "--csv", "a.csv"]).folder(&files).run();
        assert_eq!((told.code, &*told.stderr), (1, ""), "{text}");
    }
}
