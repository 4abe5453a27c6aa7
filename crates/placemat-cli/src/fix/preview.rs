//! What would be changed, shown line by line, without changing it.

use super::mender::{Mender, Tally};
use super::plan::{Change, Hunk, Plan};
use super::report::Report;
use crate::input::{Blocks, Lines};
use crate::print::name::Name;
use placemat::utf8;
use std::io;

/// How much of a line is shown as one piece: memory does not grow with lines.
const PIECE: usize = 8 << 10;

/// Tells what would be changed. An outer error is one of the report.
pub(super) fn preview(
    name: &Name,
    source: &mut Blocks<'_>,
    mut mender: Mender,
    report: &mut Report<'_>,
) -> io::Result<io::Result<Tally>> {
    let mut lines = Lines::default();
    let mut out = Vec::new();
    loop {
        let (block, last) = (source.block(), source.ended());
        // Whole lines, as far as there are any.
        let end = match memchr::memrchr(b'\n', block) {
            _ if last => block.len(),
            Some(at) => at + 1,
            None if source.is_full() => cut(block, block.len()),
            None => 0,
        };
        let region = &block[..end];
        let before = mender.clone();
        out.clear();
        mender.push(region, last, &mut out, &mut |_| ());
        if out == region {
            lines.pass(region);
        } else {
            mender = before;
            show_lines(name, region, last, &mut mender, &mut lines, report)?;
        }
        if last {
            report.looked_at(end);
            return Ok(Ok(mender.tally()));
        }
        report.looked_at(end);
        source.pass_over(end);
        if !source.is_ready() {
            report.flush()?;
        }
        if let Err(error) = source.read_more() {
            return Ok(Err(error));
        }
    }
}

/// Mends `region` line by line, and shows what changes.
fn show_lines(
    name: &Name,
    region: &[u8],
    last: bool,
    mender: &mut Mender,
    lines: &mut Lines,
    report: &mut Report<'_>,
) -> io::Result<()> {
    let mut rest = region;
    let mut out = Vec::new();
    loop {
        let (line, line_start) = lines.line();
        let piece = match memchr::memchr(b'\n', &rest[..rest.len().min(PIECE)]) {
            Some(at) => &rest[..=at],
            None => &rest[..cut(rest, rest.len().min(PIECE))],
        };
        rest = &rest[piece.len()..];
        let mut changes = Vec::new();
        out.clear();
        mender.push(piece, last && rest.is_empty(), &mut out, &mut |edit| {
            changes.push(Change {
                offset: edit.offset,
                line,
                column: edit.offset.saturating_sub(line_start) + 1,
                before: edit.before.to_vec(),
                after: edit.after.to_vec(),
                kind: edit.kind(),
                plan: edit.repair.map(|repair| Plan {
                    steps: repair.steps.to_vec(),
                    confidence: repair.confidence(),
                }),
            });
        });
        // What profiles refuse is told behind what is malformed.
        changes.sort_by_cached_key(|change| change.offset);
        // Of a long line, what is not decided yet comes with a later piece.
        let waits = mender.waits() && changes.is_empty();
        if out != piece && !waits {
            let offset = lines.offset();
            let hunk = Hunk { offset, line, before: piece, after: &out, changes: &changes };
            report.hunk(name, &hunk)?;
        }
        lines.pass(piece);
        if rest.is_empty() {
            return Ok(());
        }
    }
}

/// Where a long line can be cut: where nothing of it waits for what follows, no
/// sequence, no escape, and no CR.
fn cut(text: &[u8], at: usize) -> usize {
    if at == text.len() && text.len() < PIECE {
        return at;
    }
    let mut end = utf8::floor_boundary(text, at);
    if let Some(escape) = memchr::memrchr(b'\\', &text[end.saturating_sub(8)..end]) {
        end = end.saturating_sub(8) + escape;
    }
    while end > 0 && text[end - 1] == b'\r' {
        end -= 1;
    }
    // A line of nothing else is cut anywhere.
    if end == 0 { at } else { end }
}
