//! The fuzz target `columns` without a fuzzer: what it asserts, on bytes that look random. No
//! coverage leads them: `cargo xtask trust` runs the fuzzer itself.

use crate::common::Random;

#[path = "../../../../fuzz/fuzz_targets/columns.rs"]
mod columns;

#[test]
fn many_arrays() {
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let len = random.below(120);
        let mut data: Vec<u8> = (0..4).map(|_| random.below(256) as u8).collect();
        data.extend(random.text(len, 9));
        // Few numbers lie, or all arrays are refused.
        let most = if random.below(3) == 0 { 256 } else { 200 };
        data.extend((0..80).map(|_| random.below(most) as u8));
        columns::run(&data);
    }
}
