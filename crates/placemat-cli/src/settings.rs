//! What was typed, and the circumstances, resolved into what is to be done.

mod closely;
mod convert;
mod detect;
mod explain;
mod fix;
mod guard;
mod in_place;
mod project;
mod stats;

pub(crate) use closely::{Closely, RecordsOf};
pub(crate) use convert::{Auto, Convert, Framed, Origin, Tree, TreeTarget};
pub(crate) use detect::Detect;
pub(crate) use explain::{Explain, What, paste_as};
pub(crate) use fix::{Fix, Method, Records as FixRecords, Target};
pub(crate) use guard::{Accepted, Guard, Versions};
pub(crate) use in_place::{Backup, KEPT};
pub(crate) use project::Project;
pub(crate) use stats::Stats;

use crate::args::{Binary, CheckArgs, Format, WalkArgs, When};
use crate::coding::{self, Coding};
use crate::print::name::Name;
use crate::report::Baseline;
use crate::rules::{Config, Rules};
use crate::standard;
use anstream::{AutoStream, ColorChoice};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use placemat::encoding::Label;
use placemat_profile::Profile;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// More threads than this wait for memory, not for the processor.
const MOST_THREADS: usize = 12;

/// How many malformed subparts of a file are shown, if nothing else is asked for.
const MAX_ERRORS: u64 = 10;

/// How wide a report is where no terminal says it.
const WIDTH: usize = 100;

/// What else than standard input may have been meant.
const FOLDER: &str = "name a folder (\".\") to check files, or \"-\" if that is meant";

/// What `placemat check` is to do.
pub(crate) struct Check {
    pub(crate) walk: Walk,
    /// None: it depends on whether a file was named.
    pub(crate) binary: Option<Binary>,
    /// The encoding that was asked for: files are judged as that, whatever they
    /// look like.
    pub(crate) judged_as: Option<Coding>,
    /// What is said of the encodings of files, where none was asked for.
    pub(crate) rules: Rules,
    pub(crate) closely: Closely,
    /// Errors that are known, and not told again.
    pub(crate) baseline: Option<Baseline>,
    pub(crate) report: Report,
    /// Where a page of what was found goes.
    pub(crate) page: Option<PathBuf>,
    /// Stop at the first finding of a file; one is all that is asked.
    pub(crate) first_only: bool,
    /// Stop everything at the first finding.
    pub(crate) quiet: bool,
    /// How many malformed subparts of a file are shown.
    pub(crate) limit: u64,
    /// Whether fewer will do where a sentence says what the file is.
    pub(crate) brief: bool,
    pub(crate) threads: usize,
    pub(crate) progress: When,
    pub(crate) sizes: Sizes,
}

/// Which files are visited.
#[derive(Clone)]
pub(crate) struct Walk {
    pub(crate) paths: Vec<PathBuf>,
    /// No path was given, and the current folder was not named.
    pub(crate) implied: bool,
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) follow: bool,
    pub(crate) globs: Override,
    pub(crate) types: Types,
    /// What it says is left out, where it is found.
    pub(crate) config: Option<Arc<Config>>,
}

/// How much is read, and given to a thread, at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The bytes of one read. Measured on 1 GB of ASCII in the page cache (L2 of
    /// 1 MiB): 256 KiB take 1.1 to 1.35 times as long as 1 MiB, 4 MiB about as long.
    pub(crate) block: usize,
    /// The bytes of a big file that one thread takes.
    pub(crate) piece: u64,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { block: 1024 * 1024, piece: 4 * 1024 * 1024 }
    }
}

/// What the report looks like.
pub(crate) struct Report {
    pub(crate) kind: ReportKind,
    pub(crate) stats: bool,
    /// The name of the encoding, if it is not UTF-8.
    pub(crate) judged_as: Option<&'static str>,
    /// Whose refusals can be told.
    pub(crate) profiles: Vec<Profile>,
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
    /// Whether every finding is looked at one by one, from front to back.
    pub(crate) fn is_close(&self) -> bool {
        self.closely.is_asked() || self.baseline.is_some()
    }

