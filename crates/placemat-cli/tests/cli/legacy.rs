//! `placemat convert` from and to the legacy encodings of the Encoding Standard, and code pages that it lacks.

use crate::common::{Run, folder, placemat};
use crate::convert::{convert, converted};

const JAPANESE: &str = "日本語、テキスト\n";
const SJIS: &[u8] = b"\x93\xFA\x96{\x8C\xEA\x81A\x83e\x83L\x83X\x83g\n";

/// The exit code, and what is said on standard error.
fn failed(files: &tempfile::TempDir, args: &[&str]) -> (i32, String) {
    let output = convert(files, args);
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn there_and_back() {
    let files = folder(&[("utf8", JAPANESE.as_bytes()), ("sjis", SJIS)]);
    for label in ["shift_jis", "SJIS", "cp932", "Windows-31J", "text/plain; charset=Shift_JIS"] {
        assert_eq!(converted(&files, &["-f", label, "-t", "utf-8", "sjis"]), JAPANESE.as_bytes());
        assert_eq!(converted(&files, &["-f", "utf-8", "-t", label, "utf8"]), SJIS);
    }
    // Through all of the family, and another legacy encoding.
    for via in ["utf-16", "utf-32be", "utf-7", "utf-1", "cesu-8", "euc-jp", "iso-2022-jp", "gbk"] {
        assert_eq!(converted(&files, &["-f", "sjis", "-t", via, "-o", "via", "sjis"]), b"");
        assert_eq!(converted(&files, &["-f", via, "-t", "sjis", "via"]), SJIS, "{via}");
    }
    let mail = b"\x1B$BF|K\\8l!\"%F%-%9%H\x1B(B\n";
    assert_eq!(converted(&files, &["-f", "utf-8", "-t", "iso-2022-jp", "utf8"]), mail);
    // Text that ends in another state than that of ASCII.
    let files = folder(&[("a", "語".as_bytes())]);
    assert_eq!(converted(&files, &["-f", "utf-8", "-t", "iso-2022-jp", "a"]), b"\x1B$B8l\x1B(B");
}

#[test]
fn single_bytes() {
    let files = folder(&[("ru", "Привет, мир".as_bytes()), ("el", b"\xE1\xE2")]);
    let koi8 = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2";
    assert_eq!(converted(&files, &["-futf-8", "-tkoi8-r", "ru"]), koi8);
    let windows = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
    assert_eq!(converted(&files, &["-futf-8", "-tcp1251", "ru"]), windows);
    assert_eq!(converted(&files, &["-fgreek", "-tutf-8", "el"]), "αβ".as_bytes());
    // What a label means in the Encoding Standard, whatever is asked for.
    for labels in ["--labels=iana", "--labels=whatwg"] {
        let turkish = converted(&files, &["-fiso-8859-9", "-tutf-8", labels, "el"]);
        assert_eq!(turkish, "áâ".as_bytes());
    }
}

#[test]
fn malformed_text_has_a_place() {
    let text = [SJIS, b"ab\x81\xFF\x93\xFA"].concat();
    let files = folder(&[("bad", &text), ("cut", &SJIS[..3]), ("greek", b"a\n\xD2")]);
    let hint = "  --policy replace writes U+FFFD for what is malformed, -c leaves it out\n";
    let bad = "placemat: bad:2:3: 81 FF at offset 19 is malformed shift_jis: \
        not defined in this encoding\n";
    assert_eq!(failed(&files, &["-fsjis", "-tutf-8", "bad"]), (1, format!("{bad}{hint}")));
    assert_eq!(failed(&files, &["-fsjis", "-teuc-jp", "bad"]), (1, format!("{bad}{hint}")));
    let cut = "placemat: cut:1:3: 96 at offset 2 is malformed shift_jis: \
        incomplete sequence at the end of the input\n";
    assert_eq!(failed(&files, &["-fsjis", "-tutf-16", "cut"]), (1, format!("{cut}{hint}")));
    let greek = "placemat: greek:2:1: D2 at offset 2 is malformed windows-1253: \
        not defined in this encoding\n";
    assert_eq!(failed(&files, &["-fcp1253", "-tutf-8", "greek"]), (1, format!("{greek}{hint}")));

    let with = |policy| converted(&files, &["-fsjis", "-tutf-8", "--policy", policy, "bad"]);
    let expected = |substitute: &str| format!("{JAPANESE}ab{substitute}日").into_bytes();
    assert_eq!(with("replace"), expected("\u{FFFD}"));
    assert_eq!(with("replace-per-byte"), expected("\u{FFFD}\u{FFFD}"));
    assert_eq!(with("remove"), expected(""));
    assert_eq!(with("backslashreplace"), expected("\\x81\\xff"));
    // A substitute is not counted as unmappable, too.
    let run = convert(&files, &["-fsjis", "-tlatin1", "--policy=replace", "--stats", "cut"]);
    let said = "placemat: 1 input, 3 bytes read, 2 bytes written, 1 malformed, 1 unmappable\n";
    assert_eq!((run.stdout, run.stderr), (b"??".to_vec(), said.as_bytes().to_vec()));
}

#[test]
fn unmappable_text_has_a_place() {
    let text = "日本\n語 é 😀!".as_bytes();
    let utf16: Vec<u8> = "日本\n語 é".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let files = folder(&[("utf8", text), ("utf16", &utf16), ("euc", b"a\n\xB0\xA1\x8F\xB0\xA1")]);
    let hint = "  --policy replace writes U+FFFD for it, or \"?\" where there is none; \
        backslashreplace its number\n";
    let said = |line: &str| (1, format!("placemat: {line}\n{hint}"));
    let to_sjis = |from: &str, file: &str| failed(&files, &["-f", from, "-t", "sjis", file]);
    let expected = said("utf8:2:5: U+00E9 \"é\" at offset 11 is not in shift_jis");
    assert_eq!(to_sjis("utf-8", "utf8"), expected);
    let expected = said("utf16:2:3: U+00E9 \"é\" at offset 10 is not in shift_jis");
    assert_eq!(to_sjis("utf-16", "utf16"), expected);
    // From legacy to legacy: 8F B0 A1 is in JIS X 0212 only.
    let expected = said("euc:2:3: U+4E02 \"丂\" at offset 4 is not in shift_jis");
    assert_eq!(to_sjis("euc-jp", "euc"), expected);

    let with = |policy| converted(&files, &["-futf-8", "-tsjis", "--policy", policy, "utf8"]);
    let expected = |a: &str, b: &str| {
        [b"\x93\xFA\x96{\n\x8C\xEA ", a.as_bytes(), b" ", b.as_bytes(), b"!"].concat()
    };
    assert_eq!(with("replace"), expected("?", "?"));
    assert_eq!(with("remove"), expected("", ""));
    assert_eq!(with("backslashreplace"), expected("\\xe9", "\\U0001f600"));
    // In the state of another set: the question mark is ASCII.
    let mail = converted(&files, &["-futf-8", "-tiso-2022-jp", "--policy=replace", "utf8"]);
    assert_eq!(mail, b"\x1B$BF|K\\\x1B(B\n\x1B$B8l\x1B(B ? ?!");
    // Malformed UTF-8 can be read in a code page.
    let files = folder(&[("a", b"caf\xE9")]);
    assert_eq!(converted(&files, &["-futf8", "-tiso-8859-2", "--policy=latin1", "a"]), b"caf\xE9");
}

/// Blocks are cut within sequences: the text is longer than many blocks, and comes
/// through a pipe as well.
#[test]
fn long_text_in_blocks() {
    let text = [&b"x"[..], &SJIS.repeat(60_000)].concat();
    let files = folder(&[("long", &text), ("bad", &[&text[..], b"\xFC\xFC"].concat())]);
    let utf8 = converted(&files, &["-fsjis", "-tutf-8", "long"]);
    assert!(utf8 == [b"x", &*JAPANESE.repeat(60_000).into_bytes()].concat());
    let run = placemat(&["convert", "-f", "sjis", "-t", "utf-8"]).stdin(&text).run();
    assert!(run.code == 0 && run.stdout.into_bytes() == utf8);
    let place = format!("placemat: bad:60001:1: FC FC at offset {} is malformed", text.len());
    let (code, said) = failed(&files, &["-fsjis", "-tutf-16", "bad"]);
    assert!(code == 1 && said.starts_with(&place), "{said}");
    // The last one that EUC-JP cannot hold, wherever blocks are cut before it.
    for pad in 0..3 {
        let text = [&b"xxx"[..pad], &SJIS.repeat(20_000), b"\x93\xFA\x87U"].concat();
        let run = placemat(&["convert", "-f", "sjis", "-t", "iso-8859-5"]).stdin(&text).run();
        let first = format!("placemat: <stdin>:1:{}: U+65E5 \"日\" at offset {pad} ", pad + 1);
        assert!(run.code == 1 && run.stderr.starts_with(&first), "{}", run.stderr);
    }
}

#[test]
fn the_place_at_the_cut_of_a_block() {
    // Blocks have 131,072 bytes: the sequence begins in one, and ends in the next.
    for before in [131_070, 131_071, 131_072] {
        let text = [&b"a".repeat(before)[..], b"\x93\xFA"].concat();
        let files = folder(&[("a", &text)]);
        let (code, said) = failed(&files, &["-fsjis", "-tkoi8-r", "a"]);
        let place = format!("placemat: a:1:{}: U+65E5 \"日\" at offset {before} is", before + 1);
        assert!(code == 1 && said.starts_with(&place), "{said}");
    }
}

#[test]
fn trouble_is_named() {
    let files = folder(&[("a", b"a")]);
    let said = |args: &[&str]| {
        let (code, said) = failed(&files, args);
        assert_eq!(code, 2, "{args:?}");
        said
    };
    let near = said(&["-fshift_jsi", "-tutf-8", "a"]);
    assert!(near.contains("did you mean shift_jis"), "{near}");
    let gone = said(&["-fISO-2022-CN-EXT", "-tutf-8", "a"]);
    assert!(gone.contains("the Encoding Standard has withdrawn this encoding"), "{gone}");
    let no = said(&["-futf-8", "-thz", "a"]);
    assert!(no.contains("hz-gb-2312 is read, not written"), "{no}");
    for policy in ["latin1", "windows-1252", "utf8b"] {
        let no = said(&["-fsjis", "-tutf-8", "--policy", policy, "a"]);
        let expected = format!("placemat: policy {policy} makes no sense from shift_jis to utf-8");
        assert!(no.starts_with(&expected), "{no}");
    }
    let no = said(&["-futf-8", "-tsjis", "--policy", "utf8b", "a"]);
    assert!(no.starts_with("placemat: policy utf8b makes no sense from utf-8 to shift_jis"));
    let no = said(&["-futf-16", "-tsjis", "--policy", "latin1", "a"]);
    assert!(no.contains("it needs UTF-8 or a dialect of it as source"), "{no}");
    assert!(said(&["-fsjis", "-tutf-8", "."]).starts_with("placemat: .: "));
    assert!(said(&["-fsjis", "-tutf-8", "missing"]).starts_with("placemat: missing: "));
    assert!(said(&["-futf-8", "-tsjis", "--bom=add", "a"]).contains("shift_jis has no signature"));
    // It can hold U+FEFF, which is none there.
    assert!(said(&["-futf-8", "-tgb18030", "--bom=add", "a"]).contains("gb18030 has no signature"));
}

#[test]
fn nothing_is_nothing() {
    for (from, to) in [("sjis", "utf-8"), ("utf-8", "iso-2022-jp"), ("gb18030", "big5")] {
        let run = placemat(&["convert", "-f", from, "-t", to]).stdin(b"").run();
        assert_eq!(run, Run::quiet(0), "{from} {to}");
    }
}

#[test]
fn all_of_unicode_through_gb18030() {
    // But for private use, which newer editions have moved.
    let all: String = ('\0'..='\u{D7FF}').chain('\u{F900}'..=char::MAX).collect();
    let files = folder(&[("all", all.as_bytes())]);
    assert_eq!(converted(&files, &["-futf-8", "-tgb18030", "-oout", "all"]), b"");
    assert!(converted(&files, &["-fgb18030", "-tutf-8", "out"]) == all.as_bytes());
}

#[test]
fn they_are_listed() {
    let run = placemat(&["encodings"]).run();
    let line = "\nshift_jis\n    JIS X 0208 as Windows has it (code page 932): Japanese";
    assert!(run.stdout.contains(line), "{}", run.stdout);
    assert!(run.stdout.contains("cp932"));
    let whatwg = placemat(&["encodings", "--labels", "whatwg"]).run().stdout;
    assert!(whatwg.contains("csshiftjis") && !whatwg.contains("cp932"), "{whatwg}");
    let run = placemat(&["convert", "--labels=whatwg", "-fcp932", "-tutf-8"]).stdin(b"").run();
    assert_eq!(run.code, 2);
}

/// What Python calls them.
const PAGES: [(&str, &str); 34] = [
    ("ibm437", "cp437"),
    ("ibm720", "cp720"),
    ("ibm737", "cp737"),
    ("ibm775", "cp775"),
    ("ibm850", "cp850"),
    ("ibm852", "cp852"),
    ("ibm855", "cp855"),
    ("ibm857", "cp857"),
    ("ibm00858", "cp858"),
    ("ibm860", "cp860"),
    ("ibm861", "cp861"),
    ("ibm862", "cp862"),
    ("ibm863", "cp863"),
    ("ibm864", "cp864"),
    ("ibm865", "cp865"),
    ("ibm869", "cp869"),
    ("ibm1125", "cp1125"),
    ("x-mac-ce", "mac_latin2"),
    ("x-mac-croatian", "mac_croatian"),
    ("x-mac-greek", "mac_greek"),
    ("x-mac-icelandic", "mac_iceland"),
    ("x-mac-romanian", "mac_romanian"),
    ("x-mac-turkish", "mac_turkish"),
    ("hp-roman8", "hp_roman8"),
    ("koi8-t", "koi8_t"),
    ("kz-1048", "kz1048"),
    ("ptcp154", "ptcp154"),
    ("ibm1006", "cp1006"),
    ("ibm037", "cp037"),
    ("ibm273", "cp273"),
    ("ibm424", "cp424"),
    ("ibm500", "cp500"),
    ("ibm875", "cp875"),
    ("ibm1026", "cp1026"),
];

#[test]
fn code_pages_are_those_of_python() {
    let all: Vec<u8> = (0..=0xFF).collect();
    let files = folder(&[("all", &all)]);
    let script = "import sys\nfor codec in sys.argv[1:]: \
        print(bytes(range(256)).decode(codec, 'replace').encode().hex())";
    let mut python = std::process::Command::new("python3");
    let python = python.args(["-c", script]).args(PAGES.iter().map(|(_, codec)| codec));
    let Ok(python) = python.output() else {
        assert!(std::env::var_os("CI").is_none(), "continuous integration has python3");
        return eprintln!("skipped: python3 is not installed");
    };
    assert!(python.status.success(), "{python:?}");
    let lines = String::from_utf8(python.stdout).unwrap();
    assert_eq!(lines.lines().count(), PAGES.len());
    for ((page, _), expected) in PAGES.iter().zip(lines.lines()) {
        let args = ["-f", page, "-t", "utf-8", "--policy", "replace", "all"];
        let found = converted(&files, &args);
        let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, expected, "{page}");
    }
}

