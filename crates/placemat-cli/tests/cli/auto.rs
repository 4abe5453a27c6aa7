//! `placemat convert -f auto`: each input is read as what it looks like, or not at all.

use crate::common::{Run, folder, leftovers, placemat};
use encoding_rs::{EUC_KR, Encoding, ISO_8859_2, KOI8_R, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252};
use std::fs;
use tempfile::TempDir;

const JAPANESE: &str = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n";
const RUSSIAN: &str = "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему.\n";
const KOREAN: &str =
    "모든 국민은 인간으로서의 존엄과 가치를 가지며, 행복을 추구할 권리를 가진다.\n";
const HUNGARIAN: &str = "Minden ember szabadnak születik, és egyenlő méltósága és joga van.\n";
const ENGLISH: &str = "“Don’t panic”, it said – and the price was €5.\n";
const INTO_UTF_8: [&str; 4] = ["convert", "-f=auto", "-t=utf-8", "-i"];

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let (bytes, _, lost) = encoding.encode(text);
    assert!(!lost);
    bytes.into_owned()
}

fn run(files: &TempDir, args: &[&str]) -> Run {
    placemat(args).folder(files).run()
}

fn bytes(files: &TempDir, name: &str) -> Vec<u8> {
    fs::read(files.path().join(name)).unwrap()
}

#[test]
fn a_folder_of_files_in_different_encodings() {
    let utf16: Vec<u8> =
        format!("\u{FEFF}{RUSSIAN}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let legacy = [
        ("ja", encoded(JAPANESE, SHIFT_JIS), "shift_jis", JAPANESE),
        ("d/ru", encoded(RUSSIAN, KOI8_R), "koi8-r", RUSSIAN),
        ("ko", encoded(KOREAN, EUC_KR), "euc-kr", KOREAN),
        // Where both read the same text.
        ("hu", encoded(HUNGARIAN, ISO_8859_2), "windows-1250", HUNGARIAN),
        ("en", encoded(ENGLISH, WINDOWS_1252), "windows-1252", ENGLISH),
        ("wide", utf16, "utf-16", RUSSIAN),
    ];
    let mut all: Vec<(&str, &[u8])> = vec![
        ("plain", b"nothing to see\n"),
        ("done", JAPANESE.as_bytes()),
        ("logo.png", b"\x89PNG\r\n\x1A\n\0\0\0\xE9"),
        ("short", b"\xE9"),
    ];
    all.extend(legacy.iter().map(|(name, bytes, ..)| (*name, &bytes[..])));
    let files = folder(&all);
    let told = run(&files, &[&INTO_UTF_8[..], &["."]].concat());
    // Too little is an error, and left as it is; the others are converted.
    assert_eq!((told.code, &*told.stdout), (1, ""), "{}", told.stderr);
    assert!(told.stderr.contains("placemat: ./short: "), "{}", told.stderr);
    assert!(told.stderr.contains("it looks like no text: ./logo.png"), "{}", told.stderr);
    for (name, old, encoding, text) in &legacy {
        assert_eq!(bytes(&files, name), text.as_bytes(), "{name}");
        let line = format!("placemat: ./{name}: taken for {encoding} (");
        assert!(told.stderr.contains(&line), "{line}: {}", told.stderr);
        let kept = format!("{name}.orig");
        assert_eq!(bytes(&files, &kept), *old);
        assert!(told.stderr.contains(&format!("the old file is kept as ./{kept}")));
    }
    for (name, same) in &all[..4] {
        assert_eq!(bytes(&files, name), *same, "{name}");
        assert!(!files.path().join(format!("{name}.orig")).exists());
    }
    assert!(leftovers(files.path()).is_empty());

    // Nothing is converted twice, and what is kept is no input.
    let again = run(&files, &[&INTO_UTF_8[..], &["."]].concat());
    assert_eq!(again.code, 1);
    assert!(!again.stderr.contains("taken for"), "{}", again.stderr);
    legacy.iter().for_each(|(name, _, _, text)| assert_eq!(bytes(&files, name), text.as_bytes()));
}

