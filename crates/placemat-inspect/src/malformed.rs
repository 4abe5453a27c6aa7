//! What to say of malformed bytes.

use crate::code_point::is_unsafe;
use crate::notation::{push_hex, spaced};
use placemat::MalformedKind;
use placemat::tool::anatomy::{self, Broken, ByteClass};
use placemat::utf8::{Group, Meaning};
use std::fmt::{self, Write};

/// What is wrong, in one sentence without a full stop. `text` begins with the group, and goes on as
/// the input does; of what is behind the group, one byte is looked at.
///
/// # Examples
/// ```
/// use placemat_inspect::malformed::sentence;
///
/// let text = b"/\xC0\xAF";
/// let group = placemat::utf8::groups(text).next().unwrap();
/// assert_eq!(
///     sentence(&group, &text[group.offset..]),
///     "C0 AF is an overlong encoding of \"/\" (U+002F), never valid in UTF-8"
/// );
/// ```
///
/// # Panics
/// If `text` is shorter than the group.
#[must_use]
pub fn sentence(group: &Group, text: &[u8]) -> String {
    let mut sentence = spaced(&text[..group.len]);
    let next = text.get(group.len).copied();
    push_predicate(group, next, &mut sentence).expect("a string takes all that is written to it");
    sentence
}

/// What group is, behind its bytes.
fn push_predicate(group: &Group, next: Option<u8>, out: &mut String) -> fmt::Result {
    let (kind, one) = (group.kind, group.len == 1);
    match group.meaning {
        Meaning::Overlong { code_point: 0 } if group.len == 2 => {
            out.push_str(" is an overlong encoding of U+0000, as Modified UTF-8 (Java) writes it");
        }
        Meaning::Overlong { code_point } => {
            out.push_str(" is an overlong encoding of ");
            push_code_point_in_words(code_point, out)?;
            out.push_str(", never valid in UTF-8");
        }
        Meaning::Surrogate { code_point } => {
            write!(out, " is an encoded surrogate, U+{code_point:04X}, never valid in UTF-8")?;
        }
        Meaning::SurrogatePair { code_point } => {
            out.push_str(" is a pair of encoded surrogates, the CESU-8 form of ");
            push_code_point_in_words(code_point, out)?;
        }
        Meaning::TooLarge { value } if value > 0x1F_FFFF => {
            let len = group.len;
            write!(out, " is an obsolete {len}-byte form (RFC 2279) of {value:X}, above U+10FFFF")?;
        }
        Meaning::TooLarge { value } => {
            write!(out, " encodes {value:X}, above U+10FFFF, the last code point")?;
        }
        Meaning::Incomplete { expected } => {
            out.push_str(if one { " begins " } else { " begin " });
            match kind {
                MalformedKind::Overlong => write!(out, "an overlong {expected}-byte sequence")?,
                MalformedKind::Surrogate => out.push_str("an encoded surrogate"),
                MalformedKind::TooLarge => out.push_str("a value above U+10FFFF"),
                MalformedKind::ObsoleteForm => {
                    write!(out, "an obsolete {expected}-byte form (RFC 2279)")?;
                }
                _ => out.push_str(a_sequence_of(expected)),
            }
            match next {
                None => out.push_str(", but the input ends"),
                Some(next) => {
                    out.push_str(", but ");
                    push_byte_in_words(next, out);
                    out.push_str(" is not a continuation byte");
                }
            }
        }
        Meaning::StrayContinuation => {
            out.push_str(" is a continuation byte, but no sequence precedes it");
        }
        Meaning::NeverValid => out.push_str(" never occurs in UTF-8"),
        _ => write!(out, ": {kind}")?,
    }
    Ok(())
}

/// What a lead byte of today's UTF-8 begins.
fn a_sequence_of(bytes: usize) -> &'static str {
    match bytes {
        2 => "a 2-byte sequence",
        3 => "a 3-byte sequence",
        _ => "a 4-byte sequence",
    }
}

