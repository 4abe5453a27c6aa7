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

/// Where texts and targets lie, in bytes behind the start of a page. Masked stores across two pages take
/// 10 ns more on a Zen 4, and so does a target that shares the low 12 bits of its address with the stack: where
/// an allocation happens to be would decide.
const PLACES: [usize; 7] = [0x10, 0x250, 0x4A0, 0x6E8, 0x930, 0xB78, 0xDC0];
const PAGE: usize = 4096;

/// A copy of some units that begins at a place.
struct Placed<U> {
    memory: Vec<U>,
    at: usize,
    len: usize,
}

impl<U: Copy + Default> Placed<U> {
    fn new(units: &[U], place: usize) -> Self {
        let mut memory = vec![U::default(); (2 * PAGE) / size_of::<U>() + units.len()];
        let behind = memory.as_ptr().addr().wrapping_neg() % PAGE;
        let at = (behind + place) / size_of::<U>();
        memory[at..][..units.len()].copy_from_slice(units);
        Self { memory, at, len: units.len() }
    }

    fn units(&self) -> &[U] {
        &self.memory[self.at..][..self.len]
    }

    fn pointer(&mut self, from: usize) -> *mut U {
        self.memory[self.at + from..].as_mut_ptr()
    }
}

/// The operations on all of `texts`, ours and theirs, nanoseconds for each text: the median of the places.
fn operations(library: &Library, texts: &[&str], rounds: usize) -> Vec<(&'static str, [f64; 2])> {
    let mut times = vec![Vec::new(); OPERATIONS.len()];
    for place in PLACES {
        for (of, time) in times.iter_mut().zip(operations_at(library, texts, rounds, place)) {
            of.push(time);
        }
    }
    let median = |times: &[[f64; 2]], of: usize| {
        let mut times: Vec<f64> = times.iter().map(|time| time[of]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    OPERATIONS
        .into_iter()
        .zip(times)
        .map(|(name, times)| (name, [median(&times, 0), median(&times, 1)]))
        .collect()
}

const OPERATIONS: [&str; 6] = ["is_valid", "validate", "count", "utf16_len", "to_utf16", "to_utf8"];

fn operations_at(
    library: &Library,
    texts: &[&str],
    rounds: usize,
    place: usize,
) -> [[f64; 2]; OPERATIONS.len()] {
    // A quarter of a page between texts and targets, so that neither hides the other.
    let other = (place + PAGE / 4) % (PAGE - 256);
    let utf8: String = texts.concat();
    let utf16: Vec<u16> = utf8.encode_utf16().collect();
    let (in8, in16) = (Placed::new(utf8.as_bytes(), place), Placed::new(&utf16, place));
    let mut out8 = Placed::new(&vec![0; utf8.len()], other);
    let mut out16 = Placed::new(&vec![0; utf16.len()], other);
    /// What C sees of a text: one lies behind the other.
    #[derive(Clone, Copy)]
    struct Seen<'a> {
        bytes: &'a [u8],
        units: &'a [u16],
        out8: *mut u8,
        out16: *mut u16,
    }
    let (mut at8, mut at16) = (0, 0);
    let mut seen = Vec::new();
    for text in texts {
        let (len8, len16) = (text.len(), text.encode_utf16().count());
        seen.push(Seen {
            bytes: &in8.units()[at8..][..len8],
            units: &in16.units()[at16..][..len16],
            out8: out8.pointer(at8),
            out16: out16.pointer(at16),
        });
        (at8, at16) = (at8 + len8, at16 + len16);
    }
    let calls = (500 / seen.len()).max(1) as u32;
    macro_rules! pair {
        (|$text:ident| $ours:expr, $theirs:expr) => {{
            // By reference, as C has results: a copy would wait until what is copied has reached the cache.
            let ours = || {
                for &$text in &seen {
                    // SAFETY: the pointers and lengths are those of the texts, and there is room for each.
                    _ = black_box(&unsafe { $ours });
                }
            };
            let theirs = || {
                for &$text in &seen {
                    _ = black_box(&$theirs);
                }
            };
            duel(calls, rounds, ours, theirs).map(|time| time / seen.len() as f64)
        }};
    }
    [
        pair!(
            |t| (library.is_valid)(t.bytes.as_ptr(), t.bytes.len()),
            simdutf::validate_utf8(t.bytes)
        ),
        pair!(
            |t| (library.validate)(t.bytes.as_ptr(), t.bytes.len()),
            simdutf::validate_utf8_with_errors(t.bytes)
        ),
        pair!(|t| (library.count)(t.bytes.as_ptr(), t.bytes.len()), simdutf::count_utf8(t.bytes)),
        pair!(
            |t| (library.utf16_len)(t.bytes.as_ptr(), t.bytes.len()),
            simdutf::utf16_length_from_utf8(t.bytes)
        ),
        pair!(
            |t| (library.to_utf16)(t.bytes.as_ptr(), t.bytes.len(), t.out16, t.units.len(), 0),
            {
                // SAFETY: the pointers and lengths are those of the text, and there is room.
                unsafe {
                    simdutf::convert_utf8_to_utf16_with_errors(
                        t.bytes.as_ptr(),
                        t.bytes.len(),
                        t.out16,
                    )
                }
            }
        ),
        pair!(|t| (library.to_utf8)(t.units.as_ptr(), t.units.len(), t.out8, t.bytes.len(), 0), {
            // SAFETY: the pointers and lengths are those of the text, and there is room.
            unsafe {
                simdutf::convert_utf16_to_utf8_with_errors(t.units.as_ptr(), t.units.len(), t.out8)
            }
        }),
    ]
}

/// The start of `text` that has at most `most` bytes.
fn start(text: &str, most: usize) -> &str {
    &text[..placemat::utf8::floor_boundary(text.as_bytes(), most)]
}

/// Pieces of one to four words, in an order that is the same in every run; so many that their lengths are not
/// learnt by heart.
fn words(text: &str) -> Vec<&str> {
    let mut random = fastrand::Rng::with_seed(1);
    let starts: Vec<usize> = start(text, 8000).match_indices(' ').map(|(at, _)| at + 1).collect();
    (0..20_000)
        .map(|_| {
            let first = random.usize(..starts.len() - 5);
            &text[starts[first]..starts[first + random.usize(1..=4)] - 1]
        })
        .collect()
}

/// The geometric means.
fn summary(logs: &[(&str, f64)]) {
    let mean =
        |logs: &[f64]| (logs.iter().map(|ratio| ratio.ln()).sum::<f64>() / logs.len() as f64).exp();
    for operation in OPERATIONS {
        let of: Vec<f64> = logs.iter().filter(|log| log.0 == operation).map(|log| log.1).collect();
        let least = of.iter().copied().fold(f64::MAX, f64::min);
        println!("{operation}: {:.2} times as fast as simdutf, at least {least:.2}", mean(&of));
    }
    println!("all: {:.2}", mean(&logs.iter().map(|log| log.1).collect::<Vec<_>>()));
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
    let print = |what: &str, texts: &[&str], logs: &mut Vec<_>| {
        print!("{what:12}");
        for (operation, [ours, theirs]) in operations(&library, texts, 60) {
            print!("  {operation} {ours:.1}/{theirs:.1}");
            logs.push((operation, theirs / ours));
        }
        println!();
    };
    for (name, text) in &texts {
        for len in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] {
            let text = start(text, len);
            if text.len() != len && len < 3 {
                continue;
            }
            print(&format!("{name} {}", text.len()), &[text], &mut logs);
        }
    }
    summary(&logs);
    logs.clear();
    // Lengths that nobody can foresee.
    for (name, text) in &texts {
        print(&format!("{name} words"), &words(text), &mut logs);
    }
    summary(&logs);

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
