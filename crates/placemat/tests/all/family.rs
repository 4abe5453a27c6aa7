//! Every encoding of the family: round trips of all that each can hold, and
//! examples of the specifications. `specifications/` walks some of them in order.

use crate::common::levels::{emulated, every};
use placemat::encoding::historic::{
    Bocu1, Scsu, Ucs2, Ucs2Be, Ucs4, Ucs4Le, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279,
    UtfEbcdic,
};
use placemat::encoding::{
    Cesu8, Encoding, Latin1, LittleEndian, ModifiedUtf8, Native, UsAscii, Utf8, Utf16, Utf16Be,
    Utf32, Utf32Bytes, Utf32Le, Windows1252, Wtf8,
};
use placemat::{Converter, Error, MalformedKind, Policy};

/// Any value, surrogates included.
type Values = Ucs4<Native, true>;

fn encode<T: Encoding>(values: &[u32]) -> Result<Vec<T::Unit>, u32> {
    Converter::<Values, T>::strict().convert(values).map_err(|error| match error {
        Error::Unmappable(item) => item.code_point,
        error => panic!("{error:?}"),
    })
}

/// Where an error is, its length and its kind.
type Bad = (usize, usize, MalformedKind);

/// The values, or the first error.
fn decode<F: Encoding>(units: &[F::Unit]) -> Result<Vec<u32>, Bad> {
    Converter::<F, Values>::strict().convert(units).map_err(|error| match error {
        Error::Malformed(bad) => (bad.offset, bad.len, bad.kind),
        error => panic!("{error:?}"),
    })
}

fn holds<T: Encoding>(value: u32) -> bool {
    encode::<T>(&[value]).is_ok()
}

/// All values that `T` holds come back, one by one and in one text, and they are
/// those for which `expected` says so.
fn round_trip<T: Encoding>(expected: fn(u32) -> bool) {
    let more = (0x11_0000..0x7FFF_FFFF).step_by(65_521 * every(16));
    let many = (0..0x11_0000).step_by(every(127)).chain(more);
    let some = [0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF];
    let mut all = Vec::new();
    for value in many.chain(some) {
        assert_eq!(holds::<T>(value), expected(value), "{} {value:X}", T::NAME);
        if expected(value) {
            let units = encode::<T>(&[value]).unwrap();
            assert_eq!(decode::<T>(&units), Ok(vec![value]), "{} {units:X?}", T::NAME);
            all.push(value);
        }
    }
    // A high surrogate and a low one are next to each other once; not here.
    all.retain(|value| !(0xDC00..0xE000).contains(value));
    assert_eq!(decode::<T>(&encode::<T>(&all).unwrap()).unwrap(), all, "{}", T::NAME);
}

fn is_scalar(value: u32) -> bool {
    char::from_u32(value).is_some()
}

#[test]
fn what_unicode_has() {
    round_trip::<Utf8>(is_scalar);
    round_trip::<Utf16>(is_scalar);
    round_trip::<Utf16Be>(is_scalar);
    round_trip::<Utf32>(is_scalar);
    round_trip::<Utf32Le>(is_scalar);
    round_trip::<Cesu8>(is_scalar);
    round_trip::<Utf7>(is_scalar);
    round_trip::<Utf7Imap>(is_scalar);
    round_trip::<Scsu>(is_scalar);
    round_trip::<Bocu1>(is_scalar);
    round_trip::<UtfEbcdic>(is_scalar);
}

#[test]
fn what_unicode_has_and_surrogates() {
    let expected = |value| value < 0x11_0000;
    round_trip::<Wtf8>(expected);
    round_trip::<Wtf8<true>>(expected);
    round_trip::<ModifiedUtf8>(expected);
    round_trip::<ModifiedUtf8<true>>(expected);
    round_trip::<Cesu8<true>>(expected);
    round_trip::<Utf16<Native, true>>(expected);
    round_trip::<Utf32Bytes<LittleEndian, true>>(expected);
    round_trip::<Utf7<true>>(expected);
    round_trip::<Utf7Imap<true>>(expected);
    round_trip::<Scsu<true>>(expected);
    round_trip::<Bocu1<true>>(expected);
    round_trip::<UtfEbcdic<true>>(expected);
}

