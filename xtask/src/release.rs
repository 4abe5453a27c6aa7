//! `cargo xtask release`: what is given to people who have no Rust. A static program for Linux, in a tarball
//! and in a package of Debian, with manual pages and completions. The same commit makes the same bytes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell;

/// Options of `cargo xtask release`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where the files are made.
    #[arg(long, default_value = "target/dist")]
    out: PathBuf,
    /// Also build each crate as it would be published, from its own package.
    #[arg(long)]
    packages: bool,
    /// Instead build twice, in two folders, and compare the bytes.
    #[arg(long)]
    twice: bool,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const TARGET: &str = "x86_64-unknown-linux-musl";

/// What is published, in the order in which it can be: each needs only those before it.
const CRATES: [&str; 5] =
    ["placemat", "placemat-inspect", "placemat-profile", "placemat-detect", "placemat-cli"];

/// Shells, and where Debian has their completions.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/placemat"),
    ("zsh", "zsh/vendor-completions/_placemat"),
    ("fish", "fish/vendor_completions.d/placemat.fish"),
];

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.twice {
        return twice();
    }
    if options.packages {
        packages()?;
    }
    for file in make(shell::root(), &shell::target(), &shell::root().join(&options.out))? {
        println!("{} ({} bytes)", file.display(), fs::metadata(&file)?.len());
    }
    Ok(())
}

/// Packs each crate, and builds it from what was packed; those that it needs are taken from their packages, too, by a registry
/// that cargo makes for that.
pub(crate) fn packages() -> Result<()> {
    let mut cargo = shell::cargo(["package", "--locked"]);
    CRATES.iter().for_each(|name| _ = cargo.args(["--package", name]));
    shell::run(&mut cargo)
}

/// Whether what is made depends on the folder that it is made in.
pub(crate) fn twice() -> Result<()> {
    let folder = shell::root().join("target/twice");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut made = Vec::new();
    for name in ["one", "another-folder"] {
        let root = folder.join(name).join("source");
        let mut clone = Command::new("git");
        shell::run(clone.args(["clone", "--quiet"]).arg(shell::root()).arg(&root))?;
        made.push(make(&root, &folder.join(name).join("target"), &folder.join(name).join("out"))?);
    }
    for (one, other) in made[0].iter().zip(&made[1]) {
        let name = one.file_name().unwrap_or_default().display();
        ensure!(fs::read(one)? == fs::read(other)?, "{name} is another in another folder");
        println!("{name}: the same bytes in two folders");
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Makes the tarball and the package of the source in `root`.
fn make(root: &Path, target: &Path, out: &Path) -> Result<[PathBuf; 2]> {
    let program = build(root, target)?;
    let tree = out.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    fill(root, &tree, &program)?;
    // Times are those of the commit.
    let mut git = Command::new("git");
    let time = shell::output(git.current_dir(root).args(["log", "-1", "--format=%ct"]))?;
    let time = time.trim();
    let tarball = out.join(format!("placemat-{VERSION}-{TARGET}.tar.gz"));
    pack(&tree, &tarball, time)?;
    let package = out.join(format!("placemat_{VERSION}-1_amd64.deb"));
    debian(&tree, &package, time)?;
    Ok([tarball, package])
}

/// Builds the program, and finds out that it needs nothing of the system.
fn build(root: &Path, target: &Path) -> Result<PathBuf> {
    shell::run(Command::new("rustup").args(["target", "add", TARGET]))?;
    let mut cargo = shell::cargo(["build", "--release", "--locked", "--package", "placemat-cli"]);
    cargo.current_dir(root).env("CARGO_TARGET_DIR", target);
    // No path of the machine that builds is in what it builds.
    let home = env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| home + "/.cargo"))?;
    let root = root.display();
    let flags =
        format!("--remap-path-prefix={home}=/cargo\u{1f}--remap-path-prefix={root}=/placemat");
    shell::run(cargo.args(["--target", TARGET]).env("CARGO_ENCODED_RUSTFLAGS", flags))?;
    let program = target.join(TARGET).join("release/placemat");
    // The loader names what it would load.
    let needs = Command::new("ldd").arg(&program).output()?;
    let told = [needs.stdout, needs.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    ensure!(
        told.contains("statically linked") || told.contains("not a dynamic executable"),
        "it is not static: {told}"
    );
    Ok(program)
}

/// The tree below /usr, as a package has it.
fn fill(root: &Path, tree: &Path, program: &Path) -> Result<()> {
    let usr = tree.join("usr");
    let write = |path: &str, bytes: &[u8]| -> Result<()> {
        let path = usr.join(path);
        fs::create_dir_all(path.parent().context("a file in a folder")?)?;
        fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))
    };
    let printed = |arguments: &[&str]| -> Result<Vec<u8>> {
        let output = Command::new(program).args(arguments).output()?;
        ensure!(output.status.success(), "placemat {}", arguments.join(" "));
        Ok(output.stdout)
    };
    write("bin/placemat", &fs::read(program)?)?;
    executable(&usr.join("bin/placemat"))?;
    write("share/man/man1/placemat.1", &printed(&["man"])?)?;
    for command in commands(&String::from_utf8(printed(&["--help"])?)?) {
        let page = printed(&["man", &command])?;
        write(&format!("share/man/man1/placemat-{command}.1"), &page)?;
    }
    for (shell, path) in SHELLS {
        write(&format!("share/{path}"), &printed(&["completions", shell])?)?;
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        write(&format!("share/doc/placemat/{name}"), &fs::read(root.join(name))?)?;
    }
    Ok(())
}

/// The names of the commands, out of the help.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

/// A tarball whose bytes are those of what is in it, and nothing else.
fn pack(folder: &Path, to: &Path, time: &str) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"]);
    tar.arg(format!("--mtime=@{time}")).arg("--mode=u=rwX,go=rX");
    tar.args(["--use-compress-program", "gzip -n9", "-cf"]).arg(to).arg("-C").arg(folder).arg(".");
    shell::run(&mut tar)
}

/// A package of Debian (deb(5)).
fn debian(tree: &Path, to: &Path, time: &str) -> Result<()> {
    let size = shell::output(Command::new("du").args(["-sk", "usr"]).current_dir(tree))?;
    let size = size.split_whitespace().next().unwrap_or("0");
    let control = format!(
        "Package: placemat\nVersion: {VERSION}-1\nArchitecture: amd64\nSection: utils\nPriority: optional\n\
         Maintainer: The placemat developers <placemat@localhost>\nInstalled-Size: {size}\n\
         Description: check, repair, convert, identify and explain text in UTF-8\n \
         placemat finds every place in files that is not UTF-8, says what, where and why,\n \
         and mends it; it converts between about a hundred encodings, finds out which one a\n \
         file is in, and undoes text that was encoded twice.\n"
    );
    let folder = tree.join("DEBIAN");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("control"), control)?;
    let mut dpkg = Command::new("dpkg-deb");
    dpkg.args(["--root-owner-group", "-Zxz", "--build"]).arg(tree).arg(to);
    shell::run(dpkg.env("SOURCE_DATE_EPOCH", time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_the_help() {
        let help =
            "About\n\nCommands:\n  check  Find\n  fix    Mend\n  help   Print\n\nOptions:\n  -h\n";
        assert_eq!(commands(help), ["check", "fix"]);
    }
}
