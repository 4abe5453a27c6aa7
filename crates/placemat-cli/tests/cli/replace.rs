//! Files that are replaced: whatever happens, there is the old text or the new
//! one, whole.

use crate::common::{Run, as_nobody, folder, leftovers, placemat, sh_with_mounts, skipped};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn fix(files: &TempDir, args: &[&str]) -> Run {
    placemat(&[&["fix", "-q"], args].concat()).folder(files).run()
}

/// A run that has begun to write `out`, and waits for more.
fn waiting(files: &TempDir) -> Child {
    // Whoever runs the tests may ignore signals, and what they start would, too.
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_placemat")]);
    command.args(["fix", "-q", "-o", "out"]).current_dir(files.path()).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(&b"caf\xE9\n".repeat(10_000)).unwrap();
    while leftovers(files.path()).is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it waits");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn unfinished_files_are_removed_when_it_is_told_to_end() {
    let files = folder(&[("out", b"good")]);
    for (name, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let mut child = waiting(&files);
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
        // `wait` would close it, and who reads the end may be done before it ends.
        let input = child.stdin.take();
        let status = child.wait().unwrap();
        drop(input);
        assert_eq!(status.signal(), Some(number), "{name}: {status}");
        assert!(leftovers(files.path()).is_empty(), "{name}");
        assert_eq!(fs::read(files.path().join("out")).unwrap(), b"good");
    }
    // Nobody hears this one. What is left has a name that says where it is from.
    let mut child = waiting(&files);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(leftovers(files.path()).len(), 1);
    assert_eq!(fs::read(files.path().join("out")).unwrap(), b"good");
}

#[test]
fn a_full_disk() {
    let files = folder(&[]);
    // 600 kB, which become 1.2 MB, on a disk of 1 MB.
    fs::write(files.path().join("a"), b"\xE9\n".repeat(300_000)).unwrap();
    fs::create_dir(files.path().join("disk")).unwrap();
    let script = r#"
        mount -t tmpfs -o size=1000k none disk || exit 77
        cp a disk/a || exit 77
        for i in 1 2 3; do
            "$0" fix -qi --policy backslashreplace disk/a && exit 1
            "$0" fix -q --policy backslashreplace -o disk/new disk/a && exit 2
            "$0" convert -f latin1 -t utf-32 -o disk/a disk/a && exit 3
            cmp a disk/a || exit 4
            [ "$(ls -A disk)" = a ] || { ls -A disk; exit 5; }
        done
        : > a; head -c 300000 disk/a > disk/new; rm disk/a; mv disk/new disk/a
        "$0" fix -qi --policy replace disk/a || exit 6
        [ "$(wc -c < disk/a)" = 600000 ] || exit 7"#;
    let Some(output) = sh_with_mounts(&files, script) else { return skipped("tmpfs") };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{output:?}");
    let expected = ["disk/a", "disk/new", "disk/a"]
        .map(|name| format!("placemat: {name}: No space left on device"));
    assert_eq!(said.lines().count(), 9, "{said}");
    for (line, expected) in said.lines().zip(expected.iter().cycle()) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn what_may_not_be_written() {
    let files = folder(&[("d/a", b"\xFF"), ("ro", b"\xFF"), ("clean", b"fine")]);
    let mode = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o777);
    mode("d/a", 0o666);
    mode("d", 0o555);
    mode("ro", 0o444);
    mode("clean", 0o444);
    let Some(child) =
        as_nobody(&files, &["fix", "-qi", "--policy=replace", "--no-backup", "d/a", "ro", "clean"])
    else {
        return skipped("setpriv");
    };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        "placemat: d/a: no file can be made beside it: Permission denied\n\
         placemat: ro: Permission denied\n"
    );
    assert_eq!(fs::read(files.path().join("d/a")).unwrap(), b"\xFF");
    assert_eq!(fs::read(files.path().join("ro")).unwrap(), b"\xFF");
    mode("d", 0o755);
}

