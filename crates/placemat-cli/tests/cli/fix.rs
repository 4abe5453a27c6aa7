//! `placemat fix` as it is used: malformed text in, well-formed text out.

use crate::common::{Run, folder, placemat, quoted, shell};
use serde_json::Value;
use std::fs;
use std::process::Output;

const MENU: &[u8] = b"fine\ncaf\xE9 x\r\nand \xC0\xAF slash\ndon\x92t \x92 \x81 \xE2\x82";

/// Runs `placemat fix` on `input`, and returns what it wrote.
fn fixed(args: &[&str], input: &[u8]) -> Vec<u8> {
    let files = folder(&[("in", input)]);
    let output = output(&files, &[args, &["--quiet", "in"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{args:?}");
    output.stdout
}

fn output(files: &tempfile::TempDir, args: &[&str]) -> Output {
    let child = placemat(&[&["fix"], args].concat()).folder(files).spawn();
    child.wait_with_output().unwrap()
}

fn run(files: &tempfile::TempDir, args: &[&str]) -> Run {
    placemat(&[&["fix"], args].concat()).folder(files).run()
}

/// A large file is mended in pieces. What is malformed lies across their ends, too.
#[test]
fn threads_do_not_matter() {
    let mut big = "die Stra\u{df}e \u{20ac} \u{1F600}\n".repeat(200_000).into_bytes();
    for at in (1000..big.len()).step_by(4099) {
        big[at] = [0xFF, 0xF0, 0xE2, 0x80, 0xC3][at % 5];
    }
    let cut = b"\xF0\x9F\x98".repeat(1_000_000);
    let files = folder(&[
        ("big", &big),
        ("cut", &cut),
        ("clean", &"\u{304B}".repeat(1_000_000).into_bytes()),
    ]);
    let ways: [&[&str]; 6] = [
        &[],
        &["--policy=remove"],
        &["--fallback=windows-1252"],
        &["--fallback=koi8-r", "--format=json"],
        &["--eol=crlf"],
        &["--bom=add"],
    ];
    for name in ["big", "cut", "clean"] {
        for way in ways {
            let run = |threads| {
                let output = output(&files, &[way, &[threads, name]].concat());
                (output.status, output.stdout, output.stderr)
            };
            let one = run("-j1");
            for threads in ["-j2", "-j5"] {
                assert!(run(threads) == one, "{name} {way:?} {threads}");
            }
        }
    }
}

#[test]
fn every_policy() {
    let replaced = "fine\ncaf\u{FFFD} x\r\nand \u{FFFD}\u{FFFD} slash\ndon\u{FFFD}t \u{FFFD} \u{FFFD} \u{FFFD}";
    let in_code_page = |x92: &str, x81: &str, x82: &str| {
        format!("fine\ncafé x\r\nand À¯ slash\ndon{x92}t {x92} {x81} â{x82}")
    };
    for (args, expected) in [
        (&[][..], replaced.to_owned()),
        (&["--policy", "replace"], replaced.to_owned()),
        (&["--policy", "replace-per-byte"], format!("{replaced}\u{FFFD}")),
        (&["--policy", "remove"], "fine\ncaf x\r\nand  slash\ndont   ".to_owned()),
        (
            &["--policy", "backslashreplace"],
            r"fine\ncaf\xe9 x\r\nand \xc0\xaf slash\ndon\x92t \x92 \x81 \xe2\x82"
                .replace(r"\n", "\n")
                .replace(r"\r", "\r"),
        ),
        (&["--policy", "latin1"], in_code_page("\u{92}", "\u{81}", "\u{82}")),
        (&["--fallback", "windows-1252"], in_code_page("’", "\u{81}", "‚")),
        (&["--policy", "windows-1252-strict"], in_code_page("’", "\u{FFFD}", "‚")),
    ] {
        let once = fixed(args, MENU);
        assert_eq!(String::from_utf8(once.clone()).unwrap(), expected, "{args:?}");
        assert_eq!(fixed(args, &once), once, "twice: {args:?}");
    }
}

/// The rule in a few lines: what is well-formed stays, all else is read in the
/// code page.
fn naive(bytes: &[u8]) -> String {
    const C1: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
    let letter = |byte: &u8| match byte {
        0x80..=0x9F => C1.chars().nth(usize::from(byte - 0x80)).unwrap(),
        _ => char::from(*byte),
    };
    let chunk = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().chain(chunk.invalid().iter().map(letter)).collect::<String>()
    };
    bytes.utf8_chunks().map(chunk).collect()
}

/// Bytes that look random, the same in every run.
fn noise(len: usize, alphabet: &[&[u8]]) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        alphabet[(state >> 11) as usize % alphabet.len()]
    };
    std::iter::repeat_with(&mut next).take(len).flatten().copied().collect()
}

