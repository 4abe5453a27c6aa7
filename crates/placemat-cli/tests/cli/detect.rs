//! `placemat detect`: files in, encodings and reasons out.

use crate::common::{folder, placemat};
use serde_json::Value;

/// The object that is told of these bytes.
fn detect(bytes: &[u8]) -> Value {
    let run = placemat(&["detect", "--format=json", "-"]).stdin(bytes).run();
    assert_eq!(run.stderr, "");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.code, i32::from(object["encoding"].is_null()), "{object}");
    object
}

fn encoding(bytes: &[u8]) -> String {
    detect(bytes)["encoding"].as_str().unwrap_or("uncertain").to_owned()
}

fn first_evidence(bytes: &[u8]) -> String {
    detect(bytes)["evidence"][0].as_str().unwrap_or_default().to_owned()
}

const GERMAN: &str = "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit \
Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Diese Größe \
ist für alle Länder ähnlich.\n";

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// What is named is told in that order, whatever stands between files.
#[test]
fn files_and_folders_in_the_order_they_are_named() {
    let files = folder(&[("b", b"b"), ("f/c", b"c"), ("f/a", b"a"), ("a", b"a")]);
    let paths = ["b", "f", "lost", "-", "a", "b"];
    let run = placemat(&[&["detect"][..], &paths].concat()).folder(&files).stdin(b"x").run();
    let names = run.stdout.lines().filter_map(|line| Some(line.split_once(": us-ascii")?.0));
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["b", "f/a", "f/c", "<stdin>", "a", "b"]);
    assert!(run.stderr.contains("lost: "), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn the_whole_file_is_read() {
    let late = [&b"plain text\n".repeat(200_000)[..], "café\n".as_bytes()].concat();
    assert_eq!(encoding(&late), "utf-8");
    let late =
        [&b"plain text\n".repeat(200_000)[..], &latin1("Fußgänger über die Straße\n")].concat();
    assert_eq!(encoding(&late), "iso-8859-1");
}

#[test]
fn utf8_with_a_cut_at_either_end() {
    let text = "日本語の文章です。".as_bytes();
    for start in 0..3 {
        for end in 0..3 {
            let found = detect(&text[start..text.len() - end]);
            assert_eq!(found["encoding"], "utf-8");
            let told = found["evidence"][0].as_str().unwrap();
            assert_eq!(told.contains("cut at the start"), start > 0, "{told}");
            assert_eq!(told.contains("cut at the end"), end > 0, "{told}");
        }
    }
}

#[test]
fn utf8_with_mistakes() {
    let mut text = GERMAN.repeat(200).into_bytes();
    text.insert(20_000, 0xE4);
    assert_eq!(encoding(&text), "utf-8");
    assert!(first_evidence(&text).contains("1 malformed, the first at byte 20,000"));
    assert_eq!(encoding(b"\xEF\xBB\xBFsigned"), "utf-8");
}

#[test]
fn one_stray_byte_leaves_german_text_german() {
    let mut text = latin1(GERMAN);
    text.insert(40, 0x81);
    let found = encoding(&text);
    assert!(["windows-1252", "iso-8859-1"].contains(&&*found), "{found}");
}

#[test]
fn windows_1252_and_latin_1() {
    assert_eq!(encoding(&latin1(GERMAN)), "iso-8859-1");
    let quoted = [&b"\x84"[..], &latin1(GERMAN), b"\x93"].concat();
    assert_eq!(encoding(&quoted), "windows-1252");
}

#[test]
fn the_relatives_of_utf8() {
    for (bytes, name) in [
        (&b"hi \xED\xA0\xBD\xED\xB9\x88 \xC3\xA9"[..], "cesu-8"),
        (b"hi \xC0\x80 \xC3\xA9", "modified-utf-8"),
        (b"\xED\xA0\xBD\xED\xB9\x88 \xC0\x80 \xED\xA0\x80", "modified-utf-8"),
        (b"hi \xED\xA0\x80 \xC3\xA9", "wtf-8"),
        (b"\xF0\x9F\x98\x80 \xED\xA0\x80", "wtf-8"),
        (b"hi \xF8\x88\x80\x80\x80 \xC3\xA9", "utf-8-rfc2279"),
        (b"Hi Mom -+Jjo--!", "utf-7"),
    ] {
        assert_eq!(encoding(bytes), name);
    }
}

#[test]
fn utf16_and_utf32() {
    for text in ["Hello, world\n", "Привет, мир\n", "日本語の文章です。"] {
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!((encoding(&le), encoding(&be)), ("utf-16le".into(), "utf-16be".into()));
        // With a signature it is what reads it without that.
        assert_eq!(encoding(&[b"\xFF\xFE", &le[..]].concat()), "utf-16");
        assert_eq!(encoding(&[b"\xFE\xFF", &be[..]].concat()), "utf-16");
    }
    let le: Vec<u8> = "text\n".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    assert_eq!(encoding(&le), "utf-32le");
}

#[test]
fn utf16_is_judged_by_all_of_it() {
    let le = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    // One code point at the start that text does not have.
    let odd = le(&("\u{E000}".to_owned() + &"Привет, мир\n".repeat(2000)));
    let found = detect(&odd);
    assert_eq!(found["encoding"], "utf-16le");
    assert_eq!(found["evidence"][0], "24,001 code points, all but 1 of text");
    // A damaged unit far behind the start, and a cut.
    let mut text = le(&"Hello, world\n".repeat(2000));
    text[30_001] = 0xDC;
    let told = first_evidence(&text[..text.len() - 1]);
    assert!(told.ends_with(
        ", 1 malformed, the first at byte 30,000, cut at the end: 1 byte of a code point"
    ));
    assert_eq!(encoding(&text), "utf-16le");
    // Text at the start only: what follows has surrogates anywhere.
    let noise = (0..200_000_u32).flat_map(|n| (n.wrapping_mul(0x9E37_79B1) >> 7).to_le_bytes());
    let mixed: Vec<u8> = le(&"Hello, world\n".repeat(500)).into_iter().chain(noise).collect();
    assert_eq!(encoding(&mixed), "binary");
}

#[test]
fn ascii_binary_and_nothing() {
    assert_eq!(encoding(b"plain, C++ and a+b\n"), "us-ascii");
    assert_eq!(encoding(b"\x7FELF\x02\x01\x01\0\0\0\0\0\xFF\xFF"), "binary");
    assert_eq!(encoding(b""), "us-ascii");
    assert_eq!(encoding(b"\x1B$B%F%9%H\x1B(B\n"), "iso-2022-jp");
}

#[test]
fn encoded_twice() {
    let found = detect("cafÃ© Ã\u{A0} la crÃ¨me".as_bytes());
    assert_eq!(found["encoding"], "utf-8");
    assert!(found["evidence"][1].as_str().unwrap().starts_with("encoded twice"), "{found}");
    assert_eq!(detect("Ã la carte, é".as_bytes())["evidence"].as_array().unwrap().len(), 1);
}

#[test]
fn legacy_encodings() {
    // "Привет, мир! Как дела?" in KOI8-R and Windows-1251; Japanese in Shift_JIS and EUC-JP.
    let koi8 = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2! \xEB\xC1\xCB \xC4\xC5\xCC\xC1?";
    assert_eq!(encoding(koi8), "koi8-r");
    let windows = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?";
    assert_eq!(encoding(windows), "windows-1251");
    assert_eq!(
        encoding(b"\x93\xFA\x96{\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7\x81B"),
        "shift_jis"
    );
    assert_eq!(
        encoding(b"\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xCE\xCA\xB8\xBE\xCF\xA4\xC7\xA4\xB9\xA1\xA3"),
        "euc-jp"
    );
}

#[test]
fn too_little_is_uncertain() {
    let found = detect(b"\xE9");
    assert!(found["encoding"].is_null());
    assert!(found["candidates"].as_array().unwrap().len() > 1);
}

#[test]
fn a_report_for_people() {
    let files = folder(&[("a.txt", "café €".as_bytes()), ("b/c", b"plain"), ("d", b"\xE9")]);
    let run = placemat(&["detect", "."]).folder(&files).run();
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "./a.txt: utf-8, certain: 2 multi-byte sequences");
    assert_eq!(lines[1], "./b/c: us-ascii, certain: 5 bytes, none above 7F");
    assert_eq!(lines[2], "./d: uncertain: too little to tell");
    assert!(lines[3].starts_with("  or "), "{}", lines[3]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));

    let run = placemat(&["detect", "absent", "a.txt"]).folder(&files).run();
    assert_eq!((run.code, run.stdout.lines().count()), (2, 1));
    assert!(run.stderr.contains("absent"));
}

