//! `placemat explain`: bytes in, what they are made of out.

#[cfg(unix)]
use crate::common::{as_nobody, skipped};
use crate::common::{folder, golden, placemat};
use serde_json::Value;
#[cfg(unix)]
use std::fs;

/// Text of every length, controls, a combining mark, a wide one, and mistakes.
const MIXED: &[u8] = b"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xC0\xAF\xED\xA0\xBD\xED\xB9\x88\x1B[\
\xE6\x97\xA5\xCC\x81\xE2\x80\xAE\xF4\x90\x80\x80\xC0\x80\xFF\x92\xEF\xBF\xBF\xE2\x82";

fn stdout(args: &[&str]) -> String {
    let run = placemat(args).run();
    assert_eq!(run.stderr, "", "{args:?}");
    run.stdout
}

#[test]
fn a_code_point_from_any_notation() {
    let card = stdout(&["explain", "-U", "20AC"]);
    golden("explain-euro.txt", &card);
    for args in [
        ["-U", "0o20254"],
        ["-U", "U+20ac"],
        ["--hex", "E2 82 AC"],
        ["--hex", "00000000  e2 82 ac                                          |...|\n00000003"],
        ["--hex", "00000000: e282 ac                                  ..."],
        ["--hex", "0000000 82e2 00ac\n0000003"],
        ["--octal", "342 202 254"],
        ["--binary", "11100010 10000010 10101100"],
        ["--text", "€"],
    ] {
        assert_eq!(stdout(&[&["explain"][..], &args[..]].concat()), card, "{args:?}");
    }
    assert_eq!(placemat(&["explain"]).stdin("€".as_bytes()).run().stdout, card);
    // Several make several cards.
    assert_eq!(stdout(&["explain", "-U", "20AC", "20AC"]).matches("EURO SIGN").count(), 2);
}

#[test]
fn the_table_of_the_article() {
    // Octal and hexadecimal forms of $, ¢, € and U+10348.
    let tsv = stdout(&["explain", "--format=tsv", "-U", "24,A2,20AC,10348"]);
    let rows: Vec<Vec<&str>> = tsv.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect::<Vec<_>>();
    assert_eq!(column(2), ["24", "C2 A2", "E2 82 AC", "F0 90 8D 88"]);
    assert_eq!(column(3), ["044", "302 242", "342 202 254", "360 220 215 210"]);
    assert_eq!(column(4)[3], "11110|000 10|010000 10|001101 10|001000");
    assert_eq!(column(7), ["DOLLAR SIGN", "CENT SIGN", "EURO SIGN", "GOTHIC LETTER HWAIR"]);
}

#[test]
fn a_file_as_a_table() {
    let files = folder(&[("mixed", MIXED)]);
    let run = placemat(&["explain", "mixed"]).folder(&files).run();
    golden("explain-table.txt", &run.stdout);
    assert_eq!(run.code, 1);
    let piped = placemat(&["explain", "-"]).stdin(MIXED).run();
    // Only the column of the offset is wider: the size is not known.
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed(&piped.stdout).starts_with("offset bytes"), "{}", piped.stdout);
    let coloured = placemat(&["explain", "--color=always", "mixed"]).folder(&files).run();
    golden("explain-table-colour.txt", &coloured.stdout);
}

#[test]
fn mistakes_as_cards() {
    let run = placemat(&["explain", "--format=cards", "--errors-only"]).stdin(MIXED).run();
    golden("explain-mistakes.txt", &run.stdout);
    assert_eq!(run.code, 1);
    let clean = placemat(&["explain", "--errors-only"]).stdin("naïve €".as_bytes()).run();
    assert_eq!((clean.code, clean.stdout.as_str()), (0, ""));
}

#[test]
fn nothing_reaches_the_terminal_raw() {
    for format in ["cards", "table", "tsv", "json"] {
        let run = placemat(&["explain", "--format", format]).stdin(MIXED).run();
        let raw = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202E}';
        assert!(!run.stdout.contains(raw), "{format}: {:?}", run.stdout);
    }
}

