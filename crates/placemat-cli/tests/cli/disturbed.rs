//! Others are at work in the same folder: files change, shrink, are swapped for links, and
//! permissions go, while the tool reads and replaces.

use crate::common::{as_nobody, folder, leftovers, placemat, skipped};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Far more findings than a pipe holds.
fn findings() -> Vec<u8> {
    b"\xE9 text\n".repeat(5_000)
}

/// Waits until the report of `child` has begun, and so, as nobody reads on, stands still.
fn wait_for_report(child: &mut Child) -> Vec<u8> {
    let mut start = vec![0; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
    // It fills the pipe.
    thread::sleep(Duration::from_millis(100));
    start
}

fn rest(child: Child, mut start: Vec<u8>) -> Output {
    let mut output = child.wait_with_output().unwrap();
    start.append(&mut output.stdout);
    Output { stdout: start, ..output }
}

#[test]
fn files_that_shrink_and_grow_while_they_are_checked() {
    let big = [findings(), b"fine\n".repeat(4_000_000)].concat();
    for (len, said) in [
        (1_000_000, "placemat: big: became shorter while it was read\n"),
        (0, "placemat: big: became shorter while it was read\n"),
        (30_000_000, ""),
    ] {
        let files = folder(&[("big", &big)]);
        let mut child = placemat(&["check", "-j1", "--all", "big"]).folder(&files).spawn();
        let start = wait_for_report(&mut child);
        let file = OpenOptions::new().write(true).open(files.path().join("big")).unwrap();
        file.set_len(len).unwrap();
        let output = rest(child, start);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
        assert_eq!(output.status.code(), Some(if said.is_empty() { 1 } else { 2 }));
    }
}

/// What comes out is not all of what was asked for: that is told.
#[test]
fn files_that_shrink_while_they_are_written_to_a_pipe() {
    let big = b"caf\xE9\n".repeat(4_000_000);
    for args in [
        &["fix", "-q", "--policy=replace", "big"][..],
        &["convert", "-futf-8", "-tutf-16", "--policy=replace", "big"],
        &["convert", "-fwindows-1251", "-tutf-8", "-j1", "big"],
        &["convert", "-fwindows-1251", "-tutf-8", "-j4", "big"],
    ] {
        for len in [1_000_000, 0, 30_000_000] {
            let files = folder(&[("big", &big)]);
            let mut child = placemat(args).folder(&files).spawn();
            let start = wait_for_report(&mut child);
            let file = OpenOptions::new().write(true).open(files.path().join("big")).unwrap();
            file.set_len(len).unwrap();
            let output = rest(child, start);
            let said = String::from_utf8(output.stderr).unwrap();
            // What has grown has NULs at its end, which are text.
            let (code, told) = match len {
                30_000_000 => (0, ""),
                _ => (2, "placemat: big: became shorter while it was read\n"),
            };
            assert_eq!((&*said, output.status.code()), (told, Some(code)), "{args:?} {len}");
        }
    }
}

#[test]
fn permissions_lost_half_way_through_a_check() {
    let files = folder(&[("a", &findings()), ("b/c", b"fine"), ("d", b"fine"), ("e", b"\xFF")]);
    let Some(mut child) = as_nobody(&files, &["check", "-j1", "--all", "."]) else {
        return skipped("setpriv");
    };
    let start = wait_for_report(&mut child);
    let lock = |name: &str, mode| {
        fs::set_permissions(files.path().join(name), Permissions::from_mode(mode)).unwrap();
    };
    lock("b", 0);
    lock("d", 0);
    let output = rest(child, start);
    lock("b", 0o755);
    let said = String::from_utf8(output.stderr).unwrap();
    // What was listed before can be known still.
    let expected = ["b", "d"].map(|name| format!("placemat: ./{name}: Permission denied\n"));
    assert_eq!(said, expected.concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\n./e:1:1: FF never"));
}

#[test]
fn permissions_lost_half_way_through_a_repair() {
    const FILES: usize = 600;
    let (old, new) = (b"caf\xE9\n".repeat(1_000), "caf\u{FFFD}\n".repeat(1_000).into_bytes());
    // Their names fill the report, and it a pipe.
    let names: Vec<String> = (0..FILES).map(|n| format!("d/{n:03}{}", "x".repeat(200))).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &*old)).collect();
    let files = folder(&entries);
    let sub = files.path().join("d");
    let mode = |mode| fs::set_permissions(&sub, Permissions::from_mode(mode)).unwrap();
    mode(0o777);
    for name in &names {
        fs::set_permissions(files.path().join(name), Permissions::from_mode(0o666)).unwrap();
    }
    let Some(mut child) =
        as_nobody(&files, &["fix", "-i", "--policy=replace", "--no-backup", "--report=json", "d"])
    else {
        return skipped("setpriv");
    };
    let start = wait_for_report(&mut child);
    mode(0o555);
    let output = rest(child, start);
    mode(0o755);
    let said = String::from_utf8(output.stderr).unwrap();
    let mut done = 0;
    for name in &names {
        let found = fs::read(files.path().join(name)).unwrap();
        assert!(found == old || found == new, "{name}: {} bytes, neither", found.len());
        // All are told that were not done, and no others.
        let denied = said.contains(&format!("{name}: no file can be made beside it: Permission"));
        assert_eq!(found == old, denied, "{name}");
        done += usize::from(found == new);
    }
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(done > 0 && done < FILES, "{done}");
    assert!(leftovers(&sub).is_empty());
}

