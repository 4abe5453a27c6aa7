//! What a call of the C library costs: libplacemat.so, as `cargo xtask install-c` makes it, against the
//! functions that simdutf exports to C, on texts of 1 to 64 bytes; and against the Rust functions on a megabyte.
//!
//!     cargo run --release --manifest-path bench/Cargo.toml --bin capi -- PREFIX/lib/libplacemat.so

#![allow(unsafe_code, reason = "functions of C are called")]

use placemat_capi::Report;
use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::time::{Duration, Instant};

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

type IsValid = unsafe extern "C" fn(*const u8, usize) -> bool;
type Validate = unsafe extern "C" fn(*const u8, usize) -> Report;
type Count = unsafe extern "C" fn(*const u8, usize) -> usize;
type ToUtf16 = unsafe extern "C" fn(*const u8, usize, *mut u16, usize, u32) -> Report;
type ToUtf8 = unsafe extern "C" fn(*const u16, usize, *mut u8, usize, u32) -> Report;

/// The functions of the library.
struct Library {
    is_valid: IsValid,
    validate: Validate,
    count: Count,
    utf16_len: Count,
    to_utf16: ToUtf16,
    to_utf8: ToUtf8,
}

impl Library {
    fn open(path: &str) -> Self {
        let path = CString::new(path).expect("a path has no zero byte");
        // SAFETY: the path is a string of C; 2 is RTLD_NOW.
        let handle = unsafe { dlopen(path.as_ptr(), 2) };
        assert!(!handle.is_null(), "cannot open {path:?}");
        macro_rules! symbol {
            ($name:literal, $type:ty) => {{
                // SAFETY: the handle is open, and the name is a string of C.
                let symbol = unsafe { dlsym(handle, $name.as_ptr()) };
                assert!(!symbol.is_null());
                // SAFETY: placemat.h declares it so.
                unsafe { std::mem::transmute::<*mut c_void, $type>(symbol) }
            }};
        }
        Self {
            is_valid: symbol!(c"placemat_utf8_is_valid", IsValid),
            validate: symbol!(c"placemat_utf8_validate", Validate),
            count: symbol!(c"placemat_utf8_count", Count),
            utf16_len: symbol!(c"placemat_utf16_len_of_valid_utf8", Count),
            to_utf16: symbol!(c"placemat_utf8_to_utf16", ToUtf16),
            to_utf8: symbol!(c"placemat_utf16_to_utf8", ToUtf8),
        }
    }
}

