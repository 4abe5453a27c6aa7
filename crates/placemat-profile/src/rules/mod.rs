//! The rules, one file for each kind of target.

mod filename;
mod json;
mod scripts;
pub(crate) mod single;
mod source;
pub(crate) mod xml;

pub(crate) use filename::Filename;
pub(crate) use json::Json;
pub(crate) use source::Source;
