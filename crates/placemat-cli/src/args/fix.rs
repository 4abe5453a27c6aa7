//! What can be typed behind `placemat fix`.

use super::encodings::ENCODING;
use super::{
    Bom, ConvertArgs, KeepArgs, ProfileArgs, ProjectArgs, RecordArgs, WalkArgs, When, named,
    one_or_more,
};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use placemat::Policy;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What becomes of the ends of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Eol {
    /// They are left as they are
    Keep,
    /// LF; any CRs before it are dropped, and a CR alone stays
    #[value(alias = "unix")]
    Lf,
    /// CR LF; a CR alone stays
    #[value(aliases = ["dos", "windows"])]
    Crlf,
    /// LF, also for a CR alone, as the old Macintosh ended lines
    AnyToLf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixBinary {
    /// Name them, and leave them alone; and what looks like UTF-16 or UTF-32
    Skip,
    /// Mend every file as UTF-8, whatever it looks like
    Fix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixReport {
    /// For people
    Text,
    /// JSON Lines: changes, files, then one summary
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  placemat fix --diff notes/                               what would change
  placemat fix -i --fallback windows-1252 notes/           mended, in place
  placemat fix -i --profile json --policy replace a.json   and what JSON refuses
  placemat fix --csv --quarantine bad.csv -o good.csv all.csv
  placemat fix --jsonl --null-invalid -i events.jsonl

Exit codes: 0 clean or done; 1 with --dry-run and --diff: there are changes to be made; 1 with \
--profile and --null-invalid, too: some is left that nobody can mend; 2 trouble (a file that was \
named and left alone, an I/O error, bad arguments). Offsets count from 0, lines and columns from 1.";

/// Make malformed UTF-8 well-formed
///
/// Well-formed text is never touched, so nothing is encoded twice, and a second
/// run changes nothing. Without --in-place, -o, --dry-run or --diff, one input goes
/// to standard output.
///
/// --in-place asks what is to become of malformed text, unless there is none: a method
/// must be named. All inputs are looked at before the first is changed, and if one that
/// was named cannot be read, kept or replaced, none is. Where a method loses text (replace, remove,
/// backslashreplace, ..), the old file is kept as NAME.orig; `mv NAME.orig NAME`
/// puts it back. With --log FILE each is kept, and `placemat undo FILE` puts all back, or
/// some. A NAME.orig that is found in a folder with NAME, or is named with it, as by `*`, is left as it is.
///
/// A file that is clean is left as it is. Any other is replaced as a whole or not
/// at all: whatever happens, it has the old text or the new one. Permissions,
/// extended attributes and, where that is allowed, the owner are kept, and symbolic
/// links are followed. After `kill -9` a file may be left whose name begins with
/// ".placemat-", or a NAME.orig that no log has, beside a NAME that still has the
/// same text; both can be deleted.
///
/// With --profile, what a target refuses of well-formed text is mended, too: by --policy, as if
/// the target had no such code point, or without any loss where it can be written in another way. What
/// nobody can mend is left, and the exit code is 1.
///
/// Without --quiet it is told how often each byte was changed, and to what, on
/// standard output, or, if the text goes there, on standard error.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(group = clap::ArgGroup::new("method").args(["policy", "fallback", "escape", "undo"]))]
#[command(group = clap::ArgGroup::new("target").args(["in_place", "output"]))]
pub(crate) struct FixArgs {
    /// Files and folders; "-" is standard input
    ///
    /// Without any: standard input; with --dry-run and --diff as in `placemat check`.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, value_parser = any_path())]
    pub(crate) paths: Vec<PathBuf>,

    /// What malformed bytes become [default: replace; in place there is none]
    ///
    /// replace: U+FFFD per maximal subpart. replace-per-byte: U+FFFD per byte.
    /// remove: nothing; this can join text past a filter. backslashreplace: \xhh,
    /// one way. latin1, windows-1252: what they are there; windows-1252-strict: the
    /// same, but the five bytes that it does not define become U+FFFD.
    #[arg(long, value_name = "POLICY", value_parser = repairs(), hide_possible_values = true)]
    #[arg(help_heading = "Method")]
    pub(crate) policy: Option<Policy>,

    /// Read malformed bytes in this code page: windows-1252, latin1, koi8-r, ..
    ///
    /// Any of `placemat encodings` that has one byte for each letter. A byte of 80
    /// to 9F that it does not define becomes the C1 control of that number; one above, U+FFFD.
    #[arg(long, value_name = "ENC", help_heading = "Method")]
    #[arg(value_parser = ENCODING, hide_possible_values = true)]
    pub(crate) fallback: Option<String>,

    /// Write malformed bytes as \xHH, so that --undo brings them back
    #[arg(long, conflicts_with_all = ["bom", "eol", "profiles"], help_heading = "Method")]
    pub(crate) escape: bool,

    /// Undo --escape, exactly; what a log has, `placemat undo LOG` takes back
    #[arg(long, conflicts_with_all = ["bom", "eol", "profiles"], help_heading = "Method")]
    pub(crate) undo: bool,

    /// Undo what was read in the wrong code page and encoded again: "cafÃ©" is "café"
    ///
    /// Through windows-1252, -1250, -1251, -1253, -1254, -1257, iso-8859-1 and -2, macintosh, ibm437,
    /// ibm850, ibm866 and koi8-r; once or more often, in parts of the text. Only what can be proved: what
    /// is made of the result by the same way back is what was there. Malformed bytes are mended
    /// before, if --policy or --fallback is named, too; else they stay, and it is said how many. What
    /// profiles refuse comes behind, then the signature, then the ends of lines.
    #[arg(long, conflicts_with_all = ["escape", "undo"], help_heading = "Method")]
    pub(crate) mojibake: bool,

    /// With --mojibake: also guess, where part of it got lost
    ///
    /// No-break spaces that became spaces, marks that were typed anew or dropped, U+FFFD for a byte
    /// that the code page lacks, text that was made small or put in capitals.
    #[arg(long, requires = "mojibake", help_heading = "Method")]
    pub(crate) lossy: bool,

    /// What becomes of a signature (byte order mark)
    #[arg(long, value_name = "WHAT", default_value = "keep", help_heading = "Method")]
    pub(crate) bom: Bom,

    /// What becomes of the ends of lines [default: keep]
    #[arg(long, value_name = "WHAT", help_heading = "Method")]
    pub(crate) eol: Option<Eol>,

    /// Replace the files; with SUFFIX, keep each under its name with SUFFIX behind it
    ///
    /// As sed has it: -i.bak, or --in-place=.bak. A suffix that stands alone would be
    /// the name of a file. To keep none, also where text is lost: -i --no-backup.
    #[arg(short, long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "", help_heading = "Output")]
    pub(crate) in_place: Option<OsString>,

    #[command(flatten, next_help_heading = "Output")]
    pub(crate) keep: KeepArgs,

    /// Where to write
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Change nothing; show each change with its place and its bytes
    #[arg(short = 'n', long, conflicts_with = "target", help_heading = "Output")]
    pub(crate) dry_run: bool,

    /// Change nothing; show each line that would change, before and after
    #[arg(short, long, conflicts_with = "target", help_heading = "Output")]
    pub(crate) diff: bool,

    /// With --mojibake: change nothing; show the steps of each repair, and how sure it is
    #[arg(long, requires = "mojibake", conflicts_with_all = ["target", "diff"])]
    #[arg(help_heading = "Output")]
    pub(crate) explain_plan: bool,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: FixReport,

    /// Write what is changed to FILE, too, as a page: HTML in one file, to be shown to others
    ///
    /// With lines before and after, and where in each file they are. It runs no script, and loads nothing.
    /// "json" and "text" are no files, but say the same as behind --format.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) report: Option<PathBuf>,

    /// How many threads to use for a large file [default: one for each processor, at most 12]
    #[arg(short = 'j', long, visible_alias = "jobs", value_name = "N", help_heading = "Files")]
    #[arg(value_parser = one_or_more)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Do not tell what was changed
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) profiles: ProfileArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    /// With --csv or --jsonl: write records with errors to FILE, unchanged, and all others to the output
    ///
    /// A record has an error if it is malformed, or a profile refuses some of it. FILE is a new file, and is empty if
    /// there is no such record; or one that is there, and empty. What has something in it is never overwritten: nothing is
    /// done then, unless that is just what would be moved, or nothing would be. The header of CSV must have no error. A
    /// record has 64 MiB at most.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Profiles and records")]
    #[arg(conflicts_with_all = ["policy", "fallback", "escape", "undo", "mojibake", "bom", "eol", "diff"])]
    pub(crate) quarantine: Option<PathBuf>,

    /// With --csv or --jsonl: empty the fields with errors; in JSON Lines, null for the strings
    ///
    /// What is in no field, such as in a key of JSON, is not mended: that record is moved aside,
    /// with --quarantine, or left, which the exit code tells.
    #[arg(long, help_heading = "Profiles and records")]
    #[arg(conflicts_with_all = ["policy", "fallback", "escape", "undo", "mojibake", "bom", "eol", "diff"])]
    pub(crate) null_invalid: bool,

    /// What to do with files that look binary
    ///
    /// With "fix", what a pipe looks like is not waited for: what comes in goes out at once.
    #[arg(long, value_name = "ACTION", default_value = "skip", help_heading = "Files")]
    pub(crate) binary: FixBinary,

    #[command(flatten)]
    pub(crate) walk: WalkArgs,

    #[command(flatten)]
    pub(crate) project: ProjectArgs,

    /// When to show progress on standard error
    ///
    /// By default when that is a terminal, no text goes to a terminal, and the work takes more
    /// than a second.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Work")]
    pub(crate) progress: When,
}

/// Also the empty one, which the sed of BSD has behind -i: that is told apart later.
pub(super) fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// The policies that repair UTF-8.
fn repairs() -> impl TypedValueParser<Value = Policy> {
    let mends = |policy: &Policy| !matches!(policy, Policy::Strict | Policy::Utf8b);
    named(Policy::all().iter().copied().filter(mends))
}

/// What was typed, with `-i.bak`, which is how sed spells it, as `-i=.bak`.
pub(super) fn with_suffix_of_sed(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let is_value = |at: usize| at > 1 && args[at - 1] == "--color";
    let command =
        (1..args.len()).find(|&at| !is_value(at) && !args[at].as_encoded_bytes().starts_with(b"-"));
    let Some(command) = command else { return args };
    let known = match args[command].to_str() {
        Some("fix") => FixArgs::augment_args(clap::Command::new("fix")),
        Some("convert") => ConvertArgs::augment_args(clap::Command::new("convert")),
        _ => return args,
    };
    let is_flag = |letter: &u8| {
        let named = known.get_arguments().find(|arg| arg.get_short() == Some(char::from(*letter)));
        named.is_some_and(|arg| !arg.get_action().takes_values())
    };
    for arg in args[command + 1..].iter_mut().take_while(|arg| *arg != "--") {
        let Some(text) = arg.to_str() else { continue };
        let Some(letters) = text.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else {
            continue;
        };
        let flags = letters.bytes().take_while(|letter| *letter != b'i' && is_flag(letter)).count();
        let suffix = letters[flags..].strip_prefix('i').unwrap_or_default();
        // A letter would be the next option.
        if suffix.starts_with(|c: char| !c.is_ascii_alphabetic() && c != '=') && suffix != "." {
            *arg = format!("-{}i={suffix}", &letters[..flags]).into();
        }
    }
    args
}
