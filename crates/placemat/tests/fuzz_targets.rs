//! Fuzz targets without a fuzzer: what they assert, on the seeds and on mutations of them, on
//! a stable toolchain and in seconds. No coverage leads the mutations: `cargo xtask trust`
//! runs the fuzzer itself. The targets `convert`, `stream` and `repair` take too long to
//! compile a second time; `transcode.rs`, `stream.rs` and `repair.rs` assert the same.
#![expect(clippy::duplicate_mod, reason = "every target has a copy of what they share")]

mod common;

use common::levels::{alone, emulated};
use common::random::Random;
use std::fs;
use std::path::Path;

/// The targets take `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/common/memory.rs"]
mod memory;

#[path = "../../../fuzz/fuzz_targets/anatomy.rs"]
mod anatomy;
#[path = "../../../fuzz/fuzz_targets/code_points.rs"]
mod code_points;
#[path = "../../../fuzz/fuzz_targets/counts.rs"]
mod counts;
#[path = "../../../fuzz/fuzz_targets/decoder.rs"]
mod decoder;
#[path = "../../../fuzz/fuzz_targets/detect.rs"]
mod detect;
#[path = "../../../fuzz/fuzz_targets/errors.rs"]
mod errors;
#[path = "../../../fuzz/fuzz_targets/escape.rs"]
mod escape;
#[path = "../../../fuzz/fuzz_targets/everyday.rs"]
mod everyday;
#[path = "../../../fuzz/fuzz_targets/framed.rs"]
mod framed;
#[path = "../../../fuzz/fuzz_targets/io.rs"]
mod io;
#[path = "../../../fuzz/fuzz_targets/labels.rs"]
mod labels;
#[path = "../../../fuzz/fuzz_targets/order.rs"]
mod order;
#[path = "../../../fuzz/fuzz_targets/transcoder.rs"]
mod transcoder;
#[path = "../../../fuzz/fuzz_targets/validate.rs"]
mod validate;
#[path = "../../../fuzz/fuzz_targets/validator.rs"]
mod validator;

/// A target, and how many bytes in front of the text say how: which pair, alignment, chunks.
type Target = (fn(&[u8]), usize);

const TARGETS: [Target; 15] = [
    (validate::run, 1),
    (errors::run, 1),
    (code_points::run, 1),
    (counts::run, 1),
    (everyday::run, 1),
    (escape::run, 3),
    (transcoder::run, 5),
    (decoder::run, 3),
    (validator::run, 2),
    (io::run, 3),
    (framed::run, 2),
    (labels::run, 2),
    (order::run, 1),
    (detect::run, 3),
    (anatomy::run, 1),
];

/// How many mutations each target is given.
const MUTATIONS: usize = 4_000;

/// One or a few of the things that a fuzzer does to its inputs.
fn mutate(random: &mut Random, seeds: &[Vec<u8>], choices: usize) -> Vec<u8> {
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
    data.splice(..0, (0..choices).map(|_| random.byte()));
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
        for (run, choices) in TARGETS {
            seeds.iter().for_each(|seed| run(seed));
            (0..mutations).for_each(|_| run(&mutate(&mut random, &seeds, choices)));
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
