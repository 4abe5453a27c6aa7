//! The fuzz targets `profile` and `records` without a fuzzer: what they assert, on what profiles refuse and on mutations of it, on a
//! stable toolchain and in seconds.

/// The targets take `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/common/memory.rs"]
mod memory;
#[path = "../../../fuzz/fuzz_targets/common/mutate.rs"]
mod mutate;

#[path = "../../../fuzz/fuzz_targets/profile.rs"]
mod profile;
#[path = "../../../fuzz/fuzz_targets/records.rs"]
mod records;

const SEEDS: &[&[u8]] = &[
    b"\x00\0\x01 plain \xEF\xBB\xBF\xC2\x85",
    b"\x07{\"a\\uD83D\": \"\\uD83D\\uDE00 \\\\\", \"b\": [1, \"x\ty\"], \"c d\": {\"e\": \"\xFF\"}}\n{}\n",
    b"\x03&#0;<a>&#x1F;&#xFFFE;</a>\x0B\xEF\xBF\xBE",
    b"\x01CON\n a. \nnul.txt\n..\n\na/b|c\n",
    "\u{1}x\u{202E}y \u{200B} Δx аpple µs क्\u{200D}ष\u{E0067} 😀\u{FE0F}".as_bytes(),
    b"\x05id,\"na\"\"me\",\xE9\r\n1,\"two\nlines\",3\n\n,,\"open\n",
    b"\x02a;b;c\n\"\";\"x\";y\"z\n",
    b"\"\\,;\t|\n\r[]{}:&#x;0.\xC3\xA9",
];

#[test]
fn seeds_and_mutations() {
    for seed in SEEDS {
        profile::run(seed);
        records::run(seed);
    }
    // The last seed is what has a meaning somewhere.
    mutate::mutations(SEEDS, SEEDS[SEEDS.len() - 1], 4_000, |data| {
        profile::run(data);
        records::run(data);
    });
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