#[test]
fn a_mixed_log_is_mended_as_the_rule_says() {
    let parts: [&[u8]; 11] = [
        b"don\x92t ",
        b"don\xE2\x80\x99t ",
        b"caf\xE9\n",
        "naïve 😀\r\n".as_bytes(),
        b"\x81",
        b"\xE2\x80",
        b"plain text, and more of it\n",
        b"\xF0\x9F",
        b"\xED\xA0\x80",
        b"\xC3",
        b"\xFF",
    ];
    // Several blocks, and every way to be cut by their ends.
    let log = noise(60_000, &parts);
    let mended = fixed(&["--fallback", "windows-1252"], &log);
    assert!(mended == naive(&log).into_bytes());
}

#[test]
fn escapes_are_undone_exactly() {
    let parts: [&[u8]; 10] = [
        b"\\",
        b"\\x92",
        b"\\x5C",
        b"\x92",
        b"\xE2\x82",
        "é".as_bytes(),
        b"\\xE",
        b"x92",
        b"\n",
        b"\\\\x80",
    ];
    for len in [0, 1, 2, 3, 10, 1_000, 200_000] {
        let bytes = noise(len, &parts);
        let escaped = fixed(&["--escape"], &bytes);
        assert!(str::from_utf8(&escaped).is_ok());
        assert!(fixed(&["--undo"], &escaped) == bytes, "{len}");
    }
    let files = folder(&[("a", b"caf\xE9 \\xE9\n")]);
    assert_eq!(run(&files, &["-qi", "--escape", "a"]), Run::quiet(0));
    assert_eq!(
        fs::read(files.path().join("a")).unwrap(),
        br"caf\xE9 \x5CxE9".iter().chain(b"\n").copied().collect::<Vec<u8>>()
    );
    assert_eq!(run(&files, &["-qi", "--undo", "a"]), Run::quiet(0));
    assert_eq!(fs::read(files.path().join("a")).unwrap(), b"caf\xE9 \\xE9\n");
}

#[test]
fn signatures_and_ends_of_lines() {
    let signed = b"\xEF\xBB\xBF\xEF\xBB\xBFa\r\nb\n\r\r\nc\r";
    assert_eq!(fixed(&[], signed), signed);
    assert_eq!(fixed(&["--bom", "remove"], signed), b"a\r\nb\n\r\r\nc\r");
    assert_eq!(fixed(&["--bom", "add"], signed), signed);
    assert_eq!(fixed(&["--bom", "add"], b"a"), b"\xEF\xBB\xBFa");
    assert_eq!(fixed(&["--eol", "lf"], b"a\r\nb\n\r\r\nc\r"), b"a\nb\n\nc\r");
    assert_eq!(fixed(&["--eol", "crlf"], b"a\r\nb\n\r\r\nc\r"), b"a\r\nb\r\n\r\nc\r");
    // What is removed brings a signature, and an end of a line, together.
    let args = ["--policy", "remove", "--bom", "remove", "--eol", "lf"];
    assert_eq!(fixed(&args, b"\xFF\xEF\xBB\xBFa\r\xFF\n"), b"a\n");
}

#[test]
fn a_pipe_and_what_is_told() {
    let run = placemat(&["fix", "--fallback", "windows-1252"]).stdin(b"don\x92t \x92\n").run();
    let said = "<stdin>: changed 2 malformed sequences\n  92 ×2 → ’\n";
    assert_eq!(run, Run { code: 0, stdout: "don’t ’\n".into(), stderr: said.into() });
    assert_eq!(placemat(&["fix", "-"]).stdin(b"").run(), Run::quiet(0));
    let files = folder(&[("a", b"caf\xE9")]);
    let told = self::run(&files, &["-oout", "a"]);
    assert_eq!(told.stdout, "a: changed 1 malformed sequence\n  E9 ×1 → �\n");
    assert_eq!(fs::read(files.path().join("out")).unwrap(), "caf\u{FFFD}".as_bytes());
}

