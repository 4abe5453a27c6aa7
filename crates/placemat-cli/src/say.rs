//! What is said on standard error.

use crate::escape;
use std::fmt::Display;
use std::io::{self, Write};

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
/// reason to leave work undone, so it is not an error, and not a panic as in `eprintln!`.
/// Names and bytes are safe to print before they come here; whatever else is in it, such as
/// an argument or a line of an ignore file, is made so.
pub(crate) fn say(what: impl Display) {
    let lines = what.to_string();
    let lines: Vec<String> = lines.split('\n').map(escape::shown).collect();
    let _ = writeln!(io::stderr().lock(), "placemat: {}", lines.join("\n"));
}
