//! `placemat convert` of files that are converted each alone: `--in-place`, and `-o DIR/`.

use crate::common::{Run, folder, leftovers, placemat};
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path};
use tempfile::TempDir;

const FROM_1252: [&str; 4] = ["convert", "-f=windows-1252", "-t=utf-8", "-i"];

fn run(files: &TempDir, args: &[&str]) -> Run {
    placemat(args).folder(files).run()
}

fn bytes(files: &TempDir, name: &str) -> Vec<u8> {
    fs::read(files.path().join(name)).unwrap()
}

/// All files below a folder, by their names.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                    names.push(name.replace(MAIN_SEPARATOR_STR, "/"));
                }
            }
        }
    }
    names.sort();
    names
}

#[test]
fn folders_in_place() {
    let files = folder(&[
        ("a", b"caf\xE9\n"),
        ("d/e/b", b"\x80 5\n"),
        ("d/ascii", b"fine\n"),
        ("d/.hidden", b"\xE9"),
        ("d/logo.png", b"\x89PNG\r\n\x1A\n\0\0\0\xE9"),
        (".ignore", b"left\n"),
        ("left", b"\xE9"),
    ]);
    let [ascii, changed] = ["d/ascii", "a"].map(|name| files.path().join(name));
    #[cfg(unix)]
    let state = |path: &Path| std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).unwrap());
    #[cfg(windows)]
    let state = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let before = [state(&ascii), state(&changed)];
    let told = run(&files, &[&FROM_1252[..], &["."]].concat());
    assert_eq!((told.code, &*told.stdout), (0, ""));
    assert_eq!(told.stderr, "placemat: left alone, because it looks like no text: ./d/logo.png\n");
    assert_eq!(bytes(&files, "a"), "café\n".as_bytes());
    assert_eq!(bytes(&files, "d/e/b"), "€ 5\n".as_bytes());
    assert_eq!(bytes(&files, "d/.hidden"), b"\xE9");
    assert_eq!(bytes(&files, "left"), b"\xE9");
    // What does not change is not replaced, and nothing else comes into being.
    assert_eq!(state(&ascii), before[0]);
    assert_ne!(state(&changed), before[1]);
    assert_eq!(names(files.path()).len(), 7);
    assert!(leftovers(files.path()).is_empty());

    // Nothing is converted twice.
    let again = run(&files, &[&FROM_1252[..], &["."]].concat());
    assert_eq!(again.code, 0);
    assert!(
        again.stderr.contains("utf-8 already, and not read as windows-1252: ./a, ./d/e/b "),
        "{}",
        again.stderr
    );
    assert_eq!(bytes(&files, "a"), "café\n".as_bytes());
    let named = run(&files, &[&FROM_1252[..], &["a"]].concat());
    assert_eq!((named.code, bytes(&files, "a")), (0, "café\n".as_bytes().to_vec()));
}

