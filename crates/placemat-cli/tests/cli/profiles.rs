//! `check --profile` and `fix --profile` as they are used.

use crate::common::{folder, placemat};
use serde_json::Value;
use std::fs;

fn samples() -> tempfile::TempDir {
    folder(&[
        ("a.sql", b"caf\xC3\xA9 \xF0\x9F\x98\x80\nx\0y \xFF\0\n"),
        ("b.json", b"{\"a\": \"\\uD83D x\ty\"}\n"),
        ("c.rs", "let sc\u{43e}pe = 1; // \u{202E} x\n".as_bytes()),
        ("names", b"ok\nCON.txt\na/b\n"),
        ("clean", "café\n".as_bytes()),
    ])
}

#[test]
fn text() {
    let run = placemat(&["check", "--profile", "postgres,mysql-utf8mb3", "a.sql", "clean"]);
    let run = run.folder(&samples()).run();
    assert_eq!(
        run.stdout,
        "\
a.sql:1:7: U+1F600 is above U+FFFF, the last code point that utf8mb3 can hold (mysql-utf8mb3)
  1 | café 😀
    |      ^^ offset 6. A column in utf8mb4 takes it.
a.sql:2:2: U+0000 (NUL) cannot be in a text of PostgreSQL (postgres)
  2 | x<U+0000>y <FF><U+0000>
    |  ^^^^^^^^ offset 12. A column of type bytea takes it; else leave it out.
a.sql:2:5: FF never occurs in UTF-8
  2 | x<U+0000>y <FF><U+0000>
    |            ^^^^ offset 15
a.sql:2:6: U+0000 (NUL) cannot be in a text of PostgreSQL (postgres)
  2 | x<U+0000>y <FF><U+0000>
    |                ^^^^^^^^ offset 16. A column of type bytea takes it; else leave it out.
1 error and 3 refusals (postgres, mysql-utf8mb3) in 1 of 2 files, 24 bytes. To see what can be mended: \
try `placemat fix --profile postgres,mysql-utf8mb3 --diff a.sql`.
"
    );
    assert_eq!((run.code, &*run.stderr), (1, ""));
}

/// Every format tells the same places, and is whole.
#[test]
fn formats() {
    let folder = samples();
    let run = |format: &str| {
        let format = format!("--format={format}");
        let args = ["check", "--profile=json", "--profile=source", &format, "b.json", "c.rs"];
        placemat(&args).folder(&folder).run()
    };
    let json = run("json");
    let lines: Vec<Value> =
        json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<(&str, &str, u64)> = lines[..lines.len() - 1]
        .iter()
        .map(|line| {
            let text = |name| line[name].as_str().unwrap();
            (text("profile"), text("kind"), line["offset"].as_u64().unwrap())
        })
        .collect();
    let expected = [
        ("json", "lone-escape", 7),
        ("json", "string-control", 15),
        ("source", "mixed-scripts", 4),
        ("source", "bidi-control", 19),
    ];
    assert_eq!(found, expected);
    let summary = &lines[lines.len() - 1];
    assert_eq!((summary["refused"].as_u64(), summary["errors"].as_u64()), (Some(4), Some(0)));
    assert_eq!(summary["refused_by_kind"]["lone-escape"], 1);

    let sarif: Value = serde_json::from_str(&run("sarif").stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules = &sarif["runs"][0]["tool"]["driver"]["rules"];
    for (result, (_, kind, offset)) in results.iter().zip(expected) {
        assert_eq!(result["ruleId"], kind);
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], kind);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["byteOffset"], offset);
    }
    assert_eq!(results.len(), expected.len());

    let github = run("github").stdout;
    assert!(github.contains("::error file=c.rs,line=1,col=5,title=Refused by source::the word"));
    assert!([json.code, run("github").code] == [1, 1]);
}

#[test]
fn nothing_is_said_of_what_is_in_order() {
    let folder = samples();
    for profile in ["postgres", "xml", "json", "filename", "c-string", "source", "mysql-utf8mb3"] {
        let run = placemat(&["check", "--profile", profile, "clean"]).folder(&folder).run();
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", ""), "{profile}");
    }
    let run = placemat(&["check", "--profile=oracle", "clean"]).folder(&folder).run();
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("mysql-utf8mb3"), "{}", run.stderr);
}

#[test]
fn names_of_files_and_the_exit_code() {
    let folder = samples();
    let run = placemat(&["check", "--profile=source,json", "-l", "b.json", "c.rs", "clean"])
        .folder(&folder)
        .run();
    assert_eq!((run.code, &*run.stdout), (1, "b.json\nc.rs\n"));
    let run = placemat(&["check", "--profile=source", "-q", "c.rs"]).folder(&folder).run();
    assert_eq!((run.code, &*run.stdout), (1, ""));
    let run =
        placemat(&["check", "--profile=filename", "--max-errors=1", "names"]).folder(&folder).run();
    assert!(run.stdout.contains("names: 1 more error (--all shows them)"), "{}", run.stdout);
}

#[test]
fn standard_input() {
    let run = placemat(&["check", "--profile=postgres", "-"])
        .stdin(b"a\0b and what people write\n")
        .run();
    assert!(run.stdout.starts_with("<stdin>:1:2: U+0000"), "{}", run.stdout);
    assert_eq!(run.code, 1);
}