#[test]
fn json_lines() {
    let run = placemat(&["explain", "--format=json"]).stdin(MIXED).run();
    let objects: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    golden("explain.jsonl", &run.stdout);
    let of = |value: &str| objects.iter().find(|object| object["bytes"] == value).unwrap();
    assert_eq!(of("e282ac")["code_point"], 0x20AC);
    assert_eq!(of("e282ac")["bits"][0], serde_json::json!(["1110", "0010"]));
    assert_eq!(of("eda0bdedb988")["cesu_8"], 0x1F648);
    assert_eq!(of("c080")["modified_utf_8"], 0);
    assert_eq!(of("c0af")["broken"]["rule"], "UTF8-2");
    assert_eq!(of("92")["windows_1252"], "’");
}

#[test]
fn a_part_of_a_file() {
    let files = folder(&[("big", &[&b"x".repeat(300_000)[..], "é\u{20AC}y".as_bytes()].concat())]);
    let tsv = |args: &[&str]| {
        let all = [&["explain", "--format=tsv", "big"][..], args].concat();
        let run = placemat(&all).folder(&files).run();
        let offsets =
            run.stdout.lines().skip(1).map(|row| row.split('\t').next().unwrap().to_owned());
        offsets.collect::<Vec<_>>()
    };
    assert_eq!(tsv(&["--range", "300001..300003"]), ["300000", "300002"]);
    assert_eq!(tsv(&["--range", "300005.."]), ["300005"]);
    assert_eq!(tsv(&["--range", "..2"]), ["0", "1"]);
    assert_eq!(tsv(&["--range", "400000.."]), [""; 0]);
}

