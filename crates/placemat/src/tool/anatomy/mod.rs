//! What the bytes of UTF-8 are made of: the class of each, its prefix and its
//! payload, and the rule of the grammar that a mistake breaks.
//!
//! For tools that show bytes to people; no conversion needs it.
//!
//! # Examples
//! ```
//! use placemat::tool::anatomy::{ByteClass, broken_rule, payload_bits};
//!
//! // E2 82 AC: 1110|0010 10|000010 10|101100
//! assert_eq!([0xE2, 0x82, 0xAC].map(payload_bits), [4, 6, 6]);
//! assert_eq!(ByteClass::of(0xE0), ByteClass::RestrictedLead);
//!
//! let broken = broken_rule(b"\xE0\x80\xAF").unwrap();
//! assert_eq!((broken.rule.name, broken.rule.text), ("UTF8-3", "%xE0 %xA0-BF UTF8-tail"));
//! assert_eq!((broken.at, broken.allowed), (1, Some((0xA0, 0xBF))));
//! ```

mod grammar;
mod sequences;

pub use grammar::{Broken, Rule, broken_rule};
pub use sequences::{Item, Sequence, Sequences, sequences};

use crate::encoding::utf8 as codec;
use crate::utf8::{Group, Meaning};

/// What a byte can be in well-formed UTF-8: the five classes of a code page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteClass {
    /// 00..7F: a code point by itself.
    Single,
    /// 80..BF: a byte of a sequence, but not its first.
    Continuation,
    /// Begins a sequence that any continuation bytes can follow.
    Lead,
    /// E0, ED, F0, F4: begins a sequence, but some second bytes are forbidden.
    RestrictedLead,
    /// C0, C1, F5..FF: in no well-formed text.
    NeverValid,
}

impl ByteClass {
    /// The class of `byte`.
    #[must_use]
    pub const fn of(byte: u8) -> Self {
        match byte {
            0x00..=0x7F => Self::Single,
            0x80..=0xBF => Self::Continuation,
            0xE0 | 0xED | 0xF0 | 0xF4 => Self::RestrictedLead,
            _ if codec::sequence_len(byte).is_some() => Self::Lead,
            _ => Self::NeverValid,
        }
    }

    /// Every class, in the order of declaration.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &[Self::Single, Self::Continuation, Self::Lead, Self::RestrictedLead, Self::NeverValid]
    }
}

/// How many of the low bits of `byte` belong to the value; the others are the
/// prefix, which says what the byte is (RFC 2279, section 2): 7 for a single
/// byte, 6 for a continuation byte, 5 down to 1 for the lead bytes of two to
/// six, 0 for FE and FF.
#[must_use]
pub const fn payload_bits(byte: u8) -> u32 {
    match byte.leading_ones() {
        0 => 7,
        ones @ 1..=6 => 7 - ones,
        _ => 0,
    }
}

/// The value that the [payload bits](payload_bits) of `byte` spell.
#[must_use]
pub const fn payload(byte: u8) -> u8 {
    byte & ((1 << payload_bits(byte)) - 1)
}

/// The lowest and the highest code point whose sequence `lead` begins; `None`
/// for a byte that begins none.
///
/// # Examples
/// ```
/// use placemat::tool::anatomy::code_points_of_lead;
/// assert_eq!(code_points_of_lead(0xC3), Some((0xC0, 0xFF)));
/// assert_eq!(code_points_of_lead(0xE0), Some((0x800, 0xFFF))); // below 800 it is overlong
/// assert_eq!(code_points_of_lead(0xED), Some((0xD000, 0xD7FF))); // surrogates follow
/// assert_eq!(code_points_of_lead(0xC0), None);
/// ```
#[must_use]
pub fn code_points_of_lead(lead: u8) -> Option<(u32, u32)> {
    let rule = Rule::of_lead(lead)?;
    let mut ends = (u32::from(payload(lead)), u32::from(payload(lead)));
    for &(low, high) in &rule.bytes()[1..] {
        ends = (ends.0 << 6 | u32::from(payload(low)), ends.1 << 6 | u32::from(payload(high)));
    }
    Some(ends)
}