/// A file that becomes shorter while it is mended is left as it is then.
#[test]
fn files_that_shrink_while_they_are_mended() {
    let old = b"caf\xE9\n".repeat(400_000);
    let new = "caf\u{FFFD}\n".repeat(400_000).into_bytes();
    let (short, mended) = (&old[..1_000_000], &new[..1_400_000]);
    let files = folder(&[("a", &old)]);
    let path = files.path().join("a");
    let fix =
        || placemat(&["fix", "-qi", "--policy=replace", "--no-backup", "a"]).folder(&files).spawn();
    let since = Instant::now();
    assert!(fix().wait_with_output().unwrap().status.success());
    let whole = since.elapsed();
    let mut seen = [0; 3];
    for round in 0..60 {
        fs::write(&path, &old).unwrap();
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let child = fix();
        thread::sleep(whole * round / 50);
        file.set_len(1_000_000).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let found = fs::read(&path).unwrap();
        // Told before it was done, after it was done, or not in between.
        let which = match output.status.code() {
            Some(0) if found == mended => 0,
            Some(0) if found == new => 1,
            Some(2) if found == short => {
                let left =
                    "placemat: a: was changed by someone else meanwhile, and is left as it is\n";
                assert_eq!(said, left);
                2
            }
            code => panic!("round {round}: {code:?}, {} bytes: {said}", found.len()),
        };
        seen[which] += 1;
        assert!(leftovers(files.path()).is_empty());
    }
    println!("shorter before it was opened, after it was replaced, in between: {seen:?}");
    assert!(seen[2] > 0, "{seen:?}");
}

/// Changes a byte of a file, and puts the time back at which it was written to.
fn edit_unseen(path: &Path) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let time = file.metadata().unwrap().modified().unwrap();
    file.write_all(b"C").unwrap();
    file.set_modified(time).unwrap();
}

