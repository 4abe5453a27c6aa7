//! Columns between tabs, for other programs. No cell can hold a tab or a line
//! feed, and nothing in it acts on a terminal.

use super::known::Known;
use super::line::split_bits;
use super::{Renderer, Sequence};
use crate::print::escape;
use crate::print::words::spaced;
use placemat::tool::anatomy::Item;
use placemat_inspect::{code_point, malformed, notation};
use std::io::{self, Write};

#[derive(Default)]
pub(super) struct Tsv {
    known: Known,
}

const COLUMNS: [&str; 13] = [
    "offset",
    "length",
    "hex",
    "octal",
    "binary",
    "code_point",
    "decimal",
    "name",
    "category",
    "script",
    "block",
    "utf16",
    "malformed",
];

impl Renderer for Tsv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", COLUMNS.join("\t"))
    }

    fn sequence(&mut self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", sequence.offset)?;
        out.write_all(self.known.of(sequence, |out| columns(sequence, out))?)
    }
}

/// All columns but the first.
fn columns(sequence: &Sequence, out: &mut Vec<u8>) -> io::Result<()> {
    let bytes = sequence.bytes();
    let each = |of: &dyn Fn(u8) -> String| -> String {
        bytes.iter().map(|&byte| of(byte)).collect::<Vec<_>>().join(" ")
    };
    let bits = |byte| {
        let (prefix, payload) = split_bits(byte);
        format!("{prefix}|{payload}")
    };
    write!(
        out,
        "\t{}\t{}\t{}\t{}\t",
        bytes.len(),
        spaced(bytes),
        each(&|byte| format!("{byte:03o}")),
        each(&bits)
    )?;
    match sequence.item {
        Item::CodePoint(c) => writeln!(
            out,
            "U+{:04X}\t{}\t{}\t{}\t{}\t{}\t{}\t",
            u32::from(c),
            u32::from(c),
            code_point::name(c),
            code_point::category(c).0,
            code_point::script(c),
            code_point::block(c),
            notation::utf16(c).join(" ")
        ),
        Item::Malformed(group) => {
            let sentence = malformed::sentence(&group, &sequence.around);
            writeln!(out, "\t\t\t\t\t\t\t{}", escape::shown(&sentence))
        }
    }
}