#[test]
fn in_place() {
    let files = folder(&[
        ("d/a", MENU),
        ("d/b", b"\xFF"),
        ("d/clean", b"fine"),
        ("d/.hidden", b"\xFF"),
        ("d/bin", b"\0\xFF"),
        ("d/wide", b"\xFF\xFEa\0\n\0"),
        ("d/old", b"fine"),
        ("d/old.bak", b"\xFF"),
    ]);
    let read = |name: &str| fs::read(files.path().join(name)).unwrap();
    let told = run(&files, &["--in-place=.bak", "--fallback=windows-1252", "d"]);
    assert_eq!(told.code, 0);
    assert_eq!(
        told.stdout,
        "d/a: changed 7 malformed sequences\n  \
        81 ×1 → <U+0081>\n  82 ×1 → ‚\n  92 ×2 → ’\n  AF ×1 → ¯\n  C0 ×1 → À\n  E2 ×1 → â\n  E9 ×1 → é\n\
        d/b: changed 1 malformed sequence\n  FF ×1 → ÿ\n2 files: changed 8 malformed sequences\n"
    );
    assert_eq!(
        told.stderr,
        "placemat: d/old.bak: kept by an earlier run; left as it is\n\
        placemat: d/wide: looks like UTF-16, little-endian, left alone: \
        `placemat convert -f utf-16 -t utf-8 -i d/wide` makes it UTF-8\n\
        placemat: left alone 1 binary file: d/bin\n"
    );
    assert_eq!(read("d/a"), naive(MENU).into_bytes());
    assert_eq!((read("d/a.bak"), read("d/b.bak")), (MENU.to_vec(), b"\xFF".to_vec()));
    for (name, bytes) in [("d/.hidden", &b"\xFF"[..]), ("d/bin", b"\0\xFF"), ("d/old.bak", b"\xFF")]
    {
        assert_eq!(read(name), bytes, "{name}");
    }
    // Once more: nothing to do, and no backup of that.
    let count = || fs::read_dir(files.path().join("d")).unwrap().count();
    let before = count();
    assert_eq!(run(&files, &["-i=.bak", "--fallback=windows-1252", "d"]).stdout, "");
    assert_eq!(count(), before);
    // The hint is a command that works.
    assert!(
        placemat(&["convert", "-f", "utf-16", "-t", "utf-8", "-o", "d/wide", "d/wide"])
            .folder(&files)
            .run()
            == Run::quiet(0)
    );
    assert_eq!(read("d/wide"), b"a\n");
    // A backup is never overwritten.
    fs::write(files.path().join("d/b"), b"\xFE").unwrap();
    let told = run(&files, &["-i.bak", "--policy=replace", "d/b"]);
    assert_eq!((told.code, read("d/b"), read("d/b.bak")), (2, b"\xFE".to_vec(), b"\xFF".to_vec()));
    assert_eq!(
        told.stderr,
        "placemat: d/b: no backup d/b.bak: it exists, and backups are not overwritten \
        (-i.SUFFIX takes another name, --no-backup keeps none)\n"
    );
}

