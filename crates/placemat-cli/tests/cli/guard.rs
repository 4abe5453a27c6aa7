//! `placemat guard` as it is used.

use crate::common::{Run, folder, placemat};
use serde_json::Value;
use std::fs;

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
        "accepted": 0, "files_restored": 0, "trouble": 0});
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

/// Issue 16: text behind a damaged word hid it.
#[test]
fn damage_with_text_behind_it() {
    let files = folder(&[
        ("old", "un café\n".as_bytes()),
        ("question", b"un caf? two\n"),
        ("twice", "un cafÃ© x\n".as_bytes()),
    ]);
    for (new, line) in [
        ("question", "question:1:7: \"é\" (C3 A9) was replaced by \"?\" (3F)\n"),
        ("twice", "twice:1:7: \"é\" (C3 A9) was encoded twice, to \"Ã©\" (C3 83 C2 A9)\n"),
    ] {
        let told = placemat(&["guard", "old", new]).folder(&files).run();
        assert_eq!(told.code, 1);
        assert!(told.stdout.starts_with(line), "{told:?}");
    }
}

/// Issue 16: what `fix --fallback` did on purpose was told at each place.
#[test]
fn a_conversion_is_one_finding_and_can_be_accepted() {
    let latin = "un caf\u{E9} \u{E0} l\u{92}\u{153}il\n".repeat(200).replace('\u{153}', "");
    let old: Vec<u8> = latin.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let mut wide = vec![0xFF, 0xFE];
    wide.extend("né à\n".encode_utf16().flat_map(u16::to_le_bytes));
    let files = folder(&[
        ("old", &old[..]),
        ("new", &old),
        ("wide", &wide),
        ("narrow", "né à\n".as_bytes()),
        ("latin", b"n\xE9 \xE0\n"),
        ("part", b"n\xE9 \xC3\xA0\n"),
    ]);
    let fixed =
        placemat(&["fix", "--in-place", "--fallback", "windows-1252", "new"]).folder(&files).run();
    assert!(fixed.code < 2, "{fixed:?}");
    let guard = |args: &[&str]| placemat(&[&["guard"], args].concat()).folder(&files).run();
    let told = guard(&["old", "new"]);
    assert_eq!(told.code, 1);
    assert_eq!(
        told.stdout.lines().next().unwrap(),
        "new: converted from windows-1252 to utf-8 throughout (--accept conversion if that was meant)"
    );
    assert_eq!(told.stdout.lines().count(), 2, "{told:?}");
    assert_eq!(guard(&["--accept", "conversion", "old", "new"]), Run::quiet(0));
    assert_eq!(guard(&["--accept", "signature,line-ending", "old", "new"]).code, 1);
    for (old, new, from, to) in [
        ("wide", "narrow", "utf-16le", "utf-8"),
        ("narrow", "wide", "utf-8", "utf-16le"),
        ("latin", "narrow", "windows-1252", "utf-8"),
        ("narrow", "latin", "utf-8", "windows-1252"),
        ("latin", "wide", "windows-1252", "utf-16le"),
    ] {
        let json = guard(&["--format=json", old, new]);
        let values: Vec<Value> =
            json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((json.code, values.len()), (1, 2), "{json:?}");
        let fields = ["kind", "from", "to"].map(|field| values[0][field].as_str().unwrap());
        assert_eq!(fields, ["conversion", from, to]);
        let accepted = guard(&["--format=json", "--accept=conversion", old, new]);
        let summary: Value = serde_json::from_str(&accepted.stdout).unwrap();
        assert_eq!((accepted.code, &summary["accepted"]), (0, &1.into()));
        let github = guard(&["--format=github", old, new]).stdout;
        assert!(github.contains(&format!("converted from {from} to {to} throughout")), "{github}");
    }
    // A part of it only: that is damage, whatever is accepted.
    let told = guard(&["--accept=conversion", "narrow", "part"]);
    assert!(told.code == 1 && told.stdout.contains("was converted to E9"), "{told:?}");
    // Taken back, or kept while the rest is taken back.
    let damaged = fs::read(files.path().join("new")).unwrap();
    let damaged = String::from_utf8(damaged).unwrap().replacen("café", "caf\u{FFFD}", 1);
    fs::write(files.path().join("damaged"), &damaged).unwrap();
    let told = guard(&["--restore", "--accept=conversion", "old", "damaged"]);
    assert_eq!(told.code, 0, "{told:?}");
    assert_eq!(
        fs::read(files.path().join("damaged")).unwrap(),
        fs::read(files.path().join("new")).unwrap()
    );
    assert_eq!(guard(&["--restore", "old", "new"]).code, 0);
    assert_eq!(fs::read(files.path().join("new")).unwrap(), old);
}

