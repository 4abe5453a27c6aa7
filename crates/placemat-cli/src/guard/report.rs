//! Findings in words, in the formats that `check` has, too.

use super::compare::{Comparison, Finding, What};
use super::harm::Harm;
use super::items::Item;
use super::text::{Ending, Form, Text};
use crate::args::PlainFormat;
use crate::print::Styles;
use crate::print::escape;
use crate::print::json::write_json;
use crate::print::name::{Name, NameFields, hex};
use crate::print::words::{count, spaced};
use crate::report::{data, property};
use crate::settings;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// How many code points of a line are shown on either side of a finding.
const AROUND: usize = 40;

/// How many bytes of a finding are shown to people.
const BYTES: usize = 12;

pub(super) struct Report {
    format: PlainFormat,
    limit: usize,
    styles: Styles,
    /// What is rendered, and not yet written.
    pub(super) pending: Vec<u8>,
    pub(super) totals: Totals,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Totals {
    r#type: &'static str,
    pub(super) files: u64,
    pub(super) files_damaged: u64,
    pub(super) findings: u64,
    pub(super) accepted: u64,
    pub(super) files_restored: u64,
    pub(super) trouble: u64,
}

#[derive(Serialize)]
struct Record<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    name: NameFields<'a>,
    kind: &'static str,
    line: u64,
    column: u64,
    offset: usize,
    length: usize,
    bytes: String,
    old_offset: usize,
    old_length: usize,
    old_bytes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'static str>,
    message: &'a str,
}

impl Report {
    pub(super) fn new(settings: &settings::Guard) -> Self {
        Self {
            format: settings.format,
            limit: settings.limit,
            styles: Styles::new(settings.color),
            pending: Vec::new(),
            totals: Totals { r#type: "summary", ..Totals::default() },
        }
    }

    /// Tells what a comparison found.
    pub(super) fn tell(
        &mut self,
        name: &Name,
        (old, new): (&[u8], &[u8]),
        comparison: &Comparison,
    ) -> io::Result<()> {
        self.totals.files += 1;
        self.totals.findings += comparison.findings.len() as u64;
        self.totals.accepted += comparison.accepted;
        if comparison.findings.is_empty() {
            return Ok(());
        }
        self.totals.files_damaged += 1;
        let texts = (Text::new(old), Text::new(new));
        for finding in comparison.findings.iter().take(self.limit) {
            let message = sentence(finding, &texts.0, &texts.1);
            match self.format {
                PlainFormat::Text => self.text(name, finding, &message, &texts)?,
                PlainFormat::Json => self.json(name, finding, &message, &texts)?,
                PlainFormat::Github => {
                    let (file, message) = (property(&name.lossy()), data(&message));
                    let Finding { line, column, .. } = finding;
                    let place = format!("file={file},line={line},col={column}");
                    writeln!(self.pending, "::error {place},title=Damaged text::{message}")?;
                }
            }
        }
        let more = comparison.findings.len().saturating_sub(self.limit) as u64;
        if more > 0 && self.format == PlainFormat::Text {
            let more = count(more, "more finding", "more findings");
            let place = self.styles.place;
            writeln!(self.pending, "{place}{}:{place:#} {more} (--all shows them)", name.shown())?;
        }
        Ok(())
    }

    fn text(
        &mut self,
        name: &Name,
        finding: &Finding,
        message: &str,
        (old, new): &(Text<'_>, Text<'_>),
    ) -> io::Result<()> {
        let Styles { place, removed, added, .. } = self.styles;
        let Finding { line, column, .. } = finding;
        let out = &mut self.pending;
        let name = name.shown();
        if let What::Unaligned { .. } = finding.what {
            return writeln!(out, "{place}{name}:{line}:{column}:{place:#} {message}");
        }
        if !matches!(finding.what, What::Harm(_)) {
            return writeln!(out, "{place}{name}:{place:#} {message}");
        }
        writeln!(out, "{place}{name}:{line}:{column}:{place:#} {message}")?;
        writeln!(out, "  {removed}- {}{removed:#}", around(old, &finding.old))?;
        writeln!(out, "  {added}+ {}{added:#}", around(new, &finding.new))
    }

    fn json(
        &mut self,
        name: &Name,
        finding: &Finding,
        message: &str,
        (old, new): &(Text<'_>, Text<'_>),
    ) -> io::Result<()> {
        let (lines, from, to) = match finding.what {
            What::LineEnding { from, to, lines } => {
                (Some(lines), Some(from.name()), Some(to.name()))
            }
            What::Encoding { from, to } => (None, Some(from.name()), Some(to.name())),
            What::Conversion { from, to } => (None, Some(from), Some(to)),
            What::Unaligned { lines, .. } => (Some(lines), None, None),
            _ => (None, None, None),
        };
        let record = Record {
            r#type: "damage",
            name: name.fields(),
            kind: finding.what.name(),
            line: finding.line,
            column: finding.column,
            offset: finding.new.start,
            length: finding.new.len(),
            bytes: hex(&new.bytes[finding.new.clone()]),
            old_offset: finding.old.start,
            old_length: finding.old.len(),
            old_bytes: hex(&old.bytes[finding.old.clone()]),
            lines,
            from,
            to,
            message,
        };
        write_json(&record, &mut self.pending)?;
        writeln!(self.pending)
    }

    /// The end: a sentence, or the totals. `hint` says what can be done.
    pub(super) fn end(&mut self, hint: &str) -> io::Result<()> {
        let Totals { files, files_damaged, findings, files_restored, .. } = self.totals;
        let place = match (files_damaged, files) {
            (1, 1) => "1 file".to_owned(),
            (with, all) => format!("{with} of {}", count(all, "file", "files")),
        };
        let mut line = format!("Damage: {} in {place}", count(findings, "place", "places"));
        if files_restored > 0 {
            let _ = write!(line, ", taken back in {}", count(files_restored, "file", "files"));
        }
        line += hint;
        match self.format {
            PlainFormat::Json => {
                write_json(&self.totals, &mut self.pending)?;
                writeln!(self.pending)
            }
            _ if findings == 0 => Ok(()),
            PlainFormat::Text => writeln!(self.pending, "{line}."),
            PlainFormat::Github => {
                writeln!(self.pending, "::notice title=placemat guard::{}.", data(&line))
            }
        }
    }
}

/// What was done, in one sentence without a full stop.
fn sentence(finding: &Finding, old: &Text<'_>, new: &Text<'_>) -> String {
    let (was, is) = (described(old, &finding.old), described(new, &finding.new));
    match finding.what {
        What::Harm(Harm::Replaced) => format!("{was} was replaced by {is}"),
        What::Harm(Harm::DoubleEncoded) => format!("{was} was encoded twice, to {is}"),
        What::Harm(Harm::Converted) => format!("{was} was converted to {is}"),
        What::Signature => match (old.signature_bytes(), new.signature_bytes()) {
            (was, []) => format!("the signature {} was removed", spaced(was)),
            ([], is) => format!("the signature {} was added", spaced(is)),
            (was, is) => format!("the signature {} became {}", spaced(was), spaced(is)),
        },
        What::LineEnding { from, to, lines } => {
            let lines = count(lines, "line", "lines");
            format!("the ends of {lines} were {} and are {}", ending(from), ending(to))
        }
        What::Unaligned { lines, signs } => {
            let signs_of = count(signs.signs, "sign", "signs");
            let gone = count(signs.gone, "code point", "code points");
            let them = count(lines, "line differs", "lines differ");
            format!(
                "{them} too much to be aligned with the old ones, and have {signs_of} of damage where {gone} \
                 beyond ASCII are gone; they cannot be taken back"
            )
        }
        What::Conversion { from, to } => format!(
            "converted from {from} to {to} throughout (--accept conversion if that was meant)"
        ),
        What::Encoding { from, to } if from == to => {
            "some of the text was converted to UTF-8, and the rest was not".to_owned()
        }
        What::Encoding { from, to } => {
            format!("the encoding was {} and is {}", form(from), form(to))
        }
    }
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Lf => "LF",
        Ending::CrLf => "CR LF",
        Ending::Cr => "CR",
        Ending::None => "nothing",
    }
}

