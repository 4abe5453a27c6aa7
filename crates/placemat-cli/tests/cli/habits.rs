//! What people type who come from other tools: it works, or it is said what does.

use crate::common::{Run, folder, placemat};
use std::fs;

#[test]
fn names_that_are_no_encodings() {
    let said = |label: &str| {
        let told = placemat(&["convert", "-f", label, "-t", "utf-16"]).stdin(b"a").run();
        assert_eq!((told.code, &*told.stdout), (2, ""), "{label}");
        told.stderr
    };
    for label in ["ansi", "ANSI", "Windows-ANSI"] {
        assert!(said(label).contains("in western Europe that is windows-1252"), "{}", said(label));
        assert!(!said(label).contains("us-ascii"));
    }
    for label in ["utf-8-sig", "UTF-8-SIG", "utf-8-bom", "utf8-with-bom"] {
        let said = said(label);
        assert!(said.contains("that is utf-8; --bom add writes the signature"), "{said}");
    }
    // The same for every command that takes a name.
    let files = folder(&[("a", b"caf\xE9")]);
    for args in [&["check", "--as=ansi", "a"][..], &["fix", "--fallback=ansi", "a"]] {
        let told = placemat(args).folder(&files).run();
        assert!(told.code == 2 && told.stderr.contains("windows-1252"), "{told:?}");
    }
}

#[test]
fn ends_of_lines_are_converted_in_every_encoding() {
    let text = "one\r\ntwo\nthree\r\r\nfour\rfive \u{D0A}\u{A0D}\r\n";
    let files = folder(&[("in", text.as_bytes())]);
    for label in [
        "utf-8",
        "utf-16",
        "utf-16be",
        "utf-32le",
        "cesu-8",
        "utf-7",
        "utf-1",
        "gb18030",
        "bocu-1",
        "utf-ebcdic",
    ] {
        for (eol, expected) in [
            ("lf", "one\ntwo\nthree\nfour\rfive \u{D0A}\u{A0D}\n"),
            ("crlf", "one\r\ntwo\r\nthree\r\nfour\rfive \u{D0A}\u{A0D}\r\n"),
            ("keep", text),
        ] {
            let eol = format!("--eol={eol}");
            let to = ["convert", "-f", "utf-8", "-t", label, &eol, "-o", "out", "in"];
            assert_eq!(placemat(&to).folder(&files).run(), Run::quiet(0), "{label}");
            let back = ["convert", "-f", label, "-t", "utf-8", "-o", "back", "out"];
            assert_eq!(placemat(&back).folder(&files).run(), Run::quiet(0), "{label}");
            let back = fs::read_to_string(files.path().join("back")).unwrap();
            assert_eq!(back, expected, "{label} {eol}");
        }
    }
    // Inputs are one text: a line can end in the next of them.
    let files = folder(&[("a", b"x\r"), ("b", b"\ny\r")]);
    let run = placemat(&["convert", "-f=latin1", "-t=utf-8", "--eol=lf", "a", "b"]);
    assert_eq!(run.folder(&files).run().stdout, "x\ny\r");
    for args in [&["-t=utf-7-imap"][..], &["-t=scsu"], &["-t=modified-utf-8", "--framed"]] {
        let args = [&["convert", "-f=utf-8", "--eol=lf", "a"], args].concat();
        let told = placemat(&args).folder(&files).run();
        assert!(told.code == 2 && told.stderr.contains("--eol makes no sense"), "{told:?}");
    }
}