#[test]
fn the_code_page() {
    golden("code-page.txt", &stdout(&["explain", "--code-page"]));
    let entries: Vec<Value> = stdout(&["explain", "--code-page", "--format=json"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(entries.len(), 256);
    assert_eq!(entries[0xE0]["lowest"], 0x800);
    assert_eq!(entries[0xF0]["lowest"], 0x10000);
    assert_eq!(entries[0xED]["class"], "restricted-lead");
    assert_eq!(entries[0xC2]["block"], "Latin-1 Supplement");
}

#[test]
fn a_file_as_a_heat_map() {
    let files = folder(&[("mixed", MIXED)]);
    let run = placemat(&["explain", "--code-page", "mixed"]).folder(&files).run();
    golden("heat-map.txt", &run.stdout);
    let run = placemat(&["explain", "--code-page", "--format=tsv", "mixed"]).folder(&files).run();
    assert!(run.stdout.lines().any(|line| line == "192\tc0\tnever-valid\t\t\t2"), "{}", run.stdout);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for args in [
        &["--hex", "E28"][..],
        &["--hex", "e2 82 a"],
        &["--hex", "00000000  e2 82 a"],
        &["--hex", " "],
        &["-U", ""],
        &["-U", " "],
        &["--code-page", "--format", "cards"],
        &["--hex", "xyz"],
        &["--octal", "777"],
        &["-U", "80000000"],
        &["-U", "euro"],
        &["--range", "9..3", "--text", "a"],
        &["--text", "a", "--hex", "61"],
        &["absent"],
        &["absent.txt"],
        &["--name", "no such name"],
        &["--name", " "],
        &["-U", "21FF..2190"],
        &["-U", "0..7FFFFFFF"],
        &["-U", "no such block"],
        &["--as", "hex", "xyz"],
        &["--as", "hex", ""],
        &["--as", "json", r#""\q""#],
        &["--as", "hex", "--hex", "61"],
        &["--as", "runes", "61"],
        &["--most", "5"],
        &[],
    ] {
        let run = placemat(&[&["explain"][..], args].concat()).run();
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
    // With a prefix one digit is a byte, too; surrogates and 31 bits can be spelt.
    assert_eq!(placemat(&["explain", "--hex", "0x9 0xa"]).run().code, 0);
    // 0B is a byte, and no prefix.
    let tab = placemat(&["explain", "--hex", "0b41", "--format", "tsv"]).run().stdout;
    assert!(tab.contains("0B") && tab.contains("41"), "{tab}");
    assert_eq!(placemat(&["explain", "-U", "D800", "7FFFFFFF"]).run().code, 1);
}

/// What is there, and cannot be opened, was named: it is not taken for what was pasted.
#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_opened_is_no_paste() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let files = folder(&[("locked/E2 82 AC", b"text")]);
    symlink("round", files.path().join("round")).unwrap();
    let run = placemat(&["explain", "round"]).folder(&files).run();
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("placemat: round: Too many"), "{}", run.stderr);
    let locked = files.path().join("locked");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    let child = as_nobody(&files, &["explain", "locked/E2 82 AC"]);
    let output = child.map(|child| child.wait_with_output().unwrap());
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    let Some(output) = output else { return skipped("setpriv") };
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "placemat: locked/E2 82 AC: Permission denied\n");
    assert_eq!(output.status.code(), Some(2));
}

/// What is said of a sequence is remembered, but for its place.
#[test]
fn what_is_said_again_has_its_own_place() {
    let text = [&b"\xE9"[..], "ab€\u{301}\x1B".as_bytes(), b"\xE2\x82 \xE2\x82"].concat();
    for format in ["cards", "table", "tsv", "json"] {
        // Both: once more in the same run, and for the first time in another.
        let twice = text.repeat(2);
        let all = placemat(&["explain", "--format", format]).stdin(&twice).run().stdout;
        let last = ["--range", &format!("{}..", text.len())].map(str::to_owned);
        let mut args = vec!["explain".to_owned(), "--format".to_owned(), format.to_owned()];
        args.extend(last);
        let again = placemat(&args).stdin(&twice).run().stdout;
        let again = match format {
            // The first line is the head of the table.
            "table" | "tsv" => again.split_once('\n').unwrap().1.to_owned(),
            _ => again,
        };
        assert!(all.ends_with(&again), "{format}:\n{all}\n{again}");
    }
}

/// What is no file is read as it was pasted, and that is said.
#[test]
fn what_was_pasted() {
    let card = stdout(&["explain", "-U", "20AC"]);
    for (text, form) in [
        ("%E2%82%AC", "percent-encoded text"),
        (r"\xE2\x82\xAC", "text with backslash escapes"),
        (r"\342\202\254", "text with backslash escapes"),
        (r"\u{20ac}", "text with backslash escapes"),
        ("&#x20AC;", "text with references of HTML"),
        ("&euro;", "text with references of HTML"),
        ("U+20AC", "code points"),
        ("e2 82 ac", "bytes in hexadecimal"),
        ("00000000  e2 82 ac                                          |...|", "a dump of bytes"),
        ("=E2=82=AC", "quoted-printable text"),
        ("4oKs", "Base64"),
        (r"b'\xe2\x82\xac'", "a literal of Python"),
        (r#""\u20AC""#, "a string of JSON"),
        (r#""\u{20ac}""#, "a literal of Rust"),
        ("[226, 130, 172]", "bytes in decimal"),
        ("€", "text that stands for itself"),
    ] {
        let run = placemat(&["explain", text]).run();
        assert_eq!(run.stdout, card, "{text}");
        let said = format!("placemat: no file has this name: taken for {form}");
        assert!(run.stderr.starts_with(&said), "{text}: {}", run.stderr);
    }
    // How sure it is, and what else it could be, in the words that say so.
    let run = placemat(&["explain", "4oKs"]).run();
    assert_eq!(
        run.stderr,
        "placemat: no file has this name: taken for Base64, most likely; --as text reads it \
         otherwise\n"
    );
    assert_eq!(run.code, 0);
    let told = placemat(&["explain", "--format=tsv", "--as", "text", "4oKs"]).run();
    assert_eq!((told.stderr.as_str(), told.stdout.lines().count()), ("", 5));
    // Malformed bytes are what it is for.
    let run = placemat(&["explain", "--format=tsv", r"don\x92t"]).run();
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("92 is a continuation byte"), "{}", run.stdout);
    let lone = placemat(&["explain", r"\uD83D"]).run();
    assert!(
        lone.stderr.contains("U+D83D: a surrogate that is no half of a pair"),
        "{}",
        lone.stderr
    );
}

#[test]
fn files_are_read_in_a_form_too() {
    let dump: &[u8] = b"00000000: e282 ac                                  ...\n";
    let files = folder(&[("dump", dump), ("cafe", b"x")]);
    let card = stdout(&["explain", "-U", "20AC"]);
    assert_eq!(placemat(&["explain", "--as", "dump", "dump"]).folder(&files).run().stdout, card);
    assert_eq!(placemat(&["explain", "--as", "dump"]).stdin(dump).run().stdout, card);
    // What is a file is never taken for anything else.
    let file = placemat(&["explain", "--format=tsv", "cafe"]).folder(&files).run();
    assert_eq!((file.stderr.as_str(), file.stdout.lines().count()), ("", 2));
    for (args, said) in [
        (&["--as", "hex", "dump"][..], ""),
        (&["--as", "octal", "dump"], "placemat: dump: "),
        (&["absent.txt"], "placemat: absent.txt: no such file; if the text is meant: --text"),
    ] {
        let run = placemat(&[&["explain"][..], args].concat()).folder(&files).run();
        assert!(run.stderr.starts_with(said) && run.stderr.is_empty() == said.is_empty());
    }
    let binary = placemat(&["explain", "--as", "hex"]).stdin(b"\xE2").run();
    assert_eq!(binary.code, 2);
    assert!(binary.stderr.contains("<stdin>: it is not bytes in hexadecimal"), "{}", binary.stderr);
}

#[test]
fn names_ranges_and_blocks() {
    let tsv = |args: &[&str]| {
        let run = placemat(&[&["explain", "--format=tsv"][..], args].concat()).run();
        let rows = run.stdout.lines().skip(1);
        let found: Vec<String> =
            rows.map(|row| row.split('\t').nth(5).unwrap().to_owned()).collect();
        (found, run.stderr)
    };
    assert_eq!(tsv(&["--name", "euro sign"]).0[0], "U+20AC");
    let (found, said) = tsv(&["--name", "letter", "--most", "5"]);
    assert_eq!(found.len(), 5);
    assert!(said.starts_with("placemat: 5 of ") && said.contains("names are shown"), "{said}");
    assert_eq!(tsv(&["-U", "2190..2192"]).0, ["U+2190", "U+2191", "U+2192"]);
    let (arrows, _) = tsv(&["-U", "Arrows"]);
    assert_eq!((arrows.len(), arrows[0].as_str(), arrows[111].as_str()), (112, "U+2190", "U+21FF"));
    assert_eq!(tsv(&["-U", "currency symbols", "41"]).0.last().unwrap(), "U+0041");
}

#[test]
fn digits_in_several_words() {
    for (option, words) in [
        ("--hex", &["E2", "82", "AC"][..]),
        ("--octal", &["342", "202", "254"]),
        ("--binary", &["11100010", "10000010", "10101100"]),
    ] {
        let apart = placemat(&[&["explain", option], words].concat()).run();
        let quoted = placemat(&["explain", option, &words.join(" ")]).run();
        assert!(apart.stdout.starts_with("U+20AC"), "{apart:?}");
        assert_eq!(apart, quoted);
    }
}

/// Bytes are explained as UTF-8, whatever they are: of a file that is something else, that is said.
#[test]
fn what_is_in_two_or_four_bytes_is_said() {
    let files = folder(&[("wide", b"\xFF\xFEh\0i\0"), ("narrow", b"hi")]);
    let run = |name: &str| placemat(&["explain", name]).folder(&files).run();
    let told = run("wide");
    assert!(told.stderr.starts_with("placemat: wide: not UTF-8: looks like UTF-16"), "{told:?}");
    assert_eq!((told.code, &*run("narrow").stderr), (1, ""));
}
