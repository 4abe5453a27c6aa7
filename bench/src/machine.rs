//! What figures were measured on, and which instruction sets were used.

use std::env;
use std::fmt;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use placemat::level::{self, Level};

/// The facts that a figure is worth nothing without.
pub(crate) struct Machine {
    cpu: String,
    date: String,
    commit: String,
    /// What was asked for, if anything was.
    forced: Option<Level>,
    simdutf: &'static str,
}

/// Selects instruction sets, and takes down the facts.
///
/// simdutf chooses among its kernels when it is first called, by this environment variable, which
/// is set here even for its own choice: so what the header says cannot be wrong.
pub(crate) fn prepare(wanted: Option<&str>) -> Result<Machine> {
    const VARIABLE: &str = "SIMDUTF_FORCE_IMPLEMENTATION";
    let forced = wanted.map(str::parse::<Level>).transpose()?;
    if let Some(wanted) = forced {
        level::force(wanted)?;
    }
    let simdutf = match forced.map(Level::name) {
        None => best_simdutf_kernel(),
        Some("scalar") => "fallback",
        Some("sse4.2") => "westmere",
        Some("avx2") => "haswell",
        Some(name) if name.starts_with("avx512") => "icelake",
        Some(name) => {
            bail!("which kernel of simdutf is like {name}? Say it in bench/src/machine.rs")
        }
    };
    // SAFETY: no other thread exists yet that could read the environment.
    unsafe { env::set_var(VARIABLE, simdutf) };
    if !simdutf::validate_utf8(b"is there such a kernel?") {
        bail!("simdutf has no kernel {simdutf:?} for this processor");
    }
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    Ok(Machine {
        cpu: cpu(),
        date,
        commit: commit().unwrap_or_else(|_| "unknown".to_owned()),
        forced,
        simdutf,
    })
}

/// What simdutf would choose by itself.
#[cfg(target_arch = "x86_64")]
fn best_simdutf_kernel() -> &'static str {
    use std::arch::is_x86_feature_detected as has;
    let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2");
    let avx512 = has!("avx512bw") && has!("avx512cd") && has!("avx512vl");
    if avx2 && avx512 && has!("avx512vbmi2") && has!("avx512vpopcntdq") {
        "icelake"
    } else if avx2 {
        "haswell"
    } else if has!("sse4.2") {
        "westmere"
    } else {
        "fallback"
    }
}

/// What simdutf would choose by itself.
#[cfg(not(target_arch = "x86_64"))]
fn best_simdutf_kernel() -> &'static str {
    if cfg!(target_arch = "aarch64") { "arm64" } else { "fallback" }
}

/// The processor's name, as the system tells it.
fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let value = info.lines().find(|line| line.starts_with(name))?.split_once(':')?.1;
        Some(value.trim().to_owned())
    };
    let name =
        field("model name").unwrap_or_else(|| format!("a processor of {}", env::consts::ARCH));
    match (field("cpu family"), field("model\t")) {
        // Names given by virtual machines often tell less than the numbers.
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => name,
    }
}

fn commit() -> Result<String> {
    let git = ["describe", "--always", "--dirty", "--exclude=*"];
    let output = Command::new("git").current_dir(env!("CARGO_MANIFEST_DIR")).args(git).output();
    let output = output.context("cannot start git")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.forced.is_some() {
            "as asked; other peers choose for themselves"
        } else {
            "the best of each"
        };
        let used = match level::current() {
            Level::Avx512 if self.forced.is_none() => "avx2 or avx512 by the operation",
            level => level.name(),
        };
        write!(
            f,
            "{}, {}, commit {}, {}; placemat uses {}, simdutf {} ({how})",
            self.cpu,
            self.date,
            self.commit,
            env!("RUSTC_VERSION"),
            used,
            self.simdutf,
        )
    }
}