/// Any bytes are text in UTF-16, and in EBCDIC: what is found and does not look like it stays, and so does what is
/// UTF-8 already.
#[test]
fn what_reads_anything_is_held_back() {
    let others: [(&str, &[u8]); 5] = [
        ("ascii", b"{\"n\": 12345}\n\n"),
        ("utf8", "résumé of 2\n".as_bytes()),
        ("latin1", b"caf\xE9 \xE9t\xE9\n"),
        ("logo.png", b"\x89PNG\r\n\x1A\n\0\0"),
        ("be", b"\0h\0i\0\n"),
    ];
    let wide: &[u8] = b"\xFF\xFEh\0i\0\n\0";
    let files = folder(&[&others[..], &[("wide", wide)]].concat());
    for (from, becomes) in [("utf-16le", "\u{FEFF}hi\n"), ("utf-16", "hi\n"), ("ucs-2", "hi\n")] {
        std::fs::write(files.path().join("wide"), wide).unwrap();
        std::fs::write(files.path().join("be"), others[4].1).unwrap();
        // The second run finds nothing to do.
        for _ in 0..2 {
            let told = run(&files, &["convert", "-f", from, "-t=utf-8", "-i", "."]);
            assert_eq!(told.code, 0, "{told:?}");
            let alone = format!("left alone, because it looks like no {from}: ");
            assert!(told.stderr.contains(&alone), "{}", told.stderr);
            assert!(told.stderr.contains("utf-8 already"), "{}", told.stderr);
            assert_eq!(bytes(&files, "wide"), becomes.as_bytes(), "{from}");
        }
        for (name, text) in &others[..4] {
            assert_eq!(bytes(&files, name), *text, "{from}: {name}");
        }
        let be = if from == "utf-16le" { others[4].1 } else { b"hi\n" };
        assert_eq!(bytes(&files, "be"), be, "{from}");
    }
    // Text with something odd in it is text all the same.
    let lines = "2024-01-01 start\r\n".repeat(50);
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let odd = [
        ("mark", wide(&format!("{lines}\u{1A}"))),
        ("cut", wide(&lines)[..2 * lines.len() - 1].to_vec()),
        ("escapes", wide(&lines.replace("start", "\u{1B}[31mstart\u{1B}[m"))),
        ("lone", [&wide(&lines)[..], b"\0\xD8", &wide(&lines)].concat()),
        ("chinese", wide(&"今天天气很好，我们一起去公园散步吧".repeat(300))),
    ];
    let odd: Vec<(&str, &[u8])> = odd.iter().map(|(name, text)| (*name, &text[..])).collect();
    let of_odd = folder(&odd);
    let args = ["convert", "-f=utf-16le", "-t=utf-8", "--policy=replace", "-o=out/", "."];
    let told = run(&of_odd, &args);
    assert_eq!(told.code, 0, "{told:?}");
    for (name, _) in odd {
        assert!(of_odd.path().join("out").join(name).is_file(), "{name}: {}", told.stderr);
    }
    // What is named is meant, but not twice.
    let told = run(&files, &["convert", "-f=utf-16le", "-t=utf-8", "-i", "ascii"]);
    assert!(told.stderr.contains("utf-8 already"), "{}", told.stderr);
    let told = run(&files, &["convert", "-f=ibm1047", "-t=utf-8", "-i", "ascii", "latin1"]);
    assert!(told.stderr.contains("not read as ibm1047: ascii ("), "{}", told.stderr);
    assert_eq!(bytes(&files, "ascii"), others[0].1);
    std::fs::write(files.path().join("wide"), wide("你好世界")).unwrap();
    std::fs::write(files.path().join("dashes"), b"\x60\x60\x60\x60\x25").unwrap();
    assert_eq!(run(&files, &["convert", "-f=utf-16le", "-t=utf-8", "-i", "wide"]), Run::quiet(0));
    assert_eq!(bytes(&files, "wide"), "你好世界".as_bytes());
    assert_eq!(run(&files, &["convert", "-f=ibm037", "-t=utf-8", "-i", "dashes"]), Run::quiet(0));
    assert_eq!(bytes(&files, "dashes"), b"----\n");
    assert_ne!(bytes(&files, "latin1"), others[2].1);
}

#[test]
fn folders_below_another_folder() {
    let files = folder(&[
        ("d/a", b"caf\xE9\n"),
        ("d/e/b", b"plain\n"),
        ("d/e/c", "é already\n".as_bytes()),
        ("f", b"\x93\xFA\n"),
    ]);
    let args = ["convert", "-f=windows-1252", "-t=utf-8", "-o=new/deep/", "."];
    let told = run(&files, &args);
    assert_eq!((told.code, &*told.stdout), (0, ""));
    assert!(told.stderr.starts_with("placemat: utf-8 already"), "{}", told.stderr);
    let new = files.path().join("new/deep");
    assert_eq!(names(&new), ["d/a", "d/e/b", "d/e/c", "f"]);
    assert_eq!(bytes(&files, "new/deep/d/a"), "café\n".as_bytes());
    assert_eq!(bytes(&files, "new/deep/d/e/c"), "é already\n".as_bytes());
    assert_eq!(bytes(&files, "new/deep/f"), "“ú\n".as_bytes());
    assert_eq!(bytes(&files, "d/a"), b"caf\xE9\n");
    // What is written is no input of the next run.
    let again = run(&files, &args);
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(names(&new), ["d/a", "d/e/b", "d/e/c", "f"]);

    // Nothing is written outside, and nothing twice.
    let up = ["convert", "-f=latin1", "-t=utf-8", "-o=out/", "../f"];
    let device: &[&str] = if cfg!(unix) { &["/dev/null"] } else { &[] };
    let told = placemat(&[&up, device].concat()).in_folder(&files.path().join("d")).run();
    if cfg!(unix) {
        assert_eq!(told.code, 2);
        let why = "placemat: /dev/null: not a regular file, so it is not converted alone\n";
        assert_eq!(told.stderr, why);
    } else {
        assert_eq!(told, Run::quiet(0));
    }
    assert_eq!(names(&files.path().join("d/out")), ["f"]);
    let told = run(&files, &["convert", "-f=latin1", "-t=utf-8", "-o=out/", "f", "./f", "d/../f"]);
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("another input is written to out/f already"), "{}", told.stderr);
}