/// Which letters Romanian gets is a choice, and a mixed file is not for convert: both are said.
#[test]
fn what_else_can_be_done() {
    let romanian = encoded("Ştiţi că ţara este frumoasă şi că munţii sunt înalţi.\n", WINDOWS_1250);
    let mixed = [FRENCH.as_bytes(), &encoded(FRENCH, WINDOWS_1252)].concat();
    let files = folder(&[("ro", &romanian), ("mixed", &mixed)]);
    let told = run(&files, &[&INTO_UTF_8[..], &["."]].concat());
    assert_eq!(told.code, 1, "{}", told.stderr);
    for words in [
        "./ro: taken for windows-1250 (",
        "%), with cedillas (ş, ţ): -f iso-8859-16 reads the same bytes with commas below",
        "./mixed:2:",
        "placemat fix --fallback windows-1252 reads what is malformed in that page",
    ] {
        assert!(told.stderr.contains(words), "{words}: {}", told.stderr);
    }
    assert_eq!(bytes(&files, "mixed"), mixed);
    let fixed = run(&files, &["fix", "--fallback", "windows-1252", "-i", "mixed"]);
    assert_eq!(fixed.code, 0, "{}", fixed.stderr);
    assert_eq!(bytes(&files, "mixed"), FRENCH.repeat(2).as_bytes());
}

/// A text that has letters above U+007F in each word.
const FRENCH: &str = "L'été dernier, la cafétéria a été fermée; le dîner est prêt à Noël.\n";

#[test]
fn how_sure_it_must_be() {
    let russian = encoded(RUSSIAN, KOI8_R);
    let files = folder(&[("short", b"r\xE9sum\xE9"), ("long", &russian)]);
    let refused = run(&files, &["convert", "-f=auto", "-t=utf-8", "--certainty=1", "short"]);
    assert_eq!((refused.code, &*refused.stdout), (1, ""));
    assert!(
        refused.stderr.starts_with("placemat: short: not sure enough what it is in: "),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("--certainty takes what is less sure"), "{}", refused.stderr);
    let taken = run(&files, &["convert", "-f=auto", "-t=utf-8", "--certainty=0", "short"]);
    assert_eq!((taken.code, &*taken.stdout), (0, "résumé"), "{}", taken.stderr);
    for typed in ["2", "-0.1", "much", "nan"] {
        let option = format!("--certainty={typed}");
        let wrong = run(&files, &["convert", "-f=auto", "-t=utf-8", &option, "long"]);
        assert_eq!(wrong.code, 2, "{typed}");
        assert!(wrong.stderr.contains("a number from 0 to 1"), "{}", wrong.stderr);
    }
}

#[test]
fn hints_are_heard() {
    // "żółty" in windows-1250, and in iso-8859-2.
    let files = folder(&[("pl", b"\xBF\xF3\xB3ty")]);
    let args = ["convert", "-f=auto", "-t=utf-8", "--certainty=0.3", "--hint-language=pl", "pl"];
    let told = run(&files, &args);
    assert_eq!((told.code, &*told.stdout), (0, "żółty"), "{}", told.stderr);
    for known in ["PL", "pt-BR", "no", "zh-Hant"] {
        assert_eq!(run(&files, &["detect", "--hint-language", known, "pl"]).code, 0, "{known}");
    }
    for unknown in ["polish", "xx", "", "mul-w", "\u{1B}"] {
        let told = run(&files, &["detect", "--hint-language", unknown, "pl"]);
        assert_eq!(told.code, 2, "{unknown}");
        assert!(told.stderr.contains("no language that placemat knows"), "{}", told.stderr);
        assert!(!told.stderr.contains('\u{1B}'));
    }
}

