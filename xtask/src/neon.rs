//! `cargo xtask count-neon`: how many instructions conversions take on aarch64, and about how many cycles,
//! beside simdutf's, where there is no such processor to measure time on. qemu writes down what is
//! executed; llvm-mca plays that on models of processors, in which every branch is predicted and all memory
//! is in the first cache.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::targets::{CARGO, RUSTC, STATIC};
use crate::{corpus, shell};

/// Files that must be there, and the packages of Debian that have them.
const NEEDS: &[(&str, &str)] = &[
    (CARGO, "cargo-web"),
    (RUSTC, "rustc-web"),
    (
        "/usr/lib/rustlib/aarch64-unknown-linux-gnu",
        "libstd-rust-web-dev:arm64 (after dpkg --add-architecture arm64)",
    ),
    ("/usr/bin/aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"),
    (OBJDUMP, "binutils-aarch64-linux-gnu"),
    ("/usr/bin/qemu-aarch64-static", "qemu-user-static"),
    (MCA, "llvm-19"),
];

const OBJDUMP: &str = "/usr/bin/aarch64-linux-gnu-objdump";
/// Before LLVM 16 there is no model of Neoverse V2.
const MCA: &str = "/usr/bin/llvm-mca-19";

/// The processors, as LLVM names them.
const PROCESSORS: &[&str] = &["neoverse-v2", "apple-m1"];

const OPERATIONS: &[&str] = &[
    "validate_utf8",
    "validate_utf16",
    "utf8_to_utf16le",
    "utf16le_to_utf8",
    "utf8_to_utf32",
    "utf32_to_utf8",
    "utf16le_to_utf32",
    "utf32_to_utf16le",
    "latin1_to_utf8",
];

const TEXTS: &[&str] = &["english", "german", "russian", "chinese", "emoji"];

/// How much of a text is converted: qemu writes a line for each instruction.
const SIZE: usize = 16_000;

/// Prints a table of instructions, and one of cycles for each processor: per byte of UTF-8, and how many
/// times as many simdutf takes.
pub(crate) fn run() -> Result<()> {
    shell::check_needs("count-neon", NEEDS)?;
    let program = Program::build()?;
    corpus::make(false)?;
    let mut tables = vec![String::new(); 1 + PROCESSORS.len()];
    for operation in OPERATIONS {
        tables.iter_mut().for_each(|table| *table += &format!("| `{operation}` |"));
        for text in TEXTS {
            if operation.starts_with("latin1") && !["english", "german"].contains(text) {
                tables.iter_mut().for_each(|table| *table += " |");
                continue;
            }
            let corpus = shell::root().join(format!("target/corpus/prose/{text}.utf8.txt"));
            let all = fs::read_to_string(corpus)?;
            let part = &all[..placemat::utf8::floor_boundary(all.as_bytes(), SIZE)];
            let file = program.path.with_file_name("text");
            fs::write(&file, part)?;
            let ours = program.costs(operation, "placemat", &file)?;
            let theirs = program.costs(operation, "simdutf", &file)?;
            for (table, (ours, theirs)) in tables.iter_mut().zip(ours.into_iter().zip(theirs)) {
                *table += &format!(" {:.2} ({:.2}) |", ours / part.len() as f64, theirs / ours);
            }
        }
        tables.iter_mut().for_each(|table| *table += "\n");
    }
    for (what, table) in ["instructions"].iter().chain(PROCESSORS).zip(tables) {
        println!("{what}\n");
        println!("| operation | {} |", TEXTS.join(" | "));
        println!("|---|{}", "---:|".repeat(TEXTS.len()));
        println!("{table}");
    }
    Ok(())
}

/// The program that is measured, and what its instructions are.
struct Program {
    path: PathBuf,
    /// By address, as text that llvm-mca reads.
    instructions: HashMap<u64, String>,
}

