//! Ends of lines: left alone, or all LF, or all CR LF.
//!
//! Any number of CR before an LF is one end of a line, as CR CR LF is CR LF
//! written twice through a layer that adds CRs. A CR alone is left alone.

use crate::args::Eol;
use memchr::memchr2;

#[derive(Clone, Debug)]
pub(super) struct Endings {
    wanted: Eol,
    /// CRs that wait for what follows them.
    held: u64,
    changed: u64,
}

impl Endings {
    pub(super) fn new(wanted: Eol) -> Self {
        Self { wanted, held: 0, changed: 0 }
    }

    /// How many ends of lines were changed.
    pub(super) fn changed(&self) -> u64 {
        self.changed
    }

    /// Appends what becomes of the next bytes to `out`; CRs at their end wait.
    pub(super) fn push(&mut self, mut text: &[u8], last: bool, out: &mut Vec<u8>) {
        let (ending, crs) = match self.wanted {
            Eol::Keep => return out.extend_from_slice(text),
            Eol::Lf => (&b"\n"[..], 0),
            Eol::Crlf => (&b"\r\n"[..], 1),
        };
        while !text.is_empty() {
            let at = memchr2(b'\r', b'\n', text).unwrap_or(text.len());
            if at > 0 {
                self.release(out);
                out.extend_from_slice(&text[..at]);
            }
            match text.get(at) {
                Some(b'\r') => self.held += 1,
                Some(_) => {
                    self.changed += u64::from(self.held != crs);
                    self.held = 0;
                    out.extend_from_slice(ending);
                }
                None => {}
            }
            text = text.get(at + 1..).unwrap_or_default();
        }
        if last {
            self.release(out);
        }
    }

    /// What was held ends no line.
    fn release(&mut self, out: &mut Vec<u8>) {
        for _ in 0..std::mem::take(&mut self.held) {
            out.push(b'\r');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(wanted: Eol, text: &str, size: usize) -> (String, u64) {
        let (mut endings, mut out) = (Endings::new(wanted), Vec::new());
        for chunk in text.as_bytes().chunks(size) {
            endings.push(chunk, false, &mut out);
        }
        endings.push(b"", true, &mut out);
        (String::from_utf8(out).unwrap(), endings.changed())
    }

    #[test]
    fn all_kinds_in_any_chunks() {
        let text = "a\nb\r\nc\rd\r\r\n\n\r\r";
        for size in 1..16 {
            let (lf, crlf) = ("a\nb\nc\rd\n\n\r\r", "a\r\nb\r\nc\rd\r\n\r\n\r\r");
            assert_eq!(pushed(Eol::Lf, text, size), (lf.to_owned(), 2));
            assert_eq!(pushed(Eol::Crlf, text, size), (crlf.to_owned(), 3));
            assert_eq!(pushed(Eol::Keep, text, size), (text.to_owned(), 0));
            assert_eq!(pushed(Eol::Lf, lf, size), (lf.to_owned(), 0));
            assert_eq!(pushed(Eol::Crlf, crlf, size), (crlf.to_owned(), 0));
        }
    }
}