#[test]
fn what_would_change() {
    let files = folder(&[
        ("a", MENU),
        ("clean", b"fine"),
        ("long", &[&b"x".repeat(20_000)[..], b"\x92", &b"y".repeat(20_000)].concat()),
    ]);
    let before = fs::metadata(files.path().join("a")).unwrap().modified().unwrap();
    let told = run(&files, &["--dry-run", "--fallback=windows-1252", "a"]);
    let listed = "a:2:4: E9 → é (C3 A9)\na:3:5: C0 → À (C3 80)\na:3:6: AF → ¯ (C2 AF)\n\
        a:4:4: 92 → ’ (E2 80 99)\na:4:7: 92 → ’ (E2 80 99)\na:4:9: 81 → <U+0081> (C2 81)\n\
        a:4:11: E2 82 → â‚ (C3 A2 E2 80 9A)\na: would change 7 malformed sequences\n";
    assert!(told.stdout.starts_with(listed), "{}", told.stdout);
    assert_eq!(told.code, 1);
    let told = run(&files, &["--diff", "--policy=remove", "-q", "a", "long", "clean"]);
    let (x, y) = ("x".repeat(120), "y".repeat(120));
    let expected = format!(
        "--- a\n+++ a (fixed)\n@@ -2 +2 @@ offset 8: E9 → nothing\n-caf<E9> x<U+000D>\n+caf x<U+000D>\n\
        @@ -3 +3 @@ offset 17: C0 → nothing, offset 18: AF → nothing\n-and <C0><AF> slash\n+and  slash\n\
        @@ -4 +4 @@ offset 29: 92 → nothing, offset 32: 92 → nothing, offset 34: 81 → nothing, offset 36: E2 82 → nothing\n\
        -don<92>t <92> <81> <E2><82>\n+dont   \n\
        --- long\n+++ long (fixed)\n@@ -1 +1 @@ offset 20000: 92 → nothing\n-…{x}<92>{y}…\n+…{x}{y}…\n"
    );
    assert_eq!(told, Run { code: 1, stdout: expected, stderr: String::new() });
    let colour =
        placemat(&["fix", "-dq", "--color=always", "--bom=add", "clean"]).folder(&files).run();
    assert_eq!(
        colour.stdout,
        "\x1B[1m--- clean\x1B[0m\n\x1B[1m+++ clean (fixed)\x1B[0m\n\x1B[36m@@ -1 +1 @@\x1B[0m\n\x1B[31m-fine\x1B[0m\n\x1B[32m+<U+FEFF>fine\x1B[0m\n"
    );
    assert_eq!(run(&files, &["-d", "clean"]), Run::quiet(0));
    assert_eq!(run(&files, &["-n", "--eol=lf", "-q", "a"]).code, 1);
    assert_eq!(fs::metadata(files.path().join("a")).unwrap().modified().unwrap(), before);
    // Names, which Windows forbids to try, and text cannot act on the terminal.
    let name = if cfg!(windows) { "esc" } else { "esc\x1B[31m" };
    let files = folder(&[(name, b"\x1B[2J\xFF\xC2\x9B\n")]);
    for args in [&["-d"][..], &["-n"], &["--report=json", "-n"], &["-i"]] {
        let told = run(&files, &[args, &["."]].concat());
        assert!(!told.stdout.contains(|c: char| c.is_control() && c != '\n'), "{}", told.stdout);
    }
}

#[test]
fn a_preview_that_nobody_reads_has_found_changes() {
    let files = folder(&[("dirty", &b"caf\xE9\n".repeat(50_000)), ("clean", b"fine\n")]);
    for (args, code) in [
        (&["--dry-run", "dirty"][..], 1),
        (&["--diff", "dirty"], 1),
        (&["--dry-run", "--report", "json", "dirty"], 1),
        (&["--dry-run", "--report", "json", "clean"], 0),
        (&["dirty"], 0),
    ] {
        let mut child = placemat(&[&["fix"], args].concat()).folder(&files).spawn();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
    }
}

