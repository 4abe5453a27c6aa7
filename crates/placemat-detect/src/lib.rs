//! Judgement about text: what cannot be told by the rules of UTF-8 alone.
//!
//! The library `placemat` decides; this crate weighs. It reads no files, and prints nothing.

pub mod mojibake;
