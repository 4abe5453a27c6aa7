//! What can be typed. One definition makes the parser, `--help`, the man page
//! and the shell completions; what it means is decided in [`crate::settings`].

mod closely;
mod detect;
mod encodings;
mod explain;
mod fix;
mod guard;
mod in_place;
mod names;
mod project;
mod rules;
mod stats;
mod undo;

pub(crate) use closely::{ProfileArgs, RecordArgs, delimiter};
pub(crate) use detect::{DetectArgs, DetectFormat, HintArgs};
pub(crate) use explain::{ExplainArgs, Layout};
pub(crate) use fix::{Eol, FixArgs, FixBinary, FixReport};
pub(crate) use guard::{Deliberate, GuardArgs, PlainFormat};
pub(crate) use in_place::KeepArgs;
pub(crate) use names::{NamesArgs, NamesFormat};
pub(crate) use project::ProjectArgs;
pub(crate) use rules::RulesArgs;
pub(crate) use stats::{StatsArgs, StatsFormat};
pub(crate) use undo::UndoArgs;

use encodings::{ENCODING, Encoding};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};
use placemat::Policy;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes: 0 clean or done, 1 something found, 2 trouble (a missing file, an \
I/O error, bad arguments). Offsets count from 0, lines and columns from 1.";

const CHECK_EXAMPLES: &str = "\
Examples:
  placemat check .                                every file below the current folder
  placemat check --profile postgres dump.sql      and what PostgreSQL refuses
  placemat check --profile source,filename src    several at once
  placemat check --report report.html .           and a page to be shown to others
  placemat check --csv=semicolon people.csv       with record, field and column
  placemat check --jsonl --format json log.jsonl  with record and path, for programs";

const CONVERT_EXAMPLES: &str = "\
Examples:
  placemat convert -f shift_jis -t utf-8 old.txt              to standard output
  placemat convert -f utf-16 -t utf-8 -o out.txt out.txt      replaced as a whole, or not at all
  placemat convert -f windows-1252 -t utf-8 --in-place src    all files of a folder
  placemat convert -f auto -t utf-8 -o utf8/ docs             each as what it looks like, below utf8/
  placemat convert -f auto -t utf-8 -i --log log docs         in place; placemat undo log takes it back";

const GUIDE: &str = "\
Examples:
  placemat check .                                 find what is not UTF-8, and why
  placemat fix --fallback windows-1252 --diff .    what mending it would change
  placemat detect old.txt                          which encoding it is in
  placemat convert -f auto -t utf-8 -i old.txt     make it UTF-8
  placemat explain '\\xe2\\x82\\xac'                  what bytes are
placemat COMMAND --help has more of each.";

const ENCODINGS_EXAMPLES: &str = "\
Examples:
  placemat encodings                       all, with their labels
  placemat encodings --labels whatwg       labels as the Web has them";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  placemat completions bash > ~/.local/share/bash-completion/completions/placemat
  placemat completions zsh > ~/.zfunc/_placemat      with ~/.zfunc in $fpath
  placemat completions fish > ~/.config/fish/completions/placemat.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  placemat man check | man -l -
  placemat man > placemat.1";

/// The same for all commands: docs/standard-input.md says more.
const STANDARD_INPUT: &str = "\
Standard input: \"-\" is standard input, whatever that is. Without a PATH, fix and convert \
read it. check, fix --dry-run, fix --diff, detect, stats and explain read it if it is a file, a pipe \
or a socket; a pipe without a byte in it is trouble then, since nobody may have meant it. \
If it is a terminal, /dev/null or closed, they take the current folder; explain has none.";

