//! Lines of files: with errors, and before and after they were mended.

use super::markup::Markup;
use super::sketch::Line;
use placemat::detect::{Look, is_windows_1252};
use placemat::encoding::single_byte;
use placemat::utf8;
use placemat_inspect::malformed;

/// A line with errors, and what is said of the first of them.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) offset: u64,
    /// How many errors it has.
    pub(crate) errors: u64,
    /// How many lines behind it look the same.
    pub(crate) like: u64,
    pub(crate) parts: Vec<Part>,
    /// More of the line is left out before and behind the parts.
    pub(crate) more: (bool, bool),
    pub(crate) sentence: String,
    /// What it is, read in Windows-1252.
    pub(crate) reading: Option<String>,
}

/// A part of a line.
#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    /// Bytes that are malformed.
    Wrong(Vec<u8>),
    /// Text that is refused.
    Refused(String),
}

impl From<&Line> for Hit {
    fn from(line: &Line) -> Self {
        let text = &line.text[..];
        let first = utf8::groups(&text[line.at..]).next().filter(|group| group.offset == 0);
        let first = first.map(|mut group| {
            group.offset = line.at;
            group
        });
        let windows = first.as_ref().filter(|group| {
            matches!(Look::of(text, group), Look::Windows1252) || is_windows_1252(text, group)
        });
        let letters = windows.map(|group| &text[group.offset..group.end()]);
        let letters = letters
            .map(|bytes| bytes.iter().map(|&byte| single_byte::windows_1252(byte)).collect());
        let sentence = match (&line.why, &first) {
            (Some(why), _) => why.clone(),
            (None, Some(group)) => malformed::sentence(group, &text[line.at..]),
            (None, None) => String::new(),
        };
        Self {
            line: line.number(),
            column: line.column(),
            offset: line.offset,
            errors: line.errors,
            like: line.like,
            parts: parts(line),
            more: line.more,
            sentence,
            reading: letters,
        }
    }
}

/// What is kept of a line, without what ends it.
fn parts(line: &Line) -> Vec<Part> {
    let text = line.text.strip_suffix(b"\n").unwrap_or(&line.text);
    let text = text
        .strip_suffix(b"\r")
        .filter(|text| line.refused.iter().all(|bad| bad.end <= text.len()))
        .unwrap_or(text);
    let wrong = utf8::groups(text).map(|group| (group.offset..group.end(), true));
    let mut marks: Vec<_> =
        wrong.chain(line.refused.iter().map(|range| (range.clone(), false))).collect();
    marks.sort_by_cached_key(|(range, _)| range.start as u64);
    let (mut parts, mut done) = (Vec::new(), 0);
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for (range, is_wrong) in marks {
        let range = range.start.max(done).min(text.len())..range.end.min(text.len());
        if range.start >= range.end {
            continue;
        }
        if done < range.start {
            parts.push(Part::Text(lossy(&text[done..range.start])));
        }
        let bytes = &text[range.clone()];
        parts.push(if is_wrong {
            Part::Wrong(bytes.to_vec())
        } else {
            Part::Refused(lossy(bytes))
        });
        done = range.end;
    }
    parts.push(Part::Text(lossy(&text[done..])));
    parts
}

/// Appends a line with errors, as an item of a list.
pub(crate) fn hit(hit: &Hit, out: &mut Markup) {
    out.raw("<li class=\"hit\"><p class=\"where\"><strong>Line ")
        .number(hit.line)
        .raw("</strong>, column ")
        .number(hit.column);
    out.raw(" <span>offset ").number(hit.offset);
    if hit.errors > 1 {
        out.raw(", ").number(hit.errors).raw(" errors in this line");
    }
    if hit.like > 0 {
        out.raw(if hit.like == 1 { ", one more line like it" } else { ", " });
    }
    if hit.like > 1 {
        out.number(hit.like).raw(" more lines like it");
    }
    out.raw("</span></p>\n<p class=\"text\" dir=\"auto\">").raw(if hit.more.0 {
        "…"
    } else {
        ""
    });
    for part in &hit.parts {
        match part {
            Part::Text(text) => _ = out.text(text),
            Part::Wrong(bytes) => _ = out.wrong(bytes),
            Part::Refused(text) => {
                _ = out.raw("<mark class=\"refused\">").text(text).raw("</mark>")
            }
        }
    }
    out.raw(if hit.more.1 { "…" } else { "" })
        .raw("</p>\n<p class=\"why\">")
        .text(&hit.sentence)
        .raw(".");
    if let Some(reading) = &hit.reading {
        out.raw(" Read as Windows-1252: “<bdi>").text(reading).raw("</bdi>”.");
    }
    out.raw("</p></li>\n");
}

/// A line that was changed.
#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) line: u64,
    /// Text that stays, and what replaces what, in turn.
    pub(crate) parts: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    pub(crate) more: (bool, bool),
    /// How many changes there are in it.
    pub(crate) changes: u64,
}

/// Appends a line before and after, as an item of a list.
pub(crate) fn edited(line: &Edited, out: &mut Markup) {
    out.raw("<li class=\"hit\"><p class=\"where\"><strong>Line ")
        .number(line.line)
        .raw("</strong> <span>");
    out.number(line.changes)
        .raw(if line.changes == 1 { " change" } else { " changes" })
        .raw("</span></p>\n");
    for (label, is_after) in [("before", false), ("after", true)] {
        out.raw("<p class=\"text ")
            .raw(label)
            .raw("\" dir=\"auto\"><span class=\"unseen\">")
            .raw(label)
            .raw(": </span>");
        out.raw(if line.more.0 { "…" } else { "" });
        for (before, after) in &line.parts {
            match (after, is_after) {
                (None, _) => _ = out.bytes(before),
                (Some(_), false) => _ = out.raw("<del>").bytes(before).raw("</del>"),
                (Some(after), true) if after.is_empty() => {}
                (Some(after), true) => _ = out.raw("<ins>").bytes(after).raw("</ins>"),
            }
        }
        out.raw(if line.more.1 { "…" } else { "" }).raw("</p>\n");
    }
    out.raw("</li>\n");
}
