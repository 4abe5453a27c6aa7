//! What can be typed behind `placemat explain`.

use super::{EXIT_CODES, one_or_more};
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use placemat_inspect::paste::Form;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Layout {
    /// Cards for a few sequences, a table for more
    Auto,
    /// All that there is to say of each sequence
    Cards,
    /// A line for each sequence, with as many columns as fit
    Table,
    /// JSON Lines: an object for each sequence
    Json,
    /// Columns between tabs, below a line with their names
    Tsv,
}

const EXAMPLES: &str = "\
Examples:
  placemat explain 'donâ€™t'               a text that looks wrong
  placemat explain '\\xe2\\x80'             bytes from a message or a log
  placemat explain --as base64 4oKs        if it is not what it was taken for
  xxd notes.txt | placemat explain --as dump
  placemat explain -U 20AC                 a code point by its number
  placemat explain -U 2190..21FF           a range, or a block: -U arrows
  placemat explain --name 'euro sign'      a code point by words of its name
  placemat explain --errors-only notes.txt what is malformed in a file
  placemat explain --code-page notes.txt   how often each byte occurs";

/// Show what bytes are made of, sequence by sequence
///
/// For each sequence: its bytes in hexadecimal, octal and binary, with a bar
/// between the prefix of a byte and its payload; the code point, its name and
/// properties, and how it is written elsewhere. For malformed bytes: the reason,
/// the rule of the grammar (RFC 3629, section 4) that they break, what was
/// probably meant, and how Windows-1252 and the relatives of UTF-8 read them.
///
/// What is no file is read as it was pasted: a dump of xxd, hexdump, od or hexyl, digits, %E2%82%AC,
/// \xE2\x82\xAC, \u20AC, &euro;, Base64, a literal of C, Python, JSON, Rust or JavaScript, or text. What
/// it was taken for is said on standard error, and --as says it better.
///
/// The exit code is 1 if something was malformed.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct ExplainArgs {
    /// A file; or what was pasted. "-" is standard input, and so is none if that is a file or a pipe
    #[arg(value_name = "PATH|PASTE", value_hint = ValueHint::FilePath, group = "what")]
    pub(crate) path: Option<PathBuf>,

    /// This text
    #[arg(long, value_name = "STR", group = "what")]
    pub(crate) text: Option<String>,

    /// Read PASTE, --text, the file or standard input in this form
    #[arg(long = "as", value_name = "FORM", value_parser = forms())]
    #[arg(conflicts_with_all = ["hex", "octal", "binary", "code_point", "name", "code_page"])]
    pub(crate) form: Option<Form>,

    /// These bytes, in hexadecimal: "E2 82 AC", e282ac, \xE2\x82
    ///
    /// Or what xxd, hexdump, od -x, od -tx1 or hexyl print, with offsets and text: in words of
    /// several bytes the order is that of the program. A dump that is not understood as a whole
    /// is refused.
    #[arg(long, value_name = "BYTES", group = "what", value_parser = NonEmptyStringValueParser::new())]
    #[arg(num_args = 1..)]
    pub(crate) hex: Vec<String>,

    /// These bytes, in octal: "342 202 254", or what od or od -b prints
    #[arg(long, value_name = "BYTES", group = "what", value_parser = NonEmptyStringValueParser::new())]
    #[arg(num_args = 1..)]
    pub(crate) octal: Vec<String>,

    /// These bytes, in binary: "11100010 10000010 10101100"
    #[arg(long, value_name = "BYTES", group = "what", value_parser = NonEmptyStringValueParser::new())]
    #[arg(num_args = 1..)]
    pub(crate) binary: Vec<String>,

    /// The UTF-8 form of these code points: 20AC, U+20AC, 0o20254, &#8364;, 2190..21FF, arrows
    ///
    /// Two numbers with ".." between them are a range, and the name of a block is all that is
    /// assigned in it; case, spaces, hyphens and underscores of a name do not count.
    ///
    /// Surrogates and values up to 7FFFFFFF are spelt as RFC 2279 does it, and
    /// explained as what they are today: malformed.
    #[arg(short = 'U', long, value_name = "CP", group = "what", num_args = 1.., value_delimiter = ',')]
    pub(crate) code_point: Vec<String>,

    /// The code points in whose names these words are: "euro", "latin e acute"
    ///
    /// The best are the first: whole words count more than parts of words.
    #[arg(long, value_name = "WORDS", group = "what", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) name: Option<String>,

    /// Show at most N code points of --name
    #[arg(long, value_name = "N", default_value = "40", requires = "name")]
    #[arg(value_parser = one_or_more)]
    pub(crate) most: NonZeroUsize,

    /// Print the code page of UTF-8: what each byte is for
    ///
    /// With a PATH: how often each byte occurs in it.
    #[arg(long, conflicts_with_all = ["text", "hex", "octal", "binary", "code_point", "name", "errors_only"])]
    pub(crate) code_page: bool,

    /// Only from byte A to before byte B: 100..200, 100.., ..0x80
    ///
    /// Sequences are shown whole, also the one that A is in.
    #[arg(long, value_name = "A..B")]
    pub(crate) range: Option<String>,

    /// Only what is malformed
    #[arg(long)]
    pub(crate) errors_only: bool,

    /// How to show it
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(crate) format: Layout,
}

/// The forms by their names.
fn forms() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::all().map(Form::name))
        .map(|name| name.parse().expect("only names are possible"))
}
