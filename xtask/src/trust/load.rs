//! Rows that are work in bulk: memory must stay flat, and the throughput is told beside that of
//! `wc -l` and of isutf8 (moreutils) on the same files.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::{Came, is_there, thousands};
use crate::shell;

/// The most memory that a check may take, in KiB.
const MOST: u64 = 64 << 10;

/// Removed when the row is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self> {
        let path = shell::root().join("target/trust").join(name);
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("{} is left: {error}", self.0.display());
        }
    }
}

/// 200,000 files of 1 KB: the system's calls are what takes time.
pub(super) fn many_files(short: bool) -> Result<Came> {
    let count = if short { 10_000 } else { 200_000 };
    let folder = Folder::new("files")?;
    let text = "Grüße, Γειά, привет, こんにちは, 👋: one line of many.\n".repeat(15);
    for number in 0..count {
        let of = folder.0.join((number / 1000).to_string());
        if number % 1000 == 0 {
            fs::create_dir(&of)?;
        }
        fs::write(of.join(format!("{number}.txt")), &text)?;
    }
    let bytes = count as u64 * text.len() as u64;
    let each = "find . -type f -print0 | xargs -0";
    let told = compare(&folder.0, "check", 0, (!short).then_some(each), bytes)?;
    Ok(Came::Passed { many: format!("{} files, {told}", thousands(count as u64)) })
}

/// A file of 20 GB: half of it holes, the rest text, with 1 % of random bytes at its end.
pub(super) fn big_file(short: bool) -> Result<Came> {
    const BLOCK: u64 = 100_000_000;
    let len = if short { 10 * BLOCK } else { 200 * BLOCK };
    let folder = Folder::new("big")?;
    let file = File::create(folder.0.join("big"))?;
    let line = "Grüße, Γειά, привет, こんにちは, 👋: one line of many. It goes on in ASCII, as most text does.\n";
    let text = line.repeat(BLOCK as usize / line.len());
    let random = random(BLOCK as usize / 10);
    for start in (0..len).step_by(2 * BLOCK as usize) {
        file.write_all_at(text.as_bytes(), start).context("no room for a file of 20 GB")?;
    }
    file.write_all_at(&random, len - random.len() as u64)?;
    file.sync_all()?;
    let each = (!short).then_some("echo big | xargs");
    let told = compare(&folder.0, "check big", 1, each, len)?;
    Ok(Came::Passed { many: format!("{} bytes, {told}", thousands(len)) })
}

/// Marsaglia's xorshift.
fn random(len: usize) -> Vec<u8> {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed.to_le_bytes()
    };
    std::iter::repeat_with(next).flatten().take(len).collect()
}

/// Runs the tool, `wc -l` and isutf8 in turn, after the tool has filled the cache; tells the time
/// of each and how much memory the tool has taken. Without `each`, the tool alone.
fn compare(
    folder: &Path,
    check: &str,
    code: i32,
    each: Option<&str>,
    bytes: u64,
) -> Result<String> {
    // Its symbols cost no time, and continuous integration has built it for the step before.
    let tool = shell::traced_tool()?;
    let mut peak = 0;
    let mut check = || -> Result<Duration> {
        let mut command = Command::new(&tool);
        let (time, came, memory) = timed(command.args(check.split(' ')).current_dir(folder))?;
        ensure!(came == Some(code), "placemat {check} ended with {came:?}, not with {code}");
        peak = peak.max(memory);
        Ok(time)
    };
    check()?;
    let time = check()?.as_secs_f64();
    if peak > MOST {
        bail!("it took {peak} KiB of memory");
    }
    let rate = bytes as f64 / time / 1e9;
    let mut told = format!("{time:.2} s ({rate:.2} GB/s) in {:.1} MiB", peak as f64 / 1024.0);
    let Some(each) = each else { return Ok(told) };
    for (name, option) in [("wc", "-l"), ("isutf8", "--quiet")] {
        if !is_there(name, "--help") {
            told += &format!("; {name} is not there");
            continue;
        }
        let mut command = Command::new("sh");
        let script = format!("{each} {name} {option}");
        let (time, _, _) = timed(command.args(["-c", &script]).current_dir(folder))?;
        told += &format!("; {name} {option} {:.2} s", time.as_secs_f64());
    }
    Ok(told)
}

/// How long a command takes, its exit code, and the most memory that it had, in KiB.
fn timed(command: &mut Command) -> Result<(Duration, Option<i32>, u64)> {
    let since = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let mut peak = 0;
    loop {
        let status = child.try_wait()?;
        let time = since.elapsed();
        if let Some(status) = status {
            return Ok((time, status.code(), peak));
        }
        peak = peak.max(memory(&child));
        thread::sleep(Duration::from_millis(1));
    }
}

/// The most memory that it has had so far, in KiB.
fn memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
