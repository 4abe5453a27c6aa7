//! `placemat stats`: what text is made of, counted.

use crate::common::{folder, golden, placemat};
use serde_json::{Value, json};

const MENU: &[u8] = "\u{FEFF}Crème brûlée\t9 €\r\nЩи\r\n日本 😀 e\u{301}\x1B\u{E000}\n".as_bytes();

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn for_people() {
    let files =
        folder(&[("menu.txt", MENU), ("notes/bad", b"caf\xE9 \xE2\x82\nx"), ("notes/empty", b"")]);
    let run = placemat(&["stats", "menu.txt", "notes"]).folder(&files).run();
    golden("stats.txt", &run.stdout);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // One file has no sum.
    let one = placemat(&["stats", "menu.txt"]).folder(&files).run().stdout;
    assert!(run.stdout.starts_with(&one), "{one}");
}

#[test]
fn for_machines() {
    let files = folder(&[("menu.txt", MENU), ("bad", b"caf\xE9 \xE2\x82\nx")]);
    let run = placemat(&["stats", "--format=json", "menu.txt", "bad"]).folder(&files).run();
    let objects = lines(&run.stdout);
    let [menu, bad, total] = &objects[..] else { panic!("{}", run.stdout) };
    assert_eq!((&menu["type"], &menu["path"]), (&json!("file"), &json!("menu.txt")));
    let text = str::from_utf8(MENU).unwrap();
    assert_eq!(menu["bytes"], MENU.len());
    assert_eq!(menu["code_points"], text.chars().count());
    assert_eq!(menu["utf16_units"], text.encode_utf16().count());
    assert_eq!((&menu["lines"], &menu["malformed"]), (&json!(3), &json!(0)));
    assert_eq!(menu["line_ends"], json!({"lf": 1, "crlf": 2, "cr": 0}));
    let longest = text.lines().map(str::len).max().unwrap();
    assert_eq!(menu["longest_line"], json!({"bytes": longest, "line": 1}));
    for len in 1..=4 {
        let count = text.chars().filter(|c| c.len_utf8() == len).count();
        assert_eq!(menu["sequences"][len - 1], count);
    }
    assert_eq!(menu["scripts"][0], json!({"name": "Common", "count": 15}));
    assert_eq!((&menu["highest"], &menu["controls"]), (&json!(0x1F600), &json!(1)));
    assert_eq!((&menu["private_use"], &menu["nfc"]), (&json!(1), &json!(false)));
    assert_eq!((&menu["signature"], menu.get("looks_like")), (&json!(true), None));
    assert_eq!((&bad["malformed"], &bad["code_points"]), (&json!(2), &json!(6)));
    assert_eq!((&bad["lines"], &bad["nfc"]), (&json!(2), &json!(true)));
    assert_eq!((&total["type"], &total["files"]), (&json!("total"), &json!(2)));
    for field in ["bytes", "lines", "code_points", "utf16_units", "malformed", "controls"] {
        let sum = menu[field].as_u64().unwrap() + bad[field].as_u64().unwrap();
        assert_eq!(total[field], sum, "{field}");
    }
    assert_eq!(total["nfc"], false);
    // What each field means is documented.
    let documented = include_str!("../../../../docs/json.md");
    let documented = documented.split_once("# `placemat stats`").unwrap().1;
    for field in menu.as_object().unwrap().keys().chain(total.as_object().unwrap().keys()) {
        assert!(documented.contains(&format!("`{field}`")), "{field}");
    }
}

#[test]
fn plain_counts() {
    let files = folder(&[("menu.txt", MENU), ("bad", b"caf\xE9 \xE2\x82\nx")]);
    let run = placemat(&["stats", "--counts", "menu.txt", "bad"]).folder(&files).run();
    let rows: Vec<Vec<&str>> =
        run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2], ["2", "6", "6", "9", "2", "bad"]);
    assert_eq!(rows[3][4..], ["2", "2", "files"]);
    // The same numbers as all of them.
    let json = |args: &[&str]| {
        let args = [&["stats", "--format=json", "menu.txt", "bad"][..], args].concat();
        lines(&placemat(&args).folder(&files).run().stdout)
    };
    for (counts, all) in json(&["--counts"]).iter().zip(json(&[])) {
        for (field, value) in counts.as_object().unwrap() {
            assert_eq!(all[field], *value, "{field}");
        }
        assert_eq!(counts.get("scripts"), None);
    }
}

#[test]
fn inputs_of_all_kinds() {
    // In a pipe; bigger than a block, with what a block cuts.
    let text = "a€😀\u{301}\n".repeat(200_000);
    for args in [&["stats", "--format=json"][..], &["stats", "--format=json", "-"]] {
        let run = placemat(args).stdin(text.as_bytes()).run();
        let objects = lines(&run.stdout);
        assert_eq!(objects[0]["path"], "-");
        assert_eq!(objects[0]["code_points"], 1_000_000);
        assert_eq!((&objects[0]["lines"], &objects[0]["malformed"]), (&json!(200_000), &json!(0)));
    }
    let utf16: Vec<u8> = "text in UTF-16".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files = folder(&[
        ("wide", &utf16),
        ("d/one", b"1\n"),
        ("d/two", b"2"),
        ("binary", b"\x7FELF\0\0\x01\0\0\0\0\0\xFF\xFE\0\0"),
    ]);
    let json = |args: &[&str]| {
        let run = placemat(&[&["stats", "--format=json"][..], args].concat()).folder(&files).run();
        (lines(&run.stdout), run)
    };
    assert_eq!(json(&["wide"]).0[0]["looks_like"], "utf-16le");
    assert_eq!(json(&["binary"]).0[0]["looks_like"], "binary");
    assert_eq!(json(&["-g", "!two", "d"]).0.last().unwrap()["files"], 1);
    let (objects, run) = json(&["missing", "d"]);
    assert_eq!((run.code, objects.len()), (2, 3));
    assert!(run.stderr.starts_with("placemat: missing: "), "{}", run.stderr);
    // The order does not depend on threads.
    assert_eq!(json(&["-j1", "."]).1.stdout, json(&["-j4", "."]).1.stdout);
}
