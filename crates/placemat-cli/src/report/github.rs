//! Annotations of GitHub workflows: `::error file=..,line=..,col=..::message`.

use super::memo::Memo;
use super::{Cut, Misread, Refused, Summary};
use super::{Finding, Renderer, summary, words};
use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::escape;
use crate::print::name::Name;
use crate::print::put::{put, put_number};
use crate::rules::{Rule, Untrue};
use crate::settings::Report;
use placemat::detect::OtherEncoding;
use placemat_profile::records;
use std::io::{self, Write};

#[derive(Clone)]
pub(super) struct Github {
    /// What files are judged as, for people.
    encoding: &'static str,
    /// Tell what was read, also when nothing is wrong.
    stats: bool,
    /// The file that errors are in, as a property.
    file: String,
    said: Memo<Said>,
}

/// What is said of an error before its offset, and behind it.
#[derive(Clone, Default)]
struct Said {
    message: String,
    remark: String,
}

impl Renderer for Github {
    fn other_bytes(&mut self, name: &Name) {
        self.file = property(&name.lossy());
    }

    fn fork(&self) -> Option<Box<dyn Renderer + Send>> {
        Some(Box::new(self.clone()))
    }

    fn error(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let place = finding.place;
        self.command(&self.file, (place.line(), place.column_code_points()), out);
        let said = self.said.of(finding, |said| {
            said.message = format!("{} (offset ", data(&words::sentence(finding)));
            said.remark = match finding.windows_1252() {
                Some(text) => {
                    let text = data(&text.collect::<String>());
                    format!("). Read as Windows-1252: \"{text}\"\n")
                }
                None => ")\n".to_owned(),
            };
        });
        put_number(&said.message, place.offset(), out);
        put(&[&in_record(finding.record), &said.remark], out);
        Ok(())
    }

    fn refused(&mut self, refused: &Refused<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Refused { place, refusal, .. } = refused;
        let (line, column) = (place.line(), place.column_code_points());
        put(&["::error file=", &self.file], out);
        put_number(",line=", line, out);
        put_number(",col=", column, out);
        put(&[",title=Refused by ", refusal.profile.name(), "::"], out);
        put(&[&data(&refusal.reason())], out);
        put_number(" (offset ", place.offset(), out);
        put(&[&in_record(refused.record), "). ", &data(&words::advice(refusal)), "\n"], out);
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let file = property(&name.lossy());
        let (line, column) = (found.line, found.column_code_points);
        self.command_of(found.encoding, &file, (line, column), out);
        put(&[&data(&words::misread(found))], out);
        put_number(" (offset ", found.offset, out);
        put(&[")\n"], out);
        Ok(())
    }

    fn untrue(
        &mut self,
        name: &Name,
        rule: &Rule,
        untrue: &Untrue,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let (file, message) = (property(&name.lossy()), data(&words::untrue(rule, untrue)));
        writeln!(out, "::error file={file},title=Not as declared::{message}")
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, out: &mut Vec<u8>) -> io::Result<()> {
        let (file, message) = (property(&name.lossy()), data(&dialect.message));
        writeln!(out, "::notice file={file},title=Not UTF-8::{message}")
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        not_utf8(name, &words::other_encoding(name, other), out)
    }

    fn throughout(&mut self, name: &Name, coding: Coding, out: &mut Vec<u8>) -> io::Result<()> {
        not_utf8(name, &words::throughout(name, coding), out)
    }

    fn binary(&mut self, name: &Name, errors: u64, out: &mut Vec<u8>) -> io::Result<()> {
        not_utf8(name, &words::binary(errors), out)
    }

    fn cut(&mut self, cut: &Cut, out: &mut Vec<u8>) -> io::Result<()> {
        let file = property(&cut.name.lossy());
        let more = cut.more();
        writeln!(out, "::error file={file},title=Malformed {}::{more}", self.encoding)
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) -> io::Result<()> {
        let mut lines = if self.stats { summary::stats(summary) } else { Vec::new() };
        lines.extend(summary::lines(summary));
        if lines.is_empty() {
            return Ok(());
        }
        // As a command, too: its message cannot be taken for another command.
        writeln!(out, "::notice title=placemat check::{}", data(&lines.join(" ")))
    }
}

impl Github {
    pub(super) fn new(settings: &Report) -> Self {
        Self {
            encoding: settings.judged_as.unwrap_or("UTF-8"),
            stats: settings.stats,
            file: String::new(),
            said: Memo::default(),
        }
    }

    /// The command of an error, to which the message belongs.
    fn command(&self, file: &str, place: (u64, u64), out: &mut Vec<u8>) {
        self.command_of(self.encoding, file, place, out);
    }

    /// The same for text in this encoding.
    fn command_of(
        &self,
        encoding: &str,
        file: &str,
        (line, column): (u64, u64),
        out: &mut Vec<u8>,
    ) {
        put(&["::error file=", file], out);
        put_number(",line=", line, out);
        put_number(",col=", column, out);
        put(&[",title=Malformed ", encoding, "::"], out);
    }
}

/// The record of something, behind its offset.
fn in_record(record: Option<&records::Place>) -> String {
    record.map_or_else(String::new, |place| format!(", {}", data(&words::record(place))))
}

fn not_utf8(name: &Name, message: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let (file, message) = (property(&name.lossy()), data(message));
    writeln!(out, "::error file={file},title=Not UTF-8::{message}")
}

/// A message: `%`, CR and LF as the runner decodes them; whatever else could
/// act on a terminal, as everywhere.
pub(crate) fn data(text: &str) -> String {
    encode(text, &[])
}

/// The name of a file as the value of a property, in which `:` and `,` would end it. It is compared with names in a
/// repository, which do not begin with `./`.
pub(crate) fn property(file: &str) -> String {
    encode(file.strip_prefix("./").unwrap_or(file), &[':', ','])
}

fn encode(text: &str, more: &[char]) -> String {
    let plain = |c: u8| matches!(c, b' '..=b'~') && c != b'%' && !more.contains(&char::from(c));
    if text.bytes().all(plain) {
        return text.to_owned();
    }
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
