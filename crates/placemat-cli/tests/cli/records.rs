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
