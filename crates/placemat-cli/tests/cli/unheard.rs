//! Nobody listens, or nobody is there: full disks behind the standard streams, readers that
//! go away, no terminal or an odd one, locales that do not exist, FIFOs and devices.

use crate::common::{folder, placemat, sh_with_mounts, skipped};
use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TOOL: &str = env!("CARGO_BIN_EXE_placemat");

/// Commands that print, and their exit codes where all is well.
const COMMANDS: [(&str, i32); 17] = [
    ("check --all bad", 1),
    ("check --all --format=json bad", 1),
    ("check --all --format=sarif bad", 1),
    ("check --all --format=github bad", 1),
    ("fix -n bad", 1),
    ("fix --diff bad", 1),
    ("fix -n --report=json bad", 1),
    ("convert -f latin1 -t utf-8 bad", 0),
    ("guard --all old bad", 1),
    ("guard --all --format=json old bad", 1),
    ("detect bad", 0),
    ("explain --format=table bad", 1),
    ("explain --format=tsv bad", 1),
    ("explain --code-page bad", 0),
    ("encodings", 0),
    ("completions bash", 0),
    ("man", 0),
];

fn files() -> TempDir {
    let bad = "n\u{FFFD} \u{FFFD} Paris\n".repeat(3_000).into_bytes();
    let bad = [bad, b"caf\xE9 \n".repeat(3_000)].concat();
    let old = ["né à Paris\n".repeat(3_000).into_bytes(), b"caf\xE9 \n".repeat(3_000)].concat();
    folder(&[("bad", &bad), ("old", &old), ("a", b"caf\xE9\n"), ("b", b"caf\xE9\n")])
}

fn command(files: &TempDir, args: &str) -> Command {
    let mut command = Command::new(TOOL);
    command.args(args.split(' ')).current_dir(files.path()).stdin(Stdio::null());
    command
}

#[test]
fn a_full_disk_behind_standard_output() {
    let files = files();
    for (args, _) in COMMANDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&files, args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.contains("No space left on device"), "{args}: {said}");
    }
}

/// Found by this test: `eprintln!` panics there, and the second file was never mended. What
/// cannot be heard is told by the exit code.
#[test]
fn a_full_disk_behind_standard_error() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let files = files();
    fs::write(files.path().join("wide"), b"\xFF\xFEa\0").unwrap();
    for (args, code) in [
        ("check missing bad", 2),
        ("detect missing bad", 2),
        ("convert -t utf-16 missing", 2),
        ("convert -f latin1 -t utf-16 --stats bad", 2),
        ("convert -f utf-8 -t utf-16 bad", 2),
        ("guard missing bad", 2),
        ("explain missing", 2),
        ("check --nonsense", 2),
        ("guard --git HEAD", 2),
        ("fix -q -i --policy=replace --no-backup wide a wide b", 2),
    ] {
        let output = command(&files, args).stderr(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}");
    }
    for name in ["a", "b"] {
        assert_eq!(fs::read(files.path().join(name)).unwrap(), "caf\u{FFFD}\n".as_bytes());
    }
    let level = command(&files, "check a").env("PLACEMAT_LEVEL", "scalar").stderr(full()).status();
    assert_eq!(level.unwrap().code(), Some(2));
}

#[test]
fn readers_that_go_away() {
    let files = files();
    for (args, code) in COMMANDS {
        let mut child = command(&files, args);
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "", "{args}");
        // Who reads no further may not have waited for what would have been found.
        let found = output.status.code().unwrap();
        assert!(found == code || found == 0, "{args}: {found}");
    }
}

