//! Conversion while reading and while writing, over the traits of [`std::io`].
//!
//! Malformed and unmappable text that the policy makes an error is an
//! [`io::Error`] of the kind [`InvalidData`](io::ErrorKind::InvalidData), which
//! holds an [`Error<u64>`](crate::Error), with the offset in the whole source.
//! What comes before it has been delivered by then, and one may go on behind it.
//! No error, of text or of the system, loses a byte.

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use crate::engine::stream::{MIN_ROOM, Status};
use std::io;

/// How much is converted at a time: more than any item becomes.
const BLOCK: usize = 16 << 10;
const _: () = assert!(BLOCK >= MIN_ROOM);

/// The error that a stream has stopped for, if it is one.
fn error(status: Status) -> Option<io::Error> {
    status.error().map(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
