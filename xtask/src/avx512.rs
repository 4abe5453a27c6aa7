//! `cargo xtask test-avx512`: the unit tests of the library at the level `avx512`, for machines
//! whose processor lacks it.
//!
//! qemu has no AVX-512; Bochs has it, with VBMI2. It emulates a whole computer, which boots a kernel
//! of Debian and runs the tests, linked statically, from a disk in memory.

mod machine;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::shell;
use crate::targets;
use crate::test::Total;

/// Options of `cargo xtask test-avx512`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The kernel of the guest, Linux 6.12; else one unpacked in target/avx512/kernel, or one in /boot.
    #[arg(long, value_name = "FILE")]
    kernel: Option<PathBuf>,
    /// The long tests, too: about an hour in all.
    #[arg(long)]
    all: bool,
    /// Only the tests whose name contains this, whatever they are.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    only: Option<String>,
}

/// Files that must be there, and the packages of Debian that have them.
const NEEDS: &[(&str, &str)] = &[
    ("/usr/bin/bochs", "bochs"),
    (machine::BIOS, "bochsbios"),
    (machine::VGA_BIOS, "vgabios"),
    (machine::ISOLINUX, "isolinux"),
    (machine::LDLINUX, "syslinux-common"),
    ("/usr/bin/xorriso", "xorriso"),
    ("/usr/bin/cpio", "cpio"),
    ("/usr/share/doc/busybox-static", "busybox-static"),
];

/// How a kernel comes to where it is looked for, on Debian 12. With 6.1 the guest hangs.
const GET_KERNEL: &str = "\
    cd target/avx512
    apt-get download $(apt-cache depends linux-image-6.12-cloud-amd64 | sed -n 's/.*Depends: //p')
    dpkg-deb --extract linux-image-6.12*.deb kernel";

/// `placemat_bochs` goes around a fault of the emulator, of which it says more.
const FLAGS: &str = "-Cstrip=symbols --cfg=placemat_targets --cfg=placemat_bochs";

/// How long the guest may take: several times what it does where nothing else runs.
const LIMIT: Duration = Duration::from_secs(30 * 60);
const LIMIT_ALL: Duration = Duration::from_secs(180 * 60);

/// Parts of the names of tests that take minutes each; and pairs of encodings that differ from
/// others in the order of bytes, which tests of vector operations have in both.
const LONG: &[&str] = &[
    "pairs_tests::utf16be_to_",
    "pairs_tests::utf32be_to_",
    "_to_utf16be::",
    "_to_utf32be::",
    "validate::subparts_tests::all_sequences_of_up_to_three_bytes",
    "validate::tests::cases_at_the_edges_of_windows_and_runs",
    "validate::tests::cases_with_padding",
    "validate::tests::sequences_at_every_lane",
    "validate::utf16_tests::every_error_at_every_offset",
    "validate::utf16_tests::every_unit_value",
];

/// Runs the tests in the guest, and prints the sum of the results.
pub(crate) fn run(options: &Options) -> Result<()> {
    shell::check_needs("test-avx512", NEEDS)?;
    let folder = shell::root().join("target/avx512");
    fs::create_dir_all(folder.join("guest"))?;
    let kernel = kernel(options, &folder)?;
    println!("kernel: {}", kernel.display());
    build(&folder)?;

    let (arguments, limit) = match &options.only {
        Some(only) => (only.clone(), LIMIT_ALL),
        None if options.all => (String::new(), LIMIT_ALL),
        None => {
            for name in LONG {
                println!("NOT RUN, for the time that it takes (see --all): *{name}*");
            }
            (format!("--skip {}", LONG.join(" --skip ")), LIMIT)
        }
    };
    machine::write(&folder, &kernel, &arguments)?;

    let start = Instant::now();
    let mut total = Total::default();
    let result = machine::run(&folder, limit, |line| total.add(line));
    println!("{total}, {} s in the emulator", start.elapsed().as_secs());
    result?;
    ensure!(total.passed > 0, "no test ran");
    Ok(())
}

/// The kernel asked for, one that was downloaded, or one that is installed.
fn kernel(options: &Options, folder: &Path) -> Result<PathBuf> {
    if let Some(kernel) = &options.kernel {
        return Ok(kernel.clone());
    }
    let folders = [folder.join("kernel/boot"), "/boot".into()];
    // A folder that is not there has no kernel.
    let mut files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    files
        .find_map(|file| {
            let file = file.ok()?;
            let is_known = file.file_name().to_str()?.starts_with("vmlinuz-6.12.");
            is_known.then(|| file.path())
        })
        .with_context(|| format!("there is no kernel 6.12. To get one:\n{GET_KERNEL}"))
}

/// Compiles the unit tests to a program that needs nothing else.
fn build(folder: &Path) -> Result<()> {
    let target = "x86_64-unknown-linux-gnu";
    let mut command = shell::cargo(["test", "--package", "placemat", "--lib", "--target", target]);
    command
        .args(["--profile", "targets", "--config", "profile.targets.opt-level=2", "--target-dir"])
        .arg(folder.join("build"))
        .env("RUSTFLAGS", format!("{} {FLAGS}", targets::STATIC))
        // In place of running the program, it is copied to where the image takes it from.
        .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "cp")
        // Else the option of the tests goes to cp.
        .env_remove("CARGO_TERM_QUIET")
        .arg("--")
        .arg(folder.join("guest/tests"));
    shell::run(&mut command)
}