#[test]
fn a_file_with_an_error_is_left_and_the_others_are_not() {
    let files = folder(&[("a", b"\x93\xFA"), ("b", b"ok\n\x93"), ("c", b"\x96\x7B")]);
    for threads in ["1", "8"] {
        let args = ["convert", "-f=shift_jis", "-t=utf-8", "-o=out/", "-j", threads, "--stats"];
        let told = run(&files, &[&args[..], &["a", "b", "c", "missing"]].concat());
        assert_eq!(told.code, 2);
        let lines: Vec<&str> = told.stderr.lines().collect();
        assert!(lines[0].starts_with("placemat: b:2:1: 93 at offset 3"), "{lines:?}");
        assert_eq!(lines[2], "placemat: missing: No such file or directory");
        let stats = "2 inputs, 4 bytes read, 6 bytes written, 0 malformed, 0 unmappable";
        assert!(lines[3].ends_with(stats), "{lines:?}");
        assert_eq!(names(&files.path().join("out")), ["a", "c"]);
    }
    let told = run(&files, &["convert", "-f=shift_jis", "-t=utf-8", "-i", "."]);
    assert_eq!(told.code, 1);
    assert_eq!(
        [bytes(&files, "a"), bytes(&files, "b"), bytes(&files, "c")],
        ["日".as_bytes(), b"ok\n\x93", "本".as_bytes()]
    );
    assert!(leftovers(files.path()).is_empty());
}

#[test]
fn old_files_are_kept_where_a_policy_changed_text_or_if_that_is_asked_for() {
    let text: &[(&str, &[u8])] =
        &[("lost", "5 €\n".as_bytes()), ("fine", "é\n".as_bytes()), ("plain", b"a\n")];
    let to_latin1 = ["convert", "-f=utf-8", "-t=latin1", "--policy=replace"];
    for (option, kept) in [
        (&["-i"][..], &["lost.orig"][..]),
        (&["-i.bak"], &["fine.bak", "lost.bak"]),
        (&["--in-place=~"], &["fine~", "lost~"]),
        (&["-i", "--no-backup"], &[]),
    ] {
        let files = folder(text);
        let told = run(&files, &[&to_latin1, option, &["."]].concat());
        let said = if option == ["-i"] {
            "placemat: ./lost: the old file is kept as ./lost.orig\n"
        } else {
            ""
        };
        assert_eq!((told.code, &*told.stderr), (0, said), "{option:?}");
        assert_eq!([bytes(&files, "lost"), bytes(&files, "fine")], [&b"5 ?\n"[..], b"\xE9\n"]);
        let mut expected: Vec<&str> =
            ["fine", "lost", "plain"].into_iter().chain(kept.iter().copied()).collect();
        expected.sort_unstable();
        assert_eq!(names(files.path()), expected, "{option:?}");
    }
    // A backup is not overwritten, and not converted.
    let files = folder(text);
    fs::write(files.path().join("lost.orig"), "€").unwrap();
    let told = run(&files, &[&to_latin1[..], &["-i", "."]].concat());
    assert_eq!(told.code, 2);
    assert!(told.stderr.contains("lost.orig: it exists"), "{}", told.stderr);
    assert_eq!(
        [bytes(&files, "lost"), bytes(&files, "lost.orig")],
        ["5 €\n", "€"].map(str::as_bytes)
    );
}

