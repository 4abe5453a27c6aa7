//! What goes wrong, and what means harm.

use crate::common::{Run, folder, placemat};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

/// Names that would move the cursor, end a line, or break out of a format.
const HOSTILE: [&[u8]; 6] = [
    b"new\nline: 1:1",
    b"esc\x1B[31m\x1B]0;title\x07",
    "bidi\u{202E}txt\u{200B}".as_bytes(),
    b"na\xEFve\xFF",
    b"\"},{\"a\":\"",
    b"::error file=x,line=1::%0A##[error]",
];

fn hostile() -> tempfile::TempDir {
    let files = folder(&[]);
    for name in HOSTILE {
        fs::write(
            files.path().join(OsStr::from_bytes(name)),
            b"\x1B[2J \xC2\x9B\xFF\n::error::\xFE\n",
        )
        .unwrap();
    }
    files
}

#[test]
fn nothing_hostile_is_printed() {
    let files = hostile();
    for format in ["text", "json", "sarif", "github"] {
        let format = format!("--format={format}");
        let run = placemat(&["check", "--stats", &format]).folder(&files).run();
        assert_eq!(run.code, 1);
        let bad = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{200B}'..='\u{202E}'));
        assert!(!run.stdout.contains(bad), "{format}: {}", run.stdout);
    }
}

#[test]
fn nothing_breaks_out() {
    let files = hostile();
    let report = |format: &str| placemat(&["check", format]).folder(&files).run().stdout;

    let json = report("--format=json");
    let values: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), 2 * HOSTILE.len() + 1);
    let mut names: Vec<Vec<u8>> = values
        .iter()
        .filter(|value| value["type"] == "error")
        .map(|value| match &value["path_bytes"] {
            Value::String(hex) => {
                let digits = hex.as_bytes().chunks(2).map(|two| str::from_utf8(two).unwrap());
                digits.map(|two| u8::from_str_radix(two, 16).unwrap()).collect()
            }
            _ => value["path"].as_str().unwrap().as_bytes().to_vec(),
        })
        .collect();
    names.dedup();
    let mut expected = HOSTILE.map(<[u8]>::to_vec);
    expected.sort();
    assert_eq!(names, expected);

    let sarif: Value = serde_json::from_str(&report("--format=sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2 * HOSTILE.len());
    for result in results {
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
        assert!(uri.as_str().unwrap().chars().all(plain), "{uri}");
    }

    for line in report("--format=github").lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::notice title="), "{line}");
    }
    let text = report("--format=text");
    let places = text.lines().filter(|line| line.contains(": F") && !line.starts_with(' '));
    assert_eq!(places.count(), 2 * HOSTILE.len(), "{text}");
}

