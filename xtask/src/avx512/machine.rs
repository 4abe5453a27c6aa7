//! The computer that Bochs emulates: what it boots, and what it prints.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::shell;

pub(super) const BIOS: &str = "/usr/share/bochs/BIOS-bochs-latest";
pub(super) const VGA_BIOS: &str = "/usr/share/bochs/VGABIOS-lgpl-latest";
pub(super) const ISOLINUX: &str = "/usr/lib/ISOLINUX/isolinux.bin";
pub(super) const LDLINUX: &str = "/usr/lib/syslinux/modules/bios/ldlinux.c32";

/// The last line of the guest, before the exit status of the tests.
const END: &str = "placemat: the tests have ended with ";

/// What the boot loader reads. The kernel boots in Bochs 2.7 without these features of the processor,
/// and with its clocks taken as given.
const ISOLINUX_CFG: &str = "\
DEFAULT linux
LABEL linux
KERNEL /vmlinuz
INITRD /initramfs
APPEND console=ttyS0,115200 quiet nopku clearcpuid=pku,ospke,xsavec,xsaves tsc=reliable lpj=1000000
";

/// Writes the image of a CD, whose memory disk has the tests of `folder`, and the description of
/// the computer.
pub(super) fn write(folder: &Path, kernel: &Path, arguments: &str) -> Result<()> {
    let (guest, cd) = (folder.join("guest"), folder.join("cd"));
    fs::create_dir_all(&cd)?;
    // The first program of the kernel. It must not end before all is printed.
    let init = format!(
        "#!/busybox sh
export PLACEMAT_EXPECT_LEVELS=avx512 PLACEMAT_ONLY_LEVEL=avx512 PLACEMAT_EMULATED=1
export RUST_TEST_THREADS=1 RUST_BACKTRACE=0
/tests {arguments}
echo \"{END}$?\"
/busybox sleep 1d
"
    );
    fs::write(guest.join("init"), init)?;
    fs::set_permissions(guest.join("init"), PermissionsExt::from_mode(0o755))?;
    fs::copy("/bin/busybox", guest.join("busybox"))?;
    fs::write(folder.join("names"), "init\nbusybox\ntests\n")?;
    shell::run(
        Command::new("cpio")
            .args(["--create", "--format=newc", "--quiet"])
            .current_dir(guest)
            .stdin(File::open(folder.join("names"))?)
            .stdout(File::create(cd.join("initramfs"))?),
    )?;

    fs::write(cd.join("isolinux.cfg"), ISOLINUX_CFG)?;
    for (file, name) in [(ISOLINUX, "isolinux.bin"), (LDLINUX, "ldlinux.c32")] {
        fs::copy(file, cd.join(name))?;
    }
    fs::copy(kernel, cd.join("vmlinuz"))
        .with_context(|| format!("cannot copy {}", kernel.display()))?;
    shell::run(
        Command::new("xorriso")
            .args(["-as", "mkisofs", "-quiet", "-output", "cd.iso", "-eltorito-boot"])
            .args(["isolinux.bin", "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table"])
            .arg("cd")
            .current_dir(folder),
    )?;

    let description = format!(
        "\
config_interface: textconfig
display_library: rfb, options=\"timeout=0\"
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
speaker: enabled=0
romimage: file={BIOS}
vgaromimage: file={VGA_BIOS}
cpu: model=corei7_icelake_u, ips=100000000
clock: sync=none
megs: 256
ata0-master: type=cdrom, path=cd.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=serial.txt
log: bochs.log
"
    );
    fs::write(folder.join("bochsrc"), description)?;
    // Debian's Bochs is a debugger, and waits for this.
    fs::write(folder.join("commands"), "continue\n")?;
    Ok(())
}

/// Ends the emulator, which would run on.
struct Emulator(Child);

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Boots, prints what the guest does and hands it to `line`, and fails if the tests do.
pub(super) fn run(folder: &Path, limit: Duration, mut line: impl FnMut(&str)) -> Result<()> {
    let serial = folder.join("serial.txt");
    File::create(&serial)?;
    let mut serial = BufReader::new(File::open(serial)?);
    let output = File::create(folder.join("bochs.txt"))?;
    let mut command = Command::new("bochs");
    command.args(["-q", "-f", "bochsrc", "-rc", "commands"]).current_dir(folder);
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    println!("$ {}", shell::shown(&command));
    let mut emulator = Emulator(command.spawn().context("cannot start bochs")?);

    let start = Instant::now();
    let mut text = Vec::new();
    loop {
        serial.read_until(b'\n', &mut text)?;
        if !text.ends_with(b"\n") {
            // More is to come.
            if let Some(status) = emulator.0.try_wait()? {
                bail!(
                    "bochs ended before the tests: {status}; see bochs.txt and bochs.log in {}",
                    folder.display()
                );
            }
            ensure!(start.elapsed() < limit, "stopped after {} s", limit.as_secs());
            thread::sleep(Duration::from_millis(100));
            continue;
        }
        let whole = String::from_utf8_lossy(&text);
        let whole = whole.trim_end();
        println!("{whole}");
        line(whole);
        ensure!(!whole.contains("Kernel panic"), "the kernel of the guest has stopped");
        if let Some(status) = whole.strip_prefix(END) {
            ensure!(status == "0", "the tests failed: exit status {status}");
            return Ok(());
        }
        text.clear();
    }
}
