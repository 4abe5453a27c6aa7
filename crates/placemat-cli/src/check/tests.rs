//! The report does not depend on how a file is cut, nor on the threads.

use super::{Task, Tasks, perform, report, run_to};
use crate::args::{Cli, Command};
use crate::settings::Sizes;
use crate::{Outcome, settings};
use clap::Parser;
use placemat::utf8;
use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The settings that a command line means.
fn settings(args: &[&str], path: &Path) -> settings::Check {
    let typed = ["placemat", "check"].iter().chain(args).map(|&arg| arg.into());
    let cli = Cli::parse_from(typed.chain([path.as_os_str().to_owned()]));
    let Command::Check(args) = cli.command else { unreachable!() };
    settings::Check::resolve(*args, cli.color).unwrap()
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn run(settings: &settings::Check) -> (String, Outcome) {
    let output = Output::default();
    let outcome = run_to(settings, Box::new(output.clone()));
    (output.text(), outcome)
}

/// The same for an input that can only be read from front to back.
fn run_stream(settings: &settings::Check) -> String {
    let (output, stop) = (Output::default(), AtomicBool::new(false));
    let mut report = report::Report::new(settings, Box::new(output.clone()), None, &stop);
    report.begin();
    let tasks = Tasks::new(settings);
    let mut window = super::Window::new(settings.sizes.block);
    for (_, mut task) in tasks {
        if let Task::Scan(piece, _) = &mut task {
            let subject = Arc::get_mut(&mut piece.subject).expect("a small file is one piece");
            subject.input.size = None;
        }
        perform(task, settings, &mut window, &mut |told, _| {
            report.tell(told);
            true
        });
    }
    report.end();
    output.text()
}

/// Text with a malformed stretch every `clean` pieces or so, and long lines.
fn text(seed: u64, clean: u64, len: usize) -> Vec<u8> {
    const CLEAN: [&[u8]; 8] = [
        b"a",
        b"bc d",
        "\u{e9}".as_bytes(),
        "\u{20ac}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\n",
        b"\r\n",
        b"\0",
    ];
    const BAD: [&[u8]; 10] = [
        b"\x80",
        b"\xE2\x82",
        b"\xED\xA0\x80",
        b"\xED\xA0\xBD\xED\xB9\x88",
        b"\xFF",
        b"\xC0\xAF",
        b"\xFC\x84\x80\x80\x80\x80",
        b"\xF4\x90\x80\x80",
        b"\x80\x80\x80\x80\x80\x80\x80",
        b"\xE9",
    ];
    let mut state = seed;
    let mut random = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut text = Vec::new();
    while text.len() < len {
        // Line feeds are rare, so that lines are longer than blocks.
        let piece = match random(clean) {
            0 => BAD[random(10) as usize],
            1 => CLEAN[random(8) as usize],
            _ => CLEAN[random(5) as usize],
        };
        text.extend_from_slice(piece);
    }
    text
}

/// What the report must say, from the whole text, by the simplest means.
fn expected(text: &[u8]) -> Vec<[u64; 5]> {
    let errors = utf8::errors(text);
    let error = |bad: placemat::Malformed| {
        let before = &text[..bad.offset];
        let line = before.split(|&byte| byte == b'\n').next_back().unwrap();
        let lines = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let code_points = String::from_utf8_lossy(line).chars().count() + 1;
        [bad.offset, bad.len, lines, line.len() + 1, code_points].map(|n| n as u64)
    };
    errors.map(error).collect()
}

fn reported(json: &str) -> Vec<[u64; 5]> {
    let lines = json.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|value| value["type"] == "error")
        .map(|value| {
            ["offset", "length", "line", "column", "column_code_points"]
                .map(|field| value[field].as_u64().unwrap())
        })
        .collect()
}