#[test]
fn values_of_31_bits() {
    let expected = |value| !(0xD800..0xE000).contains(&value);
    round_trip::<Utf8Rfc2279>(expected);
    round_trip::<Ucs4>(expected);
    round_trip::<Ucs4Le>(expected);
    round_trip::<Utf1>(expected);
    round_trip::<Utf8Rfc2279<true>>(|_| true);
    round_trip::<Ucs4<Native, true>>(|_| true);
    round_trip::<Utf1<true>>(|_| true);
}

#[test]
fn what_is_smaller_than_unicode() {
    round_trip::<UsAscii>(|value| value < 0x80);
    round_trip::<Latin1>(|value| value < 0x100);
    round_trip::<Windows1252>(|value| {
        (0..=0xFF).any(|byte| {
            placemat::encoding::single_byte::windows_1252_strict(byte).map(u32::from) == Some(value)
        })
    });
    round_trip::<Windows1252<true>>(|value| {
        (0..=0xFF)
            .any(|byte| u32::from(placemat::encoding::single_byte::windows_1252(byte)) == value)
    });
    round_trip::<Ucs2>(|value| value < 0x1_0000 && is_scalar(value));
    round_trip::<Ucs2Be>(|value| value < 0x1_0000 && is_scalar(value));
    round_trip::<Ucs2<Native, true>>(|value| value < 0x1_0000);
    let moved = |value| (0x3400..0x4E00).contains(&value) || (0xAC00..0xD7A4).contains(&value);
    let all = (0..0x11_0000).step_by(every(127));
    let held: Vec<u32> = all.filter(|&value| holds::<Unicode11Utf8>(value)).collect();
    if !emulated() {
        assert_eq!(held.iter().filter(|&&value| moved(value)).count(), 6650);
        assert_eq!(held.len(), 0x11_0000 - 2048 - 6656 - 11_172 + 6650);
    }
    for value in held {
        let bytes = encode::<Unicode11Utf8>(&[value]).unwrap();
        assert_eq!(decode::<Unicode11Utf8>(&bytes), Ok(vec![value]), "{bytes:X?}");
    }
}

#[test]
fn rfc2279_limits() {
    use MalformedKind::*;
    let bad: [(&[u8], usize, MalformedKind); 12] = [
        (b"\xC0\xAF", 1, Overlong),
        (b"\xE0\x9F\xBF", 1, Overlong),
        (b"\xF0\x8F\xBF\xBF", 1, Overlong),
        (b"\xF8\x80\x80\x80\x80", 1, Overlong),
        (b"\xF8\x87\xBF\xBF\xBF", 1, Overlong),
        (b"\xFC\x80\x80\x80\x80\x80", 1, Overlong),
        (b"\xFC\x83\xBF\xBF\xBF\xBF", 1, Overlong),
        (b"\xED\xA0\x80", 1, Surrogate),
        (b"\xFE", 1, NeverValid),
        (b"\xFF", 1, NeverValid),
        (b"\xF8\x88\x80\x41", 3, Incomplete),
        (b"\xFC\x84\x80\x80\x80", 5, IncompleteAtEnd),
    ];
    for (bytes, len, kind) in bad {
        assert_eq!(decode::<Utf8Rfc2279>(bytes), Err((0, len, kind)), "{bytes:X?}");
    }
    assert_eq!(decode::<Utf8Rfc2279<true>>(b"\xED\xA0\x80"), Ok(vec![0xD800]));
}

#[test]
fn cesu8_of_utr26() {
    let text = [0x4D, 0x61, 0x10000, 0x10FFFF];
    let bytes = b"\x4D\x61\xED\xA0\x80\xED\xB0\x80\xED\xAF\xBF\xED\xBF\xBF";
    assert_eq!(encode::<Cesu8>(&text).unwrap(), bytes);
    assert_eq!(decode::<Cesu8>(bytes).unwrap(), text);
    use MalformedKind::*;
    let bad: [(&[u8], usize, MalformedKind); 9] = [
        (b"\xF0\x90\x80\x80", 1, FourByteForm),
        (b"\xED\xA0\xBD\x41", 3, LoneHighSurrogate),
        (b"\xED\xA0\xBD", 3, IncompleteAtEnd),
        (b"\xED\xA0\xBD\xED", 4, IncompleteAtEnd),
        (b"\xED\xA0\xBD\xED\xB8", 5, IncompleteAtEnd),
        (b"\xED\xA0\xBD\xED\xB8\x41", 5, Incomplete),
        // What follows is U+D000, and whole.
        (b"\xED\xA0\xBD\xED\x80\x80", 3, LoneHighSurrogate),
        (b"\xED\xB8\x80", 1, LoneLowSurrogate),
        (b"\xC0\x80", 1, Overlong),
    ];
    for (bytes, len, kind) in bad {
        assert_eq!(decode::<Cesu8>(bytes), Err((0, len, kind)), "{bytes:X?}");
    }
    let lenient = b"\xF0\x90\x80\x80\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80\xED\xA0\xBD";
    assert_eq!(decode::<Cesu8<true>>(lenient).unwrap(), [0x10000, 0x1F600, 0xDE00, 0xD83D]);
}

