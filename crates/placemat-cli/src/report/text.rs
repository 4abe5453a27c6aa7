//! The report for people: the place, the reason, the line, and a mark.

use super::excerpt::{self, Strip, columns};
use super::words;
use super::{Cut, Misread, Summary};
use super::{Finding, Renderer, summary};
use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::Ink;
use crate::print::Styles;
use crate::print::escape;
use crate::print::name::Name;
use crate::print::put::{put, repeat};
use crate::print::words::count;
use crate::settings::Report;
use placemat::detect::OtherEncoding;
use std::io::{self, Write};
use std::ops::Range;

#[derive(Clone)]
pub(super) struct Text {
    width: usize,
    stats: bool,
    place: Ink,
    gutter: Ink,
    malformed: Ink,
    note: Ink,
    /// The line that errors were last told of.
    strip: Strip,
    /// The name of the file that they are in.
    name: String,
    /// What is written about an error: there can be millions.
    sentence: String,
    remark: String,
}

impl Text {
    /// What a whole file is.
    fn whole(&self, name: &Name, what: &str, out: &mut Vec<u8>) -> io::Result<()> {
        self.place.put(&[&name.shown(), ":"], out);
        put(&[" ", what, "\n"], out);
        Ok(())
    }

    pub(super) fn new(settings: &Report) -> Self {
        let styles = Styles::new(settings.color);
        Self {
            width: settings.width,
            stats: settings.stats,
            place: Ink::new(styles.place),
            gutter: Ink::new(styles.gutter),
            malformed: Ink::new(styles.malformed),
            note: Ink::new(styles.note),
            strip: Strip::default(),
            name: String::new(),
            sentence: String::new(),
            remark: String::new(),
        }
    }
}

impl Renderer for Text {
    fn other_bytes(&mut self, name: &Name) {
        self.strip.clear();
        self.name = name.shown();
    }

    fn fork(&self) -> Option<Box<dyn Renderer + Send>> {
        Some(Box::new(self.clone()))
    }

    fn error(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let (line, column) = (finding.place.line(), finding.place.column());
        let (group, bytes) = (&finding.group, finding.bytes_around);
        let bad = self.strip.cover(bytes, group.offset..group.end(), column - 1, self.width);
        self.sentence.clear();
        words::push_sentence(finding, &mut self.sentence);
        self.remark.clear();
        push_remark(finding, &mut self.remark);
        self.show((&self.name, line, column), &self.sentence, bad, &self.remark, out);
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let (before, after) = (&found.before, &found.after);
        let bad =
            self.strip.hold((&before.0, before.1), &found.bytes, (&after.0, after.1), self.width);
        let remark = format!("offset {}", found.offset);
        let name = name.shown();
        let place = (&*name, found.line, found.column);
        self.show(place, &words::misread(found), bad, &remark, out);
        Ok(())
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, out: &mut Vec<u8>) -> io::Result<()> {
        self.place.put(&[&name.shown(), ":"], out);
        put(&[" "], out);
        self.note.put(&[&dialect.message], out);
        put(&["\n"], out);
        Ok(())
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.whole(name, &words::other_encoding(name, other), out)
    }

    fn throughout(&mut self, name: &Name, coding: Coding, out: &mut Vec<u8>) -> io::Result<()> {
        self.whole(name, &words::throughout(name, coding), out)
    }

    fn binary(&mut self, name: &Name, errors: u64, out: &mut Vec<u8>) -> io::Result<()> {
        self.whole(name, &words::binary(errors), out)
    }

    fn cut(&mut self, cut: &Cut, out: &mut Vec<u8>) -> io::Result<()> {
        let more =
            count(cut.errors - cut.shown, "more malformed subpart", "more malformed subparts");
        self.place.put(&[&cut.name.shown(), ":"], out);
        put(&[" ", &more, " (--all shows them)\n"], out);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) -> io::Result<()> {
        if self.stats {
            for line in summary::stats(summary) {
                writeln!(out, "{line}")?;
            }
        }
        for line in summary::lines(summary) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

impl Text {
    /// A sentence, the line that it is about, and a mark under `bad`, which are items of the
    /// strip.
    fn show(
        &self,
        (name, line, column): (&str, u64, u64),
        sentence: &str,
        bad: Range<usize>,
        remark: &str,
        out: &mut Vec<u8>,
    ) {
        let Self { place, gutter, malformed, note, .. } = self;
        let (mut line_digits, mut column_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
        let (number, column) = (line_digits.format(line), column_digits.format(column));
        place.put(&[name, ":", number, ":", column, ":"], out);
        put(&[" ", sentence, "\n"], out);

        // Two spaces, the number, a bar between spaces.
        let margin = number.len() + 5;
        let excerpt = self.strip.excerpt(bad, self.width.saturating_sub(margin));
        let sign = |more| if more { excerpt::SIGN } else { "" };
        let (before, after) = (sign(excerpt.more_before), sign(excerpt.more_behind));
        put(&["  "], out);
        gutter.put(&[number, " |"], out);
        put(&[" ", before, excerpt.before], out);
        malformed.put(&[excerpt.bad], out);
        put(&[excerpt.after, after, "\n"], out);

        let indent = usize::from(excerpt.more_before) + excerpt.columns_before;
        let mark = excerpt.bad.len();
        let bar = [&SPACES[..number.len()], " |"];
        put(&["  "], out);
        gutter.put(&bar, out);
        repeat(b' ', 1 + indent, out);
        malformed.begin(out);
        repeat(b'^', mark, out);
        malformed.end(out);
        if margin + indent + mark + 1 + columns(remark) > self.width {
            put(&["\n  "], out);
            gutter.put(&bar, out);
        }
        put(&[" "], out);
        note.put(&[remark], out);
        put(&["\n"], out);
    }
}

/// The digits of a line are no more.
const SPACES: &str = "                    ";

/// Appends where it is, and what it probably is.
fn push_remark(finding: &Finding<'_>, out: &mut String) {
    out.push_str("offset ");
    out.push_str(itoa::Buffer::new().format(finding.place.offset));
    if let Some(text) = finding.windows_1252() {
        out.push_str(". Read as Windows-1252: \"");
        text.for_each(|c| escape::escape_char(c, out));
        out.push('"');
    }
}