/// Like `assert_eq`, but for the first line that differs.
fn assert_same(found: &str, expected: &str, what: &str) {
    let mut pairs = found.lines().zip(expected.lines());
    if let Some((found, expected)) = pairs.find(|(found, expected)| found != expected) {
        panic!("{what}:\n{found}\n{expected}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

const ALL: [&str; 4] = ["--all", "--format=json", "--binary=check", "--progress=never"];

#[test]
fn cuts_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, clean, len) in [(1, 3, 800), (2, 20, 4000), (3, 400, 9000), (4, 2, 1500)] {
        let path = folder.path().join("text");
        let text = text(seed, clean, len);
        fs::write(&path, &text).unwrap();
        let mut settings = settings(&ALL, &path);
        settings.threads = 1;
        settings.sizes = Sizes { block: 1 << 20, piece: 1 << 20 };
        let (whole, outcome) = run(&settings);
        assert_eq!(reported(&whole), expected(&text), "seed {seed}");
        assert_eq!(outcome, Outcome::Findings);

        for block in [8, 13, 64, 511, 512, 1000, 4096] {
            for piece in [1, 7, 512, 700, 1025, 4096] {
                // Tiny pieces of all of a long text take their time.
                if piece < 512 && seed > 1 {
                    continue;
                }
                for threads in [1, 3] {
                    settings.threads = threads;
                    settings.sizes = Sizes { block, piece };
                    let what = format!("seed {seed} {:?} {threads}", settings.sizes);
                    assert_same(&run(&settings).0, &whole, &what);
                }
            }
            settings.sizes = Sizes { block, piece: u64::MAX };
            assert_same(&run_stream(&settings), &whole, &format!("stream {seed} {block}"));
        }
    }
}

#[test]
fn a_cut_at_every_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    let mut text = "\u{20ac}".repeat(200).into_bytes();
    for bad in [
        &b"\xED\xA0\xBD\xED\xB9\x88"[..],
        b"\xFD\x80\x80\x80\x80\x80",
        b"\xE2\x82",
        b"\x80\x80",
        b"\xED\xA0\xBD\xED",
    ] {
        text.extend_from_slice(bad);
        text.extend_from_slice(b"x");
    }
    text.extend_from_slice(&"\u{20ac}".repeat(200).into_bytes());
    fs::write(&path, &text).unwrap();
    let mut settings = settings(&ALL, &path);
    settings.threads = 1;
    settings.sizes = Sizes { block: 1 << 20, piece: 1 << 20 };
    let (whole, _) = run(&settings);
    assert_eq!(reported(&whole), expected(&text));
    for piece in 590..640 {
        for block in [16, 100, 4096] {
            settings.sizes = Sizes { block, piece };
            assert_same(&run(&settings).0, &whole, &format!("{:?}", settings.sizes));
        }
    }
}

/// So many errors are shown by two threads, where the format allows it.
#[test]
fn many_errors_are_shown_the_same_by_two_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    fs::write(&path, text(5, 3, 200_000)).unwrap();
    for format in ["text", "json", "sarif", "github"] {
        let args = ["--all", "--binary=check", "--progress=never", "--format", format];
        let mut settings = settings(&args, &path);
        settings.threads = 1;
        let (alone, _) = run(&settings);
        settings.threads = 2;
        assert_same(&run(&settings).0, &alone, format);
    }
}

/// In another encoding, blocks are cut anywhere: what is told is the same.
#[test]
fn blocks_do_not_matter_with_as() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    for (encoding, seed) in [("utf-16le", 1), ("cesu-8", 2), ("utf-7", 3), ("gb18030", 4)] {
        fs::write(&path, text(seed, 20, 6000)).unwrap();
        let encoding = format!("--as={encoding}");
        for format in ["--format=json", "--format=text"] {
            let mut settings = settings(&["--all", format, &encoding], &path);
            settings.sizes = Sizes { block: 1 << 20, piece: 1 << 20 };
            let (whole, outcome) = run(&settings);
            assert_eq!(outcome, Outcome::Findings, "{encoding}");
            for block in [4, 5, 100, 601, 4096] {
                settings.sizes = Sizes { block, piece: 1000 };
                assert_same(&run(&settings).0, &whole, &format!("{encoding} {block}"));
                assert_same(&run_stream(&settings), &whole, &format!("{encoding} {block}"));
            }
        }
    }
}