#[test]
fn other_things_that_can_be_accepted() {
    let files = folder(&[("old", "\u{FEFF}né\r\nà\r\n".as_bytes()), ("new", "né\nà\n".as_bytes())]);
    let guard = |accept: &str| placemat(&["guard", accept, "old", "new"]).folder(&files).run();
    assert_eq!(guard("--accept=signature").stdout.lines().count(), 2);
    assert_eq!(guard("--accept=line-ending").stdout.lines().count(), 2);
    assert_eq!(guard("--accept=line-ending,signature"), Run::quiet(0));
    assert_eq!(guard("--accept=replaced").code, 2);
}

/// Issue 16: each finding looked at all of its line; lines that nobody can align took minutes.
#[test]
fn one_line_and_no_common_line() {
    let damaged = |with: &str| (0..20_000).map(|i| format!("caf{with}{i} ")).collect::<String>();
    let lines = |with: &str, from: usize| -> String {
        (0..40_000).map(|i| format!("{with}{}\n", (from + i) * 7919 % 1_000_003)).collect()
    };
    let start = std::time::Instant::now();
    let files = folder(&[
        ("old", damaged("é").as_bytes()),
        ("new", damaged("\u{FFFD}").as_bytes()),
        ("before", lines("日", 0).as_bytes()),
        ("after", lines("??", 0).replace(|c: char| c.is_ascii_digit(), "x y").as_bytes()),
    ]);
    let told = placemat(&["guard", "--all", "old", "new"]).folder(&files).run();
    assert_eq!(told.stdout.lines().count(), 60_001);
    assert!(
        told.stdout
            .contains("new:1:4: \"é\" (C3 A9) was replaced by U+FFFD (EF BF BD)\n  - café0 café1")
    );
    let told = placemat(&["guard", "before", "after"]).folder(&files).run();
    assert_eq!(told.code, 1);
    assert!(told.stdout.contains("too much to be aligned with the old ones"), "{told:?}");
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

/// What cannot be taken back is left as it is, and not counted.
#[test]
fn honest_text_survives_a_restoration() {
    let new = "café noir\nvoilà autre\noù ça\n";
    let files = folder(&[
        ("old", b"caf\xE9 noir\nd\xE9j\xE0 vu\n\xE9t\xE9 chaud\n"),
        ("new", new.as_bytes()),
    ]);
    let told = placemat(&["guard", "--restore", "old", "new"]).folder(&files).run();
    assert_eq!(told.code, 1);
    assert_eq!(told.stderr, "placemat: new: not all of it can be taken back\n");
    assert!(told.stdout.ends_with("Damage: 3 places in 1 file.\n"), "{told:?}");
    assert_eq!(fs::read(files.path().join("new")).unwrap(), new.as_bytes());
}

#[test]
fn a_damaged_signature() {
    let files = folder(&[("old", b"\xEF\xBB\xBFabc\n"), ("new", b"?abc\n")]);
    let told = placemat(&["guard", "--accept=signature", "old", "new"]).folder(&files).run();
    assert_eq!(told.code, 1);
    let line = "new:1:1: \"<U+FEFF>\" (EF BB BF) was replaced by \"?\" (3F)\n";
    assert!(told.stdout.starts_with(line), "{told:?}");
    assert_eq!(placemat(&["guard", "--restore", "old", "new"]).folder(&files).run().code, 0);
    assert_eq!(fs::read(files.path().join("new")).unwrap(), b"\xEF\xBB\xBFabc\n");
}

/// What was converted, and then encoded once more, is taken back as it is said.
#[test]
fn what_was_converted_and_encoded_twice_is_restored() {
    let files = folder(&[("old", b"caf\xE9\n"), ("new", "cafÃ©\n".as_bytes())]);
    let told = placemat(&["guard", "old", "new"]).folder(&files).run();
    assert!(told.stdout.contains("`placemat guard --restore old new` takes back"), "{told:?}");
    let told = placemat(&["guard", "--restore", "old", "new"]).folder(&files).run();
    assert_eq!((told.code, &*told.stderr), (0, ""), "{told:?}");
    assert_eq!(fs::read(files.path().join("new")).unwrap(), b"caf\xE9\n");
}