/// Check, repair, convert, identify and explain text in UTF-8 and all its relatives
#[derive(Debug, Parser)]
#[command(name = "placemat", version, propagate_version = true)]
#[command(after_help = format!("{GUIDE}\n\n{STANDARD_INPUT}\n\n{EXIT_CODES}"))]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colour; NO_COLOR and CLICOLOR_FORCE are heeded
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<CheckArgs>),
    Convert(Box<ConvertArgs>),
    Fix(Box<FixArgs>),
    Guard(GuardArgs),
    /// List the encodings: names, labels, and where the Encoding Standard differs
    #[command(after_help = ENCODINGS_EXAMPLES)]
    Encodings {
        /// Whose labels
        #[arg(long, value_name = "WHOSE", default_value = "iana")]
        labels: Labels,
    },
    Detect(DetectArgs),
    Explain(ExplainArgs),
    Stats(Box<StatsArgs>),
    Names(NamesArgs),
    Undo(UndoArgs),
    Rules(RulesArgs),

    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        shell: clap_complete::Shell,
    },

    /// Print a manual page (troff): the tool's, or a command's
    ///
    /// To read it: placemat man check | man -l -
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The command whose page is wanted
        command: Option<String>,
    },
}

/// A switch that can be left to the circumstances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// When the output is a terminal
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: the place, the reason, the line and a mark
    Text,
    /// JSON Lines: an object for each error, then one summary
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub workflows
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Binary {
    /// Skip those that are found in a folder; of those that are named, say in one line
    /// whether they are UTF-8
    Auto,
    /// Name them in the summary, and do not check them
    Skip,
    /// Check every file as UTF-8, byte by byte, also what looks like UTF-16 or UTF-32
    Check,
}

/// Find every place that is not UTF-8, and say why
///
/// Each error is shown with its place (line and column in bytes, from 1; offset
/// from 0), the reason, and what was probably meant. Malformed bytes are shown
/// as <E9>, control and invisible code points as <U+200B>. Nothing is printed
/// when there is nothing to say.
///
/// Folders are searched as ripgrep does it: hidden files and what .gitignore
/// names are left out. A file that is named is always checked. A file that is UTF-16,
/// UTF-32 or in a legacy encoding from front to back is reported as that, with the
/// command that converts it; --as ENC judges files as text in another encoding. A file of which
/// placemat.toml, .gitattributes (working-tree-encoding) or .editorconfig (charset) say what it is in
/// is checked as that, and found if it is something else.
/// Where a relative of UTF-8 (CESU-8, Modified UTF-8, WTF-8, RFC
/// 2279) explains all errors of a file, that is said.
#[allow(rustdoc::invalid_html_tags, reason = "it is the text of --help")]
#[derive(Debug, Args)]
#[command(after_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct CheckArgs {
    /// Files and folders; "-" is standard input
    ///
    /// Without any: standard input if that is a file, a pipe or a socket, else the
    /// current folder. A pipe without a byte in it is trouble then.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    pub(crate) format: Format,

    /// Show at most N malformed subparts of each file; count the rest [default: 10]
    ///
    /// Of a file that is in another encoding from front to back, which is said, the
    /// default is one; of a binary file that was named, none.
    #[arg(long, value_name = "N", help_heading = "Report")]
    pub(crate) max_errors: Option<u64>,

    /// Show every error
    #[arg(long, conflicts_with = "max_errors", help_heading = "Report")]
    pub(crate) all: bool,

    /// Do not tell errors again that FILE has: a report of an earlier run
    ///
    /// To make it: placemat check --format json --all > FILE, with the same paths and profiles. An error is known by its
    /// file, its kind and its bytes, and how often; so lines may move, and one more like it is told.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "judged_as")]
    #[arg(help_heading = "Report")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write what was found to FILE, too, as a page: HTML in one file, to be shown to others
    ///
    /// With the worst files, where in them the errors are, and the worst lines; what they are, and how often
    /// each byte occurs. It runs no script, and loads nothing. FILE is new, empty, or an earlier page.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Report")]
    #[arg(conflicts_with = "baseline")]
    pub(crate) report: Option<PathBuf>,

    /// Print nothing: the exit code tells. Without --report, the first finding is the end
    #[arg(short, long, conflicts_with_all = ["files_with_errors", "clean_files", "stats"])]
    #[arg(help_heading = "Report")]
    pub(crate) quiet: bool,

    /// Print only the names of files with errors
    #[arg(short = 'l', long, conflicts_with_all = ["clean_files", "stats", "all", "max_errors"])]
    #[arg(help_heading = "Report")]
    pub(crate) files_with_errors: bool,

    /// Print only the names of files without errors
    #[arg(long, conflicts_with_all = ["stats", "all", "max_errors"], help_heading = "Report")]
    pub(crate) clean_files: bool,

    /// End each name with a NUL instead of a line feed (with -l, --clean-files)
    #[arg(short = '0', long, help_heading = "Report")]
    pub(crate) null: bool,

    /// Tell what was read, also when nothing is wrong
    #[arg(long, help_heading = "Report")]
    pub(crate) stats: bool,

    /// Judge files as text in this encoding, whatever they look like
    ///
    /// Any that `placemat encodings` names. utf-16 and utf-32 are read in the byte
    /// order that their signature states, or else big-endian. Nothing is guessed:
    /// text in a code page of single bytes is hardly ever malformed.
    #[arg(long = "as", value_name = "ENC", help_heading = "Files")]
    #[arg(value_parser = ENCODING, hide_possible_values = true)]
    #[arg(conflicts_with_all = ["profiles", "csv", "jsonl"])]
    pub(crate) judged_as: Option<String>,

    /// Whose meaning of the label behind --as holds
    #[arg(long, value_name = "WHOSE", default_value = "iana", requires = "judged_as")]
    #[arg(help_heading = "Files")]
    pub(crate) labels: Labels,

    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    /// What to do with files that look binary
    ///
    /// A hook that names all files of a commit wants "skip".
    #[arg(long, value_name = "ACTION", default_value = "auto", help_heading = "Files")]
    pub(crate) binary: Binary,

    #[command(flatten)]
    pub(crate) walk: WalkArgs,

    #[command(flatten)]
    pub(crate) project: ProjectArgs,

    /// How many threads to use [default: one for each processor, at most 12]
    #[arg(short = 'j', long, visible_alias = "jobs", value_name = "N", help_heading = "Work")]
    #[arg(value_parser = one_or_more)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// When to show progress on standard error
    ///
    /// By default when that is a terminal and the work takes more than a second.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Work")]
    pub(crate) progress: When,
}

