//! Unicode Technical Report #26, CESU-8: what it says of the encoding, in its order.

use super::patterns::row_of;
use super::rfc3629_section3::TABLE;
use super::{Bad, decode, encode, is_surrogate, scalars};
use crate::common::random::Random;
use placemat::encoding::{Cesu8, ModifiedUtf8, Utf8, Utf16};
use placemat::order;

/// The bytes of units of UTF-16, each by the table of UTF-8.
pub(crate) fn bytes_of_units(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|&unit| row_of(&TABLE, unit.into()).fill(unit.into())).collect()
}

/// "An 8-bit encoding .. similar to UTF-8", "identical to UTF-8 except for its
/// representation of supplementary characters": "as six-byte sequences", one of three
/// bytes for each surrogate.
#[test]
fn identical_but_for_supplementary_code_points() {
    for value in scalars() {
        let bytes = encode::<Cesu8>(&[value]).unwrap();
        assert_eq!(bytes, bytes_of_units(&encode::<Utf16>(&[value]).unwrap()), "{value:X}");
        assert_eq!(bytes.len() == 6, value > 0xFFFF);
        assert_eq!(bytes == encode::<Utf8>(&[value]).unwrap(), value <= 0xFFFF);
    }
}

/// The table of well-formed sequences: there is one for every scalar value, and no
/// other. Of six bytes they are ED A0-AF 80-BF ED B0-BF 80-BF.
#[test]
fn well_formed_sequences() {
    let mut value = 0x1_0000;
    for high in 0xA0..=0xAF {
        for third in 0x80..=0xBF {
            for low in 0xB0..=0xBF {
                for last in 0x80..=0xBF {
                    let bytes = [0xED, high, third, 0xED, low, last];
                    assert_eq!(decode::<Cesu8>(&bytes), Ok(vec![value]));
                    value += 1;
                }
            }
        }
    }
    assert_eq!(value, 0x11_0000);
    // Other combinations of halves, and halves alone, are not.
    let surrogates = [0xD800_u16, 0xDBFF, 0xDC00, 0xDFFF];
    for first in surrogates {
        assert!(decode::<Cesu8>(&bytes_of_units(&[first])).is_err());
        for second in surrogates.into_iter().chain([0x41, 0xD7FF, 0xE000]) {
            let pair = first < 0xDC00 && (0xDC00..0xE000).contains(&second);
            let text = bytes_of_units(&[0x41, first, second, 0x41]);
            assert_eq!(decode::<Cesu8>(&text).is_ok(), pair, "{first:X} {second:X}");
        }
    }
    // Nor is UTF-8 above U+FFFF.
    let four = |value: u32| decode::<Cesu8>(&encode::<Utf8>(&[value]).unwrap());
    let bad: Vec<Bad> = (0x1_0000..0x11_0000).step_by(97).filter_map(|v| four(v).err()).collect();
    assert_eq!(bad.len(), (0x1_0000..0x11_0000).step_by(97).count());
    assert!(bad.iter().all(|(offset, len, _)| (*offset, *len) == (0, 1)));
}

/// "Preserves UTF-16 binary collation": bytes sort as units do. UTF-8 sorts by code
/// points, and so does CESU-8 with a comparison of its own.
#[test]
fn binary_collation() {
    let mut random = Random::new(26);
    let edges = [0x41, 0x7FF, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF];
    let mut differs = 0;
    for _ in 0..20_000 {
        let mut text = || -> Vec<u32> {
            (0..random.below(4))
                .map(|_| {
                    if random.below(2) == 0 {
                        random.code_point().into()
                    } else {
                        random.one_of(&edges)
                    }
                })
                .filter(|value| !is_surrogate(value))
                .collect()
        };
        let values = [text(), text()];
        let [a, b] = values.each_ref().map(|text| encode::<Cesu8>(text).unwrap());
        let units = values.each_ref().map(|text| encode::<Utf16>(text).unwrap());
        assert_eq!(a.cmp(&b), units[0].cmp(&units[1]), "{values:X?}");
        let of_values = values[0].cmp(&values[1]);
        assert_eq!(order::cesu8(&a, &b), of_values, "{values:X?}");
        differs += u32::from(a.cmp(&b) != of_values);
        let [a, b] = values.each_ref().map(|text| encode::<ModifiedUtf8>(text).unwrap());
        assert_eq!(order::cesu8(&a, &b), of_values, "{values:X?}");
    }
    assert!(differs > 500, "{differs}");
}
