//! SARIF 2.1.0, the format of code scanning. Results are people's: one for each
//! group.

use super::{Finding, Renderer, words};
use super::{Misread, Refused, Summary, UNTRUE};
use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::escape;
use crate::print::json::write_json;
use crate::print::name::Name;
use crate::print::put::{put, put_number};
use crate::rules::{Rule, Untrue};
use crate::settings::Report;
use placemat::MalformedKind;
use placemat::detect::OtherEncoding;
use placemat::utf8;
use placemat_profile::{Kind, records};
use serde_json::{Value, json};
use std::io::{self, Write};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) struct Sarif {
    /// The encoding that was asked for; none: UTF-8.
    judged_as: Option<&'static str>,
    /// Whether refusals can be told.
    refuses: bool,
    results: u64,
    /// What could not be checked, and what files are, told at the end.
    notifications: Vec<Value>,
}

impl Sarif {
    pub(super) fn new(settings: &Report) -> Self {
        let (judged_as, refuses) = (settings.judged_as, !settings.profiles.is_empty());
        Self { judged_as, refuses, results: 0, notifications: Vec::new() }
    }

    /// The kinds that there can be.
    fn kinds(&self) -> &'static [MalformedKind] {
        if self.judged_as.is_some() { MalformedKind::all() } else { &KINDS }
    }

    /// Where it stands in the list of rules; not all do that are declared elsewhere.
    fn rule_index(&self, kind: MalformedKind) -> Option<usize> {
        self.kinds().iter().position(|&known| known == kind)
    }
}

impl Renderer for Sarif {
    fn begin(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let (encoding, utf8) = (self.judged_as.unwrap_or("UTF-8"), self.judged_as.is_none());
        let refused = if self.refuses { Kind::all() } else { &[] };
        let rules: Vec<Value> = self
            .kinds()
            .iter()
            .map(|&kind| {
                // What is said about UTF-8 need not hold elsewhere.
                let help = if utf8 { help(kind) } else { "" };
                rule(kind.name(), &format!("Malformed {encoding}: {kind}"), help)
            })
            .chain(utf8.then(|| rule(OTHER, "Not UTF-8: another encoding", OTHER_HELP)))
            .chain(utf8.then(|| rule(BINARY, "Not UTF-8: a binary file", BINARY_HELP)))
            .chain(
                refused
                    .iter()
                    .map(|kind| rule(kind.name(), &format!("Refused by a profile: {kind}"), "")),
            )
            .collect();
        let driver = json!({
            "name": "placemat",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
        write!(out, "\"tool\":{{\"driver\":")?;
        write_json(&driver, out)?;
        write!(out, "}},\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    fn error(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let place = finding.place;
        let mut message = words::sentence(finding);
        message.push('.');
        if let Some(text) = finding.windows_1252() {
            message.push_str(" Read as Windows-1252: \"");
            message.extend(text);
            message.push_str("\".");
        }
        if let Some(record) = finding.record {
            message.push_str(&in_record(record));
        }
        let region = Region {
            line: place.line(),
            column: place.column_code_points(),
            subparts: finding.group.subparts,
            offset: place.offset(),
            bytes: finding.bytes(),
        };
        let kind = finding.group.kind;
        let rule = self.rule_index(kind);
        self.result(kind.name(), rule, &message, finding.name, &region.json(), out)
    }

    fn refused(&mut self, refused: &Refused<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Refused { name, place, refusal, .. } = refused;
        let mut message = format!("{}. {}", words::refusal(refusal), words::advice(refusal));
        if let Some(record) = refused.record {
            message.push_str(&in_record(record));
        }
        let region = Region {
            line: place.line(),
            column: place.column_code_points(),
            subparts: utf8::code_points(refused.bytes()).count(),
            offset: place.offset(),
            bytes: refused.bytes(),
        };
        // Behind those of UTF-8, and two of whole files.
        let rule = Kind::all().iter().position(|&known| known == refusal.kind);
        let rule = rule.map(|rule| KINDS.len() + 2 + rule);
        self.result(refusal.kind.name(), rule, &message, name, &region.json(), out)
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let message = format!("{}.", words::misread(found));
        let region = Region {
            line: found.line,
            column: found.column_code_points,
            subparts: found.subparts.len(),
            offset: found.offset,
            bytes: &found.bytes,
        };
        let rule = self.rule_index(found.kind);
        self.result(found.kind.name(), rule, &message, name, &region.json(), out)
    }

    fn untrue(
        &mut self,
        name: &Name,
        rule: &Rule,
        untrue: &Untrue,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let message = format!("{}.", words::untrue(rule, untrue));
        self.result(UNTRUE, None, &message, name, WHOLE, out)
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, _: &mut Vec<u8>) -> io::Result<()> {
        self.notifications.push(json!({
            "level": "note",
            "message": { "text": format!("{}: {}", name.shown(), dialect.message) },
            "locations": [location(name)],
        }));
        Ok(())
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let message = format!("{}.", words::other_encoding(name, other));
        let region = json!({
            "startLine": 1,
            "startColumn": 1,
            "byteOffset": 0,
            "byteLength": other.signature.len(),
        });
        self.result(OTHER, Some(KINDS.len()), &message, name, &region.to_string(), out)
    }

    fn throughout(&mut self, name: &Name, coding: Coding, out: &mut Vec<u8>) -> io::Result<()> {
        let message = format!("{}.", words::throughout(name, coding));
        self.result(OTHER, Some(KINDS.len()), &message, name, WHOLE, out)
    }

    fn binary(&mut self, name: &Name, errors: u64, out: &mut Vec<u8>) -> io::Result<()> {
        let message = format!("{}.", words::binary(errors));
        self.result(BINARY, Some(KINDS.len() + 1), &message, name, WHOLE, out)
    }

    fn trouble(&mut self, name: &Name, what: &str) {
        self.notifications.push(json!({
            "level": "error",
            "message": { "text": format!("{}: {what}", name.shown()) },
            "locations": [location(name)],
        }));
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) -> io::Result<()> {
        let invocation = json!({
            "executionSuccessful": summary.trouble == 0,
            "toolExecutionNotifications": self.notifications,
        });
        let properties = json!({
            "files": summary.files,
            "bytes": summary.tally.bytes,
            "malformedSubparts": summary.tally.subparts,
            "groups": summary.tally.groups,
            "binaryFilesSkipped": summary.binary.len(),
        });
        write!(out, "],\"invocations\":[")?;
        write_json(&invocation, out)?;
        write!(out, "],\"properties\":")?;
        write_json(&properties, out)?;
        writeln!(out, "}}]}}")
    }
}

impl Sarif {
    fn result(
        &mut self,
        rule: &str,
        rule_index: Option<usize>,
        message: &str,
        name: &Name,
        region: &str,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        put(&[if self.results > 0 { ",\n" } else { "\n" }], out);
        self.results += 1;
        put(&["{\"level\":\"error\",\"locations\":[{\"physicalLocation\":"], out);
        put(&["{\"artifactLocation\":{\"uri\":\"", &name.uri(), "\"},\"region\":"], out);
        put(&[region, "}}],\"message\":{\"text\":"], out);
        write_json(message, out)?;
        put(&["},\"ruleId\":\"", rule, "\""], out);
        if let Some(index) = rule_index {
            put_number(",\"ruleIndex\":", index, out);
        }
        put(&["}"], out);
        Ok(())
    }
}

/// Where the bytes of a result are. It is written by hand, as the result is: there can be
/// millions.
struct Region<'a> {
    line: u64,
    column: u64,
    subparts: usize,
    offset: u64,
    bytes: &'a [u8],
}

impl Region<'_> {
    fn json(&self) -> String {
        let mut json = Vec::with_capacity(160);
        let out = &mut json;
        put_number("{\"byteLength\":", self.bytes.len(), out);
        put_number(",\"byteOffset\":", self.offset, out);
        put_number(",\"endColumn\":", self.column + self.subparts as u64, out);
        let mut snippet = String::new();
        match utf8::is_valid(self.bytes) {
            true => escape::escape(self.bytes, &mut snippet),
            false => escape::escape_malformed(self.bytes, &mut snippet),
        }
        put(&[",\"snippet\":{\"text\":"], out);
        write_json(&snippet, out).expect("memory can be written");
        put(&["}"], out);
        put_number(",\"startColumn\":", self.column, out);
        put_number(",\"startLine\":", self.line, out);
        put(&["}"], out);
        String::from_utf8(json).expect("JSON is UTF-8")
    }
}

/// The record of something, as a sentence behind another.
fn in_record(place: &records::Place) -> String {
    format!(" It is in {}.", words::record(place))
}

/// A file as a whole.
fn location(name: &Name) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": name.uri() } } })
}

