//! Annotations of GitHub workflows: `::error file=..,line=..,col=..::message`.

use super::{Finding, Renderer, summary, words};
use crate::check::{Cut, Dialect, Misread, OtherEncoding, Summary};
use crate::escape;
use crate::name::Name;
use std::io::{self, Write};

pub(super) struct Github {
    /// What files are judged as, for people.
    pub(super) encoding: &'static str,
}

impl Renderer for Github {
    fn error(&mut self, finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
        let place = finding.place;
        let mut message = format!("{} (offset {})", words::sentence(finding), place.offset);
        if let Some(text) = finding.windows_1252() {
            message += &format!(". Read as Windows-1252: \"{text}\"");
        }
        writeln!(
            out,
            "::error file={},line={},col={},title=Malformed {}::{}",
            property(&finding.name.lossy()),
            place.line(),
            place.column_code_points(),
            self.encoding,
            data(&message)
        )
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut dyn Write) -> io::Result<()> {
        let message = format!("{} (offset {})", words::misread(found), found.offset);
        writeln!(
            out,
            "::error file={},line={},col={},title=Malformed {}::{}",
            property(&name.lossy()),
            found.line,
            found.column_code_points,
            self.encoding,
            data(&message)
        )
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, out: &mut dyn Write) -> io::Result<()> {
        let (file, message) = (property(&name.lossy()), data(&dialect.message));
        writeln!(out, "::notice file={file},title=Not UTF-8::{message}")
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (file, message) = (property(&name.lossy()), data(&words::other_encoding(other)));
        writeln!(out, "::error file={file},title=Not UTF-8::{message}")
    }

    fn cut(&mut self, cut: &Cut, out: &mut dyn Write) -> io::Result<()> {
        let file = property(&cut.name.lossy());
        let more = words::count(
            cut.errors - cut.shown,
            "more malformed subpart",
            "more malformed subparts",
        );
        writeln!(out, "::error file={file},title=Malformed {}::{more}", self.encoding)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let lines = summary::lines(summary);
        if lines.is_empty() {
            return Ok(());
        }
        // As a command, too: its message cannot be taken for another command.
        writeln!(out, "::notice title=placemat check::{}", data(&lines.join(" ")))
    }
}

/// A message: `%`, CR and LF as the runner decodes them; whatever else could
/// act on a terminal, as everywhere.
pub(crate) fn data(text: &str) -> String {
    encode(text, &[])
}

/// The value of a property, in which `:` and `,` would end it.
pub(crate) fn property(text: &str) -> String {
    encode(text, &[':', ','])
}

fn encode(text: &str, more: &[char]) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '%' | '\r' | '\n' => out.push_str(&format!("%{:02X}", u32::from(c))),
            c if more.contains(&c) => out.push_str(&format!("%{:02X}", u32::from(c))),
            c => escape::escape_char(c, &mut out),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(data("a%0A\r\n::error::x\u{1B}"), "a%250A%0D%0A::error::x<U+001B>");
        assert_eq!(property("a,line=1::b\n"), "a%2Cline=1%3A%3Ab%0A");
    }
}
