//! What was typed, and the circumstances, resolved into what is to be done.

mod detect;
mod dump;
mod explain;
mod fix;
mod guard;

pub(crate) use detect::Detect;
pub(crate) use explain::{Explain, What};
pub(crate) use fix::{Backup, Fix, KEPT, Method, Target};
pub(crate) use guard::{Accepted, Guard, Versions};

use crate::args::{Binary, Bom, CheckArgs, ConvertArgs, Eol, Format, WalkArgs, When};
use crate::coding::{self, Coder, Coding};
use crate::print::escape;
use crate::print::name::Name;
use crate::standard;
use anstream::{AutoStream, ColorChoice};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use placemat::Policy;
use placemat::encoding::Label;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
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
    pub(crate) report: Report,
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
        let stdout = io::stdout();
        let report = Report {
            kind,
            stats: args.stats,
            judged_as: other.map(Coding::name),
            color: wants_color(color),
            width: width(),
            terminal: stdout.is_terminal(),
        };
        Ok(Self {
            binary: Some(args.binary).filter(|&binary| binary != Binary::Auto),
            judged_as,
            report,
            first_only: args.quiet || names,
            quiet: args.quiet,
            limit: if args.all { u64::MAX } else { args.max_errors.unwrap_or(MAX_ERRORS) },
            brief: !args.all && args.max_errors.is_none() && args.format != Format::Json,
            threads: args.threads.map_or_else(threads, |n| n.get()),
            progress: args.progress,
            sizes: Sizes::default(),
            walk: Walk::resolve(args.paths, args.walk)?,
        })
    }
}

impl Walk {
    /// How much there is to be read, if it is only files, which have a size.
    pub(crate) fn total(&self) -> Option<u64> {
        total(self.paths.iter().map(PathBuf::as_path))
    }

    fn resolve(paths: Vec<PathBuf>, args: WalkArgs) -> Result<Self, ignore::Error> {
        let mut globs = OverrideBuilder::new(".");
        for glob in &args.glob {
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
            hidden: args.hidden,
            no_ignore: args.no_ignore,
            follow: args.follow,
            globs: globs.build()?,
            types: types(&args.types, &args.types_not)?,
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

/// What `placemat convert` is to do.
pub(crate) struct Convert {
    pub(crate) inputs: Vec<Name>,
    pub(crate) from: Coding,
    pub(crate) to: Coding,
    /// Which of the two is records of `DataOutputStream`.
    pub(crate) framed: Framed,
    /// None: standard output.
    pub(crate) output: Option<PathBuf>,
    pub(crate) policy: Policy,
    pub(crate) lenient: bool,
    pub(crate) bom: Bom,
    /// What becomes of the signature was not said.
    pub(crate) bom_implied: bool,
    pub(crate) eol: Eol,
    pub(crate) stats: bool,
    pub(crate) progress: When,
}

/// Which side of a conversion is records of `DataOutputStream`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Framed {
    pub(crate) source: bool,
    pub(crate) target: bool,
}

impl Convert {
    pub(crate) fn resolve(args: ConvertArgs) -> Result<Self, Box<dyn std::error::Error>> {
        if args.in_place {
            return Err("there is no --in-place here: -o FILE FILE replaces FILE".into());
        }
        let (from, to) = (args.from.unwrap_or_default(), args.to.unwrap_or_default());
        // What iconv takes behind either label concerns the whole conversion.
        let (from, ignore_from) = split_suffix(&from)?;
        let (to, ignore_to) = split_suffix(&to)?;
        let (from, to) = (coding::coding(from, args.labels)?, coding::coding(to, args.labels)?);
        let ignore = ignore_from || ignore_to;
        if ignore && !matches!(args.policy, Policy::Strict | Policy::Remove) {
            return Err(
                format!("//IGNORE and --policy {} contradict each other", args.policy).into()
            );
        }
        let policy = if args.omit || ignore { Policy::Remove } else { args.policy };
        let bom = args.bom.unwrap_or(Bom::Keep);
        if bom == Bom::Add && to.signature().is_empty() {
            return Err(format!("--bom add makes no sense: {to} has no signature").into());
        }
        let modified = Coding::Family(Label::ModifiedUtf8);
        let framed = match args.framed {
            true => Framed { source: from == modified, target: to == modified },
            false => Framed::default(),
        };
        if args.framed && framed == Framed::default() {
            return Err("--framed is for modified-utf-8, on either side".into());
        }
        if framed.target && bom == Bom::Add {
            return Err("--bom add makes no sense with --framed: records have no signature".into());
        }
        if args.eol != Eol::Keep {
            let why = match to {
                _ if args.framed => {
                    "a record has no line feed at its end, and --framed says what has"
                }
                Coding::Family(Label::Utf7Imap) => "an end of a line is written in Base64 there",
                Coding::Family(Label::Scsu) => {
                    "the bytes of an end of a line are those of others, too"
                }
                _ => "",
            };
            if !why.is_empty() {
                return Err(format!("--eol makes no sense here: {why}").into());
            }
        }
        // A policy that makes no sense is refused before anything is read.
        Coder::new(from.for_writing(), to.for_writing(), policy, args.lenient)?;
        let inputs = match &args.paths[..] {
            [] => vec![Name::Stdin],
            paths => paths.iter().map(|path| name(path)).collect(),
        };
        let output = args.output.filter(|path| path.as_os_str() != "-");
        // Text that runs through a terminal would run through the bar.
        let through = output.is_none() && io::stdout().is_terminal();
        let progress = match args.progress {
            When::Auto if through => When::Never,
            progress => progress,
        };
        Ok(Self {
            inputs,
            from,
            to,
            framed,
            output,
            policy,
            lenient: args.lenient,
            bom,
            bom_implied: args.bom.is_none(),
            eol: args.eol,
            stats: args.stats,
            progress,
        })
    }
}

impl Convert {
    /// How much there is to be read, if it is only files, which have a size.
    pub(crate) fn total(&self) -> Option<u64> {
        total(self.inputs.iter().map(|name| match name {
            Name::Path(path) => path.as_path(),
            Name::Stdin => Path::new("-"),
        }))
    }
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

/// The label, and whether `//IGNORE` stands behind it.
fn split_suffix(label: &str) -> Result<(&str, bool), String> {
    let mut parts = label.split("//");
    let label = parts.next().unwrap_or_default();
    let mut ignore = false;
    for suffix in parts.filter(|suffix| !suffix.is_empty()) {
        if suffix.eq_ignore_ascii_case("ignore") {
            ignore = true;
        } else if suffix.eq_ignore_ascii_case("translit") {
            return Err("//TRANSLIT is not supported: what looks alike is not the same text. \
                --policy replace writes U+FFFD or \"?\""
                .to_owned());
        } else {
            let shown = escape::shown(suffix);
            return Err(format!("\"//{shown}\" is unknown: only //IGNORE may follow a label"));
        }
    }
    Ok((label, ignore))
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