    pub(crate) fn resolve(
        args: CheckArgs,
        color: When,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let names = args.files_with_errors || args.clean_files;
        if args.null && !names {
            return Err("--null ends names: it needs -l or --clean-files".into());
        }
        if args.format != Format::Text && names {
            return Err(
                "-l and --clean-files print names and nothing else: leave out --format; in \
                its other formats the errors have the name of their file"
                    .into(),
            );
        }
        let kind = match args.format {
            _ if args.quiet => ReportKind::Nothing,
            _ if names => ReportKind::Names { clean: args.clean_files, null: args.null },
            format => ReportKind::Findings(format),
        };
        let judged_as = match &args.judged_as {
            Some(label) => Some(coding::coding(label, args.labels)?),
            None => None,
        };
        let other = judged_as.filter(|&coding| coding != Coding::Family(Label::Utf8));
        let project = Project::resolve(&args.project)?;
        let configured = project.config.as_ref().filter(|_| judged_as.is_none());
        let profiles = configured.map(|config| &config.check.profiles[..]).unwrap_or_default();
        let closely = Closely::resolve(args.profiles, profiles, &args.records, &args.paths)?;
        let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
        let stdout = io::stdout();
        let report = Report {
            kind,
            stats: args.stats,
            judged_as: other.map(Coding::name),
            profiles: closely.profiles.clone(),
            color: wants_color(color),
            width: width(),
            terminal: stdout.is_terminal(),
        };
        // A page is about all that there is.
        let first = (args.quiet || names) && args.report.is_none();
        Ok(Self {
            page: args.report,
            binary: Some(args.binary).filter(|&binary| binary != Binary::Auto),
            judged_as,
            rules: if judged_as.is_some() { Rules::default() } else { project.rules() },
            closely,
            baseline,
            report,
            first_only: first,
            quiet: first && args.quiet,
            limit: if args.all { u64::MAX } else { args.max_errors.unwrap_or(MAX_ERRORS) },
            brief: !args.all && args.max_errors.is_none() && args.format != Format::Json,
            threads: args.threads.map_or_else(threads, |n| n.get()),
            progress: if args.quiet { quiet(args.progress) } else { args.progress },
            sizes: Sizes::default(),
            walk: Walk::resolve(args.paths, args.walk, project.config)?,
        })
    }
}

impl Walk {
    /// How much there is to be read, if it is only files, which have a size.
    pub(crate) fn total(&self) -> Option<u64> {
        total(self.paths.iter().map(PathBuf::as_path))
    }

    fn resolve(
        paths: Vec<PathBuf>,
        args: WalkArgs,
        config: Option<Arc<Config>>,
    ) -> Result<Self, ignore::Error> {
        let mut globs = OverrideBuilder::new(".");
        for glob in &args.folders.glob {
            globs.add(glob)?;
        }
        let implied = paths.is_empty();
        let paths = match paths {
            paths if !implied => paths,
            _ if standard::is_implied(FOLDER) => vec!["-".into()],
            _ => vec![".".into()],
        };
        Ok(Self {
            paths,
            implied,
            hidden: args.folders.hidden,
            no_ignore: args.folders.no_ignore,
            follow: args.folders.follow,
            globs: globs.build()?,
            types: types(&args.types, &args.types_not)?,
            config,
        })
    }
}

/// The files of these types, or of all others. The definitions take longer to make than a
/// small file takes to check, and mostly nobody wants them.
fn types(wanted: &[String], unwanted: &[String]) -> Result<Types, ignore::Error> {
    if wanted.is_empty() && unwanted.is_empty() {
        return Ok(Types::empty());
    }
    let mut types = TypesBuilder::new();
    types.add_defaults();
    wanted.iter().for_each(|name| _ = types.select(name));
    unwanted.iter().for_each(|name| _ = types.negate(name));
    types.build()
}

fn total<'a>(paths: impl Iterator<Item = &'a Path>) -> Option<u64> {
    let size = |path: &Path| {
        let metadata = path.metadata().ok().filter(|metadata| metadata.is_file());
        metadata.map(|metadata| metadata.len())
    };
    paths.map(size).sum()
}

/// An input as it is typed.
fn name(path: &Path) -> Name {
    if path.as_os_str() == "-" { Name::Stdin } else { Name::Path(path.to_owned()) }
}

/// When progress is shown where nothing is to be told.
fn quiet(when: When) -> When {
    if when == When::Auto { When::Never } else { when }
}

/// How many threads are used, if nobody says it.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS))
}

/// Whether standard output is to be coloured.
fn wants_color(color: When) -> bool {
    match color {
        When::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        When::Always => true,
        When::Never => false,
    }
}

/// How many columns standard output has.
fn width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(WIDTH, |(width, _)| usize::from(width.0))
}