#[test]
fn several_inputs_into_one_output() {
    let (japanese, russian) = (encoded(JAPANESE, SHIFT_JIS), encoded(RUSSIAN, KOI8_R));
    let files = folder(&[("ja", &japanese), ("ru", &russian)]);
    let told = run(&files, &["convert", "-f", "AUTO", "-t", "utf-8", "ja", "ru", "-o", "out"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(bytes(&files, "out"), [JAPANESE, RUSSIAN].concat().as_bytes());
    // A failed run leaves the output as it was.
    fs::write(files.path().join("no"), b"\0\x01\x02\xFF\xFE\0\0\x03").unwrap();
    let told = run(&files, &["convert", "-f=auto", "-t=utf-8", "ja", "no", "-o", "out"]);
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("placemat: no: it looks like no text"), "{}", told.stderr);
    assert_eq!(bytes(&files, "out"), [JAPANESE, RUSSIAN].concat().as_bytes());
}

#[test]
fn a_pipe_is_read_to_its_end_first() {
    let text = RUSSIAN.repeat(4000);
    let told = placemat(&["convert", "-f=auto", "-t=utf-8"]).stdin(&encoded(&text, KOI8_R)).run();
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(told.stdout, text);
    assert!(told.stderr.contains("taken for koi8-r"), "{}", told.stderr);
    let empty = placemat(&["convert", "-f=auto", "-t=utf-8"]).stdin(b"").run();
    assert_eq!(empty, Run::quiet(0));
}

#[test]
fn what_the_guess_does_not_explain_is_an_error_with_its_place() {
    let bad = [RUSSIAN.as_bytes(), b"\n\xFF\n", RUSSIAN.as_bytes()].concat();
    let files = folder(&[("bad", &bad)]);
    let told = run(&files, &[&INTO_UTF_8[..], &["bad"]].concat());
    assert_eq!(told.code, 1, "{}", told.stderr);
    assert!(told.stderr.contains("bad:3:1: FF at offset"), "{}", told.stderr);
    assert_eq!(bytes(&files, "bad"), bad);
}

/// What comes from a pipe is copied, and it is not the pipe that fails.
#[cfg(unix)]
#[test]
fn where_a_pipe_is_copied_to_is_told() {
    let args = ["convert", "-f=auto", "-t=utf-8"];
    let bytes = encoded(RUSSIAN, KOI8_R);
    let told = placemat(&args).stdin(&bytes).env("TMPDIR", "/no/folder").run();
    let expected = "placemat: <stdin>: it is read twice, and cannot be copied to /no/folder: No such file or directory\n";
    assert_eq!(told, Run { code: 2, stdout: String::new(), stderr: expected.to_owned() });
}

/// Found by hand: its copy filled the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_device_that_never_ends() {
    let told = placemat(&["convert", "-f=auto", "-t=utf-8", "/dev/zero"]).run();
    assert_eq!((told.code, &*told.stdout), (2, ""));
    assert!(told.stderr.contains("/dev/zero: a device with more than 64 MiB"), "{}", told.stderr);
}

/// What is said of all files of a folder is not said of its pictures.
#[test]
fn binary_files_are_left_whatever_is_declared() {
    let png: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\xFF\xD8";
    for charset in ["latin1", "utf-8"] {
        let rules = format!("root = true\n[*]\ncharset = {charset}\n");
        let files =
            folder(&[(".editorconfig", rules.as_bytes()), ("p.png", png), ("a.txt", b"plain\n")]);
        let told = run(&files, &["convert", "-f=auto", "-t=utf-8", "-i", "."]);
        assert_eq!(told.code, 0, "{told:?}");
        let alone = "left alone, because it looks like no text: ./p.png";
        assert!(told.stderr.contains(alone), "{}", told.stderr);
        assert_eq!(bytes(&files, "p.png"), png);
    }
}

/// One page for all of it would encode twice what is UTF-8.
#[test]
fn of_what_is_mixed_the_way_is_told_that_damages_nothing() {
    let text = [ENGLISH.as_bytes(), b"mixed caf\xE9 old\n"].concat();
    let files = folder(&[("mixed", &text)]);
    let told = run(&files, &[&INTO_UTF_8[..], &["--certainty=1", "mixed"]].concat());
    let hint = "placemat fix --fallback windows-1252 makes all of it UTF-8\n";
    assert!(told.code == 1 && told.stderr.ends_with(hint), "{told:?}");
    assert_eq!(bytes(&files, "mixed"), text);
    assert_eq!(run(&files, &["fix", "--fallback", "windows-1252", "-i", "mixed"]).code, 0);
    assert_eq!(bytes(&files, "mixed"), [ENGLISH, "mixed café old\n"].concat().as_bytes());
}
