//! The report for people: the place, the reason, the line, and a mark.

use super::words::{self, count};
use super::{Finding, Renderer, Styles, summary};
use crate::check::{Cut, Dialect, Misread, OtherEncoding, Summary};
use crate::escape;
use crate::name::Name;
use crate::settings::Report;
use placemat::Malformed;
use placemat::utf8;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) struct Text {
    width: usize,
    stats: bool,
    styles: Styles,
}

impl Text {
    pub(super) fn new(settings: &Report) -> Self {
        Self { width: settings.width, stats: settings.stats, styles: Styles::new(settings.color) }
    }
}

impl Renderer for Text {
    fn error(&mut self, finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
        let at = finding.place;
        let (before, after) = finding.around();
        let sides = Sides {
            before,
            bad: finding.bytes(),
            after,
            // More of the line may be there than is known.
            longer: at.column() - 1 > before.len() as u64,
            behind: after.len() >= crate::check::CONTEXT,
        };
        let (line, column) = (at.line(), at.column());
        self.show(
            (&finding.name.shown(), line, column),
            &words::sentence(finding),
            &sides,
            &remark(finding),
            out,
        )
    }

    fn misread(&mut self, name: &Name, found: &Misread, out: &mut dyn Write) -> io::Result<()> {
        let sides = Sides {
            before: found.before.0.as_bytes(),
            bad: &found.bytes,
            after: found.after.0.as_bytes(),
            longer: found.before.1,
            behind: found.after.1,
        };
        let remark = format!("offset {}", found.offset);
        let place = (&*name.shown(), found.line, found.column);
        self.show(place, &words::misread(found), &sides, &remark, out)
    }

    fn dialect(&mut self, name: &Name, dialect: &Dialect, out: &mut dyn Write) -> io::Result<()> {
        let Styles { place, note, .. } = &self.styles;
        writeln!(out, "{place}{}:{place:#} {note}{}{note:#}", name.shown(), dialect.message)
    }

    fn other_encoding(
        &mut self,
        name: &Name,
        other: OtherEncoding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let place = self.styles.place;
        writeln!(out, "{place}{}:{place:#} {}", name.shown(), words::other_encoding(other))
    }

    fn cut(&mut self, cut: &Cut, out: &mut dyn Write) -> io::Result<()> {
        let more =
            count(cut.errors - cut.shown, "more malformed subpart", "more malformed subparts");
        let place = self.styles.place;
        writeln!(out, "{place}{}:{place:#} {more} (--all shows them)", cut.name.shown())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
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
    /// A sentence, the line that it is about, and a mark.
    fn show(
        &self,
        (name, line, column): (&str, u64, u64),
        sentence: &str,
        sides: &Sides<'_>,
        remark: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Styles { place, gutter, malformed, note, .. } = &self.styles;
        writeln!(out, "{place}{name}:{line}:{column}:{place:#} {sentence}")?;

        let number = line.to_string();
        let empty = " ".repeat(number.len());
        // Two spaces, the number, a bar between spaces.
        let excerpt = Excerpt::new(sides, self.width.saturating_sub(number.len() + 5));
        let Excerpt { before, bad, after } = &excerpt;
        writeln!(
            out,
            "  {gutter}{number} |{gutter:#} {before}{malformed}{bad}{malformed:#}{after}"
        )?;

        let (indent, mark) = (before.width(), bad.width());
        let (indent, mark) = (" ".repeat(indent), "^".repeat(mark));
        write!(out, "  {gutter}{empty} |{gutter:#} {indent}{malformed}{mark}{malformed:#}")?;
        if number.len() + 5 + indent.len() + mark.len() + 1 + remark.width() > self.width {
            write!(out, "\n  {gutter}{empty} |{gutter:#}")?;
        }
        writeln!(out, " {note}{remark}{note:#}")
    }
}

/// What is known of a line.
struct Sides<'a> {
    before: &'a [u8],
    bad: &'a [u8],
    after: &'a [u8],
    /// There is more of the line before it, and behind it.
    longer: bool,
    behind: bool,
}

