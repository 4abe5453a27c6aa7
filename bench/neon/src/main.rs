//! One operation on a text, so many times, by placemat or by simdutf: an emulator counts the
//! instructions, and the difference between two numbers of times is what one takes.
//!
//!     placemat-count-neon OPERATION placemat|simdutf FILE TIMES

use std::hint::black_box;
use std::{env, fs};

use placemat::encoding::{Encoding, Latin1, Utf8, Utf16, Utf32};
use placemat::{Converter, utf8, utf16};

/// Converts to a buffer that is long enough, or to nothing.
fn convert<F: Encoding, T: Encoding>(source: &[F::Unit], target: &mut [T::Unit]) -> usize {
    Converter::<F, T>::strict().convert_into(source, target).map_or(0, |done| done.written)
}

/// A conversion of simdutf.
fn peer<F, T>(
    convert: unsafe fn(*const F, usize, *mut T) -> usize,
    source: &[F],
    target: &mut [T],
) -> usize {
    let source = black_box(source);
    assert!(target.len() >= 4 * source.len());
    // SAFETY: no unit becomes more than four.
    unsafe { convert(source.as_ptr(), source.len(), target.as_mut_ptr()) }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [operation, who, file, times] = arguments.as_slice() else {
        panic!("OPERATION placemat|simdutf FILE TIMES")
    };
    let text = fs::read_to_string(file).expect("a file with UTF-8");
    let ours = who == "placemat";
    let bytes = text.as_bytes();
    let units: Vec<u16> = text.encode_utf16().collect();
    let values: Vec<u32> = text.chars().map(u32::from).collect();
    let latin1: Vec<u8> = text.chars().filter_map(|c| u8::try_from(c).ok()).collect();
    let mut to_8 = vec![0_u8; 4 * bytes.len()];
    let mut to_16 = vec![0_u16; 4 * bytes.len()];
    let mut to_32 = vec![0_u32; 4 * bytes.len()];
    for _ in 0..times.parse().expect("a number") {
        let done = match (operation.as_str(), ours) {
            ("validate_utf8", true) => usize::from(utf8::is_valid(black_box(bytes))),
            ("validate_utf8", false) => usize::from(simdutf::validate_utf8(black_box(bytes))),
            ("validate_utf16", true) => usize::from(utf16::is_valid(black_box(&units))),
            ("validate_utf16", false) => usize::from(simdutf::validate_utf16le(black_box(&units))),
            ("utf8_to_utf16le", true) => convert::<Utf8, Utf16>(black_box(bytes), &mut to_16),
            ("utf16le_to_utf8", true) => convert::<Utf16, Utf8>(black_box(&units), &mut to_8),
            ("utf8_to_utf32", true) => convert::<Utf8, Utf32>(black_box(bytes), &mut to_32),
            ("utf32_to_utf8", true) => convert::<Utf32, Utf8>(black_box(&values), &mut to_8),
            ("utf16le_to_utf32", true) => convert::<Utf16, Utf32>(black_box(&units), &mut to_32),
            ("utf32_to_utf16le", true) => convert::<Utf32, Utf16>(black_box(&values), &mut to_16),
            ("latin1_to_utf8", true) => convert::<Latin1, Utf8>(black_box(&latin1), &mut to_8),
            ("utf8_to_utf16le", false) => peer(simdutf::convert_utf8_to_utf16le, bytes, &mut to_16),
            ("utf16le_to_utf8", false) => peer(simdutf::convert_utf16le_to_utf8, &units, &mut to_8),
            ("utf8_to_utf32", false) => peer(simdutf::convert_utf8_to_utf32, bytes, &mut to_32),
            ("utf32_to_utf8", false) => peer(simdutf::convert_utf32_to_utf8, &values, &mut to_8),
            ("utf16le_to_utf32", false) => {
                peer(simdutf::convert_utf16le_to_utf32, &units, &mut to_32)
            }
            ("utf32_to_utf16le", false) => {
                peer(simdutf::convert_utf32_to_utf16le, &values, &mut to_16)
            }
            ("latin1_to_utf8", false) => peer(simdutf::convert_latin1_to_utf8, &latin1, &mut to_8),
            (operation, _) => panic!("{operation} is not known"),
        };
        assert!(black_box(done) > 0, "nothing was converted");
    }
}
