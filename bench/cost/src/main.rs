//! Reads its input, and does one thing with it, by one library. Without features: nothing, which is what the rest
//! of a program costs.

mod libraries;

use std::io::Read;

fn main() {
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    // Nothing is printed: that costs more than a library.
    std::process::exit(i32::from(read.is_err() || libraries::answer(&bytes) == 0));
}