#[test]
fn an_owner_that_cannot_be_kept() {
    let files = folder(&[("a", b"\xFF")]);
    let root = fs::metadata(files.path().join("a")).unwrap().uid() == 0;
    if !root {
        return skipped("chown");
    }
    let mode = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("", 0o777);
    mode("a", 0o4666);
    let Some(child) = as_nobody(&files, &["fix", "-qi", "--policy=replace", "--no-backup", "a"])
    else {
        return skipped("setpriv");
    };
    let output = child.wait_with_output().unwrap();
    let said =
        "placemat: a: it belongs to you now: its owner could not be kept, nor its setuid bit\n";
    assert_eq!(
        (output.status.code(), &*String::from_utf8(output.stderr).unwrap()),
        (Some(0), said)
    );
    let metadata = fs::metadata(files.path().join("a")).unwrap();
    assert_eq!((metadata.uid(), metadata.mode() & 0o7777), (65534, 0o666));
    // The superuser keeps it.
    fs::write(files.path().join("a"), b"\xFF").unwrap();
    mode("a", 0o4640);
    assert_eq!(fix(&files, &["-i", "--policy=replace", "--no-backup", "a"]), Run::quiet(0));
    let metadata = fs::metadata(files.path().join("a")).unwrap();
    assert_eq!((metadata.uid(), metadata.mode() & 0o7777), (65534, 0o4640));
}

/// Found by a user: the system takes the bits from what is written to, unless the superuser
/// writes.
#[test]
fn the_bits_that_make_programs_run_as_others() {
    const BITS: [u32; 5] = [0o4755, 0o2755, 0o6711, 0o1644, 0o7777];
    let files = folder(&[("old", "café\n".as_bytes())]);
    let at = |name: &str| files.path().join(name);
    let root = fs::metadata(at("old")).unwrap().uid() == 0;
    fs::set_permissions(files.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for args in [
        &["fix", "-qi", "--policy=replace", "--no-backup", "a"][..],
        &["fix", "-qi.bak", "--policy=replace", "a"],
        &["convert", "-flatin1", "-tutf-8", "-oa", "a"],
        &["guard", "--restore", "old", "a"],
        &["guard", "--restore", "-oa", "old", "a"],
    ] {
        for mode in BITS {
            let text = if args[0] == "guard" { "caf\u{FFFD}\n".as_bytes() } else { b"caf\xE9\n" };
            for name in ["a", "a.bak"] {
                _ = fs::remove_file(at(name));
            }
            fs::write(at("a"), text).unwrap();
            if root {
                chown(at("a"), Some(65534), Some(65534)).unwrap();
            }
            fs::set_permissions(at("a"), fs::Permissions::from_mode(mode)).unwrap();
            let Some(child) = as_nobody(&files, args) else { return skipped("setpriv") };
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), &*said), (Some(0), ""), "{args:?}");
            let metadata = fs::metadata(at("a")).unwrap();
            assert_eq!(metadata.mode() & 0o7777, mode, "{args:?} {mode:o}");
            assert_ne!(fs::read(at("a")).unwrap(), text, "{args:?}");
        }
        // A group that cannot be kept, and what it would give.
        if root {
            fs::remove_file(at("a")).unwrap();
            fs::write(at("a"), b"n\xE9\n").unwrap();
            if args[0] == "guard" {
                continue;
            }
            _ = fs::remove_file(at("a.bak"));
            chown(at("a"), Some(65534), Some(0)).unwrap();
            fs::set_permissions(at("a"), fs::Permissions::from_mode(0o6755)).unwrap();
            let Some(child) = as_nobody(&files, args) else { return skipped("setpriv") };
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            let lost = "its group could not be kept, nor its setuid bit, nor its setgid bit";
            assert_eq!(said, format!("placemat: a: {lost}\n"), "{args:?}");
            assert_eq!(fs::metadata(at("a")).unwrap().mode() & 0o7777, 0o755, "{args:?}");
        }
    }
}

