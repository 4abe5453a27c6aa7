//! Fuzz targets without a fuzzer: what they assert, on the seeds and on mutations of them, on
//! a stable toolchain and in seconds. No coverage leads the mutations: `cargo xtask trust`
//! runs the fuzzer itself. The targets `convert`, `stream` and `repair` take too long to
//! compile a second time; `transcode.rs`, `stream.rs` and `repair.rs` assert the same.
#![cfg(feature = "std")]
#![expect(clippy::duplicate_mod, reason = "every target has a copy of what they share")]

mod common;

use common::levels::{alone, emulated};
use common::random::Random;
use std::fs;
use std::path::Path;

/// The targets take `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/code_points.rs"]
mod code_points;
#[path = "../../../fuzz/fuzz_targets/counts.rs"]
mod counts;
#[path = "../../../fuzz/fuzz_targets/errors.rs"]
mod errors;
#[path = "../../../fuzz/fuzz_targets/escape.rs"]
mod escape;
#[path = "../../../fuzz/fuzz_targets/validate.rs"]
mod validate;

const TARGETS: [fn(&[u8]); 5] =
    [validate::run, errors::run, code_points::run, counts::run, escape::run];

/// How many mutations each target is given.
const MUTATIONS: usize = 4_000;

/// One or a few of the things that a fuzzer does to its inputs.
fn mutate(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..random.one_of(&[0, 1, 1, 2, 4, 16]) {
        let at = random.below(data.len() + 1);
        match random.below(6) {
            0 => data.insert(at, random.edge_byte()),
            1 => data.truncate(at),
            2 => data.drain(..at).for_each(drop),
            3 => data.extend_from_slice(&seeds[random.below(seeds.len())]),
            4 => data.extend(random.malformed(100)),
            _ if at < data.len() => data[at] = random.edge_byte(),
            _ => data.extend(random.well_formed(100)),
        }
    }
    // What says how: alignment, chunks, repetition.
    data.insert(0, random.byte());
    data
}

#[test]
fn seeds_and_mutations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(seeds.len() >= 5, "the seeds are in git");
    let mutations = if emulated() { 100 } else { MUTATIONS };
    alone(|| {
        let mut random = Random::new(5);
        for run in TARGETS {
            seeds.iter().for_each(|seed| run(seed));
            (0..mutations).for_each(|_| run(&mutate(&mut random, &seeds)));
        }
        placemat::level::reset();
    });
}

/// A target as a function; behind the targets, so that they find it where they import it from.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