/// It is missed, as on a full disk.
#[test]
fn nothing_is_open() {
    let files = files();
    for (args, _) in COMMANDS {
        let script = format!(r#"exec "$0" {args} <&- >&- 2>&-"#);
        let mut shell = Command::new("sh");
        let status = shell.args(["-c", &script, TOOL]).current_dir(files.path()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{args}");
    }
    let script = r#"exec "$0" fix -qi --policy=replace a <&- >&- 2>&-"#;
    let mut shell = Command::new("sh");
    let status = shell.args(["-c", script, TOOL]).current_dir(files.path()).status().unwrap();
    assert!(status.success());
    assert_eq!(fs::read(files.path().join("a")).unwrap(), "caf\u{FFFD}\n".as_bytes());
}

/// Reports do not depend on the language that people speak, nor on a terminal that is not there.
#[test]
fn odd_locales_and_no_terminal() {
    let files = files();
    for (args, _) in COMMANDS {
        let plain = command(&files, args).output().unwrap();
        for (name, value) in [
            ("LC_ALL", "xx_XX.nonsense"),
            ("LC_ALL", "de_DE.ISO-8859-1"),
            ("LC_ALL", "C"),
            ("LANG", "\u{1B}[31m"),
            ("TERM", "nonsense"),
            ("TERM", ""),
            ("COLUMNS", "0"),
        ] {
            let odd = command(&files, args).env(name, value).output().unwrap();
            assert!(odd == plain, "{args} with {name}={value}");
        }
        let mut alone = Command::new("setsid");
        alone.arg("--wait").arg(TOOL).args(args.split(' ')).env_clear().current_dir(files.path());
        assert!(alone.stdin(Stdio::null()).output().unwrap() == plain, "{args} without a terminal");
    }
}

/// On a terminal, only our own colours act.
#[test]
fn a_terminal() {
    let files = files();
    fs::write(files.path().join("bad"), b"\x1B[2J\xC2\x9B \x1B]0;x\x07caf\xE9 \xE2\x80\xAE\n")
        .unwrap();
    fs::write(files.path().join("a\x1B[2J"), b"\xFF").unwrap();
    for args in [
        "check",
        "check -l",
        "fix --diff .",
        "detect",
        "explain --format=cards bad",
        "explain --format=table bad",
    ] {
        let mut script = Command::new("script");
        script.args(["-qec", &format!("\"$PLACEMAT\" {args}"), "/dev/null"]).env("PLACEMAT", TOOL);
        script.env("TERM", "xterm-256color").current_dir(files.path()).stdin(Stdio::null());
        let Ok(output) = script.output() else { return skipped("script") };
        let shown = String::from_utf8(output.stdout).unwrap();
        for (at, _) in shown.match_indices('\x1B') {
            let rest = shown[at + 1..]
                .trim_start_matches(['[', ';', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
            assert!(
                rest.starts_with('m') && !shown[at..].starts_with("\x1B[2J"),
                "{args}: {shown:?}"
            );
        }
        assert!(!shown.contains(['\x07', '\u{9B}', '\u{202E}']), "{args}: {shown:?}");
        assert!(!shown.is_empty(), "{args}");
    }
}

#[test]
fn fifos_and_devices() {
    let files = files();
    let fifo = files.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for (args, code) in [
        ("check fifo", 1),
        ("check --as utf-16le fifo", 1),
        ("convert -f latin1 -t utf-8 fifo", 0),
        ("convert -f latin1 -t utf-8 -o out fifo", 0),
        ("fix -n fifo", 1),
        ("fix -o out fifo", 0),
        ("detect fifo", 0),
        ("explain fifo", 1),
        ("explain --code-page fifo", 0),
        ("guard a fifo", 0),
        ("guard fifo a", 0),
    ] {
        let mut child = command(&files, args);
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut writer = File::options().write(true).open(&fifo).unwrap();
        writer.write_all(b"caf").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5));
        writer.write_all(b"\xE9\n").unwrap();
        drop(writer);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}: {output:?}");
    }
    for args in [
        "check /dev/null",
        "convert -f latin1 -t utf-16le /dev/null",
        "convert -t utf-16le -o /dev/null a -f latin1",
        "fix -q -o /dev/null a",
        "fix -n /dev/null",
        "guard /dev/null /dev/null",
        "guard --restore -o /dev/null a a",
        "explain /dev/null",
    ] {
        let output = command(&files, args).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{args}: {output:?}");
    }
    // A folder is no text, and /dev/full no place for it.
    for args in [
        "convert -f latin1 -t utf-16 .",
        "explain .",
        "guard a .",
        "guard . a",
        "fix -o . a",
        "convert -f latin1 -t utf-8 -o . a",
        "fix -q -o /dev/full bad",
        "convert -f latin1 -t utf-8 -o /dev/full bad",
    ] {
        let output = command(&files, args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.starts_with("placemat: "), "{args}: {said}");
    }
    assert!(File::open("/dev/full").is_ok());
}

/// Where nothing can be written, everything that would replace a file says so, and leaves it.
#[test]
fn folders_and_disks_that_cannot_be_written() {
    let files = files();
    fs::create_dir(files.path().join("disk")).unwrap();
    for name in ["bad", "old"] {
        fs::copy(files.path().join(name), files.path().join("disk").join(name)).unwrap();
    }
    // Mounted again read-only; and then a small disk, of which half is taken.
    let script = r#"
        mount --bind disk disk && mount -o remount,ro,bind disk || exit 77
        cd disk
        "$0" fix -qi --policy=replace bad; [ $? = 2 ] || exit 1
        "$0" fix -q -o new bad; [ $? = 2 ] || exit 2
        "$0" convert -f latin1 -t utf-8 -o new bad; [ $? = 2 ] || exit 3
        "$0" convert -f latin1 -t utf-8 -o bad bad; [ $? = 2 ] || exit 4
        "$0" guard --max-findings=0 --restore old bad; [ $? = 2 ] || exit 5
        "$0" guard --max-findings=0 --restore -o new old bad; [ $? = 2 ] || exit 6
        cmp bad ../bad || exit 7
        cd ..; mount -t tmpfs -o size=200k none disk || exit 77
        cp bad old disk; cd disk; dd if=/dev/zero of=rest 2>/dev/null
        "$0" guard --max-findings=0 --restore old bad; [ $? = 2 ] || exit 8
        "$0" convert -f latin1 -t utf-8 -o bad bad; [ $? = 2 ] || exit 9
        "$0" fix -qi --policy=replace bad; [ $? = 2 ] || exit 10
        "$0" fix -q -i=.bak --policy=replace bad; [ $? = 2 ] || exit 11
        cmp bad ../bad || exit 12
        [ "$(ls -A)" = "$(printf 'bad\nold\nrest')" ] || { ls -A; exit 13; }"#;
    let Some(output) = sh_with_mounts(&files, script) else { return skipped("tmpfs") };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{output:?}");
    let told = |what: &str| said.lines().filter(|line| line.contains(what)).count();
    assert_eq!((told("Read-only file system"), told("No space left on device")), (6, 4), "{said}");
    // A folder that may only be read, for one who is not the superuser.
    fs::set_permissions(files.path(), Permissions::from_mode(0o555)).unwrap();
    for args in [
        "convert -f latin1 -t utf-8 -o new bad",
        "guard --restore -o new old bad",
        "fix -q -o new bad",
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let Some(child) = crate::common::as_nobody(&files, &args) else {
            return skipped("setpriv");
        };
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(said, "placemat: new: no file can be made beside it: Permission denied\n");
    }
    fs::set_permissions(files.path(), Permissions::from_mode(0o755)).unwrap();
    assert_eq!(placemat(&["check", "-q", "old"]).folder(&files).run().code, 1);
}

/// A pipe that never ends is copied to be read twice, but not until the disk is full.
#[test]
fn a_pipe_without_an_end_does_not_fill_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("disk")).unwrap();
    let script = r#"
        mount -t tmpfs -o size=24m none disk || exit 77
        yes | TMPDIR=disk "$0" convert -f auto -t utf-8 > out; code=$?
        [ -z "$(ls -A disk)" ] || exit 1
        [ ! -s out ] || exit 3
        exit $code"#;
    let Some(output) = sh_with_mounts(&folder, script) else { return skipped("tmpfs") };
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("its copy of 16 MiB and more would fill disk: TMPDIR names"), "{said}");
}