/// Files are judged by several threads, and told in the order of the walk.
#[test]
fn many_files_are_told_in_order() {
    let japanese = b"\x93\xFA\x96{\x8C\xEA\x82\xCC\x95\xB6\x8F\xCD\x82\xC5\x82\xB7\x81B\n";
    let long = japanese.repeat(2000);
    let texts: [(&[u8], &str); 4] = [
        (b"plain", "us-ascii"),
        (&long, "shift_jis"),
        ("caf\u{E9} \u{20AC}".as_bytes(), "utf-8"),
        (japanese, "shift_jis"),
    ];
    let names: Vec<String> = (0..200).map(|n| format!("{n:03}")).collect();
    let of = |at: usize| texts[at * 7 % 11 % 4];
    let files: Vec<(&str, &[u8])> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), of(at).0)).collect();
    let files = folder(&files);
    let told = |args: &[&str]| {
        let run = placemat(&[&["detect", "--format=json"], args].concat()).folder(&files).run();
        let object = |line| serde_json::from_str::<Value>(line).unwrap();
        let object = |line| {
            let told = object(line);
            let of = |field| told[field].as_str().unwrap_or_default().to_owned();
            (of("path"), of("encoding"))
        };
        (run.stdout.lines().map(object).collect::<Vec<_>>(), run.stderr, run.code)
    };
    let expected = |dot: &str, names: &mut dyn Iterator<Item = usize>| -> Vec<(String, String)> {
        names.map(|at| (format!("{dot}{:03}", at), of(at).1.to_owned())).collect()
    };
    assert_eq!(told(&["."]), (expected("./", &mut (0..200)), String::new(), 0));
    // As typed, and what cannot be read is told between the others.
    let backwards: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    assert_eq!(told(&backwards).0, expected("", &mut (0..200).rev()));
    let (found, said, code) = told(&["001", "absent", "000"]);
    assert_eq!((found.len(), code), (2, 2));
    assert!(said.contains("absent"), "{said}");
}
