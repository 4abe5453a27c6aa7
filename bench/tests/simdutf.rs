//! The C functions answer as simdutf's do: docs/from-simdutf.md says which one stands for which. Texts
//! of all forms are corrupted at random; the kind of an error, its offset, and what is written before it,
//! must be the same. `PLACEMAT_THOROUGH` makes it millions of texts.

#![allow(unsafe_code, reason = "functions of C are called")]

use placemat_capi as c;
use placemat_capi::Report;
use simdutf::ErrorCode;

/// What simdutf says: an error and its place, or success and a count.
type Answer = (u32, usize);

fn theirs(result: simdutf::Result) -> Answer {
    let code = match result.error {
        ErrorCode::Success => 0,
        ErrorCode::HeaderBits => 1,
        ErrorCode::TooShort => 2,
        ErrorCode::TooLong => 3,
        ErrorCode::OverLong => 4,
        ErrorCode::TooLarge => 5,
        ErrorCode::Surrogate => 6,
        _ => 11,
    };
    (code, result.count)
}

/// The same of ours; `count` is what simdutf counts where there is no error.
fn ours(report: Report, utf8: &[u8], to_latin1: bool, count: usize) -> Answer {
    // SAFETY: the pointers and lengths are those of a slice.
    let code =
        unsafe { c::placemat_simdutf_error(Some(&report), utf8.as_ptr(), utf8.len(), to_latin1) };
    (code, if code == 0 { count } else { report.error.offset as usize })
}

/// Compares a conversion with both of simdutf's: the one that says why, and the one that says 0.
macro_rules! conversion {
    ($src:expr, $unit:ty, $utf8:expr, $latin1:expr,
     $ours:ident, $with_errors:ident, $plain:ident) => {{
        let src = $src;
        let mut expected = vec![<$unit>::default(); 4 * src.len() + 64];
        // SAFETY: there is room for any text of that length.
        let theirs_said = theirs(unsafe {
            simdutf::$with_errors(src.as_ptr(), src.len(), expected.as_mut_ptr())
        });
        let mut out = vec![<$unit>::default(); 4 * src.len() + 64];
        // SAFETY: the pointers and lengths are those of slices.
        let report = unsafe { c::$ours(src.as_ptr(), src.len(), out.as_mut_ptr(), out.len(), 0) };
        let said = ours(report, $utf8, $latin1, report.written);
        assert_eq!(said, theirs_said, "{} of {:X?}", stringify!($ours), src);
        if said.0 == 0 {
            assert_eq!(out[..report.written], expected[..report.written]);
        }
        // SAFETY: as above.
        let count = unsafe { simdutf::$plain(src.as_ptr(), src.len(), expected.as_mut_ptr()) };
        assert_eq!(count, if said.0 == 0 { said.1 } else { 0 });
    }};
}

macro_rules! validation {
    ($src:expr, $utf8:expr, $ours:ident, $is_valid:ident, $with_errors:ident, $plain:ident) => {{
        let src = $src;
        // SAFETY: the pointers and lengths are those of a slice.
        let report = unsafe { c::$ours(src.as_ptr(), src.len()) };
        let said = ours(report, $utf8, false, src.len());
        assert_eq!(said, theirs(simdutf::$with_errors(src)), "{} of {:X?}", stringify!($ours), src);
        // SAFETY: as above.
        let is_valid = unsafe { c::$is_valid(src.as_ptr(), src.len()) };
        assert_eq!(is_valid, simdutf::$plain(src));
    }};
}

/// Lengths of text that is in order.
macro_rules! length {
    ($src:expr, $ours:ident, $theirs:ident) => {{
        // SAFETY: the pointers and lengths are those of a slice.
        let len = unsafe { c::$ours($src.as_ptr(), $src.len()) };
        assert_eq!(len, simdutf::$theirs($src), "{}", stringify!($ours));
    }};
}