/// What is looked for closely is found from front to back: blocks do not matter, nor does a pipe.
#[test]
fn blocks_do_not_matter_closely() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    for (seed, options) in [
        (1, &["--profile=postgres,mysql-utf8mb3,xml", "--csv"][..]),
        (2, &["--profile=json", "--jsonl"]),
        (3, &["--profile=source,filename"]),
        (4, &["--csv=tab", "--no-header"]),
    ] {
        let mut bytes = Vec::new();
        const PIECES: [&[u8]; 12] = [
            b",",
            b"\"",
            b"\"\"",
            b"\\uD83D",
            b"\\uDE00",
            b"&#0;",
            b"\xE2\x80\xAE",
            "ж".as_bytes(),
            b"/",
            b"{\"k\": \"",
            b"CON\n",
            b" ",
        ];
        for (n, part) in text(seed, 9, 8000).chunks(7).enumerate() {
            bytes.extend_from_slice(part);
            bytes.extend_from_slice(PIECES[n * n % 31 % 12]);
            bytes.extend_from_slice(if n % 9 == 0 { b"\n" } else { b"" });
        }
        fs::write(&path, &bytes).unwrap();
        for format in ["--format=json", "--format=text"] {
            let args = [&["--all", format, "--binary=check"], options].concat();
            let mut settings = settings(&args, &path);
            settings.sizes = Sizes { block: 1 << 20, piece: 1 << 20 };
            let (whole, outcome) = run(&settings);
            assert_eq!(outcome, Outcome::Findings);
            for block in [8, 100, 511, 1000, 4096] {
                settings.sizes = Sizes { block, piece: 1000 };
                assert_same(&run(&settings).0, &whole, &format!("{options:?} {block}"));
                assert_same(&run_stream(&settings), &whole, &format!("stream {options:?} {block}"));
            }
        }
    }
}

#[test]
fn a_limit_counts_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    let text = text(7, 10, 5000);
    fs::write(&path, &text).unwrap();
    let all = expected(&text);
    for limit in [0, 1, 5, 40] {
        let limited = format!("--max-errors={limit}");
        let mut settings = settings(&[&limited, "--format=json", "--binary=check"], &path);
        for (block, piece) in [(1 << 20, 1 << 20), (600, 700), (64, 100)] {
            settings.sizes = Sizes { block, piece };
            let (json, _) = run(&settings);
            assert_eq!(reported(&json), all[..limit], "limit {limit}");
            let summary: Value = serde_json::from_str(json.lines().next_back().unwrap()).unwrap();
            assert_eq!(summary["errors"], all.len());
            assert_eq!(summary["not_all_shown"][0]["shown"], limit);
        }
    }
}

#[test]
fn a_file_that_becomes_shorter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    fs::write(&path, "x".repeat(5000)).unwrap();
    let mut settings = settings(&["--format=json"], &path);
    settings.sizes = Sizes { block: 512, piece: 1024 };
    for left in [0, 1000, 1024, 1500, 4999] {
        let output = Output::default();
        let stop = AtomicBool::new(false);
        let mut report = report::Report::new(&settings, Box::new(output.clone()), None, &stop);
        let tasks = Tasks::new(&settings);
        let mut window = super::Window::new(settings.sizes.block);
        fs::write(&path, "x".repeat(5000)).unwrap();
        for (_, task) in tasks {
            perform(task, &settings, &mut window, &mut |told, _| {
                report.tell(told);
                true
            });
            fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(left).unwrap();
        }
        let expected = if left == 4999 { Outcome::Clean } else { Outcome::Trouble };
        assert_eq!(report.end(), expected, "{left} bytes left");
    }
}
