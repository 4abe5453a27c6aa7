//! UTF-7: which bytes stand for themselves in RFC 2152, and in the variant of RFC 3501,
//! section 5.1.3. Their examples are in `tests/family.rs`.

use super::{decode, encode};
use placemat::MalformedKind::{Incomplete, NeedlessShift, NotDirect};
use placemat::encoding::historic::{Utf7, Utf7Imap};

/// "Set D (directly encoded characters)".
const DIRECT: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:?";

/// "Set O (optional direct characters)": "the characters "\" and "~" are omitted".
const OPTIONAL: &str = "!\"#$%&*;<=>@[]^_`{|}";

/// "Set B (Modified Base 64)".
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn is_direct(byte: u8) -> bool {
    // Rule 3: "the space, tab, carriage return, and line feed characters may be directly
    // represented".
    [DIRECT, OPTIONAL, " \t\r\n"].iter().any(|set| set.contains(char::from(byte)))
}

/// A unit of UTF-16 below 0100 in Base64.
fn base64(byte: u8) -> [u8; 3] {
    let digit = |bits: u8| BASE64.as_bytes()[usize::from(bits)];
    [digit(0), digit(byte >> 4), digit((byte & 0xF) << 2)]
}

/// Rules 1 and 2: what is direct is so read and written, and may be in Base64; all else
/// must be.
#[test]
fn sets_of_rfc2152() {
    for byte in 0..=0xFF {
        let value = vec![u32::from(byte)];
        let direct = decode::<Utf7>(&[byte]);
        match byte {
            b'+' => assert!(direct.is_err()),
            _ if is_direct(byte) => assert_eq!(direct.as_ref(), Ok(&value)),
            _ => assert_eq!(direct, Err((0, 1, NotDirect)), "{byte:X}"),
        }
        let lenient = byte.is_ascii() && byte != b'+';
        assert_eq!(decode::<Utf7<true>>(&[byte]).is_ok(), lenient, "{byte:X}");
        let written = encode::<Utf7>(&value).unwrap();
        assert_eq!(written == [byte], is_direct(byte), "{byte:X}");
        assert_eq!(decode::<Utf7>(&written).as_ref(), Ok(&value));
        let shifted = [b"+", &base64(byte)[..], b"-"].concat();
        assert_eq!(decode::<Utf7>(&shifted), Ok(value));
    }
}

/// Rule 2: the sequence ends at "any character not in the Modified Base64 alphabet"; a "-"
/// is absorbed.
#[test]
fn ends_of_shifts_in_rfc2152() {
    for byte in (0..0x80).filter(|&byte| is_direct(byte)) {
        let text = [b"+AGE".as_slice(), &[byte]].concat();
        match byte {
            b'-' => assert_eq!(decode::<Utf7>(&text), Ok(vec![0x61])),
            _ if BASE64.contains(char::from(byte)) => assert!(decode::<Utf7>(&text).is_err()),
            _ => assert_eq!(decode::<Utf7>(&text), Ok(vec![0x61, byte.into()])),
        }
    }
}

/// RFC 3501: "printable US-ASCII characters, except for "&", represent themselves"; ","
/// "is used instead of "/""; "modified BASE64 MUST NOT be used to represent any printing
/// US-ASCII character which can represent itself"; only "-" shifts back.
#[test]
fn rules_of_rfc3501() {
    for byte in 0..=0xFF {
        let printable = (0x20..=0x7E).contains(&byte);
        let direct = decode::<Utf7Imap>(&[byte]);
        match byte {
            b'&' => assert!(direct.is_err()),
            _ if printable => assert_eq!(direct, Ok(vec![byte.into()])),
            _ => assert_eq!(direct, Err((0, 1, NotDirect)), "{byte:X}"),
        }
        let written = encode::<Utf7Imap>(&[byte.into()]).unwrap();
        assert_eq!(decode::<Utf7Imap>(&written), Ok(vec![byte.into()]));
        let shifted = [b"&", &base64(byte)[..], b"-"].concat();
        let expected = if printable { Err((1, 3, NeedlessShift)) } else { Ok(vec![byte.into()]) };
        assert_eq!(decode::<Utf7Imap>(&shifted), expected, "{byte:X}");
    }
    // U+53F0 U+5317: the comma is a digit, and the slash is none.
    assert_eq!(decode::<Utf7Imap>(b"&U,BTFw-"), Ok(vec![0x53F0, 0x5317]));
    assert_eq!(decode::<Utf7Imap>(b"&U/BTFw-"), Err((1, 1, Incomplete)));
}
