//! `placemat explain`: bytes in, what they are made of out.

use crate::common::{folder, golden, placemat};
use serde_json::Value;

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