/// Found by a user: only the size and the time were looked at.
#[test]
fn edits_that_put_the_time_back() {
    let old = b"caf\xE9\n".repeat(400_000);
    let edited = [b"C", &old[1..]].concat();
    for args in [
        &["fix", "-qi", "--policy=replace", "--no-backup", "a"][..],
        &["fix", "-qi.bak", "--policy=replace", "a"],
        &["convert", "-flatin1", "-tutf-8", "-oa", "a"],
    ] {
        let (mut between, mut round) = (0, 0);
        while between < 2 {
            let files = folder(&[("a", &old)]);
            let path = files.path().join("a");
            let mut child = placemat(args).folder(&files).spawn();
            // It has been opened, and takes a while to be written.
            while leftovers(files.path()).is_empty() && child.try_wait().unwrap().is_none() {
                thread::yield_now();
            }
            edit_unseen(&path);
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            let found = fs::read(&path).unwrap();
            if output.status.success() {
                // Edited before it was opened, or after it was replaced.
                assert!(found[0] == b'C' && found.len() > old.len(), "{args:?}");
            } else {
                let left = "a: was changed by someone else meanwhile, and is left as it is";
                assert!(said.starts_with(&format!("placemat: {left}")), "{args:?}: {said}");
                assert!(found == edited, "{args:?}");
                assert!(!files.path().join("a.bak").exists(), "{args:?}");
                between += 1;
            }
            assert!(leftovers(files.path()).is_empty());
            round += 1;
            assert!(round < 100, "{args:?}: never in between");
        }
    }
}

/// The same for inputs that were read before others are waited for; and for what is compared.
#[test]
fn edits_of_what_was_read_already() {
    let files = folder(&[("a", b"caf\xE9\n"), ("old", "café\n".as_bytes())]);
    let path = files.path().join("a");
    let fifo = files.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let args = ["convert", "-flatin1", "-tutf-8", "-oa", "a", "fifo"];
    let child = placemat(&args).folder(&files).spawn();
    let writer = File::options().write(true).open(&fifo).unwrap();
    edit_unseen(&path);
    drop(writer);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read(&path).unwrap(), b"Caf\xE9\n");
    assert!(leftovers(files.path()).is_empty());
    // Another file of the same length, in its place.
    let child = placemat(&args).folder(&files).spawn();
    let writer = File::options().write(true).open(&fifo).unwrap();
    fs::write(files.path().join("b"), b"CAF\xE9\n").unwrap();
    fs::rename(files.path().join("b"), &path).unwrap();
    drop(writer);
    // What was asked for is an output of that name, and nothing of it was read.
    assert!(child.wait_with_output().unwrap().status.code() == Some(2));
    assert_eq!(fs::read(&path).unwrap(), b"CAF\xE9\n");
}

/// Found by this test: a file that was swapped for a link, after the walk had seen a file,
/// was followed, and what it led to replaced.
#[test]
fn files_that_are_swapped_for_links() {
    const OUTSIDE: &[u8] = b"caf\xE9, and nobody's business\n";
    let files = folder(&[("outside", OUTSIDE)]);
    let sub = files.path().join("in");
    fs::create_dir(&sub).unwrap();
    let (at, link, file) = (sub.join("a"), sub.join(".link"), sub.join(".file"));
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                symlink("../outside", &link).unwrap();
                fs::rename(&link, &at).unwrap();
                // Clean, so that it is not worth a replacement.
                fs::write(&file, b"fine\n").unwrap();
                fs::rename(&file, &at).unwrap();
            }
        });
        for _ in 0..150 {
            placemat(&[
                "fix",
                "-qi",
                "--policy=replace",
                "--no-backup",
                "in",
                "in",
                "in",
                "in",
                "in",
                "in",
            ])
            .folder(&files)
            .run();
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(fs::read(files.path().join("outside")).unwrap(), OUTSIDE);
}

/// An output takes its name from whatever has it by then.
#[test]
fn outputs_that_are_swapped_meanwhile() {
    let files = folder(&[("a", b"caf\xE9\n")]);
    let path = files.path().join("a");
    let fifo = files.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // Both wait for their input with the new file begun.
    for args in [["fix", "-q", "-o", "a", "fifo"], ["convert", "-tutf8", "-oa", "-flatin1", "fifo"]]
    {
        let child = placemat(&args).folder(&files).spawn();
        let mut writer = File::options().write(true).open(&fifo).unwrap();
        writer.write_all(b"fine").unwrap();
        fs::write(files.path().join("b"), b"another").unwrap();
        fs::rename(files.path().join("b"), &path).unwrap();
        drop(writer);
        // What was asked for is an output of that name.
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read(&path).unwrap(), b"fine");
        assert!(leftovers(files.path()).is_empty());
    }
}
