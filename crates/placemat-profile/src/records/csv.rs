//! CSV: RFC 4180, and what else is called so.
//!
//! A field that begins with a quote goes on to the quote that ends it; two quotes in it are one, and
//! delimiters and ends of lines are text. What follows the end up to the next delimiter belongs to the field, too,
//! and a quote within any other field is text: so no text is malformed. An empty line is a record of one empty
//! field. A signature at the start is no part of the first field.
//!
//! The scanner is a small one of our own: csv-core gives fields without the places that they come
//! from, and copies all of them. Here, what lies between two quotes is only counted.

use super::{Part, Place};
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use std::ops::Range;

/// Of a header, so many bytes are remembered.
const HEADER: usize = 64 << 10;

const QUOTE: u8 = b'"';
const SIGNATURE: &[u8] = "\u{FEFF}".as_bytes();

/// Goes past CSV, and knows where it is.
///
/// # Examples
/// ```
/// use placemat_profile::records::{Csv, Part};
///
/// let mut csv = Csv::new(b',', true);
/// csv.pass(b"name,city\r\n\"Smith, \"\"J\"\"\nJr.\",Z");
/// let place = csv.place();
/// assert_eq!(place.record, 2);
/// let column = Some("city".to_owned());
/// assert_eq!(place.part, Part::Field { number: 2, column, in_header: false });
/// ```
#[derive(Clone, Debug)]
pub struct Csv {
    delimiter: u8,
    record: u64,
    field: u64,
    state: State,
    /// How much of a signature has come; none, once it is decided.
    signature: Option<usize>,
    header: Header,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the start of a field.
    Start,
    /// In a field without quotes, or behind the end of one with.
    Plain,
    Quoted,
    /// Behind a quote in a quoted field: it ends, if no other follows.
    Closing,
}

#[derive(Clone, Debug)]
enum Header {
    None,
    /// Its bytes so far.
    Reading(Vec<u8>),
    Columns(Vec<String>),
}

impl Csv {
    /// From the start of a text, of which the first record is a header, or not.
    ///
    /// # Panics
    /// If the delimiter is not ASCII, or a quote, a CR or a line feed.
    #[must_use]
    pub fn new(delimiter: u8, has_header: bool) -> Self {
        assert!(delimiter.is_ascii() && !matches!(delimiter, QUOTE | b'\r' | b'\n'));
        let header = if has_header { Header::Reading(Vec::new()) } else { Header::None };
        Self { delimiter, record: 1, field: 1, state: State::Start, signature: Some(0), header }
    }

    /// The delimiter.
    #[must_use]
    pub const fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Goes past `text`, which follows what was passed before.
    ///
    /// # Complexity
    /// O(n); quotes are looked for, and ends of lines between them counted, by vectors.
    pub fn pass(&mut self, mut text: &[u8]) {
        while self.signature.is_some() || matches!(self.header, Header::Reading(_)) {
            let (passed, ended) = self.pass_record(text);
            text = &text[passed..];
            if !ended {
                return;
            }
        }
        while !text.is_empty() {
            let passed = match self.state {
                State::Start | State::Plain => self.pass_plain(text),
                _ => self.pass_quoted(text),
            };
            text = &text[passed..];
        }
    }

    /// Goes past `text` up to the end of the record, and returns how much that was; all of it, and
    /// false, if it does not end in it.
    pub fn pass_record(&mut self, text: &[u8]) -> (usize, bool) {
        let record = self.record;
        let mut at = self.pass_signature(text);
        let start = at;
        while at < text.len() && self.record == record {
            let rest = &text[at..];
            at += match self.state {
                State::Start | State::Plain => {
                    let end = memchr2(b'\n', QUOTE, rest).map_or(rest.len(), |end| end + 1);
                    self.pass_plain(&rest[..end])
                }
                _ => self.pass_quoted(rest),
            };
        }
        let ended = self.record != record;
        if let Header::Reading(bytes) = &mut self.header {
            let room = HEADER.saturating_sub(bytes.len());
            bytes.extend_from_slice(&text[start..at][..(at - start).min(room)]);
            if ended {
                self.header = Header::Columns(columns(bytes, self.delimiter));
            }
        }
        (at, ended)
    }