#[test]
fn names_go_to_programs_as_they_are() {
    let files = hostile();
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    let output = command.args(["check", "-l0", "."]).current_dir(files.path()).output().unwrap();
    let mut names: Vec<_> =
        output.stdout.split(|&byte| byte == 0).filter(|n| !n.is_empty()).collect();
    names.sort();
    let mut expected = HOSTILE.map(|name| [b"./", name].concat());
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn a_reader_that_goes_away() {
    let files = folder(&[("a", &b"\xFF text\n".repeat(100_000))]);
    for format in ["--format=text", "--format=json", "--format=sarif", "--format=github"] {
        let mut child = placemat(&["check", "--all", format]).folder(&files).spawn();
        let mut start = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{format}");
        assert_eq!(child.wait().unwrap().code(), Some(1), "{format}");
    }
}

#[test]
fn a_full_disk_is_trouble() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let files = folder(&[("a", b"\xFF")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    let output =
        command.args(["check", "a"]).current_dir(files.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"placemat: standard output: No space left on device\n");
}

#[test]
fn fifos_and_devices() {
    let files = folder(&[("a", b"fine")]);
    let fifo = files.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // Found, it is not read: nobody might ever write to it.
    let run = placemat(&["check"]).folder(&files).run();
    let said = "Skipped 1 FIFO, socket or device: fifo.\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, said));
    // Named, it is.
    let child = placemat(&["check", "fifo"]).folder(&files).spawn();
    let mut writer = File::options().write(true).open(&fifo).unwrap();
    for part in [&b"caf"[..], b"\xC3", b"\xA9 \xE2", b"\x82", b"\n"] {
        writer.write_all(part).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    drop(writer);
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.starts_with("fifo:1:7: E2 82 begin a 3-byte sequence, but 0A"), "{report}");
    assert_eq!(placemat(&["check", "/dev/null"]).run(), Run::quiet(0));
}

#[test]
fn links() {
    let files = folder(&[("sub/a", b"\xFF"), ("outside", b"\xFE")]);
    let path = |name: &str| files.path().join(name);
    symlink("nowhere", path("sub/broken")).unwrap();
    symlink(".", path("sub/loop")).unwrap();
    symlink("../outside", path("sub/file")).unwrap();
    symlink("sub", path("folder")).unwrap();
    let run = |args: &[&str]| placemat(&[&["check", "-l"], args].concat()).folder(&files).run();
    assert_eq!(run(&["sub"]), Run { stdout: "sub/a\n".to_owned(), ..Run::quiet(1) });
    // Named, a link is followed.
    assert_eq!(run(&["folder"]).stdout, "folder/a\n");
    assert_eq!(run(&["sub/file"]).stdout, "sub/file\n");
    let broken = run(&["sub/broken"]);
    assert_eq!(broken.code, 2);
    assert_eq!(broken.stderr, "placemat: sub/broken: No such file or directory\n");
    // All are; a loop is told, and is no trouble.
    fs::remove_file(path("sub/broken")).unwrap();
    let followed = run(&["--follow", "sub"]);
    assert_eq!(followed.stdout, "sub/a\nsub/file\n");
    assert!(
        followed.stderr.contains("sub/loop: a link to a folder above it"),
        "{}",
        followed.stderr
    );
    assert_eq!(followed.code, 1);
}

#[test]
fn what_may_not_be_read() {
    let files = folder(&[("locked/a", b"\xFF"), ("secret", b"\xFF"), ("z", b"\xFF")]);
    let lock = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock("locked", 0);
    lock("secret", 0);
    if File::open(files.path().join("secret")).is_ok() {
        println!("skipped: this user may read everything");
    } else {
        let run = placemat(&["check", "-l"]).folder(&files).run();
        assert_eq!((run.code, run.stdout.as_str()), (2, "z\n"));
        let said = "placemat: locked: Permission denied\nplacemat: secret: Permission denied\n";
        assert_eq!(run.stderr.replace("./", ""), said);
    }
    lock("locked", 0o700);
}

#[test]
fn a_sparse_file_of_100_gigabytes() {
    let files = folder(&[]);
    let path = files.path().join("sparse");
    let mut file = File::create(&path).unwrap();
    if file.set_len(100_000_000_000).is_err() {
        println!("skipped: no files of that size here");
        return;
    }
    file.write_all(b"start\n").unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"\xE9 end", 99_999_999_000).unwrap();
    drop(file);
    let run = placemat(&["check", "--format=json", "sparse"]).folder(&files).run();
    let error: Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(error["offset"], 99_999_999_000_u64);
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &99_999_998_995_u64.into()));
    assert_eq!(error["column_code_points"], 99_999_998_995_u64);
}

#[test]
fn little_memory_is_enough() {
    // 300 MB in one line, an error at its end, in an address space of 256 MiB.
    let script = r#"ulimit -v 262144; (head -c 300000000 /dev/zero | tr '\0' x; printf '\351\n') |
        "$0" check -j8 --format=json -"#;
    let output = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_placemat")]).output();
    let output = output.unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        report.contains(r#""offset":300000000,"length":1,"line":1,"column":300000001,"#),
        "{report}{said}"
    );
}

#[test]
fn deep_folders_and_a_path_that_is_not_utf_8() {
    let files = folder(&[]);
    let mut path = OsString::from(files.path());
    for _ in 0..60 {
        path.push("/f\u{e9}-");
        path.push(OsStr::from_bytes(b"\xE9"));
    }
    fs::create_dir_all(&path).unwrap();
    fs::write(OsString::from_iter([path.as_os_str(), OsStr::new("/a")]), b"\xFF").unwrap();
    let run = placemat(&["check"]).folder(&files).run();
    assert!(run.stdout.ends_with("/f\u{e9}-<E9>/a:1:1: FF never occurs in UTF-8\n  1 | <FF>\n    | ^^^^ offset 0\n1 error in 1 file, 1 byte.\n"), "{}", run.stdout);
    let uri = placemat(&["check", "--format=sarif"]).folder(&files).run().stdout;
    assert!(uri.contains("f%C3%A9-%E9/f%C3%A9-%E9/"));
}

#[test]
fn standard_input_that_cannot_be_read() {
    let files = folder(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    let folder = File::open(files.path()).unwrap();
    let output = command.args(["check", "-"]).stdin(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"placemat: <stdin>: Is a directory\n");
}
