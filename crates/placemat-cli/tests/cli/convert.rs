//! `placemat convert`: golden errors, signatures, files that survive.

use crate::common::{Run, folder, placemat};
use std::fs;

/// Runs the tool in `files`, and returns what it printed as bytes.
pub(crate) fn convert(files: &tempfile::TempDir, args: &[&str]) -> std::process::Output {
    let mut all = vec!["convert"];
    all.extend(args);
    placemat(&all).folder(files).spawn().wait_with_output().unwrap()
}

/// What a conversion to standard output gives; it must succeed.
pub(crate) fn converted(files: &tempfile::TempDir, args: &[&str]) -> Vec<u8> {
    let output = convert(files, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{args:?}");
    output.stdout
}

fn failed(code: i32, stderr: &str) -> Run {
    Run { code, stdout: String::new(), stderr: stderr.to_owned() }
}

#[test]
fn standard_input_to_standard_output() {
    for paths in [&[][..], &["-"]] {
        let args = [&["convert", "-f", "latin1", "-t", "UTF8"], paths].concat();
        let run = placemat(&args).stdin(b"caf\xE9\n").run();
        assert_eq!(run, Run { code: 0, stdout: "café\n".into(), stderr: String::new() });
    }
    let run = placemat(&["convert", "-futf-8", "-tutf-8", "-o", "-"]).stdin(b"").run();
    assert_eq!(run, Run::quiet(0));
}

#[test]
fn inputs_follow_one_another() {
    let files = folder(&[("a", b"\xFF\xFEa\0"), ("b", b"\xFE\xFF\0b"), ("c", b"\0c")]);
    assert_eq!(converted(&files, &["-f", "utf-16", "-t", "utf-8", "a", "b", "c", "a"]), b"abca");
    // What is incomplete at the end of one is not completed by the next.
    let files = folder(&[("a", b"x\xC3"), ("b", b"\xA9")]);
    let run = placemat(&["convert", "-f", "utf8", "-t", "utf8", "a", "b"]).folder(&files).run();
    assert_eq!((run.code, &*run.stdout), (1, "x"));
}

#[test]
fn errors_have_a_place_and_a_reason() {
    let files = folder(&[
        ("bad", b"fine\nand \xE2\x82 bad\n"),
        ("euro", "5 €".as_bytes()),
        ("odd", b"\0a\0"),
        ("signed", b"\xEF\xBB\xBFa"),
    ]);
    let run = |args: &[&str]| placemat(&[&["convert"], args].concat()).folder(&files).run();
    let hint = "  --policy replace writes U+FFFD for what is malformed, -c leaves it out\n";
    let bad = "placemat: bad:2:5: E2 82 at offset 9 is malformed utf-8: incomplete sequence\n";
    assert_eq!(
        run(&["-f", "utf-8", "-t", "utf-16le", "-o", "x", "bad"]),
        failed(1, &format!("{bad}{hint}"))
    );
    assert!(!files.path().join("x").exists());
    let euro = "placemat: euro:1:3: U+20AC \"€\" at offset 2 is not in iso-8859-1\n  \
        --policy replace writes U+FFFD for it, or \"?\" where there is none; \
        backslashreplace its number\n";
    assert_eq!(run(&["-f", "utf-8", "-t", "l1", "-o", "x", "euro"]), failed(1, euro));
    let odd = "placemat: odd:1:2: 00 at offset 2 is malformed utf-16be: \
        incomplete sequence at the end of the input\n";
    assert_eq!(
        run(&["-f", "utf-16be", "-t", "utf-8", "-o", "x", "odd"]),
        failed(1, &format!("{odd}{hint}"))
    );
    let signed = "placemat: signed:1:1: U+FEFF at offset 0 is not in iso-8859-1\n  \
        it is a signature: --bom remove leaves it out\n";
    assert_eq!(run(&["-f", "utf-8", "-t", "latin1", "signed"]), failed(1, signed));
    assert_eq!(converted(&files, &["-futf8", "-tl1", "--bom", "remove", "signed"]), b"a");

    // Lines of a pipe are counted as they pass.
    let text = [&b"line\n".repeat(100_000)[..], b"ab\xFF"].concat();
    let run = placemat(&["convert", "-f", "utf-8", "-t", "utf-8"]).stdin(&text).run();
    let place = "placemat: <stdin>:100001:3: FF at offset 500002 is malformed utf-8";
    assert!(run.code == 1 && run.stderr.starts_with(place), "{}", run.stderr);
    assert_eq!(run.stdout.as_bytes(), &text[..text.len() - 1]);
}

#[test]
fn policies() {
    let files = folder(&[("a", b"a\xFFb\xE2\x82\xACc")]);
    let to = |args: &[&str]| converted(&files, &[&["-f", "utf-8", "a"], args].concat());
    assert_eq!(to(&["-t", "latin1", "-c"]), b"abc");
    assert_eq!(to(&["-t", "latin1//IGNORE"]), b"abc");
    assert_eq!(to(&["-t", "latin1//ignore//"]), b"abc");
    assert_eq!(to(&["-t", "latin1", "--policy", "replace"]), b"a?b?c");
    assert_eq!(to(&["-t", "latin1", "--policy", "backslashreplace"]), b"a\\xffb\\u20acc");
    assert_eq!(to(&["-t", "utf-8", "--policy", "replace"]), "a\u{FFFD}b€c".as_bytes());
    assert_eq!(to(&["-t", "utf-8", "--policy", "latin1"]), "aÿb€c".as_bytes());
    let stats = convert(&files, &["-futf8", "-tlatin1", "--stats", "-c", "a"]);
    let said = "placemat: 1 input, 7 bytes read, 3 bytes written, 1 malformed, 1 unmappable\n";
    assert_eq!((stats.stdout, stats.stderr), (b"abc".to_vec(), said.as_bytes().to_vec()));
}

/// Every signature of the source, every target, every choice.
#[test]
fn signatures() {
    let (utf8, le, be) = (&b"\xEF\xBB\xBFa"[..], &b"\xFF\xFEa\0"[..], &b"\xFE\xFF\0a"[..]);
    let files = folder(&[
        ("8", b"a"),
        ("8s", utf8),
        ("le", b"a\0"),
        ("les", le),
        ("be", b"\0a"),
        ("bes", be),
        ("32s", b"\xFF\xFE\0\0a\0\0\0"),
    ]);
    // The source, its file; the results of keep, add and remove in utf-8, of
    // keep in utf-16be and in utf-16.
    for (from, file, keep, keep_be) in [
        ("utf-8", "8", &b"a"[..], &b"\0a"[..]),
        ("utf-8", "8s", utf8, be),
        ("utf-16le", "le", b"a", b"\0a"),
        ("utf-16le", "les", utf8, be),
        ("utf-16be", "be", b"a", b"\0a"),
        ("utf-16be", "bes", utf8, be),
        ("utf-16", "be", b"a", b"\0a"),
        ("utf-16", "bes", b"a", b"\0a"),
        ("utf-16", "les", b"a", b"\0a"),
        ("utf-32", "32s", b"a", b"\0a"),
        ("utf-32le", "32s", utf8, be),
    ] {
        let to =
            |to: &str, bom: &str| converted(&files, &["-f", from, "-t", to, "--bom", bom, file]);
        assert_eq!(to("utf-8", "keep"), keep, "{from} {file}");
        assert_eq!(to("utf-16be", "keep"), keep_be, "{from} {file}");
        assert_eq!(to("utf-16", "keep"), le, "{from} {file}");
        assert_eq!(to("utf-32", "keep"), b"\xFF\xFE\0\0a\0\0\0", "{from} {file}");
        assert_eq!(to("utf-8", "add"), utf8, "{from} {file}");
        assert_eq!(to("utf-16be", "add"), be, "{from} {file}");
        assert_eq!(to("utf-16", "add"), le, "{from} {file}");
        assert_eq!(to("utf-8", "remove"), b"a", "{from} {file}");
        assert_eq!(to("utf-16", "remove"), b"a\0", "{from} {file}");
        assert_eq!(to("latin1", "remove"), b"a", "{from} {file}");
        let default = placemat(&["convert", "-f", from, "-t", "utf-8", file]).folder(&files).run();
        assert_eq!(default.stdout.as_bytes(), keep, "{from} {file}");
    }
    // Of several inputs, the first one's; and nothing has at most one.
    let several = |args: &[&str]| converted(&files, &[&["-f", "utf8"], args].concat());
    assert_eq!(several(&["-t", "utf8", "8s", "8s", "8"]), b"\xEF\xBB\xBFaaa");
    assert_eq!(several(&["-t", "utf16", "8", "8s"]), b"\xFF\xFEa\0a\0");
    // None is left, however many there are.
    let more = folder(&[("8", b"\xEF\xBB\xBF\xEF\xBB\xBFa"), ("16", b"\xFE\xFF\xFE\xFF\0a")]);
    for (from, file) in [("utf-8", "8"), ("utf-16", "16"), ("utf-16be", "16")] {
        assert_eq!(converted(&more, &["-f", from, "-t", "utf-8", "--bom=remove", file]), b"a");
    }
    let empty = folder(&[("e", b"")]);
    assert_eq!(converted(&empty, &["-futf8", "-tutf16", "e"]), b"\xFF\xFE");
    assert_eq!(converted(&empty, &["-futf16", "-tutf8", "e"]), b"");
    assert_eq!(converted(&empty, &["-futf8", "-tutf32be", "--bom=add", "e"]), b"\0\0\xFE\xFF");
}

#[test]
fn the_input_can_be_the_output() {
    let text = "naïve\n".repeat(200_000);
    let files = folder(&[("a", text.as_bytes())]);
    for (from, to) in [("utf-8", "utf-16"), ("utf-16", "latin1"), ("latin1", "utf-8")] {
        assert_eq!(converted(&files, &["-f", from, "-t", to, "-o", "a", "a"]), b"");
    }
    assert_eq!(fs::read(files.path().join("a")).unwrap(), text.as_bytes());
    assert_eq!(fs::read_dir(files.path()).unwrap().count(), 1);
}

#[test]
fn a_failed_run_leaves_the_output_as_it_was() {
    // The error comes after much has been written.
    let text = [&b"text\n".repeat(100_000)[..], b"\xFF"].concat();
    let files = folder(&[("in", &text), ("out", b"good")]);
    for (args, code) in [
        (&["-futf8", "-tutf16", "-oout", "in"][..], 1),
        (&["-futf8", "-tutf16", "-oin", "in"], 1),
        (&["-fl1", "-tutf16", "-oout", "in", "missing"], 2),
        (&["-fl1", "-tutf16", "-oout", "."], 2),
        (&["-fl1", "-tutf15", "-oout", "in"], 2),
        (&["-fl1", "-tutf16", "--policy=utf8b", "-oout", "in"], 2),
    ] {
        assert_eq!(convert(&files, args).status.code(), Some(code), "{args:?}");
        assert_eq!(fs::read(files.path().join("out")).unwrap(), b"good");
        assert_eq!(fs::read(files.path().join("in")).unwrap(), text);
        assert_eq!(fs::read_dir(files.path()).unwrap().count(), 2, "{args:?}");
    }
}

#[test]
fn trouble_is_named() {
    let files = folder(&[("a", b"a")]);
    let said = |args: &[&str]| {
        let run = placemat(&[&["convert"], args].concat()).folder(&files).run();
        assert_eq!((run.code, &*run.stdout), (2, ""), "{args:?}");
        run.stderr
    };
    let near = "placemat: no encoding is called \"utf-61\"; \
        did you mean utf-16, utf-1 or utf-16le? (placemat encodings names all)\n";
    assert_eq!(said(&["-f", "utf-61", "-t", "utf-8"]), near);
    assert!(
        said(&["-f", "\x1B[2J", "-t", "utf-8"])
            .starts_with("placemat: no encoding is called \"<U+001B>[2J\" (plac")
    );
    assert!(
        said(&["-f", "utf-8", "-t", "latin1//TRANSLIT"]).contains("//TRANSLIT is not supported")
    );
    assert!(said(&["-f", "utf-8", "-t", "latin1//LOUD"]).contains("\"//LOUD\" is unknown"));
    assert!(said(&["-f", "utf-8", "-t", "latin1", "--bom", "add"]).contains("has no signature"));
    assert!(said(&["-f", "l1", "-t", "utf-8", "--policy", "utf8b"]).contains("makes no sense"));
    assert!(said(&["-f", "utf-8", "-t", "utf-8", "missing"]).starts_with("placemat: missing: "));
    assert!(said(&["-f", "utf-8", "-t", "utf-8", "."]).starts_with("placemat: .: "));
    assert!(
        said(&["-f", "utf-8", "-t", "utf-8", "-o", "no/x", "a"]).starts_with("placemat: no/x: ")
    );
    assert!(said(&["-f", "utf-8", "-t", "utf-8", "-o", ".", "a"]).starts_with("placemat: .: "));
    assert!(said(&["-t", "utf-8"]).contains("--from"));
    assert!(said(&["-futf8", "-tutf8", "-c", "--policy", "replace"]).contains("cannot be used"));
}

#[test]
fn the_list_is_true() {
    let run = placemat(&["convert", "-l"]).run();
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let labels: Vec<&str> = run.stdout.split_whitespace().collect();
    assert!(labels.contains(&"iso-8859-1") && labels.contains(&"latin1") && labels.len() > 15);
    for label in labels {
        assert_eq!(
            placemat(&["convert", "-f", label, "-t", "utf-8"]).run(),
            Run::quiet(0),
            "{label}"
        );
    }
}

#[test]
fn encodings_are_told_with_what_differs() {
    let run = placemat(&["encodings"]).run();
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert!(run.stdout.contains("utf-16\n    UTF-16 in the byte order of its signature"));
    assert!(run.stdout.contains("in the Encoding Standard windows-1252-whatwg: iso-8859-1 latin1"));
    let whatwg = placemat(&["encodings", "--labels", "whatwg"]).run();
    assert!(whatwg.stdout.contains("x-cp1252") && !whatwg.stdout.contains("cesu-8"));
}

#[test]
fn the_family() {
    let files = folder(&[("cesu", b"\xED\xA0\xBD\xED\xB8\x80!"), ("l1", b"\x80")]);
    let to = |args: &[&str]| convert(&files, args).stdout;
    assert_eq!(to(&["-fcesu-8", "-tutf-8", "cesu"]), "\u{1F600}!".as_bytes());
    assert_eq!(to(&["-fcesu-8", "-tutf-7", "cesu"]), b"+2D3eAA!");
    assert_eq!(to(&["-fcesu-8", "-tmutf-8", "cesu"]), b"\xED\xA0\xBD\xED\xB8\x80!");
    assert_eq!(to(&["-fcesu-8", "-tucs-2be", "--policy=replace", "cesu"]), b"\xFF\xFD\0!");
    assert_eq!(to(&["-flatin1", "-tutf-8", "l1"]), b"\xC2\x80");
    assert_eq!(to(&["-flatin1", "-tutf-8", "--labels=whatwg", "l1"]), "\u{20AC}".as_bytes());
    assert_eq!(to(&["-ftext/plain; charset=cp1252", "-tutf-8", "l1"]), "\u{20AC}".as_bytes());
    // Encoded pairs are no WTF-8, but for who is lenient.
    assert_eq!(convert(&files, &["-fwtf-8", "-tutf-8", "cesu"]).status.code(), Some(1));
    assert_eq!(to(&["-fwtf-8", "-tutf-8", "--lenient", "cesu"]), "\u{1F600}!".as_bytes());
}

#[test]
fn old_text_without_hangul() {
    let files = folder(&[("ko", "한국어 text".as_bytes()), ("en", b"text"), ("none", b"")]);
    let old = ["-futf-8", "-tunicode-1-1-utf-8"];
    let (found, bytes) = (convert(&files, &[&old[..], &["en"]].concat()), b"text");
    let said = "placemat: the text has no Hangul: it is the same in utf-8, and should be labelled \
        as that (RFC 2279, section 5)\n";
    assert_eq!((found.status.code(), &found.stdout[..]), (Some(0), &bytes[..]));
    assert_eq!(String::from_utf8(found.stderr).unwrap(), said);
    assert_eq!(converted(&files, &[&old[..], &["en", "ko"]].concat())[..4], *b"text");
    assert_eq!(converted(&files, &[&old[..], &["none"]].concat()), b"");
    // One of those that Unicode 2.0 has added is none.
    assert_eq!(convert(&files, &["-futf-8", "-tlatin1", "-c", "ko"]).stderr, b"");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    #[test]
    fn permissions_stay_and_links_are_followed() {
        let files = folder(&[("in", b"new"), ("deep/real", b"old")]);
        let at = |name: &str| files.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::set_permissions(at("deep/real"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("deep/link", at("link")).unwrap();
        symlink("real", at("deep/link")).unwrap();
        symlink("deep/fresh", at("dangling")).unwrap();
        converted(&files, &["-fl1", "-tutf8", "-olink", "in"]);
        converted(&files, &["-fl1", "-tutf8", "-odangling", "in"]);
        for (link, real) in [("link", "deep/real"), ("dangling", "deep/fresh")] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
            assert!(fs::symlink_metadata(at(real)).unwrap().is_file());
            assert_eq!(fs::read(at(real)).unwrap(), b"new");
        }
        assert_eq!(mode("deep/real"), 0o640);
        // A new file has the permissions that any new file has.
        assert_eq!(mode("deep/fresh"), mode("in"));
        symlink("loop", at("loop")).unwrap();
        assert_eq!(convert(&files, &["-fl1", "-tutf8", "-oloop", "in"]).status.code(), Some(2));
    }

    #[test]
    fn devices_and_pipes_are_written_to() {
        let files = folder(&[("in", b"a\xE9")]);
        assert_eq!(converted(&files, &["-fl1", "-tutf8", "-o/dev/null", "in"]), b"");
        assert_eq!(converted(&files, &["-fl1", "-tutf8", "-o/dev/stdout", "in"]), "aé".as_bytes());
        let fifo = files.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let child = placemat(&["convert", "-fl1", "-tutf8", "-ofifo", "in"]).folder(&files).spawn();
        assert_eq!(fs::read(&fifo).unwrap(), "aé".as_bytes());
        assert!(child.wait_with_output().unwrap().status.success());
        if fs::metadata("/dev/full").is_ok() {
            let output = convert(&files, &["-fl1", "-tutf8", "-o/dev/full", "in"]);
            assert_eq!(output.status.code(), Some(2));
            assert!(output.stderr.starts_with(b"placemat: /dev/full: "));
        }
    }

    #[test]
    fn a_file_is_not_appended_to_itself() {
        let files = folder(&[("a", b"text")]);
        let path = files.path().join("a");
        let append = || fs::File::options().append(true).open(&path).unwrap();
        for args in [&["a"][..], &["-"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
            command.args(["convert", "-futf8", "-tutf8"]).args(args).current_dir(files.path());
            command.stdin(fs::File::open(&path).unwrap()).stdout(append());
            assert_eq!(command.output().unwrap().status.code(), Some(2));
            assert_eq!(fs::read(&path).unwrap(), b"text");
        }
    }

    #[test]
    fn a_reader_that_goes_away() {
        let files = folder(&[("a", &b"text\n".repeat(1_000_000))]);
        let mut child = placemat(&["convert", "-futf8", "-tutf16", "a"]).folder(&files).spawn();
        child.stdout.take().unwrap().read_exact(&mut [0; 100]).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), &*said), (Some(0), ""));
    }

    #[test]
    fn what_is_read_is_written_at_once() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(["convert", "-fl1", "-tutf8"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        for _ in 0..3 {
            to.write_all(b"\xE9").unwrap();
            let mut answer = [0; 2];
            from.read_exact(&mut answer).unwrap();
            assert_eq!(answer, *b"\xC3\xA9");
        }
        drop(to);
        assert!(child.wait().unwrap().success());
    }

    /// Python's codecs, where there is Python.
    #[test]
    fn results_are_those_of_python() {
        const NAMES: [&str; 6] =
            ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "latin-1"];
        let text = "plain\r\nnaïve Ω 日本語 😀\u{FEFF}\u{10FFFF}\0ÿ".repeat(50);
        let files = folder(&[("text", text.as_bytes())]);
        let script = "import sys\nfor n in sys.argv[1:]:\n    \
            t = open('text', encoding='utf-8', newline='').read()\n    \
            open(n, 'wb').write(t.encode(n, 'replace'))";
        let mut python = Command::new("python3");
        python.arg("-c").arg(script).args(NAMES).current_dir(files.path());
        match python.status() {
            Ok(status) => assert!(status.success()),
            Err(_) => {
                assert!(std::env::var_os("CI").is_none(), "continuous integration has python3");
                return eprintln!("skipped: python3 is not installed");
            }
        }
        for from in &NAMES[..5] {
            for to in NAMES {
                let ours = converted(&files, &["-f", from, "-t", to, "--policy", "replace", from]);
                assert!(ours == fs::read(files.path().join(to)).unwrap(), "{from} to {to}");
            }
        }
    }
}

/// Found by a user: a signature was written before the input was known to be there.
#[test]
fn nothing_is_written_before_something_is_read() {
    let files = folder(&[("d/a", b"fine"), ("b", b"fine")]);
    for input in ["missing", "d"] {
        for to in ["utf-16", "utf-32"] {
            let args = ["convert", "-futf-8", "-t", to, input, "b"];
            let run = placemat(&args).folder(&files).run();
            assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
            let run = placemat(&["convert", "-futf-8", "--bom=add", "-tutf-8", input]);
            let run = run.folder(&files).run();
            assert_eq!((run.code, &*run.stdout), (2, ""), "{run:?}");
        }
    }
}
