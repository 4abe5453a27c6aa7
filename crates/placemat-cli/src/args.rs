//! What can be typed. One definition makes the parser, `--help`, the man page
//! and the shell completions; what it means is decided in [`crate::settings`].

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes: 0 clean or done, 1 something found, 2 trouble (a missing file, an \
I/O error, bad arguments). Offsets count from 0, lines and columns from 1.";

/// UTF-8, checked: every error found, named and located.
#[derive(Debug, Parser)]
#[command(name = "placemat", version, after_help = EXIT_CODES, propagate_version = true)]
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

    /// Print a completion script for a shell
    Completions {
        shell: clap_complete::Shell,
    },

    /// Print a manual page (troff): the tool's, or a command's
    ///
    /// To read it: placemat man check | man -l -
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
    /// Name them in the summary, and do not check them
    Skip,
    /// Check every file as UTF-8, whatever it looks like
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
/// names are left out. A file that is named is always checked. A file that looks
/// like UTF-16 or UTF-32 is reported as that.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct CheckArgs {
    /// Files and folders; "-" is standard input
    ///
    /// Without any: standard input if that is a file or a pipe, else the current
    /// folder.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    pub(crate) format: Format,

    /// Show at most N malformed subparts of each file; count the rest
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Report")]
    pub(crate) max_errors: u64,

    /// Show every error
    #[arg(long, conflicts_with = "max_errors", help_heading = "Report")]
    pub(crate) all: bool,

    /// Print nothing, and stop at the first finding: the exit code tells
    #[arg(short, long, conflicts_with_all = ["files_with_errors", "clean_files", "stats"])]
    #[arg(help_heading = "Report")]
    pub(crate) quiet: bool,

    /// Print only the names of files with errors
    #[arg(short = 'l', long, conflicts_with_all = ["clean_files", "stats"])]
    #[arg(help_heading = "Report")]
    pub(crate) files_with_errors: bool,

    /// Print only the names of files without errors
    #[arg(long, conflicts_with = "stats", help_heading = "Report")]
    pub(crate) clean_files: bool,

    /// End each name with a NUL instead of a line feed (with -l, --clean-files)
    #[arg(short = '0', long, help_heading = "Report")]
    pub(crate) null: bool,

    /// Tell what was read, also when nothing is wrong
    #[arg(long, help_heading = "Report")]
    pub(crate) stats: bool,

    /// What to do with files that look binary
    ///
    /// By default they are skipped when they are found in a folder, and checked
    /// when they are named. "check" also checks what looks like UTF-16 or UTF-32
    /// byte by byte as UTF-8.
    #[arg(long, value_name = "ACTION", help_heading = "Files")]
    pub(crate) binary: Option<Binary>,

    /// Check hidden files and folders, too
    #[arg(short = '.', long, help_heading = "Files")]
    pub(crate) hidden: bool,

    /// Check what .gitignore, .ignore and the like leave out, too
    #[arg(long, help_heading = "Files")]
    pub(crate) no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long, help_heading = "Files")]
    pub(crate) follow: bool,

    /// Check only files that match GLOB, whatever .gitignore says; "!" in front: all others
    #[arg(short, long, value_name = "GLOB", help_heading = "Files")]
    pub(crate) glob: Vec<String>,

    /// Check only files of this type (rust, py, md, ..: the types of ripgrep)
    #[arg(short = 't', long = "type", value_name = "TYPE", help_heading = "Files")]
    pub(crate) types: Vec<String>,

    /// Leave out files of this type
    #[arg(short = 'T', long = "type-not", value_name = "TYPE", help_heading = "Files")]
    pub(crate) types_not: Vec<String>,

    /// How many threads to use [default: one for each processor, at most 12]
    #[arg(short = 'j', long, value_name = "N", help_heading = "Work")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// When to show progress on standard error
    ///
    /// By default when that is a terminal and the work takes more than a second.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Work")]
    pub(crate) progress: When,
}

/// Writes the manual page of the tool, or of one of its commands.
pub(crate) fn man_page(command: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let mut root = Cli::command();
    root.build();
    let page = match command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let what = format!("no command is called {:?}", name);
                return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
            }
        },
    };
    clap_mangen::Man::new(page).render(out)
}
