//! The formats of the report: one file each, behind one small trait.

mod baseline;
mod excerpt;
mod finding;
mod github;
pub(crate) mod html;
mod json;
mod memo;
mod names;
mod sarif;
mod summary;
mod text;
mod totals;
pub(crate) mod words;

pub(crate) use baseline::Baseline;
pub(crate) use finding::{CONTEXT, Finding, Misread, Refused};
pub(crate) use github::{data, property};
pub(crate) use summary::lines as summary_lines;
pub(crate) use totals::{Cut, Summary, Tally};

use crate::args::Format;
use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::name::Name;
use crate::rules::{Rule, Untrue};
use crate::settings::{Report, ReportKind};
use placemat::detect::OtherEncoding;
use std::io;

/// A format of the report. What it writes cannot be broken out of, whatever the
/// names and the bytes are.
pub(crate) trait Renderer {
    fn begin(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// The errors that follow are those of other bytes, of this file.
    fn other_bytes(&mut self, _name: &Name) {}

    /// Another one that makes the same of the same errors, wherever in a file they begin; none if
    /// it depends on what was reported before.
    fn fork(&self) -> Option<Box<dyn Renderer + Send>> {
        None
    }

    /// Malformed UTF-8. Of the same bytes, errors come from front to back.
    fn error(&mut self, _finding: &Finding<'_>, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// What a profile refuses.
    fn refused(&mut self, _refused: &Refused<'_>, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// Text that is malformed in the encoding that was asked for.
    fn misread(&mut self, _name: &Name, _found: &Misread, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// A file that is not what is said of it.
    fn untrue(
        &mut self,
        _name: &Name,
        _rule: &Rule,
        _untrue: &Untrue,
        _out: &mut Vec<u8>,
    ) -> io::Result<()> {
        Ok(())
    }

    /// A file whose errors a relative of UTF-8 explains.
    fn dialect(&mut self, _name: &Name, _dialect: &Dialect, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// A file that is not UTF-8 at all.
    fn other_encoding(
        &mut self,
        _name: &Name,
        _other: OtherEncoding,
        _out: &mut Vec<u8>,
    ) -> io::Result<()> {
        Ok(())
    }

    /// A file that is text in a legacy encoding from front to back: told before its
    /// errors.
    fn throughout(&mut self, _name: &Name, _coding: Coding, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// A file that was named, looks binary, and has so many malformed subparts.
    fn binary(&mut self, _name: &Name, _errors: u64, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// Not every error of the file was shown.
    fn cut(&mut self, _cut: &Cut, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// The end of a file that was judged, and whether anything was found in it.
    fn end_file(&mut self, _name: &Name, _found: bool, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// A file that could not be checked; standard error tells it to people.
    fn trouble(&mut self, _name: &Name, _what: &str) {}

    fn end(&mut self, _summary: &Summary, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

/// Quiet: the exit code tells.
struct Nothing;

impl Renderer for Nothing {}

/// The kind of what is said of a file that is no UTF-8 at all.
const OTHER_ENCODING: &str = "other-encoding";

/// The kind of what is said of a file that is not in the encoding that is declared.
const UNTRUE: &str = "not-as-declared";

/// The renderer of a format.
pub(crate) fn renderer(settings: &Report) -> Box<dyn Renderer + Send> {
    match settings.kind {
        ReportKind::Nothing => Box::new(Nothing),
        ReportKind::Names { clean, null } => {
            Box::new(names::Names::new(clean, null, settings.terminal))
        }
        ReportKind::Findings(Format::Text) => Box::new(text::Text::new(settings)),
        ReportKind::Findings(Format::Json) => Box::new(json::Json::default()),
        ReportKind::Findings(Format::Sarif) => Box::new(sarif::Sarif::new(settings)),
        ReportKind::Findings(Format::Github) => Box::new(github::Github::new(settings)),
    }
}