fn utf8(text: &[u8]) {
    validation!(
        text,
        text,
        placemat_utf8_validate,
        placemat_utf8_is_valid,
        validate_utf8_with_errors,
        validate_utf8
    );
    validation!(
        text,
        &[],
        placemat_ascii_validate,
        placemat_ascii_is_valid,
        validate_ascii_with_errors,
        validate_ascii
    );
    conversion!(
        text,
        u16,
        text,
        false,
        placemat_utf8_to_utf16le,
        convert_utf8_to_utf16le_with_errors,
        convert_utf8_to_utf16le
    );
    conversion!(
        text,
        u16,
        text,
        false,
        placemat_utf8_to_utf16be,
        convert_utf8_to_utf16be_with_errors,
        convert_utf8_to_utf16be
    );
    conversion!(
        text,
        u32,
        text,
        false,
        placemat_utf8_to_utf32,
        convert_utf8_to_utf32_with_errors,
        convert_utf8_to_utf32
    );
    conversion!(
        text,
        u8,
        text,
        true,
        placemat_utf8_to_latin1,
        convert_utf8_to_latin1_with_errors,
        convert_utf8_to_latin1
    );
    length!(text, placemat_utf8_count, count_utf8);
    length!(text, placemat_utf16_len_of_valid_utf8, utf16_length_from_utf8);
    length!(text, placemat_utf8_len_of_latin1, utf8_length_from_latin1);
}

fn utf16(units: &[u16]) {
    let swapped: Vec<u16> = units.iter().map(|unit| unit.swap_bytes()).collect();
    let none = &[];
    // The processor of the peers is little-endian.
    validation!(
        units,
        none,
        placemat_utf16le_validate,
        placemat_utf16le_is_valid,
        validate_utf16le_with_errors,
        validate_utf16le
    );
    validation!(
        units,
        none,
        placemat_utf16_validate,
        placemat_utf16_is_valid,
        validate_utf16_with_errors,
        validate_utf16
    );
    validation!(
        &swapped,
        none,
        placemat_utf16be_validate,
        placemat_utf16be_is_valid,
        validate_utf16be_with_errors,
        validate_utf16be
    );
    conversion!(
        units,
        u8,
        none,
        false,
        placemat_utf16_to_utf8,
        convert_utf16le_to_utf8_with_errors,
        convert_utf16le_to_utf8
    );
    conversion!(
        units,
        u8,
        none,
        false,
        placemat_utf16le_to_utf8,
        convert_utf16le_to_utf8_with_errors,
        convert_utf16le_to_utf8
    );
    conversion!(
        units,
        u32,
        none,
        false,
        placemat_utf16le_to_utf32,
        convert_utf16le_to_utf32_with_errors,
        convert_utf16le_to_utf32
    );
    conversion!(
        units,
        u8,
        none,
        true,
        placemat_utf16le_to_latin1,
        convert_utf16le_to_latin1_with_errors,
        convert_utf16le_to_latin1
    );
    conversion!(
        &swapped,
        u8,
        none,
        false,
        placemat_utf16be_to_utf8,
        convert_utf16be_to_utf8_with_errors,
        convert_utf16be_to_utf8
    );
    conversion!(
        &swapped,
        u32,
        none,
        false,
        placemat_utf16be_to_utf32,
        convert_utf16be_to_utf32_with_errors,
        convert_utf16be_to_utf32
    );
    conversion!(
        &swapped,
        u8,
        none,
        true,
        placemat_utf16be_to_latin1,
        convert_utf16be_to_latin1_with_errors,
        convert_utf16be_to_latin1
    );
    length!(units, placemat_utf16_count, count_utf16);
    if simdutf::validate_utf16le(units) {
        length!(units, placemat_utf16le_count, count_utf16le);
        length!(&swapped, placemat_utf16be_count, count_utf16be);
        length!(units, placemat_utf8_len_of_valid_utf16, utf8_length_from_utf16);
        length!(units, placemat_utf8_len_of_valid_utf16le, utf8_length_from_utf16le);
        length!(&swapped, placemat_utf8_len_of_valid_utf16be, utf8_length_from_utf16be);
    }
    let (mut ours, mut theirs) = (units.to_vec(), units.to_vec());
    // SAFETY: simdutf takes the same buffer as source and target.
    unsafe { simdutf::change_endianness_utf16(theirs.as_ptr(), theirs.len(), theirs.as_mut_ptr()) };
    // SAFETY: the pointer and length are those of a slice.
    unsafe { c::placemat_utf16_swap_bytes(ours.as_mut_ptr(), ours.len()) };
    assert_eq!(ours, theirs);
}