impl Program {
    fn build() -> Result<Self> {
        let path = build()?;
        let listing =
            Command::new(OBJDUMP).args(["-d", "--no-show-raw-insn"]).arg(&path).output()?;
        ensure!(listing.status.success(), "{OBJDUMP}: {}", listing.status);
        let listing = String::from_utf8(listing.stdout)?;
        let instructions = listing.lines().filter_map(instruction).collect();
        Ok(Self { path, instructions })
    }

    /// What the operation takes once: instructions, and cycles of each processor.
    fn costs(&self, operation: &str, who: &str, file: &Path) -> Result<Vec<f64>> {
        let [one, two] = ["1", "2"].map(|times| self.executed(operation, who, file, times));
        let (one, two) = (one?, two?);
        // What comes behind the first time, and is done once more.
        let start = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
        let once = &two[start..start + two.len() - one.len()];
        let name = |address| self.instructions.get(address).context("an unknown instruction");
        let text = once.iter().map(name).collect::<Result<Vec<_>>>()?;
        let text = text.into_iter().fold(String::new(), |all, line| all + line + "\n");
        let mut costs = vec![once.len() as f64];
        for processor in PROCESSORS {
            costs.push(cycles(&text, processor)?);
        }
        Ok(costs)
    }

    /// The addresses of all instructions, in their turn.
    fn executed(&self, operation: &str, who: &str, file: &Path, times: &str) -> Result<Vec<u64>> {
        let log = self.path.with_file_name("executed");
        let mut command = Command::new("qemu-aarch64-static");
        command.args(["-singlestep", "-d", "exec,nochain", "-D"]).arg(&log);
        command.arg(&self.path).args([operation, who]).arg(file).arg(times);
        let done = command.status()?;
        ensure!(done.success(), "{operation} by {who}: {done}");
        // Trace 0: HOST [BASE/ADDRESS/FLAGS/..] NAME
        let log = fs::read_to_string(&log)?;
        let address = |line: &str| u64::from_str_radix(line.split('/').nth(1)?, 16).ok();
        log.lines().map(|line| address(line).with_context(|| line.to_owned())).collect()
    }
}

/// An instruction in a line of objdump, and its address.
fn instruction(line: &str) -> Option<(u64, String)> {
    let (address, text) = line.split_once(":\t")?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let text = text.split("//").next()?.trim();
    // Where it leads, written `ADDRESS <NAME>`, does not matter; ADRP asks for a page.
    let text = match text.split_once(" <") {
        Some((before, _)) => {
            let (before, _) = before.rsplit_once([' ', '\t'])?;
            format!("{before} #0")
        }
        None => text.to_owned(),
    };
    Some((address, text))
}

/// How many cycles a processor takes for these instructions, says llvm-mca.
fn cycles(text: &str, processor: &str) -> Result<f64> {
    let mut mca = Command::new(MCA)
        .args(["-mtriple=aarch64", "-mattr=+all", "-iterations=1"])
        .args(["-instruction-info=false", "-resource-pressure=false"])
        .arg(format!("-mcpu={processor}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // It warns of every call and return, of which there are few.
        .stderr(Stdio::null())
        .spawn()?;
    mca.stdin.take().context("it is piped")?.write_all(text.as_bytes())?;
    let done = mca.wait_with_output()?;
    ensure!(done.status.success(), "{MCA}: {}", done.status);
    let report = String::from_utf8(done.stdout)?;
    let total = report.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
    Ok(total.context("no total")?.trim().parse()?)
}

/// The program, built by Debian's Rust, which has the standard library of that processor.
fn build() -> Result<PathBuf> {
    let folder = shell::root().join("target/count-neon");
    let mut command = Command::new(CARGO);
    command
        .current_dir(shell::root())
        .env("RUSTC", RUSTC)
        .env("RUSTFLAGS", STATIC)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .env("CXX_aarch64_unknown_linux_gnu", "aarch64-linux-gnu-g++")
        .args(["build", "--release", "--manifest-path", "bench/neon/Cargo.toml"])
        .args(["--target", "aarch64-unknown-linux-gnu", "--target-dir"])
        .arg(&folder);
    shell::run(&mut command)?;
    Ok(folder.join("aarch64-unknown-linux-gnu/release/placemat-count-neon"))
}