/// Which files of a folder are visited, whatever their type.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct FolderArgs {
    /// Visit hidden files and folders, too
    #[arg(short = '.', long, help_heading = "Files")]
    pub(crate) hidden: bool,

    /// Visit what .gitignore, .ignore and the like leave out, too
    #[arg(long, help_heading = "Files")]
    pub(crate) no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long, help_heading = "Files")]
    pub(crate) follow: bool,

    /// Visit only files that match GLOB, whatever .gitignore says; "!" in front: all others
    #[arg(short, long, value_name = "GLOB", help_heading = "Files")]
    pub(crate) glob: Vec<String>,
}

impl FolderArgs {
    /// Whether any of it was typed.
    pub(crate) fn are_chosen(&self) -> bool {
        self.hidden || self.no_ignore || self.follow || !self.glob.is_empty()
    }
}

/// Which files of a folder are visited.
#[derive(Debug, Default, Args)]
pub(crate) struct WalkArgs {
    #[command(flatten)]
    pub(crate) folders: FolderArgs,

    /// Visit only files of this type (rust, py, md, ..: the types of ripgrep)
    #[arg(short = 't', long = "type", value_name = "TYPE", help_heading = "Files")]
    pub(crate) types: Vec<String>,

    /// Leave out files of this type
    #[arg(short = 'T', long = "type-not", value_name = "TYPE", help_heading = "Files")]
    pub(crate) types_not: Vec<String>,
}

/// What becomes of the signature, U+FEFF at the start of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bom {
    /// As the names of the encodings say; of several inputs, only the first's
    Keep,
    /// The output has one, whether or not the input has
    Add,
    /// The output has none
    Remove,
}

