//! JSON Lines: an object for each malformed subpart, then one summary. The
//! schema is in docs/json.md.

use super::memo::Memo;
use super::{Finding, Renderer, words};
use super::{Misread, OTHER_ENCODING, Refused, Summary, UNTRUE};
use crate::print::json::{is_zero, write_json, write_line};
use crate::print::name::{Name, NameFields, hex};
use crate::print::put::{put, put_number};
use crate::rules::{Rule, Untrue};
use placemat::MalformedKind;
use placemat::detect::OtherEncoding;
use placemat::utf8::Group;
use placemat_profile::Kind;
use placemat_profile::records::{self, Part};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

#[derive(Clone, Default)]
pub(super) struct Json {
    /// The fields of the file that errors are in.
    name: String,
    said: Memo<Said>,
}

/// What is said of the malformed subparts of a mistake, but for their places. It is written by
/// hand: to look whether the names of fields must be escaped takes longer than all else.
#[derive(Clone, Default)]
struct Said {
    /// For each where in the mistake it begins, its length, and the fields behind its place, up
    /// to the offset of the mistake.
    subparts: Vec<(u64, usize, String)>,
    /// What follows that offset.
    end: String,
}

impl Said {
    fn new(finding: &Finding<'_>) -> Self {
        let message = json(&words::sentence(finding));
        let subparts = finding.subparts().map(|bad| {
            let bytes = &finding.bytes()[bad.offset..bad.end()];
            let mut fields = fields_of(bad.kind.name(), bytes, &message);
            fields += ",\"group\":{\"offset\":";
            (bad.offset as u64, bad.len, fields)
        });
        let Group { len, subparts: count, meaning, .. } = finding.group;
        let name = meaning.name();
        let mut end = format!(",\"length\":{len},\"subparts\":{count},\"meaning\":\"{name}\"");
        if let Some(code_point) = meaning.value() {
            end += &format!(",\"code_point\":{code_point}");
        }
        if let Some(encoding) = finding.look.encoding() {
            end += &format!(",\"looks_like\":\"{encoding}\"");
        }
        if let Some(text) = finding.windows_1252() {
            end += &format!(",\"windows_1252\":{}", json(&text.collect::<String>()));
        }
        end.push('}');
        Self { subparts: subparts.collect(), end }
    }
}

/// Where malformed bytes are.
struct Spot {
    offset: u64,
    length: usize,
    line: u64,
    column: u64,
    column_code_points: u64,
}

impl Spot {
    /// Begins an object; `name` has the fields of the file.
    fn put(&self, name: &str, out: &mut Vec<u8>) {
        put(&["{\"type\":\"error\",", name], out);
        put_number(",\"offset\":", self.offset, out);
        put_number(",\"length\":", self.length, out);
        put_number(",\"line\":", self.line, out);
        put_number(",\"column\":", self.column, out);
        put_number(",\"column_code_points\":", self.column_code_points, out);
    }
}

/// The fields that tell what is wrong; `message` is a string of JSON.
fn fields_of(kind: &str, bytes: &[u8], message: &str) -> String {
    format!(",\"kind\":\"{kind}\",\"bytes\":\"{}\",\"message\":{message}", hex(bytes))
}

