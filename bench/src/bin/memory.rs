//! Validation of a gigabyte that lies in memory, against a loop that only loads and ORs: how far
//! from the speed of memory is it? One thread.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin memory

use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZE: usize = 1 << 30;
const ROUNDS: usize = 7;

/// Reads every byte once, as vectors of 32 bytes.
fn load_and_or(bytes: &[u8]) -> bool {
    let (blocks, _) = bytes.as_chunks::<128>();
    let mut all = [0_u64; 16];
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (all, word) in all.iter_mut().zip(words) {
            *all |= u64::from_le_bytes(*word);
        }
    }
    black_box(all) == [0; 16]
}

fn time(work: impl FnOnce() -> bool) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// `text` over and over, to the size.
fn fill(text: &str) -> Vec<u8> {
    text.bytes().cycle().take(SIZE - SIZE % text.len()).collect()
}

fn main() {
    let texts = [
        ("ascii", "The quick brown fox jumps over the lazy dog, again and again. "),
        ("two-byte", "Все люди рождаются свободными и равными в своем достоинстве и правах. "),
        ("three-byte", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。"),
        ("four-byte", "😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘😗 ok "),
    ];
    println!("{:12} {:>9} {:>9} {:>6}", "text", "validate", "load+or", "ratio");
    for (name, text) in texts {
        let bytes = fill(text);
        let mut ours: Vec<_> = (0..ROUNDS)
            .map(|_| (time(|| placemat::utf8::is_valid(&bytes)), time(|| load_and_or(&bytes))))
            .collect();
        let middle = |times: &mut Vec<Duration>| {
            times.sort();
            bytes.len() as f64 / times[ROUNDS / 2].as_secs_f64() / 1e9
        };
        let mut memory: Vec<_> = ours.iter().map(|pair| pair.1).collect();
        let mut ours: Vec<_> = ours.drain(..).map(|pair| pair.0).collect();
        let (ours, memory) = (middle(&mut ours), middle(&mut memory));
        println!("{name:12} {ours:6.1} GB/s {memory:6.1} GB/s {:6.2}", ours / memory);
    }
}