fn utf32(units: &[u32]) {
    let none = &[];
    validation!(
        units,
        none,
        placemat_utf32_validate,
        placemat_utf32_is_valid,
        validate_utf32_with_errors,
        validate_utf32
    );
    conversion!(
        units,
        u8,
        none,
        false,
        placemat_utf32_to_utf8,
        convert_utf32_to_utf8_with_errors,
        convert_utf32_to_utf8
    );
    conversion!(
        units,
        u16,
        none,
        false,
        placemat_utf32_to_utf16le,
        convert_utf32_to_utf16le_with_errors,
        convert_utf32_to_utf16le
    );
    conversion!(
        units,
        u16,
        none,
        false,
        placemat_utf32_to_utf16be,
        convert_utf32_to_utf16be_with_errors,
        convert_utf32_to_utf16be
    );
    if simdutf::validate_utf32(units) {
        length!(units, placemat_utf8_len_of_valid_utf32, utf8_length_from_utf32);
        length!(units, placemat_utf16_len_of_valid_utf32, utf16_length_from_utf32);
    }
}

/// A text of up to `most` code points, of one class or of any.
fn text(random: &mut fastrand::Rng, most: usize) -> String {
    let class = random.usize(..5);
    let range =
        |random: &mut fastrand::Rng| match if class == 4 { random.usize(..4) } else { class } {
            0 => random.char('\0'..='\x7F'),
            1 => random.char('\u{80}'..='\u{FF}'),
            2 => random.char('\u{100}'..='\u{FFFF}'),
            _ => random.char('\u{1_0000}'..='\u{10_FFFF}'),
        };
    let plain = random.bool();
    (0..random.usize(..most))
        .map(|_| if plain && random.u8(..8) > 0 { 'a' } else { range(random) })
        .collect()
}

/// Some units are others, some are gone, the end may be cut.
fn corrupt<U: Copy>(
    random: &mut fastrand::Rng,
    units: &mut Vec<U>,
    mut any: impl FnMut(&mut fastrand::Rng) -> U,
) {
    for _ in 0..random.usize(..4) {
        if units.is_empty() {
            return;
        }
        let at = random.usize(..units.len());
        match random.u8(..4) {
            0 => drop(units.remove(at)),
            1 => units.insert(at, any(random)),
            2 => units.truncate(at + 1),
            _ => units[at] = any(random),
        }
    }
}

#[test]
fn answers_are_those_of_simdutf() {
    let texts = if std::env::var_os("PLACEMAT_THOROUGH").is_some() { 1_000_000 } else { 2_000 };
    let mut random = fastrand::Rng::with_seed(7);
    const BYTES: [u8; 20] = [
        0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4,
        0xF5, 0xF7, 0xF8, 0xFC, 0xFF,
    ];
    for _ in 0..texts {
        let text = text(&mut random, 200);
        let mut bytes = text.clone().into_bytes();
        corrupt(&mut random, &mut bytes, |random| {
            if random.bool() { random.u8(..) } else { BYTES[random.usize(..BYTES.len())] }
        });
        utf8(&bytes);
        let mut units: Vec<u16> = text.encode_utf16().collect();
        corrupt(&mut random, &mut units, |random| {
            let any = random.bool();
            random.u16(if any { 0..=0xFFFF } else { 0xD800..=0xDFFF })
        });
        utf16(&units);
        let mut units: Vec<u32> = text.chars().map(u32::from).collect();
        corrupt(&mut random, &mut units, |random| match random.u8(..3) {
            0 => random.u32(0xD800..0xE000),
            1 => random.u32(0x10_FFF0..0x11_0010),
            _ => random.u32(..),
        });
        utf32(&units);
    }
    println!("simdutf: {} checks in all", 3 * texts);
}

/// Every pair of bytes and every lead with two edges behind, alone and behind a vector of ASCII.
#[test]
fn short_sequences_are_named_alike() {
    const EDGES: [u8; 9] = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xF0];
    for first in 0x80..=0xFF {
        utf8(&[first]);
        for second in EDGES {
            utf8(&[first, second]);
            for third in EDGES {
                utf8(&[first, second, third]);
                utf8(&[&[b'a'; 64], &[first, second, third, 0x80][..]].concat());
                for fourth in [0x41, 0x80, 0xC2] {
                    utf8(&[first, second, third, fourth]);
                }
            }
        }
    }
}

/// Text that is cut is trimmed alike.
#[test]
fn partial_sequences_are_trimmed() {
    let text = "a\u{E9}\u{20AC}\u{1F600}".as_bytes();
    let boundaries = [0, 1, 3, 6, 10];
    for cut in 0..=text.len() {
        // SAFETY: the pointer and length are those of a slice.
        let len = unsafe { c::placemat_utf8_trim(text.as_ptr(), cut) };
        assert_eq!(Some(&len), boundaries.iter().rev().find(|&&at| at <= cut));
    }
}
