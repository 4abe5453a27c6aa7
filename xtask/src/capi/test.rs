//! `cargo xtask test-c`: the C library as C and C++ see it, against a fresh prefix.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{clients, folder, install, install_preload, processors, simdutf, target};
use crate::shell;

/// Options of `cargo xtask test-c`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// What takes minutes, too: AddressSanitizer, UndefinedBehaviorSanitizer, valgrind, texts of
    /// gigabytes, simdutf's class on the C functions.
    #[arg(long)]
    long: bool,
}

/// What every compiler must find nothing in.
pub(super) const WARNINGS: [&str; 6] =
    ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

/// The most bytes of the shared library: docs/c.md says what they are.
const MOST_BYTES: u64 = 2_625_000;

pub(crate) fn run(options: &Options) -> Result<()> {
    let prefix = target().join("c-prefix");
    if prefix.exists() {
        fs::remove_dir_all(&prefix)?;
    }
    install(&prefix, &[])?;
    install_preload(&prefix)?;
    symbols(&prefix)?;
    size(&prefix)?;
    let tests = Tests { prefix, programs: target().join("c-tests") };
    fs::create_dir_all(&tests.programs)?;
    let mut passed = 0;
    let compilers: Vec<[&str; 2]> =
        [["gcc", "g++"], ["clang", "clang++"]].into_iter().filter(is_there).collect();
    for pair in &compilers {
        for link in [Link::Shared, Link::Static] {
            passed += tests.all(*pair, link)?;
        }
    }
    if options.long {
        passed += tests.sanitized()? + tests.cmake()? + tests.huge()?;
        passed += simdutf::run(&tests.prefix.join("lib"))?;
    }
    passed += processors::run(options.long)?;
    passed += tests.injected()? + tests.python()? + clients::run(&tests.prefix, &tests.programs)?;
    println!("test result: ok. {passed} passed; 0 failed; 0 ignored; C and C++ programs");
    Ok(())
}

/// gcc is what Rust links with; clang is tested where it is, and where it must be.
fn is_there([compiler, _]: &[&str; 2]) -> bool {
    let there = Command::new(compiler).arg("--version").output().is_ok();
    assert!(
        there || *compiler == "gcc" || !shell::is_expected("clang"),
        "no clang, and PLACEMAT_EXPECT names it"
    );
    if !there {
        println!("LEFT OUT, not on this machine: {compiler}");
    }
    there
}

/// Exported symbols are exactly the header's.
fn symbols(prefix: &Path) -> Result<()> {
    let library = prefix.join("lib/libplacemat.so");
    let mut command = Command::new("nm");
    let listed = shell::output(command.args(["--dynamic", "--defined-only"]).arg(&library))?;
    let exported: BTreeSet<&str> =
        listed.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    let header = fs::read_to_string(prefix.join("include/placemat.h"))?;
    let declared = declared(&header);
    let only_exported: Vec<_> = exported.difference(&declared).collect();
    let only_declared: Vec<_> = declared.difference(&exported).collect();
    ensure!(
        only_exported.is_empty() && only_declared.is_empty(),
        "exported, and not in placemat.h: {only_exported:?}; only there: {only_declared:?}"
    );
    println!("{} functions, as placemat.h declares them", exported.len());
    Ok(())
}

/// The functions of a header: names before a parenthesis, outside of comments.
fn declared(header: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let code = header.split("/*").filter_map(|part| part.split_once("*/").map(|(_, code)| code));
    for line in code.flat_map(str::lines).filter(|line| !line.starts_with('#')) {
        for (at, _) in line.match_indices('(') {
            let name = line[..at].rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            names.extend(name.filter(|name| name.starts_with("placemat_")));
        }
    }
    names
}

fn size(prefix: &Path) -> Result<()> {
    let bytes = fs::metadata(prefix.join("lib/libplacemat.so"))?.len();
    println!("libplacemat.so has {bytes} bytes");
    ensure!(bytes <= MOST_BYTES, "that is more than {MOST_BYTES}");
    Ok(())
}

/// The programs that are tests, and the examples; `long`, those that take long, too.
pub(super) fn sources(long: bool) -> Result<Vec<PathBuf>> {
    let mut sources = Vec::new();
    for part in ["tests/c", "examples"] {
        for entry in fs::read_dir(folder().join(part))? {
            sources.push(entry?.path());
        }
    }
    sources.retain(|path| path.extension().is_some_and(|e| e == "c" || e == "cpp"));
    // Panics need a library that has them.
    sources.retain(|path| !path.ends_with("panics.c") && (long || !path.ends_with("huge.c")));
    sources.sort();
    Ok(sources)
}

/// Runs a program of such a source. Examples are shown a file, and their output is compared with the
/// one beside them.
pub(super) fn start(mut command: Command, source: &Path) -> Result<()> {
    let expected = source.with_extension("expected");
    if !expected.exists() {
        return shell::run(&mut command);
    }
    let input = folder().join("examples/menu.txt");
    command.arg(input.file_name().context("a file")?).current_dir(folder().join("examples"));
    let output = command.output()?;
    let expected = fs::read(&expected)?;
    ensure!(
        output.stdout == expected,
        "{} printed\n{}and not\n{}",
        source.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&expected)
    );
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Link {
    Shared,
    Static,
}

