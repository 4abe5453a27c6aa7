//! `placemat convert --framed`: the records of Java's `DataOutputStream`.

use crate::common::{Run, folder, placemat};

/// The records that have these bytes.
fn records(all: &[&[u8]]) -> Vec<u8> {
    let length = |record: &&[u8]| u16::try_from(record.len()).unwrap().to_be_bytes();
    all.iter().flat_map(|record| [&length(record)[..], record].concat()).collect()
}

fn convert(args: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let files = folder(&[("in", input)]);
    let all = [&["convert", "--framed"], args, &["in"]].concat();
    let output = placemat(&all).folder(&files).spawn().wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), output.stdout, said)
}

const FROM: [&str; 4] = ["-f", "modified-utf-8", "-t", "utf-8"];
const TO: [&str; 4] = ["-f", "utf-8", "-t", "mutf-8"];

#[test]
fn records_are_lines() {
    let pair = b"\xED\xA0\xBD\xED\xB8\x80 \xC0\x80";
    let input = records(&[b"one", b"", pair, b"last\r"]);
    let text = "one\n\n\u{1F600} \0\nlast\r\n".as_bytes().to_vec();
    assert_eq!(convert(&FROM, &input), (0, text.clone(), String::new()));
    assert_eq!(convert(&TO, &text), (0, input.clone(), String::new()));
    // Other encodings, and from records to records.
    let wide = convert(&["-f", "mutf-8", "-t", "utf-16be"], &records(&[b"a", b"b"]));
    assert_eq!(wide, (0, b"\0a\0\n\0b\0\n".to_vec(), String::new()));
    let sjis = convert(&["-f", "mutf-8", "-t", "sjis"], &records(&["日本".as_bytes(), b"b"]));
    assert_eq!(sjis, (0, b"\x93\xFA\x96{\nb\n".to_vec(), String::new()));
    let back = convert(&["-f", "sjis", "-t", "mutf-8"], &sjis.1);
    assert_eq!(back.1, records(&["日本".as_bytes(), b"b"]));
    assert_eq!(convert(&["-f", "mutf-8", "-t", "mutf-8"], &input), (0, input, String::new()));
    // A last line without an end, and no line at all.
    assert_eq!(convert(&TO, b"a\nb").1, records(&[b"a", b"b"]));
    assert_eq!(convert(&TO, b""), (0, Vec::new(), String::new()));
    assert_eq!(convert(&FROM, b""), (0, Vec::new(), String::new()));
    // Inputs do not run into each other.
    let files = folder(&[("a", b"a"), ("b", b"b\n")]);
    let args = [&["convert", "--framed"], &TO[..], &["a", "b"]].concat();
    let output = placemat(&args).folder(&files).spawn().wait_with_output().unwrap();
    assert_eq!(output.stdout, records(&[b"a", b"b"]));
}

#[test]
fn the_longest_record() {
    let full = "x".repeat(65_535);
    let input = records(&[full.as_bytes(), b"next"]);
    let text = format!("{full}\nnext\n").into_bytes();
    assert_eq!(convert(&FROM, &input), (0, text.clone(), String::new()));
    assert_eq!(convert(&TO, &text), (0, input, String::new()));
    // 65,534 bytes, and three for the euro sign.
    let long = format!("ok\n{}€\n", "x".repeat(65_534));
    let (code, _, said) = convert(&TO, long.as_bytes());
    let expected = "placemat: in:2:1: the line has more than 65,535 bytes in modified-utf-8, and a \
        record holds no more\n  without --framed it can be written\n";
    assert_eq!((code, &*said), (1, expected));
    // Six bytes each, where UTF-8 has four.
    let pairs = "\u{1F600}".repeat(10_923);
    assert_eq!(convert(&TO, pairs.as_bytes()).0, 1);
    assert_eq!(convert(&TO, &pairs.as_bytes()[4..]).0, 0);
}

#[test]
fn errors_have_a_place() {
    let hint = "  --policy replace writes U+FFFD for what is malformed, -c leaves it out\n";
    let input = records(&[b"one", b"ab\xE2\x82", b"\xACx"]);
    let (code, text, said) = convert(&FROM, &input);
    let place = "placemat: in:2:3: E2 82 at offset 9 is malformed modified-utf-8: incomplete \
        sequence at the end of the input\n";
    assert_eq!((code, &*text, said), (1, &b"one\nab"[..], format!("{place}{hint}")));
    let (_, text, _) = convert(&[&FROM[..], &["--policy=replace"]].concat(), &input);
    assert_eq!(text, "one\nab\u{FFFD}\n\u{FFFD}x\n".as_bytes());

    // Lone surrogates are legal, and not in UTF-8.
    let (code, _, said) = convert(&FROM, &records(&[b"", b"a\xED\xA0\x80"]));
    assert!(code == 1 && said.starts_with("placemat: in:2:2: U+D800 at offset 5 is not"), "{said}");

    let input = records(&[b"one", b"two\nlines"]);
    let (code, _, said) = convert(&FROM, &input);
    let place = "placemat: in:2:4: 0A at offset 10 is a line feed, and a record becomes one line\n";
    assert!(code == 1 && said.starts_with(place), "{said}");
    let (_, text, _) = convert(&[&FROM[..], &["--policy=backslashreplace"]].concat(), &input);
    assert_eq!(text, b"one\ntwo\\x0alines\n");
}

#[test]
fn a_cut_input() {
    let input = records(&[b"one", b"second"]);
    let (code, text, said) = convert(&FROM, &input[..10]);
    let place = "placemat: in:2:4: the input ends at offset 10, 3 bytes before the record does\n";
    assert!(code == 1 && said.starts_with(place), "{said}");
    assert_eq!(text, b"one\nsec");
    let (code, _, said) = convert(&FROM, &input[..6]);
    let place = "placemat: in:2:1: the input ends at offset 6, within the length of a record\n";
    assert!(code == 1 && said.starts_with(place), "{said}");
    let replace = [&FROM[..], &["--policy=replace", "--stats"]].concat();
    let (code, text, said) = convert(&replace, &input[..10]);
    assert_eq!((code, &*text), (0, &b"one\nsec\n"[..]));
    assert!(said.contains("1 malformed, 0 unmappable"), "{said}");
}

/// In blocks, and through a pipe.
#[test]
fn many_records() {
    let lines: Vec<String> = (0..30_000).map(|n| format!("{} é{n}", "x".repeat(n % 90))).collect();
    let all: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
    let (input, text) = (records(&all), lines.join("\n") + "\n");
    let run = placemat(&[&["convert", "--framed"], &FROM[..]].concat()).stdin(&input).run();
    assert!(run == Run { code: 0, stdout: text.clone(), stderr: String::new() });
    assert!(convert(&TO, text.as_bytes()) == (0, input, String::new()));
}

#[test]
fn trouble_is_named() {
    let said = |args: &[&str]| {
        let (code, _, said) = convert(args, b"a");
        assert_eq!(code, 2, "{args:?}");
        said
    };
    assert!(said(&["-f", "utf-8", "-t", "cesu-8"]).contains("--framed is for modified-utf-8"));
    let bom = said(&["-f", "utf-8", "-t", "mutf-8", "--bom=add"]);
    assert!(bom.contains("records have no signature"), "{bom}");
    assert!(said(&[&FROM[..], &["."]].concat()).starts_with("placemat: .: "));
}
