//! `placemat fix --mojibake`: what was read wrongly, undone; and what `check` says of it.

use crate::common::{Run, folder, placemat};
use serde_json::Value;
use std::fs;

const MENU: &str =
    "fine\ncafÃ© and dÃƒÂ©jÃƒÂ\u{A0} vu, NÃO\nâ€œlostâ€ Ã la carte\nitâ€™s â€\" gone\n";

fn run(args: &[&str], text: &str) -> Run {
    placemat(&[&["fix", "--mojibake"], args].concat())
        .folder(&folder(&[("menu.txt", text.as_bytes())]))
        .stdin(text.as_bytes())
        .run()
}

#[test]
fn only_what_can_be_proved() {
    let fixed = run(&["-q"], MENU);
    let was = "fine\ncafé and déjà vu, NÃO\n“lost” à la carte\nit’s â€\" gone\n";
    assert_eq!((fixed.code, &*fixed.stdout, &*fixed.stderr), (0, was, ""));
    let again = run(&["-q"], &fixed.stdout);
    assert_eq!(again.stdout, fixed.stdout);
    let guessed = run(&["-q", "--lossy"], MENU);
    assert_eq!(guessed.stdout, was.replace("â€\"", "–"));
}

#[test]
fn files_are_kept_where_something_is_guessed() {
    for (lossy, kept) in [(false, false), (true, true)] {
        let files = folder(&[("menu.txt", MENU.as_bytes())]);
        let args: &[&str] = if lossy { &["--lossy"] } else { &[] };
        let args = [&["fix", "--mojibake", "-i", "menu.txt"], args].concat();
        let told = placemat(&args).folder(&files).run();
        assert_eq!(told.code, 0, "{told:?}");
        assert!(told.stdout.contains("stretches of mojibake"), "{told:?}");
        let old = fs::read(files.path().join("menu.txt.orig"));
        assert_eq!(old.is_ok_and(|old| old == MENU.as_bytes()), kept);
    }
}

