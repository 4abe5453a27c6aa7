//! How fast columns are, against a call for each row: `cargo run --release --example speed`.
//!
//! All in one process, in turn; the fastest of some rounds. Counts are checked while timing.

use arrow_array::{Array, BinaryArray, BinaryViewArray};
use placemat::{Policy, utf8};
use placemat_arrow::{count_errors, is_valid, make_valid};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROWS: usize = 1_000_000;
const ROUNDS: usize = 15;

/// One way to count the rows that are well-formed.
type Way<'a> = (&'a str, Box<dyn Fn() -> usize + 'a>);

fn main() {
    println!("{:28} {:34} {:>8} {:>8} {:>6}", "column", "way", "ns/row", "GB/s", "ratio");
    for bytes in [8, 20, 100] {
        for (name, word) in
            [("ASCII", "plain text "), ("Latin", "déjà vu naïve "), ("Chinese", "人人生而自由")]
        {
            for bad in [0, 100] {
                compare(name, word, bytes, bad);
            }
        }
    }
}

/// Rows of about `bytes`, cut between code points; one in `bad` has an error.
fn rows(word: &str, bytes: usize, bad: usize) -> Vec<Vec<u8>> {
    let text = word.repeat(40 + bytes / 4);
    let row = |row: usize| {
        let start = text.ceil_char_boundary(row % 64);
        let mut row_bytes =
            text[start..text.floor_char_boundary(start + bytes)].as_bytes().to_vec();
        if bad > 0 && row % bad == bad / 2 {
            row_bytes[bytes / 4] = 0xFF;
        }
        row_bytes
    };
    (0..ROWS).map(row).collect()
}

fn compare(name: &str, word: &str, bytes: usize, bad: usize) {
    let rows = rows(word, bytes, bad);
    let column = BinaryArray::from_iter_values(&rows);
    let views = BinaryViewArray::from_iter_values(&rows);
    let all: usize = rows.iter().map(Vec::len).sum();
    let bad_rows = if bad == 0 { 0 } else { ROWS / bad };
    let ways: Vec<Way<'_>> = vec![
        (
            "std::str::from_utf8 by row",
            Box::new(|| {
                column.iter().flatten().filter(|row| std::str::from_utf8(row).is_ok()).count()
            }),
        ),
        (
            "utf8::is_valid by row",
            Box::new(|| column.iter().flatten().filter(|row| utf8::is_valid(row)).count()),
        ),
        ("is_valid", Box::new(|| is_valid(&column).unwrap().true_count())),
        ("is_valid of views", Box::new(|| is_valid(&views).unwrap().true_count())),
        (
            "count_errors",
            Box::new(|| {
                count_errors(&column).unwrap().values().iter().filter(|&&count| count == 0).count()
            }),
        ),
        (
            "make_valid",
            Box::new(|| {
                let mended = make_valid(&column, Policy::Replace).unwrap();
                mended.array.len() - mended.rows
            }),
        ),
        (
            "make_valid of views",
            Box::new(|| {
                let mended = make_valid(&views, Policy::Replace).unwrap();
                mended.array.len() - mended.rows
            }),
        ),
        (
            "a copy of the bytes",
            Box::new(|| {
                black_box(column.value_data().to_vec());
                ROWS - bad_rows
            }),
        ),
    ];
    let mut best = vec![Duration::MAX; ways.len()];
    for _ in 0..ROUNDS {
        for ((_, way), best) in ways.iter().zip(&mut best) {
            let start = Instant::now();
            assert_eq!(black_box(way()), ROWS - bad_rows);
            *best = start.elapsed().min(*best);
        }
    }
    let title = format!("{name}, {bytes} bytes{}", if bad > 0 { ", 1 % bad" } else { "" });
    for ((way, _), time) in ways.iter().zip(&best) {
        let seconds = time.as_secs_f64();
        println!(
            "{title:28} {way:34} {:8.2} {:8.1} {:6.1}",
            seconds / ROWS as f64 * 1e9,
            all as f64 / seconds / 1e9,
            best[1].as_secs_f64() / seconds,
        );
    }
}