#[test]
fn code_pages_there_and_back() {
    let files = folder(&[("text", "Zażółć gęślą jaźń\n".as_bytes())]);
    for page in ["cp852", "852", "IBM852", "x-mac-ce", "mac-latin2"] {
        let bytes = converted(&files, &["-f", "utf-8", "-t", page, "text"]);
        assert_eq!(bytes.len(), 18, "{page}");
        let back = folder(&[("text", &bytes)]);
        assert_eq!(
            converted(&back, &["-f", page, "-t", "utf-8", "text"]),
            "Zażółć gęślą jaźń\n".as_bytes()
        );
    }
    let lacks = folder(&[("text", "a\nbż".as_bytes())]);
    let (code, said) = failed(&lacks, &["-f", "utf-8", "-t", "ibm437", "text"]);
    assert_eq!(code, 1);
    assert!(
        said.starts_with("placemat: text:2:2: U+017C \"ż\" at offset 3 is not in ibm437"),
        "{said}"
    );
}

#[test]
fn lines_of_ebcdic_are_its_own() {
    // "Hi", U+000A, "a", and 41 is U+00A0; then FF in 037 is U+009F, and 424 has no byte 70.
    let files = folder(&[("text", b"\xC8\x89\x25\x81\x41"), ("hebrew", b"\xC8\x25\x25\x81\x70")]);
    assert_eq!(converted(&files, &["-fcp037", "-tutf-8", "text"]), "Hi\na\u{A0}".as_bytes());
    let (code, said) = failed(&files, &["-fcp424", "-tutf-8", "hebrew"]);
    assert_eq!(code, 1);
    assert!(said.starts_with("placemat: hebrew:3:2: 70 at offset 4 is malformed ibm424"), "{said}");
    let crlf = converted(&files, &["-fcp1047", "-tibm037", "--eol=crlf", "text"]);
    assert_eq!(crlf, b"\xC8\x89\x0D\x25\x81\x41");
}

