//! The report for people: the place, the reason, the line, and a mark.

use super::excerpt::{self, Excerpt, Strip, columns};
use super::memo::Memo;
use super::words;
use super::{Cut, Misread, Refused, Summary};
use super::{Finding, Renderer, summary};
use crate::coding::Coding;
use crate::identify::Dialect;
use crate::print::Ink;
use crate::print::Styles;
use crate::print::escape;
use crate::print::name::Name;
use crate::print::put::{put, put_number, repeat};
use crate::rules::{Rule, Untrue};
use crate::settings::Report;
use placemat::detect::OtherEncoding;
use placemat_profile::records;
use std::io::{self, Write};

#[derive(Clone)]
pub(super) struct Text {
    stats: bool,
    inks: Inks,
    /// The line that errors were last told of, and what is on its left.
    strip: Strip,
    margin: Margin,
    /// The name of the file that they are in.
    name: String,
    said: Memo<Said>,
}

#[derive(Clone)]
struct Inks {
    /// How many columns there are.
    width: usize,
    place: Ink,
    gutter: Ink,
    malformed: Ink,
    note: Ink,
}

/// What is the same for all errors of a line.
#[derive(Clone, Default)]
struct Margin {
    /// From 1; 0: of no line.
    line: u64,
    /// The file and the line, before the column.
    place: Vec<u8>,
    /// What stands before the text, and before the mark: the number of the line and a bar, and
    /// a bar alone.
    number: Vec<u8>,
    bar: Vec<u8>,
    /// How many columns either takes.
    columns: usize,
}

/// What is said of an error: a sentence, and what follows its offset.
#[derive(Clone, Default)]
struct Said {
    sentence: String,
    remark: String,
    /// How many columns the remark takes.
    columns: usize,
}

impl Text {
    pub(super) fn new(settings: &Report) -> Self {
        let styles = Styles::new(settings.color);
        Self {
            stats: settings.stats,
            inks: Inks {
                width: settings.width,
                place: Ink::new(styles.place),
                gutter: Ink::new(styles.gutter),
                malformed: Ink::new(styles.malformed),
                note: Ink::new(styles.note),
            },
            strip: Strip::default(),
            margin: Margin::default(),
            name: String::new(),
            said: Memo::default(),
        }
    }

    /// What a whole file is.
    fn whole(&self, name: &Name, what: &str, out: &mut Vec<u8>) -> io::Result<()> {
        self.inks.place.put(&[&name.shown(), ":"], out);
        put(&[" ", what, "\n"], out);
        Ok(())
    }
}

impl Renderer for Text {
    fn other_bytes(&mut self, name: &Name) {
        self.strip.clear();
        self.name = name.shown();
        self.margin.line = 0;
    }

    fn fork(&self) -> Option<Box<dyn Renderer + Send>> {
        Some(Box::new(self.clone()))
    }

    fn error(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Self { inks, strip, margin, name, said, .. } = self;
        let (place, group, bytes) = (finding.place, &finding.group, finding.bytes_around);
        if margin.line != place.line() {
            *margin = inks.margin(name, place.line());
        }
        let passed = place.column() - 1;
        let bad = strip.cover(bytes, group.offset..group.end(), passed, inks.width);
        let excerpt = strip.excerpt(bad, inks.width.saturating_sub(margin.columns));
        let said = said.of(finding, |said| {
            said.sentence = words::sentence(finding);
            said.remark = remark(finding);
            said.columns = columns(&said.remark);
        });
        let record = finding.record.map_or_else(String::new, in_record);
        inks.show((margin, place.column(), place.offset()), said, &record, &excerpt, out);
        Ok(())
    }