#[test]
fn modified_utf8_of_the_jvm() {
    // 4.4.7: the tables of one, two, three and twice three bytes.
    let text = [0x01, 0x7F, 0, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10400, 0xD801, 0x41, 0xDC00];
    let bytes = b"\x01\x7F\xC0\x80\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\
        \xED\xA0\x81\xED\xB0\x80\xED\xA0\x81\x41\xED\xB0\x80";
    assert_eq!(encode::<ModifiedUtf8>(&text).unwrap(), bytes);
    assert_eq!(decode::<ModifiedUtf8>(bytes).unwrap(), text);
    use MalformedKind::*;
    let bad: [(&[u8], usize, MalformedKind); 6] = [
        (b"\0", 1, Nul),
        (b"\xC0", 1, IncompleteAtEnd),
        (b"\xC0\x41", 1, Incomplete),
        (b"\xC0\x81", 1, Overlong),
        (b"\xC1\x80", 1, Overlong),
        (b"\xF4\x8F\xBF\xBF", 1, FourByteForm),
    ];
    for (bytes, len, kind) in bad {
        assert_eq!(decode::<ModifiedUtf8>(bytes), Err((0, len, kind)), "{bytes:X?}");
    }
    assert_eq!(decode::<ModifiedUtf8<true>>(b"\0\xF0\x90\x90\x80").unwrap(), [0, 0x10400]);
}

#[test]
fn wtf8_joins_what_meets() {
    assert_eq!(encode::<Wtf8>(&[0xD83D, 0xDE00, 0xDE00]).unwrap(), b"\xF0\x9F\x98\x80\xED\xB8\x80");
    assert_eq!(
        encode::<Wtf8>(&[0xD83D, 0xD83D, 0x41, 0xD83D]).unwrap(),
        b"\xED\xA0\xBD\xED\xA0\xBD\x41\xED\xA0\xBD"
    );
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    assert_eq!(decode::<Wtf8>(pair), Err((0, 6, MalformedKind::SurrogatePair)));
    assert_eq!(decode::<Wtf8<true>>(pair), Ok(vec![0x1F600]));
    assert_eq!(decode::<Wtf8>(b"\xED\xB8\x80\xED\xA0\xBD"), Ok(vec![0xDE00, 0xD83D]));
    // Ill-formed UTF-16 goes through it unchanged.
    let wild = [0xDC00, 0xD800, 0x41, 0xD83D, 0xDE00, 0xD800u16];
    let wtf8 = Converter::<Utf16<Native, true>, Wtf8>::strict().convert(&wild).unwrap();
    assert_eq!(Converter::<Wtf8, Utf16<Native, true>>::strict().convert(&wtf8).unwrap(), wild);
    // There is nothing to replace.
    let replace = Converter::<Utf16<Native, true>, Wtf8>::new(Policy::Replace).unwrap();
    assert_eq!(replace.convert(&wild).unwrap(), wtf8);
    let replace = Converter::<Utf16<Native, true>, Utf16<Native, true>>::new(Policy::Replace);
    assert_eq!(replace.unwrap().convert(&wild).unwrap(), wild);
    // Bytes in the place of malformed ones, and no pair made of them.
    let utf8b = Converter::<Utf8, Wtf8>::new(Policy::Utf8b).unwrap();
    assert_eq!(utf8b.convert(b"a\xFF\x80").unwrap(), b"a\xED\xB3\xBF\xED\xB2\x80");
}