struct Tests {
    prefix: PathBuf,
    programs: PathBuf,
}

impl Tests {
    /// Every test and every example, by one compiler.
    fn all(&self, [c, cxx]: [&str; 2], link: Link) -> Result<usize> {
        let sources = sources(false)?;
        for source in &sources {
            let is_c = source.extension().is_some_and(|extension| extension == "c");
            let (compiler, standards): (_, &[_]) =
                if is_c { (c, &["-std=c11"]) } else { (cxx, &["-std=c++17", "-std=c++20"]) };
            for standard in standards {
                let program = self.compile(compiler, standard, source, link, &[])?;
                start(Command::new(&program), source)?;
            }
        }
        Ok(sources.len())
    }

    fn compile(
        &self,
        compiler: &str,
        standard: &str,
        source: &Path,
        link: Link,
        more: &[&str],
    ) -> Result<PathBuf> {
        let name = source.file_stem().context("a source has a name")?.to_string_lossy();
        let program = self.programs.join(format!("{name}-{compiler}-{link:?}"));
        let lib = self.prefix.join("lib");
        let mut command = Command::new(compiler);
        command.args([standard, "-O1", "-g"]).args(WARNINGS).args(more);
        command.arg("-I").arg(self.prefix.join("include")).arg(source).arg("-o").arg(&program);
        match link {
            Link::Static => {
                command.arg(lib.join("libplacemat.a")).args(["-lpthread", "-ldl", "-lm"])
            }
            Link::Shared => {
                let rpath = format!("-Wl,-rpath,{}", lib.display());
                command.arg("-L").arg(&lib).args(["-lplacemat", &rpath])
            }
        };
        shell::run(&mut command)?;
        Ok(program)
    }

    /// Ten calls by ctypes.
    fn python(&self) -> Result<usize> {
        let mut command = Command::new("python3");
        command
            .arg(folder().join("tests/ten_calls.py"))
            .arg(self.prefix.join("lib/libplacemat.so"));
        shell::run(&mut command)?;
        Ok(1)
    }

    /// A panic becomes a status: by a library that has one injected.
    fn injected(&self) -> Result<usize> {
        let prefix = target().join("c-prefix-panics");
        // Built sooner.
        let plainly = ["lto=\"off\"", "opt-level=0", "package.placemat.opt-level=0"];
        let plainly = plainly.map(|line| format!("profile.capi.{line}"));
        let mut more = vec!["--features", "inject-panic"];
        more.extend(plainly.iter().flat_map(|line| ["--config", line]));
        install(&prefix, &more)?;
        let tests = Self { prefix, programs: self.programs.clone() };
        let source = folder().join("tests/c/panics.c");
        let program = tests.compile("gcc", "-std=c11", &source, Link::Shared, &[])?;
        start(Command::new(&program), &source)?;
        Ok(1)
    }

    /// Texts of gigabytes.
    fn huge(&self) -> Result<usize> {
        let source = folder().join("tests/c/huge.c");
        let program = self.compile("gcc", "-std=c11", &source, Link::Shared, &[])?;
        start(Command::new(&program), &source)?;
        Ok(1)
    }

    /// A project of CMake finds the package.
    fn cmake(&self) -> Result<usize> {
        let build = self.programs.join("cmake");
        if build.exists() {
            fs::remove_dir_all(&build)?;
        }
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(folder().join("tests/cmake")).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
        shell::run(&mut configure)?;
        shell::run(Command::new("cmake").arg("--build").arg(&build))?;
        for program in ["shared", "static"] {
            shell::run(&mut Command::new(build.join(program)))?;
        }
        Ok(2)
    }

    /// The same under what finds what a test does not see.
    fn sanitized(&self) -> Result<usize> {
        let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let sources = sources(false)?;
        for source in &sources {
            let is_c = source.extension().is_some_and(|extension| extension == "c");
            let (compiler, standard) =
                if is_c { ("gcc", "-std=c11") } else { ("g++", "-std=c++17") };
            let program = self.compile(compiler, standard, source, Link::Static, &flags)?;
            let mut command = Command::new(&program);
            // The leak checker needs to trace itself, which is not allowed everywhere; valgrind
            // looks for leaks.
            command.env("ASAN_OPTIONS", "detect_leaks=0");
            start(command, source)?;
            let program = self.compile(compiler, standard, source, Link::Shared, &[])?;
            let mut command = Command::new("valgrind");
            command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]).arg(&program);
            start(command, source)?;
        }
        Ok(2 * sources.len())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn functions_are_found() {
        let header = "/* a(b) */ #define X\nint placemat_a(int x); /** placemat_no() */\n\
                      typedef void (*placemat_tell)(void);\nchar *placemat_b(void) X;\n";
        let found: Vec<&str> = super::declared(header).into_iter().collect();
        assert_eq!(found, ["placemat_a", "placemat_b"]);
    }
}
