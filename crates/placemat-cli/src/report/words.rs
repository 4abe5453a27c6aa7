//! Errors in words: the same sentences in every format.

use super::Finding;
use super::Misread;
use crate::coding::Coding;
use crate::output::kept_of;
use crate::print::escape;
use crate::print::name::{Name, shown};
use crate::print::words::{count, spaced, thousands};
use crate::rules::{Rule, Untrue};
use placemat::MalformedKind;
use placemat::detect::OtherEncoding;
use placemat_inspect::malformed;
use placemat_profile::Refusal;
use placemat_profile::records::{self, Part};

/// What is wrong, in one sentence without a full stop.
pub(super) fn sentence(finding: &Finding<'_>) -> String {
    malformed::sentence(&finding.group, finding.bytes_on())
}

/// What is wrong with text in another encoding, in the words of that, and why it is read so.
pub(crate) fn misread(found: &Misread) -> String {
    match &found.declared {
        Some(place) => format!("{} (declared in {place})", misread_as(found)),
        None => misread_as(found),
    }
}

/// What is said of the encoding of a file, and why it is not true, in one sentence without a full stop.
pub(crate) fn untrue(rule: &Rule, untrue: &Untrue) -> String {
    let (Untrue::Signature(why) | Untrue::Encoding(why)) = untrue;
    format!("not what is declared: {why}, and {} says `{}`", rule.place, rule.said)
}

fn misread_as(found: &Misread) -> String {
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
            let next = found.next.map_or_else(String::new, malformed::byte_in_words);
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

/// What a profile refuses, and why, in one sentence without a full stop.
pub(crate) fn refusal(refusal: &Refusal) -> String {
    format!("{} ({})", refusal.reason(), refusal.profile)
}

/// What can be done about it, as a sentence.
pub(super) fn advice(refusal: &Refusal) -> String {
    let advice = refusal.advice();
    let (first, rest) = advice.split_at(1);
    format!("{}{rest}.", first.to_ascii_uppercase())
}

/// In which record something is, safe to print: `record 3, field 2 ("city")`, `record 3, $.user`.
pub(super) fn record(place: &records::Place) -> String {
    let mut words = format!("record {}", thousands(place.record));
    match &place.part {
        Part::Field { number, column, in_header } => {
            if *in_header {
                words += " (the header)";
            }
            words += &format!(", field {}", thousands(*number));
            if let Some(column) = column {
                words += &format!(" (\"{}\")", escape::shown(column));
            }
        }
        Part::Path { path, in_key: true } => {
            words += &format!(", in a key of {}", escape::shown(path));
        }
        Part::Path { path, .. } => words += &format!(", {}", escape::shown(path)),
        _ => {}
    }
    words
}

/// What a file is that is not UTF-8, in one sentence without a full stop.
pub(crate) fn other_encoding(name: &Name, other: OtherEncoding) -> String {
    let why = match other.signature {
        [] => "zero bytes where its ASCII has them".to_owned(),
        signature => format!("it begins with the signature {}", spaced(signature)),
    };
    let conversion = conversion(name, other.label());
    format!("not UTF-8: looks like {} ({why}); {conversion}", other.title)
}

/// The same of a file in a legacy encoding from front to back.
pub(crate) fn throughout(name: &Name, coding: Coding) -> String {
    format!("not UTF-8: {coding} throughout; {}", conversion(name, coding.name()))
}

/// The same of a file that looks binary, and was named.
pub(crate) fn binary(errors: u64) -> String {
    format!(
        "not UTF-8: looks binary, with {} (--binary=check shows them, --binary=skip leaves \
         such files out)",
        count(errors, "malformed subpart", "malformed subparts")
    )
}

/// The command that makes a file UTF-8, in words: in place, where nothing is converted twice.
pub(crate) fn conversion(name: &Name, from: &str) -> String {
    let command = format!("placemat convert -f {from} -t utf-8");
    // If it were converted, nothing could be undone.
    if let Name::Path(path) = name
        && let Some(of) = kept_of(path)
    {
        let of = shown(&of);
        return format!(
            "perhaps an earlier run kept it of {of} (-g '!*.orig' leaves such files out of a folder)"
        );
    }
    match (name, name.argument()) {
        (Name::Path(_), Some(name)) => format!("`{command} -i {name}` makes it UTF-8"),
        _ => format!("`{command}` makes it UTF-8"),
    }
}
