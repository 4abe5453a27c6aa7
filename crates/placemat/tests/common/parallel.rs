//! What the exhaustive tests share: work in parts, on all processors.

use placemat::level::Level;
use std::println;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;
use std::vec::Vec;

/// `PLACEMAT_PART=K/N` asks for one of N parts of the numbers: where all take hours,
/// `cargo xtask trust` runs a part, and says which.
fn part() -> (u64, u64) {
    let Ok(part) = std::env::var("PLACEMAT_PART") else { return (0, 1) };
    let numbers = part.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let (k, n) = numbers.expect("PLACEMAT_PART is K/N");
    assert!(k < n, "PLACEMAT_PART is K/N, and K below N");
    (k, n)
}

/// Calls `job` with every number below `count`, on all processors; `State` is
/// made once for each of them. Gives the sum of the answers.
pub(crate) fn parallel<State>(
    count: u64,
    state: impl Fn() -> State + Sync,
    job: impl Fn(&mut State, u64) -> u64 + Sync,
) -> u64 {
    let (k, n) = part();
    let next = AtomicU64::new(0);
    let worker = || {
        let (mut state, mut sum) = (state(), 0);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return sum;
            }
            // Numbers are two bytes: with each of the first there is an Nth of the second.
            if (number + number / 256) % n == k {
                sum += job(&mut state, number);
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no failure")).sum()
    })
}

/// Says what was counted.
pub(crate) fn report(what: &str, level: Level, count: u64, since: Instant) {
    println!("{what}, {level}: {count} checks in {:.1} s", since.elapsed().as_secs_f64());
}