#[test]
fn a_signature_that_is_kept_is_told() {
    let files = folder(&[("in", b"\xFF\xFEa\0"), ("plain", b"a\0")]);
    let run =
        |args: &[&str]| placemat(&[&["convert", "-t=utf-8"], args].concat()).folder(&files).run();
    let told = run(&["-f=utf-16le", "in"]);
    assert_eq!((told.code, &*told.stdout), (0, "\u{FEFF}a"));
    assert_eq!(
        told.stderr,
        "placemat: in: its signature is kept as U+FEFF, because utf-16le names its byte order; \
         -f utf-16 or --bom remove leaves it out\n"
    );
    for args in [
        &["-f=utf-16", "in"][..],
        &["-f=utf-16le", "--bom=remove", "in"],
        &["-f=utf-16le", "plain"],
    ] {
        let told = run(args);
        assert_eq!((&*told.stdout, &*told.stderr), ("a", ""), "{args:?}");
    }
    // Who asks for it need not be told; and where it goes it may be wanted.
    assert_eq!(run(&["-f=utf-16le", "--bom=keep", "in"]).stderr, "");
    let again = ["convert", "-f=utf-16le", "-t=utf-16le", "-o=out", "in"];
    assert_eq!(placemat(&again).folder(&files).run(), Run::quiet(0));
}

#[test]
fn options_of_sed_iconv_and_dos2unix() {
    let files = folder(&[("a", b"caf\xE9\n")]);
    let run = |args: &[&str]| placemat(args).folder(&files).run();
    let told = run(&["convert", "--from-code=latin1", "--to-code=utf-8", "a"]);
    assert_eq!((told.code, &*told.stdout), (0, "café\n"));
    for (eol, expected) in [("dos", "café\r\n"), ("windows", "café\r\n"), ("unix", "café\n")] {
        let told = run(&["convert", "-f=latin1", "-t=utf-8", "--eol", eol, "a"]);
        assert_eq!((told.code, &*told.stdout), (0, expected), "{eol}");
    }
    assert_eq!(fs::read(files.path().join("a")).unwrap(), b"caf\xE9\n");
}

/// What is nearly right is not taken for something else, and what would be right is said.
#[test]
fn arguments_that_are_nearly_right() {
    let files = folder(&[("a", b"x;caf\xE9\n"), ("good.csv", b"x;y\n")]);
    for (args, said) in [
        (
            &["check", "--csv", ";", "a"][..],
            "placemat: ;: there is no such file. If it is what stands between",
        ),
        (&["check", "--csv", "tab", "a"], "--csv='tab'\n"),
        (&["check", "--csv", "\t", "a"], "--csv='tab'\n"),
        (&["fix", "--csv", "|", "--null-invalid", "a"], "--csv='|'\n"),
        (&["check", "--csv", "m", "a"], "placemat: m: No such file"),
        (&["check", "--jobs", "0", "a"], "a number from 1 on is meant"),
        (&["stats", "-j0", "a"], "a number from 1 on is meant"),
        (&["convert", "-flatin1", "-tutf-8", "-j", "x", "a"], "a number from 1 on is meant"),
        (&["explain", "--name=euro", "--most=0"], "a number from 1 on is meant"),
        (
            &["check", "--baseline", "a", "a"],
            "placemat: a: no report of `placemat check --format json --all`",
        ),
        (
            &["detect", "--hint-encoding=latin-7x", "a"],
            "placemat: no encoding is called \"latin-7x\"",
        ),
        (
            &["convert", "-fauto", "-tutf-8", "--hint-encoding=x", "a"],
            "placemat: no encoding is called",
        ),
        (&["man", "chek"], "placemat: no command is called \"chek\": "),
    ] {
        let told = placemat(args).folder(&files).run();
        assert!(told.code == 2 && told.stderr.contains(said), "{args:?}: {told:?}");
    }
    for args in
        [&["check", "--csv", "good.csv"][..], &["detect", "--hint-encoding=euc-tw", "good.csv"]]
    {
        assert_eq!(placemat(args).folder(&files).run().code, 0, "{args:?}");
    }
}

