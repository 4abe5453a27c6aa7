//! What was typed, and the circumstances, resolved into what is to be done.

use crate::args::{Binary, CheckArgs, Format, When};
use crate::check::scan::Sizes;
use anstream::{AutoStream, ColorChoice};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;

/// More threads than this wait for memory, not for the processor.
const MOST_THREADS: usize = 12;

/// How wide a report is where no terminal says it.
const WIDTH: usize = 100;

/// What `placemat check` is to do.
pub(crate) struct Check {
    pub(crate) walk: Walk,
    pub(crate) binary: Option<Binary>,
    pub(crate) report: Report,
    /// Stop at the first finding of a file; one is all that is asked.
    pub(crate) first_only: bool,
    /// Stop everything at the first finding.
    pub(crate) quiet: bool,
    /// How many malformed subparts of a file are shown.
    pub(crate) limit: u64,
    pub(crate) threads: usize,
    pub(crate) progress: When,
    pub(crate) sizes: Sizes,
}

/// Which files are visited.
pub(crate) struct Walk {
    pub(crate) paths: Vec<PathBuf>,
    /// No path was given, and the current folder was not named.
    pub(crate) implied: bool,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) follow: bool,
    pub(crate) globs: Override,
    pub(crate) types: Types,
}

/// What the report looks like.
pub(crate) struct Report {
    pub(crate) kind: ReportKind,
    pub(crate) stats: bool,
    pub(crate) color: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
    pub(crate) terminal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportKind {
    Findings(Format),
    /// The names of the files with findings, or of those without.
    Names {
        clean: bool,
        null: bool,
    },
    Nothing,
}

impl Check {
    pub(crate) fn resolve(
        args: CheckArgs,
        color: When,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let names = args.files_with_errors || args.clean_files;
        if args.null && !names {
            return Err("--null ends names: it needs -l or --clean-files".into());
        }
        let kind = match args.format {
            _ if args.quiet => ReportKind::Nothing,
            _ if names => ReportKind::Names { clean: args.clean_files, null: args.null },
            format => ReportKind::Findings(format),
        };
        let stdout = io::stdout();
        let report = Report {
            kind,
            stats: args.stats,
            color: match color {
                When::Auto => AutoStream::choice(&stdout) != ColorChoice::Never,
                When::Always => true,
                When::Never => false,
            },
            width: terminal_size::terminal_size_of(&stdout)
                .map_or(WIDTH, |(width, _)| usize::from(width.0)),
            terminal: stdout.is_terminal(),
        };
        let available = || thread::available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS));
        Ok(Self {
            binary: args.binary,
            report,
            first_only: args.quiet || names,
            quiet: args.quiet,
            limit: if args.all { u64::MAX } else { args.max_errors },
            threads: args.threads.map_or_else(available, |n| n.get()),
            progress: args.progress,
            sizes: Sizes::default(),
            walk: Walk::resolve(args)?,
        })
    }
}

impl Walk {
    fn resolve(args: CheckArgs) -> Result<Self, ignore::Error> {
        let mut globs = OverrideBuilder::new(".");
        for glob in &args.glob {
            globs.add(glob)?;
        }
        let mut types = TypesBuilder::new();
        types.add_defaults();
        for name in &args.types {
            types.select(name);
        }
        for name in &args.types_not {
            types.negate(name);
        }
        let implied = args.paths.is_empty();
        let paths = match args.paths {
            paths if !implied => paths,
            _ if stdin_has_data() => vec!["-".into()],
            _ => vec![".".into()],
        };
        Ok(Self {
            paths,
            implied,
            hidden: args.hidden,
            no_ignore: args.no_ignore,
            follow: args.follow,
            globs: globs.build()?,
            types: types.build()?,
        })
    }
}

/// Whether standard input is a file, a pipe or a socket, as ripgrep asks it: a
/// terminal and /dev/null mean that nobody meant it.
fn stdin_has_data() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let metadata = io::stdin()
            .as_fd()
            .try_clone_to_owned()
            .and_then(|stdin| std::fs::File::from(stdin).metadata());
        metadata.is_ok_and(|metadata| {
            let kind = metadata.file_type();
            kind.is_file() || kind.is_fifo() || kind.is_socket()
        })
    }
    #[cfg(not(unix))]
    {
        !io::stdin().is_terminal()
    }
}