#[test]
fn a_clean_file_is_not_touched() {
    let files = folder(&[("a", "fine é\r\n".repeat(100_000).as_bytes()), ("b", b"\xFF")]);
    let state = |name: &str| {
        let metadata = fs::metadata(files.path().join(name)).unwrap();
        (
            metadata.ino(),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.ctime(),
            metadata.ctime_nsec(),
        )
    };
    let clean = state("a");
    assert_eq!(fix(&files, &["-i=.bak", "--policy=replace", "--eol=crlf", "."]), Run::quiet(0));
    let mended = state("b");
    assert_eq!(fix(&files, &["-i", "--eol=crlf", "--policy=remove", "a", "b"]), Run::quiet(0));
    assert_eq!((state("a"), state("b")), (clean, mended));
}

#[test]
fn permissions_attributes_and_links() {
    let files = folder(&[("deep/real", b"\xFF")]);
    let at = |name: &str| files.path().join(name);
    fs::set_permissions(at("deep/real"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("deep/link", at("link")).unwrap();
    symlink("real", at("deep/link")).unwrap();
    fs::hard_link(at("deep/real"), at("hard")).unwrap();
    let attributes = xattr::set(at("deep/real"), "user.origin", b"a\0b").is_ok();
    let told = fix(&files, &["-i", "--policy=replace", "--no-backup", "link"]);
    assert_eq!(
        (told.code, &*told.stderr),
        (0, "placemat: link: its 1 other hard link has the old text still\n")
    );
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(at("deep/link")).unwrap().is_symlink());
    assert_eq!(fs::read(at("deep/real")).unwrap(), "\u{FFFD}".as_bytes());
    assert_eq!(fs::read(at("hard")).unwrap(), b"\xFF");
    assert_eq!(fs::metadata(at("deep/real")).unwrap().mode() & 0o7777, 0o604);
    if !attributes {
        return skipped("xattr");
    }
    assert_eq!(xattr::get(at("deep/real"), "user.origin").unwrap().unwrap(), b"a\0b");
    // convert, and guard, replace in the same way.
    let run = placemat(&["convert", "-futf8", "-tutf-16", "-olink", "link"]).folder(&files).run();
    assert_eq!(run, Run::quiet(0));
    assert_eq!(xattr::get(at("deep/real"), "user.origin").unwrap().unwrap(), b"a\0b");
}

#[test]
fn what_is_no_file() {
    let files = folder(&[("d/a", b"fine")]);
    let fifo = files.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    symlink("loop", files.path().join("loop")).unwrap();
    let no_file =
        |name: &str| format!("placemat: {name}: not a regular file, so it cannot be replaced\n");
    for name in ["fifo", "/dev/null"] {
        let told = fix(&files, &["-i", name]);
        assert_eq!((told.code, told.stderr), (2, no_file(name)));
    }
    let told = fix(&files, &["-i", "loop", "missing"]);
    assert_eq!((told.code, told.stderr.lines().count()), (2, 2), "{}", told.stderr);
    // Found, it is named and left alone.
    let told = fix(&files, &["-i", "--policy=replace", "--no-backup", "."]);
    assert_eq!(told.stderr, "placemat: ./fifo: a FIFO, socket or device, left alone\n");
    assert_eq!(told.code, 0);
    // Named, it is read, and a device is written to.
    let child = placemat(&["fix", "-q", "-o", "/dev/null", "fifo"]).folder(&files).spawn();
    File::options().write(true).open(&fifo).unwrap().write_all(b"\xFF").unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
}

#[test]
fn what_comes_in_goes_out_at_once() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    command.args(["fix", "-q", "--binary=fix"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for _ in 0..3 {
        to.write_all(b"\xFFa").unwrap();
        let mut answer = [0; 4];
        std::io::Read::read_exact(&mut from, &mut answer).unwrap();
        assert_eq!(&answer, "\u{FFFD}a".as_bytes());
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}

#[test]
fn little_memory_is_enough() {
    // 120 MB of a mixed log, with one line of 100 MB, in an address space of 96 MiB.
    let script = r#"ulimit -v 98304; mixed() { yes "$(printf 'don\222t and don\342\200\231t')"; }
        (head -c 100000000 /dev/zero | tr '\0' '\222'; mixed | head -c 20000000) |
        "$0" fix --fallback windows-1252 | tail -c 100 | od -c | tail -1"#;
    let output = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_placemat")]).output();
    let output = output.unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("  92 ×101,111,111 → ’\n"), "{said}");
}
