//! `placemat check --as`, and what `check` says of relatives of UTF-8.

use crate::common::{Run, folder, golden, placemat};
use serde_json::Value;

/// What is told of these bytes, read from a pipe.
fn check(encoding: &str, bytes: &[u8]) -> Run {
    let run = placemat(&["check", "--as", encoding, "-"]).stdin(bytes).run();
    assert_eq!(run.stderr, "");
    run
}

/// The errors of these bytes: offset, length, line, column and kind.
fn errors(encoding: &str, bytes: &[u8]) -> Vec<(u64, u64, u64, u64, String)> {
    let args = ["check", "--all", "--format=json", "--as", encoding, "-"];
    let run = placemat(&args).stdin(bytes).run();
    assert_eq!(run.stderr, "");
    let objects = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found: Vec<_> = objects
        .filter(|object| object["type"] == "error")
        .map(|object| {
            let number = |field: &str| object[field].as_u64().unwrap();
            let kind = object["kind"].as_str().unwrap().to_owned();
            (number("offset"), number("length"), number("line"), number("column"), kind)
        })
        .collect();
    assert_eq!(run.code, i32::from(!found.is_empty()), "{encoding}");
    found
}

const CESU: &[u8] =
    b"ok \xED\xA0\xBD\xED\xB8\x80\nx \xF0\x9F\x98\x80 y\n\xED\xA0\x80 and \xC3\xA9 \xC0\xAF";

#[test]
fn the_words_of_each_encoding() {
    let be: Vec<u8> = "\u{FEFF}ab\n日 ".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let files = folder(&[
        ("cesu", CESU),
        ("java", b"a\0b\n\xC0\x80 \xED\xA0\x80 \xF0"),
        ("wtf", b"\xED\xA0\x80 \xED\xA0\xBD\xED\xB8\x80"),
        ("utf16", &[&be[..], b"\xD8\x00\0x\xDC\x00\0"].concat()),
        ("utf7", b"Hi Mom -+Jjo--!\n\xE9"),
        ("sjis", b"\x93\xFA\x96{ \x81\xFF \xFD"),
        ("old", b"\xF8\x80\x80\x80\x80 \xFE \xED\xA0\x80"),
        ("ucs4", b"\0\0\0a\x80\0\0\0"),
    ]);
    let mut told = String::new();
    for (encoding, file) in [
        ("cesu-8", "cesu"),
        ("modified-utf-8", "java"),
        ("wtf-8", "wtf"),
        ("utf-16", "utf16"),
        ("utf-7", "utf7"),
        ("shift_jis", "sjis"),
        ("utf-8-rfc2279", "old"),
        ("ucs-4be", "ucs4"),
    ] {
        let run = placemat(&["check", "--as", encoding, file]).folder(&files).run();
        assert_eq!((run.code, &*run.stderr), (1, ""), "{encoding}");
        told += &format!("# --as {encoding}\n{}", run.stdout);
    }
    golden("judged-as.txt", &told);
}

#[test]
fn clean_text_is_clean() {
    let text = "naïve Ω 日本語\n한국어 \u{1F600}\n";
    let files = folder(&[("utf8", text.as_bytes())]);
    for encoding in [
        "utf-8",
        "wtf-8",
        "cesu-8",
        "mutf-8",
        "utf-8-rfc2279",
        "utf-16",
        "utf-16le",
        "utf-32be",
        "ucs-4le",
        "utf-7",
        "utf-7-imap",
        "utf-1",
        "scsu",
        "bocu-1",
        "utf-ebcdic",
        "gb18030",
    ] {
        let convert = ["convert", "-futf-8", "-o", "out", "-t", encoding, "utf8"];
        assert_eq!(placemat(&convert).folder(&files).run().code, 0, "{encoding}");
        let run = placemat(&["check", "--as", encoding, "out"]).folder(&files).run();
        assert_eq!(run, Run::quiet(0), "{encoding}");
        assert_eq!(check(encoding, b""), Run::quiet(0), "{encoding}");
    }
    // What has no errors has none, whatever it is.
    assert_eq!(check("latin1", b"\xFF\xFEa\0"), Run::quiet(0));
}

