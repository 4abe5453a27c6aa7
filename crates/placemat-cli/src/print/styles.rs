//! How things look on a terminal.

use super::put::put;
use anstyle::{AnsiColor, Style};

/// All plain without colour.
#[derive(Clone, Copy, Default)]
pub(crate) struct Styles {
    pub(crate) place: Style,
    pub(crate) gutter: Style,
    pub(crate) malformed: Style,
    pub(crate) note: Style,
    /// Of a difference, as git has them.
    pub(crate) removed: Style,
    pub(crate) added: Style,
    pub(crate) hunk: Style,
}

impl Styles {
    pub(crate) fn new(color: bool) -> Self {
        if !color {
            return Self::default();
        }
        Self {
            place: Style::new().bold(),
            gutter: AnsiColor::Blue.on_default(),
            malformed: AnsiColor::Red.on_default().bold(),
            note: AnsiColor::Cyan.on_default(),
            removed: AnsiColor::Red.on_default(),
            added: AnsiColor::Green.on_default(),
            hunk: AnsiColor::Cyan.on_default(),
        }
    }
}

/// A style as what begins and ends it, for what is written often: nothing without colour.
#[derive(Clone)]
pub(crate) struct Ink {
    pub(crate) begin: String,
    pub(crate) end: String,
}

impl Ink {
    pub(crate) fn new(style: Style) -> Self {
        Self { begin: style.render().to_string(), end: style.render_reset().to_string() }
    }

    /// Appends `parts` in this style.
    pub(crate) fn put(&self, parts: &[&str], out: &mut Vec<u8>) {
        put(&[&self.begin], out);
        put(parts, out);
        put(&[&self.end], out);
    }
}