/// Whose meaning of labels holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    /// As IANA and iconv have them: latin1 is ISO-8859-1
    Iana,
    /// As the Encoding Standard of the Web has them: latin1 is windows-1252
    Whatwg,
}

/// Convert text from one encoding to another
///
/// Inputs are converted one after another into one output. Text that is
/// malformed, or that the target cannot hold, is an error, which names the place
/// and ends the work, unless a policy says what becomes of it.
///
/// With --in-place, and with -o DIR/, each file is converted alone, those in folders too, and is
/// replaced or written as a whole or not at all. One with an error is named and left as it is, and
/// the others are converted. Of what is found in a folder, binary files are left alone, as is what
/// does not look like it where the source is UTF-16 or UTF-32. Where the target is utf-8, a file that
/// is that already is read as utf-8 and named, so that nothing is converted twice: beyond ASCII, or
/// ASCII where the source has other letters there (UTF-16, EBCDIC).
///
/// `-f auto -t utf-8 -i DIR` converts a folder of files in different encodings: each is judged, as
/// placemat detect does it, and named with what it was taken for. What is not sure is left alone. With
/// --log FILE, `placemat undo FILE` takes all of it back, or what was guessed wrong.
///
/// OUT is replaced only when all is done: it may be one of the inputs, and a
/// failed run leaves it as it was. A pipe or a device is written to directly.
///
/// utf-16 and utf-32 are read in the byte order that their signature states, or
/// else big-endian, and written little-endian with a signature. In forms that
/// name their byte order, and in UTF-8, a signature is kept.
///
/// Legacy encodings (shift_jis, gb18030, windows-1251, ..) are those of the
/// Encoding Standard, whatever --labels says; behind them are code pages that it lacks (ibm850).
#[derive(Debug, Args)]
#[command(after_help = format!("{CONVERT_EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct ConvertArgs {
    /// Files; "-" is standard input, and so is none; with --in-place and -o DIR/ folders, too
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, value_parser = fix::any_path())]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input [see --list]; "auto": what each is declared as, or looks like
    ///
    /// What placemat.toml, .gitattributes (working-tree-encoding) and .editorconfig (charset) declare is
    /// not guessed. What each input was taken for is told. One that is less sure than --certainty is an error,
    /// and left as it is.
    #[arg(short, long, value_name = "ENC", required_unless_present = "list")]
    #[arg(alias = "from-code", value_parser = Encoding { more: &["auto"] })]
    #[arg(hide_possible_values = true)]
    pub(crate) from: Option<String>,

    /// With -f auto, how sure it must be what an input is in, from 0 to 1
    ///
    /// placemat detect says how sure it is. Of answers at 0.9 about nine in ten are right.
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = share)]
    pub(crate) certainty: f64,

    #[command(flatten)]
    pub(crate) hints: HintArgs,

    /// The encoding of the output; "//IGNORE" behind it is the same as -c
    #[arg(short, long, value_name = "ENC", required_unless_present = "list")]
    #[arg(alias = "to-code", value_parser = ENCODING, hide_possible_values = true)]
    pub(crate) to: Option<String>,

    /// Where to write [default: standard output, as "-"]; DIR/: each input below DIR, as it is named
    ///
    /// "-o FILE FILE" replaces FILE. What does not end in "/" is a file.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Replace the files; with SUFFIX, keep each under its name with SUFFIX behind it
    ///
    /// As sed has it: -i.bak, or --in-place=.bak. Where a policy has changed text, and with -f auto,
    /// the old file is kept as NAME.orig, unless --no-backup is given; --backup keeps it everywhere.
    #[arg(short, long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "", conflicts_with = "output")]
    pub(crate) in_place: Option<OsString>,

    #[command(flatten)]
    pub(crate) keep: KeepArgs,

    #[command(flatten)]
    pub(crate) folders: FolderArgs,

    #[command(flatten)]
    pub(crate) project: ProjectArgs,

    /// How many threads to use, for files and for pieces of large ones [default: one for each
    /// processor, at most 12]
    #[arg(short = 'j', long, visible_alias = "jobs", value_name = "N", help_heading = "Files")]
    #[arg(value_parser = one_or_more)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// What becomes of malformed and of unmappable text [default: strict]
    ///
    /// strict: an error. replace: U+FFFD, or "?" where the target has none.
    /// replace-per-byte: the same for every byte. remove: nothing; this can join
    /// text past a filter. backslashreplace: \xhh and \uXXXX, one way. latin1,
    /// windows-1252, windows-1252-strict: malformed UTF-8 is read as that. utf8b:
    /// malformed bytes of UTF-8 become U+DC80 to U+DCFF in UTF-16 and UTF-32.
    #[arg(long, value_name = "POLICY", value_parser = policies(), hide_possible_values = true)]
    pub(crate) policy: Option<Policy>,

    /// Leave out what is malformed or unmappable: --policy remove
    #[arg(short = 'c', conflicts_with = "policy")]
    pub(crate) omit: bool,

    /// Take what the strict form of an encoding refuses, and write it
    ///
    /// Lone surrogates in utf-16, utf-32, ucs-2, ucs-4, cesu-8, utf-7 and utf-1; in
    /// cesu-8 and modified-utf-8 sequences of four bytes, and 00; in wtf-8 encoded
    /// pairs; in utf-8-rfc2279 encoded surrogates; in utf-7 all of ASCII directly.
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Read or write modified-utf-8 as the records of Java's DataOutputStream
    ///
    /// A record is its length in two bytes, big-endian, and the bytes. As input, each
    /// record becomes a line; a record that is cut, or has a line feed, is an error,
    /// or what the policy makes of it. As output, each line becomes a record, without
    /// its line feed; a line with more than 65,535 bytes is an error. In the place of
    /// an error the line is the number of the record, and the column is in it.
    #[arg(long)]
    pub(crate) framed: bool,

    /// Whose meaning of labels holds
    #[arg(long, value_name = "WHOSE", default_value = "iana")]
    pub(crate) labels: Labels,

    /// What becomes of a signature (byte order mark) [default: keep]
    #[arg(long, value_name = "WHAT")]
    pub(crate) bom: Option<Bom>,

    /// What becomes of the ends of lines [default: keep]
    #[arg(long, value_name = "WHAT")]
    pub(crate) eol: Option<Eol>,

    /// When to show progress on standard error
    ///
    /// By default when that is a terminal, no text goes to a terminal, and the work takes more
    /// than a second.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) progress: When,

    /// Tell on standard error what was done
    #[arg(long)]
    pub(crate) stats: bool,

    /// List the encodings and their labels
    ///
    /// Case and punctuation do not count: UTF_16LE is utf-16le.
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}

