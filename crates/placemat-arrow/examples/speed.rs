//! How fast columns are, against a call for each row: `cargo run --release --example speed`.
//!
//! All in one process, in turn; the fastest of some rounds. Counts are checked while timing.

use arrow_array::{Array, BinaryArray, BinaryViewArray};
use placemat::{Policy, utf8};
use placemat_arrow::{is_valid, make_valid};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// As many rows as engines hand over at once, which are in the cache, and more than any cache holds.
const LENGTHS: [usize; 2] = [8192, 2_000_000];

/// One way to count the rows that are well-formed.
type Way<'a> = (&'a str, Box<dyn Fn() -> usize + 'a>);

fn main() {
    println!("{:38} {:30} {:>7} {:>6} {:>6}", "column", "way", "ns/row", "GB/s", "ratio");
    for rows in LENGTHS.into_iter().take(std::env::args().nth(1).map_or(2, |n| n.parse().unwrap()))
    {
        for bytes in [8, 20, 100] {
            for (name, word) in
                [("ASCII", "plain text "), ("Latin", "déjà vu naïve "), ("Chinese", "人人生而自由")]
            {
                for bad in [0, 100] {
                    compare(name, &column(word, rows, bytes, bad), bytes, bad);
                }
            }
        }
    }
}

/// Rows of about `bytes`, cut between code points; one in `bad` has an error.
fn column(word: &str, rows: usize, bytes: usize, bad: usize) -> Vec<Vec<u8>> {
    let text = word.repeat(40 + bytes / 4).into_bytes();
    let row = |row: usize| {
        let start = utf8::ceil_boundary(&text, row % 64);
        let mut row_bytes = utf8::keep_start(&text[start..], bytes).to_vec();
        if bad > 0 && row % bad == bad / 2 {
            row_bytes[bytes / 4] = 0xFF;
        }
        row_bytes
    };
    (0..rows).map(row).collect()
}

fn compare(name: &str, rows: &[Vec<u8>], bytes: usize, bad: usize) {
    let column = BinaryArray::from_iter_values(rows);
    let views = BinaryViewArray::from_iter_values(rows);
    let all: usize = rows.iter().map(Vec::len).sum();
    let good = rows.iter().filter(|row| std::str::from_utf8(row).is_ok()).count();
    let by_row =
        |check: fn(&[u8]) -> bool| column.iter().flatten().filter(|row| check(row)).count();
    let mended = |array: &dyn Array| {
        let mended = make_valid(array, Policy::Replace).unwrap();
        mended.array.len() - mended.rows
    };
    let ways: Vec<Way<'_>> = vec![
        ("std::str::from_utf8 by row", Box::new(|| by_row(|row| std::str::from_utf8(row).is_ok()))),
        ("utf8::is_valid by row", Box::new(|| by_row(utf8::is_valid))),
        (
            "utf8::is_valid by row of views",
            Box::new(|| views.iter().flatten().filter(|row| utf8::is_valid(row)).count()),
        ),
        ("is_valid", Box::new(|| is_valid(&column).unwrap().true_count())),
        ("is_valid of views", Box::new(|| is_valid(&views).unwrap().true_count())),
        ("make_valid", Box::new(|| mended(&column))),
        ("make_valid of views", Box::new(|| mended(&views))),
        (
            "the sum of all bytes",
            Box::new(|| {
                // Only to read them: what no check can be faster than.
                let words = column.value_data().as_chunks::<8>().0.iter();
                black_box(
                    words.fold(0_u64, |sum, &word| sum.wrapping_add(u64::from_ne_bytes(word))),
                );
                good
            }),
        ),
    ];
    let repeat = (4096 / rows.len()).max(1) * if rows.len() < 100_000 { 40 } else { 1 };
    let mut best = vec![Duration::MAX; ways.len()];
    for _ in 0..7 {
        for ((_, way), best) in ways.iter().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..repeat {
                assert_eq!(black_box(way()), good);
            }
            *best = (start.elapsed() / repeat as u32).min(*best);
        }
    }
    let bad = if bad > 0 { ", 1 % bad" } else { "" };
    let title = format!("{} rows of {name}, {bytes} bytes{bad}", rows.len());
    for ((way, _), time) in ways.iter().zip(&best) {
        let seconds = time.as_secs_f64();
        println!(
            "{title:38} {way:30} {:7.2} {:6.1} {:6.1}",
            seconds / rows.len() as f64 * 1e9,
            all as f64 / seconds / 1e9,
            best[0].as_secs_f64() / seconds,
        );
    }
}