/// What a byte is for in UTF-8, or why it is for nothing.
///
/// # Examples
/// ```
/// use placemat_inspect::malformed::role;
/// assert_eq!(role(0x82), "continuation byte, +02");
/// assert_eq!(role(0xE0), "lead byte of 3, U+0800..U+0FFF; A0..BF must follow");
/// assert_eq!(role(0xC0), "never valid: its sequences are overlong");
/// ```
#[must_use]
pub fn role(byte: u8) -> String {
    let reach = anatomy::code_points_of_lead(byte);
    let (low, high) = reach.unwrap_or_default();
    let lead = format!("lead byte of {}, U+{low:04X}..U+{high:04X}", byte.leading_ones());
    match ByteClass::of(byte) {
        ByteClass::Single => "single byte".to_owned(),
        ByteClass::Continuation => format!("continuation byte, +{:02X}", anatomy::payload(byte)),
        ByteClass::Lead => lead,
        ByteClass::RestrictedLead => {
            let (low, high) = anatomy::Rule::of_lead(byte).map_or((0, 0), |rule| rule.bytes()[1]);
            format!("{lead}; {low:02X}..{high:02X} must follow")
        }
        ByteClass::NeverValid => match byte.leading_ones() {
            2 => "never valid: its sequences are overlong".to_owned(),
            4 => "never valid: above U+10FFFF".to_owned(),
            ones @ 5..=6 => format!("never valid: lead byte of {ones} in RFC 2279"),
            _ => "never valid".to_owned(),
        },
    }
}

/// The byte that no rule allows where it stands, in words.
///
/// # Examples
/// ```
/// let broken = placemat::tool::anatomy::broken_rule(b"\xE0\x80\xAF").unwrap();
/// assert_eq!(
///     placemat_inspect::malformed::broken_by(&broken),
///     "byte 2, 80: only A0..BF is allowed there"
/// );
/// ```
#[must_use]
pub fn broken_by(broken: &Broken) -> String {
    let place = broken.at + 1;
    let found = broken.found.map(|byte| format!("{byte:02X}"));
    let allowed = broken.allowed.map(|(low, high)| format!("{low:02X}..{high:02X}"));
    match (found, allowed) {
        (Some(found), Some(allowed)) => {
            format!("byte {place}, {found}: only {allowed} is allowed there")
        }
        (Some(found), None) => format!("byte {place}, {found}: no sequence begins with it"),
        (None, allowed) => {
            format!("byte {place}, missing: {} must follow", allowed.unwrap_or_default())
        }
    }
}

/// `20 (space)`, `41 ("A")`, `E9`.
fn push_byte_in_words(byte: u8, out: &mut String) {
    push_hex(byte, out);
    match byte {
        b' ' => out.push_str(" (space)"),
        b'\n' => out.push_str(" (line feed)"),
        b'\r' => out.push_str(" (carriage return)"),
        b'\t' => out.push_str(" (tab)"),
        0 => out.push_str(" (NUL)"),
        b'!'..=b'~' => {
            out.push_str(" (\"");
            if matches!(byte, b'"' | b'\\') {
                out.push('\\');
            }
            out.push(char::from(byte));
            out.push_str("\")");
        }
        _ => {}
    }
}

/// A byte as it is written, and the sign that it is in ASCII.
///
/// # Examples
/// ```
/// use placemat_inspect::malformed::byte_in_words;
/// assert_eq!([0x20, 0x41, 0xE9].map(byte_in_words), ["20 (space)", "41 (\"A\")", "E9"]);
/// ```
#[must_use]
pub fn byte_in_words(byte: u8) -> String {
    let mut words = String::new();
    push_byte_in_words(byte, &mut words);
    words
}

/// `"/" (U+002F)`; only the number for what has no safe picture.
fn push_code_point_in_words(code_point: u32, out: &mut String) -> fmt::Result {
    match char::from_u32(code_point).filter(|&c| !is_unsafe(c)) {
        Some(c) => write!(out, "\"{c}\" (U+{code_point:04X})"),
        None => write!(out, "U+{code_point:04X}"),
    }
}
