//! The manual page utf-8(7), in its order.
//!
//! Not to be tested: what "the majority of UNIX tools" expects, what is "the way to go",
//! and the list of standards.

use super::patterns::{Row, binary, hex};
use super::rfc2279::{TABLE, values};
use super::{all_scalars, convert, decode, encode, is_surrogate, scalars};
use crate::common::random::Random;
use placemat::MalformedKind::{NeverValid, Overlong, TooLarge};
use placemat::encoding::historic::{Ucs2, Ucs2Be, Ucs4, Ucs4Be, Utf8Rfc2279};
use placemat::encoding::{UsAscii, Utf8, Utf16};
use placemat::utf8;

fn bytes_of(value: u32) -> Vec<u8> {
    encode::<Utf8Rfc2279>(&[value]).unwrap()
}

/// "The Unicode character set occupies a 16-bit code space."
///
/// It ends at U+10FFFF, of 21 bits, since Unicode 2.0: 1,112,064 scalar values, of which
/// 16 bits hold 63,488.
#[test]
fn unicode_has_21_bits() {
    assert_eq!(all_scalars().filter(|&value| encode::<Utf8>(&[value]).is_ok()).count(), 1_112_064);
    assert_eq!(all_scalars().filter(|&value| encode::<Ucs2>(&[value]).is_ok()).count(), 63_488);
    assert_eq!(32 - all_scalars().last().unwrap().leading_zeros(), 21);
}

/// "Such strings can contain as parts of many 16-bit characters bytes like '\0' or '/'";
/// "the obvious UCS-4 encoding (a sequence of 32-bit words) has the same problems"; "the
/// UTF-8 encoding does not have these problems".
#[test]
fn special_bytes_inside_of_other_encodings() {
    let special = |bytes: &[u8]| bytes.iter().any(|byte| [0, b'/'].contains(byte));
    let beyond_ascii: Vec<u32> = scalars().filter(|&value| value >= 0x80).collect();
    let bmp = all_scalars().filter(|value| (0x80..0x1_0000).contains(value));
    let ucs2 = bmp.filter(|&value| special(&encode::<Ucs2Be>(&[value]).unwrap()));
    assert!(ucs2.count() > 800);
    // Every one has a zero: the first byte.
    assert!(beyond_ascii.iter().all(|&value| special(&encode::<Ucs4Be>(&[value]).unwrap())));
    assert!(!special(&encode::<Utf8>(&beyond_ascii).unwrap()));
    assert_eq!(encode::<Ucs2Be>(&[0x2F00, 0x012F]).unwrap(), b"/\0\x01/");
}

/// "UCS .., a superset of Unicode, occupies even a 31-bit code space"; "all possible
/// 2^31 UCS codes can be encoded using UTF-8".
///
/// Today both end at U+10FFFF, and UTF-8 with them; the encoding that was is
/// `utf-8-rfc2279`.
#[test]
fn all_31_bits() {
    for value in values() {
        assert_eq!(decode::<Utf8Rfc2279>(&bytes_of(value)), Ok(vec![value]));
        assert_eq!(encode::<Utf8>(&[value]).is_ok(), value <= 0x10_FFFF);
    }
    assert_eq!(decode::<Ucs4>(&[0x8000_0000]), Err((0, 1, TooLarge)));
}

/// "UCS characters 0x00000000 to 0x0000007f .. are encoded simply as bytes 0x00 to
/// 0x7f": "strings which contain only 7-bit ASCII characters have the same encoding
/// under both ASCII and UTF-8".
#[test]
fn ascii_compatibility() {
    let ascii: Vec<u8> = (0..=0x7F).collect();
    assert_eq!(convert::<UsAscii, Utf8Rfc2279>(&ascii).unwrap(), ascii);
    assert_eq!(convert::<Utf8, UsAscii>(&ascii).unwrap(), ascii);
}

/// "All UCS characters > 0x7f are encoded as a multibyte sequence consisting only of
/// bytes in the range 0x80 to 0xfd"; "the bytes 0xfe and 0xff are never used"; "the first
/// byte of a multibyte sequence .. is always in the range 0xc0 to 0xfd and indicates how
/// long this multibyte sequence is. All further bytes .. are in the range 0x80 to 0xbf."
///
/// Of what is valid today the first byte is in the range C2 to F4.
#[test]
fn ranges_of_bytes() {
    for value in values().filter(|&value| value > 0x7F) {
        let bytes = bytes_of(value);
        assert!(bytes.len() > 1 && bytes.iter().all(|byte| (0x80..=0xFD).contains(byte)));
        let (first, further) = bytes.split_first().unwrap();
        assert!((0xC0..=0xFD).contains(first));
        assert_eq!(first.leading_ones() as usize, bytes.len());
        assert!(further.iter().all(|byte| (0x80..=0xBF).contains(byte)));
        assert_eq!(utf8::sequence_len(*first) == Some(bytes.len()), *first <= 0xF4, "{value:X}");
        assert!(value > 0x10_FFFF || (0xC2..=0xF4).contains(first));
    }
    for byte in [0xFE, 0xFF] {
        assert_eq!(decode::<Utf8Rfc2279>(&[byte]), Err((0, 1, NeverValid)));
    }
}

/// "The lexicographic sorting order of UCS-4 strings is" preserved.
#[test]
fn sorting_order() {
    let mut all: Vec<u32> = values().collect();
    all.sort_unstable();
    let bytes: Vec<Vec<u8>> = all.iter().map(|&value| bytes_of(value)).collect();
    assert!(bytes.is_sorted());
}