    fn refused(&mut self, refused: &Refused<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let Self { inks, strip, margin, name, .. } = self;
        let place = refused.place;
        *margin = inks.margin(name, place.line());
        let passed = place.column() - 1;
        // Behind an end of line that is refused, another line begins.
        let around = match refused.bytes() {
            [.., b'\n'] => &refused.bytes_around[..refused.range().end],
            _ => refused.bytes_around,
        };
        let bad = strip.cover(around, refused.range(), passed, inks.width);
        let excerpt = strip.excerpt(bad, inks.width.saturating_sub(margin.columns));
        let remark = format!(". {}", words::advice(refused.refusal));
        let said =
            Said { sentence: words::refusal(refused.refusal), columns: columns(&remark), remark };
        let record = refused.record.map_or_else(String::new, in_record);
        inks.show((margin, place.column(), place.offset()), &said, &record, &excerpt, out);
        Ok(())
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut Vec<u8>) -> io::Result<()> {
        let Self { inks, strip, .. } = self;
        let (before, after) = (&found.before, &found.after);
        let bad = strip.hold((&before.0, before.1), &found.bytes, (&after.0, after.1), inks.width);
        let margin = inks.margin(&name.shown(), found.line);
        let excerpt = strip.excerpt(bad, inks.width.saturating_sub(margin.columns));
        let said = Said { sentence: words::misread(found), ..Said::default() };
        inks.show((&margin, found.column, found.offset), &said, "", &excerpt, out);
        Ok(())
    }

    fn untrue(
        &mut self,
        name: &Name,
        rule: &Rule,
        untrue: &Untrue,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.whole(name, &words::untrue(rule, untrue), out)
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, out: &mut Vec<u8>) -> io::Result<()> {
        self.inks.place.put(&[&name.shown(), ":"], out);
        put(&[" "], out);
        self.inks.note.put(&[&dialect.message], out);
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
        let more = cut.more();
        self.inks.place.put(&[&cut.name.shown(), ":"], out);
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

impl Inks {
    fn margin(&self, name: &str, line: u64) -> Margin {
        let digits = line.to_string();
        let mut margin = Margin { line, columns: digits.len() + 5, ..Margin::default() };
        put(&[&self.place.begin, name, ":", &digits, ":"], &mut margin.place);
        for (text, margin) in
            [(&*digits, &mut margin.number), (&" ".repeat(digits.len()), &mut margin.bar)]
        {
            put(&["  "], margin);
            self.gutter.put(&[text, " |"], margin);
            put(&[" "], margin);
        }
        margin
    }

    /// A sentence, the line that it is about, and a mark under what is wrong. The place is its
    /// margin, its column, and its offset; and its record in words, or nothing.
    fn show(
        &self,
        (margin, column, offset): (&Margin, u64, u64),
        said: &Said,
        record: &str,
        excerpt: &Excerpt<'_>,
        out: &mut Vec<u8>,
    ) {
        let Self { width, place, malformed, note, .. } = self;
        out.extend_from_slice(&margin.place);
        put_number("", column, out);
        put(&[":", &place.end, " ", &said.sentence, "\n"], out);

        out.extend_from_slice(&margin.number);
        let sign = |more| if more { excerpt::SIGN } else { "" };
        put(&[sign(excerpt.more_before), excerpt.before], out);
        malformed.put(&[excerpt.bad], out);
        put(&[excerpt.after, sign(excerpt.more_behind), "\n"], out);

        let (indent, mark) = (
            usize::from(excerpt.more_before) + excerpt.columns_before,
            columns(excerpt.bad).max(1),
        );
        out.extend_from_slice(&margin.bar);
        repeat(b' ', indent, out);
        put(&[&malformed.begin], out);
        repeat(b'^', mark, out);
        put(&[&malformed.end], out);
        let (mut digits, words) = (itoa::Buffer::new(), " offset ");
        let offset = digits.format(offset);
        let remark = words.len() + offset.len() + columns(record) + said.columns;
        if margin.columns + indent + mark + remark > *width {
            // In front of the space that begins the remark.
            put(&["\n"], out);
            out.extend_from_slice(&margin.bar[..margin.bar.len() - 1]);
        }
        let remark = [" ", &note.begin, &words[1..], offset, record, &said.remark, &note.end, "\n"];
        put(&remark, out);
    }
}

/// The record of something, behind its offset.
fn in_record(place: &records::Place) -> String {
    format!(", {}", words::record(place))
}

/// What it probably is.
fn remark(finding: &Finding<'_>) -> String {
    let mut remark = String::new();
    if let Some(text) = finding.windows_1252() {
        remark.push_str(". Read as Windows-1252: \"");
        text.for_each(|c| escape::escape_char(c, &mut remark));
        remark.push('"');
    }
    remark
}