#[test]
fn the_plan_is_told() {
    let told = run(&["--explain-plan", "menu.txt"], "dÃƒÂ©jÃƒÂ\u{A0} vu\n");
    assert_eq!(told.code, 1, "{told:?}");
    for line in [
        "menu.txt:1:2: ÃƒÂ© → é",
        "    ÃƒÂ© are the bytes C3 83 C2 A9, read as windows-1252; they are Ã©",
        "    Ã© are the bytes C3 A9, read as windows-1252; they are é",
        "; the way back gives what was there",
    ] {
        assert!(told.stdout.contains(line), "{line}: {}", told.stdout);
    }
    let told = run(&["--explain-plan", "menu.txt"], "voilÃ  la cafÃ©\n");
    let line = "    Ã  are the bytes C3 A0, read as windows-1252; they are à; a no-break space of it became a space";
    assert!(told.stdout.contains(line), "{}", told.stdout);
    assert!(!told.stdout.contains("guessed"), "{}", told.stdout);
    let told = run(&["--explain-plan", "menu.txt"], "â€œlostâ€ and â€œlostâ€\u{FFFD}\n");
    for line in [
        "they are ”; a byte that the page lacks was dropped",
        "; U+FFFD stands for a byte that the page lacks",
    ] {
        assert!(told.stdout.contains(line), "{line}: {}", told.stdout);
    }
    assert!(!told.stdout.contains("guessed"), "{}", told.stdout);
    let told = run(&["--explain-plan", "menu.txt"], "itâ\u{80}™s 5â\u{82}¬, donâ€™t\n");
    let line = "they are ’; a control stands for a byte that the page has a sign for";
    assert!(told.stdout.contains(line), "{}", told.stdout);
    assert!(!told.stdout.contains("guessed"), "{}", told.stdout);
    // Each way is told.
    let told = run(&["--explain-plan", "menu.txt"], "it&acirc;\u{80}™s, donâ€™t\n");
    let line = "they are ’; entities stand for some of it; a control stands for a byte that the page has a sign for\n";
    assert!(told.stdout.contains(line), "{}", told.stdout);
    let entities = "caf&Atilde;&#169; &amp; t&eacute;\n";
    assert_eq!(run(&["-q"], entities).stdout, "café &amp; t&eacute;\n");
    let told = run(&["--explain-plan", "menu.txt"], entities);
    let line = "    &Atilde;&#169; are the bytes C3 A9, read as windows-1252; they are é; entities stand for some of it";
    assert!(told.stdout.contains(line), "{}", told.stdout);
    let told = run(&["--explain-plan", "--report=json", "menu.txt"], entities);
    let change: Value = serde_json::from_str(told.stdout.lines().next().unwrap()).unwrap();
    let step = &change["plan"]["steps"][0];
    assert_eq!(change["plan"]["exact"], true);
    assert_eq!((&step["before"], &step["bytes"]), (&"&Atilde;&#169;".into(), &"c3a9".into()));
    assert_eq!(
        step["written"],
        serde_json::json!([{"byte": 0, "as": "&Atilde;"}, {"byte": 1, "as": "&#169;"}])
    );
    // What each field means is documented.
    let documented = include_str!("../../../../docs/json.md");
    let documented = documented.split_once("## A change").unwrap().1;
    let documented = documented.split_once("## A file").unwrap().0;
    for object in [&change, &change["plan"], step, &step["written"][0]] {
        for field in object.as_object().unwrap().keys() {
            assert!(documented.contains(&format!("`{field}`")), "{field}");
        }
    }
    let told = run(&["--explain-plan", "--report=json", "menu.txt"], "dÃƒÂ©jÃƒÂ\u{A0} vu\n");
    let change: Value = serde_json::from_str(told.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(change["kind"], "mojibake");
    assert_eq!(change["plan"]["exact"], true);
    assert_eq!(change["plan"]["steps"][1]["bytes"], "c3a9");
    assert_eq!(change["plan"]["steps"][1]["read_as"], "windows-1252");
}

#[test]
fn lines_before_and_after() {
    let told = run(&["--diff", "menu.txt"], "fine\ncafÃ©\nfine\n");
    assert_eq!(told.code, 1);
    assert!(told.stdout.contains("\n-cafÃ©\n+café\n"), "{}", told.stdout);
    let none = run(&["--diff", "menu.txt"], "NÃO, café\n");
    assert_eq!((none.code, &*none.stdout), (0, ""));
}

#[test]
fn malformed_bytes_stay_and_are_told() {
    let files =
        folder(&[("menu.txt", b"caf\xC3\x83\xC2\xA9 \xFF \xE9\n"), ("fine.txt", b"caf\xE9\n")]);
    let told = placemat(&["fix", "--mojibake", "menu.txt", "-o", "out"]).folder(&files).run();
    assert_eq!(fs::read(files.path().join("out")).unwrap(), b"caf\xC3\xA9 \xFF \xE9\n");
    assert!(told.stderr.contains("menu.txt: 2 malformed sequences stay"), "{told:?}");
    assert!(told.stderr.contains("With --policy replace"), "{told:?}");
    let told = placemat(&["fix", "--mojibake", "-n", "fine.txt"]).folder(&files).run();
    assert!(told.stderr.contains("fine.txt: 1 malformed sequence stays"), "{told:?}");
    let told = placemat(&["fix", "--mojibake", "-q", "menu.txt", "-o", "out"]).folder(&files).run();
    assert_eq!(told.stderr, "");
}

/// Raw letters of windows-1252 beside mojibake, and what profiles refuse behind them.
const BOTH: &[u8] =
    b"\xE9t\xE9, caf\xC3\x83\xC2\xA9\n\xFF d\xC3\x83\xC2\xA9j\xC3\x83\xC2\xA0\xE2\x80\xAE\r\n";

#[test]
fn malformed_bytes_are_mended_before() {
    let files = folder(&[("both.txt", BOTH)]);
    let fixed = |args: &[&str]| {
        let args = [&["fix", "--mojibake", "-q"], args].concat();
        let once = placemat(&args).folder(&files).stdin(BOTH).run();
        let twice = placemat(&args).folder(&files).stdin(once.stdout.as_bytes()).run();
        assert_eq!((once.code, &*once.stderr), (0, ""));
        assert_eq!(once.stdout, twice.stdout, "{args:?}");
        once.stdout
    };
    assert_eq!(fixed(&["--policy=replace"]), "\u{FFFD}t\u{FFFD}, café\n\u{FFFD} déjà\u{202E}\r\n");
    assert_eq!(fixed(&["--fallback=windows-1252"]), "été, café\nÿ déjà\u{202E}\r\n");
    assert_eq!(fixed(&["--fallback=koi8-r"]), "ИtИ, café\nЪ déjà\u{202E}\r\n");
    assert_eq!(fixed(&["--policy=backslashreplace"]), "\\xe9t\\xe9, café\n\\xff déjà\u{202E}\r\n");
    let all = ["--policy=remove", "--profile=source", "--eol=lf"];
    assert_eq!(fixed(&all), "t, café\n déjà\n");
}

#[test]
fn a_byte_that_was_raw_is_part_of_what_was_misread() {
    // "Ã©", of which the first letter is a raw byte of windows-1252.
    let files = folder(&[("menu.txt", b"caf\xC3\xC2\xA9 caf\xC3\x83\xC2\xA9\n")]);
    let told =
        placemat(&["fix", "--mojibake", "--fallback=windows-1252", "menu.txt"]).folder(&files);
    assert_eq!(told.run().stdout, "café café\n");
}

#[test]
fn places_are_those_of_the_file() {
    let files = folder(&[("both.txt", BOTH)]);
    let all = ["--fallback=windows-1252", "--profile=source", "--report=json", "-n", "both.txt"];
    let told = placemat(&[&["fix", "--mojibake"], &all[..]].concat()).folder(&files).run();
    let changes = told.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let changes: Vec<(String, u64)> = changes
        .filter(|record| record["type"] == "change")
        .map(|change| (change["kind"].to_string(), change["offset"].as_u64().unwrap()))
        .collect();
    let at = |kind: &str| -> Vec<u64> {
        changes.iter().filter(|change| change.0.contains(kind)).map(|change| change.1).collect()
    };
    assert_eq!(at("mojibake"), [8, 16, 21], "{changes:?}");
    assert_eq!(at("bidi"), [25], "{changes:?}");
    assert_eq!(changes.len(), 7, "{changes:?}");
    // The summary of a file counts each, and old text is kept where some is lost.
    let told =
        placemat(&["fix", "-i", "--mojibake", "--policy=replace", "both.txt"]).folder(&files);
    let told = told.run();
    assert!(
        told.stdout.contains("changed 3 malformed sequences, 3 stretches of mojibake"),
        "{told:?}"
    );
    assert_eq!(fs::read(files.path().join("both.txt.orig")).unwrap(), BOTH);
}

#[test]
fn options_that_make_no_sense() {
    for args in
        [&["fix", "--lossy"][..], &["fix", "--explain-plan"], &["fix", "--mojibake", "--escape"]]
    {
        assert_eq!(placemat(args).run().code, 2, "{args:?}");
    }
}
