//! JSON Lines: an object for each malformed subpart, then one summary. The
//! schema is in docs/json.md.

use super::{Finding, Renderer, words};
use super::{Misread, Summary};
use crate::print::json::{write_json, write_line};
use crate::print::name::{Name, NameFields, push_hex};
use crate::print::put::{put, put_number};
use placemat::MalformedKind;
use placemat::detect::OtherEncoding;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

#[derive(Clone, Default)]
pub(super) struct Json {
    /// The fields of the file that errors are in.
    name: String,
    /// What is written about an error: there can be millions.
    sentence: String,
    message: Vec<u8>,
    group: Vec<u8>,
}

/// A malformed subpart. It is written by hand: there can be millions, and to look whether the
/// names of fields must be escaped takes longer than all else.
struct Error<'a> {
    offset: u64,
    length: usize,
    line: u64,
    column: u64,
    column_code_points: u64,
    kind: &'static str,
    bytes: &'a [u8],
    /// As a string of JSON.
    message: &'a [u8],
    encoding: Option<&'static str>,
    /// As an object of JSON; empty: none.
    group: &'a [u8],
}

impl Error<'_> {
    /// Appends it; `name` has the fields of its file.
    fn write(&self, name: &str, out: &mut Vec<u8>) {
        put(&["{\"type\":\"error\",", name], out);
        put_number(",\"offset\":", self.offset, out);
        put_number(",\"length\":", self.length, out);
        put_number(",\"line\":", self.line, out);
        put_number(",\"column\":", self.column, out);
        put_number(",\"column_code_points\":", self.column_code_points, out);
        put(&[",\"kind\":\"", self.kind, "\",\"bytes\":\""], out);
        push_hex(self.bytes, out);
        put(&["\",\"message\":"], out);
        out.extend_from_slice(self.message);
        if let Some(encoding) = self.encoding {
            put(&[",\"encoding\":\"", encoding, "\""], out);
        }
        if !self.group.is_empty() {
            put(&[",\"group\":"], out);
            out.extend_from_slice(self.group);
        }
        put(&["}\n"], out);
    }
}

/// Appends the mistake that a malformed subpart belongs to, as an object of JSON.
fn push_group(finding: &Finding<'_>, out: &mut Vec<u8>) {
    let (meaning, code_point) = words::meaning(finding.group.meaning);
    put_number("{\"offset\":", finding.place.offset, out);
    put_number(",\"length\":", finding.group.len, out);
    put_number(",\"subparts\":", finding.group.subparts, out);
    put(&[",\"meaning\":\"", meaning, "\""], out);
    if let Some(code_point) = code_point {
        put_number(",\"code_point\":", code_point, out);
    }
    if let Some(encoding) = finding.look.encoding() {
        put(&[",\"looks_like\":\"", encoding, "\""], out);
    }
    if let Some(text) = finding.windows_1252() {
        put(&[",\"windows_1252\":"], out);
        push_string(&text.collect::<String>(), out);
    }
    put(&["}"], out);
}

/// Appends `text` as a string of JSON that is safe to print.
fn push_string(text: &str, out: &mut Vec<u8>) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
        return put(&["\"", text, "\""], out);
    }
    write_json(text, out).expect("memory can be written");
}

/// The fields of a name, between commas.
fn fields(name: &Name) -> String {
    let object = json(&name.fields());
    object[1..object.len() - 1].to_owned()
}

/// `value` as JSON that is safe to print.
fn json(value: &(impl Serialize + ?Sized)) -> String {
    let mut json = Vec::with_capacity(160);
    write_json(value, &mut json).expect("memory can be written");
    String::from_utf8(json).expect("JSON is UTF-8")
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    throughout: Vec<ThroughoutObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    looks_binary: Vec<NameFields<'a>>,
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
struct ThroughoutObject<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    encoding: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Cut<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    errors: u64,
    shown: u64,
}

impl Renderer for Json {
    fn other_bytes(&mut self, name: &Name) {
        self.name = fields(name);
    }

    fn fork(&self) -> Option<Box<dyn Renderer + Send>> {
        Some(Box::new(self.clone()))
    }

    fn error(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        self.sentence.clear();
        words::push_sentence(finding, &mut self.sentence);
        self.message.clear();
        push_string(&self.sentence, &mut self.message);
        self.group.clear();
        push_group(finding, &mut self.group);
        for (at, bad) in finding.subparts().enumerate() {
            let start = bad.offset - finding.place.offset;
            let error = Error {
                offset: bad.offset,
                length: bad.len,
                line: finding.place.line(),
                column: finding.place.column() + start,
                column_code_points: finding.place.column_code_points() + at as u64,
                kind: bad.kind.name(),
                bytes: &finding.bytes()[start as usize..][..bad.len],
                message: &self.message,
                encoding: None,
                group: &self.group,
            };
            error.write(&self.name, out);
        }
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let (message, name) = (json(&words::misread(found)), fields(name));
        for (at, bad) in found.subparts.iter().enumerate() {
            let start = bad.offset - found.offset;
            let error = Error {
                offset: bad.offset,
                length: bad.len,
                line: found.line,
                column: found.column + start,
                column_code_points: found.column_code_points + at as u64,
                kind: bad.kind.name(),
                bytes: &found.bytes[start as usize..][..bad.len],
                message: message.as_bytes(),
                encoding: Some(found.encoding),
                group: b"",
            };
            error.write(&name, out);
        }
        Ok(())
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let message = json(&words::other_encoding(name, other));
        let error = Error {
            offset: 0,
            length: other.signature.len(),
            line: 1,
            column: 1,
            column_code_points: 1,
            kind: "other-encoding",
            bytes: other.signature,
            message: message.as_bytes(),
            encoding: Some(other.name),
            group: b"",
        };
        error.write(&fields(name), out);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) -> io::Result<()> {
        let tally = &summary.tally;
        let kinds = MalformedKind::all().iter().map(|kind| kind.name()).zip(tally.kinds);
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
            throughout: summary
                .throughout
                .iter()
                .map(|(name, coding)| ThroughoutObject {
                    name: name.fields(),
                    encoding: coding.name(),
                    message: words::throughout(name, *coding),
                })
                .collect(),
            looks_binary: summary.looks_binary.iter().map(Name::fields).collect(),
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
