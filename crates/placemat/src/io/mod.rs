//! Conversion while reading and while writing, over the traits of [`std::io`].
//!
//! Malformed and unmappable text that the policy makes an error is an
//! [`io::Error`] of the kind [`InvalidData`](io::ErrorKind::InvalidData), which
//! holds a [`Malformed<u64>`](crate::Malformed) or an
//! [`Unmappable<u64>`](crate::Unmappable), with the offset in the whole source.
//! What comes before it has been delivered by then, and one may go on behind it.
//! No error, of text or of the system, loses a byte.

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use crate::stream::{MIN_ROOM, Status};
use std::io;

/// How much is converted at a time: more than any item becomes.
const BLOCK: usize = 16 << 10;
const _: () = assert!(BLOCK >= MIN_ROOM);

/// The error that a stream has stopped for, if it is one.
fn error(status: Status) -> Option<io::Error> {
    let invalid = io::ErrorKind::InvalidData;
    match status {
        Status::Malformed(bad) => Some(io::Error::new(invalid, bad)),
        Status::Unmappable(item) => Some(io::Error::new(invalid, item)),
        Status::InputEmpty | Status::OutputFull => None,
    }
}
