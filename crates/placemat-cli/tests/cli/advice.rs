//! What a file is that is no UTF-8 at all is said first, with a command that makes it
//! UTF-8; and the command does.

use crate::common::{Run, folder, placemat, shell};
use serde_json::Value;
use std::fs;

fn check(files: &tempfile::TempDir, args: &[&str]) -> Run {
    placemat(&[&["check"], args].concat()).folder(files).run()
}

/// Runs what stands between the first back quotes of `said`.
fn run_advice(files: &tempfile::TempDir, said: &str) {
    let command = said.split('`').nth(1).unwrap_or_else(|| panic!("no advice: {said}"));
    let run = shell(command).folder(files).run();
    assert!(run.code == 0 && run.stderr.is_empty(), "{command}: {run:?}");
}

#[test]
fn a_file_in_a_legacy_encoding_from_front_to_back() {
    let french = "Une école à la forêt, déjà vue; c’est «ça».\n".repeat(40);
    let russian = "Привет, это длинное предложение. Всё хорошо.\n".repeat(40);
    let japanese = "日本語の文章です。これは長い文です。\n".repeat(40);
    // In EUC-JP it has more than one well-formed sequence of UTF-8 for two that are malformed.
    let more =
        "この町には古い寺があり、春になると桜の花を見に多くの人がおとずれます。\n".repeat(40);
    let chinese = "這是一個很長的中文句子，用來測試。\n".repeat(40);
    for (name, label, text) in [
        ("plain", "windows-1252", &french),
        ("it's a file", "windows-1251", &russian),
        ("-rf", "koi8-r", &russian),
        ("sjis", "shift_jis", &japanese),
        ("euc", "euc-jp", &more),
        ("big5", "big5", &chinese),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{label}");
        let files = folder(&[(name, &bytes)]);
        let told = check(&files, &["--", name]);
        let first = told.stdout.lines().next().unwrap();
        assert!(
            first
                .starts_with(&format!("{name}: not UTF-8: {label} throughout; `placemat convert ")),
            "{first}"
        );
        // One example, the rest of it, and the sum.
        let lines: Vec<&str> = told.stdout.lines().collect();
        assert!(lines.len() <= 7 && lines[1].starts_with(&format!("{name}:1:")), "{lines:?}");
        assert!(!told.stdout.contains("Most look like"), "{}", told.stdout);
        for format in ["github", "sarif"] {
            let told = check(&files, &["--format", format, "--", name]).stdout;
            assert!(told.contains(&format!("{label} throughout; `placemat convert")), "{told}");
            run_advice_again(&files, name, &bytes, &told, text);
        }
        let told = check(&files, &["--format=json", "--", name]).stdout;
        let summary: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
        assert_eq!(summary["throughout"][0]["encoding"], label);
        assert_eq!(summary["throughout"][0]["path"], name);
        assert!(told.lines().count() > 2, "errors are in it, too");
        run_advice(&files, first);
        assert_eq!(fs::read(files.path().join(name)).unwrap(), text.as_bytes(), "{label}");
        assert_eq!(check(&files, &["--", name]), Run::quiet(0));
    }
}

/// What stands in a string of JSON; nothing else is escaped in these names.
fn out_of_json(said: &str) -> String {
    said.replace(r"\\", r"\").replace("\\\"", "\"")
}

/// Runs the advice in another format, and takes its work back.
fn run_advice_again(files: &tempfile::TempDir, name: &str, old: &[u8], said: &str, text: &str) {
    run_advice(files, &out_of_json(said));
    assert_eq!(fs::read(files.path().join(name)).unwrap(), text.as_bytes());
    fs::write(files.path().join(name), old).unwrap();
}

#[test]
fn a_mixture_is_not_in_one_encoding() {
    let mixed = b"caf\xE9 na\xEFve d\xC3\xA9j\xC3\xA0 \xFF vu\xE9 \xC3\xA9\n".repeat(20);
    let files = folder(&[("mixed", &mixed), ("one", b"caf\xE9 x\n")]);
    for name in ["mixed", "one"] {
        let told = check(&files, &[name]).stdout;
        assert!(!told.contains("throughout"), "{told}");
        assert!(told.contains("ook like Windows-1252") || told.contains("looks like Windows-1252"));
    }
    // What is in one encoding does not speak for the others.
    let latin = "Une école à la forêt, déjà vue\n".repeat(10);
    let latin: Vec<u8> = latin.chars().map(|c| c as u8).collect();
    let files = folder(&[("latin", &latin), ("d/mixed", b"caf\xE9 x, \xC3\xA9\n")]);
    let told = check(&files, &["latin", "d"]).stdout;
    assert!(told.contains("latin: not UTF-8: iso-8859-1 throughout"), "{told}");
    assert!(told.ends_with("fix --fallback windows-1252 --diff d/mixed`.\n"), "{told}");
    // Asked for, all are shown.
    let all = check(&files, &["--all", "latin"]).stdout;
    assert_eq!(all.matches("latin:").count(), 1 + 50, "{all}");
}

