//! Modified UTF-8: The Java Virtual Machine Specification, 4.4.7, in its order, and what
//! a Java machine has written (`data/modified_utf8.txt`, made by
//! `data/ModifiedUtf8Vectors.java`).

use super::cesu8::bytes_of_units;
use super::patterns::Row;
use super::{convert, decode, encode, scalars};
use placemat::MalformedKind::{FourByteForm, Nul};
use placemat::encoding::{ModifiedUtf8, Native, Utf8, Utf16};

/// A Java string.
type JavaString = Utf16<Native, true>;

/// "Code points in the range '\u0001' to '\u007F' are represented by a single byte";
/// "'\u0000' and '\u0080' to '\u07FF' .. by a pair of bytes x and y"; "'\u0800' to
/// '\uFFFF' .. by 3 bytes x, y, and z", with the bits of each and the formula.
#[test]
fn one_to_three_bytes() {
    let one = Row::new(0x0001, 0x007F, "0xxxxxxx");
    let two = Row::new(0x0080, 0x07FF, "110xxxxx 10xxxxxx");
    let three = Row::new(0x0800, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx");
    for unit in 0..=0xFFFF_u16 {
        let value = u32::from(unit);
        let row = match unit {
            0x0001..=0x007F => one,
            0x0000 | 0x0080..=0x07FF => two,
            0x0800..=0xFFFF => three,
        };
        let bytes = convert::<JavaString, ModifiedUtf8>(&[unit]).unwrap();
        assert_eq!(bytes, row.fill(value), "{unit:X}");
        let formula = match *bytes {
            [x] => u32::from(x),
            [x, y] => ((u32::from(x) & 0x1F) << 6) + (u32::from(y) & 0x3F),
            [x, y, z] => {
                ((u32::from(x) & 0xF) << 12) + ((u32::from(y) & 0x3F) << 6) + (u32::from(z) & 0x3F)
            }
            _ => panic!("{bytes:X?}"),
        };
        assert_eq!((formula, decode::<ModifiedUtf8>(&bytes)), (value, Ok(vec![value])));
    }
}

/// "Characters with code points above U+FFFF .. are represented by separately encoding the
/// two surrogate code units of their UTF-16 representation .. six bytes, u, v, w, x, y,
/// and z": `0x10000 + ((v & 0x0f) << 16) + ((w & 0x3f) << 10) + ((y & 0x0f) << 6) +
/// (z & 0x3f)`.
#[test]
fn six_bytes() {
    for value in scalars().skip_while(|&value| value < 0x1_0000) {
        let bytes = encode::<ModifiedUtf8>(&[value]).unwrap();
        let [u, v, w, x, y, z] = *bytes else { panic!("{bytes:X?}") };
        assert_eq!(
            (u, v >> 4, w >> 6, x, y >> 4, z >> 6),
            (0xED, 0b1010, 0b10, 0xED, 0b1011, 0b10)
        );
        let formula = 0x1_0000
            + ((u32::from(v) & 0x0F) << 16)
            + ((u32::from(w) & 0x3F) << 10)
            + ((u32::from(y) & 0x0F) << 6)
            + (u32::from(z) & 0x3F);
        assert_eq!((formula, decode::<ModifiedUtf8>(&bytes)), (value, Ok(vec![value])));
    }
}

/// "There are two differences between this format and the "standard" UTF-8 format. First,
/// the null character is encoded using the 2-byte format rather than the 1-byte format, so
/// that modified UTF-8 strings never have embedded nulls. Second, only the 1-byte, 2-byte,
/// and 3-byte formats of standard UTF-8 are used."
#[test]
fn two_differences() {
    for value in scalars() {
        let utf8 = encode::<Utf8>(&[value]).unwrap();
        let result = decode::<ModifiedUtf8>(&utf8);
        match value {
            0 => assert_eq!(result, Err((0, 1, Nul))),
            1..=0xFFFF => assert_eq!(result, Ok(vec![value])),
            _ => assert_eq!(result, Err((0, 1, FourByteForm))),
        }
    }
}

/// A line of the file: what the string is, and what `writeUTF` wrote.
enum Vector {
    /// Units, the length in bytes, and the bytes.
    Written(Vec<u16>, u16, Vec<u8>),
    /// A unit that is repeated, how often, and the length in bytes; `None` if it is too
    /// long for two bytes.
    Repeated(u16, usize, Option<u16>),
}

fn vectors() -> Vec<Vector> {
    let number = |digits: &str| u16::from_str_radix(digits, 16).expect("four hexadecimal digits");
    let pairs = |digits: &str, size: usize| -> Vec<u16> {
        let digits = digits.trim_matches('-').as_bytes().chunks(size);
        digits.map(|unit| number(std::str::from_utf8(unit).expect("ASCII"))).collect()
    };
    let file = include_str!("../../data/modified_utf8.txt");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let vector = |line: &str| match *line.split(' ').collect::<Vec<_>>() {
        ["string", units, len, bytes] => {
            let bytes = pairs(bytes, 2).into_iter().map(|byte| byte as u8);
            Vector::Written(pairs(units, 4), number(len), bytes.collect())
        }
        ["repeat", unit, count, len] => {
            let count = count.parse().expect("a number");
            Vector::Repeated(number(unit), count, (len != "too-long").then(|| number(len)))
        }
        _ => panic!("{line}"),
    };
    lines.map(vector).collect()
}

/// What Java has written, both ways; strict and lenient write and read the same.
#[test]
fn what_java_writes() {
    let (mut strings, mut limits, mut lone) = (0, 0, 0);
    for vector in vectors() {
        let (units, bytes) = match vector {
            Vector::Written(units, len, bytes) => {
                assert_eq!(usize::from(len), bytes.len());
                strings += 1;
                (units, bytes)
            }
            Vector::Repeated(unit, count, len) => {
                let units = vec![unit; count];
                let one = if unit == 0 { b"\xC0\x80".to_vec() } else { bytes_of_units(&[unit]) };
                let bytes = one.repeat(count);
                assert_eq!(u16::try_from(bytes.len()).ok(), len);
                limits += 1;
                (units, bytes)
            }
        };
        lone += u32::from(!placemat::utf16::is_valid(&units));
        assert_eq!(convert::<JavaString, ModifiedUtf8>(&units).unwrap(), bytes, "{units:X?}");
        assert_eq!(convert::<JavaString, ModifiedUtf8<true>>(&units).unwrap(), bytes);
        assert_eq!(convert::<ModifiedUtf8, JavaString>(&bytes).unwrap(), units, "{bytes:X?}");
        assert_eq!(convert::<ModifiedUtf8<true>, JavaString>(&bytes).unwrap(), units);
        // Its values are those of the string.
        assert_eq!(decode::<ModifiedUtf8>(&bytes), decode::<JavaString>(&units));
    }
    assert!(strings >= 200 && limits >= 4 && lone >= 50, "{strings} {limits} {lone}");
}
