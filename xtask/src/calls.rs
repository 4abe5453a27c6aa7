//! `cargo xtask calls`: no vector instruction is called as a function.
//!
//! A helper between an entry point and an intrinsic that is not inlined loses the instruction set of
//! the entry point. Then the intrinsic cannot be inlined into it either, and is called: correct, and
//! 5 to 50 times slower. No test of results can see that, so the machine code is read.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell;

/// The functions that must have disappeared: intrinsics, and the methods that wrap them.
const INLINED: &[&str] = &["core::core_arch::", "placemat::simd::x86_64::"];

/// A function of that kind that is meant to be called.
const EXCEPT: &str = "placemat::simd::x86_64::detect::";

/// Whose calls count: the standard library has reasons of its own.
const OURS: &str = "placemat::";

/// The entry points, of which there must be some: else the search has looked at nothing.
const ENTRY: &str = "placemat::simd::dispatch::";

/// How those for AVX2 end.
const OF_AVX2: &str = "::avx2";

/// Builds the tool as it is released, with its symbols, and reads its machine code.
pub(crate) fn run() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        println!("nothing to look for: vectors are for x86-64");
        return Ok(());
    }
    let program = shell::traced_tool()?;
    let output = Command::new("objdump")
        .args(["--disassemble", "--demangle", "--no-show-raw-insn"])
        .arg(&program)
        .output()
        .context("cannot start objdump, of GNU binutils")?;
    ensure!(output.status.success(), "objdump failed: {}", output.status);
    let found = Calls::in_code(&String::from_utf8_lossy(&output.stdout));
    ensure!(found.entries > 0, "{} has no entry point in {ENTRY}", program.display());
    ensure!(
        found.wrong.is_empty(),
        "these must be inlined (is #[inline(always)] missing on the way?):\n{}",
        found.wrong.join("\n")
    );
    println!("{} entry points, and no intrinsic is called", found.entries);
    Ok(())
}

/// What disassembled code calls.
#[derive(Debug, Default)]
struct Calls {
    /// How many entry points there are.
    entries: usize,
    /// Calls of what must be inlined: from where, and of what.
    wrong: Vec<String>,
}

impl Calls {
    fn in_code(code: &str) -> Self {
        let mut calls = Self::default();
        let mut inside = "";
        for line in code.lines() {
            if let Some((_, symbol)) = line.split_once(" <")
                && let Some(symbol) = symbol.strip_suffix(">:")
            {
                inside = symbol;
                calls.entries += usize::from(symbol.starts_with(ENTRY) && symbol.contains(OF_AVX2));
            } else if inside.contains(OURS)
                && let Some((_, called)) = line.split_once("call ")
                && INLINED.iter().any(|name| called.contains(name))
                && !called.contains(EXCEPT)
            {
                calls.wrong.push(format!("{inside} calls {}", called.trim()));
            }
        }
        calls
    }
}

#[cfg(test)]
mod tests {
    use super::Calls;

    #[test]
    fn calls_of_intrinsics_are_found() {
        let code = "\
0000000000045020 <placemat::simd::dispatch::operation::avx2>:
   45020:\tpush   %rbp
   45021:\tcall   5a110 <core::core_arch::x86::avx2::_mm256_or_si256>
   45026:\tcall   5a150 <placemat::simd::x86_64::detect::has_avx2>
   4502b:\tcall   5a190 <memcpy@plt>
";
        let calls = Calls::in_code(code);
        assert_eq!(calls.entries, 1);
        assert_eq!(calls.wrong.len(), 1);
        assert!(calls.wrong[0].starts_with("placemat::simd::dispatch::operation::avx2 calls"));
    }
}
