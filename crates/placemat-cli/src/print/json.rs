//! JSON that is safe to print, too.

use super::escape;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// For fields that are left out where there is nothing to count.
pub(crate) fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Writes a line of JSON that is safe to print.
pub(crate) fn write_line(
    value: &impl Serialize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    write_json(value, out)?;
    writeln!(out)
}

/// Writes JSON that is safe to print, too: what could act on a terminal is
/// written as `\uXXXX`.
pub(crate) fn write_json(
    value: &(impl Serialize + ?Sized),
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, SafeToPrint);
    Ok(value.serialize(&mut serializer)?)
}

struct SafeToPrint;

impl Formatter for SafeToPrint {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Nearly all of it: the names of fields, numbers of encodings, most paths.
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(escape::is_unsafe) {
            CompactFormatter.write_string_fragment(out, &rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(out, rest)
    }
}
