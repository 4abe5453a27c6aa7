//! Where a place is in text that is made of records: its number, its field, and what that is called.
//!
//! [`Csv`] and [`JsonLines`] go past text in pieces, in any bytes, and know where they are. So
//! malformed bytes do not matter to them: quotes, delimiters and ends of lines are ASCII, which no
//! malformed sequence contains.
//!
//! What holds for both: memory does not grow with the text, but for the name of a field, and a record
//! ends with a line feed; a CR before it belongs to that end, and a CR alone ends nothing.

mod csv;
mod json_lines;
mod json_path;

pub use csv::{Csv, fields};
pub use json_lines::{JsonLines, string_values};

/// Records, and which kind.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Records {
    /// RFC 4180, or with another delimiter.
    Csv(Csv),
    /// A value of JSON in each line.
    JsonLines(JsonLines),
}

impl Records {
    /// Goes past `text`, which follows what was passed before.
    pub fn pass(&mut self, text: &[u8]) {
        match self {
            Self::Csv(csv) => csv.pass(text),
            Self::JsonLines(lines) => lines.pass(text),
        }
    }

    /// Goes past `text` up to the end of the record, and returns how much that was; all of it, and
    /// false, if it does not end in it.
    pub fn pass_record(&mut self, text: &[u8]) -> (usize, bool) {
        match self {
            Self::Csv(csv) => csv.pass_record(text),
            Self::JsonLines(lines) => lines.pass_record(text),
        }
    }

    /// The place of the byte that comes next.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Csv(csv) => csv.place(),
            Self::JsonLines(lines) => lines.place(),
        }
    }
}

/// A place among records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the record, from 1.
    pub record: u64,
    /// Where in it.
    pub part: Part,
}

/// A part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A field of CSV.
    Field {
        /// From 1.
        number: u64,
        /// What the header calls it, as far as that is known; malformed bytes of it are U+FFFD.
        column: Option<String>,
        /// Whether it is in the header.
        in_header: bool,
    },
    /// A value of JSON, or what contains it.
    Path {
        /// As RFC 9535 writes it: `$.user.names[2]`.
        path: String,
        /// Whether it is in a key of that object.
        in_key: bool,
    },
}
