//! The fuzz target `c_functions` without a fuzzer: what it asserts, on a few texts and on mutations of them, on
//! a stable toolchain and in seconds.

#![allow(unsafe_code, reason = "functions of C are called")]

/// The target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[allow(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "calls of C side by side, in macros: one comment is for all of them"
)]
#[path = "../../../fuzz/fuzz_targets/c_functions.rs"]
mod c_functions;
#[path = "../../../fuzz/fuzz_targets/common/mutate.rs"]
mod mutate;

const SEEDS: &[&[u8]] = &[
    b"plain ASCII, of more than a vector: 0123456789 0123456789 0123456789",
    "na\u{EF}ve caf\u{E9}, 5 \u{20AC}, \u{65E5}\u{672C}\u{8A9E} \u{1F600}\u{1F600}".as_bytes(),
    b"\xFF\xFEc\0a\0f\0\xE9\0=\xD8\0\xDE\0\xD8",
    b"\xFE\xFF\0c\0a\0f\0\xE9\xD8=\xDE\0",
    b"\xFF\xFE\0\0c\0\0\0\xE9\0\0\0\0\xF6\x01\0\0\0\x11\0",
    b"a\x80b\xC0\xAFc\xED\xA0\x80d\xF4\x90\x80\x80e\xE2\x82f\xF0\x9F\x98\n\xE9\\xE9\\x5C",
    b"+AOk- Hi Mom +Jjo-! &AOk-",
];

#[test]
fn seeds_and_mutations() {
    let any: Vec<u8> = (0..=255).collect();
    let mut round = 0_u32;
    mutate::mutations(SEEDS, &any, 20_000, |text| {
        round += 1;
        let [a, b, c, _] = round.wrapping_mul(0x9E37_79B1).to_be_bytes();
        // Detection takes longer than the others.
        let what = if round.is_multiple_of(500) { 255 } else { a % 255 };
        c_functions::run(&[&[what, b, c], text].concat());
    });
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
