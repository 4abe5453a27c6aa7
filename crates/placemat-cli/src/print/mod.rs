//! What everything that is printed has in common: names and bytes made safe, numbers in words,
//! colours, JSON; and what is said on standard error.

pub(crate) mod escape;
pub(crate) mod json;
pub(crate) mod name;
pub(crate) mod progress;
pub(crate) mod put;
pub(crate) mod say;
mod styles;
pub(crate) mod words;

pub(crate) use styles::{Ink, Styles};
