//! JSON Lines: a value of JSON in each line.

use super::json_path::Path;
use super::{Part, Place};
use memchr::{memchr, memchr_iter, memrchr};
use std::ops::Range;

/// Goes past JSON Lines, and knows where it is.
///
/// # Examples
/// ```
/// use placemat_profile::records::{JsonLines, Part};
///
/// let mut lines = JsonLines::default();
/// lines.pass(b"{\"a\":1}\n{\"user\": {\"names\": [\"A\", \"B");
/// let place = lines.place();
/// assert_eq!(place.record, 2);
/// assert_eq!(place.part, Part::Path { path: "$.user.names[1]".to_owned(), in_key: false });
/// ```
#[derive(Clone, Debug)]
pub struct JsonLines {
    record: u64,
    path: Path,
}

impl Default for JsonLines {
    fn default() -> Self {
        Self { record: 1, path: Path::default() }
    }
}

impl JsonLines {
    /// Goes past `text`, which follows what was passed before. Of whole lines, only the ends are
    /// looked at.
    pub fn pass(&mut self, text: &[u8]) {
        let mut line = text;
        if let Some(feed) = memrchr(b'\n', text) {
            self.record += memchr_iter(b'\n', &text[..=feed]).count() as u64;
            self.path = Path::default();
            line = &text[feed + 1..];
        }
        self.path.pass(line);
    }

    /// Goes past `text` up to the end of the record, and returns how much that was; all of it, and
    /// false, if it does not end in it.
    pub fn pass_record(&mut self, text: &[u8]) -> (usize, bool) {
        match memchr(b'\n', text) {
            Some(feed) => {
                self.record += 1;
                self.path = Path::default();
                (feed + 1, true)
            }
            None => {
                self.path.pass(text);
                (text.len(), false)
            }
        }
    }

    /// The place of the byte that comes next.
    #[must_use]
    pub fn place(&self) -> Place {
        let (path, in_key) = self.path.told();
        Place { record: self.record, part: Part::Path { path, in_key } }
    }
}

/// Where the strings of a record are that are values and no keys, with their quotes.
///
/// # Examples
/// ```
/// use placemat_profile::records::string_values;
///
/// assert_eq!(string_values(br#"{"a": "b", "c": ["d", 1]}"#), [6..9, 17..20]);
/// ```
#[must_use]
pub fn string_values(record: &[u8]) -> Vec<Range<usize>> {
    let (mut values, mut at) = (Vec::new(), 0);
    while let Some(quote) = memchr(b'"', &record[at..]) {
        let start = at + quote;
        let Some(end) = string_end(record, start) else { break };
        let next = record[end..].iter().find(|byte| !byte.is_ascii_whitespace());
        if next != Some(&b':') {
            values.push(start..end);
        }
        at = end;
    }
    values
}

/// Behind the quote that ends the string which begins at `start`.
fn string_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        match text[at] {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}