/// "This allows easy resynchronization and makes the encoding stateless and robust
/// against missing bytes": one that is missing costs the code point that it is of, and
/// no other.
#[test]
fn robust_against_missing_bytes() {
    let mut random = Random::new(7);
    for _ in 0..300 {
        let text: Vec<char> = (0..20).map(|_| random.code_point()).collect();
        let mut at = 0;
        for damaged in 0..text.len() {
            let len = text[damaged].len_utf8();
            for missing in at..at + len {
                let mut bytes = text.iter().collect::<String>().into_bytes();
                bytes.remove(missing);
                let found: Vec<char> = utf8::code_points(&bytes).flatten().collect();
                let expected = [&text[..damaged], &text[damaged + 1..]].concat();
                assert_eq!(found, expected, "{bytes:X?}");
            }
            at += len;
        }
    }
}

/// "Stateless": what is decoded of two texts, one behind the other, is what is decoded of
/// each.
#[test]
fn stateless() {
    let mut random = Random::new(2);
    for len in 0..100 {
        let (a, b) = (random.well_formed(len), random.well_formed(50));
        let both = [&a[..], &b].concat();
        let apart = [decode::<Utf8>(&a).unwrap(), decode::<Utf8>(&b).unwrap()].concat();
        assert_eq!(decode::<Utf8>(&both).unwrap(), apart);
    }
}

/// "UTF-8 encoded UCS characters may be up to six bytes long, however Unicode characters
/// can only be up to three bytes long. As Linux uses only the 16-bit Unicode subset of
/// UCS, under Linux, UTF-8 multibyte sequences can only be one, two or three bytes long."
///
/// Unicode has sequences of four bytes, on Linux as elsewhere.
#[test]
fn up_to_four_bytes() {
    assert_eq!(values().map(|value| bytes_of(value).len()).max(), Some(6));
    assert_eq!(scalars().map(|value| bytes_of(value).len()).max(), Some(4));
    let bmp = scalars().take_while(|&value| value < 0x1_0000);
    assert_eq!(bmp.map(|value| bytes_of(value).len()).max(), Some(3));
    let four = hex("F0 9F 90 A7");
    assert_eq!(utf8::validate(&four), Ok("\u{1F427}"));
    assert_eq!(convert::<Utf8, Utf16>(&four).unwrap(), [0xD83D, 0xDC27]);
    assert_eq!(convert::<Utf8, Ucs2>(&four).unwrap_err().code_point, 0x1_F427);
}

/// "The following byte sequences are used to represent a character": the table, of which
/// the page as we have it has lost the first pattern.
#[test]
fn sequences() {
    let page = [
        (0x0000_0000, 0x0000_007F, "0xxxxxxx"),
        (0x0000_0080, 0x0000_07FF, "110xxxxx 10xxxxxx"),
        (0x0000_0800, 0x0000_FFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
        (0x0001_0000, 0x001F_FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
        (0x0020_0000, 0x03FF_FFFF, "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
        (0x0400_0000, 0x7FFF_FFFF, "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"),
    ];
    for (first, last, pattern) in page {
        let row = Row::new(first, last, pattern);
        let inside = (first..=last).step_by(1 + (last - first) as usize / 100_000);
        for value in inside.chain(row.edges()).filter(|value| !is_surrogate(value)) {
            assert_eq!(bytes_of(value), row.fill(value), "{value:X}");
            assert_eq!(decode::<Utf8Rfc2279>(&row.fill(value)), Ok(vec![value]));
        }
    }
}

/// "Only the shortest possible multibyte sequence which can represent the code number of
/// the character can be used."
#[test]
fn shortest_only() {
    for longer in 1..TABLE.len() {
        let largest = TABLE[longer - 1].last;
        for value in [0, 1, b'/'.into(), 0x7F, largest / 2, largest - 1, largest] {
            // What no shorter row has.
            let (bytes, valid) = (TABLE[longer].fill(value), TABLE[longer].fill(largest + 1));
            assert_eq!(decode::<Utf8Rfc2279>(&bytes), Err((0, 1, Overlong)), "{bytes:X?}");
            assert_eq!(decode::<Utf8Rfc2279>(&valid), Ok(vec![largest + 1]));
            assert!(!utf8::is_valid(&bytes));
        }
    }
}

/// "The Unicode character 0xa9 = 1010 1001 (the copyright sign) is encoded in UTF-8 as
/// 11000010 10101001 = 0xc2 0xa9 and character 0x2260 .. (the "not equal" symbol) ..
/// 11100010 10001001 10100000 = 0xe2 0x89 0xa0".
#[test]
fn examples() {
    let examples = [
        (0xA9, "1010 1001", "11000010 10101001", "c2 a9", "©"),
        (0x2260, "0010 0010 0110 0000", "11100010 10001001 10100000", "e2 89 a0", "≠"),
    ];
    for (value, bits, in_binary, in_hex, text) in examples {
        assert_eq!(u32::from_str_radix(&bits.replace(' ', ""), 2), Ok(value));
        for bytes in [binary(in_binary), hex(in_hex)] {
            assert_eq!(bytes_of(value), bytes);
            assert_eq!(encode::<Utf8>(&[value]).unwrap(), bytes);
            assert_eq!(utf8::validate(&bytes), Ok(text));
        }
    }
}