fn rule(id: &str, short: &str, help: &str) -> Value {
    let mut rule = json!({
        "id": id,
        "shortDescription": { "text": format!("{short}.") },
        "defaultConfiguration": { "level": "error" },
    });
    if !help.is_empty() {
        rule["help"] = json!({ "text": help });
    }
    rule
}

/// The region of what is said of a whole file.
const WHOLE: &str = "{\"startLine\":1}";

const OTHER: &str = "other-encoding";

const OTHER_HELP: &str = "The file is in another encoding from front to back: its signature, \
    its zero bytes or its letters say so. Convert it to UTF-8.";

const BINARY: &str = "binary";

const BINARY_HELP: &str = "The file was named, and looks binary: it has zero bytes, or begins as a \
    binary format does. Leave such files out (--binary=skip).";

/// The kinds that UTF-8 has.
const KINDS: [MalformedKind; 8] = [
    MalformedKind::Overlong,
    MalformedKind::Surrogate,
    MalformedKind::TooLarge,
    MalformedKind::ObsoleteForm,
    MalformedKind::NeverValid,
    MalformedKind::UnexpectedContinuation,
    MalformedKind::Incomplete,
    MalformedKind::IncompleteAtEnd,
];

fn help(kind: MalformedKind) -> &'static str {
    match kind {
        MalformedKind::Overlong => {
            "The sequence is longer than its code point needs. RFC 3629 forbids it, because \
             filters can be passed with it. C0 80 is how Modified UTF-8 (Java) writes U+0000."
        }
        MalformedKind::Surrogate => {
            "U+D800 to U+DFFF belong to UTF-16 and have no UTF-8 form. A pair of them is CESU-8 \
             (Oracle, MySQL, Java); one alone is WTF-8."
        }
        MalformedKind::TooLarge => "The sequence stands for a value above U+10FFFF, the last one.",
        MalformedKind::ObsoleteForm => {
            "F8 to FD began sequences of five and six bytes in RFC 2279, obsolete since 2003."
        }
        MalformedKind::NeverValid => "FE and FF occur in no form of UTF-8.",
        MalformedKind::UnexpectedContinuation => {
            "80 to BF continue a sequence, and none was begun. In text that is ASCII otherwise \
             this is most often Windows-1252."
        }
        MalformedKind::Incomplete => {
            "A sequence was begun, and the next byte does not continue it. Text in Windows-1252 \
             or ISO-8859-1 looks like this, and text that was cut and joined."
        }
        MalformedKind::IncompleteAtEnd => {
            "The input ends within a sequence: it was probably cut off."
        }
        _ => "",
    }
}
