//! Mutations without a fuzzer, for the tests that run a target on a stable toolchain.

/// Calls `run` with mutations of the `seeds`, so many, the same each time; `inserted` are bytes that are put in.
pub(crate) fn mutations(
    seeds: &[&[u8]],
    inserted: &[u8],
    rounds: usize,
    mut run: impl FnMut(&[u8]),
) {
    // xorshift64*: the same in every run.
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    };
    for _ in 0..rounds {
        let mut data = seeds[below(seeds.len())].to_vec();
        for _ in 0..1 + below(8) {
            let at = below(data.len() + 1);
            match below(5) {
                0 => data.truncate(at),
                1 => data.drain(..at).for_each(drop),
                2 => data.insert(at, inserted[below(inserted.len())]),
                3 if at < data.len() => data[at] = below(256) as u8,
                _ => {
                    let seed = seeds[below(seeds.len())];
                    data.splice(at..at, seed[..below(seed.len())].iter().copied());
                }
            }
        }
        run(&data);
    }
}
