//! The fuzz target `mojibake` without a fuzzer: what it asserts, on what was once a mistake and on mutations of it, on
//! a stable toolchain and in seconds.

/// The target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/mojibake.rs"]
mod mojibake;
#[path = "../../../fuzz/fuzz_targets/common/mutate.rs"]
mod mutate;

/// What was once a mistake, a line each: found by another search when it ran twice, without a proof, in time by the square
/// of the length, as letters of rare scripts or pictures that are joined, and with controls or marks apart.
const SEEDS: &str = include_str!("../../../fuzz/seeds/mojibake");

#[test]
fn seeds_and_mutations() {
    let seeds: Vec<&[u8]> = SEEDS.lines().map(str::as_bytes).collect();
    assert!(seeds.len() >= 15, "a seed is a line");
    // The first byte says how long chunks are, and whether to guess.
    let run = |first: usize, text: &[u8]| mojibake::run(&[&[first as u8], text].concat());
    for (first, seed) in seeds.iter().enumerate().flat_map(|(at, seed)| [(2 * at, seed), (5, seed)])
    {
        run(first, seed);
        // Many of them, in one line: FE FF 0C has it over and over.
        run(first, &[seed, &b" \xFE\xFF\x0C"[..]].concat());
    }
    let mut firsts = (0..256).cycle();
    mutate::mutations(&seeds, b" \n&\xC2\xC3\xE2\x80", 4_000, |data| {
        run(firsts.next().unwrap_or(0), data);
    });
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