/// The field that tells in which record something is; nothing, if nobody asked.
fn record_of(place: Option<&records::Place>) -> String {
    let Some(place) = place else { return String::new() };
    let part = match &place.part {
        Part::Field { number, column: None, .. } => format!("\"field\":{number}"),
        Part::Field { number, column: Some(column), .. } => {
            format!("\"field\":{number},\"column\":{}", json(column))
        }
        Part::Path { path, in_key: false } => format!("\"path\":{}", json(path)),
        Part::Path { path, in_key: true } => format!("\"path\":{},\"in_key\":true", json(path)),
        _ => return String::new(),
    };
    format!(",\"record\":{{\"number\":{},{part}}}", place.record)
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
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    refused_by_kind: BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<u64>,
    other_encodings: u64,
    #[serde(skip_serializing_if = "is_zero")]
    not_as_declared: u64,
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
        let place = finding.place;
        let said = self.said.of(finding, |said| *said = Said::new(finding));
        let record = record_of(finding.record);
        for (at, (start, length, fields)) in said.subparts.iter().take(finding.shown).enumerate() {
            let spot = Spot {
                offset: place.offset() + start,
                length: *length,
                line: place.line(),
                column: place.column() + start,
                column_code_points: place.column_code_points() + at as u64,
            };
            spot.put(&self.name, out);
            put_number(fields, place.offset(), out);
            put(&[&said.end, &record, "}\n"], out);
        }
        Ok(())
    }

    fn refused(&mut self, refused: &Refused<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Refused { place, refusal, .. } = refused;
        let spot = Spot {
            offset: place.offset(),
            length: refusal.len,
            line: place.line(),
            column: place.column(),
            column_code_points: place.column_code_points(),
        };
        spot.put(&self.name, out);
        let message = json(&refusal.reason());
        put(&[&fields_of(refusal.kind.name(), refused.bytes(), &message)], out);
        let advice = json(refusal.advice());
        put(&[",\"profile\":\"", refusal.profile.name(), "\",\"advice\":", &advice], out);
        if let Some(code_point) = refusal.code_point {
            put_number(",\"code_point\":", code_point, out);
        }
        put(&[&record_of(refused.record), "}\n"], out);
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let (message, name) = (json(&words::misread(found)), fields(name));
        let place = found.declared.as_ref().map(json);
        let declared = place.map_or_else(String::new, |place| format!(",\"declared_in\":{place}"));
        for (at, bad) in found.subparts.iter().enumerate() {
            let start = bad.offset - found.offset;
            let spot = Spot {
                offset: bad.offset,
                length: bad.len,
                line: found.line,
                column: found.column + start,
                column_code_points: found.column_code_points + at as u64,
            };
            spot.put(&name, out);
            let bytes = &found.bytes[start as usize..][..bad.len];
            let fields = fields_of(bad.kind.name(), bytes, &message);
            put(&[&fields, ",\"encoding\":\"", found.encoding, "\"", &declared, "}\n"], out);
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
        let length = other.signature.len();
        let spot = Spot { offset: 0, length, line: 1, column: 1, column_code_points: 1 };
        spot.put(&fields(name), out);
        let fields = fields_of(OTHER_ENCODING, other.signature, &message);
        put(&[&fields, ",\"encoding\":\"", other.name, "\"}\n"], out);
        Ok(())
    }

    fn untrue(
        &mut self,
        name: &Name,
        rule: &Rule,
        untrue: &Untrue,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let spot = Spot { offset: 0, length: 0, line: 1, column: 1, column_code_points: 1 };
        spot.put(&fields(name), out);
        let (message, place) = (json(&words::untrue(rule, untrue)), json(&rule.place));
        put(&[&fields_of(UNTRUE, b"", &message)], out);
        put(&[",\"encoding\":\"", rule.coding.name(), "\",\"declared_in\":", &place, "}\n"], out);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) -> io::Result<()> {
        let tally = &summary.tally;
        let kinds = MalformedKind::all().iter().map(|kind| kind.name()).zip(tally.kinds);
        let refused = Kind::all().iter().map(|kind| kind.name()).zip(tally.refused_kinds);
        let total = Total {
            r#type: "summary",
            files: summary.files,
            bytes: tally.bytes,
            files_with_errors: summary.files_with_errors,
            errors: tally.subparts,
            groups: tally.groups,
            refused: (!summary.profiles.is_empty()).then_some(tally.refused),
            refused_by_kind: refused.filter(|&(_, count)| count > 0).collect(),
            groups_by_kind: kinds.filter(|&(_, count)| count > 0).collect(),
            known: summary.known.map(|(known, _)| known),
            gone: summary.known.map(|(_, gone)| gone),
            other_encodings: summary.other_encodings,
            not_as_declared: summary.untrue,
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
