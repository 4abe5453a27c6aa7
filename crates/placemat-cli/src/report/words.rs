//! Errors in words: the same sentences in every format.

use super::Finding;
use super::Misread;
use crate::coding::Coding;
use crate::print::escape::{self, push_hex};
use crate::print::name::Name;
use crate::print::words::{count, spaced};
use placemat::MalformedKind;
use placemat::detect::OtherEncoding;
use placemat::utf8::{Group, Meaning};
use std::fmt::{self, Write};

/// What is wrong, in one sentence without a full stop.
pub(super) fn sentence(finding: &Finding<'_>) -> String {
    sentence_of(&finding.group, finding.bytes(), finding.next())
}

/// The same of `group`, which has these bytes; `next` is the byte behind them,
/// if the input goes on.
pub(crate) fn sentence_of(group: &Group, bytes: &[u8], next: Option<u8>) -> String {
    let mut sentence = spaced(bytes);
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

/// What is wrong with text in another encoding, in the words of that.
pub(super) fn misread(found: &Misread) -> String {
    let (encoding, bytes) = (found.encoding, spaced(&found.bytes));
    let one = found.bytes.len() == 1;
    // Of what is longer in bytes than in units, one byte tells.
    let is_value = if one { "begins" } else { "is" };
    let begins = if one { "begins" } else { "begin" };
    match found.kind {
        MalformedKind::Overlong => {
            format!("{bytes} {is_value} an overlong encoding, never valid in {encoding}")
        }
        MalformedKind::Surrogate => {
            format!("{bytes} {is_value} a surrogate, U+D800 to U+DFFF, never valid in {encoding}")
        }
        MalformedKind::TooLarge => {
            format!("{bytes} {is_value} a value above the last one of {encoding}")
        }
        MalformedKind::ObsoleteForm => {
            format!(
                "{bytes} {is_value} a form of five or six bytes, which {encoding} does not have"
            )
        }
        MalformedKind::NeverValid => format!("{bytes} never occurs in {encoding}"),
        MalformedKind::UnexpectedContinuation => {
            format!("{bytes} is a continuation byte, but no sequence precedes it")
        }
        MalformedKind::Incomplete => {
            let next = found.next.map_or_else(String::new, byte_in_words);
            format!("{bytes} {begins} a sequence of {encoding}, but {next} does not continue it")
        }
        MalformedKind::IncompleteAtEnd => {
            format!("{bytes} {begins} a sequence of {encoding}, but the input ends")
        }
        MalformedKind::LoneHighSurrogate => {
            format!(
                "{bytes} is a high surrogate that no low one follows, never valid in {encoding}"
            )
        }
        MalformedKind::LoneLowSurrogate => format!(
            "{bytes} {is_value} a low surrogate that no high one precedes, never valid in \
             {encoding}"
        ),
        MalformedKind::SurrogatePair => {
            format!(
                "{bytes} is a pair of encoded surrogates, which {encoding} writes as four bytes"
            )
        }
        MalformedKind::FourByteForm => format!(
            "{bytes} {is_value} a four-byte form, where {encoding} has a pair of encoded surrogates"
        ),
        MalformedKind::Nul => format!("{bytes} is a zero byte, where {encoding} has C0 80"),
        MalformedKind::Undefined => format!("{bytes} is not defined in {encoding}"),
        MalformedKind::NotDirect => format!("{bytes} may not stand for itself in {encoding}"),
        kind => format!("{bytes}: {kind}, in {encoding}"),
    }
}

/// What a file is that is not UTF-8, in one sentence without a full stop.
pub(super) fn other_encoding(name: &Name, other: OtherEncoding) -> String {
    let why = match other.signature {
        [] => "zero bytes where its ASCII has them".to_owned(),
        signature => format!("it begins with the signature {}", spaced(signature)),
    };
    let conversion = conversion(name, other.label());
    format!("not UTF-8: looks like {} ({why}); {conversion}", other.title)
}

/// The same of a file in a legacy encoding from front to back.
pub(super) fn throughout(name: &Name, coding: Coding) -> String {
    format!("not UTF-8: {coding} throughout; {}", conversion(name, coding.name()))
}

/// The same of a file that looks binary, and was named.
pub(super) fn binary(errors: u64) -> String {
    format!(
        "not UTF-8: looks binary, with {} (--binary=check shows them, --binary=skip leaves \
         such files out)",
        count(errors, "malformed subpart", "malformed subparts")
    )
}

/// The command that makes a file UTF-8, in words.
pub(crate) fn conversion(name: &Name, from: &str) -> String {
    let command = format!("placemat convert -f {from} -t utf-8");
    match (name, name.argument()) {
        (Name::Path(_), Some(name)) => format!("`{command} -o {name} {name}` makes it UTF-8"),
        _ => format!("`{command}` makes it UTF-8"),
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

fn byte_in_words(byte: u8) -> String {
    let mut words = String::new();
    push_byte_in_words(byte, &mut words);
    words
}

/// `"/" (U+002F)`; only the number for what has no safe picture.
fn push_code_point_in_words(code_point: u32, out: &mut String) -> fmt::Result {
    match char::from_u32(code_point).filter(|&c| !escape::is_unsafe(c)) {
        Some(c) => write!(out, "\"{c}\" (U+{code_point:04X})"),
        None => write!(out, "U+{code_point:04X}"),
    }
}
