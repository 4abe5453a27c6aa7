//! Pipes that stay open: whatever is certain is out, though nobody knows what comes, or when.

use crate::common::{folder, placemat};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What should take no time at all; on a busy machine it may.
const DEADLINE: Duration = Duration::from_secs(60);

/// The tool at work on a pipe that is open.
struct Running {
    child: Child,
    pipe: Option<ChildStdin>,
    out: Receiver<Vec<u8>>,
    said: Receiver<Vec<u8>>,
    /// What came of its output and was not yet asked for.
    seen: Vec<u8>,
}

/// What is read from `from`, as it comes.
fn listen(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (to, heard) = channel();
    thread::spawn(move || {
        let mut block = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut block) {
            if to.send(block[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    heard
}

impl Running {
    fn new(args: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(args.split(' ')).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = listen(child.stdout.take().unwrap());
        let said = listen(child.stderr.take().unwrap());
        let pipe = child.stdin.take();
        Self { child, pipe, out, said, seen: Vec::new() }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.pipe.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The pipe stays open; this is what comes out next.
    fn gives(&mut self, expected: &[u8]) {
        let end = Instant::now() + DEADLINE;
        while self.seen.len() < expected.len() {
            match self.out.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(block) => self.seen.extend(block),
                Err(_) => break,
            }
        }
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let found = &self.seen[..expected.len().min(self.seen.len())];
        assert_eq!(shown(found), shown(expected), "{:?}", shown(&self.seen));
        self.seen.drain(..expected.len());
    }

    /// The pipe stays open; this is part of what comes out next. All up to it is dropped.
    fn tells(&mut self, expected: &str) {
        let end = Instant::now() + DEADLINE;
        let at = loop {
            let seen = String::from_utf8_lossy(&self.seen).into_owned();
            if let Some(at) = seen.find(expected) {
                break at;
            }
            match self.out.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(block) => self.seen.extend(block),
                Err(error) => panic!("{expected:?} did not come ({error}): {seen:?}"),
            }
        };
        self.seen.drain(..at + expected.len());
    }

    /// It ends although the pipe is open: its exit code, and what it said.
    fn ends(mut self) -> (i32, String, String) {
        let pipe = self.pipe.take();
        self.rest(pipe)
    }

    /// The pipe is closed, and then it ends.
    fn close(mut self) -> (i32, String, String) {
        self.pipe = None;
        self.rest(None)
    }

    fn rest(mut self, pipe: Option<ChildStdin>) -> (i32, String, String) {
        let end = Instant::now() + DEADLINE;
        let mut rest = [std::mem::take(&mut self.seen), Vec::new()];
        for (rest, blocks) in rest.iter_mut().zip([&self.out, &self.said]) {
            loop {
                match blocks.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Ok(block) => rest.extend(block),
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => panic!("it does not end"),
                }
            }
        }
        let code = self.child.wait().unwrap().code().unwrap();
        drop(pipe);
        let [out, said] = rest.map(|bytes| String::from_utf8(bytes).unwrap());
        (code, out, said)
    }
}

/// What is written, and what comes of it while the pipe is open.
type Step = (&'static [u8], &'static [u8]);

fn steps(args: &str, steps: &[Step]) {
    println!("{args}");
    let mut tool = Running::new(args);
    for (bytes, expected) in steps {
        tool.write(bytes);
        tool.gives(expected);
    }
    let (code, rest, said) = tool.close();
    assert_eq!((code, &*rest, &*said), (0, "", ""), "{args}");
}

/// Found by a user: `tail -f log | placemat fix` printed nothing before 8 KiB had come.
#[test]
fn fix_gives_what_is_certain() {
    let euro: Step = (b"\xAC", "€".as_bytes());
    for args in ["fix -q --fallback windows-1252", "fix -q --fallback windows-1252 -"] {
        steps(args, &[(b"plain\n", b"plain\n"), (b"caf\xE9\n", "café\n".as_bytes())]);
        // Without an end of a line it is waited for, but not for ever.
        steps(args, &[(b"> ", b"> "), (b"l\xE9", b"l"), (b"!", "é!".as_bytes())]);
        // Cut within a sequence; all of it comes, and not.
        steps(args, &[(b"\xE2\x82", b""), euro, (b"\xE2", b""), (b"\x82", b""), euro]);
        steps(args, &[(b"\xE2\x82", b""), (b"\n", "â‚\n".as_bytes()), (b"x", b"x")]);
        steps(
            args,
            &[
                (b"a", b"a"),
                (b"b", b"b"),
                (b"\n", b"\n"),
                (b"c", b"c"),
                (b"\xE9\n", "é\n".as_bytes()),
            ],
        );
    }
    steps("fix -q", &[(b"a\n", b"a\n"), (b"\xFF", "\u{FFFD}".as_bytes()), (b"b", b"b")]);
    steps("fix -q --eol crlf", &[(b"a\n", b"a\r\n"), (b"b\r", b"b"), (b"\n", b"\r\n")]);
    steps("fix -q --eol lf", &[(b"a\r", b"a"), (b"\n", b"\n"), (b"\r", b""), (b"b", b"\rb")]);
    steps("fix -q --bom remove", &[(b"\xEF\xBB", b""), (b"\xBFa\n", b"a\n"), (b"b", b"b")]);
    steps("fix -q --bom add", &[(b"a", b"\xEF\xBB\xBFa"), (b"b", b"b")]);
    steps("fix -q --escape", &[(b"a\xFF\n", b"a\\xFF\n"), (b"\\x", b""), (b"41", b"\\x41")]);
}

#[test]
fn previews_show_a_line_when_it_ends() {
    for (args, first, second) in [
        ("fix -n", "<stdin>:2:4: E9 → ", "<stdin>:3:1: FF → "),
        ("fix --diff", "+caf\u{FFFD} x\n", "+\u{FFFD}\n"),
        ("fix -n --report json", "\"offset\":8,\"line\":2,", "\"offset\":12,\"line\":3,"),
    ] {
        let mut tool = Running::new(args);
        tool.write(b"fine\ncaf\xE9 x");
        tool.write(b"\n");
        tool.tells(first);
        tool.write(b"\xFF\n");
        tool.tells(second);
        assert_eq!(tool.close().0, 1, "{args}");
    }
}

/// Found by a user: nothing after 5 MB and 300,000 errors.
#[test]
fn check_reports_a_line_when_it_ends() {
    for (args, first, second) in [
        ("check", "<stdin>:2:4: E9 begins", "<stdin>:3:1: FF never"),
        ("check --all -", "<stdin>:2:4: E9 begins", "<stdin>:3:1: FF never"),
        ("check --format=json", "\"offset\":8,", "\"offset\":13,"),
        ("check --format=github", "line=2,col=4", "line=3,col=1"),
        ("check --as utf-8", "<stdin>:2:4: E9 begins", "<stdin>:3:1: FF never"),
        ("check --as us-ascii", "<stdin>:2:4: ", "<stdin>:3:1: "),
        ("check --as shift_jis", "<stdin>:2:4: ", "<stdin>:3:1: "),
    ] {
        println!("{args}");
        // At once, in the middle of a sequence, byte by byte.
        for cuts in [&[13][..], &[4, 5, 4], &[9, 4], &[1; 13]] {
            let mut tool = Running::new(args);
            let mut rest = &b"fine\ncaf\xE9 \xFFx\n"[..];
            for cut in cuts {
                let (now, later) = rest.split_at(*cut);
                tool.write(now);
                rest = later;
            }
            tool.tells(first);
            tool.write(b"\xFF");
            tool.write(b" x\n");
            tool.tells(second);
            let (code, _, said) = tool.close();
            assert_eq!((code, &*said), (1, ""), "{args}");
        }
    }
}

#[test]
fn check_reports_lines_of_other_code_units() {
    for (args, unit) in [
        ("check --as utf-16le", (|c| vec![c as u8, (c >> 8) as u8]) as fn(u32) -> Vec<u8>),
        ("check --as utf-16", |c| vec![(c >> 8) as u8, c as u8]),
        ("check --as utf-32le", |c| u32::to_le_bytes(c).to_vec()),
    ] {
        let mut tool = Running::new(args);
        // U+0A0A and U+0A00 have the byte, and are no ends of lines.
        let line: Vec<u8> = [0x61, 0xA0A, 0xD800, 0xA00, 0x0A].into_iter().flat_map(unit).collect();
        let (start, end) = line.split_at(line.len() - 1);
        tool.write(start);
        tool.write(end);
        tool.tells("<stdin>:1:");
        tool.write(&line);
        tool.tells("<stdin>:2:");
        assert_eq!(tool.close().0, 1, "{args}");
    }
}

/// One document is told at its end; an exit code as soon as it is known.
#[test]
fn what_can_and_cannot_come_early() {
    let mut tool = Running::new("check --format=sarif");
    tool.write(b"caf\xE9\n");
    let (code, out, said) = tool.close();
    assert_eq!((code, &*said), (1, ""));
    let sarif: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
    for (args, out) in [("check -q", ""), ("check -l", "-\n"), ("check -q --as us-ascii -", "")] {
        let mut tool = Running::new(args);
        tool.write(b"caf\xE9\n");
        let (code, found, said) = tool.ends();
        assert_eq!((code, &*said), (1, ""), "{args}");
        assert!(found == out || found == "<stdin>\n", "{args}: {found}");
    }
}

/// What it looks like is decided by its first line.
#[test]
fn utf_16_in_a_pipe_that_stays_open() {
    let line = b"h\0i\0\n\0";
    for signature in [&b""[..], b"\xFF\xFE"] {
        let mut tool = Running::new("fix -q");
        tool.write(&[signature, line].concat());
        let (code, out, said) = tool.ends();
        assert_eq!((code, &*out), (2, ""));
        assert!(said.contains("<stdin>: looks like UTF-16, little-endian"), "{said}");
        for (args, code) in [("check", 1), ("check -", 1), ("check -q", 1)] {
            let mut tool = Running::new(args);
            tool.write(&[signature, line].concat());
            let (found, out, said) = tool.ends();
            assert_eq!((found, &*said), (code, ""), "{args}");
            assert!(out.contains("UTF-16") || args == "check -q", "{args}: {out}");
        }
    }
}

#[test]
fn convert_gives_what_is_certain() {
    steps("convert -f windows-1252 -t utf-8", &[(b"a\xE9", "aé".as_bytes()), (b"b", b"b")]);
    steps("convert -f utf-8 -t utf-16le", &[(b"a\xC3", b"a\0"), (b"\xA9", b"\xE9\0")]);
    // The byte order is known with the signature.
    let utf16: [Step; 4] = [(b"\xFF", b""), (b"\xFEa", b""), (b"\0", b"a"), (b"b\0\n\0", b"b\n")];
    steps("convert -f utf-16 -t utf-8", &utf16);
    steps("convert -f utf-8 -t utf-16", &[(b"a", b"\xFF\xFEa\0"), (b"\n", b"\n\0")]);
    // Through the bridge to and from legacy encodings.
    steps("convert -f shift_jis -t utf-8 -", &[(b"a\x93", b"a"), (b"\xFA", "日".as_bytes())]);
    steps("convert -f utf-8 -t shift_jis", &[(b"\xE6\x97", b""), (b"\xA5", b"\x93\xFA")]);
    steps("convert -f gb18030 -t euc-jp", &[(b"a", b"a"), (b"\n", b"\n")]);
    steps(
        "convert -f utf-8 -t modified-utf-8 --framed",
        &[(b"a", b""), (b"\nb", b"\0\x01a"), (b"c\n", b"\0\x02bc")],
    );
    steps(
        "convert -f modified-utf-8 -t utf-8 --framed",
        &[(b"\0\x02a", b"a"), (b"b", b"b\n"), (b"\0", b""), (b"\x01c", b"c\n")],
    );
}

#[test]
fn a_fifo_that_stays_open() {
    let files = folder(&[]);
    let fifo = files.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for (args, expected) in [
        (&["check", "fifo"][..], "fifo:1:4: E9 begins"),
        (&["check", "--as=us-ascii", "fifo"], "fifo:1:4: "),
        (&["fix", "-q", "fifo"], "caf\u{FFFD}\n"),
        (&["convert", "-flatin1", "-tutf-8", "fifo"], "café\n"),
    ] {
        let mut child = placemat(args).folder(&files).spawn();
        let mut pipe = File::options().write(true).open(&fifo).unwrap();
        let out = listen(child.stdout.take().unwrap());
        let said = listen(child.stderr.take().unwrap());
        let mut tool = Running { child, pipe: None, out, said, seen: Vec::new() };
        pipe.write_all(b"caf\xE9\n").unwrap();
        tool.tells(expected);
        drop(pipe);
        let (code, _, said) = tool.close();
        assert_eq!((code, &*said), (i32::from(args[0] == "check"), ""), "{args:?}");
    }
}

/// A reader that goes away ends what waits for more.
#[test]
fn nobody_reads_the_report_of_a_pipe_that_stays_open() {
    for args in ["check --all", "check --all --as us-ascii", "fix -q", "fix -n"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        command.args(args.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(b"\xE9 x\n").unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0; 1]).unwrap();
        // Its end may be seen only with the next line.
        let end = Instant::now() + DEADLINE;
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < end, "{args}: it does not end");
            _ = pipe.write_all(b"\xE9 x\n");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Bytes without an end.
fn endless() -> (Child, Stdio) {
    let mut yes = Command::new("yes").arg("abc").stdout(Stdio::piped()).spawn().unwrap();
    let pipe = yes.stdout.take().unwrap();
    (yes, pipe.into())
}

#[test]
fn what_never_ends_is_judged_by_its_start() {
    let (mut yes, pipe) = endless();
    let output =
        Command::new(env!("CARGO_BIN_EXE_placemat")).arg("detect").stdin(pipe).output().unwrap();
    yes.kill().unwrap();
    yes.wait().unwrap();
    let (told, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(told.starts_with("<stdin>: us-ascii, certain"), "{told}");
    assert_eq!(said, "placemat: <stdin>: judged by its first 64 MiB\n");
}

#[test]
fn what_never_ends_is_counted_until_it_is_interrupted() {
    for silent in [false, true] {
        let (mut source, pipe) = match silent {
            false => endless(),
            true => {
                let mut sleep = Command::new("sh")
                    .args(["-c", "echo abc; exec sleep 60"])
                    .stdout(Stdio::piped())
                    .spawn()
                    .unwrap();
                let pipe = sleep.stdout.take().unwrap();
                (sleep, pipe.into())
            }
        };
        let mut tool = Command::new(env!("CARGO_BIN_EXE_placemat"));
        tool.args(["stats", "--counts"]).stdin(pipe).stdout(Stdio::piped()).stderr(Stdio::piped());
        let tool = tool.spawn().unwrap();
        thread::sleep(Duration::from_millis(500));
        let id = tool.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = tool.wait_with_output().unwrap();
        source.kill().unwrap();
        source.wait().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(!output.stdout.is_empty(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "placemat: <stdin>: interrupted: counted so far\n");
    }
}
