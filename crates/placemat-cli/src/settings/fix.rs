//! What `placemat fix` is to do: which files, how, and where the text goes.

use super::closely::{Closely, RecordsOf};
use super::in_place::{self, Backup};
use super::{Project, Walk, threads, wants_color};
use crate::args::{Bom, Eol, FixArgs, FixBinary, FixReport, Labels, When};
use crate::coding::{self, Coding, Legacy};
use crate::rules::{Rules, Section};
use clap::ValueEnum;
use placemat::Policy;
use placemat::encoding::Label;
use placemat_detect::mojibake;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub(crate) struct Fix {
    pub(crate) walk: Walk,
    /// What is said of the encodings of files: only UTF-8 is mended.
    pub(crate) rules: Rules,
    pub(crate) method: Method,
    /// Whether the method was asked for.
    pub(crate) decided: bool,
    /// What was read in the wrong page is undone.
    pub(crate) mojibake: Option<mojibake::Options>,
    pub(crate) bom: Bom,
    pub(crate) eol: Eol,
    /// What profiles refuse is mended, too.
    pub(crate) closely: Closely,
    /// Records with errors go another way.
    pub(crate) records: Option<Records>,
    pub(crate) target: Target,
    /// Where it is written what was replaced.
    pub(crate) log: Option<PathBuf>,
    pub(crate) diff: bool,
    /// Whether the steps of repairs are shown.
    pub(crate) plan: bool,
    pub(crate) json: bool,
    /// Where a page of what was changed goes.
    pub(crate) page: Option<PathBuf>,
    pub(crate) quiet: bool,
    pub(crate) color: bool,
    pub(crate) binary: FixBinary,
    /// At least one.
    pub(crate) threads: usize,
    pub(crate) progress: When,
}

/// What becomes of records with errors.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    pub(crate) of: RecordsOf,
    /// Where they go.
    pub(crate) quarantine: Option<PathBuf>,
    /// Whether fields with errors are emptied.
    pub(crate) null: bool,
}

/// What becomes of malformed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Policy(Policy),
    /// Read in a code page; U+FFFD for what that does not have.
    CodePage(&'static Legacy),
    /// Reversibly escaped.
    Escape,
    /// That undone.
    Undo,
    /// They stay.
    Keep,
}

/// Where mended text goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
    /// To where it came from.
    InPlace(Backup),
    /// Nowhere: changes are shown.
    Preview,
}

impl Fix {
    pub(crate) fn resolve(
        mut args: FixArgs,
        color: When,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let project = Project::resolve(&args.project)?;
        if let Some(config) = &project.config {
            take(&mut args, &config.fix);
        }
        let (method, decided) = method(&args)?;
        let options = if args.lossy { mojibake::Options::lossy() } else { Default::default() };
        let mojibake = args.mojibake.then_some(options);
        let target = target(&args)?;
        // As it was written before there were pages.
        let format = args.report.as_deref().and_then(Path::to_str);
        let format = format.and_then(|word| FixReport::from_str(word, false).ok());
        let closely = Closely::resolve(args.profiles, &[], &args.records, &args.paths)?;
        refuse(&target, &args.paths)?;
        let page = args.report.filter(|_| format.is_none());
        if page.is_some() && (args.quarantine.is_some() || args.null_invalid) {
            return Err(
                "--quarantine and --null-invalid have no page: leave out --report FILE".into()
            );
        }
        if let (Some(page), Target::File(output)) = (&page, &target)
            && (page == output || is_same(page, output))
        {
            return Err("--report FILE is another file than that of -o".into());
        }
        if let (Some(page), Some(log)) = (&page, &args.keep.log)
            && is_same(page, log)
        {
            return Err("--report FILE is another file than that of --log".into());
        }
        let records = match (closely.records, args.quarantine, args.null_invalid) {
            (None, None, false) => None,
            (None, ..) => {
                return Err(
                    "--quarantine and --null-invalid are about records: they need --csv or \
                            --jsonl"
                        .into(),
                );
            }
            (Some(_), None, false) => {
                return Err(
                    "--csv and --jsonl say nothing of what becomes of records with errors: \
                            they need --quarantine FILE or --null-invalid"
                        .into(),
                );
            }
            (Some(of), quarantine, null) => Some(Records { of, quarantine, null }),
        };
        if let Some(records) = &records {
            refuse_records(records, &target, args.keep.log.as_deref(), &args.paths)?;
        }
        let implied = matches!(target, Target::Stdout | Target::File(_));
        let paths = if args.paths.is_empty() && implied { vec!["-".into()] } else { args.paths };
        // Text that runs through a terminal would run through the bar.
        let through = target == Target::Stdout && io::stdout().is_terminal();
        let progress = match args.progress {
            When::Auto if through || args.quiet => When::Never,
            progress => progress,
        };
        Ok(Self {
            rules: project.rules(),
            walk: Walk::resolve(paths, args.walk, project.config)?,
            method,
            decided,
            mojibake,
            bom: args.bom,
            eol: args.eol.unwrap_or(Eol::Keep),
            closely,
            records,
            target,
            log: args.keep.log,
            diff: args.diff,
            plan: args.explain_plan,
            json: args.format == FixReport::Json || format == Some(FixReport::Json),
            page,
            quiet: args.quiet,
            color: wants_color(color),
            binary: args.binary,
            threads: args.threads.map_or_else(threads, |n| n.get()),
            progress,
        })
    }

