//! UTF-EBCDIC (Unicode Technical Report #16): for machines whose ASCII is EBCDIC. What was a byte there
//! is the same byte here.
//!
//! Two steps: a form like UTF-8 whose continuation bytes have five bits, so that the C1 controls are single
//! bytes, too; and an exchange of bytes, after which letters, digits and controls are those of code page 1047.
//!
//! ```text
//! 0000 to 009F         itself
//! 00A0 to 03FF         C5 to DF, and one of A0 to BF
//! 0400 to 3FFF         E1 to EF, and two
//! 4000 to 3FFFF        F0 to F7, and three
//! 40000 to 10FFFF      F8 to F9, and four
//! ```

use super::sealed::Sealed;
use super::{Encoded, Encoding, Step};
use crate::error::MalformedKind;

/// UTF-EBCDIC: units of one byte. `LENIENT` takes lone surrogates.
#[derive(Clone, Copy, Debug, Default)]
pub struct UtfEbcdic<const LENIENT: bool = false>;

/// The bytes of the first step, exchanged: the report's table, sixteen in a row.
#[rustfmt::skip]
static EXCHANGED: [u8; 256] = [
    0x00, 0x01, 0x02, 0x03, 0x37, 0x2D, 0x2E, 0x2F, 0x16, 0x05, 0x15, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
    0x10, 0x11, 0x12, 0x13, 0x3C, 0x3D, 0x32, 0x26, 0x18, 0x19, 0x3F, 0x27, 0x1C, 0x1D, 0x1E, 0x1F,
    0x40, 0x5A, 0x7F, 0x7B, 0x5B, 0x6C, 0x50, 0x7D, 0x4D, 0x5D, 0x5C, 0x4E, 0x6B, 0x60, 0x4B, 0x61,
    0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0x7A, 0x5E, 0x4C, 0x7E, 0x6E, 0x6F,
    0x7C, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6,
    0xD7, 0xD8, 0xD9, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xAD, 0xE0, 0xBD, 0x5F, 0x6D,
    0x79, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
    0x97, 0x98, 0x99, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xC0, 0x4F, 0xD0, 0xA1, 0x07,
    0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x06, 0x17, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x09, 0x0A, 0x1B,
    0x30, 0x31, 0x1A, 0x33, 0x34, 0x35, 0x36, 0x08, 0x38, 0x39, 0x3A, 0x3B, 0x04, 0x14, 0x3E, 0xFF,
    0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56,
    0x57, 0x58, 0x59, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x70, 0x71, 0x72, 0x73,
    0x74, 0x75, 0x76, 0x77, 0x78, 0x80, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x9A, 0x9B, 0x9C,
    0x9D, 0x9E, 0x9F, 0xA0, 0xAA, 0xAB, 0xAC, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6,
    0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBE, 0xBF, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xDA, 0xDB,
    0xDC, 0xDD, 0xDE, 0xDF, 0xE1, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE,
];

/// Exchanged back.
static BACK: [u8; 256] = {
    let mut back = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        back[EXCHANGED[byte] as usize] = byte as u8;
        byte += 1;
    }
    back
};

impl<const LENIENT: bool> UtfEbcdic<LENIENT> {
    /// What is wrong with a sequence of more than one byte that begins like this, in the bytes of the first
    /// step, if anything is.
    fn fault(lead: u8, second: u8) -> Option<MalformedKind> {
        match (lead, second) {
            (0xF0, ..0xB0) | (0xF8, ..0xA8) => Some(MalformedKind::Overlong),
            (0xF1, 0xB6 | 0xB7) if !LENIENT => Some(MalformedKind::Surrogate),
            (0xF9, 0xA2..) => Some(MalformedKind::TooLarge),
            _ => None,
        }
    }
}

impl<const LENIENT: bool> Sealed for UtfEbcdic<LENIENT> {}

impl<const LENIENT: bool> Encoding for UtfEbcdic<LENIENT> {
    type Unit = u8;
    const NAME: &'static str = "utf-ebcdic";
    type State = ();