#[test]
fn places() {
    let kind = |kind: &str| kind.to_owned();
    assert_eq!(
        errors("cesu-8", CESU),
        [
            (12, 1, 2, 3, kind("four-byte-form")),
            (13, 1, 2, 4, kind("unexpected-continuation")),
            (14, 1, 2, 5, kind("unexpected-continuation")),
            (15, 1, 2, 6, kind("unexpected-continuation")),
            (19, 3, 3, 1, kind("lone-high-surrogate")),
            (30, 1, 3, 12, kind("overlong")),
            (31, 1, 3, 13, kind("unexpected-continuation")),
        ]
    );
    // U+0A0A is no line feed, and the signature has two bytes.
    assert_eq!(
        errors("utf-16", b"\xFF\xFE\x0A\x0A\x0A\0a\0\0\xDC\0"),
        [(8, 2, 2, 3, kind("lone-low-surrogate")), (10, 1, 2, 5, kind("incomplete-at-end"))]
    );
    assert_eq!(
        errors("euc-kr", b"a\n\xB0\xA1\xC9\x80 \xB0"),
        [(4, 2, 2, 3, kind("undefined")), (7, 1, 2, 6, kind("incomplete-at-end"))]
    );
    // A cut file, at every place.
    let pair = "x\u{1F600}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let cut = "incomplete-at-end";
    for (end, name) in [(3, cut), (4, "lone-high-surrogate"), (5, cut)] {
        let expected = [(2, end - 2, 1, 3, kind(name))];
        assert_eq!(errors("utf-16le", &pair[..end as usize]), expected);
    }
}

/// As UTF-8, in which places are known otherwise: what is not UTF-8 is not WTF-8
/// either, but for lone surrogates.
#[test]
fn long_text_in_blocks() {
    let mut text = "die Straße €\n".repeat(200_000).into_bytes();
    for at in (1000..text.len()).step_by(60_011) {
        text[at] = 0xFF;
    }
    let files = folder(&[("a", &text)]);
    let told = |encoding: &str| {
        let args = ["check", "--all", "--format=json", "--as", encoding, "a"];
        let run = placemat(&args).folder(&files).run();
        assert_eq!((run.code, &*run.stderr), (1, ""));
        let place = |line: &str| {
            let object: Value = serde_json::from_str(line).unwrap();
            ["offset", "length", "line", "column", "column_code_points", "kind", "errors"]
                .map(|field| object[field].clone())
        };
        run.stdout.lines().map(place).collect::<Vec<_>>()
    };
    let expected = told("utf-8");
    assert!(expected.len() > 40);
    assert_eq!(told("wtf-8"), expected);
    let piped = placemat(&["check", "--all", "--as=wtf-8", "-"]).stdin(&text).run().stdout;
    let file = placemat(&["check", "--all", "--as=wtf-8", "a"]).folder(&files).run().stdout;
    assert_eq!(piped.replace("<stdin>:", "a:"), file);
}

#[test]
fn all_formats() {
    let files = folder(&[("cesu", CESU), ("clean", b"fine\n")]);
    let run = |format: &str| {
        let format = format!("--format={format}");
        placemat(&["check", "--as=CESU-8", &format, "."]).folder(&files).run()
    };
    golden("judged-as.jsonl", &run("json").stdout);
    let sarif: Value = serde_json::from_str(&run("sarif").stdout).unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in sarif["runs"][0]["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["shortDescription"]["text"].as_str().unwrap().starts_with("Malformed cesu-8"));
    }
    let region = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["byteOffset"]), (&2.into(), &12.into()));
    let first = "::error file=cesu,line=2,col=3,title=Malformed cesu-8::F0 9F 98 80 is a \
        four-byte form, where cesu-8 has a pair of encoded surrogates (offset 12)\n";
    let github = run("github").stdout;
    assert!(github.starts_with(first), "{github}");
    let stats = placemat(&["check", "--as=cesu-8", "--stats", "."]).folder(&files).run().stdout;
    assert!(stats.contains("\n  1 well-formed cesu-8\n  1 with malformed cesu-8\n"), "{stats}");
    let names = placemat(&["check", "--as=cesu-8", "-l", "."]).folder(&files).run();
    assert_eq!((names.code, &*names.stdout), (1, "./cesu\n"));
    let quiet = placemat(&["check", "--as=cesu-8", "-q", "."]).folder(&files).run();
    assert_eq!(quiet, Run::quiet(1));
    let limited =
        placemat(&["check", "--as=cesu-8", "--max-errors=2", "cesu"]).folder(&files).run();
    assert!(
        limited.stdout.contains("cesu: 5 more malformed subparts (--all"),
        "{}",
        limited.stdout
    );
}

