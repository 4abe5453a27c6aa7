//! What well-formed UTF-8 may still not be: a target such as a database, a format or a file system
//! takes less than all of it, and a reader of source code can be deceived by some of it.
//!
//! A [`Profile`] is such a target. A [`Checker`] finds what it refuses, in text that comes in
//! pieces, and a [`Refusal`] says where it is, why, what can be done, and what a policy makes of it.
//! [`records`] says in which record and field of CSV or JSON Lines a place is. Nothing here reads
//! files or prints.
//!
//! Bytes that are malformed UTF-8 are passed over: the library `placemat` names them.
//!
//! # Examples
//! ```
//! use placemat_profile::{Checker, Profile};
//!
//! let mut found = Vec::new();
//! Checker::new(Profile::Postgres).push(b"a\0b", true, &mut |refusal| found.push(refusal));
//! assert_eq!(found[0].offset, 1);
//! assert_eq!(found[0].reason(), "U+0000 (NUL) cannot be in a text of PostgreSQL");
//! ```

#![forbid(unsafe_code)]

mod checker;
mod find;
mod profile;
pub mod records;
mod refusal;
mod rules;

use placemat::{Malformed, MalformedKind, utf8};

/// Whether the start of a text is UTF-8 with some U+0000 in it, and not UTF-16 whose zeros are those of
/// its letters: fewer than one byte in eight is zero.
///
/// # Examples
/// ```
/// assert!(placemat_profile::is_utf8_with_nuls(b"a\0b and what people write"));
/// assert!(!placemat_profile::is_utf8_with_nuls(b"a\0n\0d\0"));
/// ```
#[must_use]
pub fn is_utf8_with_nuls(start: &[u8]) -> bool {
    // A sequence may be cut at the end.
    let is_utf8 = match utf8::validate(start) {
        Ok(_) => true,
        Err(Malformed { kind, .. }) => kind == MalformedKind::IncompleteAtEnd,
    };
    is_utf8 && memchr::memchr_iter(0, start).count() * 8 < start.len()
}

pub use checker::Checker;
pub use profile::{Profile, UnknownProfile};
pub use refusal::{Kind, Refusal};
