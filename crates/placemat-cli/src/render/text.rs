//! The report for people: the place, the reason, the line, and a mark.

use super::words::{self, count};
use super::{Finding, Renderer, summary};
use crate::check::{Cut, OtherEncoding, Summary};
use crate::escape;
use crate::name::Name;
use crate::settings::Report;
use anstyle::{AnsiColor, Style};
use placemat::utf8;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) struct Text {
    width: usize,
    stats: bool,
    styles: Styles,
}

/// How things look; all plain without colour.
#[derive(Default)]
struct Styles {
    place: Style,
    gutter: Style,
    malformed: Style,
    note: Style,
}

impl Text {
    pub(super) fn new(settings: &Report) -> Self {
        let styles = Styles {
            place: Style::new().bold(),
            gutter: AnsiColor::Blue.on_default(),
            malformed: AnsiColor::Red.on_default().bold(),
            note: AnsiColor::Cyan.on_default(),
        };
        Self {
            width: settings.width,
            stats: settings.stats,
            styles: if settings.color { styles } else { Styles::default() },
        }
    }
}

impl Renderer for Text {
    fn error(&mut self, finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Styles { place, gutter, malformed, note } = &self.styles;
        let (name, at) = (finding.name.shown(), finding.place);
        let (line, column) = (at.line(), at.column());
        let sentence = words::sentence(finding);
        writeln!(out, "{place}{name}:{line}:{column}:{place:#} {sentence}")?;

        let number = line.to_string();
        let empty = " ".repeat(number.len());
        // Two spaces, the number, a bar between spaces.
        let excerpt = Excerpt::new(finding, self.width.saturating_sub(number.len() + 5));
        let Excerpt { before, bad, after } = &excerpt;
        writeln!(
            out,
            "  {gutter}{number} |{gutter:#} {before}{malformed}{bad}{malformed:#}{after}"
        )?;

        let (indent, mark) = (before.width(), bad.width());
        let remark = remark(finding);
        let (indent, mark) = (" ".repeat(indent), "^".repeat(mark));
        write!(out, "  {gutter}{empty} |{gutter:#} {indent}{malformed}{mark}{malformed:#}")?;
        if number.len() + 5 + indent.len() + mark.len() + 1 + remark.width() > self.width {
            write!(out, "\n  {gutter}{empty} |{gutter:#}")?;
        }
        writeln!(out, " {note}{remark}{note:#}")
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
        let sentences = summary::sentences(summary);
        if !sentences.is_empty() {
            writeln!(out, "{}", sentences.join(" "))?;
        }
        Ok(())
    }
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

/// Stands for a part of a line that is left out.
const LEFT_OUT: &str = "…";

impl Excerpt {
    fn new(finding: &Finding<'_>, width: usize) -> Self {
        let (before, after) = finding.around();
        let mut bad = String::new();
        escape::escape_malformed(finding.bytes(), &mut bad);
        let room = width.saturating_sub(bad.width()).max(16);

        // More of the line may be there than is known.
        let longer = finding.place.column() - 1 > before.len() as u64;
        let behind = after.len() >= crate::check::CONTEXT;
        let before = pieces(if longer { whole_front(before) } else { before });
        let after = pieces(if behind { whole_end(after) } else { after });
        // What either side does not need, the other can have.
        let (wide_before, wide_after) = (width_of(&before), width_of(&after));
        let for_before = (room - wide_after.min(room / 2)).min(wide_before.max(1));
        let for_after = room - wide_before.min(for_before);

        let kept = fitting(before.iter().rev(), for_before, longer);
        let mut shown_before: String = before[before.len() - kept..].concat();
        if longer || kept < before.len() {
            shown_before.insert_str(0, LEFT_OUT);
        }
        let kept = fitting(after.iter(), for_after, behind);
        let mut shown_after: String = after[..kept].concat();
        if behind || kept < after.len() {
            shown_after.push_str(LEFT_OUT);
        }
        Self { before: shown_before, bad, after: shown_after }
    }
}

/// The code points and the malformed bytes of a line, each safe to print. What
/// has no width of its own stays with what is before it.
fn pieces(line: &[u8]) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for item in utf8::code_points(line) {
        let mut piece = String::new();
        match item {
            Ok('\t') => piece.push_str("    "),
            Ok(c) => escape::escape_char(c, &mut piece),
            Err(bad) => escape::escape_malformed(&line[bad.offset..bad.end()], &mut piece),
        }
        match pieces.last_mut() {
            Some(last) if piece.width() == 0 => last.push_str(&piece),
            _ => pieces.push(piece),
        }
    }
    pieces
}

fn width_of(pieces: &[String]) -> usize {
    pieces.iter().map(|piece| piece.width()).sum()
}

/// How many of `pieces` fit into `width`, with the sign for what is left out.
fn fitting<'a>(
    pieces: impl ExactSizeIterator<Item = &'a String> + Clone,
    width: usize,
    left_out: bool,
) -> usize {
    let all: usize = pieces.clone().map(|piece| piece.width()).sum();
    let width = if left_out || all > width { width.saturating_sub(1) } else { width };
    let mut used = 0;
    pieces
        .take_while(|piece| {
            used += piece.width();
            used <= width
        })
        .count()
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
