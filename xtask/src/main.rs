//! Developer commands, run as `cargo xtask COMMAND` from anywhere in the repository.
//!
//! Every command is one module with one function that returns when its work is done. They call the
//! same `cargo` a person would, and print what they call, so that any step can be repeated by hand.

mod api;
mod avx512;
mod bench;
mod calls;
mod capi;
mod corpus;
mod cost;
mod dependencies;
mod detect;
mod exhaustive;
mod levels;
mod names;
mod neon;
mod page;
mod release;
mod shell;
mod side_by_side;
mod targets;
mod test;
mod trust;
mod unsafety;
mod wasm;
mod web;
mod wheel;
mod windows;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Developer commands of placemat.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every check that continuous integration runs, stopping at the first that fails.
    Test(test::Options),
    /// Run the tests of the library on other processors, by emulators.
    TestTargets(targets::Options),
    /// Run the unit tests of the library at the level avx512, in an emulator.
    TestAvx512(avx512::Options),
    /// Measure placemat against other libraries, in turn, in one process.
    Bench(bench::Options),
    /// Measure the library in WebAssembly, with simd128 and without, against what node has.
    BenchWasm,
    /// Measure the npm package against what node has, and against other packages.
    BenchWeb,
    /// Count the instructions, and by models the cycles, that the library and simdutf take on aarch64.
    CountNeon,
    /// Bring multilingual text for benchmarks into target/corpus.
    Corpus(corpus::Options),
    /// What a program pays for one function of a library, in size and in compile time.
    Cost,
    /// The model of `placemat detect`, and its comparison with others.
    #[command(subcommand)]
    Detect(detect::Options),
    /// Print what this processor has, and which algorithm each operation takes.
    Levels,
    /// Look into the release build for vector instructions that are called as functions.
    Calls,
    /// Run the tests that take too long for every day, such as all 2^32 four-byte sequences.
    Exhaustive(exhaustive::Options),
    /// Every input and every fault that can be tried within an hour, as a table.
    Trust(trust::Options),
    /// Write the list of public names of the library, docs/api.txt.
    Api(api::Options),
    /// Build the C library, and put it, its headers and its packages under a prefix.
    InstallC(capi::Options),
    /// Test the C library as C and C++ see it.
    TestC(capi::test::Options),
    /// Test the tool for Windows, by wine.
    TestWindows,
    /// Build the page, and test it in Chromium.
    TestWeb(page::Options),
    /// Write the names of code points that `placemat explain` has.
    Names,
    /// Write where `unsafe` is, and why, into SAFETY.md.
    Unsafe(unsafety::Options),
    /// Build placemat for JavaScript.
    Web(web::Options),
    /// Build what is given to people who have no Rust: a static program, in a tarball and a Debian package.
    Release(release::Options),
    /// Build the Python package for people who have no Rust: a wheel of manylinux, and the source distribution.
    Wheel(wheel::Options),
    /// Look at licences, sources and the review of what the tool depends on.
    Dependencies,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Test(options) => test::run(&options),
        Command::TestTargets(options) => targets::run(&options),
        Command::TestAvx512(options) => avx512::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::BenchWasm => wasm::run(),
        Command::BenchWeb => web::bench(),
        Command::CountNeon => neon::run(),
        Command::Corpus(options) => corpus::run(&options),
        Command::Cost => cost::run(),
        Command::Detect(options) => detect::run(&options),
        Command::Names => names::run(),
        Command::Levels => {
            levels::run();
            Ok(())
        }
        Command::Calls => calls::run(),
        Command::InstallC(options) => capi::run(&options),
        Command::TestC(options) => capi::test::run(&options),
        Command::TestWindows => windows::run(),
        Command::TestWeb(options) => page::run(&options),
        Command::Unsafe(options) => unsafety::run(&options),
        Command::Exhaustive(options) => exhaustive::run(&options),
        Command::Trust(options) => trust::run(&options),
        Command::Api(options) => api::run(&options),
        Command::Web(options) => web::run(&options),
        Command::Release(options) => release::run(&options),
        Command::Wheel(options) => wheel::run(&options),
        Command::Dependencies => dependencies::run(),
    };
    // Not by returning it: a backtrace of xtask says nothing about what went wrong.
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
