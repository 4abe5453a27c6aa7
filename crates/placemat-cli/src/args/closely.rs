//! What can be typed of profiles and records, behind `check` and `fix`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use placemat_profile::Profile;

/// What else than malformed UTF-8 is looked for.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProfileArgs {
    /// Also find what PROFILE refuses of well-formed UTF-8; several: with commas, or again
    ///
    /// postgres, c-string: U+0000. mysql-utf8mb3: code points above U+FFFF. xml: what is no
    /// character of XML 1.0, also as a reference (&#0;). json: lone surrogates (\uD83D), control characters in
    /// strings, a signature. filename: names, one a line, that Unix and Windows do not both take. source:
    /// controls of direction (CVE-2021-42574), what is not shown, words that mix scripts (UTS #39).
    /// docs/profiles.md has the rules.
    #[arg(long = "profile", value_name = "PROFILE", value_parser = profiles())]
    #[arg(
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = "Profiles and records"
    )]
    pub(crate) profiles: Vec<Profile>,
}

/// What files are made of, besides lines.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RecordArgs {
    /// Files are CSV (RFC 4180): tell the record, the field and the column of what is found
    ///
    /// DELIM is one ASCII character, or its name: comma (the default), semicolon, tab, pipe, space.
    #[arg(long, value_name = "DELIM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = ASSUMED, value_parser = delimiter, conflicts_with = "jsonl")]
    #[arg(help_heading = "Profiles and records")]
    pub(crate) csv: Option<Delimiter>,

    /// The first record of CSV is no header: it does not name the columns
    #[arg(long, requires = "csv", help_heading = "Profiles and records")]
    pub(crate) no_header: bool,

    /// Files are JSON Lines: tell the record and the path in it of what is found
    #[arg(long, help_heading = "Profiles and records")]
    pub(crate) jsonl: bool,
}

fn profiles() -> impl TypedValueParser<Value = Profile> {
    let names = Profile::all().iter().map(|profile| profile.name());
    PossibleValuesParser::new(names).map(|name| name.parse().expect("only names are possible"))
}

/// What stands between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delimiter {
    pub(crate) byte: u8,
    /// Nobody said so.
    pub(crate) is_assumed: bool,
}

/// What stands behind `--csv` where nothing does: nobody can type it.
const ASSUMED: &str = "\0";

/// Reads what was typed for it.
pub(crate) fn delimiter(text: &str) -> Result<Delimiter, String> {
    let byte = match (text, text.as_bytes()) {
        (ASSUMED | "comma", _) => b',',
        ("semicolon", _) => b';',
        ("tab" | "\\t", _) => b'\t',
        ("pipe", _) => b'|',
        ("space", _) => b' ',
        (_, b"\"" | b"\r" | b"\n") => {
            return Err("a quote or an end of line is no delimiter".to_owned());
        }
        (_, &[byte]) if byte.is_ascii() => byte,
        _ => return Err("one ASCII character, or comma, semicolon, tab, pipe or space".to_owned()),
    };
    Ok(Delimiter { byte, is_assumed: text == ASSUMED })
}
