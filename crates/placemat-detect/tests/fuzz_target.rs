//! The fuzz target `mojibake` without a fuzzer: what it asserts, on what was once a mistake and on mutations of it, on
//! a stable toolchain and in seconds.

/// The target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

#[path = "../../../fuzz/fuzz_targets/mojibake.rs"]
mod mojibake;

const SEEDS: &[&str] = &[
    // A second run changed these, while the search began anew behind a space.
    "╨Ð Î•",
    "╨Ð Î±Î»",
    "├Ð Ð¾Ñ",
    "Ð Î",
    // Entities in what was misread twice had no proof.
    "ÃƒÂ&#137;",
    "caf ÃƒÂ&#150; x",
    "Ãƒ&Acirc;&#137;",
    "JOSÃƒÂ&#137; LÃƒÂ³pez",
    // Took time by the square of the length.
    "AAÃ– AAÃ– IRMÃ–AMANHÃ",
    // Letters of rare scripts alone; quotations before pictures, and pictures that are joined.
    "Ö‡ Õ§ Õ°Õ¡ÕµÖ€",
    "â€œWowâ€ðŸ˜€",
    "ðŸ‘¨â€ðŸ‘©, ðŸ¤·â€â™‚ï¸",
    // Controls beside signs, marks apart from their letters, and a space that was trimmed.
    "itâ\u{80}™s ð\u{9F}˜\u{80}",
    "MUÌˆNCHEN, naiÌ\u{88}ve",
    "cittÃ",
];

#[test]
fn seeds_and_mutations() {
    // xorshift64*: the same in every run.
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    };
    // The first byte says how long chunks are, and whether to guess.
    let run = |first: usize, text: &[u8]| mojibake::run(&[&[first as u8], text].concat());
    for (first, seed) in SEEDS.iter().enumerate().flat_map(|(at, seed)| [(2 * at, seed), (5, seed)])
    {
        run(first, seed.as_bytes());
        // Many of them, in one line: FE FF 0C has it over and over.
        run(first, &[seed.as_bytes(), b" \xFE\xFF\x0C"].concat());
    }
    for _ in 0..4_000 {
        let mut data = SEEDS[below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..1 + below(8) {
            let at = below(data.len() + 1);
            match below(5) {
                0 => data.truncate(at),
                1 => data.drain(..at).for_each(drop),
                2 => data.insert(at, b" \n&\xC2\xC3\xE2\x80"[below(7)]),
                3 if at < data.len() => data[at] = below(256) as u8,
                _ => {
                    let seed = SEEDS[below(SEEDS.len())].as_bytes();
                    data.splice(at..at, seed[..below(seed.len())].iter().copied());
                }
            }
        }
        run(below(256), &data);
    }
}

/// The target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