#[cfg(windows)]
#[test]
fn attributes_are_kept() {
    use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
    const HIDDEN: u32 = 2;
    let files = folder(&[]);
    let path = files.path().join("a");
    let mut file = fs::OpenOptions::new();
    let file = file.write(true).create_new(true).attributes(HIDDEN).open(&path);
    std::io::Write::write_all(&mut file.unwrap(), b"\xE9").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().file_attributes() & HIDDEN, HIDDEN);
    assert_eq!(run(&files, &[&FROM_1252[..], &["a"]].concat()), Run::quiet(0));
    assert_eq!(bytes(&files, "a"), "é".as_bytes());
    assert_eq!(fs::metadata(&path).unwrap().file_attributes() & HIDDEN, HIDDEN);
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_and_links_are_not_followed_where_they_are_found() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let files = folder(&[("d/a", b"\xE9"), ("target", b"\xE9")]);
    fs::set_permissions(files.path().join("d/a"), fs::Permissions::from_mode(0o750)).unwrap();
    symlink("../target", files.path().join("d/link")).unwrap();
    let mode = |name| fs::metadata(files.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(run(&files, &[&FROM_1252[..], &["d"]].concat()), Run::quiet(0));
    assert_eq!((bytes(&files, "d/a"), mode("d/a")), ("é".as_bytes().to_vec(), 0o750));
    assert_eq!(bytes(&files, "target"), b"\xE9");
    assert_eq!(run(&files, &[&FROM_1252[..], &["d/link"]].concat()), Run::quiet(0));
    assert_eq!(bytes(&files, "target"), "é".as_bytes());
    assert!(files.path().join("d/link").is_symlink());
}

#[test]
fn signatures_and_ends_of_lines_are_those_of_each_file() {
    let files = folder(&[("a", b"\xFF\xFEa\0\n\0"), ("b", b"\xFE\xFF\0b\0\n"), ("empty", b"")]);
    let args = ["convert", "-f=utf-16", "-t=utf-8", "--eol=crlf", "--bom=add", "-i", "."];
    assert_eq!(run(&files, &args), Run::quiet(0));
    for (name, text) in [("a", "\u{FEFF}a\r\n"), ("b", "\u{FEFF}b\r\n"), ("empty", "\u{FEFF}")] {
        assert_eq!(String::from_utf8(bytes(&files, name)).unwrap(), text, "{name}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_changes() {
    let files = folder(&[("d/a", b"\xE9")]);
    let refused = |args: &[&str], why: &str| {
        let args = [&["convert", "-f=latin1", "-t=utf-8"], args].concat();
        let told = placemat(&args).folder(&files).stdin(b"").run();
        assert_eq!((told.code, &*told.stdout), (2, ""), "{args:?}");
        assert!(told.stderr.contains(why), "{args:?}: {}", told.stderr);
    };
    refused(&["-i"], "needs the names of files or folders");
    refused(&["-i", "-"], "standard input cannot be replaced");
    refused(&["-i", "-o", "x/", "d"], "cannot be used with");
    refused(&["--no-backup", "d/a"], "--in-place");
    refused(&["-i.bak", "--no-backup", "d"], "--no-backup keeps no file");
    refused(&["-i", ".bak", "d"], "-i.bak");
    refused(&["d"], "a folder does not go into one output");
    refused(&["-o", "x", "d"], "a folder does not go into one output");
    refused(&["-o", "x/"], "needs the names");
    refused(&["-o", "x/", "-"], "needs the names");
    refused(&["--hidden", "d/a"], "--in-place and -o DIR/");
    refused(&["-o", "d/a/", "d/a"], "");
    refused(&["-o", "d/", "d"], "d is where the new files would go");
    refused(&["-i", "missing", "d/a"], "missing: No such file or directory; nothing was changed");
    assert_eq!(bytes(&files, "d/a"), b"\xE9");
    assert_eq!(names(files.path()), ["d/a"]);
}

/// A shell of Windows closes no stream.
#[cfg(unix)]
#[test]
fn nobody_hears_and_nothing_is_lost() {
    let files = folder(&[("a", b"\xE9"), ("b", b"\xE9")]);
    let mut command = std::process::Command::new("sh");
    let script = r#""$0" "$@" <&- >&- 2>&-"#;
    let status = command
        .args(["-c", script, env!("CARGO_BIN_EXE_placemat")])
        .args([&FROM_1252[..], &["."]].concat())
        .current_dir(files.path())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!([bytes(&files, "a"), bytes(&files, "b")], ["é"; 2].map(str::as_bytes));
}

/// Windows limits no process so.
#[cfg(unix)]
#[test]
fn few_descriptors_are_enough() {
    let text = "é\n".repeat(40_000);
    let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let files = tempfile::tempdir().unwrap();
    for number in 0..60 {
        fs::write(files.path().join(format!("{number:02}")), &latin1).unwrap();
    }
    let script = r#"ulimit -n 16; exec "$0" "$@""#;
    for target in ["-o=out/", "-i"] {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_placemat"), "convert"]);
        command.args(["-f=latin1", "-t=utf-8", "-j=12", target, "."]);
        let output = command.current_dir(files.path()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), &*told), (Some(0), ""), "{target}");
        if target == "-o=out/" {
            assert_eq!(bytes(&files, "out/07"), text.as_bytes());
            fs::remove_dir_all(files.path().join("out")).unwrap();
        }
    }
    assert_eq!((bytes(&files, "59"), names(files.path()).len()), (text.into_bytes(), 60));
}

