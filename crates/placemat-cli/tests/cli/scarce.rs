//! Too little of everything: memory, files, threads, room on the disk; and too much of one
//! thing: long lines, many files, deep folders.

use crate::common::{Run, folder, leftovers, placemat, sh_as_nobody, skipped};
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

const TOOL: &str = env!("CARGO_BIN_EXE_placemat");

/// The most memory that a process has had in it at once, in KiB, until it ends.
fn peak(child: &mut Child) -> u64 {
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let line = status.unwrap_or_default();
        let line = line.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
        let number = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(number.unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    peak
}

/// Runs the tool in an address space of 256 MiB on `lines`, so many times, in one piece, and
/// asserts that 64 MiB of memory were enough.
fn in_little_memory(args: &[&str], text: &[u8], times: u64, end: &[u8]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -v 262144; exec "$0" "$@""#, TOOL]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (peak, start) = thread::scope(|scope| {
        scope.spawn(move || {
            let written = (0..times).try_for_each(|_| to.write_all(text));
            _ = written.and_then(|()| to.write_all(end));
        });
        // What it writes can be as long as what it reads: the first MB is enough to look at.
        let reader = scope.spawn(move || {
            let mut start = Vec::new();
            (&mut from).take(1 << 20).read_to_end(&mut start).unwrap();
            std::io::copy(&mut from, &mut std::io::sink()).unwrap();
            start
        });
        (peak(&mut child), reader.join().unwrap())
    });
    let mut output = child.wait_with_output().unwrap();
    output.stdout = start;
    assert!(peak < 64 << 10, "{args:?}: {peak} KiB");
    println!("{args:?}: {peak} KiB");
    output
}

/// One line of `times` MB, with an error at its end, through all commands that take text in
/// pieces; `guard` compares two texts that it holds.
fn one_line(times: u64) {
    let text = vec![b'x'; 1_000_000];
    let len = times * 1_000_000;
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let output = in_little_memory(&args, &text, times, b"\xE9\n");
        let (out, said) = (String::from_utf8_lossy(&output.stdout).into_owned(), output.stderr);
        (out, String::from_utf8(said).unwrap(), output.status.code())
    };
    for args in ["check --format=json -", "check --as us-ascii --format=json -"] {
        let (out, said, code) = run(args);
        let value: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
        assert_eq!((&value["offset"], &value["column"]), (&len.into(), &(len + 1).into()));
        assert_eq!((&value["line"], code, &*said), (&1.into(), Some(1), ""), "{args}");
    }
    for args in ["check -", "check --format=sarif -", "check --format=github -"] {
        let (out, said, code) = run(args);
        assert_eq!((code, &*said), (Some(1), ""), "{args}");
        assert!(out.contains(&(len + 1).to_string()), "{args}: {out}");
    }
    let (_, said, code) = run("fix -");
    assert_eq!((code, said.contains("  E9 ×1 → \u{FFFD}\n")), (Some(0), true), "{said}");
    for args in ["fix -n -", "fix --diff -"] {
        let (out, said, code) = run(args);
        let place = [&format!(":{}: E9", len + 1), &format!("@@ offset {len}: E9")];
        let told = place.iter().any(|place| out.contains(*place));
        assert_eq!((code, &*said, told), (Some(1), "", true), "{out}");
    }
    let (_, said, code) = run("convert -f utf-8 -t utf-16");
    let place = format!("placemat: <stdin>:1:{}: E9 0A at offset {len} ", len + 1);
    let place = place.replace("E9 0A", "E9");
    assert_eq!((code, said.starts_with(&place)), (Some(1), true), "{said}");
    let (_, said, code) = run("convert -f latin1 -t shift_jis --policy replace");
    assert_eq!((code, &*said), (Some(0), ""));
    let (out, _, _) = run("detect --format=json -");
    assert!(out.starts_with("{\"path\":\"-\","), "{out}");
    let (out, said, code) = run("explain --errors-only --format=tsv -");
    assert_eq!((code, &*said, out.contains(&format!("\n{len}\t"))), (Some(1), "", true), "{out}");
    let (_, said, code) = run("explain --code-page -");
    assert_eq!((code.is_some(), &*said), (true, ""));
}

#[test]
fn a_line_of_50_megabytes_in_64_mib() {
    one_line(50);
}

#[test]
#[ignore = "minutes: cargo xtask trust"]
fn a_line_of_4_gigabytes_in_64_mib() {
    one_line(4_400);
}