    /// Whether text can be mended in pieces, each by itself: nothing is held back, or looked at from its start.
    pub(crate) fn is_by_pieces(&self) -> bool {
        let is_by_sequence =
            matches!(self.method, Method::Policy(_) | Method::CodePage(_) | Method::Keep);
        let Self { mojibake, closely, bom, eol, .. } = self;
        let is_all = mojibake.is_none() && closely.profiles.is_empty();
        is_by_sequence && is_all && *bom == Bom::Keep && *eol == Eol::Keep
    }

    /// What is done to files, in the words of the options.
    pub(crate) fn methods(&self) -> Vec<String> {
        let method = match self.method {
            Method::Policy(_) if !self.decided => None,
            Method::Policy(policy) => Some(policy.name()),
            Method::CodePage(page) => Some(page.name),
            Method::Escape => Some("escape"),
            Method::Undo => Some("undo"),
            Method::Keep => None,
        };
        let mojibake = self.mojibake.is_some().then_some("mojibake");
        let bom = match self.bom {
            Bom::Keep => None,
            Bom::Add => Some("bom add"),
            Bom::Remove => Some("bom remove"),
        };
        let eol = match self.eol {
            Eol::Keep => None,
            Eol::Lf => Some("eol lf"),
            Eol::Crlf => Some("eol crlf"),
            Eol::AnyToLf => Some("eol any-to-lf"),
        };
        let records = self.records.as_ref();
        let null = records.filter(|records| records.null).map(|_| "null-invalid");
        let aside = records.filter(|records| records.quarantine.is_some()).map(|_| "quarantine");
        let methods: Vec<&str> =
            [method, mojibake, bom, eol, null, aside].into_iter().flatten().collect();
        let profiles = self.closely.profiles.iter().map(|it| format!("profile {}", it.name()));
        methods.into_iter().map(str::to_owned).chain(profiles).collect()
    }

    pub(crate) fn is_preview(&self) -> bool {
        self.target == Target::Preview
    }

    pub(crate) fn writes_to_stdout(&self) -> bool {
        self.target == Target::Stdout
    }
}

/// Takes what a file says, where nothing was typed that is an answer to the same, or excludes it.
fn take(args: &mut FixArgs, section: &Section) {
    let records = args.quarantine.is_some() || args.null_invalid;
    let exact = args.escape || args.undo;
    if args.profiles.profiles.is_empty() && !exact {
        args.profiles.profiles.clone_from(&section.profiles);
    }
    if records || exact {
        return;
    }
    args.eol = args.eol.or(section.eol);
    if args.policy.is_none() && args.fallback.is_none() {
        args.policy = section.policy;
        args.fallback.clone_from(&section.fallback);
    }
}

/// What becomes of malformed bytes, and whether that was asked for.
fn method(args: &FixArgs) -> Result<(Method, bool), String> {
    Ok(match (args.policy, &args.fallback) {
        _ if args.escape => (Method::Escape, true),
        _ if args.undo => (Method::Undo, true),
        (Some(policy), _) => (Method::Policy(policy), true),
        (_, Some(label)) => (fallback(label)?, true),
        // It is for well-formed text.
        _ if args.mojibake => (Method::Keep, true),
        _ => (Method::Policy(Policy::Replace), false),
    })
}