#[test]
fn which_files() {
    let elf = b"\x7FELF\x02\x01\x01\0\0\0\0\0\xFF\xFF";
    let files = folder(&[("program", elf), ("text", b"a\0b\0")]);
    let run = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&files).run();
    // Found in a folder, what is binary is skipped; but not by who expects zeros.
    let found = run(&["--as=wtf-8", "-g", "program"]);
    assert!(found.code == 0 && found.stdout.starts_with("Skipped 1 binary file"), "{found:?}");
    assert_eq!(run(&["--as=wtf-8", "program"]).code, 1);
    assert_eq!(run(&["--as=utf-16le", "text"]), Run::quiet(0));
    // As UTF-8 it is judged, whatever it looks like.
    assert_eq!(run(&["text"]).code, 1);
    assert_eq!(run(&["--as=utf-8", "text"]), Run::quiet(0));
    let stats = run(&["--as=utf-8", "--stats", "text"]).stdout;
    assert!(stats.contains("  1 well-formed UTF-8\n"), "{stats}");
}

#[test]
fn trouble_is_named() {
    let files = folder(&[("a", b"a")]);
    let run = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&files).run();
    let bad = run(&["--as=utf-9", "a"]);
    assert_eq!((bad.code, &*bad.stdout), (2, ""));
    assert!(bad.stderr.starts_with("placemat: no encoding is called \"utf-9\""), "{}", bad.stderr);
    assert_eq!(run(&["--as=cesu-8", "absent"]).code, 2);
    assert_eq!(run(&["--labels=whatwg", "a"]).code, 2);
    assert_eq!(run(&["--as=cesu-8", "--labels=whatwg", "a"]).code, 2);
    assert_eq!(run(&["--as=latin1", "--labels=whatwg", "a"]), Run::quiet(0));
}

/// What is said of a file, besides its errors.
fn said(bytes: &[u8]) -> Option<String> {
    let files = folder(&[("a", bytes)]);
    let run = placemat(&["check", "a"]).folder(&files).run();
    let line = run.stdout.lines().find_map(|line| line.strip_prefix("a: this is "));
    line.map(str::to_owned)
}

