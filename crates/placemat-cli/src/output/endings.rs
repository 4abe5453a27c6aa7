//! Ends of lines: left alone, or all LF, or all CR LF; in UTF-8, or any other encoding.
//!
//! Any number of CR before an LF is one end of a line, as CR CR LF is CR LF
//! written twice through a layer that adds CRs. A CR alone is left alone, or is one, too.

use crate::args::Eol;
use memchr::memchr2;

#[derive(Clone, Debug)]
pub(crate) struct Endings {
    wanted: Eol,
    /// CR and LF: code units of one, two or four bytes.
    cr: Vec<u8>,
    lf: Vec<u8>,
    /// CRs that wait for what follows them.
    held: u64,
    changed: u64,
}

impl Endings {
    /// For text in an encoding whose CR and LF are these code units, which stand for nothing else.
    pub(crate) fn new(wanted: Eol, cr: &[u8], lf: &[u8]) -> Self {
        Self { wanted, cr: cr.to_vec(), lf: lf.to_vec(), held: 0, changed: 0 }
    }

    /// How many ends of lines were changed.
    pub(crate) fn changed(&self) -> u64 {
        self.changed
    }

    /// Appends what becomes of the next code units, which are whole, to `out`; CRs at
    /// their end wait.
    pub(crate) fn push(&mut self, mut text: &[u8], last: bool, out: &mut Vec<u8>) {
        let crs = match self.wanted {
            Eol::Keep => return out.extend_from_slice(text),
            Eol::Lf | Eol::AnyToLf => 0,
            Eol::Crlf => 1,
        };
        while !text.is_empty() {
            let at = self.next(text);
            if at > 0 {
                self.release(out);
                out.extend_from_slice(&text[..at]);
            }
            let Some(unit) = text.get(at..at + self.lf.len()) else { break };
            if unit == self.cr {
                self.held += 1;
            } else {
                self.changed += u64::from(self.held != crs);
                self.held = crs;
                self.release(out);
                out.extend_from_slice(&self.lf);
            }
            text = &text[at + self.lf.len()..];
        }
        if last {
            self.release(out);
        }
    }

    /// Where the next CR or LF is; the length, if there is none.
    fn next(&self, text: &[u8]) -> usize {
        let width = self.lf.len();
        if let ([cr], [lf]) = (&*self.cr, &*self.lf) {
            return memchr2(*cr, *lf, text).unwrap_or(text.len());
        }
        let is_ending = |unit: &[u8]| unit == self.cr || unit == self.lf;
        text.chunks_exact(width).position(is_ending).map_or(text.len(), |at| at * width)
    }

    /// What was held ends no line; or each of it does.
    fn release(&mut self, out: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        let is_any = self.wanted == Eol::AnyToLf;
        let unit = if is_any { &self.lf } else { &self.cr };
        (0..held).for_each(|_| out.extend_from_slice(unit));
        self.changed += if is_any { held } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(wanted: Eol, text: &str, size: usize) -> (String, u64) {
        let (mut endings, mut out) = (Endings::new(wanted, b"\r", b"\n"), Vec::new());
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
            let all = "a\nb\nc\nd\n\n\n\n";
            assert_eq!(pushed(Eol::AnyToLf, text, size), (all.to_owned(), 5));
            assert_eq!(pushed(Eol::AnyToLf, all, size), (all.to_owned(), 0));
            assert_eq!(pushed(Eol::Lf, lf, size), (lf.to_owned(), 0));
            assert_eq!(pushed(Eol::Crlf, crlf, size), (crlf.to_owned(), 0));
        }
    }

    #[test]
    fn units_of_two_and_four_bytes() {
        // U+0D0A and U+0A0D are letters, and U+0D00 U+0A00 no end of a line.
        let text = "a\r\n\u{D0A}\u{A0D}\u{D00}\u{A00}\n\r\r";
        let expected = text.replace("\r\n", "\n");
        let wide = |text: &str, big: bool| -> Vec<u8> {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            text.encode_utf16().flat_map(unit).collect()
        };
        for (big, cr, lf) in [(false, b"\r\0", b"\n\0"), (true, b"\0\r", b"\0\n")] {
            for units in 1..8 {
                let (mut endings, mut out) = (Endings::new(Eol::Lf, cr, lf), Vec::new());
                for chunk in wide(text, big).chunks(2 * units) {
                    endings.push(chunk, false, &mut out);
                }
                endings.push(b"", true, &mut out);
                assert_eq!((out, endings.changed()), (wide(&expected, big), 1), "{big} {units}");
            }
        }
        let mut out = Vec::new();
        Endings::new(Eol::Crlf, b"\r\0\0\0", b"\n\0\0\0").push(b"a\0\0\0\n\0\0\0", true, &mut out);
        assert_eq!(out, b"a\0\0\0\r\0\0\0\n\0\0\0");
    }
}