/// The code page of that name.
fn fallback(label: &str) -> Result<Method, String> {
    if label == Policy::Windows1252Strict.name() {
        return Ok(Method::Policy(Policy::Windows1252Strict));
    }
    let coding = coding::coding(label, Labels::Iana)?;
    Ok(match coding {
        Coding::Family(Label::Latin1) => Method::Policy(Policy::Latin1),
        Coding::Family(Label::Windows1252 | Label::Windows1252Whatwg) => {
            Method::Policy(Policy::Windows1252)
        }
        Coding::Legacy(page) if page.is_code_page() => Method::CodePage(page),
        Coding::Legacy(_) => {
            return Err(format!(
                "--fallback {coding} makes no sense: its letters have several bytes, and a \
                 malformed byte is no letter of it. A file that is all {coding} is converted: \
                 placemat convert -f {coding} -t utf-8 -i FILE"
            ));
        }
        Coding::Family(_) => {
            return Err(format!(
                "--fallback {coding} makes no sense: it needs a code page with one byte for each \
                 letter, such as windows-1252"
            ));
        }
    })
}

fn target(args: &FixArgs) -> Result<Target, String> {
    let backup = in_place::backup(args.in_place.as_deref(), &args.keep)?;
    Ok(match (backup, &args.output) {
        (Some(backup), _) => Target::InPlace(backup),
        (None, Some(path)) if path.as_os_str() != "-" => Target::File(path.clone()),
        _ if args.dry_run || args.diff || args.explain_plan => Target::Preview,
        _ => Target::Stdout,
    })
}

/// Inputs that do not go together with the target.
fn refuse(target: &Target, paths: &[PathBuf]) -> Result<(), String> {
    let told = match (target, paths) {
        (Target::InPlace(_), _) => return in_place::refuse(paths),
        (_, paths) if paths.iter().any(|path| path.as_os_str().is_empty()) => in_place::NO_NAME,
        (Target::Stdout | Target::File(_), [_, _, ..]) => {
            "several inputs do not go into one output: \
             --in-place replaces each, --diff shows what would change"
        }
        (Target::File(output), _) if output.is_dir() => {
            return Err(format!(
                "{}: a folder, and -o needs the name of a file",
                crate::print::name::shown(output)
            ));
        }
        (Target::Stdout | Target::File(_), [path]) if path.is_dir() => {
            "a folder does not go into one output: \
             --in-place replaces its files, --diff shows what would change"
        }
        (Target::File(output), [path]) if is_same(output, path) => {
            "the input is the output: use --in-place, which replaces it"
        }
        _ => return Ok(()),
    };
    Err(told.to_owned())
}

/// Files that cannot be written with records of what is read.
fn refuse_records(
    records: &Records,
    target: &Target,
    log: Option<&Path>,
    paths: &[PathBuf],
) -> Result<(), String> {
    let Some(quarantine) = &records.quarantine else { return Ok(()) };
    if quarantine.as_os_str() == "-" {
        return Err(
            "--quarantine needs the name of a file: standard output has the rest".to_owned()
        );
    }
    let is_one = paths.len() <= 1 && !paths.iter().any(|path| path.is_dir());
    if !is_one {
        return Err("--quarantine takes the records of one file".to_owned());
    }
    let is_output = matches!(target, Target::File(output) if output == quarantine || is_same(output, quarantine));
    if is_output || paths.iter().any(|path| is_same(quarantine, path)) {
        return Err("--quarantine FILE is another file than the input and the output".to_owned());
    }
    if log.is_some_and(|log| log == quarantine || is_same(log, quarantine)) {
        return Err("--quarantine FILE is another file than that of --log".to_owned());
    }
    Ok(())
}

fn is_same(a: &Path, b: &Path) -> bool {
    place(a).is_some_and(|a| place(b) == Some(a))
}

/// Where a file is, or would be made.
fn place(path: &Path) -> Option<PathBuf> {
    match path.canonicalize() {
        Ok(path) => Some(path).filter(|path| path.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            match path.read_link() {
                Ok(target) => place(&folder.join(target)),
                Err(_) => Some(folder.join(path.file_name()?)),
            }
        }
        Err(_) => None,
    }
}
