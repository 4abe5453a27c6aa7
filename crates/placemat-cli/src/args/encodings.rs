//! Encodings as they are typed: any label, of which the completions of a shell know the names.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;

/// Takes any label: what it means, or that it means nothing, is said where it is used.
#[derive(Clone)]
pub(super) struct Encoding {
    /// What may stand there besides: "auto".
    pub(super) more: &'static [&'static str],
}

/// One of `placemat encodings`.
pub(super) const ENCODING: Encoding = Encoding { more: &[] };

impl TypedValueParser for Encoding {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = self.more.iter().copied().chain(crate::coding::names());
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
