//! `cargo xtask cost`: what a program pays for one function of a library: machine code, constants, and the time
//! that it takes to compile, beside the same program without it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::shell;

/// placemat with the features that programs get unasked, with each of them alone, and without any.
const ALL: &str = "placemat,convert,avx512";
const CHECKS: &str = "placemat,avx512";
const CONVERTS: &str = "placemat,convert";
const LEAST: &str = "placemat";

/// Each thing, and the libraries that do it.
const THINGS: &[(&str, &[&str])] = &[
    ("validate", &[ALL, CHECKS, LEAST, "std", "simdutf8", "encoding_rs", "simdutf"]),
    ("to_utf16", &[ALL, CONVERTS, "std", "encoding_rs", "simdutf"]),
    ("repair", &[ALL, CONVERTS, "std", "encoding_rs", "bstr"]),
];

const MANIFEST: &str = "bench/cost/Cargo.toml";

/// What was built, and how.
struct Built {
    /// Bytes of machine code.
    code: u64,
    /// Bytes of tables and of what is needed to unwind.
    constants: u64,
    time: Duration,
}

/// Builds each program from nothing, one after the other, and prints a table.
pub(crate) fn run() -> Result<()> {
    shell::run(&mut shell::cargo(["fetch", "--manifest-path", MANIFEST]))?;
    let nothing = build("", "placemat-cost")?;
    let mut rows = Vec::new();
    for (thing, libraries) in THINGS {
        for library in *libraries {
            let built = build(&format!("{thing},{library}"), "placemat-cost")?;
            let library = match *library {
                ALL => "placemat",
                CHECKS => "placemat, without `convert`",
                LEAST => "placemat, without `convert` and `avx512`",
                CONVERTS => "placemat, without `avx512`",
                library => library,
            };
            rows.push(format!(
                "| `{thing}` | {library} | {:.1} | {:.1} | {:.1} |",
                built.code.saturating_sub(nothing.code) as f64 / 1e3,
                built.constants.saturating_sub(nothing.constants) as f64 / 1e3,
                built.time.saturating_sub(nothing.time).as_secs_f64(),
            ));
        }
    }
    let bare = [build("bare,avx512", "bare")?, build("bare", "bare")?];
    println!(
        "\n| what | by | code, KB | constants, KB | compiled in, s |\n|---|---|---:|---:|---:|"
    );
    rows.iter().for_each(|row| println!("{row}"));
    println!("\nBy placemat without a standard library, the whole program:");
    for (bare, how) in bare.iter().zip(["", ", without `avx512`"]) {
        let [code, constants] = [bare.code, bare.constants].map(|bytes| bytes as f64 / 1e3);
        println!("{code:.1} KB of code, {constants:.1} KB of constants{how}");
    }
    Ok(())
}

/// Builds `program` with such features, in a folder of its own that was empty.
fn build(features: &str, program: &str) -> Result<Built> {
    let folder = shell::root().join("target/cost");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut command =
        shell::cargo(["build", "--release", "--offline", "--manifest-path", MANIFEST]);
    command.args(["--bin", program, "--features", features, "--target-dir"]).arg(&folder);
    let since = Instant::now();
    shell::run(&mut command)?;
    let time = since.elapsed();
    let (code, constants) = sizes(&folder.join("release").join(program))?;
    Ok(Built { code, constants, time })
}

/// The bytes of machine code in a program, and those of constants.
fn sizes(program: &Path) -> Result<(u64, u64)> {
    let listed = shell::output(Command::new("size").arg("--format=sysv").arg(program))?;
    let of = |names: &[&str]| -> u64 {
        let lines = listed.lines().filter_map(|line| {
            let (name, rest) = line.split_once(' ')?;
            let size = rest.split_whitespace().next()?.parse::<u64>().ok()?;
            names.contains(&name).then_some(size)
        });
        lines.sum()
    };
    let sizes = (
        of(&[".text"]),
        of(&[".rodata", ".eh_frame", ".eh_frame_hdr", ".gcc_except_table", ".data.rel.ro"]),
    );
    ensure!(sizes.0 > 0, "{} has no machine code", program.display());
    Ok(sizes)
}