#[test]
fn utf7_of_rfc2152() {
    let examples: [(&str, &[u8]); 6] = [
        ("A\u{2262}\u{391}.", b"A+ImIDkQ."),
        ("Hi Mom -\u{263A}-!", b"Hi Mom -+Jjo--!"),
        ("\u{65E5}\u{672C}\u{8A9E}", b"+ZeVnLIqe-"),
        ("Item 3 is \u{A3}1.", b"Item 3 is +AKM-1."),
        ("1 + 1 = 2; \u{1F600}~\\", b"1 +- 1 = 2; +2D3eAAB+AFw-"),
        ("\u{391}+-", b"+A5EAKw--"),
    ];
    for (text, bytes) in examples {
        let values: Vec<u32> = text.chars().map(u32::from).collect();
        let encoded = encode::<Utf7>(&values).unwrap();
        assert_eq!(String::from_utf8_lossy(&encoded), String::from_utf8_lossy(bytes));
        assert_eq!(decode::<Utf7>(bytes).unwrap(), values, "{text}");
    }
    use MalformedKind::*;
    let bad: [(&[u8], Bad); 10] = [
        (b"a\x80", (1, 1, NotDirect)),
        (b"a~", (1, 1, NotDirect)),
        (b"a\\", (1, 1, NotDirect)),
        (b"+", (0, 1, IncompleteAtEnd)),
        (b"+ ", (0, 1, Incomplete)),
        (b"+A5-", (1, 2, Incomplete)),
        (b"+A5", (1, 2, IncompleteAtEnd)),
        (b"+A5F-", (1, 3, StrayBits)),
        (b"+2D0-", (1, 3, LoneHighSurrogate)),
        (b"+3gA-", (1, 3, LoneLowSurrogate)),
    ];
    for (bytes, expected) in bad {
        assert_eq!(decode::<Utf7>(bytes), Err(expected), "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(decode::<Utf7<true>>(b"~\\+2D0-").unwrap(), [0x7E, 0x5C, 0xD83D]);
}

#[test]
fn utf7_of_imap() {
    let examples: [(&str, &[u8]); 4] = [
        (
            "~peter/mail/\u{53F0}\u{5317}/\u{65E5}\u{672C}\u{8A9E}",
            b"~peter/mail/&U,BTFw-/&ZeVnLIqe-",
        ),
        ("\u{263A}!", b"&Jjo-!"),
        ("a&b", b"a&-b"),
        ("\u{391}&", b"&A5E-&-"),
    ];
    for (text, bytes) in examples {
        let values: Vec<u32> = text.chars().map(u32::from).collect();
        assert_eq!(encode::<Utf7Imap>(&values).unwrap(), bytes);
        assert_eq!(decode::<Utf7Imap>(bytes).unwrap(), values, "{text}");
    }
    // RFC 3501: "&Jjo!" is not permitted, and neither is "&U,BTFw-&ZeVnLIqe-".
    use MalformedKind::*;
    let bad: [(&[u8], Bad); 5] = [
        (b"&Jjo!", (4, 1, Incomplete)),
        (b"&U,BTFw-&ZeVnLIqe-", (7, 2, NeedlessShift)),
        (b"&AGE-", (1, 3, NeedlessShift)),
        (b"&Jjo", (1, 3, IncompleteAtEnd)),
        (b"\n", (0, 1, NotDirect)),
    ];
    for (bytes, expected) in bad {
        assert_eq!(decode::<Utf7Imap>(bytes), Err(expected), "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(decode::<Utf7Imap<true>>(b"&Jjo!&AGE").unwrap(), [0x263A, 0x21, 0x61]);
}

#[test]
fn hangul_of_unicode_1_1() {
    let text: Vec<u32> = "\u{D55C}\u{AE00}".chars().map(u32::from).collect();
    let bytes = encode::<Unicode11Utf8>(&text).unwrap();
    assert_eq!(decode::<Unicode11Utf8>(&bytes).unwrap(), text);
    let raw = decode::<Utf8>(&bytes).unwrap();
    assert!(raw.iter().all(|value| (0x3400..0x3D2E).contains(value)), "{raw:X?}");
    let unknown = decode::<Unicode11Utf8>("\u{44B8}".as_bytes());
    assert_eq!(unknown, Err((0, 3, MalformedKind::UnknownHangul)));
    assert_eq!(encode::<Unicode11Utf8>(&[0xBBC3]), Err(0xBBC3));
    assert_eq!(encode::<Unicode11Utf8>(&[0x3400]), Err(0x3400));
}