/// What becomes of it, by the policy; exactly, where that can be; or not at all.
#[test]
fn fixed() {
    let fix = |args: &[&str], text: &[u8]| {
        let run = placemat(&[&["fix", "--binary=fix", "-q"], args].concat()).stdin(text).run();
        (run.code, run.stdout)
    };
    let done = |text: &str| (0, text.to_owned());
    let nul = b"a\0b\xFF";
    assert_eq!(fix(&["--profile=postgres"], nul), done("a\u{FFFD}b\u{FFFD}"));
    assert_eq!(fix(&["--profile=postgres", "--policy=remove"], nul), done("ab"));
    assert_eq!(
        fix(&["--profile=postgres", "--policy=backslashreplace"], nul),
        done("a\\x00b\\xff")
    );
    assert_eq!(fix(&["--profile=postgres", "--fallback=koi8-r"], nul), done("a\u{FFFD}bЪ"));
    assert_eq!(
        fix(&["--profile=json"], b"[\"\\ud83d\ta\xC3\xA9\x01\"]\n"),
        done("[\"\\ufffd\\taé\\u0001\"]\n")
    );
    assert_eq!(fix(&["--profile=xml"], b"<a>&#0;\x0B</a>"), done("<a>&#xFFFD;\u{FFFD}</a>"));
    assert_eq!(
        fix(&["--profile=source", "--policy=backslashreplace"], "a \u{202E}b".as_bytes()),
        done("a \\u202eb")
    );
    // Nobody knows what was meant.
    let mixed = "sc\u{43e}pe\n";
    assert_eq!(fix(&["--profile=source"], mixed.as_bytes()), (1, mixed.to_owned()));
    assert_eq!(fix(&["--escape", "--profile=xml"], b"").0, 2);
}

/// Offsets are those of the source, also behind malformed bytes that become longer.
#[test]
fn changes_are_told_with_their_places() {
    let folder = folder(&[("a", b"\xE9\xE9 \0\n\xE9\0\n")]);
    let run = placemat(&["fix", "--binary=fix", "-n", "--profile=postgres", "--report=json", "a"]);
    let run = run.folder(&folder).run();
    let places: Vec<(u64, String)> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["type"] == "change")
        .map(|line| (line["offset"].as_u64().unwrap(), line["kind"].as_str().unwrap().to_owned()))
        .collect();
    let kinds = places.iter().map(|(offset, kind)| (*offset, &**kind));
    assert!(kinds.eq([
        (0, "incomplete"),
        (1, "incomplete"),
        (3, "nul"),
        (5, "incomplete"),
        (6, "nul")
    ]));
    assert_eq!(run.code, 1);
}

/// In place a method must be named, unless nothing is lost.
#[test]
fn in_place() {
    let files: [(&str, &[u8]); 3] =
        [("a", "x \u{202E}\n".as_bytes()), ("b", b"[\"\t\"]\n"), ("zero", b"what people\0write\n")];
    let folder = folder(&files);
    // A named file is mended though it looks binary.
    let run = placemat(&["fix", "-q", "--profile=postgres", "zero"]).folder(&folder).run();
    assert_eq!((run.code, &*run.stdout), (0, "what people\u{FFFD}write\n"));
    let args = ["fix", "-q", "-i", "--policy=remove", "--profile=postgres", "zero"];
    assert_eq!(placemat(&args).folder(&folder).run().code, 0);
    assert_eq!(fs::read(folder.path().join("zero")).unwrap(), b"what peoplewrite\n");
    let run = placemat(&["fix", "-i", "--profile=source", "a"]).folder(&folder).run();
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("a: well-formed, but the profile refuses some of it"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("--escape"));
    let run =
        placemat(&["fix", "-i", "--profile=source", "--policy=remove", "a"]).folder(&folder).run();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(fs::read(folder.path().join("a")).unwrap(), b"x \n");
    assert_eq!(fs::read(folder.path().join("a.orig")).unwrap(), "x \u{202E}\n".as_bytes());
    let run = placemat(&["fix", "-i", "--profile=json", "b"]).folder(&folder).run();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"[\"\\t\"]\n");
    assert!(!folder.path().join("b.orig").exists());
}

#[test]
fn what_one_profile_mends_is_not_left_for_another() {
    let folder = folder(&[("a", b"x\x01y\n")]);
    for profiles in ["xml,json", "json,xml"] {
        let args = ["fix", "--policy=remove", "--profile", profiles, "a"];
        let run = placemat(&args).folder(&folder).run();
        assert_eq!((run.code, run.stdout.as_str()), (0, "xy\n"));
        assert_eq!(run.stderr, "a: changed 1 refusal\n", "{profiles}");
    }
}

/// What is not shown at the start of a word does not hide that its scripts are mixed.
#[test]
fn a_word_is_left_though_its_start_is_mended() {
    let folder = folder(&[("a", "x \u{FEFF}sc\u{43E}pe\n".as_bytes())]);
    let args = ["fix", "--policy=remove", "--profile=source", "a"];
    let run = placemat(&args).folder(&folder).run();
    assert_eq!((run.code, run.stdout.as_str()), (1, "x sc\u{43E}pe\n"));
    assert!(run.stderr.contains("a: 1 refusal cannot be mended"), "{}", run.stderr);
    assert!(run.stderr.ends_with("a: changed 1 refusal\n"), "{}", run.stderr);
}
