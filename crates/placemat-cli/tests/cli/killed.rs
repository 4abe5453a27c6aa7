//! Killed, or told to end, at any moment: there is the old text or the new one, whole.

use crate::common::{folder, leftovers};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

/// What is ended again and again.
struct Victim {
    args: &'static [&'static str],
    /// What is in the folder beside `out`.
    beside: Vec<(&'static str, Vec<u8>)>,
    /// What is in `out` before, if it is there, and after.
    old: Option<Vec<u8>>,
    new: Vec<u8>,
}

/// Text that takes a moment, and what it becomes.
fn big(lines: usize) -> (Vec<u8>, Vec<u8>) {
    (b"don\x92t stop\n".repeat(lines), "don’t stop\n".repeat(lines).into_bytes())
}

fn fix_in_place() -> Victim {
    let (old, new) = big(100_000);
    let args = &["fix", "-qi", "--fallback=windows-1252", "out"];
    Victim { args, beside: vec![], old: Some(old), new }
}

fn convert() -> Victim {
    let (from, new) = big(100_000);
    let args = &["convert", "-fwindows-1252", "-tutf-8", "-oout", "in"];
    Victim { args, beside: vec![("in", from)], old: Some(b"what was there".to_vec()), new }
}

/// Where nothing was before.
fn convert_anew() -> Victim {
    Victim { old: None, ..convert() }
}

fn guard_restore() -> Victim {
    let old = "né à Paris\n".repeat(7_000).into_bytes();
    let harmed = "n\u{FFFD} \u{FFFD} Paris\n".repeat(7_000).into_bytes();
    let args = &["guard", "--restore", "--max-findings=0", "old", "out"];
    Victim { args, beside: vec![("old", old.clone())], old: Some(harmed), new: old }
}

/// Ends the victim at moments from its start to behind its end, and looks at what is left.
fn end(victim: &Victim, signal: &str, rounds: u32) {
    let beside: Vec<_> = victim.beside.iter().map(|(name, text)| (*name, &**text)).collect();
    let files = folder(&beside);
    let out = files.path().join("out");
    let restore = || match &victim.old {
        Some(old) => fs::write(&out, old).unwrap(),
        None => _ = fs::remove_file(&out),
    };
    let command = || {
        // Whoever runs the tests may ignore signals, and what they start would, too.
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_placemat")]);
        command.args(victim.args).current_dir(files.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    restore();
    let started = Instant::now();
    assert!(command().status().unwrap().success(), "{:?}", victim.args);
    let whole = started.elapsed();
    assert!(fs::read(&out).unwrap() == victim.new);
    let entries = 1 + beside.len();
    let (since, mut ended, mut done, mut unfinished) = (Instant::now(), 0, 0, 0);
    for round in 0..rounds {
        restore();
        let mut child = command().spawn().unwrap();
        thread::sleep(whole * round * 15 / (rounds * 13));
        let pid = child.id().to_string();
        let told = Command::new("kill").args(["-s", signal, &pid]).stderr(Stdio::null()).status();
        told.unwrap();
        let status = child.wait().unwrap();
        let found = fs::read(&out).ok();
        let is_new = found.as_ref() == Some(&victim.new);
        let len = found.as_ref().map(Vec::len);
        assert!(is_new || found == victim.old, "{signal}, round {round}: {len:?} bytes, neither");
        // It is told what was done only when it was.
        assert!(!status.success() || is_new, "{signal}, round {round}");
        ended += u32::from(status.signal().is_some());
        done += u32::from(is_new);
        for left in leftovers(files.path()) {
            unfinished += 1;
            fs::remove_file(left).unwrap();
        }
        let others = entries - usize::from(found.is_none());
        assert_eq!(fs::read_dir(files.path()).unwrap().count(), others, "only leftovers are left");
    }
    let what = victim.args[0];
    let seconds = since.elapsed().as_secs_f64();
    println!(
        "{what} and {signal}, {ended} ended, {done} done, {unfinished} unfinished files: \
         {rounds} checks in {seconds:.1} s"
    );
    assert!(ended > 0, "{what}: none ended before it was done");
    // Only what nobody can hear leaves one.
    assert!(signal == "KILL" || unfinished == 0, "{what}, {signal}: {unfinished} unfinished files");
}

#[test]
fn killed_at_any_moment() {
    end(&fix_in_place(), "KILL", 60);
    end(&convert(), "KILL", 40);
    end(&guard_restore(), "KILL", 40);
}

#[test]
fn told_to_end_at_any_moment() {
    end(&fix_in_place(), "INT", 30);
    end(&convert_anew(), "TERM", 30);
    end(&convert(), "HUP", 30);
    end(&guard_restore(), "INT", 30);
}

#[test]
#[ignore = "minutes: cargo xtask trust"]
fn killed_5000_times() {
    end(&fix_in_place(), "KILL", 2000);
    end(&convert(), "KILL", 1000);
    end(&convert_anew(), "KILL", 1000);
    end(&guard_restore(), "KILL", 1000);
}

#[test]
#[ignore = "minutes: cargo xtask trust"]
fn told_to_end_3000_times() {
    for signal in ["INT", "TERM", "HUP"] {
        end(&fix_in_place(), signal, 400);
        end(&convert_anew(), signal, 300);
        end(&guard_restore(), signal, 300);
    }
}

/// Each record is where it was, or where it was moved to, or in both; and the same command once more ends it.
#[test]
fn records_are_never_in_neither_file() {
    let text = b"id,name\n1,A\n2,B\xE9\n3,C\n".repeat(50_000);
    let kept = b"id,name\n1,A\n3,C\n".repeat(50_000);
    let moved = b"2,B\xE9\n".repeat(50_000);
    let files = folder(&[]);
    let read = |name: &str| fs::read(files.path().join(name)).ok();
    let begin = || {
        fs::write(files.path().join("a"), &text).unwrap();
        _ = fs::remove_file(files.path().join("bad"));
    };
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(["fix", "-q", "--csv", "--quarantine=bad", "-i", "a"]);
        command.current_dir(files.path()).stdout(Stdio::null());
        command
    };
    begin();
    let started = Instant::now();
    assert!(command().status().unwrap().success());
    let (whole, mut killed) = (started.elapsed(), 0);
    for round in 0..40 {
        begin();
        let mut child = command().spawn().unwrap();
        thread::sleep(whole * round * 15 / (40 * 13));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        let [a, bad] = ["a", "bad"].map(read);
        let is_moved = bad.as_ref() == Some(&moved);
        assert!(is_moved || bad.is_none(), "round {round}");
        assert!(
            a.as_ref() == Some(&text) || is_moved && a.as_ref() == Some(&kept),
            "round {round}"
        );
        assert!(command().status().unwrap().success());
        let [a, bad] = ["a", "bad"].map(read);
        assert!(a.as_ref() == Some(&kept) && bad.as_ref() == Some(&moved), "round {round}");
        leftovers(files.path()).iter().for_each(|left| fs::remove_file(left).unwrap());
    }
    assert!(killed > 0);
}