/// Where it is, and what it probably is.
fn remark(finding: &Finding<'_>) -> String {
    let mut remark = format!("offset {}", finding.place.offset);
    if let Some(text) = finding.windows_1252() {
        let mut safe = String::new();
        escape::escape(text.as_bytes(), &mut safe);
        remark += &format!(". Read as Windows-1252: \"{safe}\"");
    }
    remark
}

/// The part of a line that fits, safe to print.
struct Excerpt {
    before: String,
    bad: String,
    after: String,
}

impl Excerpt {
    fn new(sides: &Sides<'_>, width: usize) -> Self {
        let Sides { before, after, longer, behind, .. } = *sides;
        let mut bad = String::new();
        escape::escape_malformed(sides.bad, &mut bad);
        let room = width.saturating_sub(bad.width()).max(16);

        let before = if longer { whole_front(before) } else { before };
        let after = if behind { whole_end(after) } else { after };
        // What one side does not need, the other can have.
        let most_before = Side::fill(utf8::code_points(before).rev(), before, room, longer);
        let most_after = Side::fill(utf8::code_points(after), after, room, behind);
        let for_before = room - most_after.width.min(room / 2);
        let front = most_before.cut_to(for_before);
        let back = most_after.cut_to(room - front.width);
        Self {
            before: shown(front.items.iter().rev(), before),
            bad,
            after: shown(back.items.iter(), after),
        }
    }
}

/// A code point, malformed bytes, or the sign for what is left out.
#[derive(Clone, Copy)]
enum Item {
    CodePoint(char),
    Malformed(Malformed),
    LeftOut,
}

impl Item {
    /// Appends it, safe to print; `line` is what malformed bytes are in.
    fn show(self, line: &[u8], out: &mut String) {
        match self {
            Self::CodePoint('\t') => out.push_str("    "),
            Self::CodePoint(c) => escape::escape_char(c, out),
            Self::Malformed(bad) => escape::escape_malformed(&line[bad.offset..bad.end()], out),
            Self::LeftOut => out.push('…'),
        }
    }

    /// How many columns it takes. `scratch` is empty before and behind.
    fn width(self, line: &[u8], scratch: &mut String) -> usize {
        if let Self::CodePoint(c @ ' '..='~') = self {
            return c.len_utf8();
        }
        self.show(line, scratch);
        let width = scratch.width();
        scratch.clear();
        width
    }
}

fn shown<'a>(items: impl Iterator<Item = &'a Item>, line: &[u8]) -> String {
    let mut text = String::new();
    items.for_each(|item| item.show(line, &mut text));
    text
}

/// What is shown on one side of the error, from the error on.
struct Side<'a> {
    line: &'a [u8],
    items: Vec<Item>,
    width: usize,
    /// There is more of the line.
    more: bool,
}

impl<'a> Side<'a> {
    /// As many of `items`, which are those of `line`, as fit into `room`.
    fn fill(
        items: impl Iterator<Item = Result<char, Malformed>>,
        line: &'a [u8],
        room: usize,
        more: bool,
    ) -> Self {
        let mut side = Self { line, items: Vec::new(), width: 0, more };
        let mut scratch = String::new();
        for item in items {
            let item = item.map_or_else(Item::Malformed, Item::CodePoint);
            side.width += item.width(line, &mut scratch);
            side.items.push(item);
            if side.width > room {
                side.more = true;
                break;
            }
        }
        side
    }

    /// No wider than `room`, with a sign for what is left out.
    fn cut_to(mut self, room: usize) -> Self {
        if self.width <= room && !self.more {
            return self;
        }
        let mut scratch = String::new();
        let sign = Item::LeftOut.width(self.line, &mut scratch);
        while self.width + sign > room
            && let Some(item) = self.items.pop()
        {
            self.width -= item.width(self.line, &mut scratch);
        }
        self.items.push(Item::LeftOut);
        self.width += sign;
        self
    }
}

/// Without the end of a sequence whose start is not known.
fn whole_front(line: &[u8]) -> &[u8] {
    let stray = utf8::code_points(line).take(3).take_while(Result::is_err).count();
    &line[stray..]
}

/// Without the start of a sequence whose end is not known.
fn whole_end(line: &[u8]) -> &[u8] {
    match utf8::code_points(line).next_back() {
        Some(Err(bad)) => &line[..bad.offset],
        _ => line,
    }
}
