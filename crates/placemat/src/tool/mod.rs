//! What the command-line tool is made of beyond the rest, and few other programs
//! need: bytes of UTF-8 taken apart for showing them, and the records of Java's
//! `DataOutputStream`.

pub mod anatomy;
pub mod framed;