#[test]
fn relatives_of_utf8_are_named() {
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    let said = |parts: &[&[u8]]| said(&parts.concat()).unwrap_or_default();
    assert_eq!(
        said(&[&pair.repeat(12), b" caf\xC3\xA9"]),
        "CESU-8: 12 encoded surrogate pairs; convert with -f cesu-8"
    );
    assert_eq!(
        said(&[pair, b" \xF0\x9F\x98\x80"]),
        "CESU-8 mixed with UTF-8: 1 encoded surrogate pair; convert with -f cesu-8 --lenient"
    );
    assert_eq!(
        said(&[b"a\xC0\x80b\xC0\x80", pair]),
        "Modified UTF-8 (Java): 1 encoded surrogate pair, 2 NULs as C0 80; \
         convert with -f modified-utf-8"
    );
    assert_eq!(
        said(&[b"\xC0\x80 \xF0\x9F\x98\x80"]),
        "Modified UTF-8 (Java) mixed with UTF-8: 1 NUL as C0 80; \
         convert with -f modified-utf-8 --lenient"
    );
    let lossy = "--policy replace, because UTF-8 cannot hold all of it";
    assert_eq!(
        said(&[b"\xED\xA0\x80 \xF0\x9F\x98\x80"]),
        format!("WTF-8: 1 lone encoded surrogate; convert with -f wtf-8 {lossy}")
    );
    assert_eq!(
        said(&[pair, b"\xED\xA0\x80"]),
        format!(
            "Modified UTF-8 (Java): 1 encoded surrogate pair, 1 lone encoded surrogate; \
             convert with -f modified-utf-8 {lossy}"
        )
    );
    assert_eq!(
        said(&[b"\xF8\x88\x80\x80\x80 \xF4\x90\x80\x80"]),
        format!(
            "the 31-bit UTF-8 of RFC 2279: 2 values above U+10FFFF; \
             convert with -f utf-8-rfc2279 {lossy}"
        )
    );
    let run = placemat(&["check", "--as=utf-8"]).stdin(b"\xC0\x80").run();
    assert!(run.stdout.contains("this is Modified UTF-8 (Java)"), "{}", run.stdout);
    // Something else is wrong, too.
    for other in [&b"\xE9"[..], b"\xFF", b"\xE2\x82", b" \xF8\x88\x80\x80\x80\xC0\x80"] {
        assert_eq!(said(&[pair, other]), "", "{other:x?}");
    }
}

/// The command that is named does it.
#[test]
fn what_is_named_helps() {
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    for parts in [
        &[&pair[..]][..],
        &[pair, b"\xF0\x9F\x98\x80"],
        &[pair, b"\xC0\x80"],
        &[b"\xC0\x80 \0 \xF0\x9F\x98\x80"],
        &[b"\xED\xA0\x80"],
        &[pair, b"\xED\xA0\x80"],
        &[pair, b"\xED\xA0\x80 \xF0\x9F\x98\x80"],
        &[b"\xF8\x88\x80\x80\x80"],
        &[b"\xF8\x88\x80\x80\x80\xED\xA0\x80"],
    ] {
        let text = parts.concat();
        let files = folder(&[("a", &text)]);
        let told = said(&text).unwrap_or_else(|| panic!("{text:x?}"));
        let args = told.split_once("convert with ").unwrap().1.split(',').next().unwrap();
        let args = ["convert", "-t", "utf-8", "a"].into_iter().chain(args.split(' '));
        let run = placemat(&args.collect::<Vec<_>>()).folder(&files).run();
        assert_eq!((run.code, &*run.stderr), (0, ""), "{told}");
        // From a pipe it cannot be seen whether it is mixed: that helps, too.
        let piped = placemat(&["check"]).stdin(&text).run().stdout;
        assert!(piped.contains("\n<stdin>: this is "), "{piped}");
    }
}

#[test]
fn relatives_in_all_formats() {
    let files = folder(&[("a", b"\xED\xA0\xBD\xED\xB8\x80"), ("b", b"\xC0\x80"), ("c", b"\xE9")]);
    let run = |args: &[&str]| placemat(&[&["check"], args].concat()).folder(&files).run().stdout;
    let json = run(&["--format=json"]);
    let summary: Value = serde_json::from_str(json.lines().next_back().unwrap()).unwrap();
    let dialects = summary["dialects"].as_array().unwrap();
    assert_eq!(dialects.len(), 2);
    assert_eq!((&dialects[0]["path"], &dialects[0]["encoding"]), (&"a".into(), &"cesu-8".into()));
    assert_eq!(dialects[1]["lenient"], false);
    let message = "this is CESU-8: 1 encoded surrogate pair; convert with -f cesu-8";
    assert_eq!(dialects[0]["message"], message);
    let sarif: Value = serde_json::from_str(&run(&["--format=sarif"])).unwrap();
    let notes = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[0]["level"], "note");
    assert_eq!(notes[0]["message"]["text"], format!("a: {message}"));
    let github = run(&["--format=github"]);
    let note = format!("::notice file=a,title=Not UTF-8::{message}\n");
    assert!(github.contains(&note), "{github}");
    assert!(!run(&["-l"]).contains("this is"));
}