/// Files of 100 GB, without anything in them, are no trouble for what need not read them whole.
#[test]
fn a_sparse_file_of_100_gigabytes() {
    let files = folder(&[]);
    let file = File::create(files.path().join("sparse")).unwrap();
    if file.set_len(100_000_000_000).is_err() {
        return skipped("sparse");
    }
    file.write_all_at("\u{20AC}".as_bytes(), 99_999_999_000).unwrap();
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        placemat(&args).folder(&files).run()
    };
    let card = run("explain --range 99999999000..99999999001 --format=tsv sparse");
    assert!(card.stdout.contains("99999999000\t"), "{}", card.stdout);
    for args in ["fix -i --policy=replace --no-backup sparse", "fix --diff sparse"] {
        let told = run(args);
        assert_eq!((told.code, &*told.stdout), (2, ""));
        assert!(told.stderr.contains("looks binary, left alone"), "{}", told.stderr);
    }
    // Compared as a whole, in memory: it is refused, and the file is as it was.
    let script = r#"ulimit -v 262144; exec "$0" guard --restore /dev/null sparse"#;
    let mut command = Command::new("sh");
    let told = command.args(["-c", script, TOOL]).current_dir(files.path()).output().unwrap();
    assert_eq!(told.status.code(), Some(2), "{told:?}");
    assert_eq!(fs::metadata(files.path().join("sparse")).unwrap().len(), 100_000_000_000);
}

#[test]
fn few_open_files() {
    let names: Vec<String> = (0..3000).map(|n| format!("d{}/{n}", n % 50)).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"caf\xC3"[..])).collect();
    let files = folder(&entries);
    let run = |limit: &str, args: &str| {
        let script = format!(r#"ulimit -n {limit}; exec "$0" {args}"#);
        let mut command = Command::new("sh");
        command.args(["-c", &script, TOOL]).current_dir(files.path()).output().unwrap()
    };
    // Found by a user: files that were read were open until they were told, and others were
    // not read.
    for (limit, args) in [("1024", "12"), ("64", "12"), ("16", "12"), ("16", "64"), ("8", "12")] {
        let args = &format!("check -j{args} --format=json");
        let output = run(limit, args);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0), "{output:?}");
        let lines = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(lines, 3001);
    }
    let names =
        "d0/0 d1/1 d2/2 d3/3 d4/4 d5/5 d6/6 d7/7 d8/8 d9/9 d10/10 d11/11 d12/12 d13/13 d14/14";
    for args in [
        "detect --format=json .",
        "fix --diff .",
        "fix -qi.bak --policy=replace d1",
        "fix -qi --policy=replace --no-backup d0",
        &format!("convert -f latin1 -t utf-16 -o out {names} {names}"),
        "guard --restore d2/2 d3/3",
    ] {
        let output = run("16", args);
        assert_ne!(output.status.code(), Some(2), "{args}: {output:?}");
        assert_eq!(output.stderr.len(), 0, "{args}: {output:?}");
    }
    // A big file is in many pieces, and is open once for each thread.
    let big = b"caf\xE9\n".repeat(5_000_000);
    let big = folder(&[("a", &big), ("b", &big)]);
    let script = r#"ulimit -n 16; exec "$0" check -j64 --max-errors=0 --format=json"#;
    let mut command = Command::new("sh");
    let output = command.args(["-c", script, TOOL]).current_dir(big.path()).output().unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["errors"], &summary["trouble"]), (&10_000_000.into(), &0.into()));
    assert!(placemat(&["check", "-q", "d0"]).folder(&files).run() == Run::quiet(0));
}

/// What cannot be opened is named, and counted: here, all but standard input.
#[test]
fn no_more_open_files() {
    let files = folder(&[("a", b"caf\xE9\n"), ("b", b"caf\xE9\n")]);
    for args in ["check -j1 --format=json - a b", "fix -n --report=json - a b"] {
        let args: Vec<&str> = args.split(' ').collect();
        let limited = Command::new("prlimit").arg("--version").output();
        if limited.is_err() {
            return skipped("setpriv");
        }
        let mut child = placemat(&args).stdin(b"").folder(&files).spawn();
        let mut pipe = child.stdin.take().unwrap();
        // It runs, and holds what it needs of itself.
        pipe.write_all(b"\xFF\n").unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 1]).unwrap();
        let limit = ["--nofile=3", "--pid", &child.id().to_string()];
        assert!(Command::new("prlimit").args(limit).status().unwrap().success());
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = ["a", "b"].map(|name| format!("placemat: {name}: Too many open files\n"));
        assert_eq!((output.status.code(), said), (Some(2), expected.concat()), "{args:?}");
        let report = String::from_utf8(output.stdout).unwrap();
        let summary: Value = serde_json::from_str(report.lines().next_back().unwrap()).unwrap();
        assert_eq!((&summary["files"], &summary["trouble"]), (&1.into(), &2.into()), "{args:?}");
    }
}

