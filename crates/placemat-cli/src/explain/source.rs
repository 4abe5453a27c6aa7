//! Where the sequences come from: bytes that were typed, or a file of any size,
//! read block by block.

use super::{Sequence, Trouble};
use crate::input::Live;
use crate::print::name::Name;
use crate::print::say::{say, what};
use crate::settings::{self, What};
use placemat::tool::anatomy::{self, Item};
use placemat::utf8;
use placemat_inspect::paste::Form;
use std::io::{self, Cursor, Read};
use std::ops::Range;

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// How far a mistake reaches, and what is seen behind it.
const CONTEXT: usize = 8;

/// Bytes, whatever they come from.
pub(super) struct Bytes {
    reader: Box<dyn Read>,
    name: Name,
    /// How many there are, if that is known.
    pub(super) len: Option<u64>,
}

impl Bytes {
    /// Opens what is to be explained, at `offset`.
    pub(super) fn open(what: &What, offset: u64) -> Result<Self, Trouble> {
        let (reader, name, len): (Box<dyn Read>, _, _) = match what {
            What::Bytes(bytes) => {
                let mut cursor = Cursor::new(bytes.clone());
                cursor.set_position(offset);
                (Box::new(cursor), Name::Stdin, Some(bytes.len() as u64))
            }
            What::Input(name) => {
                let open = || {
                    let mut live = Live::open(name)?;
                    live.begin_at(offset)?;
                    let len = live.regular().map(|file| file.metadata()).transpose()?;
                    Ok((live, len.map(|metadata| metadata.len())))
                };
                let (live, len) = open().map_err(|error| input(name, &error))?;
                (Box::new(live), name.clone(), len)
            }
            What::Pasted(name, form) => {
                let bytes = pasted(name, *form)?;
                let len = bytes.len() as u64;
                let mut cursor = Cursor::new(bytes);
                cursor.set_position(offset);
                (Box::new(cursor), name.clone(), Some(len))
            }
            What::Nothing => (Box::new(io::empty()), Name::Stdin, Some(0)),
        };
        Ok(Self { reader, name, len })
    }

    /// Fills the front of `buffer`; 0 is the end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Trouble> {
        loop {
            match self.reader.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| input(&self.name, &error)),
            }
        }
    }
}

/// The bytes that the text of an input stands for.
fn pasted(name: &Name, form: Form) -> Result<Vec<u8>, Trouble> {
    let mut text = Vec::new();
    let mut input = Bytes::open(&What::Input(name.clone()), 0)?;
    input.reader.read_to_end(&mut text).map_err(|error| self::input(name, &error))?;
    let wrong = |why: String| Trouble::Input(format!("{}: {why}", name.shown()));
    let text = utf8::validate(&text).map_err(|bad| wrong(format!("it is not {form}: {bad}")))?;
    let mut notes = Vec::new();
    let bytes = settings::paste_as(text, form, &mut notes).map_err(wrong)?;
    notes.into_iter().for_each(say);
    Ok(bytes)
}

fn input(name: &Name, error: &io::Error) -> Trouble {
    Trouble::Input(format!("{}: {}", name.shown(), what(error)))
}

/// Iterator over the sequences that are asked for.
pub(super) struct Source {
    bytes: Bytes,
    range: Range<u64>,
    errors_only: bool,
    buffer: Vec<u8>,
    /// The offset of the buffer in the input.
    base: u64,
    /// Up to where in the buffer sequences are whole, and known to be.
    cut: usize,
    /// Where in the buffer the next one begins.
    at: usize,
    ended: bool,
}

impl Source {
    pub(super) fn open(settings: &settings::Explain) -> Result<Self, Trouble> {
        let range = settings.range.clone();
        let base = range.start.saturating_sub(CONTEXT as u64);
        let mut source = Self {
            bytes: Bytes::open(&settings.what, base)?,
            range,
            errors_only: settings.errors_only,
            buffer: Vec::new(),
            base,
            cut: 0,
            at: 0,
            ended: false,
        };
        source.fill()?;
        // The sequence in which the range begins is shown whole.
        let start = (source.range.start - base) as usize;
        source.at = utf8::floor_group_boundary(&source.buffer, start);
        Ok(source)
    }

