//! What was counted, in words, for the report and the page.

use super::tally::Full;
use crate::print::words::{count, thousands};

/// `LF 12, CR LF 3, CR 1`: those that occur.
pub(super) fn ends(full: &Full) -> String {
    let lone = full.summary.carriage_returns.saturating_sub(full.crlf);
    let ends = [("LF", full.line_feeds - full.crlf), ("CR LF", full.crlf), ("CR", lone)];
    let ends = ends.iter().filter(|(_, count)| *count > 0);
    let ends: Vec<String> =
        ends.map(|&(name, count)| format!("{name} {}", thousands(count))).collect();
    ends.join(", ")
}

/// What it looks like, if it is not UTF-8.
pub(super) fn looks(full: &Full) -> String {
    match full.other {
        Some(other) => format!("{}: convert it, and count again", other.title),
        None if full.binary => "binary".to_owned(),
        None => String::new(),
    }
}

/// What is seldom meant to be in text.
pub(super) fn of_note(full: &Full) -> String {
    let found = &full.summary;
    let groups = [
        (found.controls, "control", "controls"),
        (found.noncharacters, "noncharacter", "noncharacters"),
        (found.private_use, "for private use", "for private use"),
        (found.unassigned, "not assigned", "not assigned"),
        (found.replacement, "U+FFFD", "U+FFFD"),
    ];
    let groups = groups.iter().filter(|(number, ..)| *number > 0);
    let groups: Vec<String> = groups.map(|&(number, one, many)| count(number, one, many)).collect();
    groups.join(", ")
}