#[test]
fn a_code_page_of_dos_between_utf_8() {
    let files = folder(&[("text", b"caf\x82 und \xC3\xA9")]);
    let run = placemat(&["fix", "--fallback", "cp437", "text"]).folder(&files).run();
    assert_eq!(run.stdout, "café und é");
}

/// All that Python's codecs read, each pair of bytes in a line of its own. Two signs of GB 2312 are what GBK
/// has them as.
#[test]
fn withdrawn_forms_are_what_python_reads() {
    const SCRIPT: &str = "\
import sys
codec, before, behind, first, last, low = sys.argv[1], *[x.encode().decode('unicode_escape') for x in sys.argv[2:4]], *map(int, sys.argv[4:])
source, text = open('source', 'wb'), open('text', 'w', encoding='utf-8', newline='')
announced = b'\\x1b$)C\\n' if codec == 'iso2022_kr' else b''
source.write(announced)
text.write('\\n' if announced else '')
for a in range(first, last + 1):
    for b in range(low, 255):
        line = before.encode() + bytes([a, b]) + behind.encode() + b'\\n'
        try:
            one = (announced + line).decode(codec)[1 if announced else 0:]
        except UnicodeDecodeError:
            continue
        source.write(line)
        text.write(one)
";
    let files = folder(&[]);
    for (label, codec, before, behind, first, last, low) in [
        ("hz", "hz", "~{", "~}", 0x21, 0x77, 0x21),
        ("iso-2022-kr", "iso2022_kr", "\\x0e", "\\x0f", 0x21, 0x7E, 0x21),
        ("johab", "johab", "", "", 0x84, 0xF9, 0x31),
    ] {
        let mut python = std::process::Command::new("python3");
        python.args(["-c", SCRIPT, codec, before, behind]).current_dir(files.path());
        python.args([first, last, low].map(|number: u8| number.to_string()));
        match python.status() {
            Ok(status) => assert!(status.success()),
            Err(_) => {
                assert!(std::env::var_os("CI").is_none(), "continuous integration has python3");
                return eprintln!("skipped: python3 is not installed");
            }
        }
        let text = std::fs::read_to_string(files.path().join("text")).unwrap();
        assert!(text.lines().count() > 7000, "{label}");
        let text = match label {
            "hz" => text.replacen('\u{30FB}', "\u{B7}", 1).replacen('\u{2015}', "\u{2014}", 1),
            _ => text,
        };
        let ours = converted(&files, &["-f", label, "-t", "utf-8", "source"]);
        let ours = String::from_utf8(ours).unwrap();
        for (number, (ours, theirs)) in ours.lines().zip(text.lines()).enumerate() {
            assert_eq!(ours, theirs, "{label}: line {}", 1 + number);
        }
        assert_eq!(ours, text, "{label}");
    }
}