/// The bytes of `value` by the table of RFC 2279, section 2, whether or not
/// UTF-8 allows them today: surrogates in three bytes, and values above
/// U+10FFFF in four to six. `None` above 7FFFFFFF.
///
/// # Examples
/// ```
/// use placemat::tool::anatomy::spell;
/// assert_eq!(spell(0x20AC, &mut [0; 6]), Some(&b"\xE2\x82\xAC"[..]));
/// assert_eq!(spell(0xD800, &mut [0; 6]), Some(&b"\xED\xA0\x80"[..]));
/// assert_eq!(spell(0x7FFF_FFFF, &mut [0; 6]), Some(&b"\xFD\xBF\xBF\xBF\xBF\xBF"[..]));
/// ```
pub fn spell(value: u32, out: &mut [u8; 6]) -> Option<&[u8]> {
    let len = match value {
        0..=0x7F => 1,
        0x80..=0x7FF => 2,
        0x800..=0xFFFF => 3,
        0x1_0000..=0x1F_FFFF => 4,
        0x20_0000..=0x3FF_FFFF => 5,
        0x400_0000..=0x7FFF_FFFF => 6,
        _ => return None,
    };
    let mut rest = value;
    for byte in out[1..len].iter_mut().rev() {
        *byte = 0x80 | (rest & 0x3F) as u8;
        rest >>= 6;
    }
    // As many ones as there are bytes, and a zero; none for a single byte.
    let prefix = if len == 1 { 0 } else { !(0xFF_u8 >> len) };
    out[0] = prefix | rest as u8;
    Some(&out[..len])
}

/// How the relatives of UTF-8 read a mistake: the value, where they have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readings {
    /// CESU-8 (UTR #26): a code point above U+FFFF as a pair of surrogates.
    pub cesu8: Option<u32>,
    /// Modified UTF-8 (Java): the same, U+0000 as `C0 80`, and lone surrogates.
    pub modified_utf8: Option<u32>,
    /// WTF-8: lone surrogates.
    pub wtf8: Option<u32>,
    /// UTF-8 of RFC 2279: values up to 7FFFFFFF.
    pub rfc2279: Option<u32>,
}

impl Group {
    /// How the relatives of UTF-8 read it.
    ///
    /// # Examples
    /// ```
    /// let pair = placemat::utf8::groups(b"\xED\xA0\xBD\xED\xB9\x88").next().unwrap();
    /// assert_eq!(pair.readings().cesu8, Some(0x1F648));
    /// assert_eq!(pair.readings().wtf8, None);
    /// ```
    #[must_use]
    pub const fn readings(&self) -> Readings {
        let mut readings = Readings { cesu8: None, modified_utf8: None, wtf8: None, rfc2279: None };
        match self.meaning {
            Meaning::Overlong { code_point: 0 } if self.len == 2 => {
                readings.modified_utf8 = Some(0);
            }
            Meaning::SurrogatePair { code_point } => {
                readings.cesu8 = Some(code_point);
                readings.modified_utf8 = Some(code_point);
            }
            Meaning::Surrogate { code_point } => {
                readings.modified_utf8 = Some(code_point);
                readings.wtf8 = Some(code_point);
            }
            Meaning::TooLarge { value } => readings.rfc2279 = Some(value),
            _ => {}
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn classes_are_those_of_the_code_page() {
        let of =
            |class| (0..=0xFF).filter(|&byte| ByteClass::of(byte) == class).collect::<Vec<u8>>();
        assert_eq!(of(ByteClass::Single), (0..=0x7F).collect::<Vec<_>>());
        assert_eq!(of(ByteClass::Continuation), (0x80..=0xBF).collect::<Vec<_>>());
        assert_eq!(of(ByteClass::RestrictedLead), [0xE0, 0xED, 0xF0, 0xF4]);
        assert_eq!(
            of(ByteClass::NeverValid),
            [&[0xC0, 0xC1][..], &(0xF5..=0xFF).collect::<Vec<_>>()].concat()
        );
        assert_eq!(of(ByteClass::Lead).len(), 51 - 4);
    }

    #[test]
    fn prefix_and_payload_make_the_byte() {
        for byte in 0..=0xFF_u8 {
            assert_eq!(byte >> payload_bits(byte) << payload_bits(byte) | payload(byte), byte);
        }
        assert_eq!(
            [0x41, 0xBF, 0xDF, 0xEF, 0xF7, 0xFB, 0xFD, 0xFE, 0xFF].map(payload_bits),
            [7, 6, 5, 4, 3, 2, 1, 0, 0]
        );
    }

    #[test]
    fn every_code_point_is_in_the_range_of_its_lead_byte() {
        let mut next = 0;
        for lead in 0..=0xFF_u8 {
            let Some((low, high)) = code_points_of_lead(lead) else { continue };
            assert_eq!(low, next);
            for value in low..=high {
                let c = char::from_u32(value).unwrap();
                assert_eq!(c.encode_utf8(&mut [0; 4]).as_bytes()[0], lead);
                assert_eq!(spell(value, &mut [0; 6]), Some(c.encode_utf8(&mut [0; 4]).as_bytes()));
            }
            next = if high == 0xD7FF { 0xE000 } else { high + 1 };
        }
        assert_eq!(next, 0x11_0000);
    }
}