/// In all of these, Windows-1252 or mistakes are likelier than the code page that fits.
#[test]
fn signs_and_cut_sequences_are_no_other_code_page() {
    let western: [&[u8]; 6] = [
        b"\x93It\x92s a long road,\x94 she said\x85 \x97\n",
        b"1990\x962000 were good \x96 or so\n",
        b"Price 20 \x80\n",
        b"Hello\xA0world\n",
        b"20 \xB0C, 45\xB0, \xB12 \xB5m\n",
        b"Windows\xAE and Office\x99\n",
    ];
    for text in western {
        let files = folder(&[("f", &text.repeat(20)), ("one", text)]);
        for name in ["f", "one"] {
            let told = check(&files, &[name]).stdout;
            let found = told.split(" throughout").next().filter(|before| *before != told);
            let encoding = found.map(|before| before.rsplit(' ').next().unwrap());
            assert!(matches!(encoding, None | Some("iso-8859-1" | "windows-1252")), "{told}");
        }
    }
    // Columns of a fixed number of bytes, and lines of two encodings.
    let mistakes: [&[u8]; 3] = [
        b"cut in a sign \xE2\x80\n",
        b"cut in a letter \xC3\n",
        b"d\xE9j\xE0 vu, encore d\xE9j\xE0 vu\nd\xC3\xA9j\xC3\xA0\n",
    ];
    for text in mistakes {
        let files = folder(&[("f", &text.repeat(20))]);
        let told = check(&files, &["f"]).stdout;
        assert!(!told.contains("throughout"), "{told}");
    }
    // The end of a file is missing, no more.
    let cut =
        [&b"The quick brown fox jumps over the lazy dog.\n".repeat(40), &b"\xE2\x80"[..]].concat();
    let files = folder(&[("cut", &cut), ("short", b"abc\xE2\x82")]);
    for name in ["cut", "short"] {
        let told = check(&files, &[name]).stdout;
        assert!(!told.contains("throughout"), "{told}");
    }
}

#[test]
fn utf16_and_utf32_name_the_command() {
    let text = "caf\u{E9} \u{1F600}\n";
    for (name, signature, width, big) in [
        ("a b", &b"\xFF\xFE"[..], 2, false),
        ("-be", b"\xFE\xFF", 2, true),
        ("plain", b"", 2, false),
        ("'q'", b"\xFF\xFE\0\0", 4, false),
        ("wide", b"", 4, true),
    ] {
        let order = |bytes: &[u8]| -> Vec<u8> {
            let mut bytes = bytes.to_vec();
            if big {
                bytes.reverse();
            }
            bytes
        };
        let mut bytes = signature.to_vec();
        match width {
            2 => text.encode_utf16().for_each(|unit| bytes.extend(order(&unit.to_le_bytes()))),
            _ => text.chars().for_each(|c| bytes.extend(order(&u32::from(c).to_le_bytes()))),
        }
        for format in ["text", "github", "sarif", "json"] {
            let files = folder(&[(name, &bytes)]);
            let told = check(&files, &["--format", format, "--", name]);
            assert_eq!(told.code, 1);
            run_advice(&files, &out_of_json(&told.stdout));
            // Without a U+FEFF.
            assert_eq!(fs::read(files.path().join(name)).unwrap(), text.as_bytes(), "{name}");
        }
        // What detect calls it reads it, too.
        let files = folder(&[(name, &bytes)]);
        let told = placemat(&["detect", "--format=json", "--", name]).folder(&files).run().stdout;
        let found: Value = serde_json::from_str(&told).unwrap();
        let label = found["encoding"].as_str().unwrap();
        let run = placemat(&["convert", "-f", label, "-t", "utf-8", "--", name]).folder(&files);
        let run = run.run();
        assert_eq!((&*run.stdout, run.code), (text, 0), "{name} {label}");
    }
    let files = folder(&[("a", b"\xFF\xFEa\0"), ("b", b"fine")]);
    let told = check(&files, &["a"]).stdout;
    assert!(told.ends_with("\n1 file is UTF-16 or UTF-32.\n"), "{told}");
    let told = check(&files, &["a", "b"]).stdout;
    assert!(told.ends_with("\n1 of 2 files is UTF-16 or UTF-32.\n"), "{told}");
}

#[test]
fn a_picture_that_a_hook_names_is_one_line() {
    let noise: Vec<u8> =
        (0..20_000_u32).map(|n| (n.wrapping_mul(0x9E37_79B1) >> 11) as u8).collect();
    let png = [b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", &noise[..]].concat();
    let files = folder(&[("logo.png", &png), ("a", b"fine\n")]);
    for format in ["text", "github"] {
        let told = check(&files, &["--format", format, "a", "logo.png"]);
        assert_eq!((told.code, told.stdout.lines().count()), (1, 2), "{}", told.stdout);
        assert!(told.stdout.contains("looks binary, with "), "{}", told.stdout);
    }
    let told = check(&files, &["--format=sarif", "logo.png"]).stdout;
    let sarif: Value = serde_json::from_str(&told).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!((results.len(), &results[0]["ruleId"]), (1, &"binary".into()));
    let rule = results[0]["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][rule]["id"], "binary");
    let told = check(&files, &["--format=json", "logo.png"]).stdout;
    let summary: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(summary["looks_binary"][0]["path"], "logo.png");
    // Hooks leave such files out; found in a folder, they are; and asked for, all is shown.
    let skipped = check(&files, &["--binary=skip", "a", "logo.png"]);
    assert_eq!((skipped.code, skipped.stdout.lines().count()), (0, 1));
    assert_eq!(check(&files, &["--binary=auto", "."]).code, 0);
    let all = check(&files, &["--binary=check", "--all", "logo.png"]).stdout;
    assert!(all.lines().count() > 1000);
}