/// What was typed, as the parser understands it.
pub(crate) fn typed() -> Vec<OsString> {
    fix::with_suffix_of_sed(std::env::args_os())
}

/// A number from 0 to 1.
fn share(typed: &str) -> Result<f64, String> {
    let share = typed.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1 is meant, as 0.9".to_owned())
}

/// A number that is not zero.
fn one_or_more(typed: &str) -> Result<NonZeroUsize, String> {
    typed.parse().map_err(|_| "a number from 1 on is meant".to_owned())
}

/// The policies by their names.
fn policies() -> impl TypedValueParser<Value = Policy> {
    named(Policy::all().iter().copied())
}

fn named(policies: impl IntoIterator<Item = Policy>) -> impl TypedValueParser<Value = Policy> {
    let names = policies.into_iter().map(Policy::name);
    PossibleValuesParser::new(names).map(|name| name.parse().expect("only names are possible"))
}

/// What the manual page of the tool, or of one of its commands, is made of.
pub(crate) fn man_page(command: Option<&str>) -> Result<clap_mangen::Man, String> {
    let mut root = Cli::command();
    root.build();
    let page = match command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                return Err(format!("no command is called \"{name}\": placemat --help has all"));
            }
        },
    };
    Ok(clap_mangen::Man::new(page))
}