/// The least time of a call of each, taken in turn.
fn duel(calls: u32, rounds: usize, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> [f64; 2] {
    let mut least = [Duration::MAX; 2];
    for _ in 0..rounds {
        let start = Instant::now();
        (0..calls).for_each(|_| ours());
        least[0] = least[0].min(start.elapsed());
        let start = Instant::now();
        (0..calls).for_each(|_| theirs());
        least[1] = least[1].min(start.elapsed());
    }
    least.map(|time| time.as_secs_f64() * 1e9 / f64::from(calls))
}

/// The operations on `text`, ours and theirs.
fn operations(
    library: &Library,
    text: &str,
    calls: u32,
    rounds: usize,
) -> Vec<(&'static str, [f64; 2])> {
    let (p, n) = (text.as_ptr(), text.len());
    let units: Vec<u16> = text.encode_utf16().collect();
    let (up, un) = (units.as_ptr(), units.len());
    let mut out16 = vec![0_u16; un];
    let mut out8 = vec![0_u8; n];
    let (o16, o8) = (out16.as_mut_ptr(), out8.as_mut_ptr());
    macro_rules! pair {
        ($name:literal, $ours:expr, $theirs:expr) => {{
            // SAFETY: the pointers and lengths are those of the texts, and there is room for each.
            let ours = || _ = black_box(unsafe { $ours });
            ($name, duel(calls, rounds, ours, || _ = black_box($theirs)))
        }};
    }
    let bytes = || black_box(text.as_bytes());
    vec![
        pair!("is_valid", (library.is_valid)(black_box(p), n), simdutf::validate_utf8(bytes())),
        pair!(
            "validate",
            (library.validate)(black_box(p), n),
            simdutf::validate_utf8_with_errors(bytes())
        ),
        pair!("count", (library.count)(black_box(p), n), simdutf::count_utf8(bytes())),
        pair!(
            "utf16_len",
            (library.utf16_len)(black_box(p), n),
            simdutf::utf16_length_from_utf8(bytes())
        ),
        pair!("to_utf16", (library.to_utf16)(black_box(p), n, o16, un, 0), {
            // SAFETY: the pointers and lengths are those of the text, and there is room.
            unsafe { simdutf::convert_utf8_to_utf16_with_errors(black_box(p), n, o16) }
        }),
        pair!("to_utf8", (library.to_utf8)(black_box(up), un, o8, n, 0), {
            // SAFETY: the pointers and lengths are those of the text, and there is room.
            unsafe { simdutf::convert_utf16_to_utf8_with_errors(black_box(up), un, o8) }
        }),
    ]
}

/// The start of `text` that has at most `most` bytes.
fn start(text: &str, most: usize) -> &str {
    &text[..placemat::utf8::floor_boundary(text.as_bytes(), most)]
}

fn main() {
    let path = std::env::args().nth(1).expect("the path of libplacemat.so");
    let library = Library::open(&path);
    let texts = [
        ("ascii", "The quick brown fox jumps over the lazy dog, again and again. ".repeat(20_000)),
        (
            "french",
            "Voix ambiguë d'un cœur qui au zéphyr préfère les jattes de kiwis. ".repeat(20_000),
        ),
        ("russian", "Все люди рождаются свободными и равными в своём достоинстве. ".repeat(10_000)),
    ];
    let mut logs = Vec::new();
    println!("ns a call: placemat / simdutf");
    for (name, text) in &texts {
        for len in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] {
            let text = start(text, len);
            if text.len() != len && len < 3 {
                continue;
            }
            print!("{name:8} {:3}", text.len());
            for (operation, [ours, theirs]) in operations(&library, text, 500, 200) {
                print!("  {operation} {ours:.1}/{theirs:.1}");
                logs.push((operation, theirs / ours));
            }
            println!();
        }
    }
    let mean =
        |logs: &[f64]| (logs.iter().map(|ratio| ratio.ln()).sum::<f64>() / logs.len() as f64).exp();
    for operation in ["is_valid", "validate", "count", "utf16_len", "to_utf16", "to_utf8"] {
        let of: Vec<f64> = logs.iter().filter(|log| log.0 == operation).map(|log| log.1).collect();
        let least = of.iter().copied().fold(f64::MAX, f64::min);
        println!("{operation}: {:.2} times as fast as simdutf, at least {least:.2}", mean(&of));
    }
    println!("all: {:.2}", mean(&logs.iter().map(|log| log.1).collect::<Vec<_>>()));

    println!("a megabyte: time of the C function by that of the Rust function");
    for (name, text) in &texts {
        let (p, n) = (text.as_ptr(), text.len());
        let units: Vec<u16> = text.encode_utf16().collect();
        let (mut a, mut b) = (vec![0; units.len()], vec![0; units.len()]);
        // SAFETY: the pointers and lengths are those of the text.
        let is_valid = || _ = black_box(unsafe { (library.is_valid)(black_box(p), n) });
        let rust = || _ = black_box(placemat::utf8::is_valid(black_box(text.as_bytes())));
        let [c, rust] = duel(4, 100, is_valid, rust);
        let (out, room) = (a.as_mut_ptr(), a.len());
        let to_utf16 = library.to_utf16;
        let convert = || {
            // SAFETY: the pointers and lengths are those of the text, and there is room.
            _ = black_box(unsafe { to_utf16(black_box(p), n, out, room, 0) });
        };
        let rust_convert =
            || _ = black_box(placemat::utf8::to_utf16_into(black_box(text.as_bytes()), &mut b));
        let [c16, rust16] = duel(4, 100, convert, rust_convert);
        println!("{name}: is_valid {:.3}, to_utf16 {:.3}", c / rust, c16 / rust16);
    }
}
