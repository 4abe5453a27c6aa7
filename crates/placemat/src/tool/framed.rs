//! Records of Java's `DataOutputStream.writeUTF`: the length in two bytes,
//! big-endian, then so many bytes of Modified UTF-8.
//!
//! The length counts bytes, so a record has at most [`MAX_LEN`] of them. What the
//! bytes are worth is not judged here: each record is a text of its own.
//!
//! # Examples
//! ```
//! use placemat::tool::framed::{Records, header};
//!
//! let mut input = &b"\0\x02hi\0\0\0\x01!"[..];
//! let (mut records, mut found) = (Records::new(), Vec::new());
//! while let Some(part) = records.next_part(&mut input) {
//!     assert!(part.starts && part.ends);
//!     found.push(part.bytes);
//! }
//! assert_eq!(found, [&b"hi"[..], b"", b"!"]);
//! assert_eq!(records.cut(), None);
//! assert_eq!(header(2), Some([0, 2]));
//! ```

/// How many bytes a record can have.
pub const MAX_LEN: usize = 0xFFFF;

/// What stands before a record of `len` bytes; `None` if that is more than a
/// record can have.
#[must_use]
pub fn header(len: usize) -> Option<[u8; 2]> {
    u16::try_from(len).ok().map(u16::to_be_bytes)
}

/// Takes records apart that come in chunks of any size. It allocates nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Records {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Between two records.
    #[default]
    Between,
    /// Behind the first byte of the length.
    InLength(u8),
    /// Within a record.
    InText { left: usize },
}

/// A record, or as much of it as is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Bytes of the record, without its length.
    pub bytes: &'a [u8],
    /// The record begins with them.
    pub starts: bool,
    /// The record ends with them.
    pub ends: bool,
}

/// What is missing at the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The second byte of a length, and the record.
    Length,
    /// Bytes of a record.
    Text {
        /// How many.
        missing: usize,
    },
}

impl Records {
    /// At the start of the input.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next part of a record in `chunk`, which follows all that was taken
    /// before; `chunk` is left with what is behind it. `None` if more is needed,
    /// and then all of `chunk` has been taken.
    ///
    /// # Complexity
    /// Constant.
    pub fn next_part<'a>(&mut self, chunk: &mut &'a [u8]) -> Option<Part<'a>> {
        let (left, starts) = loop {
            match self.state {
                State::InText { left } => break (left, false),
                State::Between => self.state = State::InLength(take_byte(chunk)?),
                State::InLength(high) => {
                    let low = take_byte(chunk)?;
                    break (usize::from(u16::from_be_bytes([high, low])), true);
                }
            }
        };
        if chunk.is_empty() && left > 0 && !starts {
            return None;
        }
        let (bytes, rest) = chunk.split_at(chunk.len().min(left));
        *chunk = rest;
        let ends = bytes.len() == left;
        self.state = if ends { State::Between } else { State::InText { left: left - bytes.len() } };
        Some(Part { bytes, starts, ends })
    }

    /// What is missing, if the input ends here.
    #[must_use]
    pub fn cut(&self) -> Option<Cut> {
        match self.state {
            State::Between => None,
            State::InLength(_) => Some(Cut::Length),
            State::InText { left } => Some(Cut::Text { missing: left }),
        }
    }
}

fn take_byte(chunk: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = chunk.split_first()?;
    *chunk = rest;
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The records of `input`, which comes in chunks of `size` bytes.
    fn records(input: &[u8], size: usize) -> (Vec<Vec<u8>>, Option<Cut>) {
        let (mut records, mut found, mut open) = (Records::new(), Vec::new(), Vec::new());
        for mut chunk in input.chunks(size) {
            while let Some(part) = records.next_part(&mut chunk) {
                assert_eq!(part.starts, open.is_empty());
                open.push(part.bytes.to_vec());
                if part.ends {
                    found.push(open.concat());
                    open.clear();
                }
            }
            assert!(chunk.is_empty());
        }
        (found, records.cut())
    }

    #[test]
    fn records_in_pieces_of_all_sizes() {
        let long = [b'x'; 300];
        let all: [&[u8]; 5] = [b"one", b"", &long, b"", b"\xC0\x80"];
        let mut input = Vec::new();
        for record in all {
            input.extend(header(record.len()).unwrap());
            input.extend(record);
        }
        for size in 1..=input.len() {
            let (found, cut) = records(&input, size);
            assert!(found.iter().eq(all.iter()), "chunks of {size}");
            assert_eq!(cut, None);
        }
    }

    #[test]
    fn a_cut_at_every_place() {
        let input = b"\0\x01a\0\x04text";
        for end in 0..=input.len() {
            let expected = match end {
                0 | 3 | 9 => None,
                1 | 4 => Some(Cut::Length),
                2 => Some(Cut::Text { missing: 1 }),
                _ => Some(Cut::Text { missing: 9 - end }),
            };
            for size in 1..=9 {
                assert_eq!(records(&input[..end], size).1, expected, "{end} bytes");
            }
        }
    }

    #[test]
    fn lengths() {
        assert_eq!(header(0), Some([0, 0]));
        assert_eq!(header(MAX_LEN), Some([0xFF, 0xFF]));
        assert_eq!(header(MAX_LEN + 1), None);
        let full = [&b"\xFF\xFF"[..], &[b'a'; MAX_LEN]].concat();
        assert_eq!(records(&full, 4096).0[0].len(), MAX_LEN);
    }
}
