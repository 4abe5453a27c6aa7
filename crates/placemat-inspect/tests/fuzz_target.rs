//! The fuzz target `paste` without a fuzzer: what it asserts, on what people paste and on mutations
//! of it, on a stable toolchain and in seconds.

/// The target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/common/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/fuzz_targets/paste.rs"]
mod paste;

const SEEDS: &[&[u8]] = &[
    b"00000000: e282 ac0a                                ....",
    b"00000000  e2 82 ac 0a                                       |....|\n00000004",
    b"0000000 101342 005254\n0000004",
    "│00000000│ e2 82 ac 0a             ┊                         │×××_    ┊        │".as_bytes(),
    b"0xE2, 0x82, 0xAC",
    b"342 202 254",
    b"11100010 10000010 10|101100",
    b"[-30, 130, 172];",
    b"don\\x92t \\342\\202\\254 \\u20AC \\u{20ac} \\U0001F600 \\uD83D\\uDE00 \\uD83D",
    b"a%E2%82%ACb &#x20AC; &#8364; &#128; &euro; &NotEqualTilde; &#xD83D;&#xDE00;",
    b"caf<E9> <U+20AC> U+20AC U+10FFFF",
    b"caf=C3=A9=\r\n =3D x=\n",
    b"4oKs4oKs4oI=",
    b"b'\\xe2\\x82\\xac' '''it's''' r'\\n'",
    b"br#\"\"#; \"\\u{20ac}\\\n  x\" 'a' `b` u8\"\\x41\" \"\\400\\?\"",
    "€ 😀 日本語 \u{202E}".as_bytes(),
    b"\\\"'`&#;%<U+>=0x\n:|, []{}()*",
];

#[test]
fn seeds_and_mutations() {
    SEEDS.iter().for_each(|seed| paste::run(seed));
    // The last seed is what has a meaning somewhere.
    mutate::mutations(SEEDS, SEEDS[SEEDS.len() - 1], 10_000, paste::run);
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