    fn decode((): &mut (), units: &[u8], last: bool) -> Step {
        let byte = |at: usize| units.get(at).map(|&unit| BACK[usize::from(unit)]);
        let malformed = |len, kind| Step::Malformed { len, kind };
        let lead = BACK[usize::from(units[0])];
        let (bits, trails) = match lead {
            ..0xA0 => return Step::Value { value: lead.into(), len: 1 },
            0xA0..0xC0 => return malformed(1, MalformedKind::UnexpectedContinuation),
            0xC0..0xC5 | 0xE0 => return malformed(1, MalformedKind::Overlong),
            0xC5..0xE0 => (lead & 0x1F, 1),
            0xE1..0xF0 => (lead & 0x0F, 2),
            0xF0..0xF8 => (lead & 0x07, 3),
            0xF8..0xFA => (lead & 0x03, 4),
            0xFA.. => return malformed(1, MalformedKind::TooLarge),
        };
        let mut value = u32::from(bits);
        for len in 1..=trails {
            let Some(next) = byte(len) else {
                return if last {
                    malformed(len, MalformedKind::IncompleteAtEnd)
                } else {
                    Step::NeedMore
                };
            };
            if !(0xA0..0xC0).contains(&next) {
                return malformed(len, MalformedKind::Incomplete);
            }
            if len == 1
                && let Some(kind) = Self::fault(lead, next)
            {
                return malformed(1, kind);
            }
            value = value << 5 | u32::from(next & 0x1F);
        }
        Step::Value { value, len: trails + 1 }
    }

    fn encode((): &mut (), value: u32) -> Option<Encoded<u8>> {
        let (lead, trails) = match value {
            0xD800..=0xDFFF if !LENIENT => return None,
            0..=0x9F => (0, 0),
            0xA0..=0x3FF => (0xC0, 1),
            0x400..=0x3FFF => (0xE0, 2),
            0x4000..=0x3_FFFF => (0xF0, 3),
            0x4_0000..=0x10_FFFF => (0xF8, 4),
            _ => return None,
        };
        let mut encoded = Encoded::default();
        encoded.push(EXCHANGED[(lead | value >> (5 * trails)) as usize]);
        for place in (0..trails).rev() {
            encoded.push(EXCHANGED[(0xA0 | value >> (5 * place) & 0x1F) as usize]);
        }
        Some(encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(bytes: &[u8], last: bool) -> Step {
        UtfEbcdic::<false>::decode(&mut (), bytes, last)
    }

    #[test]
    fn borders_between_the_lengths() {
        let table: [(u32, &[u8]); 14] = [
            (0x0A, b"\x15"),
            (0x41, b"\xC1"),
            (0x7E, b"\xA1"),
            (0x85, b"\x25"),
            (0x9F, b"\xFF"),
            (0xA0, b"\x80\x41"),
            (0x3FF, b"\xB6\x73"),
            (0x400, b"\xB8\x41\x41"),
            (0x3FFF, b"\xDB\x73\x73"),
            (0x4000, b"\xDC\x57\x41\x41"),
            // The signature.
            (0xFEFF, b"\xDD\x73\x66\x73"),
            (0x3_FFFF, b"\xEC\x73\x73\x73"),
            (0x4_0000, b"\xED\x49\x41\x41\x41"),
            (0x10_FFFF, b"\xEE\x42\x73\x73\x73"),
        ];
        for (value, bytes) in table {
            let encoded = UtfEbcdic::<false>::encode(&mut (), value).unwrap();
            assert_eq!(encoded.as_slice(), bytes, "{value:X}");
            assert_eq!(step(bytes, true), Step::Value { value, len: bytes.len() });
        }
    }

    #[test]
    fn what_is_refused() {
        let bad = |len, kind| Step::Malformed { len, kind };
        let exchanged = |bytes: &[u8]| -> std::vec::Vec<u8> {
            bytes.iter().map(|&byte| EXCHANGED[usize::from(byte)]).collect()
        };
        for (bytes, expected) in [
            (&b"\xA0"[..], bad(1, MalformedKind::UnexpectedContinuation)),
            (b"\xC4\xBF", bad(1, MalformedKind::Overlong)),
            (b"\xE0\xBF\xBF", bad(1, MalformedKind::Overlong)),
            (b"\xF0\xAF\xBF\xBF", bad(1, MalformedKind::Overlong)),
            (b"\xF8\xA7\xBF\xBF\xBF", bad(1, MalformedKind::Overlong)),
            (b"\xF1\xB6\xA0\xA0", bad(1, MalformedKind::Surrogate)),
            (b"\xF1\xB7\xBF\xBF", bad(1, MalformedKind::Surrogate)),
            (b"\xF9\xA2\xA0\xA0\xA0", bad(1, MalformedKind::TooLarge)),
            (b"\xFA\xA0\xA0\xA0\xA0", bad(1, MalformedKind::TooLarge)),
            (b"\xF1\xBF\x41", bad(2, MalformedKind::Incomplete)),
            (b"\xF1\xBF", bad(2, MalformedKind::IncompleteAtEnd)),
        ] {
            assert_eq!(step(&exchanged(bytes), true), expected, "{bytes:X?}");
        }
        assert_eq!(step(&exchanged(b"\xF1\xBF"), false), Step::NeedMore);
        assert!(UtfEbcdic::<true>::encode(&mut (), 0xD800).is_some());
        assert!(UtfEbcdic::<true>::encode(&mut (), 0x11_0000).is_none());
    }
}