/// Every kind of trouble that the system has a number for.
#[test]
fn no_message_ends_in_a_number_of_the_system() {
    let files = folder(&[("d/a", b"fine"), ("a", b"caf\xE9\n"), ("file", b"")]);
    for line in [
        "check missing",
        "check file/x",
        "check --as=utf-16 missing",
        "convert -f=utf-8 -t=utf-16 missing",
        "convert -f=utf-8 -t=utf-16 d",
        "convert -f=latin1 -t=utf-8 -o=d a",
        "convert -f=latin1 -t=utf-8 -o=no/such a",
        "fix missing",
        "fix -o=d a",
        "fix -o=no/such a",
        "fix -i missing",
        "guard missing a",
        "guard d a",
        "guard a missing",
        "detect missing",
        "detect file/x",
        "explain missing",
        "explain d",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let told = placemat(&args).folder(&files).run();
        assert_eq!(told.code, 2, "{line}: {told:?}");
        assert!(told.stderr.starts_with("placemat: ") && told.stderr.ends_with('\n'), "{line}");
        let said = told.stdout + &told.stderr;
        assert!(!said.contains("os error"), "{line}: {said}");
    }
    #[cfg(unix)]
    for line in [
        "check a",
        "detect a",
        "explain a",
        "fix a",
        "encodings",
        "man",
        "guard --format=json d/a a",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_placemat"));
        let command = command.args(line.split(' ')).current_dir(files.path()).stdout(full);
        let said = String::from_utf8(command.output().unwrap().stderr).unwrap();
        assert!(said.contains("No space left") && !said.contains("os error"), "{line}: {said}");
    }
}

/// Runs the tool on a terminal, and lets it rest for longer than work may take unseen.
#[cfg(unix)]
const RESTING: &str = r#"
import os, pty, signal, subprocess, sys, time
ours, theirs = pty.openpty()
tool = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
time.sleep(0.02)
tool.send_signal(signal.SIGSTOP)
time.sleep(1.2)
tool.send_signal(signal.SIGCONT)
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
fn progress_of_a_file_of_known_size_says_how_much_is_left() {
    let files = folder(&[]);
    let big = fs::File::create(files.path().join("big")).unwrap();
    big.set_len(400_000_000).unwrap();
    for line in ["convert -f utf-8 -t utf-16 big", "fix --binary=fix big"] {
        let mut python = std::process::Command::new("python3");
        python.args(["-c", RESTING, env!("CARGO_BIN_EXE_placemat")]).args(line.split(' '));
        let Ok(output) = python.current_dir(files.path()).env("TERM", "xterm").output() else {
            assert!(std::env::var_os("CI").is_none(), "continuous integration has python3");
            return eprintln!("skipped: python3 is not installed");
        };
        assert!(output.status.success(), "{output:?}");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.contains(" % of 400.0 MB, ") && shown.contains(" left"), "{line}: {shown}");
    }
}

#[test]
fn a_signature_of_the_other_byte_order_is_told() {
    for (from, text, hint) in [
        ("utf-16le", &b"\xFE\xFF\0a"[..], "-f utf-16 goes"),
        ("utf-16be", b"\xFF\xFEa\0", "-f utf-16 goes"),
        ("utf-32be", b"\xFF\xFE\0\0", "-f utf-32 goes"),
    ] {
        let args = ["convert", "-f", from, "-t", "utf-8", "--policy", "replace"];
        let told = placemat(&args).stdin(text).run();
        assert!(told.stderr.contains("states the other byte order than"), "{told:?}");
        assert!(told.code == 0 && told.stderr.contains(hint), "{told:?}");
        let right = placemat(&["convert", "-f", &from[..6], "-t", "utf-8"]).stdin(text).run();
        assert_eq!((right.code, &*right.stderr), (0, ""));
    }
}

/// It is no standard stream, and a file of that name is hard to get rid of.
#[test]
fn a_dash_is_no_log_and_no_quarantine() {
    let files = folder(&[("a.csv", b"a,b\n1,\xE9\n")]);
    for args in [
        &["fix", "-i", "--policy=replace", "--log", "-", "a.csv"][..],
        &["convert", "-f=latin1", "-t=utf-8", "-i", "--log", "-", "a.csv"],
        &["fix", "--csv", "--quarantine", "-", "a.csv"],
    ] {
        let told = placemat(args).folder(&files).run();
        assert!(told.code == 2 && told.stderr.contains("needs the name of a file"), "{told:?}");
        assert_eq!(fs::read_dir(files.path()).unwrap().count(), 1);
    }
}