#[test]
fn the_report_for_machines() {
    let files =
        folder(&[("a", b"ok\n\x92 \xE2\x82 \x92\r\n"), ("bin", b"\0\xFF"), ("clean", b"fine")]);
    let told = run(&files, &["--dry-run", "--report=json", "--eol=lf", "."]);
    let values: Vec<Value> =
        told.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<&str> = values.iter().map(|value| value["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["change", "change", "change", "file", "file", "summary"]);
    let change = serde_json::json!({"type": "change", "path": "./a", "offset": 5, "line": 2, "column": 3,
        "kind": "incomplete", "before": "e282", "after": "efbfbd"});
    assert_eq!(values[1], change);
    let file = serde_json::json!({"type": "file", "path": "./a", "changed": true, "changes": 4,
        "bytes": {"82": 1, "92": 2, "e2": 1}, "kinds": {"incomplete": 1, "unexpected-continuation": 2},
        "line_endings": 1, "signatures": 0});
    assert_eq!(values[3], file);
    assert_eq!(
        (&values[4]["looks_like"], &values[4]["changed"]),
        (&"binary".into(), &false.into())
    );
    let summary = serde_json::json!({"type": "summary", "files": 2, "files_changed": 1,
        "files_left_alone": 1, "changes": 4, "trouble": 0});
    assert_eq!((told.code, &values[5]), (1, &summary));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let files = folder(&[("a", b"\xFF"), ("b", b"\xFF"), ("bin", b"\0\xFF"), ("wide", b"a\0\n\0")]);
    let said = |args: &[&str]| {
        let told = run(&files, args);
        assert_eq!((told.code, &*told.stdout), (2, ""), "{args:?}");
        told.stderr
    };
    assert!(said(&["a", "b"]).contains("--in-place replaces each"));
    assert!(said(&["."]).contains("--in-place replaces its files"));
    assert!(said(&["-i"]).contains("needs the names"));
    assert!(said(&["-i", "-"]).contains("standard input cannot be replaced"));
    assert!(said(&["-i", "-d", "a"]).contains("cannot be used with"));
    assert!(said(&["-i", "-o", "x", "a"]).contains("cannot be used with"));
    assert!(said(&["--escape", "--undo", "a"]).contains("cannot be used with"));
    assert!(said(&["--escape", "--eol=lf", "a"]).contains("cannot be used with"));
    assert!(said(&["--policy=strict", "a"]).contains("invalid value"));
    assert!(said(&["--policy=utf8b", "a"]).contains("invalid value"));
    assert!(said(&["--fallback=replace", "a"]).contains("no encoding is called \"replace\""));
    assert!(said(&["-i=/x", "a"]).contains("it has no folder"));
    assert_eq!(said(&["missing"]), "placemat: missing: No such file or directory\n");
    assert_eq!(said(&["-i", "missing"]), "placemat: missing: No such file or directory\n");
    assert_eq!(
        said(&["bin"]),
        "placemat: bin: looks binary, left alone (--binary=fix mends it all the same)\n"
    );
    assert_eq!(
        said(&["-i", "wide"]),
        "placemat: wide: looks like UTF-16, little-endian, left alone: \
        `placemat convert -f utf-16le -t utf-8 -i wide` makes it UTF-8\n"
    );
    assert_eq!(fixed(&["--binary=fix"], b"\0\xFF"), "\0\u{FFFD}".as_bytes());
}

#[test]
fn the_hint_of_check_works() {
    let files = folder(&[("it's", b"don\x92t\n"), ("d/b", b"don\x92t\n"), ("d/c", b"don\x92t\n")]);
    for (args, hint) in [
        (
            &["check", "it's"][..],
            &*format!("fix --fallback windows-1252 --diff {}", quoted("it's")),
        ),
        (&["check", "d"], "fix --fallback windows-1252 --diff d"),
    ] {
        let report = placemat(args).folder(&files).run().stdout;
        assert!(
            report.contains(
                &format!("windows-1252: try `placemat {hint}`")
                    .replace("windows-1252: try", "Windows-1252: try")
            ),
            "{report}"
        );
        let run = shell(&format!("placemat {hint}")).folder(&files).run();
        assert!(run.code == 1 && run.stdout.contains("+don’t\n"), "{run:?}");
    }
    let report = placemat(&["check"]).stdin(b"don\x92t\n").run().stdout;
    assert!(report.contains("try `placemat fix --fallback windows-1252`"), "{report}");
}

/// Four blocks, with a rest between them that makes the work long, and what stands on standard error.
#[cfg(unix)]
const SLOWLY: &str = r#"
import os, pty, subprocess, sys, time
if sys.argv[1] == "terminal":
    ours, theirs = pty.openpty()
else:
    ours, theirs = os.pipe()
tool = subprocess.Popen(
    sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
for _ in range(4):
    tool.stdin.write(b"don\x92t\n" * 100000)
    tool.stdin.flush()
    time.sleep(0.4)
tool.stdin.close()
while True:
    try:
        shown = os.read(ours, 4096)
    except OSError:  # A terminal that nobody writes to any more.
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.exit(tool.wait())
"#;

#[cfg(unix)]
#[test]
fn progress_is_shown_on_a_terminal_only() {
    let said = "<stdin>: changed 400,000 malformed sequences\n  92 ×400,000 → ’\n";
    for (stderr, shows) in [("terminal", true), ("pipe", false)] {
        let mut python = std::process::Command::new("python3");
        python.args(["-c", SLOWLY, stderr, env!("CARGO_BIN_EXE_placemat"), "fix"]);
        let python = python.arg("--fallback=windows-1252").env("TERM", "xterm").output();
        let Ok(output) = python else {
            assert!(std::env::var_os("CI").is_none(), "continuous integration has python3");
            return eprintln!("skipped: python3 is not installed");
        };
        assert!(output.status.success(), "{output:?}");
        let shown = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
        assert_eq!(shown.contains(" MB, "), shows, "{shown:?}");
        // What is told behind it stands on a line that has been cleared.
        let told = shown.rsplit(['\r', '\u{1B}']).next().unwrap().trim_start_matches("[2K");
        assert_eq!(told, said, "{shown:?}");
    }
}
