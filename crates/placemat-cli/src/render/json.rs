//! JSON Lines: an object for each malformed subpart, then one summary. The
//! schema is in docs/json.md.

use super::{Finding, Renderer, words};
use crate::check::{Misread, OtherEncoding, Summary};
use crate::escape;
use crate::name::{Name, NameFields, hex};
use placemat::MalformedKind;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) struct Json;

#[derive(Serialize)]
struct Error<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    name: NameFields<'a>,
    offset: u64,
    length: usize,
    line: u64,
    column: u64,
    column_code_points: u64,
    kind: &'static str,
    bytes: String,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<Group<'a>>,
}

#[derive(Clone, Serialize)]
struct Group<'a> {
    offset: u64,
    length: usize,
    subparts: usize,
    meaning: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_point: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks_like: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    windows_1252: Option<&'a str>,
}

#[derive(Serialize)]
struct Total<'a> {
    r#type: &'static str,
    files: u64,
    bytes: u64,
    files_with_errors: u64,
    errors: u64,
    groups: u64,
    groups_by_kind: BTreeMap<&'static str, u64>,
    other_encodings: u64,
    signatures: u64,
    trouble: u64,
    links: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks_like: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dialects: Vec<DialectObject<'a>>,
    binary: Vec<NameFields<'a>>,
    special: Vec<NameFields<'a>>,
    not_all_shown: Vec<Cut<'a>>,
}

#[derive(Serialize)]
struct DialectObject<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    encoding: &'static str,
    lenient: bool,
    message: &'a str,
}

#[derive(Serialize)]
struct Cut<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    errors: u64,
    shown: u64,
}

impl Renderer for Json {
    fn error(&mut self, finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
        let message = words::sentence(finding);
        let (meaning, code_point) = words::meaning(finding.group.meaning);
        let windows_1252 = finding.windows_1252();
        let group = Group {
            offset: finding.place.offset,
            length: finding.group.len,
            subparts: finding.group.subparts,
            meaning,
            code_point,
            looks_like: finding.look.encoding(),
            windows_1252: windows_1252.as_deref(),
        };
        for (at, bad) in finding.subparts.iter().enumerate() {
            let start = bad.offset - finding.place.offset;
            let bytes = &finding.bytes()[start as usize..][..bad.len];
            let error = Error {
                r#type: "error",
                name: finding.name.fields(),
                offset: bad.offset,
                length: bad.len,
                line: finding.place.line(),
                column: finding.place.column() + start,
                column_code_points: finding.place.column_code_points() + at as u64,
                kind: bad.kind.name(),
                bytes: hex(bytes),
                message: &message,
                encoding: None,
                group: Some(group.clone()),
            };
            write_line(&error, out)?;
        }
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut dyn Write) -> io::Result<()> {
        let message = words::misread(found);
        for (at, bad) in found.subparts.iter().enumerate() {
            let start = bad.offset - found.offset;
            let error = Error {
                r#type: "error",
                name: name.fields(),
                offset: bad.offset,
                length: bad.len,
                line: found.line,
                column: found.column + start,
                column_code_points: found.column_code_points + at as u64,
                kind: bad.kind.name(),
                bytes: hex(&found.bytes[start as usize..][..bad.len]),
                message: &message,
                encoding: Some(found.encoding),
                group: None,
            };
            write_line(&error, out)?;
        }
        Ok(())
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let error = Error {
            r#type: "error",
            name: name.fields(),
            offset: 0,
            length: other.signature.len(),
            line: 1,
            column: 1,
            column_code_points: 1,
            kind: "other-encoding",
            bytes: hex(other.signature),
            message: &words::other_encoding(other),
            encoding: Some(other.name),
            group: None,
        };
        write_line(&error, out)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let tally = &summary.tally;
        let kinds = MalformedKind::ALL.map(MalformedKind::name).into_iter().zip(tally.kinds);
        let total = Total {
            r#type: "summary",
            files: summary.files,
            bytes: tally.bytes,
            files_with_errors: summary.files_with_errors,
            errors: tally.subparts,
            groups: tally.groups,
            groups_by_kind: kinds.filter(|&(_, count)| count > 0).collect(),
            other_encodings: summary.other_encodings,
            signatures: summary.signatures,
            trouble: summary.trouble,
            links: summary.links,
            encoding: summary.judged_as,
            dialects: summary
                .dialects
                .iter()
                .map(|(name, dialect)| DialectObject {
                    name: name.fields(),
                    encoding: dialect.label.name(),
                    lenient: dialect.lenient,
                    message: &dialect.message,
                })
                .collect(),
            looks_like: summary.look().and_then(|look| look.encoding()),
            binary: summary.binary.iter().map(Name::fields).collect(),
            special: summary.special.iter().map(Name::fields).collect(),
            not_all_shown: summary
                .cut
                .iter()
                .map(|cut| Cut { name: cut.name.fields(), errors: cut.errors, shown: cut.shown })
                .collect(),
        };
        write_line(&total, out)
    }
}

/// Writes a line of JSON that is safe to print.
pub(crate) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    write_json(value, out)?;
    writeln!(out)
}

/// Writes JSON that is safe to print, too: what could act on a terminal is
/// written as `\uXXXX`.
pub(crate) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, SafeToPrint);
    Ok(value.serialize(&mut serializer)?)
}

struct SafeToPrint;

impl Formatter for SafeToPrint {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(escape::is_unsafe) {
            CompactFormatter.write_string_fragment(out, &rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(out, rest)
    }
}
