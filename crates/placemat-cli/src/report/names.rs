//! `-l` and `--clean-files`: names, one a line.

use super::Renderer;
use crate::print::name::Name;
use std::io::{self, Write};

pub(super) struct Names {
    /// The files without findings, instead of those with.
    clean: bool,
    null: bool,
    /// A terminal gets names that are safe to print; another program the bytes.
    terminal: bool,
}

impl Names {
    pub(super) fn new(clean: bool, null: bool, terminal: bool) -> Self {
        Self { clean, null, terminal }
    }
}

impl Renderer for Names {
    fn end_file(&mut self, name: &Name, found: bool, out: &mut Vec<u8>) -> io::Result<()> {
        if found == self.clean {
            return Ok(());
        }
        if self.terminal {
            out.write_all(name.shown().as_bytes())?;
        } else {
            out.write_all(&name.bytes())?;
        }
        out.write_all(if self.null { b"\0" } else { b"\n" })
    }
}