    /// The offset behind the last sequence, if that is known.
    pub(super) fn last_offset(&self) -> Option<u64> {
        Some(self.bytes.len?.min(self.range.end))
    }

    pub(super) fn next(&mut self) -> Result<Option<Sequence>, Trouble> {
        loop {
            let rest = &self.buffer[self.at..];
            let found = if self.errors_only {
                utf8::groups(rest)
                    .next()
                    .map(|group| (group.offset, group.len, Item::Malformed(group)))
            } else {
                anatomy::sequences(rest).next().map(|next| (next.offset, next.len, next.item))
            };
            match found.map(|(offset, len, item)| (self.at + offset, len, item)) {
                Some((at, len, item)) if at < self.cut => {
                    self.at = at + len;
                    let offset = self.base + at as u64;
                    let end = self.buffer.len().min(self.at + CONTEXT - 1);
                    let around = self.buffer[at..end].to_vec();
                    let sequence = Sequence { offset, item, around, len };
                    return Ok((offset < self.range.end).then_some(sequence));
                }
                _ if self.ended || self.base + self.cut as u64 >= self.range.end => {
                    return Ok(None);
                }
                _ => {
                    self.at = self.cut;
                    self.fill()?;
                }
            }
        }
    }

    /// Reads another block behind what is not yet passed.
    fn fill(&mut self) -> Result<(), Trouble> {
        self.buffer.drain(..self.at);
        self.base += self.at as u64;
        self.at = 0;
        let target = self.buffer.len() + BLOCK;
        while self.buffer.len() < target && !self.ended {
            let held = self.buffer.len();
            self.buffer.resize(target, 0);
            let read = self.bytes.read(&mut self.buffer[held..])?;
            self.buffer.truncate(held + read);
            self.ended = read == 0;
        }
        self.cut = match self.ended {
            true => self.buffer.len(),
            false => utf8::floor_group_boundary(&self.buffer, self.buffer.len() - CONTEXT),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Layout;

    fn sequences(bytes: &[u8], range: Range<u64>, errors_only: bool) -> Vec<(u64, usize)> {
        let settings = settings::Explain {
            what: What::Bytes(bytes.to_vec()),
            notes: Vec::new(),
            range,
            errors_only,
            code_page: false,
            layout: Layout::Auto,
            color: false,
            width: 80,
        };
        let mut source = Source::open(&settings).unwrap();
        let mut found = Vec::new();
        while let Some(sequence) = source.next().unwrap() {
            assert_eq!(sequence.bytes(), &bytes[sequence.offset as usize..][..sequence.len]);
            found.push((sequence.offset, sequence.len));
        }
        found
    }

    #[test]
    fn blocks_split_nothing() {
        let mut text = b"a\xE2\x82\xAC\xED\xA0\xBD\xED\xB9\x88\xC3".repeat(2 * BLOCK / 10);
        text.extend(b"\xF0\x9F");
        let whole = anatomy::sequences(&text).map(|next| (next.offset as u64, next.len));
        assert!(sequences(&text, 0..u64::MAX, false).into_iter().eq(whole));
        let groups = utf8::groups(&text).map(|group| (group.offset as u64, group.len));
        assert!(sequences(&text, 0..u64::MAX, true).into_iter().eq(groups));
    }

    #[test]
    fn ranges_show_whole_sequences() {
        let text = "ab€c".as_bytes();
        assert_eq!(sequences(text, 3..4, false), [(2, 3)]);
        assert_eq!(sequences(text, 1..2, false), [(1, 1)]);
        assert_eq!(sequences(text, 5..u64::MAX, false), [(5, 1)]);
        assert_eq!(sequences(text, 9..12, false), []);
        assert_eq!(sequences(text, 0..0, false), []);
        let far = [&b"x".repeat(100_000)[..], "é\u{FF}".as_bytes()].concat();
        assert_eq!(sequences(&far, 100_001..100_002, false), [(100_000, 2)]);
    }
}