fn form(form: Form) -> &'static str {
    match form {
        Form::EightBit => "one of 8 bits, not UTF-8,",
        Form::Binary => "none: it looks binary",
        form => form.name(),
    }
}

/// `"é" (C3 A9)`, `U+FFFD (EF BF BD)`, `E9`.
fn described(text: &Text<'_>, range: &Range<usize>) -> String {
    let bytes = &text.bytes[range.clone()];
    let mut digits = spaced(&bytes[..bytes.len().min(BYTES)]);
    if bytes.len() > BYTES {
        digits += " ..";
    }
    let items = text.items(range.clone());
    if items.iter().all(|item| item.is_fffd()) {
        return format!("U+FFFD ({digits})");
    }
    let mut shown = String::new();
    for item in items.iter().take(BYTES) {
        match item.code_point() {
            Some(c) => escape::escape_char(c, &mut shown),
            None => return digits,
        }
    }
    let more = if items.len() > BYTES { "…" } else { "" };
    format!("\"{shown}{more}\" ({digits})")
}

/// The part of the line around a finding, safe to print.
fn around(text: &Text<'_>, range: &Range<usize>) -> String {
    let at = text.lines.partition_point(|line| line.next <= range.start);
    let Some(line) = text.lines.get(at) else { return String::new() };
    // No code point has more than four bytes. One more shows whether there is more.
    let bytes = 4 * (AROUND + 1);
    let from = text.boundary(range.start.saturating_sub(bytes)).max(line.content.start);
    // A signature is before its line.
    let from = from.min(range.start);
    let to = line.content.end.min(range.end.saturating_add(bytes));
    let before = text.items(from..range.start);
    let behind = text.items(range.end.min(to)..to);
    let mut shown =
        String::from(if before.len() > AROUND || from > line.content.start { "…" } else { "" });
    let mut show = |items: &[Item]| {
        for item in items {
            match item.code_point() {
                Some(c) => escape::escape_char(c, &mut shown),
                None => escape::escape_malformed(&text.bytes[item.start..item.end], &mut shown),
            }
        }
    };
    show(&before[before.len().saturating_sub(AROUND)..]);
    show(&text.items(range.clone()));
    show(&behind[..behind.len().min(AROUND)]);
    shown + if behind.len() > AROUND { "…" } else { "" }
}