    /// The place of the byte that comes next.
    #[must_use]
    pub fn place(&self) -> Place {
        // A quote may be closing, and a delimiter ends the field that it stands behind.
        let column = match &self.header {
            Header::Columns(columns) => columns.get((self.field - 1) as usize).cloned(),
            _ => None,
        };
        let in_header = matches!(self.header, Header::Reading(_));
        let part = Part::Field { number: self.field, column, in_header };
        Place { record: self.record, part }
    }

    /// How much of `text` is a signature.
    fn pass_signature(&mut self, text: &[u8]) -> usize {
        let Some(held) = self.signature else { return 0 };
        let more = SIGNATURE[held..].iter().zip(text).take_while(|(a, b)| a == b).count();
        let decided = held + more == SIGNATURE.len() || more < text.len();
        self.signature = if decided { None } else { Some(held + more) };
        if decided && (1..SIGNATURE.len()).contains(&(held + more)) {
            // What looked like one is the start of a field.
            self.state = State::Plain;
        }
        more
    }

    /// Passes what is no quoted field, or the quote that begins one.
    fn pass_plain(&mut self, text: &[u8]) -> usize {
        let end = memchr(QUOTE, text).unwrap_or(text.len());
        if end > 0 {
            let plain = &text[..end];
            let mut line = plain;
            if let Some(feed) = memrchr(b'\n', plain) {
                self.record += memchr_iter(b'\n', &plain[..=feed]).count() as u64;
                self.field = 1;
                line = &plain[feed + 1..];
            }
            self.field += memchr_iter(self.delimiter, line).count() as u64;
            let last = plain[end - 1];
            let starts = last == self.delimiter || last == b'\n';
            self.state = if starts { State::Start } else { State::Plain };
        }
        if end < text.len() {
            let starts = self.state == State::Start;
            self.state = if starts { State::Quoted } else { State::Plain };
            return end + 1;
        }
        end
    }

    /// Passes what is in a quoted field.
    fn pass_quoted(&mut self, text: &[u8]) -> usize {
        if self.state == State::Closing {
            let is_doubled = text[0] == QUOTE;
            self.state = if is_doubled { State::Quoted } else { State::Plain };
            return usize::from(is_doubled);
        }
        match memchr(QUOTE, text) {
            // The next field is quoted, too.
            Some(at) if text[at + 1..].starts_with(&[self.delimiter, QUOTE]) => {
                self.field += 1;
                at + 3
            }
            Some(at) => {
                self.state = State::Closing;
                at + 1
            }
            None => text.len(),
        }
    }
}

/// The names in a header.
fn columns(header: &[u8], delimiter: u8) -> Vec<String> {
    let name = |field: Range<usize>| {
        let text = &header[field];
        let text = match text {
            [QUOTE, inner @ .., QUOTE] => inner,
            text => text,
        };
        String::from_utf8_lossy(text).replace("\"\"", "\"")
    };
    fields(header, delimiter).into_iter().map(name).collect()
}

/// Where the fields of a record are, with their quotes; `record` may have the end of its line, which is
/// in none of them, and no signature.
///
/// # Examples
/// ```
/// use placemat_profile::records::fields;
///
/// assert_eq!(fields(b"a;\"b;c\";\r\n", b';'), [0..1, 2..7, 8..8]);
/// ```
#[must_use]
pub fn fields(record: &[u8], delimiter: u8) -> Vec<Range<usize>> {
    let text = record.strip_suffix(b"\n").unwrap_or(record);
    let text =
        if text.len() < record.len() { text.strip_suffix(b"\r").unwrap_or(text) } else { text };
    let (mut fields, mut start, mut state) = (Vec::new(), 0, State::Start);
    for (at, &byte) in text.iter().enumerate() {
        state = match state {
            State::Start if byte == QUOTE => State::Quoted,
            State::Quoted if byte == QUOTE => State::Closing,
            State::Quoted => State::Quoted,
            State::Closing if byte == QUOTE => State::Quoted,
            _ if byte == delimiter => {
                fields.push(start..at);
                start = at + 1;
                State::Start
            }
            _ => State::Plain,
        };
    }
    fields.push(start..text.len());
    fields
}
