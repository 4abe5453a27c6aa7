//! What is said on standard error.

use crate::print::escape;
use crate::standard::Stderr;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something was said that cannot have been heard.
static LOST: AtomicBool = AtomicBool::new(false);

/// What an I/O error says: without its number, which nobody needs who can read, and
/// without the path that a walk puts before it. No message has an error in it that has
/// not come through here.
pub(crate) fn what(error: &io::Error) -> String {
    let mut root: &dyn std::error::Error = error;
    while let Some(source) = root.source() {
        root = source;
    }
    let text = root.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Says it, behind the name of the tool.
///
/// Nobody may be listening, and the disk behind standard error may be full: that is no
/// reason to leave work undone, so it is not an error here, and not a panic as in `eprintln!`:
/// the exit code tells it. Names and bytes are safe to print before they come here; whatever else is in it, such as
/// an argument or a line of an ignore file, is made so.
pub(crate) fn say(what: impl Display) {
    let lines = what.to_string();
    let lines: Vec<String> = lines.split('\n').map(escape::shown).collect();
    write(format!("placemat: {}\n", lines.join("\n")).as_bytes());
}

/// Writes a report to standard error.
pub(crate) fn write(report: &[u8]) {
    let written = Stderr.write_all(report);
    // Who goes away has heard enough.
    if written.is_err_and(|error| error.kind() != ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// Whether something was said that cannot have been heard.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}