/// Found by a user: each thread takes memory, and when the last of it was gone the process
/// was aborted.
#[test]
fn many_threads_in_little_memory() {
    let names: Vec<String> = (0..40).map(|n| format!("{n}")).collect();
    let bad = b"caf\xE9 and more\n".repeat(2_000);
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &*bad)).collect();
    let files = folder(&entries);
    for limit in ["40000", "65536", "131072", "262144"] {
        for threads in ["64", "500"] {
            let script = format!(
                r#"ulimit -v {limit}; exec "$0" check -j{threads} --max-errors=100 --format=json"#
            );
            let mut command = Command::new("sh");
            command.args(["-c", &script, TOOL]).current_dir(files.path());
            let output = command.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*said), (Some(1), ""), "{limit} {threads}");
            let lines = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines, 40 * 100 + 1, "{limit} {threads}");
        }
    }
}

/// Found by this test: a thread that could not be had was a panic, and without the one that
/// hears signals none ended the process.
#[test]
fn no_more_threads() {
    let files = folder(&[("a", b"caf\xE9\n"), ("b", b"fine")]);
    fs::set_permissions(files.path(), Permissions::from_mode(0o777)).unwrap();
    fs::set_permissions(files.path().join("a"), Permissions::from_mode(0o666)).unwrap();
    // The superuser may have as many as there are.
    let limited = |args: &str| sh_as_nobody(&files, &format!(r#"exec prlimit --nproc=1 {args}"#));
    for (args, code) in [(r#""$0" check -j8 ."#, 1), (r#""$0" fix -qi --policy=replace a"#, 0)] {
        let Some(child) = limited(args) else { return skipped("setpriv") };
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args}: {said}");
        assert!(!said.contains("panicked") && !said.contains("prlimit"), "{said}");
    }
    let wait = r#"env --default-signal=INT "$0" fix -q --binary=fix -o out -"#;
    let Some(mut child) = limited(wait) else { return skipped("setpriv") };
    child.stdin.as_mut().unwrap().write_all(b"caf\xE9").unwrap();
    while leftovers(files.path()).is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it waits");
        thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &pid]).status().unwrap().success());
    for _ in 0..1000 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("it cannot be told to end");
}

/// A folder in which no path can name the innermost file: it is too long.
#[test]
fn folders_deeper_than_a_path_can_be() {
    let files = folder(&[("z", b"\xFF")]);
    let script = r#"for (1..600) { mkdir "0123456789"; chdir "0123456789" or die } open F, ">a"; print F "\xFF""#;
    let made =
        Command::new("perl").args(["-e", script]).current_dir(files.path()).status().unwrap();
    assert!(made.success());
    for args in [&["check", "-l", "."][..], &["detect", "."], &["fix", "-q", "-n", "."]] {
        let run = placemat(args).folder(&files).run();
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.trim_end().ends_with("File name too long"), "{args:?}: {}", run.stderr);
        // What is beside it is judged.
        assert!(run.stdout.contains('z'), "{args:?}: {}", run.stdout);
    }
    let removed = Command::new("rm").args(["-r", "0123456789"]).current_dir(files.path()).status();
    assert!(removed.unwrap().success());
}

#[test]
#[ignore = "a minute: cargo xtask trust"]
fn a_hundred_thousand_files() {
    let files = folder(&[]);
    for n in 0..100_000 {
        let sub = files.path().join((n / 1000).to_string());
        if n % 1000 == 0 {
            fs::create_dir(&sub).unwrap();
        }
        fs::write(sub.join(format!("{n}")), if n % 100 == 0 { "caf\u{E9}" } else { "cafe" })
            .unwrap();
    }
    let mut bad = 0;
    for n in (0..100_000).step_by(1000) {
        fs::write(files.path().join(format!("{}/{n}", n / 1000)), b"caf\xE9").unwrap();
        bad += 1;
    }
    let mut child = placemat(&["check", "-l"]).folder(&files).spawn();
    let most = peak(&mut child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), bad);
    assert!(most < 64 << 10, "{most} KiB");
    assert_eq!(
        placemat(&["fix", "-qi", "--policy=replace", "--no-backup", "."]).folder(&files).run(),
        Run::quiet(0)
    );
    assert_eq!(placemat(&["check", "-q", "."]).folder(&files).run(), Run::quiet(0));
    let detected = placemat(&["detect", "--format=json", "."]).folder(&files).run();
    assert_eq!(detected.stdout.lines().count(), 100_000);
}
