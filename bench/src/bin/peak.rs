//! How much memory a conversion to a new vector takes at most, beyond its source, as a multiple of
//! what the result has: pages that are resident, and bytes that the allocator was asked for. (Pages
//! that nobody writes to are not resident, where the system works like that: Linux.)
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin peak

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use placemat::Converter;
use placemat::encoding::{Utf8, Utf16};

/// Counts what it gives.
struct Counting;

static GIVEN: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn count(given: usize, taken: usize) {
    let before = GIVEN.fetch_add(given, Ordering::Relaxed);
    MOST.fetch_max(before + given - taken, Ordering::Relaxed);
    GIVEN.fetch_sub(taken, Ordering::Relaxed);
}

// SAFETY: all is left to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the contract is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the contract is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the contract is the same.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the contract is the same.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes of the text.
const SIZE: usize = 100 << 20;

/// What is converted.
struct Source {
    text: String,
    units: Vec<u16>,
    /// The text, with a byte in ten that is in no text.
    damaged: Vec<u8>,
}

/// A row: the operation, who does it, and how. Returns how many bytes the result has.
type Row = (&'static str, &'static str, fn(&Source) -> usize);

const ROWS: &[Row] = &[
    ("UTF-8 to UTF-16", "placemat, checked", |source| {
        let text = &source.text;
        let strict = Converter::<Utf8, Utf16>::strict();
        units(strict.convert(text.as_bytes()).expect("a string is well-formed"))
    }),
    ("UTF-8 to UTF-16", "placemat, of a str", |source| {
        units(placemat::utf16::from_str(&source.text))
    }),
    ("UTF-8 to UTF-16", "std", |source| units(source.text.encode_utf16().collect())),
    ("UTF-8 to UTF-16", "encoding_rs", |source| {
        let text = &source.text;
        let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
        let most = decoder.max_utf16_buffer_length(text.len()).expect("it is not that long");
        let mut out = vec![0; most];
        let (_, _, len, _) = decoder.decode_to_utf16(text.as_bytes(), &mut out, true);
        out.truncate(len);
        units(out)
    }),
    ("UTF-8 to UTF-16", "simdutf, length first", |source| {
        let text = &source.text;
        let len = simdutf::utf16_length_from_utf8(text.as_bytes());
        let mut out = vec![0_u16; len];
        // SAFETY: the length is exact for a string.
        _ = unsafe {
            simdutf::convert_utf8_to_utf16le(text.as_ptr(), text.len(), out.as_mut_ptr())
        };
        units(out)
    }),
    ("UTF-16 to UTF-8", "placemat", |source| {
        let units = &source.units;
        bytes(placemat::utf16::to_string_lossy(units).into_bytes())
    }),
    ("UTF-16 to UTF-8", "std", |source| {
        bytes(String::from_utf16_lossy(&source.units).into_bytes())
    }),
    ("UTF-16 to UTF-8", "simdutf, length first", |source| {
        let units = &source.units;
        let mut out = vec![0_u8; simdutf::utf8_length_from_utf16le(units)];
        // SAFETY: the length is exact for UTF-16 that a string was.
        _ = unsafe {
            simdutf::convert_utf16le_to_utf8(units.as_ptr(), units.len(), out.as_mut_ptr())
        };
        bytes(out)
    }),
    ("UTF-8 with errors, repaired", "placemat", |source| {
        bytes(placemat::compat::from_utf8_lossy(&source.damaged).into_owned().into_bytes())
    }),
    ("UTF-8 with errors, repaired", "std", |source| {
        bytes(String::from_utf8_lossy(&source.damaged).into_owned().into_bytes())
    }),
];

fn units(out: Vec<u16>) -> usize {
    2 * black_box(out).len()
}

fn bytes(out: Vec<u8>) -> usize {
    black_box(out).len()
}

/// A line of /proc/self/status, in bytes.
fn status(name: &str) -> Result<usize> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).context("no such line")?;
    Ok(line.trim_start_matches(':').trim().trim_end_matches(" kB").parse::<usize>()? << 10)
}

fn main() -> Result<()> {
    let texts = [
        ("ASCII", "The quick brown fox jumps over the lazy dog, again and again. "),
        ("Russian", "Все люди рождаются свободными и равными в своем достоинстве и правах. "),
        ("Chinese", "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。"),
    ];
    println!("| operation | who | {} |", texts.map(|(name, _)| name).join(" | "));
    println!("|---|---|{}", "---:|".repeat(texts.len()));
    for (operation, who, convert) in ROWS {
        print!("| {operation} | {who} |");
        for (_, text) in texts {
            let text = text.repeat(SIZE / text.len());
            let mut damaged = text.clone().into_bytes();
            damaged.iter_mut().step_by(10).for_each(|byte| *byte = 0xFF);
            let source = Source { units: text.encode_utf16().collect(), text, damaged };
            // From here on the highest counts.
            MOST.store(GIVEN.load(Ordering::Relaxed), Ordering::Relaxed);
            fs::write("/proc/self/clear_refs", "5").context("Linux only")?;
            let (given, resident) = (GIVEN.load(Ordering::Relaxed), status("VmRSS")?);
            let len = convert(&source) as f64;
            let resident = status("VmHWM")?.saturating_sub(resident) as f64;
            let given = (MOST.load(Ordering::Relaxed) - given) as f64;
            print!(" {:.2}, {:.2} |", resident / len, given / len);
        }
        println!();
    }
    Ok(())
}
