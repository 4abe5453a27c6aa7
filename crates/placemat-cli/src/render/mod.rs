//! The formats of the report: one file each, behind one small trait.

mod excerpt;
mod github;
pub(crate) mod json;
mod names;
mod put;
mod sarif;
mod styles;
mod summary;
mod text;
pub(crate) mod words;

pub(crate) use github::{data, property};
pub(crate) use json::write_json;
pub(crate) use styles::Styles;
pub(crate) use words::{count, spaced, thousands};

use crate::args::Format;
use crate::check::{Cut, Dialect, Look, Misread, OtherEncoding, Place, Summary};
use crate::coding::Coding;
use crate::name::Name;
use crate::settings::{Report, ReportKind};
use placemat::Malformed;
use placemat::detect::is_windows_1252;
use placemat::encoding::single_byte;
use placemat::utf8::{self, Group};
use std::io;

/// One mistake, its place and what is around it.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) name: &'a Name,
    pub(crate) place: Place,
    /// Its offset is that in `bytes_around`.
    pub(crate) group: Group,
    pub(crate) look: Look,
    /// How many of its malformed subparts are shown: not all, if the limit ends within it.
    pub(crate) shown: usize,
    bytes_around: &'a [u8],
}

impl<'a> Finding<'a> {
    /// A group of `bytes`, which begins at `place`.
    pub(crate) fn new(
        name: &'a Name,
        bytes: &'a [u8],
        group: Group,
        place: Place,
        limit: u64,
    ) -> Self {
        let shown = group.subparts.min(usize::try_from(limit).unwrap_or(usize::MAX));
        Self { name, place, group, look: Look::of(bytes, &group), shown, bytes_around: bytes }
    }

    /// The malformed subparts that are shown; their offsets are those in the input.
    pub(crate) fn subparts(&self) -> impl Iterator<Item = Malformed<u64>> {
        // Two bytes behind the group tell what its last subpart is.
        let end = self.bytes_around.len().min(self.group.end() + 2);
        let errors = utf8::errors(&self.bytes_around[self.group.offset..end]).take(self.shown);
        errors.map(|bad| bad.in_stream(self.place.offset))
    }

    /// The malformed bytes.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.bytes_around[self.group.offset..self.group.end()]
    }

    /// The byte behind them, if the input goes on.
    pub(crate) fn next(&self) -> Option<u8> {
        self.bytes_around.get(self.group.end()).copied()
    }

    /// The bytes as Windows-1252, if that is what they look like.
    pub(crate) fn windows_1252(&self) -> Option<String> {
        let like = match self.look {
            Look::Windows1252 => true,
            Look::Unknown => false,
            // It looks like more than one thing.
            _ => is_windows_1252(self.bytes_around, &self.group),
        };
        like.then(|| self.bytes().iter().map(|&byte| single_byte::windows_1252(byte)).collect())
    }
}

/// A format of the report. What it writes cannot be broken out of, whatever the
/// names and the bytes are.
pub(crate) trait Renderer {
    fn begin(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// The errors that follow are those of other bytes.
    fn other_bytes(&mut self) {}

    /// Malformed UTF-8. Of the same bytes, errors come from front to back.
    fn error(&mut self, _finding: &Finding<'_>, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// Text that is malformed in the encoding that was asked for.
    fn misread(&mut self, _name: &Name, _found: &Misread, _out: &mut Vec<u8>) -> io::Result<()> {
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

/// The renderer of a format.
pub(crate) fn renderer(settings: &Report) -> Box<dyn Renderer + Send> {
    match settings.kind {
        ReportKind::Nothing => Box::new(Nothing),
        ReportKind::Names { clean, null } => {
            Box::new(names::Names::new(clean, null, settings.terminal))
        }
        ReportKind::Findings(Format::Text) => Box::new(text::Text::new(settings)),
        ReportKind::Findings(Format::Json) => Box::new(json::Json),
        ReportKind::Findings(Format::Sarif) => Box::new(sarif::Sarif::new(settings.judged_as)),
        ReportKind::Findings(Format::Github) => Box::new(github::Github {
            encoding: settings.judged_as.unwrap_or("UTF-8"),
            stats: settings.stats,
        }),
    }
}