/// What was converted is not to be converted again, by whatever name it is met.
#[test]
fn a_file_with_several_names_is_converted_once() {
    for inputs in [&["d", "d/a"][..], &["d/a", "./d/a"], &["d/a", "d"], &[".", "d"]] {
        for threads in ["-j1", "-j4"] {
            let files = folder(&[("d/a", b"caf\xE9\n"), ("d/b", b"fine\n")]);
            let args = ["convert", "-f=latin1", "-t=cesu-8", threads, "-i"];
            let run = placemat(&[&args, inputs].concat()).folder(&files).run();
            assert_eq!(run, Run::quiet(0), "{inputs:?}");
            assert_eq!(bytes(&files, "d/a"), "café\n".as_bytes(), "{inputs:?}");
            assert!(leftovers(&files.path().join("d")).is_empty());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_is_no_second_file() {
    let files = folder(&[("a", b"caf\xE9\n")]);
    std::os::unix::fs::symlink("a", files.path().join("link")).unwrap();
    for inputs in [&["link", "a"][..], &["-L", "."]] {
        fs::write(files.path().join("a"), b"caf\xE9\n").unwrap();
        let args = ["convert", "-f=latin1", "-t=utf-16le", "-j1", "-i"];
        let run = placemat(&[&args, inputs].concat()).folder(&files).run();
        assert_eq!(run, Run::quiet(0), "{inputs:?}");
        assert_eq!(bytes(&files, "a"), b"c\0a\0f\0\xE9\0\n\0", "{inputs:?}");
    }
}

#[test]
fn what_is_utf_8_in_part_is_told() {
    let french = b"\xABVRAI \xC9\xBB, d\xE9j\xE0 \xE9t\xE9 l\xE0 o\xF9 \xE7a\n";
    let files = folder(&[("mixed", b"new: caf\xC3\xA9\nold: caf\xE9\n"), ("french", french)]);
    let run = placemat(&[&FROM_1252[..], &["."]].concat()).folder(&files).run();
    let told = "placemat: ./mixed: some of it looks like UTF-8 already, and is encoded twice now";
    assert_eq!((run.code, run.stderr.matches("encoded twice").count()), (0, 1), "{run:?}");
    assert!(run.stderr.contains(told), "{run:?}");
    // As it says.
    let run = placemat(&["fix", "--mojibake", "-i", "mixed"]).folder(&files).run();
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(bytes(&files, "mixed"), "new: café\nold: café\n".as_bytes());
}

/// Quotes and spaces of typography behind a letter are well-formed at times, as letters that nobody wrote.
#[test]
fn what_is_utf_8_by_chance_is_not_told() {
    let files = folder(&[
        ("german", b"\x84Viel Spa\xDF\x93, rief er.\n"),
        ("inwards", b"\xBBGru\xDF\xAB\n"),
        ("french", b"\xAB\xA0Libert\xE9\xA0\xBB, dit-elle.\n"),
        ("capitals", b"\x93CAF\xC9\x94\n"),
    ]);
    let run = placemat(&[&FROM_1252[..], &["."]].concat()).folder(&files).run();
    assert_eq!((run.code, &*run.stderr), (0, ""), "{run:?}");
}

/// What is not of western Europe, too, and in front of the first error.
#[test]
fn what_is_utf_8_in_the_most_part_is_told() {
    let large = ["café\n".repeat(100_000).as_bytes(), &b"caf\xE9 ol\xE9\n".repeat(10_000)].concat();
    let files = folder(&[
        ("large", &large),
        ("russian", &["Привет\n".as_bytes(), b"caf\xE9\n"].concat()),
        ("emoji", &["😀\n".as_bytes(), b"caf\xE9\n"].concat()),
    ]);
    let run = placemat(&[&FROM_1252[..], &["."]].concat()).folder(&files).run();
    assert_eq!((run.code, run.stderr.matches("encoded twice").count()), (0, 3), "{run:?}");
}
