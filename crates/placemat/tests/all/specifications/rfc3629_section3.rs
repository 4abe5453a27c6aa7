//! RFC 3629, section 3, "UTF-8 definition", in its order.
//!
//! Not to be tested: where else descriptions and formulae can be found.

use super::patterns::{Row, hex, row_of};
use super::{all_scalars, convert, decode, encode, scalars};
use placemat::MalformedKind::{LoneHighSurrogate, Overlong, Surrogate, TooLarge};
use placemat::encoding::{Cesu8, Label, Utf8, Utf16, Utf32};
use placemat::{Converter, Error, Malformed, Policy, utf8};

/// The table.
pub(crate) const TABLE: [Row; 4] = [
    Row::new(0x0000_0000, 0x0000_007F, "0xxxxxxx"),
    Row::new(0x0000_0080, 0x0000_07FF, "110xxxxx 10xxxxxx"),
    Row::new(0x0000_0800, 0x0000_FFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
    Row::new(0x0001_0000, 0x0010_FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
];

/// "Characters from the U+0000..U+10FFFF range (the UTF-16 accessible range) are
/// encoded using sequences of 1 to 4 octets."
#[test]
fn the_range_is_that_of_utf16() {
    for value in scalars() {
        let octets = encode::<Utf8>(&[value]).unwrap();
        assert!((1..=4).contains(&octets.len()));
        assert!(encode::<Utf16>(&[value]).is_ok());
    }
    for value in [0x11_0000, 0x1F_FFFF, 0x20_0000, 0x7FFF_FFFF] {
        assert_eq!(encode::<Utf8>(&[value]), Err(value));
        assert_eq!(encode::<Utf16>(&[value]), Err(value));
        assert_eq!(utf8::encode(value, &mut [0; 4]), None);
    }
    assert_eq!(decode::<Utf8>(&hex("F4 8F BF BF")), Ok(vec![0x10_FFFF]));
    assert_eq!(decode::<Utf8>(&hex("F4 90 80 80")), Err((0, 1, TooLarge)));
}

/// "The only octet of a "sequence" of one has the higher-order bit set to 0"; "the
/// initial octet has the n higher-order bits set to 1, followed by a bit set to 0";
/// "the following octet(s) all have the higher-order bit set to 1 and the following
/// bit set to 0".
#[test]
fn the_high_order_bits() {
    for value in scalars() {
        let octets = encode::<Utf8>(&[value]).unwrap();
        let (initial, following) = octets.split_first().unwrap();
        match octets.len() {
            1 => assert!(following.is_empty() && initial & 0x80 == 0),
            n => assert_eq!(initial.leading_ones() as usize, n, "{value:X}"),
        }
        assert!(following.iter().all(|octet| octet.leading_ones() == 1), "{value:X}");
        assert_eq!(utf8::sequence_len(*initial), Some(octets.len()));
    }
}

/// The table, and "encoding a character to UTF-8 proceeds as follows", steps 1 to 3.
#[test]
fn encoding() {
    for value in scalars() {
        let expected = row_of(&TABLE, value).fill(value);
        assert_eq!(encode::<Utf8>(&[value]).unwrap(), expected, "{value:X}");
        let mut buffer = [0; 4];
        assert_eq!(utf8::encode(value, &mut buffer).unwrap().as_bytes(), expected);
    }
    // All at once, as whole texts are encoded.
    let values: Vec<u32> = scalars().collect();
    let expected: Vec<u8> = scalars().flat_map(|v| row_of(&TABLE, v).fill(v)).collect();
    assert_eq!(convert::<Utf32, Utf8>(&values).unwrap(), expected);
}

/// "The rows of the table are mutually exclusive, i.e., there is only one valid way to
/// encode a given character": all that a longer row could hold of the shorter ones is
/// refused.
#[test]
fn only_one_valid_way() {
    for rows in TABLE.windows(2) {
        for value in 0..rows[1].first {
            let octets = rows[1].fill(value);
            assert_eq!(decode::<Utf8>(&octets), Err((0, 1, Overlong)), "{octets:X?}");
        }
    }
}

/// "The definition of UTF-8 prohibits encoding character numbers between U+D800 and
/// U+DFFF."
#[test]
fn surrogates_are_prohibited() {
    for value in 0xD800..=0xDFFF {
        assert_eq!(encode::<Utf8>(&[value]), Err(value));
        assert_eq!(utf8::encode(value, &mut [0; 4]), None);
        assert_eq!(decode::<Utf8>(&TABLE[2].fill(value)), Err((0, 1, Surrogate)));
    }
}

/// "When encoding in UTF-8 from UTF-16 data, it is necessary to first decode the
/// UTF-16 data."
#[test]
fn utf16_is_decoded_first() {
    let values: Vec<u32> = all_scalars().collect();
    let units = encode::<Utf16>(&values).unwrap();
    assert_eq!(units.len(), values.len() + 0x10_0000);
    assert_eq!(convert::<Utf16, Utf8>(&units), encode::<Utf8>(&values).map_err(|_| unreachable!()));
    // Where it cannot be decoded, nothing is encoded.
    let stopped = Converter::<Utf16, Utf8>::strict().convert(&[0x61, 0xD848, 0x62]).unwrap_err();
    let bad = Malformed { offset: 1, len: 1, kind: LoneHighSurrogate };
    assert_eq!(stopped, Error::Malformed(bad));
}

/// "This contrasts with CESU-8 .. which .. encodes the UTF-16 code values (16-bit
/// quantities) instead of the character number. This leads to different results for
/// character numbers above 0xFFFF; the CESU-8 encoding of those characters is NOT
/// valid UTF-8."
#[test]
fn cesu8_differs_above_ffff() {
    for value in scalars() {
        let cesu8 = encode::<Cesu8>(&[value]).unwrap();
        let units = encode::<Utf16>(&[value]).unwrap();
        let of_units: Vec<u8> =
            units.iter().flat_map(|&unit| row_of(&TABLE, unit.into()).fill(unit.into())).collect();
        assert_eq!(cesu8, of_units, "{value:X}");
        let same = encode::<Utf8>(&[value]).unwrap() == cesu8;
        assert_eq!((same, utf8::is_valid(&cesu8)), (value <= 0xFFFF, value <= 0xFFFF), "{value:X}");
    }
}

/// "Decoding a UTF-8 character proceeds as follows", steps 1 to 3; "up to 21 bits may
/// be needed".
#[test]
fn decoding() {
    assert_eq!(TABLE.map(|row| row.bits()), [7, 11, 16, 21]);
    for value in scalars() {
        let row = row_of(&TABLE, value);
        let octets = row.fill(value);
        assert_eq!(row.read(&octets), Some(value));
        assert_eq!(decode::<Utf8>(&octets), Ok(vec![value]), "{octets:X?}");
        let c = char::from_u32(value).unwrap();
        assert_eq!(utf8::decode_first(&octets), Some((Ok(c), octets.len())));
        assert_eq!(utf8::decode_last(&octets), Some((Ok(c), octets.len())));
    }
}

/// "Implementations of the decoding algorithm above MUST protect against decoding
/// invalid sequences. For instance, a naive implementation may decode the overlong
/// UTF-8 sequence C0 80 into the character U+0000, or the surrogate pair ED A1 8C ED BE
/// B4 into U+233B4."
#[test]
fn invalid_sequences() {
    let (overlong, pair) = (hex("C0 80"), hex("ED A1 8C ED BE B4"));
    assert_eq!(decode::<Utf8>(&overlong), Err((0, 1, Overlong)));
    assert_eq!(decode::<Utf8>(&pair), Err((0, 1, Surrogate)));
    let meaning = |octets: &[u8]| utf8::groups(octets).next().unwrap().meaning;
    assert_eq!(meaning(&overlong), utf8::Meaning::Overlong { code_point: 0 });
    assert_eq!(meaning(&pair), utf8::Meaning::SurrogatePair { code_point: 0x2_33B4 });
    // Nor does it come in by a policy.
    for &policy in Policy::all() {
        for (octets, naive) in [(&overlong, '\0'), (&pair, '\u{233B4}')] {
            let Ok(repaired) = utf8::repair(octets, policy) else { continue };
            assert!(!repaired.text.contains(naive), "{policy}");
        }
    }
    // What they stand for has these forms; the second is an example of section 7.
    assert_eq!(decode::<Utf8>(&hex("00")), Ok(vec![0]));
    let signed = hex("EF BB BF F0 A3 8E B4");
    assert_eq!(decode::<Utf8>(&signed), Ok(vec![0xFEFF, 0x2_33B4]));
    assert_eq!(Label::Utf8.for_reading(&signed, true), Some((Label::Utf8, 3)));
    assert_eq!(decode::<Cesu8>(&pair), Ok(vec![0x2_33B4]));
}
